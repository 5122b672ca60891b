//! The specification's transition system, written out.

use indexmap::{IndexMap, IndexSet};

use crate::ast::Protocol;
use crate::evaluate::Evaluator;
use crate::label::{Label, Names};
use crate::source::{Error, Fault, Span};
use crate::steps::Stepper;
use crate::term::{Term, Terms};
use crate::value::Value;

/// What a protocol is instantiated with: a value for each parameter of the session.
pub type Parameters = IndexMap<String, Value>;

/// An explicit transition system.
#[derive(Clone, Debug)]
pub struct Lts {
    /// The roles and types that the labels speak of.
    pub names: Names,
    /// For every state its transitions. State 0 is the initial one.
    pub transitions: Vec<Vec<(Label, u32)>>,
    /// For every state, whether the protocol may terminate there.
    pub may_terminate: Vec<bool>,
    /// The actions in the text that can never happen.
    pub(crate) unreachable: Vec<Span>,
}

impl Lts {
    /// How many states there are.
    pub fn states(&self) -> usize {
        self.transitions.len()
    }

    /// How many transitions there are.
    pub fn transition_count(&self) -> usize {
        self.transitions.iter().map(Vec::len).sum()
    }

    /// The same system, with the numbers that roles and types have in `names`, or get there.
    pub(crate) fn renamed(&self, names: &mut Names) -> Self {
        let roles: Vec<u32> =
            self.names.roles.iter().map(|role| names.roles.insert_full(role.clone()).0 as u32).collect();
        let types: Vec<u32> =
            self.names.types.iter().map(|name| names.types.insert_full(name.clone()).0 as u32).collect();
        let rename = |label: Label| {
            let (role, message) = (|id: u32| roles[id as usize], |id: u32| types[id as usize]);
            match label {
                Label::Send(id, from, to) => Label::Send(message(id), role(from), role(to)),
                Label::Receive(from, to) => Label::Receive(role(from), role(to)),
                Label::Handshake(id, from, to) => Label::Handshake(message(id), role(from), role(to)),
                Label::Close(from, to) => Label::Close(role(from), role(to)),
            }
        };
        let mut renamed = self.clone();
        for (label, _) in renamed.transitions.iter_mut().flatten() {
            *label = rename(*label);
        }
        renamed.names = names.clone();
        renamed
    }

    /// Explores `session` of `protocol` with these parameters, up to `max_states` states.
    pub fn build(
        protocol: &Protocol,
        session: Option<&str>,
        parameters: &Parameters,
        max_states: usize,
    ) -> Result<Self, Error> {
        let fail = |fault: Fault| fault.within(&protocol.source);
        let (number, arguments) = choose(protocol, session, parameters).map_err(fail)?;
        let mut stepper = Stepper::new(Terms::new(protocol));
        let initial = stepper.terms.call(number, arguments);
        let mut states: IndexSet<Term, rustc_hash::FxBuildHasher> = IndexSet::default();
        states.insert(initial);
        let (mut transitions, mut may_terminate) = (Vec::new(), Vec::new());
        while let Some(&state) = states.get_index(transitions.len()) {
            let steps = stepper.steps(state).map_err(fail)?;
            may_terminate.push(stepper.may_terminate(state).map_err(fail)?);
            transitions.push(
                steps.iter().map(|&(label, next)| (label, states.insert_full(next).0 as u32)).collect(),
            );
            if states.len() > max_states {
                let span = protocol.sessions[number as usize].span;
                let message = format!(
                    "the session has more than {max_states} states: choose smaller parameters, give a larger budget, or see whether its recursion ever repeats and whether an `async` loop lets a role send for ever before anybody receives"
                );
                return Err(fail(Fault::new(span, message)));
            }
        }
        // Actions of sessions that were never entered are another session's business.
        let entered: Vec<Span> =
            stepper.terms.entered.iter().map(|&session| protocol.sessions[session as usize].span).collect();
        let unreachable = (0u32..)
            .zip(&protocol.actions)
            .filter(|(number, _)| !stepper.fired.contains(number))
            .filter(|(_, span)| {
                entered.iter().any(|session| session.start <= span.start && span.end <= session.end)
            })
            .map(|(_, span)| *span)
            .collect();
        Ok(Self { names: stepper.terms.names, transitions, may_terminate, unreachable })
    }
}

/// The session that is meant and the arguments that it gets.
pub(crate) fn choose(
    protocol: &Protocol,
    session: Option<&str>,
    parameters: &Parameters,
) -> Result<(u32, Vec<Value>), Fault> {
    let wanted = session.map(|name| name.trim_start_matches(':'));
    let candidates: Vec<usize> = (0..protocol.sessions.len())
        .filter(|&number| wanted.is_none_or(|name| protocol.sessions[number].name == name))
        .collect();
    let fits = |number: &&usize| {
        let wanted = &protocol.sessions[**number].parameters;
        wanted.len() == parameters.len() && wanted.iter().all(|name| parameters.contains_key(name))
    };
    // Without a name, it is the last session that the parameters fit: helpers come first in a file.
    let Some(&number) = candidates.iter().rev().find(fits) else {
        let known: Vec<String> = protocol
            .sessions
            .iter()
            .map(|session| format!("{} [{}]", session.name, session.parameters.join(" ")))
            .collect();
        let given: Vec<String> = parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let given = if given.is_empty() { "no parameters".to_owned() } else { given.join(", ") };
        let span = candidates.last().map_or(Span::default(), |&number| protocol.sessions[number].span);
        let message = match wanted {
            Some(name) if candidates.is_empty() => {
                format!("no session is called `{name}`; there is {}", known.join(", "))
            }
            _ => format!(
                "no session takes {given}; there is {}. Give a value as `-p name=value`",
                known.join(", ")
            ),
        };
        return Err(Fault::new(span, message));
    };
    let arguments =
        protocol.sessions[number].parameters.iter().map(|name| parameters[name].clone()).collect();
    Ok((number as u32, arguments))
}

/// Reads a parameter's value as it is written on a command line: a number, `true`, `false`, what begins as an expression (`#{0 1}`, `[2 3]`,
/// `(range 4)`, `:key`), or a text.
pub fn parameter_value(text: &str) -> Value {
    match text {
        "true" => Value::Boolean(true),
        "false" => Value::Boolean(false),
        _ if text.starts_with(['#', '[', '(', ':', '"']) => {
            constant(text).unwrap_or_else(|| Value::Text(text.to_owned()))
        }
        _ => text.parse().map_or_else(|_| Value::Text(text.to_owned()), Value::Integer),
    }
}

/// The value of an expression without variables.
fn constant(text: &str) -> Option<Value> {
    let forms = crate::reader::read(text).ok()?;
    let [form] = forms.as_slice() else { return None };
    let expression = crate::parse_expression::expression(form).ok()?;
    Evaluator::new(&[]).value(&expression, &mut Vec::new()).ok()
}
