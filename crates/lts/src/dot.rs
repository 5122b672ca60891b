//! Systems for Graphviz.

use std::io::{self, Write};

use crate::lts::Lts;

/// Writes `lts` as a DOT graph: silent steps dashed, the initial state with an arrow from nowhere, parallel steps on one
/// edge.
pub fn write(lts: &Lts, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "digraph lts {{")?;
    writeln!(out, "  node [shape=circle, fontsize=10];")?;
    writeln!(out, "  edge [fontsize=9];")?;
    writeln!(out, "  start [shape=point, label=\"\"];")?;
    writeln!(out, "  start -> {};", lts.initial())?;
    for source in lts.states() {
        let mut edges = lts.edges(source).to_vec();
        edges.sort_by_key(|e| (e.target, e.label));
        for group in edges.chunk_by(|a, b| a.target == b.target) {
            let target = group[0].target;
            let labels: Vec<String> = group.iter().map(|e| escape(lts.name(e.label))).collect();
            let silent = group.iter().all(|e| e.label.is_tau());
            let style = if silent { ", style=dashed" } else { "" };
            writeln!(out, "  {source} -> {target} [label=\"{}\"{style}];", labels.join("\\n"))?;
        }
        if lts.edges(source).is_empty() {
            writeln!(out, "  {source} [shape=doublecircle];")?;
        }
    }
    writeln!(out, "}}")
}

fn escape(name: &str) -> String {
    name.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ")
}
