//! Package sync/atomic: the functions. The types' methods are Go code that calls them.

use super::{Flow, Native, Visible, always, argument, int, pointer, results};
use crate::arith;
use crate::code::Width;
use crate::fault::Fault;
use crate::state::State;
use crate::step::Context;
use crate::value::Value;

const I32: u8 = 0;
const I64: u8 = 1;
const U32: u8 = 2;
const U64: u8 = 3;

fn width(w: u8) -> Width {
    match w {
        I32 => Width::I32,
        U32 => Width::U32,
        I64 => Width::I64,
        _ => Width::U64,
    }
}

const fn atomic(
    name: &'static str,
    run: fn(&mut Context, &mut State, usize) -> Result<Flow, Fault>,
) -> Native {
    Native { name, label: "", visible: Visible::IfShared, ready: always, run }
}

pub(super) static NATIVES: &[Native] = &[
    atomic("sync/atomic.LoadInt32", load),
    atomic("sync/atomic.LoadInt64", load),
    atomic("sync/atomic.LoadUint32", load),
    atomic("sync/atomic.LoadUint64", load),
    atomic("sync/atomic.LoadUintptr", load),
    atomic("sync/atomic.LoadPointer", load),
    atomic("sync/atomic.StoreInt32", store),
    atomic("sync/atomic.StoreInt64", store),
    atomic("sync/atomic.StoreUint32", store),
    atomic("sync/atomic.StoreUint64", store),
    atomic("sync/atomic.StoreUintptr", store),
    atomic("sync/atomic.StorePointer", store),
    atomic("sync/atomic.SwapInt32", swap),
    atomic("sync/atomic.SwapInt64", swap),
    atomic("sync/atomic.SwapUint32", swap),
    atomic("sync/atomic.SwapUint64", swap),
    atomic("sync/atomic.SwapUintptr", swap),
    atomic("sync/atomic.SwapPointer", swap),
    atomic("sync/atomic.CompareAndSwapInt32", compare_and_swap),
    atomic("sync/atomic.CompareAndSwapInt64", compare_and_swap),
    atomic("sync/atomic.CompareAndSwapUint32", compare_and_swap),
    atomic("sync/atomic.CompareAndSwapUint64", compare_and_swap),
    atomic("sync/atomic.CompareAndSwapUintptr", compare_and_swap),
    atomic("sync/atomic.CompareAndSwapPointer", compare_and_swap),
    atomic("sync/atomic.AddInt32", add::<I32>),
    atomic("sync/atomic.AddInt64", add::<I64>),
    atomic("sync/atomic.AddUint32", add::<U32>),
    atomic("sync/atomic.AddUint64", add::<U64>),
    atomic("sync/atomic.AddUintptr", add::<U64>),
    atomic("sync/atomic.AndInt32", and),
    atomic("sync/atomic.AndInt64", and),
    atomic("sync/atomic.AndUint32", and),
    atomic("sync/atomic.AndUint64", and),
    atomic("sync/atomic.AndUintptr", and),
    atomic("sync/atomic.OrInt32", or),
    atomic("sync/atomic.OrInt64", or),
    atomic("sync/atomic.OrUint32", or),
    atomic("sync/atomic.OrUint64", or),
    atomic("sync/atomic.OrUintptr", or),
];

fn load(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = pointer(cx.program, state, index, 0)?;
    let value = state.heap.load(at);
    results(cx.program, state, index, &[value]);
    Ok(Flow::Done)
}

fn store(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = pointer(cx.program, state, index, 0)?;
    let value = argument(cx.program, state, index, 1);
    state.heap.store(at, value);
    Ok(Flow::Done)
}

fn swap(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = pointer(cx.program, state, index, 0)?;
    let value = argument(cx.program, state, index, 1);
    let old = state.heap.load(at);
    state.heap.store(at, value);
    results(cx.program, state, index, &[old]);
    Ok(Flow::Done)
}

fn compare_and_swap(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = pointer(cx.program, state, index, 0)?;
    let (old, new) = (argument(cx.program, state, index, 1), argument(cx.program, state, index, 2));
    let equal = state.heap.load(at) == old;
    if equal {
        state.heap.store(at, new);
    }
    results(cx.program, state, index, &[Value::bool(equal)]);
    Ok(Flow::Done)
}

/// Replaces the number at the first argument by `f` of it and the second argument.
fn update(
    cx: &mut Context,
    state: &mut State,
    index: usize,
    f: impl FnOnce(i64, i64) -> i64,
) -> Result<(i64, i64), Fault> {
    let at = pointer(cx.program, state, index, 0)?;
    let operand = int(cx.program, state, index, 1)?;
    let old = match state.heap.load(at) {
        Value::Int(i) => i,
        Value::Unknown(term) => return Err(Fault::Unknown(term)),
        other => return Err(Fault::Unsupported(format!("an atomic number is {other:?}"))),
    };
    let new = f(old, operand);
    state.heap.store(at, Value::Int(new));
    Ok((old, new))
}

fn add<const W: u8>(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (_, new) = update(cx, state, index, |a, b| arith::wrap(width(W), a.wrapping_add(b)))?;
    results(cx.program, state, index, &[Value::Int(new)]);
    Ok(Flow::Done)
}

fn and(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (old, _) = update(cx, state, index, |a, b| a & b)?;
    results(cx.program, state, index, &[Value::Int(old)]);
    Ok(Flow::Done)
}

fn or(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (old, _) = update(cx, state, index, |a, b| a | b)?;
    results(cx.program, state, index, &[Value::Int(old)]);
    Ok(Flow::Done)
}
