//! Simulations as runs: a lane for each node, messages from send to receipt, faults as acts of their own. From what
//! `vtrace sim --format json` writes, or from steps while they are made.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use vtrace_sim::{Action, Activity, Happening, Line, NodeInfo, Played, Possible, Standing, Transfer};

use crate::document::{
    Act, ActKind, Cell, CellKind, Lane, Other, Place, Run, SourceFile, Stand, StandState, Step,
};
use crate::record::Reader;
use crate::words;

/// The schema of such documents.
pub const SCHEMA: &str = "vtrace-sim-1";

#[derive(Deserialize)]
struct Document {
    program: Option<Program>,
    #[serde(default)]
    queries: Vec<Query>,
    run: Option<Played>,
}

/// Which program was simulated, and how: so that somebody can go on with it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Program {
    /// Packages or files, as seen from the directory of the command.
    pub patterns: Vec<String>,
    /// Build tags.
    #[serde(default)]
    pub tags: Vec<String>,
    /// The function that it starts at, if that is not main.
    pub entry: Option<String>,
    /// Whether timers fire in the order of their deadlines.
    #[serde(default)]
    pub virtual_time: bool,
    /// Whether crashed nodes may come back.
    #[serde(default)]
    pub recover: bool,
    /// Whether nodes may crash at all.
    #[serde(default)]
    pub crash: bool,
}

#[derive(Deserialize)]
struct Query {
    query: String,
    verdict: String,
    reason: Option<String>,
    shows: Option<String>,
    run: Option<Played>,
}

/// What a simulation had to show.
pub struct Shown {
    /// What was simulated, if the document says so.
    pub program: Option<Program>,
    /// Each run, with a title and a sentence about it.
    pub runs: Vec<Told>,
    /// What there is to say about queries without a run.
    pub notes: Vec<String>,
}

/// A run, and what is to be said about it.
pub struct Told {
    /// What to call it.
    pub title: String,
    /// What it shows.
    pub sentence: String,
    /// The run.
    pub played: Played,
}

/// Reads what `vtrace sim` wrote.
pub fn read(text: &str) -> Result<Shown, serde_json::Error> {
    let Document { program, queries, run } = serde_json::from_str(text)?;
    let mut shown = Shown { program, runs: Vec::new(), notes: Vec::new() };
    if let Some(played) = run {
        let sentence = "a simulated run".to_string();
        shown.runs.push(Told { title: "simulation".to_string(), sentence, played });
    }
    for Query { query, verdict, reason, shows, run } in queries {
        let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
        match run {
            Some(played) => {
                let sentence = format!("{verdict}: {query} ({}{reason})", shows.as_deref().unwrap_or("run"));
                shown.runs.push(Told { title: query, sentence, played });
            }
            None => shown.notes.push(format!("{verdict}: {query}{reason}")),
        }
    }
    Ok(shown)
}

/// The choices of a run, and from which of them on it repeats.
pub fn schedule(played: &Played) -> Result<(Vec<Action>, Option<usize>), String> {
    let actions = played.steps.iter().filter_map(|line| line.action.as_ref());
    let actions: Result<Vec<Action>, _> = actions.map(|action| action.parse()).collect();
    Ok((actions.map_err(|error| error.to_string())?, played.loop_from))
}

/// A run as it was written, without a program behind it.
pub fn tell(title: &str, played: &Played, reader: &Reader) -> Run {
    let mut teller = Teller::new(reader);
    let told = |line: &Line| teller.step(line, &mut played.nodes.iter(), None, Vec::new());
    let steps: Vec<Step> = played.steps.iter().map(told).collect();
    let cycle = played.loop_from.filter(|&at| at < steps.len());
    Run { cycle, notes: ending(&played.end).into_iter().collect(), ..Run::new(title, steps) }
}

/// How a run ended, in one sentence; none if it has not.
pub fn ending(end: &str) -> Option<String> {
    match end {
        "running" => None,
        "stuck" => Some("In the end nobody can go on.".to_string()),
        end if end.starts_with("Exit") => Some("In the end all nodes have returned.".to_string()),
        end => Some(format!("It ends badly: {end}")),
    }
}

/// Tells a run, step by step.
pub struct Teller<'a> {
    reader: &'a Reader,
    lanes: FxHashMap<String, usize>,
    files: FxHashMap<String, usize>,
    /// The acts that sent messages, by the messages' numbers.
    sent: FxHashMap<u32, usize>,
    acts: usize,
    cells: FxHashMap<(Option<usize>, String), usize>,
    values: Vec<Option<String>>,
    stands: Vec<Option<Stand>>,
    /// Whether it is known where nodes are.
    placed: bool,
}

impl<'a> Teller<'a> {
    /// At the start.
    pub fn new(reader: &'a Reader) -> Teller<'a> {
        Teller {
            reader,
            lanes: FxHashMap::default(),
            files: FxHashMap::default(),
            sent: FxHashMap::default(),
            acts: 0,
            cells: FxHashMap::default(),
            values: Vec::new(),
            stands: Vec::new(),
            placed: false,
        }
    }

    /// A step, with the nodes that are known by then, how they stand, if that is known, and what else could have happened.
    pub fn step(
        &mut self,
        line: &Line,
        nodes: &mut dyn Iterator<Item = &NodeInfo>,
        standings: Option<&[Standing]>,
        others: Vec<Other>,
    ) -> Step {
        let mut step = Step { choice: line.action.clone(), clock: line.clock, others, ..Step::default() };
        self.add_lanes(&mut step, nodes);
        for event in &line.events {
            self.act(&mut step, event);
        }
        for (node, variables) in &line.variables {
            // Who only starts the others has no lane, and no variables of interest.
            let Some(&lane) = self.lanes.get(node) else { continue };
            for (name, value) in variables {
                self.set(&mut step, (Some(lane), name.clone()), value.clone());
            }
        }
        let under_way = match line.under_way.len() {
            0 => "none".to_string(),
            count => count.to_string(),
        };
        self.set(&mut step, (None, "messages under way".to_string()), under_way);
        let mut stands = match standings {
            Some(standings) => standings.iter().filter_map(|at| self.stand(&mut step, at)).collect(),
            None => self.guess_stands(line),
        };
        stands.sort_by_key(|stand: &Stand| stand.lane);
        for stand in stands {
            self.placed |= !stand.stack.is_empty();
            let known = &mut self.stands[stand.lane];
            if known.as_ref() != Some(&stand) {
                *known = Some(stand.clone());
                step.stands.push(stand);
            }
        }
        step
    }

    fn add_lanes(&mut self, step: &mut Step, nodes: &mut dyn Iterator<Item = &NodeInfo>) {
        let nodes: Vec<&NodeInfo> = nodes.collect();
        // Who has no number only starts the others, where others have one.
        let numbered = nodes.iter().any(|node| node.id.is_some());
        for node in nodes.into_iter().filter(|node| node.id.is_some() || !numbered) {
            if !self.lanes.contains_key(&node.name) {
                self.lanes.insert(node.name.clone(), self.lanes.len());
                self.stands.push(None);
                step.lanes.push(Lane {
                    name: node.name.clone(),
                    function: "node".to_string(),
                    started: None,
                });
            }
        }
    }

    /// How a node stands.
    fn stand(&mut self, step: &mut Step, at: &Standing) -> Option<Stand> {
        let lane = *self.lanes.get(&at.node)?;
        let (state, why) = match at.state {
            Activity::Ready => (StandState::Ready, String::new()),
            Activity::Waiting => (StandState::Blocked, words::waits(&at.reason, None)),
            Activity::Ended => (StandState::Ended, String::new()),
            Activity::Down => (StandState::Panicked, "is down".to_string()),
        };
        let stack = at.at.iter().map(|(function, place)| {
            (function.clone(), (self.file(step, &place.file), place.line, place.column))
        });
        let stack = stack.collect();
        Some(Stand { lane, state, why, waits_for: Vec::new(), stack })
    }

    /// How everybody stands, where only crashes are known.
    fn guess_stands(&self, line: &Line) -> Vec<Stand> {
        let stand = |(name, &lane): (&String, &usize)| {
            let (state, why) = match line.crashed.contains(name) {
                true => (StandState::Panicked, "is down".to_string()),
                false => (StandState::Ready, String::new()),
            };
            Stand { lane, state, why, waits_for: Vec::new(), stack: Vec::new() }
        };
        self.lanes.iter().map(stand).collect()
    }

    /// Something that could happen, for the page.
    pub fn other(&self, possible: &Possible) -> Other {
        Other {
            choice: possible.action.to_string(),
            what: possible.text.clone(),
            lanes: possible.nodes.iter().filter_map(|node| self.lanes.get(node).copied()).collect(),
            fault: possible.action.is_fault(),
            message: possible.message.and_then(|id| self.sent.get(&id).copied()),
        }
    }

    fn act(&mut self, step: &mut Step, event: &Happening) {
        let kind = match &*event.kind {
            _ if event.fault => ActKind::Fault,
            "send" => ActKind::Send,
            "receive" => ActKind::Receive,
            "close" => ActKind::Close,
            "default" | "choose" => ActKind::Default,
            "start" => ActKind::Go,
            "end" => ActKind::Exit,
            "read" => ActKind::Read,
            "write" => ActKind::Write,
            "panic" | "mark" => ActKind::Panic,
            "timer" => ActKind::Timer,
            "print" => {
                step.output += &event.text;
                return;
            }
            _ => ActKind::Sync,
        };
        let number = self.acts;
        let message = event.message.as_ref();
        let node = event.node.as_deref().or(message.and_then(|message| message.from.as_deref()));
        let lane = node.and_then(|node| self.lanes.get(node)).copied();
        // What the machinery around the nodes does is of no interest here: before they are started, within a choice that is told by
        // itself, and after they have returned.
        let around = event.kind == "call"
            && (event.text.starts_with("math/rand.vtrace")
                || lane.is_some_and(|lane| self.placed && self.stood(lane).is_none()));
        if around || (lane.is_none() && kind != ActKind::Fault && kind != ActKind::Timer) {
            return;
        }
        self.acts += 1;
        let mut after = Vec::new();
        if let Some(message) = message {
            match kind {
                ActKind::Send => {
                    self.sent.insert(message.id, number);
                }
                // A second copy begins here, and a message that is lost at once is never sent.
                ActKind::Fault if !self.sent.contains_key(&message.id) => {
                    self.sent.insert(message.id, number);
                }
                _ => after.extend(self.sent.get(&message.id)),
            }
        }
        let what = match message {
            Some(Transfer { to: Some(to), value, .. }) if kind == ActKind::Send => {
                format!("sends {value} to {to}")
            }
            Some(Transfer { from: Some(from), value, .. }) if kind == ActKind::Receive => {
                format!("receives {value} from {from}")
            }
            _ => event.text.clone(),
        };
        let at = match (&event.position, lane.and_then(|lane| self.stood(lane))) {
            // What a library does on a node's behalf is shown where the node calls it.
            (Some(at), Some(place)) if self.files.get(&at.file) != Some(&place.0) => Some(place),
            (Some(at), _) => Some((self.file(step, &at.file), at.line, at.column)),
            (None, _) => None,
        };
        let object = message.map_or_else(String::new, |message| message.channel.clone());
        step.acts.push(Act { lane, kind, what, at, function: String::new(), object, after, with: None });
    }

    /// Where a node stood before this step.
    fn stood(&self, lane: usize) -> Option<Place> {
        self.stands[lane].as_ref().and_then(|stand| stand.stack.first()).map(|(_, place)| *place)
    }

    fn file(&mut self, step: &mut Step, path: &str) -> usize {
        let next = self.files.len();
        let file = *self.files.entry(path.to_string()).or_insert(next);
        if file == next {
            let (name, text) = (self.reader)(path);
            step.files.push(SourceFile { name, text });
        }
        file
    }

    fn set(&mut self, step: &mut Step, key: (Option<usize>, String), value: String) {
        let next = self.values.len();
        let index = *self.cells.entry(key.clone()).or_insert(next);
        if index == next {
            let (lane, name) = key;
            let kind = if lane.is_some() { CellKind::Local } else { CellKind::Channel };
            let function = String::new();
            step.cells.push(Cell { kind, lane, depth: 0, function, name, ty: String::new() });
            self.values.push(None);
        }
        if self.values[index].as_ref() != Some(&value) {
            step.set.push((index, Some(value.clone())));
            self.values[index] = Some(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_faults_and_variables_of_a_simulation_are_told() {
        let text = r#"{"schema": "vtrace-sim-1", "queries": [
            {"query": "A<> terminated", "verdict": "violated", "expected": null, "reason": null, "shows": "counterexample",
             "run": {"nodes": [{"name": "node0", "id": 0, "function": "node"}, {"name": "node1", "id": 1, "function": "node"}],
              "steps": [
               {"step": 0, "action": null, "events": [], "variables": {"node0": {"leader": "-1"}}, "under_way": [], "crashed": [], "clock": 0},
               {"step": 1, "action": "step 2", "events": [{"node": "node0", "goroutine": "1", "kind": "send", "position": null,
                 "text": "sends 7 on links[1]", "message": {"id": 0, "from": "node0", "to": null, "channel": "links[1]", "value": "7"}, "fault": false}],
                "variables": {"node0": {"leader": "0"}}, "under_way": [0], "crashed": [], "clock": 0},
               {"step": 2, "action": "lose 1", "events": [{"node": null, "goroutine": null, "kind": "lose", "position": null,
                 "text": "gets lost", "message": {"id": 0, "from": "node0", "to": null, "channel": "links[1]", "value": "7"}, "fault": true}],
                "variables": {}, "under_way": [], "crashed": ["node1"], "clock": 0}],
              "loop_from": null, "end": "stuck"}},
            {"query": "E<> x", "verdict": "unknown", "expected": null, "reason": "the budget", "shows": null, "run": null}],
            "states": 1, "transitions": 1, "complete": true, "bounded": null, "seconds": 0.0}"#;
        let shown = read(text).unwrap();
        assert_eq!(shown.notes, ["unknown: E<> x: the budget"]);
        let told = &shown.runs[0];
        assert_eq!(told.sentence, "violated: A<> terminated (counterexample)");
        let run = tell("run", &told.played, &|path: &str| (path.to_string(), None));
        assert_eq!(run.steps[0].lanes.len(), 2);
        let lost = &run.steps[2].acts[0];
        assert_eq!((lost.kind, lost.lane, &lost.after[..]), (ActKind::Fault, Some(0), &[0][..]));
        assert_eq!(run.steps[2].stands[0].state, StandState::Panicked);
        assert_eq!(run.steps[1].set, [(0, Some("0".to_string())), (1, Some("1".to_string()))]);
    }
}
