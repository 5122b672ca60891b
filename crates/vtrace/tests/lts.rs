//! `vtrace lts` as its users run it: the real binary, in a directory of small systems.
//!
//! Each case's exit code and output are kept in `lts/expected`; `UPDATE_EXPECT=1 cargo test -p vtrace --test lts` writes
//! them anew.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lts")
}

fn vtrace(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vtrace"));
    command.current_dir(directory().join("systems")).arg("lts").args(args);
    command
}

fn run(args: &[&str]) -> Output {
    vtrace(args).output().expect("the binary runs")
}

fn text(output: &Output) -> String {
    let code = output.status.code().map_or("killed".into(), |code| code.to_string());
    let out = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    let mut text = format!("exit {code}\n");
    for (name, content) in [("stdout", out), ("stderr", err)] {
        if !content.is_empty() {
            text += &format!("--- {name}\n{content}");
        }
    }
    text
}

/// Compares what happened with what is kept.
fn expect(name: &str, args: &[&str]) {
    let got = format!("$ vtrace lts {}\n{}", args.join(" "), text(&run(args)));
    let path = directory().join("expected").join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &got).expect("the expectation can be written");
        return;
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(got, wanted, "{name}: rerun with UPDATE_EXPECT=1 if this is intended");
}

#[test]
fn all_tau_pairs() {
    expect("equiv_all", &["equiv", "ladder.aut"]);
    expect("equiv_all_json", &["equiv", "ladder.aut", "--format", "json"]);
    expect("equiv_all_k1", &["equiv", "ladder.aut", "-k", "1"]);
}

#[test]
fn two_states() {
    expect("equiv_pair_1", &["equiv", "ladder.aut", "1", "2"]);
    expect("equiv_pair_3", &["equiv", "ladder.aut", "9", "10"]);
    expect("equiv_pair_json", &["equiv", "ladder.aut", "9", "10", "--format", "json"]);
    expect("equiv_pair_within_k", &["equiv", "ladder.aut", "9", "10", "-k", "2"]);
    expect("equiv_pair_same", &["equiv", "tea.aut", "3", "4"]);
    expect("equiv_pair_divergence", &["equiv", "lost.aut", "2", "3", "--divergence"]);
}

#[test]
fn comparisons() {
    expect("compare_equal", &["compare", "tea.aut", "choice.aut", "-e", "trace"]);
    expect("compare_strong", &["compare", "tea.aut", "choice.aut", "-e", "strong"]);
    expect("compare_branching", &["compare", "tea.aut", "choice.aut"]);
    expect("compare_weak", &["compare", "tea.aut", "choice.aut", "-e", "weak"]);
    expect("compare_failures", &["compare", "tea.aut", "choice.aut", "-e", "failures"]);
    expect("compare_completed", &["compare", "lost.aut", "choice.aut", "-e", "completed-trace"]);
    expect("compare_dp", &["compare", "lost.aut", "-e", "dp-branching", "--states", "2", "3"]);
    expect("compare_preorder", &["compare", "tea.aut", "choice.aut", "-e", "simulation", "--preorder"]);
    expect("compare_preorder_not", &["compare", "choice.aut", "tea.aut", "-e", "simulation", "--preorder"]);
    expect("compare_json", &["compare", "tea.aut", "choice.aut", "-e", "strong", "--format", "json"]);
    expect("compare_k", &["compare", "tea.aut", "choice.aut", "-e", "k-trace:2"]);
}

#[test]
fn linearizability() {
    expect("linearizable_not", &["linearizable", "stale.aut", "register.aut", "--sequential"]);
    expect(
        "linearizable_json",
        &["linearizable", "stale.aut", "register.aut", "--sequential", "--format", "json"],
    );
    expect("linearizable_self", &["linearizable", "stale.aut", "stale.aut"]);
    expect("linearizable_no_calls", &["linearizable", "tea.aut", "choice.aut"]);
}

#[test]
fn companions() {
    expect("assess", &["assess", "stale.aut", "--labels"]);
    expect("assess_json", &["assess", "stale.aut", "--format", "json"]);
    expect("circles", &["circles", "lost.aut", "--list"]);
    expect("circles_none", &["circles", "tea.aut"]);
    expect("hide", &["hide", "object.aut"]);
    expect("hide_regex", &["hide", "object.aut", "--matching", "^(read|cas)$"]);
    expect("extract_between", &["extract", "ladder.aut", "--between", "9", "4"]);
    expect("extract_dot", &["extract", "ladder.aut", "--around", "4", "--radius", "1", "--to", "dot"]);
    expect("minimise", &["minimise", "tea.aut", "-e", "trace"]);
    expect("convert_json", &["convert", "choice.aut", "--to", "json"]);
    let classes = ["--classes", "object.classes", "--original", "object.aut"];
    expect("restore", &[&["restore", "object_quotient.aut"][..], &classes[..]].concat());
}

#[test]
fn veritrace_scripts_go_on_working() {
    expect("compat_e", &["compat", "-e", "ladder.aut"]);
    expect("compat_equiv_pair", &["compat", "-equiv", "ladder.aut", "9", "10"]);
    expect("compat_a", &["compat", "-a", "stale.aut"]);
    expect("compat_c", &["compat", "-c", "lost.aut"]);
    expect("compat_h", &["compat", "-h", "object.aut"]);
    expect("compat_r", &["compat", "-r", "object_quotient.aut", "object.classes", "object.aut"]);
    expect("compat_wrong", &["compat", "-z", "object.aut"]);
}

#[test]
fn bad_input_is_an_error_with_a_place() {
    expect("error_syntax", &["assess", "broken.aut"]);
    expect("error_missing", &["assess", "nowhere.aut"]);
    expect("error_state", &["equiv", "tea.aut", "0", "99"]);
    expect("error_one_state", &["equiv", "tea.aut", "0"]);
    expect("error_classes", &["restore", "tea.aut", "--classes", "tea.aut", "--original", "tea.aut"]);
    expect("error_no_path", &["extract", "ladder.aut", "--between", "0", "4"]);
    expect("error_preorder", &["compare", "tea.aut", "choice.aut", "-e", "branching", "--preorder"]);
    expect("error_regex", &["hide", "tea.aut", "--keep", "("]);
    expect("warning_counts", &["assess", "wrong_counts.aut"]);
}

#[test]
fn files_are_written_whole_and_read_back() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (object, quotient, classes) = (path("o.aut.zst"), path("q.aut.gz"), path("o.classes"));
    let ok = |args: &[&str]| {
        let output = run(args);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    ok(&["generate", "treiber-stack", "-n", "2", "-m", "2", "--detailed", "-o", &object]);
    let hidden = path("h.aut");
    ok(&["hide", &object, "-o", &hidden]);
    let said = ok(&["minimise", &hidden, "-o", &quotient, "--classes", &classes]);
    assert_eq!(said, "1513 states, 2814 transitions -> 247 states, 564 transitions (branching)\n");
    let restored = ok(&["restore", &quotient, "--classes", &classes, "--original", &object]);
    // Treiber's linearization points.
    assert!(
        restored.contains("CAS_PUSH !1")
            && restored.contains("CAS_POP !2")
            && restored.contains("READ_TOP !1")
    );
    assert!(!restored.contains("READ_NEXT") && !restored.contains("NEW"));
    let spec = path("s.json");
    ok(&["generate", "atomic-stack", "-n", "2", "-m", "2", "-o", &spec]);
    ok(&["linearizable", &object, &spec]);
    ok(&["compare", &hidden, &spec]);

    let refused = run(&["minimise", &hidden, "-o", &path("no/such/directory/q.aut")]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        std::fs::read_dir(directory.path())
            .unwrap()
            .all(|f| { !f.unwrap().file_name().to_string_lossy().starts_with('.') })
    );
}

#[test]
fn a_pipe_is_as_good_as_a_file() {
    let mut child = vtrace(&["minimise", "-", "-e", "strong"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"des (0,2,3)\n(0,a,1)\n(0,a,2)\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "des (0, 1, 2)\n(0, \"a\", 1)\n");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child =
        vtrace(&["generate", "ms-queue"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}
