//! Plays a run again and writes down what happens, for people: who does what, where, and who holds which lock.

use rustc_hash::{FxHashMap, FxHashSet};
use vtrace_machine::{Choice, Claim, End, Event, Machine, ObjectId, Output, State, What, dump};
use vtrace_program::{FunctionId, Position};
use vtrace_report::{Act, Input, Lane, Location, Outcome, Step, Trace};

/// What a timer does.
pub const FIRES: &str = "a timer fires";

/// How many operations are shown at the beginning and at the end of a step that has more than twice as many.
const SHOWN: usize = 20;

/// A run, played to its end.
pub struct Played {
    /// What happened.
    pub trace: Trace,
    /// The inputs that were chosen.
    pub inputs: Vec<Input>,
    /// The last state.
    pub state: State,
    /// Who holds which lock in the last state.
    pub locks: Locks,
    /// Who came to the mark.
    pub marker: Option<u32>,
    /// The goroutines' places in the trace, by number.
    lanes: FxHashMap<u32, usize>,
}

/// The locks of a program, as the calls so far say: the runtime itself does not know who holds one.
#[derive(Default)]
pub struct Locks {
    held: FxHashMap<(ObjectId, u32), Holders>,
}

/// Who holds a lock.
#[derive(Clone, Default, Debug)]
pub struct Holders {
    /// Who has locked it, or keeps readers out until it can.
    pub writer: Option<u32>,
    /// Who has read-locked it; somebody may have several times.
    pub readers: Vec<u32>,
}

impl Locks {
    /// Who holds the lock at this place.
    pub fn holders(&self, object: ObjectId, slot: u32) -> Holders {
        self.held.get(&(object, slot)).cloned().unwrap_or_default()
    }

    /// Takes note of a call of the standard library: `sync.(*Mutex).Lock`.
    pub fn note(&mut self, goroutine: u32, name: &str, object: ObjectId, slot: u32) {
        let Some(method) = name.strip_prefix("sync.(*").and_then(|rest| rest.split_once(").")) else {
            return;
        };
        if !matches!(method.0, "Mutex" | "RWMutex") {
            return;
        }
        let holders = self.held.entry((object, slot)).or_default();
        let free = holders.writer.is_none() && holders.readers.is_empty();
        match method.1 {
            "Lock" => holders.writer = Some(goroutine),
            "TryLock" if free => holders.writer = Some(goroutine),
            "Unlock" => holders.writer = None,
            "RLock" => holders.readers.push(goroutine),
            "TryRLock" if holders.writer.is_none() => holders.readers.push(goroutine),
            "RUnlock" => {
                // Its own, or anybody's.
                let own = holders.readers.iter().position(|&reader| reader == goroutine);
                if !holders.readers.is_empty() {
                    holders.readers.remove(own.unwrap_or(0));
                }
            }
            _ => {}
        }
    }
}

impl Played {
    /// Where a goroutine is in the trace.
    pub fn lane(&self, goroutine: u32) -> Option<&Lane> {
        self.lanes.get(&goroutine).map(|&lane| &self.trace.lanes[lane])
    }

    /// What to call a goroutine in a sentence: `main`, `goroutine 1.2`.
    pub fn name(&self, goroutine: u32) -> String {
        match self.lane(goroutine) {
            Some(lane) if lane.name == "main" => lane.name.clone(),
            Some(lane) => format!("goroutine {}", lane.name),
            None => "a goroutine".to_string(),
        }
    }
}

/// A place as reports know it.
pub fn location(machine: &Machine, (position, function): (Position, FunctionId)) -> Option<Location> {
    let image = &machine.program.image;
    position.is_known().then(|| Location {
        file: image.files[position.file.index()].path.clone(),
        line: position.line,
        column: position.column,
        function: image.function(function).name.clone(),
    })
}

/// Plays a run.
pub fn play(machine: &Machine, run: &[Choice]) -> Played {
    play_to(machine, run, None)
}

/// Plays a run. If its last step comes to `mark`, nothing is told of what happens behind that.
pub fn play_to(machine: &Machine, run: &[Choice], mark: Option<u32>) -> Played {
    let mut output = Output::default();
    let mut events = Vec::new();
    let mut player = Player {
        machine,
        trace: Trace::default(),
        inputs: Vec::new(),
        lanes: FxHashMap::default(),
        children: FxHashMap::default(),
        hidden: FxHashSet::default(),
        known: 0,
    };
    let mut marker = None;
    let mut locks = Locks::default();
    let mut state = {
        let mut cx = machine.context(&mut output);
        cx.events = Some(&mut events);
        machine.initial(&mut cx)
    };
    if run.is_empty() {
        marker = mark.and_then(|mark| player.cut(&mut events, mark));
    }
    player.step(&state, &mut events, &mut locks);
    for (index, choice) in run.iter().enumerate() {
        let mut cx = machine.context(&mut output);
        cx.events = Some(&mut events);
        if !cx.apply(&mut state, choice) {
            break;
        }
        player.trace.schedule.push(choice.to_string());
        if index + 1 == run.len() {
            marker = mark.and_then(|mark| player.cut(&mut events, mark));
        }
        player.step(&state, &mut events, &mut locks);
    }
    player.outcomes(&state);
    if let Some((goroutine, place)) = marker
        && let Some(&lane) = player.lanes.get(&goroutine)
    {
        player.trace.lanes[lane].outcome = Outcome::Running { location: location(machine, place) };
    }
    let marker = marker.map(|(goroutine, _)| goroutine);
    Played { marker, trace: player.trace, inputs: player.inputs, lanes: player.lanes, state, locks }
}

struct Player<'a> {
    machine: &'a Machine,
    trace: Trace,
    inputs: Vec<Input>,
    lanes: FxHashMap<u32, usize>,
    /// How many goroutines each has started.
    children: FxHashMap<u32, u32>,
    /// Goroutines of whom nothing is told: they were started after what is told.
    hidden: FxHashSet<u32>,
    /// The goroutines up to this number have their lanes.
    known: u32,
}

impl Player<'_> {
    /// Drops what happened after somebody came to a mark. Gives who, and where.
    fn cut(&mut self, events: &mut Vec<Event>, mark: u32) -> Option<(u32, (Position, FunctionId))> {
        let at = events.iter().position(|event| event.what == What::Mark { mark })?;
        let later = events.drain(at + 1..);
        self.hidden = later
            .filter_map(|event| match event.what {
                What::Go { child } => Some(child),
                _ => None,
            })
            .collect();
        let event = &events[at];
        Some((event.goroutine, (event.position, event.function)))
    }

    /// Writes down what happened in one step; `state` is the one after it.
    fn step(&mut self, state: &State, events: &mut Vec<Event>, locks: &mut Locks) {
        if state.goroutine(1).is_none() {
            self.add_missing(1, "main".to_string());
        }
        for number in self.known + 1..=state.newest() {
            self.add_lane(state, number);
        }
        self.known = state.newest();
        let (count, mut index) = (events.len(), 0);
        for event in events.drain(..) {
            index += 1;
            match &event.what {
                What::Call { name, object, slot, .. } => locks.note(event.goroutine, name, *object, *slot),
                What::Bind { input, value } => {
                    self.inputs.push(Input { name: input.clone(), value: value.clone() });
                }
                What::Go { child } => {
                    let name = self.name_child(event.goroutine);
                    self.add_missing(*child, name);
                }
                _ => {}
            }
            // A goroutine that is alone may run for very long in one step.
            if index <= SHOWN || index + SHOWN > count {
                if let Some(act) = self.act(&event) {
                    self.add_act(act, &event.what);
                }
            } else if index == SHOWN + 1 {
                let what = format!("… {} operations are not shown", count - 2 * SHOWN);
                self.trace.steps.push(Step { acts: vec![Act { lane: None, location: None, what }] });
            }
        }
    }

    fn add_act(&mut self, act: Act, what: &What) {
        // The two halves of a rendezvous are one step.
        if let What::Receive { from: Some(_), .. } = what
            && let Some(step) = self.trace.steps.last_mut()
            && let [Act { what, .. }] = &step.acts[..]
            && what.starts_with("sends")
        {
            step.acts.push(act);
            return;
        }
        self.trace.push(Step { acts: vec![act] });
    }

    fn add_lane(&mut self, state: &State, number: u32) {
        if self.lanes.contains_key(&number) || self.hidden.contains(&number) {
            return;
        }
        let Some(g) = state.goroutine(number) else { return };
        let program = &self.machine.program;
        let name = match g.is_main() {
            true => "main".to_string(),
            false if g.path.len() <= 1 => format!("timer {number}"),
            false => g.path[1..].iter().map(u32::to_string).collect::<Vec<_>>().join("."),
        };
        let started =
            dump::created_by(program, g).and_then(|(function, at, _)| location(self.machine, (at, function)));
        let function = dump::goroutine_name(program, state, g);
        self.lanes.insert(number, self.trace.lanes.len());
        self.trace.lanes.push(Lane { name, function, started, outcome: Outcome::Returned });
    }

    /// A goroutine that was started and is gone before the step was over.
    fn add_missing(&mut self, number: u32, name: String) {
        if !self.lanes.contains_key(&number) {
            self.lanes.insert(number, self.trace.lanes.len());
            self.trace.lanes.push(Lane {
                name,
                function: String::new(),
                started: None,
                outcome: Outcome::Returned,
            });
        }
    }

    /// The name of the goroutine that `parent` has just started.
    fn name_child(&mut self, parent: u32) -> String {
        let children = self.children.entry(parent).or_default();
        *children += 1;
        match self.lanes.get(&parent).map(|&lane| self.trace.lanes[lane].name.as_str()) {
            Some("main") | None => children.to_string(),
            Some(name) => format!("{name}.{children}"),
        }
    }

    fn act(&self, event: &Event) -> Option<Act> {
        if event.internal || is_initialiser_of_library(self.machine, event.function) {
            return None;
        }
        let who = |number: u32| {
            let lane = self.lanes.get(&number).map(|&lane| self.trace.lanes[lane].name.as_str());
            match lane {
                Some("main") => "main".to_string(),
                Some(name) => format!("goroutine {name}"),
                None => format!("goroutine #{number}"),
            }
        };
        let what = match &event.what {
            What::Go { child } => format!("starts {}", who(*child)),
            What::Exit => "returns".to_string(),
            What::Send { value, to: Some(to), .. } => format!("sends {value} to {}", who(*to)),
            What::Send { value, buffer: (count, capacity), .. } => {
                format!("sends {value} ({count} of {capacity} in the buffer)")
            }
            What::Receive { value, from: Some(from), .. } => format!("receives {value} from {}", who(*from)),
            What::Receive { value, closed: true, .. } => format!("receives {value}: the channel is closed"),
            What::Receive { value, .. } => format!("receives {value}"),
            What::Close { .. } => "closes the channel".to_string(),
            What::Default => "takes the default".to_string(),
            What::Call { name, .. } if name == "testing.(*common).fail" => "fails the test".to_string(),
            What::Call { name, .. } if name.starts_with("testing.(*") => return None,
            What::Call { name, arguments, .. } => call(name, arguments),
            What::Load { value } => format!("reads {value}"),
            What::Store { value } => format!("writes {value}"),
            What::Panic { value } => format!("panics: {value}"),
            What::Mark { mark } => match &self.machine.program.marks()[*mark as usize].claim {
                Claim::Assertion(condition) => format!("finds that {condition} is false"),
                Claim::Unreachable => "comes to the line".to_string(),
                Claim::Reachable => return None,
            },
            What::Fire { .. } => FIRES.to_string(),
            What::Bind { input, value } => format!("assume {input} = {value}"),
            What::Output { .. } => return None,
        };
        let location = location(self.machine, (event.position, event.function));
        let lane = self.lanes.get(&event.goroutine).copied();
        Some(Act { lane, location, what })
    }

    /// How everybody stands at the end.
    fn outcomes(&mut self, state: &State) {
        let machine = self.machine;
        let movers: FxHashSet<u32> = machine
            .choices(state)
            .iter()
            .flat_map(|choice| match *choice {
                Choice::Step { goroutine }
                | Choice::Case { goroutine, .. }
                | Choice::Pick { goroutine, .. } => [goroutine, goroutine],
                Choice::Meet { sender, receiver, .. } => [sender, receiver],
                Choice::Fire { .. } => [0, 0],
            })
            .collect();
        for g in state.goroutines() {
            let Some(&lane) = self.lanes.get(&g.number) else { continue };
            let place = dump::place_of(&machine.program, state, g.number, None);
            let location = place.and_then(|place| location(machine, place));
            self.trace.lanes[lane].outcome = match g.ending() {
                Some(End::Panic { text, .. } | End::Fatal { text, .. } | End::Unsupported { text, .. }) => {
                    Outcome::Panicked { text: text.clone() }
                }
                Some(End::Exit(_)) => Outcome::Running { location },
                None if movers.contains(&g.number) => Outcome::Running { location },
                None => Outcome::Blocked { location, reason: dump::wait_reason(&machine.program, g) },
            };
        }
    }
}

/// Whether a function initialises a package that is not the user's: nobody wants to know what happens there.
fn is_initialiser_of_library(machine: &Machine, function: FunctionId) -> bool {
    let function = machine.program.image.function(function);
    // Those that are written in Go are numbered.
    let name = function.ssa_name.split('#').next().unwrap_or_default();
    !function.flags.user && name.ends_with(".init")
}

/// A call of the standard library, in words where there are good ones.
fn call(name: &str, arguments: &[String]) -> String {
    if let ("sync.(*WaitGroup).Add", [count]) = (name, arguments) {
        return match count.strip_prefix('-') {
            Some(count) => format!("takes {count} away"),
            None => format!("adds {count}"),
        };
    }
    let verb = match name {
        "sync.(*Mutex).TryLock" | "sync.(*RWMutex).TryLock" => "tries to lock",
        "sync.(*RWMutex).TryRLock" => "tries to lock for reading",
        "sync.(*Mutex).Lock" | "sync.(*RWMutex).Lock" => "locks",
        "sync.(*Mutex).Unlock" | "sync.(*RWMutex).Unlock" => "unlocks",
        "sync.(*RWMutex).RLock" => "locks for reading",
        "sync.(*RWMutex).RUnlock" => "unlocks from reading",
        "sync.(*WaitGroup).Wait" => "has waited",
        "sync.(*WaitGroup).Done" => "is done",
        "sync.runtime_notifyListAdd" => "begins to wait",
        "sync.runtime_notifyListWait" => "wakes up",
        "sync.runtime_notifyListNotifyOne" => "signals one",
        "sync.runtime_notifyListNotifyAll" => "signals all",
        "time.Sleep" => "sleeps",
        _ => {
            let short = name.rsplit_once('/').map_or(name, |(_, short)| short);
            return format!("{short}({})", arguments.join(", "));
        }
    };
    verb.to_string()
}
