//! The facts about a system: its size, its threads and what they do, where it ends, how it branches.

use serde::Serialize;

use crate::event::{self, Kind};
use crate::lts::{Lts, State};
use crate::scc::components;

/// What [`assess`] finds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Assessment {
    /// The initial state.
    pub initial: State,
    /// How many states.
    pub states: usize,
    /// How many of them the initial state reaches.
    pub reachable: usize,
    /// How many transitions.
    pub transitions: usize,
    /// How many of them are silent.
    pub silent: usize,
    /// The threads that call methods.
    pub threads: Vec<Thread>,
    /// The states without outgoing transitions.
    pub finals: Vec<Final>,
    /// Those that the initial state reaches: where a run can end, or get stuck.
    pub deadlocks: usize,
    /// Outgoing transitions of a state.
    pub branching: Branching,
    /// Is there a cycle of any kind?
    pub cyclic: bool,
    /// Is there a cycle of silent steps?
    pub divergent: bool,
    /// The labels that occur, in order of their names, with the number of their transitions.
    pub labels: Vec<LabelCount>,
}

/// A thread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Thread {
    /// Its name.
    pub name: String,
    /// The most calls it makes in one run; none if there is no bound.
    pub calls: Option<usize>,
    /// The methods that it calls.
    pub methods: Vec<String>,
}

/// A state in which nothing can happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Final {
    /// The state.
    pub state: State,
    /// How many transitions lead to it.
    pub incoming: usize,
}

/// How many transitions leave a state.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Branching {
    /// The most.
    pub largest: usize,
    /// The average.
    pub average: f64,
    /// How many states have two transitions with the same label.
    pub nondeterministic: usize,
}

/// A label and how often it occurs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LabelCount {
    /// The label.
    pub label: String,
    /// How many transitions have it.
    pub transitions: usize,
}

/// Assesses `lts`. O((states + transitions) · threads).
pub fn assess(lts: &Lts) -> Assessment {
    let mut counts = vec![0usize; lts.labels().len()];
    let mut incoming = vec![0usize; lts.state_count()];
    let mut largest = 0;
    let mut nondeterministic = 0;
    for s in lts.states() {
        let edges = lts.edges(s);
        largest = largest.max(edges.len());
        nondeterministic += usize::from(edges.windows(2).any(|w| w[0].label == w[1].label));
        for edge in edges {
            counts[edge.label.index()] += 1;
            incoming[edge.target as usize] += 1;
        }
    }
    let (reachable, old) = lts.reachable_from(&[lts.initial()]);
    let reached: Vec<bool> = {
        let mut reached = vec![false; lts.state_count()];
        old.iter().for_each(|&s| reached[s as usize] = true);
        reached
    };
    let finals: Vec<Final> = lts
        .states()
        .filter(|&s| lts.edges(s).is_empty())
        .map(|state| Final { state, incoming: incoming[state as usize] })
        .collect();
    let all = components(lts, |_, _| true);
    let cyclic = all.cyclic(lts, |_, _| true).contains(&true);
    let silent_cycles = components(lts, |_, e| e.label.is_tau());
    let divergent = silent_cycles.cyclic(lts, |_, e| e.label.is_tau()).contains(&true);
    let mut labels: Vec<LabelCount> = lts
        .labels()
        .iter()
        .filter(|(label, _)| counts[label.index()] > 0)
        .map(|(label, name)| LabelCount { label: name.into(), transitions: counts[label.index()] })
        .collect();
    labels.sort_by(|a, b| a.label.cmp(&b.label));
    let states = lts.state_count();
    Assessment {
        initial: lts.initial(),
        states,
        reachable: reachable.state_count(),
        transitions: lts.transition_count(),
        silent: counts[0],
        threads: threads(lts),
        deadlocks: finals.iter().filter(|f| reached[f.state as usize]).count(),
        finals,
        branching: Branching {
            largest,
            average: lts.transition_count() as f64 / states as f64,
            nondeterministic,
        },
        cyclic,
        divergent,
        labels,
    }
}

/// The threads of `lts` with the most calls that each makes on a path from the initial state.
fn threads(lts: &Lts) -> Vec<Thread> {
    let used = event::used(lts);
    let events = event::of_labels(lts);
    let components = components(lts, |_, _| true);
    // Components are numbered against the edges: from large to small is from the start on.
    let mut by_component: Vec<State> = lts.states().collect();
    by_component.sort_by_key(|&s| std::cmp::Reverse(components.of[s as usize]));
    let mut threads = Vec::new();
    for name in event::threads(lts, &used) {
        let calls: Vec<bool> = events
            .iter()
            .map(|e| e.as_ref().is_some_and(|e| e.kind == Kind::Call && e.thread == name))
            .collect();
        let mut methods: Vec<String> = events
            .iter()
            .zip(&used)
            .filter(|&(_, &used)| used)
            .filter_map(|(e, _)| e.as_ref().filter(|e| e.kind == Kind::Call && e.thread == name))
            .map(|e| e.method.to_owned())
            .collect();
        methods.sort_unstable();
        methods.dedup();

        // The most calls on a path to each component; None where no path from the initial state leads.
        let mut most: Vec<Option<usize>> = vec![None; components.count];
        most[components.of[lts.initial() as usize] as usize] = Some(0);
        let mut unbounded = false;
        let mut best = 0;
        for &s in &by_component {
            let from = components.of[s as usize];
            let Some(so_far) = most[from as usize] else { continue };
            for edge in lts.edges(s) {
                let to = components.of[edge.target as usize];
                let call = calls[edge.label.index()];
                unbounded |= call && from == to;
                let calls = so_far + usize::from(call);
                if from != to && most[to as usize].is_none_or(|known| known < calls) {
                    most[to as usize] = Some(calls);
                }
                best = best.max(calls);
            }
        }
        threads.push(Thread { name: name.into(), calls: (!unbounded).then_some(best), methods });
    }
    threads
}
