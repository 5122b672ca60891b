//! Findings that are not to be minded: `//vtrace:ignore KIND reason` in the sources, and `[[ignore]]` in `vtrace.toml`.
//!
//! A comment speaks about its own line, or, if it has a line of its own, about the next line of code. It applies to a finding
//! whose own place is on that line; for a race, either place will do. A reason is required: in a year nobody knows any more.

use std::collections::BTreeSet;

use crate::config::IgnoreRule;
use crate::report::{Ignored, Origin};
use crate::{Finding, Kind, Kinds, Location, Remark, Report, Sources, glob, golang};

/// A comment that says what is not to be minded.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Comment {
    file: String,
    /// Where it stands.
    line: u32,
    /// The line that it speaks about.
    about: u32,
    kinds: Kinds,
    reason: String,
}

impl Comment {
    /// A finding at a comment, such as an assertion, is about the next line of code, as an ignore at that place would be.
    fn covers(&self, finding: &Finding, sources: &Sources) -> bool {
        let line = |location: &Location| match sources.lines(&location.file) {
            Some(lines) => about(&lines, location.line),
            None => location.line,
        };
        let here = |location: &Location| location.file == self.file && line(location) == self.about;
        self.kinds.contains(finding.kind) && own_places(finding).any(here)
    }
}

/// The places at which a finding can be ignored.
fn own_places(finding: &Finding) -> impl Iterator<Item = &Location> {
    let count = if finding.kind == Kind::Race { 2 } else { 1 };
    finding.labels.iter().take(count).map(|label| &label.location)
}

/// The comments of a file. What is wrong with some of them goes to `remarks`.
fn comments(file: &str, sources: &Sources, remarks: &mut Vec<Remark>) -> Vec<Comment> {
    let Some(lines) = sources.lines(file) else { return Vec::new() };
    let mut comments = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        // Most lines have no comment of ours, and looking at tokens costs more than looking for a word.
        if !line.contains("vtrace:ignore") {
            continue;
        }
        let Some((text, _)) = golang::comment(line) else { continue };
        let Some(text) = text.trim_start().strip_prefix("vtrace:ignore") else { continue };
        let number = at as u32 + 1;
        match parse(text) {
            Ok((kinds, reason)) => comments.push(Comment {
                file: file.to_string(),
                line: number,
                about: about(&lines, number),
                kinds,
                reason,
            }),
            Err(text) => remarks.push(Remark { file: file.to_string(), line: number, text }),
        }
    }
    comments
}

/// The line that something on this line is about: itself, or, if nothing but a comment is there, the next line of code.
fn about(lines: &[String], number: u32) -> u32 {
    let is_comment = |line: &&String| golang::comment(line).is_some_and(|(_, alone)| alone);
    let rest = lines.iter().skip((number as usize).saturating_sub(1));
    number + rest.take_while(is_comment).count() as u32
}

/// The kinds and the reason after `vtrace:ignore`.
fn parse(text: &str) -> Result<(Kinds, String), String> {
    const FORM: &str = "write `//vtrace:ignore KIND reason`";
    if text.is_empty() || !text.starts_with(char::is_whitespace) {
        return Err(format!("this ignore does not say what to ignore: {FORM}"));
    }
    // A list may have spaces after its commas.
    let mut words = text.split_whitespace().peekable();
    let mut list = String::new();
    while let Some(word) = words.next() {
        list += word;
        let goes_on = word.ends_with(',') || words.peek().is_some_and(|next| next.starts_with(','));
        if !goes_on {
            break;
        }
    }
    let kinds = Kinds::parse(&list)?;
    let reason = words.collect::<Vec<_>>().join(" ");
    match reason.is_empty() {
        true => Err(format!("this ignore gives no reason, and so has no effect: {FORM}")),
        false => Ok((kinds, reason)),
    }
}

impl IgnoreRule {
    /// The rule is about this finding. Paths are seen from `base`, the directory of `vtrace.toml`.
    fn covers(&self, finding: &Finding, base: &Sources) -> bool {
        let path = |location: &Location| match &self.path {
            Some(pattern) => glob::matches_path(pattern, &base.show(&location.file)),
            None => true,
        };
        let function = |location: &Location| match &self.function {
            Some(pattern) => {
                let short = location.function.rsplit('/').next().unwrap_or_default();
                glob::matches(pattern, &location.function) || glob::matches(pattern, short)
            }
            None => true,
        };
        let nowhere = self.path.is_none() && self.function.is_none();
        let place = || own_places(finding).any(|location| path(location) && function(location));
        self.kind.contains(finding.kind) && (nowhere || place())
    }
}

impl Report {
    /// Sets aside what the user does not mind. The comments are looked for in `files` and in the files of the findings;
    /// `rules` come from `vtrace.toml`. What matched nothing is remarked.
    pub fn without_ignored<'a>(
        mut self,
        files: impl IntoIterator<Item = &'a str>,
        rules: &[IgnoreRule],
        sources: &Sources,
    ) -> Report {
        let mut all: BTreeSet<String> = files.into_iter().map(str::to_string).collect();
        all.extend(self.findings.iter().flat_map(own_places).map(|location| location.file.clone()));
        let comments: Vec<Comment> =
            all.iter().flat_map(|file| comments(file, sources, &mut self.remarks)).collect();
        let bases: Vec<Sources> = rules.iter().map(|rule| Sources::new(&rule.base)).collect();
        let mut used_comments = vec![false; comments.len()];
        let mut used_rules = vec![false; rules.len()];
        for finding in std::mem::take(&mut self.findings) {
            let mut why = None;
            for (at, rule) in rules.iter().enumerate().filter(|(at, rule)| rule.covers(&finding, &bases[*at]))
            {
                used_rules[at] = true;
                why = Some((rule.reason.clone(), Origin::Config));
            }
            for (at, comment) in
                comments.iter().enumerate().filter(|(_, comment)| comment.covers(&finding, sources))
            {
                used_comments[at] = true;
                why = Some((comment.reason.clone(), Origin::Comment));
            }
            match why {
                Some((reason, by)) => self.ignored.push(Ignored { finding, reason, by }),
                None => self.findings.push(finding),
            }
        }
        const UNUSED: &str = "this ignore matched nothing that was found";
        for (comment, _) in comments.iter().zip(used_comments).filter(|(_, used)| !used) {
            let (file, line) = (comment.file.clone(), comment.line);
            self.remarks.push(Remark { file, line, text: UNUSED.into() });
        }
        for (rule, _) in rules.iter().zip(used_rules).filter(|(_, used)| !used) {
            let file = rule.base.join(crate::config::FILE).display().to_string();
            self.remarks.push(Remark { file, line: rule.line, text: UNUSED.into() });
        }
        self.remarks.sort();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_reason_are_told_apart() {
        let some = |kinds: &[Kind]| Kinds::Some(kinds.to_vec());
        assert_eq!(parse(" race a benign counter"), Ok((some(&[Kind::Race]), "a benign counter".into())));
        assert_eq!(parse(" race, leak why"), Ok((some(&[Kind::Race, Kind::Leak]), "why".into())));
        assert_eq!(parse(" race ,leak why"), Ok((some(&[Kind::Race, Kind::Leak]), "why".into())));
        assert_eq!(parse(" all tested elsewhere"), Ok((Kinds::All, "tested elsewhere".into())));
        assert!(parse(" race").unwrap_err().contains("no reason"));
        assert!(parse("").unwrap_err().contains("does not say what"));
        assert!(parse("d race x").unwrap_err().contains("does not say what"));
        assert!(parse(" rase x").unwrap_err().contains("`rase`"));
        assert!(parse(" race,").is_err());
    }
}
