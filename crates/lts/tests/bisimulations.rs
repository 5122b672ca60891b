//! The bisimulations against their definitions.

mod common;

use common::{any_system, to_partition};
use proptest::prelude::*;
use vtrace_lts::bisimulation;

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
