//! Go types, flattened into one table.

use crate::{FunctionId, MethodId, TypeId};

/// A type. Named types carry their underlying type's [`Shape`] too, so that most code need not care.
#[derive(Clone, PartialEq, Debug)]
pub struct Type {
    /// As reflection prints it, `main.Point` or `map[string]int`: package *name*, not path.
    pub name: String,
    /// The import path of a named type's package; empty otherwise.
    pub package: String,
    /// Whether this is a defined (named) type, predeclared ones included.
    pub named: bool,
    /// The underlying type; the type itself if it is its own.
    pub underlying: TypeId,
    /// What values of the type are made of.
    pub shape: Shape,
    /// The size in bytes that the real compiler gives it: it decides how `append` grows.
    pub size: u64,
    /// Whether `==` is defined (for interfaces it may still panic).
    pub comparable: bool,
    /// The method set of a concrete type, sorted by method: the methods that some reachable call, or reflection by
    /// `fmt`, could need. Empty for interfaces.
    pub methods: Vec<MethodEntry>,
}

/// A method of a concrete type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MethodEntry {
    /// Which method.
    pub method: MethodId,
    /// The function that implements it, with the receiver as its first parameter. The receiver has exactly the
    /// concrete type (go/ssa makes wrappers where a method is promoted or takes the other kind of receiver).
    pub function: FunctionId,
}

/// A method's name. Two exported names are equal everywhere; an unexported one belongs to its package. Methods of the same
/// name but different signatures are different entries of the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Method {
    /// The plain name, `String`.
    pub name: String,
    /// The import path of the package if the name is unexported; empty otherwise.
    pub package: String,
    /// Its type without a receiver; only in images that have entries with unknown arguments.
    pub signature: Option<TypeId>,
}

/// What values of a type are made of.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// Booleans, numbers, strings, unsafe.Pointer.
    Basic(Basic),
    /// `*T`
    Pointer(TypeId),
    /// `[]T`
    Slice(TypeId),
    /// `[n]T`
    Array(u64, TypeId),
    /// `struct { … }`
    Struct(Vec<Field>),
    /// `map[K]V`
    Map(TypeId, TypeId),
    /// `chan T`, `<-chan T`, `chan<- T`
    Chan(Direction, TypeId),
    /// A function's parameters (receiver first, if any), results, and whether the last parameter is variadic.
    Signature(Vec<TypeId>, Vec<TypeId>, bool),
    /// An interface's methods, sorted by method id.
    Interface(Vec<MethodId>),
    /// Several values: the results of a call, the components of a comma-ok, a select or a Next.
    Tuple(Vec<TypeId>),
    /// The state of a `range` over a string or a map.
    Iterator,
}

/// The basic types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Basic {
    Bool,
    Int,
    Int8,
    Int16,
    Int32,
    Int64,
    Uint,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Uintptr,
    Float32,
    Float64,
    Complex64,
    Complex128,
    String,
    UnsafePointer,
    /// The type of an untyped `nil`.
    UntypedNil,
    /// A type that failed to check, in a cut package.
    Invalid,
}

/// The direction of a channel type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Direction {
    Both,
    SendOnly,
    ReceiveOnly,
}

/// A struct's field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Whether it is embedded.
    pub embedded: bool,
    /// The import path of the package if the name is unexported; empty otherwise.
    pub package: String,
    /// The tag, as `json:"x"`.
    pub tag: String,
}
