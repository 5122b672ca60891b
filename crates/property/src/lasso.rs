//! Counterexamples: a finite way in, and a cycle that can be repeated for ever.
//!
//! The search for an accepting component says that there is a counterexample; this module finds the shortest one: for each
//! state of an accepting component, nearest first, the shortest cycle through it that has all marks, by breadth-first search
//! over states and marks seen. States too far away to do better are not tried.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::product::{Arc, Graph, Marks};
use crate::scc::components_within;

/// One step of a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step<A> {
    /// An action of the system.
    Action(A),
    /// Nothing happens, for the run has ended: where it may, or, in a deadlock, where it may not.
    End {
        /// Whether the run may not end here.
        deadlock: bool,
    },
}

/// A run that breaks a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso<S, A> {
    /// The steps that lead to the cycle; all there is to see, if the cycle is empty.
    pub prefix: Vec<Step<A>>,
    /// The steps that repeat for ever. Empty when the prefix alone breaks the property, whatever follows.
    pub cycle: Vec<Step<A>>,
    /// The states: the initial one, then the one after each step of the prefix and of the cycle.
    pub states: Vec<S>,
    /// Whether the product with the formula's automaton has no shorter lasso. False when looking further would have taken
    /// too long.
    pub shortest: bool,
}

impl<S, A> Lasso<S, A> {
    /// Whether a finite prefix suffices to see the violation.
    pub fn is_prefix(&self) -> bool {
        self.cycle.is_empty()
    }
}

/// A path of arcs: into the cycle, and around it.
pub(crate) struct Path {
    pub(crate) prefix: Vec<Arc>,
    pub(crate) cycle: Vec<Arc>,
    pub(crate) shortest: bool,
}

/// How many arcs the search for a shorter cycle may look at.
const EFFORT: usize = 2_000_000;

/// Breadth-first distances from node 0, and the arc by which each node was first reached.
pub(crate) struct Distances {
    pub(crate) distance: Vec<u32>,
    parent: Vec<Option<(u32, Arc)>>,
    /// The nodes, nearest first.
    pub(crate) order: Vec<u32>,
}

impl Distances {
    pub(crate) fn of(graph: &Graph) -> Self {
        let mut distance = vec![u32::MAX; graph.len()];
        let mut parent = vec![None; graph.len()];
        distance[0] = 0;
        let mut order = vec![0u32];
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            for arc in &graph[node as usize] {
                let target = arc.0 as usize;
                if distance[target] == u32::MAX {
                    distance[target] = distance[node as usize] + 1;
                    parent[target] = Some((node, arc.1));
                    order.push(arc.0);
                }
            }
        }
        Self { distance, parent, order }
    }

    pub(crate) fn path_to(&self, mut node: u32) -> Vec<Arc> {
        let mut path = Vec::new();
        while let Some((before, arc)) = self.parent[node as usize] {
            path.push(arc);
            node = before;
        }
        path.reverse();
        path
    }
}

/// The shortest lasso of `graph` from node 0 with all of the marks `all`, if there is one.
pub(crate) fn shortest(graph: &Graph, all: Marks) -> Option<Path> {
    let distances = Distances::of(graph);
    let mut component_of = vec![u32::MAX; graph.len()];
    let inside = |node: u32| distances.distance[node as usize] != u32::MAX;
    for (number, component) in (0u32..).zip(components_within(graph, inside)) {
        for &node in &component {
            component_of[node as usize] = number;
        }
        let mut marks = None;
        for &node in &component {
            for (target, arc) in &graph[node as usize] {
                if component_of[*target as usize] == number {
                    marks = Some(marks.unwrap_or(0) | arc.marks);
                }
            }
        }
        if marks.is_none_or(|marks| marks & all != all) {
            for &node in &component {
                component_of[node as usize] = u32::MAX;
            }
        }
    }
    let mut best: Option<(u32, Path)> = None;
    let mut effort = EFFORT;
    for &node in &distances.order {
        let component = component_of[node as usize];
        if component == u32::MAX {
            continue;
        }
        let distance = distances.distance[node as usize];
        let limit = best.as_ref().map_or(u32::MAX, |(length, _)| length.saturating_sub(distance + 1));
        if limit == 0 {
            break;
        }
        let member = |other: u32| component_of[other as usize] == component;
        let exact = cycle_with_all(graph, node, all, &member, limit, &mut effort);
        let out_of_effort = effort == 0;
        let cycle = match (exact, &best) {
            (Some(cycle), _) => Some(cycle),
            (None, None) => Some(some_cycle(graph, node, all, &member)),
            (None, Some(_)) => None,
        };
        if let Some(cycle) = cycle {
            let path = Path { prefix: distances.path_to(node), cycle, shortest: !out_of_effort };
            best = Some((distance + path.cycle.len() as u32, path));
        }
        if out_of_effort {
            if let Some((_, path)) = &mut best {
                path.shortest = false;
            }
            break;
        }
    }
    best.map(|(_, path)| path)
}

/// The shortest cycle through `start` inside `member` with all marks, no longer than `limit`.
fn cycle_with_all(
    graph: &Graph,
    start: u32,
    all: Marks,
    member: &impl Fn(u32) -> bool,
    limit: u32,
    effort: &mut usize,
) -> Option<Vec<Arc>> {
    let mut from: FxHashMap<(u32, Marks), ((u32, Marks), Arc)> = FxHashMap::default();
    let mut queue = VecDeque::from([((start, 0), 0)]);
    while let Some((at, length)) = queue.pop_front() {
        if length == limit {
            continue;
        }
        for (target, arc) in &graph[at.0 as usize] {
            if *effort == 0 {
                return None;
            }
            *effort -= 1;
            if !member(*target) {
                continue;
            }
            let next = (*target, at.1 | (arc.marks & all));
            if next == (start, all) {
                let mut cycle = vec![*arc];
                let mut back = at;
                while back != (start, 0) {
                    let (before, arc) = from[&back];
                    cycle.push(arc);
                    back = before;
                }
                cycle.reverse();
                return Some(cycle);
            }
            if next != (start, 0) && !from.contains_key(&next) {
                from.insert(next, (at, *arc));
                queue.push_back((next, length + 1));
            }
        }
    }
    None
}

/// Some cycle through `start` inside `member` with all marks: to the nearest missing mark, again and again, and back.
pub(crate) fn some_cycle(graph: &Graph, start: u32, all: Marks, member: &impl Fn(u32) -> bool) -> Vec<Arc> {
    let mut cycle: Vec<Arc> = Vec::new();
    let mut at = start;
    let mut missing = all;
    loop {
        let home = missing == 0 && !cycle.is_empty();
        if home && at == start {
            return cycle;
        }
        let wanted = |arc: &Arc| match missing {
            0 => arc.target == start,
            _ => arc.marks & missing != 0,
        };
        let Some(path) = nearest(graph, at, &wanted, member) else { return cycle };
        for arc in path {
            missing &= !arc.marks;
            at = arc.target;
            cycle.push(arc);
        }
    }
}

fn nearest(
    graph: &Graph,
    start: u32,
    wanted: &impl Fn(&Arc) -> bool,
    member: &impl Fn(u32) -> bool,
) -> Option<Vec<Arc>> {
    let mut from: FxHashMap<u32, (u32, Arc)> = FxHashMap::default();
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for (target, arc) in graph[at as usize].iter().filter(|(target, _)| member(*target)) {
            if wanted(arc) {
                let mut path = vec![*arc];
                let mut back = at;
                while back != start {
                    let (before, arc) = from[&back];
                    path.push(arc);
                    back = before;
                }
                path.reverse();
                return Some(path);
            }
            if *target != start && !from.contains_key(target) {
                from.insert(*target, (at, *arc));
                queue.push_back(*target);
            }
        }
    }
    None
}
