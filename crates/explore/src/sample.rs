//! Random runs, for systems with too many states to see all of them.

use std::collections::BTreeMap;
use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::{Budget, Limit, Meter, Progress, Statistics};
use crate::depth_first::Exploration;
use crate::{Property, System};

/// How the next action of a random run is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Any of the possible ones, with the same probability.
    Uniform,
    /// Probabilistic concurrency testing (Burckhardt et al. 2010): actors have random priorities, and the one with the
    /// highest acts; at so many random moments, one less than the depth of the bugs looked for, it falls to the lowest.
    Priorities {
        /// How many changes of priority.
        changes: u32,
        /// How long runs are expected to be.
        length: u32,
    },
    /// Partial-order sampling (Yuan, Yang and Gu 2018): every action that is possible gets a random priority, and a new
    /// one whenever an action that conflicts with it happens.
    PartialOrder,
}

/// Makes `runs` random runs, the same for the same `seed`, each of at most `length` steps.
pub fn sample<S: System, P: Property<S>>(
    system: &S,
    property: &P,
    policy: Policy,
    (seed, runs, length): (u64, u64, u64),
    budget: &Budget,
    progress: &Progress,
) -> Exploration<P::Finding, S::Action> {
    let mut scratch = system.scratch();
    let mut meter = Meter::new(budget, progress);
    let mut findings: BTreeMap<P::Finding, Vec<S::Action>> = BTreeMap::new();
    let mut statistics = Statistics::default();
    let mut limit = None;
    let mut found = Vec::new();
    'runs: for run in 0..runs {
        let mut random = Random(seed.wrapping_add(run.wrapping_mul(0xA076_1D64_78BD_642F)));
        let mut chooser = Chooser::new(policy, &mut random);
        let mut state = system.initial(&mut scratch);
        let mut path: Vec<S::Action> = Vec::new();
        loop {
            let mut actions = Vec::new();
            system.actions(&mut scratch, &state, &mut actions);
            property.check(system, &mut scratch, &state, &actions, &mut found);
            for finding in found.drain(..) {
                let known = findings.get(&finding).is_some_and(|known| known.len() <= path.len());
                if !known {
                    findings.insert(finding, path.clone());
                }
            }
            if let Some(reached) = meter.check(statistics.transitions) {
                limit = Some(reached);
                break 'runs;
            }
            if actions.is_empty() || path.len() as u64 >= length {
                break;
            }
            let index = chooser.choose(system, &mut scratch, &state, &actions, path.len(), &mut random);
            let action = actions.swap_remove(index);
            system.apply(&mut scratch, &mut state, &action);
            path.push(action);
            statistics.transitions += 1;
            statistics.depth = statistics.depth.max(path.len() as u64);
            progress.transitions.store(statistics.transitions, std::sync::atomic::Ordering::Relaxed);
        }
    }
    // Random runs never see everything, or at least never know it.
    Exploration { findings, limit: limit.or(Some(Limit::Runs(runs))), statistics, cyclic: false }
}

/// Chooses the actions of one run.
struct Chooser<A> {
    policy: Policy,
    /// By actor, for [`Policy::Priorities`]. Those that fell are below all others, the later the lower.
    priorities: FxHashMap<u32, i64>,
    fallen: i64,
    moments: Vec<usize>,
    /// By action, for [`Policy::PartialOrder`].
    events: Vec<(A, u64)>,
}

impl<A: Clone + Eq + Hash> Chooser<A> {
    fn new(policy: Policy, random: &mut Random) -> Chooser<A> {
        let moments = match policy {
            Policy::Priorities { changes, length } => {
                (0..changes).map(|_| random.below(length.max(1) as usize)).collect()
            }
            _ => Vec::new(),
        };
        Chooser { policy, priorities: FxHashMap::default(), fallen: 0, moments, events: Vec::new() }
    }

    fn choose<S: System<Action = A>>(
        &mut self,
        system: &S,
        scratch: &mut S::Scratch,
        state: &S::State,
        actions: &[A],
        step: usize,
        random: &mut Random,
    ) -> usize {
        match self.policy {
            Policy::Uniform => random.below(actions.len()),
            Policy::Priorities { .. } => {
                let mut best = self.highest(system, actions, random);
                if self.moments.contains(&step) {
                    self.fallen -= 1;
                    self.priorities.insert(system.actors(&actions[best])[0], self.fallen);
                    best = self.highest(system, actions, random);
                }
                best
            }
            Policy::PartialOrder => {
                // In the order of the actions, so that the same numbers are drawn each time.
                let possible: FxHashSet<&A> = actions.iter().collect();
                self.events.retain(|(event, _)| possible.contains(event));
                let known: FxHashSet<A> = self.events.iter().map(|(event, _)| event.clone()).collect();
                for action in actions.iter().filter(|action| !known.contains(action)) {
                    self.events.push((action.clone(), random.next()));
                }
                let best = self.events.iter().max_by_key(|(_, priority)| *priority);
                let Some(chosen) = best.map(|(event, _)| event.clone()) else { return 0 };
                self.events.retain(|(event, _)| {
                    *event != chosen && !system.conflict(scratch, state, event, &chosen)
                });
                actions.iter().position(|action| *action == chosen).unwrap_or(0)
            }
        }
    }

    /// One of the actions of the actor with the highest priority.
    fn highest<S: System<Action = A>>(&mut self, system: &S, actions: &[A], random: &mut Random) -> usize {
        let mut best: Option<(i64, Vec<usize>)> = None;
        for (index, action) in actions.iter().enumerate() {
            let actor = system.actors(action)[0];
            let priority = *self.priorities.entry(actor).or_insert_with(|| (random.next() >> 1) as i64);
            match &mut best {
                Some((highest, choices)) if *highest == priority => choices.push(index),
                Some((highest, _)) if *highest > priority => {}
                _ => best = Some((priority, vec![index])),
            }
        }
        best.map_or(0, |(_, choices)| choices[random.below(choices.len())])
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}
