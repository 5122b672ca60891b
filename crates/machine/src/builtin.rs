//! Built-in functions, and the rarer instructions.

use vtrace_program::{Basic, Builtin, Shape, TypeId};

use crate::arith;
use crate::channel::Channel;
use crate::code::{BuiltinSpec, Comparison, Op, Src};
use crate::compare;
use crate::exec::{Exec, Slots};
use crate::fault::Fault;
use crate::map::{Map, MapIterator};
use crate::operand::compare_values;
use crate::output::Stream;
use crate::utf8;
use crate::value::{ObjectId, Pointer, Value};

/// The package for distributed algorithms that users import.
const FRAMEWORK: &str = "vtrace.dev/dialgo";

impl Exec<'_> {
    /// Whether the channels that are made here carry messages: the user's own code makes them, or our framework.
    fn makes_links(&self) -> bool {
        let function = self.program.image.function(self.program.codes[self.g.top().code as usize].function);
        function.flags.user || function.package == FRAMEWORK
    }

    pub(crate) fn rare(&mut self, base: usize, op: Op) -> Result<(), Fault> {
        match op {
            Op::MakeMap { dst, ty } => {
                let Shape::Map(key, value) = self.program.image.ty(ty).shape else { return Ok(()) };
                let object = self.heap.allocate_map(Map::new(self.program, key, value));
                self.set_slots(base, dst, &[Value::Ptr(Pointer::to(object))]);
            }
            Op::MakeChan { dst, size, element } => {
                let size = self.known_int(self.slot(base, size))?;
                if !(0..1 << 30).contains(&size) {
                    return Err(Fault::plain("makechan: size out of range"));
                }
                let object = self.heap.allocate_channel(Channel {
                    link: self.makes_links(),
                    ..Channel::new(element, size as u32)
                });
                self.set_slots(base, dst, &[Value::Ptr(Pointer::to(object))]);
            }
            Op::ArrayPointer { dst, src, len } => {
                let (have, _) = self.known_len(self.slot(base, src.offset(1)))?;
                if have < len {
                    return Err(Fault::bounds(format!(
                        "cannot convert slice with length {have} to array or pointer to array with length {len}"
                    )));
                }
                let first = self.resolve(self.slot(base, src));
                self.set_slots(base, dst, &[first]);
            }
            Op::RangeString { dst, src } => {
                let s = self.known_string(self.slot(base, src))?;
                self.set_slots(base, dst, &[Value::Str(s), Value::ZERO]);
            }
            Op::NextString { dst, iterator } => {
                let state = self.slots(base, Src::register(iterator), 2);
                let (Value::Str(s), Value::Int(at)) = (state[0], state[1]) else { return Ok(()) };
                let bytes = self.program.strings.bytes(s);
                if at as usize >= bytes.len() {
                    self.set_slots(base, dst, &[Value::ZERO; 3]);
                } else {
                    let (rune, len) = utf8::decode(&bytes[at as usize..]);
                    self.set_slots(base, dst, &[Value::bool(true), Value::Int(at), Value::Int(rune as i64)]);
                    self.set_slots(base, iterator, &[Value::Str(s), Value::Int(at + len as i64)]);
                }
            }
            _ => return Err(Fault::Unsupported(format!("instruction {op:?}"))),
        }
        Ok(())
    }

    /// Lookup, MapUpdate and RangeMap.
    pub(crate) fn map_operation(&mut self, base: usize, op: Op) -> Result<(), Fault> {
        match op {
            Op::Lookup { dst, map, key, ty, ok } => {
                let Shape::Map(key_type, value_type) = self.program.image.ty(ty).shape else { return Ok(()) };
                let key = self.resolve_slots(self.slots(base, key, self.program.layouts.size(key_type)));
                let found = match self.known_map(base, map)? {
                    Some(object) if !self.heap.map(object).is_empty() => {
                        self.heap.map(object).get(self.program, self.heap, &key)?.map(Slots::from_slice)
                    }
                    _ => {
                        compare::check_key(self.program, self.heap, key_type, &key)?;
                        None
                    }
                };
                let present = found.is_some();
                let mut result = match found {
                    Some(values) => values,
                    None => {
                        let mut zero = Vec::new();
                        self.program.layouts.zero(&self.program.image, value_type, &mut zero);
                        Slots::from_vec(zero)
                    }
                };
                if ok {
                    result.push(Value::bool(present));
                }
                self.set_slots(base, dst, &result);
            }
            Op::MapUpdate { map, key, value, ty } => {
                let (key_size, value_size) = self.program.layouts.map_sizes(ty);
                let key = self.resolve_slots(self.slots(base, key, key_size));
                let value = self.slots(base, value, value_size);
                let Some(object) = self.known_map(base, map)? else {
                    return Err(Fault::plain("assignment to entry in nil map"));
                };
                if self.heap.is_shared(object) {
                    key.iter().chain(&value).for_each(|&v| self.heap.share_value(v));
                }
                let program = self.program;
                self.heap.with_map(object, |heap, map| map.insert(program, heap, &key, &value))?;
            }
            Op::RangeMap { dst, map } => {
                let iterator = match self.known_map(base, map)? {
                    Some(object) => {
                        let remaining = self.heap.map(object).serials();
                        let iterator = self.heap.allocate_iterator(MapIterator { map: object, remaining });
                        Value::Ptr(Pointer::to(iterator))
                    }
                    None => Value::Nil,
                };
                self.set_slots(base, dst, &[iterator, Value::ZERO]);
            }
            _ => {}
        }
        Ok(())
    }

    fn known_map(&self, base: usize, src: Src) -> Result<Option<ObjectId>, Fault> {
        match self.resolve(self.slot(base, src)) {
            Value::Ptr(at) => Ok(Some(at.object)),
            Value::Unknown(term) => Err(Fault::Unknown(term)),
            _ => Ok(None),
        }
    }

    /// Steps a map's iterator. Gives the number of alternatives if one must be chosen first.
    pub(crate) fn next_map(
        &mut self,
        base: usize,
        dst: u32,
        iterator: u32,
        ty: TypeId,
    ) -> Result<Option<u32>, Fault> {
        let Shape::Tuple(parts) = &self.program.image.ty(ty).shape else { return Ok(None) };
        let mut result = Slots::new();
        if let Value::Ptr(at) = self.slot(base, Src::register(iterator)) {
            let object = at.object;
            loop {
                let state = self.heap.iterator(object);
                let choices = state.remaining.len();
                if choices == 0 {
                    break;
                }
                let index = match self.g.chosen.take() {
                    Some(chosen) => (chosen as usize).min(choices - 1),
                    None if choices == 1 => 0,
                    None => return Ok(Some(choices as u32)),
                };
                let map = state.map;
                let serial = self.heap.iterator_mut(object).remaining.remove(index);
                if let Some((key, value)) = self.heap.map(map).by_serial(serial) {
                    result.push(Value::bool(true));
                    for (&part, values) in parts[1..].iter().zip([key, value]) {
                        if matches!(self.program.image.ty(part).shape, Shape::Basic(Basic::Invalid)) {
                            result.push(Value::Nil);
                        } else {
                            result.extend_from_slice(values);
                        }
                    }
                    break;
                }
            }
        }
        if result.is_empty() {
            result.push(Value::bool(false));
        }
        self.set_slots(base, dst, &result);
        Ok(None)
    }

    /// The shared object that a built-in function reads or writes, if any.
    pub(crate) fn shared_operand(&self, base: usize, spec: &BuiltinSpec) -> Option<ObjectId> {
        let touches = matches!(
            spec.builtin,
            Builtin::Append | Builtin::Copy | Builtin::Delete | Builtin::Clear | Builtin::Len | Builtin::Cap
        );
        if !touches {
            return None;
        }
        spec.arguments.iter().find_map(|&(src, ty)| match &self.program.image.ty(ty).shape {
            Shape::Slice(_) if matches!(spec.builtin, Builtin::Len | Builtin::Cap) => None,
            Shape::Slice(_) | Shape::Map(..) | Shape::Chan(..) => match self.slot(base, src) {
                Value::Ptr(at) if self.heap.is_shared(at.object) => Some(at.object),
                _ => None,
            },
            _ => None,
        })
    }

    pub(crate) fn builtin(&mut self, base: usize, spec: &BuiltinSpec) -> Result<(), Fault> {
        let program = self.program;
        let argument = |exec: &Self, i: usize| {
            let (src, ty) = spec.arguments[i];
            exec.resolve_slots(exec.slots(base, src, program.layouts.size(ty)))
        };
        let result: Slots = match spec.builtin {
            Builtin::Append => return self.append(base, spec),
            Builtin::Copy => Slots::from_slice(&[Value::Int(self.copy(base, spec)?)]),
            Builtin::Len | Builtin::Cap => Slots::from_slice(&[self.length(base, spec)?]),
            Builtin::Clear => return self.clear(base, spec),
            Builtin::Delete => {
                let (map, _) = spec.arguments[0];
                let key = argument(self, 1);
                let key_type = spec.arguments[1].1;
                match self.known_map(base, map)? {
                    Some(object) if !self.heap.map(object).is_empty() => {
                        self.heap.with_map(object, |heap, map| map.remove(program, heap, &key))?;
                    }
                    _ => compare::check_key(program, self.heap, key_type, &key)?,
                }
                return Ok(());
            }
            Builtin::Complex => {
                let single =
                    spec.result.is_some_and(|ty| arith::complex_kind(&program.image, ty) == Some(true));
                let part = |v: &Slots| Value::float(arith::round(single, compare::as_float(v[0])));
                Slots::from_slice(&[part(&argument(self, 0)), part(&argument(self, 1))])
            }
            Builtin::Real => Slots::from_slice(&argument(self, 0)[..1]),
            Builtin::Imag => Slots::from_slice(&argument(self, 0)[1..2]),
            Builtin::Min | Builtin::Max => self.extreme(base, spec)?,
            Builtin::Print | Builtin::Println => {
                let text = self.printed(base, spec);
                self.output.write(Stream::Stderr, text.as_bytes());
                return Ok(());
            }
            Builtin::WrapNilCheck => {
                let receiver = argument(self, 0);
                if receiver[0] == Value::Nil {
                    return Err(Fault::nil());
                }
                receiver
            }
            Builtin::DeferStack => Slots::from_slice(&[Value::Int(self.g.frames.len() as i64 - 1)]),
            Builtin::UnsafeString => {
                let len = self.known_int(argument(self, 1)[0])?;
                let bytes = self.bytes_of(argument(self, 0)[0], Value::Len(len as u32, len as u32))?;
                Slots::from_slice(&[program.strings.value(&bytes)])
            }
            Builtin::UnsafeStringData => {
                let s = self.known_string(argument(self, 0)[0])?;
                let bytes =
                    program.strings.bytes(s).iter().map(|&b| Value::Int(b as i64)).collect::<Vec<_>>();
                Slots::from_slice(&[Value::Ptr(Pointer::to(self.heap.allocate(&bytes)))])
            }
            Builtin::UnsafeSlice => {
                let len = self.known_int(argument(self, 1)[0])? as u32;
                Slots::from_slice(&[argument(self, 0)[0], Value::Len(len, len)])
            }
            Builtin::UnsafeSliceData => Slots::from_slice(&argument(self, 0)[..1]),
            Builtin::UnsafeAdd => {
                return Err(Fault::Unsupported("unsafe.Add: the machine has no addresses as numbers".into()));
            }
            Builtin::Close | Builtin::Panic | Builtin::Recover => return Ok(()),
        };
        if spec.result.is_some() {
            self.set_slots(base, spec.dst, &result);
        }
        Ok(())
    }

    fn length(&self, base: usize, spec: &BuiltinSpec) -> Result<Value, Fault> {
        let (src, ty) = spec.arguments[0];
        let cap = spec.builtin == Builtin::Cap;
        let shape = &self.program.image.ty(ty).shape;
        let object = match shape {
            Shape::Map(..) | Shape::Chan(..) => self.known_map(base, src)?,
            _ => None,
        };
        let len = match (shape, object) {
            (Shape::Array(len, _), _) => *len as i64,
            (Shape::Pointer(array), _) => match self.program.image.ty(*array).shape {
                Shape::Array(len, _) => len as i64,
                _ => 0,
            },
            (Shape::Map(..), Some(object)) => self.heap.map(object).len() as i64,
            (Shape::Chan(..), Some(object)) if cap => self.heap.channel(object).capacity as i64,
            (Shape::Chan(..), Some(object)) => self.heap.channel(object).count as i64,
            _ => 0,
        };
        Ok(Value::Int(len))
    }

    fn clear(&mut self, base: usize, spec: &BuiltinSpec) -> Result<(), Fault> {
        let (src, ty) = spec.arguments[0];
        match self.program.image.ty(ty).shape {
            Shape::Map(..) => {
                if let Some(object) = self.known_map(base, src)? {
                    self.heap.map_mut(object).clear();
                }
            }
            Shape::Slice(element) => {
                let (len, _) = self.known_len(self.slot(base, src.offset(1)))?;
                let mut zero = Vec::new();
                self.program.layouts.zero(&self.program.image, element, &mut zero);
                if let Value::Ptr(at) = self.resolve(self.slot(base, src)) {
                    for i in 0..len {
                        self.heap.store_range(at.offset(i * zero.len() as u32), &zero);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn extreme(&self, base: usize, spec: &BuiltinSpec) -> Result<Slots, Fault> {
        let maximum = spec.builtin == Builtin::Max;
        let ty = spec.arguments[0].1;
        let kind = arith::ordered(&self.program.image, ty)
            .ok_or_else(|| Fault::Unsupported("min or max of an unordered type".into()))?;
        let mut best: Option<Value> = None;
        for &(src, _) in &spec.arguments {
            let value = self.resolve(self.slot(base, src));
            if let Value::Unknown(term) = value {
                return Err(Fault::Unknown(term));
            }
            best = Some(match (best, value) {
                (None, value) => value,
                (Some(Value::Float(a)), Value::Float(b)) => {
                    let (a, b) = (f64::from_bits(a), f64::from_bits(b));
                    // NaN wins over everything, and -0 is less than 0.
                    let wanted = if a.is_nan() || b.is_nan() {
                        f64::NAN
                    } else if (a.total_cmp(&b).is_gt()) == maximum {
                        a
                    } else {
                        b
                    };
                    Value::float(wanted)
                }
                (Some(a), b) => {
                    let op = if maximum { Comparison::Greater } else { Comparison::Less };
                    if compare_values(self.program, op, kind, b, a) { b } else { a }
                }
            });
        }
        Ok(best.into_iter().collect())
    }

    /// What `print` and `println` write.
    fn printed(&self, base: usize, spec: &BuiltinSpec) -> String {
        let mut text = String::new();
        let line = spec.builtin == Builtin::Println;
        for (i, &(src, ty)) in spec.arguments.iter().enumerate() {
            if line && i > 0 {
                text.push(' ');
            }
            let values = self.resolve_slots(self.slots(base, src, self.program.layouts.size(ty)));
            text += &self.printed_value(ty, &values);
        }
        if line {
            text.push('\n');
        }
        text
    }

    fn printed_value(&self, ty: TypeId, values: &[Value]) -> String {
        let image = &self.program.image;
        match (values.first(), arith::basic(image, ty)) {
            (Some(Value::Int(i)), Some(Basic::Bool)) => (*i != 0).to_string(),
            (Some(Value::Int(i)), _) => match arith::width(image, ty) {
                Some(width) if !arith::is_signed(width) => (*i as u64).to_string(),
                _ => i.to_string(),
            },
            (Some(Value::Float(_)), Some(Basic::Complex64 | Basic::Complex128)) => {
                let single = arith::complex_kind(image, ty) == Some(true);
                let part = |v: Value| print_float(compare::as_float(v), single);
                let imaginary = part(values[1]);
                let sign = if imaginary.starts_with(['-', '+']) { "" } else { "+" };
                format!("({}{sign}{imaginary}i)", part(values[0]))
            }
            (Some(Value::Float(bits)), basic) => {
                print_float(f64::from_bits(*bits), basic == Some(Basic::Float32))
            }
            (Some(Value::Str(s)), _) => self.program.strings.text(*s).into_owned(),
            (Some(&first), _) if matches!(values, [_, Value::Len(..)]) => {
                let Value::Len(len, cap) = values[1] else { return String::new() };
                format!("[{len}/{cap}]{}", print_address(first))
            }
            (Some(&first @ Value::Ptr(_)), _) => print_address(first),
            (Some(Value::Nil), _) if values.len() == 2 => "(0x0,0x0)".to_string(),
            (Some(Value::Nil), _) => "0x0".to_string(),
            _ => "?".to_string(),
        }
    }
}

/// An address as `println` prints it: the machine has none, so one that is made up from the object's number.
fn print_address(value: Value) -> String {
    match value {
        Value::Ptr(at) => format!("{:#x}", 0xc000000000u64 + at.object.0 as u64 * 64 + at.slot as u64),
        _ => "0x0".to_string(),
    }
}

/// A float as `println` prints it: the shortest digits that tell it apart, as `%g` writes them.
pub(crate) fn print_float(f: f64, single: bool) -> String {
    if f.is_nan() {
        return "NaN".to_string();
    }
    if f.is_infinite() {
        return if f > 0.0 { "+Inf" } else { "-Inf" }.to_string();
    }
    let text = if single { format!("{:e}", f as f32) } else { format!("{f:e}") };
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if !(-4..6).contains(&exponent) {
        return format!("{mantissa}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs());
    }
    if single { format!("{}", f as f32) } else { format!("{f}") }
}
