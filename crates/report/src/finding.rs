//! A finding: what happens, where, and the interleaving that leads there.

use serde::{Deserialize, Serialize};

use crate::Kind;

/// A bug, and how it comes about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// Names the finding, and stays the same when unrelated code changes. Empty until [`crate::Report::merge`] gives one.
    pub id: String,
    /// What kind of bug.
    pub kind: Kind,
    /// How sure we are.
    pub standing: Standing,
    /// What happens, in one sentence, without a full stop.
    pub message: String,
    /// The places concerned, and what happens there. The first is the finding's own place.
    pub labels: Vec<Label>,
    /// The inputs that the run needs.
    pub inputs: Vec<Input>,
    /// None of the functions that call this one in the program causes it: it needs a caller that does this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<String>,
    /// How it comes about.
    pub trace: Trace,
    /// What to try next.
    pub help: Vec<String>,
    /// What the real program did when it was made to follow the trace. None if nobody tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<Replay>,
    /// The entry points whose runs show it: `example.com/pool.TestPool`. Empty until [`crate::Report::merge`].
    pub entries: Vec<String>,
}

/// How sure we are of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It was replayed on the real program.
    Confirmed,
    /// All values are known; it was not replayed.
    Certain,
    /// It needs an assumption about an external call or an input.
    Possible,
}

/// What came out of following traces on the real program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "outcome")]
pub enum Replay {
    /// Go's runtime says what was expected.
    Confirmed {
        /// Its words, in one line.
        says: String,
    },
    /// The real program does not go that way.
    Refuted {
        /// How many traces were tried.
        traces: u32,
        /// How many steps of the last one it followed, and how many there are.
        followed: (usize, usize),
        /// Why it did not follow the next one, or what it did at the end.
        why: String,
        /// There are no more traces.
        all: bool,
    },
    /// There is no verdict.
    Failed {
        /// Why.
        why: String,
    },
}

/// A place in the sources.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Location {
    /// The file, as absolute path; renderers show it relative to where the user is.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1; 0 if unknown.
    pub column: u32,
    /// The function, as Go names it: `main.worker`, `main.main.func1`.
    pub function: String,
}

/// What happens at a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Label {
    /// Where.
    pub location: Location,
    /// What: `goroutine 1.1 waits here for mu, held by main`.
    pub text: String,
}

/// An input and the value it must have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Input {
    /// As the user would name it: `n`, `len(os.Args)`.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// An interleaving.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Trace {
    /// The goroutines, in the order in which they started.
    pub lanes: Vec<Lane>,
    /// What happens, in order.
    pub steps: Vec<Step>,
    /// What was left out of a very long trace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub omitted: Option<Omitted>,
    /// The entry point whose run it is: `example.com/pool.TestPool`. Empty until [`crate::Report::merge`].
    #[serde(default)]
    pub entry: String,
    /// The choices that lead there, in the notation of `vtrace run --schedule`.
    pub schedule: Vec<String>,
    /// The choices that lead from its end back to the same state, if the bug is that they can be made for ever.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub circle: Vec<String>,
    /// The choices by which the search came upon it, before the run was made short; empty if nobody knows. Which ones these are
    /// may depend on which worker was first, so [`crate::json`] leaves them out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<String>,
}

/// Steps that were left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Omitted {
    /// How many of the steps that are there come before them.
    pub after: usize,
    /// How many were left out.
    pub steps: usize,
}

/// A goroutine of a trace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lane {
    /// `main`, or the spawn path: `1.2` is the second goroutine that main's first goroutine started.
    pub name: String,
    /// The function that it runs.
    pub function: String,
    /// Where it was started; none for main.
    pub started: Option<Location>,
    /// How it stands when the trace ends.
    pub outcome: Outcome,
}

/// How a goroutine stands when the trace ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "state")]
pub enum Outcome {
    /// It has returned.
    Returned,
    /// It could go on.
    Running {
        /// Before what.
        location: Option<Location>,
    },
    /// It can not go on.
    Blocked {
        /// Where.
        location: Option<Location>,
        /// In what, as Go's own dumps say: `chan send`, `sync.Mutex.Lock`.
        reason: String,
    },
    /// It has panicked.
    Panicked {
        /// Go's text.
        text: String,
    },
}

/// What happens at once: something that one goroutine does, or two that meet on a channel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// What the goroutines do. Of two that meet, the one that gives comes first.
    pub acts: Vec<Act>,
}

/// What one goroutine does in a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Act {
    /// Which goroutine, by its place in [`Trace::lanes`]; none for a timer.
    pub lane: Option<usize>,
    /// Where; none for a goroutine's end and the like.
    pub location: Option<Location>,
    /// What: `sends 1`, `locks mu`, `starts 1.2`, `blocks`.
    pub what: String,
}

impl Finding {
    /// The finding's own place.
    pub fn place(&self) -> Option<&Location> {
        self.labels.first().map(|label| &label.location)
    }

    /// The entry point whose run its trace is.
    pub fn entry(&self) -> Option<&String> {
        Some(&self.trace.entry).filter(|entry| !entry.is_empty()).or(self.entries.first())
    }
}

impl Trace {
    /// Of a longer trace only the first and the last steps are kept, so many of each.
    const ENDS: usize = 500;

    /// Adds a step. What is then in the middle of a very long trace is left out.
    pub fn push(&mut self, step: Step) {
        self.steps.push(step);
        // Not at every step: leaving out has its price, too.
        if self.steps.len() >= 4 * Self::ENDS {
            let middle = Self::ENDS..self.steps.len() - Self::ENDS;
            let before = self.omitted.map_or(0, |omitted| omitted.steps);
            self.omitted = Some(Omitted { after: Self::ENDS, steps: before + middle.len() });
            self.steps.drain(middle);
        }
    }

    /// The number of a step that is there, from 1.
    pub fn number(&self, at: usize) -> usize {
        let omitted = self.omitted.filter(|omitted| omitted.after <= at);
        at + 1 + omitted.map_or(0, |omitted| omitted.steps)
    }

    /// How many steps there are, with those that were left out.
    pub fn length(&self) -> usize {
        self.steps.len() + self.omitted.map_or(0, |omitted| omitted.steps)
    }

    /// How often the reader must look at another goroutine: steps that have no goroutine in common with the step before.
    /// Timers belong to nobody and interrupt nobody.
    pub fn switches(&self) -> usize {
        let lanes = |step: &Step| step.acts.iter().filter_map(|act| act.lane).collect::<Vec<usize>>();
        let steps: Vec<Vec<usize>> = self.steps.iter().map(lanes).filter(|lanes| !lanes.is_empty()).collect();
        steps.windows(2).filter(|pair| !pair[0].iter().any(|lane| pair[1].contains(lane))).count()
    }
}

impl Standing {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Confirmed => "confirmed",
            Standing::Certain => "certain",
            Standing::Possible => "possible",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_very_long_trace_is_left_out() {
        let mut trace = Trace::default();
        for number in 1..=1_000_000 {
            let act = Act { lane: Some(0), location: None, what: number.to_string() };
            trace.push(Step { acts: vec![act] });
        }
        assert!(trace.steps.len() < 4 * Trace::ENDS);
        assert_eq!(trace.length(), 1_000_000);
        for (at, step) in trace.steps.iter().enumerate() {
            assert_eq!(step.acts[0].what, trace.number(at).to_string());
        }
    }
}
