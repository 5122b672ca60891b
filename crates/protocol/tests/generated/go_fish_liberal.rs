//! The protocol `go-fish` with n=3, liberal.
//!
//! NOT certified: After `dealer sends Hand to player[0]; dealer sends Hand to player[1]; dealer
//! sends Hand to player[2]; player[0] receives Hand from dealer; player[0] sends Ask to player[1];
//! player[1] receives Hand from dealer; player[1] receives Ask from player[0]; player[1] sends Fish
//! to player[0]; player[0] receives Fish from player[1]; player[0] sends Draw to dealer; dealer
//! receives Draw from player[0]; dealer sends Card to player[0]; player[0] receives Card from
//! dealer; player[1] sends Ask to player[2]; player[2] receives Hand from dealer; player[2]
//! receives Ask from player[1]; player[2] sends Fish to player[1]; player[2] sends Ask to
//! player[0]; player[0] receives Ask from player[2]; player[0] sends Fish to player[2]; player[2]
//! receives Fish from player[0]; player[2] sends Draw to dealer` it allows an action that the
//! specification does not: dealer receives Draw from player[2].
//!
//! Made by `vtrace protocol generate`. Change the protocol, not this file.

use std::collections::VecDeque;
use std::fmt;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
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

/// No role has more states than this.
const STATES: u32 = 11;

/// Where `action` leads `role` from its state `state`; none where it is not allowed.
fn next(role: Role, state: u32, action: Action) -> Option<u32> {
    match role {
        Role::Dealer => next_dealer(state, action),
        Role::Player0 => next_player0(state, action),
        Role::Player1 => next_player1(state, action),
        Role::Player2 => next_player2(state, action),
    }
}

fn next_dealer(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Send, K::Hand, R::Dealer, R::Player0) => 1,
        (1, Send, K::Hand, R::Dealer, R::Player1) => 2,
        (2, Send, K::Hand, R::Dealer, R::Player2) => 3,
        (3, Receive, K::Draw, R::Player0, R::Dealer) => 4,
        (4, Send, K::Card, R::Dealer, R::Player0) => 5,
        (5, Receive, K::Draw, R::Player1, R::Dealer) => 6,
        (5, Receive, K::Draw, R::Player2, R::Dealer) => 7,
        (6, Send, K::Card, R::Dealer, R::Player1) => 8,
        (7, Send, K::Card, R::Dealer, R::Player2) => 9,
        (8, Receive, K::Draw, R::Player0, R::Dealer) => 4,
        (8, Receive, K::Draw, R::Player2, R::Dealer) => 7,
        (9, Receive, K::Draw, R::Player0, R::Dealer) => 4,
        (9, Receive, K::Draw, R::Player1, R::Dealer) => 6,
        _ => return None,
    })
}

fn next_player0(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Receive, K::Hand, R::Dealer, R::Player0) => 1,
        (1, Send, K::Ask, R::Player0, R::Player1) => 2,
        (1, Send, K::Ask, R::Player0, R::Player2) => 3,
        (1, Send, K::Won, R::Player0, R::Player1) => 4,
        (2, Receive, K::Card, R::Player1, R::Player0) => 1,
        (2, Receive, K::Fish, R::Player1, R::Player0) => 5,
        (3, Receive, K::Card, R::Player2, R::Player0) => 1,
        (3, Receive, K::Fish, R::Player2, R::Player0) => 5,
        (4, Send, K::Won, R::Player0, R::Player2) => 6,
        (5, Send, K::Draw, R::Player0, R::Dealer) => 7,
        (7, Receive, K::Card, R::Dealer, R::Player0) => 8,
        (8, Receive, K::Ask, R::Player1, R::Player0) => 9,
        (8, Receive, K::Ask, R::Player2, R::Player0) => 10,
        (8, Receive, K::Won, R::Player1, R::Player0) => 6,
        (8, Receive, K::Won, R::Player2, R::Player0) => 6,
        (9, Send, K::Card, R::Player0, R::Player1) => 8,
        (9, Send, K::Fish, R::Player0, R::Player1) => 1,
        (10, Send, K::Card, R::Player0, R::Player2) => 8,
        (10, Send, K::Fish, R::Player0, R::Player2) => 1,
        _ => return None,
    })
}

fn next_player1(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Receive, K::Hand, R::Dealer, R::Player1) => 1,
        (1, Receive, K::Ask, R::Player0, R::Player1) => 2,
        (1, Receive, K::Ask, R::Player2, R::Player1) => 3,
        (1, Receive, K::Won, R::Player0, R::Player1) => 4,
        (1, Receive, K::Won, R::Player2, R::Player1) => 4,
        (2, Send, K::Card, R::Player1, R::Player0) => 1,
        (2, Send, K::Fish, R::Player1, R::Player0) => 5,
        (3, Send, K::Card, R::Player1, R::Player2) => 1,
        (3, Send, K::Fish, R::Player1, R::Player2) => 5,
        (5, Send, K::Ask, R::Player1, R::Player0) => 6,
        (5, Send, K::Ask, R::Player1, R::Player2) => 7,
        (5, Send, K::Won, R::Player1, R::Player0) => 8,
        (6, Receive, K::Card, R::Player0, R::Player1) => 5,
        (6, Receive, K::Fish, R::Player0, R::Player1) => 9,
        (7, Receive, K::Card, R::Player2, R::Player1) => 5,
        (7, Receive, K::Fish, R::Player2, R::Player1) => 9,
        (8, Send, K::Won, R::Player1, R::Player2) => 4,
        (9, Send, K::Draw, R::Player1, R::Dealer) => 10,
        (10, Receive, K::Card, R::Dealer, R::Player1) => 1,
        _ => return None,
    })
}

fn next_player2(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Receive, K::Hand, R::Dealer, R::Player2) => 1,
        (1, Receive, K::Ask, R::Player0, R::Player2) => 2,
        (1, Receive, K::Ask, R::Player1, R::Player2) => 3,
        (1, Receive, K::Won, R::Player0, R::Player2) => 4,
        (1, Receive, K::Won, R::Player1, R::Player2) => 4,
        (2, Send, K::Card, R::Player2, R::Player0) => 1,
        (2, Send, K::Fish, R::Player2, R::Player0) => 5,
        (3, Send, K::Card, R::Player2, R::Player1) => 1,
        (3, Send, K::Fish, R::Player2, R::Player1) => 5,
        (5, Send, K::Ask, R::Player2, R::Player0) => 6,
        (5, Send, K::Ask, R::Player2, R::Player1) => 7,
        (5, Send, K::Won, R::Player2, R::Player0) => 8,
        (6, Receive, K::Card, R::Player0, R::Player2) => 5,
        (6, Receive, K::Fish, R::Player0, R::Player2) => 9,
        (7, Receive, K::Card, R::Player1, R::Player2) => 5,
        (7, Receive, K::Fish, R::Player1, R::Player2) => 9,
        (8, Send, K::Won, R::Player2, R::Player1) => 4,
        (9, Send, K::Draw, R::Player2, R::Dealer) => 10,
        (10, Receive, K::Card, R::Dealer, R::Player2) => 1,
        _ => return None,
    })
}

/// Whether `role` may stop in its state.
fn may_end(role: Role, state: u32) -> bool {
    match role {
        Role::Dealer => matches!(state, 3 | 5 | 8 | 9),
        Role::Player0 => matches!(state, 6),
        Role::Player1 => matches!(state, 4),
        Role::Player2 => matches!(state, 4),
    }
}

/// The roles from which `role` may receive in its state `state`.
fn senders(role: Role, state: u32) -> &'static [Role] {
    match (role, state) {
        (Role::Dealer, 3) => &[Role::Player0],
        (Role::Dealer, 5) => &[Role::Player1, Role::Player2],
        (Role::Dealer, 8) => &[Role::Player0, Role::Player2],
        (Role::Dealer, 9) => &[Role::Player0, Role::Player1],
        (Role::Player0, 0) => &[Role::Dealer],
        (Role::Player0, 2) => &[Role::Player1],
        (Role::Player0, 3) => &[Role::Player2],
        (Role::Player0, 7) => &[Role::Dealer],
        (Role::Player0, 8) => &[Role::Player1, Role::Player2],
        (Role::Player1, 0) => &[Role::Dealer],
        (Role::Player1, 1) => &[Role::Player0, Role::Player2],
        (Role::Player1, 6) => &[Role::Player0],
        (Role::Player1, 7) => &[Role::Player2],
        (Role::Player1, 10) => &[Role::Dealer],
        (Role::Player2, 0) => &[Role::Dealer],
        (Role::Player2, 1) => &[Role::Player0, Role::Player1],
        (Role::Player2, 6) => &[Role::Player0],
        (Role::Player2, 7) => &[Role::Player1],
        (Role::Player2, 10) => &[Role::Dealer],
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

    /// The start of `dealer`.
    pub fn start_dealer<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> DealerState0<P, T> {
        DealerState0(endpoint)
    }

    /// State 0 of `dealer`.
    #[must_use = "the protocol goes on"]
    pub struct DealerState0<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> DealerState0<P, T> {
        /// Sends `Hand` to `player[0]`.
        pub fn send_hand_to_player0(mut self, payload: P) -> Result<DealerState1<P, T>, Error> {
            self.0.send(Role::Player0, Kind::Hand, payload)?;
            Ok(DealerState1(self.0))
        }
    }

    /// State 1 of `dealer`.
    #[must_use = "the protocol goes on"]
    pub struct DealerState1<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> DealerState1<P, T> {
        /// Sends `Hand` to `player[1]`.
        pub fn send_hand_to_player1(mut self, payload: P) -> Result<DealerState2<P, T>, Error> {
            self.0.send(Role::Player1, Kind::Hand, payload)?;
            Ok(DealerState2(self.0))
        }
    }

    /// State 2 of `dealer`.
    #[must_use = "the protocol goes on"]
    pub struct DealerState2<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> DealerState2<P, T> {
        /// Sends `Hand` to `player[2]`.
        pub fn send_hand_to_player2(mut self, payload: P) -> Result<DealerState3<P, T>, Error> {
            self.0.send(Role::Player2, Kind::Hand, payload)?;
            Ok(DealerState3(self.0))
        }
    }

    /// State 3 of `dealer`, where it may stop.
    pub struct DealerState3<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> DealerState3<P, T> {
        /// Receives `Draw` from `player[0]`.
        pub fn receive_draw_from_player0(mut self) -> Result<(P, DealerState4<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, DealerState4(self.0)))
        }

        /// Stops here.
        pub fn end(self) {}
    }

    /// State 4 of `dealer`.
    #[must_use = "the protocol goes on"]
    pub struct DealerState4<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> DealerState4<P, T> {
        /// Sends `Card` to `player[0]`.
        pub fn send_card_to_player0(mut self, payload: P) -> Result<DealerState5<P, T>, Error> {
            self.0.send(Role::Player0, Kind::Card, payload)?;
            Ok(DealerState5(self.0))
        }
    }

    /// State 5 of `dealer`, where it may stop.
    pub struct DealerState5<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> DealerState5<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<DealerState5Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Draw, Role::Player1) => DealerState5Received::DrawFromPlayer1(received.payload, DealerState6(self.0)),
                (Kind::Draw, Role::Player2) => DealerState5Received::DrawFromPlayer2(received.payload, DealerState7(self.0)),
                _ => return Err(Error::Protocol),
            })
        }

        /// Stops here.
        pub fn end(self) {}
    }

    /// What `dealer` can receive in state 5.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum DealerState5Received<P, T: Transport<P>> {
        /// `Draw` from `player[1]`.
        DrawFromPlayer1(P, DealerState6<P, T>),
        /// `Draw` from `player[2]`.
        DrawFromPlayer2(P, DealerState7<P, T>),
    }

    /// State 6 of `dealer`.
    #[must_use = "the protocol goes on"]
    pub struct DealerState6<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> DealerState6<P, T> {
        /// Sends `Card` to `player[1]`.
        pub fn send_card_to_player1(mut self, payload: P) -> Result<DealerState8<P, T>, Error> {
            self.0.send(Role::Player1, Kind::Card, payload)?;
            Ok(DealerState8(self.0))
        }
    }

    /// State 7 of `dealer`.
    #[must_use = "the protocol goes on"]
    pub struct DealerState7<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> DealerState7<P, T> {
        /// Sends `Card` to `player[2]`.
        pub fn send_card_to_player2(mut self, payload: P) -> Result<DealerState9<P, T>, Error> {
            self.0.send(Role::Player2, Kind::Card, payload)?;
            Ok(DealerState9(self.0))
        }
    }

    /// State 8 of `dealer`, where it may stop.
    pub struct DealerState8<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> DealerState8<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<DealerState8Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Draw, Role::Player0) => DealerState8Received::DrawFromPlayer0(received.payload, DealerState4(self.0)),
                (Kind::Draw, Role::Player2) => DealerState8Received::DrawFromPlayer2(received.payload, DealerState7(self.0)),
                _ => return Err(Error::Protocol),
            })
        }

        /// Stops here.
        pub fn end(self) {}
    }

    /// What `dealer` can receive in state 8.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum DealerState8Received<P, T: Transport<P>> {
        /// `Draw` from `player[0]`.
        DrawFromPlayer0(P, DealerState4<P, T>),
        /// `Draw` from `player[2]`.
        DrawFromPlayer2(P, DealerState7<P, T>),
    }

    /// State 9 of `dealer`, where it may stop.
    pub struct DealerState9<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> DealerState9<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<DealerState9Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Draw, Role::Player0) => DealerState9Received::DrawFromPlayer0(received.payload, DealerState4(self.0)),
                (Kind::Draw, Role::Player1) => DealerState9Received::DrawFromPlayer1(received.payload, DealerState6(self.0)),
                _ => return Err(Error::Protocol),
            })
        }

        /// Stops here.
        pub fn end(self) {}
    }

    /// What `dealer` can receive in state 9.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum DealerState9Received<P, T: Transport<P>> {
        /// `Draw` from `player[0]`.
        DrawFromPlayer0(P, DealerState4<P, T>),
        /// `Draw` from `player[1]`.
        DrawFromPlayer1(P, DealerState6<P, T>),
    }

    /// The start of `player[0]`.
    pub fn start_player0<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> Player0State0<P, T> {
        Player0State0(endpoint)
    }

    /// State 0 of `player[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Player0State0<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player0State0<P, T> {
        /// Receives `Hand` from `dealer`.
        pub fn receive_hand_from_dealer(mut self) -> Result<(P, Player0State1<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, Player0State1(self.0)))
        }
    }

    /// State 1 of `player[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Player0State1<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player0State1<P, T> {
        /// Sends `Ask` to `player[1]`.
        pub fn send_ask_to_player1(mut self, payload: P) -> Result<Player0State2<P, T>, Error> {
            self.0.send(Role::Player1, Kind::Ask, payload)?;
            Ok(Player0State2(self.0))
        }

        /// Sends `Ask` to `player[2]`.
        pub fn send_ask_to_player2(mut self, payload: P) -> Result<Player0State3<P, T>, Error> {
            self.0.send(Role::Player2, Kind::Ask, payload)?;
            Ok(Player0State3(self.0))
        }

        /// Sends `Won` to `player[1]`.
        pub fn send_won_to_player1(mut self, payload: P) -> Result<Player0State4<P, T>, Error> {
            self.0.send(Role::Player1, Kind::Won, payload)?;
            Ok(Player0State4(self.0))
        }
    }

    /// State 2 of `player[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Player0State2<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player0State2<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Player0State2Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Card, Role::Player1) => Player0State2Received::CardFromPlayer1(received.payload, Player0State1(self.0)),
                (Kind::Fish, Role::Player1) => Player0State2Received::FishFromPlayer1(received.payload, Player0State5(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `player[0]` can receive in state 2.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Player0State2Received<P, T: Transport<P>> {
        /// `Card` from `player[1]`.
        CardFromPlayer1(P, Player0State1<P, T>),
        /// `Fish` from `player[1]`.
        FishFromPlayer1(P, Player0State5<P, T>),
    }

    /// State 3 of `player[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Player0State3<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player0State3<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Player0State3Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Card, Role::Player2) => Player0State3Received::CardFromPlayer2(received.payload, Player0State1(self.0)),
                (Kind::Fish, Role::Player2) => Player0State3Received::FishFromPlayer2(received.payload, Player0State5(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `player[0]` can receive in state 3.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Player0State3Received<P, T: Transport<P>> {
        /// `Card` from `player[2]`.
        CardFromPlayer2(P, Player0State1<P, T>),
        /// `Fish` from `player[2]`.
        FishFromPlayer2(P, Player0State5<P, T>),
    }

    /// State 4 of `player[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Player0State4<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player0State4<P, T> {
        /// Sends `Won` to `player[2]`.
        pub fn send_won_to_player2(mut self, payload: P) -> Result<Player0State6<P, T>, Error> {
            self.0.send(Role::Player2, Kind::Won, payload)?;
            Ok(Player0State6(self.0))
        }
    }

    /// State 5 of `player[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Player0State5<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player0State5<P, T> {
        /// Sends `Draw` to `dealer`.
        pub fn send_draw_to_dealer(mut self, payload: P) -> Result<Player0State7<P, T>, Error> {
            self.0.send(Role::Dealer, Kind::Draw, payload)?;
            Ok(Player0State7(self.0))
        }
    }

    /// State 6 of `player[0]`, where it may stop.
    pub struct Player0State6<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player0State6<P, T> {
        /// Stops here.
        pub fn end(self) {}
    }

    /// State 7 of `player[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Player0State7<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player0State7<P, T> {
        /// Receives `Card` from `dealer`.
        pub fn receive_card_from_dealer(mut self) -> Result<(P, Player0State8<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, Player0State8(self.0)))
        }
    }

    /// State 8 of `player[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Player0State8<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player0State8<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Player0State8Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Ask, Role::Player1) => Player0State8Received::AskFromPlayer1(received.payload, Player0State9(self.0)),
                (Kind::Ask, Role::Player2) => Player0State8Received::AskFromPlayer2(received.payload, Player0State10(self.0)),
                (Kind::Won, Role::Player1) => Player0State8Received::WonFromPlayer1(received.payload, Player0State6(self.0)),
                (Kind::Won, Role::Player2) => Player0State8Received::WonFromPlayer2(received.payload, Player0State6(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `player[0]` can receive in state 8.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Player0State8Received<P, T: Transport<P>> {
        /// `Ask` from `player[1]`.
        AskFromPlayer1(P, Player0State9<P, T>),
        /// `Ask` from `player[2]`.
        AskFromPlayer2(P, Player0State10<P, T>),
        /// `Won` from `player[1]`.
        WonFromPlayer1(P, Player0State6<P, T>),
        /// `Won` from `player[2]`.
        WonFromPlayer2(P, Player0State6<P, T>),
    }

    /// State 9 of `player[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Player0State9<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player0State9<P, T> {
        /// Sends `Card` to `player[1]`.
        pub fn send_card_to_player1(mut self, payload: P) -> Result<Player0State8<P, T>, Error> {
            self.0.send(Role::Player1, Kind::Card, payload)?;
            Ok(Player0State8(self.0))
        }

        /// Sends `Fish` to `player[1]`.
        pub fn send_fish_to_player1(mut self, payload: P) -> Result<Player0State1<P, T>, Error> {
            self.0.send(Role::Player1, Kind::Fish, payload)?;
            Ok(Player0State1(self.0))
        }
    }

    /// State 10 of `player[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Player0State10<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player0State10<P, T> {
        /// Sends `Card` to `player[2]`.
        pub fn send_card_to_player2(mut self, payload: P) -> Result<Player0State8<P, T>, Error> {
            self.0.send(Role::Player2, Kind::Card, payload)?;
            Ok(Player0State8(self.0))
        }

        /// Sends `Fish` to `player[2]`.
        pub fn send_fish_to_player2(mut self, payload: P) -> Result<Player0State1<P, T>, Error> {
            self.0.send(Role::Player2, Kind::Fish, payload)?;
            Ok(Player0State1(self.0))
        }
    }

    /// The start of `player[1]`.
    pub fn start_player1<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> Player1State0<P, T> {
        Player1State0(endpoint)
    }

    /// State 0 of `player[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Player1State0<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player1State0<P, T> {
        /// Receives `Hand` from `dealer`.
        pub fn receive_hand_from_dealer(mut self) -> Result<(P, Player1State1<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, Player1State1(self.0)))
        }
    }

    /// State 1 of `player[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Player1State1<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player1State1<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Player1State1Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Ask, Role::Player0) => Player1State1Received::AskFromPlayer0(received.payload, Player1State2(self.0)),
                (Kind::Ask, Role::Player2) => Player1State1Received::AskFromPlayer2(received.payload, Player1State3(self.0)),
                (Kind::Won, Role::Player0) => Player1State1Received::WonFromPlayer0(received.payload, Player1State4(self.0)),
                (Kind::Won, Role::Player2) => Player1State1Received::WonFromPlayer2(received.payload, Player1State4(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `player[1]` can receive in state 1.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Player1State1Received<P, T: Transport<P>> {
        /// `Ask` from `player[0]`.
        AskFromPlayer0(P, Player1State2<P, T>),
        /// `Ask` from `player[2]`.
        AskFromPlayer2(P, Player1State3<P, T>),
        /// `Won` from `player[0]`.
        WonFromPlayer0(P, Player1State4<P, T>),
        /// `Won` from `player[2]`.
        WonFromPlayer2(P, Player1State4<P, T>),
    }

    /// State 2 of `player[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Player1State2<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player1State2<P, T> {
        /// Sends `Card` to `player[0]`.
        pub fn send_card_to_player0(mut self, payload: P) -> Result<Player1State1<P, T>, Error> {
            self.0.send(Role::Player0, Kind::Card, payload)?;
            Ok(Player1State1(self.0))
        }

        /// Sends `Fish` to `player[0]`.
        pub fn send_fish_to_player0(mut self, payload: P) -> Result<Player1State5<P, T>, Error> {
            self.0.send(Role::Player0, Kind::Fish, payload)?;
            Ok(Player1State5(self.0))
        }
    }

    /// State 3 of `player[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Player1State3<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player1State3<P, T> {
        /// Sends `Card` to `player[2]`.
        pub fn send_card_to_player2(mut self, payload: P) -> Result<Player1State1<P, T>, Error> {
            self.0.send(Role::Player2, Kind::Card, payload)?;
            Ok(Player1State1(self.0))
        }

        /// Sends `Fish` to `player[2]`.
        pub fn send_fish_to_player2(mut self, payload: P) -> Result<Player1State5<P, T>, Error> {
            self.0.send(Role::Player2, Kind::Fish, payload)?;
            Ok(Player1State5(self.0))
        }
    }

    /// State 4 of `player[1]`, where it may stop.
    pub struct Player1State4<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player1State4<P, T> {
        /// Stops here.
        pub fn end(self) {}
    }

    /// State 5 of `player[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Player1State5<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player1State5<P, T> {
        /// Sends `Ask` to `player[0]`.
        pub fn send_ask_to_player0(mut self, payload: P) -> Result<Player1State6<P, T>, Error> {
            self.0.send(Role::Player0, Kind::Ask, payload)?;
            Ok(Player1State6(self.0))
        }

        /// Sends `Ask` to `player[2]`.
        pub fn send_ask_to_player2(mut self, payload: P) -> Result<Player1State7<P, T>, Error> {
            self.0.send(Role::Player2, Kind::Ask, payload)?;
            Ok(Player1State7(self.0))
        }

        /// Sends `Won` to `player[0]`.
        pub fn send_won_to_player0(mut self, payload: P) -> Result<Player1State8<P, T>, Error> {
            self.0.send(Role::Player0, Kind::Won, payload)?;
            Ok(Player1State8(self.0))
        }
    }

    /// State 6 of `player[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Player1State6<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player1State6<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Player1State6Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Card, Role::Player0) => Player1State6Received::CardFromPlayer0(received.payload, Player1State5(self.0)),
                (Kind::Fish, Role::Player0) => Player1State6Received::FishFromPlayer0(received.payload, Player1State9(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `player[1]` can receive in state 6.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Player1State6Received<P, T: Transport<P>> {
        /// `Card` from `player[0]`.
        CardFromPlayer0(P, Player1State5<P, T>),
        /// `Fish` from `player[0]`.
        FishFromPlayer0(P, Player1State9<P, T>),
    }

    /// State 7 of `player[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Player1State7<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player1State7<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Player1State7Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Card, Role::Player2) => Player1State7Received::CardFromPlayer2(received.payload, Player1State5(self.0)),
                (Kind::Fish, Role::Player2) => Player1State7Received::FishFromPlayer2(received.payload, Player1State9(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `player[1]` can receive in state 7.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Player1State7Received<P, T: Transport<P>> {
        /// `Card` from `player[2]`.
        CardFromPlayer2(P, Player1State5<P, T>),
        /// `Fish` from `player[2]`.
        FishFromPlayer2(P, Player1State9<P, T>),
    }

    /// State 8 of `player[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Player1State8<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player1State8<P, T> {
        /// Sends `Won` to `player[2]`.
        pub fn send_won_to_player2(mut self, payload: P) -> Result<Player1State4<P, T>, Error> {
            self.0.send(Role::Player2, Kind::Won, payload)?;
            Ok(Player1State4(self.0))
        }
    }

    /// State 9 of `player[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Player1State9<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player1State9<P, T> {
        /// Sends `Draw` to `dealer`.
        pub fn send_draw_to_dealer(mut self, payload: P) -> Result<Player1State10<P, T>, Error> {
            self.0.send(Role::Dealer, Kind::Draw, payload)?;
            Ok(Player1State10(self.0))
        }
    }

    /// State 10 of `player[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Player1State10<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player1State10<P, T> {
        /// Receives `Card` from `dealer`.
        pub fn receive_card_from_dealer(mut self) -> Result<(P, Player1State1<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, Player1State1(self.0)))
        }
    }

    /// The start of `player[2]`.
    pub fn start_player2<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> Player2State0<P, T> {
        Player2State0(endpoint)
    }

    /// State 0 of `player[2]`.
    #[must_use = "the protocol goes on"]
    pub struct Player2State0<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player2State0<P, T> {
        /// Receives `Hand` from `dealer`.
        pub fn receive_hand_from_dealer(mut self) -> Result<(P, Player2State1<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, Player2State1(self.0)))
        }
    }

    /// State 1 of `player[2]`.
    #[must_use = "the protocol goes on"]
    pub struct Player2State1<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player2State1<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Player2State1Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Ask, Role::Player0) => Player2State1Received::AskFromPlayer0(received.payload, Player2State2(self.0)),
                (Kind::Ask, Role::Player1) => Player2State1Received::AskFromPlayer1(received.payload, Player2State3(self.0)),
                (Kind::Won, Role::Player0) => Player2State1Received::WonFromPlayer0(received.payload, Player2State4(self.0)),
                (Kind::Won, Role::Player1) => Player2State1Received::WonFromPlayer1(received.payload, Player2State4(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `player[2]` can receive in state 1.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Player2State1Received<P, T: Transport<P>> {
        /// `Ask` from `player[0]`.
        AskFromPlayer0(P, Player2State2<P, T>),
        /// `Ask` from `player[1]`.
        AskFromPlayer1(P, Player2State3<P, T>),
        /// `Won` from `player[0]`.
        WonFromPlayer0(P, Player2State4<P, T>),
        /// `Won` from `player[1]`.
        WonFromPlayer1(P, Player2State4<P, T>),
    }

    /// State 2 of `player[2]`.
    #[must_use = "the protocol goes on"]
    pub struct Player2State2<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player2State2<P, T> {
        /// Sends `Card` to `player[0]`.
        pub fn send_card_to_player0(mut self, payload: P) -> Result<Player2State1<P, T>, Error> {
            self.0.send(Role::Player0, Kind::Card, payload)?;
            Ok(Player2State1(self.0))
        }

        /// Sends `Fish` to `player[0]`.
        pub fn send_fish_to_player0(mut self, payload: P) -> Result<Player2State5<P, T>, Error> {
            self.0.send(Role::Player0, Kind::Fish, payload)?;
            Ok(Player2State5(self.0))
        }
    }

    /// State 3 of `player[2]`.
    #[must_use = "the protocol goes on"]
    pub struct Player2State3<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player2State3<P, T> {
        /// Sends `Card` to `player[1]`.
        pub fn send_card_to_player1(mut self, payload: P) -> Result<Player2State1<P, T>, Error> {
            self.0.send(Role::Player1, Kind::Card, payload)?;
            Ok(Player2State1(self.0))
        }

        /// Sends `Fish` to `player[1]`.
        pub fn send_fish_to_player1(mut self, payload: P) -> Result<Player2State5<P, T>, Error> {
            self.0.send(Role::Player1, Kind::Fish, payload)?;
            Ok(Player2State5(self.0))
        }
    }

    /// State 4 of `player[2]`, where it may stop.
    pub struct Player2State4<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player2State4<P, T> {
        /// Stops here.
        pub fn end(self) {}
    }

    /// State 5 of `player[2]`.
    #[must_use = "the protocol goes on"]
    pub struct Player2State5<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player2State5<P, T> {
        /// Sends `Ask` to `player[0]`.
        pub fn send_ask_to_player0(mut self, payload: P) -> Result<Player2State6<P, T>, Error> {
            self.0.send(Role::Player0, Kind::Ask, payload)?;
            Ok(Player2State6(self.0))
        }

        /// Sends `Ask` to `player[1]`.
        pub fn send_ask_to_player1(mut self, payload: P) -> Result<Player2State7<P, T>, Error> {
            self.0.send(Role::Player1, Kind::Ask, payload)?;
            Ok(Player2State7(self.0))
        }

        /// Sends `Won` to `player[0]`.
        pub fn send_won_to_player0(mut self, payload: P) -> Result<Player2State8<P, T>, Error> {
            self.0.send(Role::Player0, Kind::Won, payload)?;
            Ok(Player2State8(self.0))
        }
    }

    /// State 6 of `player[2]`.
    #[must_use = "the protocol goes on"]
    pub struct Player2State6<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player2State6<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Player2State6Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Card, Role::Player0) => Player2State6Received::CardFromPlayer0(received.payload, Player2State5(self.0)),
                (Kind::Fish, Role::Player0) => Player2State6Received::FishFromPlayer0(received.payload, Player2State9(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `player[2]` can receive in state 6.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Player2State6Received<P, T: Transport<P>> {
        /// `Card` from `player[0]`.
        CardFromPlayer0(P, Player2State5<P, T>),
        /// `Fish` from `player[0]`.
        FishFromPlayer0(P, Player2State9<P, T>),
    }

    /// State 7 of `player[2]`.
    #[must_use = "the protocol goes on"]
    pub struct Player2State7<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player2State7<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Player2State7Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Card, Role::Player1) => Player2State7Received::CardFromPlayer1(received.payload, Player2State5(self.0)),
                (Kind::Fish, Role::Player1) => Player2State7Received::FishFromPlayer1(received.payload, Player2State9(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `player[2]` can receive in state 7.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Player2State7Received<P, T: Transport<P>> {
        /// `Card` from `player[1]`.
        CardFromPlayer1(P, Player2State5<P, T>),
        /// `Fish` from `player[1]`.
        FishFromPlayer1(P, Player2State9<P, T>),
    }

    /// State 8 of `player[2]`.
    #[must_use = "the protocol goes on"]
    pub struct Player2State8<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player2State8<P, T> {
        /// Sends `Won` to `player[1]`.
        pub fn send_won_to_player1(mut self, payload: P) -> Result<Player2State4<P, T>, Error> {
            self.0.send(Role::Player1, Kind::Won, payload)?;
            Ok(Player2State4(self.0))
        }
    }

    /// State 9 of `player[2]`.
    #[must_use = "the protocol goes on"]
    pub struct Player2State9<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player2State9<P, T> {
        /// Sends `Draw` to `dealer`.
        pub fn send_draw_to_dealer(mut self, payload: P) -> Result<Player2State10<P, T>, Error> {
            self.0.send(Role::Dealer, Kind::Draw, payload)?;
            Ok(Player2State10(self.0))
        }
    }

    /// State 10 of `player[2]`.
    #[must_use = "the protocol goes on"]
    pub struct Player2State10<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Player2State10<P, T> {
        /// Receives `Card` from `dealer`.
        pub fn receive_card_from_dealer(mut self) -> Result<(P, Player2State1<P, T>), Error> {
            let received = self.0.receive()?;
            Ok((received.payload, Player2State1(self.0)))
        }
    }
}
