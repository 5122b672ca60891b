//! What each kind of finding is, for `vtrace explain KIND` and for the rules in SARIF.
//!
//! One file for each kind, in Markdown: what it is, a small program that has it, the same program without it, what exactly vtrace
//! looks for, and how to silence it.

use crate::Kind;

/// The first line of the explanation: what the kind is, in a few words.
pub fn title(kind: Kind) -> &'static str {
    let first = text(kind).lines().next().unwrap_or_default();
    first.trim_start_matches("# ")
}

/// The explanation in Markdown.
pub fn text(kind: Kind) -> &'static str {
    match kind {
        Kind::Deadlock => include_str!("explain/deadlock.md"),
        Kind::Leak => include_str!("explain/leak.md"),
        Kind::NilChannel => include_str!("explain/nil-channel.md"),
        Kind::SendOnClosed => include_str!("explain/send-on-closed.md"),
        Kind::CloseOfClosed => include_str!("explain/close-of-closed.md"),
        Kind::CloseOfNil => include_str!("explain/close-of-nil.md"),
        Kind::NegativeWaitgroup => include_str!("explain/negative-waitgroup.md"),
        Kind::WaitgroupMisuse => include_str!("explain/waitgroup-misuse.md"),
        Kind::UnlockOfUnlocked => include_str!("explain/unlock-of-unlocked.md"),
        Kind::DoubleLock => include_str!("explain/double-lock.md"),
        Kind::LockOrder => include_str!("explain/lock-order.md"),
        Kind::RwmutexDeadlock => include_str!("explain/rwmutex-deadlock.md"),
        Kind::OnceReentry => include_str!("explain/once-reentry.md"),
        Kind::MissedSignal => include_str!("explain/missed-signal.md"),
        Kind::Race => include_str!("explain/race.md"),
        Kind::Panic => include_str!("explain/panic.md"),
        Kind::TestFailed => include_str!("explain/test-failed.md"),
        Kind::Livelock => include_str!("explain/livelock.md"),
        Kind::Assertion => include_str!("explain/assertion.md"),
        Kind::Unreachable => include_str!("explain/unreachable.md"),
        Kind::Reachable => include_str!("explain/reachable.md"),
    }
}

/// The program of an explanation that has the bug.
pub fn example(kind: Kind) -> &'static str {
    program(kind, "## Example")
}

/// The program of an explanation without the bug.
pub fn fixed(kind: Kind) -> &'static str {
    program(kind, "## Fixed")
}

/// The Go program below a heading.
fn program(kind: Kind, heading: &str) -> &'static str {
    let below = text(kind).split_once(heading).map_or("", |(_, below)| below);
    let code = below.split_once("```go\n").map_or("", |(_, code)| code);
    code.split_once("```").map_or("", |(code, _)| code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_explained_in_the_same_order() {
        for kind in Kind::ALL {
            let text = text(kind);
            assert!(text.starts_with(&format!("# {}: ", kind.name())), "{}", kind.name());
            let headings: Vec<&str> = text.lines().filter(|line| line.starts_with("## ")).collect();
            let wanted = ["## Example", "## Fixed", "## What vtrace looks for", "## Silence it"];
            assert_eq!(headings, wanted, "{}", kind.name());
            let ignore = format!("//vtrace:ignore {}", kind.name());
            assert!(text.contains(&ignore), "{} does not show its ignore", kind.name());
            for program in [example(kind), fixed(kind)] {
                assert!(program.starts_with("package "), "{}", kind.name());
                assert!(program.ends_with("}\n"), "{}", kind.name());
            }
            assert_ne!(example(kind), fixed(kind));
            assert!(text.lines().all(|line| line.len() <= 120), "{} is too wide", kind.name());
        }
    }
}
