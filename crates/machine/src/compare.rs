//! Equality and hashing of Go values, as `==` and map keys need them.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use vtrace_program::{Basic, Shape, TypeId};

use crate::fault::Fault;
use crate::memory::Heap;
use crate::program::Program;
use crate::value::Value;

/// Whether two values of type `ty` are equal. Panics, as Go does, where an interface holds an uncomparable value.
pub(crate) fn equal(
    program: &Program,
    heap: &Heap,
    ty: TypeId,
    a: &[Value],
    b: &[Value],
) -> Result<bool, Fault> {
    let shape = &program.image.ty(ty).shape;
    // What an interface holds does not matter if the other one holds another type, or nothing.
    let needed = if matches!(shape, Shape::Interface(_)) { 1 } else { a.len() };
    for &value in a[..needed].iter().chain(&b[..needed]) {
        if let Value::Unknown(term) = value {
            return Err(Fault::Unknown(term));
        }
    }
    match shape {
        Shape::Basic(Basic::Float32 | Basic::Float64 | Basic::Complex64 | Basic::Complex128) => {
            Ok(a.iter().zip(b).all(|(&a, &b)| as_float(a) == as_float(b)))
        }
        Shape::Interface(_) => equal_interfaces(program, heap, a, b),
        Shape::Struct(fields) => {
            for (i, field) in fields.iter().enumerate() {
                if field.name == "_" {
                    continue;
                }
                let from = program.layouts.offset(ty, i as u32) as usize;
                let to = from + program.layouts.size(field.ty) as usize;
                if !equal(program, heap, field.ty, &a[from..to], &b[from..to])? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Shape::Array(_, element) => {
            let size = program.layouts.size(*element) as usize;
            if size == 0 {
                return Ok(true);
            }
            for (a, b) in a.chunks(size).zip(b.chunks(size)) {
                if !equal(program, heap, *element, a, b)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        // Slices, maps and functions can only be compared with nil; the first slot tells.
        _ => Ok(a[0] == b[0]),
    }
}

/// Whether two interface values are equal.
pub(crate) fn equal_interfaces(
    program: &Program,
    heap: &Heap,
    a: &[Value],
    b: &[Value],
) -> Result<bool, Fault> {
    let (Value::Type(ta), Value::Type(tb)) = (a[0], b[0]) else {
        return Ok(a[0] == b[0]);
    };
    if ta != tb {
        return Ok(false);
    }
    if !program.image.ty(ta).comparable {
        return Err(Fault::error(format!("comparing uncomparable type {}", program.image.ty(ta).name)));
    }
    equal(program, heap, ta, unbox(program, heap, ta, &a[1]), unbox(program, heap, ta, &b[1]))
}

/// The slots of a value of concrete type `ty` from the second slot of the interface that holds it.
pub(crate) fn unbox<'a>(program: &Program, heap: &'a Heap, ty: TypeId, payload: &'a Value) -> &'a [Value] {
    match program.layouts.size(ty) {
        1 => std::slice::from_ref(payload),
        n => match payload {
            Value::Ptr(at) => heap.load_range(*at, n),
            _ => &[],
        },
    }
}

const UNHASHABLE: &str = "hash of unhashable type";

/// Checks that a key can be hashed, for an operation on a map without entries: there the runtime complains in other
/// words, and with another type, than where it comes to hash the key.
pub(crate) fn check_key(program: &Program, heap: &Heap, ty: TypeId, key: &[Value]) -> Result<(), Fault> {
    match hash(program, heap, ty, key) {
        Err(Fault::Panic(panic)) => {
            Err(Fault::unhashable(panic.text.trim_start_matches(UNHASHABLE).trim_start()))
        }
        other => other.map(|_| ()),
    }
}

/// A hash that agrees with [`equal`]. Panics, as Go does, on an unhashable value.
pub(crate) fn hash(program: &Program, heap: &Heap, ty: TypeId, key: &[Value]) -> Result<u64, Fault> {
    let mut hasher = FxHasher::default();
    hash_into(program, heap, ty, key, &mut hasher)?;
    Ok(hasher.finish())
}

fn hash_into(
    program: &Program,
    heap: &Heap,
    ty: TypeId,
    key: &[Value],
    hasher: &mut FxHasher,
) -> Result<(), Fault> {
    let needed = if matches!(program.image.ty(ty).shape, Shape::Interface(_)) { 1 } else { key.len() };
    for &value in &key[..needed] {
        if let Value::Unknown(term) = value {
            return Err(Fault::Unknown(term));
        }
    }
    match &program.image.ty(ty).shape {
        Shape::Basic(Basic::Float32 | Basic::Float64 | Basic::Complex64 | Basic::Complex128) => {
            // -0 and 0 are equal; adding 0 makes them the same.
            key.iter().for_each(|&v| (as_float(v) + 0.0).to_bits().hash(hasher));
        }
        Shape::Interface(_) => match key[0] {
            Value::Type(dynamic) => {
                if !program.image.ty(dynamic).comparable {
                    let name = &program.image.ty(dynamic).name;
                    return Err(Fault::error(format!("{UNHASHABLE} {name}")));
                }
                dynamic.hash(hasher);
                hash_into(program, heap, dynamic, unbox(program, heap, dynamic, &key[1]), hasher)?;
            }
            _ => 0u8.hash(hasher),
        },
        Shape::Struct(fields) => {
            for (i, field) in fields.iter().enumerate() {
                if field.name == "_" {
                    continue;
                }
                let from = program.layouts.offset(ty, i as u32) as usize;
                let to = from + program.layouts.size(field.ty) as usize;
                hash_into(program, heap, field.ty, &key[from..to], hasher)?;
            }
        }
        Shape::Array(_, element) => {
            let size = program.layouts.size(*element) as usize;
            if size > 0 {
                for part in key.chunks(size) {
                    hash_into(program, heap, *element, part, hasher)?;
                }
            }
        }
        _ => key[0].hash(hasher),
    }
    Ok(())
}

/// The float in a slot that holds one.
pub(crate) fn as_float(value: Value) -> f64 {
    match value {
        Value::Float(bits) => f64::from_bits(bits),
        _ => 0.0,
    }
}
