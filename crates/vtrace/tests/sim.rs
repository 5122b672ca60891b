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
    huang_with_a_mistake "huang-broken"
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
    // So that the viewer can go on with it.
    assert_eq!(json["program"]["patterns"].as_array().map(Vec::len), Some(1), "{}", json["program"]);
    assert_eq!((&json["program"]["crash"], &json["program"]["recover"]), (&true.into(), &false.into()));
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

#[test]
fn a_partition_loses_what_crosses_it_until_it_is_over() {
    let output = sim(&["ring", "--partition", "1", "-q", "E<> deadlock", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let steps = json["queries"][0]["run"]["steps"].as_array().expect("there is a run").clone();
    let events: Vec<_> =
        steps.iter().flat_map(|step| step["events"].as_array().into_iter().flatten()).collect();
    let faults: Vec<_> =
        events.iter().filter(|event| event["fault"] == true).map(|event| &event["kind"]).collect();
    assert_eq!(faults.first(), Some(&&"partition".into()), "{faults:?}");
    // Something was sent that nobody got.
    let received = |id: &serde_json::Value| {
        events.iter().any(|event| event["kind"] == "receive" && event["message"]["id"] == *id)
    };
    let lost = |event: &&&serde_json::Value| event["kind"] == "send" && !received(&event["message"]["id"]);
    assert!(events.iter().any(|event| lost(&event)), "{events:?}");
}

/// A program that somebody writes who has read the manual and nothing else, in a module of their own.
fn own_module(main: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("there is room");
    std::fs::write(dir.path().join("main.go"), main).expect("it can be written");
    let status = Command::new("go").args(["mod", "init", "own"]).current_dir(dir.path()).output();
    assert!(status.expect("Go is there").status.success());
    dir
}

fn sim_in(dir: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vtrace"));
    command.arg("sim").args(arguments).current_dir(dir).env("NO_COLOR", "1").output().expect("vtrace runs")
}

/// The manual's first program, in a module of its own, with the package from inside of vtrace: an election that breaks when a node
/// crashes.
#[test]
fn the_first_program_of_the_manual_works_anywhere() {
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/sim.md");
    let manual = std::fs::read_to_string(manual).expect("the manual is there");
    let (_, rest) = manual.split_once("```go\n").expect("it shows a program");
    let (program, _) = rest.split_once("```").expect("which ends");
    assert!(program.lines().count() <= 36, "a ring election is short");
    let dir = own_module(program);
    let written = sim_in(dir.path(), &["--framework", "dialgo"]);
    assert!(written.status.success(), "{}", text(&written.stderr));
    let run = Command::new("go").args(["run", "."]).current_dir(dir.path()).output().expect("Go is there");
    assert!(run.status.success(), "{}", text(&run.stderr));
    let sound = sim_in(dir.path(), &["-q", "A<> terminated"]);
    assert!(text(&sound.stdout).starts_with("holds     A<> terminated"), "{}", text(&sound.stdout));
    let broken = sim_in(dir.path(), &["-q", "A<> terminated", "--crash", "1"]);
    assert_eq!(broken.status.code(), Some(1));
    assert!(text(&broken.stdout).contains("node2  crashes"), "{}", text(&broken.stdout));

    let elsewhere = tempfile::tempdir().expect("there is room");
    let homeless = sim_in(elsewhere.path(), &["--framework", "dialgo"]);
    assert_eq!(homeless.status.code(), Some(2));
    assert!(text(&homeless.stderr).contains("go mod init"), "{}", text(&homeless.stderr));
}

/// The same in plain Go, with closures and a slice of channels, so that starting nodes takes steps of its own.
const PLAIN_RING: &str = r#"package main

import "sync"

const N = 3

func main() {
	links := make([]chan int, N)
	for i := range links {
		links[i] = make(chan int, 4)
	}
	var wg sync.WaitGroup
	for i := 0; i < N; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			node(i, links[i], links[(i+1)%N])
		}()
	}
	wg.Wait()
}

func node(id int, in <-chan int, out chan<- int) {
	leader := -1
	out <- id
	for leader == -1 {
		switch m := <-in; {
		case m >= N:
			leader = m - N
			out <- m
		case m > id:
			out <- m
		case m == id:
			leader = id
			out <- id + N
		}
	}
}
"#;

#[test]
fn nodes_that_were_not_started_yet_answer_nothing() {
    let dir = own_module(PLAIN_RING);
    let answer = |query: &str, options: &[&str]| {
        let mut arguments = vec![".", "--brief", "-q", query];
        arguments.extend(options);
        let output = sim_in(dir.path(), &arguments);
        let answer = text(&output.stdout).split_whitespace().next().unwrap_or_default().to_string();
        assert!(!answer.is_empty(), "{query}: {}", text(&output.stderr));
        answer
    };
    // Before the first node is there, nothing is true of all nodes, and nothing false.
    assert_eq!(answer("A<> forall(i) node[i].leader == 2", &[]), "holds");
    assert_eq!(answer("A<> forall(i) node[i].leader == 2", &["--crash", "1"]), "violated");
    assert_eq!(answer("E<> forall(i) node[i].leader == 1", &[]), "violated");
    assert_eq!(answer("E<> forall(i) node[i].leader == -1", &[]), "holds");
    assert_eq!(answer("A[] forall(i) node[i].leader == -1 || node[i].leader == 2", &[]), "holds");
    assert_eq!(answer("A[] node1.leader == -1 || node1.leader == 2", &[]), "holds");
    assert_eq!(answer("A[] node1.leader == -1", &[]), "violated");
    assert_eq!(answer("A[] !(node1.leader == 2)", &[]), "violated");
    assert_eq!(answer("E<> !(node1.leader == -1)", &[]), "holds");
    assert_eq!(answer("E<> !(node1.leader >= -1)", &[]), "violated");
    assert_eq!(answer("E[] node1.leader == -1", &[]), "violated");
    assert_eq!(answer("E[] node1.leader == -1", &["--crash", "1"]), "holds");
    assert_eq!(answer("E<> exists(i) node[i].leader == 7", &[]), "violated");
    assert_eq!(answer("A<> exists(i) node[i].leader == 2", &[]), "holds");
    assert_eq!(answer("A[] forall(i : int[1, 0]) node[i].leader == 7", &[]), "holds");
}

#[test]
fn a_partition_that_would_do_nothing_is_refused() {
    let dir = own_module(PLAIN_RING);
    let output = sim_in(dir.path(), &[".", "--partition", "1", "-q", "A[] !deadlock"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("--partition needs to know"), "{}", text(&output.stderr));
}
