//! The protocol `mg` with n=2, liberal.
//!
//! Certified: it has the specification's runs up to the order of independent actions of different
//! roles.
//!
//! Made by `vtrace protocol generate`. Change the protocol, not this file.

use std::collections::VecDeque;
use std::fmt;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
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

/// No role has more states than this.
const STATES: u32 = 37;

/// Where `action` leads `role` from its state `state`; none where it is not allowed.
fn next(role: Role, state: u32, action: Action) -> Option<u32> {
    match role {
        Role::Master => next_master(state, action),
        Role::Interpolator0 => next_interpolator0(state, action),
        Role::Interpolator1 => next_interpolator1(state, action),
        Role::Smoother0 => next_smoother0(state, action),
        Role::Smoother1 => next_smoother1(state, action),
        Role::Restrictor0 => next_restrictor0(state, action),
        Role::Restrictor1 => next_restrictor1(state, action),
        Role::Residual0 => next_residual0(state, action),
        Role::Residual1 => next_residual1(state, action),
    }
}

fn next_master(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Send, K::Work, R::Master, R::Interpolator0) => 1,
        (0, Send, K::Work, R::Master, R::Smoother0) => 2,
        (0, Send, K::Work, R::Master, R::Restrictor0) => 3,
        (0, Send, K::Work, R::Master, R::Residual0) => 4,
        (0, Send, K::Exit, R::Master, R::Interpolator0) => 5,
        (1, Send, K::Work, R::Master, R::Interpolator1) => 6,
        (2, Send, K::Work, R::Master, R::Smoother1) => 7,
        (3, Send, K::Work, R::Master, R::Restrictor1) => 8,
        (4, Send, K::Work, R::Master, R::Residual1) => 9,
        (5, Receive, K::Bye, R::Interpolator0, R::Master) => 10,
        (6, Receive, K::Done, R::Interpolator0, R::Master) => 11,
        (7, Receive, K::Done, R::Smoother0, R::Master) => 12,
        (8, Receive, K::Done, R::Restrictor0, R::Master) => 13,
        (9, Receive, K::Done, R::Residual0, R::Master) => 14,
        (10, Close, _, R::Master, R::Interpolator0) => 15,
        (11, Receive, K::Done, R::Interpolator1, R::Master) => 0,
        (12, Receive, K::Done, R::Smoother1, R::Master) => 0,
        (13, Receive, K::Done, R::Restrictor1, R::Master) => 0,
        (14, Receive, K::Done, R::Residual1, R::Master) => 0,
        (15, Send, K::Exit, R::Master, R::Interpolator1) => 16,
        (16, Receive, K::Bye, R::Interpolator1, R::Master) => 17,
        (17, Close, _, R::Master, R::Interpolator1) => 18,
        (18, Send, K::Exit, R::Master, R::Smoother0) => 19,
        (19, Receive, K::Bye, R::Smoother0, R::Master) => 20,
        (20, Close, _, R::Master, R::Smoother0) => 21,
        (21, Send, K::Exit, R::Master, R::Smoother1) => 22,
        (22, Receive, K::Bye, R::Smoother1, R::Master) => 23,
        (23, Close, _, R::Master, R::Smoother1) => 24,
        (24, Send, K::Exit, R::Master, R::Restrictor0) => 25,
        (25, Receive, K::Bye, R::Restrictor0, R::Master) => 26,
        (26, Close, _, R::Master, R::Restrictor0) => 27,
        (27, Send, K::Exit, R::Master, R::Restrictor1) => 28,
        (28, Receive, K::Bye, R::Restrictor1, R::Master) => 29,
        (29, Close, _, R::Master, R::Restrictor1) => 30,
        (30, Send, K::Exit, R::Master, R::Residual0) => 31,
        (31, Receive, K::Bye, R::Residual0, R::Master) => 32,
        (32, Close, _, R::Master, R::Residual0) => 33,
        (33, Send, K::Exit, R::Master, R::Residual1) => 34,
        (34, Receive, K::Bye, R::Residual1, R::Master) => 35,
        (35, Close, _, R::Master, R::Residual1) => 36,
        _ => return None,
    })
}

fn next_interpolator0(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Receive, K::Work, R::Master, R::Interpolator0) => 1,
        (0, Receive, K::Exit, R::Master, R::Interpolator0) => 2,
        (1, Send, K::Done, R::Interpolator0, R::Master) => 0,
        (2, Send, K::Bye, R::Interpolator0, R::Master) => 3,
        (3, Close, _, R::Interpolator0, R::Master) => 4,
        _ => return None,
    })
}

fn next_interpolator1(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Receive, K::Work, R::Master, R::Interpolator1) => 1,
        (0, Receive, K::Exit, R::Master, R::Interpolator1) => 2,
        (1, Send, K::Done, R::Interpolator1, R::Master) => 0,
        (2, Send, K::Bye, R::Interpolator1, R::Master) => 3,
        (3, Close, _, R::Interpolator1, R::Master) => 4,
        _ => return None,
    })
}

fn next_smoother0(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Receive, K::Work, R::Master, R::Smoother0) => 1,
        (0, Receive, K::Exit, R::Master, R::Smoother0) => 2,
        (1, Send, K::Done, R::Smoother0, R::Master) => 0,
        (2, Send, K::Bye, R::Smoother0, R::Master) => 3,
        (3, Close, _, R::Smoother0, R::Master) => 4,
        _ => return None,
    })
}

fn next_smoother1(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Receive, K::Work, R::Master, R::Smoother1) => 1,
        (0, Receive, K::Exit, R::Master, R::Smoother1) => 2,
        (1, Send, K::Done, R::Smoother1, R::Master) => 0,
        (2, Send, K::Bye, R::Smoother1, R::Master) => 3,
        (3, Close, _, R::Smoother1, R::Master) => 4,
        _ => return None,
    })
}

fn next_restrictor0(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Receive, K::Work, R::Master, R::Restrictor0) => 1,
        (0, Receive, K::Exit, R::Master, R::Restrictor0) => 2,
        (1, Send, K::Done, R::Restrictor0, R::Master) => 0,
        (2, Send, K::Bye, R::Restrictor0, R::Master) => 3,
        (3, Close, _, R::Restrictor0, R::Master) => 4,
        _ => return None,
    })
}

fn next_restrictor1(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Receive, K::Work, R::Master, R::Restrictor1) => 1,
        (0, Receive, K::Exit, R::Master, R::Restrictor1) => 2,
        (1, Send, K::Done, R::Restrictor1, R::Master) => 0,
        (2, Send, K::Bye, R::Restrictor1, R::Master) => 3,
        (3, Close, _, R::Restrictor1, R::Master) => 4,
        _ => return None,
    })
}

fn next_residual0(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Receive, K::Work, R::Master, R::Residual0) => 1,
        (0, Receive, K::Exit, R::Master, R::Residual0) => 2,
        (1, Send, K::Done, R::Residual0, R::Master) => 0,
        (2, Send, K::Bye, R::Residual0, R::Master) => 3,
        (3, Close, _, R::Residual0, R::Master) => 4,
        _ => return None,
    })
}

fn next_residual1(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Receive, K::Work, R::Master, R::Residual1) => 1,
        (0, Receive, K::Exit, R::Master, R::Residual1) => 2,
        (1, Send, K::Done, R::Residual1, R::Master) => 0,
        (2, Send, K::Bye, R::Residual1, R::Master) => 3,
        (3, Close, _, R::Residual1, R::Master) => 4,
        _ => return None,
    })
}

/// Whether `role` may stop in its state.
fn may_end(role: Role, state: u32) -> bool {
    match role {
        Role::Master => matches!(state, 36),
        Role::Interpolator0 => matches!(state, 4),
        Role::Interpolator1 => matches!(state, 4),
        Role::Smoother0 => matches!(state, 4),
        Role::Smoother1 => matches!(state, 4),
        Role::Restrictor0 => matches!(state, 4),
        Role::Restrictor1 => matches!(state, 4),
        Role::Residual0 => matches!(state, 4),
        Role::Residual1 => matches!(state, 4),
    }
}

/// The roles from which `role` may receive in its state `state`.
fn senders(role: Role, state: u32) -> &'static [Role] {
    match (role, state) {
        (Role::Master, 5) => &[Role::Interpolator0],
        (Role::Master, 6) => &[Role::Interpolator0],
        (Role::Master, 7) => &[Role::Smoother0],
        (Role::Master, 8) => &[Role::Restrictor0],
        (Role::Master, 9) => &[Role::Residual0],
        (Role::Master, 11) => &[Role::Interpolator1],
        (Role::Master, 12) => &[Role::Smoother1],
        (Role::Master, 13) => &[Role::Restrictor1],
        (Role::Master, 14) => &[Role::Residual1],
        (Role::Master, 16) => &[Role::Interpolator1],
        (Role::Master, 19) => &[Role::Smoother0],
        (Role::Master, 22) => &[Role::Smoother1],
        (Role::Master, 25) => &[Role::Restrictor0],
        (Role::Master, 28) => &[Role::Restrictor1],
        (Role::Master, 31) => &[Role::Residual0],
        (Role::Master, 34) => &[Role::Residual1],
        (Role::Interpolator0, 0) => &[Role::Master],
        (Role::Interpolator1, 0) => &[Role::Master],
        (Role::Smoother0, 0) => &[Role::Master],
        (Role::Smoother1, 0) => &[Role::Master],
        (Role::Restrictor0, 0) => &[Role::Master],
        (Role::Restrictor1, 0) => &[Role::Master],
        (Role::Residual0, 0) => &[Role::Master],
        (Role::Residual1, 0) => &[Role::Master],
        _ => &[],
    }
}

/// The state of all roles and channels, for those who want to see every run: endpoints follow the same tables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Machine {
    places: [u32; Role::ALL.len()],
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
        Self { places: [0; Role::ALL.len()], queues: std::array::from_fn(|_| VecDeque::new()) }
    }

    /// Takes `action` if it is allowed now, and says whether it was.
    pub fn try_step(&mut self, action: Action) -> bool {
        let (sender, receiver) = (action.from as usize, action.to as usize);
        let Some(channel) = channel(action.from, action.to) else { return false };
        let sent = next(action.from, self.places[sender], action);
        let received = next(action.to, self.places[receiver], action);
        match (action.act, sent, received) {
            (Act::Send, Some(place), _) if self.queues[channel].len() < CHANNELS[channel].2 => {
                self.queues[channel].push_back(action.kind);
                self.places[sender] = place;
            }
            (Act::Receive, _, Some(place)) if self.queues[channel].front() == Some(&action.kind) => {
                self.queues[channel].pop_front();
                self.places[receiver] = place;
            }
            (Act::Handshake, Some(sender_place), Some(receiver_place)) => {
                self.places[sender] = sender_place;
                self.places[receiver] = receiver_place;
            }
            (Act::Close, Some(place), _) => self.places[sender] = place,
            _ => return false,
        }
        true
    }

    /// Whether all roles may stop here, with nothing left to receive.
    pub fn may_end(&self) -> bool {
        Role::ALL.into_iter().all(|role| may_end(role, self.places[role as usize]))
            && self.queues.iter().all(VecDeque::is_empty)
    }
}

fn channel(from: Role, to: Role) -> Option<usize> {
    CHANNELS.iter().position(|channel| (channel.0, channel.1) == (from, to))
}

/// Why a call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The protocol does not allow this.
    Protocol,
    /// Nothing is there to be received, or there is no room to send.
    NotYet,
    /// The other role is gone.
    Gone,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Error::Protocol => "the protocol does not allow this",
            Error::NotYet => "the protocol does not allow this yet",
            Error::Gone => "the other role is gone",
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

/// How messages travel. Implement it to run the protocol over something else than memory.
pub trait Transport<P> {
    /// Sends to `to`, and waits while there is no room.
    fn send(&mut self, to: Role, kind: Kind, payload: P) -> Result<(), Error>;
    /// Receives the oldest message of one of `from`, and waits until there is one.
    fn receive(&mut self, from: &[Role]) -> Result<Received<P>, Error>;
    /// Receives the oldest message of one of `from`, if there is one.
    fn try_receive(&mut self, from: &[Role]) -> Result<Received<P>, Error>;
    /// Sends nothing more to `to`.
    fn close(&mut self, to: Role);
}

/// A role's side of a run of the protocol.
pub struct Endpoint<P, T = Memory<P>> {
    role: Role,
    state: u32,
    transport: T,
    payload: std::marker::PhantomData<P>,
}

impl<P, T: Transport<P>> Endpoint<P, T> {
    /// The endpoint of `role` over a transport of one's own.
    pub fn over(role: Role, transport: T) -> Self {
        Self { role, state: 0, transport, payload: std::marker::PhantomData }
    }

    /// Whose endpoint it is.
    pub fn role(&self) -> Role {
        self.role
    }

    /// Whether the role may stop here.
    pub fn may_end(&self) -> bool {
        may_end(self.role, self.state)
    }

    /// Sends a message.
    pub fn send(&mut self, to: Role, kind: Kind, payload: P) -> Result<(), Error> {
        let allowed = |act| next(self.role, self.state, action(act, kind, self.role, to));
        let state = allowed(Act::Send).or_else(|| allowed(Act::Handshake)).ok_or(Error::Protocol)?;
        self.transport.send(to, kind, payload)?;
        self.state = state;
        Ok(())
    }

    /// Receives a message, from whichever role the protocol allows.
    pub fn receive(&mut self) -> Result<Received<P>, Error> {
        let from = senders(self.role, self.state);
        if from.is_empty() {
            return Err(Error::Protocol);
        }
        let received = self.transport.receive(from)?;
        self.accept(received)
    }

    /// Receives a message if one is there.
    pub fn try_receive(&mut self) -> Result<Received<P>, Error> {
        let from = senders(self.role, self.state);
        if from.is_empty() {
            return Err(Error::Protocol);
        }
        let received = self.transport.try_receive(from)?;
        self.accept(received)
    }

    fn accept(&mut self, received: Received<P>) -> Result<Received<P>, Error> {
        let allowed = |act| next(self.role, self.state, action(act, received.kind, received.from, self.role));
        self.state = allowed(Act::Receive).or_else(|| allowed(Act::Handshake)).ok_or(Error::Protocol)?;
        Ok(received)
    }

    /// Closes the channel to a role.
    pub fn close(&mut self, to: Role) -> Result<(), Error> {
        let closes = |action: &Action| (action.act, action.from, action.to) == (Act::Close, self.role, to);
        let action = ACTIONS.into_iter().find(closes).ok_or(Error::Protocol)?;
        self.state = next(self.role, self.state, action).ok_or(Error::Protocol)?;
        self.transport.close(to);
        Ok(())
    }
}

/// Rung when a message was sent to a role that may be waiting for several others.
#[derive(Default)]
struct Bell {
    rung: Mutex<u64>,
    changed: Condvar,
}

impl Bell {
    fn count(&self) -> u64 {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ring(&self) {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.changed.notify_all();
    }

    fn wait(&self, seen: u64) {
        let mut rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        while *rung == seen {
            rung = self.changed.wait(rung).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Messages between threads of one process: a bounded channel for each pair of roles.
pub struct Memory<P> {
    outgoing: [Option<SyncSender<(Kind, P)>>; Role::ALL.len()],
    incoming: [Option<Receiver<(Kind, P)>>; Role::ALL.len()],
    /// Whom to ring after sending; none where the receiver never waits for several roles.
    bells: [Option<Arc<Bell>>; Role::ALL.len()],
    own_bell: Arc<Bell>,
}

impl<P> Transport<P> for Memory<P> {
    fn send(&mut self, to: Role, kind: Kind, payload: P) -> Result<(), Error> {
        let sender = self.outgoing[to as usize].as_ref().ok_or(Error::Protocol)?;
        match sender.try_send((kind, payload)) {
            Ok(()) => {}
            Err(TrySendError::Full(message)) => sender.send(message).map_err(|_| Error::Gone)?,
            Err(TrySendError::Disconnected(_)) => return Err(Error::Gone),
        }
        if let Some(bell) = &self.bells[to as usize] {
            bell.ring();
        }
        Ok(())
    }

    fn receive(&mut self, from: &[Role]) -> Result<Received<P>, Error> {
        if let [only] = *from {
            let receiver = self.incoming[only as usize].as_ref().ok_or(Error::Protocol)?;
            let (kind, payload) = receiver.recv().map_err(|_| Error::Gone)?;
            return Ok(Received { from: only, kind, payload });
        }
        loop {
            let rung = self.own_bell.count();
            match self.try_receive(from) {
                Err(Error::NotYet) => self.own_bell.wait(rung),
                result => return result,
            }
        }
    }

    fn try_receive(&mut self, from: &[Role]) -> Result<Received<P>, Error> {
        let mut gone = 0;
        for &sender in from {
            let receiver = self.incoming[sender as usize].as_ref().ok_or(Error::Protocol)?;
            match receiver.try_recv() {
                Ok((kind, payload)) => return Ok(Received { from: sender, kind, payload }),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => gone += 1,
            }
        }
        Err(if gone == from.len() { Error::Gone } else { Error::NotYet })
    }

    fn close(&mut self, to: Role) {
        self.outgoing[to as usize] = None;
        if let Some(bell) = &self.bells[to as usize] {
            bell.ring();
        }
    }
}

impl<P> Drop for Memory<P> {
    fn drop(&mut self) {
        // Those who wait must see that nobody is left to send.
        for to in Role::ALL {
            self.close(to);
        }
    }
}

/// Starts a run of the protocol in memory: an endpoint for each role, in the order of `Role::ALL`.
pub fn start<P>() -> Vec<Endpoint<P>> {
    let bells = Role::ALL.map(|_| Arc::new(Bell::default()));
    let waits = Role::ALL.map(|role| (0..STATES).any(|state| senders(role, state).len() > 1));
    let mut memories: Vec<Memory<P>> = Role::ALL
        .into_iter()
        .map(|role| Memory {
            outgoing: std::array::from_fn(|_| None),
            incoming: std::array::from_fn(|_| None),
            bells: std::array::from_fn(|to| waits[to].then(|| Arc::clone(&bells[to]))),
            own_bell: Arc::clone(&bells[role as usize]),
        })
        .collect();
    for (from, to, length) in CHANNELS {
        let (sender, receiver) = sync_channel(length);
        memories[from as usize].outgoing[to as usize] = Some(sender);
        memories[to as usize].incoming[from as usize] = Some(receiver);
    }
    memories.into_iter().zip(Role::ALL).map(|(memory, role)| Endpoint::over(role, memory)).collect()
}

/// The roles' states as types: what is not allowed does not compile. Each call consumes the state that it is made in.
pub mod typed {
    use super::{Endpoint, Error, Kind, Role, Transport};

    /// The start of `master`.
    pub fn start_master<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> MasterState0<P, T> {
        MasterState0(endpoint)
    }

    /// State 0 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState0<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState0<P, T> {
        /// Sends `Work` to `interpolator[0]`.
        pub fn send_work_to_interpolator0(mut self, payload: P) -> Result<MasterState1<P, T>, Error> {
            self.0.send(Role::Interpolator0, Kind::Work, payload)?;
            Ok(MasterState1(self.0))
        }

        /// Sends `Work` to `smoother[0]`.
        pub fn send_work_to_smoother0(mut self, payload: P) -> Result<MasterState2<P, T>, Error> {
            self.0.send(Role::Smoother0, Kind::Work, payload)?;
            Ok(MasterState2(self.0))
        }

        /// Sends `Work` to `restrictor[0]`.
        pub fn send_work_to_restrictor0(mut self, payload: P) -> Result<MasterState3<P, T>, Error> {
            self.0.send(Role::Restrictor0, Kind::Work, payload)?;
            Ok(MasterState3(self.0))
        }

        /// Sends `Work` to `residual[0]`.
        pub fn send_work_to_residual0(mut self, payload: P) -> Result<MasterState4<P, T>, Error> {
            self.0.send(Role::Residual0, Kind::Work, payload)?;
            Ok(MasterState4(self.0))
        }

        /// Sends `Exit` to `interpolator[0]`.
        pub fn send_exit_to_interpolator0(mut self, payload: P) -> Result<MasterState5<P, T>, Error> {
            self.0.send(Role::Interpolator0, Kind::Exit, payload)?;
            Ok(MasterState5(self.0))
        }
    }

    /// State 1 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState1<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState1<P, T> {
        /// Sends `Work` to `interpolator[1]`.
        pub fn send_work_to_interpolator1(mut self, payload: P) -> Result<MasterState6<P, T>, Error> {
            self.0.send(Role::Interpolator1, Kind::Work, payload)?;
            Ok(MasterState6(self.0))
        }
    }

    /// State 2 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState2<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState2<P, T> {
        /// Sends `Work` to `smoother[1]`.
        pub fn send_work_to_smoother1(mut self, payload: P) -> Result<MasterState7<P, T>, Error> {
            self.0.send(Role::Smoother1, Kind::Work, payload)?;
            Ok(MasterState7(self.0))
        }
    }

    /// State 3 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState3<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState3<P, T> {
        /// Sends `Work` to `restrictor[1]`.
        pub fn send_work_to_restrictor1(mut self, payload: P) -> Result<MasterState8<P, T>, Error> {
            self.0.send(Role::Restrictor1, Kind::Work, payload)?;
            Ok(MasterState8(self.0))
        }
    }

    /// State 4 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState4<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState4<P, T> {
        /// Sends `Work` to `residual[1]`.
        pub fn send_work_to_residual1(mut self, payload: P) -> Result<MasterState9<P, T>, Error> {
            self.0.send(Role::Residual1, Kind::Work, payload)?;
            Ok(MasterState9(self.0))
        }
    }

    /// State 5 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState5<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState5<P, T> {
        /// Receives `Bye` from `interpolator[0]`.
        pub fn receive_bye_from_interpolator0(mut self) -> Result<(P, MasterState10<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, MasterState10(self.0)))
        }
    }

    /// State 6 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState6<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState6<P, T> {
        /// Receives `Done` from `interpolator[0]`.
        pub fn receive_done_from_interpolator0(mut self) -> Result<(P, MasterState11<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, MasterState11(self.0)))
        }
    }

    /// State 7 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState7<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState7<P, T> {
        /// Receives `Done` from `smoother[0]`.
        pub fn receive_done_from_smoother0(mut self) -> Result<(P, MasterState12<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, MasterState12(self.0)))
        }
    }

    /// State 8 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState8<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState8<P, T> {
        /// Receives `Done` from `restrictor[0]`.
        pub fn receive_done_from_restrictor0(mut self) -> Result<(P, MasterState13<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, MasterState13(self.0)))
        }
    }

    /// State 9 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState9<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState9<P, T> {
        /// Receives `Done` from `residual[0]`.
        pub fn receive_done_from_residual0(mut self) -> Result<(P, MasterState14<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, MasterState14(self.0)))
        }
    }

    /// State 10 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState10<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState10<P, T> {
        /// Closes the channel to `interpolator[0]`.
        pub fn close_interpolator0(mut self) -> Result<MasterState15<P, T>, Error> {
            self.0.close(Role::Interpolator0)?;
            Ok(MasterState15(self.0))
        }
    }

    /// State 11 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState11<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState11<P, T> {
        /// Receives `Done` from `interpolator[1]`.
        pub fn receive_done_from_interpolator1(mut self) -> Result<(P, MasterState0<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, MasterState0(self.0)))
        }
    }

    /// State 12 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState12<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState12<P, T> {
        /// Receives `Done` from `smoother[1]`.
        pub fn receive_done_from_smoother1(mut self) -> Result<(P, MasterState0<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, MasterState0(self.0)))
        }
    }

    /// State 13 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState13<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState13<P, T> {
        /// Receives `Done` from `restrictor[1]`.
        pub fn receive_done_from_restrictor1(mut self) -> Result<(P, MasterState0<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, MasterState0(self.0)))
        }
    }

    /// State 14 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState14<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState14<P, T> {
        /// Receives `Done` from `residual[1]`.
        pub fn receive_done_from_residual1(mut self) -> Result<(P, MasterState0<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, MasterState0(self.0)))
        }
    }

    /// State 15 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState15<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState15<P, T> {
        /// Sends `Exit` to `interpolator[1]`.
        pub fn send_exit_to_interpolator1(mut self, payload: P) -> Result<MasterState16<P, T>, Error> {
            self.0.send(Role::Interpolator1, Kind::Exit, payload)?;
            Ok(MasterState16(self.0))
        }
    }

    /// State 16 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState16<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState16<P, T> {
        /// Receives `Bye` from `interpolator[1]`.
        pub fn receive_bye_from_interpolator1(mut self) -> Result<(P, MasterState17<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, MasterState17(self.0)))
        }
    }

    /// State 17 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState17<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState17<P, T> {
        /// Closes the channel to `interpolator[1]`.
        pub fn close_interpolator1(mut self) -> Result<MasterState18<P, T>, Error> {
            self.0.close(Role::Interpolator1)?;
            Ok(MasterState18(self.0))
        }
    }

    /// State 18 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState18<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState18<P, T> {
        /// Sends `Exit` to `smoother[0]`.
        pub fn send_exit_to_smoother0(mut self, payload: P) -> Result<MasterState19<P, T>, Error> {
            self.0.send(Role::Smoother0, Kind::Exit, payload)?;
            Ok(MasterState19(self.0))
        }
    }

    /// State 19 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState19<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState19<P, T> {
        /// Receives `Bye` from `smoother[0]`.
        pub fn receive_bye_from_smoother0(mut self) -> Result<(P, MasterState20<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, MasterState20(self.0)))
        }
    }

    /// State 20 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState20<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState20<P, T> {
        /// Closes the channel to `smoother[0]`.
        pub fn close_smoother0(mut self) -> Result<MasterState21<P, T>, Error> {
            self.0.close(Role::Smoother0)?;
            Ok(MasterState21(self.0))
        }
    }

    /// State 21 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState21<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState21<P, T> {
        /// Sends `Exit` to `smoother[1]`.
        pub fn send_exit_to_smoother1(mut self, payload: P) -> Result<MasterState22<P, T>, Error> {
            self.0.send(Role::Smoother1, Kind::Exit, payload)?;
            Ok(MasterState22(self.0))
        }
    }

    /// State 22 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState22<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState22<P, T> {
        /// Receives `Bye` from `smoother[1]`.
        pub fn receive_bye_from_smoother1(mut self) -> Result<(P, MasterState23<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, MasterState23(self.0)))
        }
    }

    /// State 23 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState23<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState23<P, T> {
        /// Closes the channel to `smoother[1]`.
        pub fn close_smoother1(mut self) -> Result<MasterState24<P, T>, Error> {
            self.0.close(Role::Smoother1)?;
            Ok(MasterState24(self.0))
        }
    }

    /// State 24 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState24<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState24<P, T> {
        /// Sends `Exit` to `restrictor[0]`.
        pub fn send_exit_to_restrictor0(mut self, payload: P) -> Result<MasterState25<P, T>, Error> {
            self.0.send(Role::Restrictor0, Kind::Exit, payload)?;
            Ok(MasterState25(self.0))
        }
    }

    /// State 25 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState25<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState25<P, T> {
        /// Receives `Bye` from `restrictor[0]`.
        pub fn receive_bye_from_restrictor0(mut self) -> Result<(P, MasterState26<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, MasterState26(self.0)))
        }
    }

    /// State 26 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState26<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState26<P, T> {
        /// Closes the channel to `restrictor[0]`.
        pub fn close_restrictor0(mut self) -> Result<MasterState27<P, T>, Error> {
            self.0.close(Role::Restrictor0)?;
            Ok(MasterState27(self.0))
        }
    }

    /// State 27 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState27<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState27<P, T> {
        /// Sends `Exit` to `restrictor[1]`.
        pub fn send_exit_to_restrictor1(mut self, payload: P) -> Result<MasterState28<P, T>, Error> {
            self.0.send(Role::Restrictor1, Kind::Exit, payload)?;
            Ok(MasterState28(self.0))
        }
    }

    /// State 28 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState28<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState28<P, T> {
        /// Receives `Bye` from `restrictor[1]`.
        pub fn receive_bye_from_restrictor1(mut self) -> Result<(P, MasterState29<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, MasterState29(self.0)))
        }
    }

    /// State 29 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState29<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState29<P, T> {
        /// Closes the channel to `restrictor[1]`.
        pub fn close_restrictor1(mut self) -> Result<MasterState30<P, T>, Error> {
            self.0.close(Role::Restrictor1)?;
            Ok(MasterState30(self.0))
        }
    }

    /// State 30 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState30<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState30<P, T> {
        /// Sends `Exit` to `residual[0]`.
        pub fn send_exit_to_residual0(mut self, payload: P) -> Result<MasterState31<P, T>, Error> {
            self.0.send(Role::Residual0, Kind::Exit, payload)?;
            Ok(MasterState31(self.0))
        }
    }

    /// State 31 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState31<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState31<P, T> {
        /// Receives `Bye` from `residual[0]`.
        pub fn receive_bye_from_residual0(mut self) -> Result<(P, MasterState32<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, MasterState32(self.0)))
        }
    }

    /// State 32 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState32<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState32<P, T> {
        /// Closes the channel to `residual[0]`.
        pub fn close_residual0(mut self) -> Result<MasterState33<P, T>, Error> {
            self.0.close(Role::Residual0)?;
            Ok(MasterState33(self.0))
        }
    }

    /// State 33 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState33<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState33<P, T> {
        /// Sends `Exit` to `residual[1]`.
        pub fn send_exit_to_residual1(mut self, payload: P) -> Result<MasterState34<P, T>, Error> {
            self.0.send(Role::Residual1, Kind::Exit, payload)?;
            Ok(MasterState34(self.0))
        }
    }

    /// State 34 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState34<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState34<P, T> {
        /// Receives `Bye` from `residual[1]`.
        pub fn receive_bye_from_residual1(mut self) -> Result<(P, MasterState35<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, MasterState35(self.0)))
        }
    }

    /// State 35 of `master`.
    #[must_use = "the protocol goes on"]
    pub struct MasterState35<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState35<P, T> {
        /// Closes the channel to `residual[1]`.
        pub fn close_residual1(mut self) -> Result<MasterState36<P, T>, Error> {
            self.0.close(Role::Residual1)?;
            Ok(MasterState36(self.0))
        }
    }

    /// State 36 of `master`, where it may stop.
    pub struct MasterState36<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> MasterState36<P, T> {
        /// Stops here.
        pub fn end(self) {}
    }

    /// The start of `interpolator[0]`.
    pub fn start_interpolator0<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> Interpolator0State0<P, T> {
        Interpolator0State0(endpoint)
    }

    /// State 0 of `interpolator[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Interpolator0State0<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Interpolator0State0<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Interpolator0State0Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Work, Role::Master) => Interpolator0State0Received::WorkFromMaster(received.payload, Interpolator0State1(self.0)),
                (Kind::Exit, Role::Master) => Interpolator0State0Received::ExitFromMaster(received.payload, Interpolator0State2(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `interpolator[0]` can receive in state 0.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Interpolator0State0Received<P, T: Transport<P>> {
        /// `Work` from `master`.
        WorkFromMaster(P, Interpolator0State1<P, T>),
        /// `Exit` from `master`.
        ExitFromMaster(P, Interpolator0State2<P, T>),
    }

    /// State 1 of `interpolator[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Interpolator0State1<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Interpolator0State1<P, T> {
        /// Sends `Done` to `master`.
        pub fn send_done_to_master(mut self, payload: P) -> Result<Interpolator0State0<P, T>, Error> {
            self.0.send(Role::Master, Kind::Done, payload)?;
            Ok(Interpolator0State0(self.0))
        }
    }

    /// State 2 of `interpolator[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Interpolator0State2<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Interpolator0State2<P, T> {
        /// Sends `Bye` to `master`.
        pub fn send_bye_to_master(mut self, payload: P) -> Result<Interpolator0State3<P, T>, Error> {
            self.0.send(Role::Master, Kind::Bye, payload)?;
            Ok(Interpolator0State3(self.0))
        }
    }

    /// State 3 of `interpolator[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Interpolator0State3<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Interpolator0State3<P, T> {
        /// Closes the channel to `master`.
        pub fn close_master(mut self) -> Result<Interpolator0State4<P, T>, Error> {
            self.0.close(Role::Master)?;
            Ok(Interpolator0State4(self.0))
        }
    }

    /// State 4 of `interpolator[0]`, where it may stop.
    pub struct Interpolator0State4<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Interpolator0State4<P, T> {
        /// Stops here.
        pub fn end(self) {}
    }

    /// The start of `interpolator[1]`.
    pub fn start_interpolator1<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> Interpolator1State0<P, T> {
        Interpolator1State0(endpoint)
    }

    /// State 0 of `interpolator[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Interpolator1State0<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Interpolator1State0<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Interpolator1State0Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Work, Role::Master) => Interpolator1State0Received::WorkFromMaster(received.payload, Interpolator1State1(self.0)),
                (Kind::Exit, Role::Master) => Interpolator1State0Received::ExitFromMaster(received.payload, Interpolator1State2(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `interpolator[1]` can receive in state 0.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Interpolator1State0Received<P, T: Transport<P>> {
        /// `Work` from `master`.
        WorkFromMaster(P, Interpolator1State1<P, T>),
        /// `Exit` from `master`.
        ExitFromMaster(P, Interpolator1State2<P, T>),
    }

    /// State 1 of `interpolator[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Interpolator1State1<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Interpolator1State1<P, T> {
        /// Sends `Done` to `master`.
        pub fn send_done_to_master(mut self, payload: P) -> Result<Interpolator1State0<P, T>, Error> {
            self.0.send(Role::Master, Kind::Done, payload)?;
            Ok(Interpolator1State0(self.0))
        }
    }

    /// State 2 of `interpolator[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Interpolator1State2<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Interpolator1State2<P, T> {
        /// Sends `Bye` to `master`.
        pub fn send_bye_to_master(mut self, payload: P) -> Result<Interpolator1State3<P, T>, Error> {
            self.0.send(Role::Master, Kind::Bye, payload)?;
            Ok(Interpolator1State3(self.0))
        }
    }

    /// State 3 of `interpolator[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Interpolator1State3<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Interpolator1State3<P, T> {
        /// Closes the channel to `master`.
        pub fn close_master(mut self) -> Result<Interpolator1State4<P, T>, Error> {
            self.0.close(Role::Master)?;
            Ok(Interpolator1State4(self.0))
        }
    }

    /// State 4 of `interpolator[1]`, where it may stop.
    pub struct Interpolator1State4<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Interpolator1State4<P, T> {
        /// Stops here.
        pub fn end(self) {}
    }

    /// The start of `smoother[0]`.
    pub fn start_smoother0<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> Smoother0State0<P, T> {
        Smoother0State0(endpoint)
    }

    /// State 0 of `smoother[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Smoother0State0<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Smoother0State0<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Smoother0State0Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Work, Role::Master) => Smoother0State0Received::WorkFromMaster(received.payload, Smoother0State1(self.0)),
                (Kind::Exit, Role::Master) => Smoother0State0Received::ExitFromMaster(received.payload, Smoother0State2(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `smoother[0]` can receive in state 0.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Smoother0State0Received<P, T: Transport<P>> {
        /// `Work` from `master`.
        WorkFromMaster(P, Smoother0State1<P, T>),
        /// `Exit` from `master`.
        ExitFromMaster(P, Smoother0State2<P, T>),
    }

    /// State 1 of `smoother[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Smoother0State1<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Smoother0State1<P, T> {
        /// Sends `Done` to `master`.
        pub fn send_done_to_master(mut self, payload: P) -> Result<Smoother0State0<P, T>, Error> {
            self.0.send(Role::Master, Kind::Done, payload)?;
            Ok(Smoother0State0(self.0))
        }
    }

    /// State 2 of `smoother[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Smoother0State2<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Smoother0State2<P, T> {
        /// Sends `Bye` to `master`.
        pub fn send_bye_to_master(mut self, payload: P) -> Result<Smoother0State3<P, T>, Error> {
            self.0.send(Role::Master, Kind::Bye, payload)?;
            Ok(Smoother0State3(self.0))
        }
    }

    /// State 3 of `smoother[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Smoother0State3<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Smoother0State3<P, T> {
        /// Closes the channel to `master`.
        pub fn close_master(mut self) -> Result<Smoother0State4<P, T>, Error> {
            self.0.close(Role::Master)?;
            Ok(Smoother0State4(self.0))
        }
    }

    /// State 4 of `smoother[0]`, where it may stop.
    pub struct Smoother0State4<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Smoother0State4<P, T> {
        /// Stops here.
        pub fn end(self) {}
    }

    /// The start of `smoother[1]`.
    pub fn start_smoother1<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> Smoother1State0<P, T> {
        Smoother1State0(endpoint)
    }

    /// State 0 of `smoother[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Smoother1State0<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Smoother1State0<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Smoother1State0Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Work, Role::Master) => Smoother1State0Received::WorkFromMaster(received.payload, Smoother1State1(self.0)),
                (Kind::Exit, Role::Master) => Smoother1State0Received::ExitFromMaster(received.payload, Smoother1State2(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `smoother[1]` can receive in state 0.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Smoother1State0Received<P, T: Transport<P>> {
        /// `Work` from `master`.
        WorkFromMaster(P, Smoother1State1<P, T>),
        /// `Exit` from `master`.
        ExitFromMaster(P, Smoother1State2<P, T>),
    }

    /// State 1 of `smoother[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Smoother1State1<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Smoother1State1<P, T> {
        /// Sends `Done` to `master`.
        pub fn send_done_to_master(mut self, payload: P) -> Result<Smoother1State0<P, T>, Error> {
            self.0.send(Role::Master, Kind::Done, payload)?;
            Ok(Smoother1State0(self.0))
        }
    }

    /// State 2 of `smoother[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Smoother1State2<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Smoother1State2<P, T> {
        /// Sends `Bye` to `master`.
        pub fn send_bye_to_master(mut self, payload: P) -> Result<Smoother1State3<P, T>, Error> {
            self.0.send(Role::Master, Kind::Bye, payload)?;
            Ok(Smoother1State3(self.0))
        }
    }

    /// State 3 of `smoother[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Smoother1State3<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Smoother1State3<P, T> {
        /// Closes the channel to `master`.
        pub fn close_master(mut self) -> Result<Smoother1State4<P, T>, Error> {
            self.0.close(Role::Master)?;
            Ok(Smoother1State4(self.0))
        }
    }

    /// State 4 of `smoother[1]`, where it may stop.
    pub struct Smoother1State4<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Smoother1State4<P, T> {
        /// Stops here.
        pub fn end(self) {}
    }

    /// The start of `restrictor[0]`.
    pub fn start_restrictor0<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> Restrictor0State0<P, T> {
        Restrictor0State0(endpoint)
    }

    /// State 0 of `restrictor[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Restrictor0State0<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Restrictor0State0<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Restrictor0State0Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Work, Role::Master) => Restrictor0State0Received::WorkFromMaster(received.payload, Restrictor0State1(self.0)),
                (Kind::Exit, Role::Master) => Restrictor0State0Received::ExitFromMaster(received.payload, Restrictor0State2(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `restrictor[0]` can receive in state 0.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Restrictor0State0Received<P, T: Transport<P>> {
        /// `Work` from `master`.
        WorkFromMaster(P, Restrictor0State1<P, T>),
        /// `Exit` from `master`.
        ExitFromMaster(P, Restrictor0State2<P, T>),
    }

    /// State 1 of `restrictor[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Restrictor0State1<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Restrictor0State1<P, T> {
        /// Sends `Done` to `master`.
        pub fn send_done_to_master(mut self, payload: P) -> Result<Restrictor0State0<P, T>, Error> {
            self.0.send(Role::Master, Kind::Done, payload)?;
            Ok(Restrictor0State0(self.0))
        }
    }

    /// State 2 of `restrictor[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Restrictor0State2<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Restrictor0State2<P, T> {
        /// Sends `Bye` to `master`.
        pub fn send_bye_to_master(mut self, payload: P) -> Result<Restrictor0State3<P, T>, Error> {
            self.0.send(Role::Master, Kind::Bye, payload)?;
            Ok(Restrictor0State3(self.0))
        }
    }

    /// State 3 of `restrictor[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Restrictor0State3<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Restrictor0State3<P, T> {
        /// Closes the channel to `master`.
        pub fn close_master(mut self) -> Result<Restrictor0State4<P, T>, Error> {
            self.0.close(Role::Master)?;
            Ok(Restrictor0State4(self.0))
        }
    }

    /// State 4 of `restrictor[0]`, where it may stop.
    pub struct Restrictor0State4<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Restrictor0State4<P, T> {
        /// Stops here.
        pub fn end(self) {}
    }

    /// The start of `restrictor[1]`.
    pub fn start_restrictor1<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> Restrictor1State0<P, T> {
        Restrictor1State0(endpoint)
    }

    /// State 0 of `restrictor[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Restrictor1State0<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Restrictor1State0<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Restrictor1State0Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Work, Role::Master) => Restrictor1State0Received::WorkFromMaster(received.payload, Restrictor1State1(self.0)),
                (Kind::Exit, Role::Master) => Restrictor1State0Received::ExitFromMaster(received.payload, Restrictor1State2(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `restrictor[1]` can receive in state 0.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Restrictor1State0Received<P, T: Transport<P>> {
        /// `Work` from `master`.
        WorkFromMaster(P, Restrictor1State1<P, T>),
        /// `Exit` from `master`.
        ExitFromMaster(P, Restrictor1State2<P, T>),
    }

    /// State 1 of `restrictor[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Restrictor1State1<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Restrictor1State1<P, T> {
        /// Sends `Done` to `master`.
        pub fn send_done_to_master(mut self, payload: P) -> Result<Restrictor1State0<P, T>, Error> {
            self.0.send(Role::Master, Kind::Done, payload)?;
            Ok(Restrictor1State0(self.0))
        }
    }

    /// State 2 of `restrictor[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Restrictor1State2<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Restrictor1State2<P, T> {
        /// Sends `Bye` to `master`.
        pub fn send_bye_to_master(mut self, payload: P) -> Result<Restrictor1State3<P, T>, Error> {
            self.0.send(Role::Master, Kind::Bye, payload)?;
            Ok(Restrictor1State3(self.0))
        }
    }

    /// State 3 of `restrictor[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Restrictor1State3<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Restrictor1State3<P, T> {
        /// Closes the channel to `master`.
        pub fn close_master(mut self) -> Result<Restrictor1State4<P, T>, Error> {
            self.0.close(Role::Master)?;
            Ok(Restrictor1State4(self.0))
        }
    }

    /// State 4 of `restrictor[1]`, where it may stop.
    pub struct Restrictor1State4<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Restrictor1State4<P, T> {
        /// Stops here.
        pub fn end(self) {}
    }

    /// The start of `residual[0]`.
    pub fn start_residual0<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> Residual0State0<P, T> {
        Residual0State0(endpoint)
    }

    /// State 0 of `residual[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Residual0State0<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Residual0State0<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Residual0State0Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Work, Role::Master) => Residual0State0Received::WorkFromMaster(received.payload, Residual0State1(self.0)),
                (Kind::Exit, Role::Master) => Residual0State0Received::ExitFromMaster(received.payload, Residual0State2(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `residual[0]` can receive in state 0.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Residual0State0Received<P, T: Transport<P>> {
        /// `Work` from `master`.
        WorkFromMaster(P, Residual0State1<P, T>),
        /// `Exit` from `master`.
        ExitFromMaster(P, Residual0State2<P, T>),
    }

    /// State 1 of `residual[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Residual0State1<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Residual0State1<P, T> {
        /// Sends `Done` to `master`.
        pub fn send_done_to_master(mut self, payload: P) -> Result<Residual0State0<P, T>, Error> {
            self.0.send(Role::Master, Kind::Done, payload)?;
            Ok(Residual0State0(self.0))
        }
    }

    /// State 2 of `residual[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Residual0State2<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Residual0State2<P, T> {
        /// Sends `Bye` to `master`.
        pub fn send_bye_to_master(mut self, payload: P) -> Result<Residual0State3<P, T>, Error> {
            self.0.send(Role::Master, Kind::Bye, payload)?;
            Ok(Residual0State3(self.0))
        }
    }

    /// State 3 of `residual[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Residual0State3<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Residual0State3<P, T> {
        /// Closes the channel to `master`.
        pub fn close_master(mut self) -> Result<Residual0State4<P, T>, Error> {
            self.0.close(Role::Master)?;
            Ok(Residual0State4(self.0))
        }
    }

    /// State 4 of `residual[0]`, where it may stop.
    pub struct Residual0State4<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Residual0State4<P, T> {
        /// Stops here.
        pub fn end(self) {}
    }

    /// The start of `residual[1]`.
    pub fn start_residual1<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> Residual1State0<P, T> {
        Residual1State0(endpoint)
    }

    /// State 0 of `residual[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Residual1State0<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Residual1State0<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Residual1State0Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Work, Role::Master) => Residual1State0Received::WorkFromMaster(received.payload, Residual1State1(self.0)),
                (Kind::Exit, Role::Master) => Residual1State0Received::ExitFromMaster(received.payload, Residual1State2(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `residual[1]` can receive in state 0.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Residual1State0Received<P, T: Transport<P>> {
        /// `Work` from `master`.
        WorkFromMaster(P, Residual1State1<P, T>),
        /// `Exit` from `master`.
        ExitFromMaster(P, Residual1State2<P, T>),
    }

    /// State 1 of `residual[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Residual1State1<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Residual1State1<P, T> {
        /// Sends `Done` to `master`.
        pub fn send_done_to_master(mut self, payload: P) -> Result<Residual1State0<P, T>, Error> {
            self.0.send(Role::Master, Kind::Done, payload)?;
            Ok(Residual1State0(self.0))
        }
    }

    /// State 2 of `residual[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Residual1State2<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Residual1State2<P, T> {
        /// Sends `Bye` to `master`.
        pub fn send_bye_to_master(mut self, payload: P) -> Result<Residual1State3<P, T>, Error> {
            self.0.send(Role::Master, Kind::Bye, payload)?;
            Ok(Residual1State3(self.0))
        }
    }

    /// State 3 of `residual[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Residual1State3<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Residual1State3<P, T> {
        /// Closes the channel to `master`.
        pub fn close_master(mut self) -> Result<Residual1State4<P, T>, Error> {
            self.0.close(Role::Master)?;
            Ok(Residual1State4(self.0))
        }
    }

    /// State 4 of `residual[1]`, where it may stop.
    pub struct Residual1State4<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Residual1State4<P, T> {
        /// Stops here.
        pub fn end(self) {}
    }
}
