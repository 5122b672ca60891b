//! The call that a run stands for, as a Go expression: what to write into a test to call the function with the values that
//! were chosen for its inputs.
//!
//! What no run needed is left out, which in Go means the zero value. Some inputs have no expression: an opaque value of an
//! interface, which would need a type of its own; what a function that the caller passes must return; the command line.

use std::cell::RefCell;
use std::collections::BTreeSet;

use vtrace_program::{Basic, EntryKind, Shape, TypeId};

use crate::behave;
use crate::bind::{element, pointee};
use crate::caller;
use crate::machine::Machine;
use crate::program::Program;
use crate::state::State;
use crate::unknown::{Bindings, Input, Term, bound};
use crate::value::Value;

/// How deep expressions nest.
const DEPTH: u32 = 6;

impl Machine {
    /// The call of the entry, in its own package: `FindAll(1, 0)`, `(&Server{limit: 3}).Start(nil)`. None if the entry is no
    /// function, or an argument cannot be written down.
    pub fn call(&self, state: &State) -> Option<String> {
        let program = &*self.program;
        let entry =
            program.image.entries.get(self.entry).filter(|entry| entry.kind == EntryKind::Function)?;
        let function = program.image.function(entry.function);
        let own = &entry.package;
        let named = program.image.types.iter().find(|ty| ty.named && ty.package == *own);
        let prefix = named.and_then(|ty| ty.name.split_once('.')).map(|(package, _)| format!("{package}."));
        let used = RefCell::default();
        let writer = Writer { program, bindings: &state.bindings, prefix, used };
        let mut arguments = Vec::new();
        for local in function.parameter_locals() {
            let local = &function.locals[local.index()];
            let name = local.name.clone().unwrap_or_else(|| "_".to_string());
            arguments.push(writer.expression(&Input::new(name, local.ty), DEPTH)?);
        }
        // An input that is no part of an argument cannot be passed.
        let passed = writer.used.into_inner();
        let mut others = state.bindings.iter().filter(|(input, _)| !passed.contains(input));
        let is_needless = |input: u32, values: &[Value]| {
            program.terms.is_usual(input)
                || caller::is_results(program, input)
                || self.given_result(input, values).is_some()
        };
        if others.any(|(input, values)| !is_needless(*input, values)) {
            return None;
        }
        let plain = entry.name.rsplit('.').next().unwrap_or(&entry.name);
        Some(match entry.name.contains('.') && !arguments.is_empty() {
            true => {
                let receiver = arguments.remove(0);
                format!("({receiver}).{plain}({})", arguments.join(", "))
            }
            false => format!("{plain}({})", arguments.join(", ")),
        })
    }
}

struct Writer<'a> {
    program: &'a Program,
    bindings: &'a Bindings,
    /// How names of the entry's own package begin, which inside of it is not written.
    prefix: Option<String>,
    /// The inputs that were written down.
    used: RefCell<BTreeSet<u32>>,
}

impl Writer<'_> {
    /// The values to which an input is bound, if it is.
    fn values(&self, input: &Input) -> Option<&[Value]> {
        let id = self.program.terms.find(&Term::Input(input.clone()))?;
        let values = bound(self.bindings, id)?;
        self.used.borrow_mut().insert(id);
        Some(values)
    }

    /// The type's name inside the package of the entry.
    fn type_name(&self, ty: TypeId) -> String {
        let name = &self.program.image.ty(ty).name;
        match &self.prefix {
            Some(prefix) => name.replace(prefix, ""),
            None => name.clone(),
        }
    }

    fn expression(&self, input: &Input, depth: u32) -> Option<String> {
        let image = &self.program.image;
        let ty = input.ty;
        let name = || self.type_name(ty);
        let named = image.ty(ty).named && !image.ty(ty).package.is_empty();
        let convert = |text: String| if named { format!("{}({text})", self.type_name(ty)) } else { text };
        let next = depth.checked_sub(1)?;
        let values = self.values(input);
        Some(match (&image.ty(ty).shape, values) {
            (Shape::Struct(fields), _) => {
                let mut parts = Vec::new();
                for field in fields.iter().filter(|field| field.name != "_") {
                    let part = input.part(format!("{}.{}", input.name, field.name), field.ty);
                    if self.is_chosen(&part, next) {
                        parts.push(format!("{}: {}", field.name, self.expression(&part, next)?));
                    }
                }
                format!("{}{{{}}}", name(), parts.join(", "))
            }
            (Shape::Array(len, of), _) => {
                let elements = (0..*len)
                    .map(|i| self.expression(&input.part(format!("{}[{i}]", input.name), *of), next));
                format!("{}{{{}}}", name(), elements.collect::<Option<Vec<_>>>()?.join(", "))
            }
            (Shape::Basic(Basic::Bool), Some([Value::Int(i)])) => convert((*i != 0).to_string()),
            (Shape::Basic(Basic::Bool), _) => "false".to_string(),
            (Shape::Basic(Basic::String), Some([Value::Str(s)])) => {
                convert(format!("{:?}", self.program.strings.text(*s)))
            }
            (Shape::Basic(Basic::String), _) => "\"\"".to_string(),
            (Shape::Basic(_), Some([Value::Int(i)])) => convert(i.to_string()),
            (Shape::Basic(_), Some([Value::Float(bits)])) => convert(f64::from_bits(*bits).to_string()),
            (Shape::Basic(_), _) => "0".to_string(),
            (Shape::Pointer(of), Some([Value::Ptr(_)])) => {
                let inner = self.expression(&pointee(self.program, input, *of), next)?;
                match image.ty(*of).shape {
                    Shape::Struct(_) | Shape::Array(..) => format!("&{inner}"),
                    _ => {
                        format!("func() {} {{ v := {}({inner}); return &v }}()", name(), self.type_name(*of))
                    }
                }
            }
            (Shape::Slice(of), Some([_, Value::Len(len, _)])) => {
                let elements = (0..*len).map(|i| self.expression(&element(input, i, *of), next));
                format!("{}{{{}}}", name(), elements.collect::<Option<Vec<_>>>()?.join(", "))
            }
            (Shape::Map(key, of), Some([Value::Ptr(_)])) => {
                let count = self.length(input);
                let entries = (0..count).map(|i| {
                    let key = match image.ty(*key).shape {
                        Shape::Basic(Basic::String) => format!("\"key{i}\""),
                        Shape::Basic(Basic::Bool) => (i != 0).to_string(),
                        Shape::Basic(_) => i.to_string(),
                        _ => return None,
                    };
                    Some(format!("{key}: {}", self.expression(&element(input, i, *of), next)?))
                });
                format!("{}{{{}}}", name(), entries.collect::<Option<Vec<_>>>()?.join(", "))
            }
            (Shape::Chan(_, of), Some([Value::Ptr(_)])) => {
                let of = self.type_name(*of);
                format!("func() {} {{ c := make(chan {of}); close(c); return c }}()", name())
            }
            (Shape::Signature(parameters, results, variadic), Some([Value::Func(..)])) => {
                let body = self.behaviour(&input.name, parameters)?;
                self.function(parameters, results, *variadic, &body)?
            }
            (Shape::Interface(_), Some([Value::Type(ty), _])) => {
                if Some(*ty) == self.program.opaque.ty {
                    return match image.ty(input.ty).name.as_str() {
                        "error" => Some("errors.New(\"some error\")".to_string()),
                        "context.Context" => Some("context.Background()".to_string()),
                        "any" | "interface {}" => Some("0".to_string()),
                        _ => None,
                    };
                }
                let inner = input.beyond(format!("{}.({})", input.name, image.ty(*ty).name), *ty);
                self.expression(&Input { least: 1, ..inner }, next)?
            }
            _ => "nil".to_string(),
        })
    }

    /// Whether a value was chosen for an input or for a part of it.
    fn is_chosen(&self, input: &Input, depth: u32) -> bool {
        match &self.program.image.ty(input.ty).shape {
            Shape::Struct(fields) if depth > 0 => fields.iter().any(|field| {
                self.is_chosen(&input.part(format!("{}.{}", input.name, field.name), field.ty), depth - 1)
            }),
            _ => self.values(input).is_some(),
        }
    }

    /// How many entries a map had when it was made: those of which there is a term.
    fn length(&self, input: &Input) -> u32 {
        let Shape::Map(_, of) = self.program.image.ty(input.ty).shape else { return 0 };
        let exists = |i: u32| {
            let mut any = false;
            self.program.unknowns().parts(&element(input, i, of), &mut |part, _| {
                any |= part.is_some_and(|part| self.program.terms.find(&Term::Input(part)).is_some());
            });
            any
        };
        (0..64).take_while(|&i| exists(i)).count() as u32
    }

    /// What happens in a function before it returns; none if that is not the same in all its calls, or cannot be written down.
    fn behaviour(&self, name: &str, parameters: &[TypeId]) -> Option<String> {
        let mut all: Option<i64> = None;
        for (id, values) in self.bindings {
            let own =
                self.program.terms.input_at(*id).is_some_and(|input| behave::is_behaviour_of(input, name));
            if let (true, [Value::Int(what)]) = (own, &values[..]) {
                self.used.borrow_mut().insert(*id);
                if all.is_some_and(|known| known != *what) {
                    return None;
                }
                all = Some(*what);
            }
        }
        let image = &self.program.image;
        Some(match all {
            None | Some(behave::RETURNS) => String::new(),
            Some(behave::PANIC) => "panic(\"some panic\")".to_string(),
            Some(what) => {
                let is_function = |ty: &TypeId| matches!(image.ty(*ty).shape, Shape::Signature(..));
                let functions = (0..parameters.len()).filter(|&i| is_function(&parameters[i]));
                let which = functions.clone().nth((what - behave::CALLS) as usize)?;
                let Shape::Signature(own, _, false) = &image.ty(parameters[which]).shape else { return None };
                let zeros: Vec<String> =
                    own.iter().map(|&ty| format!("*new({})", self.type_name(ty))).collect();
                format!("p{which}({})", zeros.join(", "))
            }
        })
    }

    /// A function that gives zero values, after it has done something else.
    fn function(
        &self,
        parameters: &[TypeId],
        results: &[TypeId],
        variadic: bool,
        body: &str,
    ) -> Option<String> {
        let list = |types: &[TypeId]| types.iter().map(|&ty| self.type_name(ty)).collect::<Vec<_>>();
        let mut parameters = list(parameters);
        if variadic && let Some(last) = parameters.last_mut() {
            *last = last.replacen("[]", "...", 1);
        }
        let results: Vec<String> = list(results).into_iter().map(|ty| format!("_ {ty}")).collect();
        if body.is_empty() {
            return Some(format!("func({}) ({}) {{ return }}", parameters.join(", "), results.join(", ")));
        }
        let named = parameters.iter().enumerate().map(|(i, ty)| format!("p{i} {ty}"));
        let parameters = named.collect::<Vec<_>>().join(", ");
        Some(format!("func({parameters}) ({}) {{ {body}; return }}", results.join(", ")))
    }
}
