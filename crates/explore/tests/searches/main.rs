//! The searches beside their plainest versions, on random small systems.

mod systems;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt::Debug;

use proptest::prelude::*;
use systems::{Explicit, Marks, News, Processes, Sleepy, Telling};
use vtrace_explore::{
    Bounded, Budget, Cost, Exploration, Graph, Guide, Limit, Of, Options, Policy, Progress, Property, System,
    cheapest, depth_first, sample, shrink, walk,
};

/// All that can be told, and the number of states, by breadth-first search with a set.
fn naive<S: System<Scratch = ()>, P: Property<S>>(system: &S, property: &P) -> (BTreeSet<P::Finding>, u64) {
    let initial = system.initial(&mut ());
    let mut seen = BTreeSet::from([system.fingerprint(&mut (), &initial)]);
    let mut queue = VecDeque::from([initial]);
    let mut found = Vec::new();
    while let Some(state) = queue.pop_front() {
        let mut actions = Vec::new();
        system.actions(&mut (), &state, &mut actions);
        property.check(system, &mut (), &state, &actions, &mut found);
        for action in actions {
            let mut next = state.clone();
            system.apply(&mut (), &mut next, &action);
            if seen.insert(system.fingerprint(&mut (), &next)) {
                queue.push_back(next);
            }
        }
    }
    (found.into_iter().collect(), seen.len() as u64)
}

/// What is told where a run ends. Fails if the run is impossible.
fn told<S: System<Scratch = ()>, P: Property<S>>(
    system: &S,
    property: &P,
    run: &[S::Action],
) -> Vec<P::Finding> {
    let mut state = system.initial(&mut ());
    let mut actions = Vec::new();
    system.actions(&mut (), &state, &mut actions);
    for action in run {
        assert!(actions.contains(action), "{action:?} of {run:?} is not possible");
        system.apply(&mut (), &mut state, action);
        actions.clear();
        system.actions(&mut (), &state, &mut actions);
    }
    let mut found = Vec::new();
    property.check(system, &mut (), &state, &actions, &mut found);
    found
}

fn search<S: System, P: Property<S>>(
    system: &S,
    property: &P,
    threads: usize,
    reduce: bool,
) -> Exploration<P::Finding, S::Action> {
    depth_first(system, property, &Options { threads, reduce }, &Budget::default())
}

fn names<F: Ord + Clone, A>(runs: &BTreeMap<F, A>) -> BTreeSet<F> {
    runs.keys().cloned().collect()
}

fn runs_are_real<S: System<Scratch = ()>, P: Property<S>>(
    system: &S,
    property: &P,
    runs: &BTreeMap<P::Finding, Vec<S::Action>>,
) {
    for (finding, run) in runs {
        assert!(told(system, property, run).contains(finding), "{run:?} does not lead to {finding:?}");
    }
}

/// The least (switches, steps) to each thing that can be told, by relaxing until nothing changes.
fn least<S, P>(system: &S, property: &P) -> BTreeMap<P::Finding, (u32, u32)>
where
    S: System<Scratch = ()>,
    S::State: Debug,
    P: Property<S>,
{
    let mut best = HashMap::new();
    let mut told: BTreeMap<P::Finding, (u32, u32)> = BTreeMap::new();
    let mut pending = vec![(system.initial(&mut ()), None::<[u32; 2]>, (0, 0))];
    while let Some((state, last, cost)) = pending.pop() {
        let key = (system.fingerprint(&mut (), &state), last);
        if best.get(&key).is_some_and(|known| *known <= cost) {
            continue;
        }
        best.insert(key, cost);
        let (mut actions, mut found) = (Vec::new(), Vec::new());
        system.actions(&mut (), &state, &mut actions);
        property.check(system, &mut (), &state, &actions, &mut found);
        for finding in found {
            let known = told.entry(finding).or_insert(cost);
            *known = cost.min(*known);
        }
        for action in actions {
            let mut next = state.clone();
            system.apply(&mut (), &mut next, &action);
            pending.push((next, Some(system.actors(&action)), after(cost, last, system.actors(&action))));
        }
    }
    told
}

/// What a run costs that goes on with these actors.
fn after((switches, steps): (u32, u32), last: Option<[u32; 2]>, actors: [u32; 2]) -> (u32, u32) {
    let changes = last.is_some_and(|last| !actors.iter().any(|actor| last.contains(actor)));
    (switches + changes as u32, steps + 1)
}

fn cost<S: System>(system: &S, run: &[S::Action]) -> (u32, u32) {
    let mut last = None;
    run.iter().fold((0, 0), |cost, action| {
        let actors = system.actors(action);
        after(cost, last.replace(actors), actors)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn depth_first_sees_what_is_reachable(graph in Explicit::any()) {
        let (expected, states) = naive(&graph, &Marks);
        for threads in [1, 2] {
            let result = search(&graph, &Marks, threads, false);
            prop_assert_eq!(names(&result.findings), expected.clone());
            prop_assert_eq!(result.statistics.states, states);
            prop_assert!(result.limit.is_none());
            runs_are_real(&graph, &Marks, &result.findings);
        }
    }

    #[test]
    fn reduction_loses_nothing_of_processes(processes in Processes::any()) {
        let (expected, states) = naive(&processes, &Telling);
        for (threads, reduce) in [(1, false), (2, false), (1, true), (2, true)] {
            let result = search(&processes, &Telling, threads, reduce);
            prop_assert_eq!(names(&result.findings), expected.clone(), "threads {}, reduce {}", threads, reduce);
            prop_assert!(result.statistics.states <= states);
            runs_are_real(&processes, &Telling, &result.findings);
        }
    }

    #[test]
    fn sleeping_actions_save_steps_and_no_states(processes in Processes::any()) {
        let (expected, states) = naive(&processes, &Telling);
        let steps = search(&processes, &Telling, 1, false).statistics.transitions;
        for threads in [1, 2] {
            let result = search(&Sleepy(&processes), &Telling, threads, true);
            prop_assert_eq!(names(&result.findings), expected.clone());
            prop_assert_eq!(result.statistics.states, states);
            prop_assert!(result.statistics.transitions <= steps);
            runs_are_real(&processes, &Telling, &result.findings);
        }
    }

    #[test]
    fn a_search_without_reduction_knows_of_cycles(graph in Explicit::any()) {
        let cyclic = Graph::explore(&graph, &Budget::default(), &Progress::default()).unwrap()
            .components(|_, _| true).iter().any(|component| component.cyclic);
        for threads in [1, 2] {
            prop_assert_eq!(search(&graph, &Marks, threads, false).cyclic, cyclic);
        }
    }

    #[test]
    fn reduction_keeps_infinite_runs(processes in Processes::any()) {
        let cyclic = search(&processes, &Telling, 1, false).cyclic;
        for threads in [1, 2] {
            prop_assert_eq!(search(&processes, &Telling, threads, true).cyclic, cyclic);
            prop_assert_eq!(search(&Sleepy(&processes), &Telling, threads, true).cyclic, cyclic);
        }
    }

    #[test]
    fn components_are_what_reaches_each_other(graph in Explicit::any(), left_out in 0..4u32) {
        let follow = |_: u32, action: &u32| *action != left_out;
        let explored = Graph::explore(&graph, &Budget::default(), &Progress::default()).unwrap();
        let n = explored.states.len();
        let mut reaches = vec![vec![false; n]; n];
        for (v, edges) in explored.edges.iter().enumerate() {
            edges.iter().filter(|(action, _)| follow(0, action)).for_each(|&(_, w)| reaches[v][w as usize] = true);
        }
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    reaches[i][j] |= reaches[i][k] && reaches[k][j];
                }
            }
        }
        let components = explored.components(follow);
        let mut seen = BTreeSet::new();
        for component in &components {
            let first = component.states[0] as usize;
            let expected: Vec<u32> = (0..n)
                .filter(|&v| v == first || reaches[v][first] && reaches[first][v])
                .map(|v| v as u32)
                .collect();
            prop_assert_eq!(&component.states, &expected);
            prop_assert_eq!(component.cyclic, reaches[first][first]);
            let leaves = expected.iter().any(|&v| {
                explored.edges[v as usize].iter().any(|(_, w)| !expected.contains(w))
            });
            prop_assert_eq!(component.bottom, !leaves);
            seen.extend(expected);
        }
        prop_assert_eq!(seen.len(), n);
        prop_assert_eq!(components.iter().map(|c| c.states.len()).sum::<usize>(), n);
    }

    #[test]
    fn the_cheapest_runs_are(processes in Processes::any()) {
        let expected = least(&processes, &Telling);
        let all = BTreeSet::new();
        let found = cheapest(&processes, &Telling, &all, Cost::Switches, &Budget::default(), &Progress::default());
        prop_assert!(found.limit.is_none());
        runs_are_real(&processes, &Telling, &found.runs);
        let actual: BTreeMap<News, (u32, u32)> =
            found.runs.iter().map(|(news, run)| (news.clone(), cost(&processes, run))).collect();
        prop_assert_eq!(actual, expected);
    }

    #[test]
    fn the_shortest_runs_are(graph in Explicit::any()) {
        let explored = Graph::explore(&graph, &Budget::default(), &Progress::default()).unwrap();
        let mut expected: BTreeMap<u8, usize> = BTreeMap::new();
        for index in 0..explored.states.len() as u32 {
            let path = explored.path_to(index);
            for mark in told(&graph, &Marks, &path) {
                let known = expected.entry(mark).or_insert(path.len());
                *known = path.len().min(*known);
            }
        }
        let all = BTreeSet::new();
        let found = cheapest(&graph, &Marks, &all, Cost::Steps, &Budget::default(), &Progress::default());
        let actual: BTreeMap<u8, usize> = found.runs.iter().map(|(mark, run)| (*mark, run.len())).collect();
        prop_assert_eq!(actual, expected);
    }

    #[test]
    fn a_shrunk_run_still_leads_there(processes in Processes::any()) {
        for (news, run) in search(&processes, &Telling, 1, false).findings {
            let short = shrink(&processes, &Telling, &news, run.clone(), 500, None);
            prop_assert!(short.len() <= run.len());
            let now = Some(std::time::Instant::now());
            prop_assert_eq!(&shrink(&processes, &Telling, &news, run.clone(), 500, now), &run, "no time was left");
            prop_assert!(told(&processes, &Telling, &short).contains(&news), "{:?} to {:?}", short, news);
        }
    }

    #[test]
    fn enough_preemptions_find_all_and_fewer_no_more(processes in Processes::any()) {
        let (expected, _) = naive(&processes, &Telling);
        let mut before = BTreeSet::new();
        // Nobody is told to be about to act who may not preempt, so one more than there are switches.
        let enough = least(&processes, &Telling).values().map(|(switches, _)| switches + 1).max().unwrap_or(0);
        for bound in 0..=enough {
            let bounded = Bounded::new(&processes, bound);
            let found = names(&search(&bounded, &Of(&Telling), 1, false).findings);
            prop_assert!(before.is_subset(&found), "{} preemptions lose something", bound);
            prop_assert!(bounded.has_cut() || found == expected, "what was left out by {} is not told", bound);
            before = found;
        }
        prop_assert_eq!(before, expected);
    }

    #[test]
    fn random_runs_find_only_what_is_there(processes in Processes::any(), seed: u64) {
        let (expected, _) = naive(&processes, &Telling);
        let policies =
            [Policy::Uniform, Policy::Priorities { changes: 2, length: 10 }, Policy::PartialOrder];
        for policy in policies {
            let budget = Budget::default();
            let result = sample(&processes, &Telling, policy, (seed, 10, 30), &budget, &Progress::default());
            prop_assert!(names(&result.findings).is_subset(&expected));
            runs_are_real(&processes, &Telling, &result.findings);
        }
    }
}

/// Takes the last of the possible actions, as long as there are some.
struct Last;

impl<S: System> Guide<S> for Last {
    fn next(&mut self, system: &S, scratch: &mut S::Scratch, state: &S::State) -> Option<S::Action> {
        let mut actions = Vec::new();
        system.actions(scratch, state, &mut actions);
        actions.pop()
    }
}

#[test]
fn a_walk_goes_where_it_is_led_and_looks_at_its_end() {
    // A chain of a thousand states, with a way back at each but for the last one.
    let last = 1_000;
    let mut edges: Vec<Vec<u32>> = (0..last).map(|state| vec![0, state + 1]).collect();
    edges.push(Vec::new());
    let mut marks = vec![None; last as usize + 1];
    marks[last as usize] = Some(7);
    let chain = Explicit { edges, marks };
    let walked = |budget: &Budget| walk(&chain, &Marks, &mut Last, budget, &Progress::default());
    let all = walked(&Budget::default());
    assert_eq!(all.limit, None);
    assert_eq!(all.findings, BTreeMap::from([(7, vec![1; last as usize])]));
    assert_eq!(all.statistics.depth, last as u64);
    let short = walked(&Budget { depth: Some(10), ..Budget::default() });
    assert_eq!((short.limit, short.findings.len()), (Some(Limit::Depth(10)), 0));
}
