//! All states of small programs: what can happen in them, and exactly how many states there are. A change of a count is
//! a change of the semantics, or of what the canonical form leaves out, and needs a reason.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::path::Path;
use std::sync::{Arc, LazyLock};

use vtrace_machine::{Claim, End, Machine, Options, Output, Program, State, TimeMode};

/// One load for all main functions.
static MAINS: LazyLock<Arc<Program>> = LazyLock::new(|| load(None));

fn load(entry: Option<&str>) -> Arc<Program> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut request = vtrace_load::Request::new(dir, "./...");
    request.entries.extend(entry.map(str::to_string));
    let loaded = vtrace_load::Loader::new().load(&request).unwrap_or_else(|error| panic!("{error}"));
    Arc::new(Program::new(loaded.image).expect("the programs' types are small"))
}

fn main_of(package: &str, time: TimeMode) -> Machine {
    let package = format!("programs/{package}");
    let entries = &MAINS.image.entries;
    let index = entries.iter().position(|e| e.package == package && e.name == "main");
    let index = index.unwrap_or_else(|| panic!("no main in {package}, only {entries:?}"));
    Machine::new(MAINS.clone(), index, Options { time, ..Options::default() })
}

/// What is known after exploring everything.
#[derive(PartialEq, Eq, Debug)]
struct Explored {
    states: usize,
    endings: BTreeSet<String>,
}

fn explore(machine: &Machine) -> Explored {
    let mut output = Output::default();
    let mut cx = machine.context(&mut output);
    let initial = machine.initial(&mut cx);
    let mut seen = HashSet::from([machine.fingerprint(&initial)]);
    let mut queue = VecDeque::from([initial]);
    let mut endings = BTreeSet::new();
    while let Some(state) = queue.pop_front() {
        let choices = machine.choices(&state);
        if choices.is_empty() {
            endings.insert(ending(&state));
        }
        for choice in choices {
            let mut next = state.clone();
            assert!(cx.apply(&mut next, &choice), "{choice:?} was possible");
            assert_eq!(
                machine.fingerprint(&next),
                machine.fingerprint(&machine.collected(&next)),
                "collecting garbage changes nothing that matters"
            );
            if seen.insert(machine.fingerprint(&next)) {
                queue.push_back(next);
            }
            assert!(seen.len() < 100_000, "too many states");
        }
    }
    Explored { states: seen.len(), endings }
}

fn ending(state: &State) -> String {
    match state.end() {
        Some(End::Exit(code)) => format!("exit {code}"),
        Some(End::Panic { text, .. }) => format!("panic: {text}"),
        Some(End::Fatal { text, .. }) => format!("fatal: {text}"),
        Some(End::Unsupported { text, .. }) => format!("unsupported: {text}"),
        None => "deadlock".to_string(),
    }
}

#[track_caller]
fn check(machine: &Machine, states: usize, endings: &[&str]) {
    let expected = Explored { states, endings: endings.iter().map(|s| s.to_string()).collect() };
    assert_eq!(explore(machine), expected);
}

#[track_caller]
fn check_main(package: &str, states: usize, endings: &[&str]) {
    check(&main_of(package, TimeMode::Any), states, endings);
}

#[test]
fn an_unsynchronised_increment_may_be_lost() {
    check_main("lostupdate", 28, &["exit 1", "exit 2"]);
}

#[test]
fn a_mutex_keeps_all_increments() {
    check_main("locked", 29, &["exit 2"]);
}

#[test]
fn either_sender_may_come_first() {
    check_main("pairing", 3, &["exit 1", "exit 2"]);
}

#[test]
fn locks_in_opposite_orders_may_deadlock() {
    check_main("abba", 20, &["deadlock", "exit 0"]);
}

#[test]
fn a_waiting_writer_keeps_readers_out() {
    check_main("writerfirst", 17, &["deadlock", "exit 0"]);
}

#[test]
fn a_default_is_possible_unless_the_channel_itself_is_ready() {
    check_main("selects", 3, &["exit 5", "exit 6"]);
}

#[test]
fn timers_fire_at_any_moment_or_in_order() {
    check(&main_of("timeout", TimeMode::Any), 26, &["exit 1", "exit 2"]);
    check(&main_of("timeout", TimeMode::Virtual), 6, &["exit 1"]);
}

#[test]
fn the_order_of_a_map_is_a_choice() {
    check_main("maporder", 4, &["exit 1", "exit 2", "exit 3"]);
}

#[test]
fn a_signal_without_a_waiter_is_lost() {
    check_main("missedsignal", 22, &["deadlock", "exit 0"]);
}

#[test]
fn an_unknown_parameter_is_bound_where_it_matters() {
    let machine = Machine::new(load(Some("programs/unknown.Classify")), 0, Options::default());
    check(&machine, 9, &["exit 0", "exit 1", "exit 2"]);
}

/// The marks that any run comes to, by their lines; and that no choice leads from a state with a mark to one that still has it.
fn marks(machine: &Machine) -> BTreeSet<u32> {
    let mut output = Output { enabled: true, ..Output::default() };
    let mut cx = machine.context(&mut output);
    let mut state = machine.initial(&mut cx);
    let mut lines = BTreeSet::new();
    let mut before: Vec<u32> = Vec::new();
    loop {
        assert!(
            !state.marks().iter().any(|mark| before.contains(mark)),
            "a mark is there for one state only"
        );
        before = state.marks().to_vec();
        lines.extend(before.iter().map(|&mark| machine.program.marks()[mark as usize].position.line));
        let Some(choice) = machine.choices(&state).first().copied() else { break };
        cx.apply_possible(&mut state, &choice);
    }
    let printed: Vec<u8> = output.take().into_iter().flat_map(|(_, bytes)| bytes).collect();
    assert_eq!(printed, b"2\n", "marks are not printed");
    lines
}

#[test]
fn a_search_sees_marks_and_a_run_does_not() {
    let mut machine = main_of("marked", TimeMode::Any);
    let claims: Vec<(Claim, u32)> =
        machine.program.marks().iter().map(|mark| (mark.claim.clone(), mark.position.line)).collect();
    for expected in [
        (Claim::Assertion("n == 2".to_string()), 10),
        (Claim::Assertion("n == 1".to_string()), 11),
        (Claim::Reachable, 13),
        (Claim::Unreachable, 18),
    ] {
        assert!(claims.contains(&expected), "{expected:?} is missing in {claims:?}");
    }
    assert_eq!(marks(&machine), BTreeSet::new());
    machine.options.search = true;
    assert_eq!(marks(&machine), BTreeSet::from([10, 13]));
}
