//! What a replay costs, beside the same program built and run by Go alone: `cargo bench -p vtrace-replay [-- cold] [NAME…]`.
//!
//! For a finding of each program: the time to build it for replay and by `go build`, when all that it needs was built before; the time of a replay
//! and of a plain run, each the median of many, in turns; and replays a second. With `cold`, first the time of both builds
//! with an empty cache, in which the standard library is compiled too.

#[path = "../tests/common/corpus.rs"]
#[allow(missing_docs)]
mod corpus;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use vtrace_load::{Environment, Loader};
use vtrace_replay::{Outcome, Session, Target};

/// How many replays, and plain runs.
const RUNS: usize = 30;

/// Programs of `tests/ui` that end by themselves in plain Go, too.
const PROGRAMS: [&str; 7] = [
    "channel/first_answer_wins.go",
    "mutex/opposite_orders.go",
    "select/both_cases_ready.go",
    "cond/signal_before_wait.go",
    "panic/nil_map.go",
    "race/lazy_value.go",
    "scaling/loop_spawn.go",
];

fn main() {
    if !std::env::args().any(|argument| argument == "--bench") {
        println!("run with cargo bench");
        return;
    }
    let names: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    let cold = names.iter().any(|name| name == "cold");
    let named = |program: &&&str| names.iter().all(|name| name == "cold" || program.contains(name.as_str()));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui");
    let programs: Vec<PathBuf> = PROGRAMS.iter().filter(named).map(|program| root.join(program)).collect();
    if let (true, Some(program)) = (cold, programs.first()) {
        from_nothing(program);
    }
    println!(
        "{:<28}{:>10}{:>10}{:>7}{:>10}{:>10}{:>7}{:>11}",
        "", "go build", "build", "ratio", "plain run", "replay", "ratio", "replays/s"
    );
    for program in &programs {
        measure(program);
    }
}

/// Both builds with an empty cache.
fn from_nothing(program: &Path) {
    let cache = || tempfile::tempdir().expect("a temporary directory");
    let (ours, gos) = (cache(), cache());
    let mut environment = Environment::current();
    environment.set("GOCACHE", ours.path());
    let target = Target::main(folder(program), vec![name(program)]);
    // The front-end itself is built once for each version of vtrace, and is not what is measured.
    let loader = Loader::new();
    drop(Session::new(&loader, target.clone()));
    let started = Instant::now();
    let session = Session::new(&Loader::new().with_environment(environment), target);
    let for_replay = started.elapsed();
    session.expect("the program builds");
    let plain = gos.path().join("plain");
    let started = Instant::now();
    go_build(program, &plain, false, Some(gos.path()));
    let by_go = started.elapsed();
    println!(
        "with an empty build cache: go build {:.1} s, for replay {:.1} s\n",
        by_go.as_secs_f64(),
        for_replay.as_secs_f64()
    );
}

fn measure(program: &Path) {
    let loader = Loader::new();
    let subjects = corpus::subjects(&loader, program, true).expect("the program loads");
    let subject = subjects.first().expect("it has an entry");
    let finding = subject.findings.first().expect("it has a finding");
    let planned = vtrace_replay::finding::plan(&subject.machine, finding).expect("its trace is a run");
    let (plan, expected) = planned.expect("a run can show it");
    let target = subject.target(&plan, &expected);

    let place = tempfile::tempdir().expect("a temporary directory");
    let plain = place.path().join("plain");
    go_build(program, &plain, target.race, None);
    let by_go = time(|| go_build(program, &plain, target.race, None));
    drop(Session::new(&loader, target.clone()));
    let started = Instant::now();
    let session = Session::new(&loader, target).expect("the program builds");
    let for_replay = started.elapsed();

    let (mut runs, mut replays) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        runs.push(time(|| {
            let mut command = Command::new(&plain);
            // The race detector would wait for a second for other reports.
            command.env("GORACE", "atexit_sleep_ms=0").stdout(Stdio::null()).stderr(Stdio::null());
            let _ = command.status();
        }));
        replays.push(time(|| {
            let outcome = session.replay(&plan, &expected);
            assert!(
                matches!(outcome, Outcome::Confirmed { .. }),
                "{} {}: {outcome:?}",
                program.display(),
                subject.entry
            );
        }));
    }
    let (run, replay) = (median(runs), median(replays));
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let ratio = |a: Duration, b: Duration| a.as_secs_f64() / b.as_secs_f64();
    println!(
        "{:<28}{:>8.2} s{:>8.2} s{:>7.1}{:>7.1} ms{:>7.1} ms{:>7.1}{:>11.0}",
        name(program),
        by_go.as_secs_f64(),
        for_replay.as_secs_f64(),
        ratio(for_replay, by_go),
        milliseconds(run),
        milliseconds(replay),
        ratio(replay, run),
        1.0 / replay.as_secs_f64(),
    );
}

fn go_build(program: &Path, output: &Path, race: bool, cache: Option<&Path>) {
    let mut command = Command::new("go");
    command.arg("build").arg("-o").arg(output).current_dir(folder(program));
    if race {
        command.arg("-race");
    }
    if let Some(cache) = cache {
        command.env("GOCACHE", cache);
    }
    let status = command.arg(name(program)).status().expect("go is installed");
    assert!(status.success(), "{} does not build", program.display());
}

fn folder(program: &Path) -> PathBuf {
    program.parent().unwrap_or(Path::new(".")).to_path_buf()
}

fn name(program: &Path) -> String {
    program.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn time(work: impl FnOnce()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
