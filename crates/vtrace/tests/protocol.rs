//! `vtrace protocol`, as a user runs it: the real binary, in a real folder.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn examples() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/protocols")
}

fn vtrace(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_vtrace"))
        .arg("protocol")
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the binary runs");
    (status.code().unwrap_or(-1), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn with_file(name: &str, text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), text).unwrap();
    folder
}

#[test]
fn the_transition_system_is_shown_and_exported() {
    let (code, text, _) = vtrace(&examples(), &["lts", "chess.dcj"]);
    assert_eq!(code, 0);
    assert_eq!(
        text,
        "5 states, 5 transitions
    0
        !(Move,white,black)  → 1
    1
        ?(white,black)       → 2
    2
        !(Move,black,white)  → 3
    3
        ?(black,white)       → 4
    4
        !(Move,white,black)  → 1
"
    );
    let (_, text, _) = vtrace(&examples(), &["lts", "chess.dcj", "--minimise", "--format", "aut"]);
    assert_eq!(
        text,
        "des (0, 4, 4)
(0, \"!(Move,white,black)\", 1)
(1, \"?(white,black)\", 2)
(2, \"!(Move,black,white)\", 3)
(3, \"?(black,white)\", 0)
"
    );
    let (_, text, _) = vtrace(&examples(), &["lts", "cg.dcj", "-p", "n=2", "--format", "dot"]);
    assert!(text.starts_with("digraph") && text.contains("doublecircle"), "{text}");
    let (_, text, _) = vtrace(&examples(), &["lts", "star.dcj", "-p", "n=4", "--format", "mermaid"]);
    assert!(text.starts_with("stateDiagram-v2"), "{text}");
    let (_, text, _) = vtrace(&examples(), &["lts", "star.dcj", "-p", "n=4", "--format", "json"]);
    assert!(text.contains("\"states\": 11"), "{text}");
    let (_, text, _) = vtrace(&examples(), &["show", "star.dcj", "-p", "n=3"]);
    assert!(
        text.starts_with(
            "sessions: star [n]\nroles:    worker[0], worker[1], worker[2]\nmessages: Boolean\n"
        ),
        "{text}"
    );
}

#[test]
fn an_exported_file_is_written_whole_or_not_at_all() {
    let folder = with_file("bad.dcj", "(defsession :s [] (--> T :a :b)");
    let (code, _, error) = vtrace(folder.path(), &["lts", "bad.dcj", "-o", "out.aut", "--format", "aut"]);
    assert_eq!(code, 2);
    assert_eq!(
        error,
        "error: bad.dcj:1:1: this is never closed\n  |\n1 | (defsession :s [] (--> T :a :b)\n  | ^\n"
    );
    assert!(!folder.path().join("out.aut").exists());
    std::fs::write(folder.path().join("good.dcj"), "(defsession :s [] (--> T :a :b))").unwrap();
    let (code, _, _) = vtrace(folder.path(), &["lts", "good.dcj", "-o", "out.aut", "--format", "aut"]);
    assert_eq!(code, 0);
    assert_eq!(
        std::fs::read_to_string(folder.path().join("out.aut")).unwrap(),
        "des (0, 1, 2)\n(0, \"(T,a,b)\", 1)\n"
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3, "nothing else is left behind");
}

#[test]
fn a_counterexample_is_drawn() {
    let (code, text, error) =
        vtrace(&examples(), &["check", "chess.dcj", "-f", "! \"white SEND Move\" U \"black SEND Move\""]);
    assert_eq!(code, 1);
    assert_eq!(
        text,
        "violated: !\"white SEND Move\" U \"black SEND Move\"
       white     black
   1      │───Move─▶│
    … whatever follows
  5 states, 7 in the product with an automaton of 2 states and 0 marks
"
    );
    assert!(error.contains("Owl would have read"), "{error}");
    let (code, text, _) =
        vtrace(&examples(), &["check", "chess.dcj", "-f", "G F \"white SEND *\"", "--format", "json"]);
    assert_eq!(code, 0);
    assert!(text.contains("\"holds\": true"), "{text}");
}

#[test]
fn bad_input_has_exit_code_2_and_a_place() {
    for (arguments, message) in [
        (
            &["check", "chess.dcj", "-f", "G (\"white SEND Move\""][..],
            "1:3: this parenthesis is never closed",
        ),
        (&["check", "chess.dcj", "-f", "G \"white SNED Move\""], "needs SEND, RECV or CLOSE"),
        (&["lts", "star.dcj"], "there is star [n]. Give a value as `-p name=value`"),
        (&["lts", "star.dcj", "-p", "n"], "write name=value"),
        (&["lts", "nowhere.dcj"], "cannot read nowhere.dcj"),
        (&["lts", "full-mesh.dcj", "-p", "n=20", "--max-states", "50"], "more than 50 states"),
        (&["lts", "chess.dcj", "--session", "go"], "no session is called `go`; there is chess []"),
        (&["test", "nowhere.toml"], "cannot read nowhere.toml"),
    ] {
        let (code, _, error) = vtrace(&examples(), arguments);
        assert!(code == 2 && error.contains(message), "{arguments:?}: {code} {error}");
    }
}

#[test]
fn tests_are_run_and_reported_like_cargo_reports_them() {
    let (code, text, _) = vtrace(&examples(), &["test", "chess.dcj"]);
    assert_eq!(code, 0);
    assert!(text.contains("\nrunning 10 tests of chess.toml\ntest black cannot begin ... ok\n"), "{text}");
    assert!(text.contains("test result: ok. 10 passed; 0 failed; finished in"), "{text}");
    let folder = with_file("chess.dcj", &std::fs::read_to_string(examples().join("chess.dcj")).unwrap());
    std::fs::create_dir(folder.path().join("chess")).unwrap();
    std::fs::write(folder.path().join("chess/a.owl"), "\"white SEND Move\"").unwrap();
    std::fs::write(folder.path().join("chess/b.owl"), "// expected: violated\nG\n!\"black SEND *\"").unwrap();
    std::fs::write(folder.path().join("chess/c.owl"), "G !\"black SEND *\"").unwrap();
    let (code, text, _) = vtrace(folder.path(), &["test", "chess.dcj"]);
    assert_eq!(code, 1);
    assert!(text.contains("test a ... ok\ntest b ... ok\ntest c ... FAILED\n"), "{text}");
    assert!(
        text.contains(
            "---- chess c ----\n  G !\"black SEND *\"\n       white     black\n   1      │───Move─▶│\n"
        ),
        "{text}"
    );
    let (code, text, _) = vtrace(folder.path(), &["test", "chess.dcj", "--format", "json"]);
    assert!(code == 1 && text.contains("\"failed\": 1"), "{text}");
}

#[test]
fn all_examples_pass_on_the_specification_and_on_the_liberal_modules() {
    for on in ["specification", "liberal"] {
        let (code, text, error) = vtrace(&examples(), &["test", ".", "--on", on]);
        assert_eq!(code, 0, "{text}{error}");
    }
}

#[test]
fn all_examples_pass_on_the_generated_code_itself() {
    for on in ["go", "rust"] {
        let (code, text, error) = vtrace(&examples(), &["test", ".", "--on", on]);
        assert_eq!(code, 0, "{text}{error}");
        assert!(text.contains("28 generated modules with "), "{text}");
    }
}

#[test]
fn a_property_of_generated_code_that_fails_has_a_counterexample() {
    let folder = with_file(
        "meet.dcj",
        "(defsession :meet [] (* (--> Int :client :server) (alt (-->> String :server :logger) (--> Boolean :server :client))))",
    );
    let tests = "[[test]]\nname = 'an answer'\nformula = 'G (\"client SEND Int\" => X \"server SEND *\")'
[[test]]\nname = 'it ends'\nformula = 'F terminated'\nexpected = 'violated'
[[test]]\nname = 'nothing is logged'\nformula = 'G !\"logger RECV String\"'\n";
    std::fs::write(folder.path().join("meet.toml"), tests).unwrap();
    for on in ["go", "rust"] {
        let (code, text, error) = vtrace(folder.path(), &["test", "meet.dcj", "--on", on]);
        assert_eq!(code, 1, "{text}{error}");
        for line in [
            "test an answer (strict) ... ok",
            "test it ends (strict) ... ok",
            "test it ends (liberal) ... ok",
            "test nothing is logged (strict) ... FAILED",
            "test nothing is logged (liberal) ... FAILED",
            "---- meet.toml nothing is logged (liberal) ----",
        ] {
            assert!(text.contains(line), "{on}: {line}\n{text}{error}");
        }
    }
}

#[test]
fn a_protocol_of_handshakes_alone_is_explored_too() {
    let folder = with_file("meet.dcj", "(defsession :meet [] (* (--> T :a :b) (--> U :b :c)))");
    let text = "[[test]]\nname = \"T comes first\"\nformula = '!\"b SEND U\" W \"a SEND T\"'\nexpected = \"holds\"\n";
    std::fs::write(folder.path().join("meet.toml"), text).unwrap();
    for on in ["go", "rust"] {
        let (code, text, error) = vtrace(folder.path(), &["test", "meet.dcj", "--on", on]);
        assert!(code == 0 && text.contains("2 passed"), "{on}: {text}{error}");
    }
}

#[test]
fn lints_certificates_and_monitors_have_their_exit_codes() {
    let (code, text, _) = vtrace(&examples(), &["lint", "cg.dcj", "-p", "n=2"]);
    assert!(code == 0 && text.contains("channel master → worker[1]: at most 1\n"), "{text}");
    let (code, text, _) =
        vtrace(&examples(), &["lint", "rock-paper-scissors.dcj", "-p", "n=3", "--format", "json"]);
    assert!(code == 1 && text.contains("ambiguous-choice"), "{text}");
    let folder = with_file("flood.dcj", "(defsession :flood [] (async* (-->> T :a :b)))");
    let (code, text, _) = vtrace(folder.path(), &["lint", "flood.dcj"]);
    assert_eq!(code, 1);
    assert_eq!(
        text,
        "unbounded-channel: the channel from a to b can hold any number of messages, for this can be done again and again:\n    1 !(T,a,b)\ninfinitely many states, 1 finding; nothing else can be told before they are bounded\n"
    );
    let (code, text, _) = vtrace(folder.path(), &["lint", "flood.dcj", "--format", "json"]);
    assert!(code == 1 && text.contains("unbounded-channel"), "{text}");
    let (code, text, _) = vtrace(&examples(), &["certify", "tic-tac-toe.dcj"]);
    assert!(code == 1 && text.contains("bob sends Move to alice"), "{text}");
    let (code, _, _) = vtrace(&examples(), &["certify", "chess.dcj"]);
    assert_eq!(code, 0);
    let folder = with_file(
        "log",
        "# a game\nwhite SEND Move TO black\nblack RECV Move FROM white\nwhite SEND Move TO black\n",
    );
    let log = folder.path().join("log").display().to_string();
    let (code, text, _) = vtrace(&examples(), &["monitor", "chess.dcj", "--log", &log]);
    assert_eq!(code, 1);
    assert_eq!(
        text,
        "line 4: event 3: white sends Move to black is not allowed here; the protocol allows black sends Move to white\n"
    );
}

#[test]
fn modules_are_generated_with_their_certificate() {
    let (code, text, _) =
        vtrace(&examples(), &["generate", "chess.dcj", "--language", "go", "--kind", "liberal"]);
    assert_eq!(code, 0);
    assert!(
        text.contains("// Certified: it has exactly the specification's runs.\npackage chess\n"),
        "{text}"
    );
    let arguments =
        ["generate", "tic-tac-toe.dcj", "--language", "rust", "--kind", "liberal", "--require-certificate"];
    let (code, text, error) = vtrace(&examples(), &arguments);
    assert!(code == 1 && text.is_empty() && error.contains("NOT certified"), "{error}");
    let (code, text, _) = vtrace(
        &examples(),
        &["generate", "chess.dcj", "--language", "rust", "--kind", "liberal", "--format", "json"],
    );
    assert!(code == 0 && text.contains("\"certified\": true") && text.contains("pub enum Role"), "{text}");
}

#[test]
fn a_package_can_be_generated_for_several_values_of_a_parameter() {
    let arguments = ["generate", "star.dcj", "-p", "n=2..4", "--language", "go", "--kind", "liberal"];
    let (code, text, error) = vtrace(&examples(), &arguments);
    assert_eq!(code, 0, "{error}");
    assert!(text.contains("with n=2 or n=3 or n=4, liberal.\n"), "{text}");
    assert!(text.contains("\tif n == 4 {\n\t\treturn startN4(), nil\n\t}\n"), "{text}");
    let (code, _, error) = vtrace(&examples(), &["generate", "star.dcj", "-p", "n=4..2", "--language", "go"]);
    assert!(code == 2 && error.contains("at least one value"), "{error}");
}

#[test]
fn the_go_package_runs_a_test_file_from_a_go_test() {
    let output = Command::new("go")
        .args(["test", "-v", "-count=1", "./..."])
        .current_dir(examples().join("../../go/protocoltest"))
        .env("VTRACE", env!("CARGO_BIN_EXE_vtrace"))
        .output()
        .expect("Go is installed");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("--- PASS: TestChess/black_cannot_begin"), "{text}");
    assert!(text.contains("--- PASS: TestTicTacToeOnTheGeneratedPackages/alice_begins_(liberal)"), "{text}");
}
