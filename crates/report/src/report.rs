//! All that a check has to say.

use serde::{Deserialize, Serialize};

use crate::{Finding, Known, Parameters, Replay, Standing};

/// All that a check has to say.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// The entry points, in the order of the program.
    pub entries: Vec<EntryResult>,
    /// What was found, each thing once, the surest first.
    pub findings: Vec<Finding>,
    /// What was found on the machine, and what the real program does not do, whichever way it is led there.
    #[serde(default)]
    pub refuted: Vec<Finding>,
    /// What was found and is not to be minded: see [`Report::without_ignored`].
    #[serde(default)]
    pub ignored: Vec<Ignored>,
    /// What was found and is in the baseline: see [`Report::against`].
    #[serde(default)]
    pub known: Vec<Finding>,
    /// What the baseline has and this check did not find.
    #[serde(default)]
    pub gone: Vec<Known>,
    /// What is odd about the user's comments and files, such as an ignore that matched nothing.
    #[serde(default)]
    pub remarks: Vec<Remark>,
}

/// A finding that is not to be minded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ignored {
    /// What was found.
    pub finding: Finding,
    /// Why it is not to be minded, in the user's words.
    pub reason: String,
    /// Where the user said so.
    pub by: Origin,
}

/// Where an ignore was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// In a `//vtrace:ignore` comment.
    Comment,
    /// In `vtrace.toml`.
    Config,
}

/// Something about the user's comments and files that they should know.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Remark {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 for the file.
    pub line: u32,
    /// What, in one sentence.
    pub text: String,
}

/// How the check of one entry point went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntryResult {
    /// Its name: `main`, `TestPool`; empty for a package as a whole, if that does not compile.
    pub name: String,
    /// The import path of its package.
    pub package: String,
    /// How much was covered.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The external functions that were assumed not to matter.
    pub assumed: Vec<String>,
    /// For which values of its inputs it fails, if some shape its concurrency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Parameters>,
    /// The ids of what was found, also of what is ignored or known.
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

impl Report {
    /// Sets aside what replays have refuted for good, and sorts the rest: the surest come first.
    pub fn without_refuted(mut self) -> Report {
        let for_good = |finding: &Finding| matches!(finding.replay, Some(Replay::Refuted { all: true, .. }));
        let (refuted, findings) = std::mem::take(&mut self.findings).into_iter().partition(for_good);
        self.refuted = refuted;
        self.findings = findings;
        self.findings.sort_by_key(|finding| finding.standing);
        self
    }

    /// There is something that should fail a build: a finding that is sure, not ignored and not in the baseline.
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.standing != Standing::Possible)
    }
}

impl EntryResult {
    /// The name that no other entry has: `example.com/pool.TestPool`.
    pub fn full_name(&self) -> String {
        match (self.package.as_str(), self.name.as_str()) {
            ("", name) => name.to_string(),
            (package, "") => package.to_string(),
            (package, name) => format!("{package}.{name}"),
        }
    }
}
