//! What happens in a run, one event for each visible operation, for people to read.

use vtrace_program::{Builtin, Callee, FunctionId, Instruction, Kind, Position, Shape, TypeId, UnaryOp};

use crate::code::Op;
use crate::natives;
use crate::output::Stream;
use crate::program::Program;
use crate::render;
use crate::schedule::{object_of, slot_of};
use crate::state::{FrameKind, State};
use crate::step::{Context, operation};
use crate::unknown;
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
    /// It is a plain access to memory by a library, on behalf of the function.
    pub internal: bool,
    /// The functions of libraries that the function called to do it, the innermost first, but for natives.
    pub through: Box<[FunctionId]>,
    /// The position is the operation's own, and not that of a call or of a defer statement.
    pub exact: bool,
    /// The case of a select that sent or received.
    pub case: Option<SelectCase>,
    /// What.
    pub what: What,
}

/// A case of a select, counted as compilers do: sends and receives apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelectCase {
    /// Whether it sends.
    pub send: bool,
    /// How many cases of its kind stand before it.
    pub rank: u32,
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
        /// How many elements the channel's buffer then holds, and how many it has room for.
        buffer: (u32, u32),
    },
    /// A receive.
    Receive {
        /// The channel.
        channel: ObjectId,
        /// What was received.
        value: String,
        /// Who sent it at once.
        from: Option<u32>,
        /// How many elements the channel's buffer then holds, and how many it has room for.
        buffer: (u32, u32),
        /// Nothing was received, because the channel is closed and empty: the value is the zero value.
        closed: bool,
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
        /// The slot of that object.
        slot: u32,
        /// The other arguments.
        arguments: Vec<String>,
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
    /// The program wrote something. Only in the order of events: no goroutine or position is known.
    Output {
        /// Where to.
        stream: Stream,
        /// What.
        bytes: Vec<u8>,
    },
    /// A panic began.
    Panic {
        /// The argument of `panic`, or what the runtime says.
        value: String,
    },
    /// A goroutine came to a comment's mark, in a search.
    Mark {
        /// Its place in [`crate::Program::marks`].
        mark: u32,
    },
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

/// How an element passes through a channel.
pub(crate) enum Passing {
    /// In.
    Send,
    /// Out; or not, if the channel is closed and empty.
    Receive { received: bool },
}

impl Event {
    /// Something that no goroutine does.
    pub(crate) fn of_nobody(what: What) -> Event {
        Event {
            goroutine: 0,
            position: Position::NONE,
            function: FunctionId(0),
            internal: false,
            through: Box::default(),
            exact: false,
            case: None,
            what,
        }
    }

    /// The event of something that was printed.
    pub fn printed(printed: (Stream, Vec<u8>)) -> Event {
        Event::output(printed)
    }

    /// The event of some output.
    pub(crate) fn output((stream, bytes): (Stream, Vec<u8>)) -> Event {
        Event::of_nobody(What::Output { stream, bytes })
    }
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
        let heap = &state.heap;
        let top = g.top();
        let slot = |src| crate::schedule::register(program, g, src);
        let slots =
            |src: crate::code::Src, n: u32| -> Vec<Value> { (0..n).map(|i| slot(src.offset(i))).collect() };
        let slots =
            |src: crate::code::Src, n: u32| unknown::resolved(program, &state.bindings, slots(src, n));
        let what = match *operation(program, g) {
            Op::Load { pointer, n, .. } => match slot(pointer) {
                Value::Ptr(at) => {
                    let ty =
                        types_here(program, state, index, |function, instruction| match instruction.kind {
                            Kind::Unary { op: UnaryOp::Load, .. } => {
                                Some(function.locals[instruction.result?.index()].ty)
                            }
                            _ => None,
                        });
                    let values = unknown::resolved(program, &state.bindings, heap.load_range(at, n).to_vec());
                    What::Load { value: render::value(program, heap, ty, &values) }
                }
                _ => return,
            },
            Op::Store { src, n, .. } => {
                let ty = types_here(program, state, index, |function, instruction| match instruction.kind {
                    Kind::Store { x, .. } => Some(program.image.operand_type(function, x)),
                    _ => None,
                });
                What::Store { value: render::value(program, heap, ty, &slots(src, n)) }
            }
            Op::Native { native } => {
                let native = natives::get(native);
                if native.visible == natives::Visible::Output {
                    return;
                }
                let function = program.codes[top.code as usize].function;
                let object = g.registers.get(top.base as usize).copied().unwrap_or(Value::Nil);
                let name = match native.label {
                    "" => program.image.function(function).name.clone(),
                    label => label.to_string(),
                };
                let arguments = native_arguments(program, state, index);
                What::Call { name, object: object_of(object), slot: slot_of(object), arguments }
            }
            Op::Call { spec } => match program.specs.calls[spec as usize].target {
                crate::code::Target::Code(code) => {
                    let function = program.codes[code as usize].function;
                    let name = program.image.function(function).name.clone();
                    What::Call { name, object: ObjectId::NONE, slot: 0, arguments: Vec::new() }
                }
                _ => return,
            },
            Op::Lookup { key, ty, .. } => {
                let (size, _) = program.layouts.map_sizes(ty);
                let key =
                    render::value(program, heap, map_types(program, ty).map(|t| t.0), &slots(key, size));
                What::Load { value: format!("the map's entry {key}") }
            }
            Op::RangeMap { .. } | Op::NextMap { .. } => What::Load { value: "the map".to_string() },
            // What is printed is told as output.
            Op::Builtin { spec } => match program.specs.builtins[spec as usize].builtin {
                Builtin::Print | Builtin::Println => return,
                other => {
                    let name = format!("{other:?}").to_lowercase();
                    What::Call { name, object: ObjectId::NONE, slot: 0, arguments: Vec::new() }
                }
            },
            Op::MapUpdate { key, value, ty, .. } => {
                let types = map_types(program, ty);
                let (keys, values) = program.layouts.map_sizes(ty);
                let key = render::value(program, heap, types.map(|t| t.0), &slots(key, keys));
                let value = render::value(program, heap, types.map(|t| t.1), &slots(value, values));
                What::Store { value: format!("{value} as the map's entry {key}") }
            }
            _ => return,
        };
        let plain = matches!(what, What::Load { .. } | What::Store { .. });
        let user = program.image.function(program.codes[top.code as usize].function).flags.user;
        let (position, code) = self.visible_position(state, index);
        self.note(number, position, code, what);
        self.note_way(state, index, None);
        if let Some(event) = self.events.as_mut().and_then(|events| events.last_mut()) {
            event.internal = plain && !user;
        }
    }

    /// Adds to the last event how goroutine `index` came to it: through which functions, and in which case of a select.
    pub(crate) fn note_way(&mut self, state: &State, index: usize, case: Option<u32>) {
        let program = self.program;
        let Some(event) = self.events.as_mut().and_then(|events| events.last_mut()) else { return };
        let frames = &state.goroutines[index].frames;
        let code = |frame: &crate::state::Frame| &program.codes[frame.code as usize];
        let native =
            |frame: &&crate::state::Frame| matches!(code(frame).ops.first(), Some(Op::Native { .. }));
        let own = frames.iter().rev().filter(|frame| !native(frame)).map(|frame| code(frame).function);
        let user = own.clone().find(|&function| program.image.function(function).flags.user);
        event.function = user.unwrap_or(event.function);
        event.through = own.take_while(|&function| !program.image.function(function).flags.user).collect();
        let deferred = frames.last().is_some_and(|top| {
            native(&top) && matches!(top.kind, FrameKind::Deferred | FrameKind::DeferredByPanic)
        });
        event.exact = event.through.is_empty() && !deferred;
        event.case = case.and_then(|case| select_case(program, state, index, case));
    }

    fn visible_position(&self, state: &State, index: usize) -> (Position, u32) {
        visible_position(self.program, state, index)
    }

    /// Records that goroutine `index` sends or receives by itself, in a case of a select or not.
    pub(crate) fn note_channel(
        &mut self,
        state: &State,
        index: usize,
        case: Option<u32>,
        channel: Value,
        values: &[Value],
        passing: Passing,
    ) {
        if self.events.is_none() {
            return;
        }
        let ty = element_type(self.program, state, index, case);
        let value = render::value(self.program, &state.heap, ty, values);
        let (mut count, capacity) = match channel {
            Value::Ptr(at) => {
                let channel = state.heap.channel(at.object);
                if channel.closed && matches!(passing, Passing::Send) {
                    // It is about to panic.
                    return;
                }
                (channel.count, channel.capacity)
            }
            _ => (0, 0),
        };
        let channel = object_of(channel);
        let what = match passing {
            Passing::Send => {
                // The element is about to be put in.
                count += 1;
                What::Send { channel, value, to: None, buffer: (count, capacity) }
            }
            Passing::Receive { received } => {
                What::Receive { channel, value, from: None, buffer: (count, capacity), closed: !received }
            }
        };
        let (position, code) = case_position(self.program, state, index, case);
        self.note(state.goroutines[index].number, position, code, what);
        self.note_way(state, index, case);
    }

    /// Records that goroutine `index` panics.
    pub(crate) fn note_panic(&mut self, state: &State, index: usize, value: &[Value; 2]) {
        if self.events.is_some() {
            let (position, code) = self.visible_position(state, index);
            let value = render::panic(self.program, &state.heap, value);
            self.note(state.goroutines[index].number, position, code, What::Panic { value });
            self.note_way(state, index, None);
        }
    }

    /// Records that goroutine `index` takes the default of a select.
    pub(crate) fn note_default(&mut self, state: &State, index: usize) {
        if self.events.is_some() {
            let (position, code) = self.visible_position(state, index);
            self.note(state.goroutines[index].number, position, code, What::Default);
            self.note_way(state, index, None);
        }
    }

    /// Records that two goroutines meet on an unbuffered channel.
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
        let ty = element_type(self.program, state, sender, send);
        let value = render::value(self.program, &state.heap, ty, values);
        let (s, r) = (state.goroutines[sender].number, state.goroutines[receiver].number);
        let buffer = (0, 0);
        let (position, code) = case_position(self.program, state, sender, send);
        self.note(s, position, code, What::Send { channel, value: value.clone(), to: Some(r), buffer });
        self.note_way(state, sender, send);
        let (position, code) = case_position(self.program, state, receiver, receive);
        self.note(r, position, code, What::Receive { channel, value, from: Some(s), buffer, closed: false });
        self.note_way(state, receiver, receive);
    }
}

/// The position to show for what goroutine `index` does, and the code there: in its innermost function that is the
/// user's own.
pub(crate) fn visible_position(program: &Program, state: &State, index: usize) -> (Position, u32) {
    let frames = &state.goroutines[index].frames;
    let mut best = None;
    for (i, frame) in frames.iter().enumerate().rev() {
        let code = &program.codes[frame.code as usize];
        let position = match frames.get(i + 1) {
            None => code.positions.get(frame.pc as usize).copied(),
            Some(called) if matches!(called.kind, FrameKind::Deferred | FrameKind::DeferredByPanic) => {
                defer_position(program, frame.code, called.code)
            }
            Some(_) => code.positions.get((frame.pc as usize).wrapping_sub(1)).copied(),
        };
        let position = position.unwrap_or(Position::NONE);
        // A native stands at no line of its own either.
        let native = matches!(code.ops.first(), Some(Op::Native { .. }));
        if best.is_none() && (i == 0 || !native) {
            best = Some((position, frame.code));
        }
        if program.image.function(code.function).flags.user && position.is_known() {
            return (position, frame.code);
        }
    }
    best.unwrap_or((Position::NONE, 0))
}

/// Where `code` defers `deferred`: a call that runs because a function returns stands at no line of its own.
pub(crate) fn defer_position(program: &Program, code: u32, deferred: u32) -> Option<Position> {
    let function = program.image.function(program.codes[code as usize].function);
    let deferred = program.codes[deferred as usize].function;
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    let mut defers = instructions.filter_map(|instruction| match &instruction.kind {
        Kind::Defer { call, .. } => Some((call.callee, instruction.position)),
        _ => None,
    });
    let first = defers.clone().next();
    defers.find(|(callee, _)| *callee == Callee::Static(deferred)).or(first).map(|(_, position)| position)
}

/// The position of a select's case, if `case` is one, or else of the operation.
pub(crate) fn case_position(
    program: &Program,
    state: &State,
    index: usize,
    case: Option<u32>,
) -> (Position, u32) {
    let fallback = visible_position(program, state, index);
    match (*operation(program, &state.goroutines[index]), case) {
        (Op::Select { spec }, Some(case)) => {
            let cases = &program.specs.selects[spec as usize].cases;
            let position = cases.get(case as usize).map_or(Position::NONE, |case| case.position);
            if position.is_known() { (position, fallback.1) } else { fallback }
        }
        _ => fallback,
    }
}

pub(crate) fn select_case(program: &Program, state: &State, index: usize, case: u32) -> Option<SelectCase> {
    let Op::Select { spec } = *operation(program, &state.goroutines[index]) else { return None };
    let cases = &program.specs.selects[spec as usize].cases;
    let send = cases.get(case as usize)?.send.is_some();
    let rank = cases[..case as usize].iter().filter(|other| other.send.is_some() == send).count();
    Some(SelectCase { send, rank: rank as u32 })
}

/// The arguments of the native at the top of goroutine `index`, but for the object that it works on.
fn native_arguments(program: &Program, state: &State, index: usize) -> Vec<String> {
    let g = &state.goroutines[index];
    let top = g.top();
    let function = program.image.function(program.codes[top.code as usize].function);
    let mut at = top.base as usize;
    let mut arguments = Vec::new();
    for (i, local) in function.locals.iter().take(function.parameters as usize).enumerate() {
        let size = program.layouts.size(local.ty) as usize;
        let pointer = matches!(program.image.ty(local.ty).shape, Shape::Pointer(_));
        if let Some(values) = g.registers.get(at..at + size)
            && !(i == 0 && pointer)
        {
            let values = unknown::resolved(program, &state.bindings, values.to_vec());
            arguments.push(render::value(program, &state.heap, Some(local.ty), &values));
        }
        at += size;
    }
    arguments
}

/// The type of what passes through the channel before which goroutine `index` stands.
pub(crate) fn element_type(
    program: &Program,
    state: &State,
    index: usize,
    case: Option<u32>,
) -> Option<TypeId> {
    let g = &state.goroutines[index];
    match *operation(program, g) {
        Op::Receive { element, .. } => Some(element),
        Op::Select { spec } => {
            let chosen = &program.specs.selects[spec as usize].cases[case? as usize];
            match chosen.send {
                None => Some(chosen.element),
                Some(_) => types_here(program, state, index, |function, instruction| {
                    let Kind::Select { cases, .. } = &instruction.kind else { return None };
                    Some(program.image.operand_type(function, cases.get(case? as usize)?.send?))
                }),
            }
        }
        _ => types_here(program, state, index, |function, instruction| match instruction.kind {
            Kind::Send { x, .. } => Some(program.image.operand_type(function, x)),
            _ => None,
        }),
    }
}

/// Asks the instructions of the image that have the position of the operation before which goroutine `index` stands.
/// The machine's own code does not keep types.
fn types_here(
    program: &Program,
    state: &State,
    index: usize,
    ask: impl Fn(&vtrace_program::Function, &Instruction) -> Option<TypeId>,
) -> Option<TypeId> {
    let top = state.goroutines[index].top();
    let code = &program.codes[top.code as usize];
    let position = *code.positions.get(top.pc as usize)?;
    let function = program.image.function(code.function);
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    instructions.filter(|i| i.position == position).find_map(|i| ask(function, i))
}

fn map_types(program: &Program, ty: TypeId) -> Option<(TypeId, TypeId)> {
    match program.image.ty(ty).shape {
        Shape::Map(key, value) => Some((key, value)),
        _ => None,
    }
}
