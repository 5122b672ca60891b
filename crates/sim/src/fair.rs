//! Runs that stay for ever among some states: those that end there, and fair cycles.
//!
//! A run that ends is one to a state where the program can do nothing more; faults are never forced. A cycle is looked for in
//! the strongly connected components (Tarjan 1972). Weakly fair is a cycle if everyone who could always act does act;
//! strongly fair, if everyone who could act again and again does. For the latter, a component where somebody starves is cut up
//! again without the states where they could act (Emerson and Lei 1987).

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::space::Space;

/// Which runs without end count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fairness {
    /// All of them.
    #[default]
    None,
    /// Those where a goroutine that can act from some moment on does act.
    Weak,
    /// Those where a goroutine that can act again and again does act.
    Strong,
}

/// A run among some states: places of actions.
pub(crate) struct Stay {
    /// From the start.
    pub prefix: Vec<u16>,
    /// Then this again and again; nothing if the run ends.
    pub cycle: Vec<u16>,
}

/// Looks for a run from `start` that never leaves the states that are `inside`. The nearest end, or else a fair cycle.
pub(crate) fn stay(
    space: &Space,
    start: u32,
    inside: &dyn Fn(u32) -> bool,
    fairness: Fairness,
) -> Option<Stay> {
    if !inside(start) {
        return None;
    }
    let region = Region::new(space, start, inside);
    if let Some(&end) = region.states.iter().find(|&&state| space.is_stuck(state)) {
        return Some(Stay { prefix: region.path(end), cycle: Vec::new() });
    }
    let mut pending = vec![region.states.clone()];
    while let Some(states) = pending.pop() {
        for component in components(space, &states) {
            match judge(space, &component, fairness) {
                Judgement::Fair(wanted) => {
                    let entry = *component.iter().min_by_key(|state| region.places[state])?;
                    let cycle = cycle(space, entry, &component, &wanted)?;
                    return Some(Stay { prefix: region.path(entry), cycle });
                }
                Judgement::Rest(rest) if !rest.is_empty() => pending.push(rest),
                Judgement::Rest(_) => {}
            }
        }
    }
    None
}

/// The states that are reached from a start without leaving the inside, nearest first.
struct Region {
    states: Vec<u32>,
    /// The place of each in `states`.
    places: FxHashMap<u32, u32>,
    /// From which state and by which edge each was reached.
    parents: Vec<(u32, u16)>,
}

impl Region {
    fn new(space: &Space, start: u32, inside: &dyn Fn(u32) -> bool) -> Region {
        let mut region = Region {
            states: vec![start],
            places: FxHashMap::from_iter([(start, 0)]),
            parents: vec![(start, 0)],
        };
        let mut next = 0;
        while next < region.states.len() {
            let state = region.states[next];
            for (edge, &(target, _)) in space.edges(state).iter().enumerate() {
                if inside(target) && !region.places.contains_key(&target) {
                    region.places.insert(target, region.states.len() as u32);
                    region.states.push(target);
                    region.parents.push((state, edge as u16));
                }
            }
            next += 1;
        }
        region
    }

    fn path(&self, mut state: u32) -> Vec<u16> {
        let mut path = Vec::new();
        while self.places[&state] != 0 {
            let (parent, edge) = self.parents[self.places[&state] as usize];
            path.push(edge);
            state = parent;
        }
        path.reverse();
        path
    }
}

/// What a cycle must show to be fair.
enum Wanted {
    /// That one of these acts.
    Actor(u32),
    /// A state where it cannot.
    State(u32),
}

enum Judgement {
    Fair(Vec<Wanted>),
    /// Not fair; what is left to look at.
    Rest(Vec<u32>),
}

fn judge(space: &Space, component: &[u32], fairness: Fairness) -> Judgement {
    let members: FxHashMap<u32, ()> = component.iter().map(|&state| (state, ())).collect();
    let enabled = |state: u32| space.edges(state).iter().fold(0, |set, (_, actors)| set | actors);
    let (mut acting, mut cyclic) = (0u64, false);
    for &state in component {
        for (target, actors) in space.edges(state) {
            if members.contains_key(target) {
                cyclic = true;
                acting |= actors;
            }
        }
    }
    if !cyclic {
        return Judgement::Rest(Vec::new());
    }
    let somewhere = component.iter().fold(0, |set, &state| set | enabled(state));
    let everywhere = component.iter().fold(u64::MAX, |set, &state| set & enabled(state));
    let bits = |set: u64| (0..64u32).filter(move |bit| set >> bit & 1 == 1);
    match fairness {
        Fairness::None => Judgement::Fair(Vec::new()),
        Fairness::Weak if everywhere & !acting != 0 => Judgement::Rest(Vec::new()),
        Fairness::Weak => {
            let lacking = |actor: u32| component.iter().find(|&&state| enabled(state) >> actor & 1 == 0);
            let wanted = bits(somewhere).map(|actor| match lacking(actor) {
                Some(&state) if acting >> actor & 1 == 0 => Wanted::State(state),
                _ => Wanted::Actor(actor),
            });
            Judgement::Fair(wanted.collect())
        }
        Fairness::Strong => match somewhere & !acting {
            0 => Judgement::Fair(bits(somewhere).map(Wanted::Actor).collect()),
            starved => {
                let rest = component.iter().copied().filter(|&state| enabled(state) & starved == 0);
                Judgement::Rest(rest.collect())
            }
        },
    }
}

/// A cycle through `entry` within a component that shows all that is wanted.
fn cycle(space: &Space, entry: u32, component: &[u32], wanted: &[Wanted]) -> Option<Vec<u16>> {
    let members: FxHashMap<u32, ()> = component.iter().map(|&state| (state, ())).collect();
    let mut path = Vec::new();
    let mut seen = 0u64;
    let mut at = entry;
    let mut visited = vec![entry];
    for wish in wanted {
        let leg = match *wish {
            Wanted::Actor(actor) if seen >> actor & 1 == 1 => continue,
            Wanted::State(state) if visited.contains(&state) => continue,
            Wanted::Actor(actor) => leg(space, at, &members, &|_, _, actors| actors >> actor & 1 == 1),
            Wanted::State(state) => leg(space, at, &members, &|_, target, _| target == state),
        }?;
        for edge in leg {
            let (target, actors) = space.edges(at)[edge as usize];
            seen |= actors;
            at = target;
            visited.push(at);
            path.push(edge);
        }
    }
    if at != entry || path.is_empty() {
        path.extend(leg(space, at, &members, &|_, target, _| target == entry)?);
    }
    Some(path)
}

/// A shortest way within a component whose last edge is the first that `is_last` accepts.
fn leg(
    space: &Space,
    from: u32,
    members: &FxHashMap<u32, ()>,
    is_last: &dyn Fn(u32, u32, u64) -> bool,
) -> Option<Vec<u16>> {
    let mut parents: FxHashMap<u32, (u32, u16)> = FxHashMap::default();
    let mut queue = VecDeque::from([from]);
    while let Some(state) = queue.pop_front() {
        for (edge, &(target, actors)) in space.edges(state).iter().enumerate() {
            if !members.contains_key(&target) {
                continue;
            }
            if is_last(state, target, actors) {
                let mut path = vec![edge as u16];
                let mut at = state;
                while at != from {
                    let (parent, edge) = parents[&at];
                    path.push(edge);
                    at = parent;
                }
                path.reverse();
                return Some(path);
            }
            if target != from && !parents.contains_key(&target) {
                parents.insert(target, (state, edge as u16));
                queue.push_back(target);
            }
        }
    }
    None
}

/// The strongly connected components of some states.
fn components(space: &Space, states: &[u32]) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let places: FxHashMap<u32, u32> =
        states.iter().enumerate().map(|(i, &state)| (state, i as u32)).collect();
    let n = states.len();
    let (mut order, mut low, mut on_stack) = (vec![UNSEEN; n], vec![0u32; n], vec![false; n]);
    let (mut stack, mut out) = (Vec::new(), Vec::new());
    let mut calls: Vec<(u32, usize)> = Vec::new();
    let mut counter = 0;
    for root in 0..n as u32 {
        if order[root as usize] != UNSEEN {
            continue;
        }
        calls.push((root, 0));
        while let Some(&(v, edge)) = calls.last() {
            if edge == 0 && order[v as usize] == UNSEEN {
                order[v as usize] = counter;
                low[v as usize] = counter;
                counter += 1;
                stack.push(v);
                on_stack[v as usize] = true;
            }
            if let Some((target, _)) = space.edges(states[v as usize]).get(edge) {
                if let Some(top) = calls.last_mut() {
                    top.1 += 1;
                }
                let Some(&w) = places.get(target) else { continue };
                if order[w as usize] == UNSEEN {
                    calls.push((w, 0));
                } else if on_stack[w as usize] {
                    low[v as usize] = low[v as usize].min(order[w as usize]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                low[parent as usize] = low[parent as usize].min(low[v as usize]);
            }
            if low[v as usize] == order[v as usize] {
                let mut component = Vec::new();
                while let Some(w) = stack.pop() {
                    on_stack[w as usize] = false;
                    component.push(states[w as usize]);
                    if w == v {
                        break;
                    }
                }
                out.push(component);
            }
        }
    }
    out
}
