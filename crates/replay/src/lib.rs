//! From a trace of the machine to a run of the real program, and its verdict.
//!
//! A [`Plan`] says, in the words of the real program, who does what in which order: it is made by walking the trace on
//! the machine. A [`Session`] builds the user's program once, with gates in Go's runtime that make it follow a plan
//! (`frontend/internal/instrument`), and then [`Session::replay`] runs it under as many plans as one likes. What comes out is judged by an
//! [`Expectation`], on nothing but what the Go runtime itself says.
//!
//! | module | what it holds |
//! |---|---|
//! | [`plan`] | the plan |
//! | [`session`] | instrumenting and building |
//! | [`process`] | running, with limits |
//! | [`log`] | which lines were executed |
//! | [`finding`] | what the replay of a finding is to show |
//! | [`emit`] | a Go test that shows a finding without vtrace |
//! | [`verdict`], [`dump`] | expectations, outcomes, and how one becomes the other |
//!
//! Nothing here searches, and nothing here decides what is a bug.

#![warn(missing_docs)]

pub mod dump;
pub mod emit;
pub mod finding;
pub mod log;
pub mod plan;
pub mod process;
pub mod session;
pub mod verdict;

pub use plan::{Finale, Plan, PlanError};
pub use session::{Session, SessionError, Target};
pub use verdict::{Expectation, Outcome, Place};
