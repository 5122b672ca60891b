//! What a program under replay cannot do: reach the network, take more time or memory than it may, leave processes behind.

mod common;

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use common::Program;
use vtrace_load::{Interrupt, Loader};
use vtrace_replay::process::{Ended, Limits, Run, can_isolate};
use vtrace_replay::{Session, Target};

/// Runs `reach.go` with these arguments, under a plan that knows nothing of them.
fn run(arguments: &[&str], change: impl FnOnce(&mut Limits)) -> Run {
    run_with(&Loader::new(), arguments, change).unwrap()
}

fn run_with(loader: &Loader, arguments: &[&str], change: impl FnOnce(&mut Limits)) -> Result<Run, String> {
    let program = Program::load("reach.go");
    let (plan, _) = program.plan(0);
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut target = Target::main(dir, vec!["reach.go".to_string()]);
    target.arguments = arguments.iter().map(ToString::to_string).collect();
    let mut session = Session::new(loader, target).unwrap_or_else(|error| panic!("{error}"));
    change(&mut session.limits);
    session.run(&plan)
}

#[test]
fn it_has_a_network_only_if_it_is_allowed() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let allowed = run(&["dial", &address], |limits| limits.network = true);
    assert_eq!(String::from_utf8_lossy(&allowed.stdout), "reached\n", "{allowed:?}");
    let kept = run(&["dial", &address], |_| {});
    let expected = if can_isolate() { "cut off\n" } else { "reached\n" };
    assert_eq!(String::from_utf8_lossy(&kept.stdout), expected, "{kept:?}");
    assert_eq!(kept.isolated, can_isolate());
}

#[cfg(target_os = "linux")]
#[test]
fn it_is_ended_when_its_time_is_over_with_all_that_it_started() {
    let seconds = seconds(1);
    let hung = run(&["hang", &seconds], |limits| limits.time = Duration::from_millis(500));
    assert_eq!(hung.ended, Some(Ended::Time), "{hung:?}");
    assert!(String::from_utf8_lossy(&hung.stdout).contains("started"), "{hung:?}");
    assert!(!is_left(&seconds));
}

#[cfg(target_os = "linux")]
#[test]
fn it_is_ended_with_all_that_it_started_when_somebody_interrupts() {
    let seconds = seconds(2);
    let flag = Arc::new(AtomicBool::new(false));
    let (raised, what) = (Arc::clone(&flag), seconds.clone());
    let somebody = thread::spawn(move || {
        while !is_left(&what) {
            thread::sleep(Duration::from_millis(10));
        }
        raised.store(true, Ordering::SeqCst);
    });
    let loader = Loader::new().with_interrupt(Interrupt::from_flag(flag));
    let interrupted = run_with(&loader, &["hang", &seconds], |limits| limits.time = Duration::from_secs(600));
    assert_eq!(interrupted.unwrap_err(), "interrupted");
    somebody.join().unwrap();
    assert!(!is_left(&seconds));
}

/// A time for which no other process sleeps.
fn seconds(test: u32) -> String {
    format!("{}.{test}", 100_000 + std::process::id())
}

/// Whether a process that was started is still there.
fn is_left(seconds: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let mut lines = processes.filter_map(|process| fs::read_to_string(process.path().join("cmdline")).ok());
    lines.any(|line| line.starts_with("sleep\0") && line.contains(seconds))
}

#[test]
fn it_is_ended_when_it_takes_too_much_memory() {
    let grown = run(&["grow"], |limits| limits.memory = 256 << 20);
    assert_eq!(grown.ended, Some(Ended::Memory), "{grown:?}");
}
