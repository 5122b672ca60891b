//! Entries, budgets, and the user who has waited long enough.

use crate::project::Project;
use crate::{CLEAN, GO_MOD};

/// A test that never ends, and has ever new states.
const ENDLESS: &str = "package p

import (
	\"sync\"
	\"testing\"
)

func endless() {
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

func TestA(t *testing.T) { endless() }
func TestB(t *testing.T) { endless() }
func TestC(t *testing.T) {}
";

/// A test that stands before those.
const FIRST: &str = "package p

import \"testing\"

func TestFirst(t *testing.T) {}
";

#[test]
fn mains_tests_and_examples_are_checked_each_by_itself() {
    let project = Project::new(&[
        ("go.mod", GO_MOD),
        ("main.go", CLEAN),
        (
            "main_test.go",
            "package main\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) { main() }\n\nfunc Example() {}\n",
        ),
        ("sub/sub_test.go", "package sub\n\nimport \"testing\"\n\nfunc TestTwo(t *testing.T) {}\n"),
    ]);
    let names = |arguments: &str| {
        let outcome = project.vtrace(&format!("check --format json {arguments}"));
        let report: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("JSON");
        let entries = report["entries"].as_array().cloned().unwrap_or_default();
        entries.iter().map(|entry| entry["name"].as_str().unwrap_or_default().to_string()).collect::<Vec<_>>()
    };
    let mut all = names("./...");
    all.sort();
    assert_eq!(all, ["Example", "TestOne", "TestTwo", "main"]);
    assert_eq!(names("sub"), ["TestTwo"]);
    assert_eq!(names("--entry TestOne --entry main"), ["TestOne", "main"]);
}

#[test]
fn the_time_is_shared_by_all_entries() {
    let project = Project::new(&[("go.mod", GO_MOD), ("p_test.go", ENDLESS)]);
    let start = std::time::Instant::now();
    let outcome = project.vtrace("check --budget 1s --no-cache");
    let lines: Vec<&str> = outcome.stdout.lines().filter(|line| line.contains("  Test")).collect();
    assert_eq!(lines.len(), 3, "{}", outcome.stdout);
    assert!(lines[0].contains("bounded") && lines[1].contains("bounded"), "{}", outcome.stdout);
    assert!(lines[2].contains("proved"), "{}", outcome.stdout);
    assert!(start.elapsed().as_secs() < 30, "it took {:?}", start.elapsed());
}

#[cfg(unix)]
#[test]
fn after_an_interrupt_there_is_the_result_so_far() {
    use std::process::Stdio;
    use std::time::Duration;

    let project = Project::new(&[("a_test.go", FIRST), ("p_test.go", ENDLESS)]);
    let module = project.path("").file_name().expect("a name").display().to_string();
    let module = format!("example.com/{}", module.trim_start_matches('.'));
    project.write("go.mod", &format!("module {module}\n\ngo 1.26\n"));
    let mut command = project.command("check --budget 5m");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("vtrace starts");
    // When the first result is there, the search of the second one has begun.
    while project.results(&format!("{module}.TestFirst")).is_empty() {
        std::thread::sleep(Duration::from_millis(50));
    }
    std::thread::sleep(Duration::from_millis(500));
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains("TestFirst  proved"), "{text}");
    assert!(text.contains("TestA      bounded: an interruption"), "{text}");
    assert!(text.contains("TestC      not analysed: it was interrupted before"), "{text}");
}

#[test]
fn a_program_has_the_arguments_that_it_is_given() {
    let text = "package main\n\nimport \"os\"\n\nfunc main() {\n\tif len(os.Args) > 1 && os.Args[1] == \"wait\" {\n\t\tselect {}\n\t}\n}\n";
    let project = Project::main(text);
    assert_eq!(project.vtrace("check main.go").code, 0);
    assert_eq!(project.vtrace("check main.go -- wait").code, 1);
    assert_eq!(project.vtrace("check main.go -- go").code, 0);
}

/// Two goroutines that lock two mutexes in different orders: one preemption is needed, and four steps.
const CIRCLE: &str = "package main

import \"sync\"

func main() {
	var a, b sync.Mutex
	go func() {
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
	}()
	b.Lock()
	a.Lock()
	a.Unlock()
	b.Unlock()
}
";

#[test]
fn every_search_finds_a_bug_and_says_what_bounded_it() {
    let project = Project::main(CIRCLE);
    let check = |arguments: &str| project.vtrace(&format!("check {arguments} main.go"));
    for (arguments, bound) in [
        ("--search all", "all behaviours covered"),
        ("--search breadth", "all behaviours covered"),
        ("--search preemptions", "all behaviours covered"),
        ("--preemptions 1", "all behaviours covered"),
        ("--search random --runs 300", "bounded: 300 random runs"),
        ("--search pct --runs 300", "bounded: 300 random runs"),
        ("--search pos --runs 300", "bounded: 300 random runs"),
    ] {
        let outcome = check(arguments);
        assert_eq!(outcome.code, 1, "{arguments}: {}{}", outcome.stdout, outcome.stderr);
        assert!(outcome.stdout.contains("lock-order"), "{arguments}: {}", outcome.stdout);
        assert!(outcome.stdout.contains(bound), "{arguments}: {}", outcome.stdout);
    }
}

#[test]
fn random_runs_depend_on_the_seed_alone() {
    let project = Project::main(CIRCLE);
    for search in ["random", "pct", "pos"] {
        let run = |seed: u32| {
            project.vtrace(&format!(
                "check --fresh --format json --search {search} --runs 50 --seed {seed} main.go"
            ))
        };
        assert_eq!(run(7).stdout, run(7).stdout, "{search}");
    }
}

#[test]
fn runs_are_followed_no_further_than_the_depth() {
    let project = Project::main(CIRCLE);
    for search in ["all", "breadth", "random"] {
        let check = |depth: u32| {
            project.vtrace(&format!("check --search {search} --runs 300 --depth {depth} main.go"))
        };
        let short = check(1);
        assert_eq!(short.code, 0, "{search}: {}", short.stdout);
        assert!(short.stdout.contains("bounded: "), "{search}: {}", short.stdout);
        assert_eq!(check(6).code, 1, "{search}");
    }
}

/// Starts very many goroutines, of which each locks the mutex twice.
const CROWD: &str = "package main

import \"sync\"

func main() {
	var mu sync.Mutex
	for range 20000 {
		go func() {
			mu.Lock()
			mu.Lock()
		}()
	}
}
";

#[test]
fn very_many_goroutines_are_no_reason_to_find_nothing_or_to_take_longer_than_allowed() {
    let start = std::time::Instant::now();
    let project = Project::new(&[("go.mod", GO_MOD), ("main.go", CROWD)]);
    let outcome = project.vtrace("check --budget 6s --no-cache");
    assert!(outcome.stdout.contains("error[double-lock]"), "{}", outcome.stdout);
    assert!(start.elapsed().as_secs() < 40, "it took {:?}", start.elapsed());
    let fixed = CROWD.replacen("mu.Lock()", "", 1).replace("mu.Lock()\n", "mu.Lock()\n\t\t\tmu.Unlock()\n");
    let project = Project::new(&[("go.mod", GO_MOD), ("main.go", &fixed)]);
    let outcome = project.vtrace("check --budget 2s --no-cache");
    assert!(outcome.stdout.contains("nothing found"), "{}", outcome.stdout);
}

/// A package that nobody runs: one function leaks, one is generic and used by nobody, one is generic and used.
const LIBRARY: &str = "package lib

func Leaks(n int) {
	done := make(chan int)
	for range n {
		go func() { done <- 1 }()
	}
}

func Unused[T any]() chan T { return make(chan T) }

func Blocks[T any](v T) {
	c := make(chan T)
	c <- v
}

func Numbers() { Blocks(1) }
";

#[test]
fn where_there_is_nothing_to_run_functions_are_checked() {
    let project = Project::new(&[("go.mod", GO_MOD), ("lib.go", LIBRARY)]);
    let outcome = project.vtrace("check --possible --budget 20s");
    assert!(outcome.stderr.contains("as with --functions"), "{}", outcome.stderr);
    for part in ["[leak]", "if n > 0", "Blocks[int]  deadlock", "it is generic"] {
        assert!(outcome.stdout.contains(part), "{part} is missing in\n{}", outcome.stdout);
    }
}
