//! `vtrace sim` on the distributed algorithms of `examples/distributed`: every query that says what it expects gets that answer.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/distributed")
}

fn sim(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vtrace"));
    command.arg("sim").args(arguments).current_dir(examples()).env("NO_COLOR", "1");
    command.output().expect("vtrace runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Asks all files with queries of an example, each with the options that its first lines say.
fn answers_are_as_expected(example: &str) {
    let dir = examples().join(example);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&dir)
        .expect("the example is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "q"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{example} has no queries");
    for file in files {
        let queries = std::fs::read_to_string(&file).expect("it can be read");
        assert!(queries.contains("// expect: "), "{} expects nothing", file.display());
        let options = queries.lines().filter_map(|line| line.strip_prefix("// options: "));
        let path = file.display().to_string();
        let mut arguments = vec![example, "--brief", "--file", &path];
        arguments.extend(options.flat_map(str::split_whitespace));
        let output = sim(&arguments);
        assert!(
            output.status.success(),
            "vtrace sim {}\n{}{}",
            arguments.join(" "),
            text(&output.stdout),
            text(&output.stderr)
        );
    }
}

macro_rules! examples {
    ($($test:ident $example:literal)*) => {
        $(#[test]
        fn $test() {
            answers_are_as_expected($example);
        })*
        /// The examples that are tested above.
        const TESTED: &[&str] = &[$($example),*];
    };
}

examples! {
    huang_with_two_workers "huang-3"
    huang_with_three_workers "huang-4"
    suzuki_kasami "suzukikasami"
    the_lost_request_of_suzuki_kasami "suzukikasami-lost"
    bully "bully"
    bully_blocks_without_buffers "bully-unbuffered"
    ring_election "ring"
    ring_election_with_a_mistake "ring-broken"
    philosophers "philosophers"
    philosophers_with_a_mistake "philosophers-broken"
    alternating_bit "alternatingbit"
    alternating_bit_with_a_mistake "alternatingbit-broken"
    two_phase_commit "twophase"
    two_phase_commit_with_a_mistake "twophase-broken"
    ricart_agrawala "ricartagrawala"
    ricart_agrawala_with_a_mistake "ricartagrawala-broken"
    paxos "paxos"
    paxos_with_a_mistake "paxos-broken"
    raft "raft"
    raft_with_a_mistake "raft-broken"
    snapshot "snapshot"
    snapshot_with_a_mistake "snapshot-broken"
}

#[test]
fn no_example_is_forgotten() {
    for entry in std::fs::read_dir(examples()).expect("there are examples") {
        let entry = entry.expect("it can be read");
        if entry.path().is_dir() {
            let name = entry.file_name().to_string_lossy().into_owned();
            assert!(TESTED.contains(&&*name), "{name} is not tested");
        }
    }
}

/// The program in DiAlGo's style has as many states as an independent explorer found, where it searches the same.
#[test]
fn huang_is_searched_in_steps_of_the_program() {
    let output = sim(&["huang-4", "-q", "E<> worker2.weight == 1024", "--format", "json", "--threads", "1"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let run = &json["queries"][0]["run"];
    assert_eq!(run["steps"].as_array().map(Vec::len), Some(9), "eight steps and the beginning");
    let messages: Vec<String> = run["steps"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|step| step["events"].as_array().into_iter().flatten())
        .filter(|event| event["kind"] == "receive")
        .map(|event| {
            format!("{} {} {}", event["message"]["from"], event["message"]["to"], event["message"]["value"])
        })
        .collect();
    assert_eq!(
        messages,
        [r#""controlAgent0" "worker1" "2048""#, r#""worker1" "worker2" "1024""#],
        "the thesis's run"
    );
    let last = run["steps"].as_array().and_then(|steps| steps.last()).expect("there are steps");
    assert_eq!(last["variables"]["worker2"]["weight"], "1024");
}

#[test]
fn faults_are_events_of_the_run() {
    let output = sim(&["ring", "--crash", "1", "-q", "E<> deadlock && crashed(1)", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let steps = json["queries"][0]["run"]["steps"].as_array().expect("there is a run").clone();
    let events = steps.iter().flat_map(|step| step["events"].as_array().into_iter().flatten());
    let faults: Vec<_> = events.filter(|event| event["fault"] == true).collect();
    assert_eq!(faults.len(), 1);
    assert_eq!((&faults[0]["kind"], &faults[0]["node"]), (&"crash".into(), &"node1".into()));
    assert_eq!(steps.last().map(|step| step["crashed"].to_string()), Some(r#"["node1"]"#.to_string()));
}

#[test]
fn the_number_of_workers_does_not_matter() {
    let ask = |threads: &str| {
        let output =
            sim(&["philosophers-broken", "-q", "A[] !deadlock", "--format", "json", "--threads", threads]);
        let mut json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        json["seconds"] = 0.into();
        json
    };
    assert_eq!(ask("1")["queries"], ask("3")["queries"]);
}

#[test]
fn a_run_can_be_saved_and_shown_again() {
    let dir = tempfile::tempdir().expect("there is room");
    let path = dir.path().join("run").display().to_string();
    let first = sim(&["ring", "--random", "--seed", "7", "--save", &path]);
    let again = sim(&["ring", "--load", &path]);
    assert!(first.status.success() && again.status.success());
    assert_eq!(text(&first.stdout), text(&again.stdout));
    assert!(text(&again.stdout).contains("Exit(0)"), "{}", text(&again.stdout));
    std::fs::write(dir.path().join("run"), "step 2\nnonsense\n").expect("it can be written");
    let broken = sim(&["ring", "--load", &path]);
    assert_eq!(broken.status.code(), Some(2));
    assert!(
        text(&broken.stderr).contains("run:2: `nonsense` is no step of a run"),
        "{}",
        text(&broken.stderr)
    );
}

#[test]
fn steps_can_be_chosen() {
    use std::io::Write;
    let mut command = Command::new(env!("CARGO_BIN_EXE_vtrace"));
    command.args(["sim", "ring", "--step"]).current_dir(examples());
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("vtrace runs");
    let mut input = child.stdin.take().expect("it reads");
    writeln!(input, "0\n0\nb\nq E<> node2.leader == 2\nv\n99\nx").expect("it listens");
    drop(input);
    let output = text(&child.wait_with_output().expect("it ends").stdout);
    assert!(output.contains("node0 sends"), "{output}");
    assert!(output.contains("leader = 2"), "{output}");
    assert!(output.contains("99 is none of the steps"), "{output}");
}

#[test]
fn what_cannot_be_asked_is_explained() {
    let expect = |arguments: &[&str], message: &str| {
        let output = sim(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let stderr = text(&output.stderr);
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
    };
    expect(
        &["ring", "-q", "E<> node1.lieder == 2"],
        "node has no variable or mark lieder; there are before, id, leader",
    );
    expect(&["ring", "-q", "E<> nothing == 2"], "there is no package-level variable nothing");
    expect(&["ring", "-q", "E<> node1.leader =="], "expected a value");
    expect(&["ring", "-q", "node1.leader"], "a query begins with");
    expect(&["ring", "--crash", "x", "-q", "E<> deadlock"], "is not a number of faults");
    expect(&["suzukikasami", "-q", "E<> node1.from == 2"], "several variables of node are called from");
}

#[test]
fn a_search_that_is_cut_short_does_not_claim_anything() {
    let output = sim(&["philosophers", "-q", "A[] !deadlock", "--states", "100"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stdout).contains("unknown   A[] !deadlock"), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("more than 100 states"), "{}", text(&output.stdout));
}
