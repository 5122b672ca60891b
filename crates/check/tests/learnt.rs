//! A search that goes on without what replays have refuted.

use std::sync::Arc;

use vtrace_check::{Another, Learnt, Settings, another, check, machine_options};
use vtrace_explore::Progress;
use vtrace_load::{Loader, Request};
use vtrace_machine::{Choice, Machine, Program, TimeMode};
use vtrace_report::{Finding, Kind};

/// Main panics if the first message is from somebody, and there are three who may send it.
const SEVERAL_WAYS: &str = "package main

func main() {
	mail := make(chan int)
	done := make(chan bool)
	for i := 1; i <= 3; i++ {
		go func() {
			select {
			case mail <- i:
			case <-done:
			}
		}()
	}
	select {
	case <-mail:
		panic(\"mail\")
	default:
	}
	close(done)
}
";

fn machine(source: &str) -> Machine {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("main.go"), source).expect("main.go");
    let loaded = Loader::new().load(&Request::new(dir.path(), "main.go"));
    let image = loaded.unwrap_or_else(|error| panic!("{error}")).image;
    let program = Arc::new(Program::new(image).expect("an image that the machine can execute"));
    Machine::new(program, 0, machine_options(TimeMode::Any))
}

fn run(finding: &Finding) -> Vec<Choice> {
    let choices = finding.trace.schedule.iter().map(|choice| choice.parse().expect("a choice"));
    choices.collect()
}

#[test]
fn every_other_run_is_found_until_there_are_none() {
    let machine = machine(SEVERAL_WAYS);
    let (settings, progress) = (Settings::default(), Progress::default());
    let mut finding = check(&machine, &settings, &progress)
        .findings
        .into_iter()
        .find(|f| f.kind == Kind::Panic)
        .expect("a panic");
    let mut learnt = Learnt::default();
    let mut runs = Vec::new();
    loop {
        let choices = run(&finding);
        assert!(!runs.contains(&choices), "a run came twice: {choices:?}");
        // The real program, let us say, never takes the step that leads to the panic.
        learnt.refute(&machine, &choices, choices.len() - 1);
        runs.push(choices);
        match another(&machine, &settings, &finding, &learnt, &progress) {
            Another::Found(next) => finding = *next,
            Another::None => break,
            Another::Unknown => panic!("the search was cut short"),
        }
    }
    // One for each of the three senders at least, and for what else is different when they send.
    assert!(runs.len() >= 3, "{runs:?}");
    let senders: std::collections::BTreeSet<_> = runs.iter().filter_map(|run| run.last().copied()).collect();
    assert_eq!(senders.len(), 3, "{senders:?}");
}

#[test]
fn a_state_in_which_nothing_is_wrong_is_not_told_of_again() {
    let machine = machine("package main\n\nfunc main() {\n\tmail := make(chan int)\n\tmail <- 1\n}\n");
    let (settings, progress) = (Settings::default(), Progress::default());
    let finding = check(&machine, &settings, &progress).findings.remove(0);
    let mut learnt = Learnt::default();
    let choices = run(&finding);
    learnt.refute(&machine, &choices, choices.len());
    assert!(matches!(another(&machine, &settings, &finding, &learnt, &progress), Another::None));
}

#[test]
fn a_search_that_is_cut_short_says_so() {
    let machine = machine(SEVERAL_WAYS);
    let progress = Progress::default();
    let mut settings = Settings::default();
    let finding = check(&machine, &settings, &progress).findings.remove(0);
    let mut learnt = Learnt::default();
    let choices = run(&finding);
    learnt.refute(&machine, &choices, choices.len() - 1);
    settings.budget.states = Some(1);
    assert!(matches!(another(&machine, &settings, &finding, &learnt, &progress), Another::Unknown));
}
