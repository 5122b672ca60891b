//! Modules of the corpus: programs of several packages, and tests.

use libtest_mimic::Failed;
use vtrace_load::Request;
use vtrace_program::{EntryKind, Image};

use crate::corpus::Module;
use crate::expectation::Outcome;
use crate::machine;
use crate::programs::loader;

/// Loads a module.
pub fn load(module: &Module) -> Result<Image, Failed> {
    let pattern = if module.tests { "./..." } else { "." };
    let request = Request { tests: module.tests, ..Request::new(&module.path, pattern) };
    Ok(loader().load(&request)?.image)
}

/// Runs its program, or its tests as `go test -v` does.
pub fn run(module: &Module, image: &Image) -> Result<Outcome, Failed> {
    let wanted = if module.tests { EntryKind::Test } else { EntryKind::Main };
    let entries: Vec<usize> =
        (0..image.entries.len()).filter(|&index| image.entries[index].kind == wanted).collect();
    if entries.is_empty() {
        return Err(format!("the image has no {wanted:?} entry").into());
    }
    let mut outcome = machine::run(image, &entries, 0)?;
    if module.sorted {
        outcome.stdout = sort_lines(&outcome.stdout);
    }
    Ok(outcome)
}

/// As `LC_ALL=C sort`.
fn sort_lines(text: &[u8]) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    lines.sort();
    lines.concat()
}
