//! `vtrace protocol test`: the test file beside a protocol, printed like `cargo test` prints.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde_json::json;
use vtrace_property::{Options, System};
use vtrace_protocol::{
    Action, Expected, Explored, GenerateError, Instance, Liberal, Lts, ModuleKind, Property, Specification,
    Test, TestFile, chart,
};

use super::check::lasso_json;
use super::modules::Modules;
use super::{Format, load, name_of, write, write_json};
use crate::interrupt::Interrupt;

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
    /// What the tests are run on: a model, or the generated modules themselves.
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
    /// The roles' own parts, side by side: what the liberal module does.
    Liberal,
    /// The generated Go packages, strict and liberal, executed on vtrace's machine. Needs Go.
    Go,
    /// The generated Rust modules, strict and liberal, compiled and executed. Needs rustc.
    Rust,
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

/// A suite with all that is needed to run it.
struct Prepared<'s> {
    suite: &'s Suite,
    /// The tests, each with the number of its instance.
    tests: Vec<(&'s Test, usize)>,
    instances: Vec<Instance>,
    /// What the tests of each instance are run on.
    subjects: Vec<Vec<Subject>>,
}

/// What tests are run on.
struct Subject {
    kind: ModuleKind,
    /// How it is called beside a test's name, if there are several.
    label: &'static str,
    /// What a generated module was seen to do; none for a model of it.
    code: Option<Explored>,
}

impl Subject {
    const KINDS: [(ModuleKind, &'static str); 2] =
        [(ModuleKind::Strict, " (strict)"), (ModuleKind::Liberal, " (liberal)")];

    fn model(kind: ModuleKind) -> Self {
        Self { kind, label: "", code: None }
    }
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
    let mut prepared =
        suites.iter().map(|suite| prepare(suite, arguments)).collect::<anyhow::Result<Vec<_>>>()?;
    let remark = subjects(&mut prepared, arguments)?;
    let mut results = Results::default();
    for suite in &prepared {
        let report = run(suite, arguments, &mut results)?;
        if arguments.format == Format::Text {
            write(None, &report)?;
        }
    }
    let (passed, failed) = (results.passed, results.failures.len());
    if arguments.format == Format::Json {
        write_json(&json!({ "passed": passed, "failed": failed, "tests": results.records }))?;
    } else {
        let mut report = String::new();
        if !results.failures.is_empty() {
            report.push_str("\nfailures:\n");
            for failure in &results.failures {
                write!(report, "\n---- {} ----\n{}", failure.name, failure.text)?;
            }
        }
        if let Some(remark) = remark {
            write!(report, "\n{remark}")?;
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

/// Chooses the tests of a suite, and builds the protocol with their parameters.
fn prepare<'s>(suite: &'s Suite, arguments: &Arguments) -> anyhow::Result<Prepared<'s>> {
    let protocol = load(&suite.protocol)?;
    let (mut tests, mut instances) = (Vec::new(), Vec::<Instance>::new());
    let chosen = |test: &&Test| arguments.filter.as_ref().is_none_or(|filter| test.name.contains(filter));
    for test in suite.file.tests.iter().filter(chosen) {
        let parameters = suite.file.parameters(test).map_err(anyhow::Error::msg)?;
        let known = instances.iter().position(|instance| instance.parameters == parameters);
        tests.push((test, known.unwrap_or(instances.len())));
        if known.is_none() {
            let session = suite.file.session.as_deref();
            let lts = Lts::build(&protocol, session, &parameters, arguments.max_states)?;
            instances.push(Instance { parameters, lts });
        }
    }
    Ok(Prepared { suite, tests, instances, subjects: Vec::new() })
}

/// Finds out what the tests are run on. For generated code, that is to generate and to explore it; the result says what that took.
fn subjects(prepared: &mut [Prepared], arguments: &Arguments) -> anyhow::Result<Option<String>> {
    if let On::Specification | On::Liberal = arguments.on {
        let kind = if arguments.on == On::Liberal { ModuleKind::Liberal } else { ModuleKind::Strict };
        for suite in prepared {
            suite.subjects = suite.instances.iter().map(|_| vec![Subject::model(kind)]).collect();
        }
        return Ok(None);
    }
    let mut modules = Modules::new(arguments.max_states);
    for suite in prepared.iter_mut() {
        let name = name_of(&suite.suite.protocol);
        for instance in &suite.instances {
            let mut subjects = Vec::new();
            for (kind, label) in Subject::KINDS {
                let added = match arguments.on {
                    On::Go => modules.add_go(&name, instance, kind),
                    _ => modules.add_rust(&name, instance, kind),
                };
                match added {
                    Ok(()) => subjects.push(Subject { kind, label, code: None }),
                    Err(error @ GenerateError::MixedChannel(..)) => {
                        eprintln!("warning: {}: not tested on the liberal module: {error}", suite.suite.name);
                    }
                    Err(error) => return Err(error).context(suite.suite.name.clone()),
                }
            }
            suite.subjects.push(subjects);
        }
    }
    let explored = match arguments.on {
        On::Go => modules.explore_go(&Interrupt::from_signals())?,
        _ => modules.explore_rust()?,
    };
    let remark = explored.to_string();
    let all = prepared.iter_mut().flat_map(|suite| suite.subjects.iter_mut().flatten());
    for (subject, code) in all.zip(explored.systems) {
        subject.code = Some(code);
    }
    Ok(Some(remark))
}

/// What came of all tests.
#[derive(Default)]
struct Results {
    passed: usize,
    failures: Vec<Failure>,
    records: Vec<serde_json::Value>,
}

/// A run that breaks a property, for programs and for people.
type Counterexample = (serde_json::Value, String);

fn run(prepared: &Prepared, arguments: &Arguments, results: &mut Results) -> anyhow::Result<String> {
    let suite = prepared.suite;
    let mut report = String::new();
    let count: usize = prepared.tests.iter().map(|&(_, instance)| prepared.subjects[instance].len()).sum();
    writeln!(report, "\nrunning {count} test{} of {}", if count == 1 { "" } else { "s" }, suite.name)?;
    for &(test, instance) in &prepared.tests {
        let lts = &prepared.instances[instance].lts;
        let place = || format!("{}: test `{}`", suite.name, test.name);
        let property = test.parsed().map_err(|message| anyhow::anyhow!("{}: {message}", place()))?;
        let warnings = property.warnings_for(&Specification::new(lts));
        let mut unsaid = warnings.as_slice();
        for subject in &prepared.subjects[instance] {
            let found = check(&property, test, subject, lts, arguments.max_states).with_context(place)?;
            let expected = test.expected_on(subject.kind == ModuleKind::Liberal);
            let verdict = if found.is_some() { Expected::Violated } else { Expected::Holds };
            let ok = verdict == expected;
            let name = format!("{}{}", test.name, subject.label);
            writeln!(report, "test {name} ... {}", if ok { "ok" } else { "FAILED" })?;
            for warning in std::mem::take(&mut unsaid) {
                writeln!(report, "  warning: {warning}")?;
            }
            results.records.push(json!({
                "suite": suite.name, "test": name, "passed": ok, "expected": expected, "found": verdict,
                "counterexample": found.as_ref().map(|found| &found.0),
                "warnings": warnings,
            }));
            if ok {
                results.passed += 1;
                continue;
            }
            let mut text = format!("  {}\n", property.formula);
            text += found.as_ref().map_or("  holds, but a violation was expected\n", |found| &found.1);
            results.failures.push(Failure { name: format!("{} {name}", suite.name), text });
        }
    }
    Ok(report)
}

/// Checks a property on whatever the test is run on.
fn check(
    property: &Property,
    test: &Test,
    subject: &Subject,
    lts: &Lts,
    max_states: usize,
) -> anyhow::Result<Option<Counterexample>> {
    let options = test.options(max_states);
    match (&subject.code, subject.kind) {
        (Some(code), _) => check_on(property, code, lts, &options),
        (None, ModuleKind::Strict) => check_on(property, &Specification::new(lts), lts, &options),
        (None, ModuleKind::Liberal) => check_on(property, &Liberal::new(lts, max_states)?, lts, &options),
    }
}

fn check_on<S>(
    property: &Property,
    system: &S,
    lts: &Lts,
    options: &Options,
) -> anyhow::Result<Option<Counterexample>>
where
    S: System<Action = Action, Error = Infallible>,
{
    let checked = property.check(system, &lts.names, options)?;
    Ok(checked.counterexample.map(|lasso| (lasso_json(&lts.names, &lasso), chart(&lts.names, &lasso))))
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
