//! Functions with unknown arguments as entry points: what is asked about them, and what is not.

use clap::Args;
use vtrace_check::Settings;
use vtrace_machine::Options;
use vtrace_program::Entry;
use vtrace_report::Kind;

use super::plan::Plan;

/// What the command line says about them.
#[derive(Args)]
pub struct Flags {
    /// Check each function and method that makes a channel or lock or starts a goroutine, and gets none from its caller:
    /// its parameters are unknown values
    #[arg(long, conflicts_with = "entry", help_heading = UNKNOWNS)]
    pub functions: bool,

    /// The numbers to try for unknown integers and lengths, besides those that they are compared with [default: 0,1,3]
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', help_heading = UNKNOWNS)]
    values: Vec<i64>,

    /// Give an unknown integer or length this value: n=5, len(jobs)=2; may be given several times
    #[arg(long, value_name = "NAME=N", value_parser = setting, help_heading = UNKNOWNS)]
    set: Vec<(String, i64)>,
}

const UNKNOWNS: &str = "Unknown inputs";

/// What unknown inputs may be.
#[derive(Clone, Debug)]
pub struct Unknowns {
    /// The numbers to try.
    pub values: Vec<i64>,
    /// The numbers that inputs have, by name.
    pub set: Vec<(String, i64)>,
}

impl Flags {
    /// The numbers that the user wants to be tried.
    pub fn values(&self) -> Option<Vec<i64>> {
        (!self.values.is_empty()).then(|| self.values.clone())
    }

    /// What unknown inputs may be.
    pub fn unknowns(&self) -> Unknowns {
        let values = self.values().unwrap_or_else(|| Options::default().integers);
        Unknowns { values, set: self.set.clone() }
    }
}

fn setting(text: &str) -> Result<(String, i64), String> {
    let parts = text.rsplit_once('=').map(|(name, value)| (name.trim(), value.trim()));
    match parts.map(|(name, value)| (name, value.parse())) {
        Some((name, Ok(value))) if !name.is_empty() => Ok((name.to_string(), value)),
        _ => Err("expected a name and a number, as n=5 or len(jobs)=2".to_string()),
    }
}

/// How to check an entry. What a function does with arguments that make no sense is not asked about, unless somebody asks;
/// neither is whether it ends, if it waits for something that nobody knows.
pub fn settings(plan: &Plan, entry: &Entry) -> Settings {
    let mut settings = plan.settings.clone();
    if entry.kind.is_function() {
        settings.infinite = 0;
        if plan.usual_kinds {
            settings.kinds.retain(|kind| !matches!(kind, Kind::Panic | Kind::Livelock | Kind::TestFailed));
        }
    }
    settings
}
