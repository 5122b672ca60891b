//! Whoever called the function that is checked: what they can reach, and whom they could wake.
//!
//! A goroutine that waits on a channel which the caller knows, because it is an argument, a result, a package-level variable
//! or can be reached from one, does not wait for ever as far as anybody can tell. A lock is another matter: nobody
//! unlocks what somebody else has locked.

use crate::footprint::{self, Operation};
use crate::program::Program;
use crate::reach::Reach;
use crate::state::State;
use crate::unknown::{Input, Term, objects_of};
use crate::value::{ObjectId, Value};

/// What the function has returned stands among the inputs under this name: the caller holds both.
const RESULTS: &str = "the results";

/// Bits of [`Reach`].
const CALLER: u64 = 1;
const WOKEN: u64 = 2;

/// Keeps what the function returned.
pub(crate) fn keep_results(program: &Program, state: &mut State, results: Vec<Value>) {
    let Some(ty) = program.opaque.ty.filter(|_| program.opaque.called) else { return };
    let slots = program.terms.input(Input::new(RESULTS, ty), 1);
    if let [Value::Unknown(id)] = slots[..] {
        let at = state.bindings.partition_point(|(bound, _)| *bound < id);
        state.bindings.insert(at, (id, results.into()));
    }
}

/// Whether the values bound to a term are the function's results, and no input.
pub(crate) fn is_results(program: &Program, term: u32) -> bool {
    matches!(program.terms.get(term), Term::Input(input) if input.name == RESULTS)
}

/// Notes that somebody outside has these values now, and all that they lead to: they were sent on a caller's channel, or passed to a
/// function of which nothing is known.
pub(crate) fn hand_over(program: &Program, state: &mut State, values: &[Value]) {
    if !program.opaque.called {
        return;
    }
    let mut pending = Vec::new();
    let look = |state: &State, value: Value, pending: &mut Vec<ObjectId>| {
        objects_of(&program.terms, &state.bindings, value, |object| pending.push(object));
    };
    values.iter().for_each(|&value| look(state, value, &mut pending));
    while let Some(id) = pending.pop() {
        if id == ObjectId::NONE || state.heap.is_callers(id) {
            continue;
        }
        state.heap.hand_over(id);
        let mut inside = Vec::new();
        state.heap.for_each_value(id, |value| inside.push(value));
        inside.into_iter().for_each(|value| look(state, value, &mut pending));
    }
}

/// The numbers of the goroutines that the caller could wake, by itself or by waking others first.
pub(crate) fn wakeable(program: &Program, state: &State) -> Vec<u32> {
    let mut reach = Reach::default();
    reach.clear(state);
    for (_, values) in &state.bindings {
        values.iter().for_each(|&value| reach.value(program, state, value));
    }
    (0..program.globals.len() as u32).for_each(|global| reach.push(ObjectId(global + 1)));
    state.heap.callers().for_each(|object| reach.push(object));
    reach.flood(program, state, CALLER);
    let mut woken = Vec::new();
    loop {
        let before = woken.len();
        for (index, g) in state.goroutines.iter().enumerate() {
            if woken.contains(&g.number) {
                continue;
            }
            let locks = match footprint::kind(program, state, index) {
                Some(Operation::Native(name)) => name.ends_with("Lock"),
                _ => false,
            };
            let wanted = if locks { WOKEN } else { CALLER | WOKEN };
            let touches = &state.goroutines[index].footprint(program).touches;
            if touches.iter().any(|touch| reach.of(touch.object) & wanted != 0) {
                woken.push(g.number);
                reach.goroutine(program, state, g);
                reach.flood(program, state, WOKEN);
            }
        }
        if woken.len() == before {
            return woken;
        }
    }
}
