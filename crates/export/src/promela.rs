//! A model in Promela, for Spin.
//!
//! A process stands at one of its operations; which, is in its variable `pc`. A step is one option of its loop: the operation,
//! then what the node does by itself up to the next one, all in one atomic sequence. Each query becomes a process of its own
//! that complains when it has found what the query asks for: `spin -DQ1 -a`, then `pan -E` finds an assertion violated.

use std::fmt::Write;

use vtrace_sim::{Form, Query};

use crate::model::{Case, Expression, Instruction, Model, Operation, Process, Slot};
use crate::queries;

/// Writes a model and its queries. Those that Promela cannot say are listed in comments.
pub fn write(model: &Model, queries: &[Query]) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "/* Made by vtrace export. A query is asked by: spin -DQ1 -a FILE && cc -O2 -o pan pan.c && ./pan -E"
    );
    let _ = writeln!(out, "   \"assertion violated\" means that what is looked for was found. */\n");
    for channels in &model.channels {
        let (name, len, capacity) = (&channels.name, channels.len, channels.capacity);
        let _ = writeln!(out, "chan {name}[{len}] = [{capacity}] of {{ int }};");
    }
    let _ = writeln!(out, "bool ended = false;");
    // Nobody interrupts a node while it computes: one set of scratch variables is enough for all, and is no part of a state.
    let scratch = model.processes.iter().map(|process| process.slots.len()).max().unwrap_or(0);
    for i in 0..scratch {
        let _ = writeln!(out, "hidden int t{i};");
    }
    for process in &model.processes {
        for name in process.slots.iter().flatten() {
            let _ = writeln!(out, "int {}_{name};", process.name);
        }
    }
    for process in &model.processes {
        Printer::new(model, process).print(&mut out);
    }
    for (number, query) in queries.iter().enumerate() {
        monitor(model, number + 1, query, &mut out);
    }
    out
}

fn monitor(model: &Model, number: usize, query: &Query, out: &mut String) {
    let _ = writeln!(out, "\n/* Q{number}: {} */", query.text);
    let (expression, negate, meaning) = match &query.form {
        Form::Reachable(p) => (p, false, "holds"),
        Form::Invariant(p) => (p, true, "is violated"),
        _ => {
            let _ = writeln!(out, "/* not translated: it is about runs, and not about states */");
            return;
        }
    };
    let naming = |node: &str, variable: &str| format!("{node}_{variable}");
    let predicate = queries::predicate(model, expression, &naming);
    match predicate {
        Some(predicate) if !(negate && predicate.deadlock) => {
            let text = if negate { format!("!({})", predicate.text) } else { predicate.text };
            let _ = writeln!(out, "#ifdef Q{number}\nactive proctype monitor() {{");
            let _ = match predicate.deadlock {
                true => writeln!(out, "\tend: atomic {{ (timeout && !ended && ({text})) -> assert(false) }}"),
                false => writeln!(out, "\tend: atomic {{ ({text}) -> assert(false) }}"),
            };
            let _ = writeln!(out, "}}\n#endif /* an assertion violated: the query {meaning} */");
        }
        _ => {
            let _ = writeln!(out, "/* not translated: it speaks of something that the model has not */");
        }
    }
}

struct Printer<'a> {
    model: &'a Model,
    process: &'a Process,
    live: Vec<Vec<bool>>,
    /// The nameless slots that must outlive a step.
    kept: Vec<bool>,
}

impl<'a> Printer<'a> {
    fn new(model: &'a Model, process: &'a Process) -> Printer<'a> {
        let live = process.live();
        let kept = (0..process.slots.len())
            .map(|slot| {
                process.slots[slot].is_none() && process.points().iter().any(|&point| live[point][slot])
            })
            .collect();
        Printer { model, process, live, kept }
    }

    fn slot(&self, slot: Slot) -> String {
        match &self.process.slots[slot.0] {
            Some(name) => format!("{}_{name}", self.process.name),
            None if self.kept[slot.0] => format!("r{}", slot.0),
            None => format!("t{}", slot.0),
        }
    }

    fn text(&self, expression: &Expression) -> String {
        expression.text(&|slot| self.slot(slot))
    }

    fn print(&self, out: &mut String) {
        let process = self.process;
        let _ = writeln!(out, "\nactive proctype {}() provided (!ended) {{", process.name);
        let _ = writeln!(out, "\tint pc = -1;");
        for slot in (0..process.slots.len()).filter(|&slot| self.kept[slot]) {
            let _ = writeln!(out, "\tint r{slot};");
        }
        let _ = writeln!(out, "\tdo");
        let _ = writeln!(out, "\t:: atomic {{ pc == -1 ->");
        self.segments(out, "S", &[0]);
        let _ = writeln!(out, "\t}}");
        for point in process.points() {
            let Instruction::Operation { operation, line } = &process.code[point] else { continue };
            let _ = writeln!(out, "\t/* {}, line {line} */", process.point_name(point));
            match operation {
                Operation::End => {
                    let _ = writeln!(out, "\t:: pc == {point} -> break");
                }
                Operation::Exit => {
                    let _ = writeln!(out, "\t:: atomic {{ pc == {point} -> ended = true; break }}");
                }
                Operation::Choose { count, into, next } => {
                    let _ = writeln!(out, "\t:: atomic {{ pc == {point} ->");
                    let _ = writeln!(out, "\t\tselect_{point}: {} = 0;", self.slot(*into));
                    let _ = writeln!(
                        out,
                        "\t\tdo :: {0} < {1} - 1 -> {0}++ :: break od;",
                        self.slot(*into),
                        self.text(count)
                    );
                    self.segments(out, &format!("P{point}"), &[*next]);
                    let _ = writeln!(out, "\t}}");
                }
                Operation::Select { cases, default, .. } => self.select(out, point, cases, *default),
            }
        }
        let _ = writeln!(out, "\tod\n}}");
    }

    fn select(&self, out: &mut String, point: usize, cases: &[Case], default: Option<usize>) {
        let _ = writeln!(out, "\t:: atomic {{ pc == {point} ->");
        let _ = writeln!(out, "\t\tif");
        let label = |next: usize| format!("P{point}_{next}");
        for case in cases {
            let channel = format!("{}[{}]", self.model.channels[case.channels].name, self.text(&case.index));
            let action = match (&case.send, case.into) {
                (Some(value), _) => format!("{channel}!{}", self.text(value)),
                (None, Some(slot)) => format!("{channel}?{}", self.slot(slot)),
                (None, None) => format!("{channel}?_"),
            };
            let _ = writeln!(out, "\t\t:: {action} -> goto {}", label(case.next));
        }
        if let Some(next) = default {
            let guards: Vec<String> = cases.iter().filter_map(|case| self.not_ready(case)).collect();
            let guard = if guards.is_empty() { "true".to_string() } else { guards.join(" && ") };
            let _ = writeln!(out, "\t\t:: {guard} -> goto {}", label(next));
        }
        let _ = writeln!(out, "\t\tfi;");
        let starts: Vec<usize> = cases.iter().map(|case| case.next).chain(default).collect();
        self.segments(out, &format!("P{point}"), &starts);
        let _ = writeln!(out, "\t}}");
    }

    /// That a case is not possible by the state of its channel. On one without a buffer nothing can be told.
    fn not_ready(&self, case: &Case) -> Option<String> {
        let channels = &self.model.channels[case.channels];
        let channel = format!("{}[{}]", channels.name, self.text(&case.index));
        (channels.capacity > 0).then(|| match case.send {
            Some(_) => format!("full({channel})"),
            None => format!("empty({channel})"),
        })
    }

    /// What is done up to the next operations, from some places on. Labels are this prefix and the place.
    fn segments(&self, out: &mut String, prefix: &str, starts: &[usize]) {
        let code = &self.process.code;
        let mut pending: Vec<usize> = starts.iter().rev().copied().collect();
        let mut done: Vec<usize> = Vec::new();
        let mut open = String::new();
        while let Some(start) = pending.pop() {
            let mut at = start;
            loop {
                if done.contains(&at) {
                    let _ = writeln!(open, "\t\tgoto {prefix}_{at};");
                    break;
                }
                done.push(at);
                let _ = write!(open, "\t\t{prefix}_{at}: ");
                match &code[at] {
                    Instruction::Assign(slot, value) => {
                        let _ = writeln!(open, "{} = {};", self.slot(*slot), self.text(value));
                        at += 1;
                    }
                    Instruction::Jump(to) => {
                        let _ = writeln!(open, "skip;");
                        at = *to;
                    }
                    Instruction::Branch(condition, yes, no) => {
                        let _ = writeln!(
                            open,
                            "if :: {} -> goto {prefix}_{yes} :: else -> goto {prefix}_{no} fi;",
                            self.text(condition)
                        );
                        pending.push(*yes);
                        pending.push(*no);
                        break;
                    }
                    Instruction::Operation { .. } => {
                        let dead =
                            (0..self.kept.len()).filter(|&slot| self.kept[slot] && !self.live[at][slot]);
                        let zeros: String = dead.map(|slot| format!("r{slot} = 0; ")).collect();
                        let _ = writeln!(open, "{zeros}pc = {at}; goto {prefix}_end;");
                        break;
                    }
                }
            }
        }
        out.push_str(&open);
        let _ = writeln!(out, "\t\t{prefix}_end: skip");
    }
}
