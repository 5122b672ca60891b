//! The code that the machine executes: register instructions, made from the image's SSA by [`crate::lower`].
//!
//! A function's registers are a window of slots. Parameters come first, then free variables, then everything else;
//! Phis have become moves on the edges. An operand is a register or an entry of the program's constant pool.

use vtrace_program::{Builtin, FunctionId, MethodId, Position, TypeId};

use crate::mark::Mark;
use crate::node::{Observation, Watch};

/// An operand: a register, or (high bit set) the first of some entries of the constant pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Src(pub u32);

impl Src {
    const CONSTANT: u32 = 1 << 31;

    /// The operand that starts at this register.
    pub fn register(index: u32) -> Src {
        Src(index)
    }

    /// The operand that starts at this entry of the constant pool.
    pub fn constant(index: u32) -> Src {
        Src(index | Src::CONSTANT)
    }

    /// The register's number, or the constant's.
    #[inline(always)]
    pub fn split(self) -> Result<usize, usize> {
        if self.0 & Src::CONSTANT == 0 {
            Ok(self.0 as usize)
        } else {
            Err((self.0 & !Src::CONSTANT) as usize)
        }
    }

    /// The operand `by` slots further.
    pub fn offset(self, by: u32) -> Src {
        Src(self.0 + by)
    }
}

/// The width and signedness of an integer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Width {
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
}

/// Arithmetic on integers that cannot fail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum IntOp {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    AndNot,
}

/// The four operations of floats and complex numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Quo,
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Ordered {
    Signed,
    Unsigned,
    Float,
    String,
}

/// An instruction. `dst` is always a register; `n` counts slots.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Move {
        dst: u32,
        src: Src,
    },
    MoveN {
        dst: u32,
        src: Src,
        n: u32,
    },
    /// 64-bit addition, the commonest instruction of all.
    AddInt {
        dst: u32,
        a: Src,
        b: Src,
    },
    Int {
        op: IntOp,
        width: Width,
        dst: u32,
        a: Src,
        b: Src,
    },
    Divide {
        remainder: bool,
        width: Width,
        dst: u32,
        a: Src,
        b: Src,
    },
    Shift {
        left: bool,
        width: Width,
        count: Width,
        dst: u32,
        a: Src,
        b: Src,
    },
    Float {
        op: FloatOp,
        single: bool,
        dst: u32,
        a: Src,
        b: Src,
    },
    Complex {
        op: FloatOp,
        single: bool,
        dst: u32,
        a: Src,
        b: Src,
    },
    Concat {
        dst: u32,
        a: Src,
        b: Src,
    },
    Compare {
        op: Comparison,
        kind: Ordered,
        dst: u32,
        a: Src,
        b: Src,
    },
    /// Equality of values of type `ty`.
    Equal {
        negate: bool,
        ty: TypeId,
        dst: u32,
        a: Src,
        b: Src,
    },
    Not {
        dst: u32,
        a: Src,
    },
    Negate {
        width: Width,
        dst: u32,
        a: Src,
    },
    NegateFloat {
        dst: u32,
        a: Src,
        n: u32,
    },
    Complement {
        width: Width,
        dst: u32,
        a: Src,
    },
    Jump {
        to: u32,
    },
    Branch {
        condition: Src,
        yes: u32,
        no: u32,
    },
    /// Compares and branches at once.
    BranchCompare {
        op: Comparison,
        kind: Ordered,
        a: Src,
        b: Src,
        yes: u32,
        no: u32,
    },
    /// A new object that holds `n` constants from `zero` on.
    Alloc {
        dst: u32,
        zero: Src,
        n: u32,
    },
    /// `quiet`: nobody can be writing there.
    Load {
        dst: u32,
        pointer: Src,
        n: u32,
        quiet: bool,
    },
    Store {
        pointer: Src,
        src: Src,
        n: u32,
    },
    FieldAddr {
        dst: u32,
        pointer: Src,
        offset: u32,
    },
    /// `unsigned` says that the index is of an unsigned 64-bit type.
    IndexSlice {
        dst: u32,
        slice: Src,
        index: Src,
        size: u32,
        unsigned: bool,
    },
    IndexArray {
        dst: u32,
        pointer: Src,
        index: Src,
        len: u32,
        size: u32,
        unsigned: bool,
    },
    /// An element of an array that is in registers.
    IndexValue {
        dst: u32,
        src: Src,
        index: Src,
        len: u32,
        size: u32,
    },
    IndexString {
        dst: u32,
        src: Src,
        index: Src,
        unsigned: bool,
    },
    MakeInterface {
        dst: u32,
        src: Src,
        ty: TypeId,
        n: u32,
    },
    TypeAssert {
        spec: u32,
    },
    /// A closure of code `function` over the operands of a list.
    MakeClosure {
        dst: u32,
        function: u32,
        list: u32,
    },
    MakeMap {
        dst: u32,
        ty: TypeId,
    },
    MakeChan {
        dst: u32,
        size: Src,
        element: u32,
    },
    MakeSlice {
        spec: u32,
    },
    Slice {
        spec: u32,
    },
    ArrayPointer {
        dst: u32,
        src: Src,
        len: u32,
    },
    Convert {
        dst: u32,
        src: Src,
        from: TypeId,
        to: TypeId,
    },
    /// `map[key]`; `ok` says whether a boolean follows the value.
    Lookup {
        dst: u32,
        map: Src,
        key: Src,
        ty: TypeId,
        ok: bool,
    },
    MapUpdate {
        map: Src,
        key: Src,
        value: Src,
        ty: TypeId,
    },
    RangeMap {
        dst: u32,
        map: Src,
    },
    RangeString {
        dst: u32,
        src: Src,
    },
    NextString {
        dst: u32,
        iterator: u32,
    },
    NextMap {
        dst: u32,
        iterator: u32,
        ty: TypeId,
    },
    Call {
        spec: u32,
    },
    Go {
        spec: u32,
    },
    Defer {
        spec: u32,
        stack: Src,
    },
    Return {
        list: u32,
    },
    RunDefers,
    Panic {
        src: Src,
    },
    Send {
        channel: Src,
        src: Src,
        n: u32,
    },
    Receive {
        dst: u32,
        channel: Src,
        element: TypeId,
        ok: bool,
    },
    Select {
        spec: u32,
    },
    LenSlice {
        dst: u32,
        src: Src,
    },
    LenString {
        dst: u32,
        src: Src,
    },
    CapSlice {
        dst: u32,
        src: Src,
    },
    Close {
        channel: Src,
    },
    Recover {
        dst: u32,
    },
    /// A comment's mark.
    Mark {
        mark: u32,
    },
    /// Something that is seen from outside.
    Observe {
        observation: u32,
    },
    /// The other built-in functions.
    Builtin {
        spec: u32,
    },
    /// The body of a native function.
    Native {
        native: u32,
    },
    /// The packages are initialised, and the entry is about to be called.
    Begin,
    /// A function of which nothing is known is called. It may panic, or call what it is given ([`crate::behave`]).
    Behave {
        /// Its type.
        signature: TypeId,
    },
    /// A function or method of an input of which nothing is known.
    Opaque {
        signature: TypeId,
        method: Option<MethodId>,
    },
    /// If a parameter is not known, the results are not either, and the next instruction returns them; else the one after
    /// it is next.
    IfUnknown {
        function: FunctionId,
    },
    /// The body of a function that vtrace knows nothing of.
    External {
        function: FunctionId,
    },
    /// The misuse of a loop over a function, whose state is in `state`.
    RangePanic {
        state: Src,
    },
    /// Where control never comes.
    Unreachable,
}

/// A function's code.
#[derive(Debug)]
pub struct Code {
    /// The instructions.
    pub ops: Vec<Op>,
    /// The source position of each instruction.
    pub positions: Vec<Position>,
    /// The image's function that this is the code of; for a wrapper of a built-in, the function that defers it or
    /// starts it.
    pub function: FunctionId,
    /// How many registers an invocation has.
    pub frame: u32,
    /// How many slots the parameters take.
    pub parameters: u32,
    /// How many slots the results take.
    pub results: u32,
    /// The instruction to go on with after a recovered panic.
    pub recover: Option<u32>,
    /// One visible operation as a whole.
    pub atomic: bool,
    /// Made by the machine or by go/ssa: no function of the source.
    pub synthetic: bool,
    /// Which registers matter before each instruction: an index into `live_sets`.
    pub live_before: Vec<u32>,
    /// Sets of registers, as bits.
    pub live_sets: Vec<Box<[u64]>>,
}

/// A list of operands, with their sizes.
pub type List = Box<[(Src, u32)]>;

/// What a call calls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// Known code.
    Code(u32),
    /// A function value.
    Dynamic(Src),
    /// A method of an interface value.
    Method(Src, MethodId),
}

/// A call, go or defer.
#[derive(Debug)]
pub struct CallSpec {
    /// What is called.
    pub target: Target,
    /// The arguments.
    pub arguments: List,
    /// Where the results go.
    pub dst: u32,
    /// How many slots the results take.
    pub results: u32,
}

/// A type assertion.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct AssertSpec {
    pub dst: u32,
    pub src: Src,
    /// The static type of the interface.
    pub from: TypeId,
    pub to: TypeId,
    /// Whether `to` is an interface type.
    pub interface: bool,
    pub ok: bool,
    /// It is go/ssa's check that an interface is not nil, before it becomes a method value.
    pub check: bool,
}

/// `make([]T, len, cap)`.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct MakeSliceSpec {
    pub dst: u32,
    pub len: Src,
    pub cap: Src,
    pub element: TypeId,
    /// The element's zero value in the constant pool.
    pub zero: Src,
    pub size: u32,
}

/// `x[low:high:max]`.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct SliceSpec {
    pub dst: u32,
    pub src: Src,
    pub of: Sliced,
    /// Whether the bounds are of an unsigned 64-bit type, so that a set high bit means a large number.
    pub unsigned: bool,
    pub low: Option<Src>,
    pub high: Option<Src>,
    pub max: Option<Src>,
}

/// What is sliced.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Sliced {
    String,
    Slice {
        size: u32,
    },
    /// A pointer to an array.
    Array {
        len: u32,
        size: u32,
    },
}

/// A select statement.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct SelectSpec {
    /// Where the index, the ok, and the received values go.
    pub dst: u32,
    pub cases: Box<[SelectCaseSpec]>,
    pub blocking: bool,
}

/// A case of a select statement.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct SelectCaseSpec {
    pub channel: Src,
    /// What is sent, and its size; none for a receive.
    pub send: Option<(Src, u32)>,
    /// Where a received value goes.
    pub dst: u32,
    pub element: TypeId,
    pub position: Position,
}

/// A call of a built-in function.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct BuiltinSpec {
    pub builtin: Builtin,
    pub arguments: Box<[(Src, TypeId)]>,
    pub dst: u32,
    /// The type of the result, if there is one.
    pub result: Option<TypeId>,
}

/// The tables that instructions refer to by index.
#[derive(Debug, Default)]
#[allow(missing_docs)]
pub struct Specs {
    pub calls: Vec<CallSpec>,
    pub lists: Vec<List>,
    pub asserts: Vec<AssertSpec>,
    pub make_slices: Vec<MakeSliceSpec>,
    pub slices: Vec<SliceSpec>,
    pub selects: Vec<SelectSpec>,
    pub builtins: Vec<BuiltinSpec>,
    pub marks: Vec<Mark>,
    pub observations: Vec<Observation>,
    pub watches: Vec<Watch>,
}
