//! Emitted tests: a finding as a Go test of its own, which fails as long as the bug is there.
//!
//! The test needs nothing of vtrace. It consists of two files: one that tells the finding and lists who waits for whom, and a
//! harness that is the same for all. The harness (`emit/harness.go`) puts gates before the statements of the program as it is
//! now, adds a package with a director (`emit/director.go`) that opens them in turn, builds that with `-overlay`, runs it, and
//! looks at what Go's runtime says. Statements are named by what they say and not by their lines, so that the program may
//! change. When the schedule fits no more, the program runs freely, and usually nothing is wrong any more.
//!
//! That is coarser than the gates of a [`crate::Session`], which stand in Go's runtime; but it is all there is to see, and it
//! can be read. What is written here is therefore tried, and not left there if it does not show the bug.

mod schedule;
mod text;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use vtrace_load::subprocess::{self, Failure, Limits};
use vtrace_load::{LoadError, Loader, Workshop};
use vtrace_machine::{Choice, Machine, NotAChoice};
use vtrace_program::EntryKind;
use vtrace_report::{Finding, Kind, Sources};
use xxhash_rust::xxh3::xxh3_128;

use crate::finding::expectation;
use crate::session::{CALL, Target};
use crate::verdict::{Expectation, Place};
use schedule::{Gate, Schedule};

/// The harness, by the names of its files: `vtrace_harness_test.go`, and so on.
const HARNESS: [(&str, &str); 3] = [
    ("harness", include_str!("emit/harness.go")),
    ("gates", include_str!("emit/gates.go")),
    ("statements", include_str!("emit/statements.go")),
];
/// The package that the gates belong to, by the names of its files' texts in the harness.
const DIRECTOR: [(&str, &str); 2] =
    [("vtraceDirector", include_str!("emit/director.go")), ("vtraceTimers", include_str!("emit/timers.go"))];
const TOOL: &str = include_str!("emit/tool.go");
/// More steps than that are no test that anybody reads.
const MOST: usize = 2000;
/// How often a new test must show the bug.
const TRIES: usize = 5;
/// How long that may take, with the build of the standard library for the race detector.
const PATIENCE: Duration = Duration::from_secs(300);

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The files, the test first.
    pub files: Vec<PathBuf>,
    /// The name of the test.
    pub test: String,
    /// What the test said when it was tried.
    pub output: String,
}

/// Why there is no test.
#[derive(Debug, thiserror::Error)]
pub enum EmitError {
    /// Go's runtime has no word for this kind.
    #[error("Go's runtime knows nothing of a {0}: there is no test that could fail because of it")]
    Kind(&'static str),
    /// The bug needs inputs.
    #[error("the bug needs {0}, which a test cannot set")]
    Inputs(String),
    /// The trace is too long.
    #[error(
        "the trace has {0} steps; a test is written for {MOST} at most. Smaller bounds in the program give shorter ones"
    )]
    Long(usize),
    /// The entry is something that cannot be run alone.
    #[error(
        "{0} is neither a main function nor a test, and no function that can be called: only those can be run"
    )]
    Entry(String),
    /// The trace does not fit the program.
    #[error("{0}")]
    Trace(String),
    /// Go is not there.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A go command failed.
    #[error("{what} failed:\n{text}")]
    Go {
        /// Which.
        what: String,
        /// What it said.
        text: String,
    },
    /// The test was written, and did not show the bug.
    #[error("the test that was written does not show the bug, and was removed{hint}:\n{text}")]
    NotShown {
        /// What no gate could hold back.
        hint: String,
        /// What it said.
        text: String,
    },
    /// Somebody stopped it.
    #[error("interrupted")]
    Interrupted,
    /// A file could not be read or written.
    #[error("cannot use {path}: {source}")]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Where the program is, in the words of the harness.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
struct Source {
    #[serde(skip)]
    root: PathBuf,
    packages: Vec<String>,
    build: Vec<String>,
    tags: Vec<String>,
    test: String,
    call: String,
}

/// A line in the words of the harness.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Line {
    r#in: String,
    r#do: String,
}

/// Writes a test for a finding into a directory, and tries it. If it does not show the bug, nothing stays.
pub fn write(
    loader: &Loader,
    machine: &Machine,
    finding: &Finding,
    target: &Target,
    dir: &Path,
) -> Result<Written, EmitError> {
    let workshop = loader.workshop(&absolute(&target.dir)?)?;
    fs::create_dir_all(dir).map_err(io(dir))?;
    let dir = absolute(dir)?;
    let prepared = prepare(&workshop, machine, finding, target, &dir)?;
    let mut before = Vec::new();
    for (path, content) in &prepared.files {
        before.push((path, fs::read(path).ok()));
        fs::write(path, content).map_err(io(path))?;
    }
    let restore = || {
        for (path, content) in &before {
            // It has just been written, so that this works; if not, the error below matters more.
            let _ = match content {
                Some(content) => fs::write(path, content),
                None => fs::remove_file(path),
            };
        }
        // Only if nothing is in it.
        let _ = fs::remove_dir(&dir);
    };
    let output = attempt(&workshop, &dir, &prepared.test).inspect_err(|_| restore())?;
    // Shown by a program that ran freely, it would be shown by chance.
    let shown = output.contains(&format!("the bug is there ({TRIES} of {TRIES} runs)"));
    if !shown || output.contains("does not fit") {
        restore();
        return Err(EmitError::NotShown { hint: prepared.hint, text: output });
    }
    let files = prepared.files.into_iter().map(|(path, _)| path).collect();
    Ok(Written { files, test: prepared.test, output })
}

/// A test that has not been tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prepared {
    /// The files and what is in them, the test first.
    pub files: Vec<(PathBuf, String)>,
    /// The name of the test.
    pub test: String,
    /// What no gate can hold back.
    hint: String,
}

/// Makes a test for a finding that is to lie in a directory, which must exist.
pub fn prepare(
    workshop: &Workshop,
    machine: &Machine,
    finding: &Finding,
    target: &Target,
    dir: &Path,
) -> Result<Prepared, EmitError> {
    // Comments and circles are known to vtrace's own gates only.
    let replayed = matches!(finding.kind, Kind::Assertion | Kind::Unreachable | Kind::Livelock);
    let expected = expectation(finding).filter(|_| !replayed).map(|(expected, _)| expected);
    let expected = expected.ok_or(EmitError::Kind(finding.kind.name()))?;
    if !finding.inputs.is_empty() && (target.call.is_none() || !target.given.is_empty()) {
        let inputs = finding.inputs.iter().map(|input| format!("{} = {}", input.name, input.value));
        return Err(EmitError::Inputs(inputs.collect::<Vec<_>>().join(", ")));
    }
    if finding.trace.schedule.len() > MOST {
        return Err(EmitError::Long(finding.trace.schedule.len()));
    }
    let choices = finding.trace.schedule.iter().map(|choice| choice.parse());
    let choices = choices.collect::<Result<Vec<Choice>, NotAChoice>>();
    let choices = choices.map_err(|error| EmitError::Trace(error.to_string()))?;

    let source = source(workshop, machine, target, &absolute(&target.dir)?)?;
    let at: &[Place] = match &expected {
        Expectation::Leak { at } | Expectation::Race { at } | Expectation::Misuse { at } => at,
        _ => &[],
    };
    let (gates, lines) = ask(workshop, &source, at)?;
    let racing = if expected.needs_race_detector() { at } else { &[] };
    let schedule = schedule::schedule(machine, &choices, &gates, &source.root, racing);
    let schedule = schedule.map_err(EmitError::Trace)?;

    let home = Home::of(dir)?;
    let name = text::name(&finding.id);
    let story = Sources::new(&source.root);
    let test = text::Test {
        name: &name,
        package: &home.package,
        finding,
        sources: &story,
        source: &source,
        path: home.path_to(dir, &source.root),
        arguments: &target.arguments,
        expected: &expected,
        at,
        lines: &lines,
        gates: &gates,
        schedule: &schedule,
    };
    let mut files = vec![(dir.join(format!("vtrace_{}_test.go", text::plain(&finding.id))), test.render())];
    let common = harness(&home.package).into_iter();
    files.extend(common.map(|(name, text)| (dir.join(format!("vtrace_{name}_test.go")), text)));
    if home.module.is_none() {
        files.push((dir.join("go.mod"), "module vtracetest\n\ngo 1.22\n".to_string()));
    }
    Ok(Prepared { files, test: format!("Test{name}"), hint: hint(&schedule) })
}

/// The harness for a package: names and texts.
fn harness(package: &str) -> Vec<(&'static str, String)> {
    let text = |text: &str| text.replace("package PACKAGE", &format!("package {package}"));
    let mut files: Vec<_> = HARNESS.iter().map(|(name, source)| (*name, text(source))).collect();
    let mut director = format!(
        "// Code generated by vtrace replay --emit-test. DO NOT EDIT.\n\n//go:build go1.22\n\npackage {package}\n\n// The files of the package that the gates belong to.\n"
    );
    for (name, text) in DIRECTOR {
        // A raw string cannot hold its own quote.
        let text = text.replace('`', "` + \"`\" + `");
        director += &format!("\nconst {name} = `{text}`\n");
    }
    files.push(("director", director));
    files
}

/// What no gate could hold back: the most likely reason for a test that does not work.
fn hint(schedule: &Schedule) -> String {
    match &schedule.loose[..] {
        [] => String::new(),
        [(choice, place), ..] => {
            format!("; no gate can hold back what happens in step {choice} of the trace, at {place}")
        }
    }
}

/// The directory of a test.
struct Home {
    package: String,
    /// The root of the module that it is in.
    module: Option<PathBuf>,
}

impl Home {
    fn of(dir: &Path) -> Result<Home, EmitError> {
        let module = dir.ancestors().find(|dir| dir.join("go.mod").is_file()).map(Path::to_path_buf);
        let mut names = Vec::new();
        for entry in fs::read_dir(dir).map_err(io(dir))? {
            let path = entry.map_err(io(dir))?.path();
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if !file.ends_with(".go") {
                continue;
            }
            let text = fs::read_to_string(&path).map_err(io(&path))?;
            let clause = text.lines().find_map(|line| line.strip_prefix("package "));
            let clause = clause.and_then(|rest| rest.split_whitespace().next());
            names.extend(clause.map(|name| (file.ends_with("_test.go"), name.to_string())));
        }
        // The package itself before that of its external tests.
        names.sort();
        let package = names.into_iter().next().map_or("vtracetest".to_string(), |(_, name)| name);
        Ok(Home { package, module })
    }

    /// How the test calls a directory: by the way there, if both belong to one module.
    fn path_to(&self, dir: &Path, root: &Path) -> String {
        let (Some(module), true) = (&self.module, dir.starts_with(root) || self.contains(root)) else {
            return root.to_string_lossy().into_owned();
        };
        let up = dir.strip_prefix(module).map_or(0, |rest| rest.components().count());
        let down = root.strip_prefix(module).map(|rest| rest.to_string_lossy().replace('\\', "/"));
        let up: Vec<&str> = std::iter::repeat_n("..", up).collect();
        match (up.join("/"), down.unwrap_or_default()) {
            (up, down) if up.is_empty() && down.is_empty() => ".".to_string(),
            (up, down) if up.is_empty() => down,
            (up, down) if down.is_empty() => up,
            (up, down) => format!("{up}/{down}"),
        }
    }

    fn contains(&self, root: &Path) -> bool {
        self.module.as_ref().is_some_and(|module| root.starts_with(module))
    }
}

/// Finds out what the harness has to read and build.
fn source(workshop: &Workshop, machine: &Machine, target: &Target, base: &Path) -> Result<Source, EmitError> {
    let image = &machine.program.image;
    let entry = image.entries.get(machine.entry).ok_or_else(|| EmitError::Entry("it".to_string()))?;
    let test = match entry.kind {
        EntryKind::Main => String::new(),
        EntryKind::Test => entry.name.clone(),
        EntryKind::Function if target.call.is_some() => CALL.to_string(),
        _ => return Err(EmitError::Entry(entry.name.clone())),
    };
    let tags = target.tags.clone();
    let call = target.call.clone().unwrap_or_default();
    if target.patterns.iter().all(|pattern| pattern.ends_with(".go")) {
        let paths: Vec<PathBuf> = target.patterns.iter().map(|pattern| base.join(pattern)).collect();
        let root = paths.first().and_then(|path| path.parent()).unwrap_or(base).to_path_buf();
        let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let build = paths.iter().map(name).collect();
        return Ok(Source { root, packages: vec![".".to_string()], build, tags, test, call });
    }
    let module = go(workshop, base, &["env", "GOMOD"], None, None)?;
    let root = Path::new(module.trim()).parent().filter(|root| root.is_dir() && *root != Path::new("/dev"));
    let root = root.unwrap_or(base).to_path_buf();
    // The package of the entry comes first.
    let mut packages: Vec<String> = Vec::new();
    let functions = image.functions.iter().filter(|function| function.flags.user);
    for function in std::iter::once(image.function(entry.function)).chain(functions) {
        let file = image.files.get(function.position.file.index()).filter(|_| function.position.is_known());
        let dir = file.and_then(|file| Path::new(&file.path).parent()?.strip_prefix(&root).ok());
        let Some(dir) = dir else { continue };
        let dir =
            if dir.as_os_str().is_empty() { ".".to_string() } else { dir.to_string_lossy().into_owned() };
        if !packages.contains(&dir) {
            packages.push(dir);
        }
    }
    let first = packages.first().ok_or_else(|| EmitError::Entry(entry.name.clone()))?;
    let build = if first == "." { first.clone() } else { format!("./{first}") };
    Ok(Source { root, build: vec![build], packages, tags, test, call })
}

/// Asks the harness for the gates of the program, and for what some of its lines say.
fn ask(workshop: &Workshop, source: &Source, at: &[Place]) -> Result<(Vec<Gate>, Vec<Line>), EmitError> {
    #[derive(Serialize)]
    #[serde(rename_all = "PascalCase")]
    struct Asked<'a> {
        path: &'a str,
        line: u32,
    }
    #[derive(Serialize)]
    #[serde(rename_all = "PascalCase")]
    struct Question<'a> {
        root: &'a Path,
        bug: &'a Source,
        lines: Vec<Asked<'a>>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "PascalCase")]
    struct Answer {
        gates: Option<Vec<Gate>>,
        lines: Option<Vec<Line>>,
    }
    let lines = at.iter().map(|place| Asked { path: &place.file, line: place.line }).collect();
    let question = serde_json::to_string(&Question { root: &source.root, bug: source, lines });
    let question = question.map_err(|error| EmitError::Trace(error.to_string()))?;

    let answer = go(workshop, &source.root, &[], Some(&tool(workshop)?), Some(question))?;
    let answer: Answer = serde_json::from_str(&answer)
        .map_err(|error| EmitError::Go { what: "reading the gates".to_string(), text: error.to_string() })?;
    Ok((answer.gates.unwrap_or_default(), answer.lines.unwrap_or_default()))
}

/// The program that knows the gates. It is built once for each version of vtrace and of Go.
fn tool(workshop: &Workshop) -> Result<PathBuf, EmitError> {
    let mut files = vec![
        ("go.mod".to_string(), "module vtracetool\n\ngo 1.22\n".to_string()),
        ("tool.go".to_string(), TOOL.to_string()),
    ];
    files.extend(harness("main").into_iter().map(|(name, text)| (format!("{name}.go"), text)));
    let key = format!("{files:?} {} {}", workshop.version, workshop.root.display());
    let parent = workshop.cache.join("emit");
    let name = format!("{:032x}{}", xxh3_128(key.as_bytes()), std::env::consts::EXE_SUFFIX);
    let tool = parent.join(&name);
    if tool.is_file() {
        return Ok(tool);
    }
    fs::create_dir_all(&parent).map_err(io(&parent))?;
    let temporary = tempfile::tempdir_in(&parent).map_err(io(&parent))?;
    for (name, content) in files {
        let path = temporary.path().join(name);
        fs::write(&path, content).map_err(io(&path))?;
    }
    let built = temporary.path().join(&name);
    let output = built.to_string_lossy();
    go(
        workshop,
        temporary.path(),
        &["build", "-mod=mod", "-buildvcs=false", "-o", &output, "."],
        None,
        None,
    )?;
    // Whoever comes first has built the same.
    fs::rename(&built, &tool).map_err(io(&tool))?;
    Ok(tool)
}

/// Runs the go command, or one that was built with it, and gives what it prints.
fn go(
    workshop: &Workshop,
    dir: &Path,
    arguments: &[&str],
    program: Option<&Path>,
    input: Option<String>,
) -> Result<String, EmitError> {
    let mut command = Command::new(program.unwrap_or(&workshop.go));
    command.args(arguments).current_dir(dir).env_clear().envs(workshop.environment.iter()).env("PWD", dir);
    let what = format!("go {}", arguments.join(" "));
    let output = match input {
        None => {
            let limits = Limits { interrupt: &workshop.interrupt, deadline: None, slow: None };
            let output = subprocess::run(command, &limits).map_err(|failure| failed(failure, dir))?;
            (output.status.success(), output.stdout, output.stderr)
        }
        Some(input) => {
            use std::io::Write as _;
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().map_err(io(dir))?;
            if let Some(mut pipe) = child.stdin.take() {
                pipe.write_all(input.as_bytes()).map_err(io(dir))?;
            }
            let output = child.wait_with_output().map_err(io(dir))?;
            (output.status.success(), output.stdout, output.stderr)
        }
    };
    match output {
        (true, stdout, _) => Ok(String::from_utf8_lossy(&stdout).into_owned()),
        (false, _, stderr) => {
            Err(EmitError::Go { what, text: String::from_utf8_lossy(&stderr).trim_end().to_string() })
        }
    }
}

/// Runs the test, and gives what it says.
fn attempt(workshop: &Workshop, dir: &Path, test: &str) -> Result<String, EmitError> {
    let mut command = Command::new(&workshop.go);
    command.args(["test", "-count=1", "-run", &format!("^{test}$"), "."]);
    command.current_dir(dir).env_clear().envs(workshop.environment.iter()).env("PWD", dir);
    command.env("VTRACE_REPEAT", TRIES.to_string()).env_remove("VTRACE_SOURCE");
    let deadline = Some(Instant::now() + PATIENCE);
    let limits = Limits { interrupt: &workshop.interrupt, deadline, slow: None };
    match subprocess::run(command, &limits) {
        Ok(output) => {
            let text = [output.stdout, output.stderr].concat();
            Ok(String::from_utf8_lossy(&text).into_owned())
        }
        Err(Failure::TimedOut) => Err(EmitError::Go {
            what: "go test".to_string(),
            text: format!("it took more than {PATIENCE:?}"),
        }),
        Err(failure) => Err(failed(failure, dir)),
    }
}

fn failed(failure: Failure, path: &Path) -> EmitError {
    match failure {
        Failure::Io(source) => EmitError::Io { path: path.to_path_buf(), source },
        Failure::Interrupted | Failure::TimedOut => EmitError::Interrupted,
    }
}

fn io(path: &Path) -> impl Fn(std::io::Error) -> EmitError + use<> {
    let path = path.to_path_buf();
    move |source| EmitError::Io { path: path.clone(), source }
}

fn absolute(path: &Path) -> Result<PathBuf, EmitError> {
    std::path::absolute(path).map_err(io(path))
}
