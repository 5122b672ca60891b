//! Expressions over a state: what the predicates of queries are made of, as they are written.
//!
//! The syntax is that of UPPAAL's queries, which is almost Go's: `worker2.weight == 1024 && !crashed(1)`.

use std::fmt;

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Expression {
    /// A number.
    Int(i64),
    /// `true` or `false`.
    Bool(bool),
    /// `"text"`.
    Text(String),
    /// `nil`.
    Nil,
    /// A name: a package-level variable, a node, a bound variable, `deadlock`, `terminated`.
    Name(String),
    /// `x.name`, `x.name@57`: a node's variable, or a field. With a line if several variables have that name.
    Member(Box<Expression>, String, Option<u32>),
    /// `x[i]`.
    Index(Box<Expression>, Box<Expression>),
    /// `len(x)`, `crashed(x)` and their kin.
    Call(String, Vec<Expression>),
    /// `!x` or `-x`.
    Unary(Operator, Box<Expression>),
    /// `x op y`.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// `forall(i) x`, `exists(i : int[0, 2]) x`. Without a range, over the numbers of all nodes.
    Quantified {
        /// Whether for all; otherwise for one.
        all: bool,
        /// The bound variable.
        variable: String,
        /// The range, if it says one.
        range: Option<(Box<Expression>, Box<Expression>)>,
        /// What it says.
        body: Box<Expression>,
    },
}

impl Expression {
    /// Whether it has a quantifier over nodes: one without a range.
    pub fn quantifies(&self) -> bool {
        match self {
            Expression::Quantified { range: None, .. } => true,
            Expression::Quantified { range: Some((low, high)), body, .. } => {
                low.quantifies() || high.quantifies() || body.quantifies()
            }
            Expression::Member(x, ..) | Expression::Unary(_, x) => x.quantifies(),
            Expression::Index(x, y) | Expression::Binary(_, x, y) => x.quantifies() || y.quantifies(),
            Expression::Call(_, arguments) => arguments.iter().any(Expression::quantifies),
            _ => false,
        }
    }
}

/// An operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // they are what they are called
pub enum Operator {
    Not,
    Negate,
    Or,
    And,
    Imply,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// Why a text is no expression or query.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}\n  {text}\n  {:>width$}", "^", width = .at + 1)]
pub struct SyntaxError {
    /// What is wrong.
    pub message: String,
    /// The text.
    pub text: String,
    /// Where, in characters.
    pub at: usize,
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Int(i64),
    Text(String),
    Name(String),
    Sign(&'static str),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Int(i) => write!(f, "{i}"),
            Token::Text(text) => write!(f, "{text:?}"),
            Token::Name(name) => write!(f, "{name}"),
            Token::Sign(sign) => write!(f, "{sign}"),
        }
    }
}

/// Longer ones first.
const SIGNS: &[&str] = &[
    "-->", "||", "&&", "==", "!=", "<=", ">=", "->", "<", ">", "!", "+", "-", "*", "/", "%", "(", ")", "[",
    "]", ".", ",", ":", "@", "=",
];

/// Parses an expression.
pub fn parse(text: &str) -> Result<Expression, SyntaxError> {
    let mut parser = Parser { text, tokens: tokens(text)?, next: 0 };
    let expression = parser.expression()?;
    match parser.peek() {
        None => Ok(expression),
        Some(token) => Err(parser.fail(format!("expected an operator, and not {token}"))),
    }
}

fn tokens(text: &str) -> Result<Vec<(Token, usize)>, SyntaxError> {
    let characters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        let (start, c) = (at, characters[at]);
        let rest: String = characters[at..].iter().take(3).collect();
        let run = |from: usize, is: &dyn Fn(char) -> bool| {
            characters[from..].iter().take_while(|c| is(**c)).collect::<String>()
        };
        if c.is_whitespace() {
            at += 1;
            continue;
        } else if c.is_ascii_digit() {
            let digits = run(at, &|c| c.is_ascii_digit());
            at += digits.len();
            let fail = |_| SyntaxError {
                message: "this number is too large".to_string(),
                text: text.to_string(),
                at: start,
            };
            tokens.push((Token::Int(digits.parse().map_err(fail)?), start));
        } else if c.is_alphabetic() || c == '_' {
            let name = run(at, &|c| c.is_alphanumeric() || c == '_');
            at += name.chars().count();
            tokens.push((Token::Name(name), start));
        } else if c == '"' {
            let inside = run(at + 1, &|c| c != '"');
            at += inside.chars().count() + 2;
            if at > characters.len() {
                let message = "this text has no end: a quotation mark is missing".to_string();
                return Err(SyntaxError { message, text: text.to_string(), at: start });
            }
            tokens.push((Token::Text(inside), start));
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            at += sign.len();
            tokens.push((Token::Sign(sign), start));
        } else {
            let message = format!("{c} means nothing here");
            return Err(SyntaxError { message, text: text.to_string(), at: start });
        }
    }
    Ok(tokens)
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<(Token, usize)>,
    next: usize,
}

/// The operators with two operands, those that bind least first.
const LEVELS: &[&[(&str, Operator)]] = &[
    &[("imply", Operator::Imply), ("->", Operator::Imply)],
    &[("||", Operator::Or), ("or", Operator::Or)],
    &[("&&", Operator::And), ("and", Operator::And)],
    &[
        ("==", Operator::Equal),
        ("!=", Operator::NotEqual),
        ("<", Operator::Less),
        ("<=", Operator::LessEqual),
        (">", Operator::Greater),
        (">=", Operator::GreaterEqual),
    ],
    &[("+", Operator::Add), ("-", Operator::Subtract)],
    &[("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Remainder)],
];

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(token, _)| token)
    }

    fn fail(&self, message: String) -> SyntaxError {
        let end = self.text.chars().count();
        let at = self.tokens.get(self.next).map_or(end, |(_, at)| *at);
        SyntaxError { message, text: self.text.to_string(), at }
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is = match self.peek() {
            Some(Token::Sign(other)) => *other == sign,
            Some(Token::Name(name)) => name == sign,
            _ => false,
        };
        self.next += is as usize;
        is
    }

    fn expect(&mut self, sign: &str) -> Result<(), SyntaxError> {
        match (self.takes(sign), self.peek()) {
            (true, _) => Ok(()),
            (false, Some(token)) => Err(self.fail(format!("expected {sign}, and not {token}"))),
            (false, None) => Err(self.fail(format!("expected {sign}"))),
        }
    }

    fn name(&mut self, what: &str) -> Result<String, SyntaxError> {
        match self.peek() {
            Some(Token::Name(name)) => {
                let name = name.clone();
                self.next += 1;
                Ok(name)
            }
            _ => Err(self.fail(format!("expected {what}"))),
        }
    }

    fn expression(&mut self) -> Result<Expression, SyntaxError> {
        self.level(0)
    }

    fn level(&mut self, level: usize) -> Result<Expression, SyntaxError> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.level(level + 1)?;
        while let Some((_, operator)) = operators.iter().find(|(sign, _)| self.takes(sign)) {
            // `a imply b imply c` means `a imply (b imply c)`.
            let right = self.level(if *operator == Operator::Imply { level } else { level + 1 })?;
            left = Expression::Binary(*operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expression, SyntaxError> {
        if self.takes("!") || self.takes("not") {
            return Ok(Expression::Unary(Operator::Not, Box::new(self.unary()?)));
        }
        if self.takes("-") {
            return Ok(Expression::Unary(Operator::Negate, Box::new(self.unary()?)));
        }
        for (word, all) in [("forall", true), ("exists", false)] {
            if self.takes(word) {
                return self.quantified(all);
            }
        }
        self.postfix()
    }

    /// `(i) x`, `(i, j) x`, `(i : int[0, 2]) x`: behind the word.
    fn quantified(&mut self, all: bool) -> Result<Expression, SyntaxError> {
        self.expect("(")?;
        let mut bound = Vec::new();
        loop {
            let variable = self.name("a variable, as in forall(i) node[i].ready")?;
            let mut range = None;
            if self.takes(":") {
                self.expect("int")?;
                self.expect("[")?;
                let low = self.level(1)?;
                self.expect(",")?;
                let high = self.level(1)?;
                self.expect("]")?;
                range = Some((Box::new(low), Box::new(high)));
            }
            bound.push((variable, range));
            if !self.takes(",") {
                break;
            }
        }
        self.expect(")")?;
        // As far to the right as possible, as in UPPAAL.
        let mut body = self.expression()?;
        for (variable, range) in bound.into_iter().rev() {
            body = Expression::Quantified { all, variable, range, body: Box::new(body) };
        }
        Ok(body)
    }

    fn postfix(&mut self) -> Result<Expression, SyntaxError> {
        let mut expression = self.primary()?;
        loop {
            if self.takes(".") {
                let name = self.name("a variable or field")?;
                let line = match self.takes("@").then(|| self.peek().cloned()) {
                    Some(Some(Token::Int(line))) => {
                        self.next += 1;
                        u32::try_from(line).ok()
                    }
                    Some(_) => return Err(self.fail("expected the number of a line".to_string())),
                    None => None,
                };
                expression = Expression::Member(Box::new(expression), name, line);
            } else if self.takes("[") {
                let index = self.expression()?;
                self.expect("]")?;
                expression = Expression::Index(Box::new(expression), Box::new(index));
            } else {
                return Ok(expression);
            }
        }
    }

    fn primary(&mut self) -> Result<Expression, SyntaxError> {
        if self.takes("(") {
            let inside = self.expression()?;
            self.expect(")")?;
            return Ok(inside);
        }
        let token = self.peek().cloned();
        if matches!(token, Some(Token::Int(_) | Token::Text(_) | Token::Name(_))) {
            self.next += 1;
        }
        match token {
            Some(Token::Int(i)) => Ok(Expression::Int(i)),
            Some(Token::Text(text)) => Ok(Expression::Text(text)),
            Some(Token::Name(name)) => match name.as_str() {
                "true" => Ok(Expression::Bool(true)),
                "false" => Ok(Expression::Bool(false)),
                "nil" => Ok(Expression::Nil),
                _ if self.takes("(") => {
                    let mut arguments = Vec::new();
                    while !self.takes(")") {
                        arguments.push(self.expression()?);
                        if !self.takes(",") {
                            self.expect(")")?;
                            break;
                        }
                    }
                    Ok(Expression::Call(name, arguments))
                }
                _ => Ok(Expression::Name(name)),
            },
            Some(token) => Err(self.fail(format!("expected a value, and not {token}"))),
            None => Err(self.fail("expected a value".to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_bind_as_in_go() {
        let parsed = parse("a == 1 && !b || c + 2 * 3 < 4").unwrap();
        assert_eq!(parsed, parse("((a == 1) && (!b)) || ((c + (2 * 3)) < 4)").unwrap());
        assert_eq!(parse("a imply b imply c").unwrap(), parse("a imply (b imply c)").unwrap());
        assert_eq!(parse("a and not b or c").unwrap(), parse("(a && !b) || c").unwrap());
    }

    #[test]
    fn quantifiers_reach_as_far_as_they_can() {
        assert_eq!(parse("forall(i) a && b").unwrap(), parse("forall(i) (a && b)").unwrap());
        assert_eq!(parse("exists(i, j) a").unwrap(), parse("exists(i) exists(j) a").unwrap());
    }

    #[test]
    fn errors_point_to_the_place() {
        let error = parse("a == ").unwrap_err();
        assert_eq!((error.message.as_str(), error.at), ("expected a value", 5));
        let error = parse("a $ b").unwrap_err();
        assert_eq!((error.message.as_str(), error.at), ("$ means nothing here", 2));
        assert_eq!(error.to_string(), "$ means nothing here\n  a $ b\n    ^");
        assert!(parse("99999999999999999999").unwrap_err().message.contains("too large"));
        assert!(parse("(a").unwrap_err().message.contains("expected )"));
        assert!(parse("\"a").is_err());
    }
}
