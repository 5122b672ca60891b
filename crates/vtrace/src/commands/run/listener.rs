//! Watches a run: passes on what the program prints, shows the trace, records the schedule, compares it with an
//! earlier one, and stops when the user wants.

use std::ops::ControlFlow;

use vtrace_machine::run::Listener;
use vtrace_machine::{Choice, Event, Fingerprinter, Machine, State, Stream, dump};

use super::console::Console;
use super::json::Line;
use super::names::Names;
use super::schedule::{Recorder, Schedule};
use super::trace::Trace;
use super::{Detail, Format};
use crate::interrupt::Interrupt;
use crate::source::Sources;

/// The listener of `vtrace run`.
pub struct Watcher<'a> {
    machine: &'a Machine,
    pub sources: Sources,
    pub console: Console,
    pub interrupt: Interrupt,
    pub names: Names,
    pub recorder: Option<Recorder>,
    schedule: Option<&'a Schedule>,
    /// The first step whose state is not as the schedule says.
    pub diverged: Option<u64>,
    /// How much of what happens to show.
    detail: Option<Detail>,
    trace: Option<Trace>,
    /// What happened in the step that is under way.
    batch: Vec<Item>,
    steps: u64,
    fingerprinter: Fingerprinter,
}

/// Something that happened in a step.
enum Item {
    Event(Event),
    Output(Stream, Vec<u8>),
}

impl<'a> Watcher<'a> {
    /// A watcher that only passes on what the program prints.
    pub fn new(
        machine: &'a Machine,
        sources: Sources,
        console: Console,
        interrupt: Interrupt,
    ) -> Watcher<'a> {
        Watcher {
            machine,
            sources,
            console,
            interrupt,
            names: Names::default(),
            recorder: None,
            schedule: None,
            diverged: None,
            detail: None,
            trace: None,
            batch: Vec::new(),
            steps: 0,
            fingerprinter: Fingerprinter::default(),
        }
    }

    /// Shows what happens, if anyone wants to know.
    pub fn tracing(mut self, detail: Option<Detail>) -> Self {
        self.detail = detail;
        if detail.is_some() && self.console.format == Format::Text {
            self.trace = Some(Trace::new(&self.machine.program.image, &mut self.sources));
        }
        self
    }

    /// Records what happens, if there is somewhere to.
    pub fn recording(mut self, recorder: Option<Recorder>) -> Self {
        self.recorder = recorder;
        self
    }

    /// Compares states with those of a schedule, if there is one.
    pub fn comparing(mut self, schedule: Option<&'a Schedule>) -> Self {
        self.schedule = schedule;
        self
    }

    /// What a choice means, in words.
    pub fn meaning(&mut self, state: &State, choice: &Choice) -> String {
        self.names.learn(&self.machine.program, state, [].iter());
        let parties = dump::pending(&self.machine.program, state, choice);
        let texts = parties.iter().map(|party| match party.goroutine {
            0 => party.what.clone(),
            number => {
                let place = self.sources.place(party.position);
                let space = if place.is_empty() { "" } else { " " };
                format!("{}{space}{place} {}", self.names.text(number), party.what)
            }
        });
        texts.collect::<Vec<_>>().join("; ")
    }

    /// Compares and records the state after a step.
    fn fingerprint(&mut self, state: &State) {
        let expected = self.schedule.and_then(|schedule| schedule.fingerprint(self.steps as usize));
        if self.recorder.is_none() && (expected.is_none() || self.diverged.is_some()) {
            return;
        }
        let fingerprint = self.fingerprinter.fingerprint(&self.machine.program, state) as u64;
        if expected.is_some_and(|expected| expected != fingerprint) && self.diverged.is_none() {
            self.diverged = Some(self.steps);
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.stepped(fingerprint);
        }
    }

    /// Shows what happened in a step.
    fn show(&mut self, state: &State) {
        let events = self.batch.iter().filter_map(|item| match item {
            Item::Event(event) => Some(event),
            Item::Output(..) => None,
        });
        self.names.learn(&self.machine.program, state, events);
        for item in std::mem::take(&mut self.batch) {
            match (item, self.console.format) {
                (Item::Output(stream, bytes), Format::Text) => self.console.program(stream, &bytes),
                (Item::Output(stream, bytes), Format::Json) => {
                    self.console.json(&Line::output(stream, &bytes));
                }
                (Item::Event(event), _) if event.internal && self.detail != Some(Detail::All) => {}
                (Item::Event(event), Format::Text) => {
                    if let Some(trace) = &mut self.trace {
                        let row = trace.row(self.steps, &event, &self.names, &mut self.sources);
                        self.console.remark(&row);
                    }
                }
                (Item::Event(event), Format::Json) => {
                    self.console.json(&Line::event(self.steps, &event, &self.names, &mut self.sources));
                }
            }
        }
    }
}

impl Listener for Watcher<'_> {
    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        match self.detail {
            Some(_) => self.batch.push(Item::Output(stream, bytes.to_vec())),
            None => self.console.program(stream, bytes),
        }
    }

    fn wants_events(&self) -> bool {
        self.detail.is_some()
    }

    fn event(&mut self, _: &State, event: &Event) {
        self.batch.push(Item::Event(event.clone()));
    }

    fn chosen(&mut self, state: &State, choice: &Choice) {
        self.steps += 1;
        if self.recorder.is_some() {
            let meaning = self.meaning(state, choice);
            if let Some(recorder) = &mut self.recorder {
                recorder.chosen(choice, meaning);
            }
        }
    }

    fn stepped(&mut self, state: &State) -> ControlFlow<()> {
        if self.detail.is_some() {
            self.show(state);
        }
        self.fingerprint(state);
        match self.interrupt.is_raised() || self.console.is_closed() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
