//! What people take away from a finding: a document for code review, and a Go test that shows it.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use vtrace_load::Loader;
use vtrace_machine::Machine;
use vtrace_report::{Finding, Report, Sources, sarif};
use vtrace_view::Extra;

use crate::{prove, remembered};

/// The finding as SARIF.
pub fn sarif(finding: &Finding) -> Extra {
    let report = Report { findings: vec![finding.clone()], ..Report::default() };
    let make = move || {
        let cwd = std::env::current_dir().map_err(|error| error.to_string())?;
        let id = &report.findings[0].id;
        Ok(vec![(format!("{id}.sarif"), sarif::write(&report, &Sources::new(&cwd), true))])
    };
    Extra { name: "sarif", title: "SARIF, for code review", slow: false, make: Box::new(make) }
}

/// A Go test that fails as long as the bug is there.
pub fn go_test(program: &remembered::Program, finding: &Finding, machine: Arc<Machine>) -> Extra {
    let (program, finding) = (program.clone(), finding.clone());
    let make = move || write_test(&program, &finding, &machine).map_err(|error| format!("{error:#}"));
    Extra { name: "test", title: "Go test that shows it", slow: true, make: Box::new(make) }
}

/// Writes the test, tries it, and reads it again.
fn write_test(
    program: &remembered::Program,
    finding: &Finding,
    machine: &Machine,
) -> anyhow::Result<Vec<(String, String)>> {
    let entry = &machine.program.image.entries[machine.entry];
    let target = prove::target(program, entry).map_err(anyhow::Error::msg)?;
    // The test says where the program lies, as seen from its own directory: it may then be put into any directory beside the sources.
    let dir = tempfile::Builder::new().prefix("vtracetest").tempdir_in(&program.dir)?;
    let written = vtrace_replay::emit::write(&Loader::new(), machine, finding, &target, dir.path())?;
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let name = path.file_name().map_or_else(String::new, |name| name.display().to_string());
        Ok((name, text))
    };
    written.files.iter().map(read).collect()
}
