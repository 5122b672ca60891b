//! Who can reach what: for each object, the agents (goroutines and timers) that may ever touch it without getting it from
//! somebody else first.

use crate::mentions;
use crate::program::Program;
use crate::state::State;
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
        self.masks.resize(state.heap.len(), 0);
        let mut bit = 1u64;
        for g in &state.goroutines {
            let summary = g.summary(program, state.heap.settled());
            self.pending.extend(mentions::members(&summary.globals).map(|global| ObjectId(global + 1)));
            self.pending.extend(summary.references.iter().chain(&summary.settled));
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

    fn add_globals(&mut self) {
        self.pending.extend(mentions::members(&self.globals).map(|global| ObjectId(global + 1)));
    }

    fn flood(&mut self, state: &State, bit: u64) {
        while let Some(id) = self.pending.pop() {
            if id == ObjectId::NONE || self.masks[id.index()] & bit != 0 {
                continue;
            }
            self.masks[id.index()] |= bit;
            let pending = &mut self.pending;
            state.heap.for_each_reference(id, |target| pending.push(target));
        }
    }
}
