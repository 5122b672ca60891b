//! One run, led by somebody who knows the system: for systems in which a single state is so large that a search does not come far.
//!
//! A search looks at all that can happen in each state, and compares states. Both take time in the size of a state, so that
//! a run with very many actors takes time in the square of their number. Who leads a run needs to know only one thing that can happen.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use crate::budget::{Budget, Meter, Progress, Statistics};
use crate::depth_first::Exploration;
use crate::{Property, System};

/// Leads a run.
pub trait Guide<S: System> {
    /// What happens next. None ends the run.
    fn next(&mut self, system: &S, scratch: &mut S::Scratch, state: &S::State) -> Option<S::Action>;
}

/// Follows one run to where its guide ends it. Looks at its last state, and on the way at fewer and fewer: each time when it has
/// become twice as long.
pub fn walk<S: System, P: Property<S>>(
    system: &S,
    property: &P,
    guide: &mut impl Guide<S>,
    budget: &Budget,
    progress: &Progress,
) -> Exploration<P::Finding, S::Action> {
    let mut scratch = system.scratch();
    let mut meter = Meter::new(budget, progress);
    let mut findings: BTreeMap<P::Finding, Vec<S::Action>> = BTreeMap::new();
    let (mut actions, mut found) = (Vec::new(), Vec::new());
    let mut state = system.initial(&mut scratch);
    let mut path: Vec<S::Action> = Vec::new();
    let mut look = 0;
    let limit = loop {
        let length = path.len() as u64;
        let limit = meter.check(length).or_else(|| meter.is_too_deep(length + 1));
        let action = match limit {
            Some(_) => None,
            None => guide.next(system, &mut scratch, &state),
        };
        if length >= look || action.is_none() {
            look = 2 * length + 1;
            actions.clear();
            system.actions(&mut scratch, &state, &mut actions);
            property.check(system, &mut scratch, &state, &actions, &mut found);
            for finding in found.drain(..) {
                findings.entry(finding).or_insert_with(|| path.clone());
            }
        }
        let Some(action) = action else { break limit };
        system.apply(&mut scratch, &mut state, &action);
        path.push(action);
        progress.transitions.fetch_add(1, Ordering::Relaxed);
        progress.depth.store(path.len() as u64, Ordering::Relaxed);
    };
    let length = path.len() as u64;
    let statistics = Statistics { states: length + 1, transitions: length, depth: length };
    Exploration { findings, limit, statistics, cyclic: false }
}
