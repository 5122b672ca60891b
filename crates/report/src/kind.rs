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

/// Some kinds, as users write them: `race`, `leak,deadlock`, or `all`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kinds {
    /// Whatever it is.
    All,
    /// These.
    Some(Vec<Kind>),
}

impl Kinds {
    /// The kinds that `text` names, or what is wrong with it.
    pub fn parse(text: &str) -> Result<Kinds, String> {
        if text.trim() == "all" {
            return Ok(Kinds::All);
        }
        let kind = |name: &str| {
            Kind::from_name(name).ok_or_else(|| {
                let hint = match nearest(name) {
                    Some(kind) => format!(": did you mean `{}`?", kind.name()),
                    None => String::new(),
                };
                format!("there is no kind of finding `{name}`{hint} (`vtrace explain` lists them)")
            })
        };
        text.split(',').map(|name| kind(name.trim())).collect::<Result<_, _>>().map(Kinds::Some)
    }

    /// The kind is one of them.
    pub fn contains(&self, kind: Kind) -> bool {
        match self {
            Kinds::All => true,
            Kinds::Some(kinds) => kinds.contains(&kind),
        }
    }
}

/// The kind whose name is most like `name`, if any is.
fn nearest(name: &str) -> Option<Kind> {
    let distance = |kind: &Kind| edits(name, kind.name());
    let nearest = Kind::ALL.into_iter().min_by_key(distance)?;
    (distance(&nearest) <= name.len() / 3).then_some(nearest)
}

/// How many characters must be inserted, deleted or replaced to make one text of another (Levenshtein).
fn edits(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (at, one) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, other) in to.chars().enumerate() {
            let replaced = diagonal + usize::from(one != other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[row.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_one_name_everywhere() {
        for kind in Kind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
            assert_eq!(Kind::from_name(kind.name()), Some(kind));
        }
    }

    #[test]
    fn kinds_are_written_with_commas() {
        assert_eq!(Kinds::parse("all"), Ok(Kinds::All));
        assert_eq!(Kinds::parse("race, leak"), Ok(Kinds::Some(vec![Kind::Race, Kind::Leak])));
        let error = Kinds::parse("race,dedlock").unwrap_err();
        let says =
            "there is no kind of finding `dedlock`: did you mean `deadlock`? (`vtrace explain` lists them)";
        assert_eq!(error, says);
        assert!(!Kinds::parse("bug").unwrap_err().contains("did you mean"));
        assert!(Kinds::parse("").is_err());
    }
}
