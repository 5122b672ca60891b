//! Runs the real command.

use std::process::{Command, Output};

use serde_json::Value;

use crate::annotation::{Mark, Marks};
use crate::corpus::Program;

/// What a check had to say.
pub struct Report {
    /// What it found.
    pub marks: Marks,
    /// Some of that is sure.
    pub has_errors: bool,
    /// It covered all behaviours.
    pub complete: bool,
    /// It found nothing, by its exit code.
    pub succeeded: bool,
    /// All of it.
    pub json: String,
}

/// Checks a program.
pub fn check(program: &Program, arguments: &[&str]) -> Result<Report, String> {
    let output = run(program, &[&["--format", "json"], arguments].concat())?;
    let json = String::from_utf8(output.stdout).map_err(|error| error.to_string())?;
    let value: Value = serde_json::from_str(&json).map_err(|error| error.to_string())?;
    let list = |name: &str| value[name].as_array().cloned().unwrap_or_default();
    let mark = |finding: &Value| {
        let place = &finding["labels"][0]["location"];
        Mark {
            file: place["file"].as_str().unwrap_or_default().to_string(),
            line: place["line"].as_u64().unwrap_or_default() as usize,
            kind: finding["kind"].as_str().unwrap_or_default().to_string(),
        }
    };
    Ok(Report {
        marks: list("findings").iter().map(mark).collect(),
        has_errors: list("findings").iter().any(|finding| finding["standing"] != "possible"),
        complete: list("entries").iter().all(|entry| entry["verdict"] == "proved"),
        succeeded: output.status.success(),
        json,
    })
}

/// What people see.
pub fn text(program: &Program, arguments: &[&str]) -> Result<String, String> {
    let output = run(program, &[&["--threads", "2"], arguments].concat())?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn run(program: &Program, arguments: &[&str]) -> Result<Output, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_vtrace"))
        .args(["check", "--no-replay", "--fresh", "--possible", "--budget", "20s"])
        .args(program.functions.then_some("--functions"))
        .args(arguments)
        .arg(program.pattern())
        .current_dir(program.directory())
        // The images of an unchanged corpus are there already.
        .env("VTRACE_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"))
        .env("NO_COLOR", "1")
        .output()
        .map_err(|error| format!("vtrace does not start: {error}"))?;
    match output.status.code() {
        Some(0 | 1) => Ok(output),
        _ => Err(format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr))),
    }
}
