//! The state graph of a small program, with labels, for tools that look at graphs.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use vtrace_machine::{Choice, Event, Machine, Output, State, What};

use crate::faults::Action;
use crate::simulation::Simulation;

/// A state graph: states are numbers, and 0 is where every run starts.
pub struct Labelled {
    /// How many states there are.
    pub states: usize,
    /// From which state, what happens, and to which.
    pub edges: Vec<(u32, String, u32)>,
}

/// The state graph, if it has no more than `most` states.
pub fn graph(simulation: &Simulation, most: usize) -> Option<Labelled> {
    let mut scratch = simulation.scratch();
    let initial = simulation.initial(&mut scratch);
    let mut numbers = FxHashMap::from_iter([(simulation.fingerprint(&mut scratch, &initial), 0u32)]);
    let mut queue = VecDeque::from([initial]);
    let mut edges = Vec::new();
    let (mut from, mut actions) = (0, Vec::new());
    while let Some(situation) = queue.pop_front() {
        simulation.actions(&mut scratch, &situation, &mut actions);
        for action in &actions {
            let (mut next, mut output, mut events) = (situation.clone(), Output::default(), Vec::new());
            let mut cx = simulation.machine.context(&mut output);
            cx.events = Some(&mut events);
            simulation.apply_in(&mut cx, &mut next, action);
            let fresh = numbers.len() as u32;
            let to = *numbers.entry(simulation.fingerprint(&mut scratch, &next)).or_insert(fresh);
            edges.push((from, label(simulation.machine, &next.state, action, &events), to));
            if to == fresh {
                queue.push_back(next);
            }
            if numbers.len() > most {
                return None;
            }
        }
        from += 1;
    }
    Some(Labelled { states: numbers.len(), edges })
}

/// What a step is called: `worker1!2048`, `worker2?2048`, `worker1 default`.
fn label(machine: &Machine, state: &State, action: &Action, events: &[Event]) -> String {
    let name = |goroutine: u32| {
        let node = machine.nodes(state).find(|node| node.goroutine() == goroutine);
        node.map_or_else(|| format!("goroutine {goroutine}"), |node| node.name(machine).into_owned())
    };
    let told = events.iter().filter_map(|event| {
        let who = name(event.goroutine);
        match &event.what {
            What::Send { value, .. } => Some(format!("{who}!{value}")),
            What::Receive { value, .. } => Some(format!("{who}?{value}")),
            What::Default => Some(format!("{who} default")),
            What::Close { .. } => Some(format!("{who} close")),
            What::Fire { .. } => Some("timer".to_string()),
            What::Exit => Some(format!("{who} ends")),
            What::Panic { value } => Some(format!("{who} panics {value}")),
            What::Call { name, .. } => Some(format!("{who} {name}")),
            _ => None,
        }
    });
    let told: Vec<String> = told.collect();
    match *action {
        Action::Go(Choice::Pick { goroutine, alternative }) => {
            format!("{} chooses {alternative}", name(goroutine))
        }
        Action::Go(_) if !told.is_empty() => told.join(", "),
        Action::Crash(goroutine) => format!("{} crashes", name(goroutine)),
        Action::Recover(goroutine) => format!("{} recovers", name(goroutine)),
        other => other.to_string(),
    }
}
