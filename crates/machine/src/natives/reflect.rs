//! What reflection needs to know of types and values. Types are known by their index in the image's table plus 1.

use vtrace_program::{Basic, Direction, Image, Shape, TypeId};

use super::{Flow, Native, argument, int, local, results};
use crate::compare::unbox;
use crate::fault::Fault;
use crate::interface::missing_method;
use crate::state::State;
use crate::step::Context;
use crate::value::Value;

pub(super) static NATIVES: &[Native] = &[
    local("internal/reflectlite.typeOf", type_of),
    local("internal/reflectlite.typeString", type_string),
    local("internal/reflectlite.typeName", type_name),
    local("internal/reflectlite.typePackage", type_package),
    local("internal/reflectlite.typeSize", type_size),
    local("internal/reflectlite.typeKind", type_kind),
    local("internal/reflectlite.typeElem", type_elem),
    local("internal/reflectlite.comparableType", comparable),
    local("internal/reflectlite.implementsType", implements),
    local("internal/reflectlite.assignableType", assignable),
    local("internal/reflectlite.isNil", is_nil),
    local("internal/reflectlite.length", length),
    local("internal/reflectlite.assign", assign),
    local("internal/reflectlite.swap", swap),
];

/// The number of a type.
fn number(ty: TypeId) -> Value {
    Value::Int(ty.0 as i64 + 1)
}

/// The type whose number is in an argument slot.
fn ty(cx: &Context, state: &State, index: usize, slot: u32) -> Result<TypeId, Fault> {
    let number = int(cx.program, state, index, slot)?;
    match usize::try_from(number - 1) {
        Ok(i) if i < cx.program.image.types.len() => Ok(TypeId(i as u32)),
        _ => Err(Fault::Unsupported(format!("reflection on type number {number}"))),
    }
}

/// The dynamic type and the slots of an interface argument.
fn value(
    cx: &Context,
    state: &State,
    index: usize,
    slot: u32,
) -> Result<Option<(TypeId, Vec<Value>)>, Fault> {
    match argument(cx.program, state, index, slot) {
        Value::Type(ty) => {
            let payload = argument(cx.program, state, index, slot + 1);
            Ok(Some((ty, unbox(cx.program, &state.heap, ty, &payload).to_vec())))
        }
        Value::Unknown(term) => Err(Fault::Unknown(term)),
        _ => Ok(None),
    }
}

fn give(cx: &mut Context, state: &mut State, index: usize, value: Value) -> Result<Flow, Fault> {
    results(cx.program, state, index, &[value]);
    Ok(Flow::Done)
}

fn give_text(cx: &mut Context, state: &mut State, index: usize, text: &str) -> Result<Flow, Fault> {
    let value = cx.program.strings.value(text.as_bytes());
    give(cx, state, index, value)
}

fn type_of(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let number = match argument(cx.program, state, index, 0) {
        Value::Type(ty) => number(ty),
        Value::Unknown(term) => return Err(Fault::Unknown(term)),
        _ => Value::ZERO,
    };
    give(cx, state, index, number)
}

fn type_string(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let ty = ty(cx, state, index, 0)?;
    give_text(cx, state, index, &cx.program.image.ty(ty).name)
}

fn type_name(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let ty = cx.program.image.ty(ty(cx, state, index, 0)?);
    // The package is in front of the first dot that is not inside of type arguments.
    let name = match (ty.named, ty.name.split('[').next().and_then(|head| head.find('.'))) {
        (false, _) => "",
        (true, Some(dot)) => &ty.name[dot + 1..],
        (true, None) => &ty.name,
    };
    give_text(cx, state, index, name)
}

fn type_package(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let ty = ty(cx, state, index, 0)?;
    give_text(cx, state, index, &cx.program.image.ty(ty).package)
}

fn type_size(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let ty = ty(cx, state, index, 0)?;
    give(cx, state, index, Value::Int(cx.program.image.ty(ty).size as i64))
}

fn type_kind(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let number = int(cx.program, state, index, 0)?;
    let kind = if number == 0 { 0 } else { kind(&cx.program.image, ty(cx, state, index, 0)?) };
    give(cx, state, index, Value::Int(kind))
}

fn type_elem(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let ty = ty(cx, state, index, 0)?;
    let element = match cx.program.image.ty(ty).shape {
        Shape::Pointer(e) | Shape::Slice(e) | Shape::Array(_, e) | Shape::Chan(_, e) | Shape::Map(_, e) => {
            number(e)
        }
        _ => Value::ZERO,
    };
    give(cx, state, index, element)
}

fn comparable(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let ty = ty(cx, state, index, 0)?;
    give(cx, state, index, Value::bool(cx.program.image.ty(ty).comparable))
}

fn implements(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (t, u) = (ty(cx, state, index, 0)?, ty(cx, state, index, 1)?);
    let answer = matches!(cx.program.image.ty(u).shape, Shape::Interface(_)) && implements_type(cx, t, u);
    give(cx, state, index, Value::bool(answer))
}

fn implements_type(cx: &Context, t: TypeId, u: TypeId) -> bool {
    match (&cx.program.image.ty(t).shape, &cx.program.image.ty(u).shape) {
        (Shape::Interface(have), Shape::Interface(want)) => want.iter().all(|method| have.contains(method)),
        _ => missing_method(cx.program, t, u).is_none(),
    }
}

fn assignable(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (t, u) = (ty(cx, state, index, 0)?, ty(cx, state, index, 1)?);
    let image = &cx.program.image;
    let identical_underlying = image.ty(t).underlying == image.ty(u).underlying;
    let one_unnamed = !image.ty(t).named || !image.ty(u).named;
    let bidirectional = match (&image.ty(t).shape, &image.ty(u).shape) {
        (Shape::Chan(Direction::Both, a), Shape::Chan(_, b)) => a == b && one_unnamed,
        _ => false,
    };
    let answer = t == u
        || (identical_underlying && one_unnamed)
        || bidirectional
        || (matches!(image.ty(u).shape, Shape::Interface(_)) && implements_type(cx, t, u));
    give(cx, state, index, Value::bool(answer))
}

fn is_nil(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let nil = value(cx, state, index, 0)?.is_none_or(|(_, slots)| slots.first() == Some(&Value::Nil));
    give(cx, state, index, Value::bool(nil))
}

fn length(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let len = match value(cx, state, index, 0)? {
        Some((ty, slots)) => length_of(cx, state, ty, &slots),
        None => 0,
    };
    give(cx, state, index, Value::Int(len))
}

fn length_of(cx: &Context, state: &State, ty: TypeId, slots: &[Value]) -> i64 {
    match (&cx.program.image.ty(ty).shape, slots) {
        (Shape::Array(len, _), _) => *len as i64,
        (_, [Value::Str(s)]) => s.len as i64,
        (_, [_, Value::Len(len, _)]) => *len as i64,
        (Shape::Map(..), [Value::Ptr(at)]) => state.heap.map(at.object).len() as i64,
        (Shape::Chan(..), [Value::Ptr(at)]) => state.heap.channel(at.object).count as i64,
        _ => 0,
    }
}

fn assign(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let Some((pointer, slots)) = value(cx, state, index, 0)? else { return Err(Fault::nil()) };
    let (Shape::Pointer(to), [Value::Ptr(at)]) = (&cx.program.image.ty(pointer).shape, &slots[..]) else {
        return Err(Fault::nil());
    };
    let values = match cx.program.image.ty(*to).shape {
        // A variable of an interface type takes the interface itself.
        Shape::Interface(_) => {
            vec![argument(cx.program, state, index, 2), argument(cx.program, state, index, 3)]
        }
        _ => value(cx, state, index, 2)?.map(|(_, slots)| slots).unwrap_or_default(),
    };
    state.heap.store_range(*at, &values);
    Ok(Flow::Done)
}

fn swap(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (i, j) = (int(cx.program, state, index, 2)? as u32, int(cx.program, state, index, 3)? as u32);
    if let Some((ty, slots)) = value(cx, state, index, 0)?
        && let (Shape::Slice(element), Some(&Value::Ptr(at))) =
            (&cx.program.image.ty(ty).shape, slots.first())
    {
        let size = cx.program.layouts.size(*element);
        let a = state.heap.load_range(at.offset(i * size), size).to_vec();
        let b = state.heap.load_range(at.offset(j * size), size).to_vec();
        state.heap.store_range(at.offset(i * size), &b);
        state.heap.store_range(at.offset(j * size), &a);
    }
    Ok(Flow::Done)
}

/// The kind of a type, as package reflect numbers them.
pub(super) fn kind(image: &Image, ty: TypeId) -> i64 {
    match &image.ty(ty).shape {
        Shape::Basic(basic) => match basic {
            Basic::Bool => 1,
            Basic::Int => 2,
            Basic::Int8 => 3,
            Basic::Int16 => 4,
            Basic::Int32 => 5,
            Basic::Int64 => 6,
            Basic::Uint => 7,
            Basic::Uint8 => 8,
            Basic::Uint16 => 9,
            Basic::Uint32 => 10,
            Basic::Uint64 => 11,
            Basic::Uintptr => 12,
            Basic::Float32 => 13,
            Basic::Float64 => 14,
            Basic::Complex64 => 15,
            Basic::Complex128 => 16,
            Basic::String => 24,
            Basic::UnsafePointer => 26,
            Basic::UntypedNil | Basic::Invalid => 0,
        },
        Shape::Array(..) => 17,
        Shape::Chan(..) => 18,
        Shape::Signature(..) => 19,
        Shape::Interface(_) => 20,
        Shape::Map(..) => 21,
        Shape::Pointer(_) => 22,
        Shape::Slice(_) => 23,
        Shape::Struct(_) => 25,
        Shape::Tuple(_) | Shape::Iterator => 0,
    }
}
