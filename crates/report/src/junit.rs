//! A report for servers that know tests: JUnit's XML, one test case for each entry.
//!
//! There is no standard, only what readers accept: a case has at most one failure, and that has all findings of the entry. What
//! was not analysed is skipped, not passed.

use std::fmt::Write as _;

use crate::{EntryResult, Finding, Report, Sources, Standing, TextOptions, Verdict, text};

/// The document.
pub fn write(report: &Report, sources: &Sources, possible: bool) -> String {
    let options = TextOptions { possible, ..TextOptions::default() };
    let shown = |finding: &&Finding| possible || finding.standing != Standing::Possible;
    let cases = report.entries.iter().map(|entry| {
        let name = entry.full_name();
        let findings = report.findings.iter().filter(|finding| finding.entries.contains(&name)).filter(shown);
        Case { entry, findings: findings.collect() }
    });
    let cases: Vec<Case> = cases.collect();
    let mut packages: Vec<&str> = Vec::new();
    for case in &cases {
        if !packages.contains(&case.entry.package.as_str()) {
            packages.push(&case.entry.package);
        }
    }
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let all: Vec<&Case> = cases.iter().collect();
    // Writing to a string cannot fail.
    let _ = writeln!(xml, "<testsuites name=\"vtrace\"{}>", counts(&all));
    for package in packages {
        let cases: Vec<&Case> = cases.iter().filter(|case| case.entry.package == package).collect();
        let _ = writeln!(xml, "  <testsuite name=\"{}\"{}>", escape(package), counts(&cases));
        for case in cases {
            case.write(&mut xml, sources, &options);
        }
        xml += "  </testsuite>\n";
    }
    xml + "</testsuites>\n"
}

struct Case<'a> {
    entry: &'a EntryResult,
    findings: Vec<&'a Finding>,
}

impl Case<'_> {
    fn is_skipped(&self) -> bool {
        self.findings.is_empty() && matches!(self.entry.verdict, Verdict::NotAnalysed { .. })
    }

    fn write(&self, xml: &mut String, sources: &Sources, options: &TextOptions) {
        let name = escape(&self.entry.name);
        let package = escape(&self.entry.package);
        let time = seconds(self.entry.statistics.milliseconds);
        let _ = write!(xml, "    <testcase name=\"{name}\" classname=\"{package}\" time=\"{time}\"");
        let place = self.findings.first().and_then(|finding| finding.place());
        if let Some(place) = place {
            let file = escape(&sources.show(&place.file));
            let _ = write!(xml, " file=\"{file}\" line=\"{}\"", place.line);
        }
        *xml += ">\n";
        if let Some(first) = self.findings.first() {
            let more = match self.findings.len() {
                1 => String::new(),
                count => format!(" (and {} more)", count - 1),
            };
            let message = escape(&format!("{}{more}", first.message));
            let texts: Vec<String> =
                self.findings.iter().map(|finding| text::finding(finding, sources, options)).collect();
            let text = escape(&texts.join("\n"));
            let kind = first.kind.name();
            let _ = writeln!(xml, "      <failure type=\"{kind}\" message=\"{message}\">{text}</failure>");
        }
        match &self.entry.verdict {
            Verdict::NotAnalysed { why } if self.is_skipped() => {
                let _ =
                    writeln!(xml, "      <skipped message=\"{}\"/>", escape(&format!("not analysed: {why}")));
            }
            Verdict::Bounded { by } => {
                let text = escape(&format!("bounded: {}", by.join(", ")));
                let _ = writeln!(xml, "      <system-out>{text}</system-out>");
            }
            Verdict::Proved | Verdict::NotAnalysed { .. } => {}
        }
        *xml += "    </testcase>\n";
    }
}

fn counts(cases: &[&Case]) -> String {
    let failures = cases.iter().filter(|case| !case.findings.is_empty()).count();
    let skipped = cases.iter().filter(|case| case.is_skipped()).count();
    let time = seconds(cases.iter().map(|case| case.entry.statistics.milliseconds).sum());
    let tests = cases.len();
    format!(" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\" time=\"{time}\"")
}

fn seconds(milliseconds: u64) -> String {
    format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000)
}

/// The text as XML 1.0 can have it: some control characters cannot be written at all.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(c),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
