//! The meaning of a formula, straight from its definition: slow, obvious, and independent of the automata.
//!
//! Used as the yardstick in tests, and wherever one given run is to be judged.

use crate::formula::{BinaryOperator as B, Formula, UnaryOperator as U};

/// Whether the infinite word `prefix cycle cycle …` satisfies `formula`; `holds(atom, letter)` says what an atom means.
/// The cycle must not be empty.
pub fn holds_on_lasso<L>(
    formula: &Formula,
    prefix: &[L],
    cycle: &[L],
    holds: &impl Fn(&str, &L) -> bool,
) -> bool {
    assert!(!cycle.is_empty(), "a lasso needs a cycle");
    let letters: Vec<&L> = prefix.iter().chain(cycle).collect();
    let word = Word { back: Some(prefix.len()), letters, holds };
    word.truth(formula)[0]
}

/// Whether the finite word satisfies `formula`, by the finite-trace reading: `X` needs a next letter, and `U` must be
/// fulfilled before the word ends. On the empty word atoms, `X`, `F` and `U` are false, `G` and `R` true.
pub fn holds_on_finite<L>(formula: &Formula, word: &[L], holds: &impl Fn(&str, &L) -> bool) -> bool {
    let word = Word { back: None, letters: word.iter().collect(), holds };
    word.truth(formula)[0]
}

struct Word<'w, L, H> {
    letters: Vec<&'w L>,
    /// Where the word goes on after its last letter; a finite word has one more position, with nothing at it.
    back: Option<usize>,
    holds: &'w H,
}

impl<L, H: Fn(&str, &L) -> bool> Word<'_, L, H> {
    fn positions(&self) -> usize {
        self.letters.len() + usize::from(self.back.is_none())
    }

    /// For every position, whether the rest of the word from there satisfies the formula.
    fn truth(&self, formula: &Formula) -> Vec<bool> {
        let all = |value: bool| vec![value; self.positions()];
        let negate = |values: Vec<bool>| values.into_iter().map(|value| !value).collect::<Vec<_>>();
        let pointwise = |left: &Formula, right: &Formula, combine: fn(bool, bool) -> bool| {
            let right = self.truth(right);
            self.truth(left).into_iter().zip(right).map(|(l, r)| combine(l, r)).collect::<Vec<_>>()
        };
        match formula {
            Formula::True => all(true),
            Formula::False => all(false),
            Formula::Atom(name) => {
                let mut values: Vec<bool> =
                    self.letters.iter().map(|letter| (self.holds)(name, letter)).collect();
                values.resize(self.positions(), false);
                values
            }
            Formula::Not(inner) => negate(self.truth(inner)),
            Formula::Unary(U::Next, inner) => {
                let inner = self.truth(inner);
                (0..self.positions())
                    .map(|at| match self.back {
                        Some(back) => inner[if at + 1 == self.letters.len() { back } else { at + 1 }],
                        None => at + 1 < self.letters.len() && inner[at + 1],
                    })
                    .collect()
            }
            Formula::Unary(U::Finally, inner) => self.until(&all(true), &self.truth(inner)),
            Formula::Unary(U::Globally, inner) => negate(self.until(&all(true), &negate(self.truth(inner)))),
            Formula::Binary(operator, left, right) => match operator {
                B::And => pointwise(left, right, |l, r| l && r),
                B::Or => pointwise(left, right, |l, r| l || r),
                B::Implies => pointwise(left, right, |l, r| !l || r),
                B::Iff => pointwise(left, right, |l, r| l == r),
                B::Xor => pointwise(left, right, |l, r| l != r),
                B::Until => self.until(&self.truth(left), &self.truth(right)),
                B::Release => negate(self.until(&negate(self.truth(left)), &negate(self.truth(right)))),
                B::WeakUntil => {
                    let (left, right) = (self.truth(left), self.truth(right));
                    let until = self.until(&left, &right);
                    let always = negate(self.until(&all(true), &negate(left)));
                    until.into_iter().zip(always).map(|(u, a)| u || a).collect()
                }
                B::StrongRelease => {
                    let (left, right) = (self.truth(left), self.truth(right));
                    let both: Vec<bool> = left.iter().zip(&right).map(|(l, r)| *l && *r).collect();
                    self.until(&right, &both)
                }
            },
        }
    }

    /// Walks from each position until the right side holds or the left one fails.
    fn until(&self, left: &[bool], right: &[bool]) -> Vec<bool> {
        (0..self.positions())
            .map(|start| {
                let mut at = start;
                for _ in 0..=2 * self.letters.len() {
                    if at >= self.letters.len() {
                        match self.back {
                            Some(back) => at = back,
                            None => return false,
                        }
                    }
                    if right[at] {
                        return true;
                    }
                    if !left[at] {
                        return false;
                    }
                    at += 1;
                }
                false
            })
            .collect()
    }
}
