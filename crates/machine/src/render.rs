//! Values as people read them in traces: short, and as `fmt` would print them where that is short.

use vtrace_program::{Basic, Field, Shape, TypeId};

use crate::builtin::print_float;
use crate::memory::Heap;
use crate::program::Program;
use crate::unknown::Term;
use crate::value::Value;

/// How many elements or fields are shown.
const PARTS: usize = 4;
/// How deep pointers, structs and interfaces are followed.
const DEPTH: u32 = 3;
/// How many characters of a string are shown.
const CHARACTERS: usize = 40;

/// A value of type `ty`, if the type is known; its slots otherwise.
pub(crate) fn value(program: &Program, heap: &Heap, ty: Option<TypeId>, values: &[Value]) -> String {
    match ty {
        Some(ty) if program.layouts.size(ty) as usize == values.len() => {
            typed(program, heap, ty, values, DEPTH)
        }
        _ => slots(program, values),
    }
}

/// A panic's argument. The runtime's own errors are known by their texts.
pub(crate) fn panic(program: &Program, heap: &Heap, value: &[Value; 2]) -> String {
    match value {
        [Value::Type(ty), Value::Str(text)] if program.image.ty(*ty).package == "runtime" => {
            program.strings.text(*text).into_owned()
        }
        [Value::Type(ty), payload] => {
            let inner = crate::compare::unbox(program, heap, *ty, payload);
            typed(program, heap, *ty, inner, DEPTH)
        }
        _ => "nil".to_string(),
    }
}

fn typed(program: &Program, heap: &Heap, ty: TypeId, values: &[Value], depth: u32) -> String {
    let image = &program.image;
    match (&image.ty(ty).shape, values) {
        (_, [Value::Unknown(term)]) => unknown(program, *term),
        (_, [Value::Int(i)]) if image.ty(ty).name == "time.Duration" => duration(*i),
        // A moment that the machine's clock gave: how long after the start.
        (_, [Value::Int(..0), Value::Int(elapsed), _]) if image.ty(ty).name == "time.Time" => {
            format!("time {}", duration(elapsed - 1))
        }
        // What synchronises is worth a word, not its words in memory.
        (Shape::Struct(_), [Value::Int(held), ..]) if image.ty(ty).name == "sync.Mutex" => {
            if *held == 0 { "unlocked" } else { "locked" }.to_string()
        }
        (Shape::Struct(_), [Value::Int(writer), _, _, _, Value::Int(readers), ..])
            if image.ty(ty).name == "sync.RWMutex" =>
        {
            match (writer, readers) {
                (0, 0) => "unlocked".to_string(),
                (0, readers) => format!("locked by {readers} for reading"),
                _ => "locked".to_string(),
            }
        }
        (Shape::Struct(_), [Value::Int(count), ..]) if image.ty(ty).name == "sync.WaitGroup" => {
            format!("counter {count}")
        }
        (Shape::Basic(Basic::Bool), [Value::Int(i)]) => (*i != 0).to_string(),
        (Shape::Basic(Basic::Uint | Basic::Uint64 | Basic::Uintptr), [Value::Int(i)]) => {
            (*i as u64).to_string()
        }
        (Shape::Basic(Basic::Complex64 | Basic::Complex128), [re, im]) => {
            format!("({}+{}i)", slot(program, *re), slot(program, *im))
        }
        (Shape::Slice(_), [Value::Nil, _]) => "[]".to_string(),
        (Shape::Slice(element), [Value::Ptr(at), Value::Len(len, _)]) => {
            let size = program.layouts.size(*element);
            let shown = (*len as usize).min(PARTS) as u32;
            let values = heap.load_range(*at, shown * size);
            sequence(program, heap, *element, *len as u64, values, depth)
        }
        (Shape::Array(len, element), values) => sequence(program, heap, *element, *len, values, depth),
        (Shape::Struct(fields), values) if depth > 0 => {
            let mut parts = Vec::new();
            // What has no name or no size tells nothing: the fields by which `go vet` knows that something must not be copied.
            let telling = |field: &Field| field.name != "_" && program.layouts.size(field.ty) > 0;
            let fields: Vec<(usize, &Field)> =
                fields.iter().enumerate().filter(|(_, field)| telling(field)).collect();
            for &(i, field) in fields.iter().take(PARTS) {
                let at = program.layouts.offset(ty, i as u32) as usize;
                let size = program.layouts.size(field.ty) as usize;
                let text = typed(program, heap, field.ty, &values[at..at + size], depth - 1);
                parts.push(format!("{}:{text}", field.name));
            }
            if fields.len() > PARTS {
                parts.push("…".to_string());
            }
            format!("{{{}}}", parts.join(" "))
        }
        (Shape::Struct(_), _) => "{…}".to_string(),
        (Shape::Interface(_), [Value::Type(ty), payload]) => {
            let inner = crate::compare::unbox(program, heap, *ty, payload);
            let text = match depth {
                0 => "…".to_string(),
                _ => typed(program, heap, *ty, inner, depth - 1),
            };
            match &image.ty(*ty).shape {
                Shape::Struct(_) | Shape::Array(..) => format!("{}{text}", image.ty(*ty).name),
                Shape::Basic(Basic::Bool | Basic::Int | Basic::String | Basic::Float64)
                    if image.ty(*ty).package.is_empty() =>
                {
                    text
                }
                Shape::Basic(_) => format!("{}({text})", image.ty(*ty).name),
                _ => text,
            }
        }
        (Shape::Interface(_), _) => "nil".to_string(),
        (Shape::Pointer(to), [Value::Ptr(at)]) => match (&image.ty(*to).shape, depth) {
            (Shape::Struct(_), DEPTH) => {
                let values = heap.load_range(*at, program.layouts.size(*to));
                format!("&{}", typed(program, heap, *to, values, depth - 1))
            }
            _ => format!("&{}", image.ty(*to).name),
        },
        (Shape::Chan(..), [Value::Ptr(_)]) => image.ty(ty).name.clone(),
        (Shape::Map(..), [Value::Ptr(at)]) => match heap.map(at.object).len() {
            1 => "map with 1 entry".to_string(),
            len => format!("map with {len} entries"),
        },
        (_, values) => slots(program, values),
    }
}

fn sequence(
    program: &Program,
    heap: &Heap,
    element: TypeId,
    len: u64,
    values: &[Value],
    depth: u32,
) -> String {
    let size = program.layouts.size(element) as usize;
    if depth == 0 {
        return format!("[{len} × {}]", program.image.ty(element).name);
    }
    let mut parts: Vec<String> = (0..(len as usize).min(PARTS))
        .map(|i| typed(program, heap, element, &values[i * size..(i + 1) * size], depth - 1))
        .collect();
    if len > PARTS as u64 {
        parts.push(format!("… {len} in all"));
    }
    format!("[{}]", parts.join(" "))
}

/// Some slots of which nothing is known but what they say themselves.
fn slots(program: &Program, values: &[Value]) -> String {
    match values {
        [] => "{}".to_string(),
        [value] => slot(program, *value),
        [Value::Ptr(_) | Value::Nil, Value::Len(len, _)] => format!("slice of {len}"),
        [Value::Nil, Value::Nil] => "nil".to_string(),
        many => {
            let shown: Vec<String> = many.iter().take(PARTS).map(|&v| slot(program, v)).collect();
            let more = if many.len() > PARTS { " …" } else { "" };
            format!("{{{}{more}}}", shown.join(" "))
        }
    }
}

fn slot(program: &Program, value: Value) -> String {
    match value {
        Value::Nil => "nil".to_string(),
        Value::Int(i) => i.to_string(),
        Value::Float(bits) => {
            let f = f64::from_bits(bits);
            if f.abs() < 1e15 { format!("{f}") } else { print_float(f, false) }
        }
        Value::Str(s) => {
            let text = program.strings.text(s);
            match text.char_indices().nth(CHARACTERS) {
                Some((end, _)) => format!("{:?}…", &text[..end]),
                None => format!("{text:?}"),
            }
        }
        Value::Ptr(_) => "a pointer".to_string(),
        Value::Func(code, _) => {
            let code = &program.codes[code as usize];
            program.image.function(code.function).name.clone()
        }
        Value::Type(ty) => program.image.ty(ty).name.clone(),
        Value::Len(len, cap) => format!("len {len} cap {cap}"),
        Value::Unknown(term) => unknown(program, term),
    }
}

/// An unknown value: an input by its name, anything else by the inputs that it depends on.
fn unknown(program: &Program, term: u32) -> String {
    match program.terms.get(term) {
        Term::Input(input) => format!("unknown {}", input.shown),
        _ => "unknown".to_string(),
    }
}

/// Nanoseconds in the largest unit that shows them exactly.
pub fn duration(nanoseconds: i64) -> String {
    let units = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "µs")];
    match units.into_iter().find(|(size, _)| nanoseconds % size == 0) {
        Some((size, unit)) => format!("{}{unit}", nanoseconds / size),
        None => format!("{nanoseconds}ns"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_exact() {
        assert_eq!(duration(1_500_000_000), "1500ms");
        assert_eq!(duration(2_000_000_000), "2s");
        assert_eq!(duration(15_000), "15µs");
        assert_eq!(duration(7), "7ns");
    }
}
