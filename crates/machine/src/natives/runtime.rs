//! Package runtime, as far as programs call it.

use super::{Flow, Native, Visible, always, local, results};
use crate::fault::Fault;
use crate::state::State;
use crate::step::Context;
use crate::value::Value;

pub(super) static NATIVES: &[Native] = &[
    Native { name: "runtime.Gosched", label: "", visible: Visible::Always, ready: always, run: nothing },
    local("runtime.Goexit", goexit),
    Native {
        name: "runtime.NumGoroutine",
        label: "",
        visible: Visible::Always,
        ready: always,
        run: num_goroutine,
    },
    local("runtime.GOMAXPROCS", processors),
    local("runtime.NumCPU", processors),
    local("runtime.GC", nothing),
    local("runtime.KeepAlive", nothing),
    local("runtime.SetFinalizer", nothing),
    local("runtime.LockOSThread", nothing),
    local("runtime.UnlockOSThread", nothing),
];

/// How many processors the machine claims to have.
const PROCESSORS: i64 = 8;

fn nothing(_: &mut Context, _: &mut State, _: usize) -> Result<Flow, Fault> {
    Ok(Flow::Done)
}

fn goexit(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    cx.goexit(state, index);
    Ok(Flow::Moved)
}

fn num_goroutine(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let count = state.goroutines.len() as i64;
    results(cx.program, state, index, &[Value::Int(count)]);
    Ok(Flow::Done)
}

fn processors(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    results(cx.program, state, index, &[Value::Int(PROCESSORS)]);
    Ok(Flow::Done)
}
