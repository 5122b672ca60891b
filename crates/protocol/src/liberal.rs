//! The liberal module as a system: every role follows its own part, and messages wait in queues of bounded length.
//!
//! This is what the generated liberal code does, step for step; a test compares the two. The queues are as long as the specification ever needs.

use vtrace_property::System;

use crate::label::{Action, ActionKind, RoleId, TypeId};
use crate::lts::Lts;
use crate::projection::{Local, ProjectionError, project};
use crate::specification::Specification;

/// The roles' parts, running side by side.
#[derive(Clone, Debug)]
pub struct Liberal {
    /// The parts.
    pub locals: Vec<Local>,
    /// Sender, receiver and length of each queue.
    pub channels: Vec<(RoleId, RoleId, usize)>,
}

/// A state of the liberal module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LiberalState {
    /// Where each role is.
    pub places: Vec<u32>,
    /// The messages under way, oldest first, by channel.
    pub queues: Vec<Vec<TypeId>>,
}

/// The length of a queue that the specification does not bound.
pub const UNBOUNDED_LENGTH: usize = 16;

impl Liberal {
    /// The liberal module of `lts`.
    pub fn new(lts: &Lts, max_states: usize) -> Result<Self, ProjectionError> {
        let locals = project(&Specification::new(lts), max_states)?;
        let channels = lts
            .channel_bounds()
            .into_iter()
            .map(|((from, to), bound)| {
                (from, to, bound.map_or(UNBOUNDED_LENGTH, |bound| bound.max(1) as usize))
            })
            .collect();
        Ok(Self { locals, channels })
    }

    fn channel(&self, action: &Action) -> Option<usize> {
        self.channels.iter().position(|&(from, to, _)| (from, to) == (action.from, action.to))
    }

    /// Where every run starts.
    pub fn start(&self) -> LiberalState {
        LiberalState { places: vec![0; self.locals.len()], queues: vec![Vec::new(); self.channels.len()] }
    }

    /// Takes `action` if it can be taken.
    pub fn step(&self, state: &LiberalState, action: &Action) -> Option<LiberalState> {
        let mut next = state.clone();
        for (number, local) in self.locals.iter().enumerate().filter(|(_, local)| action.concerns(local.role))
        {
            let out = &local.transitions[state.places[number] as usize];
            next.places[number] = out.iter().find(|(other, _)| other == action)?.1;
        }
        if let ActionKind::Send | ActionKind::Receive = action.kind {
            let channel = self.channel(action)?;
            let queue = &mut next.queues[channel];
            if action.kind == ActionKind::Send {
                if queue.len() == self.channels[channel].2 {
                    return None;
                }
                queue.push(action.message);
            } else {
                if queue.first() != Some(&action.message) {
                    return None;
                }
                queue.remove(0);
            }
        }
        Some(next)
    }

    /// How many messages are under way on the channel of `action`, and how many there may be.
    pub(crate) fn under_way(&self, state: &LiberalState, action: &Action) -> Option<(usize, usize)> {
        self.channel(action).map(|channel| (state.queues[channel].len(), self.channels[channel].2))
    }

    /// The steps of the role with this place among the locals. A handshake is its sender's.
    pub(crate) fn steps_of(&self, state: &LiberalState, role: usize) -> Vec<(Action, LiberalState)> {
        let local = &self.locals[role];
        let out = &local.transitions[state.places[role] as usize];
        out.iter()
            .filter(|(action, _)| action.subject() == local.role)
            .filter_map(|(action, _)| Some((*action, self.step(state, action)?)))
            .collect()
    }

    /// The steps of `state`.
    pub fn steps(&self, state: &LiberalState) -> Vec<(Action, LiberalState)> {
        (0..self.locals.len()).flat_map(|role| self.steps_of(state, role)).collect()
    }
}

impl System for Liberal {
    type State = LiberalState;
    type Action = Action;
    type Error = std::convert::Infallible;

    fn initial(&self) -> Result<LiberalState, Self::Error> {
        Ok(self.start())
    }

    fn successors(&self, state: &LiberalState) -> Result<Vec<(Action, LiberalState)>, Self::Error> {
        Ok(self.steps(state))
    }

    fn may_end(&self, state: &LiberalState) -> bool {
        self.locals.iter().zip(&state.places).all(|(local, &place)| local.may_terminate[place as usize])
            && state.queues.iter().all(Vec::is_empty)
    }

    fn group(&self, action: &Action) -> u32 {
        action.subject()
    }
}
