//! Rust modules: no dependencies, no macros, no unsafe code.
//!
//! A module has a `Machine`, which says what may happen and is what tests explore, and endpoints for threads, which go through that same
//! machine or the same tables. Liberal modules also get typestates.

use std::fmt::Write as _;

use super::template::{fill, wrap};
use super::{Model, ModuleKind, snake};
use crate::label::{Action, ActionKind};

/// Roles with more local states than this get no typestates.
const TYPESTATES: usize = 60;

const STRICT: &str = include_str!("rust_strict.txt");
const LIBERAL: &str = include_str!("rust_liberal.txt");

pub(super) fn module(model: &Model<'_>) -> String {
    let mut text = String::new();
    header(model, &mut text);
    vocabulary(model, &mut text);
    let words: &[&str] = if model.has(ActionKind::Handshake) { &["handshake"] } else { &[] };
    match model.options.kind {
        ModuleKind::Strict => {
            global_table(model, &mut text);
            text.push_str(&fill(STRICT, words));
        }
        ModuleKind::Liberal => {
            local_tables(model, &mut text);
            text.push_str(&fill(LIBERAL, words));
            typestates(model, &mut text);
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
            "use std::collections::{HashMap, VecDeque};\nuse std::fmt;\nuse std::sync::{Arc, Condvar, Mutex, PoisonError};\n"
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
    let _ = writeln!(text, "        }}\n    }}\n}}\n");
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
    let _ = writeln!(
        text,
        "/// Sender, receiver and length of each channel.\nconst CHANNELS: [(Role, Role, usize); {}] = [",
        channels(model).len()
    );
    for (from, to, length) in channels(model) {
        let _ = writeln!(
            text,
            "    (Role::{}, Role::{}, {length}),",
            model.role(from).unique(),
            model.role(to).unique()
        );
    }
    let _ = writeln!(text, "];\n");
}

/// The channels with messages; a channel that only knows handshakes has length 0.
fn channels(model: &Model<'_>) -> Vec<(u32, u32, usize)> {
    let mut channels = model.instances[0].liberal.channels.clone();
    for action in
        model.actions.iter().filter(|action| matches!(action.kind, ActionKind::Handshake | ActionKind::Close))
    {
        if !channels.iter().any(|&(from, to, _)| (from, to) == (action.from, action.to)) {
            channels.push((action.from, action.to, 0));
        }
    }
    channels
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

fn arm(model: &Model<'_>, state: usize, action: &Action, next: u32) -> String {
    let short = |text: String| text.replace("Act::", "").replace("Kind::", "K::").replace("Role::", "R::");
    let kind = if action.kind == ActionKind::Close { "_".to_owned() } else { short(kind(model, action)) };
    let (from, to) = (model.role(action.from).unique(), model.role(action.to).unique());
    format!("        ({state}, {}, {kind}, R::{from}, R::{to}) => {next},", short(act(action).to_owned()))
}

fn ends(flags: &[bool]) -> String {
    let states: Vec<String> =
        (0..flags.len()).filter(|&state| flags[state]).map(|state| state.to_string()).collect();
    if states.is_empty() {
        "false".into()
    } else if states.len() == flags.len() {
        "true".into()
    } else {
        format!("matches!(state, {})", states.join(" | "))
    }
}

fn global_table(model: &Model<'_>, text: &mut String) {
    let _ = writeln!(
        text,
        "/// Where `action` leads from `state`; none where it is not allowed.\nfn next(state: u32, action: Action) -> Option<u32> {{"
    );
    let _ = writeln!(
        text,
        "    use {{Act::*, Kind as K, Role as R}};\n    let Action {{ act, kind, from, to }} = action;\n    Some(match (state, act, kind, from, to) {{"
    );
    for (state, out) in model.instances[0].global.iter().enumerate() {
        for (action, next) in out {
            let _ = writeln!(text, "{}", arm(model, state, action, *next));
        }
    }
    let _ = writeln!(text, "        _ => return None,\n    }})\n}}\n");
    let ends = ends(&model.instances[0].global_ends);
    let unused = if ends.starts_with("matches") { "state" } else { "_state" };
    let _ = writeln!(
        text,
        "/// Whether the protocol may end in `state`.\nfn may_end({unused}: u32) -> bool {{\n    {ends}\n}}\n"
    );
}

fn local_tables(model: &Model<'_>, text: &mut String) {
    let most =
        model.instances[0].liberal.locals.iter().map(|local| local.transitions.len()).max().unwrap_or(0);
    let _ = writeln!(text, "/// No role has more states than this.\nconst STATES: u32 = {most};\n");
    let _ = writeln!(
        text,
        "/// Where `action` leads `role` from its state `state`; none where it is not allowed.\nfn next(role: Role, state: u32, action: Action) -> Option<u32> {{\n    match role {{"
    );
    for local in &model.instances[0].liberal.locals {
        let name = model.role(local.role).unique();
        let _ = writeln!(text, "        Role::{name} => next_{}(state, action),", snake(&name));
    }
    let rest = model.roles.len() > model.instances[0].liberal.locals.len();
    if rest {
        let _ = writeln!(text, "        _ => None,");
    }
    let _ = writeln!(text, "    }}\n}}\n");
    for local in &model.instances[0].liberal.locals {
        let role = model.role(local.role);
        let _ = writeln!(
            text,
            "fn next_{}(state: u32, action: Action) -> Option<u32> {{\n    use {{Act::*, Kind as K, Role as R}};\n    let Action {{ act, kind, from, to }} = action;\n    Some(match (state, act, kind, from, to) {{",
            snake(&role.unique())
        );
        for (state, out) in local.transitions.iter().enumerate() {
            for (action, next) in out {
                let _ = writeln!(text, "{}", arm(model, state, action, *next));
            }
        }
        let _ = writeln!(text, "        _ => return None,\n    }})\n}}\n");
    }
    let constant = |flags: &[bool]| !ends(flags).starts_with("matches");
    let state = if model.instances[0].liberal.locals.iter().all(|local| constant(&local.may_terminate)) {
        "_state"
    } else {
        "state"
    };
    let _ = writeln!(
        text,
        "/// Whether `role` may stop in its state.\nfn may_end(role: Role, {state}: u32) -> bool {{\n    match role {{"
    );
    for local in &model.instances[0].liberal.locals {
        let _ = writeln!(
            text,
            "        Role::{} => {},",
            model.role(local.role).unique(),
            ends(&local.may_terminate)
        );
    }
    if rest {
        let _ = writeln!(text, "        _ => true,");
    }
    let _ = writeln!(text, "    }}\n}}\n");
    let _ = writeln!(
        text,
        "/// The roles from which `role` may receive in its state `state`.\nfn senders(role: Role, state: u32) -> &'static [Role] {{\n    match (role, state) {{"
    );
    for local in &model.instances[0].liberal.locals {
        for (state, out) in local.transitions.iter().enumerate() {
            let mut senders: Vec<u32> = out
                .iter()
                .filter(|(action, _)| action.concerns(local.role) && action.to == local.role)
                .filter(|(action, _)| matches!(action.kind, ActionKind::Receive | ActionKind::Handshake))
                .map(|(action, _)| action.from)
                .collect();
            senders.sort_unstable();
            senders.dedup();
            if !senders.is_empty() {
                let names: Vec<String> =
                    senders.iter().map(|&role| format!("Role::{}", model.role(role).unique())).collect();
                let _ = writeln!(
                    text,
                    "        (Role::{}, {state}) => &[{}],",
                    model.role(local.role).unique(),
                    names.join(", ")
                );
            }
        }
    }
    let _ = writeln!(text, "        _ => &[],\n    }}\n}}\n");
}

/// A type for each local state of each role: only what is allowed can be called.
fn typestates(model: &Model<'_>, text: &mut String) {
    if model.instances[0].liberal.locals.iter().any(|local| local.transitions.len() > TYPESTATES) {
        return;
    }
    let _ = writeln!(
        text,
        "\n/// The roles' states as types: what is not allowed does not compile. Each call consumes the state that it is made in.\npub mod typed {{\n    use super::{{Endpoint, Error, Kind, Role, Transport}};\n"
    );
    let total = model.instances[0].liberal.locals.len();
    for (number, local) in model.instances[0].liberal.locals.iter().enumerate() {
        let role = model.role(local.role).unique();
        let _ = writeln!(
            text,
            "    /// The start of `{}`.\n    pub fn start_{}<P, T: Transport<P>>(endpoint: Endpoint<P, T>) -> {role}State0<P, T> {{\n        {role}State0(endpoint)\n    }}\n",
            model.role(local.role).shown,
            snake(&role)
        );
        for (state, out) in local.transitions.iter().enumerate() {
            let last = number + 1 == total && state + 1 == local.transitions.len();
            typestate(model, local.role, state, out, local.may_terminate[state], text);
            if !last {
                text.push('\n');
            }
        }
    }
    let _ = writeln!(text, "}}");
}

fn typestate(
    model: &Model<'_>,
    role_id: u32,
    state: usize,
    out: &[(Action, u32)],
    may_end: bool,
    text: &mut String,
) {
    let role = model.role(role_id).unique();
    let ending = if may_end { ", where it may stop" } else { "" };
    let must_use = if may_end { "" } else { "    #[must_use = \"the protocol goes on\"]\n" };
    let _ = writeln!(
        text,
        "    /// State {state} of `{}`{ending}.\n{must_use}    pub struct {role}State{state}<P, T: Transport<P>>(Endpoint<P, T>);\n",
        model.role(role_id).shown
    );
    let _ = writeln!(text, "    impl<P, T: Transport<P>> {role}State{state}<P, T> {{");
    let mut methods: Vec<String> = Vec::new();
    let receives: Vec<&(Action, u32)> =
        out.iter().filter(|(action, _)| action.to == role_id && action.kind != ActionKind::Close).collect();
    for (action, next) in out.iter().filter(|(action, _)| action.from == role_id) {
        let to = model.role(action.to).unique();
        methods.push(match action.kind {
            ActionKind::Close => format!(
                "        /// Closes the channel to `{}`.\n        pub fn close_{}(mut self) -> Result<{role}State{next}<P, T>, Error> {{\n            self.0.close(Role::{to})?;\n            Ok({role}State{next}(self.0))\n        }}\n",
                model.role(action.to).shown,
                snake(&to)
            ),
            _ => format!(
                "        /// Sends `{0}` to `{1}`.\n        pub fn send_{2}_to_{3}(mut self, payload: P) -> Result<{role}State{next}<P, T>, Error> {{\n            self.0.send(Role::{to}, Kind::{0}, payload)?;\n            Ok({role}State{next}(self.0))\n        }}\n",
                model.message(action),
                model.role(action.to).shown,
                snake(model.message(action)),
                snake(&to)
            ),
        });
    }
    match receives.as_slice() {
        [] => {}
        [(action, next)] => methods.push(format!(
            "        /// Receives `{0}` from `{1}`.\n        pub fn receive_{2}_from_{3}(mut self) -> Result<(P, {role}State{next}<P, T>), Error> {{\n            let received = self.0.receive()?;\n            Ok((received.payload, {role}State{next}(self.0)))\n        }}\n",
            model.message(action),
            model.role(action.from).shown,
            snake(model.message(action)),
            snake(&model.role(action.from).unique())
        )),
        _ => {
            let mut arms = String::new();
            for (action, next) in &receives {
                let (message, from) = (model.message(action), model.role(action.from).unique());
                let _ = writeln!(arms, "                (Kind::{message}, Role::{from}) => {role}State{state}Received::{message}From{from}(received.payload, {role}State{next}(self.0)),");
            }
            methods.push(format!(
                "        /// Receives whichever message comes.\n        pub fn receive(mut self) -> Result<{role}State{state}Received<P, T>, Error> {{\n            let received = self.0.receive()?;\n            Ok(match (received.kind, received.from) {{\n{arms}                _ => return Err(Error::Protocol),\n            }})\n        }}\n"
            ));
        }
    }
    if may_end {
        methods.push("        /// Stops here.\n        pub fn end(self) {}\n".to_owned());
    }
    text.push_str(&methods.join("\n"));
    let _ = writeln!(text, "    }}");
    if receives.len() > 1 {
        let _ = writeln!(
            text,
            "\n    /// What `{}` can receive in state {state}.\n    #[allow(clippy::enum_variant_names)] // they are what they are\n    pub enum {role}State{state}Received<P, T: Transport<P>> {{",
            model.role(role_id).shown
        );
        for (action, next) in &receives {
            let (message, from) = (model.message(action), model.role(action.from).unique());
            let _ = writeln!(
                text,
                "        /// `{message}` from `{}`.\n        {message}From{from}(P, {role}State{next}<P, T>),",
                model.role(action.from).shown
            );
        }
        let _ = writeln!(text, "    }}");
    }
}
