//! The shortest word that tells two states apart.
//!
//! [`difference`] compares two languages by walking through pairs of sets in order of length, and merges the sets of
//! each pair it has seen (Hopcroft and Karp): a pair that follows from merged ones by transitivity is skipped. The
//! first difference found is still a shortest one, since a word that separates a skipped pair separates one of
//! the earlier pairs in its chain. [`inclusion`] walks through pairs of a state and a set: the left side need
//! not be determinised. Both are exponential in the worst case, and linear in the pairs they visit.

use rustc_hash::FxHashSet;

use crate::lts::{Label, State};
use crate::subsets::{DEFAULT_LIMIT, SetId, Subsets, TooManySets, is_subset};
use crate::words::{Observe, Symbol, Words};

/// One of the two states that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The first.
    Left,
    /// The second.
    Right,
}

impl Side {
    /// The other one.
    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// What one side has after a word and the other has not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The word itself.
    Word,
    /// A state where nothing more can happen.
    Completion,
    /// A stable state that offers only these labels, and so refuses all others.
    Offers(Vec<Label>),
    /// Silent steps for ever.
    Divergence,
}

/// A word, what comes after it, and who has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The symbols.
    pub word: Vec<Symbol>,
    /// What comes after them.
    pub ending: Ending,
    /// Which side has it; the other has not.
    pub side: Side,
}

/// A shortest difference between the words of `left` and `right` and what they show; `None` if there is none.
pub fn difference(words: &Words, left: State, right: State) -> Result<Option<Difference>, TooManySets> {
    difference_within(words, left, right, DEFAULT_LIMIT)
}

/// As [`difference`], with a limit on the size of the sets.
pub fn difference_within(
    words: &Words,
    left: State,
    right: State,
    limit: usize,
) -> Result<Option<Difference>, TooManySets> {
    let mut subsets = Subsets::new(words, limit);
    let mut merged = Merged::default();
    let start = (subsets.intern(&mut vec![left]), subsets.intern(&mut vec![right]));
    // Pairs in order of length, each with the one before it and the symbol between them.
    let mut pairs: Vec<(SetId, SetId, usize, Symbol)> = Vec::new();
    if merged.join(start.0, start.1) {
        pairs.push((start.0, start.1, usize::MAX, 0));
    }
    let mut layer = 0..pairs.len();
    while !layer.is_empty() {
        // What is shown after a word counts as shorter than the next symbol.
        for at in layer.clone() {
            let (x, y, ..) = pairs[at];
            subsets.successors(x)?;
            subsets.successors(y)?;
            if let Some((ending, side)) = shown_difference(words, &subsets, x, y) {
                return Ok(Some(Difference { word: word_to(&pairs, at, None), ending, side }));
            }
        }
        for at in layer.clone() {
            let (x, y, ..) = pairs[at];
            let of_x = subsets.successors(x)?.to_vec();
            let of_y = subsets.successors(y)?;
            let (mut i, mut j) = (0, 0);
            while i < of_x.len() || j < of_y.len() {
                let (a, b) = (of_x.get(i).map(|e| e.0), of_y.get(j).map(|e| e.0));
                if a == b {
                    if merged.join(of_x[i].1, of_y[j].1) {
                        pairs.push((of_x[i].1, of_y[j].1, at, of_x[i].0));
                    }
                    i += 1;
                    j += 1;
                    continue;
                }
                // The smaller symbol is the one that the other side lacks.
                let (symbol, side) = match (a, b) {
                    (Some(a), Some(b)) if b < a => (b, Side::Right),
                    (None, Some(b)) => (b, Side::Right),
                    (a, _) => (a.expect("one of the two is there"), Side::Left),
                };
                let word = word_to(&pairs, at, Some(symbol));
                return Ok(Some(Difference { word, ending: Ending::Word, side }));
            }
        }
        layer = layer.end..pairs.len();
        if pairs.len() > limit {
            return Err(TooManySets { limit });
        }
    }
    Ok(None)
}

/// The word that leads to pair `at`, and `last` after it.
fn word_to(pairs: &[(SetId, SetId, usize, Symbol)], mut at: usize, last: Option<Symbol>) -> Vec<Symbol> {
    let mut word: Vec<Symbol> = last.into_iter().collect();
    while pairs[at].2 != usize::MAX {
        word.push(pairs[at].3);
        at = pairs[at].2;
    }
    word.reverse();
    word
}

/// What `x` or `y` shows that the other does not.
fn shown_difference(words: &Words, subsets: &Subsets, x: SetId, y: SetId) -> Option<(Ending, Side)> {
    if subsets.shown(x) == subsets.shown(y) {
        return None;
    }
    match words.observe() {
        Observe::Nothing => None,
        Observe::Completion => {
            let side = if subsets.shown(x) != 0 { Side::Left } else { Side::Right };
            Some((Ending::Completion, side))
        }
        Observe::Refusals => {
            let unmatched = |x: SetId, y: SetId| {
                subsets
                    .acceptances(x)
                    .find(|offered| !subsets.acceptances(y).any(|less| is_subset(less, offered)))
                    .map(|offered| Ending::Offers(offered.to_vec()))
            };
            unmatched(x, y)
                .map(|ending| (ending, Side::Left))
                .or_else(|| unmatched(y, x).map(|ending| (ending, Side::Right)))
        }
    }
}

/// Are all words of `left` words of `right`, and all it shows shown there? If not, a shortest one that is not.
pub fn inclusion(words: &Words, left: State, right: State) -> Result<Option<Difference>, TooManySets> {
    inclusion_within(words, left, right, DEFAULT_LIMIT)
}

/// As [`inclusion`], with a limit on the size of the sets, and on the number of pairs of a state and a set.
pub fn inclusion_within(
    words: &Words,
    left: State,
    right: State,
    limit: usize,
) -> Result<Option<Difference>, TooManySets> {
    /// A state of the left side with all that the right side can be in, and how it was reached.
    struct Node {
        state: State,
        set: SetId,
        before: usize,
        symbol: Option<Symbol>,
    }
    let mut subsets = Subsets::new(words, limit);
    let start = subsets.intern(&mut vec![right]);
    let mut nodes = vec![Node { state: left, set: start, before: usize::MAX, symbol: None }];
    let mut known: FxHashSet<(State, SetId)> = FxHashSet::from_iter([(left, start)]);
    let word_to = |nodes: &[Node], mut at: usize, last: Option<Symbol>| {
        let mut word: Vec<Symbol> = last.into_iter().collect();
        while at != usize::MAX {
            word.extend(nodes[at].symbol);
            at = nodes[at].before;
        }
        word.reverse();
        word
    };
    // A layer is all that is reached with words of one length, silent steps included.
    let mut layer_start = 0;
    while layer_start < nodes.len() {
        let mut at = layer_start;
        while at < nodes.len() {
            let Node { state, set, .. } = nodes[at];
            for &target in words.silent(state) {
                if known.insert((target, set)) {
                    nodes.push(Node { state: target, set, before: at, symbol: None });
                }
            }
            at += 1;
        }
        let layer = layer_start..nodes.len();
        if nodes.len() > limit {
            return Err(TooManySets { limit });
        }
        layer_start = nodes.len();
        for at in layer.clone() {
            let Node { state, set, .. } = nodes[at];
            subsets.successors(set)?;
            let shown = words.shows(state);
            let ending = match words.observe() {
                Observe::Completion if shown != 0 && subsets.shown(set) == 0 => Some(Ending::Completion),
                Observe::Refusals if shown != 0 => {
                    let offered = words.ready_set(shown);
                    let matched = subsets.acceptances(set).any(|less| is_subset(less, offered));
                    (!matched).then(|| Ending::Offers(offered.to_vec()))
                }
                _ => None,
            };
            if let Some(ending) = ending {
                let word = word_to(&nodes, at, None);
                return Ok(Some(Difference { word, ending, side: Side::Left }));
            }
        }
        for at in layer {
            let Node { state, set, .. } = nodes[at];
            let successors = subsets.successors(set)?;
            for &(symbol, target) in words.visible(state) {
                let Ok(found) = successors.binary_search_by_key(&symbol, |e| e.0) else {
                    let word = word_to(&nodes, at, Some(symbol));
                    return Ok(Some(Difference { word, ending: Ending::Word, side: Side::Left }));
                };
                let next = successors[found].1;
                if known.insert((target, next)) {
                    nodes.push(Node { state: target, set: next, before: at, symbol: Some(symbol) });
                }
            }
        }
    }
    Ok(None)
}

/// Classes of sets known or assumed to be equal.
#[derive(Default)]
struct Merged {
    parent: Vec<SetId>,
}

impl Merged {
    fn find(&mut self, set: SetId) -> SetId {
        while self.parent.len() <= set as usize {
            self.parent.push(self.parent.len() as SetId);
        }
        let mut root = set;
        while self.parent[root as usize] != root {
            let above = self.parent[self.parent[root as usize] as usize];
            self.parent[root as usize] = above;
            root = above;
        }
        root
    }

    /// Puts the classes of the two together. False if they were together already.
    fn join(&mut self, a: SetId, b: SetId) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a as usize] = b;
        a != b
    }
}
