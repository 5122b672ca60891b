//! The subset construction: from words of states to words of sets of states.
//!
//! A set stands for everything that can silently be reached from it, so only its *roots* are stored: the members that
//! no other member reaches silently. Equal roots mean equal closures, and they are few. Sets are made on demand, so
//! a comparison of two states sees only what it needs.
//! The number of sets can be exponential in the number of states; [`Subsets`] stops at a limit instead of filling
//! the memory.

use thiserror::Error;

use crate::lts::{Label, State};
use crate::words::{Lists, Observe, Symbol, Words};

/// A set of states, by number.
pub type SetId = u32;

/// The sets became too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "the subset construction needs more than {limit} items; reduce the system first or compare two states only"
)]
pub struct TooManySets {
    /// The limit that was passed, in stored states and transitions.
    pub limit: usize,
}

/// How many states and transitions the sets may hold together by default: about 4 GB.
pub const DEFAULT_LIMIT: usize = 1 << 28;

/// Sets of states of a view, with their transitions.
pub struct Subsets<'a> {
    words: &'a Words,
    sets: Lists<State>,
    /// For each set, where its transitions lie, or `None` if nobody asked yet.
    rows: Vec<Option<(usize, usize)>>,
    edges: Vec<(Symbol, SetId)>,
    shown: Vec<u32>,
    /// What sets show, for refusals: the minimal ready sets of their members.
    acceptances: Lists<u32>,
    limit: usize,
    // Scratch: which states were seen in this round, and lists that are cleared for each use.
    seen: Vec<u32>,
    round: u32,
    stack: Vec<State>,
    collected: Vec<(Symbol, State)>,
    shows: Vec<u32>,
}

impl<'a> Subsets<'a> {
    /// No sets yet.
    pub fn new(words: &'a Words, limit: usize) -> Subsets<'a> {
        Subsets {
            words,
            sets: Lists::default(),
            rows: Vec::new(),
            edges: Vec::new(),
            shown: Vec::new(),
            acceptances: Lists::default(),
            limit,
            seen: vec![0; words.state_count()],
            round: 0,
            stack: Vec::new(),
            collected: Vec::new(),
            shows: Vec::new(),
        }
    }

    /// How many sets were made so far.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Were none made yet?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The set of `members` and all that they reach silently. Sorts and shortens `members`.
    pub fn intern(&mut self, members: &mut Vec<State>) -> SetId {
        if members.len() > 1 {
            // From the largest down: whoever was seen before is reached by a larger one.
            members.sort_unstable_by(|a, b| b.cmp(a));
            members.dedup();
            self.round += 1;
            let round = self.round;
            let smallest = members[members.len() - 1];
            let (seen, stack, words) = (&mut self.seen, &mut self.stack, self.words);
            members.retain(|&member| {
                if seen[member as usize] == round {
                    return false;
                }
                seen[member as usize] = round;
                stack.push(member);
                while let Some(state) = stack.pop() {
                    for &target in words.silent(state) {
                        // Nothing below the smallest member can reach a member.
                        if target >= smallest && seen[target as usize] != round {
                            seen[target as usize] = round;
                            stack.push(target);
                        }
                    }
                }
                true
            });
        }
        let (id, new) = self.sets.intern(members);
        if new {
            self.rows.push(None);
            self.shown.push(0);
        }
        id
    }

    /// The roots of a set, largest first.
    pub fn roots(&self, set: SetId) -> &[State] {
        self.sets.get(set)
    }

    /// The transitions of `set`, one for each symbol, sorted.
    pub fn successors(&mut self, set: SetId) -> Result<&[(Symbol, SetId)], TooManySets> {
        let (from, to) = match self.rows[set as usize] {
            Some(row) => row,
            None => self.expand(set)?,
        };
        Ok(&self.edges[from..to])
    }

    /// What `set` shows. Its successors must have been asked for. Sets that show the same have the same number.
    pub fn shown(&self, set: SetId) -> u32 {
        debug_assert!(self.rows[set as usize].is_some());
        self.shown[set as usize]
    }

    /// The minimal sets of labels that stable members of `set` offer.
    pub fn acceptances(&self, set: SetId) -> impl Iterator<Item = &[Label]> {
        let shown = self.shown(set);
        let list = if shown == 0 { &[][..] } else { self.acceptances.get(shown - 1) };
        list.iter().map(|&ready| self.words.ready_set(ready))
    }

    fn expand(&mut self, set: SetId) -> Result<(usize, usize), TooManySets> {
        if self.sets.total() + self.edges.len() > self.limit {
            return Err(TooManySets { limit: self.limit });
        }
        self.round += 1;
        let round = self.round;
        let mut collected = std::mem::take(&mut self.collected);
        collected.clear();
        self.shows.clear();
        for &root in self.sets.get(set) {
            self.seen[root as usize] = round;
            self.stack.push(root);
        }
        let observing = self.words.observe() != Observe::Nothing;
        while let Some(state) = self.stack.pop() {
            collected.extend_from_slice(self.words.visible(state));
            if observing {
                let shown = self.words.shows(state);
                if shown != 0 {
                    self.shows.push(shown);
                }
            }
            for &target in self.words.silent(state) {
                if std::mem::replace(&mut self.seen[target as usize], round) != round {
                    self.stack.push(target);
                }
            }
        }
        self.shown[set as usize] = self.show();
        collected.sort_unstable();
        collected.dedup();
        let from = self.edges.len();
        let mut members = Vec::new();
        let mut at = 0;
        while at < collected.len() {
            let symbol = collected[at].0;
            members.clear();
            while at < collected.len() && collected[at].0 == symbol {
                members.push(collected[at].1);
                at += 1;
            }
            let target = self.intern(&mut members);
            self.edges.push((symbol, target));
        }
        self.collected = collected;
        let row = (from, self.edges.len());
        self.rows[set as usize] = Some(row);
        Ok(row)
    }

    /// The number for what the states in `shows` show together.
    fn show(&mut self) -> u32 {
        match self.words.observe() {
            Observe::Nothing => 0,
            Observe::Completion => u32::from(!self.shows.is_empty()),
            Observe::Refusals => {
                self.shows.sort_unstable();
                self.shows.dedup();
                let words = self.words;
                let all = self.shows.clone();
                let smaller = |a: u32, b: u32| a != b && is_subset(words.ready_set(a), words.ready_set(b));
                self.shows.retain(|&b| !all.iter().any(|&a| smaller(a, b)));
                if self.shows.is_empty() { 0 } else { self.acceptances.intern(&self.shows).0 + 1 }
            }
        }
    }
}

/// Is the sorted list `a` contained in the sorted list `b`?
pub(crate) fn is_subset<T: Ord>(a: &[T], b: &[T]) -> bool {
    let mut rest = b.iter();
    a.iter().all(|x| rest.by_ref().any(|y| y == x))
}
