//! Modules of the corpus: programs of several packages, and tests.
//!
//! The machine runs one test at a time, each in a program of its own. What `go test -v` prints around them (the
//! verdict on each package, and on each example) is added here.

use std::fmt::Write as _;
use std::sync::Arc;

use libtest_mimic::Failed;
use vtrace_load::Request;
use vtrace_machine::Program;
use vtrace_program::EntryKind;

use crate::corpus::Module;
use crate::expectation::Outcome;
use crate::{machine, programs};

/// Runs a module's program, or its tests.
pub fn run(module: &Module) -> Result<Outcome, Failed> {
    let pattern = if module.tests { "./..." } else { "." };
    let request = Request { tests: module.tests, ..Request::new(&module.path, pattern) };
    let program = programs::load(&request)?;
    if module.tests {
        return test(&program, module.sorted);
    }
    let mains = entries(&program, EntryKind::Main);
    let [main] = mains[..] else { return Err(format!("{} main functions", mains.len()).into()) };
    Ok(machine::run(&program, main, 0)?)
}

/// Runs all tests, and prints what `go test -v` prints, without times.
fn test(program: &Arc<Program>, sorted: bool) -> Result<Outcome, Failed> {
    // In the order of testing.M.Run.
    let order = [EntryKind::Test, EntryKind::Fuzz, EntryKind::Example];
    let entries: Vec<usize> = order.into_iter().flat_map(|kind| entries(program, kind)).collect();
    let mut packages: Vec<&str> = entries.iter().map(|&entry| test_binary(program, entry)).collect();
    packages.sort_unstable();
    packages.dedup();

    let mut text = String::new();
    let mut failed = false;
    for package in packages {
        let mut passed = true;
        for &entry in entries.iter().filter(|&&entry| test_binary(program, entry) == package) {
            let (output, code) = test_one(program, entry)?;
            text.push_str(&output);
            passed &= code == 0;
        }
        failed |= !passed;
        let verdict = if passed { "PASS\nok  " } else { "FAIL\nFAIL" };
        let _ = writeln!(text, "{verdict}\t{package}");
    }
    if failed {
        text.push_str("FAIL\n");
    }
    if sorted {
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        lines.sort_unstable();
        text = lines.concat();
    }
    Ok(Outcome { stdout: text.into_bytes(), stderr: Vec::new(), exit_code: failed.into() })
}

/// Runs one test: what it prints, without times and without the verdict on the package.
fn test_one(program: &Arc<Program>, entry: usize) -> Result<(String, i32), Failed> {
    let outcome = machine::run(program, entry, 0)?;
    let entry = &program.image.entries[entry];
    let mut text = String::new();
    if entry.kind == EntryKind::Example {
        // Its own output is compared with a comment, and not shown.
        let verdict = if outcome.exit_code == 0 { "PASS" } else { "FAIL" };
        let _ = writeln!(text, "=== RUN   {0}\n--- {verdict}: {0}", entry.name);
        return Ok((text, outcome.exit_code));
    }
    let output = String::from_utf8_lossy(&outcome.stdout).into_owned();
    let verdict = if outcome.exit_code == 0 { "PASS\n" } else { "FAIL\n" };
    for line in output.strip_suffix(verdict).unwrap_or(&output).lines() {
        let _ = writeln!(text, "{}", without_time(line));
    }
    text.push_str(&String::from_utf8_lossy(&outcome.stderr));
    Ok((text, outcome.exit_code))
}

/// `--- PASS: TestX (0.00s)` → `--- PASS: TestX`.
fn without_time(line: &str) -> &str {
    let time = line.rfind(" (").filter(|&at| {
        let number = line[at..].strip_prefix(" (").and_then(|rest| rest.strip_suffix("s)"));
        number.is_some_and(|number| {
            !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        })
    });
    &line[..time.unwrap_or(line.len())]
}

/// The package under whose name Go reports an entry: tests in `package x_test` belong to `x`.
fn test_binary(program: &Program, entry: usize) -> &str {
    let package = &program.image.entries[entry].package;
    package.strip_suffix("_test").unwrap_or(package)
}

/// The entries of a kind.
fn entries(program: &Program, kind: EntryKind) -> Vec<usize> {
    let entries = &program.image.entries;
    (0..entries.len()).filter(|&index| entries[index].kind == kind).collect()
}
