//! The bisimulations: strong, branching, divergence-preserving branching, delay, weak.
//!
//! All five are one engine, [`crate::refine`], on a prepared system. Strong: as it is. Branching: silent cycles
//! collapsed. Divergence-preserving: the states that can diverge in place get a visible step to nowhere. Delay and weak: first the branching quotient, which
//! loses nothing and is usually far smaller, then strong bisimulation of the saturated quotient.

use thiserror::Error;

use crate::lts::{Lts, Transition};
use crate::partition::Partition;
use crate::refine::{Silence, refine};
use crate::silent::{Absorb, collapse, saturate};

/// The most transitions that a saturated system may have: 12 bytes each while it is built, so 3 GB.
pub const SATURATION_LIMIT: usize = 1 << 28;

/// Saturation would need too much memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{states} states with all their silent moves make more than {SATURATION_LIMIT} transitions")]
pub struct TooLarge {
    /// States of the branching quotient.
    pub states: usize,
}

/// Strong bisimilarity. O(d m log n), d being the largest out-degree.
pub fn strong(lts: &Lts) -> Partition {
    refine(lts, Silence::Visible, &[])
}

/// Branching bisimilarity, which does not see divergence.
pub fn branching(lts: &Lts) -> Partition {
    let collapsed = collapse(lts);
    collapsed.lift(&refine(&collapsed.lts, Silence::InsideClass, &[]))
}

/// Branching bisimilarity that also respects which states can take silent steps for ever.
pub fn divergence_preserving(lts: &Lts) -> Partition {
    let collapsed = collapse(lts);
    let marked = mark_divergence(&collapsed.lts, &collapsed.divergent);
    collapsed.lift(&refine(&marked, Silence::InsideClass, &[]))
}

/// The system with a visible step, whose label no file can have, from each divergent state to a new state where
/// nothing happens. Silent steps inside a class inherit it, as they inherit all of a signature: what can silently get
/// to a divergence diverges.
pub(crate) fn mark_divergence(lts: &Lts, divergent: &[bool]) -> Lts {
    let mut labels = lts.labels().clone();
    let label = labels.intern(DIVERGENCE);
    let mut transitions: Vec<Transition> = lts.transitions().collect();
    let nowhere = lts.state_count() as u32;
    let diverging = lts.states().filter(|&s| divergent[s as usize]);
    transitions.extend(diverging.map(|source| Transition { source, label, target: nowhere }));
    Lts::new(lts.initial(), lts.state_count() + 1, labels, &transitions)
}

/// The label that marks divergence inside algorithms; a line break keeps it apart from all labels of files.
pub(crate) const DIVERGENCE: &str = "\ndivergence";

/// Weak bisimilarity.
pub fn weak(lts: &Lts) -> Result<Partition, TooLarge> {
    saturated(lts, Absorb::BeforeAndAfter)
}

/// Delay bisimilarity: silent steps count before a visible one, not after it.
pub fn delay(lts: &Lts) -> Result<Partition, TooLarge> {
    saturated(lts, Absorb::Before)
}

fn saturated(lts: &Lts, absorb: Absorb) -> Result<Partition, TooLarge> {
    let branching = branching(lts);
    let quotient = branching.silent_quotient(lts);
    if quotient.transitions().all(|t| !t.label.is_tau()) {
        return Ok(branching);
    }
    let collapsed = collapse(&quotient);
    let too_large = TooLarge { states: quotient.state_count() };
    let saturated = saturate(&collapsed.lts, absorb, SATURATION_LIMIT).ok_or(too_large)?;
    let partition = collapsed.lift(&refine(&saturated, Silence::Visible, &[]));
    Ok(branching.then(&partition))
}

/// The quotient of `lts` modulo divergence-preserving branching bisimilarity: a class that contains a silent cycle
/// keeps a silent step to itself.
pub fn divergence_preserving_quotient(lts: &Lts, partition: &Partition) -> Lts {
    let silent = |_, edge: crate::lts::Edge| edge.label.is_tau();
    let components = crate::scc::components(lts, silent);
    let cyclic = components.cyclic(lts, silent);
    let mut keeps_loop = vec![false; partition.class_count()];
    for state in lts.states() {
        if cyclic[components.of[state as usize] as usize] {
            keeps_loop[partition.class(state) as usize] = true;
        }
    }
    partition.quotient(lts, |t| {
        t.label.is_tau()
            && partition.same(t.source, t.target)
            && !keeps_loop[partition.class(t.source) as usize]
    })
}
