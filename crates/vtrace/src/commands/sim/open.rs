//! `--open`: the runs of a simulation in the browser, with the simulation behind them.

use std::process::ExitCode;
use std::sync::Arc;

use vtrace_machine::Machine;
use vtrace_sim::{Action, Decision, Query};
use vtrace_view::{Exhibit, SimulationEngine};

use super::{Arguments, show};
use crate::commands::view;
use crate::interrupt::Interrupt;

/// A run to show.
pub struct Shown {
    title: String,
    sentence: String,
    schedule: Vec<Action>,
    cycle: Option<usize>,
}

/// A run that answers no query.
pub fn one(sentence: &str, schedule: Vec<Action>) -> Shown {
    Shown { title: "run".to_string(), sentence: sentence.to_string(), schedule, cycle: None }
}

/// The answers; those without a run begin where every run does.
pub fn answers(queries: &[Query], decision: &Decision) -> Vec<Shown> {
    let shown = |(query, answer): (&Query, &vtrace_sim::Answer)| {
        let reason = answer.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
        let (verdict, title) = (show::verdict(answer), query.text.clone());
        match &answer.run {
            Some(run) => Shown {
                sentence: format!("{verdict}: {title} ({}{reason})", show::shows(query, answer)),
                title,
                schedule: run.prefix.iter().chain(&run.cycle).copied().collect(),
                cycle: (!run.cycle.is_empty()).then_some(run.prefix.len() + 1),
            },
            None => Shown {
                sentence: format!("{verdict}: {title}{reason}"),
                title,
                schedule: Vec::new(),
                cycle: None,
            },
        }
    };
    queries.iter().zip(&decision.answers).map(shown).collect()
}

/// Shows them until the user has seen enough.
pub fn runs(
    arguments: &Arguments,
    machine: Machine,
    runs: Vec<Shown>,
    interrupt: &Interrupt,
) -> anyhow::Result<ExitCode> {
    let read = view::last::reader();
    let engine = Arc::new(SimulationEngine::new(Arc::new(machine), &arguments.described(), read));
    let mut exhibit = Exhibit::new(&arguments.source.patterns.join(" "));
    for (index, Shown { title, sentence, schedule, cycle }) in runs.into_iter().enumerate() {
        let run = engine.record(&title, &schedule, cycle).map_err(anyhow::Error::msg)?;
        exhibit.add_run(&format!("run-{}", index + 1), &sentence, run, Some(engine.clone()));
    }
    view::show(exhibit, true, interrupt)?;
    Ok(ExitCode::SUCCESS)
}
