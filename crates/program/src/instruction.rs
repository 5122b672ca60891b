//! Instructions, as in go/ssa. Debug references are not among them: they became the names of locals.

use crate::{ConstantId, FunctionId, GlobalId, LocalId, MethodId, Position, TypeId};

/// One instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    /// The register that receives its result, if it has one.
    pub result: Option<LocalId>,
    /// What it does.
    pub kind: Kind,
    /// Where in the source it comes from.
    pub position: Position,
}

/// A value that an instruction uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A register of the function.
    Local(LocalId),
    /// A constant.
    Constant(ConstantId),
    /// The address of a global, with the pointer type that it has.
    Global(GlobalId, TypeId),
    /// A function as a value.
    Function(FunctionId),
}

/// What an instruction does. The result's type is that of its register.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    /// `t = new T`: a zeroed variable; `heap` says whether it may outlive the call.
    Alloc { element: TypeId, heap: bool },
    /// `t = phi [v0, v1, …]`: the edge of the predecessor from which control came. All Phis of a block act at once.
    Phi { edges: Vec<Operand> },
    /// `t = x op y`
    Binary { op: BinaryOp, x: Operand, y: Operand },
    /// `t = op x`. Receive with `comma_ok` gives a tuple (value, bool).
    Unary { op: UnaryOp, x: Operand, comma_ok: bool },
    /// `t = T(x)`, where only the type's name changes.
    ChangeType { x: Operand },
    /// `t = T(x)` between numbers, strings, byte and rune slices, unsafe pointers.
    Convert { x: Operand },
    /// `t = I(x)` from one interface type to one with fewer methods.
    ChangeInterface { x: Operand },
    /// `t = (*[n]T)(x)`: panics if the slice is shorter than the array.
    SliceToArrayPointer { x: Operand },
    /// `t = I(x)` from a concrete type.
    MakeInterface { x: Operand },
    /// A closure of `function` over `bindings`, its free variables.
    MakeClosure { function: FunctionId, bindings: Vec<Operand> },
    /// `make(map[K]V, reserve)`
    MakeMap { reserve: Option<Operand> },
    /// `make(chan T, size)`
    MakeChan { size: Operand },
    /// `make([]T, len, cap)`
    MakeSlice { len: Operand, cap: Operand },
    /// `x[low:high:max]` of a slice, string, or pointer to array.
    Slice { x: Operand, low: Option<Operand>, high: Option<Operand>, max: Option<Operand> },
    /// `&x.field` of a pointer to struct.
    FieldAddr { x: Operand, field: u32 },
    /// `x.field` of a struct.
    Field { x: Operand, field: u32 },
    /// `&x[index]` of a slice or pointer to array.
    IndexAddr { x: Operand, index: Operand },
    /// `x[index]` of an array or string.
    Index { x: Operand, index: Operand },
    /// `x[index]` of a map; with `comma_ok` a tuple (value, bool).
    Lookup { x: Operand, index: Operand, comma_ok: bool },
    /// An iterator over a string or map.
    Range { x: Operand },
    /// The iterator's next (ok, key, value).
    Next { iterator: Operand, is_string: bool },
    /// `x.(asserted)`; with `comma_ok` a tuple (value, bool).
    TypeAssert { x: Operand, asserted: TypeId, comma_ok: bool },
    /// A component of a tuple.
    Extract { tuple: Operand, index: u32 },
    /// To the block's only successor.
    Jump,
    /// To the first successor if `condition`, else to the second.
    If { condition: Operand },
    /// Leaves the function.
    Return { results: Vec<Operand> },
    /// Runs the deferred calls of this invocation, last first.
    RunDefers,
    /// `panic(x)`, x an interface.
    Panic { x: Operand },
    /// `t = f(args)`
    Call(Call),
    /// `defer f(args)`, onto the given defer stack (of an enclosing function, for the body of a range over a function)
    /// or onto this invocation's own.
    Defer { call: Call, stack: Option<Operand> },
    /// `go f(args)`
    Go(Call),
    /// `channel <- x`
    Send { channel: Operand, x: Operand },
    /// `*address = x`
    Store { address: Operand, x: Operand },
    /// `map[key] = value`
    MapUpdate { map: Operand, key: Operand, value: Operand },
    /// `select`: a tuple (index, received ok, value of each receive case …); index -1 is the default.
    Select { cases: Vec<SelectCase>, blocking: bool },
}

impl Kind {
    /// Calls `visit` with every operand, in order.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        match self {
            Kind::Alloc { .. } | Kind::Jump | Kind::RunDefers => {}
            Kind::Phi { edges } => edges.iter().copied().for_each(visit),
            Kind::Binary { x, y, .. } => [*x, *y].into_iter().for_each(visit),
            Kind::Unary { x, .. }
            | Kind::ChangeType { x }
            | Kind::Convert { x }
            | Kind::ChangeInterface { x }
            | Kind::SliceToArrayPointer { x }
            | Kind::MakeInterface { x }
            | Kind::FieldAddr { x, .. }
            | Kind::Field { x, .. }
            | Kind::Range { x }
            | Kind::TypeAssert { x, .. }
            | Kind::Panic { x } => visit(*x),
            Kind::MakeClosure { bindings, .. } => bindings.iter().copied().for_each(visit),
            Kind::MakeMap { reserve } => reserve.iter().copied().for_each(visit),
            Kind::MakeChan { size } => visit(*size),
            Kind::MakeSlice { len, cap } => [*len, *cap].into_iter().for_each(visit),
            Kind::Slice { x, low, high, max } => {
                visit(*x);
                [low, high, max].into_iter().flatten().copied().for_each(visit);
            }
            Kind::IndexAddr { x, index } | Kind::Index { x, index } | Kind::Lookup { x, index, .. } => {
                [*x, *index].into_iter().for_each(visit);
            }
            Kind::Next { iterator, .. } => visit(*iterator),
            Kind::Extract { tuple, .. } => visit(*tuple),
            Kind::If { condition } => visit(*condition),
            Kind::Return { results } => results.iter().copied().for_each(visit),
            Kind::Call(call) | Kind::Go(call) => call.for_each_operand(visit),
            Kind::Defer { call, stack } => {
                call.for_each_operand(&mut visit);
                stack.iter().copied().for_each(visit);
            }
            Kind::Send { channel, x } => [*channel, *x].into_iter().for_each(visit),
            Kind::Store { address, x } => [*address, *x].into_iter().for_each(visit),
            Kind::MapUpdate { map, key, value } => [*map, *key, *value].into_iter().for_each(visit),
            Kind::Select { cases, .. } => {
                for case in cases {
                    visit(case.channel);
                    case.send.iter().copied().for_each(&mut visit);
                }
            }
        }
    }
}

impl Call {
    /// Calls `visit` with every operand: the callee's, then the arguments.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        match self.callee {
            Callee::Dynamic(operand) | Callee::Method(operand, _) => visit(operand),
            Callee::Static(_) | Callee::Builtin(_) => {}
        }
        self.arguments.iter().copied().for_each(visit);
    }
}

/// A case of a select: a send if `send` is there, else a receive.
#[derive(Clone, PartialEq, Debug)]
pub struct SelectCase {
    /// The channel.
    pub channel: Operand,
    /// What it sends.
    pub send: Option<Operand>,
    /// The case's arrow.
    pub position: Position,
}

/// A call, in a Call, Go or Defer.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// The arguments. For a method called statically the receiver comes first; for one called through an
    /// interface it does not appear here.
    pub arguments: Vec<Operand>,
}

/// What is called.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Callee {
    /// A known function.
    Static(FunctionId),
    /// A function value.
    Dynamic(Operand),
    /// A method of an interface value.
    Method(Operand, MethodId),
    /// One of the language's own.
    Builtin(Builtin),
}

/// Binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Quo,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    AndNot,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum UnaryOp {
    /// `!x`
    Not,
    /// `-x`
    Negate,
    /// `^x`
    Complement,
    /// `*x`
    Load,
    /// `<-x`
    Receive,
}

/// Built-in functions that go/ssa leaves as calls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum Builtin {
    Append,
    Cap,
    Clear,
    Close,
    Complex,
    Copy,
    Delete,
    Imag,
    Len,
    Max,
    Min,
    Panic,
    Print,
    Println,
    Real,
    Recover,
    /// `ssa:wrapnilchk`: the first argument, unless it is nil: then a panic that names the method wrapper's type and
    /// method (the second and third argument, strings).
    WrapNilCheck,
    /// `ssa:deferstack`: this invocation's defer stack, as a value for a nested function.
    DeferStack,
    /// `unsafe.Add`
    UnsafeAdd,
    /// `unsafe.Slice`
    UnsafeSlice,
    /// `unsafe.SliceData`
    UnsafeSliceData,
    /// `unsafe.String`
    UnsafeString,
    /// `unsafe.StringData`
    UnsafeStringData,
}
