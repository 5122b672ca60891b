//! Cycles: which states lie on one, which lead to one, and which of them are silent.

use serde::Serialize;

use crate::lts::{Edge, Lts, State};
use crate::scc::components;

/// The cycles of a system.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Circles {
    /// The states on a cycle.
    pub on: Vec<State>,
    /// The states that reach a cycle, those on one included. VeriTrace calls their number the number of circles.
    pub leading: Vec<State>,
    /// How many strongly connected components have a cycle: the least number of separate cycles.
    pub components: usize,
    /// The states on a cycle of silent steps.
    pub on_silent: Vec<State>,
    /// The states that reach one by silent steps: those that can diverge.
    pub diverging: Vec<State>,
    /// How many strongly connected components of silent steps have a cycle.
    pub silent_components: usize,
}

/// Finds the cycles of `lts`. O(states + transitions).
pub fn circles(lts: &Lts) -> Circles {
    let (on, leading, components) = cycles(lts, |_, _| true);
    let (on_silent, diverging, silent_components) = cycles(lts, |_, e| e.label.is_tau());
    Circles { on, leading, components, on_silent, diverging, silent_components }
}

/// The states on a cycle of the edges that `follow` accepts, those that reach one, and the number of components.
fn cycles(lts: &Lts, follow: impl Fn(State, Edge) -> bool + Copy) -> (Vec<State>, Vec<State>, usize) {
    let components = components(lts, follow);
    let cyclic = components.cyclic(lts, follow);
    // Edges lead to components with smaller numbers, so going up settles everything at once.
    let mut members: Vec<State> = lts.states().collect();
    members.sort_by_key(|&s| components.of[s as usize]);
    let mut leads = cyclic.clone();
    for &s in &members {
        let reaches =
            lts.edges(s).iter().any(|&e| follow(s, e) && leads[components.of[e.target as usize] as usize]);
        leads[components.of[s as usize] as usize] |= reaches;
    }
    let pick = |flags: &[bool]| lts.states().filter(|&s| flags[components.of[s as usize] as usize]).collect();
    (pick(&cyclic), pick(&leads), cyclic.iter().filter(|&&c| c).count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aut::parse;

    #[test]
    fn cycles_and_what_leads_to_them() {
        let text = "des (0,7,7)\n(0,a,1)\n(1,i,2)\n(2,a,1)\n(2,b,3)\n(4,i,4)\n(5,i,4)\n(6,a,4)\n";
        let circles = circles(&parse(text.as_bytes()).unwrap().lts);
        assert_eq!(circles.on, [1, 2, 4]);
        assert_eq!(circles.leading, [0, 1, 2, 4, 5, 6]);
        assert_eq!(circles.components, 2);
        assert_eq!(circles.on_silent, [4]);
        assert_eq!(circles.diverging, [4, 5]);
    }
}
