//! The machine: executes Go programs, given as program images, under a schedule that its user controls.
//!
//! A [`State`] is everything there is at one moment. [`Machine::choices`] says what can happen next, and
//! [`Context::apply`] makes one of it happen: the goroutines concerned run their local instructions in one go and stop
//! before their next *visible* operation, which is one that other goroutines could notice. States can be cloned, compared
//! and fingerprinted. The machine knows nothing of search or of bugs.
//!
//! Start reading at [`schedule`] for the concurrent semantics, at [`exec`] for the sequential ones.

#![warn(missing_docs)]

mod arith;
mod begin;
mod behave;
mod bind;
mod builtin;
mod caller;
mod channel;
mod code;
mod collect;
mod compare;
mod constant;
mod convert;
pub mod dump;
mod early;
mod event;
mod exec;
mod exits;
mod expression;
mod fault;
mod fingerprint;
mod footprint;
mod given;
mod inspect;
mod interface;
mod layout;
mod liveness;
mod lower;
mod machine;
mod map;
mod mark;
mod memory;
mod mentions;
mod natives;
mod node;
mod notation;
mod opaque;
mod operand;
mod output;
mod panic;
mod program;
mod reach;
mod render;
pub mod run;
mod schedule;
mod slice;
mod stable;
mod standard;
mod state;
mod step;
mod strings;
mod summary;
mod symmetry;
mod tamper;
mod timer;
mod unknown;
mod utf8;
mod value;
mod variables;
mod view;

pub use event::{Event, SelectCase, What};
pub use exec::Access;
pub use fingerprint::Fingerprinter;
pub use footprint::{Footprint, Mode, Operation, Touch};
pub use given::Given;
pub use inspect::{Key, Picks};
pub use layout::TooLarge;
pub use machine::{Machine, Options, TimeMode};
pub use mark::{Claim, Mark};
pub use natives::names as native_names;
pub use node::{Node, Watch};
pub use notation::NotAChoice;
pub use output::{Output, Stream};
pub use program::Program;
pub use reach::Reach;
pub use render::duration;
pub use schedule::{Choice, DEFAULT};
pub use state::{End, Goroutine, State};
pub use step::Context;
pub use tamper::Message;
pub use timer::TimerEvent;
pub use value::ObjectId;
pub use variables::{Resource, ResourceKind, Scope, Variable};
pub use view::{Scalar, View};
