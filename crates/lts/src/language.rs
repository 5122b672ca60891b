//! Which states have the same words: the partition of a view by language.
//!
//! Two ways. Without cycles, languages are built from the leaves up, each stored once as the list of (symbol, language
//! after it); then states have equal languages iff they have the same number, and unions of languages are
//! remembered. With cycles, the subset construction is run from every state, and the deterministic automaton that
//! results is minimised. Both can be exponential in the worst case; both stop at a limit.

use rustc_hash::FxHashMap;

use crate::lts::{Label, Labels, Lts, State, Transition};
use crate::partition::Partition;
use crate::refine::{Silence, refine};
use crate::subsets::{DEFAULT_LIMIT, Subsets, TooManySets};
use crate::words::{Lists, Observe, Symbol, Words};

/// The states by what words they have and what they show after each.
pub fn partition(words: &Words) -> Result<Partition, TooManySets> {
    if words.observe() == Observe::Nothing
        && let Some(order) = words.steps_backwards()
    {
        return acyclic(words, &order);
    }
    by_subsets(words)
}

/// By the subset construction; works for every view.
pub fn by_subsets(words: &Words) -> Result<Partition, TooManySets> {
    let states = words.state_count();
    let mut subsets = Subsets::new(words, DEFAULT_LIMIT);
    let starts: Vec<u32> = (0..states as State).map(|s| subsets.intern(&mut vec![s])).collect();
    let mut transitions: Vec<Transition> = Vec::new();
    let mut shown = Vec::new();
    let mut set = 0;
    while (set as usize) < subsets.len() {
        for &(symbol, target) in subsets.successors(set)? {
            transitions.push(Transition { source: set, label: Label(symbol), target });
        }
        shown.push(subsets.shown(set));
        set += 1;
    }
    // Only the numbers of labels matter to the refinement, so the table of names stays empty.
    let automaton = Lts::new(0, subsets.len().max(1), Labels::new(), &transitions);
    drop(transitions);
    drop(subsets);
    let tags = if words.observe() == Observe::Nothing { &[][..] } else { &shown };
    let partition = refine(&automaton, Silence::Visible, tags);
    let keys: Vec<u32> = starts.iter().map(|&set| partition.class(set)).collect();
    Ok(Partition::from_keys(&keys, partition.class_count()))
}

/// A language without infinite words, by number: the sorted list of its first symbols and what follows each.
type Language = u32;

/// Languages of views without cycles.
#[derive(Default)]
struct Languages {
    all: Lists<(Symbol, Language)>,
    unions: FxHashMap<Box<[Language]>, Language>,
    union_items: usize,
}

fn acyclic(words: &Words, order: &[State]) -> Result<Partition, TooManySets> {
    let mut languages = Languages::default();
    let mut language_of: Vec<Language> = vec![0; words.state_count()];
    let mut items = Vec::new();
    for &state in order {
        items.clear();
        items.extend(words.visible(state).iter().map(|&(symbol, t)| (symbol, language_of[t as usize])));
        for &t in words.silent(state) {
            items.extend_from_slice(languages.all.get(language_of[t as usize]));
        }
        language_of[state as usize] = languages.build(&mut items)?;
    }
    Ok(Partition::from_keys(&language_of, languages.all.len()))
}

/// A language under construction: what is known of it, and the rest of its items.
struct Frame {
    /// Sorted; several with one symbol mean the union of what follows.
    items: Vec<(Symbol, Language)>,
    at: usize,
    built: Vec<(Symbol, Language)>,
    /// The union that this is, to be remembered.
    union_of: Option<Box<[Language]>>,
}

impl Frame {
    fn new(mut items: Vec<(Symbol, Language)>, union_of: Option<Box<[Language]>>) -> Frame {
        items.sort_unstable();
        items.dedup();
        Frame { items, at: 0, built: Vec::new(), union_of }
    }
}

impl Languages {
    /// The language that can start as `items` say. Uses a stack of its own, since words can be long.
    fn build(&mut self, items: &mut Vec<(Symbol, Language)>) -> Result<Language, TooManySets> {
        items.sort_unstable();
        items.dedup();
        if items.windows(2).all(|w| w[0].0 != w[1].0) {
            return Ok(self.all.intern(items).0);
        }
        let mut frames = vec![Frame::new(std::mem::take(items), None)];
        loop {
            let frame = frames.last_mut().expect("the loop ends when the last frame does");
            let Some(&(symbol, first)) = frame.items.get(frame.at) else {
                let done = frames.pop().expect("there is a last frame");
                let (language, _) = self.all.intern(&done.built);
                if self.all.total() + self.union_items > DEFAULT_LIMIT {
                    return Err(TooManySets { limit: DEFAULT_LIMIT });
                }
                if let Some(key) = done.union_of {
                    self.union_items += key.len();
                    self.unions.insert(key, language);
                }
                match frames.last_mut() {
                    None => return Ok(language),
                    Some(parent) => {
                        // The parent waits at the first of its items with the symbol that this union follows.
                        let symbol = parent.items[parent.at].0;
                        parent.built.push((symbol, language));
                        parent.at += parent.items[parent.at..].partition_point(|item| item.0 == symbol);
                    }
                }
                continue;
            };
            let end = frame.at + frame.items[frame.at..].partition_point(|item| item.0 == symbol);
            if end == frame.at + 1 {
                frame.built.push((symbol, first));
                frame.at = end;
                continue;
            }
            let members: Box<[Language]> = frame.items[frame.at..end].iter().map(|&(_, l)| l).collect();
            if let Some(&known) = self.unions.get(&members) {
                frame.built.push((symbol, known));
                frame.at = end;
                continue;
            }
            let items = members.iter().flat_map(|&l| self.all.get(l)).copied().collect();
            frames.push(Frame::new(items, Some(members)));
        }
    }
}
