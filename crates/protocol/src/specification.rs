//! The specification as a system whose runs can be judged: its transition system, and what the queues hold.
//!
//! A receive of the specification has no type; a formula may ask for one. So the queues' contents are part of a state. A channel that only
//! ever carries one type needs no record, which keeps protocols with unbounded channels finite.

use indexmap::IndexMap;
use vtrace_property::System;

use crate::label::{Action, ActionKind, Label, RoleId, TypeId};
use crate::lts::Lts;

/// A transition system with queues.
#[derive(Clone, Debug)]
pub struct Specification<'l> {
    lts: &'l Lts,
    /// Sender and receiver of each channel, with the types that are ever sent on it.
    channels: IndexMap<(RoleId, RoleId), Vec<TypeId>>,
}

/// A state: where the protocol is, and the types of the messages under way on each channel that carries several.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Configuration {
    /// The state of the specification's transition system.
    pub state: u32,
    queues: Vec<(u32, Vec<TypeId>)>,
}

impl<'l> Specification<'l> {
    /// The runs of `lts`.
    pub fn new(lts: &'l Lts) -> Self {
        let mut channels: IndexMap<(RoleId, RoleId), Vec<TypeId>> = IndexMap::new();
        for (label, _) in lts.transitions.iter().flatten() {
            match *label {
                Label::Send(message, from, to) => {
                    let types = channels.entry((from, to)).or_default();
                    if !types.contains(&message) {
                        types.push(message);
                    }
                }
                Label::Receive(from, to) => {
                    channels.entry((from, to)).or_default();
                }
                Label::Handshake(..) | Label::Close(..) => {}
            }
        }
        Self { lts, channels }
    }

    /// The transition system.
    pub fn lts(&self) -> &'l Lts {
        self.lts
    }

    /// Every action that occurs anywhere.
    pub fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        for (label, _) in self.lts.transitions.iter().flatten() {
            let (from, to) = label.parties();
            let mut add = |kind, message| actions.push(Action { kind, message, from, to });
            match *label {
                Label::Send(message, ..) => add(ActionKind::Send, message),
                Label::Handshake(message, ..) => add(ActionKind::Handshake, message),
                Label::Close(..) => add(ActionKind::Close, 0),
                Label::Receive(..) => {
                    for &message in self.channels.get(&(from, to)).into_iter().flatten() {
                        add(ActionKind::Receive, message);
                    }
                }
            }
        }
        actions.sort_unstable();
        actions.dedup();
        actions
    }

    /// Where every run starts.
    pub fn start(&self) -> Configuration {
        Configuration { state: 0, queues: Vec::new() }
    }

    /// The steps of `from`. A receive from a channel on which nothing is under way cannot happen.
    pub fn steps(&self, from: &Configuration) -> Vec<(Action, Configuration)> {
        let mut steps = Vec::new();
        for &(label, state) in &self.lts.transitions[from.state as usize] {
            let (sender, receiver) = label.parties();
            let mut queues = from.queues.clone();
            let (kind, message) = match label {
                Label::Handshake(message, ..) => (ActionKind::Handshake, message),
                Label::Close(..) => (ActionKind::Close, 0),
                Label::Send(message, ..) => {
                    if let Some(channel) = self.tracked(sender, receiver) {
                        match queues.binary_search_by_key(&channel, |queue| queue.0) {
                            Ok(place) => queues[place].1.push(message),
                            Err(place) => queues.insert(place, (channel, vec![message])),
                        }
                    }
                    (ActionKind::Send, message)
                }
                Label::Receive(..) => {
                    let message = match self.tracked(sender, receiver) {
                        None => {
                            self.channels.get(&(sender, receiver)).and_then(|types| types.first()).copied()
                        }
                        Some(channel) => {
                            queues.binary_search_by_key(&channel, |queue| queue.0).ok().map(|place| {
                                let message = queues[place].1.remove(0);
                                if queues[place].1.is_empty() {
                                    queues.remove(place);
                                }
                                message
                            })
                        }
                    };
                    let Some(message) = message else { continue };
                    (ActionKind::Receive, message)
                }
            };
            let action = Action { kind, message, from: sender, to: receiver };
            steps.push((action, Configuration { state, queues }));
        }
        steps
    }

    fn tracked(&self, from: RoleId, to: RoleId) -> Option<u32> {
        let (place, _, types) = self.channels.get_full(&(from, to))?;
        (types.len() > 1).then_some(place as u32)
    }
}

impl System for Specification<'_> {
    type State = Configuration;
    type Action = Action;
    type Error = std::convert::Infallible;

    fn initial(&self) -> Result<Configuration, Self::Error> {
        Ok(self.start())
    }

    fn successors(&self, state: &Configuration) -> Result<Vec<(Action, Configuration)>, Self::Error> {
        Ok(self.steps(state))
    }

    fn may_end(&self, state: &Configuration) -> bool {
        self.lts.may_terminate[state.state as usize]
    }

    /// Fairness is among roles.
    fn group(&self, action: &Action) -> u32 {
        action.subject()
    }
}
