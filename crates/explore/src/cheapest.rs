//! Runs that are easy to follow: the fewest changes of actor first, then the fewest steps.
//!
//! A search by cost (Dijkstra 1959) over states together with who acted last. It keeps all states that it has not
//! expanded, so it is for finding again, in a short way, what another search has found; [`shrink`] is for what is too far
//! away for that.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::time::Instant;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Limit, Meter, Progress};
use crate::{Property, System};

/// What makes a run cheap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Few changes of actor, then few steps.
    Switches,
    /// Few steps: breadth first.
    Steps,
}

/// What a search by cost has found.
pub struct Cheapest<F, A> {
    /// The cheapest run to each thing that was wanted and found.
    pub runs: BTreeMap<F, Vec<A>>,
    /// What ended the search before it had found all that was wanted or seen everything.
    pub limit: Option<Limit>,
}

/// How a state was reached: from which entry, by what.
struct Entry<A> {
    parent: u32,
    action: Option<A>,
}

/// Searches the cheapest runs to what is `wanted`, or to everything if that is empty.
pub fn cheapest<S: System, P: Property<S>>(
    system: &S,
    property: &P,
    wanted: &BTreeSet<P::Finding>,
    cost: Cost,
    budget: &Budget,
    progress: &Progress,
) -> Cheapest<P::Finding, S::Action> {
    let mut scratch = system.scratch();
    let mut meter = Meter::new(budget, progress);
    let mut runs = BTreeMap::new();
    let mut entries: Vec<Entry<S::Action>> = Vec::new();
    let mut states: FxHashMap<u32, S::State> = FxHashMap::default();
    let mut best: FxHashMap<(u128, [u32; 2]), (u32, u32)> = FxHashMap::default();
    let mut queue = BinaryHeap::new();
    let initial = system.initial(&mut scratch);
    let nobody = [u32::MAX; 2];
    best.insert((system.fingerprint(&mut scratch, &initial), nobody), (0, 0));
    entries.push(Entry { parent: 0, action: None });
    states.insert(0, initial);
    queue.push(Reverse((0u32, 0u32, 0u32, nobody)));
    let mut limit = None;
    let mut found = Vec::new();
    let mut actions = Vec::new();
    'search: while let Some(Reverse((switches, steps, index, last))) = queue.pop() {
        let Some(state) = states.remove(&index) else { continue };
        actions.clear();
        system.actions(&mut scratch, &state, &mut actions);
        property.check(system, &mut scratch, &state, &actions, &mut found);
        for finding in found.drain(..) {
            if wanted.is_empty() || wanted.contains(&finding) {
                runs.entry(finding).or_insert_with(|| path(&entries, index));
            }
        }
        if !wanted.is_empty() && runs.len() == wanted.len() {
            break;
        }
        limit = meter.check(entries.len() as u64);
        if limit.is_some() {
            break;
        }
        if let Some(too_deep) = meter.is_too_deep(steps as u64 + 1) {
            limit = Some(too_deep);
            continue;
        }
        for action in &actions {
            // Large states have very many actions. How many states there are was asked before.
            limit = meter.check(0);
            if limit.is_some() {
                break 'search;
            }
            let mut next = state.clone();
            system.apply(&mut scratch, &mut next, action);
            let actors = system.actors(action);
            let (key, next_cost) = match cost {
                Cost::Steps => (nobody, (0, steps + 1)),
                Cost::Switches => {
                    let same = last == nobody || actors.iter().any(|actor| last.contains(actor));
                    (actors, (switches + !same as u32, steps + 1))
                }
            };
            let key = (system.fingerprint(&mut scratch, &next), key);
            if best.get(&key).is_some_and(|known| *known <= next_cost) {
                continue;
            }
            best.insert(key, next_cost);
            let number = entries.len() as u32;
            entries.push(Entry { parent: index, action: Some(action.clone()) });
            states.insert(number, next);
            queue.push(Reverse((next_cost.0, next_cost.1, number, actors)));
        }
    }
    Cheapest { runs, limit }
}

fn path<A: Clone>(entries: &[Entry<A>], mut index: u32) -> Vec<A> {
    let mut path = Vec::new();
    while let Some(action) = &entries[index as usize].action {
        path.push(action.clone());
        index = entries[index as usize].parent;
    }
    path.reverse();
    path
}

/// Makes a run to `wanted` shorter, as far as leaving out parts of it can, within `attempts` tries and until `deadline`.
///
/// Parts of all sizes are left out in turn (Zeller and Hildebrandt 2002). What cannot happen without them is skipped, and
/// whoever acted last goes on to the end, so that every part of a run is a run again.
pub fn shrink<S: System, P: Property<S>>(
    system: &S,
    property: &P,
    wanted: &P::Finding,
    run: Vec<S::Action>,
    attempts: usize,
    deadline: Option<Instant>,
) -> Vec<S::Action> {
    let mut scratch = system.scratch();
    let mut best = run;
    let mut left = attempts;
    let mut size = best.len().div_ceil(2);
    while size > 0 {
        let mut from = 0;
        let before = best.len();
        while from < best.len() {
            if left == 0 || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return best;
            }
            left -= 1;
            let to = (from + size).min(best.len());
            let plan: Vec<S::Action> = best[..from].iter().chain(&best[to..]).cloned().collect();
            match follow(system, property, &mut scratch, wanted, &plan, (best.len(), deadline)) {
                Some(shorter) if shorter.len() < best.len() => best = shorter,
                _ => from = to,
            }
        }
        if size == 1 && best.len() == before {
            break;
        }
        size = if size == 1 { 1 } else { size / 2 };
    }
    best
}

/// Follows `plan` as far as it is possible, then lets the last actor go on; the run to `wanted`, if it comes there in
/// fewer than `longest` steps and before `deadline`.
fn follow<S: System, P: Property<S>>(
    system: &S,
    property: &P,
    scratch: &mut S::Scratch,
    wanted: &P::Finding,
    plan: &[S::Action],
    (longest, deadline): (usize, Option<Instant>),
) -> Option<Vec<S::Action>> {
    let mut state = system.initial(scratch);
    let mut run: Vec<S::Action> = Vec::new();
    let mut plan = plan.iter();
    let (mut actions, mut found) = (Vec::new(), Vec::new());
    loop {
        actions.clear();
        system.actions(scratch, &state, &mut actions);
        property.check(system, scratch, &state, &actions, &mut found);
        if found.drain(..).any(|finding| finding == *wanted) {
            return Some(run);
        }
        if run.len() + 1 >= longest || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return None;
        }
        let planned = plan.by_ref().find(|action| actions.contains(action));
        let action = match planned {
            Some(action) => action.clone(),
            None => {
                let last = run.last().map(|action| system.actors(action));
                let same = |action: &&S::Action| {
                    last.is_some_and(|last| system.actors(action).iter().any(|actor| last.contains(actor)))
                };
                actions.iter().find(same).or(actions.first())?.clone()
            }
        };
        system.apply(scratch, &mut state, &action);
        run.push(action);
    }
}
