//! What happens in a run, one event for each visible operation, for people to read.

use vtrace_program::{FunctionId, Position};

use crate::code::Op;
use crate::natives;
use crate::render;
use crate::schedule::{DEFAULT, object_of};
use crate::state::State;
use crate::step::{Context, operation};
use crate::value::{ObjectId, Value};

/// A visible operation that was executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Who did it.
    pub goroutine: u32,
    /// Where.
    pub position: Position,
    /// In which function.
    pub function: FunctionId,
    /// What.
    pub what: What,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A goroutine was started.
    Go {
        /// Its number.
        child: u32,
    },
    /// The goroutine ended.
    Exit,
    /// A send, into a buffer or to a waiting receiver.
    Send {
        /// The channel.
        channel: ObjectId,
        /// What was sent.
        value: String,
        /// Who received it at once.
        to: Option<u32>,
    },
    /// A receive.
    Receive {
        /// The channel.
        channel: ObjectId,
        /// What was received.
        value: String,
        /// Who sent it at once.
        from: Option<u32>,
    },
    /// A channel was closed.
    Close {
        /// The channel.
        channel: ObjectId,
    },
    /// A select took its default.
    Default,
    /// A call of the standard library that synchronises: `sync.(*Mutex).Lock`.
    Call {
        /// The function, as Go prints it.
        name: String,
        /// The object that it works on.
        object: ObjectId,
    },
    /// A plain read of shared memory.
    Load {
        /// What was read.
        value: String,
    },
    /// A plain write of shared memory.
    Store {
        /// What was written.
        value: String,
    },
    /// A panic began.
    Panic,
    /// A timer fired.
    Fire {
        /// The virtual time in nanoseconds.
        at: i64,
    },
    /// An input got its value.
    Bind {
        /// The input.
        input: String,
        /// Its value.
        value: String,
    },
}

impl Context<'_> {
    /// Records the operation that goroutine `number` is about to execute: a plain access or a native.
    pub(crate) fn note_operation(&mut self, state: &State, number: u32) {
        if self.events.is_none() {
            return;
        }
        let Some(index) = state.index_of(number) else { return };
        let g = &state.goroutines[index];
        let program = self.program;
        let top = g.top();
        let slot = |src| crate::schedule::register(program, g, src);
        let what = match *operation(program, g) {
            Op::Load { pointer, n, .. } => match slot(pointer) {
                Value::Ptr(at) => {
                    What::Load { value: render::slots(program, &state.heap, state.heap.load_range(at, n)) }
                }
                _ => return,
            },
            Op::Store { src, n, .. } => {
                let values: Vec<Value> = (0..n).map(|i| slot(src.offset(i))).collect();
                What::Store { value: render::slots(program, &state.heap, &values) }
            }
            Op::Native { native } => {
                let native = natives::get(native);
                let function = program.codes[top.code as usize].function;
                let object = g.registers.get(top.base as usize).copied().unwrap_or(Value::Nil);
                let name = match native.label {
                    "" => program.image.function(function).name.clone(),
                    label => label.to_string(),
                };
                What::Call { name, object: object_of(object) }
            }
            Op::Call { spec } => match program.specs.calls[spec as usize].target {
                crate::code::Target::Code(code) => {
                    let function = program.codes[code as usize].function;
                    What::Call { name: program.image.function(function).name.clone(), object: ObjectId::NONE }
                }
                _ => return,
            },
            Op::Lookup { .. } | Op::RangeMap { .. } | Op::NextMap { .. } => {
                What::Load { value: "map".to_string() }
            }
            Op::MapUpdate { .. } => What::Store { value: "map".to_string() },
            _ => return,
        };
        let (position, code) = self.visible_position(state, index);
        self.note(number, position, code, what);
    }

    /// The position to show for what goroutine `index` does: in its innermost function that is the user's own.
    pub(crate) fn visible_position(&self, state: &State, index: usize) -> (Position, u32) {
        let frames = &state.goroutines[index].frames;
        let mut found = (self.position(state, index), state.goroutines[index].top().code);
        for (i, frame) in frames.iter().enumerate().rev() {
            let code = &self.program.codes[frame.code as usize];
            if self.program.image.function(code.function).flags.user {
                let pc = if i + 1 == frames.len() { frame.pc } else { frame.pc.saturating_sub(1) };
                if let Some(&position) = code.positions.get(pc as usize)
                    && position.is_known()
                {
                    found = (position, frame.code);
                    break;
                }
            }
        }
        found
    }

    pub(crate) fn note_channel(
        &mut self,
        state: &State,
        index: usize,
        channel: Value,
        values: &[Value],
        send: bool,
    ) {
        if self.events.is_none() {
            return;
        }
        let channel = object_of(channel);
        let value = render::slots(self.program, &state.heap, values);
        let what = match send {
            true => What::Send { channel, value, to: None },
            false => What::Receive { channel, value, from: None },
        };
        let (position, code) = self.visible_position(state, index);
        self.note(state.goroutines[index].number, position, code, what);
    }

    pub(crate) fn note_select(&mut self, state: &State, index: usize, case: u32) {
        if case == DEFAULT && self.events.is_some() {
            let (position, code) = self.visible_position(state, index);
            self.note(state.goroutines[index].number, position, code, What::Default);
        }
    }

    #[allow(clippy::too_many_arguments)]
    pub(crate) fn note_meeting(
        &mut self,
        state: &State,
        sender: usize,
        receiver: usize,
        send: Option<u32>,
        receive: Option<u32>,
        channel: Value,
        values: &[Value],
    ) {
        if self.events.is_none() {
            return;
        }
        let channel = object_of(channel);
        let value = render::slots(self.program, &state.heap, values);
        let (s, r) = (state.goroutines[sender].number, state.goroutines[receiver].number);
        let (position, code) = self.case_position(state, sender, send);
        self.note(s, position, code, What::Send { channel, value: value.clone(), to: Some(r) });
        let (position, code) = self.case_position(state, receiver, receive);
        self.note(r, position, code, What::Receive { channel, value, from: Some(s) });
    }

    fn case_position(&self, state: &State, index: usize, case: Option<u32>) -> (Position, u32) {
        let fallback = self.visible_position(state, index);
        match (*operation(self.program, &state.goroutines[index]), case) {
            (Op::Select { spec }, Some(case)) => {
                let position = self.program.specs.selects[spec as usize].cases[case as usize].position;
                if position.is_known() { (position, fallback.1) } else { fallback }
            }
            _ => fallback,
        }
    }
}
