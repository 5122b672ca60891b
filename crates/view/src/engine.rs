//! What goes on from a run another way: the machine, for a program; the machine in a world with faults, for a simulation.

use std::io;
use std::sync::Arc;

use serde::Serialize;
use vtrace_machine::{Choice, Machine};

use crate::document::{Other, Step};
use crate::record::{Reader, Recorder, keep_going};

/// What somebody wants to see: a run that begins with these choices, and perhaps goes on by itself.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// The choices, in the notation of schedules.
    pub schedule: Vec<String>,
    /// How many steps the page has already, with the start: they are not sent again.
    pub known: usize,
    /// How many steps to go on after that, if so many are possible.
    pub go_on: usize,
}

/// Where a run has come to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Reached {
    /// What could happen now.
    pub next: Vec<Other>,
    /// Why no more steps were made, if some could have been.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// How it stands, if nothing can happen any more: in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
}

/// Takes a step that was made.
pub type Sink<'a> = dyn FnMut(&Step) -> io::Result<()> + 'a;

/// What can go on from a run.
pub trait Engine: Send + Sync {
    /// Whether these are choices of its kind, or what is wrong with them.
    fn understands(&self, schedule: &[String]) -> Result<(), String>;

    /// Makes a run, and sends its steps while they are made.
    fn go(&self, wish: &Wish, send: &mut Sink) -> io::Result<Reached>;
}

/// What goes on from the runs of a program.
pub struct ProgramEngine {
    /// The machine.
    pub machine: Arc<Machine>,
    /// How to read its sources.
    pub read: Arc<Reader>,
}

impl Engine for ProgramEngine {
    fn understands(&self, schedule: &[String]) -> Result<(), String> {
        schedule
            .iter()
            .try_for_each(|choice| choice.parse::<Choice>().map(|_| ()).map_err(|error| error.to_string()))
    }

    fn go(&self, wish: &Wish, send: &mut Sink) -> io::Result<Reached> {
        let (mut recorder, first) = Recorder::start(&self.machine, &*self.read);
        let mut made = 0;
        let mut give = |step: &Step| {
            made += 1;
            if made > wish.known { send(step) } else { Ok(()) }
        };
        give(&first)?;
        let mut last = None;
        for text in &wish.schedule {
            let choice = text.parse::<Choice>().ok();
            match choice.and_then(|choice| recorder.step(&choice)) {
                Some(step) => give(&step)?,
                None => return Ok(impossible(text, recorder.others(None))),
            }
            last = choice;
        }
        let mut left = wish.go_on;
        while left > 0 {
            let Some(choice) = keep_going(&self.machine, recorder.state(), last) else { break };
            let Some(step) = recorder.step(&choice) else { break };
            give(&step)?;
            last = Some(choice);
            left -= 1;
        }
        let next = recorder.others(None);
        let stopped = wish.go_on > 0 && left == 0 && !next.is_empty();
        let why = stopped.then(|| format!("it was stopped after {} more steps", wish.go_on));
        Ok(Reached { next, why, end: None })
    }
}

/// A choice could not be made.
pub fn impossible(choice: &str, next: Vec<Other>) -> Reached {
    Reached { next, why: Some(format!("`{choice}` is not possible here")), end: None }
}
