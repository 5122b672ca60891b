//! The translation against Spin's, on random formulas without `X` (Debian's Spin is built without it).
//!
//! Needs `spin`: run `scripts/install-spin`. `VTRACE_SPIN_FORMULAS=10000` compares more than the few hundred of a usual
//! test run.

mod common;

use std::collections::HashMap;
use std::process::Command;

use common::{Random, as_bits, member};
use vtrace_property::{
    Automaton, BinaryOperator as B, Edge, Formula, UnaryOperator as U, holds_on_lasso, parse,
};

#[test]
fn words_are_accepted_exactly_when_the_never_claim_of_spin_accepts_them() {
    let count =
        std::env::var("VTRACE_SPIN_FORMULAS").map_or(400, |text| text.parse::<u64>().expect("a number"));
    let installed = Command::new("spin").arg("-V").output();
    assert!(installed.is_ok(), "this test needs Spin: run scripts/install-spin");
    let mut random = Random(6);
    let mut skipped = 0;
    for round in 0..count {
        let size = 1 + random.below(7);
        let formula = random.formula(size, &["a", "b", "c"], false);
        let ours = Automaton::of(&formula).unwrap();
        let Some(claim) = never_claim(&formula) else {
            skipped += 1;
            continue;
        };
        for _ in 0..10 {
            let (prefix, cycle) = (random.word(0, 4, 8), random.word(1, 4, 8));
            let bits = |automaton: &Automaton, word: &[u64]| {
                word.iter().map(|&letter| as_bits(&automaton.atoms, letter)).collect::<Vec<_>>()
            };
            let theirs = claim.accepts(&bits(&claim, &prefix), &bits(&claim, &cycle));
            let shown = format!("round {round}: {formula} on {prefix:?} ({cycle:?})ω");
            assert_eq!(ours.accepts(&bits(&ours, &prefix), &bits(&ours, &cycle)), theirs, "{shown}");
            assert_eq!(holds_on_lasso(&formula, &prefix, &cycle, &member), theirs, "{shown}");
        }
    }
    println!("{} formulas agree; Spin gave up on {skipped}", count - skipped);
    assert!(skipped * 100 <= count, "Spin gave up on {skipped} of {count} formulas");
}

fn never_claim(formula: &Formula) -> Option<Automaton> {
    // One second of its own time, however busy the machine is.
    let output = Command::new("sh")
        .args(["-c", "ulimit -t 1 && exec spin -f \"$0\"", &spelled(formula)])
        .stdin(std::process::Stdio::null())
        .output()
        .expect("this test needs a shell");
    // Spin's translation can take for ever where ours does not, and is ended by a signal then.
    output.status.code()?;
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("never"), "spin on {formula}: {text}");
    Some(read_claim(&text))
}

/// The formula in Spin's syntax.
fn spelled(formula: &Formula) -> String {
    match formula {
        Formula::True => "true".into(),
        Formula::False => "false".into(),
        Formula::Atom(name) => name.to_string(),
        Formula::Not(inner) => format!("! ({})", spelled(inner)),
        Formula::Unary(U::Finally, inner) => format!("<> ({})", spelled(inner)),
        Formula::Unary(U::Globally, inner) => format!("[] ({})", spelled(inner)),
        Formula::Unary(U::Next, _) => unreachable!("Debian's Spin has no X"),
        Formula::Binary(operator, left, right) => {
            let (l, r) = (spelled(left), spelled(right));
            match operator {
                B::And => format!("({l}) && ({r})"),
                B::Or => format!("({l}) || ({r})"),
                B::Implies => format!("({l}) -> ({r})"),
                B::Iff => format!("({l}) <-> ({r})"),
                B::Xor => format!("! (({l}) <-> ({r}))"),
                B::Until => format!("({l}) U ({r})"),
                B::Release => format!("({l}) V ({r})"),
                B::WeakUntil => format!("({r}) V (({l}) || ({r}))"),
                B::StrongRelease => format!("({r}) U (({l}) && ({r}))"),
            }
        }
    }
}

/// Reads a never-claim as an automaton with one mark, on the edges that leave an `accept` state.
fn read_claim(text: &str) -> Automaton {
    let atoms: Vec<std::sync::Arc<str>> = ["a", "b", "c"].map(Into::into).to_vec();
    let mut names: HashMap<String, u32> = HashMap::new();
    let mut accepting: Vec<bool> = Vec::new();
    let mut raw: Vec<(u32, String, String)> = Vec::new();
    let mut current: Vec<String> = Vec::new();
    let mut last_was_label = false;
    let body = text.split_once('{').expect("a claim has a body").1;
    for line in body.lines().map(str::trim) {
        if let Some(label) = line.strip_suffix(':') {
            if !last_was_label {
                current.clear();
            }
            current.push(label.to_owned());
            last_was_label = true;
            let number = names.get(&current[0]).copied().unwrap_or(accepting.len() as u32);
            if number as usize == accepting.len() {
                accepting.push(false);
            }
            names.insert(label.to_owned(), number);
            accepting[number as usize] |= label.starts_with("accept");
            continue;
        }
        last_was_label = false;
        let here = || names[&current[0]];
        if let Some(rest) = line.strip_prefix("::") {
            let rest = rest.trim();
            if rest == "false" {
                continue;
            }
            if let Some(inner) = rest.strip_prefix("atomic {") {
                let condition = inner.split(" -> assert").next().expect("an atomic has a condition");
                raw.push((here(), condition.trim().to_owned(), "accept_all".to_owned()));
            } else {
                let (condition, target) =
                    rest.split_once("-> goto").unwrap_or_else(|| panic!("an option has a target: {text}"));
                raw.push((here(), condition.trim().to_owned(), target.trim().to_owned()));
            }
        } else if line == "skip" {
            raw.push((here(), "(1)".to_owned(), current[0].clone()));
        } else if let Some(condition) = line.strip_suffix(';').filter(|line| line.starts_with('(')) {
            panic!("unexpected statement {condition}");
        }
    }
    let mut edges = vec![Vec::new(); accepting.len()];
    for (source, condition, target) in raw {
        let target = names[&target];
        let condition = parse(&condition).unwrap_or_else(|error| panic!("{condition}: {error}")).formula;
        let marks = u64::from(accepting[source as usize]);
        for letter in 0..8u64 {
            if holds_on_lasso(&condition, &[], &[letter], &member) {
                edges[source as usize].push(Edge { holding: letter, missing: 7 & !letter, marks, target });
            }
        }
    }
    Automaton { atoms, marks: 1, edges, initial: Some(0), accept_all: None }
}
