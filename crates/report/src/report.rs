//! All that a check has to say.

use serde::{Deserialize, Serialize};

use crate::Finding;

/// All that a check has to say.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// The entry points, in the order of the program.
    pub entries: Vec<EntryResult>,
    /// What was found, each thing once, the surest first.
    pub findings: Vec<Finding>,
}

/// How the check of one entry point went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntryResult {
    /// Its name: `main`, `TestPool`.
    pub name: String,
    /// The import path of its package.
    pub package: String,
    /// How much was covered.
    pub verdict: Verdict,
    /// The external functions that were assumed not to matter.
    pub assumed: Vec<String>,
    /// The ids of what was found.
    pub findings: Vec<String>,
    /// How much work it was. Not the same from run to run, and so no part of the machine-readable report.
    #[serde(skip)]
    pub statistics: Statistics,
}

/// How much of an entry's behaviours was covered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "verdict")]
pub enum Verdict {
    /// All behaviours.
    Proved,
    /// Not all.
    Bounded {
        /// What bounded it: `60 s are over`, `at most 2 preemptions`.
        by: Vec<String>,
    },
    /// None.
    NotAnalysed {
        /// Why.
        why: String,
    },
}

/// How much work a search was.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Distinct states.
    pub states: u64,
    /// Transitions taken.
    pub transitions: u64,
    /// The length of the longest run.
    pub depth: u64,
    /// Milliseconds.
    pub milliseconds: u64,
    /// Bytes used by the search.
    pub memory: u64,
    /// The result was remembered from an earlier run.
    pub cached: bool,
}

impl EntryResult {
    /// The name that no other entry has: `example.com/pool.TestPool`.
    pub fn full_name(&self) -> String {
        match self.package.is_empty() {
            true => self.name.clone(),
            false => format!("{}.{}", self.package, self.name),
        }
    }
}
