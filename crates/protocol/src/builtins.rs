//! The functions that protocols can call without defining them.

use std::collections::BTreeSet;

use crate::evaluate::Evaluator;
use crate::source::{Fault, Result, Span};
use crate::value::{Float, Value};

/// A set with more elements than this has no power set here.
const POWER: usize = 14;

pub(crate) fn builtin(
    evaluator: &mut Evaluator<'_>,
    name: &str,
    arguments: &[Value],
    span: Span,
) -> Result<Value> {
    let wrong = || {
        let given: Vec<String> =
            arguments.iter().map(|value| format!("{value} ({})", value.kind())).collect();
        Fault::new(
            span,
            format!(
                "`{name}` cannot be applied to {}",
                if given.is_empty() { "nothing".into() } else { given.join(", ") }
            ),
        )
    };
    let overflow = || Fault::new(span, "the result is too large a number");
    let integer = |value: i64| Ok(Value::Integer(value));
    let boolean = |value: bool| Ok(Value::Boolean(value));
    let float = |value: f64| if value.is_finite() { Ok(Value::Float(Float(value))) } else { Err(overflow()) };
    match (name, arguments) {
        ("=", [first, rest @ ..]) => boolean(rest.iter().all(|value| equal(first, value))),
        ("not=" | "!=", [one, other]) => boolean(!equal(one, other)),
        ("<" | ">" | "<=" | ">=", [_, ..]) => {
            let numbers = arguments.iter().map(number).collect::<Option<Vec<f64>>>().ok_or_else(wrong)?;
            boolean(numbers.windows(2).all(|pair| match name {
                "<" => pair[0] < pair[1],
                ">" => pair[0] > pair[1],
                "<=" => pair[0] <= pair[1],
                _ => pair[0] >= pair[1],
            }))
        }
        ("+" | "*" | "-", _) => match arguments {
            [Value::Integer(value)] if name == "-" => integer(value.checked_neg().ok_or_else(overflow)?),
            [] if name == "-" => Err(wrong()),
            _ => {
                let mut values = arguments.iter();
                let mut result = match name {
                    "-" => values.next().cloned().unwrap_or(Value::Nil),
                    "+" => Value::Integer(0),
                    _ => Value::Integer(1),
                };
                for value in values {
                    result = match (&result, value) {
                        (Value::Integer(one), Value::Integer(other)) => Value::Integer(
                            match name {
                                "+" => one.checked_add(*other),
                                "-" => one.checked_sub(*other),
                                _ => one.checked_mul(*other),
                            }
                            .ok_or_else(overflow)?,
                        ),
                        (one, other) => {
                            let (one, other) =
                                (number(one).ok_or_else(wrong)?, number(other).ok_or_else(wrong)?);
                            float(match name {
                                "+" => one + other,
                                "-" => one - other,
                                _ => one * other,
                            })?
                        }
                    };
                }
                Ok(result)
            }
        },
        ("/", [one, other]) => match (one, other) {
            (_, other) if number(other) == Some(0.0) => Err(Fault::new(span, "this divides by zero")),
            (Value::Integer(one), Value::Integer(other)) if one.checked_rem(*other) == Some(0) => {
                integer(one / other)
            }
            _ => float(number(one).ok_or_else(wrong)? / number(other).ok_or_else(wrong)?),
        },
        ("mod" | "rem" | "quot", [_, Value::Integer(0)]) => Err(Fault::new(span, "this divides by zero")),
        ("mod", [Value::Integer(one), Value::Integer(other)]) => {
            let rest = one.checked_rem(*other).ok_or_else(overflow)?;
            integer(if rest != 0 && (rest < 0) != (*other < 0) { rest + other } else { rest })
        }
        ("rem", [Value::Integer(one), Value::Integer(other)]) => {
            integer(one.checked_rem(*other).ok_or_else(overflow)?)
        }
        ("quot", [Value::Integer(one), Value::Integer(other)]) => {
            integer(one.checked_div(*other).ok_or_else(overflow)?)
        }
        ("inc", [Value::Integer(value)]) => integer(value.checked_add(1).ok_or_else(overflow)?),
        ("dec", [Value::Integer(value)]) => integer(value.checked_sub(1).ok_or_else(overflow)?),
        ("min" | "max", [first, rest @ ..]) => {
            let mut best = first.clone();
            for value in rest {
                let (one, other) = (number(&best).ok_or_else(wrong)?, number(value).ok_or_else(wrong)?);
                if (name == "min") == (other < one) && other != one {
                    best = value.clone();
                }
            }
            Ok(best)
        }
        ("abs", [Value::Integer(value)]) => integer(value.checked_abs().ok_or_else(overflow)?),
        ("zero?", [value]) => boolean(number(value).ok_or_else(wrong)? == 0.0),
        ("pos?", [value]) => boolean(number(value).ok_or_else(wrong)? > 0.0),
        ("neg?", [value]) => boolean(number(value).ok_or_else(wrong)? < 0.0),
        ("even?", [Value::Integer(value)]) => boolean(value % 2 == 0),
        ("odd?", [Value::Integer(value)]) => boolean(value % 2 != 0),
        ("not", [value]) => boolean(!value.truthy()),
        ("nil?", [value]) => boolean(*value == Value::Nil),
        ("some?", [value]) => boolean(*value != Value::Nil),
        ("Math/sqrt", [value]) => float(number(value).ok_or_else(wrong)?.sqrt()),
        ("Math/ceil", [value]) => float(number(value).ok_or_else(wrong)?.ceil()),
        ("Math/floor", [value]) => float(number(value).ok_or_else(wrong)?.floor()),
        ("Math/round", [value]) => integer(number(value).ok_or_else(wrong)?.round() as i64),
        ("Math/pow", [one, other]) => {
            float(number(one).ok_or_else(wrong)?.powf(number(other).ok_or_else(wrong)?))
        }
        ("Math/log", [value]) => float(number(value).ok_or_else(wrong)?.ln()),
        ("Math/abs", [Value::Integer(value)]) => integer(value.checked_abs().ok_or_else(overflow)?),
        ("Math/min" | "Math/max", [_, _]) => builtin(evaluator, &name[5..], arguments, span),
        ("long" | "int", [value]) => match value {
            Value::Integer(value) => integer(*value),
            Value::Float(Float(value)) => integer(*value as i64),
            Value::Text(text) => text.parse().map(Value::Integer).map_err(|_| wrong()),
            _ => Err(wrong()),
        },
        ("double" | "float", [value]) => float(number(value).ok_or_else(wrong)?),
        ("str", _) => {
            let shown = |value: &Value| if *value == Value::Nil { String::new() } else { value.to_string() };
            let text: String = arguments.iter().map(shown).collect();
            evaluator.burn(text.len(), span)?;
            Ok(Value::Text(text))
        }
        ("subs", [Value::Text(text), Value::Integer(from), rest @ ..]) => {
            let characters: Vec<char> = text.chars().collect();
            let to = match rest {
                [] => characters.len() as i64,
                [Value::Integer(to)] => *to,
                _ => return Err(wrong()),
            };
            if *from < 0 || to < *from || to > characters.len() as i64 {
                return Err(Fault::new(span, format!("`{text}` has no part from {from} to {to}")));
            }
            Ok(Value::Text(characters[*from as usize..to as usize].iter().collect()))
        }
        ("Integer/toBinaryString" | "Long/toBinaryString", [Value::Integer(value)]) => {
            Ok(Value::Text(format!("{value:b}")))
        }
        (
            "Integer/parseInt" | "Long/parseLong" | "Integer/valueOf" | "Long/valueOf" | "parse-long",
            [Value::Text(text), rest @ ..],
        ) => {
            let radix = match rest {
                [] => 10,
                [Value::Integer(radix @ 2..=36)] => *radix as u32,
                _ => return Err(wrong()),
            };
            i64::from_str_radix(text, radix)
                .map(Value::Integer)
                .map_err(|_| Fault::new(span, format!("`{text}` is not a number to base {radix}")))
        }
        ("range", _) => {
            let (from, to, by) = match arguments {
                [Value::Integer(to)] => (0, *to, 1),
                [Value::Integer(from), Value::Integer(to)] => (*from, *to, 1),
                [Value::Integer(from), Value::Integer(to), Value::Integer(by)] if *by != 0 => {
                    (*from, *to, *by)
                }
                _ => return Err(wrong()),
            };
            let count = ((to as i128 - from as i128) / i128::from(by) + 1).max(0);
            evaluator.burn(usize::try_from(count).unwrap_or(usize::MAX), span)?;
            let mut items = Vec::new();
            let mut at = from;
            while if by > 0 { at < to } else { at > to } {
                items.push(Value::Integer(at));
                at = at.checked_add(by).ok_or_else(overflow)?;
            }
            Ok(Value::List(items))
        }
        ("list" | "vector", _) => Ok(Value::List(arguments.to_vec())),
        ("hash-set" | "sorted-set", _) => Ok(Value::Set(arguments.iter().cloned().collect())),
        ("set", [collection]) => Ok(Value::Set(items(collection).ok_or_else(wrong)?.into_iter().collect())),
        ("vec" | "seq" | "sort" | "doall", [collection]) => {
            let mut items = items(collection).ok_or_else(wrong)?;
            if name == "sort" {
                items.sort();
            }
            if name == "seq" && items.is_empty() { Ok(Value::Nil) } else { Ok(Value::List(items)) }
        }
        ("reverse", [collection]) => {
            let mut items = items(collection).ok_or_else(wrong)?;
            items.reverse();
            Ok(Value::List(items))
        }
        ("concat", _) => {
            let mut all = Vec::new();
            for argument in arguments {
                all.extend(items(argument).ok_or_else(wrong)?);
                evaluator.burn(all.len(), span)?;
            }
            Ok(Value::List(all))
        }
        ("count", [Value::Text(text)]) => integer(text.chars().count() as i64),
        ("count", [collection]) => integer(items(collection).ok_or_else(wrong)?.len() as i64),
        ("empty?", [collection]) => boolean(items(collection).ok_or_else(wrong)?.is_empty()),
        ("first", [collection]) => {
            Ok(items(collection).ok_or_else(wrong)?.into_iter().next().unwrap_or(Value::Nil))
        }
        ("last", [collection]) => {
            Ok(items(collection).ok_or_else(wrong)?.into_iter().next_back().unwrap_or(Value::Nil))
        }
        ("rest", [collection]) => {
            Ok(Value::List(items(collection).ok_or_else(wrong)?.into_iter().skip(1).collect()))
        }
        ("nth" | "get", [Value::List(items), Value::Integer(place)]) => {
            match usize::try_from(*place).ok().and_then(|place| items.get(place)) {
                Some(value) => Ok(value.clone()),
                None => Err(Fault::new(span, format!("the list has no element {place}"))),
            }
        }
        ("contains?", [Value::Set(set), value]) => boolean(set.contains(value)),
        ("empty-set", []) => Ok(Value::Set(BTreeSet::new())),
        ("conj", [Value::Set(set), rest @ ..]) => Ok(Value::Set(set.iter().chain(rest).cloned().collect())),
        ("conj", [Value::List(list), rest @ ..]) => {
            Ok(Value::List(list.iter().chain(rest).cloned().collect()))
        }
        ("disj", [Value::Set(set), rest @ ..]) => {
            Ok(Value::Set(set.iter().filter(|value| !rest.contains(value)).cloned().collect()))
        }
        ("difference" | "union" | "intersection", [first, rest @ ..]) => {
            let mut result: BTreeSet<Value> = items(first).ok_or_else(wrong)?.into_iter().collect();
            for other in rest {
                let other: BTreeSet<Value> = items(other).ok_or_else(wrong)?.into_iter().collect();
                match name {
                    "union" => result.extend(other),
                    "difference" => result.retain(|value| !other.contains(value)),
                    _ => result.retain(|value| other.contains(value)),
                }
            }
            evaluator.burn(result.len(), span)?;
            Ok(Value::Set(result))
        }
        ("subset?", [Value::Set(one), Value::Set(other)]) => boolean(one.is_subset(other)),
        ("power-set", [collection]) => {
            let items = items(collection).ok_or_else(wrong)?;
            if items.len() > POWER {
                return Err(Fault::new(
                    span,
                    format!(
                        "a power set of {} elements is too large; at most {POWER} are supported",
                        items.len()
                    ),
                ));
            }
            evaluator.burn(items.len() << items.len(), span)?;
            let subset = |bits: usize| {
                let chosen = items.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1);
                Value::Set(chosen.map(|(_, value)| value.clone()).collect())
            };
            Ok(Value::Set((0..1usize << items.len()).map(subset).collect()))
        }
        _ if KNOWN.contains(&name) => Err(wrong()),
        _ => Err(Fault::new(span, format!("no function is called `{name}`"))),
    }
}

/// Names whose arguments must be wrong if nothing above matched.
const KNOWN: &[&str] = &[
    "=",
    "<",
    ">",
    "<=",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "mod",
    "rem",
    "quot",
    "inc",
    "dec",
    "min",
    "max",
    "abs",
    "not",
    "range",
    "set",
    "filter",
    "remove",
    "map",
    "count",
    "disj",
    "conj",
    "difference",
    "union",
    "power-set",
    "long",
    "str",
    "subs",
    "nth",
    "first",
    "last",
    "Math/ceil",
    "Math/sqrt",
    "even?",
    "odd?",
    "contains?",
    "Integer/parseInt",
    "Integer/toBinaryString",
];

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Integer(value) => Some(*value as f64),
        Value::Float(Float(value)) => Some(*value),
        _ => None,
    }
}

fn equal(one: &Value, other: &Value) -> bool {
    one == other
}

fn items(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::List(items) => Some(items.clone()),
        Value::Set(items) => Some(items.iter().cloned().collect()),
        Value::Nil => Some(Vec::new()),
        Value::Text(text) => Some(text.chars().map(|character| Value::Text(character.to_string())).collect()),
        _ => None,
    }
}
