//! The command line of vtrace: arguments, progress, exit codes. No algorithms live here.
//!
//! Exit codes are the same for every command: 0 when nothing was found, 1 when something was, 2 when vtrace
//! could not do its job, 130 when it was interrupted. `vtrace run` is the exception: it exits as the program exits.

mod commands;
mod entry;
mod interrupt;
mod load;
mod paint;
mod prove;
mod remembered;
mod source;

use std::io::Write;
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
        Err(error) => fail(&error),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
    kind == Some(std::io::ErrorKind::BrokenPipe)
}

/// Tells what went wrong, and how to exit.
fn fail(error: &anyhow::Error) -> ExitCode {
    use vtrace_load::LoadError;
    // If nobody reads standard error there is nobody to tell.
    let mut stderr = anstream::stderr().lock();
    let code = match error.downcast_ref::<LoadError>() {
        // Go's own words, which need no introduction.
        Some(LoadError::PackageErrors { text, .. }) => {
            let _ = writeln!(stderr, "{text}");
            2
        }
        Some(LoadError::Interrupted) => interrupt::EXIT_CODE,
        // Whoever read the output has seen enough: `vtrace explain | head`.
        None if is_broken_pipe(error) => 0,
        _ => {
            let _ =
                writeln!(stderr, "{}error:{} {error:#}", paint::ERROR.render(), paint::ERROR.render_reset());
            2
        }
    };
    ExitCode::from(code)
}
