//! What was explored once is not explored again, as long as nothing has changed.

use std::fs;

use crate::project::{Outcome, Project};
use crate::{CLEAN, DEADLOCK};

fn check(project: &Project, arguments: &str) -> Outcome {
    project.vtrace(&format!("check {arguments} main.go"))
}

fn is_cached(outcome: &Outcome) -> bool {
    outcome.stdout.contains(", cached)")
}

#[test]
fn an_unchanged_program_is_not_explored_again() {
    let project = Project::main(DEADLOCK);
    let first = check(&project, "");
    assert!(!is_cached(&first), "{}", first.stdout);
    let second = check(&project, "");
    assert!(is_cached(&second), "{}", second.stdout);
    assert_eq!((first.code, second.code), (1, 1));
    let finding = |outcome: &Outcome| outcome.stdout.split("FOUND").next().map(str::to_string);
    assert_eq!(finding(&first), finding(&second));

    // Neither time nor threads make a difference; other options do.
    assert!(is_cached(&check(&project, "--budget 5s --threads 1")));
    assert!(!is_cached(&check(&project, "--without symmetry")));
    assert!(!is_cached(&check(&project, "--fresh")));
    assert!(!is_cached(&check(&project, "--no-cache")));

    project.write("main.go", CLEAN);
    let changed = check(&project, "");
    assert_eq!((changed.code, is_cached(&changed)), (0, false));
}

#[test]
fn a_result_that_was_cut_short_is_not_kept() {
    let project = Project::main(ENDLESS);
    for _ in 0..2 {
        let outcome = check(&project, "--budget 200ms");
        assert!(outcome.stdout.contains("bounded"), "{}", outcome.stdout);
        assert!(!is_cached(&outcome));
    }
}

/// A bound that the user has chosen ends the check: the rest of the time is not spent on other runs, which would make the
/// result depend on it.
#[test]
fn a_chosen_bound_ends_the_check_and_is_kept() {
    let project = Project::main(ENDLESS);
    for bound in ["--depth 5", "--states 20"] {
        assert!(!is_cached(&check(&project, bound)), "{bound}");
        let again = check(&project, bound);
        assert!(is_cached(&again) && again.stdout.contains("bounded"), "{bound}: {}", again.stdout);
    }
}

#[test]
fn a_damaged_result_is_none() {
    let project = Project::main(DEADLOCK);
    check(&project, "");
    for damage in ["", "{}", "\u{0}\u{1}", "{\"key\":"] {
        let results = project.results(&project.path("main.go").display().to_string());
        assert_eq!(results.len(), 1);
        fs::write(&results[0], damage).expect("a file");
        let outcome = check(&project, "");
        assert_eq!((outcome.code, is_cached(&outcome)), (1, false), "{damage:?}");
        assert!(is_cached(&check(&project, "")));
    }
}

/// A program with ever new states.
const ENDLESS: &str = "package main

import \"sync\"

func main() {
	var mu sync.Mutex
	counts := [3]int{}
	for i := range counts {
		go func() {
			for {
				mu.Lock()
				counts[i]++
				mu.Unlock()
			}
		}()
	}
	select {}
}
";
