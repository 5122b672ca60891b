//! A model for UPPAAL.
//!
//! As in DiAlGo's translation, each node function is a template, which is instantiated with the node's number; channels are
//! arrays with counters. Its locations are the node's operations (`Send1`, `Select2`, in the order of the source). What a node does
//! between two of them is a function of the template, called on the edge; the location that follows is chosen at a committed
//! one. With a crasher, every operation waits while its node is down.

use std::fmt::Write;

use vtrace_sim::{Form, Query};

use crate::model::{Case, Expression, Instruction, Model, Operation, Process, Slot};
use crate::queries;

/// Distances between locations, for the editor.
const STEP_X: i32 = 340;
const STEP_Y: i32 = 170;

/// Writes a model and its queries; with a template that lets nodes crash, if `crash`.
pub fn write(model: &Model, queries: &[Query], crash: bool) -> String {
    let mut out = String::from(concat!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n",
        "<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.6//EN' 'http://www.it.uu.se/research/group/darts/uppaal/flat-1_6.dtd'>\n",
        "<nta>\n"
    ));
    let _ = writeln!(out, "<declaration>{}</declaration>", escape(&declarations(model, crash)));
    let mut ids = 0;
    for process in &model.processes {
        Printer { model, process, crash, live: process.live() }.template(&mut out, &mut ids);
    }
    if crash {
        crasher(model, &mut out, &mut ids);
    }
    let mut system = String::new();
    for process in &model.processes {
        let _ = writeln!(system, "{} = T_{}({});", process.name, process.name, process.id);
    }
    let mut names: Vec<&str> = model.processes.iter().map(|process| &*process.name).collect();
    if crash {
        system.push_str("crasher = Crasher();\n");
        names.push("crasher");
    }
    let _ = writeln!(system, "system {};", names.join(", "));
    let _ = writeln!(out, "<system>{}</system>", escape(&system));
    let _ = writeln!(out, "<queries>");
    for query in queries {
        let formula = formula(model, query).unwrap_or_default();
        let comment =
            if formula.is_empty() { format!("not translated: {}", query.text) } else { query.text.clone() };
        let _ = writeln!(
            out,
            "<query><formula>{}</formula><comment>{}</comment></query>",
            escape(&formula),
            escape(&comment)
        );
    }
    out.push_str("</queries>\n</nta>\n");
    out
}

fn formula(model: &Model, query: &Query) -> Option<String> {
    let naming = |node: &str, variable: &str| format!("{node}.{variable}");
    let p = |expression| {
        let predicate = queries::predicate(model, expression, &naming)?;
        Some(if predicate.deadlock { format!("({}) && deadlock", predicate.text) } else { predicate.text })
    };
    Some(match &query.form {
        Form::Reachable(e) => format!("E<> {}", p(e)?),
        Form::Invariant(e) => format!("A[] {}", p(e)?),
        Form::Inevitable(e) => format!("A<> {}", p(e)?),
        Form::Preservable(e) => format!("E[] {}", p(e)?),
        Form::LeadsTo(e, f) => format!("({}) --> ({})", p(e)?, p(f)?),
        Form::Ltl(..) => return None,
    })
}

fn declarations(model: &Model, crash: bool) -> String {
    let mut text = String::from("// Made by vtrace export.\n");
    let last = model.processes.iter().map(|process| process.id).max().unwrap_or(0);
    let _ = writeln!(text, "const int NODES = {};", last + 1);
    text.push_str("bool ended = false;\n");
    if crash {
        text.push_str("bool nodeCrash[NODES];\n");
    }
    for channels in &model.channels {
        let (name, len) = (&channels.name, channels.len);
        match channels.capacity {
            0 => {
                let _ = writeln!(text, "chan {name}Chan[{len}];\nint {name}Var[{len}];");
            }
            capacity => {
                let _ = writeln!(text, "const int {name}Buffer = {capacity};");
                let _ =
                    writeln!(text, "int {name}Var[{len}][{capacity}];\nint[0,{capacity}] {name}Size[{len}];");
                let _ = writeln!(
                    text,
                    "void {name}Put(int i, int v) {{ {name}Var[i][{name}Size[i]] = v; {name}Size[i]++; }}"
                );
                let _ = writeln!(
                    text,
                    "int {name}Take(int i) {{\n\tint v = {name}Var[i][0];\n\tint k;\n\
                     \tfor (k = 0; k < {name}Size[i] - 1; k++) {name}Var[i][k] = {name}Var[i][k + 1];\n\
                     \t{name}Size[i]--;\n\t{name}Var[i][{name}Size[i]] = 0;\n\treturn v;\n}}"
                );
            }
        }
    }
    text
}

struct Printer<'a> {
    model: &'a Model,
    process: &'a Process,
    crash: bool,
    live: Vec<Vec<bool>>,
}

/// An edge of a template.
struct Edge {
    from: String,
    to: String,
    select: Option<String>,
    guard: Vec<String>,
    synchronisation: Option<String>,
    assignment: Vec<String>,
}

impl Printer<'_> {
    fn slot(&self, slot: Slot) -> String {
        self.process.slots[slot.0].clone().unwrap_or_else(|| format!("r{}", slot.0))
    }

    fn text(&self, expression: &Expression) -> String {
        expression.text(&|slot| self.slot(slot))
    }

    fn template(&self, out: &mut String, ids: &mut usize) {
        let process = self.process;
        let points = process.points();
        let mut edges = Vec::new();
        let mut starts = vec![(String::from("Start"), 0)];
        edges.push(self.edge("Start", "StartNext", vec![], vec!["next = from0()".to_string()]));
        for &point in &points {
            self.edges_of(point, &mut edges, &mut starts);
        }
        // From where the node computes, it goes to where that ends.
        let mut committed = vec![String::from("StartNext")];
        for &point in &points {
            let name = format!("{}Next", process.point_name(point));
            if edges.iter().any(|edge| edge.to == name) {
                committed.push(name);
            }
        }
        for name in &committed {
            for &point in &points {
                edges.push(Edge {
                    guard: vec![format!("next == {point}")],
                    assignment: vec!["next = 0".to_string()],
                    ..self.plain(name, &process.point_name(point))
                });
            }
        }
        let mut locations = vec![String::from("Start")];
        locations.extend(points.iter().map(|&point| process.point_name(point)));
        locations.extend(committed.iter().cloned());

        let _ = writeln!(
            out,
            "<template>\n<name>T_{}</name>\n<parameter>const int nodePid</parameter>",
            process.name
        );
        let _ = writeln!(out, "<declaration>{}</declaration>", escape(&self.functions(&starts)));
        let first = *ids;
        for (place, name) in locations.iter().enumerate() {
            let is_committed = committed.contains(name);
            let (x, y) = spot(place, locations.len());
            let _ = writeln!(
                out,
                "<location id=\"id{}\" x=\"{x}\" y=\"{y}\"><name x=\"{}\" y=\"{}\">{name}</name>{}</location>",
                first + place,
                x + 12,
                y - 30,
                if is_committed { "<committed/>" } else { "" }
            );
        }
        *ids += locations.len();
        let _ = writeln!(out, "<init ref=\"id{first}\"/>");
        let place = |name: &String| locations.iter().position(|other| other == name).unwrap_or(0);
        for edge in &edges {
            transition(out, edge, first, place(&edge.from), place(&edge.to), locations.len());
        }
        let _ = writeln!(out, "</template>");
    }

    fn plain(&self, from: &str, to: &str) -> Edge {
        let (from, to) = (from.to_string(), to.to_string());
        Edge { from, to, select: None, guard: Vec::new(), synchronisation: None, assignment: Vec::new() }
    }

    /// An edge that waits while the program has ended or the node is down.
    fn edge(&self, from: &str, to: &str, mut guard: Vec<String>, assignment: Vec<String>) -> Edge {
        guard.push("!ended".to_string());
        if self.crash {
            guard.push("!nodeCrash[nodePid]".to_string());
        }
        Edge { guard, assignment, ..self.plain(from, to) }
    }

    fn edges_of(&self, point: usize, edges: &mut Vec<Edge>, starts: &mut Vec<(String, usize)>) {
        let Instruction::Operation { operation, .. } = &self.process.code[point] else { return };
        let name = self.process.point_name(point);
        let next_location = format!("{name}Next");
        let go_on = |next: usize, starts: &mut Vec<(String, usize)>| {
            if !starts.iter().any(|(_, start)| *start == next) {
                starts.push((name.clone(), next));
            }
            format!("next = from{next}()")
        };
        match operation {
            Operation::End => {}
            Operation::Exit => {
                edges.push(self.edge(&name, &name, vec![], vec!["ended = true".to_string()]));
            }
            Operation::Choose { count, into, next } => {
                let count = self.text(count);
                let mut edge = self.edge(
                    &name,
                    &next_location,
                    vec![],
                    vec![format!("{} = chosen", self.slot(*into)), go_on(*next, starts)],
                );
                edge.select = Some(format!("chosen : int[0, {count} - 1]"));
                edges.push(edge);
            }
            Operation::Select { cases, default, .. } => {
                for case in cases {
                    let assignment = go_on(case.next, starts);
                    edges.push(self.case(&name, &next_location, case, assignment));
                }
                if let Some(default) = default {
                    let guards = cases.iter().filter_map(|case| self.not_ready(case)).collect();
                    let assignment = vec![go_on(*default, starts)];
                    edges.push(self.edge(&name, &next_location, guards, assignment));
                }
            }
        }
    }

    fn case(&self, from: &str, to: &str, case: &Case, go_on: String) -> Edge {
        let channels = &self.model.channels[case.channels];
        let (name, index) = (&channels.name, self.text(&case.index));
        let mut edge = match (channels.capacity, &case.send) {
            // The sender's assignments come first.
            (0, Some(value)) => {
                self.edge(from, to, vec![], vec![format!("{name}Var[{index}] = {}", self.text(value))])
            }
            (0, None) => {
                let taken = case.into.map(|slot| format!("{} = {name}Var[{index}]", self.slot(slot)));
                let mut assignment: Vec<String> = taken.into_iter().collect();
                assignment.push(format!("{name}Var[{index}] = 0"));
                self.edge(from, to, vec![], assignment)
            }
            (_, Some(value)) => self.edge(
                from,
                to,
                vec![format!("{name}Size[{index}] < {name}Buffer")],
                vec![format!("{name}Put({index}, {})", self.text(value))],
            ),
            (_, None) => {
                let take = format!("{name}Take({index})");
                let taken = case.into.map_or(take.clone(), |slot| format!("{} = {take}", self.slot(slot)));
                self.edge(from, to, vec![format!("{name}Size[{index}] > 0")], vec![taken])
            }
        };
        if channels.capacity == 0 {
            let sign = if case.send.is_some() { "!" } else { "?" };
            edge.synchronisation = Some(format!("{name}Chan[{index}]{sign}"));
        }
        edge.assignment.push(go_on);
        edge
    }

    fn not_ready(&self, case: &Case) -> Option<String> {
        let channels = &self.model.channels[case.channels];
        let size = format!("{}Size[{}]", channels.name, self.text(&case.index));
        (channels.capacity > 0).then(|| match case.send {
            Some(_) => format!("{size} == {}Buffer", channels.name),
            None => format!("{size} == 0"),
        })
    }

    /// The variables, and for each place from which the node goes on, a function that computes up to its next operation.
    fn functions(&self, starts: &[(String, usize)]) -> String {
        let mut text = String::from("int next = 0;\n");
        for slot in 0..self.process.slots.len() {
            let _ = writeln!(text, "int {} = 0;", self.slot(Slot(slot)));
        }
        let mut leaders = Vec::new();
        for instruction in &self.process.code {
            match instruction {
                Instruction::Jump(to) => leaders.push(*to),
                Instruction::Branch(_, yes, no) => leaders.extend([*yes, *no]),
                _ => {}
            }
        }
        for (_, start) in starts {
            let _ = writeln!(text, "int from{start}() {{\n\tint at = {start};\n\twhile (true) {{");
            let mut pending = vec![*start];
            let mut done: Vec<usize> = Vec::new();
            while let Some(begin) = pending.pop() {
                if done.contains(&begin) {
                    continue;
                }
                let _ = writeln!(text, "\t\tif (at == {begin}) {{");
                done.push(begin);
                let mut at = begin;
                loop {
                    match &self.process.code[at] {
                        Instruction::Assign(slot, value) => {
                            let _ = writeln!(text, "\t\t\t{} = {};", self.slot(*slot), self.text(value));
                            at += 1;
                            if leaders.contains(&at) {
                                let _ = writeln!(text, "\t\t\tat = {at};");
                                pending.push(at);
                                break;
                            }
                        }
                        Instruction::Jump(to) => {
                            let _ = writeln!(text, "\t\t\tat = {to};");
                            pending.push(*to);
                            break;
                        }
                        Instruction::Branch(condition, yes, no) => {
                            let _ = writeln!(text, "\t\t\tat = ({}) ? {yes} : {no};", self.text(condition));
                            pending.extend([*yes, *no]);
                            break;
                        }
                        Instruction::Operation { .. } => {
                            let dead = (0..self.process.slots.len())
                                .filter(|&slot| self.process.slots[slot].is_none() && !self.live[at][slot]);
                            for slot in dead {
                                let _ = writeln!(text, "\t\t\tr{slot} = 0;");
                            }
                            let _ = writeln!(text, "\t\t\treturn {at};");
                            break;
                        }
                    }
                }
                let _ = writeln!(text, "\t\t}}");
            }
            let _ = writeln!(text, "\t}}\n\treturn 0;\n}}");
        }
        text
    }
}

/// A template that lets nodes crash, and come back.
fn crasher(model: &Model, out: &mut String, ids: &mut usize) {
    let _ = model;
    let first = *ids;
    *ids += 1;
    let _ = writeln!(out, "<template>\n<name>Crasher</name>");
    let _ = writeln!(
        out,
        "<location id=\"id{first}\" x=\"0\" y=\"0\"><name x=\"12\" y=\"-30\">Crasher</name></location>"
    );
    let _ = writeln!(out, "<init ref=\"id{first}\"/>");
    for (x, guard, value) in [(-200, "!nodeCrash[i]", "true"), (200, "nodeCrash[i]", "false")] {
        let edge = Edge {
            from: String::new(),
            to: String::new(),
            select: Some("i : int[0, NODES - 1]".to_string()),
            guard: vec![guard.to_string()],
            synchronisation: None,
            assignment: vec![format!("nodeCrash[i] = {value}")],
        };
        labelled(out, &edge, first, first, (x, 60), &[(x, 100), (x, -100)]);
    }
    let _ = writeln!(out, "</template>");
}

/// Where a location stands: the operations in rows, what follows them beside.
fn spot(place: usize, count: usize) -> (i32, i32) {
    let columns = (count as f64).sqrt().ceil().max(1.0) as usize;
    ((place % columns) as i32 * STEP_X, (place / columns) as i32 * STEP_Y)
}

fn transition(out: &mut String, edge: &Edge, first: usize, from: usize, to: usize, count: usize) {
    let ((x1, y1), (x2, y2)) = (spot(from, count), spot(to, count));
    let middle = ((x1 + x2) / 2 + 8, (y1 + y2) / 2 + 8);
    let nails: &[(i32, i32)] = if from == to { &[(x1 + 60, y1 + 60), (x1 - 60, y1 + 60)] } else { &[] };
    labelled(out, edge, first + from, first + to, middle, nails);
}

fn labelled(out: &mut String, edge: &Edge, from: usize, to: usize, (x, y): (i32, i32), nails: &[(i32, i32)]) {
    let _ = write!(out, "<transition><source ref=\"id{from}\"/><target ref=\"id{to}\"/>");
    let labels = [
        ("select", edge.select.clone()),
        ("guard", (!edge.guard.is_empty()).then(|| edge.guard.join(" && "))),
        ("synchronisation", edge.synchronisation.clone()),
        ("assignment", (!edge.assignment.is_empty()).then(|| edge.assignment.join(", "))),
    ];
    for (row, (kind, text)) in labels.into_iter().filter_map(|(kind, text)| Some((kind, text?))).enumerate() {
        let y = y + 17 * row as i32;
        let _ = write!(out, "<label kind=\"{kind}\" x=\"{x}\" y=\"{y}\">{}</label>", escape(&text));
    }
    for (x, y) in nails {
        let _ = write!(out, "<nail x=\"{x}\" y=\"{y}\"/>");
    }
    let _ = writeln!(out, "</transition>");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
