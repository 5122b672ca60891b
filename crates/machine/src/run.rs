//! Running a program once, under one schedule.

use std::sync::Arc;

use crate::event::Event;
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
        Some((self.next() % choices.len() as u64) as usize)
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The program ended by itself.
    End(End),
    /// Nobody can go on.
    Deadlock,
    /// The scheduler stopped it, or a limit was reached.
    Stopped,
}

/// A run.
pub struct Run {
    /// How it ended.
    pub ending: Ending,
    /// The last state.
    pub state: State,
    /// What was chosen.
    pub choices: Vec<Choice>,
    /// How many instructions were executed.
    pub instructions: u64,
}

/// What a run may take, and who listens to it.
pub struct Listener<'a> {
    /// Gets the output as it is written.
    pub output: &'a mut dyn FnMut(Stream, &[u8]),
    /// Gets the visible operations as they are executed.
    pub event: Option<&'a mut dyn FnMut(&State, &Event)>,
    /// How many choices may be made at most.
    pub limit: u64,
}

/// Runs a program from its start.
pub fn run(machine: &Machine, scheduler: &mut dyn Scheduler, listener: &mut Listener) -> Run {
    let mut output = Output { enabled: true, ..Output::default() };
    let mut events: Vec<Event> = Vec::new();
    let mut made = Vec::new();
    let mut cx = machine.context(&mut output);
    if listener.event.is_some() {
        cx.events = Some(&mut events);
    }
    let mut state = machine.initial(&mut cx);
    let ending = loop {
        deliver(&mut cx, &state, listener);
        if let Some(end) = &state.end {
            break Ending::End(end.clone());
        }
        let choices = machine.choices(&state);
        if choices.is_empty() {
            break Ending::Deadlock;
        }
        if made.len() as u64 >= listener.limit {
            break Ending::Stopped;
        }
        let index = match choices.len() {
            1 => 0,
            _ => match scheduler.choose(&state, &choices) {
                Some(index) if index < choices.len() => index,
                _ => break Ending::Stopped,
            },
        };
        made.push(choices[index]);
        cx.apply_possible(&mut state, &choices[index]);
    };
    let instructions = cx.instructions;
    Run { ending, state, choices: made, instructions }
}

fn deliver(cx: &mut crate::step::Context, state: &State, listener: &mut Listener) {
    for (stream, bytes) in cx.output.take() {
        (listener.output)(stream, &bytes);
    }
    if let (Some(events), Some(event)) = (cx.events.as_deref_mut(), listener.event.as_deref_mut()) {
        for happened in events.drain(..) {
            event(state, &happened);
        }
    }
}

/// What a program printed, and how it exited: what a terminal would have shown of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error, with the report of a panic, fatal error or deadlock.
    pub stderr: Vec<u8>,
    /// The exit code.
    pub code: i32,
}

/// Runs a program at random, and keeps what it prints.
pub fn outcome(machine: &Machine, seed: u64, limit: u64) -> Outcome {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let mut write = |stream: Stream, bytes: &[u8]| match stream {
        Stream::Stdout => stdout.extend_from_slice(bytes),
        Stream::Stderr => stderr.extend_from_slice(bytes),
    };
    let mut listener = Listener { output: &mut write, event: None, limit };
    let run = run(machine, &mut Random::new(seed), &mut listener);
    let (report, code) = crate::dump::report(&machine.program, &run);
    stderr.extend_from_slice(report.as_bytes());
    Outcome { stdout, stderr, code }
}

/// A shared program and an entry by its name, for tests and tools.
pub fn entry_named(program: &Arc<crate::program::Program>, name: &str) -> Option<usize> {
    program.image.entries.iter().position(|entry| entry.name == name)
}
