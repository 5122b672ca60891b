//! Formulas of linear temporal logic, as a person writes them.
//!
//! Nothing is rewritten here: a formula prints as it was understood, with every operator that was used. The
//! negation normal form that the translation works on is in `nnf`.

use std::fmt;
use std::sync::Arc;

/// The built-in atom that holds on the steps of a run that has ended where the system allows it to end.
pub const TERMINATED: &str = "terminated";
/// The built-in atom that holds on the steps of a run that has ended where the system does not allow it to.
pub const DEADLOCK: &str = "deadlock";

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Holds of every run.
    True,
    /// Holds of none.
    False,
    /// Something that can be said of one step.
    Atom(Arc<str>),
    /// The negation.
    Not(Box<Formula>),
    /// An operator with one operand.
    Unary(UnaryOperator, Box<Formula>),
    /// An operator with two operands.
    Binary(BinaryOperator, Box<Formula>, Box<Formula>),
}

/// The temporal operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOperator {
    /// `X`: at the next step.
    Next,
    /// `F`: now or later.
    Finally,
    /// `G`: now and always.
    Globally,
}

/// The operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    /// `&`
    And,
    /// `|`
    Or,
    /// `->`
    Implies,
    /// `<->`
    Iff,
    /// `^`
    Xor,
    /// `U`: the left until the right, which does come.
    Until,
    /// `W`: the left until the right, or for ever.
    WeakUntil,
    /// `R`: the right up to and including the step where the left holds, or for ever.
    Release,
    /// `M`: as `R`, and the left does come.
    StrongRelease,
}

impl BinaryOperator {
    /// The operator as it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::And => "&",
            Self::Or => "|",
            Self::Implies => "->",
            Self::Iff => "<->",
            Self::Xor => "^",
            Self::Until => "U",
            Self::WeakUntil => "W",
            Self::Release => "R",
            Self::StrongRelease => "M",
        }
    }
}

impl UnaryOperator {
    /// The operator as it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Next => "X",
            Self::Finally => "F",
            Self::Globally => "G",
        }
    }
}

impl Formula {
    /// The atom named `name`.
    pub fn atom(name: &str) -> Self {
        Self::Atom(name.into())
    }

    /// `! self`
    #[allow(clippy::should_implement_trait)] // `!f` on a value would move it in surprising places
    pub fn not(self) -> Self {
        Self::Not(Box::new(self))
    }

    /// `operator self`
    pub fn unary(operator: UnaryOperator, operand: Self) -> Self {
        Self::Unary(operator, Box::new(operand))
    }

    /// `left operator right`
    pub fn binary(operator: BinaryOperator, left: Self, right: Self) -> Self {
        Self::Binary(operator, Box::new(left), Box::new(right))
    }

    /// The atoms, each once, in the order of their first occurrence.
    pub fn atoms(&self) -> Vec<Arc<str>> {
        let mut atoms = Vec::new();
        self.visit(&mut |formula| {
            if let Self::Atom(name) = formula
                && !atoms.contains(name)
            {
                atoms.push(name.clone());
            }
        });
        atoms
    }

    /// Calls `see` on this formula and on every formula in it, outermost first.
    pub fn visit(&self, see: &mut impl FnMut(&Self)) {
        see(self);
        match self {
            Self::True | Self::False | Self::Atom(_) => {}
            Self::Not(inner) | Self::Unary(_, inner) => inner.visit(see),
            Self::Binary(_, left, right) => {
                left.visit(see);
                right.visit(see);
            }
        }
    }
}

impl fmt::Display for Formula {
    /// Every binary operator below the outermost has parentheses, so that no precedence need be known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn operand(formula: &Formula, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match formula {
                Formula::Binary(..) => write!(f, "({formula})"),
                _ => write!(f, "{formula}"),
            }
        }
        match self {
            Self::True => f.write_str("true"),
            Self::False => f.write_str("false"),
            Self::Atom(name) if is_bare(name) => f.write_str(name),
            Self::Atom(name) => write!(f, "\"{name}\""),
            Self::Not(inner) => {
                f.write_str("!")?;
                operand(inner, f)
            }
            Self::Unary(operator, inner) => {
                write!(f, "{} ", operator.symbol())?;
                operand(inner, f)
            }
            Self::Binary(operator, left, right) => {
                operand(left, f)?;
                write!(f, " {} ", operator.symbol())?;
                operand(right, f)
            }
        }
    }
}

/// Whether `name` can be written without quotes and is read back as that atom.
fn is_bare(name: &str) -> bool {
    let mut characters = name.chars();
    let plain = characters.next().is_some_and(|c| c.is_ascii_lowercase() || c == '_')
        && characters.all(|c| c.is_ascii_alphanumeric() || c == '_');
    plain && !matches!(name, "tt" | "ff" | "true" | "false" | "xor")
}
