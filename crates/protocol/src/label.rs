//! What can happen: messages sent and received, handshakes, closed channels; and the parties to it.

use std::fmt;

use crate::value::Value;

/// A role: a name, perhaps with indices.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Role {
    /// The name.
    pub name: String,
    /// The indices, none for a role that there is one of.
    pub indices: Vec<Value>,
}

impl Role {
    /// The role as formulas write it: `worker[1]` is `worker_1_`.
    pub fn formula_name(&self) -> String {
        self.to_string().replace(['[', ']', ','], "_")
    }

    /// A role from its text, as it is shown: `worker[1]`.
    pub(crate) fn from_text(text: &str) -> Self {
        if let Some((name, rest)) = text.split_once('[')
            && let Some(indices) = rest.strip_suffix(']')
        {
            let index = |text: &str| {
                let text = text.trim();
                text.parse().map_or_else(|_| Value::Text(text.to_owned()), Value::Integer)
            };
            return Self { name: name.to_owned(), indices: indices.split(',').map(index).collect() };
        }
        Self { name: text.to_owned(), indices: Vec::new() }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if !self.indices.is_empty() {
            let indices: Vec<String> = self.indices.iter().map(ToString::to_string).collect();
            write!(f, "[{}]", indices.join(","))?;
        }
        Ok(())
    }
}

/// A role's number in a [`Names`].
pub type RoleId = u32;
/// A message type's number in a [`Names`].
pub type TypeId = u32;

/// The roles and message types that occur.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The roles, by number.
    pub roles: indexmap::IndexSet<Role>,
    /// The message types, by number.
    pub types: indexmap::IndexSet<String>,
}

/// What a step of the specification is. A receive has no type: it comes from the queue that the send filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    /// A message is sent.
    Send(TypeId, RoleId, RoleId),
    /// The oldest message is received.
    Receive(RoleId, RoleId),
    /// A message is sent and received at once.
    Handshake(TypeId, RoleId, RoleId),
    /// The sender closes its channel.
    Close(RoleId, RoleId),
}

/// What a step of a run is: as a [`Label`], but a receive has the type of its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action {
    /// What kind of action it is.
    pub kind: ActionKind,
    /// The message's type; meaningless for a close.
    pub message: TypeId,
    /// The sender.
    pub from: RoleId,
    /// The receiver.
    pub to: RoleId,
}

/// The kinds of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ActionKind {
    /// A message is sent.
    Send,
    /// A message is received.
    Receive,
    /// A message is sent and received at once.
    Handshake,
    /// The sender closes its channel.
    Close,
}

impl Action {
    /// The role that acts. For a handshake, that is the sender; the receiver acts too.
    pub fn subject(&self) -> RoleId {
        if self.kind == ActionKind::Receive { self.to } else { self.from }
    }

    /// Whether `role` takes part.
    pub fn concerns(&self, role: RoleId) -> bool {
        self.subject() == role || (self.kind == ActionKind::Handshake && self.to == role)
    }

    /// The action in words: `worker[0] sends Boolean to worker[1]`.
    pub fn sentence(&self, names: &Names) -> String {
        let (from, to) = (&names.roles[self.from as usize], &names.roles[self.to as usize]);
        let message = names.types.get_index(self.message as usize).map_or("", String::as_str);
        match self.kind {
            ActionKind::Send => format!("{from} sends {message} to {to}"),
            ActionKind::Receive => format!("{to} receives {message} from {from}"),
            ActionKind::Handshake => format!("{from} hands {message} to {to}"),
            ActionKind::Close => format!("{from} closes its channel to {to}"),
        }
    }
}

impl Label {
    /// The label as it is written: `!(Boolean,worker[0],worker[1])`.
    pub fn text(&self, names: &Names) -> String {
        let role = |id: RoleId| &names.roles[id as usize];
        let message = |id: TypeId| &names.types[id as usize];
        match *self {
            Label::Send(id, from, to) => format!("!({},{},{})", message(id), role(from), role(to)),
            Label::Receive(from, to) => format!("?({},{})", role(from), role(to)),
            Label::Handshake(id, from, to) => format!("({},{},{})", message(id), role(from), role(to)),
            Label::Close(from, to) => format!("C({},{})", role(from), role(to)),
        }
    }

    /// Sender and receiver.
    pub fn parties(&self) -> (RoleId, RoleId) {
        match *self {
            Label::Send(_, from, to)
            | Label::Receive(from, to)
            | Label::Handshake(_, from, to)
            | Label::Close(from, to) => (from, to),
        }
    }

    /// The roles that act.
    pub fn subjects(&self) -> [Option<RoleId>; 2] {
        match *self {
            Label::Send(_, from, _) | Label::Close(from, _) => [Some(from), None],
            Label::Receive(_, to) => [Some(to), None],
            Label::Handshake(_, from, to) => [Some(from), Some(to)],
        }
    }
}
