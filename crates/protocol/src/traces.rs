//! Whether two systems do the same: what generated code was seen to do, beside its model.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::convert::Infallible;
use std::fmt;

use indexmap::IndexSet;
use vtrace_property::System;

use crate::label::Action;

/// A shortest trace after which two systems differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The actions that both can take, one after the other.
    pub trace: Vec<Action>,
    /// What the first can do then, and whether it may end.
    pub one: (Vec<Action>, bool),
    /// The same of the other.
    pub other: (Vec<Action>, bool),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { trace, one, other } = self;
        write!(f, "after {trace:?}, one can do {:?} (may end: {}), ", one.0, one.1)?;
        write!(f, "the other {:?} (may end: {})", other.0, other.1)
    }
}

/// Compares the traces of two systems, and after which of them they may end. Neither need be deterministic.
pub fn compare_traces<A, B>(one: &A, other: &B) -> Option<Difference>
where
    A: System<Action = Action, Error = Infallible>,
    B: System<Action = Action, Error = Infallible>,
{
    let (mut one, mut other) = (Sets::of(one), Sets::of(other));
    let start = (BTreeSet::from([0]), BTreeSet::from([0]));
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([(Vec::new(), start)]);
    while let Some((trace, (left, right))) = queue.pop_front() {
        let (left_steps, right_steps) = (one.steps(&left), other.steps(&right));
        let of_one = (left_steps.keys().copied().collect(), one.may_end(&left));
        let of_other = (right_steps.keys().copied().collect(), other.may_end(&right));
        if of_one != of_other {
            return Some(Difference { trace, one: of_one, other: of_other });
        }
        for ((action, left), right) in left_steps.into_iter().zip(right_steps.into_values()) {
            if seen.insert((left.clone(), right.clone())) {
                let mut trace = trace.clone();
                trace.push(action);
                queue.push_back((trace, (left, right)));
            }
        }
    }
    None
}

/// A system, followed through all states at once that a trace can lead to. States have numbers, the initial one 0.
struct Sets<'s, S: System> {
    system: &'s S,
    states: IndexSet<S::State>,
}

impl<'s, S: System<Action = Action, Error = Infallible>> Sets<'s, S> {
    fn of(system: &'s S) -> Self {
        let Ok(initial) = system.initial();
        Self { system, states: IndexSet::from([initial]) }
    }

    fn steps(&mut self, set: &BTreeSet<usize>) -> BTreeMap<Action, BTreeSet<usize>> {
        let mut steps: BTreeMap<Action, BTreeSet<usize>> = BTreeMap::new();
        for &state in set {
            let Ok(successors) = self.system.successors(&self.states[state]);
            for (action, next) in successors {
                steps.entry(action).or_default().insert(self.states.insert_full(next).0);
            }
        }
        steps
    }

    fn may_end(&self, set: &BTreeSet<usize>) -> bool {
        set.iter().any(|&state| self.system.may_end(&self.states[state]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explored::Explored;
    use crate::label::ActionKind;

    fn action(message: u32) -> Action {
        Action { kind: ActionKind::Send, message, from: 0, to: 1 }
    }

    #[test]
    fn a_choice_that_falls_later_has_the_same_traces() {
        let steps = |steps: &[(u32, u32)]| steps.iter().map(|&(message, to)| (action(message), to)).collect();
        let late = Explored {
            transitions: vec![steps(&[(0, 1)]), steps(&[(1, 2), (2, 2)]), vec![]],
            ends: vec![false, false, true],
        };
        let early = Explored {
            transitions: vec![steps(&[(0, 1), (0, 2)]), steps(&[(1, 3)]), steps(&[(2, 3)]), vec![]],
            ends: vec![false, false, false, true],
        };
        assert_eq!(compare_traces(&late, &early), None);
        let lost = Explored { transitions: early.transitions.clone(), ends: vec![false; 4] };
        let difference = compare_traces(&late, &lost).expect("one of them may end");
        assert_eq!(difference.trace, [action(0), action(1)]);
        assert!(difference.one.1 && !difference.other.1, "{difference}");
    }
}
