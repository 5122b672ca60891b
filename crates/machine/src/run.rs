//! Running a program once, under one schedule.

use std::ops::ControlFlow;
use vtrace_program::FunctionId;

use crate::event::{Event, What};
use crate::machine::Machine;
use crate::output::{Output, Stream};
use crate::schedule::Choice;
use crate::state::{End, State};

/// Decides what happens next.
pub trait Scheduler {
    /// The index of one of `choices`, which are never empty; none to stop the run.
    fn choose(&mut self, state: &State, choices: &[Choice]) -> Option<usize>;
}

/// Chooses at random, the same for the same seed.
pub struct Random {
    state: u64,
}

impl Random {
    /// A scheduler for this seed.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// SplitMix64 (Steele, Lea and Flood 2014).
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

impl Scheduler for Random {
    fn choose(&mut self, _: &State, choices: &[Choice]) -> Option<usize> {
        match choices.len() {
            1 => Some(0),
            n => Some((self.next() % n as u64) as usize),
        }
    }
}

/// Watches a run, and may stop it. Every method may be left out.
pub trait Listener {
    /// The program wrote something.
    fn output(&mut self, _stream: Stream, _bytes: &[u8]) {}

    /// Whether [`Listener::event`] should be called. That costs some time.
    fn wants_events(&self) -> bool {
        false
    }

    /// A visible operation was executed; `state` is the one after the whole step.
    fn event(&mut self, _state: &State, _event: &Event) {}

    /// `choice` is about to happen in `state`.
    fn chosen(&mut self, _state: &State, _choice: &Choice) {}

    /// A step is over; `state` is what it led to. Called for the initial state too.
    fn stepped(&mut self, _state: &State) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The program ended by itself.
    End(End),
    /// Nobody can go on.
    Deadlock,
    /// The scheduler or the listener stopped it, or a limit was reached.
    Stopped,
}

/// A run.
pub struct Run {
    /// How it ended.
    pub ending: Ending,
    /// The last state.
    pub state: State,
    /// How many choices were made.
    pub steps: u64,
    /// How many instructions were executed.
    pub instructions: u64,
    /// The functions without Go code that were called, each once, in the order of their first calls.
    pub externals: Vec<FunctionId>,
}

/// Runs a program from its start, making at most `limit` choices.
pub fn run(machine: &Machine, scheduler: &mut dyn Scheduler, listener: &mut dyn Listener, limit: u64) -> Run {
    let mut output = Output { enabled: true, ..Output::default() };
    let mut events: Vec<Event> = Vec::new();
    let mut steps = 0;
    let mut cx = machine.context(&mut output);
    if listener.wants_events() {
        cx.events = Some(&mut events);
    }
    let mut state = machine.initial(&mut cx);
    let ending = loop {
        deliver(&mut cx, &state, listener);
        let flow = listener.stepped(&state);
        if let Some(end) = &state.end {
            break Ending::End(end.clone());
        }
        let choices = machine.choices(&state);
        if choices.is_empty() {
            break Ending::Deadlock;
        }
        if flow.is_break() || steps >= limit {
            break Ending::Stopped;
        }
        let Some(choice) = scheduler.choose(&state, &choices).and_then(|index| choices.get(index)) else {
            break Ending::Stopped;
        };
        listener.chosen(&state, choice);
        steps += 1;
        cx.apply_possible(&mut state, choice);
    };
    let (instructions, externals) = (cx.instructions, std::mem::take(&mut cx.externals));
    Run { ending, state, steps, instructions, externals }
}

/// Hands over what happened, and what was written, in order.
fn deliver(cx: &mut crate::step::Context, state: &State, listener: &mut dyn Listener) {
    if let Some(events) = cx.events.as_deref_mut() {
        for event in events.drain(..) {
            match &event.what {
                What::Output { stream, bytes } => listener.output(*stream, bytes),
                _ => listener.event(state, &event),
            }
        }
    }
    for (stream, bytes) in cx.output.take() {
        listener.output(stream, &bytes);
    }
}

/// What a program printed, and how it exited: what a terminal would have shown of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error, with the report of a panic, fatal error or deadlock.
    pub stderr: Vec<u8>,
    /// The exit code.
    pub code: i32,
}

impl Listener for Outcome {
    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        match stream {
            Stream::Stdout => self.stdout.extend_from_slice(bytes),
            Stream::Stderr => self.stderr.extend_from_slice(bytes),
        }
    }
}

/// Runs a program at random, and keeps what it prints.
pub fn outcome(machine: &Machine, seed: u64, limit: u64) -> Outcome {
    let mut outcome = Outcome::default();
    let run = run(machine, &mut Random::new(seed), &mut outcome, limit);
    let (report, code) = crate::dump::report(&machine.program, &run);
    outcome.stderr.extend_from_slice(report.as_bytes());
    outcome.code = code;
    outcome
}
