//! The initialisation of the packages of a function whose arguments nobody knows.
//!
//! Large programs ask for much while they initialise themselves: for variables of the environment, the time, the number of
//! processors. To try every value of each of them would be to check the function many times over, in surroundings that have
//! nothing to do with it. So what initialisers need is given one value: errors and numbers are nil and zero, as they mostly are, and
//! what can be there is there. If they start goroutines, those wait until the function is called. A package that cannot be initialised with these
//! values, or on this machine, is left as it is.

use crate::bind::{self, Candidate};
use crate::machine::Options;
use crate::program::Program;
use crate::schedule::{self, Choice};
use crate::state::{End, Goroutine, Park, State};
use crate::step::Context;

/// What is not tried where an initialiser of a library could do one thing or another.
const OTHER_WAYS: &str = "other ways in which libraries initialise themselves";

impl Context<'_> {
    /// Goes on until the packages are initialised, or there is something that must be chosen. Nothing is told of it.
    pub(crate) fn initialise(&mut self, state: &mut State) {
        let (events, accesses, timers) = (self.events.take(), self.accesses.take(), self.timers.take());
        self.pauses = true;
        self.settle(state);
        self.initialise_all(state);
        (self.events, self.accesses, self.timers) = (events, accesses, timers);
        if !std::mem::take(&mut self.pauses) && state.end.is_none() {
            self.apply_possible(state, &Choice::Step { goroutine: 1 });
        }
    }

    fn initialise_all(&mut self, state: &mut State) {
        while is_initialising(state) {
            if state.end.is_some() {
                let Some(why) = leave_out(state) else { return };
                self.note_untried(format!("the rest of an initialiser: {why}"));
            }
            let main = &state.goroutines[0];
            let number = main.number;
            let choice = match main.park.clone() {
                Park::Bind { input, needed } => {
                    let alternative = usual(self.program, self.options, input, needed);
                    self.bind(state, 0, input, needed, alternative);
                    self.program.terms.note_usual(input);
                    Choice::Step { goroutine: number }
                }
                // In the user's own code, a replay has to know about the order of a map's keys.
                Park::Choose(_) if !self.is_users(state) => {
                    self.note_untried(OTHER_WAYS.to_string());
                    Choice::Pick { goroutine: number, alternative: 0 }
                }
                Park::Choose(_) | Park::Ending(_) => return,
                Park::Fresh => Choice::Step { goroutine: number },
                Park::Operation if !state.is_alone() && self.is_users(state) => return,
                Park::Operation | Park::Tired => {
                    let mut choices = Vec::new();
                    schedule::choices_among(self.program, self.options, state, &[0], &mut choices);
                    if choices.len() > 1 {
                        self.note_untried(OTHER_WAYS.to_string());
                    }
                    match choices.first() {
                        Some(&choice) => choice,
                        None => return,
                    }
                }
            };
            self.apply_possible(state, &choice);
        }
    }

    fn note_untried(&mut self, what: String) {
        if !self.untried.contains(&what) {
            self.untried.push(what);
        }
    }

    /// Whether the main goroutine is in the user's own code.
    fn is_users(&self, state: &State) -> bool {
        let code = state.goroutines[0].top().code;
        self.program.image.function(self.program.codes[code as usize].function).flags.user
    }
}

/// Whether the main goroutine, whose number is 1, is still at it: what starts an entry calls what initialises all packages, which calls the initialiser of
/// one after the other.
fn is_initialising(state: &State) -> bool {
    let main = state.goroutines.first().filter(|g| g.is_main());
    main.is_some_and(|main| main.frames.len() > 1 && main.frames[0].pc == 1)
}

/// Whether a goroutine has left the initialiser of one package, and has not entered the next.
pub(crate) fn is_between_packages(g: &Goroutine) -> bool {
    g.is_main() && g.frames.len() == 2 && g.frames[0].pc == 1
}

/// If the machine cannot execute the rest of a package's initialiser, leaves it out, and says why.
fn leave_out(state: &mut State) -> Option<String> {
    let Some(End::Unsupported { text, .. }) = &state.end else { return None };
    if state.goroutines[0].frames.len() < 3 {
        return None;
    }
    let why = text.clone();
    let g = state.goroutine_mut(0);
    while !is_between_packages(g) {
        g.pop_frame();
    }
    g.deferred.clear();
    g.panics.clear();
    g.park = Park::Fresh;
    (g.phase, g.chosen, g.atomic) = (0, None, None);
    state.end = None;
    Some(why)
}

/// Which of the values of an input is the usual one.
fn usual(program: &Program, options: &Options, input: u32, needed: u32) -> u32 {
    let candidates = bind::candidates(program, options, input, needed);
    let is_error =
        program.terms.input_at(input).is_some_and(|input| program.image.ty(input.ty).name == "error");
    let there = |candidate: &Candidate| {
        matches!(candidate, Candidate::Fresh | Candidate::Function | Candidate::Opaque)
    };
    match candidates.iter().position(there) {
        Some(at) if !is_error => at as u32,
        _ => 0,
    }
}
