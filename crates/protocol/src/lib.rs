//! Communication protocols: written once, checked, and enforced.
//!
//! A `.dcj` file is read ([`Protocol::parse`]), one of its sessions is given parameters and becomes a transition system
//! ([`Lts::build`]), and everything else starts from that.
//!
//! This crate knows nothing of the command line, and it writes no files; only [`assert_tests`] reads any.

mod assert;
mod ast;
mod atoms;
mod builtins;
mod certify;
mod chart;
mod evaluate;
mod explored;
mod export;
mod generate;
mod label;
mod liberal;
mod lints;
mod lts;
mod minimise;
mod monitor;
mod parse;
mod parse_expression;
mod projection;
mod reader;
mod source;
mod specification;
mod steps;
mod term;
mod testing;
mod traces;
mod unbounded;
mod value;

pub use assert::assert_tests;
pub use ast::{Protocol, RoleDefinition, Session};
pub use atoms::{AtomError, Atoms};
pub use certify::{Certificate, Limit, certify};
pub use chart::chart;
pub use explored::Explored;
pub use generate::{
    Certified, Driven, GenerateError, Generated, Instance, ModuleKind, Options as GenerateOptions,
    generate_driven_go, generate_driven_rust, generate_go, generate_rust, rust_explorer,
};
pub use label::{Action, ActionKind, Label, Names, Role, RoleId, TypeId};
pub use liberal::{Liberal, LiberalState};
pub use lints::{ChannelBound, Finding, Lints, Termination};
pub use lts::{Lts, Parameters, parameter_value};
pub use monitor::{Event, Monitor, Violation};
pub use projection::{Local, ProjectionError, project};
pub use source::{Error, Source, Span};
pub use specification::{Configuration, Specification};
pub use testing::{Checked, Expected, FairnessOption, FiniteReading, Property, Test, TestFile};
pub use traces::{Difference, compare_traces};
pub use unbounded::{Unbounded, unbounded_channels};
pub use value::{Float, Value};
