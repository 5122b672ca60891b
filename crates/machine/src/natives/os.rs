//! Package os and what is below it: writing, and leaving.

use super::{Flow, Native, Visible, always, bytes, function_results, int, local, results};
use crate::fault::Fault;
use crate::output::Stream;
use crate::state::{End, State};
use crate::step::Context;
use crate::unknown::Input;
use crate::value::{Pointer, Value};

pub(super) static NATIVES: &[Native] = &[
    local("os.Exit", exit),
    Native { name: "os.vtraceWrite", label: "", visible: Visible::Output, ready: always, run: write },
    local("os.vtraceArgs", arguments),
];

/// `vtraceArgs() []string`: the name of the program's package, and the arguments that the run was given.
fn arguments(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    if cx.options.unknown_surroundings {
        let ty = function_results(cx.program, state, index).first().copied();
        let values = ty.map(|ty| cx.program.terms.input(Input { least: 1, ..Input::new("os.Args", ty) }, 2));
        results(cx.program, state, index, &values.unwrap_or_default());
        return Ok(Flow::Done);
    }
    let package = cx.program.image.entries.first().map_or("", |entry| entry.package.as_str());
    let name = match package.rsplit('/').next() {
        Some("" | "command-line-arguments") | None => "main",
        Some(name) => name,
    };
    let all = std::iter::once(name).chain(cx.options.arguments.iter().map(String::as_str));
    let values: Vec<Value> = all.map(|text| cx.program.strings.value(text.as_bytes())).collect();
    let count = values.len() as u32;
    let object = state.heap.allocate(&values);
    results(cx.program, state, index, &[Value::Ptr(Pointer::to(object)), Value::Len(count, count)]);
    Ok(Flow::Done)
}

fn exit(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let code = int(cx.program, state, index, 0)?;
    state.end = Some(End::Exit(code as i32));
    Ok(Flow::Moved)
}

/// `vtraceWrite(fd int, b []byte)`: to standard output (1) or standard error (2).
fn write(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let stream = match int(cx.program, state, index, 0)? {
        2 => Stream::Stderr,
        _ => Stream::Stdout,
    };
    let bytes = bytes(cx.program, state, index, 1)?;
    cx.output.write(stream, &bytes);
    let parameters = cx.program.codes[state.goroutines[index].top().code as usize].results;
    if parameters > 0 {
        results(cx.program, state, index, &[Value::Int(bytes.len() as i64)]);
    }
    Ok(Flow::Done)
}
