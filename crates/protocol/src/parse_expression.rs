//! From forms to expressions.

use crate::ast::{Expression, ExpressionKind};
use crate::parse::role;
use crate::reader::{Form, Kind};
use crate::source::{Fault, Result, Span};
use crate::value::{Float, Value};

/// The names of the libraries whose functions may be called with their full name.
const LIBRARIES: &[&str] = &["s/", "set/", "clojure.set/", "clojure.core/", "str/", "clojure.string/", "c/"];

/// A symbol that names a variable.
pub(crate) fn symbol(form: &Form) -> Result<String> {
    match &form.kind {
        Kind::Symbol(name) => Ok(name.clone()),
        _ => Err(Fault::new(form.span, "a name is expected here")),
    }
}

/// `[name value name value …]`
pub(crate) fn bindings(form: &Form) -> Result<Vec<(String, Expression)>> {
    let Kind::Vector(items) = &form.kind else {
        return Err(Fault::new(form.span, "bindings are expected here: `[name value …]`"));
    };
    if !items.len().is_multiple_of(2) {
        return Err(Fault::new(form.span, "bindings come in pairs: a name and its value"));
    }
    items.chunks_exact(2).map(|pair| Ok((symbol(&pair[0])?, expression(&pair[1])?))).collect()
}

/// Any expression.
pub(crate) fn expression(form: &Form) -> Result<Expression> {
    let kind = match &form.kind {
        Kind::Integer(value) => ExpressionKind::Literal(Value::Integer(*value)),
        Kind::Float(value) => ExpressionKind::Literal(Value::Float(Float(*value))),
        Kind::Boolean(value) => ExpressionKind::Literal(Value::Boolean(*value)),
        Kind::Nil => ExpressionKind::Literal(Value::Nil),
        Kind::Text(value) => ExpressionKind::Literal(Value::Text(value.clone())),
        Kind::Key(name) => ExpressionKind::Literal(Value::Key(name.clone())),
        Kind::Symbol(name) => ExpressionKind::Variable(plain(name).to_owned()),
        Kind::Vector(items) => ExpressionKind::List(all(items)?),
        Kind::Set(items) => ExpressionKind::Set(all(items)?),
        Kind::Lambda(items) => {
            let body = Form { kind: Kind::List(items.clone()), span: form.span };
            let parameters = ["%", "%1", "%2", "%3"].map(str::to_owned).to_vec();
            ExpressionKind::Lambda(parameters, Box::new(expression(&body)?))
        }
        Kind::List(items) => list(items, form.span)?,
    };
    Ok(Expression { kind, span: form.span })
}

fn all(forms: &[Form]) -> Result<Vec<Expression>> {
    forms.iter().map(expression).collect()
}

fn plain(name: &str) -> &str {
    LIBRARIES
        .iter()
        .find_map(|library| name.strip_prefix(library))
        .filter(|rest| !rest.is_empty())
        .unwrap_or(name)
}

fn list(items: &[Form], span: Span) -> Result<ExpressionKind> {
    let Some((first, rest)) = items.split_first() else {
        return Ok(ExpressionKind::List(Vec::new()));
    };
    let name = match &first.kind {
        Kind::Symbol(name) => plain(name),
        Kind::Key(_) | Kind::Text(_) => {
            let form = Form { kind: Kind::List(items.to_vec()), span };
            return Ok(ExpressionKind::Role(Box::new(role(&form)?)));
        }
        _ => return Ok(ExpressionKind::Apply(Box::new(expression(first)?), all(rest)?)),
    };
    Ok(match (name, rest) {
        ("if", [condition, then]) => {
            ExpressionKind::If(Box::new(expression(condition)?), Box::new(expression(then)?), None)
        }
        ("if", [condition, then, otherwise]) => ExpressionKind::If(
            Box::new(expression(condition)?),
            Box::new(expression(then)?),
            Some(Box::new(expression(otherwise)?)),
        ),
        ("if", _) => {
            return Err(Fault::new(span, "`if` takes a condition, a value, and perhaps another one"));
        }
        ("and", _) => ExpressionKind::And(all(rest)?),
        ("or", _) => ExpressionKind::Or(all(rest)?),
        ("let", [first, body]) => ExpressionKind::Let(bindings(first)?, Box::new(expression(body)?)),
        ("fn", [Form { kind: Kind::Vector(parameters), .. }, body]) => ExpressionKind::Lambda(
            parameters.iter().map(symbol).collect::<Result<_>>()?,
            Box::new(expression(body)?),
        ),
        ("let" | "fn", _) => {
            return Err(Fault::new(span, format!("`{name}` takes a vector and one expression")));
        }
        ("role", _) => {
            let form = Form { kind: Kind::List(items.to_vec()), span };
            ExpressionKind::Role(Box::new(role(&form)?))
        }
        _ => ExpressionKind::Call(name.to_owned(), all(rest)?),
    })
}
