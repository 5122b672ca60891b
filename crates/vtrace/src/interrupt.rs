//! Ctrl-C: the first one asks vtrace to come to an end politely, the second one ends it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code after an interrupt: 128 + SIGINT, as shells have it.
pub const EXIT_CODE: u8 = 130;

/// Is set when the user wants vtrace to stop.
#[derive(Clone)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on SIGINT and SIGTERM set the flag; the second one ends the process at once.
    pub fn from_signals() -> Interrupt {
        let flag = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // In this order: the first signal finds the flag unset. If the system refuses, the signal keeps its
            // default action, which is a good second best.
            let _ = signal_hook::flag::register_conditional_shutdown(signal, EXIT_CODE.into(), flag.clone())
                .and_then(|_| signal_hook::flag::register(signal, flag.clone()));
        }
        Interrupt(flag)
    }

    /// Whether to stop.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The same for a loader.
    pub fn for_loader(&self) -> vtrace_load::Interrupt {
        vtrace_load::Interrupt::from_flag(self.0.clone())
    }
}
