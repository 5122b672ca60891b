//! The end of a run: what Go would say about it, what vtrace has to add, and the exit code.

use std::fmt::Write;
use std::process::ExitCode;

use vtrace_machine::run::{Ending, Run};
use vtrace_machine::{End, Machine, dump};
use vtrace_program::FunctionId;

use super::Format;
use super::json::{Frame, Line, Standing, place};
use super::listener::Watcher;
use super::schedulers::Misfit;
use crate::interrupt;

/// The exit code after nobody read any more: 128 + SIGPIPE, as shells have it.
const CLOSED: u8 = 141;

/// Tells how the run ended, and how to exit.
pub fn tell(
    machine: &Machine,
    run: &Run,
    mut watcher: Watcher,
    misfit: Option<Misfit>,
    limit: Option<u64>,
) -> anyhow::Result<ExitCode> {
    if let Some(recorder) = watcher.recorder.take() {
        recorder.finish(&run.ending)?;
    }
    if watcher.console.is_closed() {
        return Ok(ExitCode::from(CLOSED));
    }
    let (name, mut text, code) = match (&run.ending, &misfit) {
        (Ending::Stopped, Some(misfit)) => ("misfit", explain(machine, run, &mut watcher, misfit), 2),
        (Ending::Stopped, None) if watcher.interrupt.is_raised() => {
            let text = format!("vtrace: interrupted after {} steps; the goroutines are here:\n", run.steps);
            ("interrupted", text + &standing(machine, run, &mut watcher), interrupt::EXIT_CODE)
        }
        (Ending::Stopped, None) => {
            let limit = limit.unwrap_or(run.steps);
            let text = format!(
                "vtrace: stopped after {limit} steps, as --limit says: the program goes on, perhaps forever; \
                 the goroutines are here:\n"
            );
            ("limit", text + &standing(machine, run, &mut watcher), 2)
        }
        (ending, _) => {
            let sources = &mut watcher.sources;
            let (text, code) = dump::report_with(&machine.program, run, &mut |p| sources.show(p));
            // As the system does: an exit code is a byte.
            (kind(ending), sources.shorten(text), code as u8)
        }
    };
    if let Some(step) = watcher.diverged {
        let _ = writeln!(
            text,
            "vtrace: note: after step {step} the state was not the one that was recorded: the program, or vtrace, has \
             changed since"
        );
    }
    match watcher.console.format {
        Format::Json => {
            let line = Line::Outcome {
                ending: name,
                code,
                steps: run.steps,
                instructions: run.instructions,
                report: text,
                goroutines: standings(machine, run, &mut watcher),
                externals: run
                    .externals
                    .iter()
                    .map(|&f| machine.program.image.function(f).name.clone())
                    .collect(),
            };
            watcher.console.json(&line);
        }
        Format::Text => {
            text += &assumptions(machine, run, &watcher);
            watcher.console.remark(&text);
        }
    }
    Ok(ExitCode::from(code))
}

fn kind(ending: &Ending) -> &'static str {
    match ending {
        Ending::End(End::Exit(_)) => "exit",
        Ending::End(End::Panic { .. }) => "panic",
        Ending::End(End::Fatal { .. }) => "fatal",
        Ending::End(End::Unsupported { .. }) => "unsupported",
        Ending::Deadlock => "deadlock",
        Ending::Stopped => "stopped",
    }
}

/// Where all goroutines are.
fn standing(machine: &Machine, run: &Run, watcher: &mut Watcher) -> String {
    let mut text = String::new();
    let sources = &mut watcher.sources;
    dump::goroutines(&machine.program, &run.state, &mut |p| sources.show(p), &mut text);
    text
}

/// Where all goroutines are, for JSON. After an orderly end nobody wants to know.
fn standings(machine: &Machine, run: &Run, watcher: &mut Watcher) -> Vec<Standing> {
    let program = &machine.program;
    if matches!(run.ending, Ending::End(End::Exit(_))) {
        return Vec::new();
    }
    let goroutines = run.state.goroutines().map(|g| {
        let frame = |invocation: dump::Invocation, watcher: &mut Watcher| Frame {
            function: program.image.function(invocation.function).name.clone(),
            place: place(invocation.position, &mut watcher.sources),
        };
        Standing {
            goroutine: g.number,
            name: dump::goroutine_name(program, &run.state, g),
            status: dump::wait_reason(program, g),
            stack: dump::stack(program, g).into_iter().map(|invocation| frame(invocation, watcher)).collect(),
        }
    });
    goroutines.collect()
}

/// Why a schedule does not fit.
fn explain(machine: &Machine, run: &Run, watcher: &mut Watcher, misfit: &Misfit) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    match misfit {
        Misfit::Impossible { step, wanted, possible } => {
            let _ = writeln!(
                text,
                "vtrace: the schedule does not fit: step {step} is `{wanted}`, but possible are"
            );
            let texts: Vec<String> = possible.iter().map(ToString::to_string).collect();
            let width = texts.iter().map(String::len).max().unwrap_or(0);
            for (choice, form) in possible.iter().zip(&texts) {
                let _ = writeln!(text, "  {form:<width$}  {}", watcher.meaning(&run.state, choice));
            }
        }
        Misfit::Ended { steps, stopped } => {
            let why = match stopped {
                true => "the run that was recorded was stopped there",
                false => "the program goes on",
            };
            let _ = writeln!(
                text,
                "vtrace: the schedule ends after step {steps}: {why}; the goroutines are here:"
            );
            text += &standing(machine, run, watcher);
        }
    }
    text
}

/// What was assumed about functions that the machine cannot run.
fn assumptions(machine: &Machine, run: &Run, watcher: &Watcher) -> String {
    if run.externals.is_empty() {
        return String::new();
    }
    let mut text =
        "vtrace: assumed that these functions return unknown values and do nothing else (--strict \
                    stops at them instead):\n"
            .to_string();
    for &function in &run.externals {
        let _ = writeln!(text, "  {}", reached(machine, function, watcher));
    }
    text
}

/// A function, and how the program comes to it.
fn reached(machine: &Machine, function: FunctionId, watcher: &Watcher) -> String {
    let image = &machine.program.image;
    let f = image.function(function);
    match f.reached_from {
        Some((from, position)) => {
            let place = watcher.sources.place(position);
            let at = if place.is_empty() { "" } else { " at " };
            format!("{}, called by {}{at}{place}", f.name, image.function(from).name)
        }
        None => f.name.clone(),
    }
}
