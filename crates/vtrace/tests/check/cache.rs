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

/// Two packages of a module, of which `alone` imports nothing and `user` a third one.
fn packages() -> Project {
    let project = Project::new(&[]);
    project.write("go.mod", "module example.com/many\n\ngo 1.24\n");
    project.write(
        "shared/shared.go",
        "package shared\n\nconst Size = 1\n\nfunc Twice(n int) int { return 2 * n }\n",
    );
    project.write("alone/alone_test.go", &test_of("alone", "", "make(chan int)"));
    let import = "import \"example.com/many/shared\"";
    project.write("user/user_test.go", &test_of("user", import, "make(chan int, shared.Twice(0))"));
    project
}

/// A test that waits for ever in line 10.
fn test_of(package: &str, import: &str, channel: &str) -> String {
    format!(
        "package {package}\n\nimport \"testing\"\n{import}\n\n// Waits.\nfunc TestOf{package}(t *testing.T) {{\n\tch := {channel}\n\n\t<-ch // for ever\n}}\n"
    )
}

/// Which of the entries were explored, and not remembered.
fn explored(outcome: &Outcome) -> Vec<&str> {
    let entries = outcome.stdout.lines().filter(|line| line.contains("TestOf"));
    let explored = entries.filter(|line| line.starts_with("FOUND") && !line.contains(", cached)"));
    explored.filter_map(|line| line.split_whitespace().nth(1)).collect()
}

#[test]
fn an_edit_leaves_the_entries_alone_that_do_not_depend_on_it() {
    let project = packages();
    let check = || project.vtrace("check ./...");
    let (alone, user) = ("many/alone.TestOfalone", "many/user.TestOfuser");
    assert_eq!(explored(&check()), [alone, user]);
    assert_eq!(explored(&check()), [""; 0]);

    let text = test_of("alone", "", "make(chan int)").replace("Waits.", "Waits for ever.");
    project.write("alone/alone_test.go", &text);
    assert_eq!(explored(&check()), [alone], "a line that a finding might show");

    let shared = "package shared\n\nconst Size = 1\n\nfunc Twice(n int) int { return n + n }\n";
    project.write("shared/shared.go", shared);
    assert_eq!(explored(&check()), [user], "what it calls");

    let import = "import \"example.com/many/shared\"";
    project.write("user/user_test.go", &test_of("user", import, "make(chan int, shared.Size-1)"));
    assert_eq!(explored(&check()), [user]);
    project.write("shared/shared.go", "package shared\n\nconst (\n\tother = iota\n\tSize\n)\n");
    assert_eq!(explored(&check()), [""; 0], "the same constant");
    project.write("shared/shared.go", "package shared\n\nconst Size = 2\n");
    assert_eq!(explored(&check()), [user], "another constant, in a file that no function comes from");
}

#[test]
fn lines_that_move_take_the_findings_with_them() {
    let project = packages();
    let check = || project.vtrace("check ./...").stdout;
    assert!(check().contains("alone_test.go:10:"));
    let text = test_of("alone", "", "make(chan int)").replace("// Waits.", "// Waits,\n// for ever.");
    project.write("alone/alone_test.go", &text);
    let moved = check();
    assert!(moved.contains("alone_test.go:11:") && !moved.contains("alone_test.go:10:"), "{moved}");
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
