//! The protocol `go-fish` with n=3, strict.
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
    /// `dealer`
    Dealer,
    /// `player[0]`
    Player0,
    /// `player[1]`
    Player1,
    /// `player[2]`
    Player2,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 4] = [Role::Dealer, Role::Player0, Role::Player1, Role::Player2];

    /// The role as the protocol names it.
    pub fn name(self) -> &'static str {
        match self {
            Role::Dealer => "dealer",
            Role::Player0 => "player[0]",
            Role::Player1 => "player[1]",
            Role::Player2 => "player[2]",
        }
    }
}

/// The kinds of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// `Hand`
    Hand,
    /// `Ask`
    Ask,
    /// `Card`
    Card,
    /// `Fish`
    Fish,
    /// `Draw`
    Draw,
    /// `Won`
    Won,
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
pub const ACTIONS: [Action; 66] = [
    action(Act::Send, Kind::Hand, Role::Dealer, Role::Player0),
    action(Act::Send, Kind::Hand, Role::Dealer, Role::Player1),
    action(Act::Send, Kind::Hand, Role::Dealer, Role::Player2),
    action(Act::Send, Kind::Ask, Role::Player0, Role::Player1),
    action(Act::Send, Kind::Ask, Role::Player0, Role::Player2),
    action(Act::Send, Kind::Ask, Role::Player1, Role::Player0),
    action(Act::Send, Kind::Ask, Role::Player1, Role::Player2),
    action(Act::Send, Kind::Ask, Role::Player2, Role::Player0),
    action(Act::Send, Kind::Ask, Role::Player2, Role::Player1),
    action(Act::Send, Kind::Card, Role::Dealer, Role::Player0),
    action(Act::Send, Kind::Card, Role::Dealer, Role::Player1),
    action(Act::Send, Kind::Card, Role::Dealer, Role::Player2),
    action(Act::Send, Kind::Card, Role::Player0, Role::Player1),
    action(Act::Send, Kind::Card, Role::Player0, Role::Player2),
    action(Act::Send, Kind::Card, Role::Player1, Role::Player0),
    action(Act::Send, Kind::Card, Role::Player1, Role::Player2),
    action(Act::Send, Kind::Card, Role::Player2, Role::Player0),
    action(Act::Send, Kind::Card, Role::Player2, Role::Player1),
    action(Act::Send, Kind::Fish, Role::Player0, Role::Player1),
    action(Act::Send, Kind::Fish, Role::Player0, Role::Player2),
    action(Act::Send, Kind::Fish, Role::Player1, Role::Player0),
    action(Act::Send, Kind::Fish, Role::Player1, Role::Player2),
    action(Act::Send, Kind::Fish, Role::Player2, Role::Player0),
    action(Act::Send, Kind::Fish, Role::Player2, Role::Player1),
    action(Act::Send, Kind::Draw, Role::Player0, Role::Dealer),
    action(Act::Send, Kind::Draw, Role::Player1, Role::Dealer),
    action(Act::Send, Kind::Draw, Role::Player2, Role::Dealer),
    action(Act::Send, Kind::Won, Role::Player0, Role::Player1),
    action(Act::Send, Kind::Won, Role::Player0, Role::Player2),
    action(Act::Send, Kind::Won, Role::Player1, Role::Player0),
    action(Act::Send, Kind::Won, Role::Player1, Role::Player2),
    action(Act::Send, Kind::Won, Role::Player2, Role::Player0),
    action(Act::Send, Kind::Won, Role::Player2, Role::Player1),
    action(Act::Receive, Kind::Hand, Role::Dealer, Role::Player0),
    action(Act::Receive, Kind::Hand, Role::Dealer, Role::Player1),
    action(Act::Receive, Kind::Hand, Role::Dealer, Role::Player2),
    action(Act::Receive, Kind::Ask, Role::Player0, Role::Player1),
    action(Act::Receive, Kind::Ask, Role::Player0, Role::Player2),
    action(Act::Receive, Kind::Ask, Role::Player1, Role::Player0),
    action(Act::Receive, Kind::Ask, Role::Player1, Role::Player2),
    action(Act::Receive, Kind::Ask, Role::Player2, Role::Player0),
    action(Act::Receive, Kind::Ask, Role::Player2, Role::Player1),
    action(Act::Receive, Kind::Card, Role::Dealer, Role::Player0),
    action(Act::Receive, Kind::Card, Role::Dealer, Role::Player1),
    action(Act::Receive, Kind::Card, Role::Dealer, Role::Player2),
    action(Act::Receive, Kind::Card, Role::Player0, Role::Player1),
    action(Act::Receive, Kind::Card, Role::Player0, Role::Player2),
    action(Act::Receive, Kind::Card, Role::Player1, Role::Player0),
    action(Act::Receive, Kind::Card, Role::Player1, Role::Player2),
    action(Act::Receive, Kind::Card, Role::Player2, Role::Player0),
    action(Act::Receive, Kind::Card, Role::Player2, Role::Player1),
    action(Act::Receive, Kind::Fish, Role::Player0, Role::Player1),
    action(Act::Receive, Kind::Fish, Role::Player0, Role::Player2),
    action(Act::Receive, Kind::Fish, Role::Player1, Role::Player0),
    action(Act::Receive, Kind::Fish, Role::Player1, Role::Player2),
    action(Act::Receive, Kind::Fish, Role::Player2, Role::Player0),
    action(Act::Receive, Kind::Fish, Role::Player2, Role::Player1),
    action(Act::Receive, Kind::Draw, Role::Player0, Role::Dealer),
    action(Act::Receive, Kind::Draw, Role::Player1, Role::Dealer),
    action(Act::Receive, Kind::Draw, Role::Player2, Role::Dealer),
    action(Act::Receive, Kind::Won, Role::Player0, Role::Player1),
    action(Act::Receive, Kind::Won, Role::Player0, Role::Player2),
    action(Act::Receive, Kind::Won, Role::Player1, Role::Player0),
    action(Act::Receive, Kind::Won, Role::Player1, Role::Player2),
    action(Act::Receive, Kind::Won, Role::Player2, Role::Player0),
    action(Act::Receive, Kind::Won, Role::Player2, Role::Player1),
];

/// Sender, receiver and length of each channel.
const CHANNELS: [(Role, Role, usize); 12] = [
    (Role::Dealer, Role::Player0, 1),
    (Role::Dealer, Role::Player1, 1),
    (Role::Dealer, Role::Player2, 1),
    (Role::Player0, Role::Dealer, 1),
    (Role::Player0, Role::Player1, 1),
    (Role::Player0, Role::Player2, 1),
    (Role::Player1, Role::Dealer, 1),
    (Role::Player1, Role::Player0, 1),
    (Role::Player1, Role::Player2, 1),
    (Role::Player2, Role::Dealer, 1),
    (Role::Player2, Role::Player0, 1),
    (Role::Player2, Role::Player1, 1),
];

/// Where `action` leads from `state`; none where it is not allowed.
fn next(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Send, K::Hand, R::Dealer, R::Player0) => 1,
        (1, Receive, K::Hand, R::Dealer, R::Player0) => 2,
        (1, Receive, K::Card, R::Dealer, R::Player0) => 2,
        (2, Send, K::Hand, R::Dealer, R::Player1) => 3,
        (3, Receive, K::Hand, R::Dealer, R::Player1) => 4,
        (3, Receive, K::Card, R::Dealer, R::Player1) => 4,
        (4, Send, K::Hand, R::Dealer, R::Player2) => 5,
        (5, Receive, K::Hand, R::Dealer, R::Player2) => 6,
        (5, Receive, K::Card, R::Dealer, R::Player2) => 6,
        (6, Send, K::Ask, R::Player0, R::Player1) => 7,
        (6, Send, K::Ask, R::Player0, R::Player2) => 8,
        (6, Send, K::Won, R::Player0, R::Player1) => 9,
        (7, Receive, K::Ask, R::Player0, R::Player1) => 10,
        (7, Receive, K::Card, R::Player0, R::Player1) => 10,
        (7, Receive, K::Fish, R::Player0, R::Player1) => 10,
        (7, Receive, K::Won, R::Player0, R::Player1) => 10,
        (8, Receive, K::Ask, R::Player0, R::Player2) => 11,
        (8, Receive, K::Card, R::Player0, R::Player2) => 11,
        (8, Receive, K::Fish, R::Player0, R::Player2) => 11,
        (8, Receive, K::Won, R::Player0, R::Player2) => 11,
        (9, Receive, K::Ask, R::Player0, R::Player1) => 12,
        (9, Receive, K::Card, R::Player0, R::Player1) => 12,
        (9, Receive, K::Fish, R::Player0, R::Player1) => 12,
        (9, Receive, K::Won, R::Player0, R::Player1) => 12,
        (10, Send, K::Card, R::Player1, R::Player0) => 13,
        (10, Send, K::Fish, R::Player1, R::Player0) => 14,
        (11, Send, K::Card, R::Player2, R::Player0) => 15,
        (11, Send, K::Fish, R::Player2, R::Player0) => 16,
        (12, Send, K::Won, R::Player0, R::Player2) => 17,
        (13, Receive, K::Ask, R::Player1, R::Player0) => 6,
        (13, Receive, K::Card, R::Player1, R::Player0) => 6,
        (13, Receive, K::Fish, R::Player1, R::Player0) => 6,
        (13, Receive, K::Won, R::Player1, R::Player0) => 6,
        (14, Receive, K::Ask, R::Player1, R::Player0) => 18,
        (14, Receive, K::Card, R::Player1, R::Player0) => 18,
        (14, Receive, K::Fish, R::Player1, R::Player0) => 18,
        (14, Receive, K::Won, R::Player1, R::Player0) => 18,
        (15, Receive, K::Ask, R::Player2, R::Player0) => 6,
        (15, Receive, K::Card, R::Player2, R::Player0) => 6,
        (15, Receive, K::Fish, R::Player2, R::Player0) => 6,
        (15, Receive, K::Won, R::Player2, R::Player0) => 6,
        (16, Receive, K::Ask, R::Player2, R::Player0) => 19,
        (16, Receive, K::Card, R::Player2, R::Player0) => 19,
        (16, Receive, K::Fish, R::Player2, R::Player0) => 19,
        (16, Receive, K::Won, R::Player2, R::Player0) => 19,
        (17, Receive, K::Ask, R::Player0, R::Player2) => 20,
        (17, Receive, K::Card, R::Player0, R::Player2) => 20,
        (17, Receive, K::Fish, R::Player0, R::Player2) => 20,
        (17, Receive, K::Won, R::Player0, R::Player2) => 20,
        (18, Send, K::Draw, R::Player0, R::Dealer) => 21,
        (19, Send, K::Draw, R::Player0, R::Dealer) => 22,
        (21, Receive, K::Draw, R::Player0, R::Dealer) => 23,
        (22, Receive, K::Draw, R::Player0, R::Dealer) => 24,
        (23, Send, K::Card, R::Dealer, R::Player0) => 25,
        (24, Send, K::Card, R::Dealer, R::Player0) => 26,
        (25, Receive, K::Hand, R::Dealer, R::Player0) => 27,
        (25, Receive, K::Card, R::Dealer, R::Player0) => 27,
        (26, Receive, K::Hand, R::Dealer, R::Player0) => 28,
        (26, Receive, K::Card, R::Dealer, R::Player0) => 28,
        (27, Send, K::Ask, R::Player1, R::Player0) => 29,
        (27, Send, K::Ask, R::Player1, R::Player2) => 30,
        (27, Send, K::Won, R::Player1, R::Player0) => 31,
        (28, Send, K::Ask, R::Player2, R::Player0) => 32,
        (28, Send, K::Ask, R::Player2, R::Player1) => 33,
        (28, Send, K::Won, R::Player2, R::Player0) => 34,
        (29, Receive, K::Ask, R::Player1, R::Player0) => 35,
        (29, Receive, K::Card, R::Player1, R::Player0) => 35,
        (29, Receive, K::Fish, R::Player1, R::Player0) => 35,
        (29, Receive, K::Won, R::Player1, R::Player0) => 35,
        (30, Receive, K::Ask, R::Player1, R::Player2) => 36,
        (30, Receive, K::Card, R::Player1, R::Player2) => 36,
        (30, Receive, K::Fish, R::Player1, R::Player2) => 36,
        (30, Receive, K::Won, R::Player1, R::Player2) => 36,
        (31, Receive, K::Ask, R::Player1, R::Player0) => 37,
        (31, Receive, K::Card, R::Player1, R::Player0) => 37,
        (31, Receive, K::Fish, R::Player1, R::Player0) => 37,
        (31, Receive, K::Won, R::Player1, R::Player0) => 37,
        (32, Receive, K::Ask, R::Player2, R::Player0) => 38,
        (32, Receive, K::Card, R::Player2, R::Player0) => 38,
        (32, Receive, K::Fish, R::Player2, R::Player0) => 38,
        (32, Receive, K::Won, R::Player2, R::Player0) => 38,
        (33, Receive, K::Ask, R::Player2, R::Player1) => 39,
        (33, Receive, K::Card, R::Player2, R::Player1) => 39,
        (33, Receive, K::Fish, R::Player2, R::Player1) => 39,
        (33, Receive, K::Won, R::Player2, R::Player1) => 39,
        (34, Receive, K::Ask, R::Player2, R::Player0) => 40,
        (34, Receive, K::Card, R::Player2, R::Player0) => 40,
        (34, Receive, K::Fish, R::Player2, R::Player0) => 40,
        (34, Receive, K::Won, R::Player2, R::Player0) => 40,
        (35, Send, K::Card, R::Player0, R::Player1) => 41,
        (35, Send, K::Fish, R::Player0, R::Player1) => 42,
        (36, Send, K::Card, R::Player2, R::Player1) => 43,
        (36, Send, K::Fish, R::Player2, R::Player1) => 44,
        (37, Send, K::Won, R::Player1, R::Player2) => 45,
        (38, Send, K::Card, R::Player0, R::Player2) => 46,
        (38, Send, K::Fish, R::Player0, R::Player2) => 47,
        (39, Send, K::Card, R::Player1, R::Player2) => 48,
        (39, Send, K::Fish, R::Player1, R::Player2) => 49,
        (40, Send, K::Won, R::Player2, R::Player1) => 50,
        (41, Receive, K::Ask, R::Player0, R::Player1) => 27,
        (41, Receive, K::Card, R::Player0, R::Player1) => 27,
        (41, Receive, K::Fish, R::Player0, R::Player1) => 27,
        (41, Receive, K::Won, R::Player0, R::Player1) => 27,
        (42, Receive, K::Ask, R::Player0, R::Player1) => 51,
        (42, Receive, K::Card, R::Player0, R::Player1) => 51,
        (42, Receive, K::Fish, R::Player0, R::Player1) => 51,
        (42, Receive, K::Won, R::Player0, R::Player1) => 51,
        (43, Receive, K::Ask, R::Player2, R::Player1) => 27,
        (43, Receive, K::Card, R::Player2, R::Player1) => 27,
        (43, Receive, K::Fish, R::Player2, R::Player1) => 27,
        (43, Receive, K::Won, R::Player2, R::Player1) => 27,
        (44, Receive, K::Ask, R::Player2, R::Player1) => 52,
        (44, Receive, K::Card, R::Player2, R::Player1) => 52,
        (44, Receive, K::Fish, R::Player2, R::Player1) => 52,
        (44, Receive, K::Won, R::Player2, R::Player1) => 52,
        (45, Receive, K::Ask, R::Player1, R::Player2) => 20,
        (45, Receive, K::Card, R::Player1, R::Player2) => 20,
        (45, Receive, K::Fish, R::Player1, R::Player2) => 20,
        (45, Receive, K::Won, R::Player1, R::Player2) => 20,
        (46, Receive, K::Ask, R::Player0, R::Player2) => 28,
        (46, Receive, K::Card, R::Player0, R::Player2) => 28,
        (46, Receive, K::Fish, R::Player0, R::Player2) => 28,
        (46, Receive, K::Won, R::Player0, R::Player2) => 28,
        (47, Receive, K::Ask, R::Player0, R::Player2) => 53,
        (47, Receive, K::Card, R::Player0, R::Player2) => 53,
        (47, Receive, K::Fish, R::Player0, R::Player2) => 53,
        (47, Receive, K::Won, R::Player0, R::Player2) => 53,
        (48, Receive, K::Ask, R::Player1, R::Player2) => 28,
        (48, Receive, K::Card, R::Player1, R::Player2) => 28,
        (48, Receive, K::Fish, R::Player1, R::Player2) => 28,
        (48, Receive, K::Won, R::Player1, R::Player2) => 28,
        (49, Receive, K::Ask, R::Player1, R::Player2) => 54,
        (49, Receive, K::Card, R::Player1, R::Player2) => 54,
        (49, Receive, K::Fish, R::Player1, R::Player2) => 54,
        (49, Receive, K::Won, R::Player1, R::Player2) => 54,
        (50, Receive, K::Ask, R::Player2, R::Player1) => 20,
        (50, Receive, K::Card, R::Player2, R::Player1) => 20,
        (50, Receive, K::Fish, R::Player2, R::Player1) => 20,
        (50, Receive, K::Won, R::Player2, R::Player1) => 20,
        (51, Send, K::Draw, R::Player1, R::Dealer) => 55,
        (52, Send, K::Draw, R::Player1, R::Dealer) => 56,
        (53, Send, K::Draw, R::Player2, R::Dealer) => 57,
        (54, Send, K::Draw, R::Player2, R::Dealer) => 58,
        (55, Receive, K::Draw, R::Player1, R::Dealer) => 59,
        (56, Receive, K::Draw, R::Player1, R::Dealer) => 60,
        (57, Receive, K::Draw, R::Player2, R::Dealer) => 61,
        (58, Receive, K::Draw, R::Player2, R::Dealer) => 62,
        (59, Send, K::Card, R::Dealer, R::Player1) => 63,
        (60, Send, K::Card, R::Dealer, R::Player1) => 64,
        (61, Send, K::Card, R::Dealer, R::Player2) => 5,
        (62, Send, K::Card, R::Dealer, R::Player2) => 65,
        (63, Receive, K::Hand, R::Dealer, R::Player1) => 6,
        (63, Receive, K::Card, R::Dealer, R::Player1) => 6,
        (64, Receive, K::Hand, R::Dealer, R::Player1) => 28,
        (64, Receive, K::Card, R::Dealer, R::Player1) => 28,
        (65, Receive, K::Hand, R::Dealer, R::Player2) => 27,
        (65, Receive, K::Card, R::Dealer, R::Player2) => 27,
        _ => return None,
    })
}

/// Whether the protocol may end in `state`.
fn may_end(state: u32) -> bool {
    matches!(state, 20)
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
