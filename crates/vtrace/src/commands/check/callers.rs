//! Whether the program's own callers can cause what a function does with some arguments.
//!
//! A caller may see to it that the arguments go together, as one that makes as many shards as it says. So the callers are
//! checked too, with unknown arguments of their own. What none of them causes needs another caller, and is told below the rest.

use std::sync::Arc;
use std::time::Duration;

use vtrace_check::{Checked, Settings};
use vtrace_explore::Budget;
use vtrace_machine::{Machine, Options, Program};
use vtrace_program::{Callee, EntryKind, FunctionId, Image, Kind as Instruction};
use vtrace_report::{EntryResult, Finding, Kind, Location, Verdict};

use super::plan::Plan;
use super::{functions, progress};
use crate::interrupt::Interrupt;

/// How long a caller is looked at, at most.
const LONGEST: Duration = Duration::from_secs(5);

/// Marks those findings of a function that none of its callers causes.
pub fn judge(
    plan: &Plan,
    program: &Arc<Program>,
    entry: usize,
    result: &EntryResult,
    findings: &mut [Finding],
    interrupt: &Interrupt,
) {
    let image = &program.image;
    let own = &image.entries[entry];
    if own.kind != EntryKind::Function || findings.iter().all(|finding| finding.inputs.is_empty()) {
        return;
    }
    let callers = callers(image, own.function);
    if callers.is_empty() {
        return;
    }
    let mut caused: Vec<(Kind, Location)> = Vec::new();
    for caller in callers {
        let Some(found) = check(plan, program, caller, interrupt) else { return };
        caused.extend(found);
    }
    for finding in findings.iter_mut().filter(|finding| !finding.inputs.is_empty()) {
        let place = finding.place();
        if !caused.iter().any(|(kind, at)| *kind == finding.kind && Some(at) == place) {
            finding.needs = Some(needed(result, finding));
        }
    }
}

/// What a caller would have to do.
fn needed(result: &EntryResult, finding: &Finding) -> String {
    let conditions = result.parameters.iter().flat_map(|parameters| &parameters.conditions);
    let told = |kind: Option<Kind>| {
        conditions.clone().find(|condition| condition.kind == kind && condition.text != "always")
    };
    match told(Some(finding.kind)).or_else(|| told(None)) {
        Some(condition) => format!("makes {} true", condition.text),
        None => {
            let inputs = finding.inputs.iter().map(|input| format!("{} = {}", input.name, input.value));
            format!("sees to {}", inputs.collect::<Vec<_>>().join(", "))
        }
    }
}

/// The entries whose functions call a function, themselves or in a literal.
fn callers(image: &Image, callee: FunctionId) -> Vec<usize> {
    let outermost = |mut id: FunctionId| {
        while let Some(parent) = image.function(id).parent {
            id = parent;
        }
        id
    };
    let calls = |id: FunctionId| {
        image.function(id).blocks.iter().flat_map(|block| &block.instructions).any(|i| match &i.kind {
            Instruction::Call(call) | Instruction::Go(call) | Instruction::Defer { call, .. } => {
                matches!(call.callee, Callee::Static(id) if id == callee)
            }
            _ => false,
        })
    };
    let functions = (0..image.functions.len() as u32).map(FunctionId);
    let calling: Vec<FunctionId> = functions.filter(|&id| calls(id)).map(outermost).collect();
    let is_caller = |&at: &usize| {
        let function = image.entries[at].function;
        function != callee && calling.contains(&function)
    };
    (0..image.entries.len()).filter(is_caller).collect()
}

/// What a caller causes; none if that cannot be said.
fn check(
    plan: &Plan,
    program: &Arc<Program>,
    entry: usize,
    interrupt: &Interrupt,
) -> Option<Vec<(Kind, Location)>> {
    let image_entry = &program.image.entries[entry];
    let settings = Settings {
        budget: Budget { time: Some(LONGEST.min(plan.time)), ..plan.settings.budget.clone() },
        ..functions::settings(plan, image_entry)
    };
    let options = Options {
        integers: plan.unknowns.values.clone(),
        set: plan.unknowns.set.clone(),
        ..vtrace_check::machine_options(plan.timers)
    };
    let machine = Machine::new(program.clone(), entry, options);
    let name = format!("{}, which calls it", image_entry.name);
    let Checked { findings, verdict, .. } =
        progress::watch(&name, interrupt, |progress| vtrace_check::check(&machine, &settings, progress));
    let covered = match &verdict {
        Verdict::Proved => true,
        Verdict::Bounded { by } => by.iter().all(|by| by == vtrace_check::VALUES_TRIED),
        Verdict::NotAnalysed { .. } => false,
    };
    let places = findings.iter().filter_map(|finding| Some((finding.kind, finding.place()?.clone())));
    covered.then(|| places.collect())
}
