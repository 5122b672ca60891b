//! One run of the front-end: from packages to the bytes of an image.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::deps::{Deps, search_root};
use crate::diagnostic;
use crate::environment::Environment;
use crate::error::LoadError;
use crate::images::Stored;
use crate::loader::Skipped;
use crate::request::Request;
use crate::subprocess::{self, Limits};

/// The exit code that says: the user's packages have errors.
const PACKAGE_ERRORS: i32 = 1;

/// Loads packages longer than this are announced.
pub const SLOW: Duration = Duration::from_secs(2);

/// What a run of the front-end gives.
pub struct Exported {
    /// The image.
    pub stored: Stored,
    /// What it was made from.
    pub deps: Deps,
    /// The packages that were left out.
    pub broken: Vec<Skipped>,
}

/// Runs the front-end `executable` in `dir`.
pub fn run(
    executable: &Path,
    dir: &Path,
    request: &Request,
    environment: &Environment,
    limits: &Limits<'_>,
) -> Result<Exported, LoadError> {
    let temporary = tempfile::Builder::new()
        .prefix("vtrace-")
        .tempdir()
        .map_err(LoadError::io("create a directory in", std::env::temp_dir()))?;
    let image = temporary.path().join("image");
    let deps = temporary.path().join("deps");
    let skipped = temporary.path().join("skipped");

    let mut command = Command::new(executable);
    command.arg("export").arg("-o").arg(&image).arg("-deps").arg(&deps);
    if !request.tags.is_empty() {
        command.arg("-tags").arg(request.tags.join(","));
    }
    if request.tests {
        command.arg("-tests");
    }
    if request.skip_broken {
        command.arg("-skipped").arg(&skipped);
    }
    if request.functions {
        command.arg("-functions");
    }
    for entry in &request.entries {
        command.arg("-entry").arg(entry);
    }
    if !request.watch.is_empty() {
        command.arg("-watch").arg(request.watch.join(","));
    }
    command.arg("--").args(&request.patterns);
    command.current_dir(dir).env_clear().envs(environment.iter()).env("PWD", dir);

    let output = subprocess::run(command, limits)
        .map_err(|failure| LoadError::unfinished(failure, executable, request.timeout))?;
    let text = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    match output.status.code() {
        Some(0) => {}
        Some(PACKAGE_ERRORS) => {
            return Err(LoadError::PackageErrors { diagnostics: diagnostic::parse(&text), text });
        }
        _ => return Err(LoadError::FrontendFailed { status: output.status.to_string(), text }),
    }
    let read = |path: &Path| {
        fs::read(path).map_err(|error| LoadError::FrontendFailed {
            status: format!("it wrote no {}: {error}", path.display()),
            text: text.clone(),
        })
    };
    let image = read(&image)?;
    let parse_error = |error: serde_json::Error| LoadError::FrontendFailed {
        status: format!("what it wrote could not be read: {error}"),
        text: text.clone(),
    };
    let mut deps: Deps = serde_json::from_slice(&read(&deps)?).map_err(parse_error)?;
    let skipped: Vec<Skipped> = match skipped.exists() {
        true => serde_json::from_slice(&read(&skipped)?).map_err(parse_error)?,
        false => Vec::new(),
    };
    let roots = request.patterns.iter().filter_map(|pattern| search_root(dir, pattern));
    deps.mark_searched(&roots.collect::<Vec<_>>());
    let warnings = text.lines().map(str::to_owned).collect();
    let (functions, broken): (Vec<Skipped>, Vec<Skipped>) =
        skipped.into_iter().partition(|skipped| skipped.function.is_some());
    let stored = Stored { image, warnings, functions: None, skipped: functions };
    Ok(Exported { stored, deps, broken })
}
