//! Which findings are the same one, which is kept, and what they are called.

mod common;

use common::*;
use proptest::prelude::*;
use vtrace_report::*;

fn merged(entries: Vec<(&str, Vec<Finding>)>, sources: &Sources) -> Report {
    let entries = entries.into_iter().map(|(name, findings)| (entry("p", name, Verdict::Proved), findings));
    Report::merge(entries.collect(), sources)
}

#[test]
fn equal_findings_of_two_entries_become_one() {
    let report = merged(vec![("TestA", vec![leak()]), ("TestB", vec![lock_order(), leak()])], &sources());
    assert_eq!(report.findings.len(), 2);
    assert_eq!(report.findings[0].kind, Kind::LockOrder, "what is confirmed comes first");
    assert_eq!(report.findings[1].entries, ["p.TestA", "p.TestB"]);
    assert_eq!(report.entries[0].findings, [report.findings[1].id.clone()]);
    assert_eq!(report.entries[1].findings.len(), 2);
}

#[test]
fn the_trace_with_the_fewest_switches_is_kept_then_the_shortest() {
    let long = leak();
    let mut fewer_switches = leak();
    fewer_switches.trace.steps = vec![leak().trace.steps[0].clone(); 20];
    let mut shorter = leak();
    shorter.trace.steps.truncate(2);
    let all = [long, fewer_switches.clone(), shorter.clone()];
    let report = merged(vec![("A", all[..2].to_vec())], &sources());
    assert_eq!(report.findings[0].trace.steps, fewer_switches.trace.steps);
    let report = merged(vec![("A", all.to_vec())], &sources());
    assert_eq!(report.findings[0].trace.steps, shorter.trace.steps);
}

#[test]
fn a_confirmed_trace_is_kept_even_if_another_is_shorter() {
    let mut confirmed = leak();
    confirmed.standing = Standing::Confirmed;
    let mut shorter = leak();
    shorter.trace.steps.truncate(2);
    let report = merged(vec![("A", vec![shorter, confirmed.clone()])], &sources());
    assert_eq!(report.findings[0].trace.steps, confirmed.trace.steps);
    assert_eq!(report.findings[0].standing, Standing::Confirmed);
}

#[test]
fn a_race_is_the_same_in_both_directions() {
    let mut one = leak();
    one.kind = Kind::Race;
    let mut two = one.clone();
    two.labels.reverse();
    assert_eq!(merged(vec![("A", vec![one.clone(), two.clone()])], &sources()).findings.len(), 1);
    (one.kind, two.kind) = (Kind::Leak, Kind::Leak);
    assert_eq!(merged(vec![("A", vec![one, two])], &sources()).findings.len(), 2);
}

#[test]
fn the_same_mistake_twice_in_a_function_has_two_names() {
    let file = format!("{BASE}/twice.go");
    let mut sources = sources();
    sources.insert(&file, "func f() {\n\tmu.Lock()\n\tmu.Lock()\n}\n");
    let at = |line| Location { file: file.clone(), line, column: 9, function: "p.f".into() };
    let found = |line| finding(Kind::DoubleLock, "twice", vec![label(at(line), "here")], Trace::default());
    let report = merged(vec![("A", vec![found(3), found(2)])], &sources);
    let ids: Vec<&str> = report.findings.iter().map(|finding| finding.id.as_str()).collect();
    assert_eq!(report.findings[0].labels[0].location.line, 2);
    assert_eq!(ids[1], format!("{}-2", ids[0]));
}

#[test]
fn names_are_what_they_were() {
    // If this fails, everybody's baseline is void: change names only for a good reason.
    let report = report();
    let ids: Vec<&str> = report.findings.iter().map(|finding| finding.id.as_str()).collect();
    assert_eq!(ids, ["lock-order-0d9323", "leak-a2bdb3", "deadlock-a2bdb3"]);
}

#[test]
fn names_do_not_depend_on_where_the_module_lies() {
    let text = "package p\n\nfunc f() { mu.Lock() }\n";
    let id = |root: &str| {
        let mut sources = Sources::new("/");
        sources.insert(&format!("{root}/go.mod"), "module p");
        sources.insert(&format!("{root}/in/p.go"), text);
        let at = Location { file: format!("{root}/in/p.go"), line: 3, column: 14, function: "p.f".into() };
        let found = finding(Kind::Deadlock, "stuck", vec![label(at, "here")], Trace::default());
        merged(vec![("A", vec![found])], &sources).findings[0].id.clone()
    };
    assert_eq!(id("/home/ada/p"), id("/builds/17/checkout"));
}

proptest! {
    /// Code above, comments, indentation and a different trace change nothing; another line does.
    #[test]
    fn names_survive_unrelated_edits(
        above in "(// [a-z ]{0,20}\n|var [a-z]{1,8} int\n|\n){0,10}",
        comment in "( // [ -~]{0,20})?",
        indent in "[ \t]{0,8}",
        closure in 1..20u32,
        steps in 0..5usize,
    ) {
        let id = |text: &str, function: &str, steps: usize| {
            let file = format!("{BASE}/edited.go");
            let mut sources = sources();
            sources.insert(&file, text);
            let line = text.lines().position(|line| line.contains("mu.Lock()")).expect("it is there") as u32 + 1;
            let at = Location { file, line, column: 1, function: function.into() };
            let mut trace = leak().trace;
            trace.steps.truncate(steps);
            let found = finding(Kind::Deadlock, "stuck", vec![label(at, "here")], trace);
            merged(vec![("A", vec![found])], &sources).findings[0].id.clone()
        };
        let before = id("mu.Lock()", "p.f.func1", 1);
        let edited = format!("{above}{indent}mu.Lock(){comment}\nx := 1\n");
        prop_assert_eq!(&before, &id(&edited, &format!("p.f.func{closure}"), steps));
        prop_assert_ne!(&before, &id("other.mu.Lock()", "p.f.func1", 1));
        prop_assert_ne!(&before, &id("mu.Lock()", "p.g.func1", 1));
    }
}

#[test]
fn a_line_that_one_entry_reaches_is_reachable() {
    let mut unreached = leak();
    unreached.kind = Kind::Reachable;
    unreached.trace = Trace::default();
    let mut elsewhere = unreached.clone();
    elsewhere.labels[0].location.line += 1;
    let both = vec![unreached.clone(), elsewhere];
    let report = merged(vec![("A", both.clone()), ("B", vec![leak(), unreached.clone()])], &sources());
    let kinds: Vec<Kind> = report.findings.iter().map(|finding| finding.kind).collect();
    assert_eq!(kinds, [Kind::Leak, Kind::Reachable]);
    assert_eq!(report.findings[1].labels, unreached.labels);
    assert_eq!(report.findings[1].entries, ["p.A", "p.B"]);
    let report = merged(vec![("A", both), ("B", vec![])], &sources());
    assert_eq!(report.findings, [], "B reaches them, or does not know");
}
