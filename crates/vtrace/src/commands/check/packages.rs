//! The functions of many packages. What they import is loaded once; each package is then checked by itself, as soon as it is there, so that
//! what is wrong with one is no matter of the others, and memory is needed for one only.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use vtrace_load::{LoadError, Loaded, Part, Request};
use vtrace_report::{Config, EntryResult, Report, Sources, Statistics, Verdict};

use super::entries::{self, Result};
use super::plan::Plan;
use super::results::Results;
use super::watching::Watching;
use crate::interrupt::Interrupt;
use crate::{entry, load};

/// What the front-end says of a package in which there is nothing to check.
pub const NOTHING: &str = "no function that makes its own concurrency";

/// Why there is no result.
const LATE: &str = "no time was left: allow more with --budget";
const INTERRUPTED: &str = "it was interrupted before";

/// What came out.
#[derive(Default)]
pub struct Checked {
    /// Of each function, and of each package that could not be loaded.
    pub results: Vec<Result>,
    /// The user's files.
    pub files: Vec<String>,
    /// In how many packages there was nothing to check.
    without: usize,
}

/// A check of many packages that is under way.
pub struct Packages<'a> {
    pub plan: &'a Plan,
    pub request: &'a Request,
    pub results: &'a Results,
    /// If tests are checked too: the functions, by their names in SSA, that those reach.
    pub reached: Option<BTreeSet<String>>,
    pub watched: (&'a Watching, &'a Sources),
    pub interrupt: &'a Interrupt,
}

/// The time, and to how many functions it is to be divided.
struct Clock {
    /// When the first package was there to be checked. What it takes to load the packages together does not count.
    start: Option<Instant>,
    time: Duration,
    /// The functions that were not checked yet, by package.
    left: BTreeMap<String, u32>,
    /// All packages were looked into: one of which nothing is said has nothing.
    all_known: bool,
}

impl Clock {
    fn is_over(&self) -> bool {
        self.start.is_some_and(|start| start.elapsed() >= self.time)
    }

    /// What a package may take: as much of what is left as it has of the functions.
    fn share(&mut self, package: &str) -> Duration {
        let start = *self.start.get_or_insert_with(Instant::now);
        let all: u32 = self.left.values().sum();
        let own = self.left.remove(package).unwrap_or(1).max(1);
        let left = self.time.saturating_sub(start.elapsed());
        left.mul_f64((f64::from(own) / f64::from(all.max(own))).min(1.0))
    }
}

impl Packages<'_> {
    /// Checks the functions of these packages.
    pub fn check(&self, packages: &[String]) -> anyhow::Result<Checked> {
        let begin = Instant::now();
        let mut checked = Checked::default();
        let clock = std::cell::RefCell::new(Clock {
            start: None,
            time: self.plan.time,
            left: BTreeMap::new(),
            all_known: false,
        });
        let mut waiting: BTreeSet<String> = packages.iter().cloned().collect();
        let late = || clock.borrow().is_over();
        let loading = load::loader(self.interrupt).each(self.request, packages, late, |part| match part {
            Part::Outline { functions, all } => {
                let mut clock = clock.borrow_mut();
                clock.left.extend(functions);
                clock.all_known |= all;
            }
            Part::Skipped(skipped) => {
                waiting.remove(&skipped.package);
                checked.results.push(entries::skipped(&skipped));
            }
            Part::Package(package, loaded) => {
                waiting.remove(&package);
                let nothing = {
                    let clock = clock.borrow();
                    clock.all_known && !clock.left.contains_key(&package)
                };
                if nothing && matches!(loaded, Err(LoadError::TimedOut { .. })) {
                    checked.without += 1;
                    return;
                }
                let share = || clock.borrow_mut().share(&package);
                self.package(&package, loaded, share, &mut checked);
            }
        });
        match loading {
            Err(LoadError::Interrupted) => {}
            Err(error) => return Err(error.into()),
            Ok(()) => {}
        }
        checked.results.extend(waiting.iter().map(|package| skipped(package, INTERRUPTED)));
        // In Go's order, whenever they came.
        let place = |result: &Result| packages.iter().position(|package| *package == result.0.package);
        checked.results.sort_by_key(place);
        checked.files.sort();
        checked.files.dedup();
        if self.reached.is_some() {
            return Ok(checked);
        }
        let searched = clock.borrow().start.map_or(Duration::ZERO, |start| start.elapsed());
        load::tell(&format!(
            "{} of {} packages have no function that makes its own concurrency; {:.0} s, {:.0} of them until the first was there",
            checked.without,
            packages.len(),
            begin.elapsed().as_secs_f64(),
            begin.elapsed().saturating_sub(searched).as_secs_f64(),
        ));
        Ok(checked)
    }

    /// Checks one package.
    fn package(
        &self,
        package: &str,
        loaded: std::result::Result<Box<Loaded>, LoadError>,
        share: impl FnOnce() -> Duration,
        checked: &mut Checked,
    ) {
        let loaded = match loaded {
            _ if self.interrupt.is_raised() => return checked.results.push(skipped(package, INTERRUPTED)),
            Ok(loaded) => *loaded,
            Err(LoadError::PackageErrors { text, .. }) if text.starts_with(NOTHING) => {
                checked.without += 1;
                return;
            }
            Err(LoadError::TimedOut { .. }) => return checked.results.push(skipped(package, LATE)),
            Err(error) => {
                let text = error.to_string();
                let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
                return checked.results.push(skipped(package, &format!("it could not be loaded: {line}")));
            }
        };
        checked.results.extend(loaded.skipped.iter().map(entries::skipped));
        let files = loaded.image.files.iter().filter(|file| file.user).map(|file| file.path.clone());
        checked.files.extend(files);
        let fingerprint = loaded.fingerprint;
        let program = match load::program(loaded.image) {
            Ok(program) => Arc::new(program),
            Err(error) => return checked.results.push(skipped(package, &error.to_string())),
        };
        let image = &program.image;
        let mut all = entries::choose(image, &[]).unwrap_or_default();
        if let Some(reached) = &self.reached {
            all.retain(|&at| !reached.contains(&image.function(image.entries[at].function).ssa_name));
        }
        if all.is_empty() {
            checked.without += 1;
            return;
        }
        let own = Plan { time: share(), ..self.plan.clone() };
        let (watching, _) = self.watched;
        watching.expect(all.iter().map(|&index| entry::full_name(&image.entries[index])));
        let remembered = self.results.of(image, fingerprint);
        checked.results.extend(entries::check(
            &own,
            &program,
            &all,
            &remembered,
            self.watched,
            self.interrupt,
        ));
    }
}

impl Checked {
    /// Adds what was checked beside it.
    pub fn add(&mut self, other: Checked) {
        self.results.extend(other.results);
        self.files.extend(other.files);
    }

    /// All of it, without what the user does not mind.
    pub fn report(self, config: &Config, sources: &Sources) -> Report {
        let files = self.files.iter().map(String::as_str);
        Report::merge(self.results, sources).without_ignored(files, &config.ignore, sources)
    }
}

/// A package of which nothing is known.
fn skipped(package: &str, why: &str) -> Result {
    let result = EntryResult {
        name: String::new(),
        package: package.to_string(),
        verdict: Verdict::NotAnalysed { why: why.to_string() },
        assumed: Vec::new(),
        parameters: None,
        findings: Vec::new(),
        statistics: Statistics::default(),
    };
    (result, Vec::new())
}
