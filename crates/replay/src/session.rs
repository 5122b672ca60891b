//! Sessions: the user's program, built once with gates, for any number of replays.
//!
//! The overlay depends on nothing but the version of Go and of vtrace, and lies in the cache. What the go command builds with it is in
//! Go's own build cache; the executable lies in ours, under a name made of all that selects it, and the go command itself decides
//! whether it is up to date.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use vtrace_load::subprocess::{self, Failure, Limits as Patience};
use vtrace_load::{LoadError, Loader, Workshop, cache};
use vtrace_machine::Given;
use xxhash_rust::xxh3::xxh3_128;

use crate::log;
use crate::plan::Plan;
use crate::process::{self, Limits, Room};
use crate::verdict::{self, Expectation, Outcome};

/// What to build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The directory in which `pattern` is meant.
    pub dir: PathBuf,
    /// The package, or the files of a main package.
    pub patterns: Vec<String>,
    /// Additional build tags.
    pub tags: Vec<String>,
    /// The test, example or fuzz target to run; none for a main package.
    pub test: Option<String>,
    /// Statements to execute in the package instead, as a test of their own: the call of a function with its inputs, as `Serve(3, nil)`.
    pub call: Option<String>,
    /// What calls of functions that the machine does not execute are to return.
    pub given: Vec<Given>,
    /// Whether to build with the race detector.
    pub race: bool,
    /// Whether to put gates before plain reads and writes of memory, too.
    pub memory: bool,
    /// What the program finds in `os.Args` after its name.
    pub arguments: Vec<String>,
}

impl Target {
    /// A main package.
    pub fn main(dir: impl Into<PathBuf>, patterns: Vec<String>) -> Target {
        let (tags, arguments) = (Vec::new(), Vec::new());
        Target {
            dir: dir.into(),
            patterns,
            tags,
            test: None,
            call: None,
            given: Vec::new(),
            race: false,
            memory: false,
            arguments,
        }
    }
}

/// Why there is no session.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// Go or the front-end is not there.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The front-end does not know this version of Go.
    #[error("cannot prepare {version} for replay: {text}")]
    Instrument {
        /// The version.
        version: String,
        /// What it said.
        text: String,
    },
    /// The program does not build.
    #[error("go cannot build the program for replay:\n{text}")]
    Build {
        /// Go's message.
        text: String,
    },
    /// Somebody stopped it.
    #[error("interrupted")]
    Interrupted,
    /// A file could not be written or a command not be started.
    #[error("cannot use {path}: {source}")]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// A built program.
#[derive(Clone)]
pub struct Session {
    workshop: Workshop,
    target: Target,
    room: Arc<OnceLock<Option<Room>>>,
    /// The executable.
    pub executable: PathBuf,
    /// How a replay is limited.
    pub limits: Limits,
    /// Where to write what every goroutine executes, line by line ([`crate::log`]). The program needs gates in its own files for
    /// that ([`Target::memory`]).
    pub log: Option<PathBuf>,
}

impl Session {
    /// Builds a program for replay.
    pub fn new(loader: &Loader, target: Target) -> Result<Session, SessionError> {
        let dir = std::path::absolute(&target.dir)
            .map_err(|source| SessionError::Io { path: target.dir.clone(), source })?;
        let workshop = loader.workshop(&dir)?;
        let mut target = target;
        let (overlay, file) = overlay(&workshop, &dir, &target)?;
        if let Some(file) = file {
            target.test = Some(CALL.to_string());
            // Who names files means those only.
            if target.patterns.iter().any(|pattern| pattern.ends_with(".go")) {
                target.patterns.push(file);
            }
        }
        let executable = build(&workshop, &overlay, &dir, &target)?;
        Ok(Session {
            workshop,
            target,
            room: Arc::default(),
            executable,
            limits: Limits::default(),
            log: None,
        })
    }

    /// The same program, of whose tests another one is to run.
    pub fn with_test(mut self, test: Option<String>) -> Session {
        self.target.test = test;
        self
    }

    /// Runs the program under a plan, and judges what it does.
    pub fn replay(&self, plan: &Plan, expectation: &Expectation) -> Outcome {
        match self.run(plan) {
            Ok(run) => verdict::judge(plan, expectation, &run),
            Err(text) => Outcome::Failed { text },
        }
    }

    /// Runs the program under a plan.
    pub fn run(&self, plan: &Plan) -> Result<process::Run, String> {
        let mut arguments = Vec::new();
        if let Some(test) = &self.target.test {
            arguments.extend([
                format!("-test.run=^{test}$"),
                "-test.timeout=0".into(),
                "-test.v=true".into(),
                "-test.parallel=1000".into(),
            ]);
        }
        arguments.extend(self.target.arguments.iter().cloned());
        let job = process::Job {
            executable: &self.executable,
            arguments: &arguments,
            environment: &self.workshop.environment,
            plan: &plan.text(),
            log: self.log.is_some(),
            limits: &self.limits,
            interrupt: &self.workshop.interrupt,
            room: match self.limits.network {
                true => None,
                false => self.room.get_or_init(Room::new).as_ref(),
            },
        };
        let run = process::run(&job)?;
        if let (Some(path), Some(lines)) = (&self.log, &run.lines) {
            fs::write(path, log::render(lines))
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
        Ok(run)
    }
}

/// The name of the test that makes the call.
pub(crate) const CALL: &str = "TestVtraceCall";

/// The directory of the overlay, and the file of the call, if there is one. The overlay of the standard library is written if it is not there;
/// one with the user's own files always, because they may have changed.
fn overlay(
    workshop: &Workshop,
    dir: &Path,
    target: &Target,
) -> Result<(PathBuf, Option<String>), SessionError> {
    let parent = workshop.cache.join("replay");
    forget_overlays(&parent);
    let own = target.memory || target.call.is_some() || !target.given.is_empty();
    let (user, patterns) = (dir, if own { &target.patterns[..] } else { &[] });
    let mut key = format!("{:032x} {} {}", workshop.fingerprint, workshop.version, workshop.root.display());
    if own {
        let Target { tags, memory, call, given, .. } = target;
        key += &format!(" {user:?} {patterns:?} {tags:?} {memory} {call:?} {given:?}");
    }
    let dir = parent.join(format!("overlay-{:032x}", xxh3_128(key.as_bytes())));
    if !own && dir.join("overlay.json").is_file() {
        return Ok((dir, None));
    }
    let io = |path: &Path| {
        let path = path.to_path_buf();
        move |source| SessionError::Io { path, source }
    };
    // The files name each other by their paths, so that they are written in place; the list of them comes last.
    fs::create_dir_all(&dir).map_err(io(&dir))?;
    let mut command = Command::new(&workshop.frontend);
    command.arg("instrument").arg("-goroot").arg(&workshop.root).arg("-o").arg(&dir);
    if let Some(call) = &target.call {
        command.arg("-call").arg(call);
    }
    for Given { function, line, column, result, results, value } in &target.given {
        command.arg("-given").arg(format!("{line}:{column}:{function}:{result}:{results}:{value}"));
    }
    if !target.memory {
        command.arg("-bare");
    }
    command.args(patterns);
    command.current_dir(user).env_clear().envs(workshop.environment.iter()).env("PWD", user);
    if !target.tags.is_empty() {
        let flags = workshop.environment.get("GOFLAGS").unwrap_or_default().to_string_lossy();
        command.env("GOFLAGS", format!("{flags} -tags={}", target.tags.join(",")));
    }
    let patience = Patience { interrupt: &workshop.interrupt, deadline: None, slow: None };
    let output = finish(subprocess::run(command, &patience), &workshop.frontend)?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
        return Err(SessionError::Instrument { version: workshop.version.clone(), text });
    }
    let file = String::from_utf8_lossy(&output.stdout).trim_end().to_owned();
    Ok((dir, target.call.as_ref().map(|_| file)))
}

fn build(workshop: &Workshop, overlay: &Path, dir: &Path, target: &Target) -> Result<PathBuf, SessionError> {
    // Which of its tests is run, and with which arguments, is no matter to a program.
    let test = target.test.as_ref().map(|_| String::new());
    let selected = Target { test, arguments: Vec::new(), ..target.clone() };
    let key = format!("{dir:?} {selected:?} {}", overlay.display());
    let programs = workshop.cache.join("replay").join("programs");
    fs::create_dir_all(&programs).map_err(|source| SessionError::Io { path: programs.clone(), source })?;
    let executable =
        programs.join(format!("{:032x}{}", xxh3_128(key.as_bytes()), std::env::consts::EXE_SUFFIX));
    let mut command = Command::new(&workshop.go);
    match target.test {
        Some(_) => command.args(["test", "-c", "-vet=off"]),
        None => command.arg("build"),
    };
    command
        .arg("-buildvcs=false")
        .arg("-overlay")
        .arg(overlay.join("overlay.json"))
        .arg("-o")
        .arg(&executable);
    if target.race {
        // Unoptimised, so that it reads what the source reads.
        command.args(["-race", "-gcflags=-N -l"]);
    }
    if !target.tags.is_empty() {
        command.arg("-tags").arg(target.tags.join(","));
    }
    command.args(&target.patterns);
    command.current_dir(dir).env_clear().envs(workshop.environment.iter()).env("PWD", dir);
    let patience = Patience { interrupt: &workshop.interrupt, deadline: None, slow: None };
    let output = finish(subprocess::run(command, &patience), &workshop.go)?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
        return Err(SessionError::Build { text });
    }
    cache::evict(&programs, PROGRAMS, &executable);
    Ok(executable)
}

/// All programs together may take this much, in bytes.
const PROGRAMS: u64 = 512 << 20;
/// So many overlays are kept, and those of the last hour, which others may be building with.
const OVERLAYS: usize = 50;

/// Removes the overlays that were not written for longest.
fn forget_overlays(parent: &Path) {
    let dirs = fs::read_dir(parent).into_iter().flatten().flatten();
    let mut overlays: Vec<(Duration, PathBuf)> = dirs
        .filter(|dir| dir.file_name().to_string_lossy().starts_with("overlay-"))
        .filter_map(|dir| Some((dir.metadata().ok()?.modified().ok()?.elapsed().ok()?, dir.path())))
        .collect();
    overlays.sort();
    for (_, path) in overlays.iter().skip(OVERLAYS).filter(|(age, _)| *age > Duration::from_secs(3600)) {
        // Another process may have removed it.
        let _ = fs::remove_dir_all(path);
    }
}

fn finish(
    result: Result<subprocess::Output, Failure>,
    command: &Path,
) -> Result<subprocess::Output, SessionError> {
    result.map_err(|failure| match failure {
        Failure::Io(source) => SessionError::Io { path: command.to_path_buf(), source },
        Failure::Interrupted | Failure::TimedOut => SessionError::Interrupted,
    })
}

/// How long a replay may take, unless the user says otherwise.
pub const PATIENCE: Duration = Duration::from_secs(10);
