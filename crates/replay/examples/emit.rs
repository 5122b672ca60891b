//! Writes a test for every finding of programs, runs it on the program and on its fixed twin, and prints a table:
//! `emit [-n TIMES] [--keep DIR] PROGRAM…`, where a program is a file, or the directory of a module whose tests are run.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use vtrace_check::{Settings, check};
use vtrace_explore::{Budget, Progress};
use vtrace_load::{Loader, Request};
use vtrace_machine::{Machine, Options, Program};
use vtrace_program::EntryKind;
use vtrace_replay::emit::EmitError;
use vtrace_replay::{Target, emit};

type Totals = BTreeMap<&'static str, u32>;

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.drain(at..(at + 2).min(arguments.len())).nth(1)
    };
    let times = option("-n").and_then(|number| number.parse().ok()).unwrap_or(1);
    let keep = option("--keep").map(PathBuf::from);
    let mut totals = Totals::new();
    let loader = Loader::new();
    for argument in &arguments {
        if let Err(error) = program(&loader, argument, times, keep.as_deref(), &mut totals) {
            println!("{argument}: {error}");
            *totals.entry("error").or_insert(0) += 1;
        }
    }
    println!("{totals:?}");
}

fn program(
    loader: &Loader,
    argument: &str,
    times: u32,
    keep: Option<&Path>,
    totals: &mut Totals,
) -> Result<(), Box<dyn Error>> {
    let path = std::path::absolute(argument)?;
    let (dir, pattern) = match path.is_dir() {
        true => (path.clone(), "./...".to_string()),
        false => (
            path.parent().unwrap_or(Path::new(".")).to_path_buf(),
            path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        ),
    };
    let mut request = Request::new(&dir, &pattern);
    request.tests = true;
    let code = Arc::new(Program::new(loader.load(&request)?.image)?);
    for (index, entry) in code.image.entries.iter().enumerate() {
        if !matches!(entry.kind, EntryKind::Main | EntryKind::Test) {
            continue;
        }
        let machine = Machine::new(code.clone(), index, Options { search: true, ..Options::default() });
        let budget = Budget { time: Some(Duration::from_secs(10)), ..Budget::default() };
        let settings = Settings { budget, threads: 2, ..Settings::default() };
        let checked = check(&machine, &settings, &Progress::default());
        for mut finding in checked.findings {
            let line = finding.place().map_or(0, |place| place.line);
            let name = format!("{argument}:{line} {} {}", entry.name, finding.kind.name());
            finding.id = format!("{}-{line}", finding.kind.name());
            let target = Target::main(&dir, vec![pattern.clone()]);
            let temporary = tempfile::tempdir()?;
            let home = match keep {
                Some(keep) => keep.join(path.file_stem().unwrap_or_default()),
                None => temporary.path().join("test"),
            };
            fs::create_dir_all(&home)?;
            let prepared = match emit::prepare(&loader.workshop(&dir)?, &machine, &finding, &target, &home) {
                Ok(prepared) => prepared,
                Err(EmitError::Kind(_)) => {
                    *totals.entry("of kinds without a word").or_insert(0) += 1;
                    continue;
                }
                Err(error) => {
                    println!("{name}: {error}");
                    *totals.entry("not emitted").or_insert(0) += 1;
                    continue;
                }
            };
            prepared.files.iter().try_for_each(|(path, text)| fs::write(path, text))?;
            let (shown, text, seconds) = run(&home, &prepared.test, None, times)?;
            let (fixed, passed, other) = match twin(&path, temporary.path())? {
                Some(twin) => {
                    let (shown, text, _) = run(&home, &prepared.test, Some(&twin), times.min(TWIN))?;
                    (shown.to_string(), text.lines().any(|line| line.starts_with("ok")), text)
                }
                None => ("none".to_string(), true, String::new()),
            };
            println!("{name}: {shown}/{times} ({seconds:.1} s), twin {fixed}");
            let followed = !text.contains("does not fit");
            let word = match (shown == times && followed, passed) {
                (true, true) => "good",
                (true, false) => {
                    println!("{other}");
                    "fails on its twin"
                }
                (false, _) => {
                    println!("{text}\n{}", prepared.files[0].1);
                    if shown == 0 { "not shown" } else { "unstable" }
                }
            };
            *totals.entry(word).or_insert(0) += 1;
        }
    }
    Ok(())
}

/// How often a twin is run: more often, if it runs freely, tells nothing about the test.
const TWIN: u32 = 10;

/// Runs a test: how often it showed the bug, what it said, and how many seconds that took.
fn run(
    dir: &Path,
    test: &str,
    source: Option<&Path>,
    times: u32,
) -> Result<(u32, String, f64), Box<dyn Error>> {
    let mut command = Command::new("go");
    command.args(["test", "-count=1", "-timeout=30m", "-run", &format!("^{test}$"), "."]).current_dir(dir);
    command.env("VTRACE_REPEAT", times.to_string());
    if let Some(source) = source {
        command.env("VTRACE_SOURCE", source);
    }
    let start = Instant::now();
    let output = command.output()?;
    let seconds = start.elapsed().as_secs_f64();
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let shown = text.split("the bug is there (").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
    Ok((shown.unwrap_or(0), text, seconds))
}

/// A copy of the fixed twin, under the names of the program.
fn twin(path: &Path, dir: &Path) -> Result<Option<PathBuf>, Box<dyn Error>> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let copy = dir.join("twin");
    fs::create_dir_all(&copy)?;
    if path.is_dir() {
        let twin = path.with_file_name(name + "_fixed");
        if !twin.is_dir() {
            return Ok(None);
        }
        for entry in fs::read_dir(&twin)?.filter_map(Result::ok).filter(|entry| entry.path().is_file()) {
            fs::copy(entry.path(), copy.join(entry.file_name()))?;
        }
        return Ok(Some(copy));
    }
    let twin = path.with_file_name(name + "_fixed.go");
    if !twin.is_file() {
        return Ok(None);
    }
    fs::copy(twin, copy.join(path.file_name().unwrap_or_default()))?;
    Ok(Some(copy))
}
