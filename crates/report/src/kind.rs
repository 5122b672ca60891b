//! The kinds of findings.

use serde::{Deserialize, Serialize};

/// What kind of bug a finding is. Its name is the one that users write after `--only`, and in `//vtrace:ignore`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// All goroutines are blocked, and main has not returned.
    Deadlock,
    /// A goroutine is blocked for ever, although main or the test returned, or although others go on.
    Leak,
    /// Blocked for ever on a nil channel.
    NilChannel,
    /// A send on a closed channel.
    SendOnClosed,
    /// A channel is closed twice.
    CloseOfClosed,
    /// A nil channel is closed.
    CloseOfNil,
    /// A WaitGroup's counter falls below zero.
    NegativeWaitgroup,
    /// An Add from zero that may run beside Wait.
    WaitgroupMisuse,
    /// A mutex is unlocked that is not locked.
    UnlockOfUnlocked,
    /// A goroutine waits for a lock that it holds itself.
    DoubleLock,
    /// Goroutines wait for each other's locks in a circle.
    LockOrder,
    /// A read lock is upgraded, or taken twice with a writer waiting in between.
    RwmutexDeadlock,
    /// A function given to Once.Do calls Do on the same Once.
    OnceReentry,
    /// A goroutine waits for ever for a condition variable to be signalled.
    MissedSignal,
    /// Two goroutines access the same memory at once, at least one of them writing.
    Race,
    /// A panic that nobody recovers from.
    Panic,
    /// A test that fails.
    TestFailed,
    /// Goroutines run for ever without getting anywhere.
    Livelock,
    /// An assertion in a `//vtrace:assert` comment is false.
    Assertion,
    /// A line marked `//vtrace:unreachable` is reached.
    Unreachable,
    /// No run reaches a line marked `//vtrace:reachable`.
    Reachable,
}

impl Kind {
    /// All kinds, in the order in which they are listed to users.
    pub const ALL: [Kind; 21] = [
        Kind::Deadlock,
        Kind::Leak,
        Kind::NilChannel,
        Kind::SendOnClosed,
        Kind::CloseOfClosed,
        Kind::CloseOfNil,
        Kind::NegativeWaitgroup,
        Kind::WaitgroupMisuse,
        Kind::UnlockOfUnlocked,
        Kind::DoubleLock,
        Kind::LockOrder,
        Kind::RwmutexDeadlock,
        Kind::OnceReentry,
        Kind::MissedSignal,
        Kind::Race,
        Kind::Panic,
        Kind::TestFailed,
        Kind::Livelock,
        Kind::Assertion,
        Kind::Unreachable,
        Kind::Reachable,
    ];

    /// The name that users write.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Deadlock => "deadlock",
            Kind::Leak => "leak",
            Kind::NilChannel => "nil-channel",
            Kind::SendOnClosed => "send-on-closed",
            Kind::CloseOfClosed => "close-of-closed",
            Kind::CloseOfNil => "close-of-nil",
            Kind::NegativeWaitgroup => "negative-waitgroup",
            Kind::WaitgroupMisuse => "waitgroup-misuse",
            Kind::UnlockOfUnlocked => "unlock-of-unlocked",
            Kind::DoubleLock => "double-lock",
            Kind::LockOrder => "lock-order",
            Kind::RwmutexDeadlock => "rwmutex-deadlock",
            Kind::OnceReentry => "once-reentry",
            Kind::MissedSignal => "missed-signal",
            Kind::Race => "race",
            Kind::Panic => "panic",
            Kind::TestFailed => "test-failed",
            Kind::Livelock => "livelock",
            Kind::Assertion => "assertion",
            Kind::Unreachable => "unreachable",
            Kind::Reachable => "reachable",
        }
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
