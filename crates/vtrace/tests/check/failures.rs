//! What cannot be checked, and what is said about it.

use crate::project::Project;
use crate::{CLEAN, DEADLOCK, GO_MOD};

#[test]
fn one_package_that_does_not_compile_does_not_stop_the_others() {
    let project = Project::new(&[
        ("go.mod", GO_MOD),
        ("good/main.go", CLEAN),
        ("types/types.go", "package types\n\nfunc F() int { return \"one\" }\n"),
        ("syntax/main.go", "package main\n\nfunc main() { x := 1 y := 2 }\n"),
        ("user/main.go", "package main\n\nimport \"example.com/p/types\"\n\nfunc main() { types.F() }\n"),
    ]);
    let outcome = project.vtrace("check ./...");
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    for line in [
        "   ok  p/good.main  proved",
        " skip  p/types      not analysed: it does not compile: types/types.go:3:23: ",
        " skip  p/syntax     not analysed: it does not compile: syntax/main.go:3:",
        " skip  p/user       not analysed: it imports example.com/p/types, which does not compile",
    ] {
        assert!(outcome.stdout.contains(line), "{line}\n{}", outcome.stdout);
    }
    // Once it is repaired it is checked.
    project.write("syntax/main.go", DEADLOCK);
    assert_eq!(project.vtrace("check ./...").code, 1);
}

#[test]
fn if_nothing_compiles_the_messages_are_those_of_go() {
    let project = Project::new(&[("go.mod", GO_MOD), ("main.go", "package main\n\nfunc main() { x }\n")]);
    for arguments in ["check", "check ./..."] {
        let outcome = project.vtrace(arguments);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
        assert!(outcome.stderr.starts_with("./main.go:3:15: undefined: x"), "{}", outcome.stderr);
    }
}

#[test]
fn where_there_is_nothing_to_check_it_says_so() {
    let project = Project::new(&[("go.mod", GO_MOD), ("lib.go", "package lib\n\nfunc F() {}\n")]);
    let outcome = project.vtrace("check ./...");
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("no main package or tests"), "{}", outcome.stderr);
    let outcome = project.vtrace("check nowhere");
    assert_eq!(outcome.code, 2);
}

#[test]
fn an_unknown_entry_is_answered_with_those_that_there_are() {
    let project = Project::new(&[("go.mod", GO_MOD), ("main.go", CLEAN)]);
    let outcome = project.vtrace("check --entry TestX");
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("there are:\n  example.com/p.main"), "{}", outcome.stderr);
}

#[test]
fn without_a_module_it_says_how_to_name_files() {
    let outcome = Project::main(CLEAN).vtrace("check");
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("go.mod file not found"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("name the files: main.go"), "{}", outcome.stderr);
}

#[test]
fn what_the_machine_cannot_follow_is_not_analysed() {
    let text = "package main\n\nimport \"unsafe\"\n\nfunc main() {\n\tvar x [2]int\n\t*(*int)(unsafe.Add(unsafe.Pointer(&x), 8)) = 1\n}\n";
    let outcome = Project::main(text).vtrace("check main.go");
    assert_eq!(outcome.code, 0);
    assert!(outcome.stdout.contains(" skip  main  not analysed: "), "{}", outcome.stdout);
}

#[test]
fn a_library_that_cannot_be_initialised_is_no_bug_of_its_user() {
    let project = Project::new(&[
        ("go.mod", "module example.com/p\n\ngo 1.24\n\nrequire example.com/odd v0.0.0\n"),
        ("main.go", "package main\n\nimport _ \"example.com/odd\"\n\nfunc main() {}\n"),
        ("vendor/modules.txt", "# example.com/odd v0.0.0\n## explicit; go 1.24\nexample.com/odd\n"),
        ("vendor/example.com/odd/odd.go", "package odd\n\nfunc init() { panic(\"where am I\") }\n"),
    ]);
    let outcome = project.vtrace("check .");
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    let why = "not analysed: example.com/odd cannot be initialised on vtrace's machine: where am I";
    assert!(outcome.stdout.contains(why), "{}", outcome.stdout);

    // One's own package is another matter.
    project.write("main.go", "package main\n\nfunc init() { panic(\"here\") }\n\nfunc main() {}\n");
    assert_eq!(project.vtrace("check .").code, 1);
}
