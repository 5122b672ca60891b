//! `vtrace check` finds in each program of `tests/ui` what is written on its lines, and nothing else.
//!
//! Every program is a test of its own, named by its path:
//!
//! ```text
//! cargo test --test ui                        all
//! cargo test --test ui -- mutex/              some
//! cargo test --test ui -- --exact mutex/abba
//! ```
//!
//! It must also be found with each reduction off, and the report must be the same, byte for byte, whatever the number of
//! threads. Programs that take long are not searched again without reductions.

mod annotation;
mod corpus;
mod vtrace;

use std::fmt::Write;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};

use crate::annotation::{Mark, Marks};
use crate::corpus::Program;

/// Programs that take longer are searched once only.
const FAST: Duration = Duration::from_secs(1);
/// The parts of the search that can be switched off.
const REDUCTIONS: [&str; 3] = ["partial-order", "symmetry", "heap"];

fn main() {
    let arguments = Arguments::from_args();
    let trial = |program: Program| Trial::test(program.name.clone(), move || check(&program));
    let trials = corpus::read().into_iter().map(trial).collect();
    libtest_mimic::run(&arguments, trials).exit();
}

/// Searches a program in all ways.
fn check(program: &Program) -> Result<(), Failed> {
    let start = Instant::now();
    let report = vtrace::check(program, &["--threads", "1"])?;
    if report.marks != program.marks {
        return Err(difference(program, &report.marks, &[]));
    }
    if report.succeeded == report.has_errors {
        return Err("the exit code does not tell whether there are errors".into());
    }
    if start.elapsed() > FAST {
        return Ok(());
    }
    let other = vtrace::check(program, &["--threads", "2"])?;
    if report.json != other.json {
        let diff = similar::TextDiff::from_lines(&report.json, &other.json);
        let diff = diff.unified_diff().context_radius(3).header("one thread", "two threads").to_string();
        return Err(format!("the report depends on the number of threads:\n{diff}").into());
    }
    for reduction in REDUCTIONS {
        // Without reductions a search may be too large for its budget. Then it may miss something, but not add anything.
        let without = ["--threads", "2", "--without", reduction];
        let other = vtrace::check(program, &without)?;
        let wrong = match other.complete {
            true => other.marks != program.marks,
            false => !other.marks.is_subset(&program.marks),
        };
        if wrong {
            return Err(difference(program, &other.marks, &without));
        }
    }
    Ok(())
}

/// What is missing, what should not be there, and what people would see.
fn difference(program: &Program, found: &Marks, arguments: &[&str]) -> Failed {
    let mut text = format!("{}", program.path.display());
    for argument in arguments {
        let _ = write!(text, " {argument}");
    }
    let list = |text: &mut String, title: &str, marks: &mut dyn Iterator<Item = &Mark>| {
        let _ = writeln!(text, "\n{title}:");
        for mark in marks {
            let _ = writeln!(text, "  {mark}");
        }
    };
    list(&mut text, "written", &mut program.marks.iter());
    list(&mut text, "found", &mut found.iter());
    list(&mut text, "missing", &mut program.marks.difference(found));
    list(&mut text, "too much", &mut found.difference(&program.marks));
    let shown = vtrace::text(program, arguments).unwrap_or_else(|error| error);
    let _ = write!(text, "\n{shown}");
    text.into()
}
