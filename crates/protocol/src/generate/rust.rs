//! Rust modules: no dependencies, no macros, no unsafe code.
//!
//! A module has a `Machine`, which says what may happen and is what tests explore, and endpoints for threads, which go through that same
//! machine or the same tables. Liberal modules for one choice of parameters also get typestates.

mod tables;
mod typestates;

use std::fmt::Write as _;

use super::template::{fill, wrap};
use super::{Model, ModuleKind, snake};
use crate::label::{Action, ActionKind};

const STRICT: &str = include_str!("rust_strict.txt");
const LIBERAL: &str = include_str!("rust_liberal.txt");

pub(super) fn module(model: &Model<'_>) -> String {
    let mut text = String::new();
    header(model, &mut text);
    vocabulary(model, &mut text);
    tables::constructors(model, &mut text);
    let mut words = Vec::new();
    words.extend(model.has(ActionKind::Handshake).then_some("handshake"));
    words.extend((model.instances.len() > 1).then_some("family"));
    match model.options.kind {
        ModuleKind::Strict => {
            text.push_str(&fill(STRICT, &words));
            tables::global(model, &mut text);
        }
        ModuleKind::Liberal => {
            text.push_str(&fill(LIBERAL, &words));
            tables::local(model, &mut text);
            typestates::typestates(model, &mut text);
        }
    }
    text
}

fn header(model: &Model<'_>, text: &mut String) {
    let kind = match model.options.kind {
        ModuleKind::Strict => "strict",
        ModuleKind::Liberal => "liberal",
    };
    let _ = writeln!(text, "//! The protocol `{}`{}, {kind}.", model.options.name, model.parameters());
    let _ = writeln!(text, "//!");
    for line in wrap(&model.header, 96) {
        let _ = writeln!(text, "//! {line}");
    }
    let _ = writeln!(text, "//!");
    let _ = writeln!(text, "//! Made by `vtrace protocol generate`. Change the protocol, not this file.\n");
}

/// `Role`, `Kind`, and the list of all actions.
fn vocabulary(model: &Model<'_>, text: &mut String) {
    let uses = match model.options.kind {
        ModuleKind::Strict => {
            "use std::collections::{HashMap, VecDeque};\nuse std::fmt;\nuse std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};\n"
        }
        ModuleKind::Liberal => {
            "use std::collections::VecDeque;\nuse std::fmt;\nuse std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};\nuse std::sync::{Arc, Condvar, Mutex, PoisonError};\n"
        }
    };
    let _ = writeln!(text, "{uses}");
    let derive = "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]";
    let _ = writeln!(text, "/// The roles.\n{derive}\npub enum Role {{");
    for role in &model.roles {
        let _ = writeln!(text, "    /// `{}`\n    {},", role.shown, role.unique());
    }
    let _ = writeln!(text, "}}\n");
    let names: Vec<String> = model.roles.iter().map(|role| format!("Role::{}", role.unique())).collect();
    let _ = writeln!(
        text,
        "impl Role {{\n    /// All roles.\n    pub const ALL: [Role; {}] = [{}];\n",
        names.len(),
        names.join(", ")
    );
    let _ = writeln!(
        text,
        "    /// The role as the protocol names it.\n    pub fn name(self) -> &'static str {{\n        match self {{"
    );
    for role in &model.roles {
        let _ = writeln!(text, "            Role::{} => {:?},", role.unique(), role.shown);
    }
    let _ = writeln!(text, "        }}\n    }}");
    families(model, text);
    let _ = writeln!(text, "}}\n");
    let _ = writeln!(text, "/// The kinds of messages.\n{derive}\npub enum Kind {{");
    for name in &model.types {
        let _ = writeln!(text, "    /// `{name}`\n    {name},");
    }
    let _ = writeln!(text, "}}\n");
    let _ = writeln!(
        text,
        "/// What happens to a message.\n{derive}\npub enum Act {{\n    /// It is sent.\n    Send,\n    /// It is received.\n    Receive,\n    /// It is sent and received at once.\n    Handshake,\n    /// The sender closes its channel; there is no message.\n    Close,\n}}\n"
    );
    let _ = writeln!(
        text,
        "/// One step of the protocol.\n{derive}\npub struct Action {{\n    /// What happens.\n    pub act: Act,\n    /// The kind of message; of no meaning when a channel is closed.\n    pub kind: Kind,\n    /// The sender.\n    pub from: Role,\n    /// The receiver.\n    pub to: Role,\n}}\n"
    );
    let _ = writeln!(
        text,
        "const fn action(act: Act, kind: Kind, from: Role, to: Role) -> Action {{\n    Action {{ act, kind, from, to }}\n}}\n"
    );
    let _ = writeln!(
        text,
        "/// Every action of the protocol.\npub const ACTIONS: [Action; {}] = [",
        model.actions.len()
    );
    for action in &model.actions {
        let _ = writeln!(text, "    action({}),", fields(model, action));
    }
    let _ = writeln!(text, "];\n");
    let channels = model.channels();
    let _ = writeln!(
        text,
        "/// Sender and receiver of each channel.\nconst CHANNELS: [(Role, Role); {}] = [",
        channels.len()
    );
    for (from, to) in channels {
        let (from, to) = (model.role(from).unique(), model.role(to).unique());
        let _ = writeln!(text, "    (Role::{from}, Role::{to}),");
    }
    let _ = writeln!(text, "];\n");
}

/// For roles that are told apart by an index: a function from the index to the role, and back.
fn families(model: &Model<'_>, text: &mut String) {
    let indexed = || model.roles.iter().filter_map(|role| role.index.map(|index| (role, index)));
    let mut names: Vec<&str> = indexed().map(|(role, _)| role.family.as_str()).collect();
    names.dedup();
    names.sort_unstable();
    names.dedup();
    for family in names {
        let shown =
            indexed().find(|(role, _)| role.family == family).map_or("", |(role, _)| role.shown.as_str());
        let shown = shown.split('[').next().unwrap_or_default();
        let _ = writeln!(
            text,
            "\n    /// `{shown}[index]`, if there is one.\n    pub fn {}(index: usize) -> Option<Role> {{\n        match index {{",
            word(&snake(family))
        );
        for (role, index) in indexed().filter(|(role, _)| role.family == family) {
            let _ = writeln!(text, "            {index} => Some(Role::{}),", role.unique());
        }
        let _ = writeln!(text, "            _ => None,\n        }}\n    }}");
    }
    if indexed().next().is_some() {
        let _ = writeln!(
            text,
            "\n    /// What tells the role from others of its name.\n    pub fn index(self) -> Option<usize> {{\n        match self {{"
        );
        for (role, index) in indexed() {
            let _ = writeln!(text, "            Role::{} => Some({index}),", role.unique());
        }
        if model.roles.iter().any(|role| role.index.is_none()) {
            let _ = writeln!(text, "            _ => None,");
        }
        let _ = writeln!(text, "        }}\n    }}");
    }
}

/// A name that Rust, or a type of the module, has not taken.
fn word(name: &str) -> String {
    let taken = [
        "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern",
        "false", "fn", "for", "gen", "if", "impl", "in", "index", "let", "loop", "match", "mod", "move",
        "mut", "name", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true", "try",
        "type", "unsafe", "use", "where", "while", "yield", "abstract", "become", "box", "do", "final",
        "macro", "override", "priv", "typeof", "unsized", "virtual",
    ];
    if taken.contains(&name) { format!("{name}_") } else { name.to_owned() }
}

fn act(action: &Action) -> &'static str {
    match action.kind {
        ActionKind::Send => "Act::Send",
        ActionKind::Receive => "Act::Receive",
        ActionKind::Handshake => "Act::Handshake",
        ActionKind::Close => "Act::Close",
    }
}

fn kind(model: &Model<'_>, action: &Action) -> String {
    if action.kind == ActionKind::Close {
        // A close has no message; the first kind stands in, so that equal actions are equal.
        return model.types.first().map_or_else(String::new, |name| format!("Kind::{name}"));
    }
    format!("Kind::{}", model.message(action))
}

fn fields(model: &Model<'_>, action: &Action) -> String {
    let (from, to) = (model.role(action.from).unique(), model.role(action.to).unique());
    format!("{}, {}, Role::{from}, Role::{to}", act(action), kind(model, action))
}
