//! Plays a run on the machine and records it for the page: who does what, what it comes after, how everybody stands, and what
//! variables, channels and locks hold after every step.

use rustc_hash::FxHashMap;
use vtrace_check::Locks;
use vtrace_machine::{
    Choice, End, Event, Goroutine, Machine, ObjectId, Output, Resource, ResourceKind, State, What, dump,
};
use vtrace_program::Position;

use crate::causes::Causes;
use crate::document::{Cell, CellKind, Lane, Other, Place, Run, SourceFile, Stand, StandState, Step};
use crate::words;

/// Reads source files: gives how to show a path, and its text.
pub type Reader = dyn Fn(&str) -> (String, Option<String>) + Send + Sync;

/// A run that is being recorded.
pub struct Recorder<'a> {
    machine: &'a Machine,
    read: &'a Reader,
    state: State,
    /// Who holds which lock.
    locks: Locks,
    files: FxHashMap<u32, usize>,
    /// The goroutines' lanes, by number; and their names.
    lanes: FxHashMap<u32, usize>,
    names: Vec<String>,
    /// Where they were started.
    started: Vec<Option<Place>>,
    children: FxHashMap<u32, u32>,
    cells: FxHashMap<Cell, usize>,
    values: Vec<Option<String>>,
    stands: Vec<Option<Stand>>,
    causes: Causes,
    /// What objects are called, and how many would have each name.
    resources: FxHashMap<(ObjectId, u32), String>,
    alike: FxHashMap<String, usize>,
}

/// Records a whole run. What cannot be followed is left out, and a note says so.
pub fn record(machine: &Machine, schedule: &[Choice], read: &Reader, title: &str) -> Run {
    let (mut recorder, first) = Recorder::start(machine, read);
    let mut steps = vec![first];
    let mut notes = Vec::new();
    for (index, choice) in schedule.iter().enumerate() {
        match recorder.step(choice) {
            Some(step) => steps.push(step),
            None => {
                notes.push(format!(
                    "the program has changed since: step {} (`{choice}`) is not possible any more, and what follows is not shown",
                    index + 1
                ));
                break;
            }
        }
    }
    let next = recorder.others(None);
    Run { live: true, notes, next, ..Run::new(title, steps) }
}

/// What happens next if nobody interferes: whoever went last goes on as long as it can, then the next one that can.
pub fn keep_going(machine: &Machine, state: &State, last: Option<Choice>) -> Option<Choice> {
    let parties = |choice: &Choice| match *choice {
        Choice::Step { goroutine } | Choice::Case { goroutine, .. } | Choice::Pick { goroutine, .. } => {
            [goroutine, goroutine]
        }
        Choice::Meet { sender, receiver, .. } => [sender, receiver],
        Choice::Fire { .. } => [u32::MAX; 2],
    };
    let choices = machine.choices(state);
    let before = last.map(|choice| parties(&choice)).unwrap_or_default();
    let same = choices.iter().find(|choice| parties(choice).iter().any(|party| before.contains(party)));
    // Timers last: sleeping should mean something to those who watch.
    let any = || choices.iter().find(|choice| !matches!(choice, Choice::Fire { .. })).or(choices.first());
    let loops = matches!(last, Some(Choice::Fire { .. }));
    same.filter(|_| !loops).or_else(any).copied()
}

impl<'a> Recorder<'a> {
    /// The start of a run, and what happens until the first choice.
    pub fn start(machine: &'a Machine, read: &'a Reader) -> (Recorder<'a>, Step) {
        let mut output = Output::default();
        let mut events = Vec::new();
        let state = {
            let mut cx = machine.context(&mut output);
            cx.events = Some(&mut events);
            machine.initial(&mut cx)
        };
        let mut recorder = Recorder {
            machine,
            read,
            state,
            locks: Locks::default(),
            files: FxHashMap::default(),
            lanes: FxHashMap::default(),
            names: Vec::new(),
            started: Vec::new(),
            children: FxHashMap::default(),
            cells: FxHashMap::default(),
            values: Vec::new(),
            stands: Vec::new(),
            causes: Causes::default(),
            resources: FxHashMap::default(),
            alike: FxHashMap::default(),
        };
        let step = recorder.note(Step::default(), events);
        (recorder, step)
    }

    /// The state that was reached.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Makes a choice. None if it is not possible.
    pub fn step(&mut self, choice: &Choice) -> Option<Step> {
        let others = self.others(Some(choice));
        let mut output = Output::default();
        let mut events = Vec::new();
        {
            let mut cx = self.machine.context(&mut output);
            cx.events = Some(&mut events);
            if !cx.apply(&mut self.state, choice) {
                return None;
            }
        }
        let step = Step { choice: Some(choice.to_string()), others, ..Step::default() };
        Some(self.note(step, events))
    }

    /// What can happen now, but for one choice.
    pub fn others(&self, except: Option<&Choice>) -> Vec<Other> {
        let choices = self.machine.choices(&self.state);
        choices.iter().filter(|&choice| Some(choice) != except).map(|choice| self.other(choice)).collect()
    }

    fn other(&self, choice: &Choice) -> Other {
        let pending = dump::pending(&self.machine.program, &self.state, choice);
        let lanes = pending.iter().filter_map(|at| self.lanes.get(&at.goroutine).copied()).collect();
        let parts: Vec<String> = pending
            .iter()
            .map(|at| {
                let what = words::short_call(&at.what);
                let line = at.position.is_known().then(|| format!(", line {}", at.position.line));
                match at.goroutine {
                    0 => what,
                    number => format!("{} {what}{}", self.who(number), line.unwrap_or_default()),
                }
            })
            .collect();
        Other { choice: choice.to_string(), what: parts.join("; "), lanes, fault: false, message: None }
    }

    /// What to call a goroutine in a sentence.
    fn who(&self, number: u32) -> String {
        match self.lanes.get(&number).map(|&lane| self.names[lane].as_str()) {
            Some("main") => "main".to_string(),
            Some(name) => format!("goroutine {name}"),
            None => "a goroutine".to_string(),
        }
    }

    /// Completes a step by what happened and by the state after it.
    fn note(&mut self, mut step: Step, events: Vec<Event>) -> Step {
        let mut resources = self.machine.resources(&self.state);
        resources.iter_mut().for_each(|resource| self.name_resource(resource));
        let numbers: Vec<u32> = self.state.goroutines().map(|g| g.number).collect();
        if !self.lanes.contains_key(&1) {
            self.add_lane(&mut step, 1, "main".to_string(), None);
        }
        for event in &events {
            if let What::Go { child } = event.what {
                let name = self.name_child(event.goroutine);
                self.add_lane(&mut step, child, name, Some(event.position));
            }
        }
        for number in numbers {
            self.add_lane(&mut step, number, String::new(), None);
        }
        for event in &events {
            self.act(&mut step, event);
        }
        step.clock = self.state.clock();
        self.set_cells(&mut step, &resources);
        self.set_stands(&mut step);
        step
    }

    /// The name of the goroutine that `parent` has just started.
    fn name_child(&mut self, parent: u32) -> String {
        let children = self.children.entry(parent).or_default();
        *children += 1;
        match self.lanes.get(&parent).map(|&lane| self.names[lane].as_str()) {
            Some("main") | None => children.to_string(),
            Some(name) => format!("{name}.{children}"),
        }
    }

    /// What is called `s` stays `s`, and another one of that name becomes `s (2)`.
    fn name_resource(&mut self, resource: &mut Resource) {
        let key = (resource.object, resource.slot);
        if !self.resources.contains_key(&key) {
            let alike = self.alike.entry(resource.name.clone()).or_default();
            *alike += 1;
            let name = match *alike {
                1 => resource.name.clone(),
                number => format!("{} ({number})", resource.name),
            };
            self.resources.insert(key, name);
        }
        resource.name.clone_from(&self.resources[&key]);
    }

    /// A goroutine that is new, with its name and where it was started, as far as that is known here: in the user's words, where a library starts it
    /// on his behalf.
    fn add_lane(&mut self, step: &mut Step, number: u32, name: String, started: Option<Position>) {
        if self.lanes.contains_key(&number) {
            return;
        }
        let program = &self.machine.program;
        let g = self.state.goroutines().find(|g| g.number == number);
        let name = match g {
            Some(g) if g.is_main() => "main".to_string(),
            Some(g) if g.path.len() > 1 => {
                g.path[1..].iter().map(u32::to_string).collect::<Vec<_>>().join(".")
            }
            Some(_) => format!("timer {number}"),
            None => name,
        };
        let function =
            g.map_or_else(String::new, |g| words::function(dump::goroutine_name(program, &self.state, g)));
        let started = started.filter(|position| position.is_known());
        let started =
            started.or(g.and_then(|g| dump::created_by(program, g)).map(|(_, position, _)| position));
        let started = started.and_then(|position| self.place(step, position));
        self.lanes.insert(number, self.names.len());
        self.names.push(name.clone());
        self.started.push(started);
        self.stands.push(None);
        step.lanes.push(Lane { name, function, started });
    }

    /// A position as the page knows it. A file that is new is added.
    fn place(&mut self, step: &mut Step, position: Position) -> Option<Place> {
        if !position.is_known() {
            return None;
        }
        let next = self.files.len();
        let file = *self.files.entry(position.file.0).or_insert(next);
        if file == next {
            let path = &self.machine.program.image.files[position.file.index()].path;
            let (name, text) = (self.read)(path);
            step.files.push(SourceFile { name, text });
        }
        Some((file, position.line, position.column))
    }

    fn act(&mut self, step: &mut Step, event: &Event) {
        match &event.what {
            What::Output { bytes, .. } => {
                step.output += &String::from_utf8_lossy(bytes);
                return;
            }
            What::Call { name, object, slot, .. } => self.locks.note(event.goroutine, name, *object, *slot),
            _ => {}
        }
        if event.internal {
            return;
        }
        let name =
            |object: ObjectId, slot: u32| self.resources.get(&(object, slot)).cloned().unwrap_or_default();
        let Some(said) = words::act(event, &name, &|number| self.who(number), self.machine) else { return };
        let lane = self.lanes.get(&event.goroutine).copied();
        let function = match lane {
            Some(_) => words::function(dump::function_name(&self.machine.program.image, event.function)),
            None => String::new(),
        };
        // What a library does by itself, before or after the user's own function, belongs to where that was started.
        let user = self.machine.program.image.function(event.function).flags.user;
        let at = match lane.and_then(|lane| self.started[lane]) {
            Some(started) if !user => Some(started),
            _ => self.place(step, event.position),
        };
        let (after, with) = self.causes.of(event, said.kind);
        if let (Some(with), Some(partner)) = (with, step.acts.last_mut()) {
            // The two halves of a meeting follow each other.
            partner.with = Some(with + 1);
        }
        step.acts.push(crate::document::Act {
            lane,
            kind: said.kind,
            what: said.what,
            at,
            function,
            object: said.object,
            after,
            with,
        });
    }

    /// Writes down which cells have changed.
    fn set_cells(&mut self, step: &mut Step, resources: &[Resource]) {
        let mut now: Vec<(Cell, String)> = Vec::new();
        let shared =
            |kind, name: String, ty| Cell { kind, lane: None, depth: 0, function: String::new(), name, ty };
        for variable in self.machine.globals(&self.state) {
            now.push((shared(CellKind::Global, variable.name, variable.ty), variable.value));
        }
        for resource in resources {
            let kind = match resource.kind {
                ResourceKind::Channel => CellKind::Channel,
                ResourceKind::Lock => CellKind::Lock,
                ResourceKind::WaitGroup => CellKind::Group,
            };
            let value = match resource.kind {
                ResourceKind::Lock => self.lock_value(resource),
                _ => resource.value.clone(),
            };
            now.push((shared(kind, resource.name.clone(), resource.ty.clone()), value));
        }
        let goroutines: Vec<u32> = self.state.goroutines().map(|g| g.number).collect();
        for number in goroutines {
            let lane = self.lanes.get(&number).copied();
            let scopes = self.machine.scopes(&self.state, number);
            let count = scopes.len();
            for (index, scope) in scopes.into_iter().enumerate() {
                let function =
                    words::function(dump::function_name(&self.machine.program.image, scope.function));
                for variable in scope.variables {
                    let cell = Cell {
                        kind: CellKind::Local,
                        lane,
                        depth: count - 1 - index,
                        function: function.clone(),
                        name: variable.name,
                        ty: variable.ty,
                    };
                    // Who refers to a channel or a lock is told which one.
                    let at = variable.target;
                    let value = match at.and_then(|at| resources.iter().find(|r| (r.object, r.slot) == at)) {
                        Some(resource) if resource.name == cell.name => resource.value.clone(),
                        Some(resource) => format!("→ {}", resource.name),
                        None => variable.value,
                    };
                    now.push((cell, value));
                }
            }
        }
        let mut seen = vec![false; self.values.len()];
        for (cell, value) in now {
            let next = self.values.len();
            let index = *self.cells.entry(cell.clone()).or_insert(next);
            if index == next {
                step.cells.push(cell);
                self.values.push(None);
                seen.push(false);
            }
            // Two variables of one name in one function: the first one wins.
            if !std::mem::replace(&mut seen[index], true) && self.values[index].as_deref() != Some(&value) {
                step.set.push((index, Some(value.clone())));
                self.values[index] = Some(value);
            }
        }
        for (index, seen) in seen.iter().enumerate() {
            if !seen && self.values[index].take().is_some() {
                step.set.push((index, None));
            }
        }
    }

    fn lock_value(&self, resource: &Resource) -> String {
        let holders = self.locks.holders(resource.object, resource.slot);
        let readers: Vec<String> = holders.readers.iter().map(|&number| self.who(number)).collect();
        match (holders.writer, readers.is_empty()) {
            (Some(writer), _) if resource.value != "unlocked" => format!("held by {}", self.who(writer)),
            (None, false) => format!("read by {}", readers.join(", ")),
            _ => resource.value.clone(),
        }
    }

    /// Writes down who stands differently.
    fn set_stands(&mut self, step: &mut Step) {
        let choices = self.machine.choices(&self.state);
        let goroutines: Vec<Goroutine> = self.state.goroutines().cloned().collect();
        let mut alive = vec![false; self.stands.len()];
        for g in &goroutines {
            let Some(&lane) = self.lanes.get(&g.number) else { continue };
            alive[lane] = true;
            let stand = self.stand(step, g, lane, &choices);
            self.change(step, stand);
        }
        for (lane, alive) in alive.into_iter().enumerate() {
            if !alive {
                let state = StandState::Ended;
                self.change(
                    step,
                    Stand { lane, state, why: String::new(), waits_for: Vec::new(), stack: Vec::new() },
                );
            }
        }
    }

    fn change(&mut self, step: &mut Step, stand: Stand) {
        let lane = stand.lane;
        if self.stands[lane].as_ref() != Some(&stand) {
            self.stands[lane] = Some(stand.clone());
            step.stands.push(stand);
        }
    }

    fn stand(&mut self, step: &mut Step, g: &Goroutine, lane: usize, choices: &[Choice]) -> Stand {
        let program = self.machine.program.clone();
        let image = &program.image;
        let mut stack: Vec<(String, Place)> = Vec::new();
        for at in dump::stack(&program, g) {
            if image.function(at.function).flags.user
                && let Some(place) = self.place(step, at.position)
            {
                stack.push((words::function(dump::function_name(image, at.function)), place));
            }
        }
        // The innermost place is where it stands, in the case of a select that it names, or where it defers. Who has not come to the
        // user's own code yet stands nowhere in it.
        if let Some((position, function)) = dump::place_of(&program, &self.state, g.number, None)
            && image.function(function).flags.user
            && let Some(place) = self.place(step, position)
        {
            let name = words::function(dump::function_name(image, function));
            match stack.first_mut() {
                Some((first, at)) if *first == name => *at = place,
                _ => stack.insert(0, (name, place)),
            }
        }
        let can_move = choices.iter().any(|choice| match *choice {
            Choice::Step { goroutine } | Choice::Case { goroutine, .. } | Choice::Pick { goroutine, .. } => {
                goroutine == g.number
            }
            Choice::Meet { sender, receiver, .. } => sender == g.number || receiver == g.number,
            Choice::Fire { .. } => false,
        });
        let ended = self.state.end().or(g.ending()).filter(|end| match end {
            End::Panic { goroutine, .. }
            | End::Fatal { goroutine, .. }
            | End::Unsupported { goroutine, .. } => *goroutine == g.number,
            End::Exit(_) => true,
        });
        let over = self.state.end().is_some();
        let (state, why, waits_for) = match ended {
            Some(End::Exit(0)) if over => (StandState::Ended, String::new(), Vec::new()),
            None if over => (StandState::Ready, "the program has ended".to_string(), Vec::new()),
            Some(End::Panic { text, .. }) => (StandState::Panicked, format!("panic: {text}"), Vec::new()),
            Some(End::Fatal { text, .. }) => {
                (StandState::Panicked, format!("fatal error: {text}"), Vec::new())
            }
            Some(End::Unsupported { text, .. }) => (StandState::Panicked, text.clone(), Vec::new()),
            Some(End::Exit(code)) => (StandState::Panicked, format!("exits with {code}"), Vec::new()),
            None if can_move => (StandState::Ready, String::new(), Vec::new()),
            None => {
                let (why, waits_for) = self.waits(g);
                (StandState::Blocked, why, waits_for)
            }
        };
        Stand { lane, state, why, waits_for, stack }
    }

    /// For what a goroutine waits, and for whom.
    fn waits(&self, g: &Goroutine) -> (String, Vec<usize>) {
        let reason = dump::wait_reason(&self.machine.program, g);
        let footprint = self.machine.footprint(&self.state, g.number);
        let touch = footprint.and_then(|footprint| footprint.touches.first().copied());
        let key = touch.map(|touch| (touch.object, touch.first));
        let name = key.and_then(|key| self.resources.get(&key)).map(String::as_str);
        let holders = key.map(|(object, slot)| self.locks.holders(object, slot)).unwrap_or_default();
        let mut held: Vec<u32> = holders.writer.into_iter().chain(holders.readers).collect();
        // A writer that waits for the readers to leave has locked the others out, and stands in nobody's way but its own.
        if held.len() > 1 {
            held.retain(|&number| number != g.number);
        }
        held.dedup();
        let mut text = words::waits(&reason, name);
        if reason.contains("Lock") && !held.is_empty() {
            let names: Vec<String> = held.iter().map(|&number| self.who(number)).collect();
            text += &format!(", held by {}", names.join(", "));
        } else {
            held.clear();
        }
        (text, held.iter().filter_map(|number| self.lanes.get(number).copied()).collect())
    }
}
