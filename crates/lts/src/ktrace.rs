//! k-trace equivalence, for every k, on any finite system.
//!
//! ≡₀ relates all states. A k-trace of s is a finite path from s in which each state is replaced by its class
//! modulo ≡ₖ₋₁ and each τ step inside one class is deleted; s ≡ₖ t iff they have the same k-traces. So ≡₁ is weak
//! trace equivalence, each ≡ₖ₊₁ is contained in ≡ₖ, and the limit is branching bisimilarity (which does not see
//! divergence). The *cap* is the least k with ≡ₖ = ≡ₖ₊₁.
//!
//! Method: everything happens on the branching quotient, which is finer than each ≡ₖ, so that nothing is lost. A
//! level relabels it with the classes of the level before ([`Words::between_classes`]) and partitions its states by
//! language. On the quotient the limit is reached when every state is alone. Each level can take exponential time
//! (the problem is PSPACE-complete); the systems of concurrent objects take milliseconds.

use rustc_hash::FxHashMap;

use crate::bisimulation::{DIVERGENCE, branching, divergence_preserving, mark_divergence};
use crate::language;
use crate::lts::{Label, Lts, State};
use crate::partition::Partition;
use crate::silent::collapse;
use crate::subsets::TooManySets;
use crate::words::Words;

/// The levels ≡₀, ≡₁, … of a system, as far as they were asked for.
pub struct KTrace {
    /// The branching quotient, its states ordered so that silent steps lead to smaller ones.
    quotient: Lts,
    /// For each original state, its state of the quotient.
    state_of: Vec<State>,
    /// ≡₀, ≡₁, … on the quotient.
    levels: Vec<Partition>,
    cap: Option<usize>,
}

/// How long two states stay equivalent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Degree {
    /// ≡ₖ for this k and no larger one.
    Exactly(usize),
    /// ≡ₖ for every k: branching bisimilar.
    Always,
}

impl KTrace {
    /// Prepares `lts`: computes its branching quotient, no level yet. With `divergence`, silent cycles are visible, as
    /// an action that leads nowhere, and the limit is divergence-preserving branching bisimilarity.
    pub fn new(lts: &Lts, divergence: bool) -> KTrace {
        let (partition, quotient) = if divergence {
            let partition = divergence_preserving(lts);
            let quotient = crate::bisimulation::divergence_preserving_quotient(lts, &partition);
            (partition, quotient)
        } else {
            let partition = branching(lts);
            let quotient = partition.silent_quotient(lts);
            (partition, quotient)
        };
        // No silent cycle is left but loops, so this only puts the states in order.
        let collapsed = collapse(&quotient);
        let state_of = partition.classes().iter().map(|&c| collapsed.state_of[c as usize]).collect();
        let quotient =
            if divergence { mark_divergence(&collapsed.lts, &collapsed.divergent) } else { collapsed.lts };
        let levels = vec![Partition::universal(quotient.state_count())];
        KTrace { quotient, state_of, levels, cap: None }
    }

    /// The branching quotient on which the levels are computed.
    pub fn quotient(&self) -> &Lts {
        &self.quotient
    }

    /// The state of the quotient that stands for `state`.
    pub fn quotient_state(&self, state: State) -> State {
        self.state_of[state as usize]
    }

    /// Computes levels up to `k`, or until they no longer change.
    pub fn advance(&mut self, k: usize) -> Result<(), TooManySets> {
        while self.levels.len() <= k && self.cap.is_none() {
            self.step()?;
        }
        Ok(())
    }

    /// Computes levels until they no longer change, and returns the cap.
    pub fn advance_to_cap(&mut self) -> Result<usize, TooManySets> {
        loop {
            if let Some(cap) = self.cap {
                return Ok(cap);
            }
            self.step()?;
        }
    }

    /// Computes one more level.
    fn step(&mut self) -> Result<(), TooManySets> {
        let before = self.levels.last().expect("level 0 is there from the start");
        let words = Words::between_classes(&self.quotient, before);
        let languages = language::partition(&words)?;
        drop(words);
        let next = meet(before, &languages);
        let last = self.levels.len() - 1;
        if next.class_count() == before.class_count() {
            self.cap = Some(last);
        } else {
            if next.class_count() == self.quotient.state_count() {
                self.cap = Some(last + 1); // nothing is left to split
            }
            self.levels.push(next);
        }
        Ok(())
    }

    /// The least k with ≡ₖ = ≡ₖ₊₁, if it was reached.
    pub fn cap(&self) -> Option<usize> {
        self.cap
    }

    /// The largest level that was computed.
    pub fn computed(&self) -> usize {
        self.levels.len() - 1
    }

    /// ≡ₖ on the quotient. Levels above the cap are that of the cap.
    ///
    /// # Panics
    /// If level `k` was not computed.
    pub fn level(&self, k: usize) -> &Partition {
        assert!(k < self.levels.len() || self.cap.is_some(), "level {k} was not computed");
        &self.levels[k.min(self.levels.len() - 1)]
    }

    /// Is `s` ≡ₖ `t`, as original states?
    pub fn equivalent(&self, k: usize, s: State, t: State) -> bool {
        let (s, t) = (self.quotient_state(s), self.quotient_state(t));
        s == t || self.level(k).same(s, t)
    }

    /// The largest k for which `s` ≡ₖ `t`, among the levels that were computed.
    pub fn degree(&self, s: State, t: State) -> Degree {
        if self.quotient_state(s) == self.quotient_state(t) {
            return Degree::Always;
        }
        let k = (0..self.levels.len()).rev().find(|&k| self.equivalent(k, s, t));
        Degree::Exactly(k.expect("level 0 relates all states"))
    }

    /// The words of level `k` + 1, and where `s` and `t` are among its states.
    pub(crate) fn view(&self, k: usize, s: State, t: State) -> (Words, State, State) {
        let words = Words::between_classes(&self.quotient, self.level(k));
        (words, self.quotient_state(s), self.quotient_state(t))
    }

    /// Is this the label of the quotient that stands for divergence?
    pub(crate) fn is_divergence(&self, label: Label) -> bool {
        self.quotient.labels().find(DIVERGENCE) == Some(label)
    }

    /// ≡ₖ on the original states.
    pub fn lifted(&self, k: usize) -> Partition {
        let level = self.level(k);
        let keys: Vec<u32> = self.state_of.iter().map(|&s| level.class(s)).collect();
        Partition::from_keys(&keys, level.class_count())
    }

    /// The pairs of different states that a silent step of `lts`, the system this was made from, connects; with
    /// their degrees among the levels that were computed. Sorted.
    pub fn tau_pairs(&self, lts: &Lts) -> Vec<TauPair> {
        let mut pairs = Vec::new();
        for s in lts.states() {
            for t in lts.tau_targets(s).filter(|&t| t != s) {
                pairs.push(TauPair { source: s, target: t, degree: self.degree(s, t) });
            }
        }
        pairs
    }
}

/// Two states connected by a silent step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TauPair {
    /// Where the step starts.
    pub source: State,
    /// Where it leads.
    pub target: State,
    /// How long the two are equivalent.
    pub degree: Degree,
}

/// The partition whose classes are the intersections of classes of `a` and `b`.
fn meet(a: &Partition, b: &Partition) -> Partition {
    let mut numbers: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    let keys: Vec<u32> = (a.classes().iter().zip(b.classes()))
        .map(|(&x, &y)| {
            let next = numbers.len() as u32;
            *numbers.entry((x, y)).or_insert(next)
        })
        .collect();
    Partition::from_keys(&keys, numbers.len())
}
