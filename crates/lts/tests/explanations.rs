//! Every explanation is checked: the trace is there and not here, the formula holds here and not there.

mod common;

use common::any_system;
use proptest::prelude::*;
use vtrace_lts::difference::{Ending, Side};
use vtrace_lts::explain::{Explanation, TraceDifference, explain, explain_exclusion, explain_levels};
use vtrace_lts::formula::Checker;
use vtrace_lts::ktrace::KTrace;
use vtrace_lts::relation::{RELATIONS, Relation};
use vtrace_lts::{Label, Lts, State};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn inequivalence_is_explained(lts in any_system(6, 3)) {
        for (_, relation) in RELATIONS {
            let partition = relation.partition(&lts).unwrap();
            for s in lts.states() {
                for t in lts.states() {
                    match explain(&lts, s, t, relation).unwrap() {
                        None => prop_assert!(partition.same(s, t), "{relation}: {s} {t}"),
                        Some(explanation) => {
                            prop_assert!(!partition.same(s, t), "{relation}: {s} {t}");
                            check(&lts, s, t, relation, &explanation)?;
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn exclusion_is_explained(lts in any_system(6, 3)) {
        use Relation::*;
        let with_preorder = [
            Trace, WeakTrace, CompletedTrace, WeakCompletedTrace, Failures, WeakFailures, Simulation,
            ReadySimulation,
        ];
        for relation in with_preorder {
            for s in lts.states() {
                for t in lts.states() {
                    let explanation = explain_exclusion(&lts, s, t, relation).unwrap();
                    prop_assert_eq!(explanation.is_none(), relation.included(&lts, s, t).unwrap());
                    if let Some(explanation) = explanation {
                        let left = match &explanation {
                            Explanation::Trace(trace) => trace.side == Side::Left,
                            Explanation::Formula(side, _) => *side == Side::Left,
                            Explanation::TooLarge => false,
                        };
                        prop_assert!(left);
                        check(&lts, s, t, relation, &explanation)?;
                    }
                }
            }
        }
    }

    #[test]
    fn levels_are_explained(lts in any_system(7, 2), divergence: bool) {
        let mut levels = KTrace::new(&lts, divergence);
        levels.advance_to_cap().unwrap();
        for s in lts.states() {
            for t in lts.states() {
                let Some(trace) = explain_levels(&lts, &levels, s, t).unwrap() else { continue };
                let (k, classes) = trace.level.clone().unwrap();
                prop_assert!(levels.equivalent(k - 1, s, t) && !levels.equivalent(k, s, t));
                let (has, lacks) = if trace.side == Side::Left { (s, t) } else { (t, s) };
                prop_assert_eq!(trace.witness.start, has);
                check_path(&lts, &trace, |step| step.label.is_tau() && classes.same(step.source, step.target))?;
                let word: Vec<_> = trace.word.clone();
                let ends = k_run(&lts, &classes, lacks, &word);
                if trace.ending == Ending::Divergence {
                    // Nothing that is reached diverges inside its class.
                    for &end in &ends {
                        prop_assert!(!on_silent_cycle(&lts, end));
                    }
                } else {
                    prop_assert!(ends.is_empty(), "{lacks} has {word:?} too");
                }
            }
        }
    }

    #[test]
    fn traces_are_shortest(lts in any_system(5, 3)) {
        for s in lts.states() {
            for t in lts.states() {
                if let Some(Explanation::Trace(trace)) = explain(&lts, s, t, Relation::WeakTrace).unwrap() {
                    for length in 0..trace.word.len() {
                        prop_assert_eq!(
                            weak_traces(&lts, s, length),
                            weak_traces(&lts, t, length),
                            "{:?} is not shortest", trace.word
                        );
                    }
                }
            }
        }
    }
}

fn check(
    lts: &Lts,
    s: State,
    t: State,
    relation: Relation,
    explanation: &Explanation,
) -> Result<(), TestCaseError> {
    match explanation {
        Explanation::Trace(trace) => {
            let weak = relation.abstracts();
            let (has, lacks) = if trace.side == Side::Left { (s, t) } else { (t, s) };
            prop_assert_eq!(trace.witness.start, has);
            check_path(lts, trace, |step| weak && step.label.is_tau())?;
            let word: Vec<Label> = trace.word.iter().map(|w| w.0).collect();
            let reached = run(lts, lacks, &word, weak);
            let offers = |x: State| lts.edges(x).iter().map(|e| e.label).collect::<Vec<_>>();
            match &trace.ending {
                Ending::Word => prop_assert!(reached.is_empty()),
                Ending::Completion => {
                    prop_assert!(reached.iter().all(|&x| !lts.edges(x).is_empty()));
                    let last = trace.witness.path.last().map_or(has, |step| step.target);
                    prop_assert!(lts.edges(last).is_empty());
                }
                Ending::Offers(labels) => {
                    let refuses_too = |&x: &State| {
                        let offered = offers(x);
                        let stable = !weak || !offered.contains(&Label::TAU);
                        stable && offered.iter().all(|l| labels.contains(l))
                    };
                    prop_assert!(!reached.iter().any(refuses_too), "{relation}");
                }
                Ending::Divergence => prop_assert!(false, "no such relation here"),
            }
        }
        Explanation::Formula(side, distinction) => {
            let mut checker = Checker::new(lts);
            let (yes, no) = if *side == Side::Left { (s, t) } else { (t, s) };
            let text = distinction.formulas.display(distinction.formula, lts);
            prop_assert!(
                checker.holds(&distinction.formulas, distinction.formula, yes),
                "{relation} {yes}: {text}"
            );
            prop_assert!(
                !checker.holds(&distinction.formulas, distinction.formula, no),
                "{relation} {no}: {text}"
            );
        }
        Explanation::TooLarge => prop_assert!(false, "{relation}: too large"),
    }
    Ok(())
}

/// The path is one of the system and spells the word; it lies in the sub-system.
fn check_path(
    lts: &Lts,
    trace: &TraceDifference,
    silent: impl Fn(vtrace_lts::Transition) -> bool,
) -> Result<(), TestCaseError> {
    let mut at = trace.witness.start;
    let mut spelled = Vec::new();
    for &step in &trace.witness.path {
        prop_assert!(lts.contains(step));
        prop_assert_eq!(step.source, at);
        prop_assert!(trace.witness.subsystem.contains(&step));
        at = step.target;
        if !silent(step) {
            spelled.push(step.label);
        }
    }
    prop_assert_eq!(spelled, trace.word.iter().map(|w| w.0).collect::<Vec<_>>());
    Ok(())
}

fn run(lts: &Lts, start: State, word: &[Label], weak: bool) -> Vec<State> {
    let close = |set: Vec<State>| -> Vec<State> {
        let mut all: Vec<State> =
            if weak { set.into_iter().flat_map(|s| common::silently(lts, s)).collect() } else { set };
        all.sort_unstable();
        all.dedup();
        all
    };
    word.iter().fold(close(vec![start]), |set, &label| {
        close(set.into_iter().flat_map(|s| lts.edges_with(s, label)).map(|e| e.target).collect())
    })
}

fn k_run(lts: &Lts, classes: &vtrace_lts::Partition, start: State, word: &[(Label, u32)]) -> Vec<State> {
    let close = |set: Vec<State>| {
        let mut all = set;
        let mut at = 0;
        while at < all.len() {
            for t in lts.tau_targets(all[at]) {
                if classes.same(all[at], t) && !all.contains(&t) {
                    all.push(t);
                }
            }
            at += 1;
        }
        all
    };
    word.iter().fold(close(vec![start]), |set, &(label, class)| {
        let next = set
            .iter()
            .flat_map(|&s| lts.edges_with(s, label).iter().map(move |e| (s, e.target)))
            .filter(|&(s, t)| classes.class(t) == class && !(label.is_tau() && classes.same(s, t)))
            .map(|(_, t)| t)
            .collect();
        close(next)
    })
}

fn on_silent_cycle(lts: &Lts, s: State) -> bool {
    lts.tau_targets(s).any(|t| common::silently(lts, t).contains(&s))
}

fn weak_traces(lts: &Lts, start: State, length: usize) -> std::collections::BTreeSet<Vec<Label>> {
    let mut traces = std::collections::BTreeSet::from([Vec::new()]);
    for _ in 0..length {
        let mut longer = traces.clone();
        for trace in &traces {
            for (label, _) in lts.labels().iter().filter(|(l, _)| !l.is_tau()) {
                let mut next = trace.clone();
                next.push(label);
                if !run(lts, start, &next, true).is_empty() {
                    longer.insert(next);
                }
            }
        }
        traces = longer;
    }
    traces
}
