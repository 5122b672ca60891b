//! Emitted tests: they fail because of the bug, pass once it is fixed, and nothing stays of one that does not work.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use vtrace_check::{Settings, check};
use vtrace_explore::Progress;
use vtrace_load::{Loader, Request};
use vtrace_machine::{Machine, Options, Program};
use vtrace_replay::Target;
use vtrace_replay::emit::{self, EmitError};
use vtrace_report::{Finding, Kind};

/// A program, and what is wrong with it.
struct Case {
    loader: Loader,
    machine: Machine,
    target: Target,
    finding: Finding,
}

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui").join(name).canonicalize().unwrap()
}

/// Checks a file, or an entry of a module, and takes the finding of a kind.
fn find(path: &Path, entry: &str, kind: Kind) -> Case {
    let (dir, pattern) = match path.is_dir() {
        true => (path, "./...".to_string()),
        false => (path.parent().unwrap(), path.file_name().unwrap().to_string_lossy().into_owned()),
    };
    let loader = Loader::new();
    let mut request = Request::new(dir, &pattern);
    request.tests = true;
    let loaded = loader.load(&request).unwrap_or_else(|error| panic!("{error}"));
    let code = Arc::new(Program::new(loaded.image).unwrap());
    let index = code.image.entries.iter().position(|e| e.name == entry).expect("the entry is there");
    let machine = Machine::new(code, index, Options { search: true, ..Options::default() });
    let checked = check(&machine, &Settings::default(), &Progress::default());
    let mut finding =
        checked.findings.into_iter().find(|finding| finding.kind == kind).expect("it has the bug");
    finding.id = format!("{}-1", kind.name());
    Case { loader, machine, target: Target::main(dir, vec![pattern]), finding }
}

impl Case {
    fn write(&self, dir: &Path) -> Result<emit::Written, EmitError> {
        emit::write(&self.loader, &self.machine, &self.finding, &self.target, dir)
    }
}

/// Writes the test, which tries it; then runs it on another version of the program.
fn fails_until_fixed(case: &Case, fixed: &Path) {
    let dir = tempfile::tempdir().unwrap();
    let written = case.write(dir.path()).unwrap_or_else(|error| panic!("{error}"));
    let mut go = Command::new("go");
    go.args(["test", "-count=1", "-v", "."]).current_dir(dir.path()).env("VTRACE_SOURCE", fixed);
    let output = go.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains(&format!("--- PASS: {}", written.test)), "{text}");
    for (tool, arguments) in [("gofmt", &["-l", "."][..]), ("go", &["vet", "."])] {
        let output = Command::new(tool).args(arguments).current_dir(dir.path()).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(text.is_empty(), "{tool}: {text}");
    }
}

/// A program of the corpus and its fixed twin.
fn program(name: &str, kind: Kind) {
    let case = find(&corpus(&format!("{name}.go")), "main", kind);
    let fixed = tempfile::tempdir().unwrap();
    let file = &case.target.patterns[0];
    fs::copy(corpus(&format!("{name}_fixed.go")), fixed.path().join(file)).unwrap();
    fails_until_fixed(&case, fixed.path());
}

#[test]
fn a_leak() {
    program("channel/first_answer_wins", Kind::Leak);
}

#[test]
fn two_locks_in_opposite_orders() {
    program("mutex/opposite_orders", Kind::LockOrder);
}

#[test]
fn a_select_that_times_out() {
    program("channel/reply_nobody_wants", Kind::Leak);
}

#[test]
fn a_race() {
    program("race/captured_error", Kind::Race);
}

/// With the race detector, a pool forgets at random.
#[test]
fn a_race_for_what_a_pool_keeps() {
    program("race/used_after_put", Kind::Race);
}

#[test]
fn a_misused_waitgroup() {
    program("waitgroup/add_inside", Kind::WaitgroupMisuse);
}

#[test]
fn a_race_after_a_sleep() {
    program("timer/sleep_is_no_order", Kind::Race);
}

#[test]
fn a_panic_after_a_wait_for_a_cond() {
    program("cond/if_instead_of_for", Kind::Panic);
}

/// All forms of statements, several packages, and a test in a package of its own that fails: another goroutine comes in
/// between the two calls of a statement.
#[test]
fn a_failed_test() {
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/forms");
    let fixed = tempfile::tempdir().unwrap();
    copy_forms(fixed.path(), |text| {
        text.replace(
            "go func() { done <- p.Get() }()\n\tp.Put(1)",
            "p.Put(1)\n\tgo func() { done <- p.Get() }()",
        )
    });
    fails_until_fixed(&find(&module, "TestOutside", Kind::TestFailed), fixed.path());
    let dir = tempfile::tempdir().unwrap();
    let main = find(&module, "main", Kind::Leak);
    main.write(dir.path()).unwrap_or_else(|error| panic!("{error}"));
}

/// In the package that it is about, the test is of that package, finds the program by the way there, and does not gate itself.
#[test]
fn a_test_next_to_the_program() {
    let module = tempfile::tempdir().unwrap();
    let root = module.path().canonicalize().unwrap();
    copy_forms(&root, |text| text);
    let case = find(&root, "TestInside", Kind::CloseOfClosed);
    let written = case.write(&root.join("pool")).unwrap_or_else(|error| panic!("{error}"));
    let text = fs::read_to_string(&written.files[0]).unwrap();
    assert!(text.contains("package pool\n") && text.contains("Source:   \"..\","), "{text}");

    copy_forms(&root, |text| text.replace("go func() {\n\t\tp.Close()\n\t}()\n", ""));
    let mut go = Command::new("go");
    go.args(["test", "-count=1", "-run", "TestVtrace", "./..."]).current_dir(&root);
    let output = go.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// Copies the program with all forms, changed.
fn copy_forms(to: &Path, change: impl Fn(String) -> String) {
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/forms");
    fs::create_dir_all(to.join("pool")).unwrap();
    for file in [
        "go.mod",
        "main.go",
        "data.txt",
        "pool/pool.go",
        "pool/limit.go",
        "pool/pool_test.go",
        "pool/outside_test.go",
    ] {
        let text = fs::read_to_string(module.join(file)).unwrap();
        fs::write(to.join(file), change(text)).unwrap();
    }
}

#[test]
fn nothing_stays_of_a_test_that_does_not_work() {
    let mut case = find(&corpus("channel/first_answer_wins.go"), "main", Kind::Leak);
    // Nobody waits there.
    case.finding.labels[0].location.line = 9;
    let dir = tempfile::tempdir().unwrap();
    let fails = |dir: &Path| {
        let error = case.write(dir).expect_err("the test passes");
        assert!(matches!(error, EmitError::NotShown { .. }), "{error}");
    };
    fails(&dir.path().join("new"));
    assert!(!dir.path().join("new").exists());
    // What was there before stays.
    let (old, text) = (dir.path().join("vtrace_leak_1_test.go"), "package old\n");
    fs::write(&old, text).unwrap();
    fails(dir.path());
    assert_eq!(fs::read_to_string(old).unwrap(), text);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn what_cannot_be_a_test_is_said() {
    let mut case = find(&corpus("channel/first_answer_wins.go"), "main", Kind::Leak);
    let dir = tempfile::tempdir().unwrap();
    let said = |case: &Case| case.write(dir.path()).expect_err("there is no test").to_string();

    let schedule = std::mem::take(&mut case.finding.trace.schedule);
    case.finding.trace.schedule = vec!["step 1".to_string(); 2001];
    assert!(said(&case).starts_with("the trace has 2001 steps"), "{}", said(&case));
    case.finding.trace.schedule = schedule;

    let input = vtrace_report::Input { name: "n".to_string(), value: "3".to_string() };
    case.finding.inputs.push(input);
    assert_eq!(said(&case), "the bug needs n = 3, which a test cannot set");
    case.finding.inputs.clear();

    case.finding.kind = Kind::Livelock;
    assert!(said(&case).contains("knows nothing of a livelock"), "{}", said(&case));
}

/// The emitted test is for people: this is what they see. BLESS=1 writes it anew.
#[test]
fn the_test_reads_well() {
    let case = find(&corpus("channel/first_answer_wins.go"), "main", Kind::Leak);
    let dir = tempfile::tempdir().unwrap();
    let workshop = case.loader.workshop(&case.target.dir).unwrap();
    let prepared = emit::prepare(&workshop, &case.machine, &case.finding, &case.target, dir.path()).unwrap();
    let source = case.target.dir.to_string_lossy();
    let text = prepared.files[0].1.replace(&*source, "DIR");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/emitted/first_answer_wins_test.go.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(text == expected, "{} says otherwise:\n{text}", path.display());
}
