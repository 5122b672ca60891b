//! Which package-level variables a function may touch, by itself or by what it calls.
//!
//! A flow-insensitive over-approximation: a call of a function value may call any function that is ever used as a
//! value, a call of an interface's method any method of that name.

use rustc_hash::FxHashMap;
use vtrace_program::{Callee, Image, Kind, MethodId, Operand};

use crate::code::{Op, Target};
use crate::program::Program;
use crate::state::Goroutine;

/// A set of globals, as bits.
type Set = Box<[u64]>;

/// For each function of an image, the globals that it may touch.
pub(crate) struct Mentions {
    sets: Vec<Set>,
}

/// What a function does directly.
struct Direct {
    globals: Set,
    calls: Vec<usize>,
}

impl Mentions {
    pub(crate) fn new(image: &Image) -> Mentions {
        let words = image.globals.len().div_ceil(64);
        let mut methods: FxHashMap<MethodId, Vec<usize>> = FxHashMap::default();
        for entry in image.types.iter().flat_map(|ty| &ty.methods) {
            methods.entry(entry.method).or_default().push(entry.function.index());
        }
        // One more node than functions: it calls whatever is used as a value.
        let any = image.functions.len();
        let mut direct: Vec<Direct> = Vec::with_capacity(any + 1);
        let mut values: Vec<usize> = Vec::new();
        for function in &image.functions {
            direct.push(Direct { globals: vec![0; words].into(), calls: Vec::new() });
            let this = direct.last_mut().expect("it was just pushed");
            let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
            for instruction in instructions {
                let mut value = |operand: Operand| match operand {
                    Operand::Global(id, _) => this.globals[id.index() / 64] |= 1 << (id.index() % 64),
                    Operand::Function(id) => values.push(id.index()),
                    _ => {}
                };
                instruction.kind.for_each_operand(&mut value);
                match &instruction.kind {
                    Kind::Call(call) | Kind::Go(call) | Kind::Defer { call, .. } => match call.callee {
                        Callee::Static(id) => this.calls.push(id.index()),
                        Callee::Method(_, method) => {
                            this.calls.extend(methods.get(&method).into_iter().flatten());
                        }
                        Callee::Dynamic(_) => this.calls.push(any),
                        Callee::Builtin(_) => {}
                    },
                    Kind::MakeClosure { function, .. } => values.push(function.index()),
                    _ => {}
                }
            }
            // Reflection can call what it likes.
            if function.blocks.is_empty() && function.package == "reflect" {
                this.calls.push(any);
            }
        }
        // The machine calls methods that give a panic's text.
        values.extend(image.types.iter().flat_map(|ty| &ty.methods).map(|entry| entry.function.index()));
        values.sort_unstable();
        values.dedup();
        direct.push(Direct { globals: vec![0; words].into(), calls: values });
        Mentions { sets: close(direct) }
    }

    /// Adds to `set` the globals that some code may touch.
    fn add(&self, code: u32, set: &mut [u64]) {
        if let Some(globals) = self.sets.get(code as usize) {
            set.iter_mut().zip(globals.iter()).for_each(|(word, more)| *word |= more);
        }
    }
}

/// Adds to `set` the globals that code with this index may touch. Code of the machine's own is none of the image's functions.
pub(crate) fn add_code(program: &Program, code: u32, set: &mut [u64]) {
    if (code as usize) < program.image.functions.len() {
        program.mentions.add(code, set);
    }
}

/// Adds to `set` the globals that a goroutine may touch.
pub(crate) fn add_goroutine(program: &Program, g: &Goroutine, set: &mut [u64]) {
    for frame in &g.frames {
        add_code(program, frame.code, set);
        if frame.code as usize >= program.image.functions.len() {
            // What starts an entry still has to call what is ahead of it.
            let code = &program.codes[frame.code as usize];
            for op in code.ops.get(frame.pc as usize..).unwrap_or_default() {
                match op {
                    Op::Call { spec } => match program.specs.calls[*spec as usize].target {
                        Target::Code(callee) => add_code(program, callee, set),
                        _ => program.mentions.add(program.image.functions.len() as u32, set),
                    },
                    Op::Native { .. } => program.mentions.add(program.image.functions.len() as u32, set),
                    _ => {}
                }
            }
        }
    }
    for deferred in &g.deferred {
        add_code(program, deferred.code, set);
    }
    // The methods that give a panic's text, which the machine calls.
    if !g.panics.is_empty() {
        program.mentions.add(program.image.functions.len() as u32, set);
    }
}

/// How many words a set of a program's globals has.
pub(crate) fn words(program: &Program) -> usize {
    program.globals.len().div_ceil(64)
}

/// The members of a set, by their indices.
pub(crate) fn members(set: &[u64]) -> impl Iterator<Item = u32> + '_ {
    set.iter().enumerate().flat_map(|(word, &bits)| {
        let mut bits = bits;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                word as u32 * 64 + bit
            })
        })
    })
}

/// Adds to each set those of what is called, until nothing changes.
fn close(direct: Vec<Direct>) -> Vec<Set> {
    let calls: Vec<Vec<usize>> = direct.iter().map(|node| node.calls.clone()).collect();
    let mut sets: Vec<Set> = direct.into_iter().map(|node| node.globals).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (from, callees) in calls.iter().enumerate() {
            for &to in callees {
                if from == to || to >= sets.len() {
                    continue;
                }
                for word in 0..sets[to].len() {
                    let more = sets[to][word] & !sets[from][word];
                    changed |= more != 0;
                    sets[from][word] |= more;
                }
            }
        }
    }
    sets
}
