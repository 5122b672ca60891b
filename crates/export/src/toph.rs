//! A program's control flow as a model for UPPAAL, with Toph's queries: that no goroutine panics, that channels, locks and wait groups
//! are used as they should be, that nobody waits for one of them for ever, that marks are reached, and that the model's own bounds
//! suffice.

use std::fmt::Write;

use crate::abstraction::{Abstraction, Process, ResourceKind};
use crate::build::OutsideOfSubset;
use crate::graph::{Graph, Kind};
use crate::model::Model;
use crate::uppaal::{HEAD, Printer, escape, template_name};

/// Writes the model and its queries.
pub fn write(abstraction: &Abstraction) -> Result<String, OutsideOfSubset> {
    let Abstraction { resources, processes, .. } = abstraction;
    let graphs: Vec<Graph> =
        processes.iter().map(|process| Graph::new(&process.template.with_markers(true, false))).collect();
    let mut out = String::from(HEAD);
    let _ = writeln!(out, "<declaration>{}</declaration>", escape(&declarations(abstraction)));
    let (mut ids, model) = (0, Model { channels: Vec::new(), templates: Vec::new(), processes: Vec::new() });
    for (number, (process, graph)) in processes.iter().zip(&graphs).enumerate() {
        let waits = (number > 0).then_some(number);
        Printer { model: &model, template: &process.template, graph, crash: false, waits }
            .template(&mut out, &mut ids)?;
    }
    let mut system = String::new();
    let mut names = Vec::new();
    for process in processes {
        for (instance, name) in instances(process).into_iter().enumerate() {
            let template = template_name(&process.template.function);
            let _ = writeln!(system, "// {}\n{name} = {template}({instance});", process.place);
            names.push(name);
        }
    }
    let _ = writeln!(system, "system {};", names.join(", "));
    let _ = writeln!(out, "<system>{}</system>\n<queries>", escape(&system));
    let mut query = |formula: String, comment: String| {
        let (formula, comment) = (escape(&formula), escape(&comment));
        let _ = writeln!(out, "<query><formula>{formula}</formula><comment>{comment}</comment></query>");
    };
    query("A[] not panicked".to_string(), "no goroutine panics".to_string());
    query(
        "A[] not (deadlock && !ended)".to_string(),
        "somebody can always go on until main ends".to_string(),
    );
    for (number, resource) in resources.iter().enumerate() {
        let (name, place) = (&resource.name, &resource.place);
        let (of, safe) = match resource.kind {
            ResourceKind::Channel => ("the channel", "nothing is sent on it or closed when it is closed"),
            ResourceKind::Lock => ("the lock", "it is only unlocked when it is locked"),
            ResourceKind::WaitGroup => ("the wait group", "its counter never becomes negative"),
            ResourceKind::Once => ("the once", ""),
        };
        if !safe.is_empty() {
            query(format!("A[] not {name}_misused"), format!("{of} of {place}: {safe}"));
        }
        let waiting = places(processes, &graphs, |location| location.resources.contains(&number));
        if !waiting.is_empty() {
            let formula = format!("A[] not (deadlock && !ended && ({}))", waiting.join(" || "));
            query(formula, format!("{of} of {place}: nobody waits for it for ever"));
        }
    }
    for (process, graph) in processes.iter().zip(&graphs) {
        for location in graph.locations.iter().filter(|location| location.kind == Kind::Marker) {
            let Some(mark) = &location.mark else { continue };
            let at: Vec<String> =
                instances(process).iter().map(|instance| format!("{instance}.{}", location.name)).collect();
            let at = at.join(" || ");
            match &**mark {
                "unreachable" => {
                    query(format!("A[] not ({at})"), format!("line {} is never reached", location.line))
                }
                _ => query(format!("E<> {at}"), format!("line {} can be reached: {mark}", location.line)),
            }
        }
    }
    query("A[] not bounded".to_string(), "there are never more goroutines than the model has".to_string());
    out.push_str("</queries>\n</nta>\n");
    Ok(out)
}

/// The names of a goroutine's instances.
fn instances(process: &Process) -> Vec<String> {
    let function = &process.template.function;
    (0..process.instances).map(|instance| format!("{function}_{instance}")).collect()
}

/// Where instances stand at locations like this.
fn places(
    processes: &[Process],
    graphs: &[Graph],
    is: impl Fn(&crate::graph::Location) -> bool,
) -> Vec<String> {
    let mut places = Vec::new();
    for (process, graph) in processes.iter().zip(graphs) {
        for location in graph.locations.iter().filter(|location| is(location)) {
            places.extend(instances(process).iter().map(|instance| format!("{instance}.{}", location.name)));
        }
    }
    places
}

fn declarations(abstraction: &Abstraction) -> String {
    let mut text = String::from("// Made by vtrace export --abstract: control flow only. Not in it:\n");
    for note in &abstraction.notes {
        let _ = writeln!(text, "// {}", note.replace('\n', " "));
    }
    let count: usize = abstraction.processes.iter().map(|process| process.instances).sum();
    let _ = writeln!(text, "bool ended = false;\nbool panicked = false;\nbool bounded = false;");
    let _ = writeln!(text, "int[0, {count}] moving = 1;");
    for (number, process) in abstraction.processes.iter().enumerate().skip(1) {
        let _ = writeln!(text, "chan start{number};\nint[0, {}] running{number};", process.instances);
    }
    for resource in &abstraction.resources {
        let (name, place) = (&resource.name, &resource.place);
        let _ = writeln!(text, "// {place}");
        let _ = match resource.kind {
            ResourceKind::Channel => writeln!(
                text,
                "chan {name}_sync;\nint[0, {}] {name}_count;\nbool {name}_closed;\nbool {name}_misused;",
                resource.capacity
            ),
            ResourceKind::Lock => {
                writeln!(text, "bool {name}_locked;\nint[0, {count}] {name}_readers;\nbool {name}_misused;")
            }
            ResourceKind::WaitGroup => writeln!(text, "int {name}_count;\nbool {name}_misused;"),
            ResourceKind::Once => writeln!(text, "int[0, 2] {name}_state;"),
        };
    }
    text
}
