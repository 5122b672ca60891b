//! Operands: reading and writing them, and what to do about those that nobody knows.

use crate::arith;
use crate::code::{Comparison, IntOp, Ordered, Src, Width};
use crate::compare;
use crate::exec::{Exec, Slots};
use crate::fault::Fault;
use crate::program::Program;
use crate::unknown::{Evaluated, NESTED, Term, evaluate};
use crate::value::{Pointer, StrId, Value};

impl Exec<'_> {
    /// The value of one slot of an operand.
    pub(crate) fn slot(&self, base: usize, src: Src) -> Value {
        match src.split() {
            Ok(register) => self.g.registers[base + register],
            Err(constant) => self.program.constants[constant],
        }
    }

    /// The values of an operand.
    pub(crate) fn slots(&self, base: usize, src: Src, n: u32) -> Slots {
        match src.split() {
            Ok(register) => {
                Slots::from_slice(&self.g.registers[base + register..base + register + n as usize])
            }
            Err(constant) => Slots::from_slice(&self.program.constants[constant..constant + n as usize]),
        }
    }

    pub(crate) fn set_slots(&mut self, base: usize, dst: u32, values: &[Value]) {
        let at = base + dst as usize;
        self.g.registers[at..at + values.len()].copy_from_slice(values);
    }

    pub(crate) fn move_slots(&mut self, base: usize, dst: u32, src: Src, n: u32) {
        let (to, n) = (base + dst as usize, n as usize);
        match src.split() {
            Ok(register) => self.g.registers.copy_within(base + register..base + register + n, to),
            Err(constant) => {
                self.g.registers[to..to + n].copy_from_slice(&self.program.constants[constant..constant + n]);
            }
        }
    }

    /// Replaces unknown values that have become known.
    pub(crate) fn resolve_slots(&self, mut values: Slots) -> Slots {
        for value in &mut values {
            *value = self.resolve(*value);
        }
        values
    }

    /// The value, if the inputs that it depends on are bound.
    pub(crate) fn resolve(&self, value: Value) -> Value {
        match value {
            Value::Unknown(id) => match evaluate(self.program, self.bindings, id) {
                Evaluated::Known(value) => value,
                Evaluated::Needs(_) => value,
            },
            known => known,
        }
    }

    /// Makes sure that the address in an operand is known, and writes it down: whoever looks at what the goroutine is about
    /// to do sees registers only.
    #[inline]
    pub(crate) fn know(&mut self, base: usize, src: Src) -> Result<(), Fault> {
        if let Value::Unknown(_) = self.slot(base, src) {
            match self.resolve(self.slot(base, src)) {
                Value::Unknown(term) => return Err(Fault::Unknown(term)),
                known => self.learn(base, src, known),
            }
        }
        Ok(())
    }

    /// Writes down what an operand turned out to be.
    pub(crate) fn learn(&mut self, base: usize, src: Src, value: Value) {
        if let Ok(register) = src.split() {
            self.g.registers[base + register] = value;
        }
    }

    /// Whether one of the first `n` slots of the frame is unknown, or what a slice among them holds.
    pub(crate) fn has_unknown(&self, base: usize, n: u32) -> bool {
        const LOOK: u32 = 32;
        let unknown = |value: Value| matches!(self.resolve(value), Value::Unknown(_));
        let registers = &self.g.registers[base..base + n as usize];
        registers.iter().any(|&value| unknown(value))
            || registers.windows(2).any(|pair| match (self.resolve(pair[0]), self.resolve(pair[1])) {
                (Value::Ptr(at), Value::Len(len, _)) => {
                    let left = self.heap.len_of(at.object).saturating_sub(at.slot);
                    let slots = self.heap.load_range(at, left.min(LOOK.min(len.saturating_mul(4))));
                    slots.iter().any(|&value| unknown(value))
                }
                _ => false,
            })
    }

    #[cold]
    pub(crate) fn known_int(&self, value: Value) -> Result<i64, Fault> {
        match self.resolve(value) {
            Value::Int(i) => Ok(i),
            Value::Unknown(term) => Err(Fault::Unknown(term)),
            // Memory read at another type, through unsafe: the bits.
            Value::Float(bits) => Ok(bits as i64),
            other => Err(Fault::Unsupported(format!("an integer was expected where memory holds {other:?}"))),
        }
    }

    #[cold]
    pub(crate) fn known_pointer(&self, value: Value) -> Result<Pointer, Fault> {
        match self.resolve(value) {
            Value::Ptr(pointer) => Ok(pointer),
            Value::Nil => Err(Fault::nil()),
            Value::Unknown(term) => Err(Fault::Unknown(term)),
            other => Err(Fault::Unsupported(format!("a pointer was expected where memory holds {other:?}"))),
        }
    }

    pub(crate) fn known_float(&self, value: Value) -> Result<f64, Fault> {
        match value {
            Value::Float(bits) => Ok(f64::from_bits(bits)),
            other => match self.resolve(other) {
                Value::Float(bits) => Ok(f64::from_bits(bits)),
                Value::Unknown(term) => Err(Fault::Unknown(term)),
                other => {
                    Err(Fault::Unsupported(format!("a float was expected where memory holds {other:?}")))
                }
            },
        }
    }

    pub(crate) fn known_string(&self, value: Value) -> Result<StrId, Fault> {
        match self.resolve(value) {
            Value::Str(s) => Ok(s),
            Value::Unknown(term) => Err(Fault::Unknown(term)),
            other => Err(Fault::Unsupported(format!("a string was expected where memory holds {other:?}"))),
        }
    }

    pub(crate) fn known_len(&self, value: Value) -> Result<(u32, u32), Fault> {
        match self.resolve(value) {
            Value::Len(len, cap) => Ok((len, cap)),
            Value::Nil => Ok((0, 0)),
            Value::Unknown(term) => Err(Fault::Unknown(term)),
            other => Err(Fault::Unsupported(format!("a slice was expected where memory holds {other:?}"))),
        }
    }

    #[cold]
    pub(crate) fn unknown_int(&self, op: IntOp, width: Width, a: Value, b: Value) -> Result<Value, Fault> {
        let terms = &self.program.terms;
        Ok(match (self.resolve(a), self.resolve(b)) {
            (Value::Int(a), Value::Int(b)) => Value::Int(arith::int(op, width, a, b)),
            (Value::Float(a), Value::Int(b)) => Value::Int(arith::int(op, width, a as i64, b)),
            (Value::Unknown(term), _) if terms.nesting(Value::Unknown(term)) >= NESTED => {
                return Err(Fault::Unknown(term));
            }
            (_, Value::Unknown(term)) if terms.nesting(Value::Unknown(term)) >= NESTED => {
                return Err(Fault::Unknown(term));
            }
            (a, b) => terms.intern(Term::Int(op, width, a, b)),
        })
    }

    pub(crate) fn compare(&self, op: Comparison, kind: Ordered, a: Value, b: Value) -> Value {
        if matches!(a, Value::Unknown(_)) || matches!(b, Value::Unknown(_)) {
            let (a, b) = (self.resolve(a), self.resolve(b));
            if matches!(a, Value::Unknown(_)) || matches!(b, Value::Unknown(_)) {
                return self.program.terms.intern(Term::Compare(op, kind, a, b));
            }
            return Value::bool(compare_values(self.program, op, kind, a, b));
        }
        Value::bool(compare_values(self.program, op, kind, a, b))
    }

    pub(crate) fn concat(&self, a: Value, b: Value) -> Result<Value, Fault> {
        let (a, b) = (self.known_string(a)?, self.known_string(b)?);
        if a.len == 0 {
            return Ok(Value::Str(b));
        }
        if b.len == 0 {
            return Ok(Value::Str(a));
        }
        let strings = &self.program.strings;
        Ok(strings.value(&[strings.bytes(a), strings.bytes(b)].concat()))
    }
}

/// Compares two known values.
pub(crate) fn compare_values(program: &Program, op: Comparison, kind: Ordered, a: Value, b: Value) -> bool {
    match (kind, a, b) {
        (Ordered::Signed, Value::Int(a), Value::Int(b)) => arith::compare(op, a, b),
        (Ordered::Unsigned, Value::Int(a), Value::Int(b)) => arith::compare(op, a as u64, b as u64),
        (Ordered::Float, a, b) => arith::compare(op, compare::as_float(a), compare::as_float(b)),
        (Ordered::String, Value::Str(a), Value::Str(b)) => match op {
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
            _ => arith::compare(op, program.strings.bytes(a), program.strings.bytes(b)),
        },
        // Addresses as numbers, through unsafe: only equality means anything.
        (_, a, b) => (a == b) == (op == Comparison::Equal),
    }
}
