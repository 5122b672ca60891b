//! Transition-based generalised Büchi automata.
//!
//! An edge carries a cube of literals and the acceptance marks that it has; a run is accepted when every mark is seen
//! again and again. Marks sit on edges because the translation makes them there, and because an emptiness check by
//! strongly connected components has no use for anything else.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::formula::Formula;
use crate::scc::components;
use crate::translate::{TranslationError, translate};

/// A generalised Büchi automaton with marks on its edges.
#[derive(Clone, Debug)]
pub struct Automaton {
    /// The atoms; a letter is a set of them, as bits.
    pub atoms: Vec<Arc<str>>,
    /// How many marks there are. None means that every infinite run is accepted.
    pub marks: u32,
    /// The edges that leave each state.
    pub edges: Vec<Vec<Edge>>,
    /// The state where every run starts; without it nothing is accepted.
    pub initial: Option<u32>,
    /// The state that accepts whatever follows, if there is one.
    pub accept_all: Option<u32>,
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// The atoms that must hold.
    pub holding: u64,
    /// The atoms that must not hold.
    pub missing: u64,
    /// The marks that the edge has.
    pub marks: u64,
    /// Where it leads.
    pub target: u32,
}

impl Edge {
    /// Whether the edge can be taken on `letter`.
    pub fn admits(&self, letter: u64) -> bool {
        letter & self.holding == self.holding && letter & self.missing == 0
    }
}

impl Automaton {
    /// The automaton of the words that satisfy `formula`.
    pub fn of(formula: &Formula) -> Result<Self, TranslationError> {
        translate(formula)
    }

    /// The set of all marks.
    pub fn all_marks(&self) -> u64 {
        if self.marks == 0 { 0 } else { u64::MAX >> (64 - self.marks) }
    }

    /// Whether the word `prefix cycle cycle …` is accepted. The cycle must not be empty.
    pub fn accepts(&self, prefix: &[u64], cycle: &[u64]) -> bool {
        assert!(!cycle.is_empty(), "a lasso needs a cycle");
        let Some(initial) = self.initial else { return false };
        let length = prefix.len() + cycle.len();
        let letter =
            |position: usize| *prefix.get(position).unwrap_or_else(|| &cycle[position - prefix.len()]);
        let follow = |position: usize| if position + 1 == length { prefix.len() } else { position + 1 };
        let mut numbers: FxHashMap<(usize, u32), u32> = FxHashMap::default();
        let mut nodes = vec![(0, initial)];
        numbers.insert((0, initial), 0);
        let mut graph: Vec<Vec<(u32, u64)>> = Vec::new();
        let mut next = 0;
        while let Some(&(position, state)) = nodes.get(next) {
            next += 1;
            let mut out = Vec::new();
            for edge in self.edges[state as usize].iter().filter(|edge| edge.admits(letter(position))) {
                let node = (follow(position), edge.target);
                let number = *numbers.entry(node).or_insert_with(|| {
                    nodes.push(node);
                    nodes.len() as u32 - 1
                });
                out.push((number, edge.marks));
            }
            graph.push(out);
        }
        accepting_component(&graph, self.all_marks()).is_some()
    }

    /// Whether no word is accepted.
    pub fn is_empty(&self) -> bool {
        self.initial.is_none()
    }

    /// Merges states with the same edges, and drops the states from which nothing is accepted.
    pub(crate) fn reduce(&mut self) {
        self.drop_hopeless();
        loop {
            let mut classes: FxHashMap<Vec<Edge>, u32> = FxHashMap::default();
            let mut map = Vec::with_capacity(self.edges.len());
            let mut kept: Vec<u32> = Vec::new();
            for (state, edges) in (0u32..).zip(&self.edges) {
                let class = *classes.entry(edges.clone()).or_insert_with(|| {
                    kept.push(state);
                    kept.len() as u32 - 1
                });
                map.push(class);
            }
            if kept.len() == self.edges.len() {
                break;
            }
            self.renumber(&kept, &map);
        }
        self.accept_all = (0u32..).zip(&self.edges).find_map(|(state, edges)| {
            let all = self.all_marks();
            let looping = Edge { holding: 0, missing: 0, marks: all, target: state };
            edges.contains(&looping).then_some(state)
        });
    }

    /// Keeps the states `kept`, in that order; `map` says for every old state which new one stands for it.
    fn renumber(&mut self, kept: &[u32], map: &[u32]) {
        let mut edges: Vec<Vec<Edge>> = Vec::with_capacity(kept.len());
        for &state in kept {
            let mut out = std::mem::take(&mut self.edges[state as usize]);
            out.retain(|edge| map[edge.target as usize] != u32::MAX);
            for edge in &mut out {
                edge.target = map[edge.target as usize];
            }
            out.sort_unstable();
            out.dedup();
            edges.push(out);
        }
        self.edges = edges;
        self.initial = self.initial.map(|state| map[state as usize]).filter(|&state| state != u32::MAX);
    }

    /// Drops the states that cannot reach a cycle with all marks, and those that nothing reaches any more.
    fn drop_hopeless(&mut self) {
        let graph: Vec<Vec<(u32, u64)>> = self
            .edges
            .iter()
            .map(|edges| edges.iter().map(|edge| (edge.target, edge.marks)).collect())
            .collect();
        let all = self.all_marks();
        let mut hopeful = vec![false; graph.len()];
        // Components come with the ones that they reach before them.
        for component in components(&graph) {
            let inside: Vec<u32> = component.clone();
            let good = component_marks(&graph, &inside).is_some_and(|marks| marks & all == all)
                || inside
                    .iter()
                    .any(|&state| graph[state as usize].iter().any(|&(target, _)| hopeful[target as usize]));
            for &state in &inside {
                hopeful[state as usize] = good;
            }
        }
        let mut map = vec![u32::MAX; graph.len()];
        let mut kept = Vec::new();
        let mut queue: Vec<u32> = self.initial.into_iter().filter(|&state| hopeful[state as usize]).collect();
        while let Some(state) = queue.pop() {
            if map[state as usize] != u32::MAX {
                continue;
            }
            map[state as usize] = kept.len() as u32;
            kept.push(state);
            let targets = graph[state as usize].iter().rev().map(|&(target, _)| target);
            queue.extend(targets.filter(|&target| hopeful[target as usize]));
        }
        self.renumber(&kept, &map);
    }
}

/// The marks on the edges inside `component`; none if it has no edge inside.
pub(crate) fn component_marks(graph: &[Vec<(u32, u64)>], component: &[u32]) -> Option<u64> {
    let members: rustc_hash::FxHashSet<u32> = component.iter().copied().collect();
    component
        .iter()
        .flat_map(|&state| &graph[state as usize])
        .filter(|(target, _)| members.contains(target))
        .map(|&(_, marks)| marks)
        .reduce(|one, other| one | other)
}

fn accepting_component(graph: &[Vec<(u32, u64)>], all: u64) -> Option<Vec<u32>> {
    components(graph)
        .into_iter()
        .find(|component| component_marks(graph, component).is_some_and(|marks| marks & all == all))
}
