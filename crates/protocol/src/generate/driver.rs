//! Programs that do whatever a generated module lets them do.
//!
//! For Rust, that is every action, tried on a copy of every state of the module's `Machine`. For Go, it is a function in the same package
//! that calls the methods that its users call.
//!
//! It is one select in a loop, with a case for each action, and all cases are always ready: who executes it chooses what is tried next. A call
//! that the package refuses, or that would have to wait, ends the program with exit code 1. Calls get a context that has ended already, so that
//! none waits. A handshake needs two: the sender is a goroutine of its own, and both wait; if they do not meet, nothing can happen any more.
//!
//! What endpoints only remember, the last message and what there is to hope for, is forgotten after each call, or it would tell states apart.

use std::fmt::Write as _;

use super::go::{literal, package_name, payload, received_name};
use super::{Model, ModuleKind};
use crate::label::{Action, ActionKind};

const HEAD: &str = include_str!("go_driver.txt");

/// The driver for the first instance.
pub(super) fn go(model: &Model<'_>) -> String {
    let values: Vec<String> = model.instances[0].values.iter().map(literal).collect();
    let start = if values.is_empty() {
        "roles := New()".to_owned()
    } else {
        format!("roles, err := New({})\n\tcheck(err == nil)", values.join(", "))
    };
    let mut text = HEAD.replace("PACKAGE", &package_name(model)).replace("START", &start);
    for action in &model.actions {
        let (from, to) = (endpoint(model, action.from), endpoint(model, action.to));
        text.push_str("\t\tcase <-ready:\n");
        let _ = match action.kind {
            ActionKind::Send | ActionKind::Close => {
                writeln!(text, "\t\t\tcheck({from}.{} == nil)", call(model, action, "ended"))
            }
            ActionKind::Receive => writeln!(text, "\t\t\treceived, err := {to}.Receive(ended)"),
            ActionKind::Handshake => writeln!(
                text,
                "\t\t\tdone := make(chan bool)\n\t\t\tgo func() {{ done <- {from}.{} == nil }}()\n\t\t\treceived, err := {to}.Receive(context.Background())",
                call(model, action, "context.Background()")
            ),
        };
        if matches!(action.kind, ActionKind::Receive | ActionKind::Handshake) {
            let index = model.role(action.from).index;
            let (bound, condition) =
                index.map_or(("_", String::new()), |index| ("m", format!(" && m.Index == {index}")));
            let _ = writeln!(
                text,
                "\t\t\t{bound}, ok := received.(*{})\n\t\t\tcheck(err == nil && ok{condition})\n\t\t\t{to}.inbox = inbox{{}}",
                received_name(model, action)
            );
        }
        if action.kind == ActionKind::Handshake {
            text.push_str("\t\t\tcheck(<-done)\n");
            if model.options.kind == ModuleKind::Strict {
                let _ = writeln!(text, "\t\t\tclear({from}.hopes)\n\t\t\tclear({to}.hopes)");
            }
        }
    }
    text.push_str("\t\tcase <-ready:\n\t\t\tcheck(roles.MayEnd())\n\t\t\tos.Exit(0)\n\t\t}\n\t}\n}\n");
    text
}

const EXPLORER: &str = include_str!("rust_explorer.txt");

/// A program that explores `modules`.
pub(super) fn rust(modules: &[String]) -> String {
    let mut text = String::from("#![allow(dead_code)] // only the machines are used\n\n");
    for module in modules {
        let _ = writeln!(text, "mod {module};");
    }
    text.push_str(EXPLORER);
    text.push_str("\nfn main() {\n");
    for module in modules {
        let _ = writeln!(text, "    explore!({module});");
    }
    text.push_str("}\n");
    text
}

fn endpoint(model: &Model<'_>, role: u32) -> String {
    let role = model.role(role);
    role.index
        .map_or_else(|| format!("roles.{}", role.family), |index| format!("roles.{}[{index}]", role.family))
}

/// The call that sends or closes.
fn call(model: &Model<'_>, action: &Action, context: &str) -> String {
    let to = model.role(action.to);
    let index = to.index.map_or(String::new(), |index| format!(", {index}"));
    if action.kind == ActionKind::Close {
        return format!("Close{}({context}{index})", to.family);
    }
    let message = model.message(action);
    let zero = match payload(message) {
        "bool" => "false",
        "string" => "\"\"",
        "any" => "nil",
        _ => "0",
    };
    format!("Send{message}To{}({context}{index}, {zero})", to.family)
}
