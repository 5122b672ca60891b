//! Reads formulas in the syntax of Owl, with the precedences that everyone else uses.
//!
//! From loose to tight: `<->`, `->`, `^`, `|`, `&`, `U W R M`, then `! X F G`; `->` and the temporal operators
//! associate to the right. Owl gives every binary operator but `|` and `&` one precedence above `&`, and lets a unary
//! operator reach over a binary one, so that it reads `!a U b` as `!(a U b)`. A formula that Owl would have
//! read differently gets a [`Warning`] with both readings.

use std::fmt;

use crate::formula::{BinaryOperator, Formula, UnaryOperator};

/// How deeply a formula may be nested. Beyond it a reader is lost, and so would be the stack.
const DEPTH: usize = 200;
/// How many words and symbols a formula may have: a chain of operators is as deep as it is long.
const LENGTH: usize = 2_000;

/// A formula that was read, and what the author should know.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The formula, by the standard precedences.
    pub formula: Formula,
    /// What may not have been meant.
    pub warnings: Vec<Warning>,
}

/// Something that is legal but may not have been meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// Owl reads this text as another formula.
    OwlDiffers {
        /// The formula as it is read here.
        here: Formula,
        /// The formula as Owl reads it.
        owl: Formula,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::OwlDiffers { here, owl } = self;
        write!(f, "read as `{here}`; Owl would have read `{owl}`: add parentheses to say which is meant")
    }
}

/// Why a text is not a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SyntaxError {
    /// What is wrong.
    pub message: String,
    /// The first byte of the offending text.
    pub start: usize,
    /// The byte after it.
    pub end: usize,
}

impl SyntaxError {
    /// Line and column of the error in `text`, both from 1, the column in characters.
    pub fn position(&self, text: &str) -> (usize, usize) {
        let before = &text[..self.start.min(text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }
}

/// Reads `text` as a formula.
pub fn parse(text: &str) -> Result<Parsed, SyntaxError> {
    let tokens = tokenize(text)?;
    if let Some(token) = tokens.get(LENGTH) {
        return Err(error(token, &format!("the formula has more than {LENGTH} words and symbols")));
    }
    let mut standard = Parser { tokens: &tokens, next: 0, end: text.len(), depth: 0 };
    let formula = standard.whole(Parser::standard)?;
    let mut as_owl = Parser { tokens: &tokens, next: 0, end: text.len(), depth: 0 };
    let mut warnings = Vec::new();
    // Owl accepts what we accept, except perhaps by its depth; a formula that only we can read has no other reading.
    if let Ok(owl) = as_owl.whole(Parser::owl_or)
        && owl != formula
    {
        warnings.push(Warning::OwlDiffers { here: formula.clone(), owl });
    }
    Ok(Parsed { formula, warnings })
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Constant(bool),
    Atom(String),
    Not,
    Unary(UnaryOperator),
    Binary(BinaryOperator),
    Open,
    Close,
}

#[derive(Clone, Debug)]
struct Token {
    kind: Kind,
    start: usize,
    end: usize,
}

fn tokenize(text: &str) -> Result<Vec<Token>, SyntaxError> {
    use BinaryOperator::*;
    const SYMBOLS: &[(&str, Kind)] = &[
        ("<->", Kind::Binary(Iff)),
        ("<=>", Kind::Binary(Iff)),
        ("-->", Kind::Binary(Implies)),
        ("==>", Kind::Binary(Implies)),
        ("->", Kind::Binary(Implies)),
        ("=>", Kind::Binary(Implies)),
        ("&&", Kind::Binary(And)),
        ("||", Kind::Binary(Or)),
        ("&", Kind::Binary(And)),
        ("|", Kind::Binary(Or)),
        ("^", Kind::Binary(Xor)),
        ("!", Kind::Not),
        ("(", Kind::Open),
        (")", Kind::Close),
    ];
    let mut tokens = Vec::new();
    let mut at = 0;
    'next: while let Some(character) = text[at..].chars().next() {
        let start = at;
        if character.is_whitespace() {
            at += character.len_utf8();
            continue;
        }
        if character == '"' || character == '\'' {
            let Some(length) = text[start + 1..].find(character) else {
                return Err(SyntaxError {
                    message: format!("this {character} is never closed"),
                    start,
                    end: start + 1,
                });
            };
            let name = text[start + 1..start + 1 + length].trim();
            at = start + length + 2;
            if name.is_empty() {
                return Err(SyntaxError { message: "an atom needs a name".into(), start, end: at });
            }
            tokens.push(Token { kind: Kind::Atom(name.to_owned()), start, end: at });
            continue;
        }
        for (symbol, kind) in SYMBOLS {
            if text[start..].starts_with(symbol) {
                at += symbol.len();
                tokens.push(Token { kind: kind.clone(), start, end: at });
                continue 'next;
            }
        }
        if !(character.is_alphanumeric() || character == '_') {
            return Err(SyntaxError {
                message: format!("`{character}` is not part of a formula"),
                start,
                end: start + character.len_utf8(),
            });
        }
        let length =
            text[start..].find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len() - start);
        at += length;
        let word = &text[start..at];
        if word.chars().all(|c| matches!(c, 'F' | 'G' | 'X')) {
            // `GF a` is two operators.
            for (offset, letter) in word.chars().enumerate() {
                let operator = match letter {
                    'F' => UnaryOperator::Finally,
                    'G' => UnaryOperator::Globally,
                    _ => UnaryOperator::Next,
                };
                let start = start + offset;
                tokens.push(Token { kind: Kind::Unary(operator), start, end: start + 1 });
            }
            continue;
        }
        let kind = match word {
            "tt" | "true" | "1" => Kind::Constant(true),
            "ff" | "false" | "0" => Kind::Constant(false),
            "NOT" => Kind::Not,
            "AND" => Kind::Binary(And),
            "OR" => Kind::Binary(Or),
            "IMP" => Kind::Binary(Implies),
            "BIIMP" => Kind::Binary(Iff),
            "xor" | "XOR" => Kind::Binary(Xor),
            "U" => Kind::Binary(Until),
            "W" => Kind::Binary(WeakUntil),
            "R" => Kind::Binary(Release),
            "M" => Kind::Binary(StrongRelease),
            _ if character.is_numeric() => {
                return Err(SyntaxError {
                    message: format!(
                        "`{word}` is not an atom: a bare one starts with a letter, another needs quotes"
                    ),
                    start,
                    end: at,
                });
            }
            _ => Kind::Atom(word.to_owned()),
        };
        tokens.push(Token { kind, start, end: at });
    }
    Ok(tokens)
}

struct Parser<'t> {
    tokens: &'t [Token],
    next: usize,
    end: usize,
    depth: usize,
}

type Reading<'t> = fn(&mut Parser<'t>) -> Result<Formula, SyntaxError>;

impl<'t> Parser<'t> {
    fn whole(&mut self, reading: Reading<'t>) -> Result<Formula, SyntaxError> {
        let formula = reading(self)?;
        match self.tokens.get(self.next) {
            None => Ok(formula),
            Some(token) if token.kind == Kind::Close => Err(error(token, "nothing is open that this closes")),
            Some(token) => Err(error(token, "an operator is missing before this")),
        }
    }

    fn peek(&self) -> Option<&'t Kind> {
        self.tokens.get(self.next).map(|token| &token.kind)
    }

    fn binary_if(&mut self, wanted: impl Fn(BinaryOperator) -> bool) -> Option<BinaryOperator> {
        match self.peek() {
            Some(Kind::Binary(operator)) if wanted(*operator) => {
                self.next += 1;
                Some(*operator)
            }
            _ => None,
        }
    }

    fn deeper<T>(
        &mut self,
        inside: impl FnOnce(&mut Self) -> Result<T, SyntaxError>,
    ) -> Result<T, SyntaxError> {
        if self.depth == DEPTH {
            return Err(self.here(format!("the formula is nested more than {DEPTH} deep")));
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    fn here(&self, message: String) -> SyntaxError {
        match self.tokens.get(self.next) {
            Some(token) => SyntaxError { message, start: token.start, end: token.end },
            None => SyntaxError { message, start: self.end, end: self.end },
        }
    }

    // The standard reading: one function with the precedence as a number.

    fn standard(&mut self) -> Result<Formula, SyntaxError> {
        self.level(0)
    }

    fn level(&mut self, level: usize) -> Result<Formula, SyntaxError> {
        use BinaryOperator::*;
        let belongs = |operator: BinaryOperator| match operator {
            Iff => level == 0,
            Implies => level == 1,
            Xor => level == 2,
            Or => level == 3,
            And => level == 4,
            Until | WeakUntil | Release | StrongRelease => level == 5,
        };
        if level == 6 {
            return self.prefix(|parser| parser.level(6), |parser| parser.level(0));
        }
        let mut left = self.level(level + 1)?;
        let to_the_right = matches!(level, 1 | 5);
        while let Some(operator) = self.binary_if(belongs) {
            let right = if to_the_right {
                self.deeper(|parser| parser.level(level))?
            } else {
                self.level(level + 1)?
            };
            left = Formula::binary(operator, left, right);
        }
        Ok(left)
    }

    /// An operand: `operator operand`, a constant, an atom, or anything in parentheses.
    fn prefix(
        &mut self,
        operand: impl FnOnce(&mut Self) -> Result<Formula, SyntaxError>,
        inside: impl FnOnce(&mut Self) -> Result<Formula, SyntaxError>,
    ) -> Result<Formula, SyntaxError> {
        let Some(token) = self.tokens.get(self.next) else {
            return Err(self.here("the formula ends where an operand is expected".into()));
        };
        match &token.kind {
            Kind::Not => {
                self.next += 1;
                Ok(self.deeper(operand)?.not())
            }
            Kind::Unary(operator) => {
                self.next += 1;
                Ok(Formula::unary(*operator, self.deeper(operand)?))
            }
            Kind::Constant(value) => {
                self.next += 1;
                Ok(if *value { Formula::True } else { Formula::False })
            }
            Kind::Atom(name) => {
                self.next += 1;
                Ok(Formula::atom(name))
            }
            Kind::Open => {
                self.next += 1;
                let formula = self.deeper(inside)?;
                if self.peek() != Some(&Kind::Close) {
                    return Err(error(token, "this parenthesis is never closed"));
                }
                self.next += 1;
                Ok(formula)
            }
            Kind::Close => Err(error(token, "an operand is expected before this")),
            Kind::Binary(operator) => {
                Err(error(token, &format!("`{}` needs an operand on its left", operator.symbol())))
            }
        }
    }

    // Owl's reading.

    fn owl_or(&mut self) -> Result<Formula, SyntaxError> {
        let mut left = self.owl_and()?;
        while let Some(operator) = self.binary_if(|operator| operator == BinaryOperator::Or) {
            left = Formula::binary(operator, left, self.owl_and()?);
        }
        Ok(left)
    }

    fn owl_and(&mut self) -> Result<Formula, SyntaxError> {
        let mut left = self.owl_binary()?;
        while let Some(operator) = self.binary_if(|operator| operator == BinaryOperator::And) {
            left = Formula::binary(operator, left, self.owl_binary()?);
        }
        Ok(left)
    }

    fn owl_binary(&mut self) -> Result<Formula, SyntaxError> {
        let left = self.prefix(Self::owl_binary, Self::owl_or)?;
        match self.binary_if(|operator| !matches!(operator, BinaryOperator::And | BinaryOperator::Or)) {
            Some(operator) => Ok(Formula::binary(operator, left, self.deeper(Self::owl_binary)?)),
            None => Ok(left),
        }
    }
}

fn error(token: &Token, message: &str) -> SyntaxError {
    SyntaxError { message: message.to_owned(), start: token.start, end: token.end }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        parse(text).map_or_else(
            |error| format!("{}..{}: {error}", error.start, error.end),
            |p| p.formula.to_string(),
        )
    }

    #[test]
    fn precedences_are_the_standard_ones() {
        assert_eq!(read("!a U b"), "!a U b");
        assert_eq!(parse("!a U b").unwrap().formula, parse("(!a) U b").unwrap().formula);
        assert_eq!(read("a & b | c -> d <-> e"), "(((a & b) | c) -> d) <-> e");
        assert_eq!(read("a -> b -> c"), "a -> (b -> c)");
        assert_eq!(read("a U b U c"), "a U (b U c)");
        assert_eq!(read("a & b U c"), "a & (b U c)");
        assert_eq!(read("G F a"), "G F a");
        assert_eq!(read("GF a"), "G F a");
        assert_eq!(read("F a & G b"), "F a & G b");
        assert_eq!(read("a xor b OR c"), "a ^ (b | c)");
    }

    #[test]
    fn every_spelling_is_accepted() {
        for text in ["a -> b", "a --> b", "a => b", "a ==> b", "a IMP b"] {
            assert_eq!(read(text), "a -> b", "{text}");
        }
        for text in ["a <-> b", "a <=> b", "a BIIMP b"] {
            assert_eq!(read(text), "a <-> b", "{text}");
        }
        assert_eq!(
            read("tt & true & 1 & !ff & NOT false & !0"),
            "((((true & true) & true) & !false) & !false) & !false"
        );
        assert_eq!(read("'x SEND *' && \"y RECV <T> FROM z\""), "\"x SEND *\" & \"y RECV <T> FROM z\"");
    }

    #[test]
    fn a_formula_that_owl_reads_differently_is_pointed_out() {
        let warning = |text: &str| parse(text).unwrap().warnings.first().map(ToString::to_string);
        assert_eq!(
            warning("! \"b SEND M\" U c").as_deref(),
            Some(
                "read as `!\"b SEND M\" U c`; Owl would have read `!(\"b SEND M\" U c)`: add parentheses to say which is meant"
            )
        );
        assert!(warning("a & b -> c").is_some());
        assert_eq!(warning("(!a) U b"), None);
        assert_eq!(warning("G (a -> X b)"), None);
    }

    #[test]
    fn errors_point_at_the_text() {
        assert_eq!(read("a U"), "3..3: the formula ends where an operand is expected");
        assert_eq!(read("(a"), "0..1: this parenthesis is never closed");
        assert_eq!(read("a)"), "1..2: nothing is open that this closes");
        assert_eq!(read("a b"), "2..3: an operator is missing before this");
        assert_eq!(read("| b"), "0..1: `|` needs an operand on its left");
        assert_eq!(read("a ∧ b"), "2..5: `∧` is not part of a formula");
        assert_eq!(read("\"a"), "0..1: this \" is never closed");
        assert_eq!(read(""), "0..0: the formula ends where an operand is expected");
        assert!(read(&"(".repeat(1_000)).contains("nested more than"));
        assert!(read(&"!".repeat(1_000)).contains("nested more than"));
        assert!(read(&"a U ".repeat(100_000)).contains("more than 2000 words"));
        assert!(read(&"a U ".repeat(900)).contains("nested more than"));
    }
}
