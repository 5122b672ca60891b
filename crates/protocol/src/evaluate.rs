//! Evaluates expressions. Whatever they do, they do it in bounded time and memory: fuel is counted.

use std::collections::BTreeSet;

use crate::ast::{Expression, ExpressionKind, Function, Role, RoleName};
use crate::builtins::builtin;
use crate::source::{Fault, Result, Span};
use crate::value::Value;

/// What the names stand for: the innermost last.
pub(crate) type Scope = Vec<(String, Value)>;

/// How many calls and elements one expression may take.
const FUEL: usize = 1_000_000;
/// How deeply functions may call each other.
const DEPTH: usize = 60;

pub(crate) struct Evaluator<'p> {
    functions: &'p [Function],
    fuel: usize,
    depth: usize,
}

/// A function that is passed to another one.
enum Callable<'e> {
    Named(&'e str),
    Lambda(&'e [String], &'e Expression),
    Set(BTreeSet<Value>),
}

impl<'p> Evaluator<'p> {
    pub(crate) fn new(functions: &'p [Function]) -> Self {
        Self { functions, fuel: FUEL, depth: 0 }
    }

    pub(crate) fn burn(&mut self, amount: usize, span: Span) -> Result<()> {
        match self.fuel.checked_sub(amount) {
            Some(left) => {
                self.fuel = left;
                Ok(())
            }
            None => Err(Fault::new(span, "this expression takes too long, or its value is too large")),
        }
    }

    pub(crate) fn value(&mut self, expression: &Expression, scope: &mut Scope) -> Result<Value> {
        self.burn(1, expression.span)?;
        if self.depth == DEPTH {
            return Err(Fault::new(
                expression.span,
                format!("functions call each other more than {DEPTH} deep"),
            ));
        }
        Ok(match &expression.kind {
            ExpressionKind::Literal(value) => value.clone(),
            ExpressionKind::Variable(name) => match scope.iter().rev().find(|(other, _)| other == name) {
                Some((_, value)) => value.clone(),
                None if name == "empty-set" => Value::Set(BTreeSet::new()),
                None => return Err(Fault::new(expression.span, format!("`{name}` is not known here"))),
            },
            ExpressionKind::Set(items) => Value::Set(self.values(items, scope)?.into_iter().collect()),
            ExpressionKind::List(items) => Value::List(self.values(items, scope)?),
            ExpressionKind::If(condition, then, otherwise) => {
                if self.value(condition, scope)?.truthy() {
                    self.value(then, scope)?
                } else {
                    otherwise.as_ref().map_or(Ok(Value::Nil), |otherwise| self.value(otherwise, scope))?
                }
            }
            ExpressionKind::And(items) => {
                let mut last = Value::Boolean(true);
                for item in items {
                    last = self.value(item, scope)?;
                    if !last.truthy() {
                        break;
                    }
                }
                last
            }
            ExpressionKind::Or(items) => {
                let mut last = Value::Nil;
                for item in items {
                    last = self.value(item, scope)?;
                    if last.truthy() {
                        break;
                    }
                }
                last
            }
            ExpressionKind::Let(bindings, body) => {
                let depth = scope.len();
                for (name, value) in bindings {
                    let value = self.value(value, scope)?;
                    scope.push((name.clone(), value));
                }
                let result = self.value(body, scope);
                scope.truncate(depth);
                result?
            }
            ExpressionKind::Lambda(..) => {
                return Err(Fault::new(
                    expression.span,
                    "a function can only be given to filter, remove, map, some and every?",
                ));
            }
            ExpressionKind::Role(role) => {
                let (name, indices) = self.role(role, scope)?;
                Value::Role(name, indices)
            }
            ExpressionKind::Apply(function, arguments) => {
                let callable = self.callable(function, scope)?;
                let arguments = self.values(arguments, scope)?;
                self.apply(&callable, arguments, scope, expression.span)?
            }
            ExpressionKind::Call(name, arguments) => {
                if let ("filter" | "remove" | "map" | "some" | "every?", [function, collection]) =
                    (name.as_str(), &arguments[..])
                {
                    return self.higher_order(name, function, collection, scope, expression.span);
                }
                if let Some((_, Value::Set(set))) = scope.iter().rev().find(|(other, _)| other == name) {
                    let set = Callable::Set(set.clone());
                    let arguments = self.values(arguments, scope)?;
                    return self.apply(&set, arguments, scope, expression.span);
                }
                let arguments = self.values(arguments, scope)?;
                self.call(name, arguments, expression.span)?
            }
        })
    }

    fn values(&mut self, expressions: &[Expression], scope: &mut Scope) -> Result<Vec<Value>> {
        expressions.iter().map(|expression| self.value(expression, scope)).collect()
    }

    fn call(&mut self, name: &str, arguments: Vec<Value>, span: Span) -> Result<Value> {
        let functions = self.functions;
        let same = |function: &&Function| function.name == name;
        let Some(function) = functions.iter().find(|f| same(f) && f.parameters.len() == arguments.len())
        else {
            if let Some(function) = functions.iter().find(same) {
                let message = format!(
                    "`{name}` takes {} arguments, not {}",
                    function.parameters.len(),
                    arguments.len()
                );
                return Err(Fault::new(span, message));
            }
            return builtin(self, name, &arguments, span);
        };
        let mut scope: Scope = function.parameters.iter().cloned().zip(arguments).collect();
        self.depth += 1;
        let result = self.value(&function.body, &mut scope);
        self.depth -= 1;
        result
    }

    fn callable<'e>(&mut self, expression: &'e Expression, scope: &mut Scope) -> Result<Callable<'e>> {
        match &expression.kind {
            ExpressionKind::Lambda(parameters, body) => Ok(Callable::Lambda(parameters, body)),
            ExpressionKind::Variable(name)
                if !scope.iter().any(|(other, _)| other == name) && name != "empty-set" =>
            {
                Ok(Callable::Named(name))
            }
            _ => match self.value(expression, scope)? {
                Value::Set(set) => Ok(Callable::Set(set)),
                other => Err(Fault::new(
                    expression.span,
                    format!("a function or a set is expected here, not {}", other.kind()),
                )),
            },
        }
    }

    fn apply(
        &mut self,
        callable: &Callable<'_>,
        arguments: Vec<Value>,
        scope: &mut Scope,
        span: Span,
    ) -> Result<Value> {
        match callable {
            Callable::Named(name) => self.call(name, arguments, span),
            Callable::Set(set) => match arguments.as_slice() {
                [value] => Ok(if set.contains(value) { value.clone() } else { Value::Nil }),
                _ => Err(Fault::new(span, "a set is asked about one value")),
            },
            Callable::Lambda(parameters, body) => {
                let depth = scope.len();
                if let (Some(first), [percent, ..]) = (arguments.first(), parameters)
                    && percent == "%"
                {
                    // In `#( … )`, `%` and `%1` are the same.
                    scope.push(("%".into(), first.clone()));
                    scope.extend(parameters[1..].iter().cloned().zip(arguments.iter().cloned()));
                } else {
                    scope.extend(parameters.iter().cloned().zip(arguments));
                }
                self.depth += 1;
                let result = self.value(body, scope);
                self.depth -= 1;
                scope.truncate(depth);
                result
            }
        }
    }

    fn higher_order(
        &mut self,
        name: &str,
        function: &Expression,
        collection: &Expression,
        scope: &mut Scope,
        span: Span,
    ) -> Result<Value> {
        let callable = self.callable(function, scope)?;
        let items: Vec<Value> = match self.value(collection, scope)? {
            Value::List(items) => items,
            Value::Set(items) => items.into_iter().collect(),
            Value::Nil => Vec::new(),
            other => {
                return Err(Fault::new(
                    collection.span,
                    format!("a collection is expected here, not {}", other.kind()),
                ));
            }
        };
        let mut kept = Vec::new();
        for item in items {
            let result = self.apply(&callable, vec![item.clone()], scope, span)?;
            match name {
                "filter" if result.truthy() => kept.push(item),
                "remove" if !result.truthy() => kept.push(item),
                "map" => kept.push(result),
                "some" if result.truthy() => return Ok(result),
                "every?" if !result.truthy() => return Ok(Value::Boolean(false)),
                _ => {}
            }
        }
        Ok(match name {
            "some" => Value::Nil,
            "every?" => Value::Boolean(true),
            _ => Value::List(kept),
        })
    }

    /// A role's name and indices.
    pub(crate) fn role(&mut self, role: &Role, scope: &mut Scope) -> Result<(String, Vec<Value>)> {
        let (name, mut indices) = match &role.name {
            RoleName::Constant(name) => (name.clone(), Vec::new()),
            RoleName::Variable(name) => match scope.iter().rev().find(|(other, _)| other == name) {
                Some((_, Value::Key(name) | Value::Text(name))) => (name.clone(), Vec::new()),
                Some((_, Value::Role(name, indices))) => (name.clone(), indices.clone()),
                Some((_, other)) => {
                    return Err(Fault::new(role.span, format!("`{name}` is {}, not a role", other.kind())));
                }
                None => {
                    let message = format!("`{name}` is no variable here; a role is written `:{name}`");
                    return Err(Fault::new(role.span, message));
                }
            },
        };
        for index in &role.indices {
            indices.push(self.value(index, scope)?);
        }
        Ok((name, indices))
    }

    /// The elements of a collection to iterate over.
    pub(crate) fn elements(&mut self, expression: &Expression, scope: &mut Scope) -> Result<Vec<Value>> {
        let items = match self.value(expression, scope)? {
            Value::List(items) => items,
            Value::Set(items) => items.into_iter().collect(),
            Value::Nil => Vec::new(),
            other => {
                return Err(Fault::new(
                    expression.span,
                    format!("a collection is expected here, not {}", other.kind()),
                ));
            }
        };
        self.burn(items.len(), expression.span)?;
        Ok(items)
    }
}
