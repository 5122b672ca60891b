//! Runs that UPPAAL has found, in its format `.xtr`, of a model that [`crate::uppaal`] has written.
//!
//! A trace has numbers only: for each state the locations of all processes, bounds on clocks (of which these models have none)
//! and the values of all variables, and for each step the edges that were taken. What they mean is read from the model. Steps
//! in which a node only passes by its loops and conditions belong to the operation before them, as in `vtrace sim`.

use std::collections::{BTreeMap, VecDeque};

use vtrace_sim::{Happening, Line, NodeInfo, Played, Transfer};

use crate::declared::{Declarations, Values};
use crate::nta::{Edge, Network, Process};

/// A trace that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotATrace {
    /// The model is not one of ours.
    #[error("the model: {0}; it must be one that `vtrace export --to uppaal` has written")]
    Model(String),
    /// The trace does not fit.
    #[error("line {line} of the trace: {what}; does it belong to this model?")]
    Trace {
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
}

/// A state: the values of all variables. Which locations were left is told by the edges.
struct State {
    values: Vec<i64>,
}

/// Reads a trace of a model.
pub fn read(model: &str, trace: &str) -> Result<Played, NotATrace> {
    let network = Network::read(model).map_err(NotATrace::Model)?;
    let declared = network.declarations().map_err(NotATrace::Model)?;
    let mut reader = Reader::new(trace);
    let mut before = reader.state(&network, &declared)?;
    let mut teller = Teller::new(&network, &declared);
    teller.settle(&before);
    while !reader.is_at_end() {
        let after = reader.state(&network, &declared)?;
        for (process, edge) in reader.edges(&network)? {
            teller.edge(&before, process, edge);
        }
        teller.settle(&after);
        before = after;
    }
    Ok(teller.finish())
}

/// The words of a trace, with their lines.
struct Reader<'a> {
    words: Vec<(usize, &'a str)>,
    next: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        let lines = text.lines().enumerate();
        let words =
            lines.flat_map(|(i, line)| line.split_whitespace().map(move |word| (i + 1, word))).collect();
        Reader { words, next: 0 }
    }

    fn fail<T>(&self, what: impl Into<String>) -> Result<T, NotATrace> {
        let line = self.words.get(self.next).or(self.words.last()).map_or(1, |word| word.0);
        Err(NotATrace::Trace { line, what: what.into() })
    }

    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.next).map(|word| word.1)
    }

    /// A dot where a state could begin, or nothing at all.
    fn is_at_end(&self) -> bool {
        matches!(self.peek(), None | Some("."))
    }

    fn expect(&mut self, mark: &str) -> Result<(), NotATrace> {
        match self.peek() {
            Some(word) if word == mark => {
                self.next += 1;
                Ok(())
            }
            Some(word) => self.fail(format!("expected `{mark}`, found `{word}`")),
            None => self.fail(format!("expected `{mark}`, but it ends here")),
        }
    }

    fn number(&mut self, of: &str) -> Result<i64, NotATrace> {
        match self.peek().map(|word| (word, word.parse())) {
            Some((_, Ok(number))) => {
                self.next += 1;
                Ok(number)
            }
            Some((word, Err(_))) => self.fail(format!("expected {of}, found `{word}`")),
            None => self.fail(format!("expected {of}, but it ends here")),
        }
    }

    fn state(&mut self, network: &Network, declared: &Declarations) -> Result<State, NotATrace> {
        for process in &network.processes {
            let at = self.number("a location")?;
            let count = network.templates[process.template].locations.len();
            if usize::try_from(at).map_or(true, |at| at >= count) {
                self.next -= 1;
                return self.fail(format!("{} has no location {at}", process.name));
            }
        }
        self.expect(".")?;
        while self.peek() != Some(".") {
            for part in ["a clock", "a clock", "a bound"] {
                self.number(part)?;
            }
            self.expect(".")?;
        }
        self.expect(".")?;
        let mut values = Vec::new();
        for name in declared.names() {
            values.push(self.number(&format!("the value of {name}"))?);
        }
        self.expect(".")?;
        Ok(State { values })
    }

    /// The edges of a step: each with its process.
    fn edges<'n>(&mut self, network: &'n Network) -> Result<Vec<(usize, &'n Edge)>, NotATrace> {
        let mut edges = Vec::new();
        while self.peek() != Some(".") {
            let (process, edge) = (self.number("a process")?, self.number("an edge")?);
            while self.peek() != Some(";") {
                self.number("a selected value, or `;`")?;
            }
            self.expect(";")?;
            let at = |i: i64| usize::try_from(i).ok();
            let found = at(process).and_then(|process| {
                let template = network.processes.get(process)?.template;
                Some((process, network.templates[template].edges.get(at(edge)?)?))
            });
            match found {
                Some(found) => edges.push(found),
                None => return self.fail(format!("there is no edge {edge} of process {process}")),
            }
        }
        self.expect(".")?;
        Ok(edges)
    }
}

/// Tells a run.
struct Teller<'a> {
    network: &'a Network,
    declared: &'a Declarations,
    /// The messages that are in each channel, by its array and index.
    queues: BTreeMap<(String, i64), VecDeque<u32>>,
    messages: Vec<Transfer>,
    /// What a sender has handed over, until the receiver takes it in the same step.
    handed: Option<u32>,
    events: Vec<Happening>,
    crashed: Vec<String>,
    steps: Vec<Line>,
}

impl<'a> Teller<'a> {
    fn new(network: &'a Network, declared: &'a Declarations) -> Teller<'a> {
        Teller {
            network,
            declared,
            queues: BTreeMap::new(),
            messages: Vec::new(),
            handed: None,
            events: Vec::new(),
            crashed: Vec::new(),
            steps: Vec::new(),
        }
    }

    fn happens(&mut self, process: &Process, kind: &'static str, text: String, message: Option<u32>) {
        self.events.push(Happening {
            node: Some(process.name.clone()),
            goroutine: None,
            kind: kind.into(),
            position: None,
            text,
            message: message.map(|id| self.messages[id as usize].clone()),
            fault: matches!(kind, "crash" | "recover"),
        });
    }

    /// What a process does on an edge.
    fn edge(&mut self, before: &State, number: usize, edge: &Edge) {
        let process = &self.network.processes[number];
        let template = &self.network.templates[process.template];
        let location = &template.locations[edge.from];
        let place = match &location.comment {
            Some(comment) => format!("{}, {comment}", location.name),
            None => location.name.clone(),
        };
        let values = Values {
            declared: self.declared,
            network: self.network,
            process: number,
            values: &before.values,
        };
        if let Some((channel, index)) = edge.synchronisation_of('!') {
            let Some(index) = values.evaluate(index) else { return };
            let value = edge.assigned(&format!("{channel}Var[")).and_then(|value| values.evaluate(value));
            let id = self.sent(process, channel, index, value);
            self.handed = Some(id);
            self.tell_sent(process, id, &place);
        } else if edge.synchronisation_of('?').is_some() {
            if let Some(id) = self.handed.take() {
                self.received(process, id, &place);
            }
        } else if let Some((channel, [index, value])) = edge.call("Put(") {
            let Some(index) = values.evaluate(index) else { return };
            let id = self.sent(process, channel, index, values.evaluate(value));
            self.queues.entry((channel.to_string(), index)).or_default().push_back(id);
            self.tell_sent(process, id, &place);
        } else if let Some((channel, [index, _])) = edge.call("Take(") {
            let Some(index) = values.evaluate(index) else { return };
            let first = self.queues.entry((channel.to_string(), index)).or_default().pop_front();
            if let Some(id) = first {
                self.received(process, id, &place);
            }
        } else if edge.assignment.iter().any(|part| part == "ended = true") {
            self.happens(process, "call", format!("ends the program ({place})"), None);
        } else if edge.select.is_some() && !template.is_crasher() {
            self.happens(process, "choose", format!("chooses ({place})"), None);
        }
        let to = &template.locations[edge.to];
        match &*to.name {
            name if name.starts_with("Marker") => {
                self.happens(process, "print", format!("prints something ({name})"), None);
            }
            name if to.is_mark => self.happens(process, "mark", format!("passes {name}"), None),
            name if name.starts_with("End") => self.happens(process, "end", "ends".to_string(), None),
            _ => {}
        }
    }

    fn sent(&mut self, process: &Process, channel: &str, index: i64, value: Option<i64>) -> u32 {
        let id = self.messages.len() as u32;
        self.messages.push(Transfer {
            id,
            from: Some(process.name.clone()),
            to: None,
            channel: format!("{channel}[{index}]"),
            value: value.map_or_else(|| "?".to_string(), |value| value.to_string()),
        });
        id
    }

    fn tell_sent(&mut self, process: &Process, id: u32, place: &str) {
        let Transfer { channel, value, .. } = &self.messages[id as usize];
        let text = format!("sends {value} on {channel} ({place})");
        self.happens(process, "send", text, Some(id));
    }

    fn received(&mut self, process: &Process, id: u32, place: &str) {
        let message = &mut self.messages[id as usize];
        message.to = Some(process.name.clone());
        let from = message.from.clone().unwrap_or_default();
        let text = format!("receives {} from {from} ({place})", message.value);
        self.happens(process, "receive", text, Some(id));
    }

    /// If nobody is in the middle of a step any more, it is over.
    fn settle(&mut self, after: &State) {
        if self.declared.value(&after.values, "moving").is_some_and(|moving| moving > 0) {
            return;
        }
        let mut crashed = Vec::new();
        for process in self.network.nodes() {
            let down =
                process.number.and_then(|id| self.declared.value(&after.values, &format!("nodeCrash[{id}]")));
            let (is, was) = (down == Some(1), self.crashed.contains(&process.name));
            if is != was {
                let (kind, text) = if is { ("crash", "crashes") } else { ("recover", "is up again") };
                self.happens(process, kind, text.to_string(), None);
            }
            if is {
                crashed.push(process.name.clone());
            }
        }
        self.crashed = crashed;
        let step = self.steps.len();
        self.steps.push(Line {
            step,
            action: None,
            events: std::mem::take(&mut self.events),
            variables: self.declared.variables(self.network, &after.values),
            under_way: self.queues.values().flatten().copied().collect(),
            crashed: self.crashed.clone(),
            clock: 0,
        });
    }

    fn finish(mut self) -> Played {
        // Who received a message is known by now.
        for event in self.steps.iter_mut().flat_map(|step| &mut step.events) {
            if let Some(message) = &mut event.message {
                *message = self.messages[message.id as usize].clone();
            }
        }
        let nodes = self.network.nodes().map(|process| NodeInfo {
            name: process.name.clone(),
            id: process.number,
            function: self.network.templates[process.template].name.clone(),
        });
        Played { nodes: nodes.collect(), steps: self.steps, loop_from: None, end: "running".to_string() }
    }
}
