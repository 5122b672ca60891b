//! What a report looks like, and where it goes.

use snapbox::{assert_data_eq, str};

use crate::project::Project;
use crate::{CLEAN, DEADLOCK};

#[test]
fn a_bug_is_shown_and_told_by_the_exit_code() {
    let outcome = Project::main(DEADLOCK).vtrace("check main.go");
    assert_eq!(outcome.code, 1);
    assert_data_eq!(
        outcome.stdout,
        str![[r#"
error[deadlock]: all goroutines are blocked: main waits to send
 --> main.go:5:2
  |
5 |     mail <- 1
  |     ^^^^^^^^^ main waits here to send
  |
  = help: every send needs a receive on all paths, and every Wait its Done
  = note: certain: every value on the way is known; it was not replayed on the real program
  = note: this is deadlock-476935, found in main
  = note: to repeat it: vtrace replay deadlock-476935
  = note: more about this kind: vtrace explain deadlock

FOUND  main  deadlock; all behaviours covered (1 state, [..])

1 bug found in 1 entry

"#]]
    );
}

#[test]
fn a_program_without_bugs_gives_the_verdict_and_nothing_else() {
    let outcome = Project::main(CLEAN).vtrace("check main.go");
    assert_eq!(outcome.code, 0);
    assert_data_eq!(
        outcome.stdout,
        str![[r#"
   ok  main  proved: all behaviours covered (2 states, [..])

nothing found in 1 entry: 1 proved

"#]]
    );
    assert_eq!(outcome.stderr, "");
}

#[test]
fn json_is_one_document_with_paths_as_seen_from_here() {
    let outcome = Project::main(DEADLOCK).vtrace("check --format json main.go");
    assert_eq!(outcome.code, 1);
    let report: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    assert_eq!(report["schema"], 1);
    assert_eq!(report["entries"][0]["verdict"], "proved");
    assert_eq!(report["findings"][0]["kind"], "deadlock");
    assert_eq!(report["findings"][0]["labels"][0]["location"]["file"], "main.go");
}

#[test]
fn sarif_and_junit_tell_the_same() {
    let project = Project::main(DEADLOCK);
    let sarif = project.vtrace("check --format sarif main.go");
    let log: serde_json::Value = serde_json::from_str(&sarif.stdout).expect("JSON");
    assert_eq!((sarif.code, &log["version"]), (1, &"2.1.0".into()));
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "deadlock");
    let junit = project.vtrace("check --format junit main.go");
    assert_eq!(junit.code, 1);
    assert!(
        junit.stdout.contains("<testsuites name=\"vtrace\" tests=\"1\" failures=\"1\""),
        "{}",
        junit.stdout
    );
}

#[test]
fn a_report_can_go_to_a_file() {
    let project = Project::main(DEADLOCK);
    project.write("report.txt", "old");
    let outcome = project.vtrace("check --output report.txt main.go");
    assert_eq!((outcome.code, outcome.stdout.as_str()), (1, ""));
    assert!(project.read("report.txt").starts_with("error[deadlock]: "));
    let outcome = project.vtrace("check --output nowhere/report.txt main.go");
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.starts_with("error: cannot write nowhere/report.txt: "), "{}", outcome.stderr);
}

#[test]
fn kinds_can_be_chosen() {
    let project = Project::main(DEADLOCK);
    assert_eq!(project.vtrace("check --only race,leak main.go").code, 0);
    assert_eq!(project.vtrace("check --skip deadlock main.go").code, 0);
    assert_eq!(project.vtrace("check --only deadlock main.go").code, 1);
    let outcome = project.vtrace("check --only deadlok main.go");
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("did you mean `deadlock`?"), "{}", outcome.stderr);
}

#[test]
fn kinds_are_explained() {
    let project = Project::main(CLEAN);
    let list = project.vtrace("explain");
    assert!(list.stdout.starts_with("deadlock "), "{}", list.stdout);
    let one = project.vtrace("explain lock-order");
    assert!(one.stdout.starts_with("# lock-order: "), "{}", one.stdout);
    assert_eq!(project.vtrace("explain locks").code, 2);
}
