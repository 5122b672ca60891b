//! A test file from a Rust test, in one line: `vtrace_protocol::assert_tests("protocols/chess.toml");`

use std::fmt::Write as _;
use std::path::Path;

use crate::ast::Protocol;
use crate::chart::chart;
use crate::lts::Lts;
use crate::source::Source;
use crate::specification::Specification;
use crate::testing::{Expected, TestFile};

/// How many states a protocol under test may have.
const MAX_STATES: usize = 1_000_000;

/// Runs the tests of a test file on the specification.
///
/// # Panics
///
/// If a test fails, with its counterexample; or if the file, or its protocol, cannot be read.
#[track_caller]
pub fn assert_tests(file: impl AsRef<Path>) {
    if let Err(report) = run(file.as_ref()) {
        panic!("{report}");
    }
}

fn run(file: &Path) -> Result<(), String> {
    let read = |file: &Path| {
        std::fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))
    };
    let tests = TestFile::parse(&file.display().to_string(), &read(file)?)?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let protocol_file =
        tests.protocol.as_ref().map_or_else(|| file.with_extension("dcj"), |name| folder.join(name));
    let source = Source::new(protocol_file.display().to_string(), read(&protocol_file)?);
    let protocol = Protocol::parse(source).map_err(|error| error.to_string())?;
    let mut report = String::new();
    for test in &tests.tests {
        let lts = Lts::build(&protocol, tests.session.as_deref(), &tests.parameters(test)?, MAX_STATES)
            .map_err(|error| error.to_string())?;
        let checked = test
            .parsed()?
            .check(&Specification::new(&lts), &lts.names, &test.options(MAX_STATES))
            .map_err(|error| format!("test `{}`: {error}", test.name))?;
        match (&checked.counterexample, test.expected) {
            (None, Expected::Holds) | (Some(_), Expected::Violated) => {}
            (Some(lasso), Expected::Holds) => {
                let _ = writeln!(report, "`{}` is violated:\n{}", test.name, chart(&lts.names, lasso));
            }
            (None, Expected::Violated) => {
                let _ = writeln!(report, "`{}` holds, but a violation was expected", test.name);
            }
        }
    }
    if report.is_empty() { Ok(()) } else { Err(format!("{}:\n{report}", file.display())) }
}
