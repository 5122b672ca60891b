//! The values that expressions have.

use std::collections::BTreeSet;
use std::fmt;

/// A value. Sets are ordered, so that whatever is made from one comes in the same order every time.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// The missing value.
    Nil,
    /// A truth value.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// Another number.
    Float(Float),
    /// A text.
    Text(String),
    /// `:name`
    Key(String),
    /// A list or a vector.
    List(Vec<Value>),
    /// A set.
    Set(BTreeSet<Value>),
    /// A role with its indices.
    Role(String, Vec<Value>),
}

/// A finite number, compared by `total_cmp`.
#[derive(Clone, Copy, Debug)]
pub struct Float(pub f64);

impl PartialEq for Float {
    fn eq(&self, other: &Self) -> bool {
        self.0.total_cmp(&other.0).is_eq()
    }
}
impl Eq for Float {}
impl std::hash::Hash for Float {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}
impl PartialOrd for Float {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Float {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Value {
    /// Only `nil` and `false` are not true.
    pub(crate) fn truthy(&self) -> bool {
        !matches!(self, Value::Nil | Value::Boolean(false))
    }

    /// What the value is, for an error message.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Nil => "nil",
            Value::Boolean(_) => "a boolean",
            Value::Integer(_) | Value::Float(_) => "a number",
            Value::Text(_) => "a string",
            Value::Key(_) => "a key",
            Value::List(_) => "a list",
            Value::Set(_) => "a set",
            Value::Role(..) => "a role",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |f: &mut fmt::Formatter<'_>, values: &mut dyn Iterator<Item = &Value>| {
            for (place, value) in values.enumerate() {
                if place > 0 {
                    f.write_str(" ")?;
                }
                write!(f, "{value}")?;
            }
            Ok(())
        };
        match self {
            Value::Nil => f.write_str("nil"),
            Value::Boolean(value) => write!(f, "{value}"),
            Value::Integer(value) => write!(f, "{value}"),
            Value::Float(Float(value)) => write!(f, "{value:?}"),
            Value::Text(value) => f.write_str(value),
            Value::Key(value) => write!(f, ":{value}"),
            Value::List(values) => {
                f.write_str("(")?;
                join(f, &mut values.iter())?;
                f.write_str(")")
            }
            Value::Set(values) => {
                f.write_str("#{")?;
                join(f, &mut values.iter())?;
                f.write_str("}")
            }
            Value::Role(name, indices) => {
                f.write_str(name)?;
                if !indices.is_empty() {
                    let indices: Vec<String> = indices.iter().map(ToString::to_string).collect();
                    write!(f, "[{}]", indices.join(","))?;
                }
                Ok(())
            }
        }
    }
}
