//! Places in a protocol file, and errors that point at them.

use std::fmt;
use std::sync::Arc;

/// A part of a source text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The part from the start of `self` to the end of `other`.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }
}

/// A protocol file: what it is called, and what it says.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name to show, usually the path as the user gave it.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// A source with this name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: text.into() })
    }

    /// Line and column of the byte `at`, both from 1, the column in characters.
    pub fn position(&self, at: usize) -> (usize, usize) {
        let before = self.text.get(..at).unwrap_or(&self.text);
        let line = before.matches('\n').count() + 1;
        (line, before.rsplit('\n').next().unwrap_or("").chars().count() + 1)
    }

    /// The first line of `span`, and where in it the span lies, in characters.
    fn line(&self, span: Span) -> (&str, usize, usize) {
        let (number, column) = self.position(span.start);
        let line = self.text.lines().nth(number - 1).unwrap_or("");
        let shown = self.text.get(span.start..span.end).unwrap_or("").lines().next().unwrap_or("");
        (line, column, shown.chars().count().max(1))
    }
}

/// What is wrong with a protocol, and where.
#[derive(Clone, Debug)]
pub struct Error {
    /// The file.
    pub source: Arc<Source>,
    /// The offending form.
    pub span: Span,
    /// What is wrong with it.
    pub message: String,
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.source.position(self.span.start);
        let (text, from, length) = self.source.line(self.span);
        let length = length.min(text.chars().count().saturating_sub(from - 1).max(1));
        let number = line.to_string();
        let margin = " ".repeat(number.len());
        writeln!(f, "{}:{line}:{column}: {}", self.source.name, self.message)?;
        writeln!(f, "{margin} |")?;
        writeln!(f, "{number} | {}", text.replace('\t', " "))?;
        write!(f, "{margin} | {}{}", " ".repeat(from - 1), "^".repeat(length))
    }
}

/// An error without its file, as the parts of this crate that see no file make them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) span: Span,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into() }
    }

    pub(crate) fn within(self, source: &Arc<Source>) -> Error {
        Error { source: source.clone(), span: self.span, message: self.message }
    }
}

pub(crate) type Result<T> = std::result::Result<T, Fault>;
