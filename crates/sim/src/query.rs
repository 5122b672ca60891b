//! Queries, as UPPAAL writes them: `E<> p`, `A[] p`, `A<> p`, `E[] p`, `p --> q`; and formulas of linear temporal logic.

use std::fmt;

use vtrace_property::Formula;

use crate::expression::{self, Expression, SyntaxError};

/// A question about all runs of a program.
#[derive(Clone, Debug)]
pub struct Query {
    /// As it was written.
    pub text: String,
    /// What it asks.
    pub form: Form,
    /// What the answer should be, if somebody said so: `// expect: holds`.
    pub expected: Option<bool>,
}

/// What a query asks.
#[derive(Clone, Debug)]
pub enum Form {
    /// `E<> p`: some run comes to a state where p holds.
    Reachable(Expression),
    /// `A[] p`: p holds in all states.
    Invariant(Expression),
    /// `A<> p`: every run comes to a state where p holds.
    Inevitable(Expression),
    /// `E[] p`: there is a run, to its end or for ever, on which p always holds.
    Preservable(Expression),
    /// `p --> q`: whenever p holds, q will hold later, or does already.
    LeadsTo(Expression, Expression),
    /// `ltl f`: every run satisfies the formula; its atoms are expressions in quotation marks.
    Ltl(Formula, Vec<(String, Expression)>),
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Form {
    /// The expressions in it.
    pub fn expressions(&self) -> Vec<&Expression> {
        match self {
            Form::Reachable(p) | Form::Invariant(p) | Form::Inevitable(p) | Form::Preservable(p) => vec![p],
            Form::LeadsTo(p, q) => vec![p, q],
            Form::Ltl(_, atoms) => atoms.iter().map(|(_, expression)| expression).collect(),
        }
    }

    /// Whether it speaks of all nodes, or of some.
    pub fn quantifies(&self) -> bool {
        self.expressions().into_iter().any(Expression::quantifies)
    }

    /// Whether one state decides: no runs without end need to be looked at.
    pub fn is_about_states(&self) -> bool {
        matches!(self, Form::Reachable(_) | Form::Invariant(_))
    }
}

/// Makes a form of what is behind the word.
type Maker = fn(Expression) -> Form;

/// The words that begin a query, and what it asks then.
const FORMS: &[(&str, Maker)] = &[
    ("E<>", Form::Reachable),
    ("A[]", Form::Invariant),
    ("A<>", Form::Inevitable),
    ("E[]", Form::Preservable),
];

/// Parses one query.
pub fn parse(text: &str) -> Result<Query, SyntaxError> {
    let (text, expected) = split_expectation(text);
    let text = text.trim();
    let within = |at: usize| {
        move |error: SyntaxError| SyntaxError {
            at: error.at + at,
            text: text.to_string(),
            message: error.message,
        }
    };
    // `E <> p` is written, too.
    let squeezed: String = text.chars().take(8).filter(|c| !c.is_whitespace()).collect();
    for (word, form) in FORMS {
        if squeezed.starts_with(word) {
            let last = word.chars().next_back().unwrap_or('>');
            let at = text.find(last).map_or(0, |at| at + 1);
            let form = form(expression::parse(&text[at..]).map_err(within(at))?);
            return Ok(Query { text: text.to_string(), form, expected });
        }
    }
    if let Some(formula) = text.strip_prefix("ltl ").or(text.strip_prefix("LTL ")) {
        let fail = |message: String, at: usize| SyntaxError { message, text: text.to_string(), at: at + 4 };
        let formula = vtrace_property::parse(formula).map_err(|error| fail(error.to_string(), 0))?.formula;
        let mut atoms = Vec::new();
        for atom in formula.atoms() {
            let parsed = expression::parse(&atom)?;
            atoms.push((atom.to_string(), parsed));
        }
        return Ok(Query { text: text.to_string(), form: Form::Ltl(formula, atoms), expected });
    }
    if let Some((p, q)) = text.split_once("-->") {
        let p = expression::parse(p).map_err(within(0))?;
        let at = text.find("-->").unwrap_or(0) + 3;
        let q = expression::parse(q).map_err(within(at))?;
        return Ok(Query { text: text.to_string(), form: Form::LeadsTo(p, q), expected });
    }
    Err(SyntaxError {
        message: "a query begins with E<>, A[], A<>, E[] or ltl, or has --> in its middle".to_string(),
        text: text.to_string(),
        at: 0,
    })
}

/// `… // expect: holds` or `violated`.
fn split_expectation(text: &str) -> (&str, Option<bool>) {
    let Some((query, comment)) = text.split_once("//") else { return (text, None) };
    let expected = match comment.trim().strip_prefix("expect:").map(str::trim) {
        Some("holds") => Some(true),
        Some("violated") => Some(false),
        _ => None,
    };
    (query, expected)
}

/// The queries of a `.q` file: one in each line, with `//` and `/* */` comments.
pub fn parse_file(text: &str) -> Result<Vec<Query>, (usize, SyntaxError)> {
    let mut queries = Vec::new();
    let mut comment = false;
    for (number, line) in text.lines().enumerate() {
        let mut rest = line.trim();
        if comment {
            match rest.split_once("*/") {
                Some((_, behind)) => (rest, comment) = (behind.trim(), false),
                None => continue,
            }
        }
        if let Some(behind) = rest.strip_prefix("/*") {
            match behind.split_once("*/") {
                Some((_, behind)) => rest = behind.trim(),
                None => {
                    comment = true;
                    continue;
                }
            }
        }
        if !rest.is_empty() && !rest.starts_with("//") {
            queries.push(parse(rest).map_err(|error| (number + 1, error))?);
        }
    }
    Ok(queries)
}

/// The queries in the comments of a Go file: `//vtrace:query E<> p`, each with its line.
pub fn parse_comments(source: &str) -> Result<Vec<Query>, (usize, SyntaxError)> {
    let lines = source.lines().enumerate();
    lines
        .filter_map(|(number, line)| Some((number, line.trim().strip_prefix("//vtrace:query ")?)))
        .map(|(number, query)| parse(query).map_err(|error| (number + 1, error)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told_by_their_words() {
        assert!(matches!(parse("E<> a").unwrap().form, Form::Reachable(_)));
        assert!(matches!(parse("E <> a").unwrap().form, Form::Reachable(_)));
        assert!(matches!(parse("A[] not deadlock").unwrap().form, Form::Invariant(_)));
        assert!(matches!(parse("A<>a.b == 1").unwrap().form, Form::Inevitable(_)));
        assert!(matches!(parse("E[] a").unwrap().form, Form::Preservable(_)));
        assert!(matches!(parse("a.x > 1 --> b").unwrap().form, Form::LeadsTo(..)));
        let ltl = parse("ltl G (\"node1.wants\" -> F \"node1.has\")").unwrap();
        assert!(matches!(ltl.form, Form::Ltl(_, atoms) if atoms.len() == 2));
    }

    #[test]
    fn errors_are_told_within_the_query() {
        let error = parse("E<> a ==").unwrap_err();
        assert_eq!((error.text.as_str(), error.at), ("E<> a ==", 8));
        assert!(parse("a && b").unwrap_err().message.contains("begins with"));
    }

    #[test]
    fn files_have_comments_and_expectations() {
        let file = "// about\n/* more\nof it */ E<> a // expect: holds\n\nA[] b // expect: violated\n";
        let queries = parse_file(file).unwrap();
        assert_eq!(queries.len(), 2);
        assert_eq!(queries[0].text, "E<> a");
        assert_eq!((queries[0].expected, queries[1].expected), (Some(true), Some(false)));
        assert_eq!(parse_file("\nE<> (").unwrap_err().0, 2);
        assert_eq!(parse_comments("package x\n//vtrace:query E<> a\n").unwrap().len(), 1);
    }
}
