//! A model in Promela, for Spin.
//!
//! Each node function is a process type. Its labels are the node's locations (`Send1`, `For2`), as in the other models. A step of a
//! node is an operation and what it computes by itself up to the next one. Nobody gets in between: while `turn` is not 0, only the
//! process with that number may go on. When two meet at a channel without a buffer, the one who received goes on first and
//! then gives the turn to the one who sent, so that what both do is one step, as for `vtrace sim`.
//!
//! Each query is a process or a formula of its own, which complains when it has found what the query asks for: `spin -DQ1 -a`.

use std::fmt::Write;

use vtrace_sim::{Faults, Form, Query};

use crate::graph::{Action, Edge, Graph, Kind, Location};
use crate::model::{Case, Expression, Model, Slot, Style, Template};
use crate::queries::{self, Words};

const HEAD: &str = "\
/* Made by vtrace export. A query is asked by
     spin -DQ1 -a FILE && cc -O2 -DNOREDUCE -o pan pan.c && ./pan -E        if it is a process; cc -DBFS finds a shortest run
     spin -DQ1 -a FILE && cc -O2 -DNOREDUCE -o pan pan.c && ./pan -E -a     if it is a formula
   An error means that what is looked for was found. */

";

/// Writes a model and its queries; nodes may crash as `faults` says. What Promela cannot say is listed in comments.
pub fn write(model: &Model, queries: &[Query], faults: &Faults) -> String {
    let crash = faults.crash.count > 0;
    let mut out = String::from(HEAD);
    for channels in &model.channels {
        let (name, len, capacity) = (&channels.name, channels.len, channels.capacity);
        let _ = match capacity {
            0 => writeln!(
                out,
                "chan {name}[{len}] = [0] of {{ int, byte, byte }}; /* value, sender, does not wait */"
            ),
            _ => writeln!(out, "chan {name}[{len}] = [{capacity}] of {{ int }};"),
        };
    }
    let nodes = model.processes.len();
    let _ = writeln!(out, "byte turn = 1;      /* whose turn it is; 0: anybody's */");
    let _ = writeln!(out, "bool ended = false; /* the program has, by itself */");
    let _ = writeln!(out, "bool gone[{}];       /* the nodes that have ended */", nodes + 1);
    if crash {
        let _ = writeln!(out, "bool crashed[{}];    /* the nodes that are down */", nodes + 1);
    }
    let everybody: Vec<String> = (1..=nodes).map(|i| format!("gone[{i}]")).collect();
    let _ = writeln!(out, "#define TERMINATED (ended || ({}))", everybody.join(" && "));
    out.push_str("#define DONE turn = partner; partner = 0\n");
    for (number, template) in model.templates.iter().enumerate() {
        let graph = Graph::new(&template.with_markers(false, false));
        Printer { model, template, graph: &graph, crash }.print(number, &mut out);
    }
    let questions: Vec<Option<Question>> =
        queries.iter().map(|query| Question::new(model, query, crash)).collect();
    if crash {
        crasher(model, faults, &mut out);
    }
    for (i, (query, question)) in queries.iter().zip(&questions).enumerate() {
        let number = i + 1;
        let _ = writeln!(out, "\n/* Q{number}: {} */", query.text.replace("*/", "* /"));
        let _ = match question {
            Some(Question { text, formula: false, error }) => writeln!(
                out,
                "#ifdef Q{number}\n#define MONITOR\nproctype monitor() provided (turn == 0) {{\n\
                 \tend: atomic {{ ({text}) -> assert(false) }} /* an error: the query {error} */\n}}\n#endif"
            ),
            Some(Question { text, formula: true, error }) => writeln!(
                out,
                "#ifdef Q{number}\nltl q{number} {{ {text} }} /* an error: the query {error} */\n#endif"
            ),
            None => writeln!(out, "/* not translated: it speaks of something that the model has not */"),
        };
    }
    // The numbers of processes are given in this order, and init has 0.
    let _ = writeln!(out, "\ninit {{\n\tatomic {{");
    for process in &model.processes {
        let arguments: Vec<String> = process.arguments.iter().map(i64::to_string).collect();
        let _ = writeln!(out, "\t\trun {}({});", model.template(process).function, arguments.join(", "));
    }
    if crash {
        let _ = writeln!(out, "\t\trun crasher();");
    }
    out.push_str("#ifdef MONITOR\n\t\trun monitor()\n#endif\n\t}\n}\n");
    out
}

/// What is asked about the model.
struct Question {
    text: String,
    /// Whether it is a temporal formula, and no predicate to be found.
    formula: bool,
    /// What it means if Spin has found an error.
    error: &'static str,
}

impl Question {
    fn new(model: &Model, query: &Query, crash: bool) -> Option<Question> {
        let words = InPromela { model, crash };
        let predicate = |e| queries::predicate(model, e, &words);
        let stuck = |p: queries::Predicate| format!("timeout && !TERMINATED && ({})", p.text);
        // Where somebody is in the middle of a step, nothing holds.
        let resting =
            |e| predicate(e).filter(|p| !p.deadlock).map(|p| format!("(turn == 0 && ({}))", p.text));
        let (text, formula, error) = match &query.form {
            Form::Reachable(e) => match predicate(e)? {
                p if p.deadlock => (stuck(p), false, "holds"),
                p => (p.text, false, "holds"),
            },
            Form::Invariant(e) => match predicate(e) {
                Some(p) if !p.deadlock => (format!("!({})", p.text), false, "is violated"),
                // Deadlocks can only be looked for: A[] !deadlock.
                _ => {
                    let found = predicate(queries::negated(e)?).filter(|p| p.deadlock)?;
                    (stuck(found), false, "is violated")
                }
            },
            Form::Inevitable(e) => (format!("<> {}", resting(e)?), true, "is violated"),
            Form::Preservable(e) => {
                let p = predicate(e).filter(|p| !p.deadlock)?;
                (format!("<> (turn == 0 && !({}))", p.text), true, "holds")
            }
            Form::LeadsTo(e, f) => {
                (format!("[] ({} -> <> {})", resting(e)?, resting(f)?), true, "is violated")
            }
            Form::Ltl(..) => return None,
        };
        Some(Question { text, formula, error })
    }
}

struct InPromela<'a> {
    model: &'a Model,
    crash: bool,
}

impl Words for InPromela<'_> {
    fn variable(&self, process: usize, name: &str) -> String {
        format!("{}.{}", self.model.processes[process].name, identifier(name))
    }

    fn crashed(&self, process: usize) -> String {
        if self.crash { format!("crashed[{}]", process + 1) } else { "false".to_string() }
    }

    fn gone(&self, process: usize) -> String {
        format!("gone[{}]", process + 1)
    }

    fn terminated(&self) -> String {
        "TERMINATED".to_string()
    }

    fn len(&self, channels: usize, index: &str) -> String {
        format!("len({}[{index}])", self.model.channels[channels].name)
    }

    fn at_mark(&self, _: usize, _: &str) -> Option<String> {
        None
    }
}

/// Nodes crash, and come back, so many times; at some moment that is over.
fn crasher(model: &Model, faults: &Faults, out: &mut String) {
    let on = faults.crash.on.as_deref();
    let _ = writeln!(out, "\nproctype crasher() provided (turn == 0 && !ended) {{");
    let _ = writeln!(out, "\tbyte crashes = {}, recoveries = {};", faults.crash.count, faults.recover);
    let _ = writeln!(out, "\tend: do");
    for (i, process) in model.processes.iter().enumerate() {
        let number = i + 1;
        if on.is_none_or(|on| process.name == on || process.id.to_string() == on) {
            let _ = writeln!(
                out,
                "\t:: atomic {{ crashes > 0 && !crashed[{number}] && !gone[{number}] -> crashed[{number}] = true; crashes-- }}"
            );
        }
        if faults.recover > 0 {
            let _ = writeln!(
                out,
                "\t:: atomic {{ recoveries > 0 && crashed[{number}] -> crashed[{number}] = false; recoveries-- }}"
            );
        }
    }
    let _ = writeln!(out, "\t:: atomic {{ crashes = 0; recoveries = 0; break }}\n\tod\n}}");
}

/// A name as Promela takes it.
fn identifier(name: &str) -> String {
    const WORDS: &[&str] = &[
        "active",
        "assert",
        "atomic",
        "bit",
        "bool",
        "break",
        "byte",
        "chan",
        "cond_expr",
        "d_step",
        "d_proctype",
        "do",
        "else",
        "empty",
        "enabled",
        "end",
        "eval",
        "false",
        "fi",
        "for",
        "full",
        "get_p",
        "get_priority",
        "goto",
        "hidden",
        "if",
        "in",
        "init",
        "inline",
        "int",
        "len",
        "ltl",
        "mtype",
        "nempty",
        "never",
        "nfull",
        "notrace",
        "np_",
        "od",
        "of",
        "pc_value",
        "pid",
        "printf",
        "printm",
        "priority",
        "proctype",
        "provided",
        "return",
        "run",
        "select",
        "set_p",
        "set_priority",
        "short",
        "show",
        "skip",
        "timeout",
        "trace",
        "true",
        "typedef",
        "unless",
        "unsigned",
        "xr",
        "xs",
    ];
    if WORDS.contains(&name) { format!("{name}_") } else { name.to_string() }
}

struct Printer<'a> {
    model: &'a Model,
    template: &'a Template,
    graph: &'a Graph,
    crash: bool,
}

impl Printer<'_> {
    fn slot(&self, slot: Slot) -> String {
        match &self.template.slots[slot.0].name {
            Some(name) => format!("my.{}", identifier(name)),
            None => format!("r{}", slot.0),
        }
    }

    fn text(&self, expression: &Expression) -> String {
        expression.text(&Style {
            slot: &|slot| self.slot(slot),
            parameter: &|i| identifier(&self.template.parameters[i]),
            then: "->",
        })
    }

    fn print(&self, number: usize, out: &mut String) {
        let Template { function, parameters, slots, .. } = self.template;
        let nodes = self.model.processes.len();
        let kind = |boolean: bool| if boolean { "bool" } else { "int" };
        out.push('\n');
        let named: Vec<String> = slots
            .iter()
            .filter_map(|slot| Some(format!("{} {}", kind(slot.boolean), identifier(slot.name.as_ref()?))))
            .collect();
        if !named.is_empty() {
            let _ = writeln!(out, "typedef {function}_variables {{ {} }}", named.join("; "));
            let _ = writeln!(out, "{function}_variables {function}_all[{}];", nodes + 1);
            for (i, process) in self.model.processes.iter().enumerate() {
                if process.template == number {
                    let _ = writeln!(out, "#define {} {function}_all[{}]", process.name, i + 1);
                }
            }
            let _ = writeln!(out, "#define my {function}_all[_pid]");
        }
        let parameters: Vec<String> =
            parameters.iter().map(|parameter| format!("int {}", identifier(parameter))).collect();
        let up = if self.crash { " && !crashed[_pid]" } else { "" };
        let _ = writeln!(
            out,
            "proctype {function}({}) provided (!ended{up} && (turn == 0 || turn == _pid)) {{",
            parameters.join("; ")
        );
        let _ =
            writeln!(out, "\tbyte partner = (_pid < {nodes} -> _pid + 1 : 0); /* whose turn it is next */");
        for slot in self.graph.places(self.template) {
            let _ = writeln!(out, "\tint {};", self.slot(slot));
        }
        let mut last = Vec::new();
        for (i, location) in self.graph.locations.iter().enumerate() {
            match location.kind {
                Kind::End => last.push(location),
                _ => self.location(i, location, out),
            }
        }
        for location in last {
            let _ = writeln!(out, "{}:\tskip", location.name);
        }
        let _ = writeln!(out, "}}");
        if !named.is_empty() {
            out.push_str("#undef my\n");
        }
    }

    fn location(&self, number: usize, location: &Location, out: &mut String) {
        let line = if location.line > 0 { format!(" /* line {} */", location.line) } else { String::new() };
        let _ = writeln!(out, "{}:{line}\n\tif", location.name);
        for edge in self.graph.edges.iter().filter(|edge| edge.from == number) {
            for first in self.actions(location, edge) {
                let _ = writeln!(out, "\t:: atomic {{ {first} -> {} }}", self.rest(location, edge));
            }
        }
        let _ = writeln!(out, "\tfi;");
    }

    /// How an edge begins; two ways if it may receive from those who wait and from those who don't.
    fn actions(&self, location: &Location, edge: &Edge) -> Vec<String> {
        let one = match &edge.action {
            Action::Go | Action::Choose(..) | Action::Exit | Action::Alternative(_) => "true".to_string(),
            Action::When(condition) => self.text(condition),
            Action::Default => {
                let guards: Vec<String> = location
                    .cases
                    .iter()
                    .filter_map(|case| self.ready(case))
                    .map(|x| format!("!{x}"))
                    .collect();
                if guards.is_empty() { "true".to_string() } else { guards.join(" && ") }
            }
            Action::Case(i) => {
                let case = &location.cases[*i];
                let channels = &self.model.channels[case.channels];
                let channel = format!("{}[{}]", channels.name, self.text(&case.index));
                let into = case.into.map_or("_".to_string(), |slot| self.slot(slot));
                let impatient = self.impatient(location);
                match (&case.send, channels.capacity) {
                    (Some(value), 0) => {
                        let value = self.text(value);
                        format!("{channel}!{value},_pid,{}", impatient.unwrap_or_else(|| "0".to_string()))
                    }
                    (Some(value), _) => format!("{channel}!{}", self.text(value)),
                    (None, 0) => match impatient.as_deref() {
                        None => format!("{channel}?{into},partner,_"),
                        Some("1") => format!("{channel}?{into},partner,0"),
                        Some(sometimes) => {
                            let waits = format!("{channel}?{into},partner,0");
                            return vec![
                                waits,
                                format!("{channel}?{into},partner,eval(({sometimes} -> 2 : 1))"),
                            ];
                        }
                    },
                    (None, _) => format!("{channel}?{into}"),
                }
            }
        };
        vec![one]
    }

    /// What follows the first action.
    fn rest(&self, location: &Location, edge: &Edge) -> String {
        let target = &self.graph.locations[edge.to];
        let mut parts = Vec::new();
        if let Action::Exit = edge.action {
            return "ended = true".to_string();
        }
        if location.kind.rests() && !target.kind.rests() {
            parts.push("turn = _pid".to_string());
        }
        if let Action::Choose(count, into) = &edge.action {
            let into = self.slot(*into);
            parts
                .push(format!("{into} = 0; do :: {into} < {} - 1 -> {into}++ :: break od", self.text(count)));
        }
        parts.extend(
            edge.updates.iter().map(|(slot, value)| format!("{} = {}", self.slot(*slot), self.text(value))),
        );
        if target.kind == Kind::End {
            parts.push("gone[_pid] = true".to_string());
        }
        if target.kind.rests() {
            parts.push("DONE".to_string());
        }
        parts.push(format!("goto {}", target.name));
        parts.join("; ")
    }

    /// That a case is possible by the state of its channel. Without a buffer, that is never so.
    fn ready(&self, case: &Case) -> Option<String> {
        let channels = &self.model.channels[case.channels];
        let channel = format!("{}[{}]", channels.name, self.text(&case.index));
        (channels.capacity > 0).then(|| match case.send {
            Some(_) => format!("(len({channel}) < {})", channels.capacity),
            None => format!("(len({channel}) > 0)"),
        })
    }

    /// When a node does not wait here for somebody to come: two of which neither waits never meet. None: it always waits.
    fn impatient(&self, location: &Location) -> Option<String> {
        if location.default {
            return Some("1".to_string());
        }
        let ready: Vec<String> = location.cases.iter().filter_map(|case| self.ready(case)).collect();
        (!ready.is_empty()).then(|| format!("({})", ready.join(" || ")))
    }
}
