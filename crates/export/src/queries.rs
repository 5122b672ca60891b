//! The predicates of queries in the words of a model: `worker2.weight` becomes a variable of the model.

use vtrace_sim::expression::{Expression, Operator};

use crate::model::Model;

/// A predicate of a model.
pub(crate) struct Predicate {
    /// In C's syntax. If it speaks of a deadlock, that is left out here.
    pub text: String,
    /// Whether it is about deadlocked states only.
    pub deadlock: bool,
}

/// How a model calls a node's variable.
pub(crate) type Naming<'a> = &'a dyn Fn(&str, &str) -> String;

/// Translates a predicate; none if the model cannot say it.
pub(crate) fn predicate(model: &Model, expression: &Expression, naming: Naming) -> Option<Predicate> {
    let mut deadlock = false;
    let text = text(model, expression, naming, true, &mut deadlock)?;
    Some(Predicate { text, deadlock })
}

/// `top`: nothing but conjunctions is around, so that `deadlock` may be told apart.
fn text(model: &Model, e: &Expression, naming: Naming, top: bool, deadlock: &mut bool) -> Option<String> {
    let mut inside = |e: &Expression, top: bool| text(model, e, naming, top, deadlock);
    Some(match e {
        Expression::Int(i) => i.to_string(),
        Expression::Bool(b) => i64::from(*b).to_string(),
        Expression::Name(name) if name == "deadlock" && top => {
            *deadlock = true;
            "1".to_string()
        }
        Expression::Member(of, variable, None) => {
            let Expression::Name(node) = &**of else { return None };
            let process = model.processes.iter().find(|process| process.name == *node)?;
            process.slots.iter().flatten().find(|name| *name == variable)?;
            naming(node, variable)
        }
        Expression::Unary(Operator::Not, x) => format!("!({})", inside(x, false)?),
        Expression::Unary(Operator::Negate, x) => format!("-({})", inside(x, false)?),
        Expression::Binary(Operator::And, x, y) => format!("({} && {})", inside(x, top)?, inside(y, top)?),
        Expression::Binary(Operator::Imply, x, y) => {
            format!("(!({}) || {})", inside(x, false)?, inside(y, false)?)
        }
        Expression::Binary(operator, x, y) => {
            let sign = match operator {
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
            };
            format!("({} {sign} {})", inside(x, false)?, inside(y, false)?)
        }
        _ => return None,
    })
}
