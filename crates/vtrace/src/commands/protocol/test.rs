//! `vtrace protocol test`: the test file beside a protocol, printed like `cargo test` prints.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde_json::json;
use vtrace_protocol::{Expected, Liberal, Lts, Specification, Test, TestFile, chart};

use super::check::lasso_json;
use super::{Format, load, write, write_json};

/// The arguments of `vtrace protocol test`.
#[derive(Args)]
pub struct Arguments {
    /// Test files (.toml), protocols (.dcj) with a test file or a folder of .owl files of the same name beside them, or
    /// folders with such files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Only tests whose name contains this.
    #[arg(long)]
    filter: Option<String>,
    /// A parameter for .owl files, as name=value.
    #[arg(short, long = "parameter", value_name = "NAME=VALUE")]
    parameter: Vec<String>,
    /// How many states may be explored.
    #[arg(long, default_value_t = 1_000_000)]
    max_states: usize,
    /// What the tests are run on: the specification, or what the liberal module does.
    #[arg(long, value_enum, default_value_t = On::Specification)]
    on: On,
    /// How to write the results.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum On {
    /// The specification, which is also what the strict module does.
    #[value(alias = "strict")]
    Specification,
    /// The roles' own parts, side by side.
    Liberal,
}

/// A test file, and where it and its protocol are.
struct Suite {
    name: String,
    protocol: PathBuf,
    file: TestFile,
}

struct Failure {
    name: String,
    text: String,
}

/// Runs the tests.
pub fn execute(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let mut suites = Vec::new();
    for file in &arguments.files {
        collect(file, arguments, &mut suites)?;
    }
    if suites.is_empty() {
        bail!(
            "no tests found in {}",
            arguments.files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ")
        );
    }
    let (mut passed, mut failures, mut records) = (0, Vec::new(), Vec::new());
    for suite in &suites {
        let mut report = String::new();
        let mut built: Vec<(vtrace_protocol::Parameters, Lts)> = Vec::new();
        let protocol = load(&suite.protocol)?;
        let chosen: Vec<&Test> = suite
            .file
            .tests
            .iter()
            .filter(|test| arguments.filter.as_ref().is_none_or(|filter| test.name.contains(filter)))
            .collect();
        writeln!(
            report,
            "\nrunning {} test{} of {}",
            chosen.len(),
            if chosen.len() == 1 { "" } else { "s" },
            suite.name
        )?;
        for test in chosen {
            let parameters = suite.file.parameters(test).map_err(anyhow::Error::msg)?;
            if !built.iter().any(|(known, _)| *known == parameters) {
                let lts =
                    Lts::build(&protocol, suite.file.session.as_deref(), &parameters, arguments.max_states)?;
                built.push((parameters.clone(), lts));
            }
            let Some((_, lts)) = built.iter().find(|(known, _)| *known == parameters) else { continue };
            let property = test
                .parsed()
                .map_err(|message| anyhow::anyhow!("{}: test `{}`: {message}", suite.name, test.name))?;
            let options = test.options(arguments.max_states);
            let place = || format!("{}: test `{}`", suite.name, test.name);
            let (counterexample, drawn) = match arguments.on {
                On::Specification => {
                    let checked =
                        property.check(&Specification::new(lts), &lts.names, &options).with_context(place)?;
                    let lasso = checked.counterexample;
                    (
                        lasso.as_ref().map(|lasso| lasso_json(&lts.names, lasso)),
                        lasso.map(|lasso| chart(&lts.names, &lasso)),
                    )
                }
                On::Liberal => {
                    let liberal = Liberal::new(lts, arguments.max_states).with_context(place)?;
                    let checked = property.check(&liberal, &lts.names, &options).with_context(place)?;
                    let lasso = checked.counterexample;
                    (
                        lasso.as_ref().map(|lasso| lasso_json(&lts.names, lasso)),
                        lasso.map(|lasso| chart(&lts.names, &lasso)),
                    )
                }
            };
            let expected = test.expected_on(arguments.on == On::Liberal);
            let found = if counterexample.is_some() { Expected::Violated } else { Expected::Holds };
            let ok = found == expected;
            writeln!(report, "test {} ... {}", test.name, if ok { "ok" } else { "FAILED" })?;
            let warnings = property.warnings_for(&Specification::new(lts));
            for warning in &warnings {
                writeln!(report, "  warning: {warning}")?;
            }
            records.push(json!({
                "suite": suite.name, "test": test.name, "passed": ok, "expected": expected, "found": found,
                "counterexample": counterexample,
                "warnings": warnings,
            }));
            if ok {
                passed += 1;
                continue;
            }
            let mut text = format!("  {}\n", property.formula);
            match &drawn {
                Some(drawn) => text += drawn,
                None => text += "  holds, but a violation was expected\n",
            }
            failures.push(Failure { name: format!("{} {}", suite.name, test.name), text });
        }
        if arguments.format == Format::Text {
            write(None, &report)?;
        }
    }
    let failed = failures.len();
    if arguments.format == Format::Json {
        write_json(&json!({ "passed": passed, "failed": failed, "tests": records }))?;
    } else {
        let mut report = String::new();
        if !failures.is_empty() {
            report.push_str("\nfailures:\n");
            for failure in &failures {
                write!(report, "\n---- {} ----\n{}", failure.name, failure.text)?;
            }
        }
        let verdict = if failed == 0 { "ok" } else { "FAILED" };
        writeln!(
            report,
            "\ntest result: {verdict}. {passed} passed; {failed} failed; finished in {:.2}s",
            start.elapsed().as_secs_f64()
        )?;
        write(None, &report)?;
    }
    Ok(ExitCode::from(u8::from(failed > 0)))
}

fn collect(path: &Path, arguments: &Arguments, suites: &mut Vec<Suite>) -> anyhow::Result<()> {
    if path.is_dir() {
        let mut files: Vec<PathBuf> = std::fs::read_dir(path)
            .with_context(|| format!("cannot read {}", path.display()))?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "toml"))
        {
            collect(file, arguments, suites)?;
        }
        return Ok(());
    }
    if path.extension().is_some_and(|extension| extension == "toml") {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let file = TestFile::parse(&path.display().to_string(), &text).map_err(anyhow::Error::msg)?;
        let directory = path.parent().unwrap_or(Path::new(""));
        let protocol =
            file.protocol.as_ref().map_or_else(|| path.with_extension("dcj"), |name| directory.join(name));
        suites.push(Suite { name: path.display().to_string(), protocol, file });
        return Ok(());
    }
    let toml = path.with_extension("toml");
    if toml.is_file() {
        return collect(&toml, arguments, suites);
    }
    let folder = path.with_extension("");
    if !folder.is_dir() || folder == path {
        load(path)?; // a file that cannot be read is the first thing to say
        bail!(
            "{} has no tests: write {}, or a folder {} of .owl files",
            path.display(),
            toml.display(),
            folder.display()
        );
    }
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    files.sort();
    let mut file = TestFile::default();
    for parameter in &arguments.parameter {
        let Some((name, value)) = parameter.split_once('=') else {
            bail!("`{parameter}` is not a parameter: write name=value");
        };
        let value = value.parse().map_or_else(|_| value.to_owned().into(), |number: i64| number.into());
        file.parameters.insert(name.to_owned(), value);
    }
    for owl in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "owl")) {
        let text = std::fs::read_to_string(owl).with_context(|| format!("cannot read {}", owl.display()))?;
        let name = owl.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        file.tests.push(Test::from_owl(&name, &text));
    }
    suites.push(Suite { name: folder.display().to_string(), protocol: path.to_owned(), file });
    Ok(())
}
