//! `vtrace check`: finds concurrency bugs in Go programs.

mod callers;
mod entries;
mod functions;
mod known;
mod looking;
mod output;
mod packages;
mod plan;
mod progress;
mod replays;
mod results;
mod watching;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, ValueEnum};
use vtrace_load::{LoadError, Request};
use vtrace_machine::{Program, TimeMode};
use vtrace_program::Image;
use vtrace_report::{Config, Finding, Kind, Report, Sources, config};

use self::known::Known;
use self::plan::Plan;
use self::replays::Verdicts;
use self::results::Results;
use self::watching::Watching;
use super::explain::parse_kind;
use crate::entry;
use crate::interrupt::{self, Interrupt};
use crate::load::{self, Source};
use crate::prove::Prover;
use crate::remembered;

/// Find concurrency bugs in Go programs, each with the interleaving that causes it
///
/// Every main function, test, example and fuzz seed of the packages is explored by itself: all interleavings, as far as the
/// budget goes. What is found is replayed on the real program, compiled by Go, and confirmed or refuted. Exits with 0 if nothing was found, 1 if something was, 2 if vtrace could not do its job. Options can
/// also be written in vtrace.toml; those on the command line win.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    /// Check only this entry point: main, TestName, pkg.TestName, or pkg.Func (its parameters are unknown values); may be
    /// given several times
    #[arg(long, value_name = "NAME")]
    entry: Vec<String>,

    #[command(flatten)]
    functions: functions::Flags,

    /// Report only these kinds, see `vtrace explain`
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = parse_kind)]
    only: Vec<Kind>,

    /// Do not report these kinds
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = parse_kind)]
    skip: Vec<Kind>,

    /// Show findings that need an assumption about an input or an external call too; they do not count as errors
    #[arg(long)]
    possible: bool,

    /// How to tell what was found
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = REPORT)]
    format: Format,

    /// Write the report to this file instead of standard output
    #[arg(long, value_name = "FILE", help_heading = REPORT)]
    output: Option<PathBuf>,

    /// Show all steps of long runs
    #[arg(long, help_heading = REPORT)]
    full: bool,

    /// Then look at what was found in the browser
    #[arg(long, help_heading = REPORT)]
    open: bool,

    /// Look on in the browser while the check runs
    #[arg(long, help_heading = REPORT)]
    watch: bool,

    /// Do not mind the findings that are listed in this file; vtrace.toml can name it too
    #[arg(long, value_name = "FILE", help_heading = REPORT)]
    baseline: Option<PathBuf>,

    /// Write what is found now to the baseline file
    #[arg(long, help_heading = REPORT)]
    update_baseline: bool,

    /// How long to search, for all entry points together: 30s, 5m [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = config::duration, help_heading = BUDGET)]
    budget: Option<Duration>,

    /// How much memory to use: 500MB, 4GB [default: 4GB]
    #[arg(long, value_name = "SIZE", value_parser = config::bytes, help_heading = BUDGET)]
    memory: Option<u64>,

    /// Look at no more than so many states of an entry point
    #[arg(long, value_name = "N", help_heading = BUDGET)]
    states: Option<u64>,

    /// Follow runs no further than so many steps
    #[arg(long, value_name = "N", help_heading = BUDGET)]
    depth: Option<u64>,

    /// How many workers search; by default as many as there are cores
    #[arg(long, value_name = "N", help_heading = BUDGET)]
    threads: Option<usize>,

    /// Explore again what was explored before and is remembered
    #[arg(long, help_heading = BUDGET)]
    fresh: bool,

    /// Which runs to look at [default: all]
    #[arg(long, value_enum, help_heading = SEARCH)]
    search: Option<Search>,

    /// Look only at runs with so many preemptions; the same as --search preemptions, where it is 2 by default
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    preemptions: Option<u32>,

    /// With a random --search: the same number gives the same runs
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = SEARCH)]
    seed: u64,

    /// With a random --search: how many runs
    #[arg(long, value_name = "N", default_value_t = 10_000, help_heading = SEARCH)]
    runs: u64,

    /// Do not replay what is found on the real program
    #[arg(long, help_heading = REPLAY)]
    no_replay: bool,

    /// How many runs to replay before a finding counts as refuted [default: 20]
    #[arg(long, value_name = "N", help_heading = REPLAY)]
    replays: Option<u32>,

    /// Let the program use the network in replays
    #[arg(long, help_heading = REPLAY)]
    allow_net: bool,

    /// When timers fire [default: any]
    #[arg(long, value_enum, help_heading = SEARCH)]
    time: Option<Time>,

    /// Switch off a reduction of the search
    #[arg(long, value_enum, value_name = "REDUCTIONS", value_delimiter = ',', help_heading = SEARCH)]
    without: Vec<Reduction>,

    /// What the program finds in os.Args
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
}

const REPORT: &str = "The report";
const BUDGET: &str = "The budget";
const SEARCH: &str = "The search";
const REPLAY: &str = "The replay";

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
    /// For code review: SARIF 2.1.0
    Sarif,
    /// For build servers: a test case for each entry point
    Junit,
}

impl Arguments {
    /// Whether what is found can be named to other commands.
    fn remembers(&self) -> bool {
        !self.source.no_cache
    }
}

/// What the front-end says where there is neither a main function nor a test.
const NOTHING: &str = "no main package or tests";

/// Checks the program. Where there is nothing to run, there are still functions.
pub fn execute(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let functions = arguments.functions.functions;
    match check(arguments, functions) {
        Err(error) if !functions && says(&error, NOTHING) => {
            load::tell(
                "there is no main function, test or example: checking what makes its own concurrency, as with --functions",
            );
            check(arguments, true)
                .map_err(|other| if says(&other, packages::NOTHING) { error } else { other })
        }
        other => other,
    }
}

/// Whether the front-end says so.
fn says(error: &anyhow::Error, what: &str) -> bool {
    matches!(error.downcast_ref(), Some(LoadError::PackageErrors { text, .. }) if text.starts_with(what))
}

fn check(arguments: &Arguments, functions: bool) -> anyhow::Result<ExitCode> {
    let interrupt = Interrupt::from_signals();
    let mut request = arguments.source.request()?;
    request.functions = functions;
    request.tests = !request.functions;
    request.skip_broken = true;
    // Whatever is wrong with the user's files is told before the search, not after it.
    let config = Config::find(&request.dir)?;
    let plan = Plan::new(arguments, &config);
    let known = Known::read(arguments, &config)?;
    let cwd = std::env::current_dir().context("the current directory")?;
    let check = Check {
        arguments,
        location: location(&request, &plan, arguments),
        results: Results::open(request.cache),
        sources: Sources::new(cwd),
        config,
        plan,
        known,
        interrupt,
        start: Instant::now(),
        request: request.clone(),
    };
    // Of one package there is nothing to divide; and a list of packages takes time.
    let one = matches!(request.patterns.as_slice(), [pattern] if !pattern.contains("..."));
    let several =
        || -> anyhow::Result<Vec<String>> { Ok(load::loader(&check.interrupt).packages(&request)?) };
    match (one || !check.plan.entries.is_empty(), functions) {
        (true, _) => check.run(Some(request), Vec::new()),
        (false, true) => match several()? {
            single if single.len() < 2 => check.run(Some(request), Vec::new()),
            packages => check.run(None, packages),
        },
        (false, false) => {
            let packages = several()?;
            check.run(Some(request), packages)
        }
    }
}

/// How to load what is checked again.
fn location(request: &Request, plan: &Plan, arguments: &Arguments) -> remembered::Program {
    remembered::Program {
        dir: request.dir.clone(),
        patterns: request.patterns.clone(),
        tags: request.tags.clone(),
        tests: request.tests,
        entries: plan.entries.clone(),
        functions: request.functions,
        integers: arguments.functions.values(),
        set: plan.unknowns.set.clone(),
        virtual_time: plan.timers == TimeMode::Virtual,
        arguments: plan.arguments.clone(),
    }
}

/// A check that is under way.
struct Check<'a> {
    arguments: &'a Arguments,
    plan: Plan,
    config: Config,
    known: Known,
    location: remembered::Program,
    results: Results,
    sources: Sources,
    interrupt: Interrupt,
    request: Request,
    start: Instant,
}

impl Check<'_> {
    /// Checks what is loaded as one program, and the functions of packages, each package by itself. Of packages beside a program
    /// those are meant that have no entries of their own, and the functions that the program does not reach.
    fn run(self, request: Option<Request>, packages: Vec<String>) -> anyhow::Result<ExitCode> {
        let Check { arguments, sources, interrupt, .. } = &self;
        let watching = self.watching()?;
        let mut all = packages::Checked::default();
        let whole = match &request {
            Some(request) => Some(self.program(request.clone(), packages.len() > 1, &watching, &mut all)?),
            None => None,
        };
        let packages = match &whole {
            Some((program, _)) => without_entries(&program.image, &all.results, packages),
            None => packages,
        };
        let by_functions = Request { functions: true, tests: false, ..self.request.clone() };
        if !packages.is_empty() {
            let reached = whole.iter().flat_map(|(program, _)| &program.image.functions);
            let spent = self.start.elapsed();
            let plan = Plan { time: self.plan.time.saturating_sub(spent), ..self.plan.clone() };
            let check = packages::Packages {
                plan: if whole.is_some() { &plan } else { &self.plan },
                request: &by_functions,
                results: &self.results,
                reached: whole.is_some().then(|| reached.map(|function| function.ssa_name.clone()).collect()),
                watched: (&watching, sources),
                interrupt,
            };
            all.add(check.check(&packages)?);
        }
        let mut report = self.known.apply(all.report(&self.config, sources), sources)?;
        if let Some((program, fingerprint)) = &whole {
            report = self.replay(report, &self.location, (program, *fingerprint), &watching);
        }
        report = self.replay_packages(report, &by_functions, &packages, &watching);
        if arguments.remembers() {
            remembered::keep(&report, |finding| match package_of(finding, &packages) {
                Some(package) => self.of_package(package),
                None => self.location.clone(),
            });
        }
        output::write(arguments, &report, sources)?;
        let program = match whole {
            Some((program, _)) => Ok(program),
            None => Err(anyhow::anyhow!("it is one of several packages: look at the finding by its id")),
        };
        looking::look(arguments, &self.location, &report, program, sources, &watching, interrupt)?;
        Ok(code(&report, interrupt))
    }

    /// Checks what is loaded as one program.
    fn program(
        &self,
        request: Request,
        beside_others: bool,
        watching: &Watching,
        all: &mut packages::Checked,
    ) -> anyhow::Result<(Arc<Program>, u128)> {
        let Check { plan, sources, interrupt, .. } = self;
        let loaded = load::load_entries(request, &plan.entries, interrupt)?;
        let entries = entries::choose(&loaded.image, &plan.entries)?;
        let fingerprint = loaded.fingerprint;
        let program = Arc::new(load::program(loaded.image)?);
        watching.expect(entries.iter().map(|&index| entry::full_name(&program.image.entries[index])));
        let remembered = self.results.of(&program.image, fingerprint);
        // Some of the time is for those others.
        let time = if beside_others { plan.time * 3 / 4 } else { plan.time };
        let plan = Plan { time, ..plan.clone() };
        all.results = entries::check(&plan, &program, &entries, &remembered, (watching, sources), interrupt);
        all.results.extend(loaded.skipped.iter().map(entries::skipped));
        let files = program.image.files.iter().filter(|file| file.user).map(|file| file.path.clone());
        all.files.extend(files);
        Ok((program, fingerprint))
    }

    /// Replays what was found in the functions of packages.
    fn replay_packages(
        &self,
        mut report: Report,
        request: &Request,
        packages: &[String],
        watching: &Watching,
    ) -> Report {
        for package in packages {
            let is_here = |finding: &Finding| package_of(finding, packages) == Some(package);
            if self.plan.replays.is_none() || !report.findings.iter().any(is_here) {
                continue;
            }
            let own = self.of_package(package);
            let again = Request { patterns: own.patterns.clone(), ..request.clone() };
            // It was loaded before, and comes from the cache.
            if let Ok(loaded) = load::loader(&self.interrupt).load(&again)
                && let Ok(program) = load::program(loaded.image)
            {
                report = self.replay(report, &own, (&Arc::new(program), loaded.fingerprint), watching);
            }
        }
        report
    }

    fn watching(&self) -> anyhow::Result<Watching> {
        Watching::start(self.arguments.watch, &self.arguments.source.patterns.join(" "))
    }

    /// How to load the functions of one package of several.
    fn of_package(&self, package: &str) -> remembered::Program {
        let patterns = vec![package.to_string()];
        remembered::Program { patterns, functions: true, tests: false, ..self.location.clone() }
    }

    /// Replays those findings whose runs are of this program, if findings are replayed.
    fn replay(
        &self,
        report: Report,
        location: &remembered::Program,
        (program, fingerprint): (&Arc<Program>, u128),
        watching: &Watching,
    ) -> Report {
        let Some(traces) = self.plan.replays else { return report };
        watching.replaying(&report.findings, &self.sources);
        let loader = load::loader(&self.interrupt);
        let mut prover = Prover::new(&loader, location, self.plan.settings.clone());
        (prover.traces, prover.network) = (traces, self.arguments.allow_net);
        let verdicts = Verdicts::open(self.arguments.remembers(), self.plan.fresh, fingerprint);
        replays::replay(report, &mut prover, program, &verdicts, watching, &self.interrupt)
    }
}

/// Those of some packages of which a program has said nothing: it has no entries there, and they compile.
fn without_entries(image: &Image, results: &[entries::Result], mut packages: Vec<String>) -> Vec<String> {
    if packages.len() < 2 {
        return Vec::new();
    }
    let entries = image.entries.iter().map(|entry| entry.package.as_str());
    let told: BTreeSet<&str> = entries
        .chain(results.iter().map(|(result, _)| result.package.as_str()))
        .map(|package| package.strip_suffix("_test").unwrap_or(package))
        .collect();
    packages.retain(|package| !told.contains(package.as_str()));
    packages
}

/// The package to whose functions a finding's run belongs.
fn package_of<'a>(finding: &Finding, packages: &'a [String]) -> Option<&'a String> {
    let is_of = |package: &&String| {
        let rest = finding.trace.entry.strip_prefix(package.as_str());
        rest.is_some_and(|rest| rest.starts_with('.') && !rest.contains('/'))
    };
    packages.iter().find(is_of)
}

/// With which code to exit.
fn code(report: &Report, interrupt: &Interrupt) -> ExitCode {
    ExitCode::from(match interrupt.is_raised() {
        true => interrupt::EXIT_CODE,
        false => u8::from(report.has_errors()),
    })
}
