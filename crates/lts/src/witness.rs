//! A word made visible in the system it came from: a path with its silent steps, and everything that leads to it.

use rustc_hash::FxHashMap;

use crate::lts::{Label, Lts, State, Transition};
use crate::partition::Class;

/// A word as steps of the original system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// Where it starts.
    pub start: State,
    /// A path that has the word, with as few steps as possible.
    pub path: Vec<Transition>,
    /// All transitions that lie on some path from the start that has the word. Sorted.
    pub subsystem: Vec<Transition>,
}

/// How steps of a system make words.
pub struct Spelling<'a> {
    /// Is this step left out of words?
    pub is_silent: &'a dyn Fn(Transition) -> bool,
    /// The class in which a step to this state ends; 0 where classes play no role.
    pub class: &'a dyn Fn(State) -> Class,
    /// May a path end here?
    pub is_end: &'a dyn Fn(State) -> bool,
}

/// Finds `word` in `lts` from `start`. `None` if it is not there.
///
/// Breadth-first over pairs of a state and how much of the word was read: O(length · transitions).
pub fn realise(lts: &Lts, start: State, word: &[(Label, Class)], spelling: &Spelling) -> Option<Witness> {
    type Place = (State, u32);
    let mut places: Vec<Place> = vec![(start, 0)];
    let mut number: FxHashMap<Place, u32> = FxHashMap::from_iter([((start, 0), 0)]);
    let mut first_edge: Vec<Option<(u32, Transition)>> = vec![None];
    let mut edges: Vec<(u32, Transition, u32)> = Vec::new();
    let mut end = None;
    let mut at = 0;
    while at < places.len() {
        let (state, read) = places[at];
        if end.is_none() && read as usize == word.len() && (spelling.is_end)(state) {
            end = Some(at);
        }
        for edge in lts.edges(state) {
            let step = Transition { source: state, label: edge.label, target: edge.target };
            let read = if (spelling.is_silent)(step) {
                read
            } else if word.get(read as usize) == Some(&(edge.label, (spelling.class)(edge.target))) {
                read + 1
            } else {
                continue;
            };
            let next = places.len() as u32;
            let target = *number.entry((edge.target, read)).or_insert(next);
            if target == next {
                places.push((edge.target, read));
                first_edge.push(Some((at as u32, step)));
            }
            edges.push((at as u32, step, target));
        }
        at += 1;
    }

    let mut path = Vec::new();
    let mut place = end?;
    while let Some((before, step)) = first_edge[place] {
        path.push(step);
        place = before as usize;
    }
    path.reverse();

    // Backwards from all ends: what lies on a path to one.
    let mut into: Vec<Vec<u32>> = vec![Vec::new(); places.len()];
    for (i, &(_, _, target)) in edges.iter().enumerate() {
        into[target as usize].push(i as u32);
    }
    let is_end = |&(state, read): &Place| read as usize == word.len() && (spelling.is_end)(state);
    let mut useful: Vec<bool> = places.iter().map(is_end).collect();
    let mut stack: Vec<usize> = (0..places.len()).filter(|&p| useful[p]).collect();
    let mut subsystem = Vec::new();
    while let Some(place) = stack.pop() {
        for &edge in &into[place] {
            let (source, step, _) = edges[edge as usize];
            // Silent steps from one end to another add nothing.
            if !is_end(&places[source as usize]) {
                subsystem.push(step);
            }
            if !std::mem::replace(&mut useful[source as usize], true) {
                stack.push(source as usize);
            }
        }
    }
    subsystem.sort_unstable();
    subsystem.dedup();
    Some(Witness { start, path, subsystem })
}
