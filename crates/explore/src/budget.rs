//! How much a search may take, how much it has taken, and who may stop it.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How much a search may take. What is not given is not limited.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Time.
    pub time: Option<Duration>,
    /// Distinct states.
    pub states: Option<u64>,
    /// The length of runs.
    pub depth: Option<u64>,
    /// Bytes of memory of the whole process.
    pub memory: Option<u64>,
}

/// What ended a search before it had seen everything.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Limit {
    /// The time was over.
    Time(Duration),
    /// So many states were seen.
    States(u64),
    /// Runs were cut off at this length.
    Depth(u64),
    /// So many bytes were in use.
    Memory(u64),
    /// Somebody stopped it.
    Interrupted,
    /// Only so many random runs were made.
    Runs(u64),
    /// Runs with more preemptions than this were left out.
    Preemptions(u32),
}

impl Limit {
    /// Whether the same search would end here again, on any machine.
    pub fn is_repeatable(self) -> bool {
        !matches!(self, Limit::Time(_) | Limit::Memory(_) | Limit::Interrupted)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Shares of a budget have many digits.
            Limit::Time(time) if time.as_secs() == 0 => write!(f, "{} ms of time", time.as_millis()),
            Limit::Time(time) => write!(f, "{:.1} s of time", time.as_secs_f64()),
            Limit::States(states) => write!(f, "{states} states"),
            Limit::Depth(depth) => write!(f, "runs of {depth} steps"),
            Limit::Memory(bytes) => write!(f, "{} MB of memory", bytes >> 20),
            Limit::Interrupted => write!(f, "an interruption"),
            Limit::Runs(runs) => write!(f, "{runs} random runs"),
            Limit::Preemptions(count) => write!(f, "at most {count} preemptions"),
        }
    }
}

/// How much work a search was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Distinct states.
    pub states: u64,
    /// Actions taken.
    pub transitions: u64,
    /// The length of the longest run.
    pub depth: u64,
}

/// How far a search has come, for others to look at while it runs, and the switch to stop it.
#[derive(Debug, Default)]
pub struct Progress {
    /// Distinct states.
    pub states: AtomicU64,
    /// Actions taken.
    pub transitions: AtomicU64,
    /// The length of the run that was last extended.
    pub depth: AtomicU64,
    /// States that wait to be looked at, as far as known.
    pub frontier: AtomicU64,
    /// Things found.
    pub findings: AtomicU64,
    stop: AtomicBool,
}

impl Progress {
    /// Ends the search soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search shall end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Holds a search to its budget. Looking at the clock and at memory is done now and then only.
pub struct Meter<'a> {
    budget: &'a Budget,
    progress: &'a Progress,
    start: Instant,
    /// How often it was asked.
    calls: u32,
    /// At which call it looks at the clock next, and when it did last.
    next: u32,
    last: Instant,
    /// How many calls are between two looks.
    interval: u32,
}

/// Every how many calls of [`Meter::check`] it looks at the clock, at most.
const CLOCK: u32 = 16;
/// Calls that take longer than this, all between two looks at the clock together, are large states: then it looks more often.
const LONG: Duration = Duration::from_millis(2);
/// Every how many calls it looks at the memory, which takes longer.
const MEMORY: u32 = 256;

impl<'a> Meter<'a> {
    /// A meter that starts now.
    pub fn new(budget: &'a Budget, progress: &'a Progress) -> Meter<'a> {
        let now = Instant::now();
        Meter { budget, progress, start: now, calls: 0, next: 0, last: now, interval: 1 }
    }

    /// The limit that is reached, if one is, `states` having been seen.
    pub fn check(&mut self, states: u64) -> Option<Limit> {
        if self.budget.states.is_some_and(|limit| states >= limit) {
            return Some(Limit::States(states));
        }
        if self.progress.is_stopped() {
            return Some(Limit::Interrupted);
        }
        let call = self.calls;
        self.calls = call.wrapping_add(1);
        if let Some(time) = self.budget.time
            && call == self.next
        {
            let now = Instant::now();
            if now - self.start >= time {
                return Some(Limit::Time(time));
            }
            let long = now - self.last > LONG;
            self.interval = if long { 1 } else { (2 * self.interval).min(CLOCK) };
            (self.next, self.last) = (call.wrapping_add(self.interval), now);
        }
        let limit = self.budget.memory.filter(|_| call.is_multiple_of(MEMORY))?;
        memory_in_use().is_some_and(|used| used > limit).then_some(Limit::Memory(limit))
    }

    /// Whether runs of this length are too long.
    pub fn is_too_deep(&self, depth: u64) -> Option<Limit> {
        self.budget.depth.filter(|&limit| depth > limit).map(Limit::Depth)
    }
}

/// The resident memory of this process; none where the platform does not tell.
pub fn memory_in_use() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}
