//! Package runtime, as far as programs call it.

use vtrace_program::Position;

use super::{Flow, Native, Visible, always, int, local, results};
use crate::dump::{goroutine, place, wait_reason};
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
    local("runtime.NumCPU", processors),
    local("runtime.GC", nothing),
    local("runtime.KeepAlive", nothing),
    local("runtime.SetFinalizer", nothing),
    local("runtime.LockOSThread", nothing),
    local("runtime.UnlockOSThread", nothing),
    local("runtime.Version", version),
    local("runtime.callerPC", caller_pc),
    local("runtime.pcInfo", pc_info),
    local("runtime.stackText", stack_text),
    local("math/rand.vtraceChoose", choose),
    local("math/rand/v2.vtraceChoose", choose),
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

fn version(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let version = cx.program.strings.value(cx.program.image.go_version.as_bytes());
    results(cx.program, state, index, &[version]);
    Ok(Flow::Done)
}

/// `vtraceChoose(n int) int`: any number below n.
fn choose(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let count = int(cx.program, state, index, 0)?;
    let chosen = match state.goroutine_mut(index).chosen.take() {
        Some(chosen) => chosen as i64,
        None if count <= 1 => 0,
        None => return Ok(Flow::Choose(count as u32)),
    };
    results(cx.program, state, index, &[Value::Int(chosen)]);
    Ok(Flow::Done)
}

/// Program counters: code in the upper bits, then the instruction, then two bits that let a program subtract 1.
const CODE_SHIFT: u32 = 26;

/// `callerPC(skip int) uintptr`
fn caller_pc(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let skip = int(cx.program, state, index, 0)?;
    // The top frame is this native's own.
    let frames = state.goroutines[index].frames.iter().rev().skip(1);
    let pc = frames
        .filter(|frame| !cx.program.codes[frame.code as usize].synthetic)
        .nth(skip.max(0) as usize)
        .map_or(0, |frame| {
            let at = (frame.pc as i64 - 1).max(0);
            (frame.code as i64 + 1) << CODE_SHIFT | at << 2 | 2
        });
    results(cx.program, state, index, &[Value::Int(pc)]);
    Ok(Flow::Done)
}

/// `pcInfo(pc uintptr) (name, file string, line int, entry uintptr)`
fn pc_info(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let program = cx.program;
    let pc = int(program, state, index, 0)?;
    let code = usize::try_from((pc >> CODE_SHIFT) - 1).ok().and_then(|code| program.codes.get(code));
    let mut values = [Value::EMPTY, Value::EMPTY, Value::ZERO, Value::ZERO];
    if let Some(code) = code {
        let function = program.image.function(code.function);
        let at = ((pc & ((1 << CODE_SHIFT) - 1)) >> 2) as usize;
        let known = code.positions.get(at).copied().filter(|position| position.is_known());
        let position = known.unwrap_or(function.position);
        values[0] = program.strings.value(function.name.as_bytes());
        if position.is_known() {
            let file = &program.image.files[position.file.index()].path;
            values[1] = program.strings.value(file.as_bytes());
            values[2] = Value::Int(position.line as i64);
        }
        values[3] = Value::Int(pc >> CODE_SHIFT << CODE_SHIFT | 2);
    }
    results(program, state, index, &values);
    Ok(Flow::Done)
}

/// `stackText(all bool) string`
fn stack_text(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let program = cx.program;
    let all = int(program, state, index, 0)? != 0;
    let mut show = |position: Position| (place(program, position), None);
    let mut text = String::new();
    goroutine(program, &state.goroutines[index], "running", &mut show, &mut text);
    if all {
        for (_, g) in state.goroutines.iter().enumerate().filter(|&(i, _)| i != index) {
            text.push('\n');
            goroutine(program, g, &wait_reason(program, g), &mut show, &mut text);
        }
    }
    let text = program.strings.value(text.as_bytes());
    results(program, state, index, &[text]);
    Ok(Flow::Done)
}
