//! Random formulas, words and systems, from a small generator with a seed, so that every failure can be repeated.

#![allow(dead_code)] // not every test uses everything

use vtrace_property::{BinaryOperator, Formula, System, UnaryOperator};

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn word(&mut self, shortest: u64, longest: u64, letters: u64) -> Vec<u64> {
        let length = shortest + self.below(longest - shortest + 1);
        (0..length).map(|_| self.below(letters)).collect()
    }

    pub fn formula(&mut self, size: u64, atoms: &[&str], next: bool) -> Formula {
        use BinaryOperator::*;
        if size <= 1 {
            return match self.below(8) {
                0 => Formula::True,
                1 => Formula::False,
                _ => Formula::atom(atoms[self.below(atoms.len() as u64) as usize]),
            };
        }
        match self.below(13) {
            0 | 1 => self.formula(size - 1, atoms, next).not(),
            2 if next => Formula::unary(UnaryOperator::Next, self.formula(size - 1, atoms, next)),
            2 | 3 => Formula::unary(UnaryOperator::Finally, self.formula(size - 1, atoms, next)),
            4 => Formula::unary(UnaryOperator::Globally, self.formula(size - 1, atoms, next)),
            choice => {
                let operators = [And, Or, Until, Release, WeakUntil, StrongRelease, Implies, Iff, Xor];
                // Spin takes exponential time for nested equivalences; its comparison does without them.
                let operators = if next { &operators[..] } else { &operators[..7] };
                let operator = operators[(choice as usize + self.below(9) as usize) % operators.len()];
                let left = 1 + self.below(size - 1);
                let left_side = self.formula(left, atoms, next);
                Formula::binary(operator, left_side, self.formula(size - left, atoms, next))
            }
        }
    }
}

/// What an atom `a`, `b`, `c` … means on a letter that is a set of them.
pub fn member(atom: &str, letter: &u64) -> bool {
    let place = atom.bytes().next().map_or(0, |byte| byte - b'a');
    letter >> place & 1 == 1
}

/// A letter over a, b, c … as the bits that an automaton's own order of atoms wants.
pub fn as_bits(atoms: &[std::sync::Arc<str>], letter: u64) -> u64 {
    atoms.iter().enumerate().fold(0, |bits, (index, atom)| bits | u64::from(member(atom, &letter)) << index)
}

/// An explicit system whose actions are letters.
#[derive(Debug)]
pub struct Explicit {
    pub edges: Vec<Vec<(u64, usize)>>,
    pub ends: Vec<bool>,
}

impl System for Explicit {
    type State = usize;
    type Action = u64;
    type Error = std::convert::Infallible;

    fn initial(&self) -> Result<usize, Self::Error> {
        Ok(0)
    }

    fn successors(&self, state: &usize) -> Result<Vec<(u64, usize)>, Self::Error> {
        Ok(self.edges[*state].clone())
    }

    fn may_end(&self, state: &usize) -> bool {
        self.ends[*state]
    }

    fn group(&self, action: &u64) -> u32 {
        *action as u32
    }
}

impl Explicit {
    pub fn random(random: &mut Random, letters: u64) -> Self {
        let states = 1 + random.below(4);
        let edges = (0..states)
            .map(|_| {
                (0..random.below(4)).map(|_| (random.below(letters), random.below(states) as usize)).collect()
            })
            .collect();
        let ends = (0..states).map(|_| random.below(4) == 0).collect();
        Self { edges, ends }
    }
}
