//! What joins a check with the viewer: it remembers what was checked for `vtrace view`, and opens it if that is wanted.

use std::sync::Arc;

use vtrace_machine::Program;
use vtrace_report::{Report, Sources, json};

use super::Arguments;
use crate::commands::view;
use crate::commands::view::last::{self, Last};
use crate::interrupt::Interrupt;
use crate::remembered;

/// Remembers what was found, and shows it if the user wants to look at it.
pub fn look(
    arguments: &Arguments,
    location: remembered::Program,
    report: &Report,
    program: &Arc<Program>,
    sources: &Sources,
    interrupt: &Interrupt,
) -> anyhow::Result<()> {
    let exhibit = arguments.open.then(|| last::exhibit(&location, report, Ok(program.clone())));
    if arguments.remembers() {
        Last { program: location, report: json::write(report, sources) }.keep(sources.base());
    }
    match exhibit {
        Some(exhibit) => view::show(exhibit, true, interrupt),
        None => Ok(()),
    }
}
