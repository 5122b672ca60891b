//! The simplest condition over some parameters that holds where something fails, and nowhere else.
//!
//! Candidates are comparisons of two parameters, give or take one, and of a parameter with a number that it had; then two of
//! these together. That is what people write down about such functions: `K > M`, `n < len(trees) - 1`.

use std::fmt;

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Op {
    Greater,
    Less,
    NotEqual,
    Equal,
    GreaterEqual,
    LessEqual,
}

const OPS: [Op; 6] = [Op::Greater, Op::Less, Op::NotEqual, Op::Equal, Op::GreaterEqual, Op::LessEqual];

/// `parameter OP other + offset`, where `other` may be missing.
#[derive(Clone, Copy, Debug)]
struct Atom {
    parameter: usize,
    op: Op,
    other: Option<usize>,
    offset: i64,
}

impl Atom {
    fn holds(&self, values: &[i64]) -> bool {
        let left = values[self.parameter];
        let right = self.other.map_or(0, |other| values[other]).saturating_add(self.offset);
        match self.op {
            Op::Greater => left > right,
            Op::Less => left < right,
            Op::NotEqual => left != right,
            Op::Equal => left == right,
            Op::GreaterEqual => left >= right,
            Op::LessEqual => left <= right,
        }
    }

    fn show(&self, names: &[String]) -> String {
        let right = match (self.other, self.offset) {
            (None, offset) => offset.to_string(),
            (Some(other), 0) => names[other].clone(),
            (Some(other), offset @ ..0) => format!("{} - {}", names[other], -offset),
            (Some(other), offset) => format!("{} + {offset}", names[other]),
        };
        format!("{} {} {right}", names[self.parameter], self.op)
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Op::Greater => ">",
            Op::Less => "<",
            Op::NotEqual => "!=",
            Op::Equal => "==",
            Op::GreaterEqual => ">=",
            Op::LessEqual => "<=",
        })
    }
}

/// The most pairs of comparisons that are tried.
const PAIRS: usize = 100_000;

/// A condition that holds for all of `failing` and for none of `passing`.
pub fn separate(names: &[String], failing: &[Vec<i64>], passing: &[Vec<i64>]) -> Option<String> {
    if failing.is_empty() {
        return None;
    }
    if passing.is_empty() {
        return Some("always".to_string());
    }
    let mut atoms = atoms(names.len(), failing, passing);
    // What had one value only separates nothing by itself.
    let first = &failing[0];
    let varies = |at: usize| failing.iter().chain(passing).any(|values| values[at] != first[at]);
    atoms.retain(|atom| varies(atom.parameter) && atom.other.is_none_or(varies));
    let on =
        |atom: &Atom, all: &[Vec<i64>]| all.iter().map(|values| atom.holds(values)).collect::<Vec<bool>>();
    let truth: Vec<(Vec<bool>, Vec<bool>)> =
        atoms.iter().map(|atom| (on(atom, failing), on(atom, passing))).collect();
    let all = |bits: &[bool], wanted: bool| bits.iter().all(|&bit| bit == wanted);
    let single = truth.iter().position(|(failing, passing)| all(failing, true) && all(passing, false));
    if let Some(at) = single {
        return Some(atoms[at].show(names));
    }
    let pairs = || (0..atoms.len()).flat_map(|i| (i + 1..atoms.len()).map(move |j| (i, j))).take(PAIRS);
    let both = |(i, j): &(usize, usize)| {
        let (a, b) = (&truth[*i], &truth[*j]);
        all(&a.0, true) && all(&b.0, true) && a.1.iter().zip(&b.1).all(|(a, b)| !(*a && *b))
    };
    let either = |(i, j): &(usize, usize)| {
        let (a, b) = (&truth[*i], &truth[*j]);
        all(&a.1, false) && all(&b.1, false) && a.0.iter().zip(&b.0).all(|(a, b)| *a || *b)
    };
    let show = |(i, j): (usize, usize), joint: &str| {
        format!("{} {joint} {}", atoms[i].show(names), atoms[j].show(names))
    };
    pairs()
        .find(both)
        .map(|pair| show(pair, "&&"))
        .or_else(|| pairs().find(either).map(|pair| show(pair, "||")))
}

/// All comparisons, the simplest first.
fn atoms(count: usize, failing: &[Vec<i64>], passing: &[Vec<i64>]) -> Vec<Atom> {
    let mut atoms = Vec::new();
    let pairs = |offset: i64, atoms: &mut Vec<Atom>| {
        for parameter in 0..count {
            for other in parameter + 1..count {
                let with = |op| Atom { parameter, op, other: Some(other), offset };
                atoms.extend(OPS.map(with));
            }
        }
    };
    pairs(0, &mut atoms);
    for parameter in 0..count {
        let mut values: Vec<i64> = failing.iter().chain(passing).map(|values| values[parameter]).collect();
        values.sort_unstable();
        values.dedup();
        for op in [Op::Greater, Op::Equal, Op::NotEqual, Op::Less] {
            atoms.extend(values.iter().map(|&offset| Atom { parameter, op, other: None, offset }));
        }
    }
    pairs(-1, &mut atoms);
    pairs(1, &mut atoms);
    atoms
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(ToString::to_string).collect()
    }

    /// All pairs of the usual values, split by a predicate.
    fn split(fails: impl Fn(i64, i64) -> bool) -> (Vec<Vec<i64>>, Vec<Vec<i64>>) {
        let all = [0, 1, 3].into_iter().flat_map(|a| [0, 1, 3].map(|b| vec![a, b]));
        all.partition(|values| fails(values[0], values[1]))
    }

    #[test]
    fn two_parameters_are_compared() {
        let (failing, passing) = split(|k, m| k > m);
        assert_eq!(separate(&names(&["K", "M"]), &failing, &passing).unwrap(), "K > M");
        let (failing, passing) = split(|a, b| a != b);
        assert_eq!(separate(&names(&["a", "b"]), &failing, &passing).unwrap(), "a != b");
    }

    #[test]
    fn one_more_or_less_is_told() {
        let (failing, passing) = split(|n, trees| n < trees - 1);
        assert_eq!(separate(&names(&["n", "len(trees)"]), &failing, &passing).unwrap(), "n < len(trees) - 1");
    }

    #[test]
    fn a_number_suffices_where_it_does() {
        let (failing, passing) = split(|n, _| n > 1);
        assert_eq!(separate(&names(&["n", "m"]), &failing, &passing).unwrap(), "n > 1");
    }

    #[test]
    fn two_comparisons_are_joined() {
        let (failing, passing) = split(|a, b| a > b && b > 0);
        assert_eq!(separate(&names(&["a", "b"]), &failing, &passing).unwrap(), "a > b && b > 0");
    }

    #[test]
    fn what_fails_always_says_so_and_what_never_fails_says_nothing() {
        let (failing, passing) = split(|_, _| true);
        assert_eq!(separate(&names(&["a", "b"]), &failing, &passing).unwrap(), "always");
        assert_eq!(separate(&names(&["a", "b"]), &passing, &failing), None);
    }
}
