//! Synthetic Go programs: every way to misuse a concurrency primitive, in every context that hides it.
//!
//! A *snippet* misuses a channel, lock or WaitGroup in the fewest operations that do it. A *context* is a program with a
//! hole: a loop, a closure, a recursion. Each snippet in each context is a program with a known bug; the same context with
//! the snippet's *twin*, which does the same job properly, is a program without one. The family is that of J. Dilley's
//! thesis on Gomela (section 5.1), with the snippets that its generator has got since, and with the twins, which the thesis
//! left to future work.
//!
//! [`family`] makes the programs, [`write()`] writes them as a Go module, and [`peers`] says what other tools found.

#![warn(missing_docs)]

mod context;
pub mod peers;
mod snippet;
mod write;

pub use context::{CONTEXTS, Context};
pub use snippet::{Primitive, SNIPPETS, Snippet};
pub use write::{MANIFEST, read, write};

use serde::{Deserialize, Serialize};

/// What a program of the family is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// It has a bug.
    Buggy,
    /// It is made like a buggy one, but has no bug: the channel's buffer has room.
    Harmless,
    /// It does properly what a buggy one does wrongly.
    Correct,
    /// It is a context and nothing else.
    Empty,
}

/// A program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Program {
    /// Its directory below that of the family: `buggy/mutex.double-lock.defer`.
    pub directory: String,
    /// What it is for.
    pub role: Role,
    /// The primitive by its name; empty in an empty context.
    pub primitive: String,
    /// The snippet's name; empty in an empty context.
    pub snippet: String,
    /// The context's name, with its bound: `dynamic-for(10)`.
    pub context: String,
    /// The kinds of findings of which one at least must be found, at the snippet's lines.
    pub expected: Vec<String>,
    /// Others that may be found there too: repeated, the same misuse shows in other ways.
    pub allowed: Vec<String>,
    /// The first and the last line of the snippet.
    pub lines: (u32, u32),
    /// What the program must be started with to come to the snippet.
    pub arguments: Vec<String>,
    /// The program. It stands in a file of its own, and not in the manifest.
    #[serde(skip)]
    pub source: String,
}

/// All programs, in a fixed order.
pub fn family() -> Vec<Program> {
    let mut programs = Vec::new();
    for context in CONTEXTS {
        programs.push(context.fill(None, false));
    }
    for snippet in SNIPPETS {
        for context in CONTEXTS.iter().filter(|context| context.takes(snippet)) {
            programs.push(context.fill(Some(snippet), false));
            programs.push(context.fill(Some(snippet), true));
        }
    }
    programs
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn count(role: Role) -> usize {
        family().iter().filter(|program| program.role == role).count()
    }

    #[test]
    fn every_snippet_is_in_every_context_and_has_a_twin() {
        assert_eq!(count(Role::Empty), CONTEXTS.len());
        assert_eq!(count(Role::Buggy) + count(Role::Harmless), count(Role::Correct));
        assert!(count(Role::Buggy) >= 234);
    }

    #[test]
    fn a_send_into_a_buffer_with_room_is_harmless() {
        let harmless: Vec<String> = family()
            .into_iter()
            .filter(|program| program.role == Role::Harmless)
            .map(|program| format!("{} in {}", program.snippet, program.context))
            .collect();
        assert_eq!(harmless, ["blocking-send in async-chan(1)", "blocking-send in async-chan(4)"]);
    }

    #[test]
    fn directories_are_different_and_lines_are_the_snippets() {
        let family = family();
        let directories: BTreeSet<&str> = family.iter().map(|program| program.directory.as_str()).collect();
        assert_eq!(directories.len(), family.len());
        for program in &family {
            let (first, last) = program.lines;
            let lines: Vec<&str> = program.source.lines().collect();
            assert!((last as usize) <= lines.len(), "{}", program.directory);
            if program.role == Role::Buggy {
                assert!(first > 0 && first <= last, "{}", program.directory);
            }
        }
    }
}
