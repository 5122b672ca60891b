//! `vtrace protocol lint`.

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::Args;
use serde_json::json;
use vtrace_protocol::{Termination, Unbounded, unbounded_channels};

use super::{Format, Which, write, write_json};

/// The arguments of `vtrace protocol lint`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
    /// How to write what is found.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Looks, and tells.
pub fn execute(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let protocol = arguments.which.protocol()?;
    let session = arguments.which.session.as_deref();
    let unbounded = unbounded_channels(&protocol, session, &arguments.which.parameters()?)?;
    if !unbounded.is_empty() {
        return infinite(&unbounded, arguments.format);
    }
    let lts = arguments.which.lts(&protocol)?;
    let lints = lts.lints(&protocol);
    if arguments.format == Format::Json {
        let findings: Vec<serde_json::Value> = lints
            .findings
            .iter()
            .map(|finding| {
                let mut value =
                    json!({ "kind": finding.kind, "message": finding.message, "trace": finding.trace });
                if let Some(span) = finding.span {
                    let (line, column) = protocol.source.position(span.start);
                    value["line"] = line.into();
                    value["column"] = column.into();
                }
                value
            })
            .collect();
        write_json(&json!({
            "states": lts.states(),
            "findings": findings,
            "channels": lints.channels,
            "termination": lints.termination,
        }))?;
    } else {
        let mut text = String::new();
        for finding in &lints.findings {
            let place = finding.span.map(|span| protocol.source.position(span.start));
            let place = place.map_or(String::new(), |(line, column)| {
                format!("{}:{line}:{column}: ", protocol.source.name)
            });
            writeln!(text, "{place}{}: {}", finding.kind, finding.message)?;
            for (number, step) in (1..).zip(&finding.trace) {
                writeln!(text, "  {number:>3} {step}")?;
            }
        }
        for channel in &lints.channels {
            let bound = channel.bound.map_or("no bound".to_owned(), |bound| format!("at most {bound}"));
            writeln!(text, "channel {} → {}: {bound}", channel.from, channel.to)?;
        }
        let ends = match lints.termination {
            Termination::Must => "every run ends",
            Termination::May => "some runs end, others need not",
            Termination::Cannot => "no run ends",
        };
        writeln!(text, "termination: {ends}")?;
        let count = lints.findings.len();
        writeln!(text, "{} states, {count} finding{}", lts.states(), if count == 1 { "" } else { "s" })?;
        write(None, &text)?;
    }
    Ok(if lints.findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Tells about a protocol with infinitely many states: which channels grow, and nothing else.
fn infinite(unbounded: &[Unbounded], format: Format) -> anyhow::Result<ExitCode> {
    let message = |one: &Unbounded| {
        format!("the channel from {} to {} can hold any number of messages", one.from, one.to)
    };
    if format == Format::Json {
        let finding =
            |one| json!({ "kind": "unbounded-channel", "message": message(one), "trace": one.again });
        let channel = |one: &Unbounded| json!({ "from": one.from, "to": one.to, "bound": null });
        write_json(&json!({
            "states": null,
            "findings": unbounded.iter().map(finding).collect::<Vec<_>>(),
            "channels": unbounded.iter().map(channel).collect::<Vec<_>>(),
            "termination": null,
        }))?;
    } else {
        let mut text = String::new();
        for one in unbounded {
            writeln!(text, "unbounded-channel: {}, for this can be done again and again:", message(one))?;
            for (number, step) in (1..).zip(&one.again) {
                writeln!(text, "  {number:>3} {step}")?;
            }
        }
        let count = unbounded.len();
        let s = if count == 1 { "" } else { "s" };
        writeln!(
            text,
            "infinitely many states, {count} finding{s}; nothing else can be told before they are bounded"
        )?;
        write(None, &text)?;
    }
    Ok(ExitCode::from(1))
}
