//! The programs of `tests/ui`: checked, and ready for replay.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use vtrace_check::{Settings, check};
use vtrace_explore::{Budget, Progress};
use vtrace_load::{Loader, Request};
use vtrace_machine::{Machine, Options, Program};
use vtrace_program::EntryKind;
use vtrace_replay::{Expectation, Plan, Target};
use vtrace_report::Finding;

/// An entry point of a program.
pub struct Subject {
    pub machine: Machine,
    pub findings: Vec<Finding>,
    /// The name of the entry.
    pub entry: String,
    dir: PathBuf,
    patterns: Vec<String>,
    test: Option<String>,
}

impl Subject {
    /// What to build for a plan.
    pub fn target(&self, plan: &Plan, expected: &Expectation) -> Target {
        let mut target = Target::main(&self.dir, self.patterns.clone());
        target.race = expected.needs_race_detector();
        target.memory = plan.has_accesses();
        target.test = self.test.clone();
        target
    }
}

/// The entry points of a program, which is a file, or the directory of a module whose tests are run.
pub fn subjects(loader: &Loader, path: &Path, search: bool) -> Result<Vec<Subject>, Box<dyn Error>> {
    let path = std::path::absolute(path)?;
    let (dir, pattern) = match path.is_dir() {
        true => (path.clone(), "./...".to_string()),
        false => (
            path.parent().unwrap_or(Path::new(".")).to_path_buf(),
            path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        ),
    };
    let mut request = Request::new(&dir, &pattern);
    request.tests = true;
    let loaded = loader.load(&request)?;
    let code = Arc::new(Program::new(loaded.image)?);
    let mut all = Vec::new();
    for (index, entry) in code.image.entries.iter().enumerate() {
        let test = match entry.kind {
            EntryKind::Main => None,
            EntryKind::Test | EntryKind::Example | EntryKind::Fuzz => Some(entry.name.clone()),
            _ => continue,
        };
        let options = Options { search: true, ..Options::default() };
        let machine = Machine::new(code.clone(), index, options);
        let budget = Budget { time: Some(Duration::from_secs(10)), ..Budget::default() };
        let settings = Settings { budget, threads: 2, ..Settings::default() };
        let findings = match search {
            true => check(&machine, &settings, &Progress::default()).findings,
            false => Vec::new(),
        };
        let patterns = match test {
            Some(_) => vec![entry.package.trim_end_matches("_test").to_string()],
            None => vec![pattern.clone()],
        };
        all.push(Subject { machine, findings, entry: entry.name.clone(), dir: dir.clone(), patterns, test });
    }
    Ok(all)
}
