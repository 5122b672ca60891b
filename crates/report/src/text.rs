//! A report for people: in the style of rustc, readable at first sight.
//!
//! A finding is told in this order: what happens, in one sentence; where, on the source lines; how it comes about, step by
//! step; how the goroutines stand in the end; what the run needs; what to try next.

mod finding;
mod line;
mod list;
mod parameters;
mod rows;
mod snippet;
mod summary;
mod table;

pub use finding::render as finding;
pub use summary::render as summary;

use crate::{Report, Sources, Standing};

/// How a report is shown.
#[derive(Clone, Debug)]
pub struct TextOptions {
    /// With ANSI colours.
    pub colour: bool,
    /// The columns of the terminal.
    pub width: usize,
    /// Show findings that need an assumption.
    pub possible: bool,
    /// The most steps of a trace to show; the middle of a longer one is left out. None shows all.
    pub steps: Option<usize>,
    /// The command that repeats a finding, with `{id}` in place of its id.
    pub repeat: Option<String>,
}

impl Default for TextOptions {
    fn default() -> TextOptions {
        TextOptions { colour: false, width: 100, possible: false, steps: Some(30), repeat: None }
    }
}

/// The findings to show, one after the other, and the summary.
pub fn report(report: &Report, sources: &Sources, options: &TextOptions) -> String {
    let mut text = String::new();
    for finding in &report.findings {
        if finding.standing != Standing::Possible || options.possible {
            text += &self::finding(finding, sources, options);
            text.push('\n');
        }
    }
    text + &summary(report, sources, options)
}
