//! Finds concurrency bugs in Go programs.
//!
//! A program on the machine is a transition system ([`GoSystem`]); [`Bugs`] says what is wrong in a state. [`check`] has
//! the explorer look at all states, makes the runs to what it finds short, and tells each bug as a finding: what kind it
//! is, where, and how it comes about.

#![warn(missing_docs)]

mod bugs;
mod checker;
mod condition;
mod describe;
mod learnt;
mod liveness;
mod marks;
mod parameters;
mod persistent;
mod roles;
mod straight;
mod stuck;
mod system;
mod trace;

pub use bugs::{Bug, Bugs, Site};
pub use checker::{Checked, Settings, Strategy, VALUES_TRIED, check};
pub use learnt::{Another, Learnt, another};
pub use system::{GoSystem, Symmetry, machine_options};
pub use trace::{Holders, Locks};
