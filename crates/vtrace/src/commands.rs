//! One module per subcommand. Each has its arguments, and a function that carries it out.

mod bench;
mod check;
mod completions;
mod explain;
mod lts;
mod protocol;
mod replay;
mod run;
mod sim;
mod view;

use std::process::ExitCode;

use clap::Subcommand;

/// What vtrace can do.
#[derive(Subcommand)]
pub enum Command {
    Bench(bench::Arguments),
    Check(check::Arguments),
    Explain(explain::Arguments),
    Run(run::Arguments),
    Replay(replay::Arguments),
    Sim(sim::Arguments),
    Completions(completions::Arguments),
    Lts(lts::Arguments),
    /// Reads, checks, tests and enforces communication protocols.
    Protocol(protocol::Arguments),
    View(view::Arguments),
}

/// Carries out `command` and tells with which code the process should exit.
pub fn execute(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Bench(arguments) => bench::execute(&arguments),
        Command::Check(arguments) => check::execute(&arguments),
        Command::Explain(arguments) => explain::execute(&arguments),
        Command::Run(arguments) => run::execute(&arguments),
        Command::Replay(arguments) => replay::execute(&arguments),
        Command::Sim(arguments) => sim::execute(&arguments),
        Command::Completions(arguments) => completions::execute(&arguments),
        Command::Lts(arguments) => lts::execute(arguments),
        Command::Protocol(arguments) => protocol::execute(arguments),
        Command::View(arguments) => view::execute(&arguments),
    }
}
