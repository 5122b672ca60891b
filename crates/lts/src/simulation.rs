//! Simulation and ready simulation: which states can do all that another one does.
//!
//! `t` simulates `s` if every step of `s` can be answered by a step of `t` with the same label to a state that
//! simulates where `s` went; for *ready* simulation the two must also offer the same labels. τ is a label like any
//! other here. The greatest such relation is found on the quotient modulo strong bisimilarity by shrinking, for
//! each state, the row of states that simulate it: whenever the row of `v` shrank, what can step into it is
//! computed once per label and taken off the rows of the predecessors of `v`. Rows are bit sets: n²/8 bytes.
//! O(n² m / 64) in the worst case; a row is recomputed only when it shrank.

use thiserror::Error;

use crate::bisimulation::strong;
use crate::lts::{Label, Lts, State};
use crate::partition::Partition;

/// The matrix would be too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("simulation of {states} classes of states needs a matrix of {} MB", states * states / 8_000_000)]
pub struct TooLarge {
    /// Classes modulo strong bisimilarity.
    pub states: usize,
}

/// The most bytes that the matrix may have.
const MATRIX_LIMIT: usize = 4 << 30;

/// Which of the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Plain simulation.
    Plain,
    /// Both must offer the same labels.
    Ready,
}

/// A simulation preorder.
pub struct Simulation {
    classes: Partition,
    rows: BitMatrix,
}

impl Simulation {
    /// The largest simulation on the states of `lts`.
    pub fn new(lts: &Lts, kind: Kind) -> Result<Simulation, TooLarge> {
        let classes = strong(lts);
        let quotient = classes.quotient(lts, |_| false);
        let states = quotient.state_count();
        if states.div_ceil(64) * 8 * states > MATRIX_LIMIT {
            return Err(TooLarge { states });
        }
        let rows = largest(&quotient, kind);
        Ok(Simulation { classes, rows })
    }

    /// Does `t` simulate `s`?
    pub fn simulated(&self, s: State, t: State) -> bool {
        self.rows.get(self.classes.class(s), self.classes.class(t))
    }

    /// The states by simulation in both directions.
    pub fn partition(&self) -> Partition {
        let classes = self.classes.class_count() as u32;
        let representative: Vec<u32> = (0..classes)
            .map(|s| (0..s).find(|&t| self.rows.get(s, t) && self.rows.get(t, s)).unwrap_or(s))
            .collect();
        self.classes.then(&Partition::from_keys(&representative, classes as usize))
    }
}

fn largest(lts: &Lts, kind: Kind) -> BitMatrix {
    let states = lts.state_count();
    let incoming = lts.incoming();
    // To begin with: t offers at least (or just) what s offers. Few sets of labels are offered by many states, so
    // the first rows are made once for each set.
    let mut offers = crate::words::Lists::default();
    let mut offered_by: Vec<u32> = Vec::with_capacity(states);
    let mut labels: Vec<Label> = Vec::new();
    for s in lts.states() {
        labels.clear();
        labels.extend(lts.edges(s).iter().map(|e| e.label));
        labels.dedup();
        offered_by.push(offers.intern(&labels).0);
    }
    let mut rows = BitMatrix::new(states);
    let mut first_rows: Vec<Option<Vec<u64>>> = vec![None; offers.len()];
    for s in lts.states() {
        let own = offered_by[s as usize];
        let row = first_rows[own as usize].get_or_insert_with(|| {
            let may: Vec<bool> = (0..offers.len() as u32)
                .map(|other| match kind {
                    Kind::Plain => crate::subsets::is_subset(offers.get(own), offers.get(other)),
                    Kind::Ready => own == other,
                })
                .collect();
            let mut row = vec![0u64; rows.width];
            for t in lts.states().filter(|&t| may[offered_by[t as usize] as usize]) {
                row[t as usize / 64] |= 1 << (t % 64);
            }
            row
        });
        rows.fill(s, row);
    }

    let mut queued = vec![true; states];
    let mut queue: std::collections::VecDeque<State> = lts.states().collect();
    let mut into_row = vec![0u64; rows.width];
    let mut by_label: Vec<(Label, State)> = Vec::new();
    while let Some(v) = queue.pop_front() {
        queued[v as usize] = false;
        by_label.clear();
        by_label.extend(incoming.edges(v).iter().map(|e| (e.label, e.source)));
        by_label.sort_unstable();
        let mut at = 0;
        while at < by_label.len() {
            let label = by_label[at].0;
            into_row.fill(0);
            for t in rows.members(v) {
                for edge in incoming.edges(t).iter().filter(|e| e.label == label) {
                    into_row[edge.source as usize / 64] |= 1 << (edge.source % 64);
                }
            }
            while at < by_label.len() && by_label[at].0 == label {
                let u = by_label[at].1;
                at += 1;
                if rows.intersect(u, &into_row) && !std::mem::replace(&mut queued[u as usize], true) {
                    queue.push_back(u);
                }
            }
        }
    }
    rows
}

/// A square matrix of bits.
struct BitMatrix {
    width: usize,
    bits: Vec<u64>,
}

impl BitMatrix {
    fn new(size: usize) -> BitMatrix {
        let width = size.div_ceil(64);
        BitMatrix { width, bits: vec![0; width * size] }
    }

    fn get(&self, row: u32, column: u32) -> bool {
        self.bits[row as usize * self.width + column as usize / 64] >> (column % 64) & 1 == 1
    }

    fn fill(&mut self, row: u32, content: &[u64]) {
        let start = row as usize * self.width;
        self.bits[start..start + self.width].copy_from_slice(content);
    }

    /// Removes from `row` what is not in `mask`; true if anything was.
    fn intersect(&mut self, row: u32, mask: &[u64]) -> bool {
        let start = row as usize * self.width;
        let mut changed = false;
        for (word, &mask) in self.bits[start..start + self.width].iter_mut().zip(mask) {
            changed |= *word & !mask != 0;
            *word &= mask;
        }
        changed
    }

    fn members(&self, row: u32) -> impl Iterator<Item = u32> {
        let start = row as usize * self.width;
        self.bits[start..start + self.width].iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros();
                    rest &= rest - 1;
                    i as u32 * 64 + bit
                })
            })
        })
    }
}
