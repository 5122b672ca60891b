//! What vtrace found: the schema of findings, and how people and programs read them.
//!
//! This room computes nothing about programs. It takes a [`Report`] and renders it; and it decides which findings are
//! the same one.

#![warn(missing_docs)]

mod baseline;
pub mod config;
pub mod explain;
mod finding;
mod glob;
mod golang;
mod id;
mod ignore;
pub mod json;
pub mod junit;
mod kind;
mod merge;
pub mod parameters;
mod report;
pub mod sarif;
mod sources;
pub mod text;

pub use baseline::{Baseline, Known, WriteError};
pub use config::{Config, ConfigError};
pub use finding::{
    Act, Finding, Input, Label, Lane, Location, Omitted, Outcome, Replay, Standing, Step, Trace,
};
pub use kind::{Kind, Kinds};
pub use parameters::Parameters;
pub use report::{EntryResult, Ignored, Origin, Remark, Report, Statistics, Verdict};
pub use sources::Sources;
pub use text::TextOptions;
