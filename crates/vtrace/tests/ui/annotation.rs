//! The findings that are written in a program: `//~ KIND` on the guilty line, `//~^ KIND` one line below it.

use std::collections::BTreeSet;
use std::fmt;

/// Findings, as far as the tests compare them.
pub type Marks = BTreeSet<Mark>;

/// A finding and its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mark {
    /// The file, as seen from the program's directory.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The kind by its name.
    pub kind: String,
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.kind)
    }
}

/// The findings that are written in `text`, the content of `file`.
pub fn parse(file: &str, text: &str) -> Marks {
    let mut marks = Marks::new();
    for (number, line) in (1..).zip(text.lines()) {
        for annotation in line.split("//~").skip(1) {
            let kinds = annotation.trim_start_matches('^');
            let up = annotation.len() - kinds.len();
            let kind = kinds.split_whitespace().next().unwrap_or_default().to_string();
            let known = vtrace_report::Kind::from_name(&kind).is_some();
            assert!(known && number > up, "{file}:{number}: there is no finding `{kind}` {up} lines up");
            marks.insert(Mark { file: file.to_string(), line: number - up, kind });
        }
    }
    marks
}
