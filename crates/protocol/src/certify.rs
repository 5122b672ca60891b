//! Does the liberal module mean what the specification means?
//!
//! Roles that follow their own part can get ahead of each other. That is the point of the liberal module, and harmless as long as every run
//! of it is a run of the specification up to the order of actions that have nothing to do with each other: of different roles, and not the
//! sending and the receiving of one message.
//!
//! The liberal module's states are explored together with every state that the specification could be in (`candidates`). An action that no such
//! state allows is *extra*; where the module is stuck, or may end, and the specification goes on, an action is *lost*.
//!
//! That is the same for all runs that differ only in the order of independent actions, so first one of each is looked at (`reduced`).
//! Only if that finds something are all runs looked at, for a shortest one.

mod candidates;
mod reduced;

use std::collections::BTreeSet;
use std::hash::Hash;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use serde::Serialize;
use vtrace_property::System;

use candidates::{Candidates, Followed};

use crate::label::Action;
use crate::liberal::{Liberal, LiberalState};
use crate::lts::Lts;
use crate::projection::{ProjectionError, Typed};
use crate::specification::Specification;

/// What the comparison gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "standing")]
pub enum Certificate {
    /// The liberal module has exactly the specification's runs.
    Exact,
    /// It has them up to the order of independent actions.
    Causal,
    /// After `trace` it can do `action`, which the specification does not allow in any order.
    Extra {
        /// The actions before it.
        trace: Vec<Action>,
        /// The action.
        action: Action,
    },
    /// After `trace` it is stuck, although the specification goes on with `action`, or messages are left that nobody receives.
    Lost {
        /// The actions before it.
        trace: Vec<Action>,
        /// What the specification would do.
        action: Option<Action>,
    },
    /// After `trace` all its roles may stop, although the specification goes on with `action`.
    Ends {
        /// The actions before it.
        trace: Vec<Action>,
        /// What the specification would do.
        action: Option<Action>,
    },
    /// The comparison grew beyond its budget.
    Unknown {
        /// What there was too much of.
        limit: Limit,
    },
}

/// What a comparison had too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// States: more than these.
    States(usize),
    /// Ways in which the specification can be ahead of the module.
    Ahead,
}

impl Certificate {
    /// Whether the liberal module keeps the specification's meaning.
    pub fn is_certified(&self) -> bool {
        matches!(self, Self::Exact | Self::Causal)
    }
}

impl Serialize for Action {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:?}({},{},{})", self.kind, self.message, self.from, self.to))
    }
}

/// How many states are looked at for a shortest run, when it is known that there is one.
const SHORTEST: usize = 50_000;

/// Compares the liberal module of `lts` with it.
pub fn certify(lts: &Lts, liberal: &Liberal, max_states: usize) -> Result<Certificate, ProjectionError> {
    let specification = Specification::new(lts);
    let typed = Typed::of(&specification, max_states)?;
    let comparison = Comparison { typed: &typed, liberal };
    if let Some(found) = comparison.stuck(true, max_states) {
        return Ok(comparison.stuck(false, SHORTEST).unwrap_or(found));
    }
    if comparison.is_exact(max_states) {
        return Ok(Certificate::Exact);
    }
    Ok(match comparison.differs(true, max_states) {
        Ok(None) => Certificate::Causal,
        Ok(Some(found)) => comparison.differs(false, SHORTEST).ok().flatten().unwrap_or(found),
        Err(limit) => Certificate::Unknown { limit },
    })
}

/// The runs that were looked at: nodes in the order in which they were found, and the way to each.
struct Runs<N> {
    nodes: IndexMap<N, Option<(usize, Action)>, FxBuildHasher>,
}

impl<N: Hash + Eq> Runs<N> {
    fn from(start: N) -> Self {
        Self { nodes: [(start, None)].into_iter().collect() }
    }

    fn add(&mut self, before: usize, action: Action, node: N) {
        self.nodes.entry(node).or_insert(Some((before, action)));
    }

    fn trace(&self, mut node: usize) -> Vec<Action> {
        let mut trace = Vec::new();
        while let Some((before, action)) = self.nodes[node] {
            trace.push(action);
            node = before;
        }
        trace.reverse();
        trace
    }
}

struct Comparison<'c> {
    typed: &'c Typed,
    liberal: &'c Liberal,
}

impl Comparison<'_> {
    /// Where the liberal module is stuck, and what the specification, having done the same as far as it could, would do.
    fn stuck(&self, reduced: bool, max_states: usize) -> Option<Certificate> {
        let mut runs = Runs::from(self.liberal.start());
        let mut next = 0;
        while next < runs.nodes.len() && runs.nodes.len() <= max_states {
            let state = &runs.nodes.get_index(next)?.0.clone();
            let few = reduced.then(|| reduced::persistent(self.liberal, state)).flatten();
            // If nothing new comes of the few, the others may not be put off any longer.
            let few = few.filter(|steps| steps.iter().any(|(_, after)| !runs.nodes.contains_key(after)));
            let steps = few.unwrap_or_else(|| self.liberal.steps(state));
            if steps.is_empty() && !self.liberal.may_end(state) {
                return Some(self.lost(runs.trace(next)));
            }
            for (action, after) in steps {
                runs.add(next, action, after);
            }
            next += 1;
        }
        None
    }

    fn lost(&self, trace: Vec<Action>) -> Certificate {
        // The specification may know the run only in another order; then nothing is said about how it goes on.
        let mut at = BTreeSet::from([0]);
        for action in &trace {
            at = self.after(&at, action);
        }
        let action = at.iter().find_map(|&state| self.typed.transitions[state as usize].first());
        Certificate::Lost { trace, action: action.map(|&(action, _)| action) }
    }

    /// The states of the specification after `action` in one of `at`.
    fn after(&self, at: &BTreeSet<u32>, action: &Action) -> BTreeSet<u32> {
        let out = at.iter().flat_map(|&state| &self.typed.transitions[state as usize]);
        out.filter(|(other, _)| other == action).map(|&(_, target)| target).collect()
    }

    /// Whether the module does nothing that the specification does not do as well, in the same order.
    fn is_exact(&self, max_states: usize) -> bool {
        let mut runs = Runs::from((self.liberal.start(), BTreeSet::from([0])));
        let mut next = 0;
        while let Some(((state, at), _)) = runs.nodes.get_index(next) {
            let ends = at.iter().any(|&state| self.typed.may_terminate[state as usize]);
            if self.liberal.may_end(state) && !ends {
                return false;
            }
            let steps = self.liberal.steps(state).into_iter();
            let steps: Vec<_> =
                steps.map(|(action, after)| (action, (after, self.after(at, &action)))).collect();
            for (action, node) in steps {
                if node.1.is_empty() || runs.nodes.len() > max_states {
                    return false;
                }
                runs.add(next, action, node);
            }
            next += 1;
        }
        true
    }

    /// What the module does and the specification does not, in any order of independent actions.
    fn differs(&self, reduced: bool, max_states: usize) -> Result<Option<Certificate>, Limit> {
        let followed = Followed::new(self.typed);
        let mut runs = Runs::from((self.liberal.start(), Candidates::start()));
        let mut next = 0;
        while let Some(((state, candidates), _)) = runs.nodes.get_index(next) {
            if self.liberal.may_end(state) && !candidates.may_end(self.typed) {
                let action = candidates.goes_on(self.typed);
                return Ok(Some(Certificate::Ends { trace: runs.trace(next), action }));
            }
            let follow = |steps: Vec<(Action, LiberalState)>| -> Result<Vec<_>, Limit> {
                let follow = |(action, after)| Ok((action, (after, candidates.advance(&followed, &action)?)));
                steps.into_iter().map(follow).collect()
            };
            let few = reduced.then(|| reduced::persistent(self.liberal, state)).flatten();
            let few = few.map(follow).transpose()?;
            let few = few.filter(|steps| steps.iter().any(|(_, node)| !runs.nodes.contains_key(node)));
            let steps = few.map_or_else(|| follow(self.liberal.steps(state)), Ok)?;
            for (action, node) in steps {
                if node.1.is_empty() {
                    return Ok(Some(Certificate::Extra { trace: runs.trace(next), action }));
                }
                runs.add(next, action, node);
            }
            if runs.nodes.len() > max_states {
                return Err(Limit::States(max_states));
            }
            next += 1;
        }
        Ok(None)
    }
}
