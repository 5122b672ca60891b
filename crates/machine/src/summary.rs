//! What can be said about a goroutine without a look at the rest of the state: it stays true until the goroutine moves.
//!
//! A step moves one goroutine or two. What is known about the others is kept with them, shared between all states in
//! which they stand where they are; so the canonical form of a state costs no more than what has changed, nearly.

use smallvec::SmallVec;
use xxhash_rust::xxh3::xxh3_128;

use crate::code::Op;
use crate::mentions;
use crate::program::Program;
use crate::state::{Goroutine, Park};
use crate::value::{ObjectId, Value};

/// What is known about a goroutine.
#[derive(Debug)]
pub(crate) struct Summary {
    /// A hash of its part of the canonical form, up to which unsettled objects it refers to.
    pub part: u128,
    /// Those objects, in the order in which it refers to them.
    pub references: SmallVec<[ObjectId; 6]>,
    /// The globals that it may touch, as bits.
    pub globals: SmallVec<[u64; 4]>,
}

impl Summary {
    /// Of a goroutine in a heap in which the first `settled` objects keep their places.
    pub(crate) fn new(program: &Program, g: &Goroutine, settled: usize) -> Summary {
        let mut globals = SmallVec::from_elem(0, mentions::words(program));
        mentions::add_goroutine(program, g, &mut globals);
        let mut part = Part { settled, ..Part::default() };
        part.goroutine(program, g);
        let hash = xxh3_128(bytemuck::cast_slice(&part.out));
        Summary { part: hash, references: part.references, globals }
    }
}

/// A goroutine's part of the canonical form, while it is written.
#[derive(Default)]
struct Part {
    out: SmallVec<[u64; 64]>,
    references: SmallVec<[ObjectId; 6]>,
    settled: usize,
}

impl Part {
    /// What identifies an object by itself; 0 for one that is listed instead.
    fn reference(&mut self, id: ObjectId) -> u64 {
        if id.index() < self.settled {
            return id.0 as u64 + 1;
        }
        self.references.push(id);
        0
    }

    fn value(&mut self, program: &Program, value: Value) {
        let (tag, payload) = match value {
            Value::Nil => (0, 0),
            Value::Int(i) => (1, i as u64),
            Value::Float(bits) => (2, bits),
            Value::Str(s) => (3, program.strings.hash(s)),
            Value::Ptr(at) => (4, self.reference(at.object) << 32 | at.slot as u64),
            Value::Func(code, environment) => (5, self.reference(environment) << 32 | code as u64),
            Value::Type(ty) => (6, ty.0 as u64),
            Value::Len(len, cap) => (7, (len as u64) << 32 | cap as u64),
            Value::Unknown(term) => (8, term as u64),
        };
        self.out.extend([tag, payload]);
    }

    fn goroutine(&mut self, program: &Program, g: &Goroutine) {
        let park = match &g.park {
            Park::Fresh => 0,
            Park::Operation => 1,
            Park::Choose(count) => 2 | (*count as u64) << 8,
            Park::Bind { needed, .. } => 3 | (*needed as u64) << 8,
            Park::Tired => 4,
            Park::Ending(_) => 5,
        } | (g.down as u64) << 7;
        let atomic = g.atomic.map_or(0, |depth| depth as u64 + 1);
        let frames = (g.frames.len() as u64) << 1 | g.is_main() as u64;
        self.out.extend([park, (g.phase as u64) << 32 | atomic, frames]);
        for (depth, frame) in g.frames.iter().enumerate() {
            let code = &program.codes[frame.code as usize];
            let top = depth + 1 == g.frames.len();
            let flags = (frame.kind as u64) << 1 | frame.recovering as u64;
            self.out.push((frame.code as u64) << 32 | frame.pc as u64);
            self.out.push((frame.dst as u64) << 32 | (frame.results as u64) << 8 | flags);
            let Some(&set) = code.live_before.get(frame.pc as usize) else { continue };
            // A caller's result registers are about to be written.
            let returned = match code.ops.get((frame.pc as usize).wrapping_sub(1)) {
                Some(&Op::Call { spec }) if !top => {
                    let spec = &program.specs.calls[spec as usize];
                    spec.dst..spec.dst + spec.results
                }
                _ => 0..0,
            };
            for (word, &bits) in code.live_sets[set as usize].iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    let register = word as u32 * 64 + bits.trailing_zeros();
                    bits &= bits - 1;
                    if !returned.contains(&register) {
                        self.value(program, g.registers[(frame.base + register) as usize]);
                    }
                }
            }
        }
        self.out.push(g.deferred.len() as u64);
        for deferred in &g.deferred {
            let environment = self.reference(deferred.environment);
            self.out.extend([(deferred.depth as u64) << 32 | deferred.code as u64, environment]);
            deferred.arguments.iter().for_each(|&value| self.value(program, value));
        }
        self.out.push(g.panics.len() as u64);
        for panic in &g.panics {
            panic.value.iter().for_each(|&value| self.value(program, value));
            let flags = panic.goexit as u64 | (panic.recovered as u64) << 1 | (panic.aborted as u64) << 2;
            self.out.push(flags << 32 | panic.depth as u64);
            // If nobody recovers, this is where the program crashes, though the frames may be gone by then.
            self.out.push(panic.trace.len() as u64);
            self.out.extend(panic.trace.iter().map(|&(code, pc)| (code as u64) << 32 | pc as u64));
        }
    }
}
