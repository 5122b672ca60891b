//! Slices: making, slicing, growing, copying.

use vtrace_program::{Basic, Image, Shape, TypeId};

use crate::code::{BuiltinSpec, Sliced};
use crate::exec::{Exec, Slots};
use crate::fault::Fault;
use crate::layout::MAX_SLOTS;
use crate::value::{ObjectId, Pointer, StrId, Value};

impl Exec<'_> {
    pub(crate) fn make_slice(&mut self, base: usize, spec: u32) -> Result<(), Fault> {
        let spec = &self.program.specs.make_slices[spec as usize];
        let len = self.known_int(self.slot(base, spec.len))?;
        let cap = self.known_int(self.slot(base, spec.cap))?;
        let bytes = self.program.image.ty(spec.element).size.max(1);
        let limit = ((1u64 << 47) / bytes) as i64;
        if len < 0 || len > limit {
            return Err(Fault::error("makeslice: len out of range"));
        }
        if cap < len || cap > limit {
            return Err(Fault::error("makeslice: cap out of range"));
        }
        if cap as u64 * spec.size as u64 > MAX_SLOTS || cap > u32::MAX as i64 {
            return Err(Fault::Unsupported(format!(
                "a slice of {cap} elements is too large for the machine"
            )));
        }
        let zero = self.slots(base, spec.zero, spec.size);
        let object = self.heap.allocate_array(&zero, cap as usize);
        self.set_slots(
            base,
            spec.dst,
            &[Value::Ptr(Pointer::to(object)), Value::Len(len as u32, cap as u32)],
        );
        Ok(())
    }

    pub(crate) fn slice(&mut self, base: usize, spec: u32) -> Result<(), Fault> {
        let spec = &self.program.specs.slices[spec as usize];
        let bound = |src: Option<crate::code::Src>| -> Result<Option<i128>, Fault> {
            let Some(src) = src else { return Ok(None) };
            let value = self.known_int(self.slot(base, src))?;
            Ok(Some(if spec.unsigned { value as u64 as i128 } else { value as i128 }))
        };
        let (low, high, max) = (bound(spec.low)?, bound(spec.high)?, bound(spec.max)?);
        let first = self.resolve(self.slot(base, spec.src));
        if let Value::Unknown(term) = first {
            return Err(Fault::Unknown(term));
        }
        match spec.of {
            Sliced::String => {
                let s = self.known_string(first)?;
                let (low, high, _) = check_bounds(low, high, None, s.len, s.len, "length")?;
                let value = self.substring(s, low, high);
                self.set_slots(base, spec.dst, &[value]);
            }
            Sliced::Slice { size } => {
                let (len, cap) = self.known_len(self.slot(base, spec.src.offset(1)))?;
                let (low, high, max) = check_bounds(low, high, max, len, cap, "capacity")?;
                let value = sliced(first, low, high, max, size);
                self.set_slots(base, spec.dst, &value);
            }
            Sliced::Array { len, size } => {
                self.known_pointer(first)?;
                let (low, high, max) = check_bounds(low, high, max, len, len, "length")?;
                let value = sliced(first, low, high, max, size);
                self.set_slots(base, spec.dst, &value);
            }
        }
        Ok(())
    }

    fn substring(&self, s: StrId, low: u32, high: u32) -> Value {
        if low == 0 && high == s.len {
            return Value::Str(s);
        }
        self.program.strings.value(&self.program.strings.bytes(s)[low as usize..high as usize])
    }

    /// `append(a, b...)`; `b` may be a string.
    pub(crate) fn append(&mut self, base: usize, spec: &BuiltinSpec) -> Result<(), Fault> {
        let (a, ty) = spec.arguments[0];
        let Shape::Slice(element) = self.program.image.ty(ty).shape else {
            return Err(Fault::Unsupported("append to something other than a slice".into()));
        };
        let size = self.program.layouts.size(element);
        let first = self.resolve(self.slot(base, a));
        let (len, cap) = self.known_len(self.slot(base, a.offset(1)))?;
        let (added, count) = match spec.arguments.get(1) {
            None => (Vec::new(), 0),
            Some(&(b, ty)) => self.elements(base, b, ty, size)?,
        };
        let new_len = len + count;
        let result = if new_len <= cap {
            if let Value::Ptr(at) = first {
                self.heap.store_range(at.offset(len * size), &added);
            }
            [first, Value::Len(new_len, cap)]
        } else {
            let new_cap = grown_capacity(&self.program.image, element, cap, new_len);
            if new_cap as u64 * size as u64 > MAX_SLOTS {
                return Err(Fault::Unsupported(format!(
                    "a slice of {new_cap} elements is too large for the machine"
                )));
            }
            let mut values = match first {
                Value::Ptr(at) => self.heap.load_range(at, len * size).to_vec(),
                _ => Vec::new(),
            };
            values.extend_from_slice(&added);
            let mut zero = Vec::new();
            self.program.layouts.zero(&self.program.image, element, &mut zero);
            for _ in new_len..new_cap {
                values.extend_from_slice(&zero);
            }
            let object = self.heap.allocate(&values);
            [Value::Ptr(Pointer::to(object)), Value::Len(new_len, new_cap)]
        };
        self.set_slots(base, spec.dst, &result);
        Ok(())
    }

    /// The elements of a slice or string operand, and how many.
    fn elements(
        &self,
        base: usize,
        src: crate::code::Src,
        ty: TypeId,
        size: u32,
    ) -> Result<(Vec<Value>, u32), Fault> {
        let first = self.resolve(self.slot(base, src));
        if matches!(self.program.image.ty(ty).shape, Shape::Basic(_)) {
            let s = self.known_string(first)?;
            let bytes = self.program.strings.bytes(s);
            return Ok((bytes.iter().map(|&b| Value::Int(b as i64)).collect(), s.len));
        }
        let (len, _) = self.known_len(self.slot(base, src.offset(1)))?;
        match first {
            Value::Ptr(at) => Ok((self.heap.load_range(at, len * size).to_vec(), len)),
            Value::Unknown(term) => Err(Fault::Unknown(term)),
            _ => Ok((Vec::new(), 0)),
        }
    }

    /// `copy(a, b)`: how many elements it copied.
    pub(crate) fn copy(&mut self, base: usize, spec: &BuiltinSpec) -> Result<i64, Fault> {
        let ((a, ty), (b, from)) = (spec.arguments[0], spec.arguments[1]);
        let Shape::Slice(element) = self.program.image.ty(ty).shape else { return Ok(0) };
        let size = self.program.layouts.size(element);
        let (len, _) = self.known_len(self.slot(base, a.offset(1)))?;
        let (elements, count) = self.elements(base, b, from, size)?;
        let count = count.min(len);
        if let Value::Ptr(at) = self.resolve(self.slot(base, a)) {
            self.heap.store_range(at, &elements[..(count * size) as usize]);
        }
        Ok(count as i64)
    }

    /// The bytes of a slice of bytes.
    pub(crate) fn bytes_of(&self, first: Value, second: Value) -> Result<Vec<u8>, Fault> {
        let (len, _) = self.known_len(second)?;
        match self.resolve(first) {
            Value::Ptr(at) => self
                .heap
                .load_range(at, len)
                .iter()
                .map(|&v| match v {
                    Value::Int(i) => Ok(i as u8),
                    other => self.known_int(other).map(|i| i as u8),
                })
                .collect(),
            Value::Unknown(term) => Err(Fault::Unknown(term)),
            _ => Ok(Vec::new()),
        }
    }

    /// A new slice with these elements of one slot each, with the capacity that the runtime would give it.
    pub(crate) fn new_slice(&mut self, mut values: Vec<Value>, element_bytes: u64) -> [Value; 2] {
        let len = values.len() as u32;
        let cap = (round_up_size(len as u64 * element_bytes, true) / element_bytes) as u32;
        values.resize(cap as usize, Value::ZERO);
        let object = if values.is_empty() { self.heap.allocate(&[]) } else { self.heap.allocate(&values) };
        debug_assert_ne!(object, ObjectId::NONE);
        [Value::Ptr(Pointer::to(object)), Value::Len(len, cap)]
    }
}

fn sliced(first: Value, low: u32, high: u32, max: u32, size: u32) -> Slots {
    let cap = max - low;
    let start = match first {
        // A slice of no capacity keeps its address, so that it never points behind its object.
        Value::Ptr(at) if cap > 0 => Value::Ptr(at.offset(low * size)),
        other => other,
    };
    Slots::from_slice(&[start, Value::Len(high - low, cap)])
}

/// Checks `x[low:high:max]`; `limit` is what `high` or `max` may be, and `what` what Go calls it.
fn check_bounds(
    low: Option<i128>,
    high: Option<i128>,
    max: Option<i128>,
    len: u32,
    limit: u32,
    what: &str,
) -> Result<(u32, u32, u32), Fault> {
    let fault = |text: String| Err(Fault::bounds(format!("slice bounds out of range {text}")));
    let limit_i = limit as i128;
    let high_or_len = high.unwrap_or(len as i128);
    if let Some(max) = max {
        if max < 0 {
            return fault(format!("[::{max}]"));
        }
        if max > limit_i {
            return fault(format!("[::{max}] with {what} {limit}"));
        }
        if high_or_len < 0 {
            return fault(format!("[:{high_or_len}:]"));
        }
        if high_or_len > max {
            return fault(format!("[:{high_or_len}:{max}]"));
        }
        let low = low.unwrap_or(0);
        if low < 0 {
            return fault(format!("[{low}::]"));
        }
        if low > high_or_len {
            return fault(format!("[{low}:{high_or_len}:]"));
        }
        return Ok((low as u32, high_or_len as u32, max as u32));
    }
    if high_or_len < 0 {
        return fault(format!("[:{high_or_len}]"));
    }
    if high_or_len > limit_i {
        return fault(format!("[:{high_or_len}] with {what} {limit}"));
    }
    let low = low.unwrap_or(0);
    if low < 0 {
        return fault(format!("[{low}:]"));
    }
    if low > high_or_len {
        return fault(format!("[{low}:{high_or_len}]"));
    }
    Ok((low as u32, high_or_len as u32, limit))
}

/// The capacity that `append` gives a slice of `element` that must hold `new_len` elements and had room for `old_cap`.
fn grown_capacity(image: &Image, element: TypeId, old_cap: u32, new_len: u32) -> u32 {
    let bytes = image.ty(element).size;
    if bytes == 0 {
        return new_len;
    }
    let (old_cap, new_len) = (old_cap as u64, new_len as u64);
    let mut cap = old_cap;
    if new_len > 2 * old_cap {
        cap = new_len;
    } else if old_cap < 256 {
        cap = 2 * old_cap;
    } else {
        while cap < new_len {
            cap += (cap + 3 * 256) / 4;
        }
    }
    (round_up_size(cap * bytes, !has_pointers(image, element)) / bytes) as u32
}

/// The sizes that Go's allocator gives to small objects.
const SIZE_CLASSES: [u32; 66] = [
    8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256, 288, 320, 352, 384, 416,
    448, 480, 512, 576, 640, 704, 768, 896, 1024, 1152, 1280, 1408, 1536, 1792, 2048, 2304, 2688, 3072, 3200,
    3456, 4096, 4864, 5376, 6144, 6528, 6784, 6912, 8192, 9472, 9728, 10240, 10880, 12288, 13568, 14336,
    16384, 18432, 19072, 20480, 21760, 24576, 27264, 28672,
];

/// The size of the memory block that Go's allocator gives out for `size` bytes, less the header that blocks of more than
/// 512 bytes with pointers in them have.
fn round_up_size(size: u64, no_pointers: bool) -> u64 {
    const LARGEST: u64 = 32768;
    const PAGE: u64 = 8192;
    let header = if !no_pointers && size > 512 { 8 } else { 0 };
    let wanted = size + header;
    if wanted == 0 {
        return 0;
    }
    if wanted > LARGEST - 8 {
        return size.div_ceil(PAGE) * PAGE;
    }
    let class = SIZE_CLASSES.iter().find(|&&class| class as u64 >= wanted).copied().unwrap_or(LARGEST as u32);
    class as u64 - header
}

fn has_pointers(image: &Image, ty: TypeId) -> bool {
    match &image.ty(ty).shape {
        Shape::Basic(basic) => matches!(basic, Basic::String | Basic::UnsafePointer),
        Shape::Array(len, element) => *len > 0 && has_pointers(image, *element),
        Shape::Struct(fields) => fields.iter().any(|field| has_pointers(image, field.ty)),
        _ => true,
    }
}
