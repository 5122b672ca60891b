//! What is sent and what is received: the message that travels, and the types that a user sees.

use std::fmt::Write as _;

use indexmap::{IndexMap, IndexSet};

use super::lower;
use super::tables::receives;
use crate::generate::Model;
use crate::label::{Action, ActionKind};

/// The Go type of a message's payload.
pub(in crate::generate) fn payload(name: &str) -> &'static str {
    match name {
        "Boolean" => "bool",
        "String" => "string",
        "Long" => "int64",
        "Integer" | "Int" => "int",
        "Double" | "Float" => "float64",
        _ => "any",
    }
}

/// The field of a message that has a payload of this type. What is no `any` need not be allocated.
fn field(model: &Model<'_>, go_type: &str) -> &'static str {
    if payload_types(model).len() == 1 {
        return "payload";
    }
    match go_type {
        "bool" => "boolean",
        "string" => "text",
        "int64" => "long",
        "int" => "integer",
        "float64" => "double",
        _ => "payload",
    }
}

fn payload_types(model: &Model<'_>) -> IndexSet<&'static str> {
    let mut types: IndexSet<&str> = model
        .actions
        .iter()
        .filter(|action| action.kind != ActionKind::Close)
        .map(|action| payload(model.message(action)))
        .collect();
    types.sort_unstable();
    types
}

/// The type of what travels through a channel.
pub(super) fn message(model: &Model<'_>, text: &mut String) {
    text.push_str("// message is what travels from one role to another.\ntype message struct {\n\treceived action // what receiving it is\n");
    for go_type in payload_types(model) {
        let _ = writeln!(text, "\t{:<8} {go_type}", field(model, go_type));
    }
    text.push_str("}\n\n");
}

/// A message that carries the variable `payload`.
pub(super) fn message_of(model: &Model<'_>, message: &str) -> String {
    format!("message{{{}: payload}}", field(model, payload(message)))
}

/// The name of what is received: `MoveFromBlack`.
pub(in crate::generate) fn received_name(model: &Model<'_>, action: &Action) -> String {
    format!("{}From{}", model.message(action), model.role(action.from).family)
}

/// The constant that stands for what is received: `moveFromBlack`.
pub(super) fn kind_name(model: &Model<'_>, action: &Action) -> String {
    lower(&received_name(model, action))
}

pub(super) fn received(model: &Model<'_>, text: &mut String) {
    let kinds: IndexMap<String, &Action> = model
        .actions
        .iter()
        .filter(|action| receives(action))
        .map(|action| (received_name(model, action), action))
        .collect();
    text.push_str("// Received is what a receive returns: a pointer to one of the types below.\ntype Received interface{ isReceived() }\n\n");
    for (name, action) in &kinds {
        let from = model.role(action.from);
        let (article, index) =
            if from.index.is_some() { ("one of the roles ", "\tIndex   int\n") } else { ("", "") };
        let _ = writeln!(
            text,
            "// {name} is {} from {article}{}.\ntype {name} struct {{\n{index}\tPayload {}\n}}\n\nfunc (*{name}) isReceived() {{}}\n",
            model.message(action),
            lower(&from.family),
            payload(model.message(action))
        );
    }
    text.push_str("// inbox has room for one message of each kind, so that receiving allocates nothing.\ntype inbox struct {\n");
    let width = kinds.keys().map(String::len).max().unwrap_or(0);
    for name in kinds.keys() {
        let _ = writeln!(text, "\t{:<width$} {name}", lower(name));
    }
    text.push_str("}\n\n// keep gives a message its type.\nfunc (i *inbox) keep(m message) Received {\n\tswitch s := &steps[m.received]; s.kind {\n");
    for (name, action) in &kinds {
        let index = if model.role(action.from).index.is_some() { "Index: s.index, " } else { "" };
        let _ = writeln!(
            text,
            "\tcase {0}:\n\t\ti.{0} = {name}{{{index}Payload: m.{1}}}\n\t\treturn &i.{0}",
            lower(name),
            field(model, payload(model.message(action)))
        );
    }
    text.push_str("\t}\n\treturn nil\n}\n\n");
}
