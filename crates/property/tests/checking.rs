//! The emptiness check against brute force on small random systems, and the faults of an older tool.

mod common;

use common::{Explicit, Random, member};
use vtrace_property::{
    Fairness, FiniteRuns, Formula, Options, Step, Verdict, check, holds_on_finite, holds_on_lasso, parse,
};

const ENDED: u64 = 1 << 40;
const STUCK: u64 = 1 << 41;

fn letter_holds(atom: &str, letter: &u64) -> bool {
    match atom {
        "terminated" => letter & ENDED != 0,
        "deadlock" => letter & STUCK != 0,
        _ => member(atom, letter),
    }
}

fn options(finite_runs: FiniteRuns, fairness: Fairness) -> Options {
    Options { finite_runs, fairness, max_states: 1_000 }
}

/// Every run of up to `length` steps, as the states and letters on it; `see` gets each.
fn walks(system: &Explicit, length: usize, see: &mut impl FnMut(&[usize], &[u64])) {
    fn go(
        system: &Explicit,
        length: usize,
        states: &mut Vec<usize>,
        letters: &mut Vec<u64>,
        see: &mut impl FnMut(&[usize], &[u64]),
    ) {
        see(states, letters);
        if letters.len() == length {
            return;
        }
        let here = *states.last().unwrap();
        for &(letter, target) in &system.edges[here] {
            states.push(target);
            letters.push(letter);
            go(system, length, states, letters, see);
            states.pop();
            letters.pop();
        }
    }
    go(system, length, &mut vec![0], &mut Vec::new(), see);
}

fn is_fair(system: &Explicit, cycle_states: &[usize], cycle: &[u64], fairness: Fairness) -> bool {
    let enabled = |state: &usize, letter: u64| system.edges[*state].iter().any(|edge| edge.0 == letter);
    (0..4u64).all(|letter| {
        cycle.contains(&letter)
            || match fairness {
                Fairness::None => true,
                Fairness::Weak => cycle_states.iter().any(|state| !enabled(state, letter)),
                Fairness::Strong => cycle_states.iter().all(|state| !enabled(state, letter)),
            }
    })
}

/// The length of the shortest violation that walks of `length` steps show.
fn brute_force(
    system: &Explicit,
    formula: &Formula,
    finite: FiniteRuns,
    fairness: Fairness,
    length: usize,
) -> Option<usize> {
    let mut shortest: Option<usize> = None;
    let mut found = |length: usize| shortest = Some(shortest.map_or(length, |best| best.min(length)));
    walks(system, length, &mut |states, letters| {
        let here = *states.last().unwrap();
        if system.ends[here] || system.edges[here].is_empty() {
            match finite {
                FiniteRuns::Ignore => {}
                FiniteRuns::Stutter => {
                    let end = if system.ends[here] { ENDED } else { STUCK };
                    if !holds_on_lasso(formula, letters, &[end], &letter_holds) {
                        found(letters.len() + 1);
                    }
                }
                FiniteRuns::Ltlf => {
                    if !holds_on_finite(formula, letters, &letter_holds) {
                        found(letters.len() + 1);
                    }
                }
            }
        }
        for start in 0..letters.len() {
            if states[start] == here
                && is_fair(system, &states[start..letters.len()], &letters[start..], fairness)
                && !holds_on_lasso(formula, &letters[..start], &letters[start..], &letter_holds)
            {
                found(letters.len());
            }
        }
    });
    shortest
}

#[test]
fn verdicts_and_counterexamples_agree_with_brute_force_in_every_reading() {
    let mut random = Random(5);
    let mut violations = 0;
    for round in 0..250 {
        let system = Explicit::random(&mut random, 4);
        let size = 1 + random.below(6);
        let formula = random.formula(size, &["a", "b"], true);
        for finite in [FiniteRuns::Stutter, FiniteRuns::Ignore, FiniteRuns::Ltlf] {
            for fairness in [Fairness::None, Fairness::Weak, Fairness::Strong] {
                let shown = format!("round {round}: {formula}, {finite:?}, {fairness:?}, {system:?}");
                let outcome = check(&system, &formula, letter_holds, &options(finite, fairness)).unwrap();
                let brute = brute_force(&system, &formula, finite, fairness, 6);
                let Verdict::Violated(lasso) = outcome.verdict else {
                    assert_eq!(brute, None, "{shown}");
                    continue;
                };
                violations += 1;
                assert_eq!(lasso.states.len(), lasso.prefix.len() + lasso.cycle.len() + 1, "{shown}");
                let letters = |steps: &[Step<u64>]| -> Vec<u64> {
                    steps
                        .iter()
                        .map(|step| match step {
                            Step::Action(letter) => *letter,
                            Step::End { deadlock: true } => STUCK,
                            Step::End { deadlock: false } => ENDED,
                        })
                        .collect()
                };
                let (prefix, cycle) = (letters(&lasso.prefix), letters(&lasso.cycle));
                if lasso.is_prefix() {
                    // Whatever follows, the formula is broken.
                    for _ in 0..5 {
                        let word = [prefix.clone(), random.word(0, 3, 4)].concat();
                        let broken = match finite {
                            FiniteRuns::Ltlf => !holds_on_finite(&formula, &word, &letter_holds),
                            _ => !holds_on_lasso(&formula, &word, &random.word(1, 3, 4), &letter_holds),
                        };
                        assert!(broken, "{shown} {lasso:?}");
                    }
                    continue;
                }
                let ended = cycle[0] >= ENDED;
                if ended && finite == FiniteRuns::Ltlf {
                    let word: Vec<u64> = prefix.iter().copied().filter(|&letter| letter < ENDED).collect();
                    assert!(!holds_on_finite(&formula, &word, &letter_holds), "{shown} {lasso:?}");
                } else {
                    assert!(!holds_on_lasso(&formula, &prefix, &cycle, &letter_holds), "{shown} {lasso:?}");
                }
                let cycle_states = &lasso.states[prefix.len()..prefix.len() + cycle.len()];
                assert!(ended || is_fair(&system, cycle_states, &cycle, fairness), "{shown} {lasso:?}");
                if lasso.shortest && fairness == Fairness::None {
                    // The product may need the run unrolled by as many steps as the automaton has states.
                    let most = brute.map_or(usize::MAX, |length| length + outcome.statistics.automaton);
                    assert!(prefix.len() + cycle.len() <= most, "{shown} {lasso:?}");
                }
            }
        }
    }
    assert!(violations > 400, "only {violations} violations were looked at");
}

fn verdict(edges: Vec<Vec<(u64, usize)>>, ends: Vec<bool>, text: &str, finite: FiniteRuns) -> bool {
    let formula = parse(text).unwrap().formula;
    let outcome =
        check(&Explicit { edges, ends }, &formula, letter_holds, &options(finite, Fairness::None)).unwrap();
    matches!(outcome.verdict, Verdict::Holds)
}

const A: u64 = 1;
const B: u64 = 2;

#[test]
fn runs_that_end_are_judged() {
    // One action `a`, then the end. An engine that only looks at cycles says that everything holds.
    let once = || (vec![vec![(A, 1)], vec![]], vec![false, true]);
    let judge = |text: &str, finite| verdict(once().0, once().1, text, finite);
    assert!(!judge("F b", FiniteRuns::Stutter));
    assert!(!judge("G F a", FiniteRuns::Stutter));
    assert!(judge("F terminated", FiniteRuns::Stutter));
    assert!(!judge("G a", FiniteRuns::Stutter));
    assert!(judge("F b", FiniteRuns::Ignore));
    assert!(judge("G a", FiniteRuns::Ltlf));
    assert!(!judge("X true", FiniteRuns::Ltlf));
    assert!(judge("terminated", FiniteRuns::Ltlf));
}

#[test]
fn acceptance_is_looked_for_on_the_cycle_and_not_on_the_way_to_it() {
    // `a` once, then `b` for ever: from some point on there is no `a`, although there was one on the way.
    let edges = vec![vec![(A, 1)], vec![(B, 1)]];
    assert!(verdict(edges, vec![false; 2], "F G !a", FiniteRuns::Ignore));
}

#[test]
fn every_acceptance_set_counts() {
    // Only `a` recurs. The negation of the formula has two eventualities; a cycle that serves one of them is no violation.
    let edges = vec![vec![(A, 0)]];
    assert!(verdict(edges.clone(), vec![false], "!(G F a & G F b)", FiniteRuns::Ignore));
    assert!(!verdict(edges.clone(), vec![false], "G F a & G F b", FiniteRuns::Ignore));
    let both = vec![vec![(A, 1)], vec![(B, 0)]];
    assert!(!verdict(both, vec![false; 2], "!(G F a & G F b)", FiniteRuns::Ignore));
}

#[test]
fn a_deadlock_and_a_proper_end_are_told_apart() {
    let stuck = vec![vec![(A, 1)], vec![]];
    assert!(verdict(stuck.clone(), vec![false, false], "F deadlock & G !terminated", FiniteRuns::Stutter));
    assert!(verdict(stuck, vec![false, true], "F terminated & G !deadlock", FiniteRuns::Stutter));
}

#[test]
fn a_safety_formula_gets_the_shortest_bad_prefix() {
    let edges = vec![vec![(A, 1), (B, 2)], vec![(A, 0)], vec![(A, 0)]];
    let system = Explicit { edges, ends: vec![false; 3] };
    let formula = parse("G !b").unwrap().formula;
    let outcome = check(&system, &formula, letter_holds, &Options::default()).unwrap();
    let Verdict::Violated(lasso) = outcome.verdict else { panic!("`b` can happen") };
    assert_eq!((lasso.prefix, lasso.cycle.len(), lasso.shortest), (vec![Step::Action(B)], 0, true));
}

#[test]
fn a_system_that_is_too_large_is_an_error() {
    let edges = (0..100).map(|state| vec![(A, (state + 1) % 100)]).collect();
    let system = Explicit { edges, ends: vec![false; 100] };
    let small = Options { max_states: 50, ..Options::default() };
    let error = check(&system, &parse("G a").unwrap().formula, letter_holds, &small).unwrap_err();
    assert_eq!(error.to_string(), "more than 50 states; give a larger budget, or smaller parameters");
}
