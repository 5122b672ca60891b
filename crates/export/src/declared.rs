//! The variables of an UPPAAL model in the order in which traces list them: the global ones, then those of each process; and
//! expressions over them.

use std::collections::BTreeMap;

use crate::nta::Network;

/// The variables, arrays taken apart.
pub(crate) struct Declarations {
    /// For each value of a state, the process that it belongs to, its name, and whether it is a boolean.
    variables: Vec<(Option<usize>, String, bool)>,
    /// Where each is, by process and name.
    places: BTreeMap<(Option<usize>, String), usize>,
    constants: BTreeMap<String, i64>,
}

impl Declarations {
    pub(crate) fn new(network: &Network) -> Result<Declarations, String> {
        let mut declared =
            Declarations { variables: Vec::new(), places: BTreeMap::new(), constants: BTreeMap::new() };
        declared.read(&network.globals, None)?;
        for (number, process) in network.processes.iter().enumerate() {
            declared.read(&network.templates[process.template].declaration, Some(number))?;
        }
        Ok(declared)
    }

    /// What each value is called.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.variables.iter().map(|(_, name, _)| &**name)
    }

    /// The value of a global variable.
    pub(crate) fn value(&self, values: &[i64], name: &str) -> Option<i64> {
        self.of(values, None, name)
    }

    fn of(&self, values: &[i64], process: Option<usize>, name: &str) -> Option<i64> {
        values.get(self.place(process, name)?).copied()
    }

    /// Where a variable of a process, or a global one, is among the values.
    pub(crate) fn place(&self, process: Option<usize>, name: &str) -> Option<usize> {
        self.places.get(&(process, name.to_string())).copied()
    }

    /// The variables of all nodes, by name; without those that have none in the program.
    pub(crate) fn variables(
        &self,
        network: &Network,
        values: &[i64],
    ) -> BTreeMap<String, BTreeMap<String, String>> {
        let mut nodes: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for ((process, name, boolean), value) in self.variables.iter().zip(values) {
            let Some(process) = process.map(|process| &network.processes[process]) else { continue };
            let nameless = name.strip_prefix('r').is_some_and(|rest| rest.parse::<u32>().is_ok());
            if !nameless && !network.templates[process.template].is_crasher() {
                let text = if *boolean { (*value != 0).to_string() } else { value.to_string() };
                nodes.entry(process.name.clone()).or_default().insert(name.clone(), text);
            }
        }
        nodes
    }

    /// Reads declarations: variables, arrays and constants. Functions and channels have no values.
    fn read(&mut self, text: &str, process: Option<usize>) -> Result<(), String> {
        let uncommented: Vec<&str> =
            text.lines().map(|line| line.split("//").next().unwrap_or(line)).collect();
        let text = without_bodies(&uncommented.join("\n"));
        for statement in text.split(';').map(str::trim).filter(|statement| !statement.is_empty()) {
            let statement = statement.trim_start_matches("meta ");
            if let Some(constant) = statement.strip_prefix("const int ") {
                let (name, value) =
                    constant.split_once('=').ok_or_else(|| format!("`{statement}` has no value"))?;
                let value = self.constant(value).ok_or_else(|| format!("`{statement}` is not understood"))?;
                self.constants.insert(name.trim().to_string(), value);
                continue;
            }
            if statement.starts_with("chan ") || statement.starts_with("void ") || statement.contains('(') {
                continue;
            }
            let (boolean, rest) = match (statement.strip_prefix("bool"), statement.strip_prefix("int")) {
                (Some(rest), _) => (true, rest),
                (_, Some(rest)) => (false, rest),
                _ => return Err(format!("`{statement}` is not understood")),
            };
            // int[0, 3] has a range.
            let rest = match rest.trim_start().strip_prefix('[') {
                Some(range) => range.split_once(']').map_or(range, |(_, rest)| rest),
                None => rest,
            };
            self.variable(rest, boolean, process)
                .ok_or_else(|| format!("`{statement}` is not understood"))?;
        }
        Ok(())
    }

    fn constant(&self, text: &str) -> Option<i64> {
        let lookup = |name: &str, _: &[i64]| self.constants.get(name).copied();
        evaluate(text, &lookup)
    }

    fn variable(&mut self, declarator: &str, boolean: bool, process: Option<usize>) -> Option<()> {
        let declarator = declarator.split('=').next()?.trim();
        let mut parts = declarator.split('[');
        let mut names = vec![parts.next()?.trim().to_string()];
        for part in parts {
            let len = self.constant(part.trim().strip_suffix(']')?)?;
            names = names.iter().flat_map(|name| (0..len).map(move |i| format!("{name}[{i}]"))).collect();
        }
        for name in names {
            self.places.insert((process, name.clone()), self.variables.len());
            self.variables.push((process, name, boolean));
        }
        Some(())
    }
}

/// The text without what stands in braces, so that functions are statements with a bracket.
fn without_bodies(text: &str) -> String {
    let mut depth = 0;
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    out.push(';');
                }
            }
            _ if depth == 0 => out.push(letter),
            _ => {}
        }
    }
    out
}

/// The values of a state as a process sees them.
pub(crate) struct Values<'a> {
    pub declared: &'a Declarations,
    pub network: &'a Network,
    pub process: usize,
    pub values: &'a [i64],
}

impl Values<'_> {
    /// The value of an expression; none if it is not understood.
    pub(crate) fn evaluate(&self, text: &str) -> Option<i64> {
        evaluate(text, &|name, indices| self.lookup(name, indices))
    }

    /// The value of a variable, parameter or constant.
    pub(crate) fn lookup(&self, name: &str, indices: &[i64]) -> Option<i64> {
        let full = indices.iter().fold(name.to_string(), |name, i| format!("{name}[{i}]"));
        let process = &self.network.processes[self.process];
        let parameters = &self.network.templates[process.template].parameters;
        let argument = || process.arguments.get(parameters.iter().position(|other| other == name)?).copied();
        self.declared
            .of(self.values, Some(self.process), &full)
            .or_else(argument)
            .or_else(|| self.declared.of(self.values, None, &full))
            .or_else(|| self.declared.constants.get(name).copied())
    }
}

pub(crate) type Lookup<'a> = &'a dyn Fn(&str, &[i64]) -> Option<i64>;

/// The value of an expression over what `lookup` knows.
pub(crate) fn evaluate(text: &str, lookup: Lookup) -> Option<i64> {
    let mut parser = Parser { rest: text.trim(), lookup };
    let value = parser.conditional()?;
    parser.rest.is_empty().then_some(value)
}

/// The operators with two operands, those that bind less first.
const OPERATORS: &[&[&str]] =
    &[&["||"], &["&&"], &["==", "!="], &["<=", ">=", "<", ">"], &["+", "-"], &["*", "/", "%"]];

struct Parser<'a> {
    rest: &'a str,
    lookup: Lookup<'a>,
}

impl Parser<'_> {
    fn take(&mut self, word: &str) -> bool {
        match self.rest.strip_prefix(word) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn conditional(&mut self) -> Option<i64> {
        let condition = self.binary(0)?;
        if !self.take("?") {
            return Some(condition);
        }
        let yes = self.conditional()?;
        if !self.take(":") {
            return None;
        }
        let no = self.conditional()?;
        Some(if condition != 0 { yes } else { no })
    }

    fn binary(&mut self, level: usize) -> Option<i64> {
        let Some(operators) = OPERATORS.get(level) else { return self.unary() };
        let mut x = self.binary(level + 1)?;
        while let Some(operator) = operators.iter().find(|operator| self.rest.starts_with(**operator)) {
            self.take(operator);
            let y = self.binary(level + 1)?;
            x = match *operator {
                "||" => i64::from(x != 0 || y != 0),
                "&&" => i64::from(x != 0 && y != 0),
                "==" => i64::from(x == y),
                "!=" => i64::from(x != y),
                "<=" => i64::from(x <= y),
                ">=" => i64::from(x >= y),
                "<" => i64::from(x < y),
                ">" => i64::from(x > y),
                "+" => x.checked_add(y)?,
                "-" => x.checked_sub(y)?,
                "*" => x.checked_mul(y)?,
                "/" => x.checked_div(y)?,
                _ => x.checked_rem(y)?,
            };
        }
        Some(x)
    }

    fn unary(&mut self) -> Option<i64> {
        if self.take("!") {
            return self.unary().map(|x| i64::from(x == 0));
        }
        if self.take("-") {
            return self.unary()?.checked_neg();
        }
        if self.take("(") {
            let value = self.conditional()?;
            return self.take(")").then_some(value);
        }
        let end =
            self.rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '.').unwrap_or(self.rest.len());
        let word = &self.rest[..end];
        self.rest = self.rest[end..].trim_start();
        match word {
            "" => return None,
            "true" => return Some(1),
            "false" => return Some(0),
            _ => {}
        }
        if let Ok(number) = word.parse() {
            return Some(number);
        }
        let mut indices = Vec::new();
        while self.take("[") {
            indices.push(self.conditional()?);
            if !self.take("]") {
                return None;
            }
        }
        (self.lookup)(word, &indices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_those_of_c() {
        let lookup = |name: &str, indices: &[i64]| match (name, indices) {
            ("pid", []) => Some(2),
            ("size", [i, j]) => Some(10 * i + j),
            _ => None,
        };
        let value = |text: &str| evaluate(text, &lookup);
        assert_eq!(value("((pid > 1) ? ((2 * pid) - 1) : pid)"), Some(3));
        assert_eq!(value("size[1][pid] - 1 - 1"), Some(10));
        assert_eq!(value("!(pid == 2) || pid % 2 == 0 && true"), Some(1));
        assert_eq!(value("-pid < 0"), Some(1));
        for wrong in ["", "1 +", "(1", "nothing", "1 2", "pid / 0", "size[1"] {
            assert_eq!(value(wrong), None, "{wrong}");
        }
    }
}
