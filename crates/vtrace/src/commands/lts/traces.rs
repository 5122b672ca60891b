//! The subcommands that compare: equiv, compare, linearizable.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use serde_json::{Value, json};
use vtrace_lts::explain::{Explanation, explain, explain_exclusion, explain_levels};
use vtrace_lts::ktrace::{Degree, KTrace, TauPair};
use vtrace_lts::relation::Relation;
use vtrace_lts::{State, bisimulation, event, linearize};

use super::files::{Context, check_states};
use super::show::{self, Sides};

/// How many of `pairs` are k-trace equivalent for k = 1, 2, …, `last`.
pub fn counts(pairs: &[TauPair], last: usize) -> Vec<usize> {
    (1..=last).map(|k| pairs.iter().filter(|pair| pair.degree >= Degree::Exactly(k)).count()).collect()
}

/// `(1, 2)_equiv = (26, 0)`
pub fn summary(counts: &[usize]) -> String {
    let ks: Vec<String> = (1..=counts.len()).map(|k| k.to_string()).collect();
    let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
    format!("({})_equiv = ({})", ks.join(", "), counts.join(", "))
}

fn degree_json(degree: Degree) -> Value {
    match degree {
        Degree::Exactly(k) => json!(k),
        Degree::Always => json!("always"),
    }
}

pub fn equiv(
    context: &Context,
    file: &Path,
    states: &[State],
    k: Option<usize>,
    divergence: bool,
    quotient: bool,
) -> anyhow::Result<ExitCode> {
    if k == Some(0) {
        bail!("every two states are 0-trace equivalent; ask for k = 1 or more");
    }
    let lts = context.read(file)?;
    match *states {
        [] => all_pairs(context, lts, k, divergence, quotient),
        [s, t] => {
            check_states(&lts, file, states)?;
            let mut levels = KTrace::new(&lts, divergence);
            match k {
                Some(k) => levels.advance(k)?,
                None => {
                    levels.advance_to_cap()?;
                }
            }
            let degree = levels.degree(s, t);
            let found = explain_levels(&lts, &levels, s, t)?;
            let sides = Sides { left: format!("state {s}"), right: format!("state {t}"), offset: None };
            let text = match (degree, &found) {
                (Degree::Always, _) => {
                    let name = if divergence { "divergence-preserving branching" } else { "branching" };
                    format!("States {s} and {t} are k-trace equivalent for every k: {name} bisimilar.\n")
                }
                (Degree::Exactly(largest), None) => {
                    format!("States {s} and {t} are {largest}-trace equivalent; more was not asked.\n")
                }
                (Degree::Exactly(largest), Some(found)) => {
                    let head = match largest {
                        0 => format!("States {s} and {t} are not 1-trace equivalent.\n"),
                        _ => format!(
                            "States {s} and {t} are {largest}-trace equivalent, but not {}-trace equivalent.\n",
                            largest + 1
                        ),
                    };
                    head + &show::explanation(&lts, &Explanation::Trace(found.clone()), &sides)
                }
            };
            let json = json!({
                "states": [s, t],
                "largest_k": degree_json(degree),
                "equivalent": found.is_none(),
                "difference": found.as_ref().map(|found| show::trace_json(&lts, found, &sides)),
            });
            context.print(&text, &json)?;
            Ok(ExitCode::from(u8::from(found.is_some())))
        }
        _ => bail!("expected two states, or none for all pairs that a silent step connects"),
    }
}

fn all_pairs(
    context: &Context,
    lts: vtrace_lts::Lts,
    k: Option<usize>,
    divergence: bool,
    quotient: bool,
) -> anyhow::Result<ExitCode> {
    let lts = match (quotient, divergence) {
        (false, _) => lts,
        (true, false) => bisimulation::branching(&lts).silent_quotient(&lts),
        (true, true) => {
            let classes = bisimulation::divergence_preserving(&lts);
            bisimulation::divergence_preserving_quotient(&lts, &classes)
        }
    };
    let mut levels = KTrace::new(&lts, divergence);
    match k {
        Some(k) => levels.advance(k)?,
        None => {
            levels.advance_to_cap()?;
        }
    }
    let pairs = levels.tau_pairs(&lts);
    let last = k.or(levels.cap()).unwrap_or(1).max(1);
    let counts = counts(&pairs, last);
    let always = pairs.iter().filter(|pair| pair.degree == Degree::Always).count();

    let mut text = String::new();
    for k in 1..=last {
        // Pairs that stay equivalent for ever would repeat in every list.
        let listed: Vec<&TauPair> =
            pairs.iter().filter(|p| p.degree >= Degree::Exactly(k) && p.degree != Degree::Always).collect();
        if listed.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{k}-trace equivalent pairs:");
        for pair in listed {
            let _ = writeln!(text, "{:>10}{:>10}", pair.source, pair.target);
        }
    }
    let _ = writeln!(text, "{}", summary(&counts));
    let _ = writeln!(text, "{} pairs are connected by a silent step", pairs.len());
    if always > 0 {
        let _ = writeln!(text, "{always} of them are bisimilar, equivalent for every k, and not listed");
    }
    match levels.cap() {
        Some(cap) => {
            let _ = writeln!(text, "the relation is stable from k = {cap} on");
        }
        None => {
            let _ = writeln!(text, "k = {last} was asked for; the relation is not known to be stable there");
        }
    }
    let json = json!({
        "states": lts.state_count(),
        "transitions": lts.transition_count(),
        "tau_pairs": pairs.len(),
        "counts": counts,
        "bisimilar": always,
        "cap": levels.cap(),
        "pairs": pairs
            .iter()
            .filter(|p| p.degree > Degree::Exactly(0))
            .map(|p| json!({ "states": [p.source, p.target], "largest_k": degree_json(p.degree) }))
            .collect::<Vec<_>>(),
    });
    context.print(&text, &json)?;
    Ok(ExitCode::SUCCESS)
}

pub fn compare(
    context: &Context,
    left: &Path,
    right: Option<&Path>,
    relation: Relation,
    states: Option<Vec<State>>,
    preorder: bool,
) -> anyhow::Result<ExitCode> {
    let first = context.read(left)?;
    let (lts, s, t, sides) = match right {
        Some(path) => {
            let second = context.read(path)?;
            let (s, t) = match states.as_deref() {
                Some(&[s, t]) => (s, t),
                _ => (first.initial(), second.initial()),
            };
            check_states(&first, left, &[s])?;
            check_states(&second, path, &[t])?;
            let (both, offset) = first.union(&second);
            let sides = Sides {
                left: left.display().to_string(),
                right: path.display().to_string(),
                offset: Some(offset),
            };
            (both, s, t + offset, sides)
        }
        None => {
            let Some(&[s, t]) = states.as_deref() else {
                bail!("give a second file, or two states of the first with --states");
            };
            check_states(&first, left, &[s, t])?;
            let sides = Sides { left: format!("state {s}"), right: format!("state {t}"), offset: None };
            (first, s, t, sides)
        }
    };
    let found =
        if preorder { explain_exclusion(&lts, s, t, relation)? } else { explain(&lts, s, t, relation)? };
    let verdict = match (preorder, found.is_none()) {
        (false, true) => format!("{} and {} are {relation} equivalent.\n", sides.left, sides.right),
        (false, false) => format!("{} and {} are not {relation} equivalent.\n", sides.left, sides.right),
        (true, true) => format!("{} is below {} in the {relation} preorder.\n", sides.left, sides.right),
        (true, false) => format!("{} is not below {} in the {relation} preorder.\n", sides.left, sides.right),
    };
    let explained = found.as_ref().map(|found| show::explanation(&lts, found, &sides)).unwrap_or_default();
    let json = json!({
        "relation": relation.to_string(),
        "preorder": preorder,
        "left": sides.left,
        "right": sides.right,
        "holds": found.is_none(),
        "difference": found.as_ref().map(|found| show::explanation_json(&lts, found, &sides)),
    });
    context.print(&(verdict + &explained), &json)?;
    Ok(ExitCode::from(u8::from(found.is_some())))
}

pub fn linearizable(
    context: &Context,
    implementation: &Path,
    specification: &Path,
    sequential: bool,
) -> anyhow::Result<ExitCode> {
    let object = context.read(implementation)?;
    let mut atomic = context.read(specification)?;
    if sequential {
        let used = event::used(&object);
        atomic = linearize::atomic_object(&atomic, &event::threads(&object, &used))?;
    }
    let result = linearize::check(&object, &atomic)?;
    let lts = &result.implementation;
    let sides = Sides {
        left: implementation.display().to_string(),
        right: specification.display().to_string(),
        offset: None,
    };
    let text = match &result.counterexample {
        None => format!("{} is linearizable with respect to {}.\n", sides.left, sides.right),
        Some(found) => format!(
            "{} is not linearizable with respect to {}.\nThis history is not one of the specification:\n{}\
             The path with its silent steps:\n  {}\n",
            sides.left,
            sides.right,
            show::history(lts, found),
            show::path(lts, &found.witness, &sides)
        ),
    };
    let json = json!({
        "implementation": sides.left,
        "specification": sides.right,
        "linearizable": result.counterexample.is_none(),
        "counterexample": result.counterexample.as_ref().map(|found| show::trace_json(lts, found, &sides)),
    });
    context.print(&text, &json)?;
    Ok(ExitCode::from(u8::from(result.counterexample.is_some())))
}
