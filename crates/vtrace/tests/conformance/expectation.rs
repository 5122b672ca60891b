//! What a program does under real Go, and how a run of the machine differs from it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use similar::TextDiff;

/// What `bless` wrote down: all of stdout, the exit code, and the stable part of stderr.
#[derive(Clone)]
pub struct Expectation {
    stdout: Vec<u8>,
    exit_code: i32,
    stderr: String,
}

/// What a run did.
pub struct Outcome {
    /// All of it.
    pub stdout: Vec<u8>,
    /// All of it.
    pub stderr: Vec<u8>,
    /// As a process would exit.
    pub exit_code: i32,
}

impl Expectation {
    /// Reads `base.out` and `base.err`. The latter begins with `exit N`; without it the program exits with 0 and
    /// prints nothing to stderr.
    pub fn read(base: &Path) -> Self {
        let file = |extension: &str| {
            let name =
                base.file_name().and_then(|name| name.to_str()).expect("names in the corpus are UTF-8");
            base.with_file_name(format!("{name}.{extension}"))
        };
        // A program that nobody has blessed yet fails by itself, not the whole corpus.
        let stdout =
            fs::read(file("out")).unwrap_or_else(|_| b"(no .out file: run tests/conformance/bless)".into());
        let error = fs::read_to_string(file("err")).unwrap_or_else(|_| "exit 0\n".into());
        let (first, rest) = error.split_once('\n').unwrap_or((&error, ""));
        let exit_code = first
            .strip_prefix("exit ")
            .and_then(|code| code.parse().ok())
            .unwrap_or_else(|| panic!("{}: the first line must be `exit N`", file("err").display()));
        Self { stdout, exit_code, stderr: rest.to_owned() }
    }

    /// Compares; the error shows the first difference.
    pub fn check(&self, outcome: &Outcome) -> Result<(), String> {
        let stderr = stable(&String::from_utf8_lossy(&outcome.stderr));
        let mut message = String::new();
        if outcome.stdout != self.stdout {
            let [go, machine] = [&self.stdout, &outcome.stdout].map(|bytes| String::from_utf8_lossy(bytes));
            difference(&mut message, "stdout", &go, &machine);
        }
        if stderr != stable(&self.stderr) {
            difference(&mut message, "stderr", &stable(&self.stderr), &stderr);
        }
        if outcome.exit_code != self.exit_code {
            let _ = writeln!(message, "exit code: {} under Go, {} here", self.exit_code, outcome.exit_code);
        }
        if message.is_empty() { Ok(()) } else { Err(message) }
    }
}

/// The part of stderr that does not change from run to run: what comes before the goroutine trace, without the
/// faulting address, and without blank lines at the end. `bless` cuts the same.
fn stable(text: &str) -> String {
    let is_trace = |line: &str| {
        line.strip_prefix("goroutine ").is_some_and(|rest| {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            rest[digits..].starts_with(' ')
        })
    };
    let lines = text.lines().take_while(|line| !is_trace(line)).filter(|line| !line.starts_with("[signal "));
    let text = lines.collect::<Vec<_>>().join("\n");
    text.trim_end_matches('\n').to_owned()
}

/// Writes the first hunk of a unified diff: what follows is often only its consequence.
fn difference(message: &mut String, what: &str, go: &str, machine: &str) {
    let _ = writeln!(message, "--- {what} under Go\n+++ {what} here");
    let diff = TextDiff::from_lines(go, machine);
    if let Some(hunk) = diff.unified_diff().context_radius(3).iter_hunks().next() {
        for line in hunk.to_string().lines().take(30) {
            let _ = writeln!(message, "{line}");
        }
    }
}
