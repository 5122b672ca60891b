//! The loader around a front-end that does as it is told: what it is asked, how often, and what becomes of its answers.
#![cfg(unix)]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tempfile::TempDir;
use vtrace_load::{Environment, Interrupt, LoadError, Loader, Request};

/// A program, a cache, and a stub for one test.
struct Bench {
    _root: TempDir,
    stub: PathBuf,
    program: PathBuf,
    environment: Environment,
}

impl Bench {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let [stub, program, cache] = ["stub", "program", "cache"].map(|name| root.path().join(name));
        fs::create_dir_all(&stub).unwrap();
        fs::create_dir_all(&program).unwrap();
        let mut environment = Environment::current();
        environment
            .set("VTRACE_FRONTEND", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stub-frontend"))
            .set("VTRACE_CACHE", &cache)
            .set("STUB", &stub);
        let bench = Self { _root: root, stub, program, environment };
        bench.write("go.mod", "module example.com/m\n\ngo 1.26\n");
        bench.write("main.go", "package main\n\nfunc main() {}\n");
        bench.answer("image", "an image");
        bench.list_inputs();
        bench
    }

    /// Writes a file of the program; it looks as if it had been there for an hour.
    fn write(&self, name: &str, text: &str) {
        fs::write(self.program.join(name), text).unwrap();
        let earlier = SystemTime::now() - Duration::from_secs(3600);
        age(&self.program.join(name), earlier);
        age(&self.program, earlier);
    }

    /// Tells the stub what to answer.
    fn answer(&self, name: &str, text: &str) {
        fs::write(self.stub.join(name), text).unwrap();
    }

    /// Has the stub list the program as it is now.
    fn list_inputs(&self) {
        let mut names: Vec<String> = fs::read_dir(&self.program)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let files: Vec<_> = names
            .iter()
            .map(|name| {
                let path = self.program.join(name);
                let data = path.metadata().unwrap();
                let mtime = data.modified().unwrap().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64;
                serde_json::json!({ "path": path, "size": data.len(), "mtime": mtime })
            })
            .collect();
        let dirs = [serde_json::json!({ "path": self.program, "names": names })];
        self.answer("deps", &serde_json::json!({ "files": files, "dirs": dirs }).to_string());
    }

    fn loader(&self) -> Loader {
        Loader::new().with_environment(self.environment.clone())
    }

    fn request(&self) -> Request {
        Request::new(&self.program, ".")
    }

    /// Loads, and says whether the image came from the cache.
    fn load(&self) -> bool {
        let loaded = self.loader().load_bytes(&self.request()).unwrap();
        assert_eq!(loaded.image, b"an image");
        loaded.from_cache
    }

    fn calls(&self) -> Vec<String> {
        let calls = fs::read_to_string(self.stub.join("calls")).unwrap_or_default();
        calls.lines().map(str::to_owned).collect()
    }
}

fn age(path: &Path, time: SystemTime) {
    File::open(path).unwrap().set_modified(time).unwrap();
}

#[test]
fn options_reach_the_front_end() {
    let bench = Bench::new();
    let request = Request {
        patterns: vec!["./...".into(), "-odd".into()],
        tags: vec!["a".into(), "b".into()],
        tests: true,
        entries: vec!["F".into(), "G".into()],
        ..bench.request()
    };
    bench.loader().load_bytes(&request).unwrap();
    let call = &bench.calls()[0];
    assert!(call.starts_with(bench.program.to_str().unwrap()), "{call}");
    assert!(call.ends_with(" -tags a,b -tests -entry F -entry G -- ./... -odd"), "{call}");
}

#[test]
fn an_unchanged_program_is_loaded_once() {
    let bench = Bench::new();
    assert!(!bench.load());
    assert!(bench.load());
    assert!(bench.load());
    assert_eq!(bench.calls().len(), 1);
}

#[test]
fn without_the_cache_nothing_is_read_or_kept() {
    let bench = Bench::new();
    let request = Request { cache: false, ..bench.request() };
    for _ in 0..2 {
        assert!(!bench.loader().load_bytes(&request).unwrap().from_cache);
    }
    assert!(!bench.load());
}

#[test]
fn an_edit_is_noticed() {
    let bench = Bench::new();
    bench.load();
    fs::write(bench.program.join("main.go"), "package main\n\nfunc main() { }\n").unwrap();
    bench.list_inputs();
    assert!(!bench.load());
}

#[test]
fn an_added_and_a_removed_file_are_noticed() {
    let bench = Bench::new();
    bench.load();
    bench.write("more.go", "package main\n");
    bench.list_inputs();
    assert!(!bench.load());
    assert!(bench.load());
    fs::remove_file(bench.program.join("more.go")).unwrap();
    bench.list_inputs();
    assert!(!bench.load());
}

#[test]
fn a_workspace_file_above_the_program_is_noticed() {
    let bench = Bench::new();
    bench.load();
    let work = bench.program.parent().unwrap().join("go.work");
    fs::write(&work, "go 1.26\n").unwrap();
    age(&work, UNIX_EPOCH);
    assert!(!bench.load());
    assert!(bench.load());
}

#[test]
fn other_options_and_variables_are_other_programs() {
    let mut bench = Bench::new();
    bench.load();
    let request = Request { tags: vec!["slow".into()], ..bench.request() };
    assert!(!bench.loader().load_bytes(&request).unwrap().from_cache);
    let request = Request { entries: vec!["slow".into()], ..bench.request() };
    assert!(!bench.loader().load_bytes(&request).unwrap().from_cache);
    bench.environment.set("GOOS", "windows");
    assert!(!bench.load());
    bench.environment.remove("GOOS").set("GOPROXY", "off");
    assert!(bench.load());
}

#[test]
fn a_file_that_may_still_be_changing_is_not_trusted() {
    let bench = Bench::new();
    age(&bench.program.join("main.go"), SystemTime::now() + Duration::from_millis(5));
    bench.list_inputs();
    assert!(!bench.load());
    assert!(!bench.load(), "main.go could have been written again in the same tick of the clock");
}

#[test]
fn a_damaged_cache_is_repaired_silently() {
    let bench = Bench::new();
    bench.load();
    let images = bench.program.parent().unwrap().join("cache/images");
    for entry in fs::read_dir(&images).unwrap() {
        fs::write(entry.unwrap().path(), "vtimage\x01 garbage").unwrap();
    }
    assert!(!bench.load());
    assert!(bench.load());
}

#[test]
fn a_cache_that_cannot_be_written_only_costs_time() {
    let bench = Bench::new();
    fs::write(bench.program.parent().unwrap().join("cache"), "a file, not a directory").unwrap();
    assert!(!bench.load());
    assert!(!bench.load());
}

#[test]
fn warnings_are_handed_on_also_from_the_cache() {
    let bench = Bench::new();
    bench.answer("stderr", "note: one\nnote: two\n");
    for from_cache in [false, true] {
        let loaded = bench.loader().load_bytes(&bench.request()).unwrap();
        assert_eq!(loaded.from_cache, from_cache);
        assert_eq!(loaded.warnings, ["note: one", "note: two"]);
    }
}

#[test]
fn errors_of_the_program_are_gos_own_words_and_are_not_cached() {
    let bench = Bench::new();
    bench.answer("exit", "1");
    bench.answer("stderr", "# example.com/m\n./main.go:3:13: undefined: x\n");
    for _ in 0..2 {
        let error = bench.loader().load(&bench.request()).unwrap_err();
        assert_eq!(error.to_string(), "# example.com/m\n./main.go:3:13: undefined: x");
        let LoadError::PackageErrors { diagnostics, .. } = error else { panic!("{error:?}") };
        assert_eq!(diagnostics.len(), 1);
        assert_eq!(
            (diagnostics[0].file.as_str(), diagnostics[0].line, diagnostics[0].column),
            ("./main.go", 3, 13)
        );
    }
    assert_eq!(bench.calls().len(), 2);
}

#[test]
fn trouble_of_the_front_end_is_told_apart() {
    let bench = Bench::new();
    bench.answer("exit", "2");
    bench.answer("stderr", "panic: oops\n");
    let error = bench.loader().load(&bench.request()).unwrap_err();
    assert!(matches!(error, LoadError::FrontendFailed { .. }), "{error:?}");
    assert!(error.to_string().contains("panic: oops"), "{error}");

    fs::remove_file(bench.stub.join("exit")).unwrap();
    fs::remove_file(bench.stub.join("image")).unwrap();
    let error = bench.loader().load(&bench.request()).unwrap_err();
    assert!(matches!(error, LoadError::FrontendFailed { .. }), "{error:?}");
}

#[test]
fn a_front_end_that_hangs_is_ended_in_time() {
    let bench = Bench::new();
    bench.answer("sleep", "60");
    let request = Request { timeout: Some(Duration::from_millis(200)), ..bench.request() };
    let started = Instant::now();
    let error = bench.loader().load(&request).unwrap_err();
    assert!(matches!(error, LoadError::TimedOut { .. }), "{error:?}");
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn an_interrupt_ends_the_load() {
    let bench = Bench::new();
    bench.answer("sleep", "60");
    let loader = bench.loader().with_interrupt(Interrupt::from_flag(Arc::new(AtomicBool::new(true))));
    let error = loader.load(&bench.request()).unwrap_err();
    assert!(matches!(error, LoadError::Interrupted), "{error:?}");
}

#[test]
fn a_signal_ends_the_front_end_and_then_the_load() {
    for signal in ["INT", "TERM"] {
        let bench = Bench::new();
        bench.answer("sleep", "60");
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child_that_is_interrupted", "--nocapture"])
            .env_clear()
            .envs(bench.environment.iter())
            .env("VTRACE_TEST_LOAD", &bench.program)
            .spawn()
            .unwrap();
        wait_until(|| !bench.calls().is_empty());
        shell(&format!("kill -{signal} {}", child.id()));
        assert!(child.wait().unwrap().success(), "{signal}");
        let front_end = fs::read_to_string(bench.stub.join("pid")).unwrap();
        wait_until(|| !shell(&format!("kill -0 {} 2>/dev/null", front_end.trim())));
    }
}

/// Not a test by itself: the process that the test above interrupts.
#[test]
fn child_that_is_interrupted() {
    let Some(dir) = std::env::var_os("VTRACE_TEST_LOAD") else { return };
    let error = Loader::new().load(&Request::new(dir, ".")).unwrap_err();
    assert!(matches!(error, LoadError::Interrupted), "{error:?}");
}

fn wait_until(condition: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !condition() {
        assert!(Instant::now() < deadline, "waited in vain");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn shell(script: &str) -> bool {
    Command::new("sh").args(["-c", script]).status().unwrap().success()
}

#[test]
fn a_missing_directory_or_front_end_is_named() {
    let mut bench = Bench::new();
    let error = bench.loader().load(&Request::new(bench.program.join("nowhere"), ".")).unwrap_err();
    assert!(error.to_string().contains("nowhere"), "{error}");
    bench.environment.set("VTRACE_FRONTEND", "/nonexistent/frontend");
    let error = bench.loader().load(&bench.request()).unwrap_err();
    assert!(error.to_string().contains("/nonexistent/frontend"), "{error}");
}
