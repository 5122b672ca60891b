//! What concerns infinite runs: goroutines that are blocked for ever although others go on, and goroutines that go on for
//! ever without getting anywhere.
//!
//! Both are properties of the strongly connected parts of the state graph, which is built whole and without reduction for
//! this, up to a number of states.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use vtrace_explore::{Budget, Graph, Limit, Progress, System};
use vtrace_machine::{Choice, Fingerprinter, Machine, Operation, Output, State, dump};

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
    for step in [only_looks, gets_nowhere] {
        livelocks(system, &graph, step, &mut bugs);
    }
    leaks(system, &graph, &mut bugs);
    Ok(bugs)
}

/// Parts of the graph with no way out in which somebody never moves.
///
/// Who waits for goroutines that never end may mean to: main, and whoever waits for a WaitGroup, are passed over; so is an
/// empty select.
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
        for g in state.goroutines().filter(|g| g.ending().is_none() && !g.is_main()) {
            let reason = dump::wait_reason(&machine.program, g);
            if matches!(reason.as_str(), "select (no cases)" | "sync.WaitGroup.Wait") {
                continue;
            }
            if let Some(at) = site(machine, state, g.number).filter(|at| !moving.contains(at)) {
                bugs.entry(Bug::LeakedBesideOthers(at)).or_insert_with(|| graph.path_to(first));
            }
        }
    }
}

/// Whether an action is of the kind that is looked for, in a state.
type Step = fn(&Machine, &State, &Choice) -> bool;

/// Parts of the graph, by steps of one kind, in which everybody who could move does, or cannot at times (weak fairness).
fn livelocks(system: &GoSystem, graph: &Graph<GoSystem>, step: Step, bugs: &mut BTreeMap<Bug, Vec<Choice>>) {
    let machine = system.machine;
    let follows = |index: u32, action: &Choice| step(machine, &graph.states[index as usize], action);
    for component in graph.components(follows) {
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
                if members.contains(to) && follows(index, action) {
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
        let known = |sites: &BTreeSet<Site>| {
            bugs.keys()
                .any(|bug| matches!(bug, Bug::Spins(known) if known.iter().any(|site| sites.contains(site))))
        };
        if fair && !ends && !known(&sites) {
            bugs.insert(Bug::Spins(sites.into_iter().collect()), graph.path_to(first));
        }
    }
}

/// A state on the way round, by its fingerprint, and who has moved so far.
type Node = (u128, BTreeSet<u32>);

/// How many states [`circle`] looks at before it gives up.
const CIRCLE: usize = 50_000;

/// Choices that lead from a state back to it, by steps at these sites that get nobody anywhere, and in which everybody takes part
/// who can make such a step in the state. Empty if there is none that is short.
pub fn circle(machine: &Machine, start: &State, sites: &[Site]) -> Vec<Choice> {
    let mut names = Fingerprinter::default();
    let spinning = |state: &State| -> Vec<(Choice, u32)> {
        let choices = machine.choices(state).into_iter().filter_map(|choice| match choice {
            Choice::Step { goroutine } | Choice::Case { goroutine, .. } => Some((choice, goroutine)),
            _ => None,
        });
        let stays = |(choice, goroutine): &(Choice, u32)| {
            site(machine, state, *goroutine).is_some_and(|site| sites.contains(&site))
                && (only_looks(machine, state, choice) || gets_nowhere(machine, state, choice))
        };
        choices.filter(stays).collect()
    };
    let movers: BTreeSet<u32> = spinning(start).into_iter().map(|(_, goroutine)| goroutine).collect();
    let aim = (names.fingerprint(&machine.program, start), movers.clone());
    // Where each was come to from, and by which choice.
    let mut from: HashMap<Node, (Node, Choice)> = HashMap::new();
    let first = (aim.0, BTreeSet::new());
    let mut queue = VecDeque::from([(start.clone(), first.clone())]);
    let mut output = Output::default();
    let mut cx = machine.context(&mut output);
    while let Some((state, node)) = queue.pop_front() {
        for (choice, goroutine) in spinning(&state) {
            let mut next = state.clone();
            if !cx.apply(&mut next, &choice) {
                continue;
            }
            let mut moved = node.1.clone();
            moved.extend(movers.get(&goroutine));
            let there = (names.fingerprint(&machine.program, &next), moved);
            if there == first || from.contains_key(&there) {
                continue;
            }
            from.insert(there.clone(), (node.clone(), choice));
            if there == aim {
                let mut choices = Vec::new();
                let mut at = there;
                while at != first {
                    let Some((before, choice)) = from.get(&at) else { break };
                    choices.push(*choice);
                    at = before.clone();
                }
                choices.reverse();
                return choices;
            }
            if from.len() < CIRCLE {
                queue.push_back((next, there));
            }
        }
    }
    Vec::new()
}

/// Whether a step only looks: it reads, polls, tries, or yields.
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
                    || name.contains("TryLock")
                    || name.contains("TryRLock")
                    || name == "runtime.Gosched"
            }
            // Very long without a visible operation, or nothing but a turn.
            None => true,
            _ => false,
        },
        _ => false,
    }
}

/// Whether a step gets nobody anywhere who is in a loop that has an end: besides looking, it takes and releases locks and
/// changes atomic variables. What is written to loop for ever may mean to.
fn gets_nowhere(machine: &Machine, state: &State, action: &Choice) -> bool {
    let Choice::Step { goroutine } = *action else { return only_looks(machine, state, action) };
    let harmless = match machine.operation(state, goroutine) {
        Some(Operation::Native(name)) => {
            name.starts_with("sync/atomic.") || name.contains("Lock") || name.contains("Unlock")
        }
        _ => false,
    };
    (harmless || only_looks(machine, state, action)) && machine.can_return(state, goroutine)
}
