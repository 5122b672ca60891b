//! Package maps: the one function that the runtime provides.

use super::{Flow, Native, argument, local, results};
use crate::fault::Fault;
use crate::state::State;
use crate::step::Context;
use crate::value::{Pointer, Value};

pub(super) static NATIVES: &[Native] = &[local("maps.clone", clone)];

/// `clone(m any) any`: a shallow copy of a map.
fn clone(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let ty = argument(cx.program, state, index, 0);
    let copy = match argument(cx.program, state, index, 1) {
        Value::Ptr(at) => {
            let map = state.heap.map(at.object).clone();
            Value::Ptr(Pointer::to(state.heap.allocate_map(map)))
        }
        Value::Unknown(term) => return Err(Fault::Unknown(term)),
        other => other,
    };
    results(cx.program, state, index, &[ty, copy]);
    Ok(Flow::Done)
}
