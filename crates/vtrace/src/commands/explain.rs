//! `vtrace explain`: what the kinds of findings are.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use vtrace_report::{Kind, Kinds, explain};

/// Explain a kind of finding, with a program that has it and one that has not
///
/// Without a kind, all of them are listed.
#[derive(Args)]
pub struct Arguments {
    /// What stands in brackets in a report: deadlock, leak, race
    #[arg(value_parser = parse_kind)]
    kind: Option<Kind>,
}

/// The kind of this name, or what is wrong with it.
pub fn parse_kind(text: &str) -> Result<Kind, String> {
    match Kinds::parse(text)? {
        Kinds::Some(kinds) if kinds.len() == 1 => Ok(kinds[0]),
        _ => Err("name one kind".to_string()),
    }
}

/// Explains.
pub fn execute(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut out = anstream::stdout();
    match arguments.kind {
        Some(kind) => write!(out, "{}", explain::text(kind))?,
        None => {
            let width = Kind::ALL.iter().map(|kind| kind.name().len()).max().unwrap_or(0);
            for kind in Kind::ALL {
                let title = explain::title(kind);
                let title = title.split_once(": ").map_or(title, |(_, title)| title);
                writeln!(out, "{:width$}  {title}", kind.name())?;
            }
            writeln!(out, "\n`vtrace explain KIND` says more about one of them.")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
