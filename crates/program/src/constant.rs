//! Constants.

use crate::TypeId;

/// A typed constant.
#[derive(Clone, PartialEq, Debug)]
pub struct Constant {
    /// Its type. A constant of any type can be its zero value ([`Literal::Zero`]): go/ssa uses that for `nil` and
    /// for zero structs and arrays.
    pub ty: TypeId,
    /// Its value.
    pub value: Literal,
}

/// The value of a constant.
#[derive(Clone, PartialEq, Debug)]
pub enum Literal {
    /// The zero value of the type, whatever that is.
    Zero,
    /// A boolean.
    Bool(bool),
    /// An integer of any width: the two's complement bits of its value, sign- or zero-extended as its type says.
    Int(i64),
    /// A float; float32 constants are already rounded.
    Float(f64),
    /// A complex number.
    Complex(f64, f64),
    /// A string, which need not be valid UTF-8.
    String(Vec<u8>),
}
