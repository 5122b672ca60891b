//! What concerns infinite runs: goroutines that are blocked for ever although others go on, and goroutines that go on for
//! ever without getting anywhere.
//!
//! Both are properties of the strongly connected parts of the state graph, which is built whole and without reduction for
//! this, up to a number of states.

use std::collections::{BTreeMap, BTreeSet};

use vtrace_explore::{Budget, Graph, Limit, Progress, System};
use vtrace_machine::{Choice, Machine, Operation, State};

use crate::bugs::{Bug, Site, site};
use crate::system::GoSystem;

/// The bugs of infinite runs, each with a run into the circle.
pub fn check(
    system: &GoSystem,
    budget: &Budget,
    progress: &Progress,
) -> Result<BTreeMap<Bug, Vec<Choice>>, Limit> {
    let graph = Graph::explore(system, budget, progress)?;
    let mut bugs = BTreeMap::new();
    leaks(system, &graph, &mut bugs);
    livelocks(system, &graph, &mut bugs);
    Ok(bugs)
}

/// Parts of the graph with no way out in which somebody never moves.
fn leaks(system: &GoSystem, graph: &Graph<GoSystem>, bugs: &mut BTreeMap<Bug, Vec<Choice>>) {
    let machine = system.machine;
    for component in graph.components(|_, _| true) {
        if !component.bottom || !component.cyclic {
            continue;
        }
        // Goroutines have other numbers in other states: what counts is where they are.
        let mut moving = BTreeSet::new();
        for &index in &component.states {
            let state = &graph.states[index as usize];
            for (action, _) in &graph.edges[index as usize] {
                moving.extend(system.actors(action).into_iter().filter_map(|g| site(machine, state, g)));
            }
        }
        let Some(&first) = component.states.first() else { continue };
        let state = &graph.states[first as usize];
        for g in state.goroutines() {
            let at = site(machine, state, g.number);
            if let Some(at) = at.filter(|at| !moving.contains(at) && g.ending().is_none()) {
                let bug = Bug::LeakedBesideOthers(at);
                bugs.entry(bug).or_insert_with(|| graph.path_to(first));
            }
        }
    }
}

/// Parts of the graph, by steps that only look, in which everybody who could move does, or cannot at times (weak fairness).
fn livelocks(system: &GoSystem, graph: &Graph<GoSystem>, bugs: &mut BTreeMap<Bug, Vec<Choice>>) {
    let machine = system.machine;
    let looks = |index: u32, action: &Choice| only_looks(machine, &graph.states[index as usize], action);
    for component in graph.components(looks) {
        let Some(&first) = component.states.first() else { continue };
        let state = &graph.states[first as usize];
        // Who has returned from main lets the program end, whoever spins.
        if !component.cyclic || state.main_returned() {
            continue;
        }
        let members: BTreeSet<u32> = component.states.iter().copied().collect();
        let mut moving: BTreeSet<u32> = BTreeSet::new();
        let mut sites = BTreeSet::new();
        let mut always: Option<BTreeSet<u32>> = None;
        for &index in &component.states {
            let state = &graph.states[index as usize];
            let mut enabled = BTreeSet::new();
            for (action, to) in &graph.edges[index as usize] {
                let actors = system.actors(action);
                enabled.extend(actors);
                if members.contains(to) && looks(index, action) {
                    moving.extend(actors);
                    sites.extend(actors.into_iter().filter_map(|g| site(machine, state, g)));
                }
            }
            always = Some(match always {
                None => enabled,
                Some(always) => always.intersection(&enabled).copied().collect(),
            });
        }
        let fair = always.unwrap_or_default().is_subset(&moving);
        let ends = component
            .states
            .iter()
            .any(|&index| graph.states[index as usize].goroutines().any(|g| g.ending().is_some()));
        if fair && !ends {
            let sites: Vec<Site> = sites.into_iter().collect();
            bugs.entry(Bug::Spins(sites)).or_insert_with(|| graph.path_to(first));
        }
    }
}

/// Whether a step gets nobody anywhere: it reads, polls, takes and releases locks, or yields.
fn only_looks(machine: &Machine, state: &State, action: &Choice) -> bool {
    match *action {
        Choice::Case { case, .. } => case == vtrace_machine::DEFAULT,
        Choice::Step { goroutine } => match machine.operation(state, goroutine) {
            Some(Operation::Memory) => {
                let footprint = machine.footprint(state, goroutine).unwrap_or_default();
                footprint.touches.iter().all(|touch| touch.mode == vtrace_machine::Mode::Read)
            }
            Some(Operation::Native(name)) => {
                name.starts_with("sync/atomic.Load")
                    || name.starts_with("sync/atomic.CompareAndSwap")
                    || name.contains("Lock")
                    || name == "runtime.Gosched"
            }
            // Very long without a visible operation, or nothing but a turn.
            None => true,
            _ => false,
        },
        _ => false,
    }
}
