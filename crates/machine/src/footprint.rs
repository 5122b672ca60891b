//! What a goroutine's next operation touches: which of them commute, and which two are a data race.

use smallvec::SmallVec;
use vtrace_program::{Builtin, Shape};

use crate::code::{BuiltinSpec, Op, Src};
use crate::natives::{self, Visible};
use crate::program::Program;
use crate::schedule::register;
use crate::state::{Goroutine, Park, State};
use crate::step::operation;
use crate::timer::Target;
use crate::value::{ObjectId, Value};

/// What an operation touches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Footprint {
    /// The memory.
    pub touches: SmallVec<[Touch; 2]>,
    /// It may touch anything.
    pub anything: bool,
}

/// Some slots of an object, and how they are touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    /// The object.
    pub object: ObjectId,
    /// The first slot.
    pub first: u32,
    /// The slot after the last one.
    pub end: u32,
    /// How.
    pub mode: Mode,
}

/// How memory is touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A plain read.
    Read,
    /// A plain write.
    Write,
    /// An atomic read, or looking at the length of a channel.
    AtomicRead,
    /// An atomic write, or an operation of a lock or channel.
    Atomic,
}

impl Mode {
    fn reads_only(self) -> bool {
        matches!(self, Mode::Read | Mode::AtomicRead)
    }

    /// Whether it is an ordinary access of the program's, with no synchronisation.
    pub fn is_plain(self) -> bool {
        matches!(self, Mode::Read | Mode::Write)
    }
}

impl Touch {
    fn whole(object: ObjectId, mode: Mode) -> Touch {
        Touch { object, first: 0, end: u32::MAX, mode }
    }

    /// Whether the order of the two matters.
    pub fn conflicts(&self, other: &Touch) -> bool {
        self.object == other.object
            && self.first < other.end
            && other.first < self.end
            && !(self.mode.reads_only() && other.mode.reads_only())
    }
}

impl Footprint {
    /// Whether the order of the two operations may matter.
    pub fn conflicts(&self, other: &Footprint) -> bool {
        self.anything
            || other.anything
            || self.touches.iter().any(|a| other.touches.iter().any(|b| a.conflicts(b)))
    }

    /// Where the two operations race, if they do: their orders matter, and one at least does not synchronise.
    pub fn race(&self, other: &Footprint) -> Option<(Touch, Touch)> {
        let pairs = self.touches.iter().flat_map(|&a| other.touches.iter().map(move |&b| (a, b)));
        pairs.into_iter().find(|(a, b)| a.conflicts(b) && (a.mode.is_plain() || b.mode.is_plain()))
    }
}

/// What a timer touches when it fires.
pub(crate) fn of_timer(state: &State, number: u32) -> Footprint {
    let mut footprint = Footprint::default();
    if let Some(timer) = state.timers.iter().find(|timer| timer.number == number) {
        let whole = [
            Some(timer.handle),
            match timer.target {
                Target::Send(channel) => Some(channel),
                _ => None,
            },
        ];
        let objects = whole.into_iter().flatten().filter(|&object| object != ObjectId::NONE);
        footprint.touches.extend(objects.map(|object| Touch::whole(object, Mode::Atomic)));
    }
    footprint
}

/// What kind of operation a goroutine stands before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// A plain access to memory.
    Memory,
    /// A send, receive, select or close.
    Channel,
    /// A function of the runtime's, by its name: `(*sync.Mutex).Lock`.
    Native(&'static str),
    /// Something else.
    Other,
}

/// What kind of operation goroutine `index` stands before.
pub(crate) fn kind(program: &Program, state: &State, index: usize) -> Option<Operation> {
    let g = &*state.goroutines[index];
    if g.park != Park::Operation {
        return None;
    }
    Some(match *operation(program, g) {
        Op::Load { .. }
        | Op::Store { .. }
        | Op::Lookup { .. }
        | Op::RangeMap { .. }
        | Op::MapUpdate { .. } => Operation::Memory,
        Op::Builtin { .. } => Operation::Memory,
        Op::Send { .. } | Op::Receive { .. } | Op::Select { .. } | Op::Close { .. } => Operation::Channel,
        Op::Native { native } => match natives::get(native) {
            native if matches!(native.visible, Visible::Read | Visible::Write) => Operation::Memory,
            native => Operation::Native(native.name),
        },
        _ => Operation::Other,
    })
}

/// What a goroutine touches when it goes on. Nothing if that concerns itself alone.
pub(crate) fn footprint(program: &Program, g: &Goroutine) -> Footprint {
    let mut footprint = Footprint::default();
    match g.park {
        Park::Fresh | Park::Tired | Park::Choose(_) | Park::Ending(_) => return footprint,
        // Which values are tried depends on who needs the input first, and with the value the operation that needs it is done.
        Park::Bind { .. } => {
            footprint.anything = true;
            return footprint;
        }
        Park::Operation => {}
    }
    let touches = &mut footprint.touches;
    let object = |src: Src| register(program, g, src).object();
    match *operation(program, g) {
        Op::Load { pointer, n, .. } => slots(program, g, pointer, n, Mode::Read, touches),
        Op::Store { pointer, n, .. } => slots(program, g, pointer, n, Mode::Write, touches),
        Op::Lookup { map, .. } | Op::RangeMap { map, .. } => {
            touches.extend(object(map).map(|object| Touch::whole(object, Mode::Read)));
        }
        Op::MapUpdate { map, .. } => {
            touches.extend(object(map).map(|object| Touch::whole(object, Mode::Write)));
        }
        Op::Send { channel, .. } | Op::Receive { channel, .. } | Op::Close { channel } => {
            touches.extend(object(channel).map(|object| Touch::whole(object, Mode::Atomic)));
        }
        Op::Select { spec } => {
            for case in &program.specs.selects[spec as usize].cases {
                touches.extend(object(case.channel).map(|object| Touch::whole(object, Mode::Atomic)));
            }
        }
        Op::Builtin { spec } => builtin(program, g, &program.specs.builtins[spec as usize], touches),
        Op::Native { native } => {
            let native = natives::get(native);
            let mode = match native.visible {
                Visible::Read => Mode::Read,
                Visible::Write => Mode::Write,
                _ if native.name.starts_with("sync/atomic.Load") => Mode::AtomicRead,
                _ => Mode::Atomic,
            };
            if native.name.ends_with("Timer") {
                // The runtime's own timer, behind the fields that the program sees.
                let object = g.registers.get(g.top().base as usize).and_then(|value| value.object());
                let (first, end) = (u32::MAX - 1, u32::MAX);
                touches.extend(object.map(|object| Touch { object, first, end, mode }));
            } else if let Value::Ptr(at) =
                g.registers.get(g.top().base as usize).copied().unwrap_or(Value::Nil)
            {
                let end = at.slot.saturating_add(pointee_size(program, g));
                touches.push(Touch { object: at.object, first: at.slot, end, mode });
            }
        }
        _ => footprint.anything = true,
    }
    footprint
}

fn slots(
    program: &Program,
    g: &Goroutine,
    pointer: Src,
    n: u32,
    mode: Mode,
    touches: &mut SmallVec<[Touch; 2]>,
) {
    if let Value::Ptr(at) = register(program, g, pointer) {
        touches.push(Touch { object: at.object, first: at.slot, end: at.slot + n, mode });
    }
}

/// How many slots the first argument of the native at the top points to; very many if that is not known. Reflection gives
/// the type as a further argument.
fn pointee_size(program: &Program, g: &Goroutine) -> u32 {
    let function = program.image.function(program.codes[g.top().code as usize].function);
    let first = function.locals.first().filter(|_| function.parameters > 0);
    match first.map(|local| &program.image.ty(local.ty).shape) {
        Some(&Shape::Pointer(of)) => program.layouts.size(of),
        _ => {
            let base = g.top().base as usize;
            let arguments =
                &g.registers[base..base + program.codes[g.top().code as usize].parameters as usize];
            let ty = arguments.iter().find_map(|value| match value {
                Value::Type(ty) => Some(*ty),
                _ => None,
            });
            ty.map_or(u32::MAX, |ty| program.layouts.size(ty))
        }
    }
}

/// `append`, `copy`, `clear`, `delete`, `len` and `cap` of what others can reach.
fn builtin(program: &Program, g: &Goroutine, spec: &BuiltinSpec, touches: &mut SmallVec<[Touch; 2]>) {
    // A slice's object, first slot, slots of an element, length and capacity.
    let slice = |i: usize| {
        let &(src, ty) = spec.arguments.get(i)?;
        let Shape::Slice(of) = program.image.ty(ty).shape else { return None };
        match (register(program, g, src), register(program, g, src.offset(1))) {
            (Value::Ptr(at), Value::Len(len, cap)) => Some((at, program.layouts.size(of), len, cap)),
            _ => None,
        }
    };
    let mut touch = |(at, size, _, _): (crate::value::Pointer, u32, u32, u32), from: u32, to: u32, mode| {
        let (first, end) = (at.slot + from * size, at.slot + to * size);
        touches.push(Touch { object: at.object, first, end, mode });
    };
    match spec.builtin {
        Builtin::Append => {
            let added = slice(1).map_or(0, |(_, _, len, _)| len);
            if let Some(target @ (_, _, len, cap)) = slice(0) {
                match len + added <= cap {
                    true => touch(target, len, len + added, Mode::Write),
                    false => touch(target, 0, len, Mode::Read),
                }
            }
            if let Some(source) = slice(1) {
                touch(source, 0, added, Mode::Read);
            }
        }
        Builtin::Copy => {
            let (to, from) = (slice(0), slice(1));
            let len = |slice: Option<(_, _, u32, _)>| slice.map_or(u32::MAX, |(_, _, len, _)| len);
            let count = len(to).min(len(from));
            if let Some(to) = to {
                touch(to, 0, count, Mode::Write);
            }
            if let Some(from) = from {
                touch(from, 0, count, Mode::Read);
            }
        }
        Builtin::Clear if slice(0).is_some() => {
            if let Some(target @ (_, _, len, _)) = slice(0) {
                touch(target, 0, len, Mode::Write);
            }
        }
        Builtin::Clear | Builtin::Delete | Builtin::Len | Builtin::Cap => {
            let Some(&(src, ty)) = spec.arguments.first() else { return };
            let mode = match (&program.image.ty(ty).shape, spec.builtin) {
                (Shape::Chan(..), _) => Mode::AtomicRead,
                (_, Builtin::Len | Builtin::Cap) => Mode::Read,
                _ => Mode::Write,
            };
            touches.extend(register(program, g, src).object().map(|object| Touch::whole(object, mode)));
        }
        _ => {}
    }
}
