//! What can be said about a protocol without any formula.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use serde::Serialize;
use vtrace_property::components;

use crate::ast::Protocol;
use crate::label::{Label, RoleId};
use crate::lts::Lts;
use crate::source::Span;

/// What was found out about a protocol.
#[derive(Clone, Debug, Serialize)]
pub struct Lints {
    /// What is wrong, or may be.
    pub findings: Vec<Finding>,
    /// How many messages each channel must hold.
    pub channels: Vec<ChannelBound>,
    /// Whether runs end.
    pub termination: Termination,
}

/// Something wrong, or perhaps wrong.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// Its kind, a word that does not change: `deadlock`, `orphan-message` …
    pub kind: &'static str,
    /// What happens.
    pub message: String,
    /// The shortest run that shows it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<String>,
    /// The form that it is about.
    #[serde(skip)]
    pub span: Option<Span>,
}

/// The bound of a channel.
#[derive(Clone, Debug, Serialize)]
pub struct ChannelBound {
    /// The sender.
    pub from: String,
    /// The receiver.
    pub to: String,
    /// How many messages can be under way at once; none if there is no limit.
    pub bound: Option<u64>,
}

/// Whether runs end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// Every run ends properly.
    Must,
    /// Some runs end, others need not.
    May,
    /// No run ends properly.
    Cannot,
}

impl Lts {
    /// Looks for everything that this module knows.
    pub fn lints(&self, protocol: &Protocol) -> Lints {
        let mut findings = Vec::new();
        let trace_to = Traces::of(self);
        for (state, out) in self.transitions.iter().enumerate() {
            if out.is_empty() && !self.may_terminate[state] {
                findings.push(Finding {
                    kind: "deadlock",
                    message: "the protocol can stop where it may not".into(),
                    trace: trace_to.state(self, state as u32),
                    span: None,
                });
                break;
            }
        }
        let mut channels = Vec::new();
        for (from, to) in self.channels() {
            let (sender, receiver) =
                (self.names.roles[from as usize].to_string(), self.names.roles[to as usize].to_string());
            let flow = self.flow(from, to);
            if flow.lowest < 0 {
                findings.push(Finding {
                    kind: "receive-before-send",
                    message: format!("{receiver} can be told to receive from {sender} when nothing was sent"),
                    trace: Vec::new(),
                    span: None,
                });
            }
            if flow.bound.is_none() {
                findings.push(Finding {
                    kind: "unbounded-channel",
                    message: format!(
                        "the channel from {sender} to {receiver} can hold any number of messages"
                    ),
                    trace: Vec::new(),
                    span: None,
                });
            }
            if let Some(trace) = self.orphan(from, to, flow.bound.unwrap_or(1)) {
                findings.push(Finding {
                    kind: "orphan-message",
                    message: format!(
                        "the protocol can end with a message from {sender} that {receiver} never receives"
                    ),
                    trace,
                    span: None,
                });
            }
            channels.push(ChannelBound { from: sender, to: receiver, bound: flow.bound });
        }
        for (from, to) in self.closed_channels() {
            if let Some(trace) = self.used_after_close(from, to) {
                let (sender, receiver) = (&self.names.roles[from as usize], &self.names.roles[to as usize]);
                findings.push(Finding {
                    kind: "use-after-close",
                    message: format!("{sender} uses its channel to {receiver} after it has closed it"),
                    trace,
                    span: None,
                });
            }
        }
        let minimal = self.minimised();
        let traces = Traces::of(&minimal);
        let ambiguities = minimal.ambiguities();
        if let Some(&(state, label)) = ambiguities.first() {
            let more = match ambiguities.len() {
                1 => String::new(),
                count => format!(" (and {} more such choices)", count - 1),
            };
            findings.push(Finding {
                kind: "ambiguous-choice",
                message: format!("{} does not tell which branch was chosen{more}", label.text(&self.names)),
                trace: traces.state(&minimal, state),
                span: None,
            });
        }
        for &span in &self.unreachable {
            findings.push(Finding {
                kind: "unreachable",
                message: "this can never happen".into(),
                trace: Vec::new(),
                span: Some(span),
            });
        }
        for role in &protocol.roles {
            let acts = |label: &Label| {
                label.subjects().iter().flatten().any(|&id| self.names.roles[id as usize].name == role.name)
            };
            if !self.transitions.iter().flatten().any(|(label, _)| acts(label)) {
                findings.push(Finding {
                    kind: "idle-role",
                    message: format!("the role `{}` never acts", role.name),
                    trace: Vec::new(),
                    span: Some(role.span),
                });
            }
        }
        Lints { findings, channels, termination: self.termination() }
    }

    fn channels(&self) -> Vec<(RoleId, RoleId)> {
        let mut channels: Vec<(RoleId, RoleId)> = self
            .transitions
            .iter()
            .flatten()
            .filter(|(label, _)| matches!(label, Label::Send(..) | Label::Receive(..)))
            .map(|(label, _)| label.parties())
            .collect();
        channels.sort_unstable();
        channels.dedup();
        channels
    }

    /// The channels that somebody closes.
    pub(crate) fn closed_channels(&self) -> Vec<(RoleId, RoleId)> {
        let labels = self.transitions.iter().flatten();
        let mut closed: Vec<(RoleId, RoleId)> = labels
            .filter(|(label, _)| matches!(label, Label::Close(..)))
            .map(|(label, _)| label.parties())
            .collect();
        closed.sort_unstable();
        closed.dedup();
        closed
    }

    /// The shortest run in which a channel is used by its sender after it has closed it.
    pub(crate) fn used_after_close(&self, from: RoleId, to: RoleId) -> Option<Vec<String>> {
        let mut parents: FxHashMap<(u32, bool), ((u32, bool), Label)> = FxHashMap::default();
        let mut queue = VecDeque::from([(0u32, false)]);
        while let Some(at) = queue.pop_front() {
            for &(label, next) in &self.transitions[at.0 as usize] {
                let uses = !matches!(label, Label::Receive(..)) && label.parties() == (from, to);
                if uses && at.1 {
                    let mut trace = vec![label.text(&self.names)];
                    let mut back = at;
                    while let Some((before, label)) = parents.get(&back) {
                        trace.push(label.text(&self.names));
                        back = *before;
                    }
                    trace.reverse();
                    return Some(trace);
                }
                let then = (next, at.1 || (uses && matches!(label, Label::Close(..))));
                if then != (0, false) && !parents.contains_key(&then) {
                    parents.insert(then, (at, label));
                    queue.push_back(then);
                }
            }
        }
        None
    }

    /// How many messages each channel holds at most; none where there is no limit.
    pub fn channel_bounds(&self) -> Vec<((RoleId, RoleId), Option<u64>)> {
        self.channels().into_iter().map(|channel| (channel, self.flow(channel.0, channel.1).bound)).collect()
    }

    /// Whether runs end.
    pub fn termination(&self) -> Termination {
        let cyclic = components(
            &self
                .transitions
                .iter()
                .map(|out| out.iter().map(|&(_, next)| (next, ())).collect())
                .collect::<Vec<_>>(),
        )
        .iter()
        .any(|component| {
            component.len() > 1
                || self.transitions[component[0] as usize].iter().any(|&(_, next)| next == component[0])
        });
        let stuck =
            (0..self.states()).any(|state| self.transitions[state].is_empty() && !self.may_terminate[state]);
        match self.may_terminate.iter().any(|&may| may) {
            false => Termination::Cannot,
            true if cyclic || stuck => Termination::May,
            true => Termination::Must,
        }
    }

    /// The most and the fewest messages that a run can leave on a channel.
    ///
    /// Around a cycle the number must come back to itself, or there is no limit; so each component has one number per state up to a
    /// shift, and the largest shift is found going along the components in order.
    fn flow(&self, from: RoleId, to: RoleId) -> Flow {
        let weight = |label: &Label| match *label {
            Label::Send(_, sender, receiver) if (sender, receiver) == (from, to) => 1i64,
            Label::Receive(sender, receiver) if (sender, receiver) == (from, to) => -1,
            _ => 0,
        };
        let graph: Vec<Vec<(u32, i64)>> = self
            .transitions
            .iter()
            .map(|out| out.iter().map(|(label, next)| (*next, weight(label))).collect())
            .collect();
        let mut component_of = vec![u32::MAX; graph.len()];
        let ordered = components(&graph);
        for (number, component) in (0u32..).zip(&ordered) {
            component.iter().for_each(|&state| component_of[state as usize] = number);
        }
        let mut within = vec![0i64; graph.len()];
        let mut shift: Vec<Option<(i64, i64)>> = vec![None; ordered.len()];
        let (mut highest, mut lowest) = (0, 0);
        let mut bounded = true;
        for (number, component) in ordered.iter().enumerate() {
            let root = component[0];
            let mut placed: FxHashMap<u32, i64> = FxHashMap::from_iter([(root, 0)]);
            let mut todo = vec![root];
            while let Some(state) = todo.pop() {
                for &(next, weight) in graph[state as usize]
                    .iter()
                    .filter(|(next, _)| component_of[*next as usize] as usize == number)
                {
                    let value = placed[&state] + weight;
                    match placed.get(&next) {
                        None => {
                            placed.insert(next, value);
                            todo.push(next);
                        }
                        Some(&known) => bounded &= known == value,
                    }
                }
            }
            placed.iter().for_each(|(&state, &value)| within[state as usize] = value);
        }
        // `components` puts a component after those that it reaches; so the initial one is last.
        for (number, component) in ordered.iter().enumerate().rev() {
            if component.contains(&0) {
                shift[number] = Some((-within[0], -within[0]));
            }
            let Some((most, least)) = shift[number] else { continue };
            for &state in component {
                highest = highest.max(most + within[state as usize]);
                lowest = lowest.min(least + within[state as usize]);
            }
            let leaving: Vec<(u32, i64)> = component
                .iter()
                .flat_map(|&state| {
                    graph[state as usize].iter().map(move |&(next, weight)| (state, next, weight))
                })
                .filter(|&(_, next, _)| component_of[next as usize] as usize != number)
                .map(|(state, next, weight)| (next, within[state as usize] + weight))
                .collect();
            for (next, value) in leaving {
                let target = component_of[next as usize] as usize;
                let offset = within[next as usize];
                let arrival = (most + value - offset, least + value - offset);
                shift[target] = Some(
                    shift[target].map_or(arrival, |known| (known.0.max(arrival.0), known.1.min(arrival.1))),
                );
            }
        }
        Flow { bound: bounded.then_some(highest as u64), lowest }
    }

    /// The shortest run that may end with a message on the channel. `most` bounds how many are looked at.
    fn orphan(&self, from: RoleId, to: RoleId, most: u64) -> Option<Vec<String>> {
        let mut parents: FxHashMap<(u32, u64), ((u32, u64), Label)> = FxHashMap::default();
        let mut queue = VecDeque::from([(0u32, 0u64)]);
        while let Some(at) = queue.pop_front() {
            if self.may_terminate[at.0 as usize] && at.1 > 0 {
                let mut trace = Vec::new();
                let mut back = at;
                while let Some((before, label)) = parents.get(&back) {
                    trace.push(label.text(&self.names));
                    back = *before;
                }
                trace.reverse();
                return Some(trace);
            }
            for &(label, next) in &self.transitions[at.0 as usize] {
                let count = match label {
                    Label::Send(_, sender, receiver) if (sender, receiver) == (from, to) => {
                        (at.1 + 1).min(most.max(1))
                    }
                    Label::Receive(sender, receiver) if (sender, receiver) == (from, to) => {
                        at.1.saturating_sub(1)
                    }
                    _ => at.1,
                };
                let then = (next, count);
                if then != (0, 0) && !parents.contains_key(&then) {
                    parents.insert(then, (at, label));
                    queue.push_back(then);
                }
            }
        }
        None
    }
}

struct Flow {
    bound: Option<u64>,
    lowest: i64,
}

/// The shortest traces to all states.
pub(crate) struct Traces {
    parents: Vec<Option<(u32, Label)>>,
}

impl Traces {
    pub(crate) fn of(lts: &Lts) -> Self {
        let mut parents = vec![None; lts.states()];
        let mut seen = vec![false; lts.states()];
        let mut queue = VecDeque::from([0u32]);
        if let Some(first) = seen.first_mut() {
            *first = true;
        }
        while let Some(state) = queue.pop_front() {
            for &(label, next) in &lts.transitions[state as usize] {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    parents[next as usize] = Some((state, label));
                    queue.push_back(next);
                }
            }
        }
        Self { parents }
    }

    pub(crate) fn state(&self, lts: &Lts, mut state: u32) -> Vec<String> {
        let mut trace = Vec::new();
        while let Some((before, label)) = self.parents[state as usize] {
            trace.push(label.text(&lts.names));
            state = before;
        }
        trace.reverse();
        trace
    }
}
