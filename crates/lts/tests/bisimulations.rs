//! The bisimulations against their definitions.

mod common;

use common::{any_system, to_partition};
use proptest::prelude::*;
use vtrace_lts::bisimulation;
use vtrace_lts::relation::Relation;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn strong_is_as_defined(lts in any_system(8, 3)) {
        prop_assert_eq!(bisimulation::strong(&lts), to_partition(&common::strong(&lts)));
    }

    #[test]
    fn branching_is_as_defined(lts in any_system(8, 3)) {
        prop_assert_eq!(bisimulation::branching(&lts), to_partition(&common::branching(&lts)));
    }

    #[test]
    fn weak_is_as_defined(lts in any_system(7, 3)) {
        prop_assert_eq!(bisimulation::weak(&lts).unwrap(), to_partition(&common::weak(&lts)));
    }

    #[test]
    fn delay_is_as_defined(lts in any_system(7, 3)) {
        prop_assert_eq!(bisimulation::delay(&lts).unwrap(), to_partition(&common::delay(&lts)));
    }

    #[test]
    fn divergence_preserving_is_the_coarsest_one(lts in any_system(6, 2)) {
        prop_assert_eq!(bisimulation::divergence_preserving(&lts), common::divergence_preserving(&lts));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn large_systems_agree_with_plain_refinement(lts in common::any_large_system(250)) {
        prop_assert_eq!(bisimulation::strong(&lts), common::by_signatures(&lts, false));
        prop_assert_eq!(bisimulation::branching(&lts), common::by_signatures(&lts, true));
    }

    #[test]
    fn reducing_twice_changes_nothing(lts in common::any_large_system(400)) {
        for relation in [Relation::Strong, Relation::Branching, Relation::DivergencePreservingBranching,
            Relation::Delay, Relation::Weak] {
            let (once, _) = relation.minimise(&lts).unwrap().unwrap();
            let (twice, _) = relation.minimise(&once).unwrap().unwrap();
            prop_assert_eq!(once.state_count(), twice.state_count(), "{}", relation);
        }
    }

    #[test]
    fn weak_relations_agree_with_and_without_the_branching_quotient(lts in common::any_large_system(60)) {
        prop_assert_eq!(bisimulation::weak(&lts).unwrap(), to_partition(&common::weak(&lts)));
    }
}
