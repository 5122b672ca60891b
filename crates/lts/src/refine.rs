//! The coarsest partition that is stable: the engine below strong and branching bisimulation.
//!
//! A state's *signature* is the set of pairs (label, class of the target) that it can do, for branching
//! bisimulation also after silent steps inside its own class (Blom and Orzan; Blom and van de Pol). A partition is
//! stable when states of one class have equal signatures. Two observations make this fast:
//!
//! - A split gives new numbers to all parts but the largest. A state's signature changes only if one of its
//!   transitions leads into a renumbered part, or it was itself moved away from where its silent step goes; only
//!   such *dirty* states are looked at again, and by the rule of the smaller half a transition makes its source
//!   dirty at most log n times.
//! - States of a class that are clean all still have the signature that was computed last for the class, so one
//!   copy of it, kept with the class, stands for all of them.
//!
//! With d the largest out-degree, strong bisimulation takes O(d m log n) time; branching bisimulation can take
//! O(n m) when long silent paths inside a class become dirty over and over. Memory is O(n + m): the signatures kept
//! are at most as large as the quotient.

use hashbrown::HashTable;

use crate::lts::{Label, Lts, State};
use crate::partition::Partition;

/// Which silent steps are invisible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// None: τ is a label like any other.
    Visible,
    /// Those inside a class. The system must have no cycle of silent steps, and its silent steps must lead to
    /// smaller states (see [`crate::silent::collapse`]).
    InsideClass,
}

/// The coarsest stable partition in which states of one class have the same tag. `tags` may be empty: no tags.
pub fn refine(lts: &Lts, silence: Silence, tags: &[u32]) -> Partition {
    let mut refinement = Refinement::new(lts, silence, tags);
    while let Some(block) = refinement.queue.pop() {
        refinement.process(block);
    }
    Partition::from_keys(&refinement.block_of, refinement.blocks.len())
}

/// A block: `elements[start..end]`, of which the first `dirty` are dirty.
#[derive(Clone, Copy)]
struct Block {
    start: u32,
    end: u32,
    dirty: u32,
}

impl Block {
    fn len(&self) -> usize {
        (self.end - self.start) as usize
    }
}

/// A pair of label and class as one number; sorted, these are a signature.
fn item(label: Label, block: u32) -> u64 {
    u64::from(label.0) << 32 | u64::from(block)
}

/// The item that stands for a tag. No label has this number.
fn tag_item(tag: u32) -> u64 {
    u64::from(u32::MAX) << 32 | u64::from(tag)
}

/// Up to so many signatures are compared one by one instead of through a hash table.
const FEW: usize = 8;

struct Refinement<'a> {
    lts: &'a Lts,
    incoming: crate::lts::Incoming,
    silence: Silence,
    tags: &'a [u32],
    blocks: Vec<Block>,
    block_of: Vec<u32>,
    /// All states, block by block, and where each one is.
    elements: Vec<State>,
    position: Vec<u32>,
    /// Blocks that have dirty states.
    queue: Vec<u32>,
    /// The signature of the clean states of each block; only kept where silent steps are invisible.
    kept: Vec<Box<[u64]>>,
    /// For each dirty state under work the number of its signature.
    group_of: Vec<u32>,
    scratch: Scratch,
}

/// What `process` uses and clears.
#[derive(Default)]
struct Scratch {
    states: Vec<State>,
    signature: Vec<u64>,
    arena: Vec<u64>,
    ranges: Vec<(usize, usize)>,
    next: Vec<u32>,
    table: HashTable<u32>,
    sizes: Vec<u32>,
    stack: Vec<State>,
}

impl<'a> Refinement<'a> {
    fn new(lts: &'a Lts, silence: Silence, tags: &'a [u32]) -> Refinement<'a> {
        let states = lts.state_count() as u32;
        Refinement {
            lts,
            incoming: lts.incoming(),
            silence,
            tags,
            blocks: vec![Block { start: 0, end: states, dirty: states }],
            block_of: vec![0; states as usize],
            elements: (0..states).collect(),
            position: (0..states).collect(),
            queue: vec![0],
            kept: vec![Box::default()],
            group_of: vec![0; states as usize],
            scratch: Scratch::default(),
        }
    }

    fn inert(&self, label: Label, from: u32, to: u32) -> bool {
        self.silence == Silence::InsideClass && label.is_tau() && from == to
    }

    /// Groups the dirty states of `block` by signature and splits it accordingly.
    fn process(&mut self, block: u32) {
        let Block { start, end, dirty } = self.blocks[block as usize];
        self.blocks[block as usize].dirty = 0;
        if end - start <= 1 {
            return;
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.states.clear();
        scratch.states.extend_from_slice(&self.elements[start as usize..(start + dirty) as usize]);
        if self.silence == Silence::InsideClass {
            // Silent steps lead to smaller states, whose signatures are then known.
            scratch.states.sort_unstable();
        }
        self.group(block, start + dirty, &mut scratch);
        self.split(block, &mut scratch);
        self.scratch = scratch;
    }

    /// Computes the signatures of `scratch.states`; group 0 is that of the clean states, the ones at
    /// `first_clean` and after.
    fn group(&mut self, block: u32, first_clean: u32, scratch: &mut Scratch) {
        let Scratch { states, signature, arena, ranges, table, sizes, .. } = scratch;
        // A few signatures are compared one by one. Clearing a table costs its capacity, so a small job must not
        // inherit the table of a large one.
        let few = states.len() <= FEW;
        if !few && table.capacity() > 16 * states.len() {
            *table = HashTable::with_capacity(states.len());
        }
        let any_clean = first_clean < self.blocks[block as usize].end;
        arena.clear();
        ranges.clear();
        if !few {
            table.clear();
        }
        sizes.clear();
        // Group 0 is there even if nothing is clean, to keep the numbering simple.
        arena.extend_from_slice(&self.kept[block as usize]);
        ranges.push((0, arena.len()));
        sizes.push(self.blocks[block as usize].end - first_clean);
        let clean_counts = any_clean && self.silence == Silence::InsideClass;
        if clean_counts && !few {
            table.insert_unique(hash(arena), 0, |_| unreachable!("the table was empty"));
        }
        for &state in states.iter() {
            signature.clear();
            if let Some(&tag) = self.tags.get(state as usize) {
                signature.push(tag_item(tag));
            }
            for edge in self.lts.edges(state) {
                let target = self.block_of[edge.target as usize];
                if self.inert(edge.label, block, target) {
                    let clean = self.position[edge.target as usize] >= first_clean;
                    let group = if clean { 0 } else { self.group_of[edge.target as usize] };
                    let (from, to) = ranges[group as usize];
                    signature.extend_from_slice(&arena[from..to]);
                } else {
                    let item = item(edge.label, target);
                    if signature.last() != Some(&item) {
                        signature.push(item);
                    }
                }
            }
            if !signature.is_sorted() {
                signature.sort_unstable();
            }
            signature.dedup();
            let is_group = |group: u32| {
                let (from, to) = ranges[group as usize];
                arena[from..to] == **signature
            };
            let hashed = if few { 0 } else { hash(signature) };
            let known = if few {
                (u32::from(!clean_counts)..ranges.len() as u32).find(|&group| is_group(group))
            } else {
                table.find(hashed, |&group| is_group(group)).copied()
            };
            let group = known.unwrap_or_else(|| {
                let group = ranges.len() as u32;
                let from = arena.len();
                arena.extend_from_slice(signature);
                ranges.push((from, arena.len()));
                sizes.push(0);
                if !few {
                    let hash_of = |&group: &u32| {
                        let (from, to) = ranges[group as usize];
                        hash(&arena[from..to])
                    };
                    table.insert_unique(hashed, group, hash_of);
                }
                group
            });
            self.group_of[state as usize] = group;
            sizes[group as usize] += 1;
        }
    }

    /// Makes a block of each group; the largest keeps the number of `block`. Marks what becomes dirty by it.
    fn split(&mut self, block: u32, scratch: &mut Scratch) {
        let Scratch { states, arena, ranges, sizes, next, .. } = scratch;
        let Block { start, end, .. } = self.blocks[block as usize];
        let groups = sizes.len();
        let largest = (0..groups).max_by_key(|&g| (sizes[g], std::cmp::Reverse(g))).expect("group 0 exists");
        let keep = self.silence == Silence::InsideClass;
        if sizes[largest] == end - start {
            if keep {
                let (from, to) = ranges[largest];
                self.kept[block as usize] = arena[from..to].into();
            }
            return;
        }

        // Lay the groups out one after another: the dirty ones in order, then group 0, whose clean part already
        // stands at the end.
        let dirty_end = start + states.len() as u32;
        next.clear();
        next.resize(groups, 0);
        let mut at = start;
        for g in (1..groups).chain([0]) {
            next[g] = at;
            at += sizes[g];
        }
        let first_new = self.blocks.len() as u32;
        for g in (1..groups).chain([0]) {
            if sizes[g] == 0 {
                continue;
            }
            let range = Block { start: next[g], end: next[g] + sizes[g], dirty: 0 };
            let (from, to) = ranges[g];
            let signature = if keep { arena[from..to].into() } else { Box::default() };
            if g == largest {
                self.blocks[block as usize] = range;
                self.kept[block as usize] = signature;
            } else {
                self.blocks.push(range);
                self.kept.push(signature);
            }
        }
        for &state in states.iter() {
            let slot = &mut next[self.group_of[state as usize] as usize];
            self.elements[*slot as usize] = state;
            self.position[state as usize] = *slot;
            *slot += 1;
        }
        debug_assert!(next[0] <= dirty_end || sizes[0] == 0);

        let after_new = self.blocks.len() as u32;
        for new in first_new..after_new {
            let Block { start, end, .. } = self.blocks[new as usize];
            for at in start..end {
                self.block_of[self.elements[at as usize] as usize] = new;
            }
        }
        // Marking moves states about inside their blocks, so go over copies.
        for new in first_new..after_new {
            let range = self.blocks[new as usize];
            states.clear();
            states.extend_from_slice(&self.elements[range.start as usize..range.end as usize]);
            for &state in states.iter() {
                self.mark_sources(state, new, &mut scratch.stack);
                if self.silence == Silence::InsideClass {
                    let was_inert = |target: State| {
                        let other = self.block_of[target as usize];
                        other != new && (other == block || (first_new..after_new).contains(&other))
                    };
                    if self.lts.tau_targets(state).any(was_inert) {
                        self.mark(state, &mut scratch.stack);
                    }
                }
            }
        }
        debug_assert!(self.blocks[first_new as usize..].iter().all(|b| b.len() > 0));
    }

    /// Marks the states that have a transition to `state`, which has just moved to block `new`.
    fn mark_sources(&mut self, state: State, new: u32, stack: &mut Vec<State>) {
        for i in 0..self.incoming.edges(state).len() {
            let edge = self.incoming.edges(state)[i];
            if !self.inert(edge.label, self.block_of[edge.source as usize], new) {
                self.mark(edge.source, stack);
            }
        }
    }

    /// Makes `state` dirty, and whoever can reach it by silent steps inside its block.
    fn mark(&mut self, state: State, stack: &mut Vec<State>) {
        if !self.mark_one(state) || self.silence == Silence::Visible {
            return;
        }
        stack.push(state);
        while let Some(state) = stack.pop() {
            let block = self.block_of[state as usize];
            for i in 0..self.incoming.edges(state).len() {
                let edge = self.incoming.edges(state)[i];
                if edge.label.is_tau()
                    && self.block_of[edge.source as usize] == block
                    && self.mark_one(edge.source)
                {
                    stack.push(edge.source);
                }
            }
        }
    }

    /// Moves `state` among the dirty ones of its block. False if it was there already.
    fn mark_one(&mut self, state: State) -> bool {
        let number = self.block_of[state as usize];
        let block = &mut self.blocks[number as usize];
        let boundary = block.start + block.dirty;
        let position = self.position[state as usize];
        if position < boundary {
            return false;
        }
        if block.dirty == 0 {
            self.queue.push(number);
        }
        block.dirty += 1;
        let other = self.elements[boundary as usize];
        self.elements[boundary as usize] = state;
        self.elements[position as usize] = other;
        self.position[state as usize] = boundary;
        self.position[other as usize] = position;
        true
    }
}

fn hash(items: &[u64]) -> u64 {
    // Multiply and fold, eight bytes at a time; equality is checked, so only speed and spread matter.
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    for &item in items {
        let wide = u128::from(state ^ item) * 0xd6e8_feb8_6659_fd93u128;
        state = (wide as u64) ^ (wide >> 64) as u64;
    }
    state.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
