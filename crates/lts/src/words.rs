//! A system seen as an automaton of words: some steps are silent, the others carry a symbol.
//!
//! All equivalences that compare sets of traces look at a system through such a view. What a symbol is depends on
//! the relation: a label; or, for k-traces, a label together with the class in which the step ends. Beside its words
//! a state can have something to show, for completed traces and failures (see [`Observe`]).

use hashbrown::HashTable;
use rustc_hash::FxHashMap;

use crate::lts::{Label, Lts, State};
use crate::partition::{Class, Partition};
use crate::silent::Collapsed;

/// What a word is made of, as a number.
pub type Symbol = u32;

/// What can be seen of a state beside the words that start in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observe {
    /// Nothing.
    Nothing,
    /// That nothing more can happen: completed traces.
    Completion,
    /// The sets of labels that can be refused, by states that take no silent step: failures.
    Refusals,
}

/// The view. Silent steps lead from larger to smaller states.
pub struct Words {
    silent_first: Vec<u32>,
    silent: Vec<State>,
    visible_first: Vec<u32>,
    visible: Vec<(Symbol, State)>,
    /// What each symbol stands for, in the order of symbols.
    symbols: Vec<(Label, Class)>,
    observe: Observe,
    /// With [`Observe::Completion`]: 1 for states in which nothing can happen. With [`Observe::Refusals`]: one
    /// more than the number of the state's ready set, or 0 if the state is not stable.
    shows: Vec<u32>,
    /// The sets of labels that states offer.
    ready_sets: Vec<Box<[Label]>>,
}

impl Words {
    /// τ is a label like any other.
    pub fn concrete(lts: &Lts, observe: Observe) -> Words {
        Words::build(lts, observe, |_, _, _| false, |_| 0, |_| false)
    }

    /// All τ steps are silent.
    pub fn abstracted(collapsed: &Collapsed, observe: Observe) -> Words {
        let divergent = |s: State| collapsed.divergent[s as usize];
        Words::build(&collapsed.lts, observe, |_, label, _| label.is_tau(), |_| 0, divergent)
    }

    /// τ steps inside a class are silent, and a symbol tells the class in which its step ends.
    pub fn between_classes(collapsed: &Lts, classes: &Partition) -> Words {
        Words::build(
            collapsed,
            Observe::Nothing,
            |s, label, t| label.is_tau() && classes.same(s, t),
            |t| classes.class(t),
            |_| false,
        )
    }

    fn build(
        lts: &Lts,
        observe: Observe,
        is_silent: impl Fn(State, Label, State) -> bool,
        class: impl Fn(State) -> Class,
        unstable: impl Fn(State) -> bool,
    ) -> Words {
        // Number the symbols in order of label and class, so that words sort as they read.
        let mut symbols: Vec<(Label, Class)> = lts
            .transitions()
            .filter(|t| !is_silent(t.source, t.label, t.target))
            .map(|t| (t.label, class(t.target)))
            .collect();
        symbols.sort_unstable();
        symbols.dedup();
        let number: FxHashMap<(Label, Class), Symbol> =
            symbols.iter().enumerate().map(|(i, &symbol)| (symbol, i as Symbol)).collect();

        let mut words = Words {
            silent_first: vec![0],
            silent: Vec::new(),
            visible_first: vec![0],
            visible: Vec::new(),
            symbols,
            observe,
            shows: Vec::new(),
            ready_sets: Vec::new(),
        };
        let mut ready_numbers: FxHashMap<Box<[Label]>, u32> = FxHashMap::default();
        for s in lts.states() {
            let row = words.visible.len();
            let mut ready = Vec::new();
            for edge in lts.edges(s) {
                if is_silent(s, edge.label, edge.target) {
                    debug_assert!(edge.target < s, "silent steps lead to smaller states");
                    words.silent.push(edge.target);
                } else {
                    words.visible.push((number[&(edge.label, class(edge.target))], edge.target));
                    if ready.last() != Some(&edge.label) {
                        ready.push(edge.label);
                    }
                }
            }
            words.visible[row..].sort_unstable();
            let moves_silently = words.silent.len() > words.silent_first[s as usize] as usize;
            words.silent_first.push(words.silent.len() as u32);
            words.visible_first.push(words.visible.len() as u32);
            match observe {
                Observe::Nothing => {}
                Observe::Completion => words.shows.push(u32::from(lts.edges(s).is_empty() && !unstable(s))),
                Observe::Refusals if moves_silently || unstable(s) => words.shows.push(0),
                Observe::Refusals => {
                    let sets = &mut words.ready_sets;
                    let next = *ready_numbers.entry(ready.into()).or_insert_with_key(|ready| {
                        sets.push(ready.clone());
                        sets.len() as u32
                    });
                    words.shows.push(next);
                }
            }
        }
        words
    }

    /// How many states there are.
    pub fn state_count(&self) -> usize {
        self.silent_first.len() - 1
    }

    /// What is observed beside words.
    pub fn observe(&self) -> Observe {
        self.observe
    }

    /// Where silent steps lead from `state`: to smaller states.
    #[inline]
    pub fn silent(&self, state: State) -> &[State] {
        let s = state as usize;
        &self.silent[self.silent_first[s] as usize..self.silent_first[s + 1] as usize]
    }

    /// The visible steps of `state`, sorted by symbol.
    #[inline]
    pub fn visible(&self, state: State) -> &[(Symbol, State)] {
        let s = state as usize;
        &self.visible[self.visible_first[s] as usize..self.visible_first[s + 1] as usize]
    }

    /// The label of a symbol, and the class in which its step ends.
    pub fn symbol(&self, symbol: Symbol) -> (Label, Class) {
        self.symbols[symbol as usize]
    }

    /// What `state` shows: see the field.
    pub(crate) fn shows(&self, state: State) -> u32 {
        self.shows.get(state as usize).copied().unwrap_or(0)
    }

    /// The labels that are offered by a state which shows `shown` (not 0).
    pub(crate) fn ready_set(&self, shown: u32) -> &[Label] {
        &self.ready_sets[shown as usize - 1]
    }

    /// The states in an order in which every step leads to an earlier one; `None` if there is a cycle.
    pub(crate) fn steps_backwards(&self) -> Option<Vec<State>> {
        let states = self.state_count();
        let mut pending = vec![0u32; states];
        for s in 0..states as State {
            for &t in self.silent(s) {
                pending[t as usize] += 1;
            }
            for &(_, t) in self.visible(s) {
                pending[t as usize] += 1;
            }
        }
        let mut order: Vec<State> = (0..states as State).filter(|&s| pending[s as usize] == 0).collect();
        let mut at = 0;
        while at < order.len() {
            let s = order[at];
            at += 1;
            let targets = self.silent(s).iter().copied().chain(self.visible(s).iter().map(|&(_, t)| t));
            for t in targets {
                pending[t as usize] -= 1;
                if pending[t as usize] == 0 {
                    order.push(t);
                }
            }
        }
        order.reverse();
        (order.len() == states).then_some(order)
    }
}

/// Lists of numbers, each stored once.
pub(crate) struct Lists<T> {
    items: Vec<T>,
    ends: Vec<usize>,
    table: HashTable<u32>,
}

impl<T> Default for Lists<T> {
    fn default() -> Lists<T> {
        Lists { items: Vec::new(), ends: Vec::new(), table: HashTable::new() }
    }
}

impl<T: Copy + Eq + std::hash::Hash> Lists<T> {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many items all lists hold together.
    pub fn total(&self) -> usize {
        self.items.len()
    }

    pub fn get(&self, number: u32) -> &[T] {
        let n = number as usize;
        let start = if n == 0 { 0 } else { self.ends[n - 1] };
        &self.items[start..self.ends[n]]
    }

    /// The number of `list`, and whether it is new.
    pub fn intern(&mut self, list: &[T]) -> (u32, bool) {
        let hash = hash_list(list);
        if let Some(&found) = self.table.find(hash, |&i| self.get(i) == list) {
            return (found, false);
        }
        let number = self.ends.len() as u32;
        self.items.extend_from_slice(list);
        self.ends.push(self.items.len());
        let (items, ends) = (&self.items, &self.ends);
        self.table.insert_unique(hash, number, |&i| {
            let start = if i == 0 { 0 } else { ends[i as usize - 1] };
            hash_list(&items[start..ends[i as usize]])
        });
        (number, true)
    }
}

fn hash_list<T: std::hash::Hash>(list: &[T]) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    list.hash(&mut hasher);
    hasher.finish()
}
