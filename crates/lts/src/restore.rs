//! Restoring hidden actions: which steps of the original lie behind the silent steps of a quotient.
//!
//! Before an object's system is reduced, everything but calls and returns is hidden. The silent steps that the
//! quotient still has are those that matter, the linearization points among them; restoring puts the original labels
//! back on them, all of them where several steps fell together.

use thiserror::Error;

use crate::event::used;
use crate::lts::{Label, Labels, Lts, Transition};
use crate::partition::Class;

/// Why restoring is not possible.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RestoreError {
    /// The class file speaks of a class that the quotient does not have.
    #[error("state {state} has class {class}, but the quotient has only {states} states")]
    UnknownClass {
        /// The original state.
        state: usize,
        /// Its class.
        class: Class,
        /// States of the quotient.
        states: usize,
    },
}

/// What [`restore`] did.
pub struct Restored {
    /// The quotient with the original labels.
    pub lts: Lts,
    /// Silent steps that got labels.
    pub restored: usize,
    /// Silent steps behind which the original has nothing but silent steps, or nothing at all.
    pub left: usize,
}

/// Gives the silent steps of `quotient` the labels that the steps of `original` between the same classes have. A label
/// that the quotient shows anywhere was not hidden, and is not used.
/// O(transitions of both, and sorting).
pub fn restore(quotient: &Lts, class_of: &[Class], original: &Lts) -> Result<Restored, RestoreError> {
    let states = quotient.state_count();
    if let Some(state) = class_of.iter().position(|&class| class as usize >= states) {
        return Err(RestoreError::UnknownClass { state, class: class_of[state], states });
    }
    let shown_used = used(quotient);
    let mut labels = Labels::new();
    let of_quotient: Vec<Label> = quotient.labels().iter().map(|(_, name)| labels.intern(name)).collect();
    let of_original: Vec<Option<Label>> = original
        .labels()
        .iter()
        .map(|(label, name)| {
            let shown = quotient.labels().find(name).is_some_and(|known| shown_used[known.index()]);
            (!label.is_tau() && !shown).then(|| labels.intern(name))
        })
        .collect();

    let mut hidden: Vec<(Class, Class, Label)> = original
        .transitions()
        .filter_map(|t| {
            let label = of_original[t.label.index()]?;
            Some((class_of[t.source as usize], class_of[t.target as usize], label))
        })
        .collect();
    hidden.sort_unstable();
    hidden.dedup();

    let mut transitions = Vec::with_capacity(quotient.transition_count());
    let (mut restored, mut left) = (0, 0);
    for t in quotient.transitions() {
        if !t.label.is_tau() {
            transitions.push(Transition { label: of_quotient[t.label.index()], ..t });
            continue;
        }
        let start = hidden.partition_point(|&(s, d, _)| (s, d) < (t.source, t.target));
        let behind = hidden[start..].iter().take_while(|&&(s, d, _)| (s, d) == (t.source, t.target));
        let before = transitions.len();
        transitions.extend(behind.map(|&(_, _, label)| Transition { label, ..t }));
        if transitions.len() == before {
            transitions.push(t);
            left += 1;
        } else {
            restored += 1;
        }
    }
    let lts = Lts::new(quotient.initial(), states, labels, &transitions);
    Ok(Restored { lts, restored, left })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aut::parse;
    use crate::hide::hide_internal;
    use crate::relation::Relation;

    #[test]
    fn all_labels_behind_a_silent_step_come_back() {
        let text = "des (0,5,5)\n(0,\"CALL !M !1\",1)\n(1,read,2)\n(2,cas,3)\n(1,swap,3)\n(3,\"RET !M !1\",4)\n\
                    (1,\"RET !N !1\",4)\n(2,\"RET !N !1\",4)\n";
        let original = parse(text.as_bytes()).unwrap().lts;
        let hidden = hide_internal(&original);
        let (quotient, classes) = Relation::Branching.minimise(&hidden).unwrap().unwrap();
        let restored = restore(&quotient, classes.classes(), &original).unwrap();
        assert_eq!((restored.restored, restored.left), (1, 0));
        let names: Vec<&str> = restored.lts.transitions().map(|t| restored.lts.name(t.label)).collect();
        assert!(names.contains(&"cas") && names.contains(&"swap") && !names.contains(&"read"));
        assert!(restore(&quotient, &[99, 0, 0, 0, 0], &original).is_err());
    }
}
