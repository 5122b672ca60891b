//! From a formula to a generalised Büchi automaton.
//!
//! A state is a set of formulas that the rest of the word must satisfy. Its edges are the ways to satisfy them by one
//! letter and obligations for the rest (Couvreur, *On-the-fly verification of linear temporal logic*, FM 1999). An edge
//! that puts off `a U b` lacks the mark of that `U`, so that nobody can put it off for ever.
//!
//! An edge is left out when another one asks for less: fewer literals, fewer obligations, less put off. That is sound
//! because a state with fewer obligations simulates one with more step by step, marks included.

use indexmap::IndexSet;
use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Edge};
use crate::formula::Formula;
use crate::nnf::{Id, Node, Store};

/// How many edges an automaton may get before the translation gives up. Formulas that people write stay far below.
const EDGES: usize = 400_000;
/// How many partial edges one state may branch into.
const BRANCHES: usize = 200_000;

/// Why a formula has no automaton here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TranslationError {
    /// Too many atoms for the bits of a letter.
    #[error("the formula has {0} atoms; at most 64 are supported")]
    Atoms(usize),
    /// Too many `U`s for the bits of a mark set.
    #[error("the formula has {0} eventualities; at most 64 are supported")]
    Eventualities(usize),
    /// The automaton would be too large.
    #[error(
        "the formula's automaton would be too large (more than {0} edges); split the formula into several properties"
    )]
    Size(usize),
}

pub(crate) fn translate(formula: &Formula) -> Result<Automaton, TranslationError> {
    let atoms = formula.atoms();
    if atoms.len() > 64 {
        return Err(TranslationError::Atoms(atoms.len()));
    }
    let mut store = Store::new(atoms);
    let root = store.build(formula, true);
    let mut numbering: FxHashMap<Id, u32> = FxHashMap::default();
    // Simplification may leave a `U` in the store that the formula no longer has: only those reachable count.
    let reachable = reachable(&store, root);
    for until in store.untils().filter(|id| reachable.contains(id)) {
        numbering.insert(until, numbering.len() as u32);
    }
    if numbering.len() > 64 {
        return Err(TranslationError::Eventualities(numbering.len()));
    }
    let marks = numbering.len() as u32;
    let all = if marks == 0 { 0 } else { u64::MAX >> (64 - marks) };

    let mut states: IndexSet<Vec<Id>> = IndexSet::new();
    states.insert(obligations(&store, root));
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    let mut total = 0;
    while let Some(state) = states.get_index(edges.len()) {
        let mut out = Vec::new();
        for way in ways(&store, &numbering, state.clone())? {
            let target = states.insert_full(way.rest).0 as u32;
            out.push(Edge { holding: way.holding, missing: way.missing, marks: all & !way.put_off, target });
        }
        out.sort_unstable();
        total += out.len();
        if total > EDGES {
            return Err(TranslationError::Size(EDGES));
        }
        edges.push(out);
    }
    let mut automaton = Automaton { atoms: store.atoms, marks, edges, initial: Some(0), accept_all: None };
    automaton.reduce();
    Ok(automaton)
}

fn reachable(store: &Store, root: Id) -> IndexSet<Id> {
    let mut seen: IndexSet<Id> = IndexSet::new();
    let mut todo = vec![root];
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        match store.node(id) {
            Node::True | Node::False | Node::Literal(..) => {}
            Node::And(inner) | Node::Or(inner) => todo.extend(inner),
            Node::Next(inner) => todo.push(*inner),
            Node::Until(left, right) | Node::Release(left, right) => todo.extend([*left, *right]),
        }
    }
    seen
}

/// The conjuncts of `id`, sorted.
fn obligations(store: &Store, id: Id) -> Vec<Id> {
    match store.node(id) {
        Node::True => Vec::new(),
        Node::And(inner) => inner.clone(),
        _ => vec![id],
    }
}

/// One way to satisfy a set of formulas: a cube now, obligations for the rest, and the `U`s that were put off.
#[derive(Clone, Default)]
struct Way {
    todo: Vec<Id>,
    done: Vec<Id>,
    holding: u64,
    missing: u64,
    rest: Vec<Id>,
    put_off: u64,
}

impl Way {
    fn oblige(&mut self, store: &Store, id: Id) {
        for obligation in obligations(store, id) {
            if let Err(place) = self.rest.binary_search(&obligation) {
                self.rest.insert(place, obligation);
            }
        }
    }

    fn asks_no_more_than(&self, other: &Self) -> bool {
        self.holding & !other.holding == 0
            && self.missing & !other.missing == 0
            && self.put_off & !other.put_off == 0
            && self.rest.iter().all(|id| other.rest.binary_search(id).is_ok())
    }
}

fn ways(store: &Store, numbering: &FxHashMap<Id, u32>, state: Vec<Id>) -> Result<Vec<Way>, TranslationError> {
    let mut finished: Vec<Way> = Vec::new();
    let mut open = vec![Way { todo: state, ..Way::default() }];
    let mut branches = 0;
    while let Some(mut way) = open.pop() {
        branches += 1;
        if branches > BRANCHES {
            return Err(TranslationError::Size(EDGES));
        }
        let Some(id) = way.todo.pop() else {
            if !finished.iter().any(|other| other.asks_no_more_than(&way)) {
                finished.retain(|other| !way.asks_no_more_than(other));
                finished.push(way);
            }
            continue;
        };
        if way.done.contains(&id) {
            open.push(way);
            continue;
        }
        way.done.push(id);
        match store.node(id) {
            Node::True => open.push(way),
            Node::False => {}
            Node::Literal(atom, positive) => {
                let bit = 1u64 << atom;
                let (wanted, forbidden) =
                    if *positive { (&mut way.holding, way.missing) } else { (&mut way.missing, way.holding) };
                *wanted |= bit;
                if forbidden & bit == 0 {
                    open.push(way);
                }
            }
            Node::And(inner) => {
                way.todo.extend(inner);
                open.push(way);
            }
            Node::Or(inner) => {
                for &operand in inner.iter().rev() {
                    let mut branch = way.clone();
                    branch.todo.push(operand);
                    open.push(branch);
                }
            }
            Node::Next(inner) => {
                way.oblige(store, *inner);
                open.push(way);
            }
            Node::Until(left, right) => {
                let mut later = way.clone();
                later.todo.push(*left);
                later.oblige(store, id);
                later.put_off |= 1 << numbering[&id];
                open.push(later);
                way.todo.push(*right);
                open.push(way);
            }
            Node::Release(left, right) => {
                let mut later = way.clone();
                later.todo.push(*right);
                later.oblige(store, id);
                open.push(later);
                way.todo.extend([*left, *right]);
                open.push(way);
            }
        }
    }
    Ok(finished)
}
