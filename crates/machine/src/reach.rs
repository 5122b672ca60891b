//! Who can reach what: for each object, the agents (goroutines and timers) that may ever touch it without getting it from
//! somebody else first.

use crate::memory::ObjectKind;
use crate::mentions;
use crate::program::Program;
use crate::state::{Goroutine, State};
use crate::timer::Target;
use crate::value::ObjectId;

/// For each object, the agents that can reach it, as bits. Goroutines come first, in the order of the state; then timers.
#[derive(Default)]
pub struct Reach {
    masks: Vec<u64>,
    pending: Vec<ObjectId>,
    globals: Vec<u64>,
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
                    self.globals.clear();
                    self.globals.resize(mentions::words(program), 0);
                    mentions::add_code(program, code, &mut self.globals);
                    self.add_globals();
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
        self.globals.clear();
        self.globals.resize(mentions::words(program), 0);
        mentions::add_goroutine(program, g, &mut self.globals);
        self.add_globals();
        for frame in &g.frames {
            let code = &program.codes[frame.code as usize];
            let Some(&set) = code.live_before.get(frame.pc as usize) else { continue };
            for (word, &bits) in code.live_sets[set as usize].iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    let register = word as u32 * 64 + bits.trailing_zeros();
                    bits &= bits - 1;
                    self.pending.extend(g.registers[(frame.base + register) as usize].object());
                }
            }
        }
        for deferred in &g.deferred {
            self.pending.push(deferred.environment);
            self.pending.extend(deferred.arguments.iter().filter_map(|value| value.object()));
        }
        for panic in &g.panics {
            self.pending.extend(panic.value.iter().filter_map(|value| value.object()));
        }
    }

    fn add_globals(&mut self) {
        self.pending.extend(mentions::members(&self.globals).map(|global| ObjectId(global + 1)));
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
