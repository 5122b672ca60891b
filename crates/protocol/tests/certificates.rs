//! Certificates: where they are given, how large a protocol may be, and that they say what looking at every single run says.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{lts, lts_of, try_lts};
use vtrace_property::System;
use vtrace_protocol::{Action, Certificate, Liberal, Limit, Lts, Specification, certify};

fn certificate(lts: &Lts, max_states: usize) -> Certificate {
    certify(lts, &Liberal::new(lts, 100_000).unwrap(), max_states).unwrap()
}

#[test]
fn kernels_with_many_workers_are_certified() {
    for name in ["cg", "is", "ft", "mg"] {
        for n in [2, 8, 16] {
            assert_eq!(certificate(&lts(name, Some(n)), 100_000), Certificate::Causal, "{name} {n}");
        }
    }
}

#[test]
fn a_module_that_may_end_where_the_specification_may_not_is_not_certified() {
    let text = "(defsession :s [] (* (-->> T :a :b) (-->> U :c :d)))";
    let certificate = certificate(&lts_of(text), 1_000);
    assert!(matches!(&certificate, Certificate::Ends { trace, .. } if trace.len() == 2), "{certificate:?}");
    assert_eq!(
        certificate.describe(&lts_of(text)),
        "NOT certified: After `a sends T to b; b receives T from a` all roles may stop, where the specification goes on: c sends U to d."
    );
}

#[test]
fn a_comparison_that_is_too_large_says_so() {
    // Everybody may stop at any time, so there are few runs to leave out; and the specification can have done anything of the others first.
    let many = |n: u32| {
        lts_of(&format!("(defsession :s [] (* (alt-every [i (range {n})] (-->> T (:a i) (:b i)))))"))
    };
    let found = certificate(&many(2), 6);
    assert_eq!(found, Certificate::Unknown { limit: Limit::States(6) });
    assert!(found.describe(&many(2)).contains("more than 6 states. Give a larger --max-states"));
    assert_eq!(certificate(&many(2), 100_000), Certificate::Causal);
    let found = certificate(&many(8), 100_000);
    assert_eq!(found, Certificate::Unknown { limit: Limit::Ahead });
    assert!(found.describe(&many(8)).contains("ahead of the module in too many ways"));
}

/// What each role has done. Runs that differ only in the order of independent actions have the same of these.
type Done = BTreeMap<u32, Vec<Action>>;

/// All that can have been done in a system without cycles, and whether it may end then.
fn all<S: System<Action = Action>>(system: &S) -> BTreeMap<Done, bool> {
    fn visit<S: System<Action = Action>>(
        system: &S,
        state: &S::State,
        done: Done,
        all: &mut BTreeMap<Done, bool>,
        seen: &mut std::collections::HashSet<(S::State, Done)>,
    ) {
        if !seen.insert((state.clone(), done.clone())) {
            return;
        }
        *all.entry(done.clone()).or_default() |= system.may_end(state);
        for (action, next) in system.successors(state).ok().unwrap() {
            let mut done = done.clone();
            let roles: BTreeSet<u32> =
                [action.from, action.to].into_iter().filter(|&role| action.concerns(role)).collect();
            for role in roles {
                done.entry(role).or_default().push(action);
            }
            visit(system, &next, done, all, seen);
        }
    }
    let mut all_done = BTreeMap::new();
    let initial = system.initial().ok().unwrap();
    visit(system, &initial, Done::new(), &mut all_done, &mut Default::default());
    all_done
}

/// Whether the module does only what the specification does up to order, ends only where that does, and is never stuck.
fn keeps_the_meaning(lts: &Lts) -> bool {
    let (specification, liberal) = (all(&Specification::new(lts)), Liberal::new(lts, 100_000).unwrap());
    let begins = |done: &Done, run: &Done| {
        done.iter().all(|(role, actions)| run.get(role).is_some_and(|all| all.starts_with(actions)))
    };
    let stuck = |done: &Done, all: &BTreeMap<Done, bool>| {
        !all[done] && !all.keys().any(|longer| longer != done && begins(done, longer))
    };
    let module = all(&liberal);
    module.iter().all(|(done, ends)| {
        specification.keys().any(|run| begins(done, run))
            && (!ends || specification.get(done) == Some(&true))
            && !stuck(done, &module)
    })
}

/// A form without loops.
fn form(seed: &mut u64, size: usize) -> String {
    let mut below = |bound: u64| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) % bound
    };
    if size <= 1 {
        let (from, distance) = (below(4), 1 + below(3));
        let role = |number: u64| ["a", "b", "c", "d"][number as usize % 4];
        // A channel has messages or handshakes, not both.
        let arrow = if distance == 2 { "-->" } else { "-->>" };
        return format!(
            "({arrow} {} :{} :{})",
            ["T", "U"][below(2) as usize],
            role(from),
            role(from + distance)
        );
    }
    let operator = ["cat", "cat", "par", "alt", "?", "async"][below(6) as usize];
    let first = 1 + below(size as u64 - 1) as usize;
    format!("({operator} {} {})", form(seed, first), form(seed, size - first))
}

#[test]
fn certificates_say_what_looking_at_all_runs_says() {
    let (mut seed, mut kept, mut lost) = (3, 0, 0);
    for round in 0..400 {
        let text = format!("(defsession :s [] {})", form(&mut seed, 2 + round % 4));
        let Ok(lts) = try_lts(&text) else { continue };
        let expected = keeps_the_meaning(&lts);
        let found = certificate(&lts, 100_000);
        assert_eq!(found.is_certified(), expected, "{text}: {}", found.describe(&lts));
        *(if expected { &mut kept } else { &mut lost }) += 1;
    }
    assert!(kept > 60 && lost > 60, "{kept} kept, {lost} lost");
}
