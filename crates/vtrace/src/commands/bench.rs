//! `vtrace bench`: programs whose bugs are known, to measure vtrace and others by.

mod table;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, Subcommand};
use vtrace_check::Settings;
use vtrace_explore::{Budget, Progress};
use vtrace_load::Request;
use vtrace_machine::{Machine, Options, Program as Code, TimeMode};
use vtrace_report::{Finding, Standing, config};
use vtrace_synth::{Program, Role};

use crate::interrupt::Interrupt;
use crate::load;

/// Measure vtrace on programs whose bugs are known
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Synth(Synth),
    Run(Run),
}

/// Write the synthetic programs: every misuse of a channel, lock or WaitGroup in every context, each with a correct twin
#[derive(Args)]
struct Synth {
    /// The directory to write them to; it becomes a Go module
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

/// Check the synthetic programs in a directory, and compare with what is known of them and with other tools
#[derive(Args)]
struct Run {
    /// The directory that `vtrace bench synth` has written
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// How long to search at most in a program whose bug is not found
    #[arg(long, value_name = "TIME", value_parser = config::duration, default_value = "30s")]
    budget: Duration,

    /// How many programs to check at once; by default as many as there are cores
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

/// What vtrace made of a program.
#[derive(Clone, Debug)]
struct Outcome {
    verdict: Verdict,
    /// What was found.
    findings: Vec<String>,
    time: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// It found the bug, or found nothing where there is nothing.
    Right,
    /// It found nothing where there is something.
    Missed,
    /// It found something that is not there.
    FalseAlarm,
}

/// Carries it out.
pub fn execute(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        Command::Synth(Synth { directory }) => {
            let count = vtrace_synth::write(directory)
                .with_context(|| format!("the programs could not be written to {}", directory.display()))?;
            println!(
                "{count} programs in {}; check them with: vtrace bench run {}",
                directory.display(),
                directory.display()
            );
            Ok(ExitCode::SUCCESS)
        }
        Command::Run(arguments) => run(arguments),
    }
}

fn run(arguments: &Run) -> anyhow::Result<ExitCode> {
    let interrupt = Interrupt::from_signals();
    let dir = &arguments.directory;
    let programs = vtrace_synth::read(dir).with_context(|| {
        let shown = dir.display();
        format!("{shown} has no synthetic programs: write them with `vtrace bench synth {shown}`")
    })?;
    let start = Instant::now();
    let loaded = load::load(&Request::new(dir, "./..."), &interrupt)?;
    let loading = start.elapsed();
    let packages: BTreeMap<String, usize> =
        loaded.image.entries.iter().enumerate().map(|(i, entry)| (entry.package.clone(), i)).collect();
    let code = Arc::new(Code::new(loaded.image)?);

    let next = AtomicUsize::new(0);
    let outcomes: Mutex<Vec<Option<Outcome>>> = Mutex::new(vec![None; programs.len()]);
    let threads =
        arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(program) = programs.get(index).filter(|_| !interrupt.is_raised()) else {
                        return;
                    };
                    let entry = packages.get(&format!("synth/{}", program.directory));
                    let outcome = entry.map(|&entry| judge(&code, entry, program, dir, arguments.budget));
                    outcomes.lock().unwrap_or_else(|poisoned| poisoned.into_inner())[index] = outcome;
                }
            });
        }
    });
    let outcomes = outcomes.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let missing = outcomes.iter().filter(|outcome| outcome.is_none()).count();
    anyhow::ensure!(
        missing == 0,
        "{missing} programs could not be checked: were they changed, or was it interrupted?"
    );
    let results: Vec<(Program, Outcome)> = programs.into_iter().zip(outcomes.into_iter().flatten()).collect();
    print!("{}", table::render(&results, loading, start.elapsed()));
    let right = results.iter().all(|(_, outcome)| outcome.verdict == Verdict::Right);
    Ok(if right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Checks a program, and says whether what was found is what there is.
fn judge(code: &Arc<Code>, entry: usize, program: &Program, dir: &Path, budget: Duration) -> Outcome {
    let start = Instant::now();
    let mut outcome = attempt(code, entry, program, dir, FIRST.min(budget));
    let mut share = FIRST;
    while outcome.verdict == Verdict::Missed && share < budget {
        share = (share * 4).min(budget);
        outcome = attempt(code, entry, program, dir, share);
    }
    Outcome { time: start.elapsed(), ..outcome }
}

/// How long to search at first: most bugs are found at once, and where there is none, more time says little more.
const FIRST: Duration = Duration::from_millis(500);

fn attempt(code: &Arc<Code>, entry: usize, program: &Program, dir: &Path, budget: Duration) -> Outcome {
    let options =
        Options { arguments: program.arguments.clone(), ..vtrace_check::machine_options(TimeMode::Any) };
    let machine = Machine::new(code.clone(), entry, options);
    let settings = Settings {
        budget: Budget { time: Some(budget), memory: Some(4_000_000_000), ..Budget::default() },
        // Nobody reads the traces.
        short: 100,
        ..Settings::default()
    };
    let checked = vtrace_check::check(&machine, &settings, &Progress::default());
    let findings: Vec<&Finding> =
        checked.findings.iter().filter(|finding| finding.standing != Standing::Possible).collect();
    let file = dir.join(&program.directory).join("main.go");
    let file = file.canonicalize().unwrap_or(file);
    // In its own file and at the snippet's lines.
    let there = |finding: &&&Finding| {
        finding.labels.first().is_some_and(|label| {
            let place = &label.location;
            let lines = program.lines.0..=program.lines.1;
            Path::new(&place.file).canonicalize().is_ok_and(|path| path == file)
                && lines.contains(&place.line)
        })
    };
    let is_among = |finding: &Finding, kinds: &[String]| kinds.iter().any(|kind| kind == finding.kind.name());
    let found = findings.iter().filter(there).any(|finding| is_among(finding, &program.expected));
    let odd = findings.iter().any(|finding| !there(&finding) || !is_among(finding, &program.allowed));
    let verdict = match program.role {
        Role::Buggy if odd => Verdict::FalseAlarm,
        Role::Buggy if found => Verdict::Right,
        Role::Buggy => Verdict::Missed,
        _ if findings.is_empty() => Verdict::Right,
        _ => Verdict::FalseAlarm,
    };
    let findings = findings.iter().map(|finding| {
        let line = finding.labels.first().map_or(0, |label| label.location.line);
        format!("{}:{line}", finding.kind.name())
    });
    Outcome { verdict, findings: findings.collect(), time: Duration::ZERO }
}
