//! Time: sleeping goroutines, timers and tickers.
//!
//! With [`TimeMode::Any`] a timer may fire at any moment: sleeping synchronises nothing. With [`TimeMode::Virtual`]
//! the clock advances only when nobody can go on, to the earliest deadline that somebody waits for.

use vtrace_program::Position;

use crate::code::Op;
use crate::event::{Event, What};
use crate::machine::TimeMode;
use crate::program::Program;
use crate::schedule::register;
use crate::state::{Goroutine, Park, State};
use crate::step::{Context, operation};
use crate::value::{ObjectId, Value};

/// An armed timer.
#[derive(Clone, Debug)]
pub struct Timer {
    /// Names it in a [`crate::Choice`]. Not part of a state's identity.
    pub(crate) number: u32,
    /// When it fires, in nanoseconds since the start.
    pub(crate) when: i64,
    /// How often it fires again; 0 for never.
    pub(crate) period: i64,
    /// Of two timers with the same deadline, the one set first fires first.
    pub(crate) sequence: u32,
    pub(crate) target: Target,
    /// The object that the program knows it by: a `*time.Timer` or `*time.Ticker`.
    pub(crate) handle: ObjectId,
}

/// Something that became of a timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimerEvent {
    /// A goroutine armed it.
    Armed {
        /// The timer's number.
        timer: u32,
        /// The goroutine's number.
        by: u32,
    },
    /// It fired.
    Fired {
        /// The timer's number.
        timer: u32,
        /// The number of the goroutine that it started.
        started: Option<u32>,
    },
}

/// What a timer does when it fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Wakes a sleeping goroutine.
    Wake(u32),
    /// Sends the time on a channel, if there is room.
    Send(ObjectId),
    /// Starts a goroutine with a function: code and environment.
    Start(u32, ObjectId),
}

/// The bit of a `time.Time`'s first word that says that it has a monotonic reading.
const HAS_MONOTONIC: i64 = i64::MIN;
/// The moment at which every program starts: 2009-11-10 23:00:00 UTC, the playground's.
pub(crate) const START_SECONDS: i64 = 1_257_894_000;
/// Seconds from year 1 to 1885: what the `time` package adds to the seconds of a time with a monotonic reading.
const WALL_TO_INTERNAL: i64 = (1884 * 365 + 1884 / 4 - 1884 / 100 + 1884 / 400) * 86400;
/// Seconds from year 1 to 1970.
const UNIX_TO_INTERNAL: i64 = (1969 * 365 + 1969 / 4 - 1969 / 100 + 1969 / 400) * 86400;

impl State {
    /// Arms a timer, and gives its number.
    pub(crate) fn arm(&mut self, when: i64, period: i64, target: Target, handle: ObjectId) -> u32 {
        let sequence = self.timers.iter().map(|timer| timer.sequence + 1).max().unwrap_or(0);
        let number = self.next_timer;
        self.next_timer += 1;
        self.timers.push(Timer { number, when, period, sequence, target, handle });
        number
    }

    /// Disarms the timer that the program knows by `handle`; tells whether it was armed.
    pub(crate) fn disarm(&mut self, handle: ObjectId) -> Option<Timer> {
        let index = self.timers.iter().position(|timer| timer.handle == handle)?;
        Some(self.timers.remove(index))
    }

    /// The current moment as a `time.Time`: wall clock with a monotonic reading, in UTC.
    pub(crate) fn now(&self) -> [Value; 3] {
        let seconds =
            START_SECONDS + self.clock.div_euclid(1_000_000_000) + UNIX_TO_INTERNAL - WALL_TO_INTERNAL;
        let nanoseconds = self.clock.rem_euclid(1_000_000_000);
        let wall = HAS_MONOTONIC | seconds << 30 | nanoseconds;
        [Value::Int(wall), Value::Int(self.clock + 1), Value::Nil]
    }
}

/// Whether it would change nothing if the timer fired: a ticker whose last tick nobody has taken.
pub(crate) fn is_idle(state: &State, timer: &Timer) -> bool {
    match timer.target {
        Target::Send(channel) => timer.period > 0 && !state.heap.channel(channel).has_room(),
        // Who is down oversleeps.
        Target::Wake(sleeper) => state.index_of(sleeper).is_some_and(|index| state.goroutines[index].down),
        Target::Start(..) => false,
    }
}

/// The timer that fires next in virtual time. Timers whose channel nobody waits on do not make time pass.
pub(crate) fn next_relevant<'s>(program: &Program, state: &'s State) -> Option<&'s Timer> {
    state
        .timers
        .iter()
        .filter(|timer| match timer.target {
            Target::Send(channel) => state.goroutines.iter().any(|g| awaits(program, g, channel)),
            _ => !is_idle(state, timer),
        })
        .min_by_key(|timer| (timer.when, timer.sequence))
}

fn awaits(program: &Program, g: &Goroutine, channel: ObjectId) -> bool {
    let is = |value: Value| value.object() == Some(channel);
    g.park == Park::Operation
        && !g.down
        && match *operation(program, g) {
            Op::Receive { channel, .. } => is(register(program, g, channel)),
            Op::Select { spec } => program.specs.selects[spec as usize]
                .cases
                .iter()
                .any(|case| case.send.is_none() && is(register(program, g, case.channel))),
            _ => false,
        }
}

impl Context<'_> {
    /// A timer fires; in virtual time, all that are due before it fire first.
    pub(crate) fn fire(&mut self, state: &mut State, number: u32) {
        let Some(timer) = state.timers.iter().find(|timer| timer.number == number) else { return };
        let limit = (timer.when, timer.sequence);
        if self.options.time == TimeMode::Virtual {
            while let Some(earlier) = state
                .timers
                .iter()
                .filter(|timer| (timer.when, timer.sequence) < limit)
                .min_by_key(|timer| (timer.when, timer.sequence))
                .map(|timer| timer.number)
            {
                self.fire_one(state, earlier);
            }
        }
        self.fire_one(state, number);
    }

    /// Whether the clock stands still: where timers fire in any order, its time means something only to a program that
    /// reads it, and without it a ticker comes back to the same state.
    fn stands_still(&self) -> bool {
        self.options.search && self.options.time == TimeMode::Any && !self.program.reads_clock
    }

    fn fire_one(&mut self, state: &mut State, number: u32) {
        let Some(index) = state.timers.iter().position(|timer| timer.number == number) else { return };
        let mut timer = state.timers.remove(index);
        if !self.stands_still() {
            state.clock = state.clock.max(timer.when);
        }
        if let Some(events) = &mut self.events {
            events.push(Event::of_nobody(What::Fire { at: state.clock }));
        }
        if timer.period > 0 {
            timer.when += if self.stands_still() { 0 } else { timer.period };
            timer.sequence = state.timers.iter().map(|t| t.sequence + 1).max().unwrap_or(0);
            state.timers.push(timer.clone());
        }
        let mut started = None;
        match timer.target {
            Target::Send(channel) => {
                if state.heap.channel(channel).has_room() {
                    let now = state.now();
                    state.heap.channel_mut(channel).push(&now);
                }
            }
            Target::Start(code, environment) => {
                started = Some(self.spawn(state, None, code, environment, &[], Position::NONE));
            }
            // The sleeper sees that its timer is gone.
            Target::Wake(_) => {}
        }
        if let Some(timers) = &mut self.timers {
            timers.push(TimerEvent::Fired { timer: number, started });
        }
    }
}
