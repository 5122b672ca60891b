//! Silent steps: collapsing their cycles, and following them.
//!
//! States on one cycle of τ steps can reach each other without anyone noticing, so every equivalence here that
//! abstracts from τ identifies them (divergence-preserving ones too: all of them diverge). Algorithms then work on
//! the system where each such cycle is one state, and where every silent step leads to a smaller state.

use crate::lts::{Edge, Label, Lts, State, Transition};
use crate::partition::Partition;
use crate::scc::components;

/// A system without cycles of silent steps. Its silent steps lead from larger to smaller states.
pub struct Collapsed {
    /// The system. A state stands for a strongly connected component of τ steps.
    pub lts: Lts,
    /// For each original state, the state that stands for it.
    pub state_of: Vec<State>,
    /// For each new state, whether a cycle of silent steps was collapsed into it: whether it can diverge in place.
    pub divergent: Vec<bool>,
}

/// Collapses the cycles of silent steps of `lts`. O(states + transitions), and the sorting of rows.
pub fn collapse(lts: &Lts) -> Collapsed {
    let silent = |_: State, edge: Edge| edge.label.is_tau();
    let components = components(lts, silent);
    let divergent = components.cyclic(lts, silent);
    let of = &components.of;
    let transitions: Vec<Transition> = lts
        .transitions()
        .map(|t| Transition { source: of[t.source as usize], label: t.label, target: of[t.target as usize] })
        .filter(|t| !(t.label.is_tau() && t.source == t.target))
        .collect();
    let initial = of[lts.initial() as usize];
    let collapsed = Lts::new(initial, components.count, lts.labels().clone(), &transitions);
    Collapsed { lts: collapsed, state_of: components.of, divergent }
}

impl Collapsed {
    /// The partition of the original states that `partition`, of the collapsed ones, means.
    pub fn lift(&self, partition: &Partition) -> Partition {
        let keys: Vec<u32> = self.state_of.iter().map(|&s| partition.class(s)).collect();
        Partition::from_keys(&keys, partition.class_count())
    }
}

/// All states that silent steps lead to from each state, itself included, in increasing order.
///
/// Needs a collapsed system. O(n m) time and O(n²) memory in the worst case, so callers reduce the system first.
/// `None` if the closure has more than `limit` pairs.
pub fn closure(collapsed: &Lts, limit: usize) -> Option<Closure> {
    let states = collapsed.state_count();
    let mut closure = Closure { first: Vec::with_capacity(states + 1), reached: Vec::new() };
    closure.first.push(0);
    let mut seen = vec![State::MAX; states];
    let mut row: Vec<State> = Vec::new();
    for state in collapsed.states() {
        row.clear();
        row.push(state);
        seen[state as usize] = state;
        for target in collapsed.tau_targets(state) {
            debug_assert!(target < state, "silent steps of a collapsed system lead to smaller states");
            for &reached in closure.of(target) {
                if std::mem::replace(&mut seen[reached as usize], state) != state {
                    row.push(reached);
                }
            }
        }
        row.sort_unstable();
        closure.reached.extend_from_slice(&row);
        if closure.reached.len() > limit {
            return None;
        }
        closure.first.push(closure.reached.len());
    }
    Some(closure)
}

/// What silent steps lead to.
pub struct Closure {
    first: Vec<usize>,
    reached: Vec<State>,
}

impl Closure {
    /// The states that can be reached from `state` silently, in increasing order.
    pub fn of(&self, state: State) -> &[State] {
        &self.reached[self.first[state as usize]..self.first[state as usize + 1]]
    }
}

/// How far silent steps are absorbed into a transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absorb {
    /// τ* a: delay bisimulation.
    Before,
    /// τ* a τ*: weak bisimulation.
    BeforeAndAfter,
}

/// The saturated system: a transition `a` wherever there is τ* a (τ*), and τ wherever there is τ* (so also from
/// each state to itself). Strong bisimulation of the saturated system is delay or weak bisimulation of the given
/// one. `None` if it would have more than `limit` transitions.
pub fn saturate(collapsed: &Lts, absorb: Absorb, limit: usize) -> Option<Lts> {
    let closure = closure(collapsed, limit)?;
    let mut transitions = Vec::new();
    let mut seen: Vec<u64> = Vec::new();
    for source in collapsed.states() {
        seen.clear();
        for &before in closure.of(source) {
            seen.push(pair(Label::TAU, before));
            for edge in collapsed.edges(before).iter().filter(|e| !e.label.is_tau()) {
                match absorb {
                    Absorb::Before => seen.push(pair(edge.label, edge.target)),
                    Absorb::BeforeAndAfter => {
                        seen.extend(closure.of(edge.target).iter().map(|&after| pair(edge.label, after)));
                    }
                }
            }
            if seen.len() > 1 << 16 {
                seen.sort_unstable();
                seen.dedup();
            }
        }
        seen.sort_unstable();
        seen.dedup();
        if transitions.len() + seen.len() > limit {
            return None;
        }
        transitions.extend(seen.iter().map(|&p| Transition {
            source,
            label: Label((p >> 32) as u32),
            target: p as u32,
        }));
    }
    Some(Lts::new(collapsed.initial(), collapsed.state_count(), collapsed.labels().clone(), &transitions))
}

fn pair(label: Label, state: State) -> u64 {
    u64::from(label.0) << 32 | u64::from(state)
}
