//! The findings on the programs of `tests/ui`: all that a run can show are confirmed on the real program, wrong plans never are,
//! and neither is the fixed twin of a program under the schedule of the buggy one.
//!
//! Some programs are taken, so that it does not take long; with `VTRACE_REPLAY_ALL=1` all of them. `VTRACE_REPLAY=NAME` takes
//! those whose path has the name in it.

#[path = "common/corpus.rs"]
#[allow(missing_docs)]
mod corpus;

use std::fs;
use std::path::{Path, PathBuf};

use corpus::{Subject, subjects};
use vtrace_load::Loader;
use vtrace_machine::{Choice, DEFAULT};
use vtrace_replay::verdict::judge;
use vtrace_replay::{Expectation, Outcome, Plan, Session};

/// The programs to take, if not all: one for each kind of gate.
const SOME: [&str; 11] = [
    "assert/reads_what_others_write.go",
    "channel/",
    "livelock/back_off_in_step.go",
    "livelock/too_polite.go",
    "mutex/lock_order",
    "race/atomic_beside_plain.go",
    "race/lazy_value.go",
    "race/used_after_put.go",
    "testing/log_after_end",
    "timer/stopped_ticker.go",
    "waitgroup/add_inside.go",
];

/// How many programs to take of those that one name matches.
const EACH: usize = 2;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui").canonicalize().unwrap()
}

/// The programs that have a fixed twin, or findings written in them.
fn programs() -> Vec<PathBuf> {
    let mut all = Vec::new();
    for family in
        fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir())
    {
        for program in fs::read_dir(&family).unwrap().map(|entry| entry.unwrap().path()) {
            let name = program.file_stem().unwrap().to_string_lossy().into_owned();
            // Those in `unknown` have functions that nobody calls, and nothing to run by itself.
            let entries = !family.ends_with("scaling") && !family.ends_with("unknown");
            if !name.ends_with("_fixed") && entries {
                all.push(program);
            }
        }
    }
    all.sort();
    if let Ok(wanted) = std::env::var("VTRACE_REPLAY") {
        all.retain(|path| path.to_string_lossy().contains(&wanted));
    } else if std::env::var_os("VTRACE_REPLAY_ALL").is_none() {
        let matching = |name: &str| {
            let named: Vec<PathBuf> =
                all.iter().filter(|path| path.to_string_lossy().contains(name)).cloned().collect();
            named.into_iter().take(EACH).collect::<Vec<_>>()
        };
        all = SOME.iter().flat_map(|name| matching(name)).collect();
    }
    all
}

/// Calls `f` for every finding that a run can show, with its plan and the built program.
fn each(mut f: impl FnMut(&str, &Path, &Subject, &[Choice], &Plan, &Expectation, &Session)) {
    let loader = Loader::new();
    for program in programs() {
        let name = program.strip_prefix(root()).unwrap().display().to_string();
        for subject in subjects(&loader, &program, true).unwrap_or_else(|error| panic!("{name}: {error}")) {
            for finding in &subject.findings {
                let at = finding.place().map_or(0, |place| place.line);
                let name = format!("{name}:{at} {} {}", subject.entry, finding.kind.name());
                let planned = vtrace_replay::finding::plan(&subject.machine, finding);
                let Some((plan, expected)) = planned.unwrap_or_else(|error| panic!("{name}: {error}")) else {
                    assert_eq!(finding.kind.name(), "reachable", "{name} has no plan");
                    continue;
                };
                let session = Session::new(&loader, subject.target(&plan, &expected));
                let session = session.unwrap_or_else(|error| panic!("{name}: {error}"));
                let choices: Vec<Choice> =
                    finding.trace.schedule.iter().map(|choice| choice.parse().unwrap()).collect();
                f(&name, &program, &subject, &choices, &plan, &expected, &session);
            }
        }
    }
}

#[test]
fn every_finding_is_confirmed() {
    each(|name, _, _, _, plan, expected, session| {
        let outcome = session.replay(plan, expected);
        assert!(matches!(outcome, Outcome::Confirmed { .. }), "{name}: {outcome:#?}");
    });
}

#[test]
fn no_fixed_twin_is_confirmed_under_the_schedule_of_the_buggy_one() {
    let loader = Loader::new();
    each(|name, program, subject, _, plan, expected, _| {
        let stem = program.file_stem().unwrap().to_string_lossy().into_owned();
        let extension = program.extension().map_or(String::new(), |e| format!(".{}", e.to_string_lossy()));
        let twin = program.with_file_name(format!("{stem}_fixed{extension}"));
        if !twin.exists() {
            return;
        }
        let twins = subjects(&loader, &twin, false).unwrap_or_else(|error| panic!("{name}: {error}"));
        for twin in twins.iter().filter(|twin| twin.entry == subject.entry) {
            let session = Session::new(&loader, twin.target(plan, expected));
            let session = session.unwrap_or_else(|error| panic!("{name}: {error}"));
            let run = session.run(plan).unwrap();
            let outcome = judge(plan, expected, &run);
            assert!(matches!(outcome, Outcome::Refuted { .. }), "{name}: {outcome:#?}");
        }
    });
}

/// Two neighbouring steps of different goroutines are swapped. If the machine can take them so too, the real program follows. If it
/// cannot, the real program cannot either, and one of the two steps is named, or, if both are plain accesses to memory, the step where
/// that shows. But if the plan says nothing of one of them, such as how
/// package testing's stand-in waits within itself, then the order of what the real program does is the same as before: such a trace is
/// refused by the machine alone.
#[test]
fn swapped_steps_are_refuted_if_they_depend_on_each_other() {
    each(|name, _, subject, choices, plan, expected, session| {
        for index in 0..choices.len().saturating_sub(1) {
            let mut swapped = choices.to_vec();
            swapped.swap(index, index + 1);
            let number = |at: usize| plan.steps.iter().position(|step| step.choice == at);
            let (Some(first), Some(second)) = (number(index), number(index + 1)) else { continue };
            if are_of_one(&choices[index], &choices[index + 1]) {
                continue;
            }
            let Err(error) = Plan::new(&subject.machine, &swapped) else { continue };
            assert!(error.index >= index, "{name}, {index}: {error}");
            let wrong = plan.swapped(first + 1);
            match judge(plan, expected, &session.run(&wrong).unwrap()) {
                Outcome::Refuted { step, .. } => {
                    // Plain memory need not have gates. Then what was read wrongly leads elsewhere at some later gate.
                    let gates = (first..plan.steps.len()).filter(|&number| is_gated(plan, number + 1));
                    let next =
                        gates.into_iter().next().map_or(plan.choices, |number| plan.steps[number].choice);
                    let plain = !is_gated(plan, first + 1) && !is_gated(plan, second + 1);
                    let named = step == index || step == index + 1 || plain && step >= next;
                    assert!(named, "{name}, {index}: step {step} is named, and not {next}; {error}");
                }
                outcome => {
                    let hidden = !is_told(plan, first + 1) || !is_told(plan, second + 1);
                    let same = hidden && matches!(outcome, Outcome::Confirmed { .. });
                    assert!(same, "{name}, steps {index} and {}: {outcome:#?}\n{}", index + 1, wrong.text());
                }
            }
        }
    });
}

/// Whether a step has an operation that must come to a gate.
fn is_gated(plan: &Plan, number: usize) -> bool {
    has(plan, number, |fields| !fields[4].contains('o'))
}

/// Whether a step has an operation at all, or fires a timer.
fn is_told(plan: &Plan, number: usize) -> bool {
    let text = plan.text();
    let mut steps = text.lines().filter(|line| matches!(line.split('\t').next(), Some("s" | "f")));
    has(plan, number, |_| true) || steps.nth(number - 1).is_some_and(|line| line.starts_with('f'))
}

fn has(plan: &Plan, number: usize, wanted: impl Fn(&[&str]) -> bool) -> bool {
    plan.text().lines().any(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        fields[0] == "e" && fields[1] == number.to_string() && wanted(&fields)
    })
}

/// Whether two choices are of the same goroutine.
fn are_of_one(one: &Choice, other: &Choice) -> bool {
    let who = |choice: &Choice| match *choice {
        Choice::Step { goroutine } | Choice::Case { goroutine, .. } | Choice::Pick { goroutine, .. } => {
            vec![goroutine]
        }
        Choice::Meet { sender, receiver, .. } => vec![sender, receiver],
        Choice::Fire { .. } => Vec::new(),
    };
    who(one).iter().any(|goroutine| who(other).contains(goroutine))
}

/// A select takes a case that it cannot take then.
#[test]
fn an_impossible_case_is_refuted() {
    each(|name, _, subject, choices, plan, expected, session| {
        for (index, choice) in choices.iter().enumerate() {
            let Choice::Case { goroutine, case } = *choice else { continue };
            let impossible = Choice::Case { goroutine, case: if case == DEFAULT { 0 } else { DEFAULT } };
            let mut wrong = choices[..index].to_vec();
            wrong.push(impossible);
            if Plan::new(&subject.machine, &wrong).is_ok() {
                continue;
            }
            let Some(number) = plan.steps.iter().position(|step| step.choice == index) else { continue };
            let (from, to) =
                (format!("e\t{}\tselect\t", number + 1), if case == DEFAULT { "r0" } else { "d" });
            let wrong = plan.rewritten(|line| {
                match line.strip_prefix(&from).and_then(|rest| rest.split_once('\t')) {
                    Some((_, rest)) => format!("{from}{to}\t{rest}"),
                    None => line.to_string(),
                }
            });
            let outcome = judge(plan, expected, &session.run(&wrong).unwrap());
            let Outcome::Refuted { step, .. } = outcome else { panic!("{name}, step {index}: {outcome:#?}") };
            assert_eq!(step, index, "{name}");
        }
    });
}

/// Two goroutines that do different things change their names.
#[test]
fn the_wrong_goroutine_is_refuted() {
    each(|name, _, _, _, plan, expected, session| {
        let text = plan.text();
        let mut lanes: Vec<(&str, Vec<&str>)> = Vec::new();
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("g\t") {
                lanes.push((name, Vec::new()));
            } else if let (Some(lane), true) = (lanes.last_mut(), line.starts_with("e\t")) {
                let fields: Vec<&str> = line.split('\t').collect();
                // What is optional may be passed over by anyone.
                if !fields[4].contains('o') {
                    lane.1.push(line.split_once('\t').and_then(|(_, rest)| rest.split_once('\t')).unwrap().1);
                }
            }
        }
        // Those who are started by the same goroutine, so that both are there; but not by the same statement, or one may do as well as the other.
        let parent = |name: &str| name.rsplit_once(['.', '~']).map(|(parent, _)| parent.to_string());
        let started = |name: &str| {
            let (parent, number) = name.rsplit_once('.')?;
            let (_, lines) = lanes.iter().find(|lane| lane.0 == parent)?;
            let starts = lines.iter().filter(|line| line.starts_with("go\t"));
            let place = starts.into_iter().nth(number.parse::<usize>().ok()? - 1)?.splitn(4, '\t').last()?;
            Some(place.to_string()).filter(|place| !place.starts_with('0'))
        };
        let first = |lane: &(&str, Vec<&str>)| lane.1.first().map(ToString::to_string);
        let pair = lanes.iter().enumerate().skip(1).find_map(|(i, one)| {
            let other = lanes[i + 1..].iter().find(|other| {
                parent(one.0) == parent(other.0)
                    && started(one.0).is_some()
                    && started(other.0).is_some()
                    && started(one.0) != started(other.0)
                    && first(one).is_some()
                    && first(other).is_some()
                    && first(one) != first(other)
            })?;
            Some((one.0, other.0))
        });
        let Some((one, other)) = pair else { return };
        let wrong = plan.rewritten(|line| match line.strip_prefix("g\t") {
            Some(name) if name == one => format!("g\t{other}"),
            Some(name) if name == other => format!("g\t{one}"),
            _ => line.to_string(),
        });
        let outcome = judge(plan, expected, &session.run(&wrong).unwrap());
        let Outcome::Refuted { why, .. } = &outcome else { panic!("{name}: {outcome:#?}") };
        assert!(why.contains(one) || why.contains(other), "{name}: {why}");
    });
}
