//! One module per subcommand. Each has its arguments, and a function that carries it out.

mod completions;
mod lts;
mod run;

use std::process::ExitCode;

use clap::Subcommand;

/// What vtrace can do.
#[derive(Subcommand)]
pub enum Command {
    Run(run::Arguments),
    Completions(completions::Arguments),
    Lts(lts::Arguments),
}

/// Carries out `command` and tells with which code the process should exit.
pub fn execute(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Run(arguments) => run::execute(&arguments),
        Command::Completions(arguments) => completions::execute(&arguments),
        Command::Lts(arguments) => lts::execute(arguments),
    }
}
