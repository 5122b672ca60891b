//! `vtrace replay`: plays a trace back on the real program, and tells what the Go runtime says about it.

mod trace;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use vtrace_load::Request;
use vtrace_machine::{Machine, Options, Program};
use vtrace_program::EntryKind;
use vtrace_replay::{Expectation, Outcome, Plan, Session, Target};

use self::trace::Trace;
use crate::interrupt::{self, Interrupt};
use crate::{entry, load};

/// Play a trace back on the real program, compiled by Go
///
/// The program is built with gates in Go's runtime that let its goroutines go on only as the trace says; the sources stay as
/// they are. Exits with 1 if Go's runtime says what the trace predicts, with 0 if the real program does not do that,
/// and with 2 if there is no verdict.
#[derive(Args)]
pub struct Arguments {
    /// A trace (JSON), or a schedule that `vtrace run --record` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Replay so many times, and tell how often each outcome came out
    #[arg(long, value_name = "N", default_value_t = 1)]
    times: u32,

    /// End the program after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    timeout: u64,

    /// Let the program use the network
    #[arg(long)]
    allow_net: bool,

    /// Pass on what the program prints
    #[arg(long)]
    output: bool,

    /// Write to this file which goroutine executes which line, and when
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Print the plan that the program is to follow, and run nothing
    #[arg(long, hide = true)]
    plan: bool,
}

/// Replays the trace.
pub fn execute(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let interrupt = Interrupt::from_signals();
    let trace = Trace::read(&arguments.file)?;
    let cwd = std::env::current_dir()?;
    let (dir, patterns) = load::locate(&cwd, &trace.program);
    let plain = trace.entry.rsplit('.').next().unwrap_or(&trace.entry);
    let mut request = Request::new(&dir, "");
    request.patterns = patterns.clone();
    request.tags = trace.tags.clone();
    request.tests = ["Test", "Benchmark", "Example", "Fuzz"].iter().any(|prefix| plain.starts_with(prefix));
    let loaded = load::load(&request, &interrupt)?;
    let index = entry::choose(&loaded.image, Some(&trace.entry))?;
    let start = loaded.image.entries[index].clone();
    let test = match start.kind {
        EntryKind::Main => None,
        EntryKind::Test | EntryKind::Example | EntryKind::Fuzz => Some(start.name.clone()),
        _ => bail!(
            "{} is no main function, test, example or fuzz target: only those can be replayed",
            trace.entry
        ),
    };
    let options = Options {
        time: trace.time,
        visible_output: trace.visible_output,
        // Traces of a search go on after main has returned.
        search: !trace.visible_output,
        arguments: trace.arguments.clone(),
        ..Options::default()
    };
    let machine = Machine::new(Arc::new(Program::new(loaded.image)?), index, options);
    let plan = match &trace.expectation {
        Some(Expectation::Race { at } | Expectation::Misuse { at }) => {
            Plan::race(&machine, &trace.schedule, at)?
        }
        _ => Plan::new(&machine, &trace.schedule)?,
    };
    if arguments.plan {
        write!(std::io::stdout(), "{}", plan.text())?;
        return Ok(ExitCode::SUCCESS);
    }
    let Some(expectation) = trace.expectation.clone().or_else(|| plan.expectation()) else {
        bail!("the trace leads to no end, and has no expectation: say what it is to show");
    };
    let target = Target {
        dir,
        patterns,
        tags: trace.tags,
        test,
        call: None,
        race: expectation.needs_race_detector(),
        memory: plan.has_accesses() || arguments.log.is_some(),
        arguments: trace.arguments,
    };
    let mut session = Session::new(&load::loader(&interrupt), target)?;
    session.limits.time = Duration::from_secs(arguments.timeout);
    session.limits.network = arguments.allow_net;
    session.log = arguments.log.clone();
    if !arguments.allow_net && !vtrace_replay::process::can_isolate() {
        load::tell("note: this system does not let vtrace keep the program from the network");
    }
    repeat(arguments, &session, &plan, &expectation, &interrupt)
}

/// Replays as often as the user wants, and tells what came out.
fn repeat(
    arguments: &Arguments,
    session: &Session,
    plan: &Plan,
    expectation: &Expectation,
    interrupt: &Interrupt,
) -> anyhow::Result<ExitCode> {
    let mut counts = [0; 3];
    let mut first = None;
    let started = std::time::Instant::now();
    for _ in 0..arguments.times.max(1) {
        let run = session.run(plan);
        if interrupt.is_raised() {
            return Ok(ExitCode::from(interrupt::EXIT_CODE));
        }
        let outcome = match &run {
            Ok(run) => vtrace_replay::verdict::judge(plan, expectation, run),
            Err(text) => Outcome::Failed { text: text.clone() },
        };
        if let Ok(run) = &run
            && arguments.output
        {
            std::io::stdout().write_all(&run.stdout)?;
            std::io::stderr().write_all(&run.stderr)?;
        }
        counts[match outcome {
            Outcome::Confirmed { .. } => 0,
            Outcome::Refuted { .. } => 1,
            Outcome::Failed { .. } => 2,
        }] += 1;
        first.get_or_insert(outcome);
    }
    let mut out = anstream::stdout().lock();
    let code = match &first {
        Some(Outcome::Confirmed { evidence }) => {
            writeln!(out, "confirmed: Go's runtime says\n\n{}", indent(evidence))?;
            1
        }
        Some(Outcome::Refuted { step, why, expected, said }) => {
            writeln!(out, "refuted: step {step} of {}: {why}", plan.choices)?;
            if !expected.is_empty() {
                writeln!(out, "  the step: {expected}")?;
            }
            if !said.is_empty() {
                writeln!(out, "  the program said:\n\n{}", indent(said))?;
            }
            0
        }
        Some(Outcome::Failed { text }) => {
            writeln!(out, "no verdict: {text}")?;
            2
        }
        None => 2,
    };
    if arguments.times > 1 {
        let each = started.elapsed().as_secs_f64() * 1000.0 / f64::from(arguments.times);
        writeln!(
            out,
            "{} times: confirmed {}, refuted {}, no verdict {}; {each:.1} ms each",
            arguments.times, counts[0], counts[1], counts[2]
        )?;
    }
    Ok(ExitCode::from(code))
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}
