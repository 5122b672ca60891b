//! How far a search has come: a line that changes on a terminal, nothing in a pipe.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use vtrace_explore::{Progress, memory_in_use};

use crate::interrupt::Interrupt;

/// How long a search may be silent.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often to look.
const TICK: Duration = Duration::from_millis(50);

/// Searches; meanwhile shows how far it is, and stops it when the user wants.
pub fn watch<T: Send>(name: &str, interrupt: &Interrupt, work: impl FnOnce(&Progress) -> T + Send) -> T {
    show(interrupt, |progress, rate| line(name, progress, rate), work)
}

/// Replays; meanwhile shows what, and stops it when the user wants.
pub fn replaying<T: Send>(name: &str, interrupt: &Interrupt, work: impl FnOnce(&Progress) -> T + Send) -> T {
    let start = Instant::now();
    let line = |_: &Progress, _: f64| {
        let mut err = anstream::stderr();
        let _ = write!(err, "\r\x1b[Kreplaying {name} on the real program: {} s", start.elapsed().as_secs());
        let _ = err.flush();
    };
    show(interrupt, line, work)
}

fn show<T: Send>(
    interrupt: &Interrupt,
    line: impl Fn(&Progress, f64),
    work: impl FnOnce(&Progress) -> T + Send,
) -> T {
    let progress = Progress::default();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let result = work(&progress);
            over.store(true, Ordering::Release);
            result
        });
        let start = Instant::now();
        let mut shown = false;
        let mut last = (start, 0);
        while !over.load(Ordering::Acquire) && !worker.is_finished() {
            std::thread::sleep(if start.elapsed() < TICK { Duration::from_millis(1) } else { TICK });
            if interrupt.is_raised() {
                progress.stop();
            }
            if is_watched() && start.elapsed() > PATIENCE && last.0.elapsed() > Duration::from_millis(250) {
                let states = progress.states.load(Ordering::Relaxed);
                let rate = (states.saturating_sub(last.1)) as f64 / last.0.elapsed().as_secs_f64();
                last = (Instant::now(), states);
                line(&progress, rate);
                shown = true;
            }
        }
        if shown {
            let _ = write!(anstream::stderr(), "\r\x1b[K");
        }
        match worker.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Whether people look at standard error.
fn is_watched() -> bool {
    std::io::stderr().is_terminal()
}

fn line(name: &str, progress: &Progress, rate: f64) {
    let load = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
    let mut text = format!(
        "\r\x1b[Kchecking {name}: {} states, {rate:.0} states/s, depth {}",
        load(&progress.states),
        load(&progress.depth),
    );
    let frontier = load(&progress.frontier);
    if frontier > 0 {
        text += &format!(", {frontier} waiting");
    }
    if let Some(bytes) = memory_in_use() {
        text += &format!(", {} MB", bytes >> 20);
    }
    match load(&progress.findings) {
        0 => {}
        found => text += &format!(", {found} found"),
    }
    let mut err = anstream::stderr();
    let _ = err.write_all(text.as_bytes());
    let _ = err.flush();
}
