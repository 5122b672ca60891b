//! The roles' endpoints: how a run is started, and the methods of each role.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use indexmap::IndexMap;

use super::messages::{message_of, payload};
use super::tables::part_name;
use super::{action_name, literal, lower, package_name, suffix};
use crate::generate::camel;
use crate::generate::template::wrap;
use crate::generate::{InstanceModel, Model, ModuleKind};
use crate::label::{Action, ActionKind};
use crate::value::Value;

/// The families of roles that act: their members' indices, or none for a single one.
fn families<'m>(
    model: &'m Model<'_>,
    instances: &[InstanceModel],
) -> IndexMap<&'m str, BTreeMap<Option<i64>, u32>> {
    let mut families: IndexMap<&str, BTreeMap<Option<i64>, u32>> = IndexMap::new();
    for local in instances.iter().flat_map(|instance| &instance.liberal.locals) {
        let role = model.role(local.role);
        families.entry(&role.family).or_default().insert(role.index, local.role);
    }
    families
}

fn indexed(members: &BTreeMap<Option<i64>, u32>) -> bool {
    members.keys().any(Option::is_some)
}

pub(super) fn constructors(model: &Model<'_>, text: &mut String) {
    let all = families(model, &model.instances);
    let width = all.keys().map(|family| family.len()).max().unwrap_or(0).max(3);
    text.push_str("// Roles are the endpoints of one run of the protocol. Each is used by one goroutine at a time.\ntype Roles struct {\n");
    let _ = writeln!(text, "\t{:<width$} *run", "run");
    for (family, members) in &all {
        let go_type = if indexed(members) { format!("[]*{family}") } else { format!("*{family}") };
        let _ = writeln!(text, "\t{family:<width$} {go_type}");
    }
    text.push_str("}\n\n// MayEnd says whether the protocol may end here, with nothing left to receive. No role may act meanwhile.\nfunc (r *Roles) MayEnd() bool { return r.run.mayEnd() }\n\n");
    if model.parameters.is_empty() {
        text.push_str("// New starts a run of the protocol.\nfunc New() *Roles {\n");
        construct(model, &model.instances[0], text);
        return;
    }
    let names: Vec<String> = model.parameters.iter().map(|name| parameter(name)).collect();
    let types = model.instances[0].values.iter().map(|value| match value {
        Value::Boolean(_) => "bool",
        Value::Text(_) => "string",
        _ => "int",
    });
    let parameters: Vec<String> =
        names.iter().zip(types).map(|(name, go_type)| format!("{name} {go_type}")).collect();
    for line in wrap(
        &format!("New starts a run of the protocol. The package was generated{}.", model.parameters()),
        96,
    ) {
        let _ = writeln!(text, "// {line}");
    }
    let _ = writeln!(text, "func New({}) (*Roles, error) {{", parameters.join(", "));
    for instance in &model.instances {
        let conditions: Vec<String> = names
            .iter()
            .zip(&instance.values)
            .map(|(name, value)| format!("{name} == {}", literal(value)))
            .collect();
        let _ = writeln!(
            text,
            "\tif {} {{\n\t\treturn start{}(), nil\n\t}}",
            conditions.join(" && "),
            suffix(model, instance)
        );
    }
    let _ = writeln!(
        text,
        "\treturn nil, errors.New(\"{}: the package was generated{}, and for nothing else\")\n}}\n",
        package_name(model),
        model.parameters().replace('"', "\\\"")
    );
    for instance in &model.instances {
        let _ = writeln!(text, "func start{}() *Roles {{", suffix(model, instance));
        construct(model, instance, text);
    }
}

/// A parameter's name in Go, which has words of its own.
fn parameter(name: &str) -> String {
    let name = lower(&camel(name));
    let taken = [
        "break",
        "case",
        "chan",
        "const",
        "continue",
        "default",
        "defer",
        "else",
        "errors",
        "fallthrough",
        "for",
        "func",
        "go",
        "goto",
        "if",
        "import",
        "interface",
        "map",
        "package",
        "range",
        "return",
        "select",
        "struct",
        "switch",
        "type",
        "var",
    ];
    if taken.contains(&name.as_str()) { name + "_" } else { name }
}

/// The body of a function that starts an instance.
fn construct(model: &Model<'_>, instance: &InstanceModel, text: &mut String) {
    let strict = model.options.kind == ModuleKind::Strict;
    let lengths: Vec<String> =
        model.channels().iter().map(|&channel| model.length(instance, channel).to_string()).collect();
    let suffix = suffix(model, instance);
    let states = if strict { format!(", protocolStates{suffix}") } else { String::new() };
    let _ = writeln!(
        text,
        "\trun := newRun([channelCount]int{{{}}}{states})\n\troles := &Roles{{run: run}}",
        lengths.join(", ")
    );
    for (family, members) in families(model, std::slice::from_ref(instance)) {
        if indexed(&members) {
            let most = members.keys().filter_map(|index| *index).max().unwrap_or(0);
            let _ = writeln!(text, "\troles.{family} = make([]*{family}, {})", most + 1);
        }
        for (index, role) in members {
            let unique = model.role(role).unique();
            let argument = if strict { format!("role{unique}") } else { part_name(model, role, &suffix) };
            let _ = match index {
                Some(index) => writeln!(
                    text,
                    "\troles.{family}[{index}] = &{family}{{endpoint: run.endpoint({argument}), Index: {index}}}"
                ),
                None => writeln!(text, "\troles.{family} = &{family}{{endpoint: run.endpoint({argument})}}"),
            };
        }
    }
    text.push_str("\treturn roles\n}\n\n");
}

pub(super) fn endpoints(model: &Model<'_>, text: &mut String) {
    let mut lists = BTreeMap::new();
    for (family, members) in families(model, &model.instances) {
        let indexed = indexed(&members);
        let index_field =
            if indexed { "\n\t// Index tells the roles of this name apart.\n\tIndex int" } else { "" };
        let _ = writeln!(
            text,
            "// {family} is the endpoint of the role {}.\ntype {family} struct {{\n\t*endpoint{index_field}\n}}\n",
            lower(family)
        );
        let ids: Vec<u32> = members.values().copied().collect();
        let receiver = lower(family).chars().next().unwrap_or('r');
        // One method for each kind of message and family of receivers.
        let mut methods: IndexMap<(bool, String, &str), Vec<&Action>> = IndexMap::new();
        for action in model
            .actions
            .iter()
            .filter(|action| action.kind != ActionKind::Receive && ids.contains(&action.from))
        {
            let closing = action.kind == ActionKind::Close;
            let message = if closing { String::new() } else { model.message(action).to_owned() };
            methods.entry((closing, message, &model.role(action.to).family)).or_default().push(action);
        }
        for ((closing, message, to), group) in methods {
            let to_indexed = group.iter().any(|action| model.role(action.to).index.is_some());
            let index = if to_indexed { "index int, " } else { "" };
            let of = if to_indexed { " number index" } else { "" };
            let (name, comment, parameter) = if closing {
                let name = format!("Close{to}");
                let comment = format!("{name} closes the channel to {}{of}.", lower(to));
                (name, comment, index.trim_end_matches(", ").to_owned())
            } else {
                let name = format!("Send{message}To{to}");
                let comment = format!("{name} sends {message} to {}{of}.", lower(to));
                (name, comment, format!("{index}payload {}", payload(&message)))
            };
            let separator = if parameter.is_empty() { "" } else { ", " };
            // A liberal close never waits.
            let strict = model.options.kind == ModuleKind::Strict;
            let context = if closing && !strict { "_" } else { "ctx" };
            let _ = writeln!(
                text,
                "// {comment}\nfunc ({receiver} *{family}) {name}({context} context.Context{separator}{parameter}) error {{"
            );
            // A close is a step like any other for the strict module.
            let action = chosen(model, &group, receiver, (indexed, to_indexed), &mut lists);
            let call = match (closing, strict) {
                (true, true) => format!("send(ctx, {action}, message{{}})"),
                (true, false) => format!("close({action})"),
                (false, _) => format!("send(ctx, {action}, {})", message_of(model, &message)),
            };
            let _ = writeln!(text, "\treturn {receiver}.{call}\n}}\n");
        }
    }
    if !lists.is_empty() {
        text.push_str(AT);
        text.push_str("// The actions that a method stands for, by the indices of the roles.\nvar (\n");
        let width = lists.keys().map(String::len).max().unwrap_or(0);
        for (name, list) in lists {
            let _ = writeln!(text, "\t{name:<width$} = {list}");
        }
        text.push_str(")\n");
    }
}

const AT: &str = "// at gives an element of a list, or nothing.\nfunc at[T any](list []T, index int) (element T) {\n\tif index >= 0 && index < len(list) {\n\t\telement = list[index]\n\t}\n\treturn\n}\n\n";

/// The action that a method takes, as Go says it: the only one, or one of a list by the indices of the roles.
fn chosen(
    model: &Model<'_>,
    group: &[&Action],
    receiver: char,
    (from_indexed, to_indexed): (bool, bool),
    lists: &mut BTreeMap<String, String>,
) -> String {
    let first = group[0];
    if !from_indexed && !to_indexed {
        return action_name(model, first);
    }
    let (from, to) = (&model.role(first.from).family, &model.role(first.to).family);
    let name = match first.kind {
        ActionKind::Close => format!("{}Closes{to}", lower(from)),
        _ => format!("{}Sends{}To{to}", lower(from), model.message(first)),
    };
    let index = |role: u32| model.role(role).index.unwrap_or(0);
    let row = |actions: Vec<(i64, String)>| {
        let mut next = 0;
        let mut elements = Vec::new();
        for (index, action) in actions {
            elements.push(if index == next { action } else { format!("{index}: {action}") });
            next = index + 1;
        }
        format!("{{{}}}", elements.join(", "))
    };
    let mut actions: Vec<&Action> = group.to_vec();
    actions.sort_unstable_by_key(|action| (index(action.from), index(action.to)));
    let named = |action: &&Action| action_name(model, action);
    let (list, chosen) = match (from_indexed, to_indexed) {
        (true, true) => {
            let mut rows: BTreeMap<i64, Vec<(i64, String)>> = BTreeMap::new();
            for action in &actions {
                rows.entry(index(action.from)).or_default().push((index(action.to), named(action)));
            }
            let rows = rows.into_iter().map(|(index, actions)| (index, row(actions))).collect();
            (format!("[][]action{}", row(rows)), format!("at(at({name}, {receiver}.Index), index)"))
        }
        (true, false) => {
            let row = row(actions.iter().map(|action| (index(action.from), named(action))).collect());
            (format!("[]action{row}"), format!("at({name}, {receiver}.Index)"))
        }
        _ => {
            let row = row(actions.iter().map(|action| (index(action.to), named(action))).collect());
            (format!("[]action{row}"), format!("at({name}, index)"))
        }
    };
    lists.insert(name, list);
    chosen
}
