//! The log of a replay: every line that is executed, with its goroutine and its text.

mod common;

use std::path::Path;

use common::Program;
use vtrace_load::Loader;
use vtrace_replay::{Session, Target};

#[test]
fn every_line_is_logged_in_the_order_of_the_schedule() {
    let program = Program::load("abba.go");
    let (plan, _) = program.plan(1);
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let target = Target { memory: true, ..Target::main(dir, vec!["abba.go".to_string()]) };
    let mut session = Session::new(&Loader::new(), target).unwrap_or_else(|error| panic!("{error}"));
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("log");
    session.log = Some(path.clone());
    session.run(&plan).unwrap();
    let log = std::fs::read_to_string(&path).unwrap();
    for (who, text) in [("main", "go func() {"), ("0.1", "a.Lock()"), ("0.2", "b.Lock()")] {
        let found = log.lines().any(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            words.get(2) == Some(&who) && line.ends_with(text)
        });
        assert!(found, "{who} executes {text}:\n{log}");
    }
}
