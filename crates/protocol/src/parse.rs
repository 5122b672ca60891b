//! From forms to a protocol: the grammar of the language.
//!
//! Both dialects are accepted: Prut4j's fork (`skip`, `async`, `defthread`) and today's Discourje (`end`, `defroles`). A form that
//! only a Clojure file needs (`ns`, `require`) is passed over.

use std::collections::BTreeSet;

use crate::ast::*;
use crate::parse_expression::{bindings, expression, symbol};
use crate::reader::{Form, Kind, read};
use crate::source::{Error, Fault, Result, Source, Span};
use crate::value::Value;

impl Protocol {
    /// Reads a protocol file.
    pub fn parse(source: std::sync::Arc<Source>) -> std::result::Result<Self, Error> {
        let mut builder = Builder::default();
        builder.file(&source.text).map_err(|fault| fault.within(&source))?;
        let Builder { sessions, roles, functions, loops, graphs, actions, .. } = builder;
        if sessions.is_empty() {
            let span = Span { start: 0, end: source.text.lines().next().unwrap_or("").len() };
            return Err(
                Fault::new(span, "the file defines no session: `(defsession :name [] …)`").within(&source)
            );
        }
        let loops = loops.into_iter().flatten().collect();
        Ok(Self { source, sessions, roles, functions, loops, graphs, actions })
    }
}

#[derive(Default)]
struct Builder {
    sessions: Vec<Session>,
    roles: Vec<RoleDefinition>,
    functions: Vec<Function>,
    /// A loop's place is taken before its body is read.
    loops: Vec<Option<Loop>>,
    graphs: Vec<Graph>,
    actions: Vec<Span>,
    /// The names of the loops around the form that is being read.
    around: Vec<String>,
}

/// The operator that heads a list, without the prefix of the library.
fn head(form: &Form) -> Option<&str> {
    match &form.kind {
        Kind::Symbol(name) => Some(name.strip_prefix("s/").unwrap_or(name)),
        _ => None,
    }
}

impl Builder {
    fn file(&mut self, text: &str) -> Result<()> {
        let forms = read(text)?;
        let mut bare = Vec::new();
        for form in &forms {
            let (Kind::List(items), Some(operator)) = (&form.kind, first(form)) else {
                bare.push(form);
                continue;
            };
            let rest = &items[1..];
            match operator {
                "defrole" | "defthread" => self.role(form, rest)?,
                "defroles" => rest.iter().try_for_each(|key| self.define_role(key, None))?,
                "defsession" => self.session(form, rest)?,
                "defn" | "defn-" => self.function(form, rest)?,
                "ns" | "require" | "use" | "import" | "comment" | "declare" | "in-ns" => {}
                _ => bare.push(form),
            }
        }
        // A file may also be one protocol without a name.
        if self.sessions.is_empty() && !bare.is_empty() {
            let mut specs = Vec::new();
            for form in &bare {
                specs.push(self.spec(form)?);
            }
            let span = bare[0].span.to(bare[bare.len() - 1].span);
            let body = Spec::Nary(Operator::Cat, specs);
            self.sessions.push(Session { name: "main".into(), parameters: Vec::new(), body, span });
        } else if let Some(form) = bare.first() {
            return Err(Fault::new(
                form.span,
                "a definition is expected here: defsession, defrole, defroles or defn",
            ));
        }
        self.check_calls()
    }

    fn role(&mut self, form: &Form, rest: &[Form]) -> Result<()> {
        match rest {
            [key] => self.define_role(key, None),
            [key, Form { kind: Kind::Text(name), .. }] => self.define_role(key, Some(name)),
            _ => Err(Fault::new(
                form.span,
                "a role is declared as `(defrole :key)` or `(defrole :key \"name\")`",
            )),
        }
    }

    fn define_role(&mut self, key: &Form, name: Option<&str>) -> Result<()> {
        let (Kind::Key(text) | Kind::Symbol(text)) = &key.kind else {
            return Err(Fault::new(key.span, "a role's key is expected here, like `:worker`"));
        };
        if self.roles.iter().any(|role| role.key == *text) {
            return Err(Fault::new(key.span, format!("the role `{text}` is declared twice")));
        }
        let name = name.unwrap_or(text).to_owned();
        self.roles.push(RoleDefinition { key: text.clone(), name, span: key.span });
        Ok(())
    }

    fn session(&mut self, form: &Form, rest: &[Form]) -> Result<()> {
        let [Form { kind: Kind::Key(name) | Kind::Symbol(name), .. }, parameters, body @ ..] = rest else {
            return Err(Fault::new(form.span, "a session is defined as `(defsession :name [parameters] …)`"));
        };
        let parameters = symbols(parameters)?;
        let same = |session: &&Session| session.name == *name && session.parameters.len() == parameters.len();
        if self.sessions.iter().find(same).is_some() {
            let message =
                format!("the session `{name}` with {} parameters is defined twice", parameters.len());
            return Err(Fault::new(form.span, message));
        }
        let body = self.sequence(body)?;
        self.sessions.push(Session { name: name.clone(), parameters, body, span: form.span });
        Ok(())
    }

    fn function(&mut self, form: &Form, rest: &[Form]) -> Result<()> {
        let [Form { kind: Kind::Symbol(name), .. }, rest @ ..] = rest else {
            return Err(Fault::new(
                form.span,
                "a function is defined as `(defn name [parameters] expression)`",
            ));
        };
        let rest = match rest {
            [Form { kind: Kind::Text(_), .. }, rest @ ..] => rest, // a documentation string
            _ => rest,
        };
        let [parameters, body] = rest else {
            return Err(Fault::new(
                form.span,
                "a function is defined as `(defn name [parameters] expression)`",
            ));
        };
        let function =
            Function { name: name.clone(), parameters: symbols(parameters)?, body: expression(body)? };
        self.functions.push(function);
        Ok(())
    }

    fn sequence(&mut self, forms: &[Form]) -> Result<Spec> {
        Ok(match forms {
            [] => Spec::End,
            [one] => self.spec(one)?,
            _ => Spec::Nary(Operator::Cat, self.specs(forms)?),
        })
    }

    fn specs(&mut self, forms: &[Form]) -> Result<Vec<Spec>> {
        forms.iter().map(|form| self.spec(form)).collect()
    }

    fn spec(&mut self, form: &Form) -> Result<Spec> {
        let items = match &form.kind {
            Kind::Vector(items) => return Ok(Spec::Nary(Operator::Cat, self.specs(items)?)),
            Kind::List(items) if !items.is_empty() => items,
            _ => {
                return Err(Fault::new(
                    form.span,
                    "a protocol is expected here, like `(-->> Type :sender :receiver)`",
                ));
            }
        };
        let rest = &items[1..];
        if let Kind::Key(name) = &items[0].kind {
            return self.call(name, rest, form.span);
        }
        let Some(operator) = head(&items[0]) else {
            return Err(Fault::new(items[0].span, "an operator or a session's name is expected here"));
        };
        match operator {
            "-->" => self.action(ActionKind::Synchronous, form, rest),
            "-->>" => self.action(ActionKind::Asynchronous, form, rest),
            "close" => self.action(ActionKind::Close, form, rest),
            "end" | "skip" if rest.is_empty() => Ok(Spec::End),
            "end" | "skip" => Err(Fault::new(form.span, format!("`{operator}` takes nothing"))),
            "any" => self.any(form, rest),
            "*" => Ok(Spec::Repeat(Repetition::Star, Box::new(self.sequence(rest)?))),
            "+" => Ok(Spec::Repeat(Repetition::Plus, Box::new(self.sequence(rest)?))),
            "?" => Ok(Spec::Repeat(Repetition::Option, Box::new(self.sequence(rest)?))),
            "omega" | "ω" => Ok(Spec::Repeat(Repetition::Omega, Box::new(self.sequence(rest)?))),
            "async*" => Ok(Spec::Repeat(Repetition::WeakStar, Box::new(self.sequence(rest)?))),
            "async+" => Ok(Spec::Repeat(Repetition::WeakPlus, Box::new(self.sequence(rest)?))),
            "cat" | "do" => Ok(Spec::Nary(Operator::Cat, self.specs(rest)?)),
            "alt" => Ok(Spec::Nary(Operator::Alt, self.specs(rest)?)),
            "par" => Ok(Spec::Nary(Operator::Par, self.specs(rest)?)),
            "async" => Ok(Spec::Nary(Operator::Async, self.specs(rest)?)),
            "cat-every" => self.every(Operator::Cat, form, rest),
            "alt-every" => self.every(Operator::Alt, form, rest),
            "par-every" => self.every(Operator::Par, form, rest),
            "async-every" => self.every(Operator::Async, form, rest),
            "if" => match rest {
                [condition, then] => self.conditional(condition, then, None),
                [condition, then, otherwise] => self.conditional(condition, then, Some(otherwise)),
                _ => {
                    Err(Fault::new(form.span, "`if` takes a condition, a protocol, and perhaps another one"))
                }
            },
            "let" => match rest {
                [first, body @ ..] => {
                    Ok(Spec::Let { bindings: bindings(first)?, body: Box::new(self.sequence(body)?) })
                }
                [] => Err(Fault::new(form.span, "`let` takes bindings and a protocol")),
            },
            "loop" => self.repeat(form, rest),
            "recur" => self.recur(form, rest),
            "session" => match rest {
                [Form { kind: Kind::Key(name) | Kind::Symbol(name), .. }] => self.call(name, &[], form.span),
                [
                    Form { kind: Kind::Key(name) | Kind::Symbol(name), .. },
                    Form { kind: Kind::Vector(arguments), .. },
                ] => self.call(name, arguments, form.span),
                _ => Err(Fault::new(
                    form.span,
                    "a session is called as `(session :name [arguments])` or `(:name arguments)`",
                )),
            },
            "graph" => self.graph(form, rest),
            "ins" | "rep" | "insert" => Err(Fault::new(
                items[0].span,
                format!("`{operator}` is not part of the language; write `(:name arguments)`"),
            )),
            _ => Err(Fault::new(items[0].span, format!("`{operator}` is not an operator of the language"))),
        }
    }

    fn action(&mut self, kind: ActionKind, form: &Form, rest: &[Form]) -> Result<Spec> {
        let (predicate, from, to) = match (kind, rest) {
            (_, [from, to]) => ("Object".to_owned(), from, to),
            (ActionKind::Synchronous | ActionKind::Asynchronous, [predicate, from, to]) => {
                let text = match &predicate.kind {
                    Kind::Symbol(name) => name.clone(),
                    Kind::Text(text) => format!("{text:?}"),
                    Kind::Integer(value) => value.to_string(),
                    Kind::Float(value) => format!("{value:?}"),
                    Kind::Boolean(value) => value.to_string(),
                    Kind::Nil => "nil".to_owned(),
                    Kind::Key(name) => format!(":{name}"),
                    _ => {
                        return Err(Fault::new(
                            predicate.span,
                            "a type's name or a literal is expected here",
                        ));
                    }
                };
                (text, from, to)
            }
            _ => {
                let usage = match kind {
                    ActionKind::Close => "`(close :sender :receiver)`",
                    ActionKind::Synchronous => "`(--> Type :sender :receiver)`",
                    _ => "`(-->> Type :sender :receiver)`",
                };
                return Err(Fault::new(form.span, format!("an action is written {usage}")));
            }
        };
        let (from, to) = (role(from)?, role(to)?);
        let number = self.actions.len() as u32;
        self.actions.push(form.span);
        Ok(Spec::Action { number, kind, predicate, from, to })
    }

    fn any(&mut self, form: &Form, rest: &[Form]) -> Result<Spec> {
        let [Form { kind: Kind::Vector(roles) | Kind::Set(roles), .. }] = rest else {
            return Err(Fault::new(form.span, "`any` takes a vector of roles"));
        };
        let roles = roles.iter().map(role).collect::<Result<Vec<_>>>()?;
        let number = self.actions.len() as u32;
        self.actions.push(form.span);
        Ok(Spec::Any { number, roles })
    }

    fn every(&mut self, operator: Operator, form: &Form, rest: &[Form]) -> Result<Spec> {
        let [first, body @ ..] = rest else {
            return Err(Fault::new(form.span, "bindings are expected: `(par-every [i (range n)] …)`"));
        };
        let bindings = bindings(first)?;
        let body = Box::new(self.sequence(body)?);
        Ok(Spec::Every { operator, bindings, body, span: form.span })
    }

    fn conditional(&mut self, condition: &Form, then: &Form, otherwise: Option<&Form>) -> Result<Spec> {
        let condition = expression(condition)?;
        let then = Box::new(self.spec(then)?);
        let otherwise = Box::new(otherwise.map_or(Ok(Spec::End), |form| self.spec(form))?);
        Ok(Spec::If { condition, then, otherwise })
    }

    fn repeat(&mut self, form: &Form, rest: &[Form]) -> Result<Spec> {
        let (name, first, body) = match rest {
            [Form { kind: Kind::Key(name) | Kind::Symbol(name), .. }, first, body @ ..] => {
                (name.as_str(), first, body)
            }
            [first @ Form { kind: Kind::Vector(_), .. }, body @ ..] => ("", first, body),
            _ => return Err(Fault::new(form.span, "a loop is written `(loop name [variable value …] …)`")),
        };
        let bindings = bindings(first)?;
        let number = self.loops.len();
        self.loops.push(None);
        self.around.push(name.to_owned());
        let body = self.sequence(body);
        self.around.pop();
        let body = body?;
        let mut free = BTreeSet::new();
        let mut bound: Vec<String> = bindings.iter().map(|(name, _)| name.clone()).collect();
        bound.push(loop_variable(name));
        free_in_spec(&body, &mut bound, &self.loops, &mut free);
        let free = free.into_iter().collect();
        self.loops[number] = Some(Loop { name: name.to_owned(), bindings, body, free });
        Ok(Spec::Loop(number as u32))
    }

    fn recur(&mut self, form: &Form, rest: &[Form]) -> Result<Spec> {
        let named = match rest.first() {
            Some(Form { kind: Kind::Key(name) | Kind::Symbol(name), .. }) if self.around.contains(name) => {
                Some(name)
            }
            _ => None,
        };
        let (name, arguments) = match (named, self.around.last()) {
            (Some(name), _) => (name.clone(), &rest[1..]),
            (None, Some(innermost)) if innermost.is_empty() => (String::new(), rest),
            (None, Some(_)) => {
                let span = rest.first().map_or(form.span, |form| form.span);
                return Err(Fault::new(span, "no loop of this name is around this `recur`"));
            }
            (None, None) => return Err(Fault::new(form.span, "no loop is around this `recur`")),
        };
        let arguments = arguments.iter().map(expression).collect::<Result<_>>()?;
        Ok(Spec::Recur { name, arguments, span: form.span })
    }

    fn call(&mut self, name: &str, arguments: &[Form], span: Span) -> Result<Spec> {
        let arguments = arguments.iter().map(expression).collect::<Result<_>>()?;
        Ok(Spec::Call { name: name.to_owned(), arguments, span })
    }

    fn graph(&mut self, form: &Form, rest: &[Form]) -> Result<Spec> {
        let usage = || Fault::new(form.span, "a graph is written `(graph des (0 1 2) (0 \"!(T,a,b)\" 1))`");
        let [Form { kind: Kind::Symbol(des), .. }, Form { kind: Kind::List(header), .. }, edges @ ..] = rest
        else {
            return Err(usage());
        };
        let [Form { kind: Kind::Integer(initial), .. }, count, states] = header.as_slice() else {
            return Err(usage());
        };
        let (Kind::Integer(edge_count), Kind::Integer(state_count)) = (&count.kind, &states.kind) else {
            return Err(usage());
        };
        if des != "des" {
            return Err(usage());
        }
        if *edge_count != edges.len() as i64 {
            let message =
                format!("the graph says that it has {edge_count} transitions, but there are {}", edges.len());
            return Err(Fault::new(count.span, message));
        }
        let vertex = |form: &Form| match form.kind {
            Kind::Integer(number) if (0..*state_count).contains(&number) => Ok(number as u32),
            Kind::Integer(_) => {
                Err(Fault::new(form.span, format!("the graph has the states 0 to {}", state_count - 1)))
            }
            _ => Err(Fault::new(form.span, "a state's number is expected here")),
        };
        let initial = vertex(&Form { kind: Kind::Integer(*initial), span: header[0].span })?;
        let mut read = Vec::new();
        for edge in edges {
            let Kind::List(items) = &edge.kind else { return Err(usage()) };
            let [source, Form { kind: Kind::Text(label), span }, target] = items.as_slice() else {
                return Err(Fault::new(edge.span, "a transition is written `(0 \"!(T,a,b)\" 1)`"));
            };
            let (kind, predicate, from, to) = graph_label(label)
                .ok_or_else(|| Fault::new(*span, "a label is `!(T,a,b)`, `?(a,b)`, `(T,a,b)` or `C(a,b)`"))?;
            read.push(GraphEdge {
                source: vertex(source)?,
                kind,
                predicate,
                from,
                to,
                target: vertex(target)?,
            });
        }
        self.graphs.push(Graph { initial, edges: read });
        Ok(Spec::Graph(self.graphs.len() as u32 - 1))
    }

    /// Every call must have a session to go to, and every role a known name if any is declared.
    fn check_calls(&self) -> Result<()> {
        let bodies = self.sessions.iter().map(|session| &session.body);
        let loops = self.loops.iter().flatten().map(|repeat| &repeat.body);
        for body in bodies.chain(loops) {
            self.check_calls_in(body)?;
        }
        Ok(())
    }

    fn check_calls_in(&self, spec: &Spec) -> Result<()> {
        match spec {
            Spec::Call { name, arguments, span } => {
                let arities: Vec<usize> = self
                    .sessions
                    .iter()
                    .filter(|session| session.name == *name)
                    .map(|session| session.parameters.len())
                    .collect();
                if arities.is_empty() {
                    return Err(Fault::new(*span, format!("no session is called `{name}`")));
                }
                if !arities.contains(&arguments.len()) {
                    let known: Vec<String> = arities.iter().map(ToString::to_string).collect();
                    let message =
                        format!("`{name}` takes {} arguments, not {}", known.join(" or "), arguments.len());
                    return Err(Fault::new(*span, message));
                }
                Ok(())
            }
            Spec::Nary(_, inner) => inner.iter().try_for_each(|spec| self.check_calls_in(spec)),
            Spec::Repeat(_, inner) | Spec::Every { body: inner, .. } | Spec::Let { body: inner, .. } => {
                self.check_calls_in(inner)
            }
            Spec::If { then, otherwise, .. } => {
                self.check_calls_in(then)?;
                self.check_calls_in(otherwise)
            }
            Spec::End
            | Spec::Action { .. }
            | Spec::Any { .. }
            | Spec::Loop(_)
            | Spec::Recur { .. }
            | Spec::Graph(_) => Ok(()),
        }
    }
}

fn first(form: &Form) -> Option<&str> {
    match &form.kind {
        Kind::List(items) => items.first().and_then(head),
        _ => None,
    }
}

fn symbols(form: &Form) -> Result<Vec<String>> {
    let Kind::Vector(items) = &form.kind else {
        return Err(Fault::new(form.span, "a vector of parameters is expected here"));
    };
    items.iter().map(symbol).collect()
}

/// A role: a key, a string, a variable, or one of these with indices.
pub(crate) fn role(form: &Form) -> Result<Role> {
    let named = |form: &Form| match &form.kind {
        Kind::Key(name) | Kind::Text(name) => Some(RoleName::Constant(name.clone())),
        Kind::Symbol(name) => Some(RoleName::Variable(name.clone())),
        _ => None,
    };
    let wrong =
        || Fault::new(form.span, "a role is expected here, like `:worker`, `\"worker\"` or `(:worker i)`");
    match &form.kind {
        Kind::List(items) => {
            let (name, indices): (&Form, &[Form]) = match items.as_slice() {
                [operator, name, Form { kind: Kind::Vector(indices), .. }]
                    if head(operator) == Some("role") =>
                {
                    (name, indices)
                }
                [operator, name] if head(operator) == Some("role") => (name, &[]),
                [name, indices @ ..] => (name, indices),
                [] => return Err(wrong()),
            };
            let name = named(name).ok_or_else(wrong)?;
            let indices = indices.iter().map(expression).collect::<Result<_>>()?;
            Ok(Role { name, indices, span: form.span })
        }
        _ => Ok(Role { name: named(form).ok_or_else(wrong)?, indices: Vec::new(), span: form.span }),
    }
}

fn graph_label(label: &str) -> Option<(ActionKind, String, String, String)> {
    let label = label.trim();
    let (sign, rest) = label.split_once('(')?;
    let parts: Vec<&str> = split_parts(rest.strip_suffix(')')?);
    let part = |place: usize| parts[place].trim().to_owned();
    let (kind, typed) = match sign.trim() {
        "!" => (ActionKind::Send, true),
        "?" => (ActionKind::Receive, parts.len() == 3),
        "" | "‽" => (ActionKind::Synchronous, true),
        "C" => (ActionKind::Close, false),
        _ => return None,
    };
    match (typed, parts.len()) {
        (true, 3) => Some((kind, part(0), part(1), part(2))),
        (false, 2) => Some((kind, String::new(), part(0), part(1))),
        _ => None,
    }
}

/// Splits at the commas that are not inside `[ ]`.
fn split_parts(text: &str) -> Vec<&str> {
    let mut depth = 0;
    text.split(|character| {
        match character {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        character == ',' && depth == 0
    })
    .collect()
}

/// Loops and variables live in one environment; this is a loop's name there.
pub(crate) fn loop_variable(name: &str) -> String {
    format!("loop {name}")
}

fn free_in_spec(spec: &Spec, bound: &mut Vec<String>, loops: &[Option<Loop>], free: &mut BTreeSet<String>) {
    let depth = bound.len();
    match spec {
        Spec::End | Spec::Graph(_) => {}
        Spec::Action { from, to, .. } => {
            free_in_role(from, bound, free);
            free_in_role(to, bound, free);
        }
        Spec::Any { roles, .. } => roles.iter().for_each(|role| free_in_role(role, bound, free)),
        Spec::Nary(_, inner) => inner.iter().for_each(|spec| free_in_spec(spec, bound, loops, free)),
        Spec::Repeat(_, inner) => free_in_spec(inner, bound, loops, free),
        Spec::Every { bindings, body, .. } | Spec::Let { bindings, body } => {
            for (name, value) in bindings {
                free_in_expression(value, bound, free);
                bound.push(name.clone());
            }
            free_in_spec(body, bound, loops, free);
        }
        Spec::If { condition, then, otherwise } => {
            free_in_expression(condition, bound, free);
            free_in_spec(then, bound, loops, free);
            free_in_spec(otherwise, bound, loops, free);
        }
        Spec::Loop(number) => {
            if let Some(repeat) = &loops[*number as usize] {
                for (name, value) in &repeat.bindings {
                    free_in_expression(value, bound, free);
                    bound.push(name.clone());
                }
                free.extend(repeat.free.iter().filter(|name| !bound[..depth].contains(name)).cloned());
            }
        }
        Spec::Recur { name, arguments, .. } => {
            note(&loop_variable(name), bound, free);
            arguments.iter().for_each(|argument| free_in_expression(argument, bound, free));
        }
        Spec::Call { arguments, .. } => {
            arguments.iter().for_each(|argument| free_in_expression(argument, bound, free))
        }
    }
    bound.truncate(depth);
}

fn note(name: &str, bound: &[String], free: &mut BTreeSet<String>) {
    if !bound.iter().any(|other| other == name) {
        free.insert(name.to_owned());
    }
}

fn free_in_role(role: &Role, bound: &mut Vec<String>, free: &mut BTreeSet<String>) {
    if let RoleName::Variable(name) = &role.name {
        note(name, bound, free);
    }
    role.indices.iter().for_each(|index| free_in_expression(index, bound, free));
}

fn free_in_expression(expression: &Expression, bound: &mut Vec<String>, free: &mut BTreeSet<String>) {
    let depth = bound.len();
    match &expression.kind {
        ExpressionKind::Literal(Value::Role(..)) | ExpressionKind::Literal(_) => {}
        ExpressionKind::Variable(name) => note(name, bound, free),
        ExpressionKind::Set(inner)
        | ExpressionKind::List(inner)
        | ExpressionKind::And(inner)
        | ExpressionKind::Or(inner) => {
            inner.iter().for_each(|inner| free_in_expression(inner, bound, free));
        }
        ExpressionKind::Call(_, arguments) => {
            arguments.iter().for_each(|inner| free_in_expression(inner, bound, free));
        }
        ExpressionKind::If(condition, then, otherwise) => {
            free_in_expression(condition, bound, free);
            free_in_expression(then, bound, free);
            if let Some(otherwise) = otherwise {
                free_in_expression(otherwise, bound, free);
            }
        }
        ExpressionKind::Let(bindings, body) => {
            for (name, value) in bindings {
                free_in_expression(value, bound, free);
                bound.push(name.clone());
            }
            free_in_expression(body, bound, free);
        }
        ExpressionKind::Lambda(parameters, body) => {
            bound.extend(parameters.iter().cloned());
            free_in_expression(body, bound, free);
        }
        ExpressionKind::Apply(function, arguments) => {
            free_in_expression(function, bound, free);
            arguments.iter().for_each(|inner| free_in_expression(inner, bound, free));
        }
        ExpressionKind::Role(role) => free_in_role(role, bound, free),
    }
    bound.truncate(depth);
}
