//! How to check: what the command line says, then what `vtrace.toml` says, then what is usual.

use std::collections::BTreeSet;
use std::time::Duration;

use vtrace_check::{Settings, Strategy, Symmetry};
use vtrace_explore::{Budget, Policy};
use vtrace_machine::TimeMode;
use vtrace_report::{Config, Kind, config};

use super::functions::Unknowns;
use super::{Arguments, Reduction, Search, Time};

/// How long to search if nobody says.
const TIME: Duration = Duration::from_secs(60);
/// How much memory to use if nobody says.
const MEMORY: u64 = 4_000_000_000;
/// How many preemptions, if those shall be few.
const PREEMPTIONS: u32 = 2;

/// How many runs of a finding are replayed, if nobody says.
const REPLAYS: u32 = 20;

/// How to check.
#[derive(Clone)]
pub struct Plan {
    /// The entries that were named; if none, all are meant.
    pub entries: Vec<String>,
    /// The time for all of them together.
    pub time: Duration,
    /// When timers fire.
    pub timers: TimeMode,
    /// What the program finds in os.Args.
    pub arguments: Vec<String>,
    /// What unknown inputs may be.
    pub unknowns: Unknowns,
    /// Whether the kinds to look for are the usual ones.
    pub usual_kinds: bool,
    /// How many runs of a finding are replayed; none if findings are not.
    pub replays: Option<u32>,
    /// Whether to pass over what is remembered.
    pub fresh: bool,
    /// The rest. Its time is to be replaced by an entry's share.
    pub settings: Settings,
}

impl Plan {
    /// What the user wants.
    pub fn new(arguments: &Arguments, config: &Config) -> Plan {
        let file = &config.check;
        let without = |reduction| arguments.without.contains(&reduction);
        let settings = Settings {
            strategy: strategy(arguments, file),
            threads: arguments.threads.or(file.threads).unwrap_or_else(cores).max(1),
            budget: Budget {
                time: None,
                states: arguments.states.or(file.states),
                depth: arguments.depth.or(file.depth),
                memory: Some(arguments.memory.or(file.memory).unwrap_or(MEMORY)),
            },
            reduce: !without(Reduction::PartialOrder),
            symmetry: Symmetry { goroutines: !without(Reduction::Symmetry), heap: !without(Reduction::Heap) },
            kinds: kinds(arguments, file),
            ..Settings::default()
        };
        let named = if arguments.entry.is_empty() { &file.entries } else { &arguments.entry };
        Plan {
            entries: named.clone(),
            time: arguments.budget.or(file.time).unwrap_or(TIME),
            timers: timers(arguments, file),
            arguments: arguments.arguments.clone(),
            unknowns: arguments.functions.unknowns(),
            usual_kinds: [&arguments.only, &arguments.skip, &file.only, &file.skip]
                .iter()
                .all(|l| l.is_empty()),
            replays: replays(arguments, file),
            fresh: arguments.fresh,
            settings,
        }
    }
}

/// Kinds on the command line replace those of the file, whichever of the two options they stand in.
fn kinds(arguments: &Arguments, file: &config::CheckConfig) -> BTreeSet<Kind> {
    let given = !arguments.only.is_empty() || !arguments.skip.is_empty();
    let (only, skip) = if given { (&arguments.only, &arguments.skip) } else { (&file.only, &file.skip) };
    let wanted = |kind: &Kind| (only.is_empty() || only.contains(kind)) && !skip.contains(kind);
    Kind::ALL.into_iter().filter(wanted).collect()
}

fn strategy(arguments: &Arguments, file: &config::CheckConfig) -> Strategy {
    let (seed, runs) = (arguments.seed, arguments.runs);
    let random = |policy| Strategy::Random { policy, seed, runs };
    let preemptions = arguments.preemptions.or(file.preemptions);
    match (arguments.search, preemptions) {
        (None, Some(bound)) => Strategy::Preemptions(bound),
        (None | Some(Search::All), _) => Strategy::Exhaustive,
        (Some(Search::Breadth), _) => Strategy::BreadthFirst,
        (Some(Search::Preemptions), bound) => Strategy::Preemptions(bound.unwrap_or(PREEMPTIONS)),
        (Some(Search::Random), _) => random(Policy::Uniform),
        (Some(Search::Pct), _) => random(Policy::Priorities { changes: 3, length: 100 }),
        (Some(Search::Pos), _) => random(Policy::PartialOrder),
    }
}

fn replays(arguments: &Arguments, file: &config::CheckConfig) -> Option<u32> {
    let count = arguments.replays.or(file.replays).unwrap_or(REPLAYS);
    (!arguments.no_replay && count > 0).then_some(count)
}

fn timers(arguments: &Arguments, file: &config::CheckConfig) -> TimeMode {
    match (arguments.time, file.time_mode) {
        (Some(Time::Virtual), _) | (None, Some(config::TimeMode::Virtual)) => TimeMode::Virtual,
        (Some(Time::Any), _) | (None, _) => TimeMode::Any,
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
