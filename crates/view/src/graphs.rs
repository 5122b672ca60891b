//! Transition systems and protocols as documents: a state graph with a path through it, and a protocol's run with a lane for
//! each role.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use vtrace_lts::Lts;
use vtrace_property::{Lasso, Step as LassoStep};
use vtrace_protocol::{Action, ActionKind, Configuration, Label, Lts as ProtocolLts, Names};

use crate::document::{Act, ActKind, Cell, CellKind, Graph, Lane, Run, SCHEMA, Stand, StandState, Step};

/// How many states are drawn. More than that nobody can look at.
pub const STATES: usize = 5_000;

/// A transition system; if it is large, the part of it that is nearest to its start. `trace` are labels of a path to show.
pub fn of_lts(title: &str, lts: &Lts, trace: &[String]) -> Result<Graph, String> {
    let found = match trace {
        [] => Vec::new(),
        _ => follow(lts, trace)?,
    };
    let (numbers, order) = nearest(lts, found.iter().map(|step| step.2));
    let mut edges = Vec::new();
    let mut index = FxHashMap::default();
    for (number, &state) in order.iter().enumerate() {
        for edge in lts.edges(state) {
            if let Some(&target) = numbers.get(&edge.target) {
                index.insert((state, edge.label.0, edge.target), edges.len());
                edges.push((number as u32, edge.label.0, target));
            }
        }
    }
    let path = found.iter().filter_map(|step| index.get(step).copied()).collect();
    let finals = order.iter().enumerate().filter(|(_, state)| lts.edges(**state).is_empty());
    let mut notes = Vec::new();
    if order.len() < lts.state_count() {
        notes.push(format!(
            "{} of {} states are shown: those nearest to the initial one. `vtrace lts minimise` makes a smaller system",
            order.len(),
            lts.state_count()
        ));
    }
    Ok(Graph {
        form: "graph",
        schema: SCHEMA,
        title: title.to_string(),
        sentence: format!("{} states, {} transitions", lts.state_count(), lts.transition_count()),
        states: order.len(),
        initial: 0,
        labels: lts.labels().iter().map(|(_, name)| name.to_string()).collect(),
        edges,
        finals: finals.map(|(number, _)| number).collect(),
        path,
        cycle: None,
        notes,
    })
}

/// The states nearest to the initial one, with those of a path: their numbers, and who they are.
fn nearest(lts: &Lts, path: impl Iterator<Item = u32>) -> (FxHashMap<u32, u32>, Vec<u32>) {
    let mut numbers = FxHashMap::default();
    let mut order = Vec::new();
    let mut queue = VecDeque::from([lts.initial()]);
    queue.extend(path);
    while let Some(state) = queue.pop_front() {
        if order.len() >= STATES {
            break;
        }
        if let std::collections::hash_map::Entry::Vacant(entry) = numbers.entry(state) {
            entry.insert(order.len() as u32);
            order.push(state);
            queue.extend(lts.edges(state).iter().map(|edge| edge.target));
        }
    }
    (numbers, order)
}

/// A shortest path with these labels, silent steps between them: source, label and target of each step.
fn follow(lts: &Lts, trace: &[String]) -> Result<Vec<(u32, u32, u32)>, String> {
    let mut labels = Vec::new();
    for name in trace {
        let label = lts.labels().find(name).ok_or_else(|| format!("no transition is labelled `{name}`"))?;
        labels.push(label);
    }
    let start = (lts.initial(), 0);
    let mut from: FxHashMap<(u32, usize), ((u32, usize), u32)> = FxHashMap::default();
    let mut queue = VecDeque::from([start]);
    let mut furthest = 0;
    while let Some((state, done)) = queue.pop_front() {
        furthest = furthest.max(done);
        if done == labels.len() {
            let mut path = Vec::new();
            let mut at = (state, done);
            while let Some(&(before, label)) = from.get(&at) {
                path.push((before.0, label, at.0));
                at = before;
                if at == start {
                    break;
                }
            }
            path.reverse();
            return Ok(path);
        }
        for edge in lts.edges(state) {
            let next = match edge.label {
                label if label == labels[done] => (edge.target, done + 1),
                label if label.is_tau() => (edge.target, done),
                _ => continue,
            };
            if next != start && !from.contains_key(&next) {
                from.insert(next, ((state, done), edge.label.0));
                queue.push_back(next);
            }
        }
    }
    Err(format!("no run has these labels: after {furthest} of them `{}` is not possible", trace[furthest]))
}

/// A run of a protocol that breaks a formula.
pub type Counterexample = Lasso<Configuration, Action>;

/// A protocol's transition system, with a counterexample in it.
pub fn of_protocol(title: &str, lts: &ProtocolLts, lasso: Option<&Counterexample>) -> Graph {
    let mut labels: Vec<String> = vec!["i".to_string()];
    let mut known: FxHashMap<Label, u32> = FxHashMap::default();
    let mut edges = Vec::new();
    let states = lts.states().min(STATES);
    for (state, steps) in lts.transitions.iter().enumerate().take(states) {
        for (label, target) in steps.iter().filter(|(_, target)| (*target as usize) < states) {
            let number = *known.entry(*label).or_insert_with(|| {
                labels.push(label.text(&lts.names));
                labels.len() as u32 - 1
            });
            edges.push((state as u32, number, *target));
        }
    }
    let mut path = Vec::new();
    for (index, action) in lasso.map(actions).unwrap_or_default() {
        let at = lasso
            .and_then(|lasso| Some((lasso.states.get(index)?.state, lasso.states.get(index + 1)?.state)));
        let label = known.get(&label_of(action));
        if let (Some((from, to)), Some(&label)) = (at, label) {
            path.extend(edges.iter().position(|&edge| edge == (from, label, to)));
        }
    }
    let mut notes = Vec::new();
    if states < lts.states() {
        notes
            .push(format!("{states} of {} states are shown: those nearest to the initial one", lts.states()));
    }
    Graph {
        form: "graph",
        schema: SCHEMA,
        title: title.to_string(),
        sentence: format!("{} states, {} transitions", lts.states(), lts.transition_count()),
        states,
        initial: 0,
        labels,
        edges,
        finals: (0..states).filter(|&state| lts.may_terminate[state]).collect(),
        cycle: lasso
            .filter(|lasso| !lasso.is_prefix())
            .map(|lasso| lasso.prefix.len())
            .filter(|&at| at < path.len()),
        path,
        notes,
    }
}

fn actions(lasso: &Counterexample) -> Vec<(usize, &Action)> {
    let steps = lasso.prefix.iter().chain(&lasso.cycle).enumerate();
    steps
        .filter_map(|(index, step)| match step {
            LassoStep::Action(action) => Some((index, action)),
            LassoStep::End { .. } => None,
        })
        .collect()
}

fn label_of(action: &Action) -> Label {
    let Action { kind, message, from, to } = *action;
    match kind {
        ActionKind::Send => Label::Send(message, from, to),
        ActionKind::Receive => Label::Receive(from, to),
        ActionKind::Handshake => Label::Handshake(message, from, to),
        ActionKind::Close => Label::Close(from, to),
    }
}

/// A counterexample as a run, with a lane for each role and the messages under way as values.
pub fn protocol_run(title: &str, names: &Names, lasso: &Counterexample) -> Run {
    let lane = |role: &vtrace_protocol::Role| Lane {
        name: role.to_string(),
        function: "role".to_string(),
        started: None,
    };
    let mut first = Step { lanes: names.roles.iter().map(lane).collect(), ..Step::default() };
    let ready = |lane| Stand {
        lane,
        state: StandState::Ready,
        why: String::new(),
        waits_for: Vec::new(),
        stack: Vec::new(),
    };
    first.stands = (0..names.roles.len()).map(ready).collect();
    let mut steps = vec![first];
    let mut under_way: FxHashMap<(u32, u32), VecDeque<(usize, String)>> = FxHashMap::default();
    let mut cells: FxHashMap<(u32, u32), usize> = FxHashMap::default();
    let mut number = 0;
    for step in lasso.prefix.iter().chain(&lasso.cycle) {
        let LassoStep::Action(action) = step else { continue };
        let key = (action.from, action.to);
        let (from, to) = (&names.roles[action.from as usize], &names.roles[action.to as usize]);
        let object = format!("{from} → {to}");
        let message = names.types.get_index(action.message as usize).cloned().unwrap_or_default();
        let mut made = Step::default();
        let act = |lane: u32, kind, what, after| Act {
            lane: Some(lane as usize),
            kind,
            what,
            at: None,
            function: String::new(),
            object: object.clone(),
            after,
            with: None,
        };
        match action.kind {
            ActionKind::Send => {
                under_way.entry(key).or_default().push_back((number, message.clone()));
                made.acts.push(act(
                    action.from,
                    ActKind::Send,
                    format!("sends {message} to {to}"),
                    Vec::new(),
                ));
            }
            ActionKind::Receive => {
                let sent = under_way.entry(key).or_default().pop_front();
                let after = sent.map(|(number, _)| number).into_iter().collect();
                made.acts.push(act(
                    action.to,
                    ActKind::Receive,
                    format!("receives {message} from {from}"),
                    after,
                ));
            }
            ActionKind::Handshake => {
                let mut give =
                    act(action.from, ActKind::Send, format!("hands {message} to {to}"), Vec::new());
                give.with = Some(number + 1);
                let mut take =
                    act(action.to, ActKind::Receive, format!("takes {message} from {from}"), vec![number]);
                take.with = Some(number);
                made.acts.extend([give, take]);
            }
            ActionKind::Close => {
                made.acts.push(act(
                    action.from,
                    ActKind::Close,
                    format!("closes its channel to {to}"),
                    Vec::new(),
                ));
            }
        }
        number += made.acts.len();
        let next = cells.len();
        let cell = *cells.entry(key).or_insert(next);
        if cell == next {
            made.cells.push(Cell {
                kind: CellKind::Channel,
                lane: None,
                depth: 0,
                function: String::new(),
                name: object,
                ty: "messages under way".to_string(),
            });
        }
        let queue: Vec<&str> =
            under_way.get(&key).into_iter().flatten().map(|(_, message)| message.as_str()).collect();
        made.set.push((cell, Some(if queue.is_empty() { "empty".to_string() } else { queue.join(" ") })));
        steps.push(made);
    }
    let cycle = (!lasso.is_prefix()).then_some(lasso.prefix.len() + 1).filter(|&at| at < steps.len());
    Run { cycle, ..Run::new(title, steps) }
}
