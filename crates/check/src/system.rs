//! A Go program as a transition system.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};

use vtrace_explore::System;
use vtrace_machine::{Choice, Fingerprinter, Machine, Options, Output, State, TimeMode};
use vtrace_program::FunctionId;

use crate::learnt::Learnt;
use crate::parameters::Observed;
use crate::persistent::Persistent;

/// A Go program, on a machine made for a search ([`vtrace_machine::Options::search`]).
pub struct GoSystem<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// The functions without Go code that were called.
    externals: Mutex<BTreeSet<FunctionId>>,
    /// Whether a value was chosen for an unknown input.
    inputs: AtomicBool,
    symmetry: Symmetry,
    /// With which values of inputs runs end, and go wrong.
    pub(crate) observed: Observed,
    /// Whether panics that are no matter of concurrency are wanted.
    pub panics: bool,
    learnt: Option<&'a Learnt>,
    /// Where it starts, with the functions without Go code that were called on the way, and what was not tried: initialising the packages of a large program
    /// takes long, and searches start very often.
    start: OnceLock<(State, Vec<FunctionId>, Vec<String>)>,
}

/// How a machine is to execute a program that is searched.
pub fn machine_options(time: TimeMode) -> Options {
    // Long enough that few loops are cut into pieces, short enough that a run answers when it is asked to stop.
    Options { time, search: true, fuel: 1_000_000, ..Options::default() }
}

/// Which states are taken for one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// Those that differ only in which of several goroutines that are alike is which.
    pub goroutines: bool,
    /// Those that differ only in where objects lie in memory.
    pub heap: bool,
}

impl Default for Symmetry {
    fn default() -> Symmetry {
        Symmetry { goroutines: true, heap: true }
    }
}

/// What a worker keeps.
pub struct Scratch {
    output: Output,
    fingerprinter: Fingerprinter,
    /// For states in which goroutines are told apart.
    names: Fingerprinter,
    known: BTreeSet<FunctionId>,
    persistent: Persistent,
}

impl<'a> GoSystem<'a> {
    /// The program that `machine` executes.
    pub fn new(machine: &'a Machine, symmetry: Symmetry) -> GoSystem<'a> {
        let (externals, inputs) = (Mutex::new(BTreeSet::new()), AtomicBool::new(false));
        let observed = Observed::default();
        let start = OnceLock::new();
        GoSystem { machine, externals, inputs, symmetry, observed, panics: true, learnt: None, start }
    }

    /// The same program without the ways that it was seen not to go.
    pub fn without(self, learnt: &'a Learnt) -> GoSystem<'a> {
        GoSystem { learnt: Some(learnt), ..self }
    }

    /// Whether nothing is to be told of a state: it was seen to be harmless, or there is no way on only because the real program
    /// does not take any.
    pub(crate) fn is_set_aside(&self, scratch: &mut Scratch, state: &State) -> bool {
        let Some(learnt) = self.learnt else { return false };
        let mut choices = self.machine.choices(state);
        let cut = learnt.filter(&mut scratch.names, self.machine, state, &mut choices) && choices.is_empty();
        cut || learnt.is_harmless(&mut scratch.names, self.machine, state)
    }

    /// What the packages could have done otherwise before the entry was called.
    pub fn untried(&self) -> &[String] {
        self.start.get().map_or(&[], |(_, _, untried)| untried)
    }

    /// The functions without Go code that were called so far: what they return was taken to be unknown.
    pub fn externals(&self) -> BTreeSet<FunctionId> {
        self.externals.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }

    /// Whether a value was chosen for an unknown input: others would have been possible.
    pub fn has_inputs(&self) -> bool {
        self.inputs.load(Ordering::Relaxed)
    }

    fn note(&self, scratch: &mut Scratch, externals: &[FunctionId]) {
        for &function in externals {
            if scratch.known.insert(function) {
                self.externals.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(function);
            }
        }
    }
}

impl System for GoSystem<'_> {
    type State = State;
    type Action = Choice;
    type Scratch = Scratch;

    fn scratch(&self) -> Scratch {
        let mut fingerprinter = Fingerprinter::default();
        fingerprinter.symmetry = self.symmetry.goroutines;
        fingerprinter.addresses = !self.symmetry.heap;
        Scratch {
            output: Output::default(),
            fingerprinter,
            names: Fingerprinter::default(),
            known: BTreeSet::new(),
            persistent: Persistent::default(),
        }
    }

    fn initial(&self, scratch: &mut Scratch) -> State {
        let (state, externals, _) = self.start.get_or_init(|| {
            let mut output = Output::default();
            let mut cx = self.machine.context(&mut output);
            let state = self.machine.initial(&mut cx);
            (state, std::mem::take(&mut cx.externals), std::mem::take(&mut cx.untried))
        });
        self.note(scratch, externals);
        if state.has_inputs(&self.machine.program) {
            self.inputs.store(true, Ordering::Relaxed);
        }
        state.clone()
    }

    fn actions(&self, scratch: &mut Scratch, state: &State, out: &mut Vec<Choice>) {
        self.machine.choices_into(state, out);
        if let Some(learnt) = self.learnt {
            learnt.filter(&mut scratch.names, self.machine, state, out);
        }
    }

    fn apply(&self, scratch: &mut Scratch, state: &mut State, action: &Choice) {
        let mut output = std::mem::take(&mut scratch.output);
        let mut cx = self.machine.context(&mut output);
        cx.apply_possible(state, action);
        let externals = std::mem::take(&mut cx.externals);
        scratch.output = output;
        if matches!(action, Choice::Pick { .. }) && state.has_inputs(&self.machine.program) {
            self.inputs.store(true, Ordering::Relaxed);
        }
        if !externals.is_empty() {
            self.note(scratch, &externals);
        }
    }

    fn fingerprint(&self, scratch: &mut Scratch, state: &State) -> u128 {
        scratch.fingerprinter.fingerprint(&self.machine.program, state)
    }

    fn actors(&self, action: &Choice) -> [u32; 2] {
        match *action {
            Choice::Step { goroutine } | Choice::Case { goroutine, .. } | Choice::Pick { goroutine, .. } => {
                [goroutine, goroutine]
            }
            Choice::Meet { sender, receiver, .. } => [sender, receiver],
            // Timers are nobody's.
            Choice::Fire { .. } => [0, 0],
        }
    }

    fn persistent(
        &self,
        scratch: &mut Scratch,
        state: &State,
        actions: &mut [Choice],
        awake: usize,
    ) -> usize {
        scratch.persistent.choose(self.machine, state, actions, awake)
    }

    fn conflict(&self, _: &mut Scratch, state: &State, one: &Choice, other: &Choice) -> bool {
        // Of these the footprint tells all. Timers that fire in the order of their deadlines make time a part of everything.
        let known = |action: &Choice| {
            matches!(action, Choice::Step { .. } | Choice::Case { .. } | Choice::Meet { .. })
        };
        if !known(one) || !known(other) || self.machine.options.time == TimeMode::Virtual {
            return true;
        }
        let ([a, b], [c, d]) = (self.actors(one), self.actors(other));
        let conflict = |one: u32, other: u32| self.machine.conflict(state, one, other);
        // One actor is given twice, two once each.
        conflict(a, c)
            || (c != d && conflict(a, d))
            || (a != b && (conflict(b, c) || (c != d && conflict(b, d))))
    }

    fn seat(&self, scratch: &mut Scratch, state: &State, action: &Choice) -> Option<u32> {
        match *action {
            Choice::Step { goroutine } => {
                let rank = scratch.fingerprinter.rank(state.index_of(goroutine)?)?;
                (rank < 32).then_some(rank)
            }
            _ => None,
        }
    }

    fn aside(&self, state: &State) -> u64 {
        state.aside()
    }
}
