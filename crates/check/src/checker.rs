//! One entry point checked: the searches in their order, short runs to what they found, and the verdict.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use vtrace_explore::{
    Bounded, Budget, Cost, Exploration, Limit, Of, Options, Policy, Progress, cheapest, depth_first_with,
    sample, shrink, walk,
};
use vtrace_machine::{Choice, Claim, Machine};
use vtrace_report::{Finding, Kind, Location, Parameters, Statistics, Verdict};

use crate::bugs::{Bug, Bugs};
use crate::straight::Straight;
use crate::system::{GoSystem, Symmetry};
use crate::{describe, liveness, marks, parameters};

/// How to check.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Which runs to look at.
    pub strategy: Strategy,
    /// How many workers.
    pub threads: usize,
    /// How much it may take.
    pub budget: Budget,
    /// Whether to take only persistent sets of actions.
    pub reduce: bool,
    /// Which states are taken for one.
    pub symmetry: Symmetry,
    /// The kinds that are wanted. Some searches are left out if nothing that they find is.
    pub kinds: BTreeSet<Kind>,
    /// How many states the search for short runs may look at; 0: runs may be long.
    pub short: u64,
    /// How many states a graph may have that is searched for what concerns infinite runs; 0: that is not wanted.
    pub infinite: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            strategy: Strategy::Exhaustive,
            threads: 1,
            budget: Budget::default(),
            reduce: true,
            symmetry: Symmetry::default(),
            kinds: Kind::ALL.into_iter().collect(),
            short: 20_000,
            infinite: 50_000,
        }
    }
}

/// Which runs to look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// All; if there are too many, then those with few preemptions, then some at random.
    Exhaustive,
    /// All, the shortest first.
    BreadthFirst,
    /// Those with at most so many preemptions.
    Preemptions(u32),
    /// Some at random.
    Random {
        /// How the next step is chosen.
        policy: Policy,
        /// The same number gives the same runs.
        seed: u64,
        /// How many.
        runs: u64,
    },
}

/// What a check has to say about one entry point.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What was found, each thing once. Of lines that should be reachable those that no run of this entry reaches, if all
    /// runs were looked at: other entries may reach them.
    pub findings: Vec<Finding>,
    /// How much was covered.
    pub verdict: Verdict,
    /// The external functions that were assumed not to matter.
    pub assumed: Vec<String>,
    /// How much work it was.
    pub statistics: Statistics,
    /// For which values of its inputs it fails, if some shape its concurrency.
    pub parameters: Option<Parameters>,
    /// The same check would say the same again: it was not cut short by time, by memory or by somebody.
    pub repeatable: bool,
}

/// What bounds a check that has covered everything but for other values of unknown inputs.
pub const VALUES_TRIED: &str = "the values tried for unknown inputs";

/// How long random runs may be.
const LONGEST: u64 = 10_000;
/// How long a run may be that is kept as it was found, beside the short one.
const LONGEST_KEPT: usize = 20_000;
/// How long to look for shorter runs at least.
const SHORTENING: Duration = Duration::from_secs(3);
/// How often parts of a run are left out to make it shorter.
pub(crate) const ATTEMPTS: usize = 2_000;

type Found = BTreeMap<Bug, Vec<Choice>>;

/// Checks the entry point of a machine that was made for searching.
pub fn check(machine: &Machine, settings: &Settings, progress: &Progress) -> Checked {
    let start = Instant::now();
    let mut system = GoSystem::new(machine, settings.symmetry);
    // What a function does with arguments that make no sense is not its fault.
    system.panics = !machine.is_function() || settings.kinds.contains(&Kind::Panic);
    let mut search = Search {
        system: &system,
        settings,
        progress,
        start,
        found: Found::new(),
        bounds: Vec::new(),
        totals: Statistics::default(),
        repeatable: true,
    };
    let exhaustive = search.run();
    let endless = exhaustive.cyclic && settings.infinite > 0;
    if endless && exhaustive.complete && (search.wants(Kind::Leak) || search.wants(Kind::Livelock)) {
        search.infinite_runs();
    }
    let complete = exhaustive.complete && system.untried().is_empty();
    let parameters = parameters::table(machine, &system.observed, &settings.kinds, complete);
    let Search { found, mut bounds, mut totals, repeatable, .. } = search;
    bounds.extend(gave_up(&found));
    let reached = marks::reached(found.keys());
    let found: Found = found.into_iter().filter(|(bug, _)| is_wrong(machine, bug)).collect();
    let raw = found.clone();
    let runs = shorten(&system, settings, repeatable, progress, found);
    let mut findings: Vec<Finding> = Vec::new();
    for (bug, run) in &runs {
        for mut finding in describe::findings(machine, bug, run) {
            if settings.kinds.contains(&finding.kind) {
                finding.trace.found = raw.get(bug).map(|run| as_found(run)).unwrap_or_default();
                add(&mut findings, finding);
            }
        }
    }
    if system.has_inputs() {
        bounds.push(VALUES_TRIED.to_string());
    }
    bounds.extend_from_slice(system.untried());
    bounds.dedup();
    let image = &machine.program.image;
    let assumed =
        system.externals().into_iter().map(|function| image.function(function).name.clone()).collect();
    totals.milliseconds = start.elapsed().as_millis() as u64;
    let verdict = if bounds.is_empty() { Verdict::Proved } else { Verdict::Bounded { by: bounds } };
    if verdict == Verdict::Proved && settings.kinds.contains(&Kind::Reachable) {
        findings.extend(marks::unreached(machine, &reached));
    }
    let repeatable = repeatable && !progress.is_stopped();
    Checked { findings, verdict, assumed, statistics: totals, parameters, repeatable }
}

/// How a search of all runs went.
struct Coverage {
    complete: bool,
    cyclic: bool,
}

struct Search<'a> {
    system: &'a GoSystem<'a>,
    settings: &'a Settings,
    progress: &'a Progress,
    start: Instant,
    found: Found,
    bounds: Vec<String>,
    totals: Statistics,
    repeatable: bool,
}

impl Search<'_> {
    fn wants(&self, kind: Kind) -> bool {
        self.settings.kinds.contains(&kind)
    }

    /// Takes note of what ended a search.
    fn ended(&mut self, by: Option<Limit>) {
        self.repeatable &= by.is_none_or(Limit::is_repeatable);
    }

    /// Runs the searches of the strategy.
    fn run(&mut self) -> Coverage {
        match self.settings.strategy {
            Strategy::Exhaustive => {
                let all = self.all(self.share(60));
                // Other runs are worth a try only where time or memory did not suffice: any other bound was asked for.
                if !matches!(all.limit, Some(Limit::Time(_) | Limit::Memory(_))) {
                    return self.keep(all);
                }
                let coverage = self.keep(all);
                self.straight(self.share(30));
                for bound in 0..3 {
                    self.few_preemptions(bound, self.share(3));
                }
                self.at_random(Policy::PartialOrder, 0, 1_000_000, self.share(100));
                coverage
            }
            Strategy::BreadthFirst => {
                let budget = self.settings.budget.clone();
                let result =
                    cheapest(self.system, &Bugs, &BTreeSet::new(), Cost::Steps, &budget, self.progress);
                self.ended(result.limit);
                self.found.extend(result.runs);
                self.bounds.extend(result.limit.map(|limit| limit.to_string()));
                Coverage { complete: result.limit.is_none(), cyclic: true }
            }
            Strategy::Preemptions(bound) => {
                self.few_preemptions(bound, self.settings.budget.clone());
                Coverage { complete: false, cyclic: false }
            }
            Strategy::Random { policy, seed, runs } => {
                let limit = self.at_random(policy, seed, runs, self.settings.budget.clone());
                self.bounds.extend(limit.map(|limit| limit.to_string()));
                Coverage { complete: false, cyclic: false }
            }
        }
    }

    /// What is left of the budget, and of its time only a part, in percent.
    fn share(&self, percent: u32) -> Budget {
        let mut budget = self.settings.budget.clone();
        budget.time = budget.time.map(|time| {
            let left = time.saturating_sub(self.start.elapsed());
            if percent >= 100 { left } else { (time * percent / 100).min(left) }
        });
        budget
    }

    fn all(&self, budget: Budget) -> Exploration<Bug, Choice> {
        let options = Options { threads: self.settings.threads, reduce: self.settings.reduce };
        depth_first_with(self.system, &Bugs, &options, &budget, self.progress)
    }

    /// Takes over what a search has found.
    fn keep(&mut self, result: Exploration<Bug, Choice>) -> Coverage {
        self.ended(result.limit);
        let complete = result.limit.is_none();
        self.bounds.extend(result.limit.map(|limit| limit.to_string()));
        self.totals.states = self.totals.states.max(result.statistics.states);
        self.totals.transitions += result.statistics.transitions;
        self.totals.depth = self.totals.depth.max(result.statistics.depth);
        for (bug, run) in result.findings {
            let known = self.found.get(&bug).is_some_and(|known| known.len() <= run.len());
            if !known {
                self.found.insert(bug, run);
            }
        }
        Coverage { complete, cyclic: result.cyclic }
    }

    /// One run to its end, however many goroutines there are.
    fn straight(&mut self, budget: Budget) {
        if budget.time.is_some_and(|time| time.is_zero()) || self.progress.is_stopped() {
            return;
        }
        let budget = Budget { states: None, ..budget };
        let result = walk(self.system, &Bugs, &mut Straight::default(), &budget, self.progress);
        self.ended(result.limit);
        self.keep(Exploration { limit: None, ..result });
    }

    fn few_preemptions(&mut self, bound: u32, budget: Budget) {
        if budget.time.is_some_and(|time| time.is_zero()) || self.progress.is_stopped() {
            return;
        }
        let bounded = Bounded::new(self.system, bound);
        let options = Options { threads: self.settings.threads, reduce: false };
        let result = depth_first_with(&bounded, &Of(&Bugs), &options, &budget, self.progress);
        self.ended(result.limit);
        let limited = result.limit.is_some() || bounded.has_cut();
        let alone = matches!(self.settings.strategy, Strategy::Preemptions(_));
        self.keep(Exploration { limit: None, ..result.clone() });
        if alone && limited {
            let by = result.limit.unwrap_or(Limit::Preemptions(bound));
            self.bounds.push(by.to_string());
        }
    }

    fn at_random(&mut self, policy: Policy, seed: u64, runs: u64, budget: Budget) -> Option<Limit> {
        if budget.time.is_some_and(|time| time.is_zero()) || self.progress.is_stopped() {
            return None;
        }
        // Without a limit of time there would be no end.
        let budget = Budget { time: budget.time.or(Some(Duration::from_secs(10))), states: None, ..budget };
        let longest = budget.depth.map_or(LONGEST, |depth| depth.min(LONGEST));
        let result = sample(self.system, &Bugs, policy, (seed, runs, longest), &budget, self.progress);
        let limit = result.limit;
        self.ended(limit);
        self.keep(Exploration { limit: None, ..result });
        limit
    }

    fn infinite_runs(&mut self) {
        let mut budget = self.share(100);
        budget.states = Some(self.settings.infinite.min(budget.states.unwrap_or(u64::MAX)));
        match liveness::check(self.system, &budget, self.progress) {
            Ok(bugs) => {
                for (bug, run) in bugs {
                    self.found.entry(bug).or_insert(run);
                }
            }
            Err(limit) => {
                self.ended(Some(limit));
                self.bounds.push(format!("{limit} in the search for livelocks"));
            }
        }
    }
}

/// The choices of a run that a search came upon, for those who want to see it as it was; none if it is too long to be kept.
pub(crate) fn as_found(run: &[Choice]) -> Vec<String> {
    if run.len() > LONGEST_KEPT {
        return Vec::new();
    }
    run.iter().map(ToString::to_string).collect()
}

/// Why some runs could not be followed to their ends.
fn gave_up(found: &Found) -> Vec<String> {
    let texts = found.keys().filter_map(|bug| match bug {
        Bug::GivesUp(text) => Some(text.clone()),
        _ => None,
    });
    texts.collect()
}

/// Whether there is something to tell about it, and not only something to note.
fn is_wrong(machine: &Machine, bug: &Bug) -> bool {
    match bug {
        Bug::GivesUp(_) => false,
        Bug::Marked(mark) => machine.program.marks()[*mark as usize].claim != Claim::Reachable,
        _ => true,
    }
}

/// Keeps of findings of the same kind at the same place the one that is easiest to follow. A race has two places: one line
/// may be in the way of several.
fn add(findings: &mut Vec<Finding>, finding: Finding) {
    let place = |finding: &Finding| -> Vec<Location> {
        let count = if finding.kind == Kind::Race { 2 } else { 1 };
        finding.labels.iter().take(count).map(|label| label.location.clone()).collect()
    };
    let effort = |finding: &Finding| {
        (finding.standing, finding.trace.switches(), finding.trace.length(), finding.trace.schedule.clone())
    };
    match findings.iter_mut().find(|known| known.kind == finding.kind && place(known) == place(&finding)) {
        Some(known) if effort(known) <= effort(&finding) => {}
        Some(known) => *known = finding,
        None => findings.push(finding),
    }
}

/// Shorter runs to what was found. That takes no more than half of the time that the search had, or some seconds if that was short.
fn shorten(
    system: &GoSystem,
    settings: &Settings,
    repeatable: bool,
    progress: &Progress,
    found: Found,
) -> Found {
    let time = settings.budget.time.map(|time| (time / 2).max(SHORTENING));
    let deadline = time.map(|time| Instant::now() + time);
    let by_state = |bug: &Bug| !matches!(bug, Bug::LeakedBesideOthers(_) | Bug::Spins(_));
    let (wanted, mut runs): (Found, Found) = found.into_iter().partition(|(bug, _)| by_state(bug));
    if wanted.is_empty() || settings.short == 0 {
        runs.extend(wanted);
        return runs;
    }
    let names: BTreeSet<Bug> = wanted.keys().cloned().collect();
    let budget = Budget { states: Some(settings.short), time, ..Budget::default() };
    let short = cheapest(system, &Bugs, &names, Cost::Switches, &budget, progress);
    runs.extend(short.runs);
    let mut left: Found = wanted.into_iter().filter(|(bug, _)| !runs.contains_key(bug)).collect();
    if settings.threads > 1 && repeatable && !left.is_empty() && !progress.is_stopped() {
        // Several workers find this run or that: one alone finds always the same, if it is not cut short.
        let options = Options { threads: 1, reduce: settings.reduce };
        let again = depth_first_with(system, &Bugs, &options, &settings.budget, progress);
        for (bug, run) in again.findings {
            left.entry(bug).and_modify(|known| *known = run);
        }
    }
    for (bug, run) in left {
        let shorter = shrink(system, &Bugs, &bug, run, ATTEMPTS, deadline);
        runs.insert(bug, shorter);
    }
    runs
}
