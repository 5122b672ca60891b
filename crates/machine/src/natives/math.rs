//! Package math: bits of floats, and the functions that have assembly.

use super::{Flow, Native, float, int, local, results};
use crate::fault::Fault;
use crate::state::State;
use crate::step::Context;
use crate::value::Value;

pub(super) static NATIVES: &[Native] = &[
    local("math.Float64bits", bits64),
    local("math.Float64frombits", from_bits64),
    local("math.Float32bits", bits32),
    local("math.Float32frombits", from_bits32),
    local("internal/strconv.float64bits", bits64),
    local("internal/strconv.float64frombits", from_bits64),
    local("internal/strconv.float32bits", bits32),
    local("internal/strconv.float32frombits", from_bits32),
    local("math.sqrt", sqrt),
    local("math.Sqrt", sqrt),
    local("math.Floor", floor),
    local("math.Ceil", ceil),
    local("math.Trunc", trunc),
];

fn bits64(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let f = float(cx.program, state, index, 0)?;
    results(cx.program, state, index, &[Value::Int(f.to_bits() as i64)]);
    Ok(Flow::Done)
}

fn from_bits64(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let bits = int(cx.program, state, index, 0)?;
    results(cx.program, state, index, &[Value::Float(bits as u64)]);
    Ok(Flow::Done)
}

fn bits32(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let f = float(cx.program, state, index, 0)?;
    results(cx.program, state, index, &[Value::Int((f as f32).to_bits() as i64)]);
    Ok(Flow::Done)
}

fn from_bits32(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let bits = int(cx.program, state, index, 0)?;
    results(cx.program, state, index, &[Value::float(f32::from_bits(bits as u32) as f64)]);
    Ok(Flow::Done)
}

fn sqrt(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    rounded(cx, state, index, f64::sqrt)
}

fn floor(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    rounded(cx, state, index, f64::floor)
}

fn ceil(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    rounded(cx, state, index, f64::ceil)
}

fn trunc(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    rounded(cx, state, index, f64::trunc)
}

fn rounded(cx: &mut Context, state: &mut State, index: usize, f: fn(f64) -> f64) -> Result<Flow, Fault> {
    let x = float(cx.program, state, index, 0)?;
    results(cx.program, state, index, &[Value::float(f(x))]);
    Ok(Flow::Done)
}
