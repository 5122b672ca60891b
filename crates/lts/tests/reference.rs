//! The results known from the literature and from other tools, on systems made here.
//!
//! Quotients do not depend on how finely an implementation's steps are cut, so they must agree exactly; the sizes of
//! the unreduced systems do, so they are this generator's own.

use vtrace_lts::bisimulation;
use vtrace_lts::circles::circles;
use vtrace_lts::explain::explain_levels;
use vtrace_lts::ktrace::{Degree, KTrace};
use vtrace_lts::objects::{Kind, Values, Workload};
use vtrace_lts::relation::Relation;
use vtrace_lts::{Labels, Lts, Transition};

fn object(kind: Kind, threads: u8, operations: u8) -> Lts {
    kind.generate(&Workload {
        threads,
        operations,
        values: Values::Unique,
        detailed: false,
        limit: 1_000_000,
    })
    .unwrap()
}

fn quotient(lts: &Lts) -> Lts {
    bisimulation::branching(lts).silent_quotient(lts)
}

fn size(lts: &Lts) -> (usize, usize) {
    (lts.state_count(), lts.transition_count())
}

/// The numbers of τ-pairs for k = 1, 2, … up to the cap.
fn tau_pairs(lts: &Lts) -> Vec<usize> {
    let mut levels = KTrace::new(lts, false);
    let cap = levels.advance_to_cap().unwrap();
    let pairs = levels.tau_pairs(lts);
    (1..=cap).map(|k| pairs.iter().filter(|pair| pair.degree >= Degree::Exactly(k)).count()).collect()
}

#[test]
fn treiber_stack_2_by_3() {
    let stack = quotient(&object(Kind::Treiber, 2, 3));
    assert_eq!(size(&stack), (1236, 2858));
    assert_eq!(tau_pairs(&stack), [0]);
    let (both, offset) = stack.union(&object(Kind::AtomicStack, 2, 3));
    assert!(Relation::Branching.equivalent(&both, stack.initial(), offset).unwrap());
}

#[test]
fn treiber_stack_2_by_4() {
    let stack = quotient(&object(Kind::AtomicStack, 2, 4)); // bisimilar to Treiber's, and smaller to make
    assert_eq!(size(&stack), (5227, 12206));
    assert_eq!(tau_pairs(&stack), [0]);
}

#[test]
fn treiber_stack_3_by_2() {
    assert_eq!(size(&quotient(&object(Kind::AtomicStack, 3, 2))), (8441, 27339));
}

#[test]
fn michael_scott_queue_2_by_3() {
    let queue = quotient(&object(Kind::MichaelScott, 2, 3));
    assert_eq!(size(&queue), (1192, 2772));
    assert_eq!(tau_pairs(&queue), [0]);
    let (both, offset) = queue.union(&object(Kind::AtomicQueue, 2, 3));
    assert!(Relation::WeakTrace.equivalent(&both, queue.initial(), offset).unwrap());
    assert!(!Relation::Branching.equivalent(&both, queue.initial(), offset).unwrap());
}

#[test]
fn values_decide_what_can_be_told_apart() {
    let workload =
        Workload { threads: 2, operations: 3, values: Values::Thread, detailed: false, limit: 100_000 };
    let stack = Kind::AtomicStack.generate(&workload).unwrap();
    assert_eq!(size(&quotient(&stack)), (883, 2102));
}

#[test]
fn herlihy_wing_queue() {
    let queue = object(Kind::HerlihyWing, 2, 3);
    assert_eq!(bisimulation::branching(&queue).class_count(), 668);
    assert_eq!(bisimulation::divergence_preserving(&queue).class_count(), 727);
    // The literature's generator cuts more finely: it counts 1149 here, and 171 for two operations each.
    assert_eq!(circles(&queue).leading.len(), 880);
    assert_eq!(circles(&object(Kind::HerlihyWing, 2, 2)).leading.len(), 111);
}

#[test]
fn herlihy_wing_queue_3_by_2() {
    assert_eq!(tau_pairs(&quotient(&object(Kind::HerlihyWing, 3, 2))), [186, 0]);
}

#[test]
fn ccas_2_by_3() {
    let ccas = quotient(&object(Kind::Ccas, 2, 3));
    assert_eq!(ccas.state_count(), 1310);
    assert_eq!(tau_pairs(&ccas), [26, 0]);
}

/// A system in which the k-th of `rungs` τ-pairs is k-trace equivalent and not (k+1)-trace equivalent.
///
/// Rung k is `P = i.Q + a.S`, `Q = a.L + a.R`, where L, R and S are ≡ₖ₋₁, each has other k-traces, and those of S are
/// those of L and R together. On the ground L = b, R = c, S = b + c; above it L = b.P + c.Q, R = b.Q + c.P,
/// S = b.P + c.P with the P and Q of the rung below.
fn ladder(rungs: u32) -> Lts {
    let mut labels = Labels::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| labels.intern(name));
    let tau = vtrace_lts::Label::TAU;
    let mut transitions = Vec::new();
    let mut edge = |source, label, target| transitions.push(Transition { source, label, target });
    // State 0 is the end; each rung has the states L, R, S, P, Q.
    for rung in 0..rungs {
        let [l, r, s, p, q] = [1, 2, 3, 4, 5].map(|i| rung * 5 + i);
        if rung == 0 {
            edge(l, b, 0);
            edge(r, c, 0);
            edge(s, b, 0);
            edge(s, c, 0);
        } else {
            let (below_p, below_q) = (p - 5, q - 5);
            edge(l, b, below_p);
            edge(l, c, below_q);
            edge(r, b, below_q);
            edge(r, c, below_p);
            edge(s, b, below_p);
            edge(s, c, below_p);
        }
        edge(p, tau, q);
        edge(p, a, s);
        edge(q, a, l);
        edge(q, a, r);
    }
    Lts::new(rungs * 5 - 1, (rungs * 5 + 1) as usize, labels, &transitions)
}

#[test]
fn every_rung_of_the_ladder_needs_one_more_k() {
    for rungs in 1..8u32 {
        let ladder = ladder(rungs);
        let counts: Vec<usize> = (0..=rungs as usize).rev().collect();
        assert_eq!(tau_pairs(&ladder), counts, "{rungs} rungs");
        let mut levels = KTrace::new(&ladder, false);
        assert_eq!(levels.advance_to_cap().unwrap(), rungs as usize + 1);
        for rung in 0..rungs {
            let (p, q) = (rung * 5 + 4, rung * 5 + 5);
            assert_eq!(levels.degree(p, q), Degree::Exactly(rung as usize + 1));
            let trace = explain_levels(&ladder, &levels, p, q).unwrap().unwrap();
            assert_eq!(trace.level.unwrap().0, rung as usize + 2);
        }
    }
}
