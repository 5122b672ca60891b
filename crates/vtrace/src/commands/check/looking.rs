//! What joins a check with the viewer: it remembers what was checked for `vtrace view`, and opens it if that is wanted.

use std::sync::Arc;

use vtrace_machine::Program;
use vtrace_report::{Report, Sources, json};

use super::Arguments;
use super::watching::Watching;
use crate::commands::view;
use crate::commands::view::last::{self, Last};
use crate::interrupt::Interrupt;
use crate::remembered;

/// Remembers what was found, and shows it if the user wants to look at it.
pub fn look(
    arguments: &Arguments,
    location: &remembered::Program,
    report: &Report,
    program: anyhow::Result<Arc<Program>>,
    sources: &Sources,
    watching: &Watching,
    interrupt: &Interrupt,
) -> anyhow::Result<()> {
    let exhibit = || last::exhibit(location, report, program.as_ref());
    let watched = watching.finish(exhibit);
    let exhibit = (arguments.open && !watched).then(exhibit);
    if arguments.remembers() {
        Last { program: location.clone(), report: json::write(report, sources) }.keep(sources.base());
    }
    match exhibit {
        Some(exhibit) => view::show(exhibit, true, interrupt)?,
        None if watched => view::wait(interrupt),
        None => {}
    }
    Ok(())
}
