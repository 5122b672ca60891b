//! Values that nobody knows: inputs of the program, and what is computed from them.
//!
//! An unknown value is a *term*: an input, or an operation on other values. Terms are interned, so that equal
//! expressions are equal. A state binds inputs to values, one after the other, where a run needs them; a term whose
//! inputs are all bound has a value. [`crate::bind`] makes the values.

use std::sync::Mutex;

use rustc_hash::{FxHashMap, FxHashSet};
use vtrace_program::{Basic, Image, Shape, TypeId};

use crate::code::{Comparison, IntOp, Ordered, Width};
use crate::layout::Layouts;
use crate::value::Value;

/// An unknown value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// An input: its first slot.
    Input(Input),
    /// Another slot of an input.
    Part {
        /// The input's term.
        input: u32,
        /// The slot, from 1.
        slot: u32,
    },
    /// Integer arithmetic.
    Int(IntOp, Width, Value, Value),
    /// A comparison, which gives a boolean.
    Compare(Comparison, Ordered, Value, Value),
    /// `!x`
    Not(Value),
    /// The length of a string.
    LenString(Value),
    /// The length of a slice, from its second slot.
    LenSlice(Value),
}

/// An input: a value of a type that is no struct or array. Of those each part is an input of its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Input {
    /// Two inputs of the same name and type are the same: `n`, `trees[1]`, `keep(3)@12:9`.
    pub name: String,
    /// As the user would call it: `n`, `runtime.NumCPU()`, `err`.
    pub shown: String,
    /// Its type.
    pub ty: TypeId,
    /// How many pointers, elements and calls lie between an argument and this.
    pub depth: u8,
    /// The least integer or length that makes sense; 1 means of a pointer, function or interface that it is not nil.
    pub least: u8,
}

/// Deeper than this, arithmetic on unknown values is not nested: a loop may compute a number from the one before for ever, and whoever
/// evaluates it would come to each part many times.
pub(crate) const NESTED: u8 = 10;

/// Deeper than this, pointers are nil: lists end.
pub(crate) const DEEPEST: u8 = 4;

/// The most elements of an array that are unknown one by one; longer ones are zero.
const ELEMENTS: u64 = 16;

/// All terms of a program.
#[derive(Default)]
pub struct Terms {
    /// Each with how deep its arithmetic is nested.
    terms: boxcar::Vec<(Term, u8)>,
    index: Mutex<FxHashMap<Term, u32>>,
    /// The inputs that initialisers needed: they have their usual values in all runs.
    usual: Mutex<FxHashSet<u32>>,
}

impl Terms {
    /// The term as a value.
    pub fn intern(&self, term: Term) -> Value {
        Value::Unknown(self.id(term))
    }

    fn id(&self, term: Term) -> u32 {
        // A poisoned lock means that another thread panicked while it only read or appended: the table is whole.
        let mut index = self.index.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *index.entry(term.clone()).or_insert_with(|| {
            let nesting = match term {
                Term::Int(_, _, a, b) => 1 + self.nesting(a).max(self.nesting(b)),
                _ => 0,
            };
            self.terms.push((term, nesting)) as u32
        })
    }

    /// How deep the arithmetic of a value is nested.
    pub(crate) fn nesting(&self, value: Value) -> u8 {
        match value {
            Value::Unknown(id) => self.terms[id as usize].1,
            _ => 0,
        }
    }

    /// Notes that an input has its usual value in all runs.
    pub(crate) fn note_usual(&self, input: u32) {
        self.usual.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(input);
    }

    /// Whether an input has its usual value in all runs: nobody has to see to it.
    pub(crate) fn is_usual(&self, input: u32) -> bool {
        self.usual.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).contains(&input)
    }

    /// The term with this index.
    pub fn get(&self, id: u32) -> &Term {
        &self.terms[id as usize].0
    }

    /// The index of a term, if there is one.
    pub fn find(&self, term: &Term) -> Option<u32> {
        let index = self.index.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        index.get(term).copied()
    }

    /// The input with this index, if it is one.
    pub fn input_at(&self, id: u32) -> Option<&Input> {
        match self.get(id) {
            Term::Input(input) => Some(input),
            _ => None,
        }
    }

    /// The slots of an input.
    pub fn input(&self, input: Input, size: u32) -> Vec<Value> {
        let first = self.id(Term::Input(input));
        let rest = (1..size).map(|slot| self.intern(Term::Part { input: first, slot }));
        std::iter::once(Value::Unknown(first)).chain(rest).collect()
    }
}

/// Where unknown values come from: what is needed to make one.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub image: &'a Image,
    pub layouts: &'a Layouts,
    pub terms: &'a Terms,
    /// The packages of the user's functions.
    pub users: &'a FxHashSet<String>,
}

impl Source<'_> {
    /// Appends an unknown value of the type of `whole`, part by part.
    pub(crate) fn unknown(&self, whole: &Input, out: &mut Vec<Value>) {
        self.parts(whole, &mut |part, values| match part {
            Some(input) => out.extend(self.terms.input(input, values.len() as u32)),
            None => out.extend_from_slice(values),
        });
    }

    /// Visits the inputs of which an unknown value is made, each with the zero value in its place; and what of it is zero.
    pub(crate) fn parts(&self, whole: &Input, visit: &mut dyn FnMut(Option<Input>, &[Value])) {
        let image = self.image;
        let zero = || {
            let mut values = Vec::new();
            self.layouts.zero(image, whole.ty, &mut values);
            values
        };
        match &image.ty(whole.ty).shape {
            Shape::Struct(fields) => {
                // What a library keeps to itself is as it makes it: a mutex is free.
                let private = self.is_standard(&image.ty(whole.ty).package);
                for field in fields {
                    let part = whole.part(format!("{}.{}", whole.name, field.name), field.ty);
                    if private && !field.package.is_empty() || field.name == "_" {
                        let mut values = Vec::new();
                        self.layouts.zero(image, field.ty, &mut values);
                        visit(None, &values);
                    } else {
                        self.parts(&part, visit);
                    }
                }
            }
            Shape::Array(len, element) if *len <= ELEMENTS => {
                for i in 0..*len {
                    self.parts(&whole.part(format!("{}[{i}]", whole.name), *element), visit);
                }
            }
            Shape::Array(..) | Shape::Iterator | Shape::Tuple(_) => visit(None, &zero()),
            Shape::Basic(
                Basic::Complex64
                | Basic::Complex128
                | Basic::UnsafePointer
                | Basic::UntypedNil
                | Basic::Invalid,
            ) => visit(None, &zero()),
            _ => visit(Some(whole.clone()), &zero()),
        }
    }
}

impl Source<'_> {
    /// Whether a package is of the standard library: there is no dot in its path, and it is not the user's.
    pub(crate) fn is_standard(&self, package: &str) -> bool {
        let first = package.split('/').next().unwrap_or_default();
        !first.is_empty() && !first.contains('.') && !self.users.contains(package)
    }
}

/// The packages of the user's functions.
pub(crate) fn user_packages(image: &Image) -> FxHashSet<String> {
    let functions = image.functions.iter().filter(|function| function.flags.user);
    let entries = image.entries.iter().map(|entry| entry.package.clone());
    functions.map(|function| function.package.clone()).chain(entries).collect()
}

impl Input {
    /// An input that somebody gives to the program.
    pub fn new(name: impl Into<String>, ty: TypeId) -> Input {
        let name = name.into();
        Input { shown: name.clone(), name, ty, depth: 0, least: 0 }
    }

    /// A part of it, that lies in the same memory.
    pub(crate) fn part(&self, name: String, ty: TypeId) -> Input {
        let shown = match name.strip_prefix(&self.name) {
            Some(rest) => format!("{}{rest}", self.shown),
            None => name.clone(),
        };
        Input { name, shown, ty, depth: self.depth, least: 0 }
    }

    /// Something that it leads to.
    pub(crate) fn beyond(&self, name: String, ty: TypeId) -> Input {
        Input { depth: self.depth.saturating_add(1), ..self.part(name, ty) }
    }
}

/// The values that a state has given to inputs, by the inputs' terms, ascending.
pub type Bindings = Vec<(u32, Box<[Value]>)>;

/// The values that an input is bound to.
pub(crate) fn bound(bindings: &Bindings, input: u32) -> Option<&[Value]> {
    let at = bindings.binary_search_by_key(&input, |(input, _)| *input).ok()?;
    Some(&bindings[at].1)
}

/// What a term needs before it has a value.
pub(crate) enum Evaluated {
    Known(Value),
    /// This input is not bound: its term.
    Needs(u32),
}

/// Evaluates a term under `bindings`.
pub(crate) fn evaluate(program: &crate::program::Program, bindings: &Bindings, id: u32) -> Evaluated {
    let value = |v: Value| match v {
        Value::Unknown(id) => evaluate(program, bindings, id),
        known => Evaluated::Known(known),
    };
    macro_rules! known {
        ($v:expr) => {
            match value($v) {
                Evaluated::Known(v) => v,
                needs => return needs,
            }
        };
    }
    let slot = |input: u32, slot: u32| match bound(bindings, input) {
        // What an interface holds may be an input of its own.
        Some(values) => value(values.get(slot as usize).copied().unwrap_or(Value::Nil)),
        None => Evaluated::Needs(input),
    };
    Evaluated::Known(match program.terms.get(id) {
        Term::Input(_) => return slot(id, 0),
        Term::Part { input, slot: at } => return slot(*input, *at),
        Term::Int(op, width, a, b) => match (known!(*a), known!(*b)) {
            (Value::Int(a), Value::Int(b)) => Value::Int(crate::arith::int(*op, *width, a, b)),
            _ => Value::ZERO,
        },
        Term::Compare(op, kind, a, b) => {
            let (a, b) = (known!(*a), known!(*b));
            Value::bool(crate::operand::compare_values(program, *op, *kind, a, b))
        }
        Term::Not(a) => match known!(*a) {
            Value::Int(a) => Value::Int(a ^ 1),
            other => other,
        },
        Term::LenString(a) => match known!(*a) {
            Value::Str(s) => Value::Int(s.len as i64),
            _ => Value::ZERO,
        },
        Term::LenSlice(a) => match known!(*a) {
            Value::Len(len, _) => Value::Int(len as i64),
            _ => Value::ZERO,
        },
    })
}

/// Values, with those that are known by now.
pub(crate) fn resolved(
    program: &crate::program::Program,
    bindings: &Bindings,
    mut values: Vec<Value>,
) -> Vec<Value> {
    for value in &mut values {
        if let Value::Unknown(id) = *value
            && let Evaluated::Known(known) = evaluate(program, bindings, id)
        {
            *value = known;
        }
    }
    values
}

/// The objects that a value refers to: by itself, or because an input is bound to something.
pub(crate) fn objects_of(
    terms: &Terms,
    bindings: &Bindings,
    value: Value,
    mut visit: impl FnMut(crate::value::ObjectId),
) {
    match value {
        Value::Unknown(id) if !bindings.is_empty() => {
            let input = match terms.get(id) {
                Term::Input(_) => id,
                Term::Part { input, .. } => *input,
                _ => return,
            };
            bound(bindings, input).into_iter().flatten().filter_map(|value| value.object()).for_each(visit);
        }
        value => {
            if let Some(object) = value.object() {
                visit(object);
            }
        }
    }
}

/// The constants with which inputs are compared within a term.
pub(crate) fn constants_in(terms: &Terms, id: u32, out: &mut Vec<i64>) {
    let mut visit = |v: &Value| match v {
        Value::Int(i) => out.push(*i),
        Value::Unknown(id) => constants_in(terms, *id, out),
        _ => {}
    };
    match terms.get(id) {
        Term::Input(_) | Term::Part { .. } => {}
        Term::Int(_, _, a, b) | Term::Compare(_, _, a, b) => {
            visit(a);
            visit(b);
        }
        Term::Not(a) | Term::LenString(a) | Term::LenSlice(a) => visit(a),
    }
}
