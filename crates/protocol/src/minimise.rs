//! Smaller transition systems with the same meaning: modulo strong bisimulation, and determinised.
//!
//! The equivalence itself is that of `vtrace_lts`.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::label::Label;
use crate::lts::Lts;

impl Lts {
    /// The smallest system that is strongly bisimilar, where terminating and not terminating are told apart.
    pub fn minimised(&self) -> Self {
        let classes = bisimulation_classes(&self.transitions, |state| self.may_terminate[state]);
        let count = classes.iter().max().map_or(0, |&class| class as usize + 1);
        let mut transitions = vec![None; count];
        let mut may_terminate = vec![false; count];
        for (state, &class) in classes.iter().enumerate() {
            may_terminate[class as usize] = self.may_terminate[state];
            transitions[class as usize].get_or_insert_with(|| {
                let mut out: IndexSet<(Label, u32)> = IndexSet::new();
                out.extend(
                    self.transitions[state].iter().map(|&(label, next)| (label, classes[next as usize])),
                );
                out.into_iter().collect()
            });
        }
        let transitions = transitions.into_iter().map(Option::unwrap_or_default).collect();
        Self { names: self.names.clone(), transitions, may_terminate, unreachable: Vec::new() }
    }

    /// A deterministic system with the same traces. A set of states may terminate if one of them may.
    pub fn determinised(&self) -> Self {
        let mut sets: IndexSet<Vec<u32>, FxBuildHasher> = IndexSet::default();
        sets.insert(vec![0]);
        let (mut transitions, mut may_terminate) = (Vec::new(), Vec::new());
        while let Some(set) = sets.get_index(transitions.len()) {
            let mut by_label: indexmap::IndexMap<Label, Vec<u32>> = indexmap::IndexMap::new();
            for &state in set {
                for &(label, next) in &self.transitions[state as usize] {
                    by_label.entry(label).or_default().push(next);
                }
            }
            may_terminate.push(set.iter().any(|&state| self.may_terminate[state as usize]));
            let mut out = Vec::new();
            for (label, mut targets) in by_label {
                targets.sort_unstable();
                targets.dedup();
                out.push((label, sets.insert_full(targets).0 as u32));
            }
            transitions.push(out);
        }
        Self { names: self.names.clone(), transitions, may_terminate, unreachable: Vec::new() }
    }

    /// The states where one label leads to several states.
    pub fn ambiguities(&self) -> Vec<(u32, Label)> {
        let mut found = Vec::new();
        for (state, out) in (0u32..).zip(&self.transitions) {
            let mut seen: Vec<Label> = Vec::new();
            for &(label, _) in out {
                if seen.contains(&label) && !found.contains(&(state, label)) {
                    found.push((state, label));
                }
                seen.push(label);
            }
        }
        found
    }
}

/// For every state the number of its class modulo strong bisimulation; the classes are numbered in the order of their first state.
pub(crate) fn bisimulation_classes<L: Copy + Eq + std::hash::Hash>(
    transitions: &[Vec<(L, u32)>],
    flag: impl Fn(usize) -> bool,
) -> Vec<u32> {
    // A flag becomes a step of the state to itself, with a label of its own.
    let mut labels = vtrace_lts::Labels::new();
    let flagged = labels.intern("end");
    let mut known: FxHashMap<L, vtrace_lts::Label> = FxHashMap::default();
    let mut all = Vec::new();
    for (source, out) in (0u32..).zip(transitions) {
        if flag(source as usize) {
            all.push(vtrace_lts::Transition { source, label: flagged, target: source });
        }
        for &(label, target) in out {
            let number = known.len();
            let label = *known.entry(label).or_insert_with(|| labels.intern(&format!("action {number}")));
            all.push(vtrace_lts::Transition { source, label, target });
        }
    }
    let lts = vtrace_lts::Lts::new(0, transitions.len(), labels, &all);
    vtrace_lts::bisimulation::strong(&lts).classes().to_vec()
}
