//! How a run that ends is read.

use std::sync::Arc;

use crate::formula::{BinaryOperator as B, DEADLOCK, Formula, TERMINATED, UnaryOperator as U};

/// What a formula means on a run that ends. Infinite runs are always judged as usual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FiniteRuns {
    /// The last state repeats for ever, by steps on which no action happens. So `F p` fails on a run that ends before
    /// `p`, and `G !p` does not.
    #[default]
    Stutter,
    /// Runs that end are not judged at all. A system whose runs all end satisfies everything.
    Ignore,
    /// Finite-trace semantics: `X p` needs a next action, and a last action satisfies `G p` by itself. `terminated` and
    /// `deadlock` speak of the last action.
    Ltlf,
}

/// The atom, unknown to users, that holds on every real action.
pub(crate) const ALIVE: &str = "\u{0}alive";

/// The formula on stuttering words that says what `formula` says on finite ones, and the same on infinite ones
/// (De Giacomo and Vardi, *Linear temporal logic and linear dynamic logic on finite traces*, IJCAI 2013).
pub(crate) fn finite_trace(formula: &Formula) -> Formula {
    let alive = || Formula::Atom(Arc::from(ALIVE));
    let recurse = |inner: &Formula| finite_trace(inner);
    let living = |inner: Formula| Formula::binary(B::And, alive(), inner);
    let if_living = |inner: Formula| Formula::binary(B::Implies, alive(), inner);
    match formula {
        Formula::True | Formula::False => formula.clone(),
        Formula::Atom(name) if [TERMINATED, DEADLOCK].contains(&&**name) => {
            Formula::binary(B::Or, formula.clone(), Formula::unary(U::Next, formula.clone()))
        }
        Formula::Atom(_) => formula.clone(),
        Formula::Not(inner) => recurse(inner).not(),
        Formula::Unary(U::Next, inner) => Formula::unary(U::Next, living(recurse(inner))),
        Formula::Unary(U::Finally, inner) => Formula::unary(U::Finally, living(recurse(inner))),
        Formula::Unary(U::Globally, inner) => Formula::unary(U::Globally, if_living(recurse(inner))),
        Formula::Binary(operator, left, right) => {
            let (left, right) = (recurse(left), recurse(right));
            match operator {
                B::And | B::Or | B::Implies | B::Iff | B::Xor => Formula::binary(*operator, left, right),
                B::Until => Formula::binary(B::Until, left, living(right)),
                // For ever is up to the end.
                B::WeakUntil => Formula::binary(B::WeakUntil, if_living(left), living(right)),
                B::Release => Formula::binary(B::Release, left, if_living(right)),
                B::StrongRelease => Formula::binary(B::StrongRelease, living(left), right),
            }
        }
    }
}
