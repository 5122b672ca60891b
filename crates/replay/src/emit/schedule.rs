//! From a trace to the steps of an emitted test: who waits before which statement, until when.
//!
//! The machine stops before operations; the test can hold a goroutine only where a gate is, before a statement. So the
//! operations of a goroutine are gathered into *passes*, one for each time that it comes by a gate, and a goroutine waits
//! only where others have done something since it last did. What is not told here it does by itself.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use serde::Deserialize;
use vtrace_machine::{Choice, Event, Machine, Output, State, TimerEvent, What, dump};
use vtrace_program::{FunctionId, Position};

use crate::dump::same_file;
use crate::plan::is_add;
use crate::verdict::Place;

/// A gate, as the harness knows it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Gate {
    pub(super) r#in: String,
    pub(super) r#do: String,
    pub(super) n: usize,
    pub(super) part: String,
    pub(super) from: (u32, u32),
    pub(super) to: (u32, u32),
    #[serde(default)]
    pub(super) cases: Option<Vec<String>>,
    #[serde(default)]
    pub(super) kinds: String,
}

/// A step of the test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// The goroutine.
    pub(super) name: String,
    pub(super) what: Action,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// It is at a gate, whose index this is, for the first time after so many passes.
    Gate { gate: usize, skip: usize, case: Option<String>, stay: Stay },
    /// Its timer with this number fires.
    Fire(u32),
    /// It was put off.
    None,
}

/// How long a goroutine stays at a gate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stay {
    /// Until its step comes.
    Turn,
    /// Not at all; but its select takes the case.
    Pass,
    /// Until the schedule is over.
    End,
    /// The same, and then it races.
    Race,
}

/// The steps, and those choices of the trace that no gate can hold back, with the line.
pub(super) struct Schedule {
    pub(super) steps: Vec<Step>,
    pub(super) loose: Vec<(usize, String)>,
}

/// Walks a trace. `racing`: where those stand at the end who race.
pub(super) fn schedule(
    machine: &Machine,
    choices: &[Choice],
    gates: &[Gate],
    root: &Path,
    racing: &[Place],
) -> Result<Schedule, String> {
    let mut output = Output::default();
    let (mut events, mut timers) = (Vec::new(), Vec::new());
    let mut cx = machine.context(&mut output);
    cx.events = Some(&mut events);
    cx.timers = Some(&mut timers);
    let take = |cx: &mut vtrace_machine::Context| -> (Vec<Event>, Vec<TimerEvent>) {
        let events = cx.events.as_deref_mut().map(std::mem::take).unwrap_or_default();
        (events, cx.timers.as_deref_mut().map(std::mem::take).unwrap_or_default())
    };

    let mut state = machine.initial(&mut cx);
    let mut walk = Walk::new(machine, gates, root);
    let (events, timers) = take(&mut cx);
    walk.step(0, &events, &timers);
    for (index, choice) in choices.iter().enumerate() {
        let case = match *choice {
            Choice::Case { goroutine, case } => machine.select_case(&state, goroutine, case),
            _ => None,
        };
        let midway = matches!(*choice, Choice::Step { goroutine } if machine.is_midway(&state, goroutine));
        walk.look(&state, choice);
        if !cx.apply(&mut state, choice) {
            return Err(format!("step {index} (`{choice}`) is not possible on the machine"));
        }
        let (mut events, timers) = take(&mut cx);
        if let Some(event) = events.first_mut()
            && matches!(event.what, What::Panic { .. })
        {
            event.case = case;
        }
        walk.rest = walk.actors.first().copied().filter(|_| midway);
        walk.step(index + 1, &events, &timers);
    }
    if state.end().is_none() {
        let numbers: Vec<u32> =
            state.goroutines().filter(|g| g.ending().is_none()).map(|g| g.number).collect();
        // Of two who race at one place, only one is told.
        let mut racing = match racing {
            [one] => vec![one.clone(), one.clone()],
            places => places.to_vec(),
        };
        let mut pending: Vec<(u32, Option<Event>)> = Vec::new();
        for number in numbers {
            cx.note_pending(&state, number);
            pending.push((number, take(&mut cx).0.into_iter().next()));
        }
        // The detector sees a misused WaitGroup only if Wait has to wait.
        pending.sort_by_key(|(_, event)| !event.as_ref().is_some_and(is_add));
        for (number, event) in pending {
            walk.pending(&state, number, event.as_ref(), &mut racing);
        }
    }
    let steps = walk.steps.into_iter().filter(|step| step.what != Action::None).collect();
    Ok(Schedule { steps, loose: walk.loose })
}

/// A goroutine on its way.
#[derive(Default)]
struct Lane {
    name: String,
    children: u32,
    timers: u32,
    /// The last choice in which it did something that is told here, or in which it was started.
    last: usize,
    /// Where it was started.
    started: Option<usize>,
    /// What it has done in its latest pass of each gate.
    open: HashMap<usize, Vec<String>>,
    /// The gates that it has passed since its last step.
    passed: Vec<usize>,
    /// That step, if it has passed none since.
    step: Option<usize>,
    /// The loops that it is in, by the gates before their next rounds.
    entered: BTreeSet<usize>,
    /// The calls that it was in when it last did something, and where, the outermost first.
    calls: Vec<Position>,
}

/// The walk along a trace.
struct Walk<'m> {
    machine: &'m Machine,
    gates: &'m [Gate],
    /// The gates of each file, by its path.
    files: BTreeMap<String, Vec<usize>>,
    lanes: BTreeMap<u32, Lane>,
    /// Whose timer it is, and which one of that goroutine's.
    owners: BTreeMap<u32, (u32, u32)>,
    actors: Vec<u32>,
    /// The calls that those who take part are in.
    calls: BTreeMap<u32, Vec<Position>>,
    /// Whose next operation finishes one that it had begun.
    rest: Option<u32>,
    steps: Vec<Step>,
    loose: Vec<(usize, String)>,
    /// The number of the choice, from 1; 0 is what happens before the first.
    choice: usize,
}

impl<'m> Walk<'m> {
    fn new(machine: &'m Machine, gates: &'m [Gate], root: &Path) -> Walk<'m> {
        let mut files: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, gate) in gates.iter().enumerate() {
            let file = gate.r#in.split(' ').next().unwrap_or_default();
            files.entry(root.join(file).to_string_lossy().into_owned()).or_default().push(index);
        }
        let main = Lane { name: "main".to_string(), ..Lane::default() };
        Walk {
            machine,
            gates,
            files,
            lanes: BTreeMap::from([(1, main)]),
            owners: BTreeMap::new(),
            actors: Vec::new(),
            calls: BTreeMap::new(),
            rest: None,
            steps: Vec::new(),
            loose: Vec::new(),
            choice: 0,
        }
    }

    /// Who takes part in the next choice, and through which calls.
    fn look(&mut self, state: &State, choice: &Choice) {
        self.actors = match *choice {
            Choice::Step { goroutine } | Choice::Case { goroutine, .. } | Choice::Pick { goroutine, .. } => {
                vec![goroutine]
            }
            Choice::Meet { sender, receiver, .. } => vec![sender, receiver],
            Choice::Fire { .. } => Vec::new(),
        };
        let program = &self.machine.program;
        for g in state.goroutines().filter(|g| self.actors.contains(&g.number)) {
            let stack = dump::stack(program, g);
            let user = stack.iter().rev().filter(|call| program.image.function(call.function).flags.user);
            let calls = user.map(|call| call.position).collect();
            self.calls.insert(g.number, calls);
        }
    }

    /// Notes the calls through which a goroutine has come to its next operation: it has passed their statements. Gives the
    /// call from which it has returned to the same statement.
    fn calls(&mut self, number: u32) -> Option<Position> {
        let calls = self.calls.remove(&number)?;
        let lane = self.lanes.entry(number).or_default();
        let before = std::mem::replace(&mut lane.calls, calls.clone());
        let same = before.iter().zip(&calls).take_while(|(a, b)| a == b).count();
        let last = calls.len().saturating_sub(1);
        for &call in calls[..last].iter().skip(same) {
            if let Some(gate) = self.gate_at(call, Part::Whole) {
                let gate = self.next_round(number, gate).unwrap_or(gate);
                if self.is_new(number, gate, format!("call {}:{}", call.line, call.column), Repeat::Again) {
                    self.pass(number, gate, None, Stay::Pass);
                }
            }
        }
        (same == last && before.len() > calls.len()).then(|| before[last])
    }

    fn step(&mut self, choice: usize, events: &[Event], timers: &[TimerEvent]) {
        self.choice = choice;
        for event in timers {
            self.timer(event);
        }
        let first = self.steps.len();
        let meeting = self.actors.len() == 2;
        for event in events {
            self.event(event, meeting);
        }
        // Who chooses between cases comes second: the other must already be there, or a default would be taken.
        self.steps[first..].sort_by_key(|step| matches!(&step.what, Action::Gate { case: Some(_), .. }));
    }

    fn timer(&mut self, event: &TimerEvent) {
        match *event {
            TimerEvent::Armed { timer, by } => {
                let lane = self.lanes.entry(by).or_default();
                lane.timers += 1;
                self.owners.insert(timer, (by, lane.timers));
            }
            TimerEvent::Fired { timer, started } => {
                let Some(&(owner, number)) = self.owners.get(&timer) else { return };
                let name = self.lanes.get(&owner).map_or(String::new(), |lane| lane.name.clone());
                if let Some(child) = started {
                    let lane = self.lanes.entry(child).or_default();
                    (lane.name, lane.last) = (format!("{name}~{number}"), self.choice);
                }
                self.steps.push(Step { name, what: Action::Fire(number) });
            }
        }
    }

    fn event(&mut self, event: &Event, meeting: bool) {
        let program = &self.machine.program;
        let through =
            |prefix: &str| event.through.iter().any(|&f| program.image.function(f).name.starts_with(prefix));
        let gate = self.gate(event);
        self.enter(event);
        if let What::Go { child } = event.what {
            let choice = self.choice;
            let lane = self.lanes.entry(event.goroutine).or_default();
            lane.children += 1;
            let name = match lane.name.as_str() {
                "main" => lane.children.to_string(),
                name => format!("{name}.{}", lane.children),
            };
            let lane = self.lanes.entry(child).or_default();
            (lane.name, lane.last, lane.started) = (name, choice, gate);
            return;
        }
        // What package testing does for itself is its own, and what is only told is done by nobody.
        let told =
            matches!(event.what, What::Exit | What::Output { .. } | What::Bind { .. } | What::Fire { .. });
        if told
            || matches!(event.what, What::Mark { .. })
            || event.internal
            || wakes(event)
            || through("testing.")
        {
            return;
        }
        // What finishes an operation that was begun comes by no gate.
        if self.rest == Some(event.goroutine) {
            self.rest = None;
            self.lanes.entry(event.goroutine).or_default().last = self.choice;
            return;
        }
        let returned = self.calls(event.goroutine);
        let gate = returned.and_then(|call| self.after(call, gate)).or(gate);
        let case = self.case(event, gate);
        let new = match gate {
            None => false,
            Some(gate) => {
                let repeat = match event.case.is_some() || event.what == What::Default {
                    true => Repeat::Always,
                    false if event.through.is_empty() => Repeat::Again,
                    false => Repeat::First,
                };
                self.is_new(event.goroutine, gate, deed(event), repeat)
            }
        };
        let choice = self.choice;
        let lane = self.lanes.entry(event.goroutine).or_default();
        // Others have done something since.
        let interrupted = lane.last + 1 < choice || (meeting && case.is_some());
        lane.last = choice;
        match gate {
            Some(gate) if new => {
                let stay = if interrupted { Stay::Turn } else { Stay::Pass };
                self.pass(event.goroutine, gate, case, stay);
            }
            Some(gate) if interrupted && self.put_off(event.goroutine, gate, Stay::Turn) => {}
            _ if interrupted => {
                let place = self.place(event.position);
                self.loose.push((choice, place));
            }
            _ => {}
        }
    }

    /// What a statement has only read so far, it may as well read later: then the whole statement waits. Tells whether it can.
    fn put_off(&mut self, number: u32, gate: usize, stay: Stay) -> bool {
        let lane = self.lanes.entry(number).or_default();
        let before = lane.open.get(&gate).and_then(|done| done.split_last());
        if !before.is_some_and(|(_, before)| before.iter().all(|deed| deed.starts_with("load "))) {
            return false;
        }
        match lane.step {
            None if lane.passed.last() == Some(&gate) => {
                lane.passed.pop();
                self.pass(number, gate, None, stay);
                true
            }
            Some(at) => {
                let Action::Gate { gate: old, skip, case: None, stay: Stay::Turn } = self.steps[at].what
                else {
                    return false;
                };
                if old != gate {
                    return false;
                }
                self.steps[at].what = Action::None;
                lane.step = Some(self.steps.len());
                let what = Action::Gate { gate, skip, case: None, stay };
                self.steps.push(Step { name: lane.name.clone(), what });
                true
            }
            None => false,
        }
    }

    /// Goroutine `number` comes by a gate.
    fn pass(&mut self, number: u32, gate: usize, case: Option<String>, stay: Stay) {
        let lane = self.lanes.entry(number).or_default();
        if stay == Stay::Pass && case.is_none() {
            lane.passed.push(gate);
            lane.step = None;
            return;
        }
        let skip = lane.passed.iter().filter(|&&passed| passed == gate).count();
        lane.passed.clear();
        lane.step = Some(self.steps.len());
        let what = Action::Gate { gate, skip, case, stay };
        self.steps.push(Step { name: lane.name.clone(), what });
    }

    /// Where a goroutine stands at the end.
    fn pending(&mut self, state: &State, number: u32, event: Option<&Event>, racing: &mut Vec<Place>) {
        let program = &self.machine.program;
        let at = dump::place_of(program, state, number, None);
        let (gate, deed, position) = match (event, at) {
            (Some(event), _) => (self.gate(event), deed(event), event.position),
            (None, Some((position, _))) => (self.gate_at(position, Part::Whole), channel(position), position),
            (None, None) => return,
        };
        let Some(gate) = gate else { return };
        if self.machine.is_midway(state, number) {
            return;
        }
        let new = self.is_new(number, gate, deed, Repeat::Again);
        let file = program.image.files.get(position.file.index()).map_or("", |file| &file.path);
        let here = |place: &Place| place.line == position.line && same_file(file, &place.file);
        let stay = match racing.iter().position(here) {
            Some(index) if event.is_some() => {
                racing.remove(index);
                Stay::Race
            }
            _ => Stay::End,
        };
        if new {
            self.pass(number, gate, None, stay);
        } else {
            self.put_off(number, gate, stay);
        }
    }

    /// Whether a goroutine that does this behind a gate has come by the gate once more.
    fn is_new(&mut self, number: u32, gate: usize, deed: String, repeat: Repeat) -> bool {
        let lane = self.lanes.entry(number).or_default();
        let open = lane.open.get_mut(&gate).filter(|done| match repeat {
            Repeat::Always => false,
            Repeat::Again => !done.contains(&deed),
            Repeat::First => done.first() != Some(&deed),
        });
        match open {
            Some(done) => {
                done.push(deed);
                false
            }
            None => {
                lane.open.insert(gate, vec![deed]);
                true
            }
        }
    }

    /// The gate behind a call, in the statement of another.
    fn after(&self, call: Position, gate: Option<usize>) -> Option<usize> {
        let statement = &self.gates[gate?];
        let here = (call.line, call.column);
        let behind = |index: &usize| {
            let gate = &self.gates[*index];
            gate.part == "after" && gate.from <= here && here < gate.to && gate.r#in == statement.r#in
        };
        let inside = |index: &usize| {
            let gate = &self.gates[*index];
            statement.from <= gate.from && (gate.to <= statement.to || statement.part == "ready")
        };
        // The innermost comes last.
        (0..self.gates.len()).filter(behind).rfind(inside)
    }

    /// The case that a select takes. A default is not forced: it is taken because nobody else is there yet.
    fn case(&self, event: &Event, gate: Option<usize>) -> Option<String> {
        let (gate, case) = (&self.gates[gate?], event.case?);
        let kind = if case.send { 's' } else { 'r' };
        let mut of_kind = gate.kinds.char_indices().filter(|(_, k)| *k == kind);
        let (index, _) = of_kind.nth(case.rank as usize)?;
        gate.cases.as_ref()?.get(index).cloned()
    }

    fn gate(&self, event: &Event) -> Option<usize> {
        let waits = |&f: &FunctionId| self.machine.program.image.function(f).name == "sync.(*Cond).Wait";
        let part = match &event.what {
            What::Store { .. } => Part::Then,
            What::Send { .. } | What::Receive { .. } | What::Default if event.exact => Part::Ready,
            What::Panic { .. } if event.case.is_some() => Part::Ready,
            What::Call { name, .. } if name.ends_with(".Lock") && event.through.iter().any(waits) => {
                Part::Woken
            }
            // A defer statement itself closes nothing.
            What::Close { .. } => Part::Deferred,
            _ if !event.exact => Part::Deferred,
            _ => Part::Whole,
        };
        let gate = self.gate_at(event.position, part);
        let lane = self.lanes.get(&event.goroutine);
        let at_start = |lane: &&Lane| lane.started.is_some() && lane.started == gate;
        match lane.filter(at_start) {
            Some(_) => self.gate_at(event.position, Part::Start),
            None => gate.map(|gate| self.next_round(event.goroutine, gate).unwrap_or(gate)),
        }
    }

    /// Notes in which loops a goroutine is. That it has left one shows when it does something else in the same function.
    fn enter(&mut self, event: &Event) {
        let position = event.position;
        let file = self.machine.program.image.files.get(position.file.index());
        let Some(all) = file.and_then(|file| self.files.get(&file.path)) else { return };
        let Some(here) = self.gate_at(position, Part::Whole) else { return };
        let over = matches!(event.what, What::Receive { closed: true, .. });
        let lane = self.lanes.entry(event.goroutine).or_default();
        for &index in all {
            let gate = &self.gates[index];
            let inside =
                gate.from <= (position.line, position.column) && (position.line, position.column) < gate.to;
            if gate.part != "next" || gate.r#in != self.gates[here].r#in {
                continue;
            }
            match inside && !(over && gate.from == self.gates[here].from) {
                true => lane.entered.insert(index),
                false => lane.entered.remove(&index),
            };
        }
    }

    /// The gate before the next round of a loop that a goroutine is in.
    fn next_round(&self, number: u32, gate: usize) -> Option<usize> {
        let here = &self.gates[gate];
        let mut entered = self.lanes.get(&number)?.entered.iter().copied();
        entered.find(|&next| {
            here.part.is_empty() && here.from == self.gates[next].from && here.r#in == self.gates[next].r#in
        })
    }

    /// The innermost gate at a place, and its part if there is one.
    fn gate_at(&self, position: Position, part: Part) -> Option<usize> {
        let file = &self.machine.program.image.files.get(position.file.index())?.path;
        let here = (position.line, position.column);
        let around = |gate: &Gate| gate.from <= here && here < gate.to;
        let size = |gate: &Gate| {
            let lines = gate.to.0 - gate.from.0;
            (lines, if lines == 0 { gate.to.1 - gate.from.1 } else { 0 }, std::cmp::Reverse(gate.from))
        };
        let all = self.files.get(file)?.iter().copied().filter(|&index| around(&self.gates[index]));
        let smallest = |part: &str| {
            let parts = all.clone().filter(|&index| self.gates[index].part == part);
            parts.min_by_key(|&index| size(&self.gates[index]))
        };
        let whole = smallest("");
        let special = match part {
            Part::Whole => None,
            Part::Then => smallest("then"),
            Part::Ready => smallest("ready"),
            Part::Woken => smallest("woken"),
            Part::Deferred => smallest("deferred"),
            Part::Start => smallest("start"),
        };
        // Not that of a statement around it.
        let within =
            |&index: &usize| whole.is_none_or(|whole| self.gates[whole].from <= self.gates[index].from);
        special.filter(within).or(whole)
    }

    fn place(&self, position: Position) -> String {
        match self.machine.program.image.files.get(position.file.index()) {
            Some(file) if position.is_known() => format!("{}:{}", file.path, position.line),
            _ => "a library".to_string(),
        }
    }
}

/// When an operation shows that its statement is executed once more.
#[derive(Clone, Copy)]
enum Repeat {
    /// It is done once in a statement.
    Always,
    /// If it was done before.
    Again,
    /// If the statement began with it: a library may do the same several times in one call.
    First,
}

/// The part of a statement.
#[derive(Clone, Copy)]
enum Part {
    Whole,
    Then,
    Ready,
    Woken,
    Deferred,
    Start,
}

/// Whether a goroutine wakes up that waited for a Cond.
fn wakes(event: &Event) -> bool {
    matches!(&event.what, What::Call { name, .. } if name == "sync.runtime_notifyListWait")
}

/// What an operation is, so that it can be told from others of the same statement.
fn deed(event: &Event) -> String {
    let position = event.position;
    match &event.what {
        What::Send { .. } | What::Receive { .. } | What::Close { .. } | What::Default => channel(position),
        What::Load { .. } => format!("load {}:{}", position.line, position.column),
        What::Store { .. } => format!("store {}:{}", position.line, position.column),
        What::Call { name, object, slot, .. } => {
            format!("{name} {object:?} {slot} {}:{}", position.line, position.column)
        }
        What::Panic { .. } => format!("panic {}:{}", position.line, position.column),
        other => format!("{other:?}"),
    }
}

/// An operation on a channel.
fn channel(position: Position) -> String {
    format!("channel {}:{}", position.line, position.column)
}
