//! Stopping a load from outside: Ctrl-C, or whoever embeds the loader.
//!
//! The front-end runs in a process group of its own, so that it and the Go commands it starts can be ended
//! together. The terminal's Ctrl-C does not reach that group by itself; this is how it does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Tells a running load to stop. Clones share one flag.
#[derive(Clone, Debug)]
pub struct Interrupt {
    /// Set when the load should stop.
    raised: Arc<AtomicBool>,
    /// Present when signals raise the flag: they then only do so while something runs that must be ended.
    signals: Option<Arc<Signals>>,
}

/// How signals are treated at the moment.
#[derive(Debug)]
struct Signals {
    /// True while nothing runs: a signal then ends the process as if it were not handled.
    idle: Arc<AtomicBool>,
    /// How many subprocesses run.
    running: Mutex<usize>,
}

impl Interrupt {
    /// An interrupt that only `flag` raises: for callers that handle signals themselves.
    pub fn from_flag(flag: Arc<AtomicBool>) -> Self {
        Self { raised: flag, signals: None }
    }

    /// SIGINT and SIGTERM. While no subprocess runs they end the process, as they do by default.
    pub fn from_signals() -> Self {
        static SHARED: OnceLock<Interrupt> = OnceLock::new();
        SHARED.get_or_init(Self::register).clone()
    }

    #[cfg(unix)]
    fn register() -> Self {
        let raised = Arc::new(AtomicBool::new(false));
        let idle = Arc::new(AtomicBool::new(true));
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // In this order: first the default action if idle, else only the flag. If the system refuses, the
            // signal keeps its default action, which is a good second best.
            let _ = signal_hook::flag::register_conditional_default(signal, idle.clone())
                .and_then(|_| signal_hook::flag::register(signal, raised.clone()));
        }
        Self { raised, signals: Some(Arc::new(Signals { idle, running: Mutex::new(0) })) }
    }

    #[cfg(not(unix))]
    fn register() -> Self {
        Self::from_flag(Arc::default())
    }

    /// Whether to stop.
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    /// From now until the guard is dropped something runs that must not outlive the process.
    pub fn guard(&self) -> Guard<'_> {
        if let Some(signals) = &self.signals {
            let mut running = signals.running.lock().unwrap_or_else(PoisonError::into_inner);
            *running += 1;
            if *running == 1 {
                self.raised.store(false, Ordering::Relaxed);
                signals.idle.store(false, Ordering::Relaxed);
            }
        }
        Guard(self)
    }
}

/// See [`Interrupt::guard`].
pub struct Guard<'a>(&'a Interrupt);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if let Some(signals) = &self.0.signals {
            let mut running = signals.running.lock().unwrap_or_else(PoisonError::into_inner);
            *running -= 1;
            if *running == 0 {
                signals.idle.store(true, Ordering::Relaxed);
            }
        }
    }
}
