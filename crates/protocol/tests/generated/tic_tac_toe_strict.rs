//! The protocol `tic-tac-toe`, strict.
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
    /// `alice`
    Alice,
    /// `bob`
    Bob,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 2] = [Role::Alice, Role::Bob];

    /// The role as the protocol names it.
    pub fn name(self) -> &'static str {
        match self {
            Role::Alice => "alice",
            Role::Bob => "bob",
        }
    }
}

/// The kinds of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// `Move`
    Move,
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
pub const ACTIONS: [Action; 4] = [
    action(Act::Send, Kind::Move, Role::Alice, Role::Bob),
    action(Act::Send, Kind::Move, Role::Bob, Role::Alice),
    action(Act::Receive, Kind::Move, Role::Alice, Role::Bob),
    action(Act::Receive, Kind::Move, Role::Bob, Role::Alice),
];

/// Sender, receiver and length of each channel.
const CHANNELS: [(Role, Role, usize); 2] = [
    (Role::Alice, Role::Bob, 1),
    (Role::Bob, Role::Alice, 1),
];

/// Where `action` leads from `state`; none where it is not allowed.
fn next(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Send, K::Move, R::Alice, R::Bob) => 1,
        (0, Send, K::Move, R::Bob, R::Alice) => 2,
        (1, Receive, K::Move, R::Alice, R::Bob) => 3,
        (2, Receive, K::Move, R::Bob, R::Alice) => 4,
        (3, Send, K::Move, R::Bob, R::Alice) => 2,
        (4, Send, K::Move, R::Alice, R::Bob) => 1,
        _ => return None,
    })
}

/// Whether the protocol may end in `state`.
fn may_end(_state: u32) -> bool {
    false
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
