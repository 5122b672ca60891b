//! What reflection needs to know of types and values. Types are known by their index in the image's table plus 1.

pub(super) mod values;

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
    local("reflect.typeOf", type_of),
    local("reflect.typeString", type_string),
    local("reflect.typeName", type_name),
    local("reflect.typePackage", type_package),
    local("reflect.typeSize", type_size),
    local("reflect.typeKind", type_kind),
    local("reflect.typeElem", type_elem),
    local("reflect.typeKey", type_key),
    local("reflect.typeLen", type_len),
    local("reflect.typeDir", type_dir),
    local("reflect.typeUnderlying", type_underlying),
    local("reflect.typeSlots", type_slots),
    local("reflect.comparableType", comparable),
    local("reflect.implementsType", implements),
    local("reflect.assignableType", assignable),
    local("reflect.sameShape", same_shape),
    local("reflect.numField", num_field),
    local("reflect.fieldOf", field_of),
    local("reflect.numIn", num_in),
    local("reflect.typeIn", type_in),
    local("reflect.numOut", num_out),
    local("reflect.typeOut", type_out),
    local("reflect.isVariadic", is_variadic),
    local("reflect.numMethod", num_method),
    local("reflect.methodOf", method_of),
    local("reflect.methodFunc", method_func),
    local("reflect.pointerTo", pointer_to),
    local("reflect.sliceOf", slice_of),
    local("reflect.mapOf", map_of),
    local("reflect.missingType", missing_type),
    local("sync/atomic.sameType", same_type),
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

fn type_key(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let key = match cx.program.image.ty(ty(cx, state, index, 0)?).shape {
        Shape::Map(key, _) => number(key),
        _ => Value::ZERO,
    };
    give(cx, state, index, key)
}

fn type_len(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let len = match cx.program.image.ty(ty(cx, state, index, 0)?).shape {
        Shape::Array(len, _) => len as i64,
        _ => 0,
    };
    give(cx, state, index, Value::Int(len))
}

fn type_dir(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    // RecvDir is 1, SendDir 2, BothDir 3.
    let direction = match cx.program.image.ty(ty(cx, state, index, 0)?).shape {
        Shape::Chan(Direction::ReceiveOnly, _) => 1,
        Shape::Chan(Direction::SendOnly, _) => 2,
        _ => 3,
    };
    give(cx, state, index, Value::Int(direction))
}

fn type_underlying(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let ty = ty(cx, state, index, 0)?;
    give(cx, state, index, number(cx.program.image.ty(ty).underlying))
}

fn type_slots(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let ty = ty(cx, state, index, 0)?;
    give(cx, state, index, Value::Int(cx.program.layouts.size(ty) as i64))
}

fn same_shape(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (t, u) = (ty(cx, state, index, 0)?, ty(cx, state, index, 1)?);
    let image = &cx.program.image;
    let answer = match (&image.ty(t).shape, &image.ty(u).shape) {
        (Shape::Struct(a), Shape::Struct(b)) => {
            a.len() == b.len()
                && a.iter().zip(b).all(|(f, g)| {
                    (&f.name, f.ty, f.embedded, &f.package) == (&g.name, g.ty, g.embedded, &g.package)
                })
        }
        _ => image.ty(t).underlying == image.ty(u).underlying,
    };
    give(cx, state, index, Value::bool(answer))
}

fn num_field(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let count = match &cx.program.image.ty(ty(cx, state, index, 0)?).shape {
        Shape::Struct(fields) => fields.len() as i64,
        _ => 0,
    };
    give(cx, state, index, Value::Int(count))
}

/// `fieldOf(t, i) (name string, typ rtype, embedded bool, pkg, tag string, slot int)`
fn field_of(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (ty, i) = (ty(cx, state, index, 0)?, int(cx.program, state, index, 1)?);
    let program = cx.program;
    let field = match &program.image.ty(ty).shape {
        Shape::Struct(fields) => fields.get(i as usize),
        _ => None,
    };
    let Some(field) = field else {
        return Err(Fault::Unsupported(format!("reflection on field {i} of {}", program.image.ty(ty).name)));
    };
    let text = |s: &str| program.strings.value(s.as_bytes());
    let values = [
        text(&field.name),
        number(field.ty),
        Value::bool(field.embedded),
        text(&field.package),
        text(&field.tag),
        Value::Int(program.layouts.offset(ty, i as u32) as i64),
    ];
    results(program, state, index, &values);
    Ok(Flow::Done)
}

/// The parameters, results and variadicity of a function type.
fn signature<'a>(
    cx: &Context<'a>,
    state: &State,
    index: usize,
) -> Result<(&'a [TypeId], &'a [TypeId], bool), Fault> {
    match &cx.program.image.ty(ty(cx, state, index, 0)?).shape {
        Shape::Signature(parameters, results, variadic) => Ok((parameters, results, *variadic)),
        _ => Ok((&[], &[], false)),
    }
}

fn num_in(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (parameters, ..) = signature(cx, state, index)?;
    give(cx, state, index, Value::Int(parameters.len() as i64))
}

fn num_out(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (_, results, _) = signature(cx, state, index)?;
    give(cx, state, index, Value::Int(results.len() as i64))
}

fn type_in(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (parameters, ..) = signature(cx, state, index)?;
    component(cx, state, index, parameters)
}

fn type_out(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (_, results, _) = signature(cx, state, index)?;
    component(cx, state, index, results)
}

fn component(cx: &mut Context, state: &mut State, index: usize, list: &[TypeId]) -> Result<Flow, Fault> {
    let i = int(cx.program, state, index, 1)?;
    match usize::try_from(i).ok().and_then(|i| list.get(i)) {
        Some(&ty) => give(cx, state, index, number(ty)),
        None => Err(Fault::bounds(format!("index out of range [{i}] with length {}", list.len()))),
    }
}

fn is_variadic(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (_, _, variadic) = signature(cx, state, index)?;
    give(cx, state, index, Value::bool(variadic))
}

/// The names and packages of the methods that reflection shows, in the order of names.
fn methods_of(cx: &Context, ty: TypeId) -> Vec<(String, String)> {
    let image = &cx.program.image;
    let mut names: Vec<_> = match &image.ty(ty).shape {
        Shape::Interface(methods) => methods.iter().map(|m| &image.methods[m.index()]).collect(),
        _ => {
            let methods = image.ty(ty).methods.iter().map(|entry| &image.methods[entry.method.index()]);
            methods.filter(|method| method.package.is_empty()).collect()
        }
    };
    names.sort_by(|a, b| a.name.cmp(&b.name));
    names.into_iter().map(|method| (method.name.clone(), method.package.clone())).collect()
}

fn num_method(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let count = methods_of(cx, ty(cx, state, index, 0)?).len();
    give(cx, state, index, Value::Int(count as i64))
}

fn method_of(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let methods = methods_of(cx, ty(cx, state, index, 0)?);
    let i = int(cx.program, state, index, 1)? as usize;
    let (name, package) = methods.get(i).cloned().unwrap_or_default();
    let strings = &cx.program.strings;
    let values = [strings.value(name.as_bytes()), strings.value(package.as_bytes())];
    results(cx.program, state, index, &values);
    Ok(Flow::Done)
}

/// `methodFunc(t rtype, i int) (fn unsafe.Pointer, typ, bound rtype)`
fn method_func(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (ty, i) = (ty(cx, state, index, 0)?, int(cx.program, state, index, 1)? as usize);
    let image = &cx.program.image;
    let mut values = [Value::Nil, Value::ZERO, Value::ZERO];
    let function = methods_of(cx, ty).get(i).and_then(|(name, _)| cx.program.method_named(ty, name));
    if let Some(function) = function {
        let with_receiver = image.function(function).signature;
        values[0] = Value::Func(function.0, crate::value::ObjectId::NONE);
        values[1] = number(with_receiver);
        if let Shape::Signature(parameters, results, variadic) = &image.ty(with_receiver).shape {
            let bound = Shape::Signature(parameters[1..].to_vec(), results.clone(), *variadic);
            let found = image.types.iter().position(|ty| !ty.named && ty.shape == bound);
            values[2] = found.map_or(Value::ZERO, |i| number(TypeId(i as u32)));
        }
    }
    results(cx.program, state, index, &values);
    Ok(Flow::Done)
}

/// The number of the unnamed type of this shape, 0 if the program has none.
fn type_of_shape(cx: &mut Context, state: &mut State, index: usize, shape: Shape) -> Result<Flow, Fault> {
    let types = &cx.program.image.types;
    let found = types.iter().position(|ty| !ty.named && ty.shape == shape);
    give(cx, state, index, found.map_or(Value::ZERO, |i| number(TypeId(i as u32))))
}

fn pointer_to(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let shape = Shape::Pointer(ty(cx, state, index, 0)?);
    type_of_shape(cx, state, index, shape)
}

fn slice_of(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let shape = Shape::Slice(ty(cx, state, index, 0)?);
    type_of_shape(cx, state, index, shape)
}

fn map_of(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let shape = Shape::Map(ty(cx, state, index, 0)?, ty(cx, state, index, 1)?);
    type_of_shape(cx, state, index, shape)
}

fn missing_type(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let name = super::string(cx.program, state, index, 0)?;
    let name = cx.program.strings.text(name).into_owned();
    Err(Fault::Unsupported(format!("reflection makes the type {name}, which occurs nowhere in the program")))
}

fn same_type(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let (a, b) = (argument(cx.program, state, index, 0), argument(cx.program, state, index, 2));
    give(cx, state, index, Value::bool(a == b))
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
