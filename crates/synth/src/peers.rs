//! What other tools found in the family, as the thesis reports it (tables 13 to 21).

use crate::{CONTEXTS, Program, Role};

/// What a tool made of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// It found the bug.
    Found,
    /// It did not.
    Missed,
    /// It said that it does not support the program, or crashed.
    Unsupported,
    /// Nobody has reported on this program.
    Unknown,
}

/// The tools of the thesis.
pub const TOOLS: [&str; 3] = ["Gomela", "GCatch", "Godel2"];

impl Mark {
    /// As tables show it.
    pub fn symbol(self) -> &'static str {
        match self {
            Mark::Found => "✓",
            Mark::Missed => "✗",
            Mark::Unsupported => "†",
            Mark::Unknown => "·",
        }
    }

    fn of(letter: u8) -> Mark {
        match letter {
            b'y' => Mark::Found,
            b'n' => Mark::Missed,
            b'u' => Mark::Unsupported,
            _ => Mark::Unknown,
        }
    }
}

/// A snippet's row: a letter for each context, in the order of [`CONTEXTS`]. A loop of 10,000 primitives was not tried.
struct Row {
    primitive: &'static str,
    snippet: &'static str,
    marks: [&'static str; 3],
}

const fn row(primitive: &'static str, snippet: &'static str, marks: [&'static str; 3]) -> Row {
    Row { primitive, snippet, marks }
}

//                       m n n d d d d p p p D c r t 2 i a a
const GOMELA: &str = "yyyyyuyu.uynuyyuyy";
const BLOCKED_GCATCH: &str = "ynnnnnnn.nynnyynnn";
const NOTHING: &str = "nnnnnnnn.nnnnnnnnn";
const LOCKED_GCATCH: &str = "yyyyyyyy.yynyyyn";
const CHANNEL_GODEL: &str = "yyyuuuuu.unuynuuyy";
const SAFETY_GODEL: &str = "yyyuuuuy.ynunnuu";
const WAITGROUP_GODEL: &str = "nnnnnnnn.nnunnuu";

const ROWS: &[Row] = &[
    row("chan", "blocking-send", [GOMELA, BLOCKED_GCATCH, CHANNEL_GODEL]),
    row("chan", "blocking-rcv", [GOMELA, BLOCKED_GCATCH, CHANNEL_GODEL]),
    row("chan", "select", [GOMELA, BLOCKED_GCATCH, CHANNEL_GODEL]),
    row("chan", "range", [GOMELA, NOTHING, "yyyuuuuy.ynuynuuyy"]),
    row("chan", "double-close", [GOMELA, NOTHING, CHANNEL_GODEL]),
    row("chan", "send-on-closed", [GOMELA, NOTHING, CHANNEL_GODEL]),
    row("mutex", "blocking-lock", ["yyyyuuyu.uynuyyu", LOCKED_GCATCH, "yuuuuuuu.ununnuu"]),
    row("mutex", "unlock-unlocked", [GOMELA, NOTHING, SAFETY_GODEL]),
    row("mutex", "double-lock", [GOMELA, LOCKED_GCATCH, SAFETY_GODEL]),
    row("rwmutex", "runlock-unlocked", [GOMELA, NOTHING, SAFETY_GODEL]),
    row("rwmutex", "double-rlock", [GOMELA, LOCKED_GCATCH, "nuuuuuuu.ununnuu"]),
    row("waitgroup", "blocking-wait", [GOMELA, NOTHING, WAITGROUP_GODEL]),
    row("waitgroup", "negative-add", [GOMELA, NOTHING, WAITGROUP_GODEL]),
    row("waitgroup", "negative-done", [GOMELA, NOTHING, WAITGROUP_GODEL]),
];

/// What the tools made of a buggy program.
pub fn marks(program: &Program) -> [Mark; 3] {
    let row = ROWS.iter().find(|row| row.primitive == program.primitive && row.snippet == program.snippet);
    let at = CONTEXTS.iter().position(|context| context.title() == program.context);
    match (row, at) {
        (Some(row), Some(at)) if program.role == Role::Buggy => {
            row.marks.map(|marks| marks.as_bytes().get(at).map_or(Mark::Unknown, |&letter| Mark::of(letter)))
        }
        _ => [Mark::Unknown; 3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_are_those_of_the_thesis() {
        let buggy: Vec<Program> = crate::family().into_iter().filter(|p| p.role == Role::Buggy).collect();
        let count = |tool: usize, mark: Mark| buggy.iter().filter(|p| marks(p)[tool] == mark).count();
        let reported = buggy.iter().filter(|p| marks(p)[0] != Mark::Unknown).count();
        assert_eq!(reported, 220);
        // GCatch found 23 %, Godel2 24 %; 32 % and 47 % were not supported by Gomela and Godel2.
        let percent = |tool: usize, mark: Mark| (count(tool, mark) * 100 + reported / 2) / reported;
        assert_eq!([1, 2].map(|tool| percent(tool, Mark::Found)), [23, 24]);
        assert_eq!([0, 1, 2].map(|tool| percent(tool, Mark::Unsupported)), [32, 0, 47]);
    }
}
