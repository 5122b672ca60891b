//! A run, told: what each step did, which messages went from whom to whom, and what the nodes' variables then were.
//!
//! A channel does not say who sent what is in it, and a sender does not know who will receive. Both are found out by
//! following the messages along the run.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use vtrace_machine::{Choice, Event, Machine, Node, ObjectId, Output, State, What};
use vtrace_program::Position;

use crate::faults::Action;
use crate::simulation::{Scratch, Simulation, Situation};

/// A run, told.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The nodes, in the order of their names.
    pub nodes: Vec<NodeInfo>,
    /// The steps. The first, with number 0, is what happens before anything is chosen.
    pub steps: Vec<Line>,
    /// From which step on it goes on for ever.
    pub loop_from: Option<usize>,
    /// How the run stands in the end: `running`, `stuck`, `exited`, or what went wrong.
    pub end: String,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeInfo {
    /// `worker2`
    pub name: String,
    /// Its number, if it has one.
    pub id: Option<i64>,
    /// The function that it runs.
    pub function: String,
}

/// What one step did.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Line {
    /// Counted from 0.
    pub step: usize,
    /// The choice that was made, as `--load` reads it; none for step 0.
    pub action: Option<String>,
    /// What happened.
    pub events: Vec<Happening>,
    /// The variables that are declared, by node and name, as they are after the step.
    pub variables: BTreeMap<String, BTreeMap<String, String>>,
    /// The messages that are under way after the step, by their numbers.
    pub under_way: Vec<u32>,
    /// The nodes that are down after the step.
    pub crashed: Vec<String>,
    /// The virtual time after the step, in nanoseconds.
    pub clock: i64,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Happening {
    /// The node; none if it is nobody's.
    pub node: Option<String>,
    /// The goroutine, as `vtrace check` calls it: `main`, `1`, `1.2`; none if it is nobody's.
    pub goroutine: Option<String>,
    /// `send`, `receive`, `default`, `choose`, `start`, `end`, `call`, `read`, `write`, `print`, `panic`, `timer`, `mark`,
    /// `close`; or a fault: `crash`, `recover`, `lose`, `duplicate`, `overtake`, `partition`, `heal`.
    pub kind: Cow<'static, str>,
    /// Where.
    pub position: Option<Place>,
    /// In words.
    pub text: String,
    /// The message that is sent, received, lost, doubled or let past.
    pub message: Option<Transfer>,
    /// Whether it is a fault.
    pub fault: bool,
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transfer {
    /// Its number, in the order of sending. A duplicate has a number of its own.
    pub id: u32,
    /// Who sends it; none if that is no node.
    pub from: Option<String>,
    /// Who receives it; none if nobody does in this run.
    pub to: Option<String>,
    /// The channel: `requests[3]`.
    pub channel: String,
    /// What it says.
    pub value: String,
}

/// Plays a run: some steps, and perhaps a cycle. Stops where it cannot be followed.
pub fn play(simulation: &Simulation, prefix: &[Action], cycle: &[Action]) -> Played {
    let (mut player, first) = Player::start(simulation);
    let mut steps = vec![first];
    for action in prefix.iter().chain(cycle) {
        let Some(line) = player.take(action) else { break };
        steps.push(line);
    }
    // Now that the whole run is known, every event about a message can say who received it.
    for happening in steps.iter_mut().flat_map(|line| &mut line.events) {
        if let Some(message) = &mut happening.message {
            message.to = player.messages[message.id as usize].to.clone();
        }
    }
    let (nodes, end) = (player.nodes().cloned().collect(), player.end());
    Played { nodes, steps, loop_from: (!cycle.is_empty()).then_some(prefix.len() + 1), end }
}

/// A run that is being told, step by step: each can be chosen when those before it have been seen.
pub struct Player<'a> {
    pub(crate) machine: &'a Machine,
    pub(crate) simulation: &'a Simulation<'a>,
    pub(crate) situation: Situation,
    scratch: Scratch,
    nodes: BTreeMap<String, NodeInfo>,
    pub(crate) messages: Vec<Transfer>,
    /// The messages in each channel, by its number.
    pub(crate) queues: FxHashMap<u32, VecDeque<u32>>,
    /// The goroutines' paths, by number.
    paths: FxHashMap<u32, String>,
    steps: usize,
}

impl<'a> Player<'a> {
    /// The start of a run: what happens before anything is chosen.
    pub fn start(simulation: &'a Simulation<'a>) -> (Player<'a>, Line) {
        let mut scratch = simulation.scratch();
        let situation = simulation.initial(&mut scratch);
        let mut player = Player {
            machine: simulation.machine,
            simulation,
            situation,
            scratch,
            nodes: BTreeMap::new(),
            messages: Vec::new(),
            queues: FxHashMap::default(),
            paths: FxHashMap::default(),
            steps: 0,
        };
        let (mut output, mut events) = (Output::default(), Vec::new());
        {
            // Once more, for what happens on the way.
            let mut cx = simulation.machine.context(&mut output);
            cx.events = Some(&mut events);
            simulation.machine.initial(&mut cx);
        }
        let line = player.tell(None, Vec::new(), events);
        (player, line)
    }

    /// Makes an action happen, and tells it. None if it is not possible.
    pub fn take(&mut self, action: &Action) -> Option<Line> {
        if !self.actions().0.contains(action) {
            return None;
        }
        let (mut output, mut events) = (Output::default(), Vec::new());
        let state = self.situation.state.clone();
        let own = self.foretell(action, &state, &mut output);
        {
            let mut cx = self.machine.context(&mut output);
            cx.events = Some(&mut events);
            self.simulation.apply_in(&mut cx, &mut self.situation, action);
        }
        events.extend(output.take().into_iter().map(Event::printed));
        Some(self.tell(Some(action), own, events))
    }

    /// What can happen now: the program's own steps, then faults. Says how many are the program's.
    pub fn actions(&mut self) -> (Vec<Action>, usize) {
        let mut actions = Vec::new();
        let own = self.simulation.actions(&mut self.scratch, &self.situation, &mut actions);
        (actions, own)
    }

    /// The nodes that have come up so far, in the order of their names.
    pub fn nodes(&self) -> impl Iterator<Item = &NodeInfo> {
        self.nodes.values()
    }

    /// How the run stands: `running`, `stuck`, or how it ended.
    pub fn end(&mut self) -> String {
        let own = self.actions().1;
        match self.situation.state.end() {
            Some(end) => format!("{end:?}"),
            None if own == 0 => "stuck".to_string(),
            None => "running".to_string(),
        }
    }

    /// What an action is, as far as that can be told only before it happens.
    pub(crate) fn foretell(&mut self, action: &Action, state: &State, output: &mut Output) -> Vec<Happening> {
        let machine = self.machine;
        let name = |goroutine: u32| self.node(state, goroutine);
        let fault = |kind: &'static str, node: Option<String>, text: String, message| Happening {
            node,
            goroutine: None,
            kind: kind.into(),
            position: None,
            text,
            message,
            fault: true,
        };
        let list = |set: u32| {
            let inside = machine.nodes(state).filter(|node| node.id().is_some_and(|id| set >> id & 1 == 1));
            inside.map(|node| node.name(machine).into_owned()).collect::<Vec<_>>().join(", ")
        };
        match *action {
            Action::Go(Choice::Pick { goroutine, alternative }) => {
                let node = name(goroutine);
                let position = machine.place(state, goroutine).and_then(|at| self.place(at));
                let goroutine = self.paths.get(&goroutine).cloned();
                let text = format!("takes alternative {alternative}");
                vec![Happening {
                    node,
                    goroutine,
                    kind: "choose".into(),
                    position,
                    text,
                    message: None,
                    fault: false,
                }]
            }
            Action::Go(_) => Vec::new(),
            Action::Crash(goroutine) => vec![fault("crash", name(goroutine), "crashes".to_string(), None)],
            Action::Recover(goroutine) => {
                vec![fault("recover", name(goroutine), "is up again".to_string(), None)]
            }
            Action::Lose { channel, position } => {
                let queue = self.queues.entry(channel).or_default();
                let message = queue.remove(position as usize).map(|id| self.messages[id as usize].clone());
                vec![fault("lose", None, told(&message, "gets lost"), message)]
            }
            Action::LoseSend { goroutine, case } => {
                let sender = name(goroutine);
                let sending = machine.context(output).sending(state, goroutine, case);
                let message = sending.map(|(channel, value)| {
                    let message = self.send(state, sender.clone(), channel, value);
                    // It is on its way nowhere.
                    self.queues.values_mut().for_each(|queue| queue.retain(|id| *id != message.id));
                    message
                });
                vec![fault("lose", sender, told(&message, "gets lost"), message)]
            }
            Action::Duplicate { channel, position } => {
                let first = self.queues.get(&channel).and_then(|queue| queue.get(position as usize)).copied();
                let message = first.map(|first| {
                    let id = self.messages.len() as u32;
                    let copy = Transfer { id, ..self.messages[first as usize].clone() };
                    self.messages.push(copy.clone());
                    self.queues.entry(channel).or_default().insert(position as usize + 1, id);
                    copy
                });
                vec![fault("duplicate", None, told(&message, "is there twice"), message)]
            }
            Action::Overtake { channel, position } => {
                let queue = self.queues.entry(channel).or_default();
                let taken = queue.remove(position as usize);
                taken.into_iter().for_each(|id| queue.push_front(id));
                let message = taken.map(|id| self.messages[id as usize].clone());
                vec![fault("overtake", None, told(&message, "overtakes what was sent before"), message)]
            }
            Action::Partition(set) => {
                vec![fault(
                    "partition",
                    None,
                    format!("the network falls apart: {} and the others", list(set)),
                    None,
                )]
            }
            Action::Heal => vec![fault("heal", None, "the network is whole again".to_string(), None)],
        }
    }

    /// A message is sent.
    fn send(&mut self, state: &State, from: Option<String>, channel: ObjectId, value: String) -> Transfer {
        let id = self.messages.len() as u32;
        let name = self.machine.channel_name(state, channel);
        let number = self.machine.channel_number(state, channel).unwrap_or(u32::MAX);
        // If nobody receives it, the array of links may still say for whom it was.
        let to = self.simulation.ends(state, channel).and_then(|(_, to)| {
            let node = self.machine.nodes(state).find(|node| node.id() == Some(to as i64));
            node.map(|node| node.name(self.machine).into_owned())
        });
        let channel = name.unwrap_or_else(|| format!("channel {number}"));
        let message = Transfer { id, from, to, channel, value };
        self.messages.push(message.clone());
        self.queues.entry(number).or_default().push_back(id);
        message
    }

    /// A message is received.
    fn receive(&mut self, state: &State, to: Option<String>, channel: ObjectId, value: String) -> Transfer {
        let number = self.machine.channel_number(state, channel).unwrap_or(u32::MAX);
        match self.queues.entry(number).or_default().pop_front() {
            Some(id) => {
                self.messages[id as usize].to = to;
                self.messages[id as usize].clone()
            }
            // A timer's channel, say.
            None => {
                let channel = self.machine.channel_name(state, channel);
                let channel = channel.unwrap_or_else(|| format!("channel {number}"));
                let id = self.messages.len() as u32;
                let message = Transfer { id, from: None, to, channel, value };
                self.messages.push(message.clone());
                message
            }
        }
    }

    pub(crate) fn node(&self, state: &State, goroutine: u32) -> Option<String> {
        let node = self.machine.nodes(state).find(|node| node.goroutine() == goroutine);
        node.map(|node| node.name(self.machine).into_owned())
    }

    pub(crate) fn place(&self, position: Position) -> Option<Place> {
        let Position { line, column, .. } = position;
        let files = &self.machine.program.image.files;
        position.is_known().then(|| Place { file: files[position.file.index()].path.clone(), line, column })
    }

    /// Tells a step that was made.
    fn tell(&mut self, action: Option<&Action>, mut happenings: Vec<Happening>, events: Vec<Event>) -> Line {
        let state = &self.situation.state.clone();
        for g in state.goroutines() {
            let path: Vec<String> = g.path.iter().skip(1).map(u32::to_string).collect();
            let path = if g.is_main() { "main".to_string() } else { path.join(".") };
            self.paths.insert(g.number, path);
        }
        for event in events {
            happenings.extend(self.happening(event, state));
        }
        for (goroutine, mark) in self.machine.passed(state) {
            let mark = String::from_utf8_lossy(mark);
            happenings.push(Happening {
                node: self.node(state, goroutine),
                goroutine: self.paths.get(&goroutine).cloned(),
                kind: "mark".into(),
                position: None,
                text: format!("passes {mark}"),
                message: None,
                fault: false,
            });
        }
        let mut variables = BTreeMap::new();
        let mut crashed = Vec::new();
        for node in self.machine.nodes(state) {
            let name = node.name(self.machine).into_owned();
            if node.is_crashed() {
                crashed.push(name.clone());
            }
            self.nodes.entry(name.clone()).or_insert_with(|| NodeInfo {
                name: name.clone(),
                id: node.id(),
                function: node.base(self.machine).into_owned(),
            });
            variables.insert(name, self.variables(state, node));
        }
        let mut under_way: Vec<u32> = self.queues.values().flatten().copied().collect();
        under_way.sort_unstable();
        let step = self.steps;
        self.steps += 1;
        Line {
            step,
            action: action.map(Action::to_string),
            events: happenings,
            variables,
            under_way,
            crashed,
            clock: state.clock(),
        }
    }

    /// The variables of a node's own function, those of the same name with their lines. Those of functions that it calls
    /// are of little interest once these have returned.
    fn variables(&self, state: &State, node: &Node) -> BTreeMap<String, String> {
        let program = &self.machine.program;
        let watches = program.watches();
        let base = node.base(self.machine);
        let own = |watch: &u32| {
            let function = program.image.function(watches[*watch as usize].function);
            function.name.split('.').any(|part| part == base)
        };
        let declared: Vec<u32> = self.machine.declared(node).filter(own).collect();
        let mut out = BTreeMap::new();
        for &watch in &declared {
            let Some(view) = self.machine.variable(state, node, watch) else { continue };
            let variable = &watches[watch as usize];
            let alike =
                declared.iter().filter(|&&other| watches[other as usize].name == variable.name).count();
            let name = match alike {
                1 => variable.name.clone(),
                _ => format!("{}@{}", variable.name, variable.position.line),
            };
            out.insert(name, view.text());
        }
        out
    }

    fn happening(&mut self, event: Event, state: &State) -> Option<Happening> {
        let node = self.node(state, event.goroutine);
        let goroutine = self.paths.get(&event.goroutine).cloned();
        let position = self.place(event.position);
        let mut message = None;
        let (kind, text) = match event.what {
            What::Send { channel, value, .. } => {
                let sent = self.send(state, node.clone(), channel, value);
                let text = format!("sends {} on {}", sent.value, sent.channel);
                message = Some(sent);
                ("send", text)
            }
            What::Receive { closed: true, .. } => ("receive", "finds the channel closed".to_string()),
            What::Receive { channel, value, .. } => {
                let received = self.receive(state, node.clone(), channel, value);
                let text = match &received.from {
                    Some(from) => format!("receives {} from {from}", received.value),
                    None => format!("receives {}", received.value),
                };
                message = Some(received);
                ("receive", text)
            }
            What::Go { child } => {
                let path = self.paths.get(&child).map_or("a goroutine", |path| path);
                ("start", format!("starts goroutine {path}"))
            }
            What::Exit => ("end", "ends".to_string()),
            What::Close { .. } => ("close", "closes a channel".to_string()),
            What::Default => ("default", "finds nothing, and goes on".to_string()),
            What::Call { name, arguments, .. } => ("call", format!("{name}({})", arguments.join(", "))),
            What::Load { value } => ("read", format!("reads {value}")),
            What::Store { value } => ("write", format!("writes {value}")),
            What::Output { bytes, .. } => ("print", String::from_utf8_lossy(&bytes).trim_end().to_string()),
            What::Panic { value } => ("panic", format!("panics: {value}")),
            What::Fire { at } => ("timer", format!("a timer fires at {}", vtrace_machine::duration(at))),
            What::Bind { input, value } => ("choose", format!("{input} is {value}")),
            What::Mark { .. } => return None,
        };
        Some(Happening { node, goroutine, kind: kind.into(), position, text, message, fault: false })
    }
}

fn told(message: &Option<Transfer>, what: &str) -> String {
    match message {
        Some(Transfer { value, from: Some(from), channel, .. }) => {
            format!("{value}, from {from} on {channel}, {what}")
        }
        Some(Transfer { value, channel, .. }) => format!("{value}, on {channel}, {what}"),
        None => format!("a message {what}"),
    }
}
