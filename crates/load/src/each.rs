//! The functions of many packages: what they import is mostly the same, so it is loaded once for all of them, and each then has an
//! image of its own.
//!
//! The front-end goes on while the first packages are looked at. What is in the cache comes last: how much time a package may take depends on
//! what there is in the others, which the front-end tells. Packages of which it says nothing, because it broke down over one of them, are
//! loaded one by one.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde::Deserialize;
use vtrace_program::{EntryKind, Image};
use xxhash_rust::xxh3::xxh3_128;

use crate::deps::Deps;
use crate::error::LoadError;
use crate::export;
use crate::images::Stored;
use crate::interrupt::Interrupt;
use crate::loader::{Loaded, Loader, Place, Skipped};
use crate::progress::Progress;
use crate::request::Request;
use crate::subprocess::{self, Limits};

/// How often it is asked whether it is late.
const TICK: Duration = Duration::from_millis(50);

/// Something that is known by now.
pub enum Part {
    /// How many functions there are to check.
    Outline {
        /// By package, if there are any.
        functions: BTreeMap<String, u32>,
        /// Whether all packages were looked into by now.
        all: bool,
    },
    /// A package that was loaded, or why not.
    Package(String, Result<Box<Loaded>, LoadError>),
    /// A package that does not compile; or a generic function of one in which there is nothing else.
    Skipped(Skipped),
}

/// The first line that the front-end writes.
#[derive(Deserialize)]
struct Outline {
    functions: BTreeMap<String, u32>,
    #[serde(default)]
    broken: Vec<Skipped>,
}

/// Every other one.
#[derive(Deserialize)]
struct Line {
    package: String,
    image: Option<PathBuf>,
    deps: Option<PathBuf>,
    #[serde(default)]
    skipped: Vec<Skipped>,
    error: Option<String>,
}

impl Loader {
    /// Loads the functions of `packages`, and tells `visit` of each as soon as it can. What is not loaded when it is `late` has
    /// timed out.
    pub fn each(
        &self,
        request: &Request,
        packages: &[String],
        late: impl Fn() -> bool,
        mut visit: impl FnMut(Part),
    ) -> Result<(), LoadError> {
        let _guard = self.interrupt().guard();
        let place = self.place(request)?;
        let (mut known, mut empty, mut left) = (BTreeMap::new(), Vec::new(), Vec::new());
        for package in packages {
            let key = place.key(self, &alone(request, package));
            match request.cache.then(|| place.images.lookup(key, &place.surroundings)).flatten() {
                Some(stored) if stored.functions == Some(0) => empty.push((package.clone(), stored.skipped)),
                Some(stored) => drop(known.insert(package.clone(), stored.functions.unwrap_or(1))),
                None => left.push(package.clone()),
            }
        }
        let mut one_by_one: Vec<String> = known.keys().cloned().collect();
        visit(Part::Outline { functions: known, all: left.is_empty() });
        for (package, skipped) in empty {
            nothing(package, skipped, &mut visit);
        }
        if !left.is_empty() {
            let run = Together { loader: self, request, place: &place };
            one_by_one.extend(run.load(left, &late, &mut visit)?);
        }
        for package in one_by_one {
            let loaded = match late() {
                true => Err(LoadError::TimedOut { limit: request.timeout.unwrap_or_default() }),
                false => self.load(&alone(request, &package)).map(Box::new),
            };
            visit(Part::Package(package, loaded));
        }
        Ok(())
    }
}

/// Packages that are loaded in one go.
struct Together<'a> {
    loader: &'a Loader,
    request: &'a Request,
    place: &'a Place,
}

impl Together<'_> {
    /// Loads them. Gives those of which the front-end has said nothing.
    fn load(
        &self,
        mut left: Vec<String>,
        late: &impl Fn() -> bool,
        visit: &mut impl FnMut(Part),
    ) -> Result<Vec<String>, LoadError> {
        let tools = self.loader.tools(self.place)?;
        let temporary = tempfile::Builder::new()
            .prefix("vtrace-")
            .tempdir()
            .map_err(LoadError::io("create a directory in", std::env::temp_dir()))?;
        let mut command = Command::new(&tools.executable);
        command.arg("each").arg("-o").arg(temporary.path());
        if !self.request.tags.is_empty() {
            command.arg("-tags").arg(self.request.tags.join(","));
        }
        command.arg("--").args(&left).current_dir(&self.place.dir).env_clear();
        command.envs(tools.environment.iter()).env("PWD", &self.place.dir);
        let stopped = Arc::new(AtomicBool::new(false));
        let interrupt = Interrupt::from_flag(stopped.clone());
        let deadline = self.request.timeout.map(|timeout| Instant::now() + timeout);
        let (sender, lines) = mpsc::channel();
        std::thread::scope(|scope| {
            let running = scope.spawn(|| {
                let patterns = || self.request.patterns.clone();
                let tell = || self.loader.tell(Progress::LoadingPackages { patterns: patterns() });
                let limits = Limits { interrupt: &interrupt, deadline, slow: Some((export::SLOW, &tell)) };
                subprocess::run_lines(command, &limits, Some(sender))
            });
            loop {
                match lines.recv_timeout(TICK) {
                    Ok(line) => self.line(&line, &mut left, visit),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if late() || self.loader.interrupt().is_raised() {
                    stopped.store(true, Ordering::Relaxed);
                    break;
                }
            }
            // Whatever it died of: the packages that are left are loaded one by one, and then it is told.
            drop(running.join());
        });
        match self.loader.interrupt().is_raised() {
            true => Err(LoadError::Interrupted),
            false => Ok(left),
        }
    }

    /// Looks at a line of what the front-end has to say.
    fn line(&self, text: &str, left: &mut Vec<String>, visit: &mut impl FnMut(Part)) {
        if let Ok(Outline { functions, broken }) = serde_json::from_str(text) {
            left.retain(|package| broken.iter().all(|skipped| skipped.package != *package));
            visit(Part::Outline { functions, all: true });
            broken.into_iter().for_each(|skipped| visit(Part::Skipped(skipped)));
        } else if let Ok(line) = serde_json::from_str::<Line>(text) {
            let Some(at) = left.iter().position(|package| *package == line.package) else { return };
            let package = left.remove(at);
            let skipped = line.skipped.clone();
            match self.image(&package, line) {
                Ok(Some(loaded)) => visit(Part::Package(package, Ok(Box::new(loaded)))),
                Ok(None) => nothing(package, skipped, visit),
                // It is tried once more by itself.
                Err(_) => left.push(package),
            }
        }
    }

    /// The image of a package; none if there is nothing in it.
    fn image(&self, package: &str, line: Line) -> Result<Option<Loaded>, LoadError> {
        let failed = |text: String| LoadError::FrontendFailed { status: "for one package".to_string(), text };
        if let Some(text) = line.error {
            return Err(failed(text));
        }
        let read = |path: Option<PathBuf>| match path {
            Some(path) => fs::read(&path).map_err(LoadError::io("read", path)),
            None => Ok(Vec::new()),
        };
        let deps: Deps =
            serde_json::from_slice(&read(line.deps)?).map_err(|error| failed(error.to_string()))?;
        let is_there = line.image.is_some();
        let bytes = read(line.image)?;
        let image = match is_there {
            true => Some(Image::decode(&bytes).map_err(|source| LoadError::Decode { source })?),
            false => None,
        };
        let is_function = |entry: &&vtrace_program::Entry| entry.kind == EntryKind::Function;
        let functions = image.as_ref().map_or(0, |image| image.entries.iter().filter(is_function).count());
        let fingerprint = xxh3_128(&bytes);
        let stored = Stored {
            image: bytes,
            warnings: Vec::new(),
            functions: Some(functions as u32),
            skipped: line.skipped.clone(),
        };
        if self.request.cache {
            self.place.store(self.place.key(self.loader, &alone(self.request, package)), &stored, deps);
        }
        Ok(image.map(|image| Loaded {
            image,
            fingerprint,
            from_cache: false,
            duration: Duration::ZERO,
            warnings: Vec::new(),
            skipped: line.skipped,
        }))
    }
}

/// Tells of a package without anything to check, but perhaps generic functions of which nobody knows with which types.
fn nothing(package: String, skipped: Vec<Skipped>, visit: &mut impl FnMut(Part)) {
    match skipped.is_empty() {
        true => visit(Part::Package(package.clone(), Err(LoadError::nothing(&[package])))),
        false => skipped.into_iter().for_each(|skipped| visit(Part::Skipped(skipped))),
    }
}

/// A request for one package.
fn alone(request: &Request, package: &str) -> Request {
    Request { patterns: vec![package.to_string()], ..request.clone() }
}
