//! Who can reach what: for each object, the agents (goroutines and timers) that may ever touch it without getting it from
//! somebody else first.

use crate::code::{Op, Target as Callee};
use crate::memory::ObjectKind;
use crate::program::Program;
use crate::state::{Goroutine, State};
use crate::timer::Target;
use crate::value::{ObjectId, Value};

/// For each object, the agents that can reach it, as bits. Goroutines come first, in the order of the state; then timers.
#[derive(Default)]
pub struct Reach {
    masks: Vec<u64>,
    pending: Vec<ObjectId>,
}

impl Reach {
    /// How many agents can be told apart.
    pub const AGENTS: usize = 64;

    /// Computes it for a state that has no more than [`Reach::AGENTS`] goroutines and timers together.
    pub(crate) fn compute(&mut self, program: &Program, state: &State) {
        self.masks.clear();
        self.masks.resize(state.heap.objects.len(), 0);
        let mut bit = 1u64;
        for g in &state.goroutines {
            self.goroutine(program, g);
            self.flood(state, bit);
            bit = bit.wrapping_shl(1);
        }
        for timer in &state.timers {
            self.pending.push(timer.handle);
            match timer.target {
                Target::Wake(_) => {}
                Target::Send(channel) => self.pending.push(channel),
                Target::Start(code, environment) => {
                    self.pending.push(environment);
                    self.code(program, code);
                }
            }
            self.flood(state, bit);
            bit = bit.wrapping_shl(1);
        }
    }

    /// The agents that can reach an object.
    pub fn of(&self, object: ObjectId) -> u64 {
        self.masks.get(object.index()).copied().unwrap_or(0)
    }

    fn goroutine(&mut self, program: &Program, g: &Goroutine) {
        for frame in &g.frames {
            let code = &program.codes[frame.code as usize];
            self.code(program, frame.code);
            if frame.code as usize >= program.image.functions.len() {
                // What starts an entry still has to call what is ahead of it.
                for op in code.ops.get(frame.pc as usize..).unwrap_or_default() {
                    if let Op::Call { spec } = op
                        && let Callee::Code(callee) = program.specs.calls[*spec as usize].target
                    {
                        self.code(program, callee);
                    }
                }
            }
            let Some(&set) = code.live_before.get(frame.pc as usize) else { continue };
            for (word, &bits) in code.live_sets[set as usize].iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    let register = word as u32 * 64 + bits.trailing_zeros();
                    bits &= bits - 1;
                    self.value(program, g.registers[(frame.base + register) as usize]);
                }
            }
        }
        for deferred in &g.deferred {
            self.pending.push(deferred.environment);
            if (deferred.code as usize) < program.codes.len() {
                self.code(program, deferred.code);
            }
            deferred.arguments.iter().for_each(|&value| self.value(program, value));
        }
        for panic in &g.panics {
            panic.value.iter().for_each(|&value| self.value(program, value));
        }
    }

    /// The globals that some code may touch.
    fn code(&mut self, program: &Program, code: u32) {
        if (code as usize) < program.image.functions.len() {
            let function = program.codes[code as usize].function;
            self.pending.extend(program.mentions.globals(function).map(|global| ObjectId(global + 1)));
        }
    }

    fn value(&mut self, _: &Program, value: Value) {
        self.pending.extend(value.object());
    }

    fn flood(&mut self, state: &State, bit: u64) {
        while let Some(id) = self.pending.pop() {
            if id == ObjectId::NONE || self.masks[id.index()] & bit != 0 {
                continue;
            }
            self.masks[id.index()] |= bit;
            let object = state.heap.objects[id.index()];
            let pending = &mut self.pending;
            match object.kind {
                ObjectKind::Slots => {
                    pending.extend(state.heap.slots_of(id).iter().filter_map(|slot| slot.object()))
                }
                _ => state.heap.for_each_reference(object, |target| pending.push(target)),
            }
        }
    }
}
