//! All relations against their definitions, their lattice, their quotients.

mod common;

use common::{any_acyclic_system, any_system, both_ways, to_partition};
use proptest::prelude::*;
use vtrace_lts::ktrace::KTrace;
use vtrace_lts::relation::{RELATIONS, Relation};
use vtrace_lts::words::{Observe, Words};
use vtrace_lts::{Lts, language};

/// Each pair says that the first relation is contained in the second.
const LATTICE: [(Relation, Relation); 22] = {
    use Relation::*;
    [
        (Strong, DivergencePreservingBranching),
        (DivergencePreservingBranching, Branching),
        (Branching, Delay),
        (Delay, Weak),
        (Weak, WeakTrace),
        (Strong, ReadySimulation),
        (ReadySimulation, Simulation),
        (ReadySimulation, Failures),
        (Simulation, Trace),
        (Failures, CompletedTrace),
        (CompletedTrace, Trace),
        (Trace, WeakTrace),
        (DivergencePreservingBranching, WeakFailures),
        (DivergencePreservingBranching, WeakCompletedTrace),
        (WeakFailures, WeakTrace),
        (WeakCompletedTrace, WeakTrace),
        (KTrace(1), WeakTrace),
        (WeakTrace, KTrace(1)),
        (KTrace(2), KTrace(1)),
        (KTrace(3), KTrace(2)),
        (Branching, KTrace(3)),
        (KTrace(50), Branching),
    ]
};

fn all() -> impl Iterator<Item = Relation> {
    RELATIONS.iter().map(|&(_, r)| r).chain((1..4).map(Relation::KTrace))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn simulations_are_as_defined(lts in any_system(7, 3)) {
        let plain = common::simulation(&lts);
        let ready = common::ready_simulation(&lts);
        prop_assert_eq!(Relation::Simulation.partition(&lts).unwrap(), to_partition(&both_ways(&plain)));
        prop_assert_eq!(Relation::ReadySimulation.partition(&lts).unwrap(), to_partition(&both_ways(&ready)));
        for s in lts.states() {
            for t in lts.states() {
                let expected = plain[s as usize][t as usize];
                prop_assert_eq!(Relation::Simulation.included(&lts, s, t).unwrap(), expected);
                let expected = ready[s as usize][t as usize];
                prop_assert_eq!(Relation::ReadySimulation.included(&lts, s, t).unwrap(), expected);
            }
        }
    }

    #[test]
    fn word_relations_are_as_defined(lts in any_system(6, 3)) {
        use common::words::Semantics;
        for (relation, semantics) in [
            (Relation::Trace, Semantics::TRACE),
            (Relation::WeakTrace, Semantics::TRACE.weak()),
            (Relation::CompletedTrace, Semantics::COMPLETED),
            (Relation::WeakCompletedTrace, Semantics::COMPLETED.weak()),
            (Relation::Failures, Semantics::FAILURES),
            (Relation::WeakFailures, Semantics::FAILURES.weak()),
        ] {
            let preorder = common::words::preorder(&lts, semantics);
            let partition = relation.partition(&lts).unwrap();
            prop_assert_eq!(&partition, &to_partition(&both_ways(&preorder)), "{}", relation);
            for s in lts.states() {
                for t in lts.states() {
                    let expected = preorder[s as usize][t as usize];
                    prop_assert_eq!(relation.included(&lts, s, t).unwrap(), expected, "{}: {} {}", relation, s, t);
                    prop_assert_eq!(relation.equivalent(&lts, s, t).unwrap(), partition.same(s, t));
                }
            }
        }
    }

    #[test]
    fn k_traces_are_as_defined(lts in any_acyclic_system(7, 2)) {
        let naive = common::ktraces::levels(&lts, 4);
        for (k, level) in naive.iter().enumerate() {
            prop_assert_eq!(&Relation::KTrace(k).partition(&lts).unwrap(), level, "k = {}", k);
        }
    }

    #[test]
    fn k_traces_are_as_defined_with_cycles(lts in any_system(6, 3)) {
        let naive = common::ktraces::levels_by_sets(&lts, 4);
        for (k, level) in naive.iter().enumerate() {
            prop_assert_eq!(&Relation::KTrace(k).partition(&lts).unwrap(), level, "k = {}", k);
        }
    }

    #[test]
    fn with_divergence_the_limit_is_divergence_preserving(lts in any_system(7, 3)) {
        let mut levels = KTrace::new(&lts, true);
        let cap = levels.advance_to_cap().unwrap();
        prop_assert_eq!(levels.lifted(cap), Relation::DivergencePreservingBranching.partition(&lts).unwrap());
        let mut blind = KTrace::new(&lts, false);
        blind.advance(cap).unwrap();
        for k in 0..=cap {
            prop_assert!(levels.lifted(k).refines(&blind.lifted(k)), "k = {}", k);
        }
    }

    #[test]
    fn languages_from_the_leaves_up_equal_those_by_subsets(lts in any_acyclic_system(9, 3)) {
        let words = Words::concrete(&lts, Observe::Nothing);
        prop_assert_eq!(language::partition(&words).unwrap(), language::by_subsets(&words).unwrap());
    }

    #[test]
    fn the_lattice_holds(lts in any_system(7, 3)) {
        for (finer, coarser) in LATTICE {
            let (p, q) = (finer.partition(&lts).unwrap(), coarser.partition(&lts).unwrap());
            prop_assert!(p.refines(&q), "{finer} is not contained in {coarser}: {p:?} {q:?}");
        }
    }

    #[test]
    fn quotients_are_equivalent_and_minimal(lts in any_system(6, 3)) {
        for relation in all() {
            let Some((quotient, classes)) = relation.minimise(&lts).unwrap() else { continue };
            check_quotient(&lts, &quotient, &classes, relation)?;
        }
    }
}

fn check_quotient(
    lts: &Lts,
    quotient: &Lts,
    classes: &vtrace_lts::Partition,
    relation: Relation,
) -> Result<(), TestCaseError> {
    let (both, offset) = lts.union(quotient);
    let partition = relation.partition(&both).unwrap();
    for s in lts.states() {
        let class = classes.class(s) + offset;
        prop_assert!(
            partition.same(s, class),
            "{relation}: state {s} is not equivalent to its class\n{quotient:?}"
        );
    }
    let alone = relation.partition(quotient).unwrap();
    prop_assert_eq!(alone.class_count(), quotient.state_count(), "{}: two classes are equivalent", relation);
    Ok(())
}
