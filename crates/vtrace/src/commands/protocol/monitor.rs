//! `vtrace protocol monitor`: a log of events against a protocol.

use std::io::BufRead;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use serde_json::json;
use vtrace_protocol::{Event, Monitor};

use super::{Format, Which, write, write_json};

/// The arguments of `vtrace protocol monitor`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
    /// The log: one event a line, like `white SEND Move TO black`. Standard input if it is not given.
    #[arg(long)]
    log: Option<PathBuf>,
    /// The log is complete: its end must be one that the protocol allows.
    #[arg(long)]
    complete: bool,
    /// How to write the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Watches the log.
pub fn execute(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let protocol = arguments.which.protocol()?;
    let lts = arguments.which.lts(&protocol)?;
    let mut monitor = Monitor::new(&lts);
    let input: Box<dyn BufRead> = match &arguments.log {
        Some(file) => {
            let file =
                std::fs::File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
            Box::new(std::io::BufReader::new(file))
        }
        None => Box::new(std::io::stdin().lock()),
    };
    let mut events = 0;
    let mut problem = None;
    for (number, line) in (1..).zip(input.lines()) {
        let line = line.with_context(|| format!("line {number} of the log"))?;
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let event: Event =
            line.parse().map_err(|message| anyhow::anyhow!("line {number} of the log: {message}"))?;
        events += 1;
        if let Err(violation) = monitor.observe(&event) {
            problem = Some(format!("line {number}: {violation}"));
            break;
        }
    }
    if problem.is_none() && arguments.complete && !monitor.may_end() {
        problem = Some("the log ends where the protocol may not end".to_owned());
    }
    match arguments.format {
        Format::Json => {
            write_json(&json!({ "events": events, "conforms": problem.is_none(), "problem": problem }))?
        }
        Format::Text => match &problem {
            Some(problem) => write(None, &format!("{problem}\n"))?,
            None => write(None, &format!("{events} events, all as the protocol says\n"))?,
        },
    }
    Ok(ExitCode::from(u8::from(problem.is_some())))
}
