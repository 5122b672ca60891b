//! Traces as files.
//!
//! ```json
//! {
//!   "program": ["./cmd/server"],
//!   "entry": "main",
//!   "time": "any",
//!   "schedule": ["step 2", "meet 3 1"],
//!   "expectation": {"kind": "leak", "at": [{"file": "main.go", "line": 12}]}
//! }
//! ```
//!
//! Without an expectation, a trace is to end as it ends on the machine. So is a schedule that `vtrace run --record` wrote, which can
//! stand in place of a trace.

use std::path::Path;

use anyhow::Context;
use serde::Deserialize;
use vtrace_machine::{Choice, TimeMode};
use vtrace_replay::Expectation;

use crate::commands::run::schedule::Schedule;

/// A trace.
pub struct Trace {
    pub program: Vec<String>,
    pub tags: Vec<String>,
    pub entry: String,
    pub time: TimeMode,
    pub arguments: Vec<String>,
    pub visible_output: bool,
    pub schedule: Vec<Choice>,
    pub expectation: Option<Expectation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    program: Vec<String>,
    #[serde(default)]
    tags: Vec<String>,
    entry: String,
    #[serde(default)]
    time: Time,
    #[serde(default)]
    arguments: Vec<String>,
    schedule: Vec<String>,
    expectation: Option<Expectation>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "snake_case")]
enum Time {
    #[default]
    Any,
    Virtual,
}

impl Trace {
    /// Reads a trace or a schedule.
    pub fn read(path: &Path) -> anyhow::Result<Trace> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        if !text.trim_start().starts_with('{') {
            return Ok(from_schedule(Schedule::read(path)?));
        }
        let file: File =
            serde_json::from_str(&text).with_context(|| format!("{} is not a trace", path.display()))?;
        let schedule = file.schedule.iter().enumerate().map(|(index, choice)| {
            choice.parse().with_context(|| format!("{}: step {index} of the schedule", path.display()))
        });
        Ok(Trace {
            schedule: schedule.collect::<anyhow::Result<_>>()?,
            program: file.program,
            tags: file.tags,
            entry: file.entry,
            time: match file.time {
                Time::Any => TimeMode::Any,
                Time::Virtual => TimeMode::Virtual,
            },
            arguments: file.arguments,
            visible_output: false,
            expectation: file.expectation,
        })
    }
}

fn from_schedule(schedule: Schedule) -> Trace {
    Trace {
        program: schedule.header.program,
        tags: Vec::new(),
        entry: schedule.header.entry,
        time: schedule.header.time,
        arguments: schedule.header.arguments,
        visible_output: true,
        schedule: schedule.steps.into_iter().map(|(choice, _)| choice).collect(),
        expectation: None,
    }
}
