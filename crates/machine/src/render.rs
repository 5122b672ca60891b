//! Values as people read them in traces.

use crate::builtin::print_float;
use crate::memory::Heap;
use crate::program::Program;
use crate::value::Value;

/// Some slots, as one short text.
pub(crate) fn slots(program: &Program, heap: &Heap, values: &[Value]) -> String {
    match values {
        [] => "{}".to_string(),
        [value] => slot(program, *value),
        [Value::Type(ty), payload] => {
            let inner = crate::compare::unbox(program, heap, *ty, payload);
            let text = slots(program, heap, &inner[..inner.len().min(4)]);
            format!("{}({text})", program.image.ty(*ty).name)
        }
        [Value::Ptr(_) | Value::Nil, Value::Len(len, cap)] => format!("slice of {len}, capacity {cap}"),
        [Value::Nil, Value::Nil] => "nil".to_string(),
        many => {
            let shown: Vec<String> = many.iter().take(4).map(|&v| slot(program, v)).collect();
            let more = if many.len() > 4 { " …" } else { "" };
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
            if f.abs() < 1e15 { format!("{f}") } else { print_float(f) }
        }
        Value::Str(s) => {
            let text = program.strings.text(s);
            match text.char_indices().nth(40) {
                Some((end, _)) => format!("{:?}…", &text[..end]),
                None => format!("{text:?}"),
            }
        }
        Value::Ptr(at) if at.slot == 0 => format!("&{}", at.object.0),
        Value::Ptr(at) => format!("&{}+{}", at.object.0, at.slot),
        Value::Func(code, _) => {
            let code = &program.codes[code as usize];
            program.image.function(code.function).name.clone()
        }
        Value::Type(ty) => program.image.ty(ty).name.clone(),
        Value::Len(len, cap) => format!("len {len} cap {cap}"),
        Value::Unknown(term) => format!("{:?}", program.terms.get(term)),
    }
}
