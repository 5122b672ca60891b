//! Test files: properties with their expected results, beside the protocol.
//!
//! A test file is TOML, or a folder of `.owl` files with one formula each. Reading files is left to the caller; here they are texts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use vtrace_property::{CheckError, Fairness, FiniteRuns, Lasso, Options, Statistics, System, Verdict, check};

use crate::atoms::Atoms;
use crate::label::{Action, Names};
use crate::lts::{Parameters, parameter_value};
use crate::value::Value;

/// What is expected of a property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expected {
    /// Every run satisfies it.
    #[default]
    Holds,
    /// Some run does not.
    Violated,
}

/// How runs that end are read, in a test file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FiniteReading {
    /// The last state repeats.
    #[default]
    Stutter,
    /// Only infinite runs count.
    Infinite,
    /// Finite-trace semantics.
    Ltlf,
}

/// Which runs count, in a test file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FairnessOption {
    /// All.
    #[default]
    None,
    /// Weakly fair ones.
    Weak,
    /// Strongly fair ones.
    Strong,
}

impl From<FiniteReading> for FiniteRuns {
    fn from(reading: FiniteReading) -> Self {
        match reading {
            FiniteReading::Stutter => Self::Stutter,
            FiniteReading::Infinite => Self::Ignore,
            FiniteReading::Ltlf => Self::Ltlf,
        }
    }
}

impl From<FairnessOption> for Fairness {
    fn from(option: FairnessOption) -> Self {
        match option {
            FairnessOption::None => Self::None,
            FairnessOption::Weak => Self::Weak,
            FairnessOption::Strong => Self::Strong,
        }
    }
}

/// A test file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TestFile {
    /// The protocol, if it is not the file of the same name.
    pub protocol: Option<String>,
    /// The session, if the file has several.
    pub session: Option<String>,
    /// The parameters of every test that has none of its own.
    #[serde(default)]
    pub parameters: BTreeMap<String, toml::Value>,
    /// The tests.
    #[serde(default, rename = "test")]
    pub tests: Vec<Test>,
}

/// A test.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Test {
    /// What the property says, in words.
    pub name: String,
    /// The property.
    pub formula: String,
    /// Its expected result.
    #[serde(default)]
    pub expected: Expected,
    /// Its expected result on the liberal module, if that is another one.
    pub expected_liberal: Option<Expected>,
    /// Parameters, if not those of the file.
    pub parameters: Option<BTreeMap<String, toml::Value>>,
    /// How runs that end are read.
    #[serde(default)]
    pub finite_runs: FiniteReading,
    /// Which runs count.
    #[serde(default)]
    pub fairness: FairnessOption,
}

impl TestFile {
    /// Reads a test file. The error says where.
    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        let file: Self = toml::from_str(text).map_err(|error| {
            let (line, column) = error.span().map_or((1, 1), |span| {
                let before = text.get(..span.start).unwrap_or("");
                (
                    before.matches('\n').count() + 1,
                    before.rsplit('\n').next().unwrap_or("").chars().count() + 1,
                )
            });
            format!("{name}:{line}:{column}: {}", error.message())
        })?;
        for test in &file.tests {
            test.parsed().map_err(|message| format!("{name}: test `{}`: {message}", test.name))?;
        }
        Ok(file)
    }

    /// The parameters of `test`.
    pub fn parameters(&self, test: &Test) -> Result<Parameters, String> {
        let given = test.parameters.as_ref().unwrap_or(&self.parameters);
        let mut parameters = Parameters::new();
        for (name, value) in given {
            let value = match value {
                toml::Value::Integer(value) => Value::Integer(*value),
                toml::Value::Boolean(value) => Value::Boolean(*value),
                toml::Value::String(value) => parameter_value(value),
                other => return Err(format!("the parameter `{name}` cannot be {}", other.type_str())),
            };
            parameters.insert(name.clone(), value);
        }
        Ok(parameters)
    }
}

impl Test {
    /// A test from the text of an `.owl` file. A line `// expected: violated` says that it should fail.
    pub fn from_owl(name: &str, text: &str) -> Self {
        let mut expected = Expected::Holds;
        let mut formula = String::new();
        for line in text.lines() {
            match line.trim_start().strip_prefix("//") {
                Some(remark)
                    if remark
                        .trim()
                        .strip_prefix("expected:")
                        .is_some_and(|rest| rest.trim() == "violated") =>
                {
                    expected = Expected::Violated;
                }
                Some(_) => {}
                None => formula.push_str(line),
            }
            formula.push('\n');
        }
        Self {
            name: name.to_owned(),
            formula,
            expected,
            expected_liberal: None,
            parameters: None,
            finite_runs: FiniteReading::default(),
            fairness: FairnessOption::default(),
        }
    }

    /// The formula and its atoms, with warnings; the error shows the place.
    pub fn parsed(&self) -> Result<Property, String> {
        Property::parse(&self.formula)
    }

    /// What is expected where the liberal module is judged, or not.
    pub fn expected_on(&self, liberal: bool) -> Expected {
        match self.expected_liberal {
            Some(expected) if liberal => expected,
            _ => self.expected,
        }
    }

    /// How to check it.
    pub fn options(&self, max_states: usize) -> Options {
        Options { finite_runs: self.finite_runs.into(), fairness: self.fairness.into(), max_states }
    }
}

/// A formula about a protocol.
#[derive(Clone, Debug)]
pub struct Property {
    /// The formula.
    pub formula: vtrace_property::Formula,
    /// Its atoms.
    pub atoms: Atoms,
    /// What may not have been meant.
    pub warnings: Vec<String>,
}

/// What a check of a property gave.
#[derive(Clone, Debug)]
pub struct Checked<S> {
    /// A run that breaks it, if there is one.
    pub counterexample: Option<Lasso<S, Action>>,
    /// What it took.
    pub statistics: Statistics,
}

impl Property {
    /// Reads a formula and its atoms.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parsed = vtrace_property::parse(text).map_err(|error| {
            let (line, column) = error.position(text);
            let shown = text.lines().nth(line - 1).unwrap_or("");
            let width = text.get(error.start..error.end).unwrap_or("").chars().count().max(1);
            format!(
                "{line}:{column}: {error}\n  | {shown}\n  | {}{}",
                " ".repeat(column - 1),
                "^".repeat(width)
            )
        })?;
        let atoms = Atoms::of(&parsed.formula).map_err(|error| error.to_string())?;
        let warnings = parsed.warnings.iter().map(ToString::to_string).collect();
        Ok(Self { formula: parsed.formula, atoms, warnings })
    }

    /// What may not have been meant, here with respect to one protocol: atoms that no action ever satisfies.
    pub fn warnings_for(&self, specification: &crate::specification::Specification<'_>) -> Vec<String> {
        let idle = self.atoms.never_satisfied(&specification.lts().names, &specification.actions());
        let idle =
            idle.into_iter().map(|atom| format!("no action of the protocol ever satisfies \"{atom}\""));
        self.warnings.iter().cloned().chain(idle).collect()
    }

    /// Checks it on `system`.
    pub fn check<S: System<Action = Action>>(
        &self,
        system: &S,
        names: &Names,
        options: &Options,
    ) -> Result<Checked<S::State>, CheckError<S::Error>> {
        let holds = |atom: &str, action: &Action| self.atoms.holds(names, atom, action);
        let outcome = check(system, &self.formula, holds, options)?;
        let counterexample = match outcome.verdict {
            Verdict::Holds => None,
            Verdict::Violated(lasso) => Some(lasso),
        };
        Ok(Checked { counterexample, statistics: outcome.statistics })
    }
}
