//! Values: what a slot of memory or a register holds.
//!
//! A value says itself what it is. The types of the program would suffice to know, but self-describing values let
//! the collector, the fingerprint and the dumps walk memory without them, and leave room for the unknown. A
//! value is 16 bytes; a Go value takes as many as its parts need: see [`crate::layout`].

use vtrace_program::TypeId;

/// One slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Nil of any pointer-like type; the first slot of a nil slice or interface; a register never written.
    Nil,
    /// A boolean (0 or 1) or an integer of any width: sign- or zero-extended as its type says, uint64 as its bits.
    Int(i64),
    /// A float's bits; float32 values are kept as the float64 of the same value.
    Float(u64),
    /// An interned string.
    Str(StrId),
    /// The address of a slot: a Go pointer, or the first slot of a slice. Channels and maps are the address of
    /// their object.
    Ptr(Pointer),
    /// A function: its index in the image, and its closure's environment (object 0: none).
    Func(u32, ObjectId),
    /// The dynamic type of an interface value, in the interface's first slot.
    Type(TypeId),
    /// The second slot of a slice: length and capacity.
    Len(u32, u32),
    /// A value that nobody knows yet: an index into the program's terms.
    Unknown(u32),
}

/// An interned string, with its length.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StrId {
    /// The index in the interner.
    pub index: u32,
    /// The length in bytes.
    pub len: u32,
}

impl StrId {
    /// The empty string.
    pub const EMPTY: StrId = StrId { index: 0, len: 0 };
}

/// An object of the heap; 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u32);

impl ObjectId {
    /// No object.
    pub const NONE: ObjectId = ObjectId(0);

    /// The position in the object table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The address of a slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pointer {
    /// The object.
    pub object: ObjectId,
    /// The slot within the object.
    pub slot: u32,
}

impl Pointer {
    /// The first slot of `object`.
    pub fn to(object: ObjectId) -> Pointer {
        Pointer { object, slot: 0 }
    }

    /// The slot `by` further.
    pub fn offset(self, by: u32) -> Pointer {
        Pointer { object: self.object, slot: self.slot + by }
    }
}

impl Value {
    /// False, or the integer 0.
    pub const ZERO: Value = Value::Int(0);
    /// The empty string.
    pub const EMPTY: Value = Value::Str(StrId::EMPTY);

    /// A boolean.
    pub fn bool(b: bool) -> Value {
        Value::Int(b as i64)
    }

    /// A float.
    pub fn float(f: f64) -> Value {
        Value::Float(f.to_bits())
    }

    /// The object that this value keeps alive, if any.
    pub fn object(self) -> Option<ObjectId> {
        match self {
            Value::Ptr(pointer) => Some(pointer.object),
            Value::Func(_, env) if env != ObjectId::NONE => Some(env),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_sixteen_bytes() {
        assert_eq!(std::mem::size_of::<Value>(), 16);
    }
}
