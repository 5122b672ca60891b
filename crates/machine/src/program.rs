//! A program made ready for execution: its image, layouts, code and constants. Immutable, and shared by all states.

use rustc_hash::{FxHashMap, FxHashSet};
use vtrace_program::{Callee, FunctionId, Image, Kind, MethodId, Operand, TypeId};

use crate::code::{Code, Specs};
use crate::fault::PanicClass;
use crate::layout::{Layouts, TooLarge};
use crate::lower;
use crate::mark::Mark;
use crate::mentions::Mentions;
use crate::node::{Observation, Watch};
use crate::opaque::Opaque;
use crate::strings::Strings;
use crate::unknown::{self, Source, Terms};
use crate::value::Value;

/// A program that can be executed.
pub struct Program {
    /// Where it comes from.
    pub image: Image,
    /// How its values lie in slots.
    pub layouts: Layouts,
    /// All strings that ever occur.
    pub strings: Strings,
    /// All unknown values that ever occur.
    pub terms: Terms,
    /// The code of each function of the image, then that of wrappers.
    pub(crate) codes: Vec<Code>,
    pub(crate) specs: Specs,
    pub(crate) constants: Vec<Value>,
    /// The code that starts each entry of the image.
    pub(crate) entries: Vec<u32>,
    /// The zero value of each global, and whether its package is cut.
    pub(crate) globals: Vec<(Vec<Value>, bool)>,
    /// Whether the user's own code asks what time it is.
    pub(crate) reads_clock: bool,
    /// Whether every function that unlocks a mutex also locks one, and nobody only tries to.
    pub(crate) unlocks_what_it_locks: bool,
    /// Which globals each function may touch.
    pub(crate) mentions: Mentions,
    /// Its entries are functions with unknown arguments.
    pub(crate) functions: bool,
    /// What stands for functions and interfaces of which nothing is known.
    pub(crate) opaque: Opaque,
    /// The packages of the user's functions.
    pub(crate) users: FxHashSet<String>,
    methods: FxHashMap<(TypeId, MethodId), FunctionId>,
    runtime_types: FxHashMap<&'static str, TypeId>,
}

/// Types that the machine itself makes values of, declared by the shims or by the language.
const RUNTIME_TYPES: &[(&str, &str, &str)] = &[
    ("errorString", "runtime", "runtime.errorString"),
    ("boundsError", "runtime", "runtime.boundsError"),
    ("plainError", "runtime", "runtime.plainError"),
    ("TypeAssertionError", "", "*runtime.TypeAssertionError"),
    ("PanicNilError", "", "*runtime.PanicNilError"),
    ("string", "", "string"),
    ("unhashableTypeError", "internal/runtime/maps", "maps.unhashableTypeError"),
];

impl Program {
    /// Prepares an image for execution.
    pub fn new(image: Image) -> Result<Program, TooLarge> {
        Program::make(image, false, true)
    }

    /// [`Program::new`], where reading memory is a step of a simulation although nobody writes it any more. The answers are the same.
    pub fn with_all_reads(image: Image) -> Result<Program, TooLarge> {
        Program::make(image, false, false)
    }

    /// Prepares an image whose entries are functions with unknown arguments. What the standard library computes from unknown
    /// values is unknown too, and nothing is printed: how a number looks in decimal makes no difference to anybody.
    pub fn of_functions(image: Image) -> Result<Program, TooLarge> {
        Program::make(image, true, true)
    }

    fn make(mut image: Image, functions: bool, constants: bool) -> Result<Program, TooLarge> {
        let mut opaque = Opaque::prepare(&mut image);
        let users = unknown::user_packages(&image);
        let layouts = Layouts::new(&image)?;
        let strings = Strings::default();
        let terms = Terms::default();
        let unknowns = Source { image: &image, layouts: &layouts, terms: &terms, users: &users };
        let lowered = lower::lower(unknowns, &strings, functions, constants, &mut opaque);
        let mut methods = FxHashMap::default();
        let mut runtime_types = FxHashMap::default();
        for (index, ty) in image.types.iter().enumerate() {
            let id = TypeId(index as u32);
            for entry in &ty.methods {
                methods.insert((id, entry.method), entry.function);
            }
            for &(key, package, name) in RUNTIME_TYPES {
                if ty.name == name && (package.is_empty() || ty.package == package) {
                    runtime_types.entry(key).or_insert(id);
                }
            }
        }
        let globals = image
            .globals
            .iter()
            .map(|global| {
                let mut zero = Vec::new();
                layouts.zero(&image, global.ty, &mut zero);
                (zero, global.cut)
            })
            .collect();
        Ok(Program {
            layouts,
            strings,
            terms,
            codes: lowered.codes,
            specs: lowered.specs,
            constants: lowered.constants,
            entries: lowered.entries,
            globals,
            reads_clock: reads_clock(&image),
            unlocks_what_it_locks: unlocks_what_it_locks(&image),
            mentions: Mentions::new(&image),
            functions,
            opaque,
            users,
            methods,
            runtime_types,
            image,
        })
    }

    /// What is needed to make unknown values.
    pub(crate) fn unknowns(&self) -> Source<'_> {
        Source { image: &self.image, layouts: &self.layouts, terms: &self.terms, users: &self.users }
    }

    /// The comments in the user's sources that say something about a place.
    pub fn marks(&self) -> &[Mark] {
        &self.specs.marks
    }

    /// The name of a package-level variable, if the user's own code declares it.
    pub fn users_global(&self, global: u32) -> Option<&str> {
        let global = &self.image.globals[global as usize];
        let own = global.position.is_known() && self.image.files[global.position.file.index()].user;
        own.then(|| global.name.rsplit('.').next().unwrap_or(&global.name))
    }

    /// The names of the marks in comments.
    pub fn marks_passed(&self) -> impl Iterator<Item = &str> {
        self.specs.observations.iter().filter_map(|observation| match observation {
            Observation::Passed { name: Ok(name) } => std::str::from_utf8(self.strings.bytes(*name)).ok(),
            _ => None,
        })
    }

    /// The variables that are watched.
    pub fn watches(&self) -> &[Watch] {
        &self.specs.watches
    }

    /// The function that implements a method of a concrete type.
    pub fn method(&self, ty: TypeId, method: MethodId) -> Option<FunctionId> {
        self.methods.get(&(ty, method)).copied()
    }

    /// The function that implements an exported method, by its name.
    pub fn method_named(&self, ty: TypeId, name: &str) -> Option<FunctionId> {
        let named = |entry: &&vtrace_program::MethodEntry| {
            let method = &self.image.methods[entry.method.index()];
            method.name == name && method.package.is_empty()
        };
        self.image.ty(ty).methods.iter().find(named).map(|entry| entry.function)
    }

    /// The type of the runtime's panic values of this class.
    pub(crate) fn panic_type(&self, class: PanicClass) -> Option<TypeId> {
        let key = match class {
            PanicClass::Error | PanicClass::Memory => "errorString",
            PanicClass::Bounds => "boundsError",
            PanicClass::Plain => "plainError",
            PanicClass::Assertion => "TypeAssertionError",
            PanicClass::NilPanic => "PanicNilError",
            PanicClass::String => "string",
            PanicClass::Unhashable => "unhashableTypeError",
        };
        self.runtime_types.get(key).copied()
    }
}

/// Whether a function of the user's calls `time.Now` or one of its kin.
fn reads_clock(image: &Image) -> bool {
    let is_clock = |function: FunctionId| {
        matches!(&*image.function(function).ssa_name, "time.Now" | "time.Since" | "time.Until")
    };
    let users = image.functions.iter().filter(|function| function.flags.user);
    users.flat_map(|function| &function.blocks).flat_map(|block| &block.instructions).any(|instruction| {
        match &instruction.kind {
            Kind::Call(call) | Kind::Go(call) | Kind::Defer { call, .. } => {
                let given = call
                    .arguments
                    .iter()
                    .any(|argument| matches!(argument, Operand::Function(f) if is_clock(*f)));
                given || matches!(call.callee, Callee::Static(function) if is_clock(function))
            }
            _ => false,
        }
    })
}

/// Whether every function of the user's that unlocks a mutex also locks one, and nobody only tries to lock.
fn unlocks_what_it_locks(image: &Image) -> bool {
    image.functions.iter().all(|function| {
        let mut calls =
            function.blocks.iter().flat_map(|block| &block.instructions).filter_map(|instruction| {
                let (call, go) = match &instruction.kind {
                    Kind::Call(call) | Kind::Defer { call, .. } => (call, false),
                    Kind::Go(call) => (call, true),
                    _ => return None,
                };
                match call.callee {
                    Callee::Static(id) => Some((&*image.function(id).ssa_name, go)),
                    _ => None,
                }
            });
        let is = |name: &str, method: &str| {
            name == format!("(*sync.Mutex).{method}") || name == format!("(*sync.RWMutex).{method}")
        };
        let tries = |name: &str| is(name, "TryLock") || is(name, "TryRLock");
        let (mut locks, mut unlocks) = (false, false);
        let harmless = calls.all(|(name, go)| {
            locks |= is(name, "Lock");
            unlocks |= is(name, "Unlock");
            !(tries(name) || go && is(name, "Unlock"))
        });
        // Wrappers of methods, and those for values of method type, are made whether they are used or not.
        let wrapper = function.flags.synthetic;
        let library = !function.flags.user;
        wrapper && !function.ssa_name.ends_with("$bound") || library || (harmless && (locks || !unlocks))
    })
}
