//! Hiding: labels that become τ.

use crate::lts::{Label, Labels, Lts};

/// `lts` with every label that `hidden` names made silent. Labels that are no longer used are forgotten.
pub fn hide(lts: &Lts, hidden: impl Fn(&str) -> bool) -> Lts {
    let used = crate::event::used(lts);
    let mut labels = Labels::new();
    let renamed: Vec<Label> = lts
        .labels()
        .iter()
        .map(|(label, name)| {
            let gone = label.is_tau() || !used[label.index()] || hidden(name);
            if gone { Label::TAU } else { labels.intern(name) }
        })
        .collect();
    lts.relabel(labels, |label| renamed[label.index()])
}

/// `lts` with everything silent but calls and returns.
pub fn hide_internal(lts: &Lts) -> Lts {
    hide(lts, |name| crate::event::parse(name).is_none())
}
