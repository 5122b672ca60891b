//! Distributed algorithms in DiAlGo's subset of Go as models for other checkers.
//!
//! [`Model::new`] makes templates out of the program's SSA, [`Graph`] locations and edges out of those: what a node does between
//! two operations on channels is one step, as for `vtrace sim`. [`promela`] and [`uppaal`] write them down.

#![warn(missing_docs)]

pub mod abstraction;
mod build;
mod declared;
mod graph;
#[cfg(test)]
mod interpret;
mod layout;
mod model;
mod nta;
pub mod promela;
mod queries;
pub mod run;
pub mod toph;
pub mod uppaal;
pub mod xtr;

pub use build::OutsideOfSubset;
pub use graph::Graph;
pub use model::{
    Case, Channels, Expression, Instruction, Model, Operation, Process, Slot, Template, Variable,
};
