//! The real binary on real programs: what a user sees of `vtrace run`.

use std::fs;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Two goroutines whose prints can come in either order.
const RACE: &str = r#"package main

import "sync"

func main() {
	var group sync.WaitGroup
	for i := range 2 {
		group.Go(func() { println("goroutine", i) })
	}
	group.Wait()
}
"#;

/// A program of one file, without a module.
fn program(text: &str) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("main.go"), text).unwrap();
    dir
}

fn vtrace(dir: &TempDir, arguments: &[&str]) -> Output {
    command(dir, arguments).output().unwrap()
}

fn command(dir: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vtrace"));
    command.args(arguments).current_dir(dir.path());
    command.env("VTRACE_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_program_prints_what_it_prints_and_exits_as_it_exits() {
    let dir = program(
        "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() {\n\tfmt.Println(\"out\")\n\tos.Exit(3)\n}\n",
    );
    let output = vtrace(&dir, &["run", "main.go"]);
    assert_eq!((text(&output.stdout).as_str(), output.status.code()), ("out\n", Some(3)), "{output:?}");
}

#[test]
fn a_panic_is_reported_in_gos_words_with_the_source_line() {
    let dir = program("package main\n\nfunc main() {\n\tvar m map[int]int\n\tm[1] = 1\n}\n");
    let output = vtrace(&dir, &["run", "main.go"]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("panic: assignment to entry in nil map"), "{error}");
    assert!(error.contains("main.go:5"), "{error}");
}

#[test]
fn a_deadlock_is_reported_in_gos_words_with_the_source_line() {
    let dir = program("package main\n\nfunc main() {\n\tc := make(chan int)\n\t<-c\n}\n");
    let output = vtrace(&dir, &["run", "main.go"]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("fatal error: all goroutines are asleep - deadlock!"), "{error}");
    assert!(error.contains("goroutine 1 [chan receive]:"), "{error}");
    assert!(error.contains("main.go:5"), "{error}");
}

#[test]
fn a_seed_fixes_the_schedule_and_another_gives_another() {
    let dir = program(RACE);
    let run = |seed: u32| {
        let output = vtrace(&dir, &["run", "--seed", &seed.to_string(), "main.go"]);
        assert!(output.status.success(), "{output:?}");
        text(&output.stderr)
    };
    let outputs: Vec<String> = (0..10).map(run).collect();
    assert_eq!(run(3), outputs[3]);
    assert!(outputs.iter().any(|output| *output != outputs[0]), "ten seeds, one order: {outputs:?}");
}

#[test]
fn the_trace_shows_the_operations_with_their_places() {
    let dir = program(
        "package main\n\nfunc main() {\n\tc := make(chan int)\n\tgo func() { c <- 7 }()\n\tprintln(<-c)\n}\n",
    );
    let output = vtrace(&dir, &["run", "--trace", "main.go"]);
    let everything = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "{everything}");
    assert!(everything.contains("main.go:5"), "{everything}");
    assert!(everything.contains("c <- 7"), "{everything}");
}

#[test]
fn a_program_that_does_not_compile_gets_gos_message() {
    let dir = program("package main\n\nfunc main() {\n\tx()\n}\n");
    let output = vtrace(&dir, &["run", "main.go"]);
    let error = text(&output.stderr);
    assert!(!output.status.success(), "{error}");
    assert!(error.contains("main.go:4:2: undefined: x"), "{error}");
}

#[test]
fn without_go_the_message_says_what_to_do() {
    let dir = program(RACE);
    let output = command(&dir, &["run", "main.go"]).env("PATH", "").env_remove("VTRACE_GO").output().unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("install Go"), "{error}");
}

#[test]
fn a_test_can_be_run_by_its_name() {
    let dir = program(RACE);
    fs::write(dir.path().join("go.mod"), "module example.com/m\n\ngo 1.26\n").unwrap();
    let test =
        "package main\n\nimport \"testing\"\n\nfunc TestIt(t *testing.T) { t.Fatal(\"on purpose\") }\n";
    fs::write(dir.path().join("main_test.go"), test).unwrap();
    let output = vtrace(&dir, &["run", "--entry", "TestIt", "."]);
    let everything = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{everything}");
    assert!(everything.contains("main_test.go:5: on purpose"), "{everything}");
}
