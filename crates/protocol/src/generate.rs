//! Code generators: a protocol as a module that enforces it.
//!
//! The *strict* module has one state for all roles and takes exactly the specification's steps. The *liberal* one gives every role its own
//! part. What both generators need of a protocol is gathered here; the languages are in the modules below.

mod driver;
mod go;
mod rust;
mod template;
mod words;

use indexmap::{IndexMap, IndexSet};

use crate::certify::{Certificate, Limit, certify};
use crate::label::{Action, ActionKind, Label, Names, Role};
use crate::liberal::Liberal;
use crate::lts::{Lts, Parameters};
use crate::projection::ProjectionError;
use crate::value::Value;
pub(crate) use words::{camel, snake};

/// What to generate.
#[derive(Clone, Debug)]
pub struct Options {
    /// The protocol's name, for the module's documentation and its names.
    pub name: String,
    /// Which module.
    pub kind: ModuleKind,
    /// The Go package's name.
    pub package: Option<String>,
    /// How many states may be explored.
    pub max_states: usize,
}

/// The kinds of modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModuleKind {
    /// One state for all roles: exactly the specification's steps.
    Strict,
    /// A state for each role.
    Liberal,
}

/// A protocol with its parameters. A module is made for one of them, or for a family.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The parameters.
    pub parameters: Parameters,
    /// What it is with them.
    pub lts: Lts,
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
    /// A channel is used after it was closed.
    #[error(
        "{0} uses its channel to {1} after it has closed it: no channel of Go or Rust allows that, only the strict module does"
    )]
    UsedAfterClose(String, String),
    /// A message goes in two ways over one channel: a call that sends it could mean either.
    #[error(
        "{0} from {1} to {2} is both handed over by `-->` and sent by `-->>`: give one of them another type"
    )]
    MixedMessage(String, String, String),
    /// A parameter that is no argument of a function in the language.
    #[error(
        "the parameter `{0}` is neither a number, a truth value nor a text: a module can have only one value of it"
    )]
    Parameter(String),
    /// Nothing is sent in the protocol.
    #[error("the protocol has no messages, so there is nothing to enforce")]
    Empty,
}

/// A generated module.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The source text.
    pub text: String,
    /// How the liberal module compares with the specification, for each instance.
    pub certificates: Vec<Certified>,
}

/// How a liberal module compares with the specification.
#[derive(Clone, Debug)]
pub struct Certified {
    /// The parameters: `n=4`. Empty if there are none.
    pub parameters: String,
    /// The result.
    pub certificate: Certificate,
    /// The result in words.
    pub description: String,
}

/// Generates a Rust module.
pub fn generate_rust(instances: &[Instance], options: &Options) -> Result<Generated, GenerateError> {
    let model = Model::new(instances, options)?;
    Ok(Generated { text: rust::module(&model), certificates: model.certificates })
}

/// Generates a Go package, one file.
pub fn generate_go(instances: &[Instance], options: &Options) -> Result<Generated, GenerateError> {
    let model = Model::new(instances, options)?;
    Ok(Generated { text: go::package(&model), certificates: model.certificates })
}

/// A Go package, and a program beside it that does whatever the package lets it do.
#[derive(Clone, Debug)]
pub struct Driven {
    /// The package.
    pub package: String,
    /// A file of that package with a function `Drive`. It has one select; each of its cases tries one action.
    pub driver: String,
    /// The action of each case. One more case says whether the protocol may end.
    pub actions: Vec<Action>,
}

/// Generates a Go package that can be explored. Nothing is certified.
pub fn generate_driven_go(instance: &Instance, options: &Options) -> Result<Driven, GenerateError> {
    let mut model = Model::of(std::slice::from_ref(instance), options)?;
    model.header = "Made to be explored.".to_owned();
    let actions = model.actions.iter().copied().collect();
    Ok(Driven { package: go::package(&model), driver: driver::go(&model), actions })
}

/// A Rust module that can be explored. Nothing is certified.
pub fn generate_driven_rust(
    instance: &Instance,
    options: &Options,
) -> Result<(String, Vec<Action>), GenerateError> {
    let mut model = Model::of(std::slice::from_ref(instance), options)?;
    model.header = "Made to be explored.".to_owned();
    let actions = model.actions.iter().copied().collect();
    Ok((rust::module(&model), actions))
}

/// A Rust program that explores these modules, each in a file of its own, and prints what [`crate::Explored::read`] reads.
pub fn rust_explorer(modules: &[String]) -> String {
    driver::rust(modules)
}

/// All that a generator needs.
pub(crate) struct Model<'o> {
    pub(crate) options: &'o Options,
    /// The roles, by their number.
    pub(crate) roles: Vec<RoleModel>,
    /// The message types' names.
    pub(crate) types: Vec<String>,
    /// Every action that occurs. Receives have types.
    pub(crate) actions: IndexSet<Action>,
    /// The names of the parameters.
    pub(crate) parameters: Vec<String>,
    /// At least one.
    pub(crate) instances: Vec<InstanceModel>,
    /// What the module's documentation says about its faithfulness.
    pub(crate) header: String,
    certificates: Vec<Certified>,
}

/// One instance of the protocol. All instances speak of the same roles, types and actions.
pub(crate) struct InstanceModel {
    /// The values of the parameters.
    pub(crate) values: Vec<Value>,
    /// For the strict module: every state's actions and where they lead.
    pub(crate) global: Vec<Vec<(Action, u32)>>,
    pub(crate) global_ends: Vec<bool>,
    /// The roles' parts.
    pub(crate) liberal: Liberal,
    /// Whether a choice of the specification is not decided by its first action.
    ambiguous: bool,
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
    /// The roles, with names that differ although code has fewer letters than protocols: `worker[1]` and `worker1` do.
    fn all(roles: &IndexSet<Role>) -> Vec<Self> {
        let index = |role: &Role| match role.indices.as_slice() {
            [Value::Integer(index)] if *index >= 0 => Some(*index),
            _ => None,
        };
        let name = |family: &str, index: Option<i64>| match index {
            Some(index) => format!("{family}{index}"),
            None => family.to_owned(),
        };
        let mut indices: IndexMap<(String, bool), Vec<Option<i64>>> = IndexMap::new();
        let key = |role: &Role| match index(role) {
            Some(_) => (role.name.clone(), true),
            None => (role.formula_name(), false),
        };
        for role in roles {
            indices.entry(key(role)).or_default().push(index(role));
        }
        let mut taken: IndexSet<String> = IndexSet::new();
        let mut families: IndexMap<(String, bool), String> = IndexMap::new();
        for (key, indices) in indices {
            let names = |family: &str| -> Vec<String> {
                indices.iter().map(|&index| name(family, index)).chain([family.to_owned()]).collect()
            };
            let family =
                distinct(&camel(&key.0), |family| names(family).iter().any(|name| taken.contains(name)));
            taken.extend(names(&family));
            families.insert(key, family);
        }
        let model = |role: &Role| Self {
            shown: role.to_string(),
            family: families[&key(role)].clone(),
            index: index(role),
        };
        roles.iter().map(model).collect()
    }

    /// A name of its own: `Worker1`.
    pub(crate) fn unique(&self) -> String {
        self.index.map_or_else(|| self.family.clone(), |index| format!("{}{index}", self.family))
    }
}

impl<'o> Model<'o> {
    /// The model, compared with the specification where that is not clear.
    fn new(instances: &[Instance], options: &'o Options) -> Result<Self, GenerateError> {
        let mut model = Self::of(instances, options)?;
        if options.kind == ModuleKind::Strict {
            model.header = if model.instances.iter().any(|instance| instance.ambiguous) {
                "It has exactly the specification's traces; ambiguous choices were made deterministic.".into()
            } else {
                "It takes exactly the specification's steps.".into()
            };
            return Ok(model);
        }
        for (number, instance) in instances.iter().enumerate() {
            let liberal = Liberal::new(&instance.lts, options.max_states)?;
            let certificate = certify(&instance.lts, &liberal, options.max_states)?;
            let description = certificate.describe(&instance.lts);
            let parameters = model.assignments(&model.instances[number], "=").join(", ");
            model.certificates.push(Certified { parameters, certificate, description });
        }
        model.header = match model.certificates.as_slice() {
            [only] => only.description.clone(),
            [first, rest @ ..] if rest.iter().all(|other| other.description == first.description) => {
                first.description.clone()
            }
            all => {
                let each: Vec<String> =
                    all.iter().map(|one| format!("{}: {}", one.parameters, one.description)).collect();
                each.join(" ")
            }
        };
        Ok(model)
    }

    fn of(instances: &[Instance], options: &'o Options) -> Result<Self, GenerateError> {
        // All instances get the same numbers for the same roles and types.
        let mut names = Names::default();
        let renamed: Vec<Lts> = instances.iter().map(|instance| instance.lts.renamed(&mut names)).collect();
        let mut actions: Vec<Action> = Vec::new();
        let mut liberals = Vec::new();
        for lts in &renamed {
            let liberal = Liberal::new(lts, options.max_states)?;
            let all = liberal.locals.iter().flat_map(|local| local.transitions.iter().flatten());
            actions.extend(all.map(|(action, _)| *action));
            liberals.push(liberal);
        }
        actions.sort_unstable();
        actions.dedup();
        if actions.iter().all(|action| action.kind == ActionKind::Close) {
            return Err(GenerateError::Empty);
        }
        mixed(&actions, &names, options.kind)?;
        let closed = renamed
            .iter()
            .flat_map(|lts| lts.closed_channels().into_iter().map(move |channel| (lts, channel)));
        for (lts, (from, to)) in closed.filter(|_| options.kind == ModuleKind::Liberal) {
            if lts.used_after_close(from, to).is_some() {
                let name = |role: u32| names.roles[role as usize].to_string();
                return Err(GenerateError::UsedAfterClose(name(from), name(to)));
            }
        }
        let parameters = taken(instances)?;
        let mut models = Vec::new();
        for ((instance, lts), liberal) in instances.iter().zip(&renamed).zip(liberals) {
            let deterministic = lts.determinised().minimised();
            let global = deterministic
                .transitions
                .iter()
                .map(|out| {
                    out.iter()
                        .flat_map(|&(label, next)| {
                            actions
                                .iter()
                                .filter(move |action| fits(label, action))
                                .map(move |action| (*action, next))
                        })
                        .collect()
                })
                .collect();
            let ambiguous = !lts.minimised().ambiguities().is_empty();
            let values = parameters.iter().map(|name| instance.parameters[name].clone()).collect();
            let global_ends = deterministic.may_terminate;
            models.push(InstanceModel { values, global, global_ends, liberal, ambiguous });
        }
        Ok(Self {
            options,
            roles: RoleModel::all(&names.roles),
            types: type_names(&names.types),
            actions: actions.into_iter().collect(),
            parameters,
            instances: models,
            header: String::new(),
            certificates: Vec::new(),
        })
    }

    pub(crate) fn role(&self, role: u32) -> &RoleModel {
        &self.roles[role as usize]
    }

    /// The name of the message's type in code.
    pub(crate) fn message(&self, action: &Action) -> &str {
        self.types.get(action.message as usize).map_or("", String::as_str)
    }

    /// The parameters of an instance, each as `n=4`.
    pub(crate) fn assignments(&self, instance: &InstanceModel, equals: &str) -> Vec<String> {
        self.parameters
            .iter()
            .zip(&instance.values)
            .map(|(name, value)| format!("{name}{equals}{value}"))
            .collect()
    }

    /// The parameters as a phrase for a comment: ` with n=4`, ` with n=2 or n=3`.
    pub(crate) fn parameters(&self) -> String {
        let texts: Vec<String> =
            self.instances.iter().map(|instance| self.assignments(instance, "=").join(", ")).collect();
        if self.parameters.is_empty() { String::new() } else { format!(" with {}", texts.join(" or ")) }
    }

    /// Whether some action is of this kind.
    pub(crate) fn has(&self, kind: ActionKind) -> bool {
        self.actions.iter().any(|action| action.kind == kind)
    }

    /// Sender and receiver of every channel, those that only know handshakes or closing at the end.
    pub(crate) fn channels(&self) -> IndexSet<(u32, u32)> {
        let bounded = self.instances.iter().flat_map(|instance| &instance.liberal.channels);
        let mut channels: IndexSet<(u32, u32)> = bounded.map(|&(from, to, _)| (from, to)).collect();
        channels.extend(self.actions.iter().map(|action| (action.from, action.to)));
        channels
    }

    /// The length of a channel in an instance. A channel that only knows handshakes has length 0.
    pub(crate) fn length(&self, instance: &InstanceModel, channel: (u32, u32)) -> usize {
        let known = instance.liberal.channels.iter().find(|&&(from, to, _)| (from, to) == channel);
        known.map_or(0, |&(_, _, length)| length)
    }
}

/// The parameters that a module takes: numbers, truth values and texts. What is none of these, such as a set, must be the same for all instances.
fn taken(instances: &[Instance]) -> Result<Vec<String>, GenerateError> {
    let Some(first) = instances.first() else { return Ok(Vec::new()) };
    let mut names = Vec::new();
    for (name, value) in &first.parameters {
        let values = || instances.iter().map(|instance| &instance.parameters[name]);
        let plain = |value: &Value| matches!(value, Value::Integer(_) | Value::Boolean(_) | Value::Text(_));
        if values().all(plain) {
            names.push(name.clone());
        } else if values().any(|other| other != value) {
            return Err(GenerateError::Parameter(name.clone()));
        }
    }
    Ok(names)
}

/// The names of message types in code: no two are the same, although code has fewer letters than protocols.
fn type_names(types: &IndexSet<String>) -> Vec<String> {
    let mut names: IndexSet<String> = IndexSet::new();
    for name in types {
        names.insert(distinct(&camel(name), |name| names.contains(name)));
    }
    names.into_iter().collect()
}

/// The first of `name`, `nameB`, `nameC` … that is not taken. Letters, because numbers are indices.
fn distinct(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut candidate = name.to_owned();
    for number in 1u32.. {
        if !taken(&candidate) {
            break;
        }
        let mut letters = String::new();
        let mut rest = number;
        while rest > 0 {
            letters.insert(0, char::from(b'A' + (rest % 26) as u8));
            rest /= 26;
        }
        candidate = format!("{name}{letters}");
    }
    candidate
}

/// Whether `action` is what `label` says, a receive of any type.
fn fits(label: Label, action: &Action) -> bool {
    (action.from, action.to) == label.parties()
        && match label {
            Label::Send(message, ..) => action.kind == ActionKind::Send && action.message == message,
            Label::Handshake(message, ..) => {
                action.kind == ActionKind::Handshake && action.message == message
            }
            Label::Receive(..) => action.kind == ActionKind::Receive,
            Label::Close(..) => action.kind == ActionKind::Close,
        }
}

/// Whether handshakes and messages can be told apart: by the channel for a liberal module, whose channels have a buffer or have none; by
/// the message for a strict one.
fn mixed(actions: &[Action], names: &Names, kind: ModuleKind) -> Result<(), GenerateError> {
    for action in actions.iter().filter(|action| action.kind == ActionKind::Handshake) {
        let (from, to) = (&names.roles[action.from as usize], &names.roles[action.to as usize]);
        for other in actions.iter().filter(|other| (other.from, other.to) == (action.from, action.to)) {
            if let ActionKind::Handshake | ActionKind::Close = other.kind {
                continue;
            }
            if kind == ModuleKind::Liberal {
                return Err(GenerateError::MixedChannel(from.to_string(), to.to_string()));
            }
            if other.message == action.message {
                let message = names.types[action.message as usize].clone();
                return Err(GenerateError::MixedMessage(message, from.to_string(), to.to_string()));
            }
        }
    }
    Ok(())
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
            Self::Ends { trace, action: Some(action) } => format!(
                "NOT certified: {} all roles may stop, where the specification goes on: {}.",
                after(trace),
                action.sentence(&lts.names)
            ),
            Self::Ends { trace, action: None } => {
                format!("NOT certified: {} all roles may stop, where the specification may not end.", after(trace))
            }
            Self::Unknown { limit: Limit::States(count) } => format!(
                "NOT certified: a comparison with the specification takes more than {count} states. Give a larger --max-states, or smaller parameters."
            ),
            Self::Unknown { limit: Limit::Ahead } => {
                "NOT certified: the specification can be ahead of the module in too many ways to compare them. Smaller parameters may help.".into()
            }
        }
    }
}
