//! Runs as sequence diagrams for Mermaid, and as logs with vector clocks for ShiViz.

use std::collections::BTreeMap;
use std::fmt::Write;

use rustc_hash::FxHashMap;
use vtrace_sim::Played;

/// A run as a sequence diagram. A message that nobody receives ends in a cross.
pub fn mermaid(played: &Played) -> String {
    let mut out = String::from("sequenceDiagram\n");
    for node in played.nodes.iter().filter(|node| node.name != "main") {
        let _ = writeln!(out, "    participant {}", node.name);
    }
    let events = || played.steps.iter().flat_map(|line| &line.events);
    let received =
        |id: u32| events().any(|e| e.kind == "receive" && e.message.as_ref().is_some_and(|m| m.id == id));
    let text = |text: &str| text.replace([';', '#', '\n'], " ");
    for event in events() {
        match (&*event.kind, &event.message) {
            ("receive", Some(message)) => {
                if let (Some(from), Some(to)) = (&message.from, &message.to) {
                    let _ = writeln!(out, "    {from}->>{to}: {}", text(&message.value));
                }
            }
            ("send", Some(message)) if !received(message.id) => {
                if let (Some(from), Some(to)) = (&message.from, &message.to) {
                    let _ = writeln!(out, "    {from}-x{to}: {}", text(&message.value));
                }
            }
            ("crash" | "recover" | "mark" | "panic" | "end", _) => {
                if let Some(node) = event.node.as_deref().filter(|node| *node != "main") {
                    let _ = writeln!(out, "    Note over {node}: {}", text(&event.text));
                }
            }
            _ => {}
        }
    }
    out
}

/// A run as a log: for each event of a node a line with its vector clock, and one with what happened. ShiViz reads it with
/// the expression `(?<host>\S*) (?<clock>{.*})\n(?<event>.*)`.
pub fn shiviz(played: &Played) -> String {
    let mut clocks: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
    let mut sent: FxHashMap<u32, BTreeMap<&str, u64>> = FxHashMap::default();
    let mut out = String::new();
    for event in played.steps.iter().flat_map(|line| &line.events) {
        let Some(node) = event.node.as_deref() else { continue };
        if matches!(&*event.kind, "default" | "read" | "print") {
            continue;
        }
        let clock = clocks.entry(node).or_default();
        if let ("receive", Some(message)) = (&*event.kind, &event.message) {
            for (&host, &time) in sent.get(&message.id).into_iter().flatten() {
                let known = clock.entry(host).or_default();
                *known = (*known).max(time);
            }
        }
        *clock.entry(node).or_default() += 1;
        if let ("send", Some(message)) = (&*event.kind, &event.message) {
            sent.insert(message.id, clock.clone());
        }
        let entries: Vec<String> = clock.iter().map(|(host, time)| format!("\"{host}\":{time}")).collect();
        let _ = writeln!(out, "{node} {{{}}}\n{}", entries.join(","), event.text.replace('\n', " "));
    }
    out
}
