//! Wrong traces: the real program does not follow them, the right step is named, and nothing hangs.
//!
//! The machine refuses a wrong trace already when the plan is made. What is tested here are the gates, so that plans are
//! falsified after they were made.

mod common;

use common::Program;
use vtrace_replay::verdict::judge;
use vtrace_replay::{Expectation, Outcome, Place, Plan};

/// Replays a plan with some text of it replaced, and gives the step and the reason of the refutation.
fn refuted(program: &Program, plan: &Plan, from: &str, to: &str) -> (usize, String) {
    refuted_by(program, plan, &[(from, to)])
}

fn refuted_by(program: &Program, plan: &Plan, changes: &[(&str, &str)]) -> (usize, String) {
    let falsified = changes.iter().fold(plan.clone(), |plan, (from, to)| plan.falsified(from, to));
    let run = program.session.run(&falsified).unwrap();
    let expectation = plan.expectation().unwrap();
    match judge(plan, &expectation, &run) {
        Outcome::Refuted { step, why, .. } => (step, why),
        other => panic!("{other:#?}"),
    }
}

fn plan(name: &str, ends: impl Fn(&Plan) -> bool) -> (Program, Plan) {
    let program = Program::load(name);
    let found = (0..100).map(|seed| program.plan(seed).0).find(|plan| ends(plan));
    (program, found.expect("one of the seeds ends so"))
}

#[test]
fn an_operation_at_another_line_is_refuted_where_it_was_to_happen() {
    let (program, plan) = plan("abba.go", |plan| plan.expectation() == Some(Expectation::Deadlock));
    let (_, why) = refuted(&program, &plan, "sync.(*Mutex).Lock\t\t\t18\t", "sync.(*Mutex).Lock\t\t\t19\t");
    assert!(why.contains("goroutine 0.2 was to do sync.(*Mutex).Lock at abba.go:19"), "{why}");
    assert!(why.contains("came to sync.(*Mutex).Lock at line 18"), "{why}");
}

#[test]
fn another_operation_is_refuted() {
    let (program, plan) =
        plan("closed.go", |plan| matches!(plan.expectation(), Some(Expectation::Panic { .. })));
    let (_, why) = refuted(&program, &plan, "\tclose\t", "\treceive\t");
    assert!(why.contains("goroutine 0.2 was to do receive") && why.contains("came to close"), "{why}");
}

#[test]
fn the_wrong_goroutine_is_refuted() {
    let (program, plan) = plan("abba.go", |plan| plan.expectation() == Some(Expectation::Deadlock));
    // A goroutine that nobody starts takes the first step.
    let (step, why) = refuted(&program, &plan, "\ng\t0.2\n", "\ng\t0.7\n");
    assert!(why.contains("goroutine 0.7 has not been started"), "step {step}: {why}");
}

#[test]
fn steps_that_are_swapped_are_refuted_and_do_not_hang() {
    let program = Program::load("handover.go");
    let (plan, _) = program.plan(0);
    // The receive is to happen before the send that fills the buffer.
    let changes = [
        ("e\t1\tsend", "e\t2\tsend"),
        ("e\t2\treceive", "e\t1\treceive"),
        ("\ns\t1\ns\t0\n", "\ns\t0\ns\t1\n"),
    ];
    let (step, why) = refuted_by(&program, &plan, &changes);
    assert_eq!(
        (step, why.contains("was to do receive at handover.go:8, and came to a wait")),
        (0, true),
        "{why}"
    );
}

#[test]
fn a_select_that_cannot_take_its_case_is_refuted() {
    let program = Program::load("twocases.go");
    let (plan, _) = program.plan(0);
    for (from, to) in [("\tselect\tr0\t", "\tselect\tr1\t"), ("\tselect\tr0\t", "\tselect\td\t")] {
        let (_, why) = refuted(&program, &plan, from, to);
        assert!(why.contains("was to do select") && why.contains("took its receive 0"), "{why}");
    }
}

#[test]
fn what_the_runtime_does_not_say_is_not_confirmed() {
    let (program, plan) =
        plan("closed.go", |plan| matches!(plan.expectation(), Some(Expectation::Exit { .. })));
    let place = Place { file: "closed.go".into(), line: 9, ..Place::default() };
    for expectation in [
        Expectation::Deadlock,
        Expectation::Leak { at: vec![place.clone()] },
        Expectation::Panic { text: "send on closed channel".into() },
        Expectation::Race { at: vec![place] },
        Expectation::FailedTest { at: Vec::new() },
    ] {
        let outcome = program.session.replay(&plan, &expectation);
        assert!(matches!(outcome, Outcome::Refuted { .. }), "{expectation:?}: {outcome:#?}");
    }
}
