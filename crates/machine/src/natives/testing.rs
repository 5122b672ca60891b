//! Package testing: what a test tells the machine.

use super::{Flow, Native, int, local};
use crate::event::visible_position;
use crate::fault::Fault;
use crate::state::{End, State};
use crate::step::Context;

pub(super) static NATIVES: &[Native] =
    &[local("testing.noteFailure", note_failure), local("testing.end", end)];

/// The test fails where the user's code is.
fn note_failure(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (position, code) = visible_position(cx.program, state, index);
    let function = cx.program.codes[code as usize].function;
    // Where testing itself lets a test fail, because of a panic, there is no line of the user's.
    if state.failed.is_none() && cx.program.image.function(function).flags.user {
        state.failed = Some((position, function));
    }
    Ok(Flow::Done)
}

/// `end(code int)`: the test's goroutine is the last that matters; a search lets the others go on.
fn end(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    if cx.options.search {
        state.goroutines.remove(index);
        state.returned = true;
        return Ok(Flow::Moved);
    }
    state.end = Some(End::Exit(int(cx.program, state, index, 0)? as i32));
    Ok(Flow::Moved)
}
