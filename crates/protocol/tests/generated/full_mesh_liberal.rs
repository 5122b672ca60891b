//! The protocol `full-mesh` with n=4, liberal.
//!
//! Certified: it has exactly the specification's runs.
//!
//! Made by `vtrace protocol generate`. Change the protocol, not this file.

use std::collections::VecDeque;
use std::fmt;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// The roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// `worker[0]`
    Worker0,
    /// `worker[1]`
    Worker1,
    /// `worker[2]`
    Worker2,
    /// `worker[3]`
    Worker3,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 4] = [Role::Worker0, Role::Worker1, Role::Worker2, Role::Worker3];

    /// The role as the protocol names it.
    pub fn name(self) -> &'static str {
        match self {
            Role::Worker0 => "worker[0]",
            Role::Worker1 => "worker[1]",
            Role::Worker2 => "worker[2]",
            Role::Worker3 => "worker[3]",
        }
    }
}

/// The kinds of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// `Boolean`
    Boolean,
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
pub const ACTIONS: [Action; 24] = [
    action(Act::Send, Kind::Boolean, Role::Worker0, Role::Worker1),
    action(Act::Send, Kind::Boolean, Role::Worker0, Role::Worker2),
    action(Act::Send, Kind::Boolean, Role::Worker0, Role::Worker3),
    action(Act::Send, Kind::Boolean, Role::Worker1, Role::Worker0),
    action(Act::Send, Kind::Boolean, Role::Worker1, Role::Worker2),
    action(Act::Send, Kind::Boolean, Role::Worker1, Role::Worker3),
    action(Act::Send, Kind::Boolean, Role::Worker2, Role::Worker0),
    action(Act::Send, Kind::Boolean, Role::Worker2, Role::Worker1),
    action(Act::Send, Kind::Boolean, Role::Worker2, Role::Worker3),
    action(Act::Send, Kind::Boolean, Role::Worker3, Role::Worker0),
    action(Act::Send, Kind::Boolean, Role::Worker3, Role::Worker1),
    action(Act::Send, Kind::Boolean, Role::Worker3, Role::Worker2),
    action(Act::Receive, Kind::Boolean, Role::Worker0, Role::Worker1),
    action(Act::Receive, Kind::Boolean, Role::Worker0, Role::Worker2),
    action(Act::Receive, Kind::Boolean, Role::Worker0, Role::Worker3),
    action(Act::Receive, Kind::Boolean, Role::Worker1, Role::Worker0),
    action(Act::Receive, Kind::Boolean, Role::Worker1, Role::Worker2),
    action(Act::Receive, Kind::Boolean, Role::Worker1, Role::Worker3),
    action(Act::Receive, Kind::Boolean, Role::Worker2, Role::Worker0),
    action(Act::Receive, Kind::Boolean, Role::Worker2, Role::Worker1),
    action(Act::Receive, Kind::Boolean, Role::Worker2, Role::Worker3),
    action(Act::Receive, Kind::Boolean, Role::Worker3, Role::Worker0),
    action(Act::Receive, Kind::Boolean, Role::Worker3, Role::Worker1),
    action(Act::Receive, Kind::Boolean, Role::Worker3, Role::Worker2),
];

/// Sender, receiver and length of each channel.
const CHANNELS: [(Role, Role, usize); 12] = [
    (Role::Worker0, Role::Worker1, 1),
    (Role::Worker0, Role::Worker2, 1),
    (Role::Worker0, Role::Worker3, 1),
    (Role::Worker1, Role::Worker0, 1),
    (Role::Worker1, Role::Worker2, 1),
    (Role::Worker1, Role::Worker3, 1),
    (Role::Worker2, Role::Worker0, 1),
    (Role::Worker2, Role::Worker1, 1),
    (Role::Worker2, Role::Worker3, 1),
    (Role::Worker3, Role::Worker0, 1),
    (Role::Worker3, Role::Worker1, 1),
    (Role::Worker3, Role::Worker2, 1),
];

/// No role has more states than this.
const STATES: u32 = 2;

/// Where `action` leads `role` from its state `state`; none where it is not allowed.
fn next(role: Role, state: u32, action: Action) -> Option<u32> {
    match role {
        Role::Worker0 => next_worker0(state, action),
        Role::Worker1 => next_worker1(state, action),
        Role::Worker2 => next_worker2(state, action),
        Role::Worker3 => next_worker3(state, action),
    }
}

fn next_worker0(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Send, K::Boolean, R::Worker0, R::Worker1) => 1,
        (0, Send, K::Boolean, R::Worker0, R::Worker2) => 1,
        (0, Send, K::Boolean, R::Worker0, R::Worker3) => 1,
        (1, Receive, K::Boolean, R::Worker1, R::Worker0) => 0,
        (1, Receive, K::Boolean, R::Worker2, R::Worker0) => 0,
        (1, Receive, K::Boolean, R::Worker3, R::Worker0) => 0,
        _ => return None,
    })
}

fn next_worker1(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Receive, K::Boolean, R::Worker0, R::Worker1) => 1,
        (0, Receive, K::Boolean, R::Worker2, R::Worker1) => 1,
        (0, Receive, K::Boolean, R::Worker3, R::Worker1) => 1,
        (1, Send, K::Boolean, R::Worker1, R::Worker0) => 0,
        (1, Send, K::Boolean, R::Worker1, R::Worker2) => 0,
        (1, Send, K::Boolean, R::Worker1, R::Worker3) => 0,
        _ => return None,
    })
}

fn next_worker2(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Receive, K::Boolean, R::Worker0, R::Worker2) => 1,
        (0, Receive, K::Boolean, R::Worker1, R::Worker2) => 1,
        (0, Receive, K::Boolean, R::Worker3, R::Worker2) => 1,
        (1, Send, K::Boolean, R::Worker2, R::Worker0) => 0,
        (1, Send, K::Boolean, R::Worker2, R::Worker1) => 0,
        (1, Send, K::Boolean, R::Worker2, R::Worker3) => 0,
        _ => return None,
    })
}

fn next_worker3(state: u32, action: Action) -> Option<u32> {
    use {Act::*, Kind as K, Role as R};
    let Action { act, kind, from, to } = action;
    Some(match (state, act, kind, from, to) {
        (0, Receive, K::Boolean, R::Worker0, R::Worker3) => 1,
        (0, Receive, K::Boolean, R::Worker1, R::Worker3) => 1,
        (0, Receive, K::Boolean, R::Worker2, R::Worker3) => 1,
        (1, Send, K::Boolean, R::Worker3, R::Worker0) => 0,
        (1, Send, K::Boolean, R::Worker3, R::Worker1) => 0,
        (1, Send, K::Boolean, R::Worker3, R::Worker2) => 0,
        _ => return None,
    })
}

/// Whether `role` may stop in its state.
fn may_end(role: Role, _state: u32) -> bool {
    match role {
        Role::Worker0 => false,
        Role::Worker1 => false,
        Role::Worker2 => false,
        Role::Worker3 => false,
    }
}

/// The roles from which `role` may receive in its state `state`.
fn senders(role: Role, state: u32) -> &'static [Role] {
    match (role, state) {
        (Role::Worker0, 1) => &[Role::Worker1, Role::Worker2, Role::Worker3],
        (Role::Worker1, 0) => &[Role::Worker0, Role::Worker2, Role::Worker3],
        (Role::Worker2, 0) => &[Role::Worker0, Role::Worker1, Role::Worker3],
        (Role::Worker3, 0) => &[Role::Worker0, Role::Worker1, Role::Worker2],
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

    /// The start of `worker[0]`.
    pub fn start_worker0<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> Worker0State0<P, T> {
        Worker0State0(endpoint)
    }

    /// State 0 of `worker[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Worker0State0<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Worker0State0<P, T> {
        /// Sends `Boolean` to `worker[1]`.
        pub fn send_boolean_to_worker1(mut self, payload: P) -> Result<Worker0State1<P, T>, Error> {
            self.0.send(Role::Worker1, Kind::Boolean, payload)?;
            Ok(Worker0State1(self.0))
        }

        /// Sends `Boolean` to `worker[2]`.
        pub fn send_boolean_to_worker2(mut self, payload: P) -> Result<Worker0State1<P, T>, Error> {
            self.0.send(Role::Worker2, Kind::Boolean, payload)?;
            Ok(Worker0State1(self.0))
        }

        /// Sends `Boolean` to `worker[3]`.
        pub fn send_boolean_to_worker3(mut self, payload: P) -> Result<Worker0State1<P, T>, Error> {
            self.0.send(Role::Worker3, Kind::Boolean, payload)?;
            Ok(Worker0State1(self.0))
        }
    }

    /// State 1 of `worker[0]`.
    #[must_use = "the protocol goes on"]
    pub struct Worker0State1<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Worker0State1<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Worker0State1Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Boolean, Role::Worker1) => Worker0State1Received::BooleanFromWorker1(received.payload, Worker0State0(self.0)),
                (Kind::Boolean, Role::Worker2) => Worker0State1Received::BooleanFromWorker2(received.payload, Worker0State0(self.0)),
                (Kind::Boolean, Role::Worker3) => Worker0State1Received::BooleanFromWorker3(received.payload, Worker0State0(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `worker[0]` can receive in state 1.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Worker0State1Received<P, T: Transport<P>> {
        /// `Boolean` from `worker[1]`.
        BooleanFromWorker1(P, Worker0State0<P, T>),
        /// `Boolean` from `worker[2]`.
        BooleanFromWorker2(P, Worker0State0<P, T>),
        /// `Boolean` from `worker[3]`.
        BooleanFromWorker3(P, Worker0State0<P, T>),
    }

    /// The start of `worker[1]`.
    pub fn start_worker1<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> Worker1State0<P, T> {
        Worker1State0(endpoint)
    }

    /// State 0 of `worker[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Worker1State0<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Worker1State0<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Worker1State0Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Boolean, Role::Worker0) => Worker1State0Received::BooleanFromWorker0(received.payload, Worker1State1(self.0)),
                (Kind::Boolean, Role::Worker2) => Worker1State0Received::BooleanFromWorker2(received.payload, Worker1State1(self.0)),
                (Kind::Boolean, Role::Worker3) => Worker1State0Received::BooleanFromWorker3(received.payload, Worker1State1(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `worker[1]` can receive in state 0.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Worker1State0Received<P, T: Transport<P>> {
        /// `Boolean` from `worker[0]`.
        BooleanFromWorker0(P, Worker1State1<P, T>),
        /// `Boolean` from `worker[2]`.
        BooleanFromWorker2(P, Worker1State1<P, T>),
        /// `Boolean` from `worker[3]`.
        BooleanFromWorker3(P, Worker1State1<P, T>),
    }

    /// State 1 of `worker[1]`.
    #[must_use = "the protocol goes on"]
    pub struct Worker1State1<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Worker1State1<P, T> {
        /// Sends `Boolean` to `worker[0]`.
        pub fn send_boolean_to_worker0(mut self, payload: P) -> Result<Worker1State0<P, T>, Error> {
            self.0.send(Role::Worker0, Kind::Boolean, payload)?;
            Ok(Worker1State0(self.0))
        }

        /// Sends `Boolean` to `worker[2]`.
        pub fn send_boolean_to_worker2(mut self, payload: P) -> Result<Worker1State0<P, T>, Error> {
            self.0.send(Role::Worker2, Kind::Boolean, payload)?;
            Ok(Worker1State0(self.0))
        }

        /// Sends `Boolean` to `worker[3]`.
        pub fn send_boolean_to_worker3(mut self, payload: P) -> Result<Worker1State0<P, T>, Error> {
            self.0.send(Role::Worker3, Kind::Boolean, payload)?;
            Ok(Worker1State0(self.0))
        }
    }

    /// The start of `worker[2]`.
    pub fn start_worker2<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> Worker2State0<P, T> {
        Worker2State0(endpoint)
    }

    /// State 0 of `worker[2]`.
    #[must_use = "the protocol goes on"]
    pub struct Worker2State0<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Worker2State0<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Worker2State0Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Boolean, Role::Worker0) => Worker2State0Received::BooleanFromWorker0(received.payload, Worker2State1(self.0)),
                (Kind::Boolean, Role::Worker1) => Worker2State0Received::BooleanFromWorker1(received.payload, Worker2State1(self.0)),
                (Kind::Boolean, Role::Worker3) => Worker2State0Received::BooleanFromWorker3(received.payload, Worker2State1(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `worker[2]` can receive in state 0.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Worker2State0Received<P, T: Transport<P>> {
        /// `Boolean` from `worker[0]`.
        BooleanFromWorker0(P, Worker2State1<P, T>),
        /// `Boolean` from `worker[1]`.
        BooleanFromWorker1(P, Worker2State1<P, T>),
        /// `Boolean` from `worker[3]`.
        BooleanFromWorker3(P, Worker2State1<P, T>),
    }

    /// State 1 of `worker[2]`.
    #[must_use = "the protocol goes on"]
    pub struct Worker2State1<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Worker2State1<P, T> {
        /// Sends `Boolean` to `worker[0]`.
        pub fn send_boolean_to_worker0(mut self, payload: P) -> Result<Worker2State0<P, T>, Error> {
            self.0.send(Role::Worker0, Kind::Boolean, payload)?;
            Ok(Worker2State0(self.0))
        }

        /// Sends `Boolean` to `worker[1]`.
        pub fn send_boolean_to_worker1(mut self, payload: P) -> Result<Worker2State0<P, T>, Error> {
            self.0.send(Role::Worker1, Kind::Boolean, payload)?;
            Ok(Worker2State0(self.0))
        }

        /// Sends `Boolean` to `worker[3]`.
        pub fn send_boolean_to_worker3(mut self, payload: P) -> Result<Worker2State0<P, T>, Error> {
            self.0.send(Role::Worker3, Kind::Boolean, payload)?;
            Ok(Worker2State0(self.0))
        }
    }

    /// The start of `worker[3]`.
    pub fn start_worker3<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> Worker3State0<P, T> {
        Worker3State0(endpoint)
    }

    /// State 0 of `worker[3]`.
    #[must_use = "the protocol goes on"]
    pub struct Worker3State0<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Worker3State0<P, T> {
        /// Receives whichever message comes.
        pub fn receive(mut self) -> Result<Worker3State0Received<P, T>, Error> {
            let received = self.0.receive()?;
            Ok(match (received.kind, received.from) {
                (Kind::Boolean, Role::Worker0) => Worker3State0Received::BooleanFromWorker0(received.payload, Worker3State1(self.0)),
                (Kind::Boolean, Role::Worker1) => Worker3State0Received::BooleanFromWorker1(received.payload, Worker3State1(self.0)),
                (Kind::Boolean, Role::Worker2) => Worker3State0Received::BooleanFromWorker2(received.payload, Worker3State1(self.0)),
                _ => return Err(Error::Protocol),
            })
        }
    }

    /// What `worker[3]` can receive in state 0.
    #[allow(clippy::enum_variant_names)] // they are what they are
    pub enum Worker3State0Received<P, T: Transport<P>> {
        /// `Boolean` from `worker[0]`.
        BooleanFromWorker0(P, Worker3State1<P, T>),
        /// `Boolean` from `worker[1]`.
        BooleanFromWorker1(P, Worker3State1<P, T>),
        /// `Boolean` from `worker[2]`.
        BooleanFromWorker2(P, Worker3State1<P, T>),
    }

    /// State 1 of `worker[3]`.
    #[must_use = "the protocol goes on"]
    pub struct Worker3State1<P, T: Transport<P>>(Endpoint<P, T>);

    impl<P, T: Transport<P>> Worker3State1<P, T> {
        /// Sends `Boolean` to `worker[0]`.
        pub fn send_boolean_to_worker0(mut self, payload: P) -> Result<Worker3State0<P, T>, Error> {
            self.0.send(Role::Worker0, Kind::Boolean, payload)?;
            Ok(Worker3State0(self.0))
        }

        /// Sends `Boolean` to `worker[1]`.
        pub fn send_boolean_to_worker1(mut self, payload: P) -> Result<Worker3State0<P, T>, Error> {
            self.0.send(Role::Worker1, Kind::Boolean, payload)?;
            Ok(Worker3State0(self.0))
        }

        /// Sends `Boolean` to `worker[2]`.
        pub fn send_boolean_to_worker2(mut self, payload: P) -> Result<Worker3State0<P, T>, Error> {
            self.0.send(Role::Worker2, Kind::Boolean, payload)?;
            Ok(Worker3State0(self.0))
        }
    }
}
