//! `vtrace view`: shows findings, runs and state graphs in the browser.

mod extras;
pub(super) mod last;
mod read;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use vtrace_view::{Exhibit, Server};

use crate::interrupt::Interrupt;

/// Look at findings, runs and state graphs in the browser
///
/// Shows the last check of this directory, one of its findings, or a file: a report of `vtrace check --format json`, a schedule
/// of `vtrace run --record`, a transition system (.aut), a protocol (.dcj), a trace of UPPAAL (.xtr). The page comes from a server on this machine that
/// nobody else can reach, and asks nobody else for anything; Ctrl-C ends it.
#[derive(Args)]
pub struct Arguments {
    /// A file, or the id of a finding of the last check; without it, the last check
    #[arg(value_name = "FILE|ID")]
    target: Option<String>,

    /// Write one page that works without vtrace, instead of showing it
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,

    /// Print the address, and open no browser
    #[arg(long)]
    no_open: bool,

    /// Of a transition system: show a run with these labels
    #[arg(long, value_name = "LABEL", num_args = 1..)]
    trace: Vec<String>,

    /// Of a trace of UPPAAL (.xtr): the model, as vtrace export has written it; by default the .xml file of that name
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// Of a protocol: show a run that breaks this formula
    #[arg(short, long)]
    formula: Option<String>,

    /// Of a protocol: a parameter of its session, as name=value
    #[arg(short, long = "parameter", value_name = "NAME=VALUE")]
    parameter: Vec<String>,
}

/// Shows it.
pub fn execute(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let interrupt = Interrupt::from_signals();
    let exhibit = read::exhibit(arguments, &interrupt)?;
    if let Some(path) = &arguments.export {
        let page = vtrace_view::export(&exhibit);
        std::fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    show(exhibit, !arguments.no_open, &interrupt)?;
    Ok(ExitCode::SUCCESS)
}

/// Shows something until the user has seen enough.
pub fn show(exhibit: Exhibit, open: bool, interrupt: &Interrupt) -> anyhow::Result<()> {
    let (server, _curator) = Server::start(exhibit, None).context("cannot start the viewer's server")?;
    announce(&server, open)?;
    wait(interrupt);
    Ok(())
}

/// Prints the address, and opens it in the browser.
pub fn announce(server: &Server, open: bool) -> anyhow::Result<()> {
    let url = server.url();
    let mut out = anstream::stderr();
    writeln!(out, "vtrace: the viewer is at {url} until Ctrl-C")?;
    // The address is printed: whoever has no browser here loses nothing.
    if open && let Err(error) = open::that_detached(&url) {
        writeln!(out, "vtrace: no browser could be opened ({error}): open the address yourself")?;
    }
    Ok(())
}

/// Waits for Ctrl-C.
pub fn wait(interrupt: &Interrupt) {
    while !interrupt.is_raised() {
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// There is nothing by that name.
fn unknown(target: &str, error: anyhow::Error) -> anyhow::Error {
    match target.ends_with(".go") || std::path::Path::new(target).is_dir() {
        true => anyhow::anyhow!(
            "{target} is a program: to check it and look at what is found, use `vtrace check --open {target}`"
        ),
        false => error,
    }
}

fn nothing_checked() -> anyhow::Result<Exhibit> {
    bail!("nothing was checked in this directory yet: run `vtrace check`, or name a file to look at")
}
