//! Runs at random, and what they cost: a first impression, where exploring all is too much or not yet wanted.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use vtrace_machine::{Node, State};

use crate::faults::{Action, Faults};
use crate::play::{Played, play};
use crate::simulation::Simulation;

/// One run.
pub struct Walk {
    /// Its steps.
    pub run: Vec<Action>,
    /// Whether it came to an end, of the program or of what it can do, and was not cut off.
    pub ended: bool,
}

/// What many runs had in common.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Statistics {
    /// How many runs.
    pub runs: u64,
    /// How many came to an end.
    pub ended: u64,
    /// How many ended in a state where nobody can go on.
    pub stuck: u64,
    /// The fewest, the mean and the most steps of those that ended.
    pub steps: Option<(usize, f64, usize)>,
    /// Messages per link, on the average of all runs.
    pub messages: BTreeMap<String, f64>,
    /// Faults, on the average of all runs, by their kinds.
    pub faults: BTreeMap<String, f64>,
}

/// Makes a run: each step at random, the same for the same seed.
pub fn walk(simulation: &Simulation, seed: u64, most: usize) -> Walk {
    let mut random = Random(seed);
    let mut scratch = simulation.scratch();
    let mut situation = simulation.initial(&mut scratch);
    let (mut actions, mut run) = (Vec::new(), Vec::new());
    while run.len() < most {
        let own = simulation.actions(&mut scratch, &situation, &mut actions);
        if own == 0 {
            return Walk { run, ended: true };
        }
        // Faults are rarer than steps: else all of them would happen at the beginning.
        let faults = actions.len() - own;
        let fault = faults > 0 && random.below(16) == 0;
        let place = if fault { own + random.below(faults) } else { random.below(own) };
        let action = actions[place];
        simulation.apply(&mut scratch, &mut situation, &action);
        run.push(action);
    }
    Walk { run, ended: false }
}

/// How many runs, and how long ones, are made to get to know a program.
const GLIMPSES: u64 = 3;
const GLIMPSE: usize = 1000;

/// Looks at the states of a few runs without faults.
fn glimpse(simulation: &Simulation, mut look: impl FnMut(&State)) {
    let (machine, observed) = (simulation.machine, Vec::new());
    let sound = Simulation { machine, faults: Faults::default(), observed };
    for seed in 0..GLIMPSES {
        let mut scratch = sound.scratch();
        let mut situation = sound.initial(&mut scratch);
        look(&situation.state);
        for action in walk(&sound, seed, GLIMPSE).run {
            sound.apply(&mut scratch, &mut situation, &action);
            look(&situation.state);
        }
    }
}

/// The numbers of the nodes that a program starts, as far as a few runs show.
pub(crate) fn numbers(simulation: &Simulation) -> Vec<i64> {
    let mut numbers = BTreeSet::new();
    glimpse(simulation, |state| numbers.extend(simulation.machine.nodes(state).filter_map(Node::id)));
    numbers.into_iter().collect()
}

/// A link that holds messages, as far as a few runs show, and of which there is no saying between whom it is: a partition could do
/// nothing to it.
pub fn unplaced(simulation: &Simulation) -> Option<String> {
    let machine = simulation.machine;
    let mut found = None;
    glimpse(simulation, |state| {
        let full = machine.messages(state).filter(|message| message.count > 0);
        let objects = full.filter_map(|message| machine.channel_object(state, message.channel));
        let mut unknown = objects.filter(|&object| simulation.ends(state, object).is_none());
        if let (None, Some(object)) = (&found, unknown.next()) {
            found = Some(machine.channel_name(state, object).unwrap_or_else(|| "a channel".to_string()));
        }
    });
    found
}

impl Statistics {
    /// Makes so many runs, with seeds from `seed` on.
    pub fn of(simulation: &Simulation, seed: u64, runs: u64, most: usize) -> Statistics {
        let mut statistics = Statistics { runs, ..Statistics::default() };
        let mut steps = Vec::new();
        for i in 0..runs {
            let walk = walk(simulation, seed.wrapping_add(i), most);
            let played = play(simulation, &walk.run, &[]);
            if walk.ended {
                steps.push(walk.run.len());
                statistics.stuck += u64::from(played.end == "stuck");
            }
            statistics.count(&played);
        }
        statistics.ended = steps.len() as u64;
        if let (Some(&least), Some(&most)) = (steps.iter().min(), steps.iter().max()) {
            let mean = steps.iter().sum::<usize>() as f64 / steps.len() as f64;
            statistics.steps = Some((least, mean, most));
        }
        let all = runs.max(1) as f64;
        statistics
            .messages
            .values_mut()
            .chain(statistics.faults.values_mut())
            .for_each(|count| *count /= all);
        statistics
    }

    fn count(&mut self, played: &Played) {
        for happening in played.steps.iter().flat_map(|line| &line.events) {
            if happening.fault {
                *self.faults.entry(happening.kind.to_string()).or_default() += 1.0;
            }
            if let ("send", Some(message)) = (&*happening.kind, &happening.message) {
                let name = |node: &Option<String>| node.clone().unwrap_or_else(|| "?".to_string());
                let link = format!("{} → {}", name(&message.from), name(&message.to));
                *self.messages.entry(link).or_default() += 1.0;
            }
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014).
pub(crate) struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}
