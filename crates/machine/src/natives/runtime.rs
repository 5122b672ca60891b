//! Package runtime, as far as programs call it.

use vtrace_program::Position;

use super::{Flow, Native, Visible, always, int, local, results};
use crate::dump::{goroutine, place, wait_reason};
use crate::fault::Fault;
use crate::program::Program;
use crate::state::{Goroutine, State};
use crate::step::Context;
use crate::unknown::Input;
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
    let ty = super::function_results(cx.program, state, index).first().copied();
    let value = match ty.filter(|_| cx.options.unknown_surroundings) {
        Some(ty) => cx.program.terms.input(Input { least: 1, ..Input::new("runtime.NumCPU()", ty) }, 1),
        None => vec![Value::Int(PROCESSORS)],
    };
    results(cx.program, state, index, &value);
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

/// Program counters: one more than the code in the upper bits, then the instruction, then two bits that let a program
/// subtract 1. Without code: the runtime's own functions that raise a panic.
const CODE_SHIFT: u32 = 26;

/// What is on the stack between a deferred function and the one that panics; the last two for nil dereferences only.
const RAISING: [&str; 3] = ["runtime.gopanic", "runtime.panicmem", "runtime.sigpanic"];

fn pc_of(code: u32, at: u32) -> i64 {
    (code as i64 + 1) << CODE_SHIFT | (at as i64) << 2 | 2
}

/// The program counter of a function's beginning.
pub(super) fn entry_pc(code: u32) -> i64 {
    pc_of(code, 0)
}

/// The program counters of a goroutine's invocations, the innermost first, without the one of the native that asks.
/// While a panic runs deferred functions, what it has unwound is still there.
fn stack(program: &Program, g: &Goroutine) -> Vec<i64> {
    let call = |code: u32, pc: u32| (code, pc_of(code, pc.saturating_sub(1)));
    let mut stack: Vec<(u32, i64)> = Vec::new();
    let mut done = 0;
    for panic in g.panics.iter().filter(|panic| !panic.goexit) {
        let top = panic.trace.len().saturating_sub(1);
        for (i, &(code, pc)) in panic.trace.iter().enumerate().skip(done) {
            stack.push(if i == top { (code, pc_of(code, pc)) } else { call(code, pc) });
        }
        let raising = if panic.signal { RAISING.len() } else { 1 };
        stack.extend((0..raising).rev().map(|i| (u32::MAX, (i as i64) << 2 | 2)));
        done = (panic.depth as usize + 1).min(g.frames.len());
    }
    stack.extend(g.frames[done..g.frames.len() - 1].iter().map(|frame| call(frame.code, frame.pc)));
    stack.retain(|&(code, _)| code == u32::MAX || !program.codes[code as usize].synthetic);
    stack.into_iter().rev().map(|(_, pc)| pc).collect()
}

/// `callerPC(skip int) uintptr`
fn caller_pc(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let skip = int(cx.program, state, index, 0)?;
    let stack = stack(cx.program, &state.goroutines[index]);
    let pc = stack.get(skip.max(0) as usize).copied().unwrap_or(0);
    results(cx.program, state, index, &[Value::Int(pc)]);
    Ok(Flow::Done)
}

/// `pcInfo(pc uintptr) (name, file string, line int, entry uintptr)`
fn pc_info(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let program = cx.program;
    let pc = int(program, state, index, 0)?;
    let code = usize::try_from((pc >> CODE_SHIFT) - 1).ok().and_then(|code| program.codes.get(code));
    let mut values = [Value::EMPTY, Value::EMPTY, Value::ZERO, Value::ZERO];
    if pc >> CODE_SHIFT == 0
        && pc > 0
        && let Some(name) = RAISING.get((pc >> 2) as usize)
    {
        values[0] = program.strings.value(name.as_bytes());
        values[1] = program.strings.value(b"runtime/panic.go");
    }
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
