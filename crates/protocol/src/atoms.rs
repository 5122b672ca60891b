//! What the atoms of a formula say about actions: `"worker_1_ SEND <Boolean> TO worker_2_"`.

use std::collections::HashMap;

use vtrace_property::{DEADLOCK, Formula, TERMINATED};

use crate::label::{Action, ActionKind, Names};

/// Why an atom is not one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the atom \"{atom}\" {problem}")]
pub struct AtomError {
    /// The atom.
    pub atom: String,
    /// What is wrong with it.
    pub problem: String,
}

/// The atoms of a formula, understood.
#[derive(Clone, Debug, Default)]
pub struct Atoms {
    patterns: HashMap<String, Pattern>,
}

#[derive(Clone, Debug)]
enum Pattern {
    Constant(bool),
    Action { role: String, verb: Verb, message: String, peer: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Send,
    Receive,
    Close,
}

impl Atoms {
    /// Reads the atoms of `formula`.
    pub fn of(formula: &Formula) -> Result<Self, AtomError> {
        let mut patterns = HashMap::new();
        for atom in formula.atoms() {
            if [TERMINATED, DEADLOCK].contains(&&*atom) {
                continue;
            }
            let pattern = pattern(&atom)
                .map_err(|problem| AtomError { atom: atom.to_string(), problem: problem.to_owned() })?;
            patterns.insert(atom.to_string(), pattern);
        }
        Ok(Self { patterns })
    }

    /// Whether `atom` holds of `action`.
    pub fn holds(&self, names: &Names, atom: &str, action: &Action) -> bool {
        match self.patterns.get(atom) {
            None => false,
            Some(Pattern::Constant(value)) => *value,
            Some(Pattern::Action { role, verb, message, peer }) => {
                let fits = |subject: u32, other: u32| {
                    role_fits(names, role, subject)
                        && role_fits(names, peer, other)
                        && (action.kind == ActionKind::Close || type_fits(names, message, action.message))
                };
                match (verb, action.kind) {
                    (Verb::Send, ActionKind::Send | ActionKind::Handshake)
                    | (Verb::Close, ActionKind::Close) => fits(action.from, action.to),
                    (Verb::Receive, ActionKind::Receive | ActionKind::Handshake) => {
                        fits(action.to, action.from)
                    }
                    _ => false,
                }
            }
        }
    }

    /// The atoms that no action of `actions` satisfies: probably a name that is misspelt.
    pub fn never_satisfied(&self, names: &Names, actions: &[Action]) -> Vec<String> {
        let mut idle: Vec<String> = self
            .patterns
            .iter()
            .filter(|(_, pattern)| !matches!(pattern, Pattern::Constant(_)))
            .map(|(atom, _)| atom.clone())
            .filter(|atom| !actions.iter().any(|action| self.holds(names, atom, action)))
            .collect();
        idle.sort();
        idle
    }
}

fn pattern(atom: &str) -> Result<Pattern, &'static str> {
    match atom {
        "True" => return Ok(Pattern::Constant(true)),
        "False" => return Ok(Pattern::Constant(false)),
        _ => {}
    }
    let words: Vec<&str> = atom.split_whitespace().collect();
    let [role, verb, rest @ ..] = words.as_slice() else {
        return Err("is not of the form \"role SEND type TO role\"");
    };
    let (verb, preposition) = match *verb {
        "SEND" | "SENDS" => (Verb::Send, "TO"),
        "RECV" | "RECEIVE" | "RECEIVES" => (Verb::Receive, "FROM"),
        "CLOSE" | "CLOSES" => (Verb::Close, "TO"),
        _ => return Err("needs SEND, RECV or CLOSE as its second word"),
    };
    let (message, rest) = match rest {
        [message, rest @ ..] if *message != "TO" && *message != "FROM" => (*message, rest),
        _ => ("*", rest),
    };
    let peer = match rest {
        [] => "*",
        [word, peer] if *word == preposition => *peer,
        [word, _] if *word == "TO" || *word == "FROM" => {
            return Err("has the wrong preposition: a message is sent TO and received FROM a role");
        }
        _ => return Err("is not of the form \"role SEND type TO role\" or \"role RECV type FROM role\""),
    };
    Ok(Pattern::Action { role: (*role).into(), verb, message: message.into(), peer: peer.into() })
}

fn role_fits(names: &Names, pattern: &str, role: u32) -> bool {
    let role = &names.roles[role as usize];
    glob(pattern, &role.formula_name()) || glob(pattern, &role.to_string())
}

fn type_fits(names: &Names, pattern: &str, message: u32) -> bool {
    let Some(full) = names.types.get_index(message as usize) else { return pattern == "*" };
    let short = full.rsplit(['.', '$', '/']).next().unwrap_or(full);
    match pattern.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
        Some(pattern) => glob(pattern, short),
        // A text that stands for its type is found with and without its quotes.
        None => [full.as_str(), short, full.trim_matches('"')].iter().any(|name| glob(pattern, name)),
    }
}

/// Whether `text` fits `pattern`, where `*` stands for any text.
fn glob(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or("");
    for part in parts {
        let Some(place) = text.find(part) else { return false };
        text = &text[place + part.len()..];
    }
    text.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, text, expected) in [
            ("*", "", true),
            ("a*c", "abc", true),
            ("a*c", "ab", false),
            ("*b*", "abc", true),
            ("a*b*c", "a_b_b_c", true),
            ("worker_*_", "worker_12_", true),
            ("a*a", "a", false),
        ] {
            assert_eq!(glob(pattern, text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn an_atom_that_is_none_says_why() {
        let error = |text: &str| Atoms::of(&Formula::atom(text)).unwrap_err().to_string();
        assert_eq!(error("x"), "the atom \"x\" is not of the form \"role SEND type TO role\"");
        assert_eq!(error("x SNED T"), "the atom \"x SNED T\" needs SEND, RECV or CLOSE as its second word");
        assert!(error("x SEND T FROM y").contains("wrong preposition"));
        assert!(Atoms::of(&Formula::atom("x CLOSE TO y")).is_ok());
        assert!(Atoms::of(&Formula::atom("x RECV")).is_ok());
    }
}
