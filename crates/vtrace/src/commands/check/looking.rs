//! What joins a check with the viewer: it remembers what was checked for `vtrace view`, and opens it if that is wanted.

use std::sync::Arc;

use vtrace_load::Request;
use vtrace_machine::{Program, TimeMode};
use vtrace_report::{Report, Sources, json};

use super::Arguments;
use super::plan::Plan;
use crate::commands::view::{
    self,
    last::{Last, Origin},
};
use crate::interrupt::Interrupt;

/// How the program was loaded and executed.
pub fn origin(arguments: &Arguments, request: &Request, plan: &Plan) -> Origin {
    Origin {
        dir: request.dir.clone(),
        patterns: request.patterns.clone(),
        tags: arguments.source.tags.clone(),
        entries: plan.entries.clone(),
        virtual_time: plan.timers == TimeMode::Virtual,
        arguments: plan.arguments.clone(),
    }
}

/// Remembers what was found, and shows it if the user wants to look at it.
pub fn look(
    arguments: &Arguments,
    origin: Origin,
    report: &Report,
    program: &Arc<Program>,
    sources: &Sources,
    interrupt: &Interrupt,
) -> anyhow::Result<()> {
    let exhibit = arguments.open.then(|| origin.exhibit(report, Ok(program.clone())));
    if !arguments.source.no_cache {
        Last { origin, report: json::write(report, sources) }.keep(sources.base());
    }
    match exhibit {
        Some(exhibit) => view::show(exhibit, true, interrupt),
        None => Ok(()),
    }
}
