//! A run-time monitor: the protocol watches the messages of code that knows nothing of it.
//!
//! All states that the specification could be in are kept, so that an ambiguous choice is never decided too early.

use std::collections::BTreeSet;

use crate::label::{Action, ActionKind, Names, Role};
use crate::lts::Lts;
use crate::specification::{Configuration, Specification};
use vtrace_property::System;

/// Watches one run of a protocol.
#[derive(Clone, Debug)]
pub struct Monitor<'l> {
    specification: Specification<'l>,
    possible: BTreeSet<Configuration>,
    seen: usize,
}

/// An action that the protocol does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {number}: {event} is not allowed here{}; the protocol allows {}", remark(.unknown), allowed(.expected))]
pub struct Violation {
    /// Which event it was, from 1.
    pub number: usize,
    /// What happened.
    pub event: String,
    /// Names in it that the protocol does not know: `role nobody`, `type Mvoe`.
    pub unknown: Vec<String>,
    /// What could have happened instead.
    pub expected: Vec<String>,
}

fn remark(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!(" (there is no {})", names.join(", no ")) }
}

fn allowed(expected: &[String]) -> String {
    if expected.is_empty() { "nothing more".to_owned() } else { expected.join(", or ") }
}

/// An event of a program under watch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What happened.
    pub kind: ActionKind,
    /// The message's type; none if the program does not say.
    pub message: Option<String>,
    /// The sender, as it is shown: `worker[1]`, or as formulas write it: `worker_1_`.
    pub from: String,
    /// The receiver.
    pub to: String,
}

impl<'l> Monitor<'l> {
    /// A monitor at the start of a run.
    pub fn new(lts: &'l Lts) -> Self {
        let specification = Specification::new(lts);
        let possible = BTreeSet::from([specification.start()]);
        Self { specification, possible, seen: 0 }
    }

    /// Takes note of an event. An event that is not allowed changes nothing.
    pub fn observe(&mut self, event: &Event) -> Result<(), Violation> {
        let names = &self.specification.lts().names;
        self.seen += 1;
        let mut after = BTreeSet::new();
        let mut expected: BTreeSet<String> = BTreeSet::new();
        for state in &self.possible {
            for (action, next) in self.specification.steps(state) {
                expected.insert(action.sentence(names));
                if fits(names, event, &action) {
                    after.insert(next);
                }
            }
        }
        if after.is_empty() {
            return Err(Violation {
                number: self.seen,
                event: event.to_string(),
                unknown: strangers(names, event),
                expected: expected.into_iter().collect(),
            });
        }
        self.possible = after;
        Ok(())
    }

    /// Whether the run may end here.
    pub fn may_end(&self) -> bool {
        self.possible.iter().any(|state| self.specification.may_end(state))
    }
}

fn is_role(text: &str, role: &Role) -> bool {
    text == role.to_string() || text == role.formula_name()
}

fn is_type(given: &str, known: &str) -> bool {
    given == known || known.rsplit(['.', '$', '/']).next() == Some(given)
}

/// The names in an event that the protocol does not know.
fn strangers(names: &Names, event: &Event) -> Vec<String> {
    let mut found: Vec<String> = [&event.from, &event.to]
        .into_iter()
        .filter(|text| !names.roles.iter().any(|role| is_role(text, role)))
        .map(|text| format!("role {text}"))
        .collect();
    let message = event.message.iter().filter(|given| !names.types.iter().any(|known| is_type(given, known)));
    found.extend(message.map(|given| format!("type {given}")));
    found
}

fn fits(names: &Names, event: &Event, action: &Action) -> bool {
    let message = match (&event.message, names.types.get_index(action.message as usize)) {
        (None, _) => true,
        (Some(_), _) if action.kind == ActionKind::Close => true,
        (Some(given), Some(known)) => is_type(given, known),
        (Some(_), None) => false,
    };
    event.kind == action.kind
        && message
        && is_role(&event.from, &names.roles[action.from as usize])
        && is_role(&event.to, &names.roles[action.to as usize])
}

impl std::fmt::Display for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let message = self.message.as_deref().unwrap_or("a message");
        let Self { from, to, .. } = self;
        match self.kind {
            ActionKind::Send => write!(f, "{from} sends {message} to {to}"),
            ActionKind::Receive => write!(f, "{to} receives {message} from {from}"),
            ActionKind::Handshake => write!(f, "{from} hands {message} to {to}"),
            ActionKind::Close => write!(f, "{from} closes its channel to {to}"),
        }
    }
}

impl std::str::FromStr for Event {
    type Err = String;

    /// Reads a line as formulas write atoms: `white SEND Move TO black`, `black RECV Move FROM white`, `white CLOSE TO black`. A handshake is
    /// `white HAND Move TO black`.
    fn from_str(line: &str) -> Result<Self, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (message, rest) = match words.as_slice() {
            [subject, verb, "TO" | "FROM", peer] => (None, [*subject, *verb, *peer]),
            [subject, verb, message, "TO" | "FROM", peer] => {
                (Some((*message).to_owned()), [*subject, *verb, *peer])
            }
            _ => {
                return Err(format!(
                    "`{line}` is not an event: write `sender SEND type TO receiver` or `receiver RECV type FROM sender`"
                ));
            }
        };
        let [subject, verb, peer] = rest.map(str::to_owned);
        let (kind, from, to) = match verb.as_str() {
            "SEND" => (ActionKind::Send, subject, peer),
            "RECV" => (ActionKind::Receive, peer, subject),
            "HAND" => (ActionKind::Handshake, subject, peer),
            "CLOSE" => (ActionKind::Close, subject, peer),
            _ => return Err(format!("`{verb}` is not SEND, RECV, HAND or CLOSE")),
        };
        Ok(Self { kind, message, from, to })
    }
}
