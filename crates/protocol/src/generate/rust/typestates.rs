//! Typestates: a type for each state of each role, so that what the protocol does not allow does not compile.

use std::fmt::Write as _;

use crate::generate::{Model, snake};
use crate::label::{Action, ActionKind};

/// Roles with more local states than this get no typestates.
const TYPESTATES: usize = 60;

/// A type for each local state of each role: only what is allowed can be called.
pub(super) fn typestates(model: &Model<'_>, text: &mut String) {
    // States that depend on the parameters are no types.
    let large = model.instances[0].liberal.locals.iter().any(|local| local.transitions.len() > TYPESTATES);
    if large || model.instances.len() > 1 {
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
