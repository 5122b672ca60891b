//! Code generators: a protocol as a module that enforces it.
//!
//! The *strict* module has one state for all roles and takes exactly the specification's steps. The *liberal* one gives every role its own
//! part. What both generators need of a protocol is gathered here; the languages are in the modules below.

mod go;
mod rust;
mod words;

use indexmap::IndexSet;

use crate::certify::{Certificate, certify};
use crate::label::{Action, ActionKind, Label, Role};
use crate::liberal::Liberal;
use crate::lts::Lts;
use crate::projection::ProjectionError;
use crate::value::Value;
pub(crate) use words::{camel, snake};

/// What to generate.
#[derive(Clone, Debug)]
pub struct Options {
    /// The protocol's name, for the module's documentation and its names.
    pub name: String,
    /// The parameters that it was instantiated with, as text: `n=4`.
    pub parameters: Vec<(String, String)>,
    /// Which module.
    pub kind: ModuleKind,
    /// The Go package's name.
    pub package: Option<String>,
    /// How many states may be explored.
    pub max_states: usize,
}

/// The kinds of modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModuleKind {
    /// One state for all roles: exactly the specification's steps.
    Strict,
    /// A state for each role.
    Liberal,
}

/// Why no module was generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The protocol could not be projected.
    #[error(transparent)]
    Projection(#[from] ProjectionError),
    /// A channel is used in two ways that no one channel offers.
    #[error(
        "the liberal module cannot mix `-->` and `-->>` on the channel from {0} to {1}; generate the strict one"
    )]
    MixedChannel(String, String),
    /// Endpoints of strict modules have no rendezvous.
    #[error(
        "the strict module cannot do the handshake `-->` from {0} to {1}; write `-->>`, or generate the liberal one"
    )]
    StrictHandshake(String, String),
    /// Nothing happens in the protocol.
    #[error("the protocol has no actions")]
    Empty,
}

/// A generated module.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The source text.
    pub text: String,
    /// How the liberal module compares with the specification.
    pub certificate: Option<Certificate>,
}

/// Generates a Rust module.
pub fn generate_rust(lts: &Lts, options: &Options) -> Result<Generated, GenerateError> {
    let model = Model::new(lts, options)?;
    Ok(Generated { text: rust::module(&model), certificate: model.certificate })
}

/// Generates a Go package, one file.
pub fn generate_go(lts: &Lts, options: &Options) -> Result<Generated, GenerateError> {
    let model = Model::new(lts, options)?;
    Ok(Generated { text: go::package(&model), certificate: model.certificate })
}

/// All that a generator needs.
pub(crate) struct Model<'o> {
    pub(crate) options: &'o Options,
    /// The roles that act, by their number in the specification.
    pub(crate) roles: Vec<RoleModel>,
    /// The message types' names.
    pub(crate) types: Vec<String>,
    /// Every action that occurs. Receives have types.
    pub(crate) actions: IndexSet<Action>,
    /// For the strict module: every state's actions and where they lead.
    pub(crate) global: Vec<Vec<(Action, u32)>>,
    pub(crate) global_ends: Vec<bool>,
    /// The roles' parts.
    pub(crate) liberal: Liberal,
    pub(crate) certificate: Option<Certificate>,
    pub(crate) certificate_text: String,
}

/// A role, and how code speaks of it.
pub(crate) struct RoleModel {
    /// As the protocol shows it: `worker[1]`.
    pub(crate) shown: String,
    /// The name of its family in camel case: `Worker`.
    pub(crate) family: String,
    /// Its index, if it is one of several.
    pub(crate) index: Option<i64>,
}

impl RoleModel {
    fn new(role: &Role) -> Self {
        match role.indices.as_slice() {
            [Value::Integer(index)] if *index >= 0 => {
                Self { shown: role.to_string(), family: camel(&role.name), index: Some(*index) }
            }
            _ => Self { shown: role.to_string(), family: camel(&role.formula_name()), index: None },
        }
    }

    /// A name of its own: `Worker1`.
    pub(crate) fn unique(&self) -> String {
        self.index.map_or_else(|| self.family.clone(), |index| format!("{}{index}", self.family))
    }
}

impl<'o> Model<'o> {
    fn new(lts: &Lts, options: &'o Options) -> Result<Self, GenerateError> {
        let liberal = Liberal::new(lts, options.max_states)?;
        let mut actions: Vec<Action> = liberal
            .locals
            .iter()
            .flat_map(|local| local.transitions.iter().flatten())
            .map(|(action, _)| *action)
            .collect();
        actions.sort_unstable();
        actions.dedup();
        if actions.is_empty() {
            return Err(GenerateError::Empty);
        }
        if let Some(action) = actions.iter().find(|action| action.kind == ActionKind::Handshake)
            && options.kind == ModuleKind::Strict
        {
            let role = |role: u32| lts.names.roles[role as usize].to_string();
            return Err(GenerateError::StrictHandshake(role(action.from), role(action.to)));
        }
        for action in actions
            .iter()
            .filter(|action| action.kind == ActionKind::Handshake && options.kind == ModuleKind::Liberal)
        {
            let mixed = |other: &&Action| {
                (other.from, other.to) == (action.from, action.to)
                    && matches!(other.kind, ActionKind::Send | ActionKind::Receive)
            };
            if actions.iter().any(|other| mixed(&other)) {
                let role = |role: u32| lts.names.roles[role as usize].to_string();
                return Err(GenerateError::MixedChannel(role(action.from), role(action.to)));
            }
        }
        let deterministic = lts.determinised().minimised();
        let typed = |label: Label| -> Vec<Action> {
            let (from, to) = label.parties();
            actions
                .iter()
                .filter(|action| (action.from, action.to) == (from, to))
                .filter(|action| match label {
                    Label::Send(message, ..) => action.kind == ActionKind::Send && action.message == message,
                    Label::Handshake(message, ..) => {
                        action.kind == ActionKind::Handshake && action.message == message
                    }
                    Label::Receive(..) => action.kind == ActionKind::Receive,
                    Label::Close(..) => action.kind == ActionKind::Close,
                })
                .copied()
                .collect()
        };
        let global = deterministic
            .transitions
            .iter()
            .map(|out| {
                out.iter()
                    .flat_map(|&(label, next)| typed(label).into_iter().map(move |action| (action, next)))
                    .collect()
            })
            .collect();
        let (certificate, certificate_text) = match options.kind {
            ModuleKind::Strict => {
                let text = if lts.minimised().ambiguities().is_empty() {
                    "It takes exactly the specification's steps."
                } else {
                    "It has exactly the specification's traces; ambiguous choices were made deterministic."
                };
                (None, text.to_owned())
            }
            ModuleKind::Liberal => {
                let certificate = certify(lts, &liberal, options.max_states)?;
                let text = certificate.describe(lts);
                (Some(certificate), text)
            }
        };
        Ok(Self {
            options,
            roles: lts.names.roles.iter().map(RoleModel::new).collect(),
            types: lts.names.types.iter().map(|name| camel(name)).collect(),
            actions: actions.into_iter().collect(),
            global,
            global_ends: deterministic.may_terminate,
            liberal,
            certificate,
            certificate_text,
        })
    }

    pub(crate) fn role(&self, role: u32) -> &RoleModel {
        &self.roles[role as usize]
    }

    /// The name of the message's type in code.
    pub(crate) fn message(&self, action: &Action) -> &str {
        self.types.get(action.message as usize).map_or("", String::as_str)
    }

    /// The parameters as a phrase for a comment: ` with n=4`.
    pub(crate) fn parameters(&self) -> String {
        let texts: Vec<String> =
            self.options.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if texts.is_empty() { String::new() } else { format!(" with {}", texts.join(", ")) }
    }
}

impl Certificate {
    /// The certificate in a sentence or two.
    pub fn describe(&self, lts: &Lts) -> String {
        let after = |trace: &[Action]| match trace {
            [] => "At the start".to_owned(),
            _ => format!(
                "After `{}`",
                trace.iter().map(|action| action.sentence(&lts.names)).collect::<Vec<_>>().join("; ")
            ),
        };
        match self {
            Self::Exact => "Certified: it has exactly the specification's runs.".into(),
            Self::Causal => {
                "Certified: it has the specification's runs up to the order of independent actions of different roles.".into()
            }
            Self::Extra { trace, action } => format!(
                "NOT certified: {} it allows an action that the specification does not: {}.",
                after(trace),
                action.sentence(&lts.names)
            ),
            Self::Lost { trace, action: Some(action) } => format!(
                "NOT certified: {} it is stuck, where the specification goes on: {}.",
                after(trace),
                action.sentence(&lts.names)
            ),
            Self::Lost { trace, action: None } => format!("NOT certified: {} it is stuck.", after(trace)),
            Self::Unknown => "NOT certified: the comparison with the specification exceeded its budget.".into(),
        }
    }
}
