//! Traces, formulas and histories as text and as JSON.

use std::fmt::Write;

use serde_json::{Value, json};
use vtrace_lts::difference::{Ending, Side};
use vtrace_lts::explain::{Explanation, TraceDifference};
use vtrace_lts::witness::Witness;
use vtrace_lts::{Lts, Transition, event};

/// How the two sides of a comparison are called, and how much their states are shifted in the system at hand.
pub struct Sides {
    pub left: String,
    pub right: String,
    /// States from this number on are those of the second file, which counts them from 0.
    pub offset: Option<u32>,
}

impl Sides {
    fn name(&self, side: Side) -> &str {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }

    fn state(&self, state: u32) -> u32 {
        match self.offset {
            Some(offset) if state >= offset => state - offset,
            _ => state,
        }
    }
}

/// The transition as a line of a file, without quotes.
pub fn transition(lts: &Lts, t: Transition, sides: &Sides) -> String {
    format!("({}, {}, {})", sides.state(t.source), lts.name(t.label), sides.state(t.target))
}

/// The path as VeriTrace prints it: `{8} i {2143} RET !DEQ_E !2 {6329}`.
pub fn path(lts: &Lts, witness: &Witness, sides: &Sides) -> String {
    let mut text = format!("{{{}}}", sides.state(witness.start));
    for step in &witness.path {
        // Writing to a string does not fail.
        let _ = write!(text, " {} {{{}}}", lts.name(step.label), sides.state(step.target));
    }
    text
}

/// The trace itself, with the classes that it passes if they matter.
pub fn trace(lts: &Lts, found: &TraceDifference) -> String {
    let mut parts = Vec::new();
    if let Some((k, classes)) = &found.level
        && *k > 1
    {
        parts.push(format!("[{}]", classes.class(found.witness.start)));
        for &(label, class) in &found.word {
            parts.push(format!("{} [{class}]", lts.name(label)));
        }
    } else {
        parts.extend(found.word.iter().map(|&(label, _)| lts.name(label).to_owned()));
    }
    match &found.ending {
        Ending::Word => {}
        Ending::Completion => parts.push("(end: nothing more can happen)".into()),
        Ending::Divergence => parts.push("(silent steps for ever)".into()),
        Ending::Offers(labels) => {
            let names: Vec<&str> = labels.iter().map(|&label| lts.name(label)).collect();
            parts.push(format!("(then only {{{}}} is possible)", names.join(", ")));
        }
    }
    if parts.is_empty() { "(the empty trace)".into() } else { parts.join("  ") }
}

/// An explanation for people.
pub fn explanation(lts: &Lts, explanation: &Explanation, sides: &Sides) -> String {
    let mut text = String::new();
    match explanation {
        Explanation::Trace(found) => {
            let (has, lacks) = (sides.name(found.side), sides.name(found.side.other()));
            let _ = match &found.level {
                Some((k, _)) => writeln!(text, "A {k}-trace of {has} that {lacks} does not have:"),
                None => writeln!(text, "A trace of {has} that {lacks} does not have:"),
            };
            let _ = writeln!(text, "  {}", trace(lts, found));
            if let Some((k, _)) = &found.level
                && *k > 1
            {
                let _ = writeln!(text, "  ([n] is the class of states modulo {}-trace equivalence)", k - 1);
            }
            let _ = writeln!(text, "The path with its silent steps:");
            let _ = writeln!(text, "  {}", path(lts, &found.witness, sides));
            let _ = writeln!(text, "The sub-system that leads to it:");
            const MANY: usize = 40;
            for &t in found.witness.subsystem.iter().take(MANY) {
                let _ = writeln!(text, "  {}", transition(lts, t, sides));
            }
            if found.witness.subsystem.len() > MANY {
                let _ = writeln!(text, "  … and {} more", found.witness.subsystem.len() - MANY);
            }
        }
        Explanation::Formula(side, found) => {
            let (has, lacks) = (sides.name(*side), sides.name(side.other()));
            let _ = writeln!(text, "A formula that holds in {has} and not in {lacks}:");
            for line in found.formulas.display(found.formula, lts).lines() {
                let _ = writeln!(text, "  {line}");
            }
        }
        Explanation::TooLarge => {
            let _ = writeln!(text, "No trace tells them apart, and a formula that does would be too large.");
        }
    }
    text
}

/// A trace for programs.
pub fn trace_json(lts: &Lts, found: &TraceDifference, sides: &Sides) -> Value {
    let labels: Vec<&str> = found.word.iter().map(|&(label, _)| lts.name(label)).collect();
    let steps = |steps: &[Transition]| -> Vec<Value> {
        steps
            .iter()
            .map(|t| json!([sides.state(t.source), lts.name(t.label), sides.state(t.target)]))
            .collect()
    };
    let ending = match &found.ending {
        Ending::Word => Value::Null,
        Ending::Completion => json!("completion"),
        Ending::Divergence => json!("divergence"),
        Ending::Offers(labels) => {
            json!({ "offers": labels.iter().map(|&l| lts.name(l)).collect::<Vec<_>>() })
        }
    };
    let mut value = json!({
        "of": sides.name(found.side),
        "trace": labels,
        "ending": ending,
        "path": steps(&found.witness.path),
        "subsystem": steps(&found.witness.subsystem),
    });
    if let Some((k, classes)) = &found.level {
        value["k"] = json!(k);
        let start = classes.class(found.witness.start);
        let visited: Vec<u32> = std::iter::once(start).chain(found.word.iter().map(|w| w.1)).collect();
        value["classes"] = json!(visited);
    }
    value
}

/// An explanation for programs.
pub fn explanation_json(lts: &Lts, explanation: &Explanation, sides: &Sides) -> Value {
    match explanation {
        Explanation::Trace(found) => trace_json(lts, found, sides),
        Explanation::Formula(side, found) => json!({
            "of": sides.name(*side),
            "formula": found.formulas.display(found.formula, lts),
            "depth": found.formulas.depth(found.formula),
        }),
        Explanation::TooLarge => json!({ "formula": null }),
    }
}

/// A history as a table, one column for each thread.
pub fn history(lts: &Lts, found: &TraceDifference) -> String {
    let names: Vec<&str> = found.word.iter().map(|&(label, _)| lts.name(label)).collect();
    let events: Vec<event::Event> = names.iter().filter_map(|name| event::parse(name)).collect();
    let mut threads: Vec<&str> = events.iter().map(|e| e.thread).collect();
    threads.sort_unstable_by_key(|name| (name.parse::<u64>().unwrap_or(u64::MAX), *name));
    threads.dedup();
    let cells: Vec<(usize, String)> = events
        .iter()
        .map(|e| {
            let column = threads.iter().position(|&t| t == e.thread).unwrap_or(0);
            let what = match e.kind {
                event::Kind::Call => format!("call {}({})", e.method, e.values.join(", ")),
                event::Kind::Return if e.values.is_empty() => format!("return {}", e.method),
                event::Kind::Return => format!("return {} = {}", e.method, e.values.join(", ")),
            };
            (column, what)
        })
        .collect();
    let width = cells.iter().map(|(_, what)| what.chars().count()).max().unwrap_or(0).max(10) + 2;
    let mut text = String::new();
    let titles: Vec<String> = threads.iter().map(|t| format!("{:<width$}", format!("thread {t}"))).collect();
    let _ = writeln!(text, "      {}", titles.concat().trim_end());
    for (i, (column, what)) in cells.iter().enumerate() {
        let _ = writeln!(text, "{:>4}  {}{what}", i + 1, " ".repeat(column * width));
    }
    text
}
