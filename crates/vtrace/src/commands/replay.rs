//! `vtrace replay`: plays a trace back on the real program, and tells what the Go runtime says about it.

mod trace;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, ValueEnum};
use serde::Serialize;
use vtrace_machine::{Machine, Options, Program, TimeMode};
use vtrace_replay::{Expectation, Outcome, Plan, Session, Target};
use vtrace_report::Finding;

use self::trace::Trace;
use crate::interrupt::{self, Interrupt};
use crate::remembered::{self, Remembered};
use crate::{entry, load, prove};

/// Play a trace back on the real program, compiled by Go
///
/// The program is built with gates in Go's runtime that let its goroutines go on only as the trace says; the sources stay as
/// they are. Exits with 1 if Go's runtime says what the trace predicts, with 0 if the real program does not do that,
/// and with 2 if there is no verdict.
#[derive(Args)]
pub struct Arguments {
    /// What `vtrace check` found in this directory, by its id; a trace (JSON); or a schedule that `vtrace run --record`
    /// wrote
    #[arg(value_name = "ID|FILE")]
    what: String,

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

    /// Write a Go test that shows the finding without vtrace to this directory, and run nothing else
    #[arg(long, value_name = "DIR")]
    emit_test: Option<PathBuf>,

    /// How to tell what came out
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Print the plan that the program is to follow, and run nothing
    #[arg(long, hide = true)]
    plan: bool,
}

/// How to tell what came out.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// What to replay.
struct Task {
    plan: Plan,
    expectation: Expectation,
    target: Target,
}

/// Replays the trace.
pub fn execute(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let interrupt = Interrupt::from_signals();
    let path = Path::new(&arguments.what);
    if let Some(dir) = &arguments.emit_test {
        if path.is_file() {
            bail!("a test is written for a finding: name one by its id, instead of {}", path.display());
        }
        return emit(arguments, dir, &interrupt);
    }
    let Task { plan, expectation, mut target } = match path.is_file() {
        true => from_file(path, &interrupt)?,
        false => from_finding(&arguments.what, &interrupt)?,
    };
    if arguments.plan {
        write!(std::io::stdout(), "{}", plan.text())?;
        return Ok(ExitCode::SUCCESS);
    }
    target.race = expectation.needs_race_detector();
    target.memory = plan.has_accesses() || arguments.log.is_some();
    let mut session = Session::new(&load::loader(&interrupt), target)?;
    session.limits.time = Duration::from_secs(arguments.timeout);
    session.limits.network = arguments.allow_net;
    session.log = arguments.log.clone();
    if !arguments.allow_net && !vtrace_replay::process::can_isolate() {
        load::tell("note: this system does not let vtrace keep the program from the network");
    }
    repeat(arguments, &session, &plan, &expectation, &interrupt)
}

/// A trace or a schedule.
fn from_file(path: &Path, interrupt: &Interrupt) -> anyhow::Result<Task> {
    let trace = Trace::read(path)?;
    let (dir, patterns) = load::locate(&std::env::current_dir()?, &trace.program);
    let plain = trace.entry.rsplit('.').next().unwrap_or(&trace.entry);
    let program = remembered::Program {
        dir,
        patterns,
        tags: trace.tags,
        tests: ["Test", "Benchmark", "Example", "Fuzz"].iter().any(|prefix| plain.starts_with(prefix)),
        virtual_time: trace.time == TimeMode::Virtual,
        arguments: trace.arguments,
        ..remembered::Program::default()
    };
    let (code, index) = load_entry(&program, &trace.entry, interrupt)?;
    let options = Options {
        time: trace.time,
        visible_output: trace.visible_output,
        // Traces of a search go on after main has returned.
        search: !trace.visible_output,
        arguments: program.arguments.clone(),
        ..Options::default()
    };
    let target = prove::target(&program, &code.image.entries[index]).map_err(anyhow::Error::msg)?;
    let machine = Machine::new(code, index, options);
    let plan = match &trace.expectation {
        Some(Expectation::Race { at } | Expectation::Misuse { at }) => {
            Plan::race(&machine, &trace.schedule, at)?
        }
        _ => Plan::new(&machine, &trace.schedule)?,
    };
    let Some(expectation) = trace.expectation.or_else(|| plan.expectation()) else {
        bail!("the trace leads to no end, and has no expectation: say what it is to show");
    };
    Ok(Task { plan, expectation, target })
}

/// What a check has found, and the machine of which its trace is a run.
struct Found {
    machine: Machine,
    finding: Finding,
    target: Target,
}

fn found(id: &str, interrupt: &Interrupt) -> anyhow::Result<Found> {
    let Remembered { program, finding } = remembered::find(id)?;
    let (code, index) = load_entry(&program, &finding.trace.entry, interrupt)?;
    let mut target = prove::target(&program, &code.image.entries[index]).map_err(anyhow::Error::msg)?;
    let machine = prove::machine(&code, index, &program);
    let prove::Inputs { call, given } = prove::inputs(&machine, &finding).map_err(anyhow::Error::msg)?;
    (target.call, target.given) = (call, given);
    Ok(Found { machine, finding, target })
}

fn from_finding(id: &str, interrupt: &Interrupt) -> anyhow::Result<Task> {
    let Found { machine, finding, target } = found(id, interrupt)?;
    let planned = vtrace_replay::finding::plan(&machine, &finding).map_err(|error| {
        anyhow::anyhow!(
            "{} was found in an earlier version of the program: check it again ({error})",
            finding.id
        )
    })?;
    let Some((plan, expectation)) = planned else {
        bail!("{} cannot be replayed: Go's runtime has no word for a {}", finding.id, finding.kind.name());
    };
    Ok(Task { plan, expectation, target })
}

/// Writes a test for a finding, and tells which.
fn emit(arguments: &Arguments, dir: &Path, interrupt: &Interrupt) -> anyhow::Result<ExitCode> {
    let Found { machine, finding, target } = found(&arguments.what, interrupt)?;
    load::tell("trying out the test: Go builds the program, and runs it some times");
    let written = vtrace_replay::emit::write(&load::loader(interrupt), &machine, &finding, &target, dir)?;
    let mut out = std::io::stdout();
    match arguments.format {
        Format::Json => {
            let value = serde_json::json!({"test": written.test, "files": written.files});
            writeln!(out, "{}", serde_json::to_string_pretty(&value)?)?;
        }
        Format::Text => {
            for file in &written.files {
                writeln!(out, "wrote {}", file.display())?;
            }
            // Go takes a plain name for a package of the standard library.
            let dir = if dir.is_absolute() { dir.to_path_buf() } else { Path::new(".").join(dir) };
            let (test, dir) = (&written.test, dir.display());
            writeln!(out, "it fails as long as the bug is there: go test -count=1 -run {test} {dir}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Loads the program of an entry.
fn load_entry(
    program: &remembered::Program,
    name: &str,
    interrupt: &Interrupt,
) -> anyhow::Result<(Arc<Program>, usize)> {
    let code = program.load(interrupt)?;
    let index = entry::choose(&code.image, Some(name))?;
    Ok((code, index))
}

/// How often each outcome came out.
#[derive(Default, Serialize)]
struct Counts {
    confirmed: u32,
    refuted: u32,
    failed: u32,
}

impl Counts {
    fn add(&mut self, outcome: &Outcome) {
        *match outcome {
            Outcome::Confirmed { .. } => &mut self.confirmed,
            Outcome::Refuted { .. } => &mut self.refuted,
            Outcome::Failed { .. } => &mut self.failed,
        } += 1;
    }

    /// One confirmation is enough. Without a verdict nothing is refuted.
    fn exit_code(&self) -> u8 {
        match self {
            Counts { confirmed: 1.., .. } => 1,
            Counts { failed: 1.., .. } => 2,
            _ => 0,
        }
    }
}

/// Replays as often as the user wants, and tells what came out.
fn repeat(
    arguments: &Arguments,
    session: &Session,
    plan: &Plan,
    expectation: &Expectation,
    interrupt: &Interrupt,
) -> anyhow::Result<ExitCode> {
    let mut counts = Counts::default();
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
            // In a document for programs there is no room for what others print.
            if arguments.format == Format::Text {
                std::io::stdout().write_all(&run.stdout)?;
            }
            std::io::stderr().write_all(&run.stderr)?;
        }
        counts.add(&outcome);
        first.get_or_insert(outcome);
    }
    let each = started.elapsed().as_secs_f64() * 1000.0 / f64::from(arguments.times.max(1));
    if let Some(first) = &first {
        match arguments.format {
            Format::Text => tell(plan, first, &counts, each)?,
            Format::Json => {
                let written = Written { first, steps: plan.choices, times: &counts, milliseconds: each };
                writeln!(std::io::stdout(), "{}", serde_json::to_string_pretty(&written)?)?;
            }
        }
    }
    Ok(ExitCode::from(counts.exit_code()))
}

/// What programs read.
#[derive(Serialize)]
struct Written<'a> {
    /// What came out the first time.
    #[serde(flatten)]
    first: &'a Outcome,
    /// How many steps the trace has.
    steps: usize,
    /// How often each outcome came out.
    times: &'a Counts,
    /// How long one replay took.
    milliseconds: f64,
}

/// What people read.
fn tell(plan: &Plan, first: &Outcome, counts: &Counts, each: f64) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    match first {
        Outcome::Confirmed { evidence } => {
            writeln!(out, "confirmed: Go's runtime says\n\n{}", indent(evidence))?;
        }
        Outcome::Refuted { step, why, expected, said, .. } => {
            writeln!(out, "refuted: step {step} of {}: {why}", plan.choices)?;
            if !expected.is_empty() {
                writeln!(out, "  the step: {expected}")?;
            }
            if !said.is_empty() {
                writeln!(out, "  the program said:\n\n{}", indent(said))?;
            }
        }
        Outcome::Failed { text } => writeln!(out, "no verdict: {text}")?,
    }
    let Counts { confirmed, refuted, failed } = counts;
    let times = confirmed + refuted + failed;
    if times > 1 {
        writeln!(
            out,
            "{times} times: confirmed {confirmed}, refuted {refuted}, no verdict {failed}; {each:.1} ms each"
        )?;
    }
    Ok(())
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}
