//! What earlier checks had to say, in the user's cache: what has not changed is not explored again.
//!
//! A result is found by a hash of all that it depends on: what the entry reaches of the program ([`Digests`]), how it was
//! searched, and this very vtrace. So an edit in one package leaves the entries alone that do not depend on it. Only results that would come out the same again are kept, so neither time nor threads are among that. A file that
//! cannot be read is as good as none, and a cache that cannot be written makes the next check slower, that is all.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use vtrace_check::Settings;
use vtrace_explore::Budget;
use vtrace_load::{Environment, cache};
use vtrace_program::{Digests, Entry, EntryKind, File, Image};
use vtrace_report::{EntryResult, Finding, Parameters, Statistics, Verdict};
use xxhash_rust::xxh3::xxh3_128;

use super::entries::{self, Result};
use super::plan::Plan;

/// All results together may take this much, in bytes.
const LIMIT: u64 = 128 << 20;

/// A result that is larger has very long runs, and would drive out many others.
const LARGEST: usize = 8 << 20;

/// The results of all programs.
pub struct Results {
    /// None: nothing is remembered.
    dir: Option<PathBuf>,
}

/// The results of one program.
pub struct OfProgram<'a> {
    results: &'a Results,
    /// Of the whole program.
    fingerprint: u128,
    digests: Digests<'a>,
    /// Hashes of what files say.
    texts: RefCell<HashMap<String, u128>>,
}

/// The content of a file.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// All that the result depends on, so that equal hashes are no trouble.
    key: String,
    verdict: Verdict,
    assumed: Vec<String>,
    findings: Vec<Finding>,
    parameters: Option<Parameters>,
    states: u64,
    transitions: u64,
    depth: u64,
}

impl Results {
    /// Those in the user's cache, or none.
    pub fn open(wanted: bool) -> Results {
        let dir = || Some(cache::directory(&Environment::current()).ok()?.join("results"));
        Results { dir: if wanted { dir() } else { None } }
    }

    /// Those of a program.
    pub fn of<'a>(&'a self, image: &'a Image, fingerprint: u128) -> OfProgram<'a> {
        OfProgram { results: self, fingerprint, digests: Digests::new(image), texts: RefCell::default() }
    }
}

impl OfProgram<'_> {
    /// What an earlier check had to say.
    pub fn find(&self, entry: &Entry, plan: &Plan) -> Option<Result> {
        let key = self.key(entry, plan);
        let path = self.path(&key)?;
        let kept: Kept = serde_json::from_slice(&fs::read(&path).ok()?).ok()?;
        if kept.key != key {
            return None;
        }
        cache::touch(&path);
        let Kept { verdict, assumed, findings, parameters, states, transitions, depth, .. } = kept;
        let statistics = Statistics { states, transitions, depth, cached: true, ..Statistics::default() };
        let result = EntryResult { parameters, ..entries::result(entry, verdict, assumed, statistics) };
        Some((result, findings))
    }

    /// Remembers what a check had to say.
    pub fn keep(&self, entry: &Entry, plan: &Plan, (result, findings): &Result) {
        let key = self.key(entry, plan);
        let Some(path) = self.path(&key) else { return };
        let kept = Kept {
            key,
            verdict: result.verdict.clone(),
            assumed: result.assumed.clone(),
            findings: findings.clone(),
            parameters: result.parameters.clone(),
            states: result.statistics.states,
            transitions: result.statistics.transitions,
            depth: result.statistics.depth,
        };
        if let Ok(bytes) = serde_json::to_vec(&kept)
            && bytes.len() <= LARGEST
            && cache::write_atomically(&path, &[&bytes]).is_ok()
            && let Some(dir) = path.parent()
        {
            cache::evict(dir, LIMIT, &path);
        }
    }

    /// All that a result depends on.
    fn key(&self, entry: &Entry, plan: &Plan) -> String {
        let settings = Settings {
            threads: 0,
            budget: Budget { time: None, memory: None, ..plan.settings.budget.clone() },
            ..plan.settings.clone()
        };
        let (timers, arguments) = (plan.timers, (&plan.arguments, &plan.unknowns));
        format!(
            "{} {:032x} {} {timers:?} {arguments:?} {settings:?}",
            env!("VTRACE_BUILD"),
            self.digest(entry),
            crate::entry::full_name(entry)
        )
    }

    /// What the entry depends on. What is tried for the parameters of a function may come from anywhere in the program.
    fn digest(&self, entry: &Entry) -> u128 {
        match entry.kind {
            EntryKind::Main | EntryKind::Test | EntryKind::Example | EntryKind::Fuzz => {
                self.digests.of(entry, |file| self.text(file))
            }
            _ => self.fingerprint,
        }
    }

    /// A hash of what a file says. One that cannot be read has nothing to show.
    fn text(&self, file: &File) -> u128 {
        let read = || fs::read(&file.path).map_or(0, |bytes| xxh3_128(&bytes));
        *self.texts.borrow_mut().entry(file.path.clone()).or_insert_with(read)
    }

    fn path(&self, key: &str) -> Option<PathBuf> {
        Some(self.results.dir.as_ref()?.join(format!("{:032x}", xxh3_128(key.as_bytes()))))
    }
}
