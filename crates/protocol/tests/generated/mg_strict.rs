//! The protocol `mg` with n=2, strict.
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
    /// `interpolator[0]`
    Interpolator0,
    /// `interpolator[1]`
    Interpolator1,
    /// `smoother[0]`
    Smoother0,
    /// `smoother[1]`
    Smoother1,
    /// `restrictor[0]`
    Restrictor0,
    /// `restrictor[1]`
    Restrictor1,
    /// `residual[0]`
    Residual0,
    /// `residual[1]`
    Residual1,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 9] = [Role::Master, Role::Interpolator0, Role::Interpolator1, Role::Smoother0, Role::Smoother1, Role::Restrictor0, Role::Restrictor1, Role::Residual0, Role::Residual1];

    /// The role as the protocol names it.
    pub fn name(self) -> &'static str {
        match self {
            Role::Master => "master",
            Role::Interpolator0 => "interpolator[0]",
            Role::Interpolator1 => "interpolator[1]",
            Role::Smoother0 => "smoother[0]",
            Role::Smoother1 => "smoother[1]",
            Role::Restrictor0 => "restrictor[0]",
            Role::Restrictor1 => "restrictor[1]",
            Role::Residual0 => "residual[0]",
            Role::Residual1 => "residual[1]",
        }
    }
}

/// The kinds of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// `Work`
    Work,
    /// `Done`
    Done,
    /// `Exit`
    Exit,
    /// `Bye`
    Bye,
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
pub const ACTIONS: [Action; 80] = [
    action(Act::Send, Kind::Work, Role::Master, Role::Interpolator0),
    action(Act::Send, Kind::Work, Role::Master, Role::Interpolator1),
    action(Act::Send, Kind::Work, Role::Master, Role::Smoother0),
    action(Act::Send, Kind::Work, Role::Master, Role::Smoother1),
    action(Act::Send, Kind::Work, Role::Master, Role::Restrictor0),
    action(Act::Send, Kind::Work, Role::Master, Role::Restrictor1),
    action(Act::Send, Kind::Work, Role::Master, Role::Residual0),
    action(Act::Send, Kind::Work, Role::Master, Role::Residual1),
    action(Act::Send, Kind::Done, Role::Interpolator0, Role::Master),
    action(Act::Send, Kind::Done, Role::Interpolator1, Role::Master),
    action(Act::Send, Kind::Done, Role::Smoother0, Role::Master),
    action(Act::Send, Kind::Done, Role::Smoother1, Role::Master),
    action(Act::Send, Kind::Done, Role::Restrictor0, Role::Master),
    action(Act::Send, Kind::Done, Role::Restrictor1, Role::Master),
    action(Act::Send, Kind::Done, Role::Residual0, Role::Master),
    action(Act::Send, Kind::Done, Role::Residual1, Role::Master),
    action(Act::Send, Kind::Exit, Role::Master, Role::Interpolator0),
    action(Act::Send, Kind::Exit, Role::Master, Role::Interpolator1),
    action(Act::Send, Kind::Exit, Role::Master, Role::Smoother0),
    action(Act::Send, Kind::Exit, Role::Master, Role::Smoother1),
    action(Act::Send, Kind::Exit, Role::Master, Role::Restrictor0),
    action(Act::Send, Kind::Exit, Role::Master, Role::Restrictor1),
    action(Act::Send, Kind::Exit, Role::Master, Role::Residual0),
    action(Act::Send, Kind::Exit, Role::Master, Role::Residual1),
    action(Act::Send, Kind::Bye, Role::Interpolator0, Role::Master),
    action(Act::Send, Kind::Bye, Role::Interpolator1, Role::Master),
    action(Act::Send, Kind::Bye, Role::Smoother0, Role::Master),
    action(Act::Send, Kind::Bye, Role::Smoother1, Role::Master),
    action(Act::Send, Kind::Bye, Role::Restrictor0, Role::Master),
    action(Act::Send, Kind::Bye, Role::Restrictor1, Role::Master),
    action(Act::Send, Kind::Bye, Role::Residual0, Role::Master),
    action(Act::Send, Kind::Bye, Role::Residual1, Role::Master),
    action(Act::Receive, Kind::Work, Role::Master, Role::Interpolator0),
    action(Act::Receive, Kind::Work, Role::Master, Role::Interpolator1),
    action(Act::Receive, Kind::Work, Role::Master, Role::Smoother0),
    action(Act::Receive, Kind::Work, Role::Master, Role::Smoother1),
    action(Act::Receive, Kind::Work, Role::Master, Role::Restrictor0),
    action(Act::Receive, Kind::Work, Role::Master, Role::Restrictor1),
    action(Act::Receive, Kind::Work, Role::Master, Role::Residual0),
    action(Act::Receive, Kind::Work, Role::Master, Role::Residual1),
    action(Act::Receive, Kind::Done, Role::Interpolator0, Role::Master),
    action(Act::Receive, Kind::Done, Role::Interpolator1, Role::Master),
    action(Act::Receive, Kind::Done, Role::Smoother0, Role::Master),
    action(Act::Receive, Kind::Done, Role::Smoother1, Role::Master),
    action(Act::Receive, Kind::Done, Role::Restrictor0, Role::Master),
    action(Act::Receive, Kind::Done, Role::Restrictor1, Role::Master),
    action(Act::Receive, Kind::Done, Role::Residual0, Role::Master),
    action(Act::Receive, Kind::Done, Role::Residual1, Role::Master),
    action(Act::Receive, Kind::Exit, Role::Master, Role::Interpolator0),
    action(Act::Receive, Kind::Exit, Role::Master, Role::Interpolator1),
    action(Act::Receive, Kind::Exit, Role::Master, Role::Smoother0),
    action(Act::Receive, Kind::Exit, Role::Master, Role::Smoother1),
    action(Act::Receive, Kind::Exit, Role::Master, Role::Restrictor0),
    action(Act::Receive, Kind::Exit, Role::Master, Role::Restrictor1),
    action(Act::Receive, Kind::Exit, Role::Master, Role::Residual0),
    action(Act::Receive, Kind::Exit, Role::Master, Role::Residual1),
    action(Act::Receive, Kind::Bye, Role::Interpolator0, Role::Master),
    action(Act::Receive, Kind::Bye, Role::Interpolator1, Role::Master),
    action(Act::Receive, Kind::Bye, Role::Smoother0, Role::Master),
    action(Act::Receive, Kind::Bye, Role::Smoother1, Role::Master),
    action(Act::Receive, Kind::Bye, Role::Restrictor0, Role::Master),
    action(Act::Receive, Kind::Bye, Role::Restrictor1, Role::Master),
    action(Act::Receive, Kind::Bye, Role::Residual0, Role::Master),
    action(Act::Receive, Kind::Bye, Role::Residual1, Role::Master),
    action(Act::Close, Kind::Work, Role::Master, Role::Interpolator0),
    action(Act::Close, Kind::Work, Role::Master, Role::Interpolator1),
    action(Act::Close, Kind::Work, Role::Master, Role::Smoother0),
    action(Act::Close, Kind::Work, Role::Master, Role::Smoother1),
    action(Act::Close, Kind::Work, Role::Master, Role::Restrictor0),
    action(Act::Close, Kind::Work, Role::Master, Role::Restrictor1),
    action(Act::Close, Kind::Work, Role::Master, Role::Residual0),
    action(Act::Close, Kind::Work, Role::Master, Role::Residual1),
    action(Act::Close, Kind::Work, Role::Interpolator0, Role::Master),
    action(Act::Close, Kind::Work, Role::Interpolator1, Role::Master),
    action(Act::Close, Kind::Work, Role::Smoother0, Role::Master),
    action(Act::Close, Kind::Work, Role::Smoother1, Role::Master),
    action(Act::Close, Kind::Work, Role::Restrictor0, Role::Master),
    action(Act::Close, Kind::Work, Role::Restrictor1, Role::Master),
    action(Act::Close, Kind::Work, Role::Residual0, Role::Master),
    action(Act::Close, Kind::Work, Role::Residual1, Role::Master),
];

/// Sender, receiver and length of each channel.
const CHANNELS: [(Role, Role, usize); 16] = [
    (Role::Master, Role::Interpolator0, 1),
    (Role::Master, Role::Interpolator1, 1),
    (Role::Master, Role::Smoother0, 1),
    (Role::Master, Role::Smoother1, 1),
    (Role::Master, Role::Restrictor0, 1),
    (Role::Master, Role::Restrictor1, 1),
    (Role::Master, Role::Residual0, 1),
    (Role::Master, Role::Residual1, 1),
    (Role::Interpolator0, Role::Master, 1),
    (Role::Interpolator1, Role::Master, 1),
    (Role::Smoother0, Role::Master, 1),
    (Role::Smoother1, Role::Master, 1),
    (Role::Restrictor0, Role::Master, 1),
    (Role::Restrictor1, Role::Master, 1),
    (Role::Residual0, Role::Master, 1),
    (Role::Residual1, Role::Master, 1),
];

/// Where `action` leads from `state`; none where it is not allowed.
fn next(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Send, K::Work, R::Master, R::Interpolator0) => 1,
        (0, Send, K::Work, R::Master, R::Smoother0) => 2,
        (0, Send, K::Work, R::Master, R::Restrictor0) => 3,
        (0, Send, K::Work, R::Master, R::Residual0) => 4,
        (0, Send, K::Exit, R::Master, R::Interpolator0) => 5,
        (1, Receive, K::Work, R::Master, R::Interpolator0) => 6,
        (1, Receive, K::Exit, R::Master, R::Interpolator0) => 6,
        (2, Receive, K::Work, R::Master, R::Smoother0) => 7,
        (2, Receive, K::Exit, R::Master, R::Smoother0) => 7,
        (3, Receive, K::Work, R::Master, R::Restrictor0) => 8,
        (3, Receive, K::Exit, R::Master, R::Restrictor0) => 8,
        (4, Receive, K::Work, R::Master, R::Residual0) => 9,
        (4, Receive, K::Exit, R::Master, R::Residual0) => 9,
        (5, Receive, K::Work, R::Master, R::Interpolator0) => 10,
        (5, Receive, K::Exit, R::Master, R::Interpolator0) => 10,
        (6, Send, K::Work, R::Master, R::Interpolator1) => 11,
        (7, Send, K::Work, R::Master, R::Smoother1) => 12,
        (8, Send, K::Work, R::Master, R::Restrictor1) => 13,
        (9, Send, K::Work, R::Master, R::Residual1) => 14,
        (10, Send, K::Bye, R::Interpolator0, R::Master) => 15,
        (11, Receive, K::Work, R::Master, R::Interpolator1) => 16,
        (11, Receive, K::Exit, R::Master, R::Interpolator1) => 16,
        (12, Receive, K::Work, R::Master, R::Smoother1) => 17,
        (12, Receive, K::Exit, R::Master, R::Smoother1) => 17,
        (13, Receive, K::Work, R::Master, R::Restrictor1) => 18,
        (13, Receive, K::Exit, R::Master, R::Restrictor1) => 18,
        (14, Receive, K::Work, R::Master, R::Residual1) => 19,
        (14, Receive, K::Exit, R::Master, R::Residual1) => 19,
        (15, Receive, K::Done, R::Interpolator0, R::Master) => 20,
        (15, Receive, K::Bye, R::Interpolator0, R::Master) => 20,
        (16, Send, K::Done, R::Interpolator0, R::Master) => 21,
        (17, Send, K::Done, R::Smoother0, R::Master) => 22,
        (18, Send, K::Done, R::Restrictor0, R::Master) => 23,
        (19, Send, K::Done, R::Residual0, R::Master) => 24,
        (20, Close, _, R::Master, R::Interpolator0) => 25,
        (21, Receive, K::Done, R::Interpolator0, R::Master) => 26,
        (21, Receive, K::Bye, R::Interpolator0, R::Master) => 26,
        (22, Receive, K::Done, R::Smoother0, R::Master) => 27,
        (22, Receive, K::Bye, R::Smoother0, R::Master) => 27,
        (23, Receive, K::Done, R::Restrictor0, R::Master) => 28,
        (23, Receive, K::Bye, R::Restrictor0, R::Master) => 28,
        (24, Receive, K::Done, R::Residual0, R::Master) => 29,
        (24, Receive, K::Bye, R::Residual0, R::Master) => 29,
        (25, Close, _, R::Interpolator0, R::Master) => 30,
        (26, Send, K::Done, R::Interpolator1, R::Master) => 31,
        (27, Send, K::Done, R::Smoother1, R::Master) => 32,
        (28, Send, K::Done, R::Restrictor1, R::Master) => 33,
        (29, Send, K::Done, R::Residual1, R::Master) => 34,
        (30, Send, K::Exit, R::Master, R::Interpolator1) => 35,
        (31, Receive, K::Done, R::Interpolator1, R::Master) => 0,
        (31, Receive, K::Bye, R::Interpolator1, R::Master) => 0,
        (32, Receive, K::Done, R::Smoother1, R::Master) => 0,
        (32, Receive, K::Bye, R::Smoother1, R::Master) => 0,
        (33, Receive, K::Done, R::Restrictor1, R::Master) => 0,
        (33, Receive, K::Bye, R::Restrictor1, R::Master) => 0,
        (34, Receive, K::Done, R::Residual1, R::Master) => 0,
        (34, Receive, K::Bye, R::Residual1, R::Master) => 0,
        (35, Receive, K::Work, R::Master, R::Interpolator1) => 36,
        (35, Receive, K::Exit, R::Master, R::Interpolator1) => 36,
        (36, Send, K::Bye, R::Interpolator1, R::Master) => 37,
        (37, Receive, K::Done, R::Interpolator1, R::Master) => 38,
        (37, Receive, K::Bye, R::Interpolator1, R::Master) => 38,
        (38, Close, _, R::Master, R::Interpolator1) => 39,
        (39, Close, _, R::Interpolator1, R::Master) => 40,
        (40, Send, K::Exit, R::Master, R::Smoother0) => 41,
        (41, Receive, K::Work, R::Master, R::Smoother0) => 42,
        (41, Receive, K::Exit, R::Master, R::Smoother0) => 42,
        (42, Send, K::Bye, R::Smoother0, R::Master) => 43,
        (43, Receive, K::Done, R::Smoother0, R::Master) => 44,
        (43, Receive, K::Bye, R::Smoother0, R::Master) => 44,
        (44, Close, _, R::Master, R::Smoother0) => 45,
        (45, Close, _, R::Smoother0, R::Master) => 46,
        (46, Send, K::Exit, R::Master, R::Smoother1) => 47,
        (47, Receive, K::Work, R::Master, R::Smoother1) => 48,
        (47, Receive, K::Exit, R::Master, R::Smoother1) => 48,
        (48, Send, K::Bye, R::Smoother1, R::Master) => 49,
        (49, Receive, K::Done, R::Smoother1, R::Master) => 50,
        (49, Receive, K::Bye, R::Smoother1, R::Master) => 50,
        (50, Close, _, R::Master, R::Smoother1) => 51,
        (51, Close, _, R::Smoother1, R::Master) => 52,
        (52, Send, K::Exit, R::Master, R::Restrictor0) => 53,
        (53, Receive, K::Work, R::Master, R::Restrictor0) => 54,
        (53, Receive, K::Exit, R::Master, R::Restrictor0) => 54,
        (54, Send, K::Bye, R::Restrictor0, R::Master) => 55,
        (55, Receive, K::Done, R::Restrictor0, R::Master) => 56,
        (55, Receive, K::Bye, R::Restrictor0, R::Master) => 56,
        (56, Close, _, R::Master, R::Restrictor0) => 57,
        (57, Close, _, R::Restrictor0, R::Master) => 58,
        (58, Send, K::Exit, R::Master, R::Restrictor1) => 59,
        (59, Receive, K::Work, R::Master, R::Restrictor1) => 60,
        (59, Receive, K::Exit, R::Master, R::Restrictor1) => 60,
        (60, Send, K::Bye, R::Restrictor1, R::Master) => 61,
        (61, Receive, K::Done, R::Restrictor1, R::Master) => 62,
        (61, Receive, K::Bye, R::Restrictor1, R::Master) => 62,
        (62, Close, _, R::Master, R::Restrictor1) => 63,
        (63, Close, _, R::Restrictor1, R::Master) => 64,
        (64, Send, K::Exit, R::Master, R::Residual0) => 65,
        (65, Receive, K::Work, R::Master, R::Residual0) => 66,
        (65, Receive, K::Exit, R::Master, R::Residual0) => 66,
        (66, Send, K::Bye, R::Residual0, R::Master) => 67,
        (67, Receive, K::Done, R::Residual0, R::Master) => 68,
        (67, Receive, K::Bye, R::Residual0, R::Master) => 68,
        (68, Close, _, R::Master, R::Residual0) => 69,
        (69, Close, _, R::Residual0, R::Master) => 70,
        (70, Send, K::Exit, R::Master, R::Residual1) => 71,
        (71, Receive, K::Work, R::Master, R::Residual1) => 72,
        (71, Receive, K::Exit, R::Master, R::Residual1) => 72,
        (72, Send, K::Bye, R::Residual1, R::Master) => 73,
        (73, Receive, K::Done, R::Residual1, R::Master) => 74,
        (73, Receive, K::Bye, R::Residual1, R::Master) => 74,
        (74, Close, _, R::Master, R::Residual1) => 75,
        (75, Close, _, R::Residual1, R::Master) => 76,
        _ => return None,
    })
}

/// Whether the protocol may end in `state`.
fn may_end(state: u32) -> bool {
    matches!(state, 76)
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
