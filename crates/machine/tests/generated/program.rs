//! A generated program: text that never changes, and statements that a shrinker may leave out.
//!
//! Whatever is left out, the program still compiles: declarations, returns and what mentions a label are fixed.

use std::collections::BTreeSet;

/// A Go package without its `package` line, whose `Run` is the program.
pub struct Program {
    pub seed: u64,
    /// Types, helpers, imports.
    pub prelude: String,
    pub functions: Vec<Node>,
}

/// A statement, or a function.
pub struct Node {
    /// What it consists of: a line and what is nested below it, several times for `if … else` and `switch`.
    pub sections: Vec<(String, Vec<Node>)>,
    /// The last line; empty for simple statements.
    pub tail: String,
    /// It must stay.
    pub fixed: bool,
}

impl Node {
    pub fn line(text: impl Into<String>) -> Node {
        Node { sections: vec![(text.into(), Vec::new())], tail: String::new(), fixed: false }
    }

    pub fn fixed(text: impl Into<String>) -> Node {
        Node { fixed: true, ..Node::line(text) }
    }

    pub fn block(head: impl Into<String>, body: Vec<Node>) -> Node {
        Node::blocks(vec![(head.into(), body)], "}")
    }

    pub fn blocks(sections: Vec<(String, Vec<Node>)>, tail: impl Into<String>) -> Node {
        Node { sections, tail: tail.into(), fixed: false }
    }

    pub fn closing(self, tail: impl Into<String>) -> Node {
        Node { tail: tail.into(), ..self }
    }

    pub fn keep(self) -> Node {
        Node { fixed: true, ..self }
    }
}

impl Program {
    /// The Go text without the statements of these numbers.
    pub fn text(&self, package: &str, dropped: &BTreeSet<usize>) -> String {
        let mut text = format!("package {package}\n\n{}\n", self.prelude);
        let mut number = 0;
        for node in &self.functions {
            write(node, dropped, &mut number, false, 0, &mut text);
            text.push('\n');
        }
        text
    }

    /// The numbers of the statements that may be left out.
    pub fn droppable(&self) -> Vec<usize> {
        let (mut number, mut out) = (0, Vec::new());
        self.functions.iter().for_each(|node| list(node, &mut number, &mut out));
        out
    }
}

fn list(node: &Node, number: &mut usize, out: &mut Vec<usize>) {
    if !node.fixed {
        out.push(*number);
    }
    *number += 1;
    node.sections.iter().flat_map(|(_, body)| body).for_each(|node| list(node, number, out));
}

fn write(
    node: &Node,
    dropped: &BTreeSet<usize>,
    number: &mut usize,
    hidden: bool,
    depth: usize,
    text: &mut String,
) {
    let hidden = hidden || dropped.contains(number);
    *number += 1;
    let line = |line: &str, text: &mut String| {
        if !hidden && !line.is_empty() {
            for line in line.lines() {
                text.extend(std::iter::repeat_n('\t', depth));
                text.push_str(line);
                text.push('\n');
            }
        }
    };
    for (head, body) in &node.sections {
        line(head, text);
        for node in body {
            write(node, dropped, number, hidden, depth + 1, text);
        }
    }
    line(&node.tail, text);
}
