//! Partitions of the states of a system into classes, class files, and quotients.
//!
//! Classes are numbered by their smallest state, whatever algorithm found them, so two algorithms that agree give
//! equal values, and a class file does not change from run to run.

use std::io::{self, BufRead, Write};

use thiserror::Error;

use crate::lts::{Lts, State, Transition};

/// A class of a partition.
pub type Class = u32;

/// A partition of states `0..n` into classes `0..m`, numbered by their smallest states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partition {
    class_of: Vec<Class>,
    count: usize,
}

impl Partition {
    /// The partition in which `s` and `t` share a class iff `keys[s] == keys[t]`. Keys are below `bound`.
    pub fn from_keys(keys: &[u32], bound: usize) -> Partition {
        let mut renamed = vec![Class::MAX; bound];
        let mut count = 0;
        let class_of = keys
            .iter()
            .map(|&key| {
                let class = &mut renamed[key as usize];
                if *class == Class::MAX {
                    *class = count;
                    count += 1;
                }
                *class
            })
            .collect();
        Partition { class_of, count: count as usize }
    }

    /// All states in one class.
    pub fn universal(states: usize) -> Partition {
        Partition { class_of: vec![0; states], count: usize::from(states > 0) }
    }

    /// Each state in a class of its own.
    pub fn discrete(states: usize) -> Partition {
        Partition { class_of: (0..states as Class).collect(), count: states }
    }

    /// How many states are partitioned.
    pub fn state_count(&self) -> usize {
        self.class_of.len()
    }

    /// How many classes there are.
    pub fn class_count(&self) -> usize {
        self.count
    }

    /// The class of `state`.
    #[inline]
    pub fn class(&self, state: State) -> Class {
        self.class_of[state as usize]
    }

    /// The classes of all states, in order.
    pub fn classes(&self) -> &[Class] {
        &self.class_of
    }

    /// Are the two in one class?
    pub fn same(&self, s: State, t: State) -> bool {
        self.class(s) == self.class(t)
    }

    /// Does every class of `self` lie inside a class of `coarser`?
    pub fn refines(&self, coarser: &Partition) -> bool {
        let mut outer = vec![Class::MAX; self.count];
        self.class_of.iter().zip(&coarser.class_of).all(|(&inner, &class)| {
            let seen = &mut outer[inner as usize];
            if *seen == Class::MAX {
                *seen = class;
            }
            *seen == class
        })
    }

    /// The partition of the original states when `self` partitions them and `of_classes` partitions its classes.
    pub fn then(&self, of_classes: &Partition) -> Partition {
        let keys: Vec<u32> = self.class_of.iter().map(|&c| of_classes.class(c)).collect();
        Partition::from_keys(&keys, of_classes.class_count())
    }

    /// The members of each class, in order.
    pub fn members(&self) -> Vec<Vec<State>> {
        let mut members = vec![Vec::new(); self.count];
        for (state, &class) in self.class_of.iter().enumerate() {
            members[class as usize].push(state as State);
        }
        members
    }

    /// The smallest state of each class.
    pub fn representatives(&self) -> Vec<State> {
        let mut representatives = vec![State::MAX; self.count];
        for (state, &class) in self.class_of.iter().enumerate().rev() {
            representatives[class as usize] = state as State;
        }
        representatives
    }

    /// The system whose states are the classes, with a transition wherever a member has one, except those that
    /// `drop` names (in terms of the original system).
    pub fn quotient(&self, lts: &Lts, drop: impl Fn(Transition) -> bool) -> Lts {
        let transitions: Vec<Transition> = lts
            .transitions()
            .filter(|&t| !drop(t))
            .map(|t| Transition {
                source: self.class(t.source),
                label: t.label,
                target: self.class(t.target),
            })
            .collect();
        Lts::new(self.class(lts.initial()), self.count, lts.labels().clone(), &transitions)
    }

    /// The quotient without the silent steps inside a class.
    pub fn silent_quotient(&self, lts: &Lts) -> Lts {
        self.quotient(lts, |t| t.label.is_tau() && self.same(t.source, t.target))
    }
}

/// Writes the class file: a comment, then `state class` a line.
pub fn write_classes(partition: &Partition, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# {} states, {} classes: state class", partition.state_count(), partition.class_count())?;
    for (state, class) in partition.classes().iter().enumerate() {
        writeln!(out, "{state} {class}")?;
    }
    Ok(())
}

/// Why a class file could not be read.
#[derive(Debug, Error)]
pub enum ClassFileError {
    /// Its bytes cannot be had.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is not `state class`.
    #[error("{line}:{column}: {message}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
}

/// Reads a class file for a system of `states` states: for each state its class. Lines that are blank or start
/// with `#` are skipped; the two numbers may be separated by white space, `:`, `=` or `,`.
pub fn read_classes(input: &mut dyn BufRead, states: usize) -> Result<Vec<Class>, ClassFileError> {
    let mut class_of = vec![Class::MAX; states];
    let mut text = String::new();
    let mut line = 0;
    let fail = |line, column, message: String| Err(ClassFileError::Syntax { line, column, message });
    loop {
        text.clear();
        line += 1;
        if io::Read::take(&mut *input, 4096).read_line(&mut text)? == 0 {
            break;
        }
        let content = text.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let separator = |c: char| c.is_whitespace() || matches!(c, ':' | '=' | ',');
        let mut fields = content.split(separator).filter(|f| !f.is_empty());
        let (Some(state), Some(class), None) = (fields.next(), fields.next(), fields.next()) else {
            return fail(line, 1, "expected a state and its class".into());
        };
        let Ok(state) = state.parse::<usize>() else {
            return fail(line, 1, format!("{state:?} is not a state"));
        };
        let Ok(class) = class.parse::<Class>() else {
            let column = text.find(class).map_or(1, |at| at + 1);
            return fail(line, column, format!("{class:?} is not a class"));
        };
        if state >= states {
            return fail(line, 1, format!("state {state} does not exist: the system has {states} states"));
        }
        if class_of[state] != Class::MAX && class_of[state] != class {
            return fail(line, 1, format!("state {state} has two classes, {} and {class}", class_of[state]));
        }
        class_of[state] = class;
    }
    if let Some(missing) = class_of.iter().position(|&c| c == Class::MAX) {
        return fail(line, 1, format!("the file ends without a class for state {missing}"));
    }
    Ok(class_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_numbered_by_their_smallest_state() {
        let partition = Partition::from_keys(&[7, 3, 7, 0], 8);
        assert_eq!(partition.classes(), [0, 1, 0, 2]);
        assert_eq!(partition.representatives(), [0, 1, 3]);
        assert!(Partition::discrete(4).refines(&partition));
        assert!(!partition.refines(&Partition::discrete(4)));
        assert!(partition.refines(&Partition::universal(4)));
    }

    #[test]
    fn class_files_read_back_and_say_what_is_wrong() {
        let partition = Partition::from_keys(&[0, 1, 0, 2], 3);
        let mut file = Vec::new();
        write_classes(&partition, &mut file).unwrap();
        assert_eq!(read_classes(&mut &*file, 4).unwrap(), partition.classes());
        let error = |text: &str, states| read_classes(&mut text.as_bytes(), states).unwrap_err().to_string();
        assert_eq!(error("0 0\n1 x\n", 2), "2:3: \"x\" is not a class");
        assert_eq!(error("0 0\n9 1\n", 2), "2:1: state 9 does not exist: the system has 2 states");
        assert_eq!(error("0 0\n", 2), "2:1: the file ends without a class for state 1");
        assert_eq!(error("0 0\n0 1\n", 1), "2:1: state 0 has two classes, 0 and 1");
    }
}
