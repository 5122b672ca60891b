//! `vtrace completions`: lets a shell complete vtrace's commands and options.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print a script that lets a shell complete vtrace's commands and options
///
/// For example, in ~/.bashrc: source <(vtrace completions bash)
#[derive(Args)]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

/// Prints the script.
pub fn execute(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut crate::Cli::command(), "vtrace", &mut script);
    // A reader that has seen enough, as `head`, is no error.
    let _ = io::stdout().write_all(&script);
    Ok(ExitCode::SUCCESS)
}
