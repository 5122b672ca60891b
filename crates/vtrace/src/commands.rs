//! One module per subcommand. Each has its arguments, and a function that carries it out.

use std::process::ExitCode;

use clap::Subcommand;

/// What vtrace can do.
#[derive(Subcommand)]
pub enum Command {}

/// Carries out `command` and tells with which code the process should exit.
pub fn execute(command: Command) -> anyhow::Result<ExitCode> {
    match command {}
}
