//! What checks have found, in the user's cache, so that other commands can be told of a finding by its id.
//!
//! Findings are kept by the directory in which the check ran: the same id means another bug elsewhere.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use vtrace_load::{Environment, Request, cache};
use vtrace_machine::{self as machine, Options, TimeMode};
use vtrace_report::{Finding, Report};
use xxhash_rust::xxh3::xxh3_128;

use crate::interrupt::Interrupt;
use crate::load;

/// All findings together may take this much, in bytes.
const LIMIT: u64 = 64 << 20;
/// A finding that is larger has a very long run, and would drive out many others.
const LARGEST: usize = 8 << 20;

/// The program in which something was found.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Program {
    /// The directory in which the patterns are meant.
    pub dir: PathBuf,
    /// The packages or files.
    pub patterns: Vec<String>,
    /// Additional build tags.
    pub tags: Vec<String>,
    /// Whether tests, examples and fuzz seeds are entries.
    pub tests: bool,
    /// Functions that are entries besides.
    pub entries: Vec<String>,
    /// Whether all functions that make their own concurrency are the entries.
    pub functions: bool,
    /// The integers that were tried for unknown ones, if not the usual ones.
    pub integers: Option<Vec<i64>>,
    /// The values of unknown integers and lengths, by name.
    pub set: Vec<(String, i64)>,
    /// Whether timers fire only when nobody can go on.
    pub virtual_time: bool,
    /// What the program finds in `os.Args`.
    pub arguments: Vec<String>,
}

impl Program {
    /// When timers fire.
    pub fn time(&self) -> TimeMode {
        if self.virtual_time { TimeMode::Virtual } else { TimeMode::Any }
    }

    /// The options of the machine on which it was checked.
    pub fn options(&self) -> Options {
        let usual = vtrace_check::machine_options(self.time());
        Options {
            arguments: self.arguments.clone(),
            integers: self.integers.clone().unwrap_or(usual.integers),
            set: self.set.clone(),
            ..usual
        }
    }

    /// Loads it again.
    pub fn load(&self, interrupt: &Interrupt) -> anyhow::Result<Arc<machine::Program>> {
        let mut request = Request::new(&self.dir, "");
        request.patterns = self.patterns.clone();
        request.tags = self.tags.clone();
        request.tests = self.tests;
        request.functions = self.functions;
        request.skip_broken = true;
        let loaded = load::load_entries(request, &self.entries, interrupt)?;
        Ok(Arc::new(load::program(loaded.image)?))
    }
}

/// A finding that a check has remembered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Remembered {
    /// Where it was found.
    pub program: Program,
    /// What was found.
    pub finding: Finding,
}

/// Remembers what a report tells, each finding with the program in which it was found. A cache that cannot be written is no trouble here.
pub fn keep(report: &Report, program: impl Fn(&Finding) -> Program) {
    let Some(dir) = here() else { return };
    let ignored = report.ignored.iter().map(|ignored| &ignored.finding);
    for finding in report.findings.iter().chain(&report.refuted).chain(&report.known).chain(ignored) {
        let remembered = Remembered { program: program(finding), finding: finding.clone() };
        let path = dir.join(format!("{}.json", finding.id));
        if let Ok(bytes) = serde_json::to_vec(&remembered)
            && bytes.len() <= LARGEST
            && cache::write_atomically(&path, &[&bytes]).is_ok()
        {
            cache::evict(&dir, LIMIT, &path);
        }
    }
}

/// The finding with this id, or the only one whose id begins so.
pub fn find(id: &str) -> anyhow::Result<Remembered> {
    let Some(dir) = here() else {
        bail!("there is no directory for vtrace's cache, so nothing is remembered")
    };
    let known = known(&dir);
    let found: Vec<&String> = match known.iter().find(|known| *known == id) {
        Some(known) => vec![known],
        None => known.iter().filter(|known| known.starts_with(id)).collect(),
    };
    match found[..] {
        [id] => {
            let path = dir.join(format!("{id}.json"));
            let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            serde_json::from_slice(&bytes)
                .with_context(|| format!("{id} was remembered by another version of vtrace: check again"))
        }
        [] if known.is_empty() => {
            bail!(
                "{id} is neither a file nor a finding: `vtrace check` remembers what it finds, by directory, and has found nothing here"
            )
        }
        [] => {
            const SHOWN: usize = 10;
            let few = known.iter().take(SHOWN).map(|id| format!("\n  {id}")).collect::<String>();
            bail!("{id} is neither a file nor a finding; `vtrace check` has found here:{few}")
        }
        _ => {
            let list = found.iter().map(|id| format!("\n  {id}")).collect::<String>();
            bail!("several findings begin with {id}:{list}")
        }
    }
}

/// The ids of what was found here, the latest first.
fn known(dir: &Path) -> Vec<String> {
    let files = fs::read_dir(dir).into_iter().flatten().flatten();
    let mut files: Vec<(std::time::SystemTime, String)> = files
        .filter_map(|file| {
            let name = file.file_name().to_str()?.strip_suffix(".json")?.to_string();
            Some((file.metadata().ok()?.modified().ok()?, name))
        })
        .collect();
    files.sort_by(|a, b| (b.0, &a.1).cmp(&(a.0, &b.1)));
    files.into_iter().map(|(_, name)| name).collect()
}

/// Where what was found in the current directory is kept.
fn here() -> Option<PathBuf> {
    let cwd = std::env::current_dir().ok()?;
    let cwd = cwd.canonicalize().unwrap_or(cwd);
    let name = format!("{:032x}", xxh3_128(cwd.as_os_str().as_encoded_bytes()));
    let dir = cache::directory(&Environment::current()).ok()?.join("findings").join(name);
    Some(dir)
}
