//! All states, breadth first, so that the first run to anything is a shortest one.
//!
//! Kept of a state is what queries need: which predicates hold, how it was reached, and where its steps lead. The state
//! itself is let go once it is expanded; whoever wants it again plays the run.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use vtrace_machine::End;

use crate::faults::Action;
use crate::predicate::{Moment, Predicate};
use crate::simulation::{Scratch, Simulation, Situation};

/// The states of a simulation.
pub struct Space {
    /// For each state, from which state and by which of its actions it was first reached.
    parents: Vec<(u32, u16)>,
    /// For each expanded state, which predicates hold, as bits; and [`STUCK`].
    pub(crate) truths: Vec<u64>,
    /// Where the edges of each expanded state begin; one more than states.
    starts: Vec<u64>,
    /// Where each edge leads, and who acts: the goroutines' numbers as bits.
    edges: Vec<(u32, u64)>,
    /// How many steps there were, edges kept or not.
    pub transitions: u64,
    /// Why not all states are there, if not.
    pub bounded: Option<String>,
    /// What the machine could not do, if a run came to it.
    pub unsupported: Option<String>,
    /// How long it took.
    pub duration: Duration,
}

/// What ends an exploration.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many states.
    pub states: u64,
    /// How long.
    pub time: Duration,
    /// How many bytes of memory, measured now and then.
    pub memory: u64,
    /// How many workers.
    pub threads: usize,
    /// Whether the predicates are goals: once each was found in some state, it is enough.
    pub goals: bool,
    /// Whether edges are kept, for questions about runs without end.
    pub edges: bool,
}

/// The program can do nothing any more. The highest bit of a state's truths.
pub(crate) const STUCK: u64 = 1 << 63;

/// The most predicates that can be looked at at once.
pub const PREDICATES: usize = 62;

/// How many states a worker expands before results are put together.
const BATCH: usize = 512;

/// What a worker finds out about a state.
struct Expanded {
    truth: u64,
    successors: Vec<(u128, u64, Option<Situation>)>,
    unsupported: Option<String>,
}

impl Space {
    /// Explores the states of a simulation. `interrupted` is asked now and then.
    pub fn explore(
        simulation: &Simulation,
        predicates: &[Predicate],
        limits: &Limits,
        interrupted: &(dyn Fn() -> bool + Sync),
    ) -> Space {
        let begin = Instant::now();
        let mut space = Space {
            parents: vec![(0, 0)],
            truths: Vec::new(),
            starts: vec![0],
            edges: Vec::new(),
            transitions: 0,
            bounded: None,
            unsupported: None,
            duration: Duration::ZERO,
        };
        let threads = limits.threads.max(1);
        let mut scratches: Vec<Scratch> = (0..threads).map(|_| simulation.scratch()).collect();
        let mut numbers: FxHashMap<u128, u32> = FxHashMap::default();
        let initial = simulation.initial(&mut scratches[0]);
        numbers.insert(simulation.fingerprint(&mut scratches[0], &initial), 0);
        // States are numbered in the order in which they wait here.
        let mut queue = VecDeque::from([initial]);
        let goals = if limits.goals { (1u64 << predicates.len()) - 1 } else { u64::MAX };
        let mut found = 0;
        'search: while !queue.is_empty() {
            let size = (threads * BATCH).min(queue.len());
            let batch: Vec<Situation> = queue.drain(..size).collect();
            let expanded = expand(simulation, predicates, &batch, &numbers, &mut scratches);
            drop(batch);
            for state in expanded {
                let index = space.truths.len() as u32;
                space.truths.push(state.truth);
                found |= state.truth & !STUCK;
                space.unsupported = space.unsupported.take().or(state.unsupported);
                for (edge, (print, actors, successor)) in state.successors.into_iter().enumerate() {
                    let fresh = space.parents.len() as u32;
                    let target = *numbers.entry(print).or_insert(fresh);
                    if target == fresh {
                        space.parents.push((index, edge as u16));
                        queue.extend(successor);
                    }
                    space.transitions += 1;
                    if limits.edges {
                        space.edges.push((target, actors));
                    }
                }
                space.starts.push(space.edges.len() as u64);
                if found == goals {
                    break 'search;
                }
            }
            space.bounded = space.limit(limits, begin, interrupted);
            if space.bounded.is_some() {
                break;
            }
        }
        space.duration = begin.elapsed();
        space
    }

    fn limit(&self, limits: &Limits, begin: Instant, interrupted: &dyn Fn() -> bool) -> Option<String> {
        if self.parents.len() as u64 > limits.states {
            return Some(format!("more than {} states", limits.states));
        }
        if begin.elapsed() > limits.time {
            return Some(format!("more than {:?}", limits.time));
        }
        if self.truths.len() % (64 * BATCH) < BATCH && memory() > limits.memory {
            return Some(format!("more than {} MB of memory", limits.memory >> 20));
        }
        interrupted().then(|| "an interruption".to_string())
    }

    /// How many states were reached.
    pub fn states(&self) -> usize {
        self.parents.len()
    }

    /// How many of them were looked at.
    pub fn expanded(&self) -> usize {
        self.truths.len()
    }

    /// Whether all states were looked at.
    pub fn is_complete(&self) -> bool {
        self.truths.len() == self.parents.len() && self.unsupported.is_none()
    }

    /// The first state in which the predicate with this index holds.
    pub fn first(&self, predicate: usize) -> Option<u32> {
        self.truths.iter().position(|truth| truth >> predicate & 1 == 1).map(|index| index as u32)
    }

    pub(crate) fn holds(&self, state: u32, predicate: usize) -> bool {
        self.truths[state as usize] >> predicate & 1 == 1
    }

    pub(crate) fn is_stuck(&self, state: u32) -> bool {
        self.truths[state as usize] & STUCK != 0
    }

    /// Where a state's steps lead, and who acts.
    pub(crate) fn edges(&self, state: u32) -> &[(u32, u64)] {
        &self.edges[self.starts[state as usize] as usize..self.starts[state as usize + 1] as usize]
    }

    /// A shortest run to a state, as the places of its actions among those that are possible.
    pub fn path(&self, mut state: u32) -> Vec<u16> {
        let mut path = Vec::new();
        while state != 0 {
            let (parent, edge) = self.parents[state as usize];
            path.push(edge);
            state = parent;
        }
        path.reverse();
        path
    }
}

/// The actions of a run that is given by their places among those that are possible.
pub(crate) fn actions_of(simulation: &Simulation, path: &[u16]) -> Vec<Action> {
    let mut scratch = simulation.scratch();
    let mut situation = simulation.initial(&mut scratch);
    let (mut actions, mut run) = (Vec::new(), Vec::new());
    for &place in path {
        simulation.actions(&mut scratch, &situation, &mut actions);
        let Some(&action) = actions.get(place as usize) else { break };
        simulation.apply(&mut scratch, &mut situation, &action);
        run.push(action);
    }
    run
}

/// Expands states, by all workers, and gives the results in the states' order.
fn expand(
    simulation: &Simulation,
    predicates: &[Predicate],
    batch: &[Situation],
    known: &FxHashMap<u128, u32>,
    scratches: &mut [Scratch],
) -> Vec<Expanded> {
    let share = batch.len().div_ceil(scratches.len()).max(1);
    if batch.len() < 64 || scratches.len() == 1 {
        let one = |situation: &Situation, scratch: &mut Scratch| {
            expand_one(simulation, predicates, situation, known, scratch)
        };
        return batch.iter().map(|situation| one(situation, &mut scratches[0])).collect();
    }
    std::thread::scope(|scope| {
        let workers: Vec<_> = batch
            .chunks(share)
            .zip(scratches.iter_mut())
            .map(|(part, scratch)| {
                scope.spawn(move || {
                    let one = |situation: &Situation| {
                        expand_one(simulation, predicates, situation, known, &mut *scratch)
                    };
                    part.iter().map(one).collect::<Vec<_>>()
                })
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

fn expand_one(
    simulation: &Simulation,
    predicates: &[Predicate],
    situation: &Situation,
    known: &FxHashMap<u128, u32>,
    scratch: &mut Scratch,
) -> Expanded {
    let mut actions = Vec::new();
    let own = simulation.actions(scratch, situation, &mut actions);
    let (machine, state) = (simulation.machine, &situation.state);
    let moment = Moment { machine, state, stuck: own == 0 };
    let mut truth = if own == 0 { STUCK } else { 0 };
    for (index, predicate) in predicates.iter().enumerate() {
        truth |= u64::from(predicate.holds(&moment)) << index;
    }
    let unsupported = match state.end() {
        Some(End::Unsupported { text, .. }) => Some(text.clone()),
        _ => None,
    };
    let mut successors = Vec::with_capacity(actions.len());
    for action in &actions {
        let mut next = situation.clone();
        simulation.apply(scratch, &mut next, action);
        let print = simulation.fingerprint(scratch, &next);
        let actors = simulation.actors(state, action);
        let actors =
            actors.iter().filter(|&&actor| actor > 0).fold(0, |set, &actor| set | 1 << actor.min(63));
        let next = (!known.contains_key(&print)).then_some(next);
        successors.push((print, actors, next));
    }
    Expanded { truth, successors, unsupported }
}

/// How many bytes of memory the process uses; 0 if that cannot be told here.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = status.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}
