//! What checks have found, in the user's cache, so that other commands can be told of a finding by its id.
//!
//! Findings are kept by the directory in which the check ran: the same id means another bug elsewhere.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use vtrace_load::{Environment, cache};
use vtrace_machine::TimeMode;
use vtrace_report::{Finding, Report};
use xxhash_rust::xxh3::xxh3_128;

/// All findings together may take this much, in bytes.
const LIMIT: u64 = 64 << 20;
/// A finding that is larger has a very long run, and would drive out many others.
const LARGEST: usize = 8 << 20;

/// The program in which something was found.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
}

/// A finding that a check has remembered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Remembered {
    /// Where it was found.
    pub program: Program,
    /// What was found.
    pub finding: Finding,
}

/// Remembers what a report tells. A cache that cannot be written is no trouble here.
pub fn keep(report: &Report, program: &Program) {
    let Some(dir) = here() else { return };
    let ignored = report.ignored.iter().map(|ignored| &ignored.finding);
    for finding in report.findings.iter().chain(&report.refuted).chain(&report.known).chain(ignored) {
        let remembered = Remembered { program: program.clone(), finding: finding.clone() };
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
