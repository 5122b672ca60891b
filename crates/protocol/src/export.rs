//! A transition system for other tools: Aldebaran, Graphviz, Mermaid; and for people.

use std::fmt::Write as _;

use crate::lts::Lts;

impl Lts {
    /// The Aldebaran form, `.aut`. It has no word for termination; with `termination`, states that may terminate get a loop labelled so.
    pub fn to_aut(&self, termination: bool) -> String {
        let loops = if termination { self.may_terminate.iter().filter(|&&may| may).count() } else { 0 };
        let mut text = format!("des (0, {}, {})\n", self.transition_count() + loops, self.states());
        for (state, out) in self.transitions.iter().enumerate() {
            for (label, next) in out {
                let _ =
                    writeln!(text, "({state}, \"{}\", {next})", label.text(&self.names).replace('"', "'"));
            }
            if termination && self.may_terminate[state] {
                let _ = writeln!(text, "({state}, \"terminated\", {state})");
            }
        }
        text
    }

    /// The Graphviz form. States that may terminate have a double circle.
    pub fn to_dot(&self) -> String {
        let mut text = String::from(
            "digraph protocol {\n  rankdir=LR;\n  node [shape=circle];\n  start [shape=point];\n  start -> 0;\n",
        );
        for (state, out) in self.transitions.iter().enumerate() {
            if self.may_terminate[state] {
                let _ = writeln!(text, "  {state} [shape=doublecircle];");
            }
            for (label, next) in out {
                let label = label.text(&self.names).replace('\\', "\\\\").replace('"', "\\\"");
                let _ = writeln!(text, "  {state} -> {next} [label=\"{label}\"];");
            }
        }
        text.push_str("}\n");
        text
    }

    /// The Mermaid form, a state diagram.
    pub fn to_mermaid(&self) -> String {
        let mut text = String::from("stateDiagram-v2\n  direction LR\n  [*] --> s0\n");
        for (state, out) in self.transitions.iter().enumerate() {
            for (label, next) in out {
                let label = label.text(&self.names).replace(':', "#58;").replace(';', "#59;");
                let _ = writeln!(text, "  s{state} --> s{next}: {label}");
            }
            if self.may_terminate[state] {
                let _ = writeln!(text, "  s{state} --> [*]");
            }
        }
        text
    }

    /// The form for a terminal: every state with what can happen there.
    pub fn to_text(&self) -> String {
        let plural =
            |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        let mut text = format!(
            "{}, {}\n",
            plural(self.states(), "state"),
            plural(self.transition_count(), "transition")
        );
        let widest = self
            .transitions
            .iter()
            .flatten()
            .map(|(label, _)| label.text(&self.names).chars().count())
            .max()
            .unwrap_or(0);
        for (state, out) in self.transitions.iter().enumerate() {
            let ends = if self.may_terminate[state] { "  may end" } else { "" };
            let stuck = if out.is_empty() && ends.is_empty() { "  deadlock" } else { "" };
            let _ = writeln!(text, "{state:>5}{ends}{stuck}");
            for (label, next) in out {
                let _ = writeln!(text, "        {:<widest$}  → {next}", label.text(&self.names));
            }
        }
        text
    }
}
