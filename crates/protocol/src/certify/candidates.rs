//! Where the specification could be, after what the liberal module has done so far.
//!
//! A candidate is a state of the specification, and the actions that each role still owes, because the specification has them behind it and the
//! module does not. Together they stand for all runs of the specification that go on from what the module did, up to the order of independent actions.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Limit;
use crate::label::{Action, ActionKind, RoleId};
use crate::projection::Typed;

/// How far the specification may run ahead of a role.
const AHEAD: usize = 12;

/// How many states it could be in are looked at for one action.
const CANDIDATES: usize = 20_000;

/// The specification, and what was found out about its states on the way.
pub(super) struct Followed<'t> {
    pub(super) typed: &'t Typed,
    /// By action: the states that can take it, and for which it makes no difference what others do before.
    indifferent: RefCell<FxHashMap<Action, Rc<[bool]>>>,
    /// For every state those with a step to it.
    before: Vec<Vec<u32>>,
}

impl<'t> Followed<'t> {
    pub(super) fn new(typed: &'t Typed) -> Self {
        let mut before = vec![Vec::new(); typed.transitions.len()];
        for (state, out) in (0u32..).zip(&typed.transitions) {
            out.iter().for_each(|&(_, target)| before[target as usize].push(state));
        }
        Self { typed, indifferent: RefCell::default(), before }
    }

    /// Whether all that others can do first, in each state, can as well be done after `action`, with the same result.
    fn indifferent(&self, action: &Action) -> Rc<[bool]> {
        if let Some(known) = self.indifferent.borrow().get(action) {
            return Rc::clone(known);
        }
        let targets = |state: u32, action: Action| {
            let out = self.typed.transitions[state as usize].iter();
            out.filter(move |(other, _)| *other == action).map(|&(_, target)| target)
        };
        let states = 0..self.typed.transitions.len() as u32;
        let mut holds: Vec<bool> =
            states.clone().map(|state| targets(state, *action).next().is_some()).collect();
        let mut todo: Vec<u32> = states.collect();
        while let Some(state) = todo.pop() {
            let others = self.typed.transitions[state as usize].iter();
            let mut others = others.filter(|(other, _)| !roles(action).any(|role| other.concerns(role)));
            let after = |other: Action| targets(state, *action).flat_map(move |first| targets(first, other));
            let commutes = |&(other, target): &(Action, u32)| {
                holds[target as usize]
                    && targets(target, *action).all(|last| after(other).any(|reached| reached == last))
            };
            if holds[state as usize] && !others.all(commutes) {
                holds[state as usize] = false;
                todo.extend(&self.before[state as usize]);
            }
        }
        let holds: Rc<[bool]> = holds.into();
        self.indifferent.borrow_mut().insert(*action, Rc::clone(&holds));
        holds
    }
}

/// A state of the specification, and what each role still owes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Candidate {
    at: u32,
    owed: BTreeMap<RoleId, VecDeque<Action>>,
}

/// All candidates but those that others lead to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Candidates(BTreeSet<Candidate>);

impl Candidates {
    /// At the start.
    pub(super) fn start() -> Self {
        Self(BTreeSet::from([Candidate { at: 0, owed: BTreeMap::new() }]))
    }

    /// Whether the specification has no such run.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the specification may end where it has done just what the module did.
    pub(super) fn may_end(&self, typed: &Typed) -> bool {
        self.0.iter().any(|candidate| candidate.owed.is_empty() && typed.may_terminate[candidate.at as usize])
    }

    /// Something that the specification does where it may not end.
    pub(super) fn goes_on(&self, typed: &Typed) -> Option<Action> {
        let owed = self.0.iter().find_map(|candidate| candidate.owed.values().flatten().next());
        let next = || self.0.iter().find_map(|candidate| typed.transitions[candidate.at as usize].first());
        owed.copied().or_else(|| next().map(|&(action, _)| action))
    }

    /// Where it could be after `action`.
    pub(super) fn advance(&self, followed: &Followed<'_>, action: &Action) -> Result<Self, Limit> {
        let mut moved = BTreeSet::new();
        let mut pruned = false;
        for candidate in &self.0 {
            if roles(action).any(|role| candidate.owed.contains_key(&role)) {
                // The specification has been here already: it must be what the role owes first.
                moved.extend(candidate.paid(action));
            } else {
                pruned |= candidate.go_on(followed, action, &mut moved)?;
            }
        }
        // Without any candidate left, one that was given up might have been the one.
        if moved.is_empty() && pruned {
            return Err(Limit::Ahead);
        }
        let further: BTreeSet<Candidate> = moved
            .iter()
            .flat_map(|candidate| {
                let steps = &followed.typed.transitions[candidate.at as usize];
                steps.iter().map(|(action, target)| candidate.owing(action, *target))
            })
            .collect();
        moved.retain(|candidate| !further.contains(candidate));
        Ok(Self(moved))
    }
}

/// The roles that act.
fn roles(action: &Action) -> impl Iterator<Item = RoleId> {
    let other = (action.kind == ActionKind::Handshake).then_some(action.to);
    std::iter::once(action.subject()).chain(other)
}

impl Candidate {
    /// After a role did what it owed; none if it owes something else first.
    fn paid(&self, action: &Action) -> Option<Self> {
        let mut paid = self.clone();
        for role in roles(action) {
            let queue = paid.owed.get_mut(&role)?;
            if queue.pop_front() != Some(*action) {
                return None;
            }
            if queue.is_empty() {
                paid.owed.remove(&role);
            }
        }
        Some(paid)
    }

    /// After a step of the specification that the module has yet to take.
    fn owing(&self, action: &Action, target: u32) -> Self {
        let mut after = Self { at: target, owed: self.owed.clone() };
        for role in roles(action) {
            after.owed.entry(role).or_default().push_back(*action);
        }
        after
    }

    /// Goes on, by actions of other roles, until the role does `action`, and adds where that leads. Says whether something was
    /// given up because it is too far ahead.
    fn go_on(
        &self,
        followed: &Followed<'_>,
        action: &Action,
        moved: &mut BTreeSet<Self>,
    ) -> Result<bool, Limit> {
        let indifferent = followed.indifferent(action);
        let mut pruned = false;
        let mut seen: BTreeSet<Self> = BTreeSet::from([self.clone()]);
        let mut todo: VecDeque<Self> = VecDeque::from([self.clone()]);
        while let Some(candidate) = todo.pop_front() {
            for (other, target) in &followed.typed.transitions[candidate.at as usize] {
                if other == action {
                    moved.insert(Self { at: *target, owed: candidate.owed.clone() });
                    continue;
                }
                // What is indifferent can be done later.
                if indifferent[candidate.at as usize] || roles(action).any(|role| other.concerns(role)) {
                    continue;
                }
                let after = candidate.owing(other, *target);
                if roles(other).any(|role| after.owed[&role].len() > AHEAD) {
                    pruned = true;
                } else if seen.insert(after.clone()) {
                    todo.push_back(after);
                }
                if seen.len() > CANDIDATES {
                    return Err(Limit::Ahead);
                }
            }
        }
        Ok(pruned)
    }
}
