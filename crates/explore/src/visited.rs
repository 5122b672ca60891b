//! The set of states that were seen: their fingerprints, in a table that all workers share.
//!
//! Open addressing over atomic words, three for each state: 24 bytes a state, at a load of two thirds to one third. A slot
//! is taken by writing its first word; the others follow at once, and whoever sees a slot without its second waits for it.
//! When the table is full, one worker moves everything to one twice as large while the others wait.
//!
//! Two states with the same fingerprint are taken for one. With 125 bits and n states the probability that this ever
//! happens is below n²/2¹²⁶: for a billion states, 2·10⁻²⁰.

use std::sync::RwLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The fingerprints of the states that were seen.
pub(crate) struct Visited {
    table: RwLock<Table>,
    count: AtomicU64,
}

/// What is known about a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seen {
    /// It was never seen before.
    New,
    /// It was seen, and not everything that follows from it was.
    Open,
    /// It was seen with all that follows from it.
    Closed,
}

/// A state, as the table knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Visit {
    /// Whether it was seen before.
    pub seen: Seen,
    /// Its number, in the order in which states were first seen.
    pub number: u32,
    /// What slept whenever it was seen before.
    pub slept: u32,
}

/// Set in the second word when the state is closed.
const CLOSED: u64 = 1;
/// Always set in the first two words, so that none of a taken slot is 0.
const TAKEN: u64 = 2;

struct Table {
    /// Three words for each slot: two of fingerprint; then the state's number, and what sleeps, half a word each.
    words: Box<[AtomicU64]>,
    mask: usize,
}

impl Table {
    fn new(slots: usize) -> Table {
        let words = (0..3 * slots).map(|_| AtomicU64::new(0)).collect();
        Table { words, mask: slots - 1 }
    }

    fn capacity(&self) -> usize {
        self.mask + 1
    }

    /// The slot of a fingerprint, and whether it was there already. If it was not, `third` gives its third word.
    fn insert(&self, first: u64, second: u64, third: impl FnOnce() -> u64) -> (usize, bool) {
        let mut slot = (first >> 8) as usize & self.mask;
        loop {
            let word = &self.words[3 * slot];
            let mut found = word.load(Ordering::Acquire);
            if found == 0 {
                match word.compare_exchange(0, first, Ordering::AcqRel, Ordering::Acquire) {
                    Ok(_) => {
                        self.words[3 * slot + 2].store(third(), Ordering::Relaxed);
                        self.words[3 * slot + 1].store(second, Ordering::Release);
                        return (slot, false);
                    }
                    Err(other) => found = other,
                }
            }
            if found == first && self.second(slot) & !CLOSED == second & !CLOSED {
                return (slot, true);
            }
            slot = (slot + 1) & self.mask;
        }
    }

    /// The second word of a taken slot.
    fn second(&self, slot: usize) -> u64 {
        loop {
            match self.words[3 * slot + 1].load(Ordering::Acquire) {
                0 => std::hint::spin_loop(),
                word => return word,
            }
        }
    }
}

/// The two words of a fingerprint. Mixed first, so that those that differ in few bits are not taken for equal when some
/// bits go.
fn split(fingerprint: u128) -> (u64, u64) {
    let mixed = fingerprint.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
    let fingerprint = mixed ^ (mixed >> 67);
    ((fingerprint >> 64) as u64 | TAKEN, (fingerprint as u64 | TAKEN) & !CLOSED)
}

impl Visited {
    pub(crate) fn new() -> Visited {
        Visited { table: RwLock::new(Table::new(1 << 12)), count: AtomicU64::new(0) }
    }

    /// Notes that a state was reached while what `sleeping` says slept. What sleeps there from now on is what always slept.
    pub(crate) fn insert(&self, fingerprint: u128, sleeping: u32) -> Visit {
        let (first, second) = split(fingerprint);
        let (full, visit) = {
            let table = self.table.read().unwrap_or_else(|poisoned| poisoned.into_inner());
            let mut count = 0;
            let number = || {
                count = self.count.fetch_add(1, Ordering::Relaxed);
                count << 32 | sleeping as u64
            };
            let (slot, known) = table.insert(first, second, number);
            let visit = match known {
                false => Visit { seen: Seen::New, number: count as u32, slept: 0 },
                true => {
                    let closed = table.second(slot) & CLOSED != 0;
                    let kept = u64::MAX << 32 | sleeping as u64;
                    let third = &table.words[3 * slot + 2];
                    let before = match third.load(Ordering::Relaxed) {
                        before if before & !kept == 0 => before,
                        _ => third.fetch_and(kept, Ordering::Relaxed),
                    };
                    let seen = if closed { Seen::Closed } else { Seen::Open };
                    Visit { seen, number: (before >> 32) as u32, slept: before as u32 }
                }
            };
            (3 * count as usize > 2 * table.capacity(), visit)
        };
        if full {
            self.grow();
        }
        visit
    }

    /// Notes that all that follows from a state was seen.
    pub(crate) fn close(&self, fingerprint: u128) {
        self.with_second(fingerprint, |second| second.fetch_or(CLOSED, Ordering::AcqRel));
    }

    /// Notes that there is more to see of what follows from a state.
    pub(crate) fn reopen(&self, fingerprint: u128) {
        self.with_second(fingerprint, |second| second.fetch_and(!CLOSED, Ordering::AcqRel));
    }

    fn with_second(&self, fingerprint: u128, change: impl FnOnce(&AtomicU64) -> u64) {
        let (first, second) = split(fingerprint);
        let table = self.table.read().unwrap_or_else(|poisoned| poisoned.into_inner());
        let (slot, _) = table.insert(first, second, || 0);
        change(&table.words[3 * slot + 1]);
    }

    /// How many states there are.
    pub(crate) fn len(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    fn grow(&self) {
        let mut table = self.table.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        if 3 * self.len() as usize <= 2 * table.capacity() {
            return; // somebody else was faster
        }
        let larger = Table::new(2 * table.capacity());
        for slot in table.words.chunks_exact(3) {
            let word = |i: usize| slot[i].load(Ordering::Relaxed);
            if word(0) != 0 {
                larger.insert(word(0), word(1), || word(2));
            }
        }
        *table = larger;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn mix(i: u64) -> u128 {
        let a = i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let b = (a ^ (a >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (a as u128) << 64 | b as u128
    }

    #[test]
    fn a_state_is_new_once_then_open_until_it_is_closed() {
        let visited = Visited::new();
        assert_eq!(visited.insert(0, 0).seen, Seen::New);
        assert_eq!(visited.insert(0, 0).seen, Seen::Open);
        visited.close(0);
        assert_eq!(visited.insert(0, 0).seen, Seen::Closed);
        assert_eq!(visited.len(), 1);
    }

    #[test]
    fn it_agrees_with_a_hash_set_while_it_grows() {
        let visited = Visited::new();
        let mut model = HashSet::new();
        for i in 0..50_000u64 {
            let fingerprint = mix(i % 30_000);
            assert_eq!(visited.insert(fingerprint, 0).seen == Seen::New, model.insert(fingerprint), "at {i}");
            if i % 3 == 0 {
                visited.close(fingerprint);
            }
        }
        assert_eq!(visited.len(), 30_000);
        for i in 0..30_000u64 {
            let closed = i % 3 == 0 || (i < 20_000 && (i + 30_000) % 3 == 0);
            assert_eq!(visited.insert(mix(i), 0).seen == Seen::Closed, closed, "at {i}");
        }
    }

    #[test]
    fn of_several_workers_exactly_one_sees_a_state_as_new() {
        let visited = Visited::new();
        let news: u64 = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(|| {
                        (0..40_000).filter(|&i| visited.insert(mix(i), 0).seen == Seen::New).count() as u64
                    })
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).sum()
        });
        assert_eq!(news, 40_000);
    }

    #[test]
    fn a_state_remembers_its_number_and_what_always_slept_through_all_growth() {
        let visited = Visited::new();
        let fingerprint = mix(1 << 40);
        assert_eq!(visited.insert(mix(1 << 41), 0).number, 0);
        assert_eq!(visited.insert(fingerprint, 0b1101), Visit { seen: Seen::New, number: 1, slept: 0 });
        (0..20_000).for_each(|i| {
            visited.insert(mix(i), 7);
        });
        assert_eq!(visited.insert(fingerprint, 0b0111), Visit { seen: Seen::Open, number: 1, slept: 0b1101 });
        assert_eq!(visited.insert(fingerprint, 0b0101), Visit { seen: Seen::Open, number: 1, slept: 0b0101 });
        visited.close(fingerprint);
        visited.reopen(fingerprint);
        assert_eq!(visited.insert(fingerprint, 0).seen, Seen::Open);
    }
}
