//! What may go wrong, how often, and the steps of a run: the program's own and the faults.

use std::fmt;
use std::str::FromStr;

use vtrace_machine::Choice;

/// How many faults of each kind a run may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Nodes that crash.
    pub crash: Fault,
    /// Crashed nodes that go on where they were. If none may, a crash is for ever.
    pub recover: u8,
    /// Messages that get lost.
    pub lossy: Fault,
    /// Messages that come twice.
    pub duplicate: Fault,
    /// Messages that overtake others on the same link.
    pub reorder: Fault,
    /// Times that the network falls into two parts; each may heal again.
    pub partition: u8,
}

/// How often a fault may happen, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// At most so often.
    pub count: u8,
    /// Only on this node (its name or number), or on the links whose names begin so.
    pub on: Option<String>,
}

impl FromStr for Fault {
    type Err = String;

    /// `2`, or `1@node2`, or `3@requests`.
    fn from_str(text: &str) -> Result<Fault, String> {
        let (count, on) = match text.split_once('@') {
            Some((count, on)) => (count, Some(on.to_string())),
            None => (text, None),
        };
        let count = count.parse().map_err(|_| {
            format!("`{text}` is not a number of faults: expected 2, or 2@NAME for those of a node or link, at most 255")
        })?;
        Ok(Fault { count, on })
    }
}

/// One step of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// The program's own.
    Go(Choice),
    /// The node of a goroutine crashes.
    Crash(u32),
    /// It goes on.
    Recover(u32),
    /// A message in a channel's buffer gets lost.
    Lose {
        /// The channel's number.
        channel: u32,
        /// Which message, from 0.
        position: u32,
    },
    /// What a goroutine sends on a channel without a buffer gets lost.
    LoseSend {
        /// Who sends.
        goroutine: u32,
        /// In which case of a select.
        case: Option<u32>,
    },
    /// A message is there twice.
    Duplicate {
        /// The channel's number.
        channel: u32,
        /// Which message, from 0.
        position: u32,
    },
    /// A message overtakes all before it.
    Overtake {
        /// The channel's number.
        channel: u32,
        /// Which message, from 0.
        position: u32,
    },
    /// The network falls apart: the nodes whose numbers are in the set, as bits, and the others.
    Partition(u32),
    /// And is whole again.
    Heal,
}

impl Action {
    /// Whether it is a fault, or the end of one.
    pub fn is_fault(&self) -> bool {
        !matches!(self, Action::Go(_))
    }
}

/// A text that is no step of a run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is no step of a run: expected a choice (`step 3`, `case 4 1`, …), or `crash G`, `recover G`, `lose C N`, `lose-send G [N]`, `duplicate C N`, `overtake C N`, `partition N`, `heal`"
)]
pub struct NotAnAction(String);

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Go(choice) => write!(f, "{choice}"),
            Action::Crash(goroutine) => write!(f, "crash {goroutine}"),
            Action::Recover(goroutine) => write!(f, "recover {goroutine}"),
            Action::Lose { channel, position } => write!(f, "lose {channel} {position}"),
            Action::LoseSend { goroutine, case: None } => write!(f, "lose-send {goroutine}"),
            Action::LoseSend { goroutine, case: Some(case) } => write!(f, "lose-send {goroutine} {case}"),
            Action::Duplicate { channel, position } => write!(f, "duplicate {channel} {position}"),
            Action::Overtake { channel, position } => write!(f, "overtake {channel} {position}"),
            Action::Partition(set) => write!(f, "partition {set}"),
            Action::Heal => write!(f, "heal"),
        }
    }
}

impl FromStr for Action {
    type Err = NotAnAction;

    fn from_str(text: &str) -> Result<Action, NotAnAction> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |i: usize| words.get(i).and_then(|word| word.parse::<u32>().ok());
        let parsed = match (words.first().copied(), number(1), number(2), words.len()) {
            (Some("crash"), Some(goroutine), _, 2) => Some(Action::Crash(goroutine)),
            (Some("recover"), Some(goroutine), _, 2) => Some(Action::Recover(goroutine)),
            (Some("lose"), Some(channel), Some(position), 3) => Some(Action::Lose { channel, position }),
            (Some("lose-send"), Some(goroutine), case, 2 | 3) => Some(Action::LoseSend { goroutine, case }),
            (Some("duplicate"), Some(channel), Some(position), 3) => {
                Some(Action::Duplicate { channel, position })
            }
            (Some("overtake"), Some(channel), Some(position), 3) => {
                Some(Action::Overtake { channel, position })
            }
            (Some("partition"), Some(set), _, 2) => Some(Action::Partition(set)),
            (Some("heal"), _, _, 1) => Some(Action::Heal),
            _ => text.parse().ok().map(Action::Go),
        };
        parsed.ok_or_else(|| NotAnAction(text.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_read_as_they_are_written() {
        for text in [
            "crash 3",
            "recover 3",
            "lose 1 0",
            "lose-send 4",
            "lose-send 4 1",
            "overtake 2 1",
            "partition 5",
            "heal",
            "step 3",
        ] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        assert!("crash".parse::<Action>().is_err());
        assert!("nonsense 1".parse::<Action>().is_err());
    }

    #[test]
    fn faults_may_be_somewhere_only() {
        assert_eq!("2".parse(), Ok(Fault { count: 2, on: None }));
        assert_eq!("1@node2".parse(), Ok(Fault { count: 1, on: Some("node2".to_string()) }));
        assert!("x".parse::<Fault>().is_err());
        assert!("999".parse::<Fault>().is_err());
    }
}
