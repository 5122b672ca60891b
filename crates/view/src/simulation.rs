//! What `vtrace sim --format json` writes, as runs: a lane for each node, messages from send to receipt, faults as acts of their own.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::Deserialize;

use crate::document::{Act, ActKind, Cell, CellKind, Lane, Run, SourceFile, Stand, StandState, Step};
use crate::record::Reader;

/// The schema of such documents.
pub const SCHEMA: &str = "vtrace-sim-1";

#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    queries: Vec<Query>,
    run: Option<Played>,
}

#[derive(Deserialize)]
struct Query {
    query: String,
    verdict: String,
    reason: Option<String>,
    shows: Option<String>,
    run: Option<Played>,
}

#[derive(Deserialize)]
struct Played {
    nodes: Vec<Node>,
    steps: Vec<Line>,
    loop_from: Option<usize>,
    end: String,
}

#[derive(Deserialize)]
struct Node {
    name: String,
    id: Option<i64>,
}

#[derive(Deserialize)]
struct Line {
    action: Option<String>,
    events: Vec<Happening>,
    variables: BTreeMap<String, BTreeMap<String, String>>,
    under_way: Vec<u32>,
    crashed: Vec<String>,
    clock: i64,
}

#[derive(Deserialize)]
struct Happening {
    node: Option<String>,
    kind: String,
    position: Option<Position>,
    text: String,
    message: Option<Transfer>,
    fault: bool,
}

#[derive(Deserialize)]
struct Position {
    file: String,
    line: u32,
    column: u32,
}

#[derive(Deserialize)]
struct Transfer {
    id: u32,
    from: Option<String>,
    to: Option<String>,
    channel: String,
    value: String,
}

/// What a simulation had to show.
pub struct Shown {
    /// Each run, with a sentence about it.
    pub runs: Vec<(String, Run)>,
    /// What there is to say about queries without a run.
    pub notes: Vec<String>,
}

/// Reads what `vtrace sim` wrote.
pub fn read(text: &str, reader: &Reader) -> Result<Shown, serde_json::Error> {
    let document: Document = serde_json::from_str(text)?;
    let mut shown = Shown { runs: Vec::new(), notes: Vec::new() };
    if let Some(run) = &document.run {
        shown.runs.push(("a simulated run".to_string(), tell("simulation", run, reader)));
    }
    for Query { query, verdict, reason, shows, run } in &document.queries {
        let reason = reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
        match run {
            Some(run) => {
                let shows = shows.as_deref().unwrap_or("run");
                shown.runs.push((format!("{verdict}: {query} ({shows}{reason})"), tell(query, run, reader)));
            }
            None => shown.notes.push(format!("{verdict}: {query}{reason}")),
        }
    }
    Ok(shown)
}

/// A run, step by step.
struct Teller<'a> {
    reader: &'a Reader,
    lanes: FxHashMap<&'a str, usize>,
    files: FxHashMap<String, usize>,
    /// The acts that sent messages, by the messages' numbers.
    sent: FxHashMap<u32, usize>,
    acts: usize,
    cells: FxHashMap<(Option<usize>, String), usize>,
    values: Vec<Option<String>>,
    down: Vec<bool>,
}

fn tell(title: &str, played: &Played, reader: &Reader) -> Run {
    // Who has no number only starts the others, where others have one.
    let numbered = played.nodes.iter().any(|node| node.id.is_some());
    let nodes: Vec<&Node> = played.nodes.iter().filter(|node| node.id.is_some() || !numbered).collect();
    let mut teller = Teller {
        reader,
        lanes: nodes.iter().enumerate().map(|(lane, node)| (node.name.as_str(), lane)).collect(),
        files: FxHashMap::default(),
        sent: FxHashMap::default(),
        acts: 0,
        cells: FxHashMap::default(),
        values: Vec::new(),
        down: vec![false; nodes.len()],
    };
    let mut steps: Vec<Step> = played.steps.iter().map(|line| teller.step(line)).collect();
    if let Some(first) = steps.first_mut() {
        let lane =
            |node: &&Node| Lane { name: node.name.clone(), function: "node".to_string(), started: None };
        first.lanes = nodes.iter().map(lane).collect();
        let known: Vec<usize> = first.stands.iter().map(|stand| stand.lane).collect();
        first
            .stands
            .extend((0..nodes.len()).filter(|lane| !known.contains(lane)).map(|lane| stand(lane, false)));
    }
    let mut notes = Vec::new();
    match played.end.as_str() {
        "running" => {}
        "stuck" => notes.push("In the end nobody can go on.".to_string()),
        end if end.starts_with("Exit") => notes.push("In the end all nodes have returned.".to_string()),
        end => notes.push(format!("It ends badly: {end}")),
    }
    let cycle = played.loop_from.filter(|&at| at < steps.len());
    Run { cycle, notes, ..Run::new(title, steps) }
}

fn stand(lane: usize, down: bool) -> Stand {
    let (state, why) = match down {
        true => (StandState::Panicked, "is down".to_string()),
        false => (StandState::Ready, String::new()),
    };
    Stand { lane, state, why, waits_for: Vec::new(), stack: Vec::new() }
}

impl Teller<'_> {
    fn step(&mut self, line: &Line) -> Step {
        let mut step = Step { choice: line.action.clone(), clock: line.clock, ..Step::default() };
        for event in &line.events {
            self.act(&mut step, event);
        }
        for (node, variables) in &line.variables {
            let lane = self.lanes.get(node.as_str()).copied();
            for (name, value) in variables {
                self.set(&mut step, (lane, name.clone()), value.clone());
            }
        }
        let under_way = match line.under_way.len() {
            0 => "none".to_string(),
            count => count.to_string(),
        };
        self.set(&mut step, (None, "messages under way".to_string()), under_way);
        for (name, &lane) in &self.lanes {
            let down = line.crashed.iter().any(|crashed| crashed == name);
            if down != self.down[lane] {
                self.down[lane] = down;
                step.stands.push(stand(lane, down));
            }
        }
        step.stands.sort_by_key(|stand| stand.lane);
        step
    }

    fn act(&mut self, step: &mut Step, event: &Happening) {
        let kind = match event.kind.as_str() {
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
        // What the machinery around the nodes does is of no interest here.
        if lane.is_none() && kind != ActKind::Fault && kind != ActKind::Timer {
            return;
        }
        self.acts += 1;
        let mut after = Vec::new();
        if let Some(message) = message {
            match kind {
                ActKind::Send => {
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
        let at = event.position.as_ref().map(|at| (self.file(step, &at.file), at.line, at.column));
        let object = message.map_or_else(String::new, |message| message.channel.clone());
        step.acts.push(Act { lane, kind, what, at, function: String::new(), object, after, with: None });
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
        let shown = read(text, &|path: &str| (path.to_string(), None)).unwrap();
        assert_eq!(shown.notes, ["unknown: E<> x: the budget"]);
        let (sentence, run) = &shown.runs[0];
        assert_eq!(sentence, "violated: A<> terminated (counterexample)");
        assert_eq!(run.steps[0].lanes.len(), 2);
        let lost = &run.steps[2].acts[0];
        assert_eq!((lost.kind, lost.lane, &lost.after[..]), (ActKind::Fault, Some(0), &[0][..]));
        assert_eq!(run.steps[2].stands[0].state, StandState::Panicked);
        assert_eq!(run.steps[1].set, [(0, Some("0".to_string())), (1, Some("1".to_string()))]);
    }
}
