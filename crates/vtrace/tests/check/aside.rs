//! What is set aside: ignored in comments and in `vtrace.toml`, or listed in a baseline.

use crate::DEADLOCK;
use crate::project::Project;

#[test]
fn a_comment_sets_a_finding_aside() {
    let project = Project::main(&DEADLOCK.replace("<- 1", "<- 1 //vtrace:ignore deadlock for the test"));
    let outcome = project.vtrace("check main.go");
    assert_eq!(outcome.code, 0);
    assert!(outcome.stdout.contains("1 ignored"), "{}", outcome.stdout);
}

#[test]
fn a_comment_that_has_no_effect_is_remarked() {
    let project = Project::main(&DEADLOCK.replace("<- 1", "<- 1 //vtrace:ignore race for the test"));
    let outcome = project.vtrace("check main.go");
    assert_eq!(outcome.code, 1);
    assert!(outcome.stdout.contains(" note  main.go:5: "), "{}", outcome.stdout);
}

#[test]
fn the_configuration_sets_findings_aside_and_the_command_line_wins() {
    let project = Project::main(DEADLOCK);
    project.write("vtrace.toml", "[[ignore]]\nkind = \"deadlock\"\npath = \"*.go\"\nreason = \"old\"\n");
    assert_eq!(project.vtrace("check main.go").code, 0);
    project.write("vtrace.toml", "[check]\nskip = [\"deadlock\"]\ntime = \"20s\"\n");
    assert_eq!(project.vtrace("check main.go").code, 0);
    assert_eq!(project.vtrace("check --only deadlock main.go").code, 1);
    project.write("vtrace.toml", "[check]\nstates = 1\n");
    assert!(project.vtrace("check main.go").stdout.contains("bounded: 1 states"));
    assert!(project.vtrace("check --states 100 main.go").stdout.contains("all behaviours covered"));
}

#[test]
fn a_wrong_configuration_is_an_error_with_a_place() {
    let project = Project::main(DEADLOCK);
    project.write("vtrace.toml", "[check]\nbugdet = \"60s\"\n");
    let outcome = project.vtrace("check main.go");
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("vtrace.toml") && outcome.stderr.contains('2'), "{}", outcome.stderr);
}

#[test]
fn the_configuration_can_name_the_baseline() {
    let project = Project::main(DEADLOCK);
    let nameless = project.vtrace("check --update-baseline main.go");
    assert_eq!(nameless.code, 2);
    assert!(nameless.stderr.contains("--baseline"), "{}", nameless.stderr);

    project.write("vtrace.toml", "[check]\nbaseline = \"lists/known.toml\"\n");
    let missing = project.vtrace("check main.go");
    assert_eq!(missing.code, 2);
    assert!(missing.stderr.contains("known.toml"), "{}", missing.stderr);
    project.write("lists/.keep", "");
    assert_eq!(project.vtrace("check --update-baseline main.go").code, 0);
    assert!(project.read("lists/known.toml").contains("deadlock"));
    assert!(project.vtrace("check main.go").stdout.contains("1 known"));
}

#[test]
fn a_baseline_leaves_what_is_new() {
    let project = Project::main(DEADLOCK);
    let missing = project.vtrace("check --baseline known.toml main.go");
    assert_eq!(missing.code, 2);
    assert!(missing.stderr.contains("known.toml"), "{}", missing.stderr);

    let outcome = project.vtrace("check --baseline known.toml --update-baseline main.go");
    assert_eq!(outcome.code, 0);
    assert!(outcome.stderr.contains("known.toml now lists 1 finding"), "{}", outcome.stderr);
    let outcome = project.vtrace("check --baseline known.toml main.go");
    assert_eq!(outcome.code, 0);
    assert!(outcome.stdout.contains("1 known"), "{}", outcome.stdout);

    project.write("main.go", &DEADLOCK.replace("mail <- 1", "close(mail)\n\tclose(mail)"));
    let outcome = project.vtrace("check --baseline known.toml main.go");
    assert_eq!(outcome.code, 1);
    assert!(outcome.stdout.contains("is in the baseline, but was not found"), "{}", outcome.stdout);
}
