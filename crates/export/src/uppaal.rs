//! A model for UPPAAL.
//!
//! As in DiAlGo's translation, each node function is a template, which is instantiated with the nodes' numbers; channels are
//! arrays with counters. Locations are called after what is there, in the order of execution: `For1`, `If2`, `Send1`, `Select1`, and
//! marks by their names. Where a node only passes by, its location is committed: nobody gets in between, so a step is one of
//! `vtrace sim`. `moving` counts the nodes that are in the middle of a step; queries look at the states between steps.
//! Where nodes rest, the location is urgent, so that no run waits for ever while somebody could go on.

use std::fmt::Write;

use vtrace_sim::expression::Expression as Predicate;
use vtrace_sim::{Faults, Form, Query};

use crate::build::OutsideOfSubset;
use crate::graph::{Action, Edge, Graph, Kind, Location};
use crate::layout::Layout;
use crate::model::{Case, Expression, Model, Slot, Style, Template};
use crate::queries::{self, Words};

pub(crate) const HEAD: &str = concat!(
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n",
    "<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.6//EN' 'http://www.it.uu.se/research/group/darts/uppaal/flat-1_6.dtd'>\n",
    "<nta>\n"
);

/// Writes a model and its queries; nodes may crash as `faults` says. With a location for each place that prints, if `markers`.
pub fn write(
    model: &Model,
    queries: &[Query],
    faults: &Faults,
    markers: bool,
) -> Result<String, OutsideOfSubset> {
    let crash = faults.crash.count > 0;
    let graphs: Vec<Graph> =
        model.templates.iter().map(|template| Graph::new(&template.with_markers(true, markers))).collect();
    let mut out = String::from(HEAD);
    let _ = writeln!(out, "<declaration>{}</declaration>", escape(&declarations(model, faults)));
    let mut ids = 0;
    for (template, graph) in model.templates.iter().zip(&graphs) {
        Printer { model, template, graph, crash, waits: None }.template(&mut out, &mut ids)?;
    }
    if crash {
        crasher(model, faults, &mut out, &mut ids);
    }
    let mut system = String::new();
    for process in &model.processes {
        let mut arguments: Vec<String> = process.arguments.iter().map(i64::to_string).collect();
        if arguments.is_empty() {
            arguments.push(process.id.to_string());
        }
        let name = template_name(&model.template(process).function);
        let _ = writeln!(system, "{} = {name}({});", process.name, arguments.join(", "));
    }
    let mut names: Vec<&str> = model.processes.iter().map(|process| &*process.name).collect();
    if crash {
        system.push_str("crasher = Crasher();\n");
        names.push("crasher");
    }
    let _ = writeln!(system, "system {};", names.join(", "));
    let _ = writeln!(out, "<system>{}</system>", escape(&system));
    let _ = writeln!(out, "<queries>");
    let words = InUppaal { model, graphs: &graphs, crash };
    for query in queries {
        let formula = formula(&words, query).unwrap_or_default();
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
    Ok(out)
}

fn formula(words: &InUppaal, query: &Query) -> Option<String> {
    // A mark is passed in the middle of a step, so whoever asks for one asks for nothing else.
    let alone = |e: &Predicate| matches!(e, Predicate::Member(..) | Predicate::Call(..));
    let p = |e: &Predicate| {
        let found = queries::predicate(words.model, e, words)?;
        Some(match (found.mark, found.deadlock) {
            (true, _) if !alone(e) => return None,
            (true, _) => (found.text, "true"),
            (false, true) => {
                (format!("{} && deadlock && !{}", found.text, words.terminated()), "moving == 0")
            }
            (false, false) => (found.text, "moving == 0"),
        })
    };
    let now =
        |e: &Predicate| p(e).map(|(p, when)| if when == "true" { p } else { format!("({p} && {when})") });
    let always =
        |e: &Predicate| p(e).map(|(p, when)| if when == "true" { p } else { format!("({when} imply {p})") });
    Some(match &query.form {
        Form::Reachable(e) => format!("E<> {}", now(e)?),
        Form::Invariant(e) => match queries::negated(e) {
            Some(inner) => format!("A[] not {}", now(inner)?),
            None => format!("A[] {}", always(e)?),
        },
        Form::Inevitable(e) => format!("A<> {}", now(e)?),
        Form::Preservable(e) => format!("E[] {}", always(e)?),
        Form::LeadsTo(e, f) => format!("{} --> {}", now(e)?, now(f)?),
        Form::Ltl(..) => return None,
    })
}

struct InUppaal<'a> {
    model: &'a Model,
    graphs: &'a [Graph],
    crash: bool,
}

impl InUppaal<'_> {
    /// That a node is at one of the locations.
    fn at(&self, process: usize, is: impl Fn(&Location) -> bool) -> Option<String> {
        let process = &self.model.processes[process];
        let places = self.graphs[process.template].locations.iter().filter(|location| is(location));
        let places: Vec<String> =
            places.map(|location| format!("{}.{}", process.name, location.name)).collect();
        match &places[..] {
            [] => None,
            [only] => Some(only.clone()),
            _ => Some(format!("({})", places.join(" || "))),
        }
    }
}

impl Words for InUppaal<'_> {
    fn variable(&self, process: usize, name: &str) -> String {
        format!("{}.{}", self.model.processes[process].name, identifier(name))
    }

    fn crashed(&self, process: usize) -> String {
        match self.crash {
            true => format!("nodeCrash[{}]", self.model.processes[process].id),
            false => "false".to_string(),
        }
    }

    fn gone(&self, process: usize) -> String {
        self.at(process, |location| location.kind == Kind::End).unwrap_or_else(|| "false".to_string())
    }

    fn terminated(&self) -> String {
        let all: Vec<String> = (0..self.model.processes.len()).map(|process| self.gone(process)).collect();
        if all.iter().any(|gone| gone == "false") {
            return "ended".to_string();
        }
        format!("(ended || ({}))", all.join(" && "))
    }

    fn len(&self, channels: usize, index: &str) -> String {
        format!("{}Size[{index}]", self.model.channels[channels].name)
    }

    fn at_mark(&self, process: usize, name: &str) -> Option<String> {
        self.at(process, |location| location.mark.as_deref() == Some(name))
    }
}

fn declarations(model: &Model, faults: &Faults) -> String {
    let mut text = String::from("// Made by vtrace export.\n");
    let last = model.processes.iter().map(|process| process.id).max().unwrap_or(0);
    let nodes = model.processes.len();
    let _ = writeln!(text, "const int NODES = {};", last + 1);
    text.push_str("// Whether the program has ended, and how many nodes are in the middle of a step.\n");
    let _ = writeln!(text, "bool ended = false;\nint[0, {nodes}] moving = {nodes};");
    if faults.crash.count > 0 {
        text.push_str(
            "// Which nodes are down, and which have ended.\nbool nodeCrash[NODES];\nbool gone[NODES];\n",
        );
    }
    for channels in &model.channels {
        let (name, len) = (&channels.name, channels.len);
        match channels.capacity {
            0 => {
                let _ = writeln!(text, "chan {name}Chan[{len}];\nint {name}Var[{len}];");
            }
            capacity => {
                let _ = writeln!(text, "const int {name}Buffer = {capacity};");
                let _ = writeln!(
                    text,
                    "int {name}Var[{len}][{capacity}];\nint[0, {capacity}] {name}Size[{len}];"
                );
                let _ = writeln!(
                    text,
                    "void {name}Put(int i, int v) {{\n\t{name}Var[i][{name}Size[i]] = v;\n\t{name}Size[i]++;\n}}"
                );
                let _ = writeln!(
                    text,
                    "int {name}Take(int i) {{\n\tint v = {name}Var[i][0];\n\tint k;\n\
                     \tfor (k = 0; k < {name}Size[i] - 1; k++) {{\n\t\t{name}Var[i][k] = {name}Var[i][k + 1];\n\t}}\n\
                     \t{name}Size[i]--;\n\t{name}Var[i][{name}Size[i]] = 0;\n\treturn v;\n}}"
                );
            }
        }
    }
    text
}

/// `Worker` for `worker`: instances are called after the function, and its number.
pub(crate) fn template_name(function: &str) -> String {
    let mut letters = function.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let name = format!("{first}{}", letters.as_str());
    if name == function || name == "Crasher" { format!("{name}Node") } else { name }
}

/// A name as UPPAAL takes it.
fn identifier(name: &str) -> String {
    const WORDS: &[&str] = &[
        "A",
        "E",
        "M",
        "R",
        "U",
        "W",
        "after_update",
        "and",
        "assign",
        "before_update",
        "bool",
        "branchpoint",
        "broadcast",
        "case",
        "chan",
        "clock",
        "commit",
        "committed",
        "const",
        "control",
        "deadlock",
        "default",
        "do",
        "double",
        "dynamic",
        "else",
        "ended",
        "gone",
        "gone",
        "enum",
        "exists",
        "false",
        "for",
        "forall",
        "foreach",
        "guard",
        "hybrid",
        "if",
        "imply",
        "inf",
        "init",
        "int",
        "meta",
        "moving",
        "not",
        "numOf",
        "or",
        "priority",
        "probability",
        "process",
        "progress",
        "query",
        "rate",
        "return",
        "scalar",
        "select",
        "simulate",
        "simulation",
        "spawn",
        "state",
        "strategy",
        "string",
        "struct",
        "sum",
        "sup",
        "switch",
        "sync",
        "system",
        "trans",
        "true",
        "typedef",
        "urgent",
        "void",
        "while",
        "xor",
    ];
    if WORDS.contains(&name) { format!("{name}_") } else { name.to_string() }
}

pub(crate) struct Printer<'a> {
    pub model: &'a Model,
    pub template: &'a Template,
    pub graph: &'a Graph,
    pub crash: bool,
    /// The number of the goroutine, if it waits until it is started.
    pub waits: Option<usize>,
}

/// The labels of an edge.
#[derive(Default)]
struct Labels {
    select: Option<String>,
    guard: Vec<String>,
    synchronisation: Option<String>,
    assignment: Vec<String>,
}

impl Printer<'_> {
    fn slot(&self, slot: Slot) -> String {
        self.template.slots[slot.0].name.as_deref().map_or_else(|| format!("r{}", slot.0), identifier)
    }

    fn style<T>(&self, with: impl FnOnce(&Style) -> T) -> T {
        with(&Style {
            slot: &|slot| self.slot(slot),
            parameter: &|i| identifier(&self.template.parameters[i]),
            then: "?",
        })
    }

    fn text(&self, expression: &Expression) -> String {
        self.style(|style| expression.text(style))
    }

    /// The parameter with the node's number.
    fn number(&self) -> String {
        self.template.parameters.first().map_or_else(|| "nodePid".to_string(), |name| identifier(name))
    }

    pub(crate) fn template(&self, out: &mut String, ids: &mut usize) -> Result<(), OutsideOfSubset> {
        let Template { function, parameters, slots, .. } = self.template;
        let mut names: Vec<String> = parameters.iter().map(|name| identifier(name)).collect();
        if names.is_empty() {
            names.push(self.number());
        }
        let parameters: Vec<String> = names.iter().map(|name| format!("const int {name}")).collect();
        let mut variables = String::new();
        for (i, slot) in slots.iter().enumerate() {
            if slot.name.is_some() {
                let kind = if slot.boolean { "bool" } else { "int" };
                let _ = writeln!(variables, "{kind} {};", self.slot(Slot(i)));
            }
        }
        for slot in self.graph.places(self.template) {
            let _ = writeln!(variables, "int {}; // a value of no name", self.slot(slot));
        }
        let _ = writeln!(out, "<template>\n<name>{}</name>", template_name(function));
        let _ = writeln!(out, "<parameter>{}</parameter>", escape(&parameters.join(", ")));
        let _ = writeln!(out, "<declaration>{}</declaration>", escape(&variables));
        let first = *ids;
        *ids += self.graph.locations.len();
        let layout = Layout::new(self.graph);
        for (i, location) in self.graph.locations.iter().enumerate() {
            let (x, y) = layout.places[i];
            let kind = match location.kind {
                Kind::End | Kind::Exit | Kind::Stopped => "",
                kind if kind.rests() => "<urgent/>",
                _ => "<committed/>",
            };
            let _ = write!(out, "<location id=\"id{}\" x=\"{x}\" y=\"{y}\">", first + i);
            let _ = write!(out, "<name x=\"{}\" y=\"{}\">{}</name>", x + 12, y - 30, location.name);
            if location.line > 0 {
                let (x, y) = (x + 12, y - 47);
                let _ = write!(
                    out,
                    "<label kind=\"comments\" x=\"{x}\" y=\"{y}\">line {}</label>",
                    location.line
                );
            }
            let _ = writeln!(out, "{kind}</location>");
        }
        let idle = *ids;
        match self.waits {
            Some(_) => {
                *ids += 1;
                let _ = writeln!(
                    out,
                    "<location id=\"id{idle}\" x=\"-300\" y=\"0\"><name x=\"-288\" y=\"-30\">Idle</name></location>"
                );
                let _ = writeln!(out, "<init ref=\"id{idle}\"/>");
            }
            None => {
                let _ = writeln!(out, "<init ref=\"id{first}\"/>");
            }
        }
        if let Some(number) = self.waits {
            let begin = Labels {
                synchronisation: Some(format!("start{number}?")),
                assignment: vec![format!("running{number}++"), "moving++".to_string()],
                ..Labels::default()
            };
            transition(out, &begin, idle, first, (-280, 20), &[]);
            for (i, location) in self.graph.locations.iter().enumerate() {
                if location.kind == Kind::End {
                    let assignment = vec![format!("running{number}--")];
                    let over = Labels { guard: vec!["!ended".to_string()], assignment, ..Labels::default() };
                    let (_, y) = layout.places[i];
                    transition(out, &over, first + i, idle, (-280, y), &[(-300, y)]);
                }
            }
        }
        for (i, edge) in self.graph.edges.iter().enumerate() {
            let labels = self.labels(edge)?;
            let way = layout.way(self.graph, i);
            transition(out, &labels, first + edge.from, first + edge.to, way.label, &way.nails);
        }
        let _ = writeln!(out, "</template>");
        Ok(())
    }

    fn labels(&self, edge: &Edge) -> Result<Labels, OutsideOfSubset> {
        let (from, to) = (&self.graph.locations[edge.from], &self.graph.locations[edge.to]);
        let mut labels = Labels::default();
        match &edge.action {
            Action::Go => {}
            Action::When(condition) => labels.guard.push(self.text(condition)),
            Action::Exit => labels.assignment.push("ended = true".to_string()),
            Action::Choose(count, into) => {
                let mut constant = true;
                count.for_each_slot(&mut |_| constant = false);
                if !constant {
                    let what = format!("line {}: a random number below one that is not constant", from.line);
                    return Err(OutsideOfSubset::of_model(what));
                }
                let last = Expression::Binary("-", Box::new(count.clone()), Box::new(Expression::Int(1)));
                labels.select = Some(format!("chosen : int[0, {}]", self.text(&last.replaced(&|_| None))));
                labels.assignment.push(format!("{} = chosen", self.slot(*into)));
            }
            Action::Case(i) => self.case(&from.cases[*i], &mut labels),
            Action::Alternative(i) => {
                let alternative = &from.alternatives[*i];
                labels.guard.extend(alternative.guard.iter().cloned());
                labels.synchronisation.clone_from(&alternative.synchronisation);
                labels.assignment.extend(alternative.updates.iter().cloned());
            }
            Action::Default => labels.guard.extend(from.cases.iter().filter_map(|case| self.not_ready(case))),
        }
        labels.assignment.extend(
            edge.updates.iter().map(|(slot, value)| format!("{} = {}", self.slot(*slot), self.text(value))),
        );
        if self.crash && to.kind == Kind::End {
            labels.assignment.push(format!("gone[{}] = true", self.number()));
        }
        match (from.kind.rests(), to.kind.rests()) {
            (true, false) => labels.assignment.push("moving++".to_string()),
            (false, true) => labels.assignment.push("moving--".to_string()),
            _ => {}
        }
        if from.kind.rests() {
            labels.guard.push("!ended".to_string());
            if self.crash {
                labels.guard.push(format!("!nodeCrash[{}]", self.number()));
            }
        }
        Ok(labels)
    }

    fn case(&self, case: &Case, labels: &mut Labels) {
        let channels = &self.model.channels[case.channels];
        let (name, index) = (&channels.name, self.text(&case.index));
        match (channels.capacity, &case.send) {
            // The sender's assignments come first.
            (0, Some(value)) => {
                labels.synchronisation = Some(format!("{name}Chan[{index}]!"));
                labels.assignment.push(format!("{name}Var[{index}] = {}", self.text(value)));
            }
            (0, None) => {
                labels.synchronisation = Some(format!("{name}Chan[{index}]?"));
                if let Some(slot) = case.into {
                    labels.assignment.push(format!("{} = {name}Var[{index}]", self.slot(slot)));
                }
                labels.assignment.push(format!("{name}Var[{index}] = 0"));
            }
            (_, Some(value)) => {
                labels.guard.push(format!("{name}Size[{index}] < {name}Buffer"));
                labels.assignment.push(format!("{name}Put({index}, {})", self.text(value)));
            }
            (_, None) => {
                labels.guard.push(format!("{name}Size[{index}] > 0"));
                let take = format!("{name}Take({index})");
                labels.assignment.push(match case.into {
                    Some(slot) => format!("{} = {take}", self.slot(slot)),
                    None => take,
                });
            }
        }
    }

    /// That a case is not possible by the state of its channel; without a buffer, that is always so.
    fn not_ready(&self, case: &Case) -> Option<String> {
        let channels = &self.model.channels[case.channels];
        let size = format!("{}Size[{}]", channels.name, self.text(&case.index));
        (channels.capacity > 0).then(|| match case.send {
            Some(_) => format!("{size} == {}Buffer", channels.name),
            None => format!("{size} == 0"),
        })
    }
}

/// A template that turns nodes off and on again, so many times; at some moment that is over.
fn crasher(model: &Model, faults: &Faults, out: &mut String, ids: &mut usize) {
    let first = *ids;
    *ids += 2;
    let (crashes, recoveries) = (faults.crash.count, faults.recover);
    let on = faults.crash.on.as_deref();
    let may: Vec<String> = model
        .processes
        .iter()
        .filter(|process| on.is_some_and(|on| process.name == on || process.id.to_string() == on))
        .map(|process| format!("i == {}", process.id))
        .collect();
    let ids: Vec<String> = model.processes.iter().map(|process| format!("i == {}", process.id)).collect();
    let of = if on.is_some() { &may } else { &ids };
    let _ = writeln!(out, "<template>\n<name>Crasher</name>");
    let _ = writeln!(
        out,
        "<declaration>int[0, {crashes}] crashes = {crashes};\nint[0, {recoveries}] recoveries = {recoveries};</declaration>"
    );
    for (i, name) in ["Crashing", "Quiet"].iter().enumerate() {
        let y = i as i32 * 200;
        let _ = writeln!(
            out,
            "<location id=\"id{}\" x=\"0\" y=\"{y}\"><name x=\"12\" y=\"{}\">{name}</name></location>",
            first + i,
            y - 30
        );
    }
    let _ = writeln!(out, "<init ref=\"id{first}\"/>");
    let toggle = |guard: String, count: &str, value: bool| Labels {
        select: Some("i : int[0, NODES - 1]".to_string()),
        guard: vec![guard, format!("{count} > 0"), "!ended".to_string()],
        assignment: vec![format!("nodeCrash[i] = {value}"), format!("{count}--")],
        ..Labels::default()
    };
    let off = toggle(format!("!nodeCrash[i] && !gone[i] && ({})", of.join(" || ")), "crashes", true);
    transition(out, &off, first, first, (-420, 10), &[(-160, -60), (-160, 60)]);
    if recoveries > 0 {
        let on = toggle("nodeCrash[i]".to_string(), "recoveries", false);
        transition(out, &on, first, first, (180, 10), &[(160, -60), (160, 60)]);
    }
    transition(out, &Labels::default(), first, first + 1, (8, 100), &[]);
    let _ = writeln!(out, "</template>");
}

fn transition(
    out: &mut String,
    labels: &Labels,
    from: usize,
    to: usize,
    at: (i32, i32),
    nails: &[(i32, i32)],
) {
    let _ = write!(out, "<transition><source ref=\"id{from}\"/><target ref=\"id{to}\"/>");
    let texts = [
        ("select", labels.select.clone()),
        ("guard", (!labels.guard.is_empty()).then(|| labels.guard.join(" && "))),
        ("synchronisation", labels.synchronisation.clone()),
        ("assignment", (!labels.assignment.is_empty()).then(|| labels.assignment.join(",\n"))),
    ];
    let (x, mut y) = at;
    for (kind, text) in texts.into_iter().filter_map(|(kind, text)| Some((kind, text?))) {
        let _ = write!(out, "<label kind=\"{kind}\" x=\"{x}\" y=\"{y}\">{}</label>", escape(&text));
        y += 17 * text.lines().count() as i32;
    }
    for (x, y) in nails {
        let _ = write!(out, "<nail x=\"{x}\" y=\"{y}\"/>");
    }
    let _ = writeln!(out, "</transition>");
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
