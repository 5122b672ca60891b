//! `vtrace export` writes what other tools read.

use std::path::Path;
use std::process::Command;

fn export(arguments: &[&str]) -> String {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/distributed");
    let mut command = Command::new(env!("CARGO_BIN_EXE_vtrace"));
    let output = command.arg("export").args(arguments).current_dir(dir).output().expect("vtrace runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it is text")
}

#[test]
fn a_state_graph_has_all_states_and_steps() {
    let aut = export(&["ring", "--to", "aut"]);
    assert!(aut.starts_with("des (0, 74, 45)\n"), "{aut}");
    assert_eq!(aut.lines().count(), 75);
    assert!(aut.contains("node0!"), "{aut}");
    let dot = export(&["ring", "--to", "dot"]);
    assert_eq!(dot.matches(" -> ").count(), 74);
}

#[test]
fn a_run_is_a_sequence_diagram_or_a_log() {
    let query = "E<> node2.leader == 2";
    let mermaid = export(&["ring", "--to", "mermaid", "-q", query]);
    assert!(mermaid.starts_with("sequenceDiagram\n    participant node0\n"), "{mermaid}");
    assert!(mermaid.contains("    node1->>node2: "), "{mermaid}");
    let shiviz = export(&["ring", "--to", "shiviz", "-q", query]);
    assert!(shiviz.contains("node2 {\"node1\":"), "{shiviz}");
}

#[test]
fn a_program_in_the_subset_is_a_model() {
    let promela = export(&["huang-3", "--to", "promela"]);
    assert!(promela.contains("chan int_chanMsg[6] = [1] of { int };"), "{promela}");
    assert!(promela.contains("#ifdef Q1"), "{promela}");
    let uppaal = export(&["huang-3", "--to", "uppaal", "--crash", "1"]);
    assert!(
        uppaal.contains("<formula>E&lt;&gt; ((worker2.weight == 1024) &amp;&amp; moving == 0)</formula>"),
        "{uppaal}"
    );
    assert!(uppaal.contains("<name>Crasher</name>"), "{uppaal}");
}

#[test]
fn channels_without_buffers_and_crashes_are_in_models() {
    let promela = export(&["suzukikasami", "--to", "promela", "--crash", "1"]);
    assert!(promela.contains("chan int_chanReply[6] = [0] of"), "{promela}");
    assert!(promela.contains("proctype node(int pid_) provided (!ended && !crashed[_pid]"), "{promela}");
    assert!(promela.contains("run crasher();"), "{promela}");
    let uppaal = export(&["huang-3", "--to", "uppaal", "--markers"]);
    for part in [
        "<name>Worker</name>",
        "worker1 = Worker(1);",
        ">For1<",
        ">Send1<",
        ">Marker1<",
        "chosen : int[0, 1]",
    ] {
        assert!(uppaal.contains(part), "{part}: {uppaal}");
    }
    assert_eq!(uppaal.matches("<template>").count(), 2, "one for each function");
}

#[test]
fn what_models_do_not_have_is_refused() {
    for (options, message) in [
        (["--lossy", "1"], "models have only --crash and --recover"),
        (["--time", "virtual"], "neither time nor fairness"),
        (["--fairness", "weak"], "neither time nor fairness"),
    ] {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/distributed");
        let mut command = Command::new(env!("CARGO_BIN_EXE_vtrace"));
        command.args(["export", "huang-3", "--to", "promela"]).args(options);
        let output = command.current_dir(dir).output().expect("vtrace runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{options:?}: {stderr}");
        assert!(stderr.contains(message), "{options:?}: {stderr}");
    }
}

#[test]
fn any_program_has_a_control_flow() {
    let uppaal = export(&["ring", "--to", "uppaal", "--abstract"]);
    for part in
        ["<name>Main</name>", "A[] not panicked", "A[] not bounded", "there are never more goroutines"]
    {
        assert!(uppaal.contains(part), "{part}: {uppaal}");
    }
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/distributed");
    let mut command = Command::new(env!("CARGO_BIN_EXE_vtrace"));
    let output = command.args(["export", "ring", "--to", "promela", "--abstract"]).current_dir(dir).output();
    let output = output.expect("vtrace runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--abstract makes models for UPPAAL"));
}
