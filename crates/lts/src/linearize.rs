//! Linearizability as trace refinement.
//!
//! A concurrent object is linearizable with respect to a specification iff each of its histories, the sequences of calls
//! and returns, is one of the *atomic* object that does every operation of the specification in one step between call
//! and return. So, with everything but calls and returns silent, it is inclusion of weak traces. A specification can
//! be given as the system of the atomic object itself, or as a sequential one, in which each call is followed at
//! once by its return and no threads are named; then [`atomic_object`] makes the atomic object for the threads of
//! the implementation.

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::event::{self, Kind};
use crate::explain::{Explanation, TraceDifference, explain_exclusion};
use crate::hide::hide_internal;
use crate::lts::{Label, Labels, Lts, State, Transition};
use crate::relation::{Relation, RelationError};

/// Why linearizability could not be decided.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LinearizeError {
    /// The comparison has no answer.
    #[error(transparent)]
    Relation(#[from] RelationError),
    /// The labels of the implementation tell of no calls.
    #[error("the implementation has no labels of the form CALL !METHOD !THREAD")]
    NoCalls,
    /// A sequential specification must alternate.
    #[error("state {state} of the specification: {problem}")]
    NotSequential {
        /// Where.
        state: State,
        /// What is wrong.
        problem: &'static str,
    },
    /// The atomic object has too many states.
    #[error("the atomic object of this specification has more than {0} states")]
    TooManyStates(usize),
}

/// An implementation compared with its specification.
pub struct Linearized {
    /// The system in which the counterexample lives: the implementation, with all but calls and returns hidden.
    pub implementation: Lts,
    /// A shortest history that the specification does not have; none if there is none.
    pub counterexample: Option<TraceDifference>,
}

/// Is every history of `implementation` one of `specification`, both given as concurrent objects?
pub fn check(implementation: &Lts, specification: &Lts) -> Result<Linearized, LinearizeError> {
    let used = event::used(implementation);
    if event::threads(implementation, &used).is_empty() {
        return Err(LinearizeError::NoCalls);
    }
    let implementation = hide_internal(implementation);
    let (both, offset) = implementation.union(&hide_internal(specification));
    let target = specification.initial() + offset;
    let explanation = explain_exclusion(&both, implementation.initial(), target, Relation::WeakTrace)?;
    // The union keeps the numbers of the implementation's labels and states.
    let counterexample = match explanation {
        Some(Explanation::Trace(trace)) => Some(trace),
        _ => None,
    };
    Ok(Linearized { implementation, counterexample })
}

/// The most states that [`atomic_object`] makes.
const MAX_STATES: usize = 20_000_000;

/// Where a thread stands: idle, or waiting for its operation to happen, or done with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Status {
    Idle,
    /// With the label of its call in the specification.
    Called(Label),
    /// With the label of its return in the specification.
    Done(Label),
}

/// The atomic object of a sequential `specification` for `threads`: a thread may call whatever the specification ever
/// calls, the operation then happens in one silent step when the specification allows it, and the thread returns.
/// Has up to (states) · (1 + calls + returns)^threads states.
pub fn atomic_object(specification: &Lts, threads: &[&str]) -> Result<Lts, LinearizeError> {
    let kinds = sequential_kinds(specification)?;
    let used = event::used(specification);
    let calls: Vec<Label> = (0..kinds.len() as u32)
        .map(Label)
        .filter(|label| used[label.index()] && kinds[label.index()] == Some(Kind::Call))
        .collect();
    let mut labels = Labels::new();
    let mut transitions = Vec::new();
    let start = (specification.initial(), vec![Status::Idle; threads.len()]);
    let mut numbers: FxHashMap<(State, Vec<Status>), State> = FxHashMap::from_iter([(start.clone(), 0)]);
    let mut worlds = vec![start];
    let mut at = 0;
    while at < worlds.len() {
        if worlds.len() > MAX_STATES {
            return Err(LinearizeError::TooManyStates(MAX_STATES));
        }
        let (state, statuses) = worlds[at].clone();
        let source = at as State;
        let mut step = |label: Label, state: State, thread: usize, status: Status| {
            let mut statuses = statuses.clone();
            statuses[thread] = status;
            let next = worlds.len() as State;
            let target = *numbers.entry((state, statuses)).or_insert_with_key(|world| {
                worlds.push(world.clone());
                next
            });
            transitions.push(Transition { source, label, target });
        };
        for (thread, name) in threads.iter().enumerate() {
            match statuses[thread] {
                Status::Idle => {
                    for &call in &calls {
                        let label = labels.intern(&format!("{} !{name}", specification.name(call)));
                        step(label, state, thread, Status::Called(call));
                    }
                }
                Status::Called(call) => {
                    for called in specification.edges_with(state, call) {
                        for returned in specification.edges(called.target) {
                            step(Label::TAU, returned.target, thread, Status::Done(returned.label));
                        }
                    }
                }
                Status::Done(returned) => {
                    let label = labels.intern(&format!("{} !{name}", specification.name(returned)));
                    step(label, state, thread, Status::Idle);
                }
            }
        }
        at += 1;
    }
    Ok(Lts::new(0, worlds.len(), labels, &transitions))
}

/// What each label of a sequential specification is, after checking that calls and returns alternate.
fn sequential_kinds(specification: &Lts) -> Result<Vec<Option<Kind>>, LinearizeError> {
    let kinds: Vec<Option<Kind>> = specification
        .labels()
        .iter()
        .map(|(_, name)| {
            let word = name.split('!').next().unwrap_or_default().trim();
            match word {
                _ if word.eq_ignore_ascii_case("CALL") => Some(Kind::Call),
                _ if word.eq_ignore_ascii_case("RET") => Some(Kind::Return),
                _ => None,
            }
        })
        .collect();
    let fail = |state, problem| Err(LinearizeError::NotSequential { state, problem });
    // From the initial state on: where calls may start, and where a call waits for its return.
    let mut expected: Vec<Option<Kind>> = vec![None; specification.state_count()];
    expected[specification.initial() as usize] = Some(Kind::Call);
    let mut stack = vec![specification.initial()];
    while let Some(state) = stack.pop() {
        let here = expected[state as usize].expect("only states with an expectation are visited");
        for edge in specification.edges(state) {
            let Some(kind) = kinds[edge.label.index()] else {
                return fail(state, "a sequential specification has only calls and returns");
            };
            if kind != here {
                return fail(state, "calls and returns do not alternate; is this a concurrent object?");
            }
            let next = if kind == Kind::Call { Kind::Return } else { Kind::Call };
            match expected[edge.target as usize] {
                None => {
                    expected[edge.target as usize] = Some(next);
                    stack.push(edge.target);
                }
                Some(known) if known != next => {
                    return fail(edge.target, "it is reached both by a call and by a return");
                }
                Some(_) => {}
            }
        }
    }
    Ok(kinds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aut::parse;
    use crate::objects::{Kind as Object, Values, Workload};

    fn workload(threads: u8, operations: u8) -> Workload {
        Workload { threads, operations, values: Values::Unique, detailed: true, limit: 1_000_000 }
    }

    #[test]
    fn the_objects_are_linearizable() {
        for object in [Object::Treiber, Object::MichaelScott, Object::HerlihyWing, Object::Ccas] {
            let implementation = object.generate(&workload(2, 2)).unwrap();
            let specification = object.specification().generate(&workload(2, 2)).unwrap();
            let result = check(&implementation, &specification).unwrap();
            assert!(result.counterexample.is_none(), "{object}");
        }
    }

    #[test]
    fn a_stack_is_not_a_queue() {
        let rename = |name: &str| name.replace("PUSH", "ENQ").replace("POP", "DEQ");
        let stack = Object::Treiber.generate(&workload(2, 2)).unwrap();
        let mut labels = Labels::new();
        let renamed: Vec<Label> =
            stack.labels().iter().map(|(_, name)| labels.intern(&rename(name))).collect();
        let stack = stack.relabel(labels, |label| renamed[label.index()]);
        let queue = Object::AtomicQueue.generate(&workload(2, 2)).unwrap();
        let result = check(&stack, &queue).unwrap();
        let trace = result.counterexample.unwrap();
        let history: Vec<&str> = trace.word.iter().map(|w| result.implementation.name(w.0)).collect();
        assert_eq!(history.len(), 5, "a put, a later put, a take of the later one: {history:?}");
    }

    #[test]
    fn a_sequential_specification_becomes_an_atomic_object() {
        // A register that holds a bit.
        let register = "des (0,8,6)\n(0,\"CALL !READ\",2)\n(2,\"RET !READ !0\",0)\n(0,\"CALL !FLIP\",3)\n\
            (3,\"RET !FLIP\",1)\n(1,\"CALL !READ\",4)\n(4,\"RET !READ !1\",1)\n(1,\"CALL !FLIP\",5)\n(5,\"RET !FLIP\",0)\n";
        let register = parse(register.as_bytes()).unwrap().lts;
        let object = atomic_object(&register, &["1", "2"]).unwrap();
        assert!(check(&object, &object).unwrap().counterexample.is_none());
        let broken = "des (0,4,5)\n(0,\"CALL !FLIP !1\",1)\n(1,\"RET !FLIP !1\",2)\n(2,\"CALL !READ !2\",3)\n\
            (3,\"RET !READ !0 !2\",4)\n";
        let broken = parse(broken.as_bytes()).unwrap().lts;
        assert_eq!(check(&broken, &object).unwrap().counterexample.unwrap().word.len(), 4);
        assert!(atomic_object(&broken, &["1"]).is_ok(), "one thread at a time is sequential");
        assert!(matches!(atomic_object(&object, &["1"]), Err(LinearizeError::NotSequential { .. })));
    }
}
