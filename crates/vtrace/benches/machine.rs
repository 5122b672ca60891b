//! How fast the machine is, beside real Go: `scripts/bench`.
//!
//! Each program of `benchmarks/` runs under Go and on the machine, three times, of which the best counts. The machine
//! runs it once to count instructions and transitions, and once more to fingerprint every state on the way, which is
//! what a search does.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use vtrace_load::{Loader, Request};
use vtrace_machine::run::{Ending, Listener, Random, Run, run};
use vtrace_machine::{End, Fingerprinter, Machine, Options, Program, State};

const RUNS: usize = 3;

fn main() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks");
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let mut programs: Vec<PathBuf> = std::fs::read_dir(&dir)
        .expect("benchmarks/ stands beside crates/")
        .map(|entry| entry.expect("benchmarks/ is readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "go"))
        .filter(|path| path.to_string_lossy().contains(&filter))
        .collect();
    programs.sort();
    println!(
        "{:12} {:>9} {:>9} {:>7} {:>9} {:>13} {:>8} {:>15} {:>11}",
        "program",
        "Go",
        "machine",
        "ratio",
        "M instr.",
        "M instr./s",
        "k trans.",
        "k trans./s",
        "bytes/state"
    );
    for program in programs {
        measure(&dir, &program);
    }
    println!("(transitions per second: plain, and with a fingerprint of every state)");
}

fn measure(dir: &Path, path: &Path) {
    let file = path.file_name().and_then(|name| name.to_str()).expect("names in benchmarks/ are UTF-8");
    let go = go(dir, file);
    let loaded =
        Loader::new().load(&Request::new(dir, file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let program = Program::new(loaded.image).unwrap_or_else(|error| panic!("{file}: {error}"));
    let machine = Machine::new(Arc::new(program), 0, Options::default());

    let (plain, result) = best_here(|| execute(&machine, &mut Silent));
    let mut states = States::new(&machine);
    let (fingerprinted, _) = best_here(|| execute(&machine, &mut states));
    let per_second = |count: u64, time: Duration| count as f64 / time.as_secs_f64();
    // A program without choices has too few transitions for a rate.
    let transitions = if result.steps < 1000 {
        "-".to_owned()
    } else {
        let [plain, fingerprinted] = [plain, fingerprinted].map(|time| per_second(result.steps, time) / 1e3);
        format!("{plain:.0} {fingerprinted:.0}")
    };
    println!(
        "{:12} {:>9.1?} {:>9.1?} {:>7.1} {:>9.2} {:>13.1} {:>8.1} {:>15} {:>11}",
        file,
        go,
        plain,
        plain.as_secs_f64() / go.as_secs_f64(),
        result.instructions as f64 / 1e6,
        per_second(result.instructions, plain) / 1e6,
        result.steps as f64 / 1e3,
        transitions,
        states.words * 8 / states.count.max(1),
    );
}

/// Runs a program at random to its end.
fn execute(machine: &Machine, listener: &mut dyn Listener) -> Run {
    let result = run(machine, &mut Random::new(0), listener, u64::MAX);
    assert!(matches!(result.ending, Ending::End(End::Exit(0))), "{:?}", result.ending);
    result
}

/// Wants to know nothing.
struct Silent;

impl Listener for Silent {}

/// Fingerprints every state, and adds up their sizes.
struct States<'a> {
    program: &'a Program,
    fingerprinter: Fingerprinter,
    count: u64,
    words: u64,
}

impl<'a> States<'a> {
    fn new(machine: &'a Machine) -> Self {
        Self { program: &machine.program, fingerprinter: Fingerprinter::default(), count: 0, words: 0 }
    }
}

impl Listener for States<'_> {
    fn stepped(&mut self, state: &State) -> ControlFlow<()> {
        std::hint::black_box(self.fingerprinter.fingerprint(self.program, state));
        // Sampled, so that it does not count as time.
        if self.count.is_multiple_of(1000) {
            self.words += 1000 * self.fingerprinter.canonical(self.program, state).len() as u64;
        }
        self.count += 1;
        ControlFlow::Continue(())
    }
}

/// The time of a program under real Go.
fn go(dir: &Path, file: &str) -> Duration {
    let temporary = tempfile::tempdir().expect("there is a temporary directory");
    let executable = temporary.path().join("program");
    let built = Command::new("go").args(["build", "-o"]).arg(&executable).arg(file).current_dir(dir).status();
    assert!(built.is_ok_and(|status| status.success()), "go build {file}");
    let run = || {
        let status = Command::new(&executable).stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(status.is_ok_and(|status| status.success()), "{file} fails under Go");
    };
    best(run, since_start).0
}

/// The shortest time of a few runs on this thread, and the last result.
///
/// Where the system tells, it is the time that the thread was running: other programs then count less.
fn best_here<T>(work: impl FnMut() -> T) -> (Duration, T) {
    best(work, || thread_time().unwrap_or_else(since_start))
}

/// How long this thread has been running, on Linux.
fn thread_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

/// How long this process has existed.
fn since_start() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The shortest time of a few runs by this clock, and the last result.
fn best<T>(mut work: impl FnMut() -> T, clock: impl Fn() -> Duration) -> (Duration, T) {
    let mut timed = || {
        let started = clock();
        let result = work();
        (clock() - started, result)
    };
    let (mut shortest, mut last) = timed();
    for _ in 1..RUNS {
        let (time, result) = timed();
        shortest = shortest.min(time);
        last = result;
    }
    (shortest, last)
}
