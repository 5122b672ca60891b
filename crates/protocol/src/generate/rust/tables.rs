//! The tables of a module, one set for each choice of parameters, and how a run of each is started.

use std::fmt::Write as _;

use super::{fields, word};
use crate::generate::{InstanceModel, Model, ModuleKind, camel, snake};
use crate::label::ActionKind;
use crate::projection::Local;
use crate::value::Value;

/// What tells the tables of one instance from those of the others: `_N4`.
fn suffix(model: &Model<'_>, number: usize) -> String {
    if model.instances.len() == 1 {
        return String::new();
    }
    let plain =
        |value: &Value| value.to_string().chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let values = model.parameters.iter().zip(&model.instances[number].values);
    let name: String = values.map(|(name, value)| camel(name) + &plain(value)).collect();
    format!("_{}", name.to_uppercase())
}

/// How a run is started: without arguments if there is one choice of parameters, otherwise by their values.
pub(super) fn constructors(model: &Model<'_>, text: &mut String) {
    let liberal = model.options.kind == ModuleKind::Liberal;
    if model.instances.len() == 1 {
        text.push_str("/// Starts a run of the protocol: an endpoint for each role, in the order of `Role::ALL`.\npub fn start<P>() -> Vec<Endpoint<P>> {\n    start_instance(0)\n}\n\nimpl Machine {\n    /// The start of the protocol.\n    pub fn new() -> Self {\n        Self::of(0)\n    }\n}\n\nimpl Default for Machine {\n    fn default() -> Self {\n        Self::new()\n    }\n}\n\n");
        if liberal {
            text.push_str("impl<P, T: Transport<P>> Endpoint<P, T> {\n    /// The endpoint of `role` over a transport of one's own.\n    pub fn over(role: Role, transport: T) -> Self {\n        Self::with(0, role, transport)\n    }\n}\n\n");
        }
        return;
    }
    let names: Vec<String> = model.parameters.iter().map(|name| word(&snake(&camel(name)))).collect();
    let types = model.instances[0].values.iter().map(|value| match value {
        Value::Boolean(_) => "bool",
        Value::Text(_) => "&str",
        _ => "i64",
    });
    let parameters: Vec<String> = names.iter().zip(types).map(|(name, of)| format!("{name}: {of}")).collect();
    let (parameters, arguments) = (parameters.join(", "), names.join(", "));
    let _ = writeln!(
        text,
        "/// The number of the instance with these parameters.\nfn instance({parameters}) -> Result<usize, Error> {{\n    match ({arguments},) {{"
    );
    for (number, instance) in model.instances.iter().enumerate() {
        let values: Vec<String> = instance
            .values
            .iter()
            .map(|value| match value {
                Value::Text(value) => format!("{value:?}"),
                value => value.to_string(),
            })
            .collect();
        let _ = writeln!(text, "        ({},) => Ok({number}),", values.join(", "));
    }
    let _ = writeln!(text, "        _ => Err(Error::Parameters),\n    }}\n}}\n");
    let _ = writeln!(
        text,
        "/// Starts a run of the protocol: an endpoint for each role that acts with these parameters, in the order of `Role::ALL`.\npub fn start<P>({parameters}) -> Result<Vec<Endpoint<P>>, Error> {{\n    Ok(start_instance(instance({arguments})?))\n}}\n\nimpl Machine {{\n    /// The start of the protocol.\n    pub fn new({parameters}) -> Result<Self, Error> {{\n        Ok(Self::of(instance({arguments})?))\n    }}\n}}\n"
    );
    if liberal {
        let _ = writeln!(
            text,
            "impl<P, T: Transport<P>> Endpoint<P, T> {{\n    /// The endpoint of `role` over a transport of one's own.\n    pub fn over({parameters}, role: Role, transport: T) -> Result<Self, Error> {{\n        Ok(Self::with(instance({arguments})?, role, transport))\n    }}\n}}\n"
        );
    }
}

/// For the strict module: the states of each instance.
pub(super) fn global(model: &Model<'_>, text: &mut String) {
    let names: Vec<String> =
        (0..model.instances.len()).map(|number| format!("STATES{}", suffix(model, number))).collect();
    let _ = writeln!(
        text,
        "\n/// The states of the protocol with each choice of parameters.\nstatic INSTANCES: [&[State]; {}] = [{}];",
        names.len(),
        names.iter().map(|name| format!("&{name}")).collect::<Vec<_>>().join(", ")
    );
    let channels = model.channels();
    for (instance, name) in model.instances.iter().zip(names) {
        let _ = writeln!(text, "\nstatic {name}: [State; {}] = [", instance.global.len());
        for (number, (out, end)) in instance.global.iter().zip(&instance.global_ends).enumerate() {
            let steps: Vec<String> = out
                .iter()
                .map(|(action, next)| {
                    let channel = channels.get_index_of(&(action.from, action.to)).unwrap_or_default();
                    format!("step(action({}), {channel}, {next})", fields(model, action))
                })
                .collect();
            row(text, number, &steps, "", *end);
        }
        text.push_str("];\n");
    }
}

/// A state with its number, on one line if it has at most one transition.
fn row(text: &mut String, number: usize, allows: &[String], from: &str, end: bool) {
    match allows {
        [] | [_] => {
            let _ = writeln!(
                text,
                "    State {{ allows: &[{}], {from}end: {end} }}, // {number}",
                allows.concat()
            );
        }
        _ => {
            let _ = writeln!(text, "    State {{\n        // {number}\n        allows: &[");
            for allowed in allows {
                let _ = writeln!(text, "            {allowed},");
            }
            let from = if from.is_empty() { String::new() } else { format!("        {}\n", from.trim_end()) };
            let _ = writeln!(text, "        ],\n{from}        end: {end},\n    }},");
        }
    }
}

/// For the liberal module: the parts of each instance.
pub(super) fn local(model: &Model<'_>, text: &mut String) {
    let _ = writeln!(
        text,
        "\n/// The protocol with each choice of parameters.\nstatic INSTANCES: [Instance; {}] = [",
        model.instances.len()
    );
    for (number, instance) in model.instances.iter().enumerate() {
        let parts: Vec<String> = (0u32..)
            .zip(&model.roles)
            .map(|(role, _)| match instance.liberal.locals.iter().any(|local| local.role == role) {
                true => format!("&{}", part_name(model, role, number)),
                false => "&[]".to_owned(),
            })
            .collect();
        let lengths: Vec<String> =
            model.channels().iter().map(|&channel| model.length(instance, channel).to_string()).collect();
        let _ = writeln!(
            text,
            "    Instance {{\n        parts: [{}],\n        lengths: [{}],\n    }},",
            parts.join(", "),
            lengths.join(", ")
        );
    }
    text.push_str("];\n");
    for (number, instance) in model.instances.iter().enumerate() {
        parts(model, number, instance, text);
    }
}

fn part_name(model: &Model<'_>, role: u32, number: usize) -> String {
    format!("{}{}", snake(&model.role(role).unique()).to_uppercase(), suffix(model, number))
}

fn parts(model: &Model<'_>, number: usize, instance: &InstanceModel, text: &mut String) {
    for local in &instance.liberal.locals {
        let _ = writeln!(
            text,
            "\n/// The part of `{}`.\nstatic {}: [State; {}] = [",
            model.role(local.role).shown,
            part_name(model, local.role, number),
            local.transitions.len()
        );
        for (state, out) in local.transitions.iter().enumerate() {
            let allows: Vec<String> = out
                .iter()
                .map(|(action, next)| format!("(action({}), {next})", fields(model, action)))
                .collect();
            let senders: Vec<String> = senders(local, state)
                .iter()
                .map(|&role| format!("Role::{}", model.role(role).unique()))
                .collect();
            row(
                text,
                state,
                &allows,
                &format!("from: &[{}], ", senders.join(", ")),
                local.may_terminate[state],
            );
        }
        text.push_str("];\n");
    }
}

/// The roles from which a role may receive in a state.
fn senders(local: &Local, state: usize) -> Vec<u32> {
    let mut senders: Vec<u32> = local.transitions[state]
        .iter()
        .filter(|(action, _)| action.to == local.role)
        .filter(|(action, _)| matches!(action.kind, ActionKind::Receive | ActionKind::Handshake))
        .map(|(action, _)| action.from)
        .collect();
    senders.sort_unstable();
    senders.dedup();
    senders
}
