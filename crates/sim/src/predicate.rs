//! Predicates: expressions whose names are resolved in a program, and what they say of a state.
//!
//! What does not exist yet (a node that was not started, a variable that was not declared, an element beyond the end) has no
//! value, and what compares it is neither true nor false (Kleene 1938). A predicate holds only if it is true: so a node that was
//! not started is never what `E<>` and `A<>` look for, and never breaks `A[]`, which is broken by what is false only.

use std::collections::BTreeSet;

use vtrace_machine::{End, Machine, Node, Program, Scalar, State, View};

use crate::expression::{Expression, Operator};

/// A predicate over states.
#[derive(Clone, Debug)]
pub struct Predicate {
    term: Term,
}

/// A state, and what is known of it besides.
pub struct Moment<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// The state.
    pub state: &'a State,
    /// Whether nothing can happen any more.
    pub stuck: bool,
}

/// A name that means nothing in the program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unknown(String);

impl Unknown {
    pub(crate) fn too_many(count: usize, most: usize) -> Unknown {
        Unknown(format!(
            "these queries have {count} predicates, and at most {most} can be looked at at once: ask in two goes"
        ))
    }
}

#[derive(Clone, Debug)]
enum Term {
    Constant(Scalar),
    Bound(usize),
    Deadlock,
    Terminated,
    Panicked,
    Messages,
    Global(u32),
    Variable(NodeName, Vec<u32>),
    Mark(Option<NodeName>, String),
    Field(Box<Term>, String),
    Index(Box<Term>, Box<Term>),
    Length(Box<Term>),
    Crashed(NodeName),
    Ended(NodeName),
    At(NodeName, Box<Term>),
    Unary(Operator, Box<Term>),
    Binary(Operator, Box<Term>, Box<Term>),
    Quantified {
        all: bool,
        range: Option<(Box<Term>, Box<Term>)>,
        /// Without a range: the numbers of nodes that there are to be.
        nodes: Vec<i64>,
        body: Box<Term>,
    },
}

/// How a query names a node.
#[derive(Clone, Debug)]
enum NodeName {
    /// `worker2`
    Full(String),
    /// `worker[i]`, or any node with that number.
    Numbered(Option<String>, Box<Term>),
}

/// The names that follow a dot: those of local variables among them must be watched for the query to be answered.
pub fn watched<'e>(
    expressions: impl IntoIterator<Item = &'e Expression>,
    program: &Program,
) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for expression in expressions {
        if let Ok(predicate) = Predicate::new(expression, program) {
            predicate.term.for_each_watch(&mut |watch| {
                names.insert(program.watches()[watch as usize].name.clone());
            });
        }
    }
    names
}

impl Predicate {
    /// Resolves the names of an expression. The program must have been loaded with the variables watched.
    pub fn new(expression: &Expression, program: &Program) -> Result<Predicate, Unknown> {
        Predicate::over(expression, program, &[])
    }

    /// [`Predicate::new`], where quantifiers also range over the nodes with these numbers when they were not started yet.
    pub fn over(expression: &Expression, program: &Program, nodes: &[i64]) -> Result<Predicate, Unknown> {
        let mut resolver = Resolver { program, bound: Vec::new(), nodes };
        Ok(Predicate { term: resolver.term(expression)? })
    }

    /// The package-level variables that it looks at.
    pub fn globals(&self) -> Vec<u32> {
        let mut globals = Vec::new();
        self.term.for_each(&mut |term| {
            if let Term::Global(global) = term {
                globals.push(*global);
            }
        });
        globals
    }

    /// Whether it is true.
    pub fn holds(&self, moment: &Moment) -> bool {
        self.term.evaluate(moment, &mut Vec::new()).truth() == Some(true)
    }
}

struct Resolver<'p> {
    program: &'p Program,
    bound: Vec<String>,
    nodes: &'p [i64],
}

const FUNCTIONS: &str =
    "len(x), crashed(node), ended(node), passed(mark), passed(node, mark), at(node, line)";

impl Resolver<'_> {
    fn term(&mut self, expression: &Expression) -> Result<Term, Unknown> {
        let constant = |scalar| Ok(Term::Constant(scalar));
        match expression {
            Expression::Int(i) => constant(Scalar::Int(*i)),
            Expression::Bool(b) => constant(Scalar::Bool(*b)),
            Expression::Text(text) => constant(Scalar::Text(text.clone())),
            Expression::Nil => constant(Scalar::Nil),
            Expression::Name(name) => self.name(name),
            Expression::Member(of, name, line) => self.member(of, name, *line),
            Expression::Index(of, index) => {
                Ok(Term::Index(Box::new(self.term(of)?), Box::new(self.term(index)?)))
            }
            Expression::Call(name, arguments) => self.call(name, arguments),
            Expression::Unary(operator, x) => Ok(Term::Unary(*operator, Box::new(self.term(x)?))),
            Expression::Binary(operator, x, y) => {
                Ok(Term::Binary(*operator, Box::new(self.term(x)?), Box::new(self.term(y)?)))
            }
            Expression::Quantified { all, variable, range, body } => {
                let range = match range {
                    Some((low, high)) => Some((Box::new(self.term(low)?), Box::new(self.term(high)?))),
                    None => None,
                };
                self.bound.push(variable.clone());
                let body = self.term(body);
                self.bound.pop();
                let nodes = self.nodes.to_vec();
                Ok(Term::Quantified { all: *all, range, nodes, body: Box::new(body?) })
            }
        }
    }

    fn name(&mut self, name: &str) -> Result<Term, Unknown> {
        if let Some(index) = self.bound.iter().rposition(|bound| bound == name) {
            return Ok(Term::Bound(index));
        }
        match name {
            "deadlock" => return Ok(Term::Deadlock),
            "terminated" => return Ok(Term::Terminated),
            "panicked" => return Ok(Term::Panicked),
            "messages" => return Ok(Term::Messages),
            _ => {}
        }
        self.global(name).map(Term::Global).ok_or_else(|| {
            Unknown(format!(
                "there is no package-level variable {name}; a node's variable is written worker1.{name}{}",
                self.globals_there_are()
            ))
        })
    }

    fn globals(&self) -> impl Iterator<Item = (u32, &str)> {
        let all = 0..self.program.image.globals.len() as u32;
        all.filter_map(|global| Some((global, self.program.users_global(global)?)))
    }

    fn global(&self, name: &str) -> Option<u32> {
        self.globals().find(|(_, plain)| *plain == name).map(|(global, _)| global)
    }

    fn globals_there_are(&self) -> String {
        let names: Vec<&str> = self.globals().map(|(_, name)| name).collect();
        match names.is_empty() {
            true => String::new(),
            false => format!("; there are {}", names.join(", ")),
        }
    }

    /// The node that an expression names, if it names one.
    fn node(&mut self, expression: &Expression) -> Result<Option<NodeName>, Unknown> {
        let is_function = |name: &str| self.is_node_function(name);
        match expression {
            Expression::Name(name) if self.bound.contains(name) => {
                Ok(Some(NodeName::Numbered(None, Box::new(self.name(name)?))))
            }
            Expression::Name(name) => {
                let base = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
                let named = is_function(base) || (base != name && self.global(name).is_none());
                Ok((named || is_function(name)).then(|| NodeName::Full(name.clone())))
            }
            Expression::Int(id) => {
                let id = Box::new(Term::Constant(Scalar::Int(*id)));
                Ok(Some(NodeName::Numbered(None, id)))
            }
            Expression::Index(of, index) => match &**of {
                Expression::Name(name)
                    if name == "node" && !is_function("node") && self.global(name).is_none() =>
                {
                    Ok(Some(NodeName::Numbered(None, Box::new(self.term(index)?))))
                }
                Expression::Name(name) if is_function(name) => {
                    Ok(Some(NodeName::Numbered(Some(name.clone()), Box::new(self.term(index)?))))
                }
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// Whether a function of the user's has this name.
    fn is_node_function(&self, name: &str) -> bool {
        let mut functions = self.program.image.functions.iter().filter(|function| function.flags.user);
        functions.any(|function| function.name.rsplit('.').next() == Some(name))
    }

    fn member(&mut self, of: &Expression, name: &str, line: Option<u32>) -> Result<Term, Unknown> {
        if let Some(node) = self.node(of)? {
            return self.variable(node, name, line);
        }
        Ok(Term::Field(Box::new(self.term(of)?), name.to_string()))
    }

    /// A node's variable; or a field of its receiver or of another variable; or a mark.
    fn variable(&mut self, node: NodeName, name: &str, line: Option<u32>) -> Result<Term, Unknown> {
        let program = self.program;
        let watches = program.watches();
        let base = match &node {
            NodeName::Full(full) => full.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_'),
            NodeName::Numbered(base, _) => base.as_deref().unwrap_or(""),
        };
        let own = |watch: u32| {
            let function = program.image.function(watches[watch as usize].function);
            function.name.rsplit('.').next() == Some(base)
        };
        let named: Vec<u32> = (0..watches.len() as u32)
            .filter(|&watch| watches[watch as usize].name == name)
            .filter(|&watch| line.is_none_or(|line| watches[watch as usize].position.line == line))
            .collect();
        let mine: Vec<u32> = named.iter().copied().filter(|&watch| own(watch)).collect();
        if mine.len() > 1 {
            let lines: Vec<String> = mine
                .iter()
                .map(|&watch| format!("{name}@{}", watches[watch as usize].position.line))
                .collect();
            return Err(Unknown(format!(
                "several variables of {base} are called {name}: say which, by its line: {}",
                lines.join(", ")
            )));
        }
        if !mine.is_empty() || !named.is_empty() {
            return Ok(Term::Variable(node, if mine.is_empty() { named } else { mine }));
        }
        // A field of what the receiver, or another variable of the function, points to.
        let has_field = |watch: &u32| {
            let mut ty = watches[*watch as usize].ty;
            if let vtrace_program::Shape::Pointer(to) = program.image.ty(ty).shape {
                ty = to;
            }
            matches!(&program.image.ty(ty).shape, vtrace_program::Shape::Struct(fields)
                if fields.iter().any(|field| field.name == name))
        };
        let holders: Vec<u32> = (0..watches.len() as u32).filter(has_field).collect();
        let own_holders: Vec<u32> = holders.iter().copied().filter(|&watch| own(watch)).collect();
        let holders = if own_holders.is_empty() { holders } else { own_holders };
        if let Some(&first) = holders.first() {
            return Ok(Term::Field(Box::new(Term::Variable(node, vec![first])), name.to_string()));
        }
        if program.marks_passed().any(|mark| mark == name) {
            return Ok(Term::Mark(Some(node), name.to_string()));
        }
        let mut there: Vec<&str> = (0..watches.len() as u32)
            .filter(|&watch| own(watch))
            .map(|watch| &*watches[watch as usize].name)
            .chain(program.marks_passed())
            .collect();
        there.sort_unstable();
        there.dedup();
        Err(Unknown(match there.is_empty() {
            true => format!("no node has a variable or mark {name}"),
            false => format!("{base} has no variable or mark {name}; there are {}", there.join(", ")),
        }))
    }

    fn call(&mut self, name: &str, arguments: &[Expression]) -> Result<Term, Unknown> {
        let node = |this: &mut Self, argument: &Expression| {
            this.node(argument)?
                .ok_or_else(|| Unknown(format!("{name} wants a node: {name}(worker1), or its number")))
        };
        let mark = |argument: &Expression| match argument {
            Expression::Name(name) | Expression::Text(name) => Ok(name.clone()),
            _ => Err(Unknown("passed wants the name of a mark".to_string())),
        };
        match (name, arguments) {
            ("len", [x]) => Ok(Term::Length(Box::new(self.term(x)?))),
            ("crashed", [x]) => Ok(Term::Crashed(node(self, x)?)),
            ("ended", [x]) => Ok(Term::Ended(node(self, x)?)),
            ("passed", [x]) => Ok(Term::Mark(None, mark(x)?)),
            ("passed", [x, y]) => Ok(Term::Mark(Some(node(self, x)?), mark(y)?)),
            ("at", [x, line]) => Ok(Term::At(node(self, x)?, Box::new(self.term(line)?))),
            _ => Err(Unknown(format!(
                "{name} with {} arguments is not known; there are {FUNCTIONS}",
                arguments.len()
            ))),
        }
    }
}

/// What a term gives.
enum Given<'a> {
    Scalar(Scalar),
    View(View<'a>),
    Nothing,
}

impl Given<'_> {
    /// Whether it is true or false; what does not exist is neither.
    fn truth(&self) -> Option<bool> {
        match self {
            Given::Nothing => None,
            given => Some(given.scalar() == Some(Scalar::Bool(true))),
        }
    }

    fn of_truth(truth: Option<bool>) -> Self {
        truth.map_or(Given::Nothing, |truth| Given::Scalar(Scalar::Bool(truth)))
    }

    fn scalar(&self) -> Option<Scalar> {
        match self {
            Given::Scalar(scalar) => Some(scalar.clone()),
            Given::View(view) => view.scalar(),
            Given::Nothing => None,
        }
    }
}

impl Term {
    fn for_each(&self, visit: &mut dyn FnMut(&Term)) {
        visit(self);
        match self {
            Term::Field(x, _) | Term::Length(x) | Term::Unary(_, x) => x.for_each(visit),
            Term::Index(x, y) | Term::Binary(_, x, y) => {
                x.for_each(visit);
                y.for_each(visit);
            }
            Term::At(_, x) => x.for_each(visit),
            Term::Quantified { range, body, .. } => {
                if let Some((low, high)) = range {
                    low.for_each(visit);
                    high.for_each(visit);
                }
                body.for_each(visit);
            }
            _ => {}
        }
    }

    fn for_each_watch(&self, visit: &mut dyn FnMut(u32)) {
        self.for_each(&mut |term| {
            if let Term::Variable(_, watches) = term {
                watches.iter().for_each(|&watch| visit(watch));
            }
        });
    }

    fn evaluate<'a>(&self, moment: &Moment<'a>, bound: &mut Vec<i64>) -> Given<'a> {
        let bool = |b: bool| Given::Scalar(Scalar::Bool(b));
        let (machine, state) = (moment.machine, moment.state);
        match self {
            Term::Constant(scalar) => Given::Scalar(scalar.clone()),
            Term::Bound(index) => {
                bound.get(*index).map_or(Given::Nothing, |&i| Given::Scalar(Scalar::Int(i)))
            }
            Term::Deadlock => bool(moment.stuck && state.end().is_none()),
            Term::Terminated => bool(matches!(state.end(), Some(End::Exit(_)))),
            Term::Panicked => bool(matches!(state.end(), Some(End::Panic { .. } | End::Fatal { .. }))),
            Term::Messages => {
                let count = machine.messages(state).map(|message| message.count as i64).sum();
                Given::Scalar(Scalar::Int(count))
            }
            Term::Global(global) => Given::View(machine.global(state, *global)),
            Term::Variable(name, watches) => {
                let Some(node) = name.find(moment, bound) else { return Given::Nothing };
                let view = watches.iter().find_map(|&watch| machine.variable(state, node, watch));
                view.map_or(Given::Nothing, Given::View)
            }
            Term::Mark(node, mark) => {
                let who = match node {
                    Some(name) => match name.find(moment, bound) {
                        Some(node) => Some(node.goroutine()),
                        None => return bool(false),
                    },
                    None => None,
                };
                let is = |(number, name): (u32, &[u8])| {
                    name == mark.as_bytes() && who.is_none_or(|who| who == number)
                };
                bool(machine.passed(state).any(is))
            }
            Term::Field(of, name) => match of.evaluate(moment, bound) {
                Given::View(view) => view.field(name).map_or(Given::Nothing, Given::View),
                _ => Given::Nothing,
            },
            Term::Index(of, index) => {
                match (of.evaluate(moment, bound), index.evaluate(moment, bound).scalar()) {
                    (Given::View(view), Some(index)) => {
                        view.index(&index).map_or(Given::Nothing, Given::View)
                    }
                    _ => Given::Nothing,
                }
            }
            Term::Length(of) => match of.evaluate(moment, bound) {
                Given::View(view) => {
                    view.length().map_or(Given::Nothing, |len| Given::Scalar(Scalar::Int(len)))
                }
                Given::Scalar(Scalar::Text(text)) => Given::Scalar(Scalar::Int(text.len() as i64)),
                _ => Given::Nothing,
            },
            Term::Crashed(name) => bool(name.find(moment, bound).is_some_and(Node::is_crashed)),
            Term::Ended(name) => bool(name.find(moment, bound).is_some_and(|node| {
                !node.is_crashed() && !state.goroutines().any(|g| g.number == node.goroutine())
            })),
            Term::At(name, line) => {
                let line = line.evaluate(moment, bound).scalar();
                let at = name.find(moment, bound).and_then(|node| machine.place(state, node.goroutine()));
                bool(at.is_some() && at.map(|at| Scalar::Int(at.line as i64)) == line)
            }
            Term::Unary(operator, x) => unary(*operator, x.evaluate(moment, bound)),
            Term::Binary(operator @ (Operator::And | Operator::Or | Operator::Imply), x, y) => {
                // Each is an "or" of the two, or of their opposites: true if one is, false if both are.
                let (x, y) = (x.evaluate(moment, bound).truth(), y.evaluate(moment, bound).truth());
                let not = |truth: Option<bool>| truth.map(|truth| !truth);
                Given::of_truth(match operator {
                    Operator::And => not(either([not(x), not(y)])),
                    Operator::Or => either([x, y]),
                    _ => either([not(x), y]),
                })
            }
            Term::Binary(operator, x, y) => {
                match (x.evaluate(moment, bound).scalar(), y.evaluate(moment, bound).scalar()) {
                    (Some(x), Some(y)) => binary(*operator, &x, &y).map_or(Given::Nothing, Given::Scalar),
                    // What has parts is something, though there is no saying what.
                    (None, Some(Scalar::Nil)) | (Some(Scalar::Nil), None) => {
                        bool(*operator == Operator::NotEqual)
                    }
                    _ => Given::Nothing,
                }
            }
            Term::Quantified { all, range, nodes, body } => {
                let ids: Vec<i64> = match range {
                    Some((low, high)) => {
                        match (low.evaluate(moment, bound).scalar(), high.evaluate(moment, bound).scalar()) {
                            (Some(Scalar::Int(low)), Some(Scalar::Int(high))) => (low..=high).collect(),
                            _ => return Given::Nothing,
                        }
                    }
                    None => {
                        let mut ids: Vec<i64> = machine.nodes(state).filter_map(Node::id).collect();
                        ids.extend(nodes);
                        ids.sort_unstable();
                        ids.dedup();
                        if ids.is_empty() {
                            return Given::Nothing;
                        }
                        ids
                    }
                };
                let truths: Vec<Option<bool>> = ids
                    .into_iter()
                    .map(|id| {
                        bound.push(id);
                        let truth = body.evaluate(moment, bound).truth();
                        bound.pop();
                        truth
                    })
                    .collect();
                let not = |truth: Option<bool>| truth.map(|truth| !truth);
                Given::of_truth(match all {
                    true => not(either(truths.into_iter().map(not))),
                    false => either(truths),
                })
            }
        }
    }
}

/// True if one of them is; false if all are.
fn either(truths: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut all = Some(false);
    for truth in truths {
        match truth {
            Some(true) => return Some(true),
            None => all = None,
            Some(false) => {}
        }
    }
    all
}

impl NodeName {
    fn find<'a>(&self, moment: &Moment<'a>, bound: &mut Vec<i64>) -> Option<&'a Node> {
        let machine = moment.machine;
        match self {
            NodeName::Full(name) => machine.nodes(moment.state).find(|node| node.name(machine) == **name),
            NodeName::Numbered(base, id) => {
                let Some(Scalar::Int(id)) = id.evaluate(moment, bound).scalar() else { return None };
                machine.nodes(moment.state).find(|node| {
                    node.id() == Some(id) && base.as_ref().is_none_or(|base| node.base(machine) == **base)
                })
            }
        }
    }
}

fn unary<'a>(operator: Operator, x: Given) -> Given<'a> {
    match (operator, x.scalar()) {
        (Operator::Not, _) => Given::of_truth(x.truth().map(|truth| !truth)),
        (_, Some(Scalar::Int(i))) => Given::Scalar(Scalar::Int(i.wrapping_neg())),
        (_, Some(Scalar::Float(f))) => Given::Scalar(Scalar::Float(-f)),
        _ => Given::Nothing,
    }
}

fn binary(operator: Operator, x: &Scalar, y: &Scalar) -> Option<Scalar> {
    use std::cmp::Ordering;
    let order = match (x, y) {
        (Scalar::Int(x), Scalar::Int(y)) => Some(x.cmp(y)),
        (Scalar::Float(x), Scalar::Float(y)) => x.partial_cmp(y),
        (Scalar::Int(x), Scalar::Float(y)) => (*x as f64).partial_cmp(y),
        (Scalar::Float(x), Scalar::Int(y)) => x.partial_cmp(&(*y as f64)),
        (Scalar::Text(x), Scalar::Text(y)) => Some(x.cmp(y)),
        // Booleans are 0 and 1, as in UPPAAL: `crashed(2) == 1`.
        (Scalar::Bool(x), Scalar::Bool(y)) => Some(x.cmp(y)),
        (Scalar::Bool(x), Scalar::Int(y)) => Some(i64::from(*x).cmp(y)),
        (Scalar::Int(x), Scalar::Bool(y)) => Some(x.cmp(&i64::from(*y))),
        (Scalar::Nil, Scalar::Nil) => Some(Ordering::Equal),
        _ => None,
    };
    let compared = |is: fn(Ordering) -> bool| order.map(|order| Scalar::Bool(is(order)));
    let number = |whole: fn(i64, i64) -> Option<i64>| match (x, y) {
        (Scalar::Int(x), Scalar::Int(y)) => whole(*x, *y).map(Scalar::Int),
        _ => None,
    };
    match operator {
        Operator::Equal => Some(Scalar::Bool(order == Some(Ordering::Equal))),
        Operator::NotEqual => Some(Scalar::Bool(order != Some(Ordering::Equal))),
        Operator::Less => compared(Ordering::is_lt),
        Operator::LessEqual => compared(Ordering::is_le),
        Operator::Greater => compared(Ordering::is_gt),
        Operator::GreaterEqual => compared(Ordering::is_ge),
        Operator::Add => number(i64::checked_add),
        Operator::Subtract => number(i64::checked_sub),
        Operator::Multiply => number(i64::checked_mul),
        Operator::Divide => number(i64::checked_div),
        Operator::Remainder => number(i64::checked_rem),
        _ => None,
    }
}
