//! Plans: what every goroutine of the real program does, and in which step.
//!
//! A trace is a list of choices. The plan walks it on the machine, and keeps for each choice what it does: the operations of
//! each goroutine in their order, each with the step in which it happens. The gates in the real program compare what a
//! goroutine is about to do with what the plan says it does next.
//!
//! The machine stops a goroutine at more places than the real program has gates for: before plain accesses to memory,
//! before numbers chosen at random. Such events are left out or marked as optional, and a step of which nothing is left
//! lets nobody go on.

mod repeats;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use vtrace_machine::{Choice, End, Event, Key, Machine, ObjectId, Output, Picks, Program, TimerEvent, What};
use vtrace_program::{EntryKind, FunctionId};

use crate::dump::same_file;
use crate::verdict::{Expectation, Place};

/// What to do at the end of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finale {
    /// Everyone goes on freely, but main's return does not end the program: what is stuck stays, and can be seen.
    Hold,
    /// Main returns, if it has come so far. Nobody else moves.
    Exit,
    /// Everyone goes on freely, main too.
    Free,
    /// Nobody moves, and the runtime tells where all are.
    Stay,
}

/// A plan.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What to do at the end.
    pub finale: Finale,
    /// Where a comment of the user's is to be found wrong in the last step: `main.go:12`.
    pub mark: Option<String>,
    /// What the gates read, but for these.
    body: String,
    /// The steps, in the plan's numbering, which begins at 1: those of the trace, but a choice that fires several timers takes
    /// several.
    pub steps: Vec<Step>,
    /// How many choices the trace has.
    pub choices: usize,
    /// The inputs that the trace needs, and that a replay does not set.
    pub inputs: Vec<(String, String)>,
    /// The last step with a gate before the last panic, but for those that package testing passes on.
    pub panics: Option<usize>,
    /// How the machine ended.
    pub end: Option<End>,
    /// Whether there is nothing left that could happen.
    pub stuck: bool,
    /// What the machine printed: standard output and standard error.
    pub output: (Vec<u8>, Vec<u8>),
}

/// A step of a plan.
#[derive(Clone, Debug)]
pub struct Step {
    /// The index of the choice in the trace.
    pub choice: usize,
    /// What happens, for people.
    pub text: String,
}

/// A trace that the machine cannot follow.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("step {index} (`{choice}`) is not possible on the machine: {reason}")]
pub struct PlanError {
    /// The index of the choice.
    pub index: usize,
    /// The choice.
    pub choice: Choice,
    /// Why.
    pub reason: String,
}

impl Plan {
    /// Walks `choices` on the machine from its initial state. At the end, main returns if it did so on the machine and that
    /// ended the program.
    pub fn new(machine: &Machine, choices: &[Choice]) -> Result<Plan, PlanError> {
        Plan::walk(machine, choices, &[], None)
    }

    /// The same for a livelock, where the choices go round in a circle some times. The machine lets a goroutine that is alone go round
    /// very often in one step; the plan stops it then.
    pub fn circle(machine: &Machine, choices: &[Choice]) -> Result<Plan, PlanError> {
        Plan::walk(machine, choices, &[], Some(1000))
    }

    /// The same for a race: at the end, those who stand before plain accesses at these places do them, one after the other,
    /// and nothing of the schedule orders them for the race detector.
    pub fn race(machine: &Machine, choices: &[Choice], at: &[Place]) -> Result<Plan, PlanError> {
        Plan::walk(machine, choices, at, None)
    }

    fn walk(
        machine: &Machine,
        choices: &[Choice],
        at: &[Place],
        patience: Option<usize>,
    ) -> Result<Plan, PlanError> {
        let mut output = Output { enabled: true, ..Output::default() };
        let (mut events, mut timers) = (Vec::new(), Vec::new());
        let mut cx = machine.context(&mut output);
        cx.events = Some(&mut events);
        cx.timers = Some(&mut timers);
        let mut writer = Writer { patience, ..Writer::new(machine) };

        let mut state = machine.initial(&mut cx);
        let take = |cx: &mut vtrace_machine::Context| -> (Vec<Event>, Vec<TimerEvent>) {
            let events = cx.events.as_deref_mut().map(std::mem::take).unwrap_or_default();
            (events, cx.timers.as_deref_mut().map(std::mem::take).unwrap_or_default())
        };
        let (events, timers) = take(&mut cx);
        writer.timers(&timers);
        writer.events(&events, None);
        writer.output.extend(cx.output.take());
        for (index, choice) in choices.iter().enumerate() {
            let actor = actor(choice);
            let rest = actor.filter(|&g| machine.is_midway(&state, g));
            let chosen = match *choice {
                Choice::Pick { goroutine, alternative } => match machine.picks(&state, goroutine) {
                    Some(Picks::Number) => Some((goroutine, format!("choose\tc{alternative}\t\t0\t\t"))),
                    Some(Picks::Key) => {
                        let key = machine.next_key(&state, goroutine, alternative);
                        key.map(|(key, iterator)| {
                            let range = writer.range(goroutine, iterator);
                            (goroutine, format!("key\t\to\t{range}\t\t{}", spell(&key)))
                        })
                    }
                    _ => None,
                },
                _ => None,
            };
            let case = match *choice {
                Choice::Case { goroutine, case } => machine.select_case(&state, goroutine, case),
                _ => None,
            };
            if !cx.apply(&mut state, choice) {
                let reason = match state.end() {
                    Some(end) => format!("the program has ended ({end:?})"),
                    None => "no goroutine can do this now".to_string(),
                };
                return Err(PlanError { index, choice: *choice, reason });
            }
            let (mut events, timers) = take(&mut cx);
            // A send that panics is an operation too, but is not told as one.
            if let Some(event) = events.first_mut()
                && matches!(event.what, What::Panic { .. })
            {
                event.case = case;
            }
            let output = cx.output.take();
            let fires = events.iter().find_map(|event| match event.what {
                What::Fire { at } => Some(at),
                _ => None,
            });
            writer.step(index, choice, &timers, fires.unwrap_or(0));
            if let Some((goroutine, line)) = chosen {
                writer.gated = writer.steps.len();
                writer.push(goroutine, &format!("e\t{}\t{line}\n", writer.steps.len()));
            }
            let first = events.first().map(|event| &event.what);
            let wrote = match first {
                Some(what) => matches!(what, What::Output { .. }),
                None => !output.is_empty(),
            };
            if let (true, Choice::Step { goroutine }) = (wrote, choice) {
                writer.write(*goroutine);
            }
            writer.events(&events, rest);
            writer.describe(&events);
            writer.output.extend(output);
        }
        let stuck = machine.choices(&state).is_empty();
        let numbers: Vec<u32> = state.goroutines().map(|g| g.number).collect();
        for number in numbers.into_iter().filter(|_| state.end().is_none()) {
            cx.note_pending(&state, number);
        }
        let (events, _) = take(&mut cx);
        writer.pending(&events, at, choices.len());
        let finale = match state.end() {
            Some(_) => Finale::Exit,
            None => Finale::Hold,
        };
        Ok(writer.finish(finale, choices.len(), state.end().cloned(), stuck))
    }

    /// The file that the gates read.
    pub fn text(&self) -> String {
        let finale = match self.finale {
            Finale::Hold => "hold",
            Finale::Exit => "exit",
            Finale::Free => "free",
            Finale::Stay => "stay",
        };
        let mark = self.mark.as_ref().map_or(String::new(), |place| format!("mark\t{place}\n"));
        format!("vtrace plan 1\nfinale\t{finale}\n{mark}{}", self.body)
    }

    /// The same plan with its first `from` replaced by `to`: for tests of the gates.
    #[doc(hidden)]
    pub fn falsified(&self, from: &str, to: &str) -> Plan {
        assert!(self.body.contains(from), "{from:?} is not in the plan:\n{}", self.body);
        Plan { body: self.body.replacen(from, to, 1), ..self.clone() }
    }

    /// The same plan with every line of it replaced: for tests of the gates.
    #[doc(hidden)]
    pub fn rewritten(&self, line: impl FnMut(&str) -> String) -> Plan {
        let body = self.body.lines().map(line).map(|line| line + "\n").collect();
        Plan { body, ..self.clone() }
    }

    /// The same plan with step `number` and the next one the other way round: for tests of the gates.
    #[doc(hidden)]
    pub fn swapped(&self, number: usize) -> Plan {
        let other = |step: &str| match step.parse::<usize>() {
            Ok(step) if step == number => (number + 1).to_string(),
            Ok(step) if step == number + 1 => number.to_string(),
            _ => step.to_string(),
        };
        let plan =
            self.rewritten(|line| match line.strip_prefix("e\t").and_then(|rest| rest.split_once('\t')) {
                Some((step, rest)) => format!("e\t{}\t{rest}", other(step)),
                None => line.to_string(),
            });
        let is_step = |line: &str| line.split('\t').next().is_some_and(|head| matches!(head, "s" | "f"));
        let mut lines: Vec<&str> = plan.body.lines().collect();
        let places: Vec<usize> = (0..lines.len()).filter(|&index| is_step(lines[index])).collect();
        lines.swap(places[number - 1], places[number]);
        let body = lines.iter().flat_map(|line| [*line, "\n"]).collect();
        Plan { body, ..plan }
    }

    /// The expectation that the machine itself has, if it came to an end: it exits, panics, gives up, or is stuck.
    pub fn expectation(&self) -> Option<Expectation> {
        match &self.end {
            Some(End::Exit(code)) => Some(Expectation::Exit { code: *code }),
            Some(End::Panic { text, .. }) => Some(Expectation::Panic { text: text.clone() }),
            Some(End::Fatal { text, .. }) => Some(Expectation::Fatal { text: text.clone() }),
            Some(End::Unsupported { .. }) => None,
            None => self.stuck.then_some(Expectation::Deadlock),
        }
    }

    /// Whether the program needs gates in the user's own files ([`crate::Target::memory`]): plain reads and writes of memory
    /// are steps of the plan, or functions of `sync/atomic`, or it leads to a comment.
    pub fn has_accesses(&self) -> bool {
        let access = |line: &str| {
            let fields: Vec<&str> = line.split('\t').collect();
            let named = |op: &&str| op.starts_with("sync/atomic.") && fields.get(5) != Some(&"0");
            fields.get(2).is_some_and(|op| matches!(*op, "load" | "store") || named(op))
        };
        self.mark.is_some() || self.body.lines().any(|line| line.starts_with("e\t") && access(line))
    }

    /// The step of the trace that is step `number` of the plan.
    pub fn choice(&self, number: usize) -> Option<&Step> {
        self.steps.get(number.checked_sub(1)?)
    }
}

/// Whether a function initialises a package: `log.init`, `context.init.0`.
fn is_init(program: &Program, function: FunctionId) -> bool {
    let name = &program.image.function(function).name;
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(['.', '#']);
    name.ends_with(".init")
}

/// The step that never comes; the gates know it by this number.
const NEVER: usize = 1 << 62;

/// The operation that must not happen beside a Wait.
const ADD: &str = "sync.(*WaitGroup).Add";

/// Whether somebody adds to a WaitGroup.
pub(crate) fn is_add(event: &Event) -> bool {
    matches!(&event.what, What::Call { name, .. } if name == ADD)
}

/// What package testing does that the real one does in the same order: a test logs, fails, is over.
const TESTING: [&str; 3] = ["testing.(*common).destination", "testing.(*common).fail", "testing.(*T).end"];

/// What the runtime says about a send that it does not do.
const CLOSED: &str = "send on closed channel";

/// A key of a map, as the gates spell it: `i` and the number, or `s` and the bytes in hexadecimal.
fn spell(key: &Key) -> String {
    match key {
        Key::Number(number) => format!("i{number}"),
        Key::Text(bytes) => bytes.iter().fold("s".to_string(), |text, byte| format!("{text}{byte:02x}")),
    }
}

/// The goroutine whose operation a choice is.
fn actor(choice: &Choice) -> Option<u32> {
    match *choice {
        Choice::Step { goroutine } | Choice::Case { goroutine, .. } | Choice::Pick { goroutine, .. } => {
            Some(goroutine)
        }
        Choice::Meet { sender, .. } => Some(sender),
        Choice::Fire { .. } => None,
    }
}

/// A goroutine of the plan.
#[derive(Default)]
struct Lane {
    name: String,
    lines: String,
    children: u32,
    timers: u32,
    /// The iterators of the maps that it visits.
    ranges: Vec<ObjectId>,
    /// How many lines it has for the last step of which it has some.
    count: usize,
    step: usize,
    /// It is to go no further.
    stopped: bool,
}

struct Writer<'m> {
    machine: &'m Machine,
    /// By number.
    lanes: BTreeMap<u32, Lane>,
    /// Whose timer it is, and which one of that goroutine's.
    owners: BTreeMap<u32, (u32, u32)>,
    /// The lines of the steps, whose goroutines are still numbers of the machine.
    parties: Vec<Parties>,
    steps: Vec<Step>,
    inputs: Vec<(String, String)>,
    output: Vec<(vtrace_machine::Stream, Vec<u8>)>,
    /// How many steps are in order for the race detector.
    ordered: usize,
    /// The last step that the real program has a gate for.
    gated: usize,
    /// That step, when the last panic began.
    panics: Option<usize>,
    /// How much a goroutine may do in one step before it is stopped; none if it may do all.
    patience: Option<usize>,
}

enum Parties {
    Goroutines(Vec<u32>),
    /// Which timer of which goroutine, and the time when it fires.
    Timer {
        owner: u32,
        ordinal: u32,
        clock: i64,
    },
}

impl<'m> Writer<'m> {
    fn new(machine: &'m Machine) -> Writer<'m> {
        let root = Lane { name: "0".to_string(), ..Lane::default() };
        Writer {
            machine,
            lanes: BTreeMap::from([(1, root)]),
            owners: BTreeMap::new(),
            parties: Vec::new(),
            steps: Vec::new(),
            inputs: Vec::new(),
            output: Vec::new(),
            ordered: 0,
            gated: 0,
            panics: None,
            patience: None,
        }
    }

    /// Begins the steps of a choice.
    fn step(&mut self, index: usize, choice: &Choice, timers: &[TimerEvent], clock: i64) {
        let mut push = |parties| {
            self.parties.push(parties);
            self.steps.push(Step { choice: index, text: String::new() });
        };
        match *choice {
            Choice::Meet { sender, receiver, .. } => push(Parties::Goroutines(vec![sender, receiver])),
            Choice::Fire { .. } => {
                let fired = timers.iter().filter_map(|event| match event {
                    TimerEvent::Fired { timer, .. } => self.owners.get(timer).copied(),
                    TimerEvent::Armed { .. } => None,
                });
                let fired: Vec<_> = fired.collect();
                fired.into_iter().for_each(|(owner, ordinal)| push(Parties::Timer { owner, ordinal, clock }));
            }
            _ => push(Parties::Goroutines(actor(choice).into_iter().collect())),
        }
        self.timers(timers);
    }

    fn timers(&mut self, timers: &[TimerEvent]) {
        for event in timers {
            match *event {
                TimerEvent::Armed { timer, by } => {
                    let lane = self.lanes.entry(by).or_default();
                    self.owners.insert(timer, (by, lane.timers));
                    lane.timers += 1;
                }
                TimerEvent::Fired { timer, started: Some(child) } => {
                    let Some(&(owner, ordinal)) = self.owners.get(&timer) else { continue };
                    let name = self.lanes.get(&owner).map_or("?", |lane| lane.name.as_str());
                    let name = format!("{name}~{ordinal}");
                    self.lanes.entry(child).or_default().name = name;
                }
                TimerEvent::Fired { .. } => {}
            }
        }
    }

    /// Adds what happened in the last step. `rest`: the first event of this goroutine finishes an operation that it had begun.
    fn events(&mut self, events: &[Event], mut rest: Option<u32>) {
        let step = self.steps.len();
        for event in events {
            let number = event.goroutine;
            if let What::Bind { input, value } = &event.what {
                self.inputs.push((input.clone(), value.clone()));
            }
            if let What::Output { stream, bytes } = &event.what {
                self.output.push((*stream, bytes.clone()));
            }
            // Names are given even to those of whom nothing else is told.
            if let What::Go { child } = event.what {
                let lane = self.lanes.entry(number).or_default();
                lane.children += 1;
                let name = format!("{}.{}", lane.name, lane.children);
                self.lanes.entry(child).or_default().name = name;
            }
            if let Some(line) = self.line(event, number, step, rest == Some(number)) {
                rest = rest.filter(|&g| g != number);
                self.gated = step;
                self.push(number, &line);
            }
            if matches!(event.what, What::Panic { .. }) && !self.is_through(event, "testing.tRunner") {
                self.panics = Some(self.gated);
            }
        }
    }

    /// Which of a goroutine's visits of a map an iterator belongs to, counted from 1. (Those of less than two keys need no choice.)
    fn range(&mut self, number: u32, iterator: ObjectId) -> usize {
        let ranges = &mut self.lanes.entry(number).or_default().ranges;
        if !ranges.contains(&iterator) {
            ranges.push(iterator);
        }
        ranges.iter().position(|&known| known == iterator).unwrap_or(0) + 1
    }

    /// Adds a line to a goroutine. Who goes round and round within one step is stopped at some time.
    fn push(&mut self, number: u32, line: &str) {
        let step = self.steps.len();
        let patience = self.patience;
        let lane = self.lanes.entry(number).or_default();
        if lane.stopped {
            return;
        }
        if lane.step != step {
            (lane.step, lane.count) = (step, 0);
        }
        lane.count += 1;
        lane.stopped = patience.is_some_and(|patience| lane.count > patience);
        match lane.stopped {
            true => lane.lines.push_str(&line.replacen(&step.to_string(), &NEVER.to_string(), 1)),
            false => lane.lines.push_str(line),
        }
    }

    /// Adds before what goroutines stand at the end, where the gates would otherwise let them pass. Those who stand at `race`
    /// go on, once.
    fn pending(&mut self, events: &[Event], race: &[Place], choices: usize) {
        let program = &self.machine.program;
        self.ordered = self.steps.len();
        let mut race = race.to_vec();
        // The detector sees a misused WaitGroup only if Wait has to wait.
        for event in
            events.iter().filter(|event| is_add(event)).chain(events.iter().filter(|event| !is_add(event)))
        {
            let Some(line) = self.line(event, event.goroutine, NEVER, false) else { continue };
            let file = program.image.files.get(event.position.file.index()).map_or("", |file| &file.path);
            let here = |place: &Place| place.line == event.position.line && same_file(file, &place.file);
            let racing = race.iter().position(here);
            let optional = line.split('\t').nth(4) == Some("o");
            if !optional && racing.is_none() {
                continue;
            }
            let mut line = line;
            if !optional {
                line = line.replacen("\t\t\t", "\t\tp\t", 1);
            }
            if let Some(index) = racing {
                race.remove(index);
                self.parties.push(Parties::Goroutines(vec![event.goroutine]));
                self.steps.push(Step { choice: choices, text: "the racing access".to_string() });
                line = line.replacen(&NEVER.to_string(), &self.steps.len().to_string(), 1);
            }
            self.lanes.entry(event.goroutine).or_default().lines.push_str(&line);
        }
    }

    /// Adds that a goroutine writes to the terminal, which is a step of its own. What is written while nobody else is
    /// there is none.
    fn write(&mut self, number: u32) {
        if self.machine.options.visible_output {
            let line = format!("e\t{}\twrite\t\t\t0\t\n", self.steps.len());
            self.lanes.entry(number).or_default().lines.push_str(&line);
        }
    }

    /// Whether an event happens in a function of a library whose name begins so.
    fn is_through(&self, event: &Event, prefix: &str) -> bool {
        event.through.iter().any(|&f| self.machine.program.image.function(f).name.starts_with(prefix))
    }

    /// An event as a line of the plan, if the real program has a gate for it.
    fn line(&self, event: &Event, number: u32, step: usize, rest: bool) -> Option<String> {
        let program = &self.machine.program;
        let library = |prefix: &str| self.is_through(event, prefix);
        if let What::Call { name, .. } = &event.what
            && TESTING.contains(&name.as_str())
        {
            return Some(format!("e\t{step}\t{name}\t\to\t0\t\n"));
        }
        // What else package testing does for itself is its own: the real one does it otherwise.
        if library("testing.") && !matches!(event.what, What::Go { .. }) {
            return None;
        }
        // So is what libraries do while they are initialised.
        let user = |function: FunctionId| program.image.function(function).flags.user;
        let silent = matches!(event.what, What::Exit);
        if number == 1
            && !silent
            && (!user(event.function) || event.through.iter().any(|&f| is_init(program, f)))
        {
            return None;
        }
        let mut flags = String::new();
        if rest {
            flags.push('r');
        }
        let case = event
            .case
            .map_or(String::new(), |case| format!("{}{}", if case.send { 's' } else { 'r' }, case.rank));
        let (op, case) = match &event.what {
            What::Go { .. } => ("go", case),
            What::Exit => ("exit", case),
            What::Panic { value } if value == CLOSED && event.case.is_some() => ("select", case),
            What::Panic { value } if value == CLOSED => ("send", case),
            What::Send { .. } if event.case.is_some() => ("select", case),
            What::Receive { .. } if event.case.is_some() => ("select", case),
            What::Default => ("select", "d".to_string()),
            What::Send { .. } => ("send", case),
            What::Receive { .. } => ("receive", case),
            What::Close { .. } => ("close", case),
            What::Load { .. } | What::Store { .. } if !event.exact => return None,
            What::Load { .. } => ("load", case),
            What::Store { .. } => ("store", case),
            What::Call { name, .. } if !name.contains('.') && event.exact => match name.as_str() {
                "delete" | "clear" | "copy" => ("store", case),
                _ => ("load", case),
            },
            What::Call { name, .. } => {
                if !name.contains('.')
                    || name.ends_with(".vtraceChoose")
                    || (name.as_str() == "sync.(*Map).Load" && library("sync.(*Map).Range"))
                {
                    return None;
                }
                let soft = ["sync/atomic.", "sync.(*Pool).", "sync.(*Map)."];
                if soft.iter().any(|prefix| name.starts_with(prefix)) {
                    flags.push('o');
                }
                (name.as_str(), case)
            }
            _ => return None,
        };
        if matches!(op, "load" | "store") {
            flags.push('o');
        }
        // Of a select, compilers name the line of the keyword or of a case, as it suits them; a close may be deferred.
        let (line, file) = match event.exact && !matches!(op, "select" | "close") && event.position.is_known()
        {
            true => (event.position.line, program.image.files[event.position.file.index()].path.as_str()),
            false => (0, ""),
        };
        Some(format!("e\t{step}\t{op}\t{case}\t{flags}\t{line}\t{file}\n"))
    }

    /// Tells people what the last step does.
    fn describe(&mut self, events: &[Event]) {
        let program = &self.machine.program;
        let mut text = String::new();
        let own =
            |event: &&Event| event.goroutine != 0 && !matches!(event.what, What::Exit | What::Go { .. });
        for event in events.iter().filter(own).take(2) {
            let name = self.lanes.get(&event.goroutine).map_or("?", |lane| lane.name.as_str());
            let what = match &event.what {
                What::Send { .. } => "send",
                What::Receive { .. } => "receive",
                What::Close { .. } => "close",
                What::Default => "default",
                What::Call { name, .. } => name,
                What::Load { .. } => "load",
                What::Store { .. } => "store",
                What::Panic { .. } => "panic",
                _ => continue,
            };
            let separator = if text.is_empty() { "" } else { ", " };
            let _ = write!(text, "{separator}goroutine {name}: {what}");
            if event.position.is_known() {
                let file = &program.image.files[event.position.file.index()].path;
                let file = file.rsplit('/').next().unwrap_or(file);
                let _ = write!(text, " at {file}:{}", event.position.line);
            }
        }
        if let Some(step) = self.steps.last_mut() {
            step.text = text;
        }
    }

    fn finish(self, finale: Finale, choices: usize, end: Option<End>, stuck: bool) -> Plan {
        let mut text = format!("ordered\t{}\n", self.ordered);
        let entry = self.machine.program.image.entries.get(self.machine.entry);
        if entry.is_some_and(|entry| entry.kind != EntryKind::Main) {
            text.push_str("test\n");
        }
        // The machine tells nothing of how packages initialise themselves before a function is called.
        if self.machine.is_function() && self.machine.options.search {
            text.push_str("late\n");
        }
        if self.machine.options.visible_output {
            text.push_str("writes\n");
        }
        let mut places = BTreeMap::new();
        for (place, (number, lane)) in self.lanes.iter().enumerate() {
            places.insert(*number, place);
            let _ = writeln!(text, "g\t{}", lane.name);
            repeats::fold(&lane.lines, &mut text);
        }
        for parties in &self.parties {
            match parties {
                Parties::Goroutines(numbers) => {
                    text.push('s');
                    for place in numbers.iter().filter_map(|number| places.get(number)) {
                        let _ = write!(text, "\t{place}");
                    }
                    text.push('\n');
                }
                Parties::Timer { owner, ordinal, clock } => {
                    let place = places.get(owner).copied().unwrap_or(0);
                    let _ = writeln!(text, "f\t{place}\t{ordinal}\t{clock}");
                }
            }
        }
        let mut output = (Vec::new(), Vec::new());
        for (stream, bytes) in self.output {
            match stream {
                vtrace_machine::Stream::Stdout => output.0.extend(bytes),
                vtrace_machine::Stream::Stderr => output.1.extend(bytes),
            }
        }
        let Writer { steps, inputs, panics, .. } = self;
        Plan { finale, mark: None, body: text, steps, choices, inputs, panics, end, stuck, output }
    }
}
