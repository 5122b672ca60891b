//! What a function of which nothing is known does before it returns: nothing, or it calls one of the functions that it is given, or it
//! panics.
//!
//! That is an input like others: it is chosen where a run comes to it, stays the same for the same call, and is told with the finding. A panic
//! is tried only where somebody on the way up recovers from it: anywhere else it would end the program, which is no fault of
//! whoever calls the function.

use vtrace_program::{Shape, TypeId};

use crate::bind::Candidate;
use crate::code::Op;
use crate::program::Program;
use crate::state::{FrameKind, Goroutine, Park, State};
use crate::step::{Context, park, push_frame};
use crate::unknown::{Evaluated, Input, evaluate};
use crate::value::Value;

/// With this the names of such inputs begin, then the function's name follows.
const PREFIX: &str = "what happens in ";

/// In [`Input::least`]: it may panic.
const PANICS: u8 = 1 << 7;

/// What it does, as values of the input: it panics, or calls the first of its functions, or the next one.
pub(crate) const RETURNS: i64 = 0;
pub(crate) const PANIC: i64 = 1;
pub(crate) const CALLS: i64 = 2;

/// Whether an input says what happens in a function.
pub(crate) fn is_behaviour(input: &Input) -> bool {
    input.name.starts_with(PREFIX)
}

/// Whether an input says what happens in the function that is the input of this name.
pub(crate) fn is_behaviour_of(input: &Input, function: &str) -> bool {
    let rest = input.name.strip_prefix(PREFIX).and_then(|rest| rest.strip_prefix(function));
    rest.is_some_and(|rest| rest.starts_with('('))
}

/// What may happen.
pub(crate) fn candidates(input: &Input) -> Vec<Candidate> {
    let calls = (0..i64::from(input.least & !PANICS)).map(|i| Candidate::Int(CALLS + i));
    let panics = (input.least & PANICS != 0).then_some(Candidate::Int(PANIC));
    [Candidate::Int(RETURNS)].into_iter().chain(calls).chain(panics).collect()
}

/// It in words.
pub(crate) fn in_words(value: i64) -> String {
    match value {
        RETURNS => "returns".to_string(),
        PANIC => "panics".to_string(),
        CALLS => "calls the function that it is given".to_string(),
        other => format!("calls function {} of those that it is given", other - CALLS + 1),
    }
}

impl Context<'_> {
    /// Begins the call; false if it must be chosen first what happens.
    pub(crate) fn behave(&mut self, state: &mut State, index: usize, signature: TypeId) -> bool {
        let program = self.program;
        let Shape::Signature(parameters, _, _) = &program.image.ty(signature).shape else { return true };
        let (callee, arguments) = self.opaque_callee(state, index, None);
        let g = &state.goroutines[index];
        let base = g.top().base as usize;
        // The functions among the arguments: what is passed as such, and is not unknown itself.
        let mut functions = Vec::new();
        let mut at = base;
        for &ty in parameters {
            if let (Shape::Signature(..), &Value::Func(code, environment)) =
                (&program.image.ty(ty).shape, &g.registers[at])
            {
                functions.push((ty, code, environment));
            }
            at += program.layouts.size(ty) as usize;
        }
        let recovers = recovers(program, g);
        let position = self.call_position(state, index);
        self.pass(state, index, arguments);
        let Some(int) = program.opaque.ty.filter(|_| recovers || !functions.is_empty()) else {
            state.goroutine_mut(index).top_mut().pc += 1;
            return true;
        };
        let least = functions.len().min(4) as u8 | if recovers { PANICS } else { 0 };
        let name = format!("{PREFIX}{}()@{}:{}", callee.name, position.line, position.column);
        let shown = format!("{}()", callee.shown);
        let input = Input { name, shown, ty: int, depth: callee.depth, least };
        let term = match program.terms.input(input, 1)[..] {
            [Value::Unknown(term)] => term,
            _ => return true,
        };
        let what = match evaluate(program, &state.bindings, term) {
            Evaluated::Known(Value::Int(what)) => what,
            Evaluated::Known(_) => RETURNS,
            Evaluated::Needs(input) => {
                park(state, index, Park::Bind { input, needed: term });
                return false;
            }
        };
        // Whatever happens, it goes on behind this.
        state.goroutine_mut(index).top_mut().pc += 1;
        match what {
            PANIC => {
                let value = [Value::Type(int), Value::Int(i64::from(term))];
                self.start_panic(state, index, value, false);
            }
            what => {
                let function = what.checked_sub(CALLS).and_then(|i| functions.get(i as usize).copied());
                if let Some((ty, code, environment)) = function {
                    let Shape::Signature(parameters, _, _) = &program.image.ty(ty).shape else { return true };
                    let mut values = Vec::new();
                    for (i, &ty) in parameters.iter().enumerate() {
                        let name = format!("{}()@{}:{}->{i}", callee.name, position.line, position.column);
                        let shown = format!("argument {} from {}()", i + 1, callee.shown);
                        let depth = callee.depth.saturating_add(1);
                        program.unknowns().unknown(&Input { name, shown, ty, depth, least: 0 }, &mut values);
                    }
                    let mut g = std::mem::replace(&mut state.goroutines[index], Goroutine::placeholder());
                    let goroutine = Goroutine::unshared(&mut g);
                    push_frame(program, state, goroutine, code, environment, &values, FrameKind::Call);
                    state.goroutines[index] = g;
                }
            }
        }
        true
    }
}

/// Whether somebody recovers from a panic of a goroutine: a deferred call that is waiting calls recover.
fn recovers(program: &Program, g: &Goroutine) -> bool {
    let recovers =
        |code: u32| program.codes[code as usize].ops.iter().any(|op| matches!(op, Op::Recover { .. }));
    g.deferred.iter().any(|deferred| recovers(deferred.code))
}
