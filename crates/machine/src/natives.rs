//! Functions that the machine itself provides, in place of Go code: those of the runtime, and what stands on it.
//!
//! The modules mirror the standard library. A native has the parameters of its frame as arguments; it writes its
//! results behind them. One that concerns other goroutines says so ([`Visible`]), and tells when it can go on; one that
//! takes several steps keeps count in the goroutine's `phase`.

mod atomic;
mod maps;
mod math;
mod os;
mod reflect;
mod runtime;
mod sync;
mod testing;
mod time;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use vtrace_program::TypeId;

use crate::compare::as_float;
use crate::fault::Fault;
use crate::program::Program;
use crate::state::State;
use crate::step::Context;
use crate::unknown::{Evaluated, evaluate};
use crate::value::{ObjectId, Pointer, StrId, Value};

/// A native function.
pub(crate) struct Native {
    /// As go/ssa prints it: `(*sync.Mutex).Lock`.
    pub name: &'static str,
    /// What traces call it, if not by its name.
    pub label: &'static str,
    pub visible: Visible,
    /// Whether it can go on.
    pub ready: fn(&NativeCall) -> bool,
    /// Executes it.
    pub run: fn(&mut Context, &mut State, usize) -> Result<Flow, Fault>,
}

/// Whether a native concerns other goroutines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visible {
    /// It is as local as an addition.
    Never,
    /// Always.
    Always,
    /// If others can reach the object that its first argument points to.
    IfShared,
    /// If the order of what is printed matters.
    Output,
    /// The same, but it is a plain load, and no event if they cannot.
    Read,
    /// The same for a plain store.
    Write,
}

/// What a native did.
pub(crate) enum Flow {
    /// It is done.
    Done,
    /// It has another step to do.
    Again,
    /// It needs one of so many alternatives chosen, and has done nothing yet.
    Choose(u32),
    /// It changed the goroutine's frames itself.
    Moved,
}

const fn local(
    name: &'static str,
    run: fn(&mut Context, &mut State, usize) -> Result<Flow, Fault>,
) -> Native {
    Native { name, label: "", visible: Visible::Never, ready: always, run }
}

fn always(_: &NativeCall) -> bool {
    true
}

static NATIVES: LazyLock<Vec<&'static Native>> = LazyLock::new(|| {
    [
        sync::NATIVES,
        testing::NATIVES,
        atomic::NATIVES,
        runtime::NATIVES,
        time::NATIVES,
        maps::NATIVES,
        math::NATIVES,
        os::NATIVES,
        reflect::NATIVES,
        reflect::values::NATIVES,
    ]
    .into_iter()
    .flatten()
    .collect()
});

static INDEX: LazyLock<FxHashMap<&'static str, u32>> =
    LazyLock::new(|| NATIVES.iter().enumerate().map(|(i, native)| (native.name, i as u32)).collect());

/// The native with this name.
pub(crate) fn find(name: &str) -> Option<u32> {
    INDEX.get(name).copied()
}

/// The native with this index.
pub(crate) fn get(index: u32) -> &'static Native {
    NATIVES[index as usize]
}

/// The names of all natives, sorted.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = NATIVES.iter().map(|native| native.name).collect();
    names.sort_unstable();
    names
}

/// A call of a native, to look at.
pub(crate) struct NativeCall<'a> {
    pub program: &'a Program,
    pub state: &'a State,
    pub index: usize,
}

impl<'a> NativeCall<'a> {
    pub(crate) fn new(program: &'a Program, state: &'a State, index: usize) -> NativeCall<'a> {
        NativeCall { program, state, index }
    }

    /// A slot of the arguments.
    pub(crate) fn argument(&self, slot: u32) -> Value {
        argument(self.program, self.state, self.index, slot)
    }

    /// The object to which the first argument points, at a slot further on.
    pub(crate) fn field(&self, slot: u32) -> i64 {
        match self.argument(0) {
            Value::Ptr(at) => match self.state.heap.load(at.offset(slot)) {
                Value::Int(i) => i,
                _ => 0,
            },
            _ => 0,
        }
    }

    pub(crate) fn phase(&self) -> u32 {
        self.state.goroutines[self.index].phase
    }

    pub(crate) fn is_visible(&self, native: &Native) -> bool {
        match native.visible {
            Visible::Never | Visible::Output => false,
            Visible::Always => true,
            Visible::IfShared | Visible::Read | Visible::Write => match self.argument(0) {
                Value::Ptr(at) => self.state.heap.is_shared(at.object),
                _ => false,
            },
        }
    }
}

/// A slot of the arguments of the native that goroutine `index` is in.
pub(crate) fn argument(program: &Program, state: &State, index: usize, slot: u32) -> Value {
    let g = &state.goroutines[index];
    match g.registers[(g.top().base + slot) as usize] {
        Value::Unknown(id) => match evaluate(program, &state.bindings, id) {
            Evaluated::Known(value) => value,
            Evaluated::Needs(_) => Value::Unknown(id),
        },
        known => known,
    }
}

/// The types of the results of the native that goroutine `index` is in.
pub(crate) fn function_results<'p>(program: &'p Program, state: &State, index: usize) -> &'p [TypeId] {
    let code = state.goroutines[index].top().code;
    &program.image.function(program.codes[code as usize].function).results
}

/// Writes results.
pub(crate) fn results(program: &Program, state: &mut State, index: usize, values: &[Value]) {
    let g = state.goroutine_mut(index);
    let at = (g.top().base + program.codes[g.top().code as usize].parameters) as usize;
    g.registers[at..at + values.len()].copy_from_slice(values);
}

/// What natives say when an argument is not what its type promises.
fn mistyped(value: Value, wanted: &str) -> Fault {
    match value {
        Value::Unknown(term) => Fault::Unknown(term),
        Value::Nil => Fault::nil(),
        other => Fault::Unsupported(format!("a native function expected {wanted}, and found {other:?}")),
    }
}

pub(crate) fn int(program: &Program, state: &State, index: usize, slot: u32) -> Result<i64, Fault> {
    match argument(program, state, index, slot) {
        Value::Int(i) => Ok(i),
        other => Err(mistyped(other, "an integer")),
    }
}

pub(crate) fn float(program: &Program, state: &State, index: usize, slot: u32) -> Result<f64, Fault> {
    match argument(program, state, index, slot) {
        value @ Value::Float(_) => Ok(as_float(value)),
        other => Err(mistyped(other, "a float")),
    }
}

pub(crate) fn string(program: &Program, state: &State, index: usize, slot: u32) -> Result<StrId, Fault> {
    match argument(program, state, index, slot) {
        Value::Str(s) => Ok(s),
        other => Err(mistyped(other, "a string")),
    }
}

pub(crate) fn pointer(program: &Program, state: &State, index: usize, slot: u32) -> Result<Pointer, Fault> {
    match argument(program, state, index, slot) {
        Value::Ptr(at) => Ok(at),
        other => Err(mistyped(other, "a pointer")),
    }
}

/// The bytes of a slice of bytes that starts at an argument slot.
pub(crate) fn bytes(program: &Program, state: &State, index: usize, slot: u32) -> Result<Vec<u8>, Fault> {
    let len = match argument(program, state, index, slot + 1) {
        Value::Len(len, _) => len,
        Value::Nil => 0,
        other => return Err(mistyped(other, "a slice")),
    };
    match argument(program, state, index, slot) {
        Value::Ptr(at) if len > 0 => state
            .heap
            .load_range(at, len)
            .iter()
            .map(|&value| match value {
                Value::Int(i) => Ok(i as u8),
                other => Err(mistyped(other, "a byte")),
            })
            .collect(),
        Value::Unknown(term) => Err(Fault::Unknown(term)),
        _ => Ok(Vec::new()),
    }
}

/// The object that an argument points to.
pub(crate) fn object(program: &Program, state: &State, index: usize, slot: u32) -> ObjectId {
    argument(program, state, index, slot).object().unwrap_or(ObjectId::NONE)
}
