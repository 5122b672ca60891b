//! One run of a program with very many goroutines: whoever was started last goes on as far as it can.
//!
//! Looking for what can happen among all goroutines after each step would take time in the square of their number. So who waits
//! is put aside under the object that it waits for, and looked at again when somebody touches that; all are looked at only when
//! nobody else is left.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use vtrace_explore::{Guide, System};
use vtrace_machine::{Choice, ObjectId, State};

use crate::system::{GoSystem, Scratch};

/// How many steps a goroutine may take before the others get a turn: who polls would do so for ever.
const TURN: u32 = 1_000;

/// Leads such a run.
#[derive(Default)]
pub struct Straight {
    /// The goroutines that may be able to go on. The last one is asked first.
    ready: Vec<u32>,
    /// Who waits for an object. Some of them may be gone.
    waiting: FxHashMap<ObjectId, Vec<u32>>,
    /// The goroutines up to this number are known.
    known: u32,
    /// Who acted last, and how often in a row.
    last: u32,
    row: u32,
    choices: Vec<Choice>,
}

impl Guide<GoSystem<'_>> for Straight {
    fn next(&mut self, system: &GoSystem<'_>, scratch: &mut Scratch, state: &State) -> Option<Choice> {
        let machine = system.machine;
        // Here the real program would be over.
        let over = |number: u32| state.goroutine(number).is_some_and(|g| g.ending().is_some());
        if self.last != 0 && over(self.last) {
            return None;
        }
        let newest = state.newest();
        self.ready.extend((self.known + 1..=newest).filter(|&number| state.index_of(number).is_some()));
        self.known = self.known.max(newest);
        while let Some(&number) = self.ready.last() {
            if over(number) {
                return None;
            }
            let turn = self.last != number || self.row < TURN;
            let choice = if turn { self.choice_of(system, state, number) } else { None };
            if let Some(choice) = choice {
                return Some(self.take(system, state, choice));
            }
            self.ready.pop();
            if !turn {
                self.row = 0;
                self.ready.insert(0, number);
            } else if let Some(footprint) = machine.footprint(state, number) {
                for touch in &footprint.touches {
                    self.waiting.entry(touch.object).or_default().push(number);
                }
            }
        }
        let mut choices = std::mem::take(&mut self.choices);
        choices.clear();
        system.actions(scratch, state, &mut choices);
        let next = choices.first().copied();
        self.ready.extend(choices.iter().rev().map(|choice| system.actors(choice)[0]).filter(|&n| n != 0));
        self.ready.dedup();
        self.choices = choices;
        next.map(|choice| self.take(system, state, choice))
    }
}

impl Straight {
    /// What a goroutine can do, by itself or with one that waits.
    fn choice_of(&mut self, system: &GoSystem, state: &State, number: u32) -> Option<Choice> {
        let machine = system.machine;
        machine.choices_among(state, &[number], &mut self.choices);
        if let Some(choice) = self.choices.first() {
            return Some(*choice);
        }
        let objects: SmallVec<[ObjectId; 4]> =
            machine.footprint(state, number)?.touches.iter().map(|touch| touch.object).collect();
        for object in objects {
            let Some(waiting) = self.waiting.get_mut(&object) else { continue };
            while let Some(&other) = waiting.last() {
                machine.choices_among(state, &[number, other], &mut self.choices);
                if let Some(choice) = self.choices.first() {
                    return Some(*choice);
                }
                // Those who wait for the same thing in the same way are no partners of this one, and neither are the rest.
                let here = machine
                    .footprint(state, other)
                    .is_some_and(|footprint| footprint.touches.iter().any(|touch| touch.object == object));
                if here {
                    break;
                }
                waiting.pop();
            }
        }
        None
    }

    /// Takes note of what is about to happen: of those who wait for what is touched, one is asked again.
    fn take(&mut self, system: &GoSystem, state: &State, choice: Choice) -> Choice {
        let [actor, other] = system.actors(&choice);
        self.row = if self.last == actor { self.row + 1 } else { 0 };
        self.last = actor;
        let numbers = if actor == other { &[actor][..] } else { &[actor, other][..] };
        for &number in numbers {
            let Some(footprint) = system.machine.footprint(state, number) else { continue };
            for touch in &footprint.touches {
                let waiting = self.waiting.get_mut(&touch.object);
                self.ready.extend(waiting.and_then(Vec::pop));
            }
        }
        if actor != other {
            self.ready.extend([actor, other]);
        }
        choice
    }
}
