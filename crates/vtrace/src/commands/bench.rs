//! `vtrace bench`: programs whose bugs are known, to measure vtrace and others by.

mod table;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, Subcommand};
use vtrace_check::Settings;
use vtrace_explore::{Budget, Progress};
use vtrace_load::Request;
use vtrace_machine::{Machine, Options, Program as Code, TimeMode};
use vtrace_report::{Finding, Replay, Standing, config};
use vtrace_synth::{Program, Role};

use crate::entry;
use crate::interrupt::Interrupt;
use crate::load;
use crate::prove::Prover;
use crate::remembered;

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

    /// Do not replay what is found on the real programs, which must be built for that
    #[arg(long)]
    no_replay: bool,
}

/// What vtrace made of a program.
#[derive(Clone, Debug)]
struct Outcome {
    verdict: Verdict,
    /// What was found, each with its place.
    findings: Vec<String>,
    /// What was to be found, as it is to be replayed.
    bug: Option<Finding>,
    /// Whether the real program did it too, or why not; none if nobody has tried.
    replay: Option<Result<(), String>>,
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
    let dir = std::path::absolute(&arguments.directory).context("the current directory")?;
    let programs = vtrace_synth::read(&dir).with_context(|| {
        let shown = arguments.directory.display();
        format!("{shown} has no synthetic programs: write them with `vtrace bench synth {shown}`")
    })?;
    let start = Instant::now();
    let loaded = load::load(&Request::new(&dir, "./..."), &interrupt)?;
    let mut times = Times { loading: start.elapsed(), ..Times::default() };
    let packages: BTreeMap<String, usize> =
        loaded.image.entries.iter().enumerate().map(|(i, entry)| (entry.package.clone(), i)).collect();
    let code = Arc::new(Code::new(loaded.image)?);
    let threads =
        arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));

    let start = Instant::now();
    let outcomes = in_parallel(threads, &programs, |program| {
        let entry = packages.get(&format!("synth/{}", program.directory));
        let entry = entry.filter(|_| !interrupt.is_raised());
        entry.map(|&entry| judge(&code, entry, program, &dir, arguments.budget))
    });
    times.checking = start.elapsed();
    let missing = outcomes.iter().filter(|outcome| outcome.is_none()).count();
    anyhow::ensure!(
        missing == 0,
        "{missing} programs could not be checked: were they changed, or was it interrupted?"
    );
    let mut results: Vec<(Program, Outcome)> =
        programs.into_iter().zip(outcomes.into_iter().flatten()).collect();

    if !arguments.no_replay {
        let start = Instant::now();
        let replays = in_parallel(threads, &results, |(program, outcome)| {
            let finding = outcome.bug.clone().filter(|_| !interrupt.is_raised())?;
            Some(replay(&code, program, finding, &dir, &interrupt))
        });
        results.iter_mut().zip(replays).for_each(|((_, outcome), replay)| outcome.replay = replay);
        times.replaying = Some(start.elapsed());
    }
    print!("{}", table::render(&results, &times));
    let right =
        |outcome: &Outcome| outcome.verdict == Verdict::Right && !matches!(outcome.replay, Some(Err(_)));
    Ok(if results.iter().all(|(_, outcome)| right(outcome)) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How long it took.
#[derive(Default)]
struct Times {
    loading: Duration,
    checking: Duration,
    /// With the Go builds.
    replaying: Option<Duration>,
}

/// Does something with each of many things, several at a time.
fn in_parallel<T: Sync, R: Send>(threads: usize, things: &[T], act: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(thing) = things.get(index) else { return done };
            done.push((index, act(thing)));
        }
    };
    let mut all: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker does not panic")).collect()
    });
    all.sort_by_key(|(index, _)| *index);
    all.into_iter().map(|(_, result)| result).collect()
}

/// Replays what was found in a program on the real one.
fn replay(
    code: &Arc<Code>,
    program: &Program,
    mut finding: Finding,
    dir: &Path,
    interrupt: &Interrupt,
) -> Result<(), String> {
    let location = remembered::Program {
        dir: dir.to_path_buf(),
        patterns: vec![format!("./{}", program.directory)],
        arguments: program.arguments.clone(),
        ..remembered::Program::default()
    };
    let loader = load::loader(interrupt);
    let mut prover = Prover::new(&loader, &location, Settings::default());
    prover.time = LONGEST;
    prover.prove(code, &mut finding, &Progress::default());
    match finding.replay {
        Some(Replay::Confirmed { .. }) => Ok(()),
        Some(Replay::Failed { why } | Replay::Refuted { why, .. }) => Err(why),
        None => Err("it was not replayed".to_string()),
    }
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

/// How long one replay may take: some start very many goroutines.
const LONGEST: Duration = Duration::from_secs(120);

/// How long to search at first: most bugs are found at once, and where there is none, more time says little more.
const FIRST: Duration = Duration::from_millis(500);

fn attempt(code: &Arc<Code>, entry: usize, program: &Program, dir: &Path, budget: Duration) -> Outcome {
    let options =
        Options { arguments: program.arguments.clone(), ..vtrace_check::machine_options(TimeMode::Any) };
    let machine = Machine::new(code.clone(), entry, options);
    let settings = Settings {
        budget: Budget { time: Some(budget), memory: Some(4_000_000_000), ..Budget::default() },
        // Nobody reads the runs.
        short: 0,
        ..Settings::default()
    };
    let mut checked = vtrace_check::check(&machine, &settings, &Progress::default());
    let name = entry::full_name(&code.image.entries[entry]);
    checked.findings.iter_mut().for_each(|finding| finding.trace.entry = name.clone());
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
    let mut expected = findings.iter().filter(there).filter(|finding| is_among(finding, &program.expected));
    let bug = expected.next().copied().cloned();
    let odd = findings.iter().any(|finding| !there(&finding) || !is_among(finding, &program.allowed));
    let verdict = match program.role {
        Role::Buggy if odd => Verdict::FalseAlarm,
        Role::Buggy if bug.is_some() => Verdict::Right,
        Role::Buggy => Verdict::Missed,
        _ if findings.is_empty() => Verdict::Right,
        _ => Verdict::FalseAlarm,
    };
    let findings = findings.iter().map(|finding| {
        let line = finding.labels.first().map_or(0, |label| label.location.line);
        format!("{}:{line}", finding.kind.name())
    });
    let findings = findings.collect();
    Outcome { verdict, findings, bug, replay: None, time: Duration::ZERO }
}
