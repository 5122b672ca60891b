//! The last check of a directory: its report, and how to load the program again. Kept in the user's cache, so that
//! `vtrace view` can show it later.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use vtrace_load::{Environment, cache};
use vtrace_machine::{Machine, Program};
use vtrace_report::{Finding, Report, Sources, json};
use vtrace_view::{Exhibit, Reader};
use xxhash_rust::xxh3::xxh3_128;

use super::extras;
use crate::{entry, remembered};

/// The last check of a directory.
#[derive(Serialize, Deserialize)]
pub struct Last {
    /// The program.
    pub program: remembered::Program,
    /// The report, as JSON.
    pub report: String,
}

impl Last {
    /// The last check in a directory, if it is remembered.
    pub fn of(dir: &Path) -> Option<Last> {
        serde_json::from_slice(&std::fs::read(file(dir)?).ok()?).ok()
    }

    /// Remembers it. A cache that cannot be written is no reason to fail.
    pub fn keep(&self, dir: &Path) {
        if let (Some(path), Ok(bytes)) = (file(dir), serde_json::to_vec(self)) {
            let _ = cache::write_atomically(&path, &[&bytes]);
        }
    }
}

fn file(dir: &Path) -> Option<PathBuf> {
    let cache = cache::directory(&Environment::current()).ok()?;
    let name = format!("{:032x}", xxh3_128(dir.as_os_str().as_encoded_bytes()));
    Some(cache.join("last").join(name))
}

/// Reads sources as the viewer shows them: named as seen from the current directory.
pub fn reader() -> Arc<Reader> {
    let cwd = std::env::current_dir().unwrap_or_default();
    Arc::new(move |path: &str| {
        let name = Path::new(path).strip_prefix(&cwd).map_or(path, |below| below.to_str().unwrap_or(path));
        (name.to_string(), std::fs::read_to_string(path).ok())
    })
}

/// A report to look at, with the program behind it if there is one.
pub fn exhibit(
    from: &remembered::Program,
    report: &Report,
    program: Result<&Arc<Program>, &anyhow::Error>,
) -> Exhibit {
    let options = from.options();
    let mut machines: BTreeMap<String, Result<Arc<Machine>, String>> = BTreeMap::new();
    for name in report.findings.iter().filter_map(Finding::entry) {
        machines.entry(name.clone()).or_insert_with(|| {
            let program = program.map_err(|error| format!("{error:#}"))?;
            let index = entry::choose(&program.image, Some(name)).map_err(|error| error.to_string())?;
            Ok(Arc::new(Machine::new(program.clone(), index, options.clone())))
        });
    }
    let known = machines.clone();
    let engine = move |name: &str| match known.get(name) {
        Some(machine) => machine.clone(),
        None => Err("its entry is not known".to_string()),
    };
    let read = reader();
    let title: Vec<String> = from.patterns.iter().map(|pattern| read(pattern).0).collect();
    let mut exhibit = Exhibit::of_report(&title.join(" "), report, &read, engine);
    for finding in &report.findings {
        exhibit.attach(&finding.id, extras::sarif(finding));
        let machine = finding.entry().and_then(|entry| machines.get(entry)?.clone().ok());
        if let Some(machine) = machine {
            exhibit.attach(&finding.id, extras::go_test(from, finding, machine));
        }
    }
    exhibit
}

/// A report's JSON, read again. How its findings were found, which no report says, may be remembered here.
pub fn read_report(text: &str, base: &Path) -> anyhow::Result<Report> {
    let mut report = json::read(text, &Sources::new(base))?;
    for finding in &mut report.findings {
        let known = remembered::find(&finding.id).ok().map(|known| known.finding);
        if let Some(known) = known.filter(|known| known.trace.schedule == finding.trace.schedule) {
            finding.trace.found = known.trace.found;
        }
    }
    Ok(report)
}
