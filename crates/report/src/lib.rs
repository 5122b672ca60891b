//! What vtrace found: the schema of findings, and how people and programs read them.
//!
//! This room computes nothing about programs. It takes a [`Report`] and renders it; and it decides which findings are
//! the same one.

#![warn(missing_docs)]

mod finding;
mod golang;
mod id;
mod kind;
mod merge;
mod report;
mod sources;
pub mod text;

pub use finding::{Act, Finding, Input, Label, Lane, Location, Outcome, Standing, Step, Trace};
pub use kind::Kind;
pub use report::{EntryResult, Report, Statistics, Verdict};
pub use sources::Sources;
pub use text::TextOptions;
