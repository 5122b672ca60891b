//! What users do wrong, and what they are told.

use snapbox::{assert_data_eq, str};

use crate::project::{Project, outcome};

#[test]
fn compile_errors_are_gos_own() {
    let project = Project::main("package main\n\nfunc main() {\n\tx := 1\n\ty = 2\n}\n");
    let outcome = project.vtrace("run main.go");
    assert_eq!(outcome.code, 2);
    assert_data_eq!(
        outcome.stderr,
        str![[r#"
./main.go:4:2: declared and not used: x
./main.go:5:2: undefined: y

"#]]
    );
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let project = Project::main("package main\n\nfunc main() {}\n");
    let outcome = project.vtrace("run other.go");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (2, "error: other.go: no such file\n"));
}

#[test]
fn without_go_the_message_says_what_to_install() {
    let project = Project::main("package main\n\nfunc main() {}\n");
    let outcome = outcome(project.command("run main.go").env("PATH", "").env_remove("VTRACE_GO"));
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.starts_with("error: no Go toolchain: "), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("https://go.dev/dl/"), "{}", outcome.stderr);
}

#[test]
fn an_unknown_entry_is_answered_with_those_that_there_are() {
    let project = Project::new(&[
        ("go.mod", "module example.com/a\n\ngo 1.24\n"),
        ("main.go", "package main\n\nfunc main() {}\n"),
        ("main_test.go", "package main\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n"),
    ]);
    let outcome = project.vtrace("run --entry TestB .");
    assert_eq!(outcome.code, 2);
    assert_data_eq!(
        outcome.stderr,
        str![[r#"
error: there is no function TestB to start at; there are:
  example.com/a.main
  example.com/a.TestA

"#]]
    );
}

#[test]
fn of_several_mains_one_must_be_named() {
    let project = Project::new(&[
        ("go.mod", "module example.com/a\n\ngo 1.24\n"),
        ("one/main.go", "package main\n\nfunc main() { println(1) }\n"),
        ("two/main.go", "package main\n\nfunc main() { println(2) }\n"),
    ]);
    let outcome = project.vtrace("run ./...");
    assert_eq!(outcome.code, 2);
    assert_data_eq!(
        outcome.stderr,
        str![[r#"
error: there are several main packages: name one of them, or use --entry; there are:
  example.com/a/one.main
  example.com/a/two.main

"#]]
    );
    assert_data_eq!(project.vtrace("run --entry example.com/a/two.main ./...").stderr, "2\n");
    // A directory needs no dot.
    assert_data_eq!(project.vtrace("run one").stderr, "1\n");
}

#[test]
fn a_package_without_main_says_so() {
    let project = Project::new(&[
        ("go.mod", "module example.com/a\n\ngo 1.24\n"),
        ("a.go", "package a\n\nfunc A() {}\n"),
    ]);
    let outcome = project.vtrace("run .");
    assert_eq!(outcome.code, 2);
    assert_data_eq!(
        outcome.stderr,
        str![[r#"
no main package in .

"#]]
    );
}
