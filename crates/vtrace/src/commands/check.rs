//! `vtrace check`: finds concurrency bugs in Go programs.

mod progress;

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum};
use vtrace_check::{Checked, Settings, Strategy, Symmetry};
use vtrace_explore::{Budget, Policy};
use vtrace_machine::{Machine, Program, TimeMode};
use vtrace_program::{EntryKind, Image};
use vtrace_report::{EntryResult, Finding, Kind, Report, Sources, Standing, TextOptions, text};

use crate::entry;
use crate::interrupt::{self, Interrupt};
use crate::load::{self, Source};

/// Find concurrency bugs in Go programs, each with the interleaving that causes it
///
/// Every main function, test and example of the packages is explored by itself: all interleavings, as far as the budget
/// goes. Exits with 0 if nothing was found, 1 if something was, 2 if vtrace could not do its job.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    /// Check only this entry point: main, TestName, pkg.TestName; may be given several times
    #[arg(long, value_name = "NAME")]
    entry: Vec<String>,

    /// Report only these kinds
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = parse_kind)]
    only: Vec<Kind>,

    /// Do not report these kinds
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = parse_kind)]
    skip: Vec<Kind>,

    /// How long to search, for all entry points together: 30s, 5m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    budget: Duration,

    /// How much memory to use: 500MB, 4GB
    #[arg(long, value_name = "SIZE", default_value = "4GB", value_parser = parse_size)]
    memory: u64,

    /// Look at no more than so many states of an entry point
    #[arg(long, value_name = "N")]
    states: Option<u64>,

    /// Follow runs no further than so many steps
    #[arg(long, value_name = "N")]
    depth: Option<u64>,

    /// Which runs to look at
    #[arg(long, value_enum, default_value_t = Search::All)]
    search: Search,

    /// With --search preemptions: how many preemptions a run may have
    #[arg(long, value_name = "N", default_value_t = 2)]
    preemptions: u32,

    /// With a random --search: the same number gives the same runs
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// With a random --search: how many runs
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    runs: u64,

    /// When timers fire
    #[arg(long, value_enum, default_value_t = Time::Any)]
    time: Time,

    /// How many workers search; by default as many as there are cores
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Switch off a reduction of the search
    #[arg(long, value_enum, value_name = "REDUCTIONS", value_delimiter = ',')]
    without: Vec<Reduction>,

    /// How to tell what was found
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Show findings that need an assumption about an input or an external call too
    #[arg(long)]
    possible: bool,

    /// Show all steps of long runs
    #[arg(long)]
    full: bool,
}

/// Which runs to look at.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Search {
    /// All; if those are too many, then those with few preemptions, then some at random
    All,
    /// All, the shortest first; takes much memory
    Breadth,
    /// Those with few preemptions
    Preemptions,
    /// Some, each step at random
    Random,
    /// Some, by random priorities of goroutines that change now and then (PCT)
    Pct,
    /// Some, by random priorities of operations (POS)
    Pos,
}

/// When timers fire.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Time {
    /// At any moment, in any order: sleeping is not synchronisation
    Any,
    /// When nobody else can go on, in the order of their deadlines
    Virtual,
}

/// What makes a search smaller without missing anything.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Reduction {
    /// Take operations that commute in one order only
    PartialOrder,
    /// Take goroutines that are alike for one another
    Symmetry,
    /// Do not look at where objects lie in memory
    Heap,
}

/// How to tell what was found.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

fn parse_kind(text: &str) -> Result<Kind, String> {
    Kind::from_name(text).ok_or_else(|| {
        let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        format!("there is no such kind; those that there are: {}", names.join(", "))
    })
}

fn parse_time(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time such as 30s, 5m, 1h or 500ms".to_string();
    let at = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..at].parse().map_err(|_| wrong())?;
    let seconds = match &text[at..] {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

fn parse_size(text: &str) -> Result<u64, String> {
    let wrong = || "expected a size such as 500MB or 4GB".to_string();
    let at = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..at].parse().map_err(|_| wrong())?;
    let unit = match text[at..].to_ascii_uppercase().as_str() {
        "KB" | "K" => 1 << 10,
        "MB" | "M" => 1 << 20,
        "GB" | "G" => 1 << 30,
        _ => return Err(wrong()),
    };
    number.checked_mul(unit).ok_or_else(wrong)
}

/// Checks the program.
pub fn execute(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let interrupt = Interrupt::from_signals();
    let mut request = arguments.source.request(Vec::new())?;
    if request.patterns.is_empty() {
        request.patterns.push(".".to_string());
    }
    request.tests = true;
    let loaded = load::load(&request, &interrupt)?;
    let entries = entries(&loaded.image, &arguments.entry)?;
    let cwd = std::env::current_dir().context("the current directory")?;
    let program = Arc::new(Program::new(loaded.image)?);
    let results = check_all(arguments, &program, &entries, &interrupt);
    let sources = Sources::new(cwd);
    let report = Report::merge(results, &sources);
    show(arguments, &report, &sources)?;
    if interrupt.is_raised() {
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    let possible = arguments.possible;
    let found = report.findings.iter().any(|finding| possible || finding.standing != Standing::Possible);
    Ok(ExitCode::from(found as u8))
}

/// The entries to check: mains, tests and examples, or those that were named.
fn entries(image: &Image, names: &[String]) -> anyhow::Result<Vec<usize>> {
    if !names.is_empty() {
        return names.iter().map(|name| entry::choose(image, Some(name))).collect();
    }
    let wanted = |kind: EntryKind| {
        matches!(kind, EntryKind::Main | EntryKind::Test | EntryKind::Example | EntryKind::Fuzz)
    };
    let found: Vec<usize> = (0..image.entries.len()).filter(|&i| wanted(image.entries[i].kind)).collect();
    anyhow::ensure!(!found.is_empty(), "there is nothing to check: no main function, test or example");
    Ok(found)
}

/// Checks one entry after the other. What one leaves of its share of the budget goes to the others.
fn check_all(
    arguments: &Arguments,
    program: &Arc<Program>,
    entries: &[usize],
    interrupt: &Interrupt,
) -> Vec<(EntryResult, Vec<Finding>)> {
    let start = std::time::Instant::now();
    let mut results = Vec::new();
    for (done, &index) in entries.iter().enumerate() {
        let left = arguments.budget.saturating_sub(start.elapsed());
        let share = left / (entries.len() - done) as u32;
        let options = vtrace_check::machine_options(match arguments.time {
            Time::Any => TimeMode::Any,
            Time::Virtual => TimeMode::Virtual,
        });
        let machine = Machine::new(program.clone(), index, options);
        let settings = settings(arguments, share);
        let of = &program.image.entries[index];
        let name = format!("{} ({}/{})", of.name, done + 1, entries.len());
        let checked =
            progress::watch(&name, interrupt, |progress| vtrace_check::check(&machine, &settings, progress));
        let Checked { findings, verdict, assumed, statistics } = checked;
        let result = EntryResult {
            name: of.name.clone(),
            package: of.package.clone(),
            verdict,
            assumed,
            findings: Vec::new(),
            statistics,
        };
        results.push((result, findings));
        if interrupt.is_raised() {
            break;
        }
    }
    results
}

fn settings(arguments: &Arguments, time: Duration) -> Settings {
    let only: BTreeSet<Kind> = match arguments.only.is_empty() {
        true => Kind::ALL.into_iter().collect(),
        false => arguments.only.iter().copied().collect(),
    };
    let (seed, runs) = (arguments.seed, arguments.runs);
    let random = |policy| Strategy::Random { policy, seed, runs };
    Settings {
        strategy: match arguments.search {
            Search::All => Strategy::Exhaustive,
            Search::Breadth => Strategy::BreadthFirst,
            Search::Preemptions => Strategy::Preemptions(arguments.preemptions),
            Search::Random => random(Policy::Uniform),
            Search::Pct => random(Policy::Priorities { changes: 3, length: 100 }),
            Search::Pos => random(Policy::PartialOrder),
        },
        threads: arguments.threads.unwrap_or_else(cores),
        budget: Budget {
            time: Some(time),
            states: arguments.states,
            depth: arguments.depth,
            memory: Some(arguments.memory),
        },
        reduce: !arguments.without.contains(&Reduction::PartialOrder),
        symmetry: Symmetry {
            goroutines: !arguments.without.contains(&Reduction::Symmetry),
            heap: !arguments.without.contains(&Reduction::Heap),
        },
        kinds: only.into_iter().filter(|kind| !arguments.skip.contains(kind)).collect(),
        ..Settings::default()
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn show(arguments: &Arguments, report: &Report, sources: &Sources) -> anyhow::Result<()> {
    let rendered = match arguments.format {
        Format::Json => serde_json::to_string_pretty(report)? + "\n",
        Format::Text => {
            let options = TextOptions {
                colour: true,
                possible: arguments.possible,
                steps: if arguments.full { None } else { TextOptions::default().steps },
                ..TextOptions::default()
            };
            text::report(report, sources, &options)
        }
    };
    let mut out = anstream::stdout();
    out.write_all(rendered.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Whether people look at standard error.
fn is_watched() -> bool {
    std::io::stderr().is_terminal()
}
