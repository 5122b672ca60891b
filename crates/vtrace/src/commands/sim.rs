//! `vtrace sim`: questions about distributed algorithms, and runs of them.

mod framework;
mod open;
mod show;
mod step;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use vtrace_load::Request;
use vtrace_machine::{Machine, Program, TimeMode};
use vtrace_program::Image;
use vtrace_report::config;
use vtrace_sim::{Answer, Fairness, Fault, Faults, Limits, Query, Simulation, Statistics, decide, query};
use vtrace_view::simulation::Program as Described;

use crate::entry;
use crate::interrupt::{self, Interrupt};
use crate::load::{self, Source};

/// Ask questions about a distributed algorithm written in Go, and watch its runs
///
/// Goroutines are nodes, called after their functions: worker(2) is worker2. Queries are those of UPPAAL, over the nodes'
/// variables: E<> worker2.weight == 1024. They are given by --query, in a .q file beside the program, or in comments
/// //vtrace:query. Exits with 0 if all queries hold, or are as they say they expect; with 1 if one is not; with 2 if vtrace
/// could not answer.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    /// Ask this; may be given several times: E<> p, A[] p, A<> p, E[] p, p --> q, or ltl FORMULA
    #[arg(short, long = "query", value_name = "QUERY")]
    queries: Vec<String>,

    /// Ask what is in this file, one query in each line
    #[arg(long, value_name = "FILE.q")]
    file: Vec<PathBuf>,

    /// Start at this function instead of main
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,

    /// Let so many nodes crash, at any moment; 1@node2 for that node only
    #[arg(long, value_name = "N[@NODE]", default_value = "0", help_heading = FAULTS)]
    crash: Fault,

    /// Let crashed nodes go on where they were, so many times
    #[arg(long, value_name = "N", num_args = 0..=1, default_value_t = 0, default_missing_value = "1", help_heading = FAULTS)]
    recover: u8,

    /// Let so many messages get lost; 2@requests for those on the links of this name only
    #[arg(long, value_name = "N[@LINK]", default_value = "0", help_heading = FAULTS)]
    lossy: Fault,

    /// Let so many messages come twice
    #[arg(long, value_name = "N[@LINK]", default_value = "0", help_heading = FAULTS)]
    duplicate: Fault,

    /// Let so many messages overtake others on the same link
    #[arg(long, value_name = "N[@LINK]", num_args = 0..=1, default_value = "0", default_missing_value = "1", help_heading = FAULTS)]
    reorder: Fault,

    /// Let the network fall into two parts, so many times; what is under way between them gets lost
    #[arg(long, value_name = "N", num_args = 0..=1, default_value_t = 0, default_missing_value = "1", help_heading = FAULTS)]
    partition: u8,

    /// When timers fire: at any moment, or in the order of their deadlines when nobody else can go on
    #[arg(long, value_enum, default_value_t = Time::Any, help_heading = SEARCH)]
    time: Time,

    /// Which runs without end count, for A<>, E[], --> and ltl
    #[arg(long, value_enum, default_value_t = Fair::None, help_heading = SEARCH)]
    fairness: Fair,

    /// How long to search: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = config::duration, default_value = "5m", help_heading = SEARCH)]
    budget: Duration,

    /// How much memory to use: 500MB, 4GB
    #[arg(long, value_name = "SIZE", value_parser = config::bytes, default_value = "4GB", help_heading = SEARCH)]
    memory: u64,

    /// Look at no more than so many states
    #[arg(long, value_name = "N", default_value_t = 100_000_000, help_heading = SEARCH)]
    states: u64,

    /// How many workers search; by default as many as there are cores
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    threads: Option<usize>,

    /// Choose each step yourself, in the terminal
    #[arg(long, help_heading = RUNS)]
    step: bool,

    /// Make so many runs at random, and tell what they have in common
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1", help_heading = RUNS)]
    random: Option<u64>,

    /// With --random: the same number gives the same runs
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = RUNS)]
    seed: u64,

    /// With --random: cut a run off after so many steps
    #[arg(long, value_name = "N", default_value_t = 10_000, help_heading = RUNS)]
    steps: usize,

    /// Show the run in this file; with --step, go on from it
    #[arg(long, value_name = "FILE", help_heading = RUNS)]
    load: Option<PathBuf>,

    /// Write the run of the first query that has one, or of --random or --step, to this file
    #[arg(long, value_name = "FILE", help_heading = RUNS)]
    save: Option<PathBuf>,

    /// Write the Go package vtrace.dev/dialgo to this directory, and tell the module here where it is
    #[arg(long, value_name = "DIR", help_heading = RUNS)]
    framework: Option<PathBuf>,

    /// How to tell
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = RUNS)]
    format: Format,

    /// Show it in the browser, and go on from there: take other steps, crash nodes, lose messages
    #[arg(long, conflicts_with_all = ["step", "format"], help_heading = RUNS)]
    open: bool,

    /// Show all steps of runs, those too in which a node finds nothing to do
    #[arg(long, help_heading = RUNS)]
    full: bool,

    /// Show only the answers, no runs
    #[arg(long, conflicts_with = "full", help_heading = RUNS)]
    brief: bool,
}

const FAULTS: &str = "Faults";
const SEARCH: &str = "The search";
const RUNS: &str = "Runs";

/// When timers fire.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Time {
    /// At any moment, in any order
    Any,
    /// When nobody else can go on, in the order of their deadlines
    Virtual,
}

/// Which runs without end count.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Fair {
    /// All
    None,
    /// Those where a goroutine that can always act does act
    Weak,
    /// Those where a goroutine that can act again and again does act
    Strong,
}

/// How to tell.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs, and for the viewer
    Json,
}

/// Carries out the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if let Some(dir) = &arguments.framework {
        framework::write(dir)?;
        return Ok(ExitCode::SUCCESS);
    }
    let interrupt = Interrupt::from_signals();
    let mut request = arguments.source.request()?;
    request.watch = vec!["*".to_string()];
    let full = arguments.machine(&request, &interrupt)?;
    let queries = arguments.all_queries(&full.program)?;
    let faults = arguments.faults();
    let tellable = Simulation { machine: &full, faults: faults.clone(), observed: Vec::new() };
    let cwd = std::env::current_dir().context("the current directory")?;
    let shower = show::Shower { arguments, cwd };

    if faults.partition > 0
        && let Some(link) = vtrace_sim::unplaced(&tellable)
    {
        bail!(
            "--partition needs to know between whom each link is, and does not for {link}: use dialgo.Links, or an array with one channel for each pair of nodes"
        );
    }
    if arguments.step {
        return step::session(arguments, &tellable, &queries, &shower);
    }
    if let Some(path) = &arguments.load {
        let run = step::read(path)?;
        if arguments.open {
            return open::runs(arguments, full, vec![open::one("a run from a file", run)], &interrupt);
        }
        shower.run(&tellable, &run)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(runs) = arguments.random {
        let first = vtrace_sim::walk(&tellable, arguments.seed, arguments.steps);
        if let Some(path) = &arguments.save {
            step::write(path, &first.run)?;
        }
        if arguments.open {
            return open::runs(arguments, full, vec![open::one("a run at random", first.run)], &interrupt);
        }
        match runs {
            1 => shower.run(&tellable, &first.run)?,
            _ => {
                let statistics = Statistics::of(&tellable, arguments.seed, runs, arguments.steps);
                shower.statistics(&statistics)?;
            }
        }
        return Ok(ExitCode::SUCCESS);
    }
    if queries.is_empty() && arguments.open {
        return open::runs(arguments, full, vec![open::one("a run to be made", Vec::new())], &interrupt);
    }
    if queries.is_empty() {
        bail!(
            "there is nothing to ask: give --query 'E<> …', write a .q file beside the program, or try --random, --step or --open"
        );
    }

    // A variable that nobody asks for does not make two states different.
    let expressions: Vec<_> = queries.iter().flat_map(|query| query.form.expressions()).collect();
    for expression in &expressions {
        vtrace_sim::Predicate::new(expression, &full.program)?;
    }
    let names = vtrace_sim::watched(expressions, &full.program);
    request.watch = names.into_iter().collect();
    if request.watch.is_empty() {
        // No variable is called so: nodes get their names all the same.
        request.watch.push("-".to_string());
    }
    let searched = arguments.machine(&request, &interrupt)?;
    let simulation = Simulation { machine: &searched, faults, observed: Vec::new() };
    let decision =
        decide(&simulation, &queries, arguments.fairness(), arguments.limits(), &|| interrupt.is_raised())?;
    if let Some(path) = &arguments.save
        && let Some(run) = decision.answers.iter().find_map(|answer| answer.run.as_ref())
    {
        let steps: Vec<_> = run.prefix.iter().chain(&run.cycle).copied().collect();
        step::write(path, &steps)?;
    }
    if arguments.open {
        return open::runs(arguments, full, open::answers(&queries, &decision), &interrupt);
    }
    shower.answers(&tellable, &queries, &decision)?;
    let code = match interrupt.is_raised() {
        true => interrupt::EXIT_CODE,
        false => queries
            .iter()
            .zip(&decision.answers)
            .map(|(query, answer)| grade(query, answer))
            .max()
            .unwrap_or(0),
    };
    Ok(ExitCode::from(code))
}

/// The exit code that one answer would give.
fn grade(query: &Query, answer: &Answer) -> u8 {
    match (answer.holds, query.expected) {
        (None, _) => 2,
        (Some(holds), Some(expected)) => u8::from(holds != expected),
        (Some(holds), None) => u8::from(!holds),
    }
}

impl Arguments {
    /// The machine with all variables watched.
    pub fn watched_machine(&self, interrupt: &Interrupt) -> anyhow::Result<Machine> {
        let mut request = self.source.request()?;
        request.watch = vec!["*".to_string()];
        self.machine(&request, interrupt)
    }

    /// The program as it is.
    pub fn image(&self, interrupt: &Interrupt) -> anyhow::Result<Image> {
        let request = self.source.request()?;
        Ok(load::load_entries(request, &[], interrupt)?.image)
    }

    /// The machine with nodes, and without variables.
    pub fn bare_machine(&self, interrupt: &Interrupt) -> anyhow::Result<Machine> {
        let mut request = self.source.request()?;
        request.watch = vec!["-".to_string()];
        self.machine(&request, interrupt)
    }

    /// The number that random runs begin with.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    fn machine(&self, request: &Request, interrupt: &Interrupt) -> anyhow::Result<Machine> {
        machine(request.clone(), self.entry.as_deref(), self.time == Time::Virtual, interrupt)
    }

    /// What is simulated, so that the viewer can go on with it.
    fn described(&self) -> Described {
        Described {
            patterns: self.source.patterns.clone(),
            tags: self.source.tags.clone(),
            entry: self.entry.clone(),
            virtual_time: self.time == Time::Virtual,
            crash: self.crash.count > 0,
            recover: self.recover > 0,
        }
    }

    pub fn faults(&self) -> Faults {
        Faults {
            crash: self.crash.clone(),
            recover: self.recover,
            lossy: self.lossy.clone(),
            duplicate: self.duplicate.clone(),
            reorder: self.reorder.clone(),
            partition: self.partition,
        }
    }

    pub fn fairness(&self) -> Fairness {
        match self.fairness {
            Fair::None => Fairness::None,
            Fair::Weak => Fairness::Weak,
            Fair::Strong => Fairness::Strong,
        }
    }

    /// Whether neither time nor fairness is asked for.
    pub fn is_plain(&self) -> bool {
        self.time == Time::Any && self.fairness == Fair::None
    }

    pub fn limits(&self) -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            states: self.states,
            time: self.budget,
            memory: self.memory,
            threads: self.threads.unwrap_or(cores),
            goals: false,
            edges: false,
        }
    }

    /// The queries of the command line; or else those of the files beside the program and in its comments.
    pub fn all_queries(&self, program: &Program) -> anyhow::Result<Vec<Query>> {
        let mut queries = Vec::new();
        for text in &self.queries {
            queries.push(query::parse(text)?);
        }
        for path in &self.file {
            queries.extend(read_queries(path)?);
        }
        if !queries.is_empty() {
            return Ok(queries);
        }
        for path in self.source.patterns.iter().flat_map(|pattern| beside(Path::new(pattern))) {
            // One that says with which options it is to be asked is asked by --file.
            if !std::fs::read_to_string(&path).is_ok_and(|text| text.contains("// options: ")) {
                queries.extend(read_queries(&path)?);
            }
        }
        for file in program.image.files.iter().filter(|file| file.user) {
            let Ok(source) = std::fs::read_to_string(&file.path) else { continue };
            let found = query::parse_comments(&source);
            queries.extend(found.map_err(|(line, error)| anyhow::anyhow!("{}:{line}: {error}", file.path))?);
        }
        Ok(queries)
    }
}

/// Loads a program that is to be simulated.
fn machine(
    request: Request,
    entry: Option<&str>,
    virtual_time: bool,
    interrupt: &Interrupt,
) -> anyhow::Result<Machine> {
    let names: Vec<String> = entry.iter().map(ToString::to_string).collect();
    let loaded = load::load_entries(request, &names, interrupt)?;
    let entry = entry::choose(&loaded.image, entry)?;
    let time = if virtual_time { TimeMode::Virtual } else { TimeMode::Any };
    Ok(Machine::new(Arc::new(Program::new(loaded.image)?), entry, vtrace_sim::options(time)))
}

/// Loads a program again that was simulated, with all its variables.
pub fn load_again(described: &Described, interrupt: &Interrupt) -> anyhow::Result<Machine> {
    let cwd = std::env::current_dir().context("the current directory")?;
    let (dir, patterns) = load::locate(&cwd, &described.patterns);
    let mut request = Request::new(dir, "");
    request.patterns = patterns;
    request.tags = described.tags.clone();
    request.watch = vec!["*".to_string()];
    machine(request, described.entry.as_deref(), described.virtual_time, interrupt)
}

fn read_queries(path: &Path) -> anyhow::Result<Vec<Query>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    query::parse_file(&text).map_err(|(line, error)| anyhow::anyhow!("{}:{line}: {error}", path.display()))
}

/// The files with queries beside a program: those in its directory, or the one that is called like its file.
fn beside(pattern: &Path) -> Vec<PathBuf> {
    let is_query = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "q");
    if pattern.is_dir() {
        let entries = std::fs::read_dir(pattern).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_query).collect();
        files.sort();
        return files;
    }
    Some(pattern.with_extension("q")).filter(|path| path.is_file()).into_iter().collect()
}
