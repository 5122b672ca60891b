//! The translation against the definition of the logic, on random formulas and words.

mod common;

use common::{Random, as_bits, member};
use vtrace_property::{Automaton, BinaryOperator, Formula, holds_on_lasso, parse};

fn accepts(automaton: &Automaton, prefix: &[u64], cycle: &[u64]) -> bool {
    let bits =
        |word: &[u64]| word.iter().map(|&letter| as_bits(&automaton.atoms, letter)).collect::<Vec<_>>();
    automaton.accepts(&bits(prefix), &bits(cycle))
}

#[test]
fn a_lasso_is_accepted_by_the_automaton_of_exactly_one_of_a_formula_and_its_negation() {
    let mut random = Random(1);
    for round in 0..10_000 {
        let size = 1 + random.below(9);
        let formula = random.formula(size, &["a", "b", "c"], true);
        let positive = Automaton::of(&formula).unwrap();
        let negative = Automaton::of(&formula.clone().not()).unwrap();
        for _ in 0..12 {
            let (prefix, cycle) = (random.word(0, 4, 8), random.word(1, 4, 8));
            let truth = holds_on_lasso(&formula, &prefix, &cycle, &member);
            let shown = format!("round {round}: {formula} on {prefix:?} ({cycle:?})ω");
            assert_eq!(accepts(&positive, &prefix, &cycle), truth, "{shown}");
            assert_eq!(accepts(&negative, &prefix, &cycle), !truth, "the negation, {shown}");
        }
    }
}

#[test]
fn a_formula_and_its_negation_share_no_word() {
    let mut random = Random(2);
    for _ in 0..1_000 {
        let size = 1 + random.below(7);
        let formula = random.formula(size, &["a", "b"], true);
        let both = Formula::binary(BinaryOperator::And, formula.clone(), formula.clone().not());
        assert!(Automaton::of(&both).unwrap().is_empty(), "{formula}");
    }
}

#[test]
fn familiar_formulas_have_small_automata() {
    let size = |text: &str| {
        let automaton = Automaton::of(&parse(text).unwrap().formula).unwrap();
        (automaton.edges.len(), automaton.edges.iter().map(Vec::len).sum::<usize>(), automaton.marks)
    };
    assert_eq!(size("G F a"), (1, 2, 1));
    assert_eq!(size("F G a"), (2, 3, 1));
    assert_eq!(size("G (a -> F b)"), (2, 5, 1));
    assert_eq!(size("a U b"), (2, 3, 1));
    assert_eq!(size("G F a & G F b & G F c"), (1, 8, 3));
    assert_eq!(size("true"), (1, 1, 0));
    assert_eq!(size("a & !a"), (0, 0, 0));
}

#[test]
fn a_printed_formula_is_read_back_as_itself() {
    let mut random = Random(3);
    for _ in 0..2_000 {
        let size = 1 + random.below(12);
        let formula = random.formula(size, &["a", "b", "x SEND <T> TO y"], true);
        assert_eq!(parse(&formula.to_string()).unwrap().formula, formula);
    }
}

#[test]
fn garbage_is_refused_without_a_panic() {
    let pieces = [
        "a", "\"", "'", "(", ")", "!", "U", "G", "->", "<", "-", "&", "é", "𝔾", " ", "\n", "1", "0x", "true",
        "=>", ";",
    ];
    let mut random = Random(4);
    for _ in 0..5_000 {
        let text: String =
            (0..random.below(20)).map(|_| pieces[random.below(pieces.len() as u64) as usize]).collect();
        if let Err(error) = parse(&text) {
            assert!(error.start <= error.end && error.end <= text.len(), "{text:?}");
            error.position(&text);
        }
    }
}
