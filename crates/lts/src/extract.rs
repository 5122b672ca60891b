//! Parts of a system: what states reach, what leads to them, what lies between, what is near.

use crate::lts::{Incoming, Lts, State};

/// Which part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// What can be reached from these states.
    From(Vec<State>),
    /// What leads to these states.
    To(Vec<State>),
    /// What lies on a path from the first state to the second.
    Between(State, State),
    /// What is at most so many transitions away, forwards or backwards.
    Around(State, usize),
}

/// The part of `lts`, and for each of its states the number it had. It starts in the initial state of `lts` if that is
/// in it, else in the first state that was named. A part that would be empty (nothing lies between) is `None`.
/// O(states + transitions).
pub fn extract(lts: &Lts, part: &Part) -> Option<(Lts, Vec<State>)> {
    let (keep, start) = match part {
        Part::From(states) => (forwards(lts, states, usize::MAX), *states.first()?),
        Part::To(states) => (backwards(lts, &lts.incoming(), states, usize::MAX), *states.first()?),
        Part::Between(from, to) => {
            let mut keep = forwards(lts, &[*from], usize::MAX);
            let back = backwards(lts, &lts.incoming(), &[*to], usize::MAX);
            keep.iter_mut().zip(back).for_each(|(keep, back)| *keep &= back);
            (keep, *from)
        }
        Part::Around(state, radius) => {
            let mut keep = forwards(lts, &[*state], *radius);
            let back = backwards(lts, &lts.incoming(), &[*state], *radius);
            keep.iter_mut().zip(back).for_each(|(keep, back)| *keep |= back);
            (keep, *state)
        }
    };
    let starts_as_whole = keep[lts.initial() as usize] && !matches!(part, Part::From(_) | Part::Between(..));
    let initial = if starts_as_whole { lts.initial() } else { start };
    keep[initial as usize].then(|| lts.restrict(&keep, initial))
}

fn forwards(lts: &Lts, roots: &[State], radius: usize) -> Vec<bool> {
    spread(lts.state_count(), roots, radius, |s, visit| lts.edges(s).iter().for_each(|e| visit(e.target)))
}

fn backwards(lts: &Lts, incoming: &Incoming, roots: &[State], radius: usize) -> Vec<bool> {
    spread(lts.state_count(), roots, radius, |s, visit| {
        incoming.edges(s).iter().for_each(|e| visit(e.source))
    })
}

/// Breadth-first from `roots`, `radius` steps far.
fn spread(
    states: usize,
    roots: &[State],
    radius: usize,
    neighbours: impl Fn(State, &mut dyn FnMut(State)),
) -> Vec<bool> {
    let mut seen = vec![false; states];
    let mut layer: Vec<State> = roots.to_vec();
    layer.iter().for_each(|&s| seen[s as usize] = true);
    let mut distance = 0;
    while !layer.is_empty() && distance < radius {
        let mut next = Vec::new();
        for s in layer {
            neighbours(s, &mut |t| {
                if !std::mem::replace(&mut seen[t as usize], true) {
                    next.push(t);
                }
            });
        }
        layer = next;
        distance += 1;
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aut::parse;

    #[test]
    fn parts_keep_what_they_should() {
        let text = "des (0,5,6)\n(0,a,1)\n(1,b,2)\n(2,c,3)\n(1,d,4)\n(5,e,2)\n";
        let lts = parse(text.as_bytes()).unwrap().lts;
        let states = |part| extract(&lts, &part).map(|(_, old)| old);
        assert_eq!(states(Part::From(vec![1])), Some(vec![1, 2, 3, 4]));
        assert_eq!(states(Part::To(vec![2])), Some(vec![0, 1, 2, 5]));
        assert_eq!(states(Part::Between(1, 3)), Some(vec![1, 2, 3]));
        assert_eq!(states(Part::Between(3, 1)), None);
        assert_eq!(states(Part::Around(2, 1)), Some(vec![1, 2, 3, 5]));
        assert_eq!(extract(&lts, &Part::To(vec![2])).unwrap().0.initial(), 0);
    }
}
