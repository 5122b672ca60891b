//! Shows runs and state graphs in the browser.
//!
//! [`record`] plays a run on the machine and writes down what the page needs ([`document`]). An [`Exhibit`] is all that there is
//! to see; a [`Server`] shows it on the loopback interface, and [`export`] writes it as one file that works without a server.

#![warn(missing_docs)]

mod board;
mod causes;
pub mod document;
mod drive;
mod engine;
mod exhibit;
mod from_report;
pub mod graphs;
mod http;
mod page;
mod passing;
pub mod record;
mod server;
pub mod simulation;
mod words;

pub use board::Board;
pub use drive::SimulationEngine;
pub use engine::{Engine, ProgramEngine, Reached, Sink, Wish};
pub use exhibit::{Exhibit, Extra};
pub use record::Reader;
pub use server::{Curator, Server};

/// An exhibit as one page that works from disk.
pub fn export(exhibit: &Exhibit) -> String {
    page::exported(&exhibit.documents())
}
