//! Which values somebody still reads, and the graph without the others.

use std::collections::BTreeSet;

use super::{Action, Edge, Graph};
use crate::model::{Expression, Slot, Template};

impl Graph {
    /// Which nameless slots matter at each location: they are read later, before they are written.
    pub fn live(&self, template: &Template) -> Vec<BTreeSet<Slot>> {
        let mut live = vec![BTreeSet::new(); self.locations.len()];
        loop {
            let mut changed = false;
            for edge in self.edges.iter().rev() {
                let mut set: BTreeSet<Slot> = live[edge.to].clone();
                self.backwards(edge, &mut set, &mut |_, _, _| true);
                set.retain(|slot| template.slots[slot.0].name.is_none());
                let before = live[edge.from].len();
                live[edge.from].extend(set);
                changed |= live[edge.from].len() > before;
            }
            if !changed {
                return live;
            }
        }
    }

    /// Goes through what an edge does from its end on, with the slots that are read behind each place. `keep` decides
    /// about each update, whether it is looked at.
    fn backwards(
        &self,
        edge: &Edge,
        set: &mut BTreeSet<Slot>,
        keep: &mut dyn FnMut(usize, Slot, &BTreeSet<Slot>) -> bool,
    ) {
        for (i, (slot, value)) in edge.updates.iter().enumerate().rev() {
            if keep(i, *slot, set) {
                set.remove(slot);
                value.for_each_slot(&mut |read| {
                    set.insert(read);
                });
            }
        }
        let mut read = |x: &Expression| {
            x.for_each_slot(&mut |slot| {
                set.insert(slot);
            });
        };
        let location = &self.locations[edge.from];
        match &edge.action {
            Action::Go | Action::Exit => {}
            Action::When(x) => read(x),
            Action::Choose(count, into) => {
                set.remove(into);
                count.for_each_slot(&mut |slot| {
                    set.insert(slot);
                });
            }
            Action::Case(i) => {
                if let Some(into) = location.cases[*i].into {
                    set.remove(&into);
                }
            }
            Action::Default | Action::Alternative(_) => {}
        }
        // All cases are looked at, whichever it is.
        for case in &location.cases {
            case.index.for_each_slot(&mut |slot| {
                set.insert(slot);
            });
            if let Some(x) = &case.send {
                x.for_each_slot(&mut |slot| {
                    set.insert(slot);
                });
            }
        }
    }

    /// Leaves out what is computed for nobody, and resets nameless slots when they are no longer needed, so that they tell no
    /// two states apart.
    pub(super) fn drop_dead(&mut self, template: &Template) {
        let nameless = |slot: Slot| template.slots[slot.0].name.is_none();
        loop {
            let live = self.live(template);
            let mut dropped = false;
            let mut kept: Vec<Vec<bool>> = Vec::new();
            for edge in &self.edges {
                let mut keep = vec![true; edge.updates.len()];
                // Named variables are seen where the edge ends, and nowhere before.
                let mut set = live[edge.to].clone();
                set.extend((0..template.slots.len()).map(Slot).filter(|&slot| !nameless(slot)));
                self.backwards(edge, &mut set, &mut |i, slot, set| {
                    keep[i] = set.contains(&slot);
                    keep[i]
                });
                dropped |= keep.contains(&false);
                kept.push(keep);
            }
            for (edge, keep) in self.edges.iter_mut().zip(kept) {
                let mut keep = keep.into_iter();
                edge.updates.retain(|_| keep.next().unwrap_or(true));
            }
            if !dropped {
                break;
            }
        }
        let live = self.live(template);
        for edge in &mut self.edges {
            let into = match &edge.action {
                Action::Choose(_, into) => Some(*into),
                Action::Case(i) => self.locations[edge.from].cases[*i].into,
                _ => None,
            };
            let mut old: BTreeSet<Slot> = live[edge.from].clone();
            old.extend(into);
            old.extend(edge.updates.iter().map(|(slot, _)| *slot));
            for slot in old {
                if nameless(slot) && !live[edge.to].contains(&slot) {
                    edge.updates.push((slot, Expression::Int(0)));
                }
            }
        }
    }

    /// The nameless slots that are still there.
    pub fn places(&self, template: &Template) -> BTreeSet<Slot> {
        let mut used = BTreeSet::new();
        for edge in &self.edges {
            used.extend(edge.updates.iter().map(|(slot, _)| *slot));
        }
        used.retain(|slot| template.slots[slot.0].name.is_none());
        used
    }
}
