//! The whole state graph in memory, for what concerns infinite runs: which states can be met again and again, and from
//! which there is no way out.

use rustc_hash::FxHashMap;

use crate::System;
use crate::budget::{Budget, Limit, Meter, Progress};

/// A state graph, or the part of it that a budget allowed.
pub struct Graph<S: System> {
    /// The states; the first is the initial one.
    pub states: Vec<S::State>,
    /// What can happen in each state, and where it leads.
    pub edges: Vec<Vec<(S::Action, u32)>>,
    /// From where each state was first reached, and by which of the edges there.
    parents: Vec<(u32, u32)>,
}

/// States that can all be reached from each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Component {
    /// The states, by their indices, in order.
    pub states: Vec<u32>,
    /// Whether there is an edge inside.
    pub cyclic: bool,
    /// Whether no edge leads out, of all edges, followed or not.
    pub bottom: bool,
}

impl<S: System> Graph<S> {
    /// All states, breadth first; or why that are not all.
    pub fn explore(system: &S, budget: &Budget, progress: &Progress) -> Result<Graph<S>, Limit> {
        let mut scratch = system.scratch();
        let mut meter = Meter::new(budget, progress);
        let mut numbers: FxHashMap<u128, u32> = FxHashMap::default();
        let initial = system.initial(&mut scratch);
        numbers.insert(system.fingerprint(&mut scratch, &initial), 0);
        let mut graph: Graph<S> = Graph { states: vec![initial], edges: Vec::new(), parents: vec![(0, 0)] };
        let mut actions = Vec::new();
        while graph.edges.len() < graph.states.len() {
            if let Some(limit) = meter.check(graph.states.len() as u64) {
                return Err(limit);
            }
            let index = graph.edges.len();
            actions.clear();
            system.actions(&mut scratch, &graph.states[index], &mut actions);
            let mut edges = Vec::with_capacity(actions.len());
            for action in actions.drain(..) {
                let mut next = graph.states[index].clone();
                system.apply(&mut scratch, &mut next, &action);
                let fresh = graph.states.len() as u32;
                let number = *numbers.entry(system.fingerprint(&mut scratch, &next)).or_insert(fresh);
                if number == fresh {
                    graph.parents.push((index as u32, edges.len() as u32));
                    graph.states.push(next);
                }
                edges.push((action, number));
            }
            graph.edges.push(edges);
        }
        Ok(graph)
    }

    /// A shortest run to a state.
    pub fn path_to(&self, mut state: u32) -> Vec<S::Action> {
        let mut path = Vec::new();
        while state != 0 {
            let (parent, edge) = self.parents[state as usize];
            path.push(self.edges[parent as usize][edge as usize].0.clone());
            state = parent;
        }
        path.reverse();
        path
    }

    /// The strongly connected components with respect to those edges that `follow` accepts (Tarjan 1972).
    pub fn components(&self, follow: impl Fn(u32, &S::Action) -> bool) -> Vec<Component> {
        let n = self.states.len();
        let mut tarjan = Tarjan { index: vec![0; n], low: vec![0; n], on_stack: vec![false; n], next: 1 };
        let mut stack: Vec<u32> = Vec::new();
        let mut calls: Vec<(u32, usize)> = Vec::new();
        let mut components = Vec::new();
        for root in 0..n as u32 {
            if tarjan.index[root as usize] != 0 {
                continue;
            }
            tarjan.visit(root, &mut stack);
            calls.push((root, 0));
            while let Some((v, edge)) = calls.last_mut() {
                let v = *v;
                if let Some((action, w)) = self.edges[v as usize].get(*edge) {
                    *edge += 1;
                    if !follow(v, action) {
                        continue;
                    }
                    let w = *w;
                    if tarjan.index[w as usize] == 0 {
                        tarjan.visit(w, &mut stack);
                        calls.push((w, 0));
                    } else if tarjan.on_stack[w as usize] {
                        tarjan.low[v as usize] = tarjan.low[v as usize].min(tarjan.index[w as usize]);
                    }
                    continue;
                }
                calls.pop();
                if let Some(&(parent, _)) = calls.last() {
                    tarjan.low[parent as usize] = tarjan.low[parent as usize].min(tarjan.low[v as usize]);
                }
                if tarjan.low[v as usize] == tarjan.index[v as usize] {
                    components.push(self.component(&mut stack, v, &mut tarjan.on_stack, &follow));
                }
            }
        }
        components
    }

    fn component(
        &self,
        stack: &mut Vec<u32>,
        root: u32,
        on_stack: &mut [bool],
        follow: &impl Fn(u32, &S::Action) -> bool,
    ) -> Component {
        let at = stack.iter().rposition(|&v| v == root).unwrap_or(0);
        let mut states = stack.split_off(at);
        states.iter().for_each(|&v| on_stack[v as usize] = false);
        states.sort_unstable();
        let inside = |w: u32| states.binary_search(&w).is_ok();
        let mut edges = states.iter().flat_map(|&v| self.edges[v as usize].iter().map(move |edge| (v, edge)));
        let bottom = edges.clone().all(|(_, (_, w))| inside(*w));
        let cyclic = edges.any(|(v, (action, w))| inside(*w) && follow(v, action));
        Component { cyclic, bottom, states }
    }
}

struct Tarjan {
    /// In which order states were visited, from 1; 0 for not yet.
    index: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    next: u32,
}

impl Tarjan {
    fn visit(&mut self, v: u32, stack: &mut Vec<u32>) {
        self.index[v as usize] = self.next;
        self.low[v as usize] = self.next;
        self.next += 1;
        self.on_stack[v as usize] = true;
        stack.push(v);
    }
}
