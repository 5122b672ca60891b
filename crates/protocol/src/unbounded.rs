//! Weak sequences that let a role run ahead of the others for ever.
//!
//! `(async* (-->> T :a :b))` lets `a` send before `b` has received, as often as it likes: its transition system is infinite, and looking
//! through it would not end. The reason is found in the terms. Let a repetition become, by some actions, *a rest, and weakly after it the
//! same repetition*. If nobody who took these actions acts in the rest, they can be taken again, and again after that; and whatever they
//! send and do not receive piles up.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use indexmap::{IndexMap, IndexSet};

use crate::ast::Protocol;
use crate::label::{Label, RoleId};
use crate::lts::{Parameters, choose};
use crate::source::{Error, Fault, Result};
use crate::steps::Stepper;
use crate::term::{Node, Term, Terms};

/// A channel that can hold any number of messages, because of a weak sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unbounded {
    /// The sender.
    pub from: String,
    /// The receiver.
    pub to: String,
    /// What can be done again and again.
    pub again: Vec<String>,
}

/// How many states are looked at for repetitions, and how many states of each repetition.
const STATES: usize = 500;

/// The channels that a weak repetition lets grow without end. If there is one, the transition system is infinite.
pub fn unbounded_channels(
    protocol: &Protocol,
    session: Option<&str>,
    parameters: &Parameters,
) -> std::result::Result<Vec<Unbounded>, Error> {
    let fail = |fault: Fault| fault.within(&protocol.source);
    let (number, arguments) = choose(protocol, session, parameters).map_err(fail)?;
    let mut stepper = Stepper::new(Terms::new(protocol));
    let initial = stepper.terms.call(number, arguments);
    let grown = growing(&mut stepper, initial).map_err(fail)?;
    let names = &stepper.terms.names;
    let shown = |role: RoleId| names.roles[role as usize].to_string();
    Ok(grown
        .into_iter()
        .map(|((from, to), again)| Unbounded {
            from: shown(from),
            to: shown(to),
            again: again.iter().map(|label| label.text(names)).collect(),
        })
        .collect())
}

type Grown = BTreeMap<(RoleId, RoleId), Vec<Label>>;

fn growing(stepper: &mut Stepper<'_>, initial: Term) -> Result<Grown> {
    let mut grown = Grown::new();
    let mut states = IndexSet::from([initial]);
    let mut repetitions: IndexSet<Term> = IndexSet::new();
    let mut next = 0;
    while let Some(&state) = states.get_index(next)
        && next < STATES
    {
        next += 1;
        active(stepper, state, &mut repetitions)?;
        states.extend(stepper.steps(state)?.iter().map(|&(_, target)| target));
    }
    for repetition in repetitions {
        piling(stepper, repetition, &mut grown)?;
    }
    Ok(grown)
}

/// The repetitions that can take a step in `term`.
fn active(stepper: &mut Stepper<'_>, term: Term, found: &mut IndexSet<Term>) -> Result<()> {
    match stepper.terms.node(term).clone() {
        Node::Cat(parts) | Node::Weak(parts) => active(stepper, parts[0], found),
        Node::Par(parts) | Node::Alt(parts) => {
            parts.into_iter().try_for_each(|part| active(stepper, part, found))
        }
        Node::Repeat(..) | Node::Loop { .. } | Node::Call { .. } if found.insert(term) => {
            match stepper.terms.unfold(term)? {
                Some(inner) if found.len() < STATES => active(stepper, inner, found),
                _ => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// Looks for a way from a repetition to itself after a rest.
fn piling(stepper: &mut Stepper<'_>, repetition: Term, grown: &mut Grown) -> Result<()> {
    let mut reached: IndexMap<Term, Vec<Label>> = IndexMap::from([(repetition, Vec::new())]);
    let mut todo = VecDeque::from([repetition]);
    while let Some(state) = todo.pop_front() {
        let path = reached[&state].clone();
        if let Some(rest) = before(stepper, state, repetition) {
            let mut busy = BTreeSet::new();
            for part in rest {
                busy.extend(stepper.subjects(part)?.iter().copied());
            }
            let acting = path.iter().flat_map(|label| label.subjects().into_iter().flatten());
            if acting.into_iter().all(|role| !busy.contains(&role)) {
                for (channel, count) in net(&path) {
                    if count > 0 {
                        grown.entry(channel).or_insert_with(|| path.clone());
                    }
                }
                // From here it goes on as from the repetition itself.
                continue;
            }
        }
        for &(label, target) in stepper.steps(state)?.iter() {
            if reached.len() < STATES && !reached.contains_key(&target) {
                let mut path = path.clone();
                path.push(label);
                reached.insert(target, path);
                todo.push_back(target);
            }
        }
    }
    Ok(())
}

/// What stands before `repetition` in a weak sequence that ends with it.
fn before(stepper: &Stepper<'_>, term: Term, repetition: Term) -> Option<Vec<Term>> {
    let Node::Weak(parts) = stepper.terms.node(term) else { return None };
    let (&last, rest) = parts.split_last()?;
    if last == repetition {
        return Some(rest.to_vec());
    }
    let mut inner = before(stepper, last, repetition)?;
    inner.extend(rest);
    Some(inner)
}

/// How many more messages are sent than received on each channel.
fn net(path: &[Label]) -> BTreeMap<(RoleId, RoleId), i64> {
    let mut net = BTreeMap::new();
    for label in path {
        match *label {
            Label::Send(_, from, to) => *net.entry((from, to)).or_default() += 1,
            Label::Receive(from, to) => *net.entry((from, to)).or_default() -= 1,
            Label::Handshake(..) | Label::Close(..) => {}
        }
    }
    net
}
