//! Where a program can begin: tests with parallel subtests and cleanups, examples, the seeds of fuzz targets, functions with inputs.

#[path = "common/corpus.rs"]
#[allow(missing_docs)]
mod corpus;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use vtrace_check::{Settings, check};
use vtrace_explore::Progress;
use vtrace_load::{Loader, Request};
use vtrace_machine::{Machine, Options, Program};
use vtrace_replay::{Outcome, Session, Target};

fn dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/entries")
}

#[test]
fn tests_examples_and_fuzz_seeds_are_replayed() {
    let loader = Loader::new();
    let mut found = Vec::new();
    for subject in corpus::subjects(&loader, &dir(), true).unwrap() {
        for finding in &subject.findings {
            let name = format!("{} {}", subject.entry, finding.kind.name());
            let (plan, expected) = vtrace_replay::finding::plan(&subject.machine, finding).unwrap().unwrap();
            let session = Session::new(&loader, subject.target(&plan, &expected)).unwrap();
            let outcome = session.replay(&plan, &expected);
            assert!(matches!(outcome, Outcome::Confirmed { .. }), "{name}: {outcome:#?}\n{}", plan.text());
            found.push(name);
        }
    }
    found.sort();
    found.dedup();
    let expected = [
        "ExampleFirst leak",
        "FuzzFirst leak",
        "TestCleanup close-of-closed",
        "TestParallel unlock-of-unlocked",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_function_is_called_with_its_inputs() {
    let loader = Loader::new();
    let mut request = Request::new(dir(), "./...");
    request.entries = vec!["First".to_string()];
    let loaded = loader.load(&request).unwrap();
    let options = Options { search: true, ..Options::default() };
    let machine = Machine::new(Arc::new(Program::new(loaded.image).unwrap()), 0, options);
    let checked = check(&machine, &Settings::default(), &Progress::default());
    let finding = checked.findings.first().expect("some wait for ever");
    let [input] = &finding.inputs[..] else { panic!("{:?}", finding.inputs) };
    let (plan, expected) = vtrace_replay::finding::plan(&machine, finding).unwrap().unwrap();
    let mut target = Target::main(dir(), vec![".".to_string()]);
    let value = input.value.trim_start_matches("Int(").trim_end_matches(')');
    target.call = Some(format!("First({value})"));
    target.memory = plan.has_accesses();
    let session = Session::new(&loader, target.clone()).unwrap_or_else(|error| panic!("{error}"));
    let outcome = session.replay(&plan, &expected);
    assert!(matches!(outcome, Outcome::Confirmed { .. }), "{outcome:#?}\n{}", plan.text());
    // With another input it does something else.
    target.call = Some("First(0)".to_string());
    let outcome = Session::new(&loader, target.clone()).unwrap().replay(&plan, &expected);
    assert!(matches!(outcome, Outcome::Refuted { .. }), "{outcome:#?}");
    target.call = Some("First(".to_string());
    let error = Session::new(&loader, target).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("cannot call `First(`"), "{error}");
}
