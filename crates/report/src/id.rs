//! Names for findings that survive unrelated edits.
//!
//! `deadlock-3f9a2c`: the kind, and a hash over what makes the finding this one: the files within their module, the
//! functions, and what the labelled lines say. Never line numbers, so that code may be added above; never the trace,
//! which may change with any edit; never comments or white space. Numbers of closures (`func1`) are left out too, because
//! another closure above would change them.

use std::collections::HashMap;

use xxhash_rust::xxh3::xxh3_64;

use crate::{Finding, Label, Sources, golang};

/// The name of a finding, if no other had the same.
fn name(finding: &Finding, sources: &Sources) -> String {
    let mut labels: Vec<String> = finding.labels.iter().map(|label| describe(label, sources)).collect();
    // Which of two goroutines is named first is an accident.
    labels.sort();
    labels.dedup();
    let hash = xxh3_64(labels.join("\n").as_bytes());
    format!("{}-{:06x}", finding.kind.name(), hash & 0xff_ffff)
}

fn describe(label: &Label, sources: &Sources) -> String {
    let location = &label.location;
    let line = sources.line(&location.file, location.line).unwrap_or_default();
    let path = sources.path_in_module(&location.file);
    // Tabs cannot occur in a normalised line outside of a literal, and hardly in a path.
    format!("{path}\t{}\t{}", outermost(&location.function), golang::normal(&line))
}

/// The declared function that a closure is in: `main.(*T).run.func1.2` is in `main.(*T).run`.
fn outermost(function: &str) -> &str {
    let is_closure =
        |(at, _): &(usize, &str)| function[at + ".func".len()..].starts_with(|c: char| c.is_ascii_digit());
    let dotted = function.match_indices(".func").find(is_closure).map(|(at, _)| at);
    // go/ssa's own way to write it.
    let dollar = function.find('$');
    let end = [dotted, dollar].into_iter().flatten().min();
    end.map_or(function, |end| &function[..end])
}

/// Gives every finding its name. Equal ones, such as the same mistake twice in a function, are numbered in their order.
pub(crate) fn assign(findings: &mut [Finding], sources: &Sources) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for finding in findings {
        let name = name(finding, sources);
        let count = seen.entry(name.clone()).or_default();
        *count += 1;
        finding.id = match *count {
            1 => name,
            n => format!("{name}-{n}"),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closures_belong_to_the_function_that_they_are_in() {
        assert_eq!(outermost("main.main.func1"), "main.main");
        assert_eq!(outermost("main.(*T).run.func1.2"), "main.(*T).run");
        assert_eq!(outermost("main.main$1$2"), "main.main");
        assert_eq!(outermost("main.functional"), "main.functional");
        assert_eq!(outermost("example.com/func.x"), "example.com/func.x");
        assert_eq!(outermost(""), "");
    }
}
