//! Strongly connected components, by Tarjan's algorithm without recursion.
//!
//! Components are numbered in the order in which they are completed, so an edge never leads to a component with a
//! larger number: the numbers are a reversed topological order, and several algorithms rely on just that.
//! O(states + transitions) time, 13 bytes a state.

use crate::lts::{Edge, Lts, State};

/// The strongly connected components of a graph.
pub struct Components {
    /// For each state its component.
    pub of: Vec<u32>,
    /// How many components there are.
    pub count: usize,
}

/// The components of `lts` when only the edges that `follow(source, edge)` accepts are there.
pub fn components(lts: &Lts, follow: impl Fn(State, Edge) -> bool) -> Components {
    const UNSEEN: u32 = u32::MAX;
    let states = lts.state_count();
    // Until a state's component is known, `low` is the smallest index it can reach; afterwards `of` counts.
    let mut index = vec![UNSEEN; states];
    let mut low = vec![0u32; states];
    let mut of = vec![UNSEEN; states];
    let mut count = 0u32;
    let mut clock = 0u32;
    let mut open: Vec<State> = Vec::new();
    let mut path: Vec<(State, u32)> = Vec::new();
    for root in lts.states() {
        if index[root as usize] != UNSEEN {
            continue;
        }
        path.push((root, 0));
        index[root as usize] = clock;
        low[root as usize] = clock;
        clock += 1;
        open.push(root);
        while let Some(&mut (state, ref mut next)) = path.last_mut() {
            let s = state as usize;
            let edges = lts.edges(state);
            let mut descended = false;
            while (*next as usize) < edges.len() {
                let edge = edges[*next as usize];
                *next += 1;
                if !follow(state, edge) {
                    continue;
                }
                let t = edge.target as usize;
                if index[t] == UNSEEN {
                    index[t] = clock;
                    low[t] = clock;
                    clock += 1;
                    open.push(edge.target);
                    path.push((edge.target, 0));
                    descended = true;
                    break;
                }
                if of[t] == UNSEEN {
                    low[s] = low[s].min(index[t]);
                }
            }
            if descended {
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent as usize] = low[parent as usize].min(low[s]);
            }
            if low[s] == index[s] {
                while let Some(member) = open.pop() {
                    of[member as usize] = count;
                    if member == state {
                        break;
                    }
                }
                count += 1;
            }
        }
    }
    Components { of, count: count as usize }
}

impl Components {
    /// For each component, whether it contains a cycle made of edges that `follow` accepts: more than one state,
    /// or a state with an edge to itself.
    pub fn cyclic(&self, lts: &Lts, follow: impl Fn(State, Edge) -> bool) -> Vec<bool> {
        let mut cyclic = vec![false; self.count];
        for source in lts.states() {
            let component = self.of[source as usize];
            if lts.edges(source).iter().any(|&e| self.of[e.target as usize] == component && follow(source, e))
            {
                cyclic[component as usize] = true;
            }
        }
        cyclic
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aut::parse;

    #[test]
    fn components_are_numbered_against_the_edges() {
        let text = "des (0,6,5)\n(0,a,1)\n(1,a,2)\n(2,a,1)\n(2,i,3)\n(3,i,3)\n(0,a,4)\n";
        let lts = parse(text.as_bytes()).unwrap().lts;
        let all = components(&lts, |_, _| true);
        assert_eq!(all.count, 4);
        assert_eq!(all.of[1], all.of[2]);
        for t in lts.transitions() {
            assert!(all.of[t.target as usize] <= all.of[t.source as usize]);
        }
        let cyclic = all.cyclic(&lts, |_, _| true);
        assert!(cyclic[all.of[1] as usize] && cyclic[all.of[3] as usize] && !cyclic[all.of[0] as usize]);
        let silent = components(&lts, |_, e| e.label.is_tau());
        assert_eq!(silent.count, 5);
    }
}
