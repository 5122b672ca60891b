//! Marks: comments of the user's that say what should hold at a place, `//vtrace:assert n == 1` and its kin.
//!
//! The front-end makes of each a call of the built-in `print` with a text that no program prints, in a branch that is
//! taken when there is something to say. Here that call becomes an instruction of its own, which prints nothing. In a
//! search ([`crate::Options::search`]) it leaves its mark in the state until the next choice is made.

use vtrace_program::{Builtin, Call, FunctionId, Image, Literal, Operand, Position};

use crate::event::What;
use crate::state::State;
use crate::step::Context;

/// A comment that says something about a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// What it says.
    pub claim: Claim,
    /// Where it stands.
    pub position: Position,
    /// In which function; a generic one has several, each with a mark of its own.
    pub function: FunctionId,
}

/// What a comment says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// A condition holds whenever somebody comes here. Whoever comes to the mark has found it false.
    Assertion(String),
    /// Nobody ever comes here.
    Unreachable,
    /// Somebody sometimes comes here.
    Reachable,
}

impl Claim {
    /// The claim for which the front-end wrote this call, if it did.
    pub(crate) fn of_call(image: &Image, builtin: Builtin, call: &Call) -> Option<Claim> {
        let (Builtin::Print, [Operand::Constant(constant)]) = (builtin, &call.arguments[..]) else {
            return None;
        };
        let Literal::String(bytes) = &image.constants[constant.index()].value else { return None };
        let text = std::str::from_utf8(bytes).ok()?.strip_prefix("\x01vtrace:")?;
        match text {
            "unreachable" => Some(Claim::Unreachable),
            "reachable" => Some(Claim::Reachable),
            _ => Some(Claim::Assertion(text.strip_prefix("assert ")?.to_string())),
        }
    }
}

impl Context<'_> {
    /// Goroutine `index` has come to a mark.
    pub(crate) fn mark(&mut self, state: &mut State, index: usize, mark: u32) {
        let g = state.goroutine_mut(index);
        g.top_mut().pc += 1;
        let (number, code) = (g.number, g.top().code);
        if self.options.search {
            if let Err(at) = state.marks.binary_search(&mark) {
                state.marks.insert(at, mark);
            }
            self.note(number, self.program.marks()[mark as usize].position, code, What::Mark { mark });
        }
    }
}
