//! The equivalences and preorders by name: decide, partition, minimise.
//!
//! [`Relation`] is the one list that the command line, the tests and the documentation share. Each relation knows how
//! to partition the states of a system, what its quotient is, and how to compare two states; explanations are in
//! [`crate::explain`].

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::bisimulation;
use crate::difference::{Difference, Ending, Side, difference_within, inclusion_within};
use crate::ktrace::KTrace;
use crate::language;
use crate::lts::{Label, Lts, State};
use crate::partition::Partition;
use crate::silent::{Collapsed, collapse};
use crate::simulation::{self, Simulation};
use crate::subsets::{DEFAULT_LIMIT, TooManySets};
use crate::words::{Observe, Words};

/// An equivalence of states. Those up to `ReadySimulation` with "weak" or "branching" in their names abstract from τ;
/// to the others τ is a label like any other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// Strong bisimilarity.
    Strong,
    /// Branching bisimilarity, blind to divergence.
    Branching,
    /// Branching bisimilarity that preserves divergence.
    DivergencePreservingBranching,
    /// Delay bisimilarity.
    Delay,
    /// Weak bisimilarity.
    Weak,
    /// The same traces.
    Trace,
    /// The same traces when τ is left out.
    WeakTrace,
    /// The same traces, and the same ones after which nothing can happen.
    CompletedTrace,
    /// The same when τ is left out.
    WeakCompletedTrace,
    /// The same failures: a trace with a set of labels that can be refused after it.
    Failures,
    /// The same traces and stable failures, τ left out: only states without silent steps refuse.
    WeakFailures,
    /// Each simulates the other.
    Simulation,
    /// Each ready-simulates the other.
    ReadySimulation,
    /// k-trace equivalence.
    KTrace(usize),
}

/// The relation is not known by that name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no relation is called {0:?}; there are {names} and k-trace:K", names = names())]
pub struct UnknownRelation(String);

/// Why a question about a relation has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum RelationError {
    /// Too many sets of states.
    #[error(transparent)]
    Sets(#[from] TooManySets),
    /// Too many saturated transitions.
    #[error(transparent)]
    Saturation(#[from] bisimulation::TooLarge),
    /// Too large a matrix.
    #[error(transparent)]
    Simulation(#[from] simulation::TooLarge),
    /// The relation is an equivalence only.
    #[error("{0} has no preorder; there is one for the trace, failures and simulation relations")]
    NoPreorder(Relation),
}

/// All relations but k-trace equivalence, with their names.
pub const RELATIONS: [(&str, Relation); 13] = [
    ("strong", Relation::Strong),
    ("branching", Relation::Branching),
    ("dp-branching", Relation::DivergencePreservingBranching),
    ("delay", Relation::Delay),
    ("weak", Relation::Weak),
    ("trace", Relation::Trace),
    ("weak-trace", Relation::WeakTrace),
    ("completed-trace", Relation::CompletedTrace),
    ("weak-completed-trace", Relation::WeakCompletedTrace),
    ("failures", Relation::Failures),
    ("weak-failures", Relation::WeakFailures),
    ("simulation", Relation::Simulation),
    ("ready-simulation", Relation::ReadySimulation),
];

fn names() -> String {
    RELATIONS.map(|(name, _)| name).join(", ")
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Relation::KTrace(k) = self {
            return write!(f, "k-trace:{k}");
        }
        let named = RELATIONS.iter().find(|(_, relation)| relation == self);
        f.write_str(named.expect("every other relation is in the list").0)
    }
}

impl FromStr for Relation {
    type Err = UnknownRelation;

    fn from_str(name: &str) -> Result<Relation, UnknownRelation> {
        if let Some(k) = name.strip_prefix("k-trace:").and_then(|k| k.parse().ok()) {
            return Ok(Relation::KTrace(k));
        }
        let found = RELATIONS.iter().find(|(known, _)| *known == name);
        found.map(|&(_, relation)| relation).ok_or_else(|| UnknownRelation(name.into()))
    }
}

/// How a relation sees words.
enum WordsOf {
    /// τ is a label.
    Concrete(Words),
    /// τ is silent, cycles of it are collapsed.
    Abstracted(Words, Collapsed),
}

impl WordsOf {
    fn words(&self) -> &Words {
        match self {
            WordsOf::Concrete(words) | WordsOf::Abstracted(words, _) => words,
        }
    }

    /// The state of the view that stands for a state of the system.
    fn state(&self, state: State) -> State {
        match self {
            WordsOf::Concrete(_) => state,
            WordsOf::Abstracted(_, collapsed) => collapsed.state_of[state as usize],
        }
    }
}

impl Relation {
    /// Is τ special?
    pub fn abstracts(self) -> bool {
        !matches!(
            self,
            Relation::Strong
                | Relation::Trace
                | Relation::CompletedTrace
                | Relation::Failures
                | Relation::Simulation
                | Relation::ReadySimulation
        )
    }

    /// The view through which this relation compares words, if that is what it does.
    fn words(self, lts: &Lts) -> Option<WordsOf> {
        let concrete = |observe| Some(WordsOf::Concrete(Words::concrete(lts, observe)));
        let abstracted = |observe| {
            let collapsed = collapse(lts);
            Some(WordsOf::Abstracted(Words::abstracted(&collapsed, observe), collapsed))
        };
        match self {
            Relation::Trace => concrete(Observe::Nothing),
            Relation::CompletedTrace => concrete(Observe::Completion),
            Relation::Failures => concrete(Observe::Refusals),
            Relation::WeakTrace => abstracted(Observe::Nothing),
            Relation::WeakCompletedTrace => abstracted(Observe::Completion),
            Relation::WeakFailures => abstracted(Observe::Refusals),
            _ => None,
        }
    }

    /// The states of `lts` by this equivalence.
    pub fn partition(self, lts: &Lts) -> Result<Partition, RelationError> {
        match self {
            Relation::Strong => Ok(bisimulation::strong(lts)),
            Relation::Branching => Ok(bisimulation::branching(lts)),
            Relation::DivergencePreservingBranching => Ok(bisimulation::divergence_preserving(lts)),
            Relation::Delay => Ok(bisimulation::delay(lts)?),
            Relation::Weak => Ok(bisimulation::weak(lts)?),
            Relation::Simulation => Ok(Simulation::new(lts, simulation::Kind::Plain)?.partition()),
            Relation::ReadySimulation => Ok(Simulation::new(lts, simulation::Kind::Ready)?.partition()),
            Relation::KTrace(k) => {
                let mut levels = KTrace::new(lts, false);
                levels.advance(k)?;
                Ok(levels.lifted(k))
            }
            _ => {
                let (finer, view) = self.reduced_words(lts).expect("all other relations compare words");
                let partition = language::partition(view.words())?;
                let partition = match &view {
                    WordsOf::Concrete(_) => partition,
                    WordsOf::Abstracted(_, collapsed) => collapsed.lift(&partition),
                };
                Ok(finer.then(&partition))
            }
        }
    }

    /// The view of [`Relation::words`] on a quotient by a finer relation that is cheap, and that relation: words are
    /// many, and bisimilar states are as good as one. The quotient has the labels of `lts`.
    fn reduced_words(self, lts: &Lts) -> Option<(Partition, WordsOf)> {
        let (finer, quotient) = match self {
            Relation::WeakTrace => {
                let finer = bisimulation::branching(lts);
                let quotient = finer.silent_quotient(lts);
                (finer, quotient)
            }
            Relation::WeakCompletedTrace | Relation::WeakFailures => {
                let finer = bisimulation::divergence_preserving(lts);
                let quotient = bisimulation::divergence_preserving_quotient(lts, &finer);
                (finer, quotient)
            }
            Relation::Trace | Relation::CompletedTrace | Relation::Failures => {
                let finer = bisimulation::strong(lts);
                let quotient = finer.quotient(lts, |_| false);
                (finer, quotient)
            }
            _ => return None,
        };
        let view = self.words(&quotient)?;
        Some((finer, view))
    }

    /// Can [`Relation::minimise`] reduce modulo this relation? Merging states that have the same weak completed traces
    /// or weak failures does not in general preserve these.
    pub fn has_quotient(self) -> bool {
        !matches!(self, Relation::WeakCompletedTrace | Relation::WeakFailures)
    }

    /// The quotient of `lts` modulo this relation, in which each class is equivalent to its members, and the classes.
    /// No two states of the quotient are equivalent. `None` if the relation has no quotient (see
    /// [`Relation::has_quotient`]).
    pub fn minimise(self, lts: &Lts) -> Result<Option<(Lts, Partition)>, RelationError> {
        if !self.has_quotient() {
            return Ok(None);
        }
        let partition = self.partition(lts)?;
        let quotient = match self {
            Relation::DivergencePreservingBranching => {
                bisimulation::divergence_preserving_quotient(lts, &partition)
            }
            _ if self.abstracts() => partition.silent_quotient(lts),
            _ => partition.quotient(lts, |_| false),
        };
        Ok(Some((quotient, partition)))
    }

    /// Are `s` and `t` equivalent? Looks only at what they reach.
    pub fn equivalent(self, lts: &Lts, s: State, t: State) -> Result<bool, RelationError> {
        if self.compares_words() {
            return Ok(self.separating_word(lts, s, t, DEFAULT_LIMIT)?.is_none());
        }
        let (part, old) = lts.reachable_from(&[s, t]);
        let new = |state: State| old.binary_search(&state).expect("roots are reachable") as State;
        Ok(self.partition(&part)?.same(new(s), new(t)))
    }

    fn compares_words(self) -> bool {
        use Relation::*;
        matches!(self, Trace | WeakTrace | CompletedTrace | WeakCompletedTrace | Failures | WeakFailures)
    }

    /// Is `s` below `t` in the preorder: are its traces, completed traces or failures among those of `t`; does `t`
    /// simulate it?
    pub fn included(self, lts: &Lts, s: State, t: State) -> Result<bool, RelationError> {
        match self {
            Relation::Simulation | Relation::ReadySimulation => {
                let kind = match self {
                    Relation::Simulation => simulation::Kind::Plain,
                    _ => simulation::Kind::Ready,
                };
                let (part, old) = lts.reachable_from(&[s, t]);
                let new = |state: State| old.binary_search(&state).expect("roots are reachable") as State;
                Ok(Simulation::new(&part, kind)?.simulated(new(s), new(t)))
            }
            _ => Ok(self.excluded_word(lts, s, t, DEFAULT_LIMIT)?.is_none()),
        }
    }

    /// The shortest word that `s` has and `t` has not, in a relation with a preorder on words.
    /// The sets of states that are needed must stay within `limit`.
    pub(crate) fn excluded_word(
        self,
        lts: &Lts,
        s: State,
        t: State,
        limit: usize,
    ) -> Result<Option<Separation>, RelationError> {
        let relation = if self == Relation::KTrace(1) { Relation::WeakTrace } else { self };
        let (classes, view) = relation.reduced_words(lts).ok_or(RelationError::NoPreorder(self))?;
        let (s, t) = (view.state(classes.class(s)), view.state(classes.class(t)));
        Ok(inclusion_within(view.words(), s, t, limit)?.map(|found| Separation::new(found, view.words())))
    }

    /// The shortest word that only one of the two has, in a relation that compares words; the sets of states that are
    /// needed must stay within `limit`.
    pub(crate) fn separating_word(
        self,
        lts: &Lts,
        s: State,
        t: State,
        limit: usize,
    ) -> Result<Option<Separation>, RelationError> {
        let (classes, view) = self.reduced_words(lts).expect("only asked of relations on words");
        let (s, t) = (view.state(classes.class(s)), view.state(classes.class(t)));
        Ok(difference_within(view.words(), s, t, limit)?.map(|found| Separation::new(found, view.words())))
    }
}

/// A [`Difference`] in terms of labels.
pub(crate) struct Separation {
    pub word: Vec<Label>,
    pub ending: Ending,
    pub side: Side,
}

impl Separation {
    fn new(found: Difference, words: &Words) -> Separation {
        let word = found.word.iter().map(|&symbol| words.symbol(symbol).0).collect();
        Separation { word, ending: found.ending, side: found.side }
    }
}
