//! Questions about a state, for those who follow a run from outside.

use vtrace_program::Position;

use crate::code::{Op, Src};
use crate::event::{self, SelectCase};
use crate::machine::Machine;
use crate::schedule::register;
use crate::state::{Park, State};
use crate::step::{Context, operation};
use crate::value::{ObjectId, Value};

/// What a [`crate::Choice::Pick`] is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Picks {
    /// A random number.
    Number,
    /// The next key of a map.
    Key,
    /// The value of an unknown input.
    Input,
}

/// A key of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Key {
    /// An integer, or a boolean as 0 or 1.
    Number(i64),
    /// A string.
    Text(Vec<u8>),
}

impl Machine {
    /// The case with this number of the select before which a goroutine stands.
    pub fn select_case(&self, state: &State, goroutine: u32, case: u32) -> Option<SelectCase> {
        event::select_case(&self.program, state, state.index_of(goroutine)?, case)
    }

    /// The place in the user's code at which a goroutine stands; none if it has ended.
    pub fn place(&self, state: &State, goroutine: u32) -> Option<Position> {
        let (position, _) = event::visible_position(&self.program, state, state.index_of(goroutine)?);
        position.is_known().then_some(position)
    }

    /// What a goroutine's choice is about, if it has one.
    pub fn picks(&self, state: &State, goroutine: u32) -> Option<Picks> {
        let g = &state.goroutines[state.index_of(goroutine)?];
        match g.park {
            Park::Bind { .. } => Some(Picks::Input),
            Park::Choose(_) => match operation(&self.program, g) {
                Op::NextMap { .. } => Some(Picks::Key),
                _ => Some(Picks::Number),
            },
            _ => None,
        }
    }

    /// The key of a map with which a goroutine goes on if it picks this alternative, and the iterator that gives it. Only for keys that
    /// are booleans, integers or strings.
    pub fn next_key(&self, state: &State, goroutine: u32, alternative: u32) -> Option<(Key, ObjectId)> {
        let g = &state.goroutines[state.index_of(goroutine)?];
        let Op::NextMap { iterator, .. } = *operation(&self.program, g) else { return None };
        let Value::Ptr(at) = register(&self.program, g, Src::register(iterator)) else { return None };
        let iterator = state.heap.iterator(at.object);
        let serial = *iterator.remaining.get(alternative as usize)?;
        let (key, _) = state.heap.map(iterator.map).by_serial(serial)?;
        let key = match key {
            [Value::Int(number)] => Key::Number(*number),
            [Value::Str(text)] => Key::Text(self.program.strings.bytes(*text).to_vec()),
            _ => return None,
        };
        Some((key, at.object))
    }

    /// Whether a goroutine is in the middle of an operation that takes several steps: it sleeps, or it waits for the
    /// readers of a lock to leave.
    pub fn is_midway(&self, state: &State, goroutine: u32) -> bool {
        state.index_of(goroutine).is_some_and(|index| state.goroutines[index].phase > 0)
    }
}

impl Context<'_> {
    /// Records the operation before which a goroutine stands, as if it were executed; unless that is one of a channel, which
    /// takes a partner or a choice.
    pub fn note_pending(&mut self, state: &State, goroutine: u32) {
        let index = state.index_of(goroutine);
        if index.is_some_and(|index| state.goroutines[index].park == Park::Operation) {
            self.note_operation(state, goroutine);
        }
    }
}
