//! Which package-level variables a function may touch, by itself or by what it calls.
//!
//! A flow-insensitive over-approximation: a call of a function value may call any function that is ever used as a
//! value, a call of an interface's method any method of that name.

use rustc_hash::FxHashMap;
use vtrace_program::{Callee, FunctionId, Image, Kind, MethodId, Operand};

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
        values.sort_unstable();
        values.dedup();
        direct.push(Direct { globals: vec![0; words].into(), calls: values });
        Mentions { sets: close(direct) }
    }

    /// The globals that a function may touch, by their indices.
    pub(crate) fn globals(&self, function: FunctionId) -> impl Iterator<Item = u32> {
        let words = self.sets.get(function.index()).map_or(&[][..], |set| &set[..]);
        words.iter().enumerate().flat_map(|(word, &bits)| {
            (0..64).filter(move |bit| bits & (1 << bit) != 0).map(move |bit| word as u32 * 64 + bit)
        })
    }
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
