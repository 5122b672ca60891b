//! Modules of the corpus: programs of several packages, and tests.

use libtest_mimic::Failed;
use vtrace_load::Request;
use vtrace_program::EntryKind;

use crate::corpus::Module;
use crate::expectation::Outcome;
use crate::{machine, programs};

/// Runs a module's program, or its tests as `go test -v` does: what it prints has no times in it.
pub fn run(module: &Module) -> Result<Outcome, Failed> {
    let pattern = if module.tests { "./..." } else { "." };
    let request = Request { tests: module.tests, ..Request::new(&module.path, pattern) };
    let program = programs::load(&request)?;
    let wanted = if module.tests { EntryKind::Test } else { EntryKind::Main };
    let entries = (0..).zip(&program.image.entries).filter(|(_, entry)| entry.kind == wanted);

    let mut all = Outcome { stdout: Vec::new(), stderr: Vec::new(), exit_code: 0 };
    let mut count = 0;
    for (index, _) in entries {
        let one = machine::run(&program, index, 0)?;
        all.stdout.extend(one.stdout);
        all.stderr.extend(one.stderr);
        all.exit_code = all.exit_code.max(one.exit_code);
        count += 1;
    }
    if count == 0 {
        return Err(format!("the image has no {wanted:?} entry").into());
    }
    if module.sorted {
        all.stdout = sort_lines(&all.stdout);
    }
    Ok(all)
}

/// As `LC_ALL=C sort`.
fn sort_lines(text: &[u8]) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    lines.sort();
    lines.concat()
}
