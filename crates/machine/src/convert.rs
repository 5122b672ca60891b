//! Conversions between numbers, strings, slices of bytes and runes, and unsafe pointers.

use vtrace_program::{Basic, Shape, TypeId};

use crate::arith;
use crate::code::Src;
use crate::exec::Exec;
use crate::fault::Fault;
use crate::utf8;
use crate::value::Value;

impl Exec<'_> {
    pub(crate) fn convert(
        &mut self,
        base: usize,
        dst: u32,
        src: Src,
        from: TypeId,
        to: TypeId,
    ) -> Result<(), Fault> {
        let image = &self.program.image;
        let value = self.resolve(self.slot(base, src));
        if let Value::Unknown(term) = value {
            // A conversion between integer types of a value that nobody knows yet leaves it unknown.
            return match (arith::width(image, from), arith::width(image, to)) {
                (Some(a), Some(b)) if a == b => {
                    self.set_slots(base, dst, &[value]);
                    Ok(())
                }
                _ => Err(Fault::Unknown(term)),
            };
        }
        let result = match (&image.ty(from).shape, &image.ty(to).shape) {
            (Shape::Basic(Basic::UnsafePointer), _) | (_, Shape::Basic(Basic::UnsafePointer)) => value,
            (Shape::Basic(a), Shape::Basic(b)) => {
                if let (Some(_), Some(single)) =
                    (arith::complex_kind(image, from), arith::complex_kind(image, to))
                {
                    let parts = self.slots(base, src, 2);
                    let part = |v: Value| Value::float(arith::round(single, crate::compare::as_float(v)));
                    self.set_slots(base, dst, &[part(parts[0]), part(parts[1])]);
                    return Ok(());
                }
                self.convert_basic(value, *a, *b, from, to)?
            }
            (Shape::Basic(Basic::String), Shape::Slice(element)) => {
                let s = self.known_string(value)?;
                let is_byte = image.ty(*element).size == 1;
                let bytes = self.program.strings.bytes(s);
                let slice = if is_byte {
                    self.new_slice(bytes.iter().map(|&b| Value::Int(b as i64)).collect(), 1)
                } else {
                    let mut runes = Vec::new();
                    let mut at = 0;
                    while at < bytes.len() {
                        let (rune, len) = utf8::decode(&bytes[at..]);
                        runes.push(Value::Int(rune as i64));
                        at += len;
                    }
                    self.new_slice(runes, 4)
                };
                self.set_slots(base, dst, &slice);
                return Ok(());
            }
            (Shape::Slice(element), Shape::Basic(Basic::String)) => {
                let second = self.slot(base, src.offset(1));
                if image.ty(*element).size == 1 {
                    let bytes = self.bytes_of(value, second)?;
                    self.program.strings.value(&bytes)
                } else {
                    let (len, _) = self.known_len(second)?;
                    let mut bytes = Vec::new();
                    if let Value::Ptr(at) = value {
                        for &rune in self.heap.load_range(at, len) {
                            utf8::encode(self.known_int(rune)?, &mut bytes);
                        }
                    }
                    self.program.strings.value(&bytes)
                }
            }
            // Anything else has the same representation.
            _ => {
                let n = self.program.layouts.size(to);
                let values = self.slots(base, src, n);
                self.set_slots(base, dst, &values);
                return Ok(());
            }
        };
        self.set_slots(base, dst, &[result]);
        Ok(())
    }

    fn convert_basic(
        &self,
        value: Value,
        a: Basic,
        b: Basic,
        from: TypeId,
        to: TypeId,
    ) -> Result<Value, Fault> {
        let image = &self.program.image;
        if b == Basic::String {
            if a == Basic::String {
                return Ok(value);
            }
            let mut bytes = Vec::new();
            let rune = self.known_int(value)?;
            let unsigned = arith::width(image, from).is_some_and(|w| !arith::is_signed(w));
            utf8::encode(if unsigned && rune < 0 { -1 } else { rune }, &mut bytes);
            return Ok(self.program.strings.value(&bytes));
        }
        match (arith::width(image, from), arith::width(image, to)) {
            (Some(_), Some(width)) => match value {
                Value::Int(i) => Ok(Value::Int(arith::wrap(width, i))),
                // An address as a number: kept as it is.
                other => Ok(other),
            },
            (Some(width), None) => {
                let i = self.known_int(value)?;
                let single = arith::float_kind(image, to) == Some(true);
                let f = match (single, arith::is_signed(width)) {
                    (true, true) => i as f32 as f64,
                    (true, false) => i as u64 as f32 as f64,
                    (false, true) => i as f64,
                    (false, false) => i as u64 as f64,
                };
                Ok(Value::float(f))
            }
            (None, Some(width)) => Ok(Value::Int(arith::float_to_int(width, self.known_float(value)?))),
            (None, None) => match value {
                Value::Float(_) => {
                    let single = arith::float_kind(image, to) == Some(true);
                    Ok(Value::float(arith::round(single, self.known_float(value)?)))
                }
                other => Ok(other),
            },
        }
    }
}
