//! Who can reach what: for each object, the agents (goroutines and timers) that may ever touch it without getting it from
//! somebody else first.

use crate::mentions;
use crate::program::Program;
use crate::state::{Goroutine, State};
use crate::timer::Target;
use crate::unknown;
use crate::value::{ObjectId, Value};

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
        self.clear(state);
        let mut bit = 1u64;
        for g in &state.goroutines {
            self.goroutine(program, state, g);
            self.flood(program, state, bit);
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
            self.flood(program, state, bit);
            bit = bit.wrapping_shl(1);
        }
    }

    /// Forgets all that it knew.
    pub(crate) fn clear(&mut self, state: &State) {
        self.masks.clear();
        self.masks.resize(state.heap.len(), 0);
    }

    /// Adds an object to those from which [`Reach::flood`] starts.
    pub(crate) fn push(&mut self, object: ObjectId) {
        self.pending.push(object);
    }

    /// The agents that can reach an object.
    pub fn of(&self, object: ObjectId) -> u64 {
        self.masks.get(object.index()).copied().unwrap_or(0)
    }

    /// Adds what a goroutine can reach.
    pub(crate) fn goroutine(&mut self, program: &Program, state: &State, g: &Goroutine) {
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
                    self.value(program, state, g.registers[(frame.base + register) as usize]);
                }
            }
        }
        for deferred in &g.deferred {
            self.pending.push(deferred.environment);
            deferred.arguments.iter().for_each(|&value| self.value(program, state, value));
        }
        for panic in &g.panics {
            panic.value.iter().for_each(|&value| self.value(program, state, value));
        }
    }

    fn add_globals(&mut self) {
        self.pending.extend(mentions::members(&self.globals).map(|global| ObjectId(global + 1)));
    }

    /// What a value refers to, by itself or through an input that is bound.
    pub(crate) fn value(&mut self, program: &Program, state: &State, value: Value) {
        let pending = &mut self.pending;
        unknown::objects_of(&program.terms, &state.bindings, value, |object| pending.push(object));
    }

    /// Marks with `bit` all that can be reached from what was added.
    pub(crate) fn flood(&mut self, program: &Program, state: &State, bit: u64) {
        while let Some(id) = self.pending.pop() {
            if id == ObjectId::NONE || self.masks[id.index()] & bit != 0 {
                continue;
            }
            self.masks[id.index()] |= bit;
            let pending = &mut self.pending;
            state.heap.for_each_value(id, |value| {
                unknown::objects_of(&program.terms, &state.bindings, value, |id| pending.push(id));
            });
        }
    }
}
