//! The protocol `ft` with n=2, strict.
//!
//! It takes exactly the specification's steps.
//!
//! Made by `vtrace protocol generate`. Change the protocol, not this file.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// The roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// `master`
    Master,
    /// `evolver[0]`
    Evolver0,
    /// `evolver[1]`
    Evolver1,
    /// `transformer[0]`
    Transformer0,
    /// `transformer[1]`
    Transformer1,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 5] = [Role::Master, Role::Evolver0, Role::Evolver1, Role::Transformer0, Role::Transformer1];

    /// The role as the protocol names it.
    pub fn name(self) -> &'static str {
        match self {
            Role::Master => "master",
            Role::Evolver0 => "evolver[0]",
            Role::Evolver1 => "evolver[1]",
            Role::Transformer0 => "transformer[0]",
            Role::Transformer1 => "transformer[1]",
        }
    }
}

/// The kinds of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// `Evolve`
    Evolve,
    /// `Transform`
    Transform,
    /// `Variables`
    Variables,
    /// `Exit`
    Exit,
    /// `Bye`
    Bye,
    /// `Done`
    Done,
}

/// What happens to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// It is sent.
    Send,
    /// It is received.
    Receive,
    /// It is sent and received at once.
    Handshake,
    /// The sender closes its channel; there is no message.
    Close,
}

/// One step of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action {
    /// What happens.
    pub act: Act,
    /// The kind of message; of no meaning when a channel is closed.
    pub kind: Kind,
    /// The sender.
    pub from: Role,
    /// The receiver.
    pub to: Role,
}

const fn action(act: Act, kind: Kind, from: Role, to: Role) -> Action {
    Action { act, kind, from, to }
}

/// Every action of the protocol.
pub const ACTIONS: [Action; 44] = [
    action(Act::Send, Kind::Evolve, Role::Master, Role::Evolver0),
    action(Act::Send, Kind::Evolve, Role::Master, Role::Evolver1),
    action(Act::Send, Kind::Transform, Role::Master, Role::Transformer0),
    action(Act::Send, Kind::Transform, Role::Master, Role::Transformer1),
    action(Act::Send, Kind::Variables, Role::Master, Role::Transformer0),
    action(Act::Send, Kind::Variables, Role::Master, Role::Transformer1),
    action(Act::Send, Kind::Exit, Role::Master, Role::Evolver0),
    action(Act::Send, Kind::Exit, Role::Master, Role::Evolver1),
    action(Act::Send, Kind::Exit, Role::Master, Role::Transformer0),
    action(Act::Send, Kind::Exit, Role::Master, Role::Transformer1),
    action(Act::Send, Kind::Bye, Role::Evolver0, Role::Master),
    action(Act::Send, Kind::Bye, Role::Evolver1, Role::Master),
    action(Act::Send, Kind::Bye, Role::Transformer0, Role::Master),
    action(Act::Send, Kind::Bye, Role::Transformer1, Role::Master),
    action(Act::Send, Kind::Done, Role::Evolver0, Role::Master),
    action(Act::Send, Kind::Done, Role::Evolver1, Role::Master),
    action(Act::Send, Kind::Done, Role::Transformer0, Role::Master),
    action(Act::Send, Kind::Done, Role::Transformer1, Role::Master),
    action(Act::Receive, Kind::Evolve, Role::Master, Role::Evolver0),
    action(Act::Receive, Kind::Evolve, Role::Master, Role::Evolver1),
    action(Act::Receive, Kind::Transform, Role::Master, Role::Transformer0),
    action(Act::Receive, Kind::Transform, Role::Master, Role::Transformer1),
    action(Act::Receive, Kind::Variables, Role::Master, Role::Transformer0),
    action(Act::Receive, Kind::Variables, Role::Master, Role::Transformer1),
    action(Act::Receive, Kind::Exit, Role::Master, Role::Evolver0),
    action(Act::Receive, Kind::Exit, Role::Master, Role::Evolver1),
    action(Act::Receive, Kind::Exit, Role::Master, Role::Transformer0),
    action(Act::Receive, Kind::Exit, Role::Master, Role::Transformer1),
    action(Act::Receive, Kind::Bye, Role::Evolver0, Role::Master),
    action(Act::Receive, Kind::Bye, Role::Evolver1, Role::Master),
    action(Act::Receive, Kind::Bye, Role::Transformer0, Role::Master),
    action(Act::Receive, Kind::Bye, Role::Transformer1, Role::Master),
    action(Act::Receive, Kind::Done, Role::Evolver0, Role::Master),
    action(Act::Receive, Kind::Done, Role::Evolver1, Role::Master),
    action(Act::Receive, Kind::Done, Role::Transformer0, Role::Master),
    action(Act::Receive, Kind::Done, Role::Transformer1, Role::Master),
    action(Act::Close, Kind::Evolve, Role::Master, Role::Evolver0),
    action(Act::Close, Kind::Evolve, Role::Master, Role::Evolver1),
    action(Act::Close, Kind::Evolve, Role::Master, Role::Transformer0),
    action(Act::Close, Kind::Evolve, Role::Master, Role::Transformer1),
    action(Act::Close, Kind::Evolve, Role::Evolver0, Role::Master),
    action(Act::Close, Kind::Evolve, Role::Evolver1, Role::Master),
    action(Act::Close, Kind::Evolve, Role::Transformer0, Role::Master),
    action(Act::Close, Kind::Evolve, Role::Transformer1, Role::Master),
];

/// Sender, receiver and length of each channel.
const CHANNELS: [(Role, Role, usize); 8] = [
    (Role::Master, Role::Evolver0, 1),
    (Role::Master, Role::Evolver1, 1),
    (Role::Master, Role::Transformer0, 1),
    (Role::Master, Role::Transformer1, 1),
    (Role::Evolver0, Role::Master, 1),
    (Role::Evolver1, Role::Master, 1),
    (Role::Transformer0, Role::Master, 1),
    (Role::Transformer1, Role::Master, 1),
];

/// Where `action` leads from `state`; none where it is not allowed.
fn next(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Send, K::Evolve, R::Master, R::Evolver0) => 1,
        (0, Send, K::Transform, R::Master, R::Transformer0) => 2,
        (0, Send, K::Variables, R::Master, R::Transformer0) => 3,
        (0, Send, K::Exit, R::Master, R::Evolver0) => 4,
        (1, Receive, K::Evolve, R::Master, R::Evolver0) => 5,
        (1, Receive, K::Exit, R::Master, R::Evolver0) => 5,
        (2, Receive, K::Transform, R::Master, R::Transformer0) => 6,
        (2, Receive, K::Variables, R::Master, R::Transformer0) => 6,
        (2, Receive, K::Exit, R::Master, R::Transformer0) => 6,
        (3, Receive, K::Transform, R::Master, R::Transformer0) => 7,
        (3, Receive, K::Variables, R::Master, R::Transformer0) => 7,
        (3, Receive, K::Exit, R::Master, R::Transformer0) => 7,
        (4, Receive, K::Evolve, R::Master, R::Evolver0) => 8,
        (4, Receive, K::Exit, R::Master, R::Evolver0) => 8,
        (5, Send, K::Evolve, R::Master, R::Evolver1) => 9,
        (6, Send, K::Transform, R::Master, R::Transformer1) => 10,
        (7, Send, K::Variables, R::Master, R::Transformer1) => 10,
        (8, Send, K::Bye, R::Evolver0, R::Master) => 11,
        (9, Receive, K::Evolve, R::Master, R::Evolver1) => 12,
        (9, Receive, K::Exit, R::Master, R::Evolver1) => 12,
        (10, Receive, K::Transform, R::Master, R::Transformer1) => 13,
        (10, Receive, K::Variables, R::Master, R::Transformer1) => 13,
        (10, Receive, K::Exit, R::Master, R::Transformer1) => 13,
        (11, Receive, K::Bye, R::Evolver0, R::Master) => 14,
        (11, Receive, K::Done, R::Evolver0, R::Master) => 14,
        (12, Send, K::Done, R::Evolver0, R::Master) => 15,
        (13, Send, K::Done, R::Transformer0, R::Master) => 16,
        (14, Close, _, R::Master, R::Evolver0) => 17,
        (15, Receive, K::Bye, R::Evolver0, R::Master) => 18,
        (15, Receive, K::Done, R::Evolver0, R::Master) => 18,
        (16, Receive, K::Bye, R::Transformer0, R::Master) => 19,
        (16, Receive, K::Done, R::Transformer0, R::Master) => 19,
        (17, Close, _, R::Evolver0, R::Master) => 20,
        (18, Send, K::Done, R::Evolver1, R::Master) => 21,
        (19, Send, K::Done, R::Transformer1, R::Master) => 22,
        (20, Send, K::Exit, R::Master, R::Evolver1) => 23,
        (21, Receive, K::Bye, R::Evolver1, R::Master) => 0,
        (21, Receive, K::Done, R::Evolver1, R::Master) => 0,
        (22, Receive, K::Bye, R::Transformer1, R::Master) => 0,
        (22, Receive, K::Done, R::Transformer1, R::Master) => 0,
        (23, Receive, K::Evolve, R::Master, R::Evolver1) => 24,
        (23, Receive, K::Exit, R::Master, R::Evolver1) => 24,
        (24, Send, K::Bye, R::Evolver1, R::Master) => 25,
        (25, Receive, K::Bye, R::Evolver1, R::Master) => 26,
        (25, Receive, K::Done, R::Evolver1, R::Master) => 26,
        (26, Close, _, R::Master, R::Evolver1) => 27,
        (27, Close, _, R::Evolver1, R::Master) => 28,
        (28, Send, K::Exit, R::Master, R::Transformer0) => 29,
        (29, Receive, K::Transform, R::Master, R::Transformer0) => 30,
        (29, Receive, K::Variables, R::Master, R::Transformer0) => 30,
        (29, Receive, K::Exit, R::Master, R::Transformer0) => 30,
        (30, Send, K::Bye, R::Transformer0, R::Master) => 31,
        (31, Receive, K::Bye, R::Transformer0, R::Master) => 32,
        (31, Receive, K::Done, R::Transformer0, R::Master) => 32,
        (32, Close, _, R::Master, R::Transformer0) => 33,
        (33, Close, _, R::Transformer0, R::Master) => 34,
        (34, Send, K::Exit, R::Master, R::Transformer1) => 35,
        (35, Receive, K::Transform, R::Master, R::Transformer1) => 36,
        (35, Receive, K::Variables, R::Master, R::Transformer1) => 36,
        (35, Receive, K::Exit, R::Master, R::Transformer1) => 36,
        (36, Send, K::Bye, R::Transformer1, R::Master) => 37,
        (37, Receive, K::Bye, R::Transformer1, R::Master) => 38,
        (37, Receive, K::Done, R::Transformer1, R::Master) => 38,
        (38, Close, _, R::Master, R::Transformer1) => 39,
        (39, Close, _, R::Transformer1, R::Master) => 40,
        _ => return None,
    })
}

/// Whether the protocol may end in `state`.
fn may_end(state: u32) -> bool {
    matches!(state, 40)
}

/// The state of all roles and channels: what may happen is asked here.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Machine {
    state: u32,
    queues: [VecDeque<Kind>; CHANNELS.len()],
}

impl Default for Machine {
    fn default() -> Self {
        Self::new()
    }
}

impl Machine {
    /// The start of the protocol.
    pub fn new() -> Self {
        Self { state: 0, queues: std::array::from_fn(|_| VecDeque::new()) }
    }

    /// Takes `action` if it is allowed now, and says whether it was.
    pub fn try_step(&mut self, action: Action) -> bool {
        let Some(state) = next(self.state, action) else { return false };
        let Some(channel) = channel(action.from, action.to) else { return false };
        match action.act {
            Act::Send => self.queues[channel].push_back(action.kind),
            Act::Receive if self.queues[channel].front() != Some(&action.kind) => return false,
            Act::Receive => {
                self.queues[channel].pop_front();
            }
            Act::Handshake | Act::Close => {}
        }
        self.state = state;
        true
    }

    /// Whether the protocol may end here.
    pub fn may_end(&self) -> bool {
        may_end(self.state)
    }

    /// Whether `role` can still take `action`, now or after steps of other roles.
    fn could(&self, role: Role, wanted: impl Fn(Action) -> bool) -> bool {
        let mut seen = vec![self.state];
        let mut at = 0;
        while let Some(&state) = seen.get(at) {
            at += 1;
            for action in ACTIONS {
                let Some(after) = next(state, action) else { continue };
                if wanted(action) {
                    return true;
                }
                if !concerns(action, role) && !seen.contains(&after) {
                    seen.push(after);
                }
            }
        }
        false
    }
}

fn channel(from: Role, to: Role) -> Option<usize> {
    CHANNELS.iter().position(|channel| (channel.0, channel.1) == (from, to))
}

fn concerns(action: Action, role: Role) -> bool {
    match action.act {
        Act::Send | Act::Close => action.from == role,
        Act::Receive => action.to == role,
        Act::Handshake => action.from == role || action.to == role,
    }
}

/// Why a call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The protocol does not allow this, now or later.
    Protocol,
    /// The protocol does not allow this yet.
    NotYet,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Error::Protocol => "the protocol does not allow this",
            Error::NotYet => "the protocol does not allow this yet",
        })
    }
}

impl std::error::Error for Error {}

/// A message that was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received<P> {
    /// Its sender.
    pub from: Role,
    /// Its kind.
    pub kind: Kind,
    /// What it carries.
    pub payload: P,
}

struct Inner<P> {
    machine: Machine,
    payloads: [VecDeque<P>; CHANNELS.len()],
}

struct Shared<P> {
    inner: Mutex<Inner<P>>,
    changed: Condvar,
}

/// A role's side of a run of the protocol.
pub struct Endpoint<P> {
    role: Role,
    shared: Arc<Shared<P>>,
    /// In each state, whether an action, or any receive, can still come.
    possible: HashMap<(u32, Option<Action>), bool>,
}

/// Starts a run of the protocol: an endpoint for each role, in the order of `Role::ALL`.
pub fn start<P>() -> Vec<Endpoint<P>> {
    let inner = Inner { machine: Machine::new(), payloads: std::array::from_fn(|_| VecDeque::new()) };
    let shared = Arc::new(Shared { inner: Mutex::new(inner), changed: Condvar::new() });
    Role::ALL.into_iter().map(|role| Endpoint { role, shared: Arc::clone(&shared), possible: HashMap::new() }).collect()
}

impl<P> Endpoint<P> {
    /// Whose endpoint it is.
    pub fn role(&self) -> Role {
        self.role
    }

    /// Sends a message as soon as the protocol allows it.
    pub fn send(&mut self, to: Role, kind: Kind, payload: P) -> Result<(), Error> {
        let action = action(Act::Send, kind, self.role, to);
        self.wait(payload, Some(action), |inner, payload| inner.send(action, payload), |other| other == action)
    }

    /// Sends a message if the protocol allows it now.
    pub fn try_send(&mut self, to: Role, kind: Kind, payload: P) -> Result<(), Error> {
        let mut inner = self.shared.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.send(action(Act::Send, kind, self.role, to), payload).map_err(|_| Error::NotYet)?;
        self.shared.changed.notify_all();
        Ok(())
    }

    /// Receives a message as soon as the protocol allows it.
    pub fn receive(&mut self) -> Result<Received<P>, Error> {
        let role = self.role;
        let receives = |action: Action| action.act == Act::Receive && action.to == role;
        self.wait((), None, |inner, ()| inner.receive(role).ok_or(()), receives)
    }

    /// Receives a message if the protocol allows it now.
    pub fn try_receive(&mut self) -> Result<Received<P>, Error> {
        let mut inner = self.shared.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let received = inner.receive(self.role).ok_or(Error::NotYet)?;
        self.shared.changed.notify_all();
        Ok(received)
    }

    /// Closes the channel to a role as soon as the protocol allows it.
    pub fn close(&mut self, to: Role) -> Result<(), Error> {
        let from = self.role;
        let closes = |action: Action| (action.act, action.from, action.to) == (Act::Close, from, to);
        let action = ACTIONS.into_iter().find(|action| closes(*action)).ok_or(Error::Protocol)?;
        let attempt = |inner: &mut Inner<P>, ()| if inner.machine.try_step(action) { Ok(()) } else { Err(()) };
        self.wait((), Some(action), attempt, closes)
    }

    fn wait<A, R>(
        &mut self,
        mut argument: A,
        what: Option<Action>,
        attempt: impl Fn(&mut Inner<P>, A) -> Result<R, A>,
        wanted: impl Fn(Action) -> bool,
    ) -> Result<R, Error> {
        let mut inner = self.shared.inner.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match attempt(&mut inner, argument) {
                Ok(result) => {
                    self.shared.changed.notify_all();
                    return Ok(result);
                }
                Err(returned) => argument = returned,
            }
            let question = (inner.machine.state, what);
            let possible = self.possible.entry(question).or_insert_with(|| inner.machine.could(self.role, &wanted));
            if !*possible {
                return Err(Error::Protocol);
            }
            inner = self.shared.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl<P> Inner<P> {
    fn send(&mut self, action: Action, payload: P) -> Result<(), P> {
        let Some(channel) = channel(action.from, action.to) else { return Err(payload) };
        if !self.machine.try_step(action) {
            return Err(payload);
        }
        self.payloads[channel].push_back(payload);
        Ok(())
    }

    fn receive(&mut self, role: Role) -> Option<Received<P>> {
        for (number, &(from, to, _)) in CHANNELS.iter().enumerate() {
            if to != role {
                continue;
            }
            let Some(&kind) = self.machine.queues[number].front() else { continue };
            if self.machine.try_step(action(Act::Receive, kind, from, to)) {
                let payload = self.payloads[number].pop_front()?;
                return Some(Received { from, kind, payload });
            }
        }
        None
    }
}
