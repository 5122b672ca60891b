//! The predicates of queries in the words of a model: `worker2.weight` becomes a variable of the model.

use vtrace_sim::expression::{Expression, Operator};

use crate::model::Model;

/// A predicate of a model.
pub(crate) struct Predicate {
    /// In C's syntax. If it speaks of a deadlock, that is left out here.
    pub text: String,
    /// Whether it is about deadlocked states only.
    pub deadlock: bool,
    /// Whether it speaks of a mark that a node is at: that is a place where no node rests.
    pub mark: bool,
}

/// What a language calls the things that queries speak of. Processes and channels are numbers of the model's.
pub(crate) trait Words {
    /// A node's variable, which exists.
    fn variable(&self, process: usize, name: &str) -> String;
    /// The node is down.
    fn crashed(&self, process: usize) -> String;
    /// The node's function has returned.
    fn gone(&self, process: usize) -> String;
    /// The program has ended.
    fn terminated(&self) -> String;
    /// How many messages are in a channel.
    fn len(&self, channels: usize, index: &str) -> String;
    /// The node is at the mark of this name, if the language can say that.
    fn at_mark(&self, process: usize, name: &str) -> Option<String>;
}

/// Translates a predicate; none if the model cannot say it.
pub(crate) fn predicate(model: &Model, expression: &Expression, words: &dyn Words) -> Option<Predicate> {
    let mut translator = Translator { model, words, bound: Vec::new(), deadlock: false, mark: false };
    let text = translator.text(expression, true)?;
    Some(Predicate { text, deadlock: translator.deadlock, mark: translator.mark })
}

/// What must not be the case, if the predicate says only that: `deadlock` for `!deadlock`.
pub(crate) fn negated(expression: &Expression) -> Option<&Expression> {
    match expression {
        Expression::Unary(Operator::Not, x) => Some(x),
        _ => None,
    }
}

struct Translator<'a> {
    model: &'a Model,
    words: &'a dyn Words,
    /// The values of the variables of quantifiers.
    bound: Vec<(String, i64)>,
    deadlock: bool,
    mark: bool,
}

impl Translator<'_> {
    /// `top`: nothing but conjunctions is around, so that `deadlock` may be told apart.
    fn text(&mut self, e: &Expression, top: bool) -> Option<String> {
        Some(match e {
            Expression::Int(i) => i.to_string(),
            Expression::Bool(b) => b.to_string(),
            Expression::Name(name) if name == "deadlock" && top => {
                self.deadlock = true;
                "true".to_string()
            }
            Expression::Name(name) if name == "terminated" => self.words.terminated(),
            Expression::Name(name) if name == "messages" => {
                let mut lengths = Vec::new();
                for (array, channels) in self.model.channels.iter().enumerate() {
                    if channels.capacity > 0 {
                        lengths.extend((0..channels.len).map(|i| self.words.len(array, &i.to_string())));
                    }
                }
                if lengths.is_empty() { "0".to_string() } else { format!("({})", lengths.join(" + ")) }
            }
            Expression::Name(name) => self.bound.iter().rev().find(|(bound, _)| bound == name)?.1.to_string(),
            Expression::Member(of, variable, line) => {
                let process = self.process(of)?;
                let template = self.model.template(&self.model.processes[process]);
                let name = line.map_or(variable.clone(), |line| format!("{variable}_{line}"));
                match template.slots.iter().any(|slot| slot.name.as_ref() == Some(&name)) {
                    true => self.words.variable(process, &name),
                    false => self.at_mark(process, variable)?,
                }
            }
            Expression::Call(function, arguments) => self.call(function, arguments)?,
            Expression::Unary(Operator::Not, x) => format!("!({})", self.text(x, false)?),
            Expression::Unary(Operator::Negate, x) => format!("-({})", self.text(x, false)?),
            Expression::Binary(Operator::And, x, y) => {
                format!("({} && {})", self.text(x, top)?, self.text(y, top)?)
            }
            Expression::Binary(Operator::Imply, x, y) => {
                format!("(!({}) || {})", self.text(x, false)?, self.text(y, false)?)
            }
            Expression::Binary(operator, x, y) => {
                format!("({} {} {})", self.text(x, false)?, sign(*operator)?, self.text(y, false)?)
            }
            Expression::Quantified { all, variable, range, body } => {
                let values: Vec<i64> = match range {
                    Some((from, to)) => (self.number(from)?..=self.number(to)?).take(1000).collect(),
                    None => self.model.processes.iter().map(|process| process.id).collect(),
                };
                let mut parts = Vec::new();
                for value in values {
                    self.bound.push((variable.clone(), value));
                    parts.push(self.text(body, false));
                    self.bound.pop();
                }
                let parts: Vec<String> = parts.into_iter().collect::<Option<_>>()?;
                match (parts.is_empty(), all) {
                    (true, all) => all.to_string(),
                    (false, true) => format!("({})", parts.join(" && ")),
                    (false, false) => format!("({})", parts.join(" || ")),
                }
            }
            _ => return None,
        })
    }

    fn call(&mut self, function: &str, arguments: &[Expression]) -> Option<String> {
        match (function, arguments) {
            ("crashed", [node]) => self.process(node).map(|process| self.words.crashed(process)),
            ("ended", [node]) => self.process(node).map(|process| self.words.gone(process)),
            ("passed", [node, Expression::Name(mark)]) => {
                let process = self.process(node)?;
                self.at_mark(process, mark)
            }
            ("len", [Expression::Index(of, index)]) => {
                let Expression::Name(name) = &**of else { return None };
                let array = self.model.channels.iter().position(|channels| channels.name == *name)?;
                let index = self.text(index, false)?;
                // Nothing is ever in a channel without a buffer.
                let buffered = self.model.channels[array].capacity > 0;
                Some(if buffered { self.words.len(array, &index) } else { "0".to_string() })
            }
            _ => None,
        }
    }

    fn at_mark(&mut self, process: usize, name: &str) -> Option<String> {
        self.mark = true;
        self.words.at_mark(process, name)
    }

    /// `worker2`, `worker[2]`, `node[2]`, `2`.
    fn process(&self, e: &Expression) -> Option<usize> {
        let named = |name: &str| self.model.processes.iter().position(|process| process.name == name);
        let numbered = |id: i64| self.model.processes.iter().position(|process| process.id == id);
        match e {
            Expression::Index(of, id) => {
                let Expression::Name(function) = &**of else { return None };
                let id = self.number(id)?;
                let is_function = self.model.templates.iter().any(|template| template.function == *function);
                if is_function { named(&format!("{function}{id}")) } else { numbered(id) }
            }
            Expression::Name(name) => named(name).or_else(|| self.number(e).and_then(numbered)),
            _ => self.number(e).and_then(numbered),
        }
    }

    /// What can be computed without a state.
    fn number(&self, e: &Expression) -> Option<i64> {
        match e {
            Expression::Int(i) => Some(*i),
            Expression::Name(name) => self.bound.iter().rev().find(|(bound, _)| bound == name).map(|b| b.1),
            Expression::Binary(operator, x, y) => {
                let (x, y) = (self.number(x)?, self.number(y)?);
                match operator {
                    Operator::Add => x.checked_add(y),
                    Operator::Subtract => x.checked_sub(y),
                    Operator::Multiply => x.checked_mul(y),
                    Operator::Divide => x.checked_div(y),
                    Operator::Remainder => x.checked_rem(y),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn sign(operator: Operator) -> Option<&'static str> {
    Some(match operator {
        Operator::Or => "||",
        Operator::Equal => "==",
        Operator::NotEqual => "!=",
        Operator::Less => "<",
        Operator::LessEqual => "<=",
        Operator::Greater => ">",
        Operator::GreaterEqual => ">=",
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::Remainder => "%",
        _ => return None,
    })
}
