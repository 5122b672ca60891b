//! A protocol file, understood: sessions, functions, roles. Still with variables; `term` has what is left when all are known.

use std::sync::Arc;

use crate::source::{Source, Span};
use crate::value::Value;

/// A protocol file.
#[derive(Clone, Debug)]
pub struct Protocol {
    /// Where it came from.
    pub source: Arc<Source>,
    /// The sessions, in the order of the file.
    pub sessions: Vec<Session>,
    /// The roles that were declared: the key, and the name that is shown.
    pub roles: Vec<RoleDefinition>,
    pub(crate) functions: Vec<Function>,
    pub(crate) loops: Vec<Loop>,
    pub(crate) graphs: Vec<Graph>,
    /// Where each action form stands, by its number.
    pub(crate) actions: Vec<Span>,
}

/// `(defrole :key "name")`
#[derive(Clone, Debug)]
pub struct RoleDefinition {
    /// How the file speaks of it.
    pub key: String,
    /// How it is shown.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
}

/// `(defsession :name [parameters] …)`
#[derive(Clone, Debug)]
pub struct Session {
    /// Its name, without colons.
    pub name: String,
    /// Its parameters; sessions are overloaded by their number.
    pub parameters: Vec<String>,
    pub(crate) body: Spec,
    /// Where it is defined.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) parameters: Vec<String>,
    pub(crate) body: Expression,
}

#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub(crate) name: String,
    pub(crate) bindings: Vec<(String, Expression)>,
    pub(crate) body: Spec,
    /// The variables and outer loops that the body uses, sorted.
    pub(crate) free: Vec<String>,
}

/// An inline graph. Labels have constant roles.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) initial: u32,
    pub(crate) edges: Vec<GraphEdge>,
}

#[derive(Clone, Debug)]
pub(crate) struct GraphEdge {
    pub(crate) source: u32,
    pub(crate) kind: ActionKind,
    pub(crate) predicate: String,
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) target: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ActionKind {
    /// `-->>`: sent, and later received.
    Asynchronous,
    /// `-->`: sent and received at once.
    Synchronous,
    Close,
    /// Only in graphs.
    Send,
    /// Only in graphs.
    Receive,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operator {
    Cat,
    Alt,
    Par,
    Async,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Repetition {
    Star,
    Plus,
    Option,
    Omega,
    /// Rounds follow each other by weak sequence.
    WeakStar,
    WeakPlus,
}

#[derive(Clone, Debug)]
pub(crate) enum Spec {
    End,
    Action {
        number: u32,
        kind: ActionKind,
        predicate: String,
        from: Role,
        to: Role,
    },
    Any {
        number: u32,
        roles: Vec<Role>,
    },
    Nary(Operator, Vec<Spec>),
    Repeat(Repetition, Box<Spec>),
    Every {
        operator: Operator,
        bindings: Vec<(String, Expression)>,
        body: Box<Spec>,
        span: Span,
    },
    If {
        condition: Expression,
        then: Box<Spec>,
        otherwise: Box<Spec>,
    },
    Let {
        bindings: Vec<(String, Expression)>,
        body: Box<Spec>,
    },
    /// The number of the loop.
    Loop(u32),
    Recur {
        name: String,
        arguments: Vec<Expression>,
        span: Span,
    },
    Call {
        name: String,
        arguments: Vec<Expression>,
        span: Span,
    },
    Graph(u32),
}

#[derive(Clone, Debug)]
pub(crate) struct Role {
    pub(crate) name: RoleName,
    pub(crate) indices: Vec<Expression>,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum RoleName {
    Constant(String),
    Variable(String),
}

#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pub(crate) kind: ExpressionKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum ExpressionKind {
    Literal(Value),
    Variable(String),
    Set(Vec<Expression>),
    List(Vec<Expression>),
    If(Box<Expression>, Box<Expression>, Option<Box<Expression>>),
    And(Vec<Expression>),
    Or(Vec<Expression>),
    Let(Vec<(String, Expression)>, Box<Expression>),
    /// A function without a name; only where a function is expected.
    Lambda(Vec<String>, Box<Expression>),
    /// A built-in or a `defn`.
    Call(String, Vec<Expression>),
    /// A set asked whether something is in it.
    Apply(Box<Expression>, Vec<Expression>),
    Role(Box<Role>),
}
