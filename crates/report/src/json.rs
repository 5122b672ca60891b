//! A report for programs: one JSON document.
//!
//! The same program gives the same bytes from run to run: fields have a fixed order, and there are no times in it, nor the runs that
//! a search first came upon. Files below
//! the base directory are named as seen from there, all others by their absolute path, so that nothing is lost.

use serde::{Deserialize, Serialize};

use crate::{Finding, Location, Outcome, Report, Sources};

/// The number of the schema. It grows when a field changes its meaning or goes away, not when one is added.
pub const SCHEMA: u32 = 1;

/// What is written.
#[derive(Serialize)]
struct Written<'a> {
    schema: u32,
    tool: &'static str,
    version: &'static str,
    #[serde(flatten)]
    report: &'a Report,
}

/// Why a document could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is no report.
    #[error("this is not a report of vtrace: {0}")]
    Invalid(#[from] serde_json::Error),
    /// It is of another time.
    #[error("this report has schema {0}; this vtrace reads schema {SCHEMA}")]
    Schema(u32),
}

/// The document, with a line end.
pub fn write(report: &Report, sources: &Sources) -> String {
    let mut report = report.clone();
    each_finding(&mut report).for_each(|finding| finding.trace.found.clear());
    each_file(&mut report, |file| *file = sources.below(file).unwrap_or_else(|| std::mem::take(file)));
    let written =
        Written { schema: SCHEMA, tool: "vtrace", version: env!("CARGO_PKG_VERSION"), report: &report };
    // Only maps with keys that are no strings cannot be written, and there are none.
    serde_json::to_string_pretty(&written).unwrap_or_default() + "\n"
}

/// The report in a document. Relative paths are seen from the base directory.
pub fn read(text: &str, sources: &Sources) -> Result<Report, ReadError> {
    // The schema first: an unknown one explains whatever else is wrong.
    #[derive(Deserialize)]
    struct Schema {
        schema: u32,
    }
    let Schema { schema } = serde_json::from_str(text)?;
    if schema != SCHEMA {
        return Err(ReadError::Schema(schema));
    }
    let mut report: Report = serde_json::from_str(text)?;
    each_file(&mut report, |file| {
        if !file.is_empty() {
            *file = sources.base().join(&*file).display().to_string();
        }
    });
    Ok(report)
}

/// The findings of a report, also those that people do not see.
fn each_finding(report: &mut Report) -> impl Iterator<Item = &mut Finding> {
    let ignored = report.ignored.iter_mut().map(|ignored| &mut ignored.finding);
    report.findings.iter_mut().chain(&mut report.known).chain(&mut report.refuted).chain(ignored)
}

/// Does something with every file name of a report.
fn each_file(report: &mut Report, mut with: impl FnMut(&mut String)) {
    each_finding(report).for_each(|finding| each_location(finding, |location| with(&mut location.file)));
    for remark in &mut report.remarks {
        with(&mut remark.file);
    }
}

fn each_location(finding: &mut Finding, mut with: impl FnMut(&mut Location)) {
    finding.labels.iter_mut().for_each(|label| with(&mut label.location));
    for lane in &mut finding.trace.lanes {
        lane.started.iter_mut().for_each(&mut with);
        match &mut lane.outcome {
            Outcome::Running { location } | Outcome::Blocked { location, .. } => {
                location.iter_mut().for_each(&mut with);
            }
            Outcome::Returned | Outcome::Panicked { .. } => {}
        }
    }
    let acts = finding.trace.steps.iter_mut().flat_map(|step| &mut step.acts);
    acts.filter_map(|act| act.location.as_mut()).for_each(with);
}
