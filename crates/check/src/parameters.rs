//! For which values of its inputs an entry fails.
//!
//! A search tries the values of inputs where runs need them. Each state at which a run ends, or goes wrong, says with which
//! values it came there; after the search, that is the table of all valuations that runs needed, and no others.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use vtrace_machine::{End, Machine, State};
use vtrace_report::Kind;
use vtrace_report::parameters::{Condition, Outcome, Parameter, Parameters, Valuation};

use crate::bugs::Bug;
use crate::describe::panic_kind;
use crate::{condition, roles};

/// Numbers that inputs were bound to, by name.
type Values = BTreeMap<String, i64>;

/// The most valuations that are told apart.
const MOST: usize = 4096;

/// What a search has seen.
#[derive(Default)]
pub struct Observed(Mutex<BTreeMap<Values, BTreeSet<Kind>>>);

impl Observed {
    /// Takes note of a state in which a run ends, or has gone wrong.
    pub fn note(&self, machine: &Machine, state: &State, bugs: &[Bug]) {
        let values: Values = machine.numbers(state).into_iter().collect();
        let kinds = bugs.iter().filter_map(|bug| kind(state, bug));
        let mut all = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if all.len() < MOST || all.contains_key(&values) {
            all.entry(values).or_default().extend(kinds);
        }
    }
}

/// What a bug will be called, as far as that can be said without looking at the run.
fn kind(state: &State, bug: &Bug) -> Option<Kind> {
    Some(match bug {
        Bug::Stuck(_) => Kind::Deadlock,
        Bug::Leaked(_) | Bug::LeakedBesideOthers(_) => Kind::Leak,
        Bug::Races(..) => Kind::Race,
        Bug::AddsBesideWait(_) => Kind::WaitgroupMisuse,
        Bug::Fails(_) => Kind::TestFailed,
        Bug::Spins(_) => Kind::Livelock,
        Bug::Crashes(_) => state.goroutines().find_map(|g| match g.ending()? {
            End::Panic { text, .. } => Some(panic_kind(text)),
            End::Fatal { text, .. } if text.contains("nlock of unlocked") => Some(Kind::UnlockOfUnlocked),
            End::Fatal { .. } => Some(Kind::Panic),
            _ => None,
        })?,
        Bug::Marked(_) | Bug::GivesUp(_) => return None,
    })
}

/// The table, if the entry has parameters that shape its concurrency. `complete`: all runs were looked at.
pub fn table(
    machine: &Machine,
    observed: &Observed,
    wanted: &BTreeSet<Kind>,
    complete: bool,
) -> Option<Parameters> {
    let observed = observed.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let names: BTreeSet<&String> = observed.keys().flat_map(Values::keys).collect();
    if names.is_empty() {
        return None;
    }
    let parameters: Vec<Parameter> = roles::roles(&machine.program.image, machine.entry)
        .into_iter()
        .filter(|(name, _)| names.contains(name))
        .map(|(name, role)| Parameter { name, role })
        .collect();
    if parameters.is_empty() {
        return None;
    }
    let mut all: BTreeMap<Vec<Option<i64>>, BTreeSet<Kind>> = BTreeMap::new();
    for (values, kinds) in observed.iter() {
        let key = parameters.iter().map(|parameter| values.get(&parameter.name).copied()).collect();
        all.entry(key).or_default().extend(kinds.iter().filter(|kind| wanted.contains(kind)));
    }
    let valuations: Vec<Valuation> = merged(all)
        .into_iter()
        .map(|(values, kinds)| Valuation {
            values,
            outcome: match (kinds.is_empty(), complete) {
                (false, _) => Outcome::Fails,
                (true, true) => Outcome::Proved,
                (true, false) => Outcome::Undecided,
            },
            kinds: kinds.into_iter().collect(),
        })
        .collect();
    let conditions = conditions(&parameters, &valuations);
    Some(Parameters { parameters, valuations, conditions })
}

/// A run that went wrong before it needed a value goes wrong with all of them.
fn merged(all: BTreeMap<Vec<Option<i64>>, BTreeSet<Kind>>) -> BTreeMap<Vec<Option<i64>>, BTreeSet<Kind>> {
    let extends = |longer: &[Option<i64>], shorter: &[Option<i64>]| {
        longer != shorter && longer.iter().zip(shorter).all(|(long, short)| short.is_none() || long == short)
    };
    let mut merged = all.clone();
    for (partial, kinds) in &all {
        let extensions: Vec<Vec<Option<i64>>> =
            all.keys().filter(|values| extends(values, partial)).cloned().collect();
        for values in &extensions {
            if let Some(known) = merged.get_mut(values) {
                known.extend(kinds);
            }
        }
        if !extensions.is_empty() {
            merged.remove(partial);
        }
    }
    merged
}

/// When it fails, as far as a simple condition says so.
fn conditions(parameters: &[Parameter], valuations: &[Valuation]) -> Vec<Condition> {
    let names: Vec<String> = parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let kinds: BTreeSet<Kind> = valuations.iter().flat_map(|valuation| valuation.kinds.clone()).collect();
    let condition = |kind: Option<Kind>| {
        let fails = |valuation: &Valuation| match kind {
            Some(kind) => valuation.kinds.contains(&kind),
            None => !valuation.kinds.is_empty(),
        };
        let mut failing = Vec::new();
        let mut passing = Vec::new();
        for valuation in valuations {
            let side = if fails(valuation) { &mut failing } else { &mut passing };
            expand(valuations, &valuation.values, side);
            // What takes so many values to tell is told by no simple condition.
            if side.len() > MOST {
                return None;
            }
        }
        condition::separate(&names, &failing, &passing).map(|text| Condition { kind, text })
    };
    let each = kinds.iter().filter(|_| kinds.len() > 1).map(|&kind| Some(kind));
    std::iter::once(None).chain(each).filter_map(condition).collect()
}

/// All values that a valuation stands for: where it has none, each that the parameter ever had.
fn expand(all: &[Valuation], values: &[Option<i64>], out: &mut Vec<Vec<i64>>) {
    let mut partial: Vec<Vec<i64>> = vec![Vec::new()];
    for (at, value) in values.iter().enumerate() {
        let choices: BTreeSet<i64> = match value {
            Some(value) => [*value].into(),
            None => all.iter().filter_map(|valuation| valuation.values[at]).collect(),
        };
        if partial.len() > MOST {
            break;
        }
        partial = partial
            .into_iter()
            .flat_map(|prefix| {
                choices.iter().map(move |&choice| prefix.iter().copied().chain([choice]).collect())
            })
            .collect();
    }
    // Those that are cut short are too many to be of use.
    out.extend(partial);
}
