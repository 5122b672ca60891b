//! Reads parentheses: text to forms. What the forms mean is for `parse`.
//!
//! Written by hand rather than with a parser library, because an unclosed parenthesis should be reported where it was opened,
//! and that is easiest to know when one holds the stack oneself.

use crate::source::{Fault, Result, Span};

/// How deeply forms may be nested.
const DEPTH: usize = 100;

/// A form, with its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Form {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// `( … )`
    List(Vec<Form>),
    /// `[ … ]`
    Vector(Vec<Form>),
    /// `#{ … }`
    Set(Vec<Form>),
    /// `#( … )`
    Lambda(Vec<Form>),
    Symbol(String),
    /// `:name` or `::name`, without the colons.
    Key(String),
    Text(String),
    Integer(i64),
    Float(f64),
    Boolean(bool),
    Nil,
}

#[derive(Clone, Copy, PartialEq)]
enum Bracket {
    List,
    Vector,
    Set,
    Lambda,
}

/// Reads all forms of `text`.
pub(crate) fn read(text: &str) -> Result<Vec<Form>> {
    let mut open: Vec<(Bracket, usize, Vec<Form>)> = Vec::new();
    let mut top: Vec<Form> = Vec::new();
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        let start = at;
        let here = Span { start, end: start + character.len_utf8() };
        if character.is_whitespace() || character == ',' {
            at = here.end;
            continue;
        }
        if character == ';' {
            at += text[at..].find('\n').unwrap_or(text.len() - at);
            continue;
        }
        let opening = match character {
            '(' => Some((Bracket::List, 1)),
            '[' => Some((Bracket::Vector, 1)),
            '#' if text[at..].starts_with("#{") => Some((Bracket::Set, 2)),
            '#' if text[at..].starts_with("#(") => Some((Bracket::Lambda, 2)),
            _ => None,
        };
        if let Some((bracket, length)) = opening {
            if open.len() == DEPTH {
                return Err(Fault::new(here, format!("forms are nested more than {DEPTH} deep")));
            }
            at += length;
            open.push((bracket, start, Vec::new()));
            continue;
        }
        let form = if matches!(character, ')' | ']' | '}') {
            at = here.end;
            let Some((bracket, start, forms)) = open.pop() else {
                return Err(Fault::new(here, format!("nothing is open that `{character}` closes")));
            };
            let (expected, kind) = match bracket {
                Bracket::List => (')', Kind::List(forms)),
                Bracket::Vector => (']', Kind::Vector(forms)),
                Bracket::Set => ('}', Kind::Set(forms)),
                Bracket::Lambda => (')', Kind::Lambda(forms)),
            };
            if expected != character {
                return Err(Fault::new(here, format!("`{expected}` is expected here, not `{character}`")));
            }
            Form { kind, span: Span { start, end: at } }
        } else if character == '"' {
            let form = text_literal(text, start)?;
            at = form.span.end;
            form
        } else {
            let length = text[start..]
                .find(|c: char| c.is_whitespace() || "()[]{}\",;".contains(c))
                .unwrap_or(text.len() - start);
            if length == 0 {
                return Err(Fault::new(here, format!("`{character}` is not part of the language")));
            }
            at += length;
            word(&text[start..at], Span { start, end: at })?
        };
        match open.last_mut() {
            Some((_, _, forms)) => forms.push(form),
            None => top.push(form),
        }
    }
    match open.pop() {
        Some((bracket, start, _)) => {
            let length = if matches!(bracket, Bracket::Set | Bracket::Lambda) { 2 } else { 1 };
            Err(Fault::new(Span { start, end: start + length }, "this is never closed"))
        }
        None => Ok(top),
    }
}

fn text_literal(text: &str, start: usize) -> Result<Form> {
    let mut value = String::new();
    let mut characters = text[start + 1..].char_indices();
    while let Some((offset, character)) = characters.next() {
        match character {
            '"' => {
                let span = Span { start, end: start + 1 + offset + 1 };
                return Ok(Form { kind: Kind::Text(value), span });
            }
            '\\' => match characters.next() {
                Some((_, 'n')) => value.push('\n'),
                Some((_, 't')) => value.push('\t'),
                Some((_, escaped)) => value.push(escaped),
                None => break,
            },
            _ => value.push(character),
        }
    }
    Err(Fault::new(Span { start, end: start + 1 }, "this string is never closed"))
}

fn word(word: &str, span: Span) -> Result<Form> {
    let kind = match word {
        "true" => Kind::Boolean(true),
        "false" => Kind::Boolean(false),
        "nil" => Kind::Nil,
        _ if word.starts_with(':') => {
            let name = word.trim_start_matches(':');
            // `::role` and `:file/role` are the same role here: a file is one name space.
            let name = name.rsplit('/').next().unwrap_or(name);
            if name.is_empty() {
                return Err(Fault::new(span, "a key needs a name after the colon"));
            }
            Kind::Key(name.to_owned())
        }
        _ => {
            let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
            if digits.starts_with(|c: char| c.is_ascii_digit()) {
                if let Ok(number) = word.parse::<i64>() {
                    Kind::Integer(number)
                } else if let Some(number) = word.parse::<f64>().ok().filter(|number| number.is_finite()) {
                    Kind::Float(number)
                } else {
                    return Err(Fault::new(span, format!("`{word}` is not a number that can be used here")));
                }
            } else if word.starts_with(['\'', '`', '~', '@', '^', '\\', '#']) {
                return Err(Fault::new(span, format!("`{word}` is not part of the language")));
            } else {
                Kind::Symbol(word.to_owned())
            }
        }
    };
    Ok(Form { kind, span })
}
