//! What each role sees of a protocol: its own actions, and which of them can follow which.
//!
//! The specification's runs, with everything that the role takes no part in left out, made deterministic and minimal. Receives carry the
//! type of their message: it tells the receiver which branch was chosen.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use vtrace_property::System;

use crate::label::{Action, RoleId};
use crate::minimise::bisimulation_classes;
use crate::specification::{Configuration, Specification};

/// A role's part of a protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// Whose part it is.
    pub role: RoleId,
    /// For every local state the actions that the role may take, and where they lead. State 0 is the initial one.
    pub transitions: Vec<Vec<(Action, u32)>>,
    /// Where the role may stop.
    pub may_terminate: Vec<bool>,
}

/// Why a protocol was not projected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProjectionError {
    /// Too many states.
    #[error("more than {0} states are needed; give a larger budget, or smaller parameters")]
    States(usize),
}

/// All states of the specification with the contents of its queues, written out.
#[derive(Clone, Debug)]
pub(crate) struct Typed {
    pub(crate) transitions: Vec<Vec<(Action, u32)>>,
    pub(crate) may_terminate: Vec<bool>,
}

impl Typed {
    pub(crate) fn of(specification: &Specification<'_>, max_states: usize) -> Result<Self, ProjectionError> {
        let mut states: IndexSet<Configuration, FxBuildHasher> = IndexSet::default();
        states.insert(specification.start());
        let (mut transitions, mut may_terminate) = (Vec::new(), Vec::new());
        while let Some(state) = states.get_index(transitions.len()).cloned() {
            may_terminate.push(specification.may_end(&state));
            let steps = specification.steps(&state);
            transitions.push(
                steps.into_iter().map(|(action, next)| (action, states.insert_full(next).0 as u32)).collect(),
            );
            if states.len() > max_states {
                return Err(ProjectionError::States(max_states));
            }
        }
        Ok(Self { transitions, may_terminate })
    }
}

/// The parts of all roles that act, in the order of their numbers.
pub fn project(specification: &Specification<'_>, max_states: usize) -> Result<Vec<Local>, ProjectionError> {
    let typed = Typed::of(specification, max_states)?;
    let mut roles: Vec<RoleId> =
        typed.transitions.iter().flatten().flat_map(|(action, _)| [action.from, action.to]).collect();
    roles.sort_unstable();
    roles.dedup();
    roles.into_iter().map(|role| project_on(&typed, role, max_states)).collect()
}

fn project_on(typed: &Typed, role: RoleId, max_states: usize) -> Result<Local, ProjectionError> {
    let close = |mut states: Vec<u32>| {
        let mut seen: IndexSet<u32, FxBuildHasher> = states.drain(..).collect();
        let mut next = 0;
        while let Some(&state) = seen.get_index(next) {
            next += 1;
            let silent =
                typed.transitions[state as usize].iter().filter(|(action, _)| !action.concerns(role));
            seen.extend(silent.map(|&(_, target)| target));
        }
        let mut closed: Vec<u32> = seen.into_iter().collect();
        closed.sort_unstable();
        closed
    };
    let mut sets: IndexSet<Vec<u32>, FxBuildHasher> = IndexSet::default();
    sets.insert(close(vec![0]));
    let (mut transitions, mut may_terminate) = (Vec::new(), Vec::new());
    while let Some(set) = sets.get_index(transitions.len()) {
        let mut by_action: IndexMap<Action, Vec<u32>> = IndexMap::new();
        for &state in set {
            for &(action, next) in
                typed.transitions[state as usize].iter().filter(|(action, _)| action.concerns(role))
            {
                by_action.entry(action).or_default().push(next);
            }
        }
        may_terminate.push(set.iter().any(|&state| typed.may_terminate[state as usize]));
        by_action.sort_keys();
        let out: Vec<(Action, u32)> = by_action
            .into_iter()
            .map(|(action, targets)| (action, sets.insert_full(close(targets)).0 as u32))
            .collect();
        transitions.push(out);
        if sets.len() > max_states {
            return Err(ProjectionError::States(max_states));
        }
    }
    let classes = bisimulation_classes(&transitions, |state| may_terminate[state]);
    let count = classes.iter().max().map_or(0, |&class| class as usize + 1);
    let mut local = Local { role, transitions: vec![Vec::new(); count], may_terminate: vec![false; count] };
    for (state, &class) in classes.iter().enumerate() {
        local.may_terminate[class as usize] = may_terminate[state];
        local.transitions[class as usize] =
            transitions[state].iter().map(|&(action, next)| (action, classes[next as usize])).collect();
    }
    Ok(local)
}
