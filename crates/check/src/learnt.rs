//! What replays have shown: ways that the real program does not go. The search goes on without them.

use std::collections::{BTreeSet, HashSet};
use std::time::Instant;

use vtrace_explore::{Budget, Options, Progress, Property, System, depth_first_with, shrink};
use vtrace_machine::{Choice, Fingerprinter, Machine, State};
use vtrace_report::{Finding, Kind, Location};

use crate::bugs::{Bug, Bugs};
use crate::checker::{ATTEMPTS, Settings, as_found};
use crate::describe;
use crate::system::{GoSystem, Symmetry};

/// Ways that the real program does not go.
#[derive(Default)]
pub struct Learnt {
    /// Steps that it does not take, in this state.
    steps: HashSet<(u128, Choice)>,
    /// States in which nothing is wrong, though they look so.
    harmless: HashSet<u128>,
    /// The runs that were refuted, as they are.
    runs: BTreeSet<Vec<Choice>>,
}

/// What a further search came to.
pub enum Another {
    /// Another run that shows the same.
    Found(Box<Finding>),
    /// There is none: all other runs were looked at.
    None,
    /// None was found, but not all runs were looked at.
    Unknown,
}

impl Learnt {
    /// Takes note that the real program does not follow a run beyond its first `step` steps; if it follows it to the end, then
    /// that nothing is wrong there.
    pub fn refute(&mut self, machine: &Machine, run: &[Choice], step: usize) {
        let system = GoSystem::new(machine, Symmetry::default());
        let mut scratch = system.scratch();
        let mut state = system.initial(&mut scratch);
        for choice in run.iter().take(step) {
            system.apply(&mut scratch, &mut state, choice);
        }
        let name = name(&mut Fingerprinter::default(), machine, &state);
        match run.get(step) {
            Some(choice) => _ = self.steps.insert((name, state.placed(choice))),
            None => _ = self.harmless.insert(name),
        }
        self.runs.insert(run.to_vec());
    }

    /// Takes out of `choices` those that the real program does not take. Says whether there were any.
    pub(crate) fn filter(
        &self,
        fingerprinter: &mut Fingerprinter,
        machine: &Machine,
        state: &State,
        choices: &mut Vec<Choice>,
    ) -> bool {
        let name = name(fingerprinter, machine, state);
        let before = choices.len();
        choices.retain(|choice| !self.steps.contains(&(name, state.placed(choice))));
        choices.len() < before
    }

    /// Whether nothing is wrong in a state, whatever it looks like.
    pub(crate) fn is_harmless(
        &self,
        fingerprinter: &mut Fingerprinter,
        machine: &Machine,
        state: &State,
    ) -> bool {
        self.harmless.contains(&name(fingerprinter, machine, state))
    }
}

/// A name for a state in which goroutines are told apart, so that a step of one is not taken for that of another.
fn name(fingerprinter: &mut Fingerprinter, machine: &Machine, state: &State) -> u128 {
    fingerprinter.fingerprint(&machine.program, state)
}

/// Looks for another run that shows what `finding` tells.
pub fn another(
    machine: &Machine,
    settings: &Settings,
    finding: &Finding,
    learnt: &Learnt,
    progress: &Progress,
) -> Another {
    let symmetry = Symmetry { goroutines: false, ..Symmetry::default() };
    if !is_told_by_a_state(machine, symmetry, finding) {
        return Another::Unknown;
    }
    let system = GoSystem::new(machine, symmetry).without(learnt);
    // What was learnt makes operations depend on each other that otherwise do not. So a search with reduction may find
    // something, but only one without shows that there is nothing.
    let reductions = if settings.reduce { &[true, false][..] } else { &[false] };
    for &reduce in reductions {
        let options = Options { threads: 1, reduce };
        let budget: &Budget = &settings.budget;
        let result = depth_first_with(&system, &Bugs, &options, budget, progress);
        let deadline = budget.time.map(|time| Instant::now() + time);
        let runs = result.findings.into_iter().filter_map(|(bug, run)| {
            let found = as_found(&run);
            let run = shrink(&system, &Bugs, &bug, run, ATTEMPTS, deadline);
            let told =
                describe::findings(machine, &bug, &run).into_iter().find(|told| is_same(told, finding));
            let mut told = told.filter(|_| !learnt.runs.contains(&run))?;
            told.trace.found = found;
            Some(told)
        });
        let effort = |told: &Finding| (told.trace.switches(), told.trace.length());
        if let Some(found) = runs.min_by_key(effort) {
            return Another::Found(Box::new(found));
        }
        if result.limit.is_some() {
            return Another::Unknown;
        }
    }
    Another::None
}

/// Whether the last state of a finding's run tells of it. What concerns infinite runs is in no state.
fn is_told_by_a_state(machine: &Machine, symmetry: Symmetry, finding: &Finding) -> bool {
    let Ok(run) =
        finding.trace.schedule.iter().map(|choice| choice.parse()).collect::<Result<Vec<Choice>, _>>()
    else {
        return false;
    };
    let system = GoSystem::new(machine, symmetry);
    let mut scratch = system.scratch();
    let mut state = system.initial(&mut scratch);
    for choice in &run {
        system.apply(&mut scratch, &mut state, choice);
    }
    let (mut actions, mut bugs) = (Vec::new(), Vec::<Bug>::new());
    system.actions(&mut scratch, &state, &mut actions);
    Bugs.check(&system, &mut scratch, &state, &actions, &mut bugs);
    bugs.iter().any(|bug| describe::findings(machine, bug, &run).iter().any(|told| is_same(told, finding)))
}

/// Whether two findings tell of the same, by different runs.
fn is_same(one: &Finding, other: &Finding) -> bool {
    let places = |finding: &Finding| -> BTreeSet<Location> {
        // The two places of a race have no order. Of others the first is the finding's own.
        let count = if finding.kind == Kind::Race { 2 } else { 1 };
        finding.labels.iter().take(count).map(|label| label.location.clone()).collect()
    };
    one.kind == other.kind && places(one) == places(other)
}
