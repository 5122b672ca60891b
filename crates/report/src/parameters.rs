//! For which values of its parameters an entry fails: the table, and the condition that separates failing from passing.

use serde::{Deserialize, Serialize};

use crate::Kind;

/// What was found out about an entry with unknown inputs, value by value.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Parameters {
    /// The inputs that shape its concurrency.
    pub parameters: Vec<Parameter>,
    /// The values that runs needed, in ascending order.
    pub valuations: Vec<Valuation>,
    /// When it fails, in words; for all kinds together first, then for each, if there are several.
    pub conditions: Vec<Condition>,
}

/// An input that shapes concurrency: how many goroutines, messages, or places in a channel there are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// As the user would name it: `n`, `len(jobs)`, `runtime.NumCPU()`.
    pub name: String,
    /// What it is used for.
    pub role: Role,
}

/// What a parameter is used for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The capacity of a channel, what is added to a WaitGroup, or how often a loop starts goroutines.
    Mandatory,
    /// Only how often a loop runs that starts none.
    Optional,
}

/// Some values, and what happens with them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Valuation {
    /// The value of each parameter; none if no run needed it.
    pub values: Vec<Option<i64>>,
    /// How it came out.
    pub outcome: Outcome,
    /// The kinds of bugs that were found.
    pub kinds: Vec<Kind>,
}

/// How a valuation came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Some run has a bug.
    Fails,
    /// All runs were looked at, and none has.
    Proved,
    /// The budget did not suffice to say.
    Undecided,
}

/// When it fails.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Condition {
    /// With a bug of this kind; none means any.
    pub kind: Option<Kind>,
    /// As a Go expression over the parameters: `K > M`; `always` if it fails whatever they are.
    pub text: String,
}

impl Parameters {
    /// How many valuations fail, and how many there are.
    pub fn score(&self) -> (usize, usize) {
        let failing = self.valuations.iter().filter(|valuation| valuation.outcome == Outcome::Fails).count();
        (failing, self.valuations.len())
    }
}
