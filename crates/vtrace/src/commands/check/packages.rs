//! The functions of many packages, one package after the other: each is loaded and checked by itself, so that what is wrong with
//! one is no matter of the others, and memory is needed for one only.

use std::sync::Arc;
use std::time::{Duration, Instant};

use vtrace_load::{LoadError, Request};
use vtrace_report::{Config, EntryResult, Report, Sources, Statistics, Verdict};

use super::entries::{self, Result};
use super::plan::Plan;
use super::results::Results;
use super::watching::Watching;
use crate::interrupt::Interrupt;
use crate::{entry, load};

/// What the front-end says of a package in which there is nothing to check.
pub const NOTHING: &str = "no function that makes its own concurrency";

/// What came out.
#[derive(Default)]
pub struct Checked {
    /// Of each function, and of each package that could not be loaded.
    pub results: Vec<Result>,
    /// The user's files.
    pub files: Vec<String>,
    /// How many packages there were, and in how many of them there was nothing to check.
    pub packages: usize,
    pub without: usize,
}

/// Checks the functions of all packages that are meant. Each package has its share of the time, loading included.
pub fn check(
    plan: &Plan,
    request: &Request,
    packages: &[String],
    results: &Results,
    (watching, sources): (&Watching, &Sources),
    interrupt: &Interrupt,
) -> anyhow::Result<Checked> {
    let start = Instant::now();
    let mut checked = Checked { packages: packages.len(), ..Checked::default() };
    for (done, package) in packages.iter().enumerate() {
        let left = plan.time.saturating_sub(start.elapsed());
        let share = left / (packages.len() - done) as u32;
        if interrupt.is_raised() {
            checked.results.push(skipped(package, "it was interrupted before"));
            continue;
        }
        if left < Duration::from_millis(1) {
            checked.results.push(skipped(package, "no time was left: allow more with --budget"));
            continue;
        }
        let mut own = request.clone();
        own.patterns = vec![package.clone()];
        let begin = Instant::now();
        let loaded = match load::loader(interrupt).load(&own) {
            Ok(loaded) => loaded,
            Err(LoadError::PackageErrors { text, .. }) if text.starts_with(NOTHING) => {
                checked.without += 1;
                continue;
            }
            Err(error) => {
                let text = error.to_string();
                let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
                checked.results.push(skipped(package, &format!("it could not be loaded: {line}")));
                continue;
            }
        };
        checked.results.extend(loaded.skipped.iter().map(entries::skipped));
        let files = loaded.image.files.iter().filter(|file| file.user).map(|file| file.path.clone());
        checked.files.extend(files);
        let fingerprint = loaded.fingerprint;
        let program = match load::program(loaded.image) {
            Ok(program) => Arc::new(program),
            Err(error) => {
                checked.results.push(skipped(package, &error.to_string()));
                continue;
            }
        };
        let all = entries::choose(&program.image, &[]).unwrap_or_default();
        let own = Plan { time: share.saturating_sub(begin.elapsed()), ..plan.clone() };
        // Loading may have used up the share. What is left of the whole is still there to be used.
        let own = Plan { time: own.time.max(share / 2), ..own };
        watching.expect(all.iter().map(|&index| entry::full_name(&program.image.entries[index])));
        let watched = (watching, sources);
        let remembered = results.of(&program.image, fingerprint);
        let of_package = entries::check(&own, &program, &all, &remembered, watched, interrupt);
        checked.results.extend(of_package);
    }
    checked.files.sort();
    checked.files.dedup();
    let Checked { packages, without, .. } = &checked;
    load::tell(&format!("{without} of {packages} packages have no function that makes its own concurrency"));
    Ok(checked)
}

impl Checked {
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
