//! The labelled transition system itself: states, labels, and a sorted set of transitions.
//!
//! Transitions are kept in compressed rows: the edges that leave state `s` lie side by side, sorted by label and
//! then by target, each once. That costs 8 bytes a transition and 4 bytes a state, makes every traversal
//! sequential, and gives all algorithms the same order, so that results never depend on how a file was written.
//! A system is a value: once built it does not change, and whoever wants another one builds another one.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// A state: its number in the system, from 0.
pub type State = u32;

/// A label: its number in the [`Labels`] of a system.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Label(pub u32);

impl Label {
    /// The silent action. Every table of labels has it, and has it first.
    pub const TAU: Label = Label(0);

    /// Is this the silent action?
    pub fn is_tau(self) -> bool {
        self == Label::TAU
    }

    /// The label as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What τ is called in files and on the screen.
pub const TAU_NAME: &str = "i";

/// The names of labels, numbered in the order in which they were first seen, with τ as number 0.
#[derive(Clone)]
pub struct Labels {
    names: Vec<Box<str>>,
    index: HashTable<u32>,
}

impl Default for Labels {
    fn default() -> Labels {
        let mut labels = Labels { names: Vec::new(), index: HashTable::new() };
        labels.intern(TAU_NAME);
        labels
    }
}

fn hash_name(name: &str) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(name)
}

impl Labels {
    /// A table that holds only τ.
    pub fn new() -> Labels {
        Labels::default()
    }

    /// The label called `name`, which is added if it is new. `i` and `tau` are the silent action.
    pub fn intern(&mut self, name: &str) -> Label {
        let name = if name == "tau" { TAU_NAME } else { name };
        let hash = hash_name(name);
        if let Some(&found) = self.index.find(hash, |&i| &*self.names[i as usize] == name) {
            return Label(found);
        }
        let number = self.names.len() as u32;
        self.names.push(name.into());
        self.index.insert_unique(hash, number, |&i| hash_name(&self.names[i as usize]));
        Label(number)
    }

    /// The label called `name`, if there is one.
    pub fn find(&self, name: &str) -> Option<Label> {
        let name = if name == "tau" { TAU_NAME } else { name };
        self.index.find(hash_name(name), |&i| &*self.names[i as usize] == name).map(|&i| Label(i))
    }

    /// The name of `label`.
    pub fn name(&self, label: Label) -> &str {
        &self.names[label.index()]
    }

    /// How many labels there are, τ included whether it is used or not.
    #[allow(clippy::len_without_is_empty)] // τ is always there
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// All labels with their names, in order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (Label, &str)> {
        self.names.iter().enumerate().map(|(i, name)| (Label(i as u32), &**name))
    }
}

/// One outgoing transition of a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge {
    /// What happens.
    pub label: Label,
    /// Where it leads.
    pub target: State,
}

/// A transition with its source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Transition {
    /// Where it starts.
    pub source: State,
    /// What happens.
    pub label: Label,
    /// Where it leads.
    pub target: State,
}

/// A finite labelled transition system.
#[derive(Clone)]
pub struct Lts {
    initial: State,
    labels: Labels,
    first: Vec<u32>,
    edges: Vec<Edge>,
}

/// The most transitions that one system can have: rows are indexed by 32-bit numbers.
pub const MAX_TRANSITIONS: usize = u32::MAX as usize;

impl Lts {
    /// Builds a system of `states` states from transitions in any order; repeated ones are kept once.
    ///
    /// Linear in states and transitions but for the sorting of each state's own row.
    ///
    /// # Panics
    /// If a transition or `initial` mentions a state that is not below `states`, or there are more than
    /// [`MAX_TRANSITIONS`] transitions: readers check both before they come here.
    pub fn new(initial: State, states: usize, labels: Labels, transitions: &[Transition]) -> Lts {
        Lts::from_parts(initial, states, labels, &[transitions])
    }

    /// As [`Lts::new`], from transitions that lie in several pieces, so that a reader need not join them.
    pub fn from_parts<P: AsRef<[Transition]>>(
        initial: State,
        states: usize,
        labels: Labels,
        parts: &[P],
    ) -> Lts {
        let total: usize = parts.iter().map(|part| part.as_ref().len()).sum();
        assert!(total <= MAX_TRANSITIONS, "too many transitions");
        assert!((initial as usize) < states, "the initial state does not exist");
        let mut first = vec![0u32; states + 1];
        for transition in parts.iter().flat_map(|part| part.as_ref()) {
            first[transition.source as usize + 1] += 1;
        }
        for s in 0..states {
            first[s + 1] += first[s];
        }
        let mut next = first.clone();
        let mut edges = vec![Edge { label: Label::TAU, target: 0 }; total];
        for transition in parts.iter().flat_map(|part| part.as_ref()) {
            assert!((transition.target as usize) < states, "a target does not exist");
            let slot = &mut next[transition.source as usize];
            edges[*slot as usize] = Edge { label: transition.label, target: transition.target };
            *slot += 1;
        }
        drop(next);
        sort_rows(&mut first, &mut edges);
        Lts { initial, labels, first, edges }
    }

    /// The initial state.
    pub fn initial(&self) -> State {
        self.initial
    }

    /// How many states there are.
    pub fn state_count(&self) -> usize {
        self.first.len() - 1
    }

    /// How many transitions there are.
    pub fn transition_count(&self) -> usize {
        self.edges.len()
    }

    /// All states, in order.
    pub fn states(&self) -> std::ops::Range<State> {
        0..self.state_count() as State
    }

    /// The labels, used or not.
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    /// The name of `label`.
    pub fn name(&self, label: Label) -> &str {
        self.labels.name(label)
    }

    /// The transitions that leave `state`, sorted by label and target.
    #[inline]
    pub fn edges(&self, state: State) -> &[Edge] {
        let s = state as usize;
        &self.edges[self.first[s] as usize..self.first[s + 1] as usize]
    }

    /// The transitions that leave `state` with `label`, sorted by target.
    pub fn edges_with(&self, state: State, label: Label) -> &[Edge] {
        let edges = self.edges(state);
        let start = edges.partition_point(|e| e.label < label);
        let end = start + edges[start..].partition_point(|e| e.label == label);
        &edges[start..end]
    }

    /// The silent transitions that leave `state`.
    pub fn tau_edges(&self, state: State) -> &[Edge] {
        let edges = self.edges(state);
        &edges[..edges.partition_point(|e| e.label.is_tau())]
    }

    /// The targets of the silent transitions that leave `state`.
    pub fn tau_targets(&self, state: State) -> impl Iterator<Item = State> {
        self.tau_edges(state).iter().map(|e| e.target)
    }

    /// Is there such a transition?
    pub fn contains(&self, transition: Transition) -> bool {
        let edge = Edge { label: transition.label, target: transition.target };
        (transition.source as usize) < self.state_count()
            && self.edges(transition.source).binary_search(&edge).is_ok()
    }

    /// All transitions, sorted by source, label, target.
    pub fn transitions(&self) -> impl Iterator<Item = Transition> {
        self.states().flat_map(move |source| {
            self.edges(source).iter().map(move |e| Transition { source, label: e.label, target: e.target })
        })
    }

    /// The same system with another initial state.
    pub fn with_initial(mut self, initial: State) -> Lts {
        assert!((initial as usize) < self.state_count(), "the initial state does not exist");
        self.initial = initial;
        self
    }

    /// The transitions turned around.
    pub fn incoming(&self) -> Incoming {
        let states = self.state_count();
        let mut first = vec![0u32; states + 1];
        for edge in &self.edges {
            first[edge.target as usize + 1] += 1;
        }
        for s in 0..states {
            first[s + 1] += first[s];
        }
        let mut next = first.clone();
        let mut edges = vec![InEdge { label: Label::TAU, source: 0 }; self.edges.len()];
        for source in self.states() {
            for edge in self.edges(source) {
                let slot = &mut next[edge.target as usize];
                edges[*slot as usize] = InEdge { label: edge.label, source };
                *slot += 1;
            }
        }
        Incoming { first, edges }
    }

    /// Both systems side by side, with one table of labels. The states of `other` come after ours; the result
    /// starts where we start. Returns the number by which the states of `other` were moved.
    pub fn union(&self, other: &Lts) -> (Lts, State) {
        let offset = self.state_count() as State;
        let mut labels = self.labels.clone();
        let renamed: Vec<Label> = other.labels.iter().map(|(_, name)| labels.intern(name)).collect();
        let moved = other.transitions().map(|t| Transition {
            source: t.source + offset,
            label: renamed[t.label.index()],
            target: t.target + offset,
        });
        let transitions: Vec<Transition> = self.transitions().chain(moved).collect();
        let states = self.state_count() + other.state_count();
        (Lts::new(self.initial, states, labels, &transitions), offset)
    }

    /// The part that can be reached from `roots`, and for each of its states the number it had before. States
    /// keep their order. The result starts in the first root.
    pub fn reachable_from(&self, roots: &[State]) -> (Lts, Vec<State>) {
        let mut seen = vec![false; self.state_count()];
        let mut stack = Vec::new();
        for &root in roots {
            if !std::mem::replace(&mut seen[root as usize], true) {
                stack.push(root);
            }
        }
        while let Some(state) = stack.pop() {
            for edge in self.edges(state) {
                if !std::mem::replace(&mut seen[edge.target as usize], true) {
                    stack.push(edge.target);
                }
            }
        }
        self.restrict(&seen, roots[0])
    }

    /// The part made of the states in `keep` and the transitions between them, with the old number of each new
    /// state. `initial`, an old number, must be kept.
    pub fn restrict(&self, keep: &[bool], initial: State) -> (Lts, Vec<State>) {
        let mut new_number = vec![State::MAX; self.state_count()];
        let mut old_number = Vec::new();
        for state in self.states().filter(|&s| keep[s as usize]) {
            new_number[state as usize] = old_number.len() as State;
            old_number.push(state);
        }
        let mut first = Vec::with_capacity(old_number.len() + 1);
        first.push(0u32);
        let mut edges = Vec::new();
        for &old in &old_number {
            edges.extend(
                self.edges(old)
                    .iter()
                    .filter(|e| keep[e.target as usize])
                    .map(|e| Edge { label: e.label, target: new_number[e.target as usize] }),
            );
            first.push(edges.len() as u32);
        }
        let initial = new_number[initial as usize];
        assert!(initial != State::MAX, "the initial state must be kept");
        (Lts { initial, labels: self.labels.clone(), first, edges }, old_number)
    }

    /// The same system with each label replaced by what `rename` says. Transitions that become equal are merged.
    pub fn relabel(&self, labels: Labels, rename: impl Fn(Label) -> Label) -> Lts {
        let mut first = self.first.clone();
        let mut edges: Vec<Edge> =
            self.edges.iter().map(|e| Edge { label: rename(e.label), target: e.target }).collect();
        sort_rows(&mut first, &mut edges);
        Lts { initial: self.initial, labels, first, edges }
    }

    /// The bytes of memory that states and transitions take, labels aside.
    pub fn memory(&self) -> usize {
        self.first.capacity() * size_of::<u32>() + self.edges.capacity() * size_of::<Edge>()
    }
}

/// A system is shown as its `.aut` text, so that a failing test can be pasted into a file.
impl std::fmt::Debug for Lts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = Vec::new();
        crate::aut::write(self, &mut text).map_err(|_| std::fmt::Error)?;
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

/// Sorts each row and removes what is repeated in it.
fn sort_rows(first: &mut [u32], edges: &mut Vec<Edge>) {
    let states = first.len() - 1;
    let mut kept = 0usize;
    let mut start = 0usize;
    for s in 0..states {
        let end = first[s + 1] as usize;
        let row = &mut edges[start..end];
        if !row.is_sorted() {
            row.sort_unstable();
        }
        first[s] = kept as u32;
        let row_start = kept;
        for i in start..end {
            let edge = edges[i];
            if kept == row_start || edges[kept - 1] != edge {
                edges[kept] = edge;
                kept += 1;
            }
        }
        start = end;
    }
    first[states] = kept as u32;
    edges.truncate(kept);
    if edges.capacity() > edges.len() + edges.len() / 8 {
        edges.shrink_to_fit();
    }
}

/// One incoming transition of a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct InEdge {
    /// What happens.
    pub label: Label,
    /// Where it starts.
    pub source: State,
}

/// The transitions of a system, by target.
pub struct Incoming {
    first: Vec<u32>,
    edges: Vec<InEdge>,
}

impl Incoming {
    /// The transitions that arrive in `state`, sorted by source.
    #[inline]
    pub fn edges(&self, state: State) -> &[InEdge] {
        let s = state as usize;
        &self.edges[self.first[s] as usize..self.first[s + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn t(source: State, label: Label, target: State) -> Transition {
        Transition { source, label, target }
    }

    #[test]
    fn transitions_are_a_sorted_set() {
        let mut labels = Labels::new();
        let (a, b) = (labels.intern("a"), labels.intern("b"));
        let lts = Lts::new(1, 3, labels, &[t(2, b, 0), t(0, b, 1), t(0, a, 2), t(0, b, 1), t(0, a, 0)]);
        let all: Vec<_> = lts.transitions().collect();
        assert_eq!(all, [t(0, a, 0), t(0, a, 2), t(0, b, 1), t(2, b, 0)]);
        assert_eq!(lts.edges_with(0, a).len(), 2);
        assert!(lts.contains(t(0, b, 1)) && !lts.contains(t(1, b, 1)));
    }

    #[test]
    fn tau_has_two_names_and_one_number() {
        let mut labels = Labels::new();
        assert_eq!(labels.intern("tau"), Label::TAU);
        assert_eq!(labels.intern("i"), Label::TAU);
        assert_eq!(labels.find("tau"), Some(Label::TAU));
        assert_eq!(labels.len(), 1);
    }

    #[test]
    fn a_union_shares_labels_by_name() {
        let mut left = Labels::new();
        let a = left.intern("a");
        let mut right = Labels::new();
        right.intern("z");
        let a_right = right.intern("a");
        let left = Lts::new(0, 2, left, &[t(0, a, 1)]);
        let right = Lts::new(0, 2, right, &[t(0, a_right, 1)]);
        let (both, offset) = left.union(&right);
        assert_eq!(both.edges(0)[0].label, both.edges(offset)[0].label);
    }
}
