//! Closed terms: protocols with all variables replaced. A state of the specification is such a term, and equal terms are the
//! same state.
//!
//! Terms are stored once each, so that comparing them is comparing numbers. Units are taken out as terms are built (`end` in a
//! sequence or in parallel, an operator over one operand), never an alternative: that could lose a way to terminate.
//! Conditions, lets and iterations are worked out as soon as their variables are known; loops and calls only when their first
//! action is asked for.

use std::collections::BTreeSet;

use indexmap::IndexSet;
use rustc_hash::FxHashMap;

use crate::ast::{ActionKind, Operator, Protocol, Repetition, Role as RoleForm, RoleName, Spec};
use crate::evaluate::{Evaluator, Scope};
use crate::label::{Label, Names, Role, RoleId};
use crate::parse::loop_variable;
use crate::source::{Fault, Result, Span};
use crate::value::Value;

/// A term's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Term(pub(crate) u32);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    End,
    /// No action, and no end: an alternative without branches.
    Stuck,
    Action(Label),
    Cat(Vec<Term>),
    Alt(Vec<Term>),
    Par(Vec<Term>),
    Weak(Vec<Term>),
    Repeat(Repetition, Term),
    Loop {
        number: u32,
        environment: u32,
        arguments: Vec<Value>,
    },
    Call {
        session: u32,
        arguments: Vec<Value>,
    },
    Graph {
        number: u32,
        vertex: u32,
    },
}

/// What a name stands for in a loop's body: a value, or an outer loop with its own environment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Bound {
    Value(Value),
    Loop(u32, u32),
}

type Environment = Vec<(String, Bound)>;

/// How many terms may be built.
const TERMS: usize = 5_000_000;

/// All terms of one protocol with one choice of parameters.
pub(crate) struct Terms<'p> {
    pub(crate) protocol: &'p Protocol,
    pub(crate) names: Names,
    nodes: IndexSet<Node, rustc_hash::FxBuildHasher>,
    environments: IndexSet<Environment, rustc_hash::FxBuildHasher>,
    unfolded: FxHashMap<Term, Term>,
    /// The forms that an action term came from.
    origins: FxHashMap<Term, BTreeSet<u32>>,
    /// The sessions that were entered.
    pub(crate) entered: BTreeSet<u32>,
}

impl<'p> Terms<'p> {
    pub(crate) const END: Term = Term(0);

    pub(crate) fn new(protocol: &'p Protocol) -> Self {
        let mut nodes = IndexSet::default();
        nodes.insert(Node::End);
        let (environments, unfolded, origins, entered) = Default::default();
        Self { protocol, names: Names::default(), nodes, environments, unfolded, origins, entered }
    }

    pub(crate) fn node(&self, term: Term) -> &Node {
        &self.nodes[term.0 as usize]
    }

    pub(crate) fn origins(&self, term: Term) -> impl Iterator<Item = u32> + '_ {
        self.origins.get(&term).into_iter().flatten().copied()
    }

    fn intern(&mut self, node: Node) -> Term {
        Term(self.nodes.insert_full(node).0 as u32)
    }

    pub(crate) fn call(&mut self, session: u32, arguments: Vec<Value>) -> Term {
        self.intern(Node::Call { session, arguments })
    }

    pub(crate) fn graph_at(&mut self, number: u32, vertex: u32) -> Term {
        self.intern(Node::Graph { number, vertex })
    }

    pub(crate) fn nary(&mut self, operator: Operator, mut operands: Vec<Term>) -> Term {
        if operator != Operator::Alt {
            operands.retain(|&operand| operand != Self::END);
        }
        match (operator, operands.as_slice()) {
            (_, [one]) => *one,
            (Operator::Alt, []) => self.intern(Node::Stuck),
            (_, []) => Self::END,
            (Operator::Cat, _) => self.intern(Node::Cat(operands)),
            (Operator::Alt, _) => self.intern(Node::Alt(operands)),
            (Operator::Par, _) => self.intern(Node::Par(operands)),
            (Operator::Async, _) => self.intern(Node::Weak(operands)),
        }
    }

    pub(crate) fn role(&mut self, name: String, indices: Vec<Value>) -> RoleId {
        // A key that was declared with a name is shown by that name.
        let declared = self.protocol.roles.iter().find(|role| role.key == name);
        let name = declared.map_or(name, |role| role.name.clone());
        self.names.roles.insert_full(Role { name, indices }).0 as u32
    }

    pub(crate) fn label(&mut self, kind: ActionKind, predicate: &str, from: RoleId, to: RoleId) -> Label {
        match kind {
            ActionKind::Close => return Label::Close(from, to),
            ActionKind::Receive => return Label::Receive(from, to),
            _ => {}
        }
        let message = self.names.types.insert_full(predicate.to_owned()).0 as u32;
        match kind {
            ActionKind::Synchronous => Label::Handshake(message, from, to),
            _ => Label::Send(message, from, to),
        }
    }

    fn action(&mut self, number: u32, kind: ActionKind, predicate: &str, from: RoleId, to: RoleId) -> Term {
        let label = self.label(kind, predicate, from, to);
        let first = self.intern(Node::Action(label));
        self.origins.entry(first).or_default().insert(number);
        if kind != ActionKind::Asynchronous {
            return first;
        }
        let receive = self.intern(Node::Action(Label::Receive(from, to)));
        self.nary(Operator::Cat, vec![first, receive])
    }

    fn role_of(&mut self, role: &RoleForm, scope: &mut Scope) -> Result<RoleId> {
        // A declared role may be named without its colon, where no variable has that name.
        if let RoleName::Variable(name) = &role.name
            && !scope.iter().any(|(other, _)| other == name)
            && self.protocol.roles.iter().any(|declared| declared.key == *name)
        {
            let role = RoleForm { name: RoleName::Constant(name.clone()), ..role.clone() };
            return self.role_of(&role, scope);
        }
        let (name, indices) = Evaluator::new(&self.protocol.functions).role(role, scope)?;
        Ok(self.role(name, indices))
    }

    /// The term of `spec` where the names mean what `scope` and `loops` say.
    fn instantiate(
        &mut self,
        spec: &Spec,
        scope: &mut Scope,
        loops: &mut Vec<(String, u32, u32)>,
    ) -> Result<Term> {
        let functions = &self.protocol.functions;
        Ok(match spec {
            Spec::End => Self::END,
            Spec::Action { number, kind, predicate, from, to } => {
                let sender = self.role_of(from, scope)?;
                let receiver = self.role_of(to, scope)?;
                if sender == receiver {
                    let name = self.names.roles[sender as usize].to_string();
                    return Err(Fault::new(
                        from.span.to(to.span),
                        format!("{name} cannot communicate with itself"),
                    ));
                }
                self.action(*number, *kind, predicate, sender, receiver)
            }
            Spec::Any { number, roles } => {
                let roles = roles.iter().map(|role| self.role_of(role, scope)).collect::<Result<Vec<_>>>()?;
                let mut branches = Vec::new();
                for &from in &roles {
                    for &to in roles.iter().filter(|&&to| to != from) {
                        branches.push(self.action(*number, ActionKind::Asynchronous, "Object", from, to));
                    }
                }
                self.nary(Operator::Alt, branches)
            }
            Spec::Nary(operator, inner) => {
                let mut operands = Vec::with_capacity(inner.len());
                for spec in inner {
                    operands.push(self.instantiate(spec, scope, loops)?);
                }
                self.nary(*operator, operands)
            }
            Spec::Repeat(repetition, inner) => {
                let body = self.instantiate(inner, scope, loops)?;
                match repetition {
                    Repetition::Option => self.nary(Operator::Alt, vec![body, Self::END]),
                    Repetition::Plus => {
                        let star = self.intern(Node::Repeat(Repetition::Star, body));
                        self.nary(Operator::Cat, vec![body, star])
                    }
                    Repetition::WeakPlus => {
                        let star = self.intern(Node::Repeat(Repetition::WeakStar, body));
                        self.nary(Operator::Async, vec![body, star])
                    }
                    Repetition::Star | Repetition::WeakStar | Repetition::Omega => {
                        self.intern(Node::Repeat(*repetition, body))
                    }
                }
            }
            Spec::Every { operator, bindings, body, span } => {
                let mut operands = Vec::new();
                self.every(bindings, body, scope, loops, *span, &mut operands)?;
                self.nary(*operator, operands)
            }
            Spec::If { condition, then, otherwise } => {
                let holds = Evaluator::new(functions).value(condition, scope)?.truthy();
                self.instantiate(if holds { then } else { otherwise }, scope, loops)?
            }
            Spec::Let { bindings, body } => {
                let depth = scope.len();
                for (name, value) in bindings {
                    let value = Evaluator::new(functions).value(value, scope)?;
                    scope.push((name.clone(), value));
                }
                let term = self.instantiate(body, scope, loops);
                scope.truncate(depth);
                term?
            }
            Spec::Loop(number) => {
                let repeat = &self.protocol.loops[*number as usize];
                let depth = scope.len();
                let mut arguments = Vec::new();
                for (name, value) in &repeat.bindings {
                    let value = Evaluator::new(functions).value(value, scope)?;
                    scope.push((name.clone(), value.clone()));
                    arguments.push(value);
                }
                scope.truncate(depth);
                let mut environment: Environment = Vec::new();
                for name in &repeat.free {
                    if let Some((_, value)) = scope.iter().rev().find(|(other, _)| other == name) {
                        environment.push((name.clone(), Bound::Value(value.clone())));
                    } else if let Some((_, number, outer)) =
                        loops.iter().rev().find(|(other, ..)| other == name)
                    {
                        environment.push((name.clone(), Bound::Loop(*number, *outer)));
                    }
                }
                let environment = self.environments.insert_full(environment).0 as u32;
                self.intern(Node::Loop { number: *number, environment, arguments })
            }
            Spec::Recur { name, arguments, span } => {
                let wanted = loop_variable(name);
                let Some((_, number, environment)) =
                    loops.iter().rev().find(|(other, ..)| *other == wanted).cloned()
                else {
                    return Err(Fault::new(*span, "no loop of this name is around this `recur`"));
                };
                let expected = self.protocol.loops[number as usize].bindings.len();
                if arguments.len() > expected {
                    let message = format!(
                        "the loop has {expected} variables, but `recur` gives {} values",
                        arguments.len()
                    );
                    return Err(Fault::new(*span, message));
                }
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(Evaluator::new(functions).value(argument, scope)?);
                }
                values.resize(expected, Value::Nil);
                self.intern(Node::Loop { number, environment, arguments: values })
            }
            Spec::Call { name, arguments, span } => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(Evaluator::new(functions).value(argument, scope)?);
                }
                let fits = |session: &crate::ast::Session| {
                    session.name == *name && session.parameters.len() == values.len()
                };
                match self.protocol.sessions.iter().position(fits) {
                    Some(session) => self.call(session as u32, values),
                    None => return Err(Fault::new(*span, format!("no session is called `{name}`"))),
                }
            }
            Spec::Graph(number) => {
                let initial = self.protocol.graphs[*number as usize].initial;
                self.graph_at(*number, initial)
            }
        })
    }

    fn every(
        &mut self,
        bindings: &[(String, crate::ast::Expression)],
        body: &Spec,
        scope: &mut Scope,
        loops: &mut Vec<(String, u32, u32)>,
        span: Span,
        operands: &mut Vec<Term>,
    ) -> Result<()> {
        let Some(((name, collection), rest)) = bindings.split_first() else {
            if operands.len() >= 100_000 {
                return Err(Fault::new(span, "this has more than 100000 instances"));
            }
            operands.push(self.instantiate(body, scope, loops)?);
            return Ok(());
        };
        for value in Evaluator::new(&self.protocol.functions).elements(collection, scope)? {
            scope.push((name.clone(), value));
            let result = self.every(rest, body, scope, loops, span, operands);
            scope.pop();
            result?;
        }
        Ok(())
    }

    /// What a loop, a call or a repetition stands for; nothing for other terms.
    pub(crate) fn unfold(&mut self, term: Term) -> Result<Option<Term>> {
        if let Some(&unfolded) = self.unfolded.get(&term) {
            return Ok(Some(unfolded));
        }
        let protocol = self.protocol;
        let unfolded = match self.node(term).clone() {
            Node::Call { session, arguments } => {
                self.entered.insert(session);
                let session = &protocol.sessions[session as usize];
                let mut scope: Scope = session.parameters.iter().cloned().zip(arguments).collect();
                self.instantiate(&session.body, &mut scope, &mut Vec::new())?
            }
            Node::Loop { number, environment, arguments } => {
                let repeat = &protocol.loops[number as usize];
                let (mut scope, mut loops) = (Scope::new(), Vec::new());
                for (name, bound) in &self.environments[environment as usize] {
                    match bound {
                        Bound::Value(value) => scope.push((name.clone(), value.clone())),
                        Bound::Loop(number, environment) => loops.push((name.clone(), *number, *environment)),
                    }
                }
                loops.push((loop_variable(&repeat.name), number, environment));
                let variables = repeat.bindings.iter().map(|(name, _)| name.clone());
                scope.extend(variables.zip(arguments));
                self.instantiate(&repeat.body, &mut scope, &mut loops)?
            }
            Node::Repeat(repetition, body) => match repetition {
                Repetition::Omega => self.nary(Operator::Cat, vec![body, term]),
                Repetition::WeakStar => {
                    let round = self.nary(Operator::Async, vec![body, term]);
                    self.nary(Operator::Alt, vec![round, Self::END])
                }
                _ => {
                    let round = self.nary(Operator::Cat, vec![body, term]);
                    self.nary(Operator::Alt, vec![round, Self::END])
                }
            },
            _ => return Ok(None),
        };
        self.unfolded.insert(term, unfolded);
        if self.nodes.len() > TERMS {
            let session = protocol.sessions.first().map_or(Span::default(), |session| session.span);
            return Err(Fault::new(session, format!("the protocol has more than {TERMS} terms")));
        }
        Ok(Some(unfolded))
    }
}
