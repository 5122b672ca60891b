//! Does the liberal module mean what the specification means?
//!
//! Roles that follow their own part can get ahead of each other. That is the point of the liberal module, and harmless as long as every run
//! of it is a run of the specification up to the order of actions that have nothing to do with each other: of different roles, and not the
//! sending and the receiving of one message.
//!
//! The liberal module's states are explored together with every state that the specification could be in: a state of it, and the actions that
//! each role still owes, because the specification has them behind it and the module does not. An action that no such state allows is *extra*;
//! a state where the module is stuck and the specification is not is a *lost* action.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustc_hash::FxHashMap;
use serde::Serialize;
use vtrace_property::System;

use crate::label::{Action, ActionKind, RoleId};
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
    /// The comparison grew beyond its budget.
    Unknown,
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

/// How far the specification may run ahead of a role.
const AHEAD: usize = 12;

/// How many states it could be in are looked at for one action.
const CANDIDATES: usize = 20_000;

/// A state that the specification could be in: its number, and what each role still owes.
type Candidate = (u32, BTreeMap<RoleId, VecDeque<Action>>);

/// Compares the liberal module of `lts` with it.
pub fn certify(lts: &Lts, liberal: &Liberal, max_states: usize) -> Result<Certificate, ProjectionError> {
    let specification = Specification::new(lts);
    let typed = Typed::of(&specification, max_states)?;
    if let Some(lost) = deadlock(&typed, liberal, max_states) {
        return Ok(lost);
    }
    let start = (liberal.start(), BTreeSet::from([(0u32, BTreeMap::new())]));
    let mut seen: FxHashMap<(LiberalState, BTreeSet<Candidate>), usize> = FxHashMap::default();
    let mut nodes: Vec<(LiberalState, BTreeSet<Candidate>)> = vec![start.clone()];
    let mut parents: Vec<Option<(usize, Action)>> = vec![None];
    seen.insert(start, 0);
    let mut exact = true;
    let mut next = 0;
    while next < nodes.len() {
        let (state, candidates) = nodes[next].clone();
        let steps = liberal.steps(&state);
        for (action, after) in steps {
            exact &= candidates.iter().any(|(at, owed)| {
                owed.is_empty() && typed.transitions[*at as usize].iter().any(|(other, _)| *other == action)
            });
            let Some(moved) = advance(&typed, &candidates, &action, max_states) else {
                return Ok(Certificate::Unknown);
            };
            if moved.is_empty() {
                return Ok(Certificate::Extra { trace: trace(&parents, next), action });
            }
            let node = (after, moved);
            if !seen.contains_key(&node) {
                seen.insert(node.clone(), nodes.len());
                nodes.push(node);
                parents.push(Some((next, action)));
                if nodes.len() > max_states {
                    return Ok(Certificate::Unknown);
                }
            }
        }
        next += 1;
    }
    Ok(if exact { Certificate::Exact } else { Certificate::Causal })
}

/// The shortest way to where the liberal module is stuck, and what the specification, having done the same as far as it could, would do.
fn deadlock(typed: &Typed, liberal: &Liberal, budget: usize) -> Option<Certificate> {
    let mut nodes = vec![liberal.start()];
    let mut seen: FxHashMap<LiberalState, ()> = FxHashMap::from_iter([(liberal.start(), ())]);
    let mut parents: Vec<Option<(usize, Action)>> = vec![None];
    let mut next = 0;
    while next < nodes.len() && nodes.len() <= budget {
        let state = nodes[next].clone();
        let steps = liberal.steps(&state);
        if steps.is_empty() && !liberal.may_end(&state) {
            let trace = trace(&parents, next);
            // The specification may know the run only in another order; then nothing is said about how it goes on.
            let mut at = BTreeSet::from([0u32]);
            for done in &trace {
                let out = at.iter().flat_map(|&state| &typed.transitions[state as usize]);
                at = out.filter(|(action, _)| action == done).map(|&(_, target)| target).collect();
            }
            let action = at.iter().flat_map(|&state| &typed.transitions[state as usize]).next();
            let action = action.map(|&(action, _)| action);
            return Some(Certificate::Lost { trace, action });
        }
        for (action, after) in steps {
            if seen.insert(after.clone(), ()).is_none() {
                nodes.push(after);
                parents.push(Some((next, action)));
            }
        }
        next += 1;
    }
    None
}

fn trace(parents: &[Option<(usize, Action)>], mut node: usize) -> Vec<Action> {
    let mut trace = Vec::new();
    while let Some((before, action)) = parents[node] {
        trace.push(action);
        node = before;
    }
    trace.reverse();
    trace
}

/// The states that the specification could be in after `action`. None if they are too many to tell.
fn advance(
    typed: &Typed,
    candidates: &BTreeSet<Candidate>,
    action: &Action,
    budget: usize,
) -> Option<BTreeSet<Candidate>> {
    let roles = |action: &Action| {
        let other = (action.kind == ActionKind::Handshake).then_some(action.to);
        std::iter::once(action.subject()).chain(other)
    };
    let mut moved = BTreeSet::new();
    let mut pruned = false;
    for (at, owed) in candidates {
        let owes: Vec<bool> =
            roles(action).map(|role| owed.get(&role).is_some_and(|queue| !queue.is_empty())).collect();
        if owes.iter().any(|&owes| owes) {
            // The specification has been here already: it must be what the role owes first.
            let mut owed = owed.clone();
            let fits = roles(action).all(|role| owed.get(&role).and_then(VecDeque::front) == Some(action));
            if fits {
                for role in roles(action) {
                    if let Some(queue) = owed.get_mut(&role) {
                        queue.pop_front();
                        if queue.is_empty() {
                            owed.remove(&role);
                        }
                    }
                }
                moved.insert((*at, owed));
            }
            continue;
        }
        // The specification goes on, by actions of other roles, until the role does this.
        let mut seen: BTreeSet<Candidate> = BTreeSet::from([(*at, owed.clone())]);
        let mut todo: Vec<Candidate> = vec![(*at, owed.clone())];
        while let Some((at, owed)) = todo.pop() {
            for (other, target) in &typed.transitions[at as usize] {
                if other == action {
                    moved.insert((*target, owed.clone()));
                    continue;
                }
                if roles(action).any(|role| other.concerns(role)) {
                    continue;
                }
                let mut owed = owed.clone();
                let mut too_far = false;
                for role in roles(other) {
                    let queue = owed.entry(role).or_default();
                    queue.push_back(*other);
                    pruned |= queue.len() > AHEAD;
                    too_far |= queue.len() > AHEAD;
                }
                let candidate = (*target, owed);
                if !too_far && seen.insert(candidate.clone()) {
                    todo.push(candidate);
                }
                if seen.len() > budget.min(CANDIDATES) {
                    return None;
                }
            }
        }
    }
    // Without any candidate left, one that was given up might have been the one.
    if moved.is_empty() && pruned { None } else { Some(moved) }
}
