//! Distributed algorithms, written in Go: what can happen when nodes crash and messages get lost, and what is always so.
//!
//! A program on the machine, with its [`Faults`], is a transition system ([`Simulation`]). [`Space`] explores its states;
//! [`decide`] answers [`Query`]s about all its runs, each with a run that shows it; [`play`] tells a run in the program's own
//! words: nodes, messages, variables.

#![warn(missing_docs)]

mod decide;
pub mod expression;
mod fair;
mod faults;
mod foresee;
mod graph;
mod play;
mod predicate;
pub mod query;
mod simulation;
mod space;
mod walk;

pub use decide::{Answer, Decision, Lasso, decide};
pub use fair::Fairness;
pub use faults::{Action, Fault, Faults, NotAnAction};
pub use foresee::{Activity, Possible, Standing};
pub use graph::{Labelled, graph};
pub use play::{Happening, Line, NodeInfo, Place, Played, Player, Transfer, play};
pub use predicate::{Moment, Predicate, Unknown, watched};
pub use query::{Form, Query};
pub use simulation::{Simulation, Situation, options};
pub use space::{Limits, Space};
pub use walk::{Statistics, Walk, unplaced, walk};
