//! Linear temporal logic over any transition system whose steps are actions.
//!
//! A formula is read ([`parse`]), turned into a transition-based generalised Büchi automaton
//! ([`Automaton::of`]), and its negation is searched for in the system on the fly ([`check`]). What comes back is
//! either the word that the property holds, or the shortest lasso that breaks it.
//!
//! The letters of a word are *actions*, not states: an atom says something of one step. What a run that ends
//! looks like is a choice, [`FiniteRuns`]; it is never silently left out.
//!
//! ```
//! use vtrace_property::{check, parse, Options, System, Verdict};
//!
//! /// A lamp: on, off, on, off …
//! struct Lamp;
//! impl System for Lamp {
//!     type State = bool;
//!     type Action = &'static str;
//!     type Error = std::convert::Infallible;
//!     fn initial(&self) -> Result<bool, Self::Error> {
//!         Ok(false)
//!     }
//!     fn successors(&self, on: &bool) -> Result<Vec<(&'static str, bool)>, Self::Error> {
//!         Ok(vec![if *on { ("off", false) } else { ("on", true) }])
//!     }
//! }
//!
//! let formula = parse("G (on -> X off)").unwrap().formula;
//! let outcome = check(&Lamp, &formula, |atom, action| atom == *action, &Options::default()).unwrap();
//! assert!(matches!(outcome.verdict, Verdict::Holds));
//! ```
//!
//! This crate knows nothing of protocols, of Go or of files.

mod automaton;
mod check;
mod evaluate;
mod finite;
mod formula;
mod lasso;
mod nnf;
mod parse;
mod product;
mod scc;
mod system;
mod translate;

pub use automaton::{Automaton, Edge};
pub use check::{CheckError, CheckResult, Options, Outcome, Statistics, Verdict, check};
pub use evaluate::{holds_on_finite, holds_on_lasso};
pub use finite::FiniteRuns;
pub use formula::{BinaryOperator, DEADLOCK, Formula, TERMINATED, UnaryOperator};
pub use lasso::{Lasso, Step};
pub use nnf::is_safety;
pub use parse::{Parsed, SyntaxError, Warning, parse};
pub use scc::{components, components_within};
pub use system::{Fairness, NOBODY, System};
pub use translate::TranslationError;
