//! The tables of a package: its actions, its channels, what each action does, and what may be done in each state.

use std::fmt::Write as _;

use indexmap::IndexSet;

use super::messages::kind_name;
use super::{action_name, channel_name, lower, suffix};
use crate::generate::template::wrap;
use crate::generate::{Model, ModuleKind};
use crate::label::{Action, ActionKind};
use crate::projection::Local;

/// Starts at 1: the zero value is no action, role or kind.
fn enumeration(text: &mut String, go_type: &str, names: impl Iterator<Item = String>) {
    let _ = writeln!(text, "type {go_type} int\n\nconst (\n\t_ {go_type} = iota");
    for name in names {
        let _ = writeln!(text, "\t{name}");
    }
    let _ = writeln!(text, ")\n");
}

pub(super) fn constants(model: &Model<'_>, text: &mut String) {
    enumeration(text, "action", model.actions.iter().map(|action| action_name(model, action)));
    text.push_str("// The channels: from whom to whom.\nconst (\n");
    for (number, channel) in model.channels().into_iter().enumerate() {
        let start = if number == 0 { " = iota" } else { "" };
        let _ = writeln!(text, "\t{}{start}", channel_name(model, channel));
    }
    text.push_str("\tchannelCount\n)\n\n");
    if model.options.kind == ModuleKind::Strict {
        let roles: IndexSet<u32> = model.actions.iter().flat_map(|action| [action.from, action.to]).collect();
        enumeration(text, "role", roles.iter().map(|&role| format!("role{}", model.role(role).unique())));
        enumeration(text, "act", ["send", "receive", "handshake", "closing"].into_iter().map(str::to_owned));
    }
    let kinds: IndexSet<String> = model
        .actions
        .iter()
        .filter(|action| receives(action))
        .map(|action| kind_name(model, action))
        .collect();
    enumeration(text, "kind", kinds.into_iter());
}

/// Whether the action gives its receiver a message.
pub(super) fn receives(action: &Action) -> bool {
    matches!(action.kind, ActionKind::Receive | ActionKind::Handshake)
}

/// What each action does.
pub(super) fn steps(model: &Model<'_>, text: &mut String) {
    let strict = model.options.kind == ModuleKind::Strict;
    text.push_str("// step is what an action does.\ntype step struct {\n");
    if strict {
        text.push_str(
            "\tact  act\n\trole role\n\t// Of a handshake, otherwise the role itself.\n\tpartner role\n",
        );
    }
    text.push_str("\tchannel int\n\t// What receiving the message is, for its receiver.\n\treceived action\n\t// What its receiver gets, and the index of the sender.\n\tkind  kind\n\tindex int\n}\n\nvar steps = [...]step{\n");
    let width = model.actions.iter().map(|action| action_name(model, action).len() + 1).max().unwrap_or(0);
    for action in &model.actions {
        let mut fields = Vec::new();
        if strict {
            let (act, partner) = match action.kind {
                ActionKind::Send => ("send", action.from),
                ActionKind::Receive => ("receive", action.to),
                ActionKind::Handshake => ("handshake", action.to),
                ActionKind::Close => ("closing", action.from),
            };
            let (role, partner) = (model.role(action.subject()).unique(), model.role(partner).unique());
            fields.push(format!("act: {act}, role: role{role}, partner: role{partner}"));
        }
        fields.push(format!("channel: {}", channel_name(model, (action.from, action.to))));
        if action.kind != ActionKind::Close
            && let Some(received) = received_action(model, action)
        {
            fields.push(format!("received: {received}"));
        }
        if receives(action) {
            fields.push(format!("kind: {}", kind_name(model, action)));
            fields.extend(model.role(action.from).index.map(|index| format!("index: {index}")));
        }
        let name = action_name(model, action) + ":";
        let _ = writeln!(text, "\t{name:<width$} {{{}}},", fields.join(", "));
    }
    text.push_str("}\n\n// transition is an action, and the state that it leads to.\ntype transition struct {\n\taction action\n\tnext   int\n}\n\n");
}

/// What receiving the message of `action` is, for its receiver; none if nobody ever receives it.
fn received_action(model: &Model<'_>, action: &Action) -> Option<String> {
    let receive = Action { kind: ActionKind::Receive, ..*action };
    match action.kind {
        ActionKind::Handshake => Some(action_name(model, action)),
        _ => model.actions.contains(&receive).then(|| action_name(model, &receive)),
    }
}

/// What may be done in each state: of the protocol in a strict module, of each role in a liberal one.
pub(super) fn states(model: &Model<'_>, text: &mut String) {
    if model.options.kind == ModuleKind::Strict {
        for instance in &model.instances {
            let name = format!("protocolStates{}", suffix(model, instance));
            let comment = format!("{name} has what may happen in each of the protocol's states.");
            let rows = (0..instance.global.len())
                .map(|state| row(model, &instance.global[state], &[], instance.global_ends[state]));
            table(text, &name, &comment, rows);
        }
        return;
    }
    let mut several: IndexSet<Vec<(u32, u32)>> = IndexSet::new();
    for instance in &model.instances {
        for local in &instance.liberal.locals {
            let name = part_name(model, local.role, &suffix(model, instance));
            let comment = format!("{name} is the part of {}.", model.role(local.role).shown);
            let rows = (0..local.transitions.len()).map(|state| {
                let sources = sources(local, state);
                let names: Vec<String> =
                    sources.iter().map(|&channel| channel_name(model, channel)).collect();
                let mut fields = Vec::new();
                if !names.is_empty() {
                    fields.push(format!("from: []int{{{}}}", names.join(", ")));
                }
                if names.len() > 1 {
                    fields.push(format!("any: receiveAny{}", several.insert_full(sources).0));
                }
                row(model, &local.transitions[state], &fields, local.may_terminate[state])
            });
            table(text, &name, &comment, rows);
        }
    }
    for (number, sources) in several.iter().enumerate() {
        receive_any(model, number, sources, text);
    }
}

fn table(text: &mut String, name: &str, comment: &str, rows: impl Iterator<Item = String>) {
    let _ = writeln!(text, "// {comment}\nvar {name} = []state{{");
    let rows: Vec<String> = rows.collect();
    let width = (rows.len() - 1).to_string().len() + 1;
    for (number, row) in rows.iter().enumerate() {
        let number = format!("{number}:");
        let _ = writeln!(text, "\t{number:<width$} {row},");
    }
    text.push_str("}\n\n");
}

/// A state: its transitions, other fields, and whether it may be the last.
fn row(model: &Model<'_>, out: &[(Action, u32)], fields: &[String], end: bool) -> String {
    let transitions: Vec<String> =
        out.iter().map(|(action, next)| format!("{{{}, {next}}}", action_name(model, action))).collect();
    let mut all = Vec::new();
    if !transitions.is_empty() {
        all.push(format!("allows: []transition{{{}}}", transitions.join(", ")));
    }
    all.extend_from_slice(fields);
    if end {
        all.push("end: true".to_owned());
    }
    format!("{{{}}}", all.join(", "))
}

pub(super) fn part_name(model: &Model<'_>, role: u32, suffix: &str) -> String {
    format!("{}Part{suffix}", lower(&model.role(role).unique()))
}

/// The channels from which a role may receive in a state.
fn sources(local: &Local, state: usize) -> Vec<(u32, u32)> {
    let receives =
        local.transitions[state].iter().filter(|(action, _)| action.to == local.role && receives(action));
    let mut sources: Vec<(u32, u32)> = receives.map(|(action, _)| (action.from, action.to)).collect();
    sources.sort_unstable();
    sources.dedup();
    sources
}

/// A function that receives from whichever of several channels has a message.
fn receive_any(model: &Model<'_>, number: usize, sources: &[(u32, u32)], text: &mut String) {
    let roles: Vec<&str> = sources.iter().map(|&(from, _)| model.role(from).shown.as_str()).collect();
    for line in wrap(&format!("receiveAny{number} receives from any of {}.", roles.join(", ")), 96) {
        let _ = writeln!(text, "// {line}");
    }
    let names: Vec<String> = sources.iter().map(|&channel| channel_name(model, channel)).collect();
    let list: Vec<String> = names.iter().map(|name| format!("r.channels[{name}]")).collect();
    let _ = writeln!(
        text,
        "func receiveAny{number}(r *run, done <-chan struct{{}}) (message, bool) {{\n\tchannels := [...]chan message{{{}}}\n\tfor open := len(channels); open > 0; open-- {{\n\t\tselect {{",
        list.join(", ")
    );
    for place in 0..sources.len() {
        let _ = writeln!(
            text,
            "\t\tcase m, ok := <-channels[{place}]:\n\t\t\tif ok {{\n\t\t\t\treturn m, true\n\t\t\t}}\n\t\t\tchannels[{place}] = nil"
        );
    }
    text.push_str(
        "\t\tcase <-done:\n\t\t\treturn message{}, false\n\t\t}\n\t}\n\treturn message{}, false\n}\n\n",
    );
}
