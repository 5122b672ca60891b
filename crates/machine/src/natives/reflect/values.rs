//! What `reflect.Value` needs of memory. It keeps the address at which a value lies, and reads numbers, strings and
//! headers through it by itself.

use vtrace_program::Shape;

use super::{give, ty};
use crate::channel::Channel;
use crate::compare::unbox;
use crate::exec::Access;
use crate::fault::Fault;
use crate::map::Map;
use crate::natives::runtime::entry_pc;
use crate::natives::{Flow, Native, Visible, always, argument, int, local, pointer, results};
use crate::state::{FrameKind, Goroutine, State};
use crate::step::{Context, push_frame};
use crate::value::{ObjectId, Pointer, Value};

pub(crate) static NATIVES: &[Native] = &[
    local("reflect.place", place),
    reads("reflect.pack", pack),
    local("reflect.offset", offset),
    local("reflect.addressOf", address_of),
    local("reflect.alloc", alloc),
    writes("reflect.move", copy),
    reads("reflect.mapSerials", map_serials),
    reads("reflect.mapEntry", map_entry),
    writes("reflect.mapClear", map_clear),
    reads("reflect.mapGet", map_get),
    writes("reflect.mapSet", map_set),
    writes("reflect.mapDelete", map_delete),
    local("reflect.makeMap", make_map),
    local("reflect.makeChannel", make_channel),
    local("reflect.invoke", invoke),
];

/// One that reads the memory to which its first argument points.
const fn reads(
    name: &'static str,
    run: fn(&mut Context, &mut State, usize) -> Result<Flow, Fault>,
) -> Native {
    Native { name, label: "", visible: Visible::Read, ready: always, run }
}

/// One that writes the memory to which its first argument points.
const fn writes(
    name: &'static str,
    run: fn(&mut Context, &mut State, usize) -> Result<Flow, Fault>,
) -> Native {
    Native { name, label: "", visible: Visible::Write, ready: always, run }
}

/// Records a plain access to memory.
fn note(cx: &mut Context, state: &State, at: Pointer, size: u32, write: bool) {
    if let Some(accesses) = &mut cx.accesses
        && size > 0
        && state.heap.is_shared(at.object)
    {
        accesses.push(Access { at, size, write });
    }
}

fn give_object(cx: &mut Context, state: &mut State, index: usize, object: ObjectId) -> Result<Flow, Fault> {
    give(cx, state, index, Value::Ptr(Pointer::to(object)))
}

/// `place(x any) unsafe.Pointer`: a copy, unless the one in the interface is nobody else's.
fn place(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let ty = match argument(cx.program, state, index, 0) {
        Value::Type(ty) => ty,
        Value::Unknown(term) => return Err(Fault::Unknown(term)),
        other => return Err(Fault::Unsupported(format!("reflection on {other:?}"))),
    };
    let payload = argument(cx.program, state, index, 1);
    if let Value::Ptr(at) = payload
        && cx.program.layouts.size(ty) != 1
        && !state.heap.is_shared(at.object)
    {
        return give(cx, state, index, payload);
    }
    let slots = unbox(cx.program, &state.heap, ty, &payload).to_vec();
    let object = state.heap.allocate(&slots);
    give_object(cx, state, index, object)
}

/// `pack(p unsafe.Pointer, t rtype) any`
fn pack(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (at, ty) = (pointer(cx.program, state, index, 0)?, ty(cx, state, index, 1)?);
    let size = cx.program.layouts.size(ty);
    note(cx, state, at, size, false);
    let slots = state.heap.load_range(at, size).to_vec();
    let values = match (&cx.program.image.ty(ty).shape, &slots[..]) {
        (Shape::Interface(_), &[dynamic, payload]) => [dynamic, payload],
        (_, &[single]) => [Value::Type(ty), single],
        _ => [Value::Type(ty), Value::Ptr(Pointer::to(state.heap.allocate(&slots)))],
    };
    results(cx.program, state, index, &values);
    Ok(Flow::Done)
}

fn offset(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = pointer(cx.program, state, index, 0)?;
    let slots = int(cx.program, state, index, 1)?;
    give(cx, state, index, Value::Ptr(at.offset(slots as u32)))
}

/// Addresses are made up: as Go's heap has them, each object in its own page; a function's is its program counter.
fn address_of(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let address = match argument(cx.program, state, index, 0) {
        Value::Ptr(at) => 0xc0_0000_0000 + (at.object.0 as i64) * 0x1000 + (at.slot as i64) * 8,
        Value::Func(code, _) => entry_pc(code),
        Value::Int(i) => i,
        Value::Unknown(term) => return Err(Fault::Unknown(term)),
        _ => 0,
    };
    give(cx, state, index, Value::Int(address))
}

fn alloc(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (ty, count) = (ty(cx, state, index, 0)?, int(cx.program, state, index, 1)?);
    let mut zero = Vec::new();
    cx.program.layouts.zero(&cx.program.image, ty, &mut zero);
    let object = state.heap.allocate_array(&zero, count.max(0) as usize);
    give_object(cx, state, index, object)
}

fn copy(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let size = int(cx.program, state, index, 2)? as u32;
    if size > 0 {
        let to = pointer(cx.program, state, index, 0)?;
        let from = pointer(cx.program, state, index, 1)?;
        note(cx, state, from, size, false);
        note(cx, state, to, size, true);
        let slots = state.heap.load_range(from, size).to_vec();
        state.heap.store_range(to, &slots);
    }
    Ok(Flow::Done)
}

fn map_serials(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = pointer(cx.program, state, index, 0)?;
    note(cx, state, at, 1, false);
    let serials = state.heap.map(at.object).serials();
    let slots: Vec<Value> = serials.into_iter().map(|serial| Value::Int(serial as i64)).collect();
    let count = slots.len() as u32;
    let object = state.heap.allocate(&slots);
    results(cx.program, state, index, &[Value::Ptr(Pointer::to(object)), Value::Len(count, count)]);
    Ok(Flow::Done)
}

fn map_entry(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = pointer(cx.program, state, index, 0)?;
    note(cx, state, at, 1, false);
    let serial = int(cx.program, state, index, 1)? as u32;
    let found = state.heap.map(at.object).by_serial(serial).map(|(key, value)| [key, value].concat());
    match found {
        Some(slots) => {
            let object = state.heap.allocate(&slots);
            give_object(cx, state, index, object)
        }
        None => give(cx, state, index, Value::Nil),
    }
}

fn map_clear(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = pointer(cx.program, state, index, 0)?;
    note(cx, state, at, 1, true);
    state.heap.map_mut(at.object).clear();
    Ok(Flow::Done)
}

/// The slots of a key whose address is the second argument.
fn key(cx: &Context, state: &State, index: usize, map: Pointer) -> Result<Vec<Value>, Fault> {
    let at = pointer(cx.program, state, index, 1)?;
    let size = cx.program.layouts.size(state.heap.map(map.object).key);
    Ok(state.heap.load_range(at, size).to_vec())
}

fn map_get(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = pointer(cx.program, state, index, 0)?;
    note(cx, state, at, 1, false);
    let key = key(cx, state, index, at)?;
    let found = state.heap.map(at.object).get(cx.program, &state.heap, &key)?.map(<[Value]>::to_vec);
    match found {
        Some(slots) => {
            let object = state.heap.allocate(&slots);
            give_object(cx, state, index, object)
        }
        None => give(cx, state, index, Value::Nil),
    }
}

fn map_set(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = pointer(cx.program, state, index, 0)?;
    note(cx, state, at, 1, true);
    let key = key(cx, state, index, at)?;
    let from = pointer(cx.program, state, index, 2)?;
    let size = int(cx.program, state, index, 3)?;
    let value = state.heap.load_range(from, size as u32).to_vec();
    if state.heap.is_shared(at.object) {
        key.iter().chain(&value).for_each(|&v| state.heap.share_value(v));
    }
    let program = cx.program;
    state.heap.with_map(at.object, |heap, map| map.insert(program, heap, &key, &value))?;
    Ok(Flow::Done)
}

fn map_delete(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = pointer(cx.program, state, index, 0)?;
    note(cx, state, at, 1, true);
    let key = key(cx, state, index, at)?;
    let program = cx.program;
    state.heap.with_map(at.object, |heap, map| map.remove(program, heap, &key))?;
    Ok(Flow::Done)
}

fn make_map(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let Shape::Map(key, value) = cx.program.image.ty(ty(cx, state, index, 0)?).shape else {
        return Err(Fault::nil());
    };
    let object = state.heap.allocate_map(Map::new(cx.program, key, value));
    give_object(cx, state, index, object)
}

fn make_channel(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let Shape::Chan(_, element) = cx.program.image.ty(ty(cx, state, index, 0)?).shape else {
        return Err(Fault::nil());
    };
    let size = int(cx.program, state, index, 1)?;
    let element = cx.program.layouts.size(element);
    let object = state.heap.allocate_channel(Channel::new(element, size as u32));
    give_object(cx, state, index, object)
}

/// `invoke(f, args unsafe.Pointer, slots int) [32]unsafe.Pointer`: calls a function, whose results fill the array's first
/// slots.
fn invoke(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (code, environment) = match argument(cx.program, state, index, 0) {
        Value::Func(code, environment) => (code, environment),
        Value::Unknown(term) => return Err(Fault::Unknown(term)),
        _ => return Err(Fault::nil()),
    };
    let slots = int(cx.program, state, index, 2)? as u32;
    let arguments = match slots {
        0 => Vec::new(),
        _ => state.heap.load_range(pointer(cx.program, state, index, 1)?, slots).to_vec(),
    };
    let own = &cx.program.codes[state.goroutines[index].top().code as usize];
    let (dst, room) = (own.parameters, own.results);
    let results = cx.program.codes[code as usize].results;
    if results > room {
        return Err(Fault::Unsupported("a call by reflection with very large results".into()));
    }
    let mut g = std::mem::replace(&mut state.goroutines[index], Goroutine::placeholder());
    let goroutine = Goroutine::unshared(&mut g);
    goroutine.top_mut().pc += 1;
    push_frame(cx.program, state, goroutine, code, environment, &arguments, FrameKind::Call);
    let frame = goroutine.top_mut();
    (frame.dst, frame.results) = (dst, results);
    state.goroutines[index] = g;
    Ok(Flow::Moved)
}
