//! `vtrace run`: runs a Go program on the machine, once, under one schedule, and exits as it exits.

mod console;
mod ending;
mod json;
mod listener;
mod names;
pub(super) mod schedule;
mod schedulers;
mod trace;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use clap::{Args, ValueEnum};
use vtrace_machine::run::{Random, Scheduler};
use vtrace_machine::{Machine, Options, Program, TimeMode, run};

use self::console::Console;
use self::listener::Watcher;
use self::schedule::{Header, Recorder, Schedule};
use self::schedulers::Replay;
use crate::interrupt::Interrupt;
use crate::load::Source;
use crate::source::Sources;
use crate::{entry, load};

/// Run a Go program under a schedule that you choose
///
/// The program prints what it prints, and vtrace exits as the program exits: with its exit code, or with 2 and Go's
/// own report after a panic or a deadlock. Nothing of the program can reach the network or the file system.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    /// Load test files too
    #[arg(long)]
    tests: bool,

    /// Start at this function instead of main: TestName, or pkg.Func (its parameters are unknown values)
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,

    /// Choose at random what happens next; the same for the same number
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Make exactly the choices that --record wrote to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "time"])]
    schedule: Option<PathBuf>,

    /// Write the choices that are made to this file, for --schedule
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// When timers fire and sleepers wake
    ///
    /// A single run should look like a run on a real, fast machine, where a sleep is long enough for everybody else to
    /// go on: so here time is virtual by default.
    #[arg(long, value_enum, default_value_t = Time::Virtual)]
    time: Time,

    /// Show the interleaving on standard error, a line for each operation that other goroutines could notice
    #[arg(long, value_enum, value_name = "DETAIL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "user")]
    trace: Option<Detail>,

    /// How to tell what happens
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Stop after so many steps
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    /// Stop at a call of a function that the machine cannot run, instead of assuming that it returns unknown values
    #[arg(long)]
    strict: bool,

    /// What the program finds in os.Args
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
}

/// When timers fire.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Time {
    /// At any moment, in any order: sleeping is not synchronisation
    Any,
    /// When nobody else can go on, in the order of their deadlines
    Virtual,
}

/// How much of the interleaving to show.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Detail {
    /// Without what libraries read and write for themselves
    User,
    /// Everything
    All,
}

/// How to tell what happens.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs: what happens and what is printed, as lines of JSON on standard output
    Json,
}

impl From<Time> for TimeMode {
    fn from(time: Time) -> TimeMode {
        match time {
            Time::Any => TimeMode::Any,
            Time::Virtual => TimeMode::Virtual,
        }
    }
}

/// Runs the program.
pub fn execute(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let interrupt = Interrupt::from_signals();
    let schedule = arguments.schedule.as_deref().map(Schedule::read).transpose()?;
    let name =
        arguments.entry.as_deref().or(schedule.as_ref().map(|schedule| schedule.header.entry.as_str()));
    let mut request = arguments.source.request()?;
    request.tests = arguments.tests;
    let names: Vec<String> = name.map(str::to_string).into_iter().collect();
    let loaded = load::load_entries(request, &names, &interrupt)?;
    let entry = entry::choose(&loaded.image, name)?;

    let options = Options {
        time: schedule.as_ref().map_or(arguments.time.into(), |schedule| schedule.header.time),
        strict_externals: arguments.strict,
        visible_output: true,
        arguments: match &schedule {
            Some(schedule) if arguments.arguments.is_empty() => schedule.header.arguments.clone(),
            _ => arguments.arguments.clone(),
        },
        ..Options::default()
    };
    let header = Header::new(&loaded.image, entry, &options, &arguments.source.patterns);
    let cwd = std::env::current_dir().context("the current directory")?;
    let sources = Sources::new(&loaded.image, &cwd);
    let program = Arc::new(Program::new(loaded.image)?);
    let machine = Machine::new(program, entry, options);

    let recorder = match &arguments.record {
        Some(path) => Some(Recorder::create(path, &header)?),
        None => None,
    };
    let console = Console::new(arguments.format);
    let detail = match arguments.format {
        Format::Text => arguments.trace,
        Format::Json => Some(arguments.trace.unwrap_or(Detail::All)),
    };
    let mut watcher = Watcher::new(&machine, sources, console, interrupt)
        .tracing(detail)
        .recording(recorder)
        .comparing(schedule.as_ref());
    let mut random = Random::new(arguments.seed);
    let mut replay = schedule.as_ref().map(Replay::new);
    let scheduler: &mut dyn Scheduler = match &mut replay {
        Some(replay) => replay,
        None => &mut random,
    };
    let run = run::run(&machine, scheduler, &mut watcher, arguments.limit.unwrap_or(u64::MAX));
    let stop = replay.and_then(Replay::into_misfit);
    ending::tell(&machine, &run, watcher, stop, arguments.limit)
}
