//! What is found is replayed on the real program.

use crate::project::Project;
use crate::{CLEAN, DEADLOCK};

/// The machine has no heap to tell of, the real Go has: on the machine this is stuck.
const ONLY_ON_THE_MACHINE: &str = "package main

import \"runtime\"

func main() {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	if stats.Mallocs == 0 {
		select {}
	}
}
";

/// The id of the only finding.
fn id(text: &str) -> String {
    let (_, rest) = text.split_once("note: this is ").unwrap_or_else(|| panic!("no id in {text}"));
    rest.split(',').next().unwrap_or_default().to_string()
}

#[test]
fn a_finding_is_confirmed_and_can_be_repeated_by_its_id() {
    let project = Project::main(DEADLOCK);
    let outcome = project.vtrace("check --replays 1 main.go");
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    let says = "confirmed: the real program, run in this order, does it; Go says: fatal error: all goroutines are asleep - deadlock!";
    assert!(outcome.stdout.contains(says), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("1 bug found (1 confirmed)"), "{}", outcome.stdout);
    let id = id(&outcome.stdout);
    assert!(outcome.stdout.contains(&format!("to repeat it: vtrace replay {id}")), "{}", outcome.stdout);

    let again = project.vtrace(&format!("replay {id} --times 2"));
    assert_eq!(again.code, 1, "{}", again.stderr);
    assert!(again.stdout.contains("confirmed: Go's runtime says"), "{}", again.stdout);
    assert!(again.stdout.contains("2 times: confirmed 2, refuted 0, no verdict 0"), "{}", again.stdout);
    // The beginning of an id is enough.
    let json = project.vtrace("replay deadlock --format json");
    assert_eq!(json.code, 1);
    let value: serde_json::Value = serde_json::from_str(&json.stdout).expect("a document");
    assert_eq!(
        (&value["outcome"], &value["times"]["confirmed"]),
        (&"confirmed".into(), &1.into()),
        "{value}"
    );
}

#[test]
fn a_verdict_is_the_same_from_run_to_run() {
    let project = Project::main(DEADLOCK);
    let json = || project.vtrace("check --replays 1 --fresh --format json main.go").stdout;
    let first = json();
    assert!(first.contains("\"standing\": \"confirmed\""), "{first}");
    assert_eq!(first, json());
    // And so is one that is remembered.
    assert_eq!(first, project.vtrace("check --replays 1 --format json main.go").stdout);
}

#[test]
fn what_the_real_program_does_not_do_is_no_finding() {
    let project = Project::main(ONLY_ON_THE_MACHINE);
    let outcome = project.vtrace("check main.go");
    assert_eq!(outcome.code, 1, "{}", outcome.stdout);
    for _ in 0..2 {
        let outcome = project.vtrace("check --replays 3 main.go");
        assert_eq!(outcome.code, 0, "{}", outcome.stdout);
        assert!(outcome.stdout.contains("1 refuted by replay"), "{}", outcome.stdout);
        assert!(outcome.stdout.contains("main.go:9: not counted"), "{}", outcome.stdout);
    }
    let report = project.vtrace("check --replays 3 --format json main.go").stdout;
    assert!(report.contains("\"outcome\": \"refuted\"") && report.contains("\"all\": true"), "{report}");
}

#[test]
fn without_replay_a_finding_says_so() {
    let project = Project::main(DEADLOCK);
    let outcome = project.vtrace("check --replays 0 main.go");
    assert_eq!(outcome.code, 1);
    assert!(outcome.stdout.contains("it was not replayed on the real program"), "{}", outcome.stdout);
    project.write("vtrace.toml", "[check]\nreplays = 0\n");
    let outcome = project.vtrace("check main.go");
    assert!(outcome.stdout.contains("it was not replayed on the real program"), "{}", outcome.stdout);
}

#[test]
fn who_asks_for_what_is_not_there_is_told_what_is() {
    let project = Project::main(DEADLOCK);
    let nothing = project.vtrace("replay deadlock-abc");
    assert_eq!(nothing.code, 2);
    assert!(nothing.stderr.contains("is neither a file nor a finding"), "{}", nothing.stderr);
    let id = id(&project.vtrace("check main.go").stdout);
    let other = project.vtrace("replay race-123456");
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains(&id), "{}", other.stderr);
}

#[test]
fn a_finding_of_a_program_that_has_changed_must_be_found_again() {
    let project = Project::main(DEADLOCK);
    let id = id(&project.vtrace("check main.go").stdout);
    project.write("main.go", CLEAN);
    let outcome = project.vtrace(&format!("replay {id}"));
    // What the run led to is not there any more: it cannot be followed, or nothing is wrong at its end.
    assert_ne!(outcome.code, 1, "{}{}", outcome.stdout, outcome.stderr);
}

#[test]
fn a_test_is_replayed_in_its_package() {
    let project = Project::new(&[
        ("go.mod", "module example.com/pool\n\ngo 1.24\n"),
        ("pool.go", "package pool\n"),
        (
            "pool_test.go",
            "package pool\n\nimport \"testing\"\n\nfunc TestFine(t *testing.T) {}\n\nfunc TestStuck(t *testing.T) {\n\tmail := make(chan int)\n\tmail <- 1\n}\n",
        ),
    ]);
    let outcome = project.vtrace("check --replays 1 ./...");
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    assert!(outcome.stdout.contains("1 bug found (1 confirmed) in 1 of 2 entries"), "{}", outcome.stdout);
}

#[test]
fn a_finding_becomes_a_test() {
    let project = Project::new(&[("go.mod", "module example.com/p\n\ngo 1.24\n"), ("main.go", DEADLOCK)]);
    let id = id(&project.vtrace("check .").stdout);
    let outcome = project.vtrace(&format!("replay {id} --emit-test ."));
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let file = format!("vtrace_{}_test.go", id.replace('-', "_"));
    assert!(outcome.stdout.contains(&file), "{}", outcome.stdout);
    assert!(project.read(&file).contains("mail <- 1"));
    // Nothing is written for what cannot be.
    let none = project.vtrace("replay race-000000 --emit-test elsewhere");
    assert_eq!(none.code, 2);
    assert!(!project.path("elsewhere").exists());
}

/// Two packages, with a function each that nobody calls.
fn functions() -> Project {
    Project::new(&[
        ("go.mod", "module example\n\ngo 1.22\n"),
        (
            "ask/ask.go",
            "package ask\n\nfunc All(n int) int {\n\tanswers := make(chan int)\n\tfor i := 0; i < n; i++ {\n\t\tgo func() { answers <- 1 }()\n\t}\n\treturn <-answers\n}\n",
        ),
        (
            "lock/lock.go",
            "package lock\n\nimport \"sync\"\n\nfunc Twice(deep bool) {\n\tvar mu sync.Mutex\n\tmu.Lock()\n\tif deep {\n\t\tmu.Lock()\n\t}\n\tmu.Unlock()\n}\n",
        ),
    ])
}

#[test]
fn functions_of_several_packages_are_replayed_and_can_be_repeated() {
    let project = functions();
    let outcome = project.vtrace("check --functions --replays 1 ./...");
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    assert!(outcome.stdout.contains("3 bugs found (3 confirmed)"), "{}", outcome.stdout);
    for kind in ["deadlock", "double-lock", "leak"] {
        let again = project.vtrace(&format!("replay {kind}"));
        assert!(again.stdout.starts_with("confirmed: "), "{kind}: {} {}", again.stdout, again.stderr);
    }
}

/// The package's own tests are not run instead of the call.
#[test]
fn a_function_of_a_package_with_tests_is_replayed() {
    let project = functions();
    project.write(
        "ask/ask_test.go",
        "package ask\n\nimport \"testing\"\n\nfunc TestChannel(t *testing.T) {\n\tc := make(chan int, 1)\n\tc <- 1\n\t<-c\n}\n",
    );
    let outcome = project.vtrace("check --functions --replays 1 ./ask");
    assert!(outcome.stdout.contains("2 bugs found (2 confirmed)"), "{} {}", outcome.stdout, outcome.stderr);
}

#[test]
fn a_function_of_a_file_that_is_named_is_replayed() {
    let project = Project::new(&[(
        "lock.go",
        "package lock\n\nimport \"sync\"\n\nfunc Twice(again func(func())) {\n\tvar mu sync.Mutex\n\tmu.Lock()\n\tagain(mu.Lock)\n\tmu.Unlock()\n}\n",
    )]);
    let outcome = project.vtrace("check --functions --replays 1 lock.go");
    assert!(outcome.stdout.contains("Twice(func(p0 func()) () { p0(); return })"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("1 bug found (1 confirmed)"), "{}", outcome.stdout);
}

#[test]
fn what_is_found_with_values_of_the_users_is_replayed_with_them() {
    let project = functions();
    let outcome = project.vtrace("check --functions --replays 1 --set n=5 ./ask");
    assert!(outcome.stdout.contains("the call that shows it: All(5)"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("1 bug found (1 confirmed)"), "{}", outcome.stdout);
    let again = project.vtrace("replay leak");
    assert!(again.stdout.starts_with("confirmed: "), "{} {}", again.stdout, again.stderr);
}

#[test]
fn a_finding_in_a_function_becomes_a_test_that_calls_it() {
    let project = functions();
    project.vtrace("check --functions --only leak ./ask");
    let outcome = project.vtrace("replay leak --emit-test ask");
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let test = std::fs::read_dir(project.path("ask")).unwrap().map(|file| file.unwrap().path());
    let test = test.map(|path| std::fs::read_to_string(path).unwrap()).find(|text| text.contains("Call:"));
    assert!(test.is_some_and(|text| text.contains("\"All(3)\"")));
}

/// It is stuck if a file that is not there can be read, or one that is there cannot.
const EXTERNAL: &str = "package main

import (
	\"os\"
	\"sync\"
)

func main() {
	var mu sync.Mutex
	for range 2 {
		mu.Lock()
		if _, err := os.Stat(\"FILE\"); err CONDITION nil {
			continue
		}
		mu.Unlock()
	}
}
";

#[test]
fn what_an_external_call_is_assumed_to_return_it_returns_in_the_replay() {
    for (file, condition) in [("nowhere", "=="), (".", "!=")] {
        let project = Project::main(&EXTERNAL.replace("FILE", file).replace("CONDITION", condition));
        let outcome = project.vtrace("check --replays 1 main.go");
        assert_eq!(outcome.code, 1, "{condition}: {} {}", outcome.stdout, outcome.stderr);
        let says = "confirmed: the real program, run in this order and given these values, does it";
        assert!(outcome.stdout.contains(says), "{condition}: {}", outcome.stdout);
        let again = project.vtrace("replay double-lock");
        assert!(again.stdout.starts_with("confirmed: "), "{} {}", again.stdout, again.stderr);
    }
}
