//! One entry point after the other: each has its share of the time, and what is remembered is not searched again.

use std::sync::Arc;
use std::time::{Duration, Instant};

use vtrace_check::{Checked, Settings};
use vtrace_explore::Budget;
use vtrace_load::Skipped;
use vtrace_machine::{Machine, Options, Program};
use vtrace_program::{Entry, EntryKind, Image};
use vtrace_report::{EntryResult, Finding, Sources, Statistics, Verdict};

use super::plan::Plan;
use super::progress;
use super::results::OfProgram;
use super::watching::Watching;
use super::{callers, functions};
use crate::entry;
use crate::interrupt::Interrupt;

/// With less time a search is not worth its start.
const LEAST: Duration = Duration::from_millis(1);

/// What a check has to say about an entry point.
pub type Result = (EntryResult, Vec<Finding>);

/// The entries to check: mains, tests, examples and fuzz seeds, or those that were named.
pub fn choose(image: &Image, names: &[String]) -> anyhow::Result<Vec<usize>> {
    if !names.is_empty() {
        return names.iter().map(|name| entry::choose(image, Some(name))).collect();
    }
    let wanted = |kind: EntryKind| !matches!(kind, EntryKind::Benchmark | EntryKind::Caller);
    let found: Vec<usize> = (0..image.entries.len()).filter(|&i| wanted(image.entries[i].kind)).collect();
    anyhow::ensure!(!found.is_empty(), "there is nothing to check: no main function, test or example");
    Ok(found)
}

/// Checks entries. What one leaves of its share of the time goes to the others.
pub fn check(
    plan: &Plan,
    program: &Arc<Program>,
    entries: &[usize],
    results: &OfProgram,
    (watching, sources): (&Watching, &Sources),
    interrupt: &Interrupt,
) -> Vec<Result> {
    let start = Instant::now();
    let mut checked = Vec::new();
    for (done, &index) in entries.iter().enumerate() {
        let entry = &program.image.entries[index];
        let remembered = if plan.fresh { None } else { results.find(entry, plan) };
        let left = plan.time.saturating_sub(start.elapsed());
        let share = left / (entries.len() - done) as u32;
        checked.push(match remembered {
            Some(result) => result,
            None if interrupt.is_raised() => not_analysed(entry, "it was interrupted before"),
            None if share < LEAST => not_analysed(entry, "no time was left: allow more with --budget"),
            None => {
                let settings = Settings {
                    budget: Budget { time: Some(share), ..plan.settings.budget.clone() },
                    ..functions::settings(plan, entry)
                };
                let options = Options {
                    arguments: plan.arguments.clone(),
                    integers: plan.unknowns.values.clone(),
                    set: plan.unknowns.set.clone(),
                    ..vtrace_check::machine_options(plan.timers)
                };
                let machine = Machine::new(program.clone(), index, options);
                let name = format!("{} ({}/{})", entry.name, done + 1, entries.len());
                let Checked { mut findings, verdict, assumed, statistics, parameters, repeatable } =
                    progress::watch(&name, interrupt, |progress| {
                        let work = || vtrace_check::check(&machine, &settings, progress);
                        watching.during(done, share, progress, work)
                    });
                let verdict = match verdict {
                    Verdict::Bounded { by } if stopped_at_once(plan, &by, &findings, &statistics) => {
                        Verdict::NotAnalysed { why: by.join("; ") }
                    }
                    verdict => verdict,
                };
                let result = EntryResult { parameters, ..result(entry, verdict, assumed, statistics) };
                callers::judge(plan, program, index, &result, &mut findings, interrupt);
                let result = (result, findings);
                if repeatable {
                    results.keep(entry, plan, &result);
                }
                result
            }
        });
        checked.iter().skip(done).for_each(|result| watching.done(done, result, sources));
    }
    checked
}

/// The machine could not follow the program beyond its first visible operation. That is no bound, and no coverage.
fn stopped_at_once(plan: &Plan, by: &[String], findings: &[Finding], statistics: &Statistics) -> bool {
    let wanted = plan.settings.budget.states.is_some() || plan.settings.budget.depth.is_some();
    // A function may come to its end without one.
    let ended = by.iter().all(|by| by == vtrace_check::VALUES_TRIED);
    statistics.states <= 1 && findings.is_empty() && !wanted && !ended
}

fn not_analysed(entry: &Entry, why: &str) -> Result {
    let verdict = Verdict::NotAnalysed { why: why.to_string() };
    (result(entry, verdict, Vec::new(), Statistics::default()), Vec::new())
}

/// A package that does not compile stands in the report as an entry that was not analysed. So does a generic function of which
/// nobody says with which types.
pub fn skipped(package: &Skipped) -> Result {
    let why = match (&package.imports, package.messages.as_slice()) {
        _ if package.function.is_some() => {
            "it is generic, and its package does not say with which types".to_string()
        }
        (Some(imports), _) => format!("it imports {imports}, which does not compile"),
        (None, []) => "it does not compile".to_string(),
        (None, [message]) => format!("it does not compile: {message}"),
        (None, [message, rest @ ..]) => format!("it does not compile: {message} (and {} more)", rest.len()),
    };
    let result = EntryResult {
        name: package.function.clone().unwrap_or_default(),
        package: package.package.clone(),
        verdict: Verdict::NotAnalysed { why },
        assumed: Vec::new(),
        parameters: None,
        findings: Vec::new(),
        statistics: Statistics::default(),
    };
    (result, Vec::new())
}

/// What a report says about an entry.
pub fn result(entry: &Entry, verdict: Verdict, assumed: Vec<String>, statistics: Statistics) -> EntryResult {
    EntryResult {
        name: entry.name.clone(),
        package: entry.package.clone(),
        verdict,
        assumed,
        parameters: None,
        findings: Vec::new(),
        statistics,
    }
}
