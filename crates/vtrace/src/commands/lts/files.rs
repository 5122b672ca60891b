//! What all subcommands share: reading systems with their warnings, writing systems and results.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context as _, bail};
use serde_json::Value;
use vtrace_lts::aut::ReadOptions;
use vtrace_lts::files::{self, Format};
use vtrace_lts::partition::read_classes;
use vtrace_lts::{Class, Lts, State};

use super::{Output, Target};

/// The options that all subcommands have.
pub struct Context {
    pub format: Output,
    pub threads: usize,
}

impl Context {
    /// Reads the system at `path`, and says on standard error what is odd about it.
    pub fn read(&self, path: &Path) -> anyhow::Result<Lts> {
        let reading = files::read(path, &ReadOptions { threads: self.threads })?;
        for warning in &reading.warnings {
            eprintln!("warning: {}: {warning}", path.display());
        }
        Ok(reading.lts)
    }

    /// Reads a class file for a system of `states` states.
    pub fn read_classes(&self, path: &Path, states: usize) -> anyhow::Result<Vec<Class>> {
        let input = vtrace_lts::source::open(path).with_context(|| path.display().to_string())?;
        let classes = read_classes(&mut io::BufReader::new(input), states);
        classes.map_err(|error| anyhow::anyhow!("{}:{error}", path.display()))
    }

    /// Writes `lts` where `target` says. Returns whether that was standard output.
    pub fn write(&self, lts: &Lts, target: &Target) -> anyhow::Result<bool> {
        let by_name = target.output.as_deref().and_then(Format::of_name);
        let format = target.to.or(by_name).unwrap_or(Format::Aut);
        match target.output.as_deref() {
            Some(path) if path != Path::new("-") => {
                files::write_file(path, |out| files::write(lts, format, out))?;
                Ok(false)
            }
            _ => {
                let mut out = BufWriter::with_capacity(1 << 17, io::stdout().lock());
                ignore_closed_pipe(files::write(lts, format, &mut out).and_then(|()| out.flush()))?;
                Ok(true)
            }
        }
    }

    /// Prints a result: `text` for people, `json` for programs.
    pub fn print(&self, text: &str, json: &Value) -> anyhow::Result<()> {
        let result = match self.format {
            Output::Text => text.trim_end().to_owned(),
            Output::Json => serde_json::to_string_pretty(json)?,
        };
        ignore_closed_pipe(writeln!(io::stdout().lock(), "{result}"))
    }

    /// Prints a result beside a system that was written; to standard error if the system took standard output.
    pub fn print_beside(&self, text: &str, json: &Value, system_on_stdout: bool) -> anyhow::Result<()> {
        if !system_on_stdout {
            return self.print(text, json);
        }
        match self.format {
            Output::Text => eprintln!("{}", text.trim_end()),
            Output::Json => eprintln!("{}", serde_json::to_string_pretty(json)?),
        }
        Ok(())
    }
}

/// Whoever reads our output may have seen enough.
fn ignore_closed_pipe(result: io::Result<()>) -> anyhow::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("standard output"),
    }
}

/// Fails if one of `states` is not a state of `lts`.
pub fn check_states(lts: &Lts, path: &Path, states: &[State]) -> anyhow::Result<()> {
    for &state in states {
        if state as usize >= lts.state_count() {
            bail!(
                "{}: there is no state {state}; states are numbered from 0 to {}",
                path.display(),
                lts.state_count() - 1
            );
        }
    }
    Ok(())
}
