//! A key by which goroutines are sorted in the canonical form of a state, so that it does not matter which of several that
//! are alike is which.
//!
//! Any order is right that does not depend on the goroutines' numbers: a finer key only makes more states equal. Those that
//! stand at the same place with the same values are told apart by what they refer to, one step deep into memory.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use crate::memory::ObjectKind;
use crate::program::Program;
use crate::state::{Goroutine, State};
use crate::value::{ObjectId, Value};

/// How many slots of an object are looked at.
const LOOK: usize = 16;

/// What the objects hold to which a goroutine refers. What is settled is told apart by where it lies.
pub(crate) fn data_key(program: &Program, state: &State, g: &Goroutine) -> u64 {
    let mut hash = FxHasher::default();
    for &id in &g.summary(program, state.heap.settled()).references {
        object(program, state, id, &mut hash);
    }
    hash.finish()
}

/// A value, without which object it refers to, unless that is a variable of the program, or an object that was made before
/// there were goroutines to confuse.
fn value(program: &Program, state: &State, value: Value, hash: &mut FxHasher) {
    let (tag, payload) = match value {
        Value::Nil => (0, 0),
        Value::Int(i) => (1, i as u64),
        Value::Float(bits) => (2, bits),
        Value::Str(s) => (3, program.strings.hash(s)),
        Value::Ptr(at) => (4, (reference(program, state, at.object) as u64) << 32 | at.slot as u64),
        Value::Func(code, environment) => {
            (5, (reference(program, state, environment) as u64) << 32 | code as u64)
        }
        Value::Type(ty) => (6, ty.0 as u64),
        Value::Len(len, cap) => (7, (len as u64) << 32 | cap as u64),
        Value::Unknown(term) => (8, term as u64),
    };
    hash.write_u64(tag);
    hash.write_u64(payload);
}

fn reference(program: &Program, state: &State, id: ObjectId) -> u32 {
    if id.index() <= program.globals.len() || id.index() < state.heap.settled() { id.0 } else { u32::MAX }
}

fn object(program: &Program, state: &State, id: ObjectId, hash: &mut FxHasher) {
    if id == ObjectId::NONE || id.index() <= program.globals.len() {
        return;
    }
    let heap = &state.heap;
    let object = heap.object(id);
    match object.kind {
        ObjectKind::Slots => {
            heap.slots_of(id).iter().take(LOOK).for_each(|&slot| value(program, state, slot, hash));
        }
        ObjectKind::Channel => {
            let channel = heap.channel(id);
            hash.write_u64((channel.count as u64) << 32 | channel.capacity as u64);
            hash.write_u32(channel.closed as u32);
            channel.buffer.iter().take(LOOK).for_each(|&slot| value(program, state, slot, hash));
        }
        ObjectKind::Map => hash.write_usize(heap.map(id).len()),
        ObjectKind::Iterator => {}
    }
}
