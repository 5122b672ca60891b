//! Values that nobody knows: inputs of the program, and what is computed from them.
//!
//! An unknown value is a *term*: an input, or an operation on other values. Terms are interned, so that equal
//! expressions are equal. A state binds inputs to values, one after the other, where a run needs them; a term whose
//! inputs are all bound has a value.

use std::sync::Mutex;

use rustc_hash::FxHashMap;
use vtrace_program::{Basic, Image, Shape, TypeId};

use crate::code::{Comparison, IntOp, Ordered, Width};
use crate::value::Value;

/// An unknown value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// An input: its name, its type, and which slot of the value it is.
    Input {
        /// As the user would call it: `os.Args`, `n`, `rand.Intn(10)`.
        name: String,
        /// The type of the whole input.
        ty: TypeId,
        /// The slot of the input's value.
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

/// All terms of a program.
#[derive(Default)]
pub struct Terms {
    terms: boxcar::Vec<Term>,
    index: Mutex<FxHashMap<Term, u32>>,
}

impl Terms {
    /// The term as a value.
    pub fn intern(&self, term: Term) -> Value {
        // A poisoned lock means that another thread panicked while it only read or appended: the table is whole.
        let mut index = self.index.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let id = *index.entry(term.clone()).or_insert_with(|| self.terms.push(term) as u32);
        Value::Unknown(id)
    }

    /// The term with this index.
    pub fn get(&self, id: u32) -> &Term {
        &self.terms[id as usize]
    }

    /// The slots of an input of type `ty`.
    pub fn input(&self, name: &str, ty: TypeId, size: u32) -> Vec<Value> {
        (0..size).map(|slot| self.intern(Term::Input { name: name.to_string(), ty, slot })).collect()
    }
}

/// The values that a state has given to inputs: each input's first slot's term, and its value.
pub type Bindings = Vec<(u32, Box<[Value]>)>;

/// What a term needs before it has a value.
pub(crate) enum Evaluated {
    Known(Value),
    /// This input is not bound: the term of its first slot.
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
    Evaluated::Known(match program.terms.get(id) {
        Term::Input { name, ty, slot } => {
            let first = Term::Input { name: name.clone(), ty: *ty, slot: 0 };
            let Value::Unknown(first) = program.terms.intern(first) else { return Evaluated::Needs(id) };
            match bindings.iter().find(|(input, _)| *input == first) {
                Some((_, values)) => values[*slot as usize],
                None => return Evaluated::Needs(first),
            }
        }
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

/// A value that an input could have.
#[derive(Clone, PartialEq, Debug)]
pub enum Candidate {
    /// A boolean or an integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// A string.
    Str(String),
    /// The nil pointer, slice, map, channel, function or interface.
    Nil,
    /// A pointer to a new variable, whose parts are unknown in turn.
    Fresh,
    /// A slice of so many unknown elements.
    Slice(u32),
}

/// The values to try for an input of type `ty`. `constants` are those that it is compared with.
pub(crate) fn candidates(image: &Image, ty: TypeId, defaults: &[i64], constants: &[i64]) -> Vec<Candidate> {
    match &image.ty(ty).shape {
        Shape::Basic(Basic::Bool) => vec![Candidate::Int(0), Candidate::Int(1)],
        Shape::Basic(Basic::String) => vec![Candidate::Str(String::new()), Candidate::Str("a".to_string())],
        Shape::Basic(Basic::Float32 | Basic::Float64) => {
            defaults.iter().map(|&i| Candidate::Float(i as f64)).collect()
        }
        Shape::Basic(_) => {
            let mut values: Vec<i64> = defaults.to_vec();
            values.extend(constants.iter().flat_map(|&c| [c.wrapping_sub(1), c, c.wrapping_add(1)]));
            let width = crate::arith::width(image, ty).unwrap_or(Width::I64);
            values
                .retain(|&v| crate::arith::wrap(width, v) == v && (v >= 0 || crate::arith::is_signed(width)));
            let mut seen = Vec::new();
            values.into_iter().for_each(|v| {
                if !seen.contains(&v) {
                    seen.push(v);
                }
            });
            seen.into_iter().map(Candidate::Int).collect()
        }
        Shape::Pointer(_) => vec![Candidate::Nil, Candidate::Fresh],
        Shape::Slice(_) => defaults.iter().map(|&i| Candidate::Slice(i.max(0) as u32)).collect(),
        _ => vec![Candidate::Nil],
    }
}

/// The constants with which `input` is compared within a term.
pub(crate) fn constants_in(terms: &Terms, id: u32, out: &mut Vec<i64>) {
    let mut visit = |v: &Value| match v {
        Value::Int(i) => out.push(*i),
        Value::Unknown(id) => constants_in(terms, *id, out),
        _ => {}
    };
    match terms.get(id) {
        Term::Input { .. } => {}
        Term::Int(_, _, a, b) | Term::Compare(_, _, a, b) => {
            visit(a);
            visit(b);
        }
        Term::Not(a) | Term::LenString(a) | Term::LenSlice(a) => visit(a),
    }
}
