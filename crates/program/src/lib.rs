//! The program image: a Go program as typed SSA, in the form in which the front-end hands it over.
//!
//! An [`Image`] is plain data. It mirrors `golang.org/x/tools/go/ssa` closely, so that whoever knows that package
//! can read a dump of an image, and it is complete: every type, constant, global and function that the entry
//! points can reach is in one of its tables, and everything refers to everything else by typed index.
//!
//! | module | what it holds |
//! |---|---|
//! | [`types`] | Go types and method tables |
//! | [`function`] | functions, blocks, locals |
//! | [`instruction`] | the 37 kinds of instructions, with their meaning |
//! | [`constant`] | constants |
//! | [`decode`] | the binary form, written by `frontend/` |
//! | [`digest`] | what an entry point depends on, in a number |
//! | [`display`] | images for human eyes |
//! | [`verify`] | the invariants of the form, checked after every load in tests |
//!
//! Nothing in this crate executes anything: see the `machine` crate for that.

pub mod constant;
pub mod decode;
pub mod digest;
pub mod display;
pub mod function;
pub mod instruction;
pub mod position;
pub mod types;
pub mod verify;

pub use constant::{Constant, Literal};
pub use decode::{DecodeError, SCHEMA};
pub use digest::Digests;
pub use function::{Block, Function, FunctionFlags, Local};
pub use instruction::{BinaryOp, Builtin, Call, Callee, Instruction, Kind, Operand, SelectCase, UnaryOp};
pub use position::Position;
pub use types::{Basic, Direction, Field, Method, MethodEntry, Shape, Type};

/// Declares a typed index into one of the image's tables.
macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index!(/// An index into [`Image::types`].
    TypeId);
index!(/// An index into [`Image::constants`].
    ConstantId);
index!(/// An index into [`Image::globals`].
    GlobalId);
index!(/// An index into [`Image::functions`].
    FunctionId);
index!(/// An index into [`Image::methods`].
    MethodId);
index!(/// An index into [`Function::locals`].
    LocalId);
index!(/// An index into [`Function::blocks`].
    BlockId);
index!(/// An index into [`Image::files`].
    FileId);

/// A whole Go program, as far as its entry points reach.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Image {
    /// The version of Go that loaded the program, as `go1.26.8`.
    pub go_version: String,
    /// Source files: absolute path, and whether the file is the user's (not the standard library's or a shim).
    pub files: Vec<File>,
    /// All types, each once: two equal indices are identical types and the other way round.
    pub types: Vec<Type>,
    /// Method names; an unexported one is different in each package.
    pub methods: Vec<Method>,
    /// Constants, each once.
    pub constants: Vec<Constant>,
    /// Package-level variables.
    pub globals: Vec<Global>,
    /// Functions, methods, closures, and the wrappers that go/ssa makes.
    pub functions: Vec<Function>,
    /// Where execution can start.
    pub entries: Vec<Entry>,
}

/// A source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// The absolute path.
    pub path: String,
    /// True for the user's own files; false for the standard library, the module cache, and shims.
    pub user: bool,
}

/// A package-level variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// `package/path.name`.
    pub name: String,
    /// The variable's type (an operand that names the global has type pointer-to-this).
    pub ty: TypeId,
    /// Where it is declared.
    pub position: Position,
    /// True if the package is cut, so that the initialiser never runs: the value is unknown unless the machine
    /// knows the variable.
    pub cut: bool,
}

/// A place where execution can start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// `main`, `TestName`, `ExampleName`, or a function's name.
    pub name: String,
    /// The import path of its package.
    pub package: String,
    /// What kind of entry it is, which says how to start it.
    pub kind: EntryKind,
    /// Initialises all packages of this entry, dependencies first.
    pub init: FunctionId,
    /// The function itself.
    pub function: FunctionId,
    /// For tests: the shim `testing` function `func(name string, f func(*testing.T))` that runs it.
    pub runner: Option<FunctionId>,
    /// The settings of GODEBUG with which the program would be built, as `panicnil=1,asynctimerchan=1`: old modules,
    /// and `//go:debug` lines, have some.
    pub godebug: String,
}

/// The kinds of entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryKind {
    /// `func main()` of a main package.
    Main,
    /// `func TestX(*testing.T)`.
    Test,
    /// `func BenchmarkX(*testing.B)`.
    Benchmark,
    /// `func ExampleX()`.
    Example,
    /// `func FuzzX(*testing.F)`: its seed corpus.
    Fuzz,
    /// Any function, with unknown arguments.
    Function,
    /// A function, with unknown arguments, that calls one of those.
    Caller,
}

impl EntryKind {
    /// Whether its arguments are unknown.
    pub fn is_function(self) -> bool {
        matches!(self, EntryKind::Function | EntryKind::Caller)
    }
}

impl Image {
    /// The type with this index.
    pub fn ty(&self, id: TypeId) -> &Type {
        &self.types[id.index()]
    }

    /// The function with this index.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// The type of an operand of `function`. Globals have pointer types, which are in the table by construction.
    pub fn operand_type(&self, function: &Function, operand: Operand) -> TypeId {
        match operand {
            Operand::Local(local) => function.locals[local.index()].ty,
            Operand::Constant(constant) => self.constants[constant.index()].ty,
            Operand::Global(global, pointer) => {
                let _ = global;
                pointer
            }
            Operand::Function(id) => self.function(id).signature,
        }
    }
}
