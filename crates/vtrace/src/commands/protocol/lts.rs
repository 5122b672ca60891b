//! `vtrace protocol lts` and `vtrace protocol show`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde_json::json;
use vtrace_protocol::Lts;

use super::{Which, write, write_json};

/// The arguments of `vtrace protocol lts`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
    /// How to write it.
    #[arg(long, value_enum, default_value_t = LtsFormat::Text)]
    format: LtsFormat,
    /// Minimise modulo strong bisimulation.
    #[arg(long, alias = "minimize")]
    minimise: bool,
    /// Make it deterministic, with the same traces.
    #[arg(long, alias = "determinize")]
    determinise: bool,
    /// In .aut files, give states that may terminate a loop labelled `terminated`.
    #[arg(long)]
    termination: bool,
    /// Where to write it, instead of the terminal.
    #[arg(short, long)]
    output: Option<PathBuf>,
}

/// The arguments of `vtrace protocol show`.
#[derive(Args)]
pub struct ShowArguments {
    #[command(flatten)]
    which: Which,
    /// How to write it.
    #[arg(long, value_enum, default_value_t = LtsFormat::Text)]
    format: LtsFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LtsFormat {
    /// For a terminal.
    Text,
    /// Aldebaran.
    Aut,
    /// Graphviz.
    Dot,
    /// Mermaid.
    Mermaid,
    /// JSON.
    Json,
}

/// Writes the transition system.
pub fn execute(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let protocol = arguments.which.protocol()?;
    let mut lts = arguments.which.lts(&protocol)?;
    if arguments.determinise {
        lts = lts.determinised();
    }
    if arguments.minimise {
        lts = lts.minimised();
    }
    write(arguments.output.as_deref(), &render(&lts, arguments.format, arguments.termination)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Shows the protocol.
pub fn show(arguments: &ShowArguments) -> anyhow::Result<ExitCode> {
    let protocol = arguments.which.protocol()?;
    let lts = arguments.which.lts(&protocol)?;
    let sessions: Vec<String> = protocol
        .sessions
        .iter()
        .map(|session| format!("{} [{}]", session.name, session.parameters.join(" ")))
        .collect();
    let roles: Vec<String> = lts.names.roles.iter().map(ToString::to_string).collect();
    match arguments.format {
        LtsFormat::Text => {
            let head = format!(
                "sessions: {}\nroles:    {}\nmessages: {}\n",
                sessions.join(", "),
                roles.join(", "),
                lts.names.types.iter().cloned().collect::<Vec<_>>().join(", ")
            );
            write(None, &(head + &lts.to_text()))?;
        }
        LtsFormat::Json => write_json(&json!({
            "sessions": sessions,
            "roles": roles,
            "messages": lts.names.types.iter().collect::<Vec<_>>(),
            "lts": to_json(&lts),
        }))?,
        format => write(None, &render(&lts, format, false)?)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn render(lts: &Lts, format: LtsFormat, termination: bool) -> anyhow::Result<String> {
    Ok(match format {
        LtsFormat::Text => lts.to_text(),
        LtsFormat::Aut => lts.to_aut(termination),
        LtsFormat::Dot => lts.to_dot(),
        LtsFormat::Mermaid => lts.to_mermaid(),
        LtsFormat::Json => format!("{}\n", serde_json::to_string_pretty(&to_json(lts))?),
    })
}

fn to_json(lts: &Lts) -> serde_json::Value {
    let transitions: Vec<serde_json::Value> = lts
        .transitions
        .iter()
        .enumerate()
        .flat_map(|(state, out)| {
            out.iter().map(move |(label, next)| json!([state, label.text(&lts.names), next]))
        })
        .collect();
    let may_terminate: Vec<usize> = (0..lts.states()).filter(|&state| lts.may_terminate[state]).collect();
    json!({ "states": lts.states(), "initial": 0, "transitions": transitions, "mayTerminate": may_terminate })
}
