//! The command line of vtrace: arguments, progress, exit codes. No algorithms live here.
//!
//! Exit codes are the same for every command: 0 when nothing was found, 1 when something was, 2 when vtrace
//! could not do its job. `vtrace run` is the exception: it exits as the program exits.

mod commands;

use std::process::ExitCode;

use clap::Parser;

/// Finds concurrency bugs in Go programs, proves each one, and shows the interleaving that causes it.
#[derive(Parser)]
#[command(name = "vtrace", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match commands::execute(cli.command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
