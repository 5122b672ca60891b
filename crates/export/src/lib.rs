//! Distributed algorithms in DiAlGo's subset of Go as models for other checkers.
//!
//! [`Model::new`] makes processes out of the program's SSA: what a node does between two operations on channels is one step,
//! as for `vtrace sim`. [`promela`] and [`uppaal`] write them down.

#![warn(missing_docs)]

mod build;
mod model;
pub mod promela;
mod queries;
pub mod run;
pub mod uppaal;

pub use build::OutsideOfSubset;
pub use model::{Channels, Expression, Instruction, Model, Operation, Process, Slot};
