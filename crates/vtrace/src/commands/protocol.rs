//! `vtrace protocol`: one module per subcommand, and here what they share: which protocol is meant, and how it is loaded.

mod check;
mod generate;
mod lint;
mod lts;
mod modules;
mod monitor;
mod test;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};
use vtrace_protocol::{Lts, Parameters, Protocol, Source, Value, parameter_value};

/// The arguments of `vtrace protocol`.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Writes a protocol's transition system: for a terminal, as .aut, DOT or Mermaid.
    Lts(lts::Arguments),
    /// Shows a protocol: its sessions, its roles, its states.
    Show(lts::ShowArguments),
    /// Checks LTL formulas.
    Check(check::Arguments),
    /// Runs the tests beside a protocol.
    Test(test::Arguments),
    /// Looks for deadlocks, orphan messages, unbounded channels and more, without any formula.
    Lint(lint::Arguments),
    /// Generates a Go or Rust module that enforces a protocol.
    Generate(generate::Arguments),
    /// Compares the liberal module with the specification.
    Certify(generate::CertifyArguments),
    /// Checks a log of messages, written by any program, against a protocol.
    Monitor(monitor::Arguments),
}

/// Carries out a subcommand.
pub fn execute(arguments: Arguments) -> anyhow::Result<ExitCode> {
    match arguments.command {
        Command::Lts(arguments) => lts::execute(&arguments),
        Command::Show(arguments) => lts::show(&arguments),
        Command::Check(arguments) => check::execute(&arguments),
        Command::Test(arguments) => test::execute(&arguments),
        Command::Lint(arguments) => lint::execute(&arguments),
        Command::Generate(arguments) => generate::execute(&arguments),
        Command::Certify(arguments) => generate::certify_command(&arguments),
        Command::Monitor(arguments) => monitor::execute(&arguments),
    }
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Which protocol is meant.
#[derive(Args, Clone)]
struct Which {
    /// The protocol file.
    file: PathBuf,
    /// The session, when the parameters do not tell.
    #[arg(long)]
    session: Option<String>,
    /// A parameter of the session, as name=value.
    #[arg(short, long = "parameter", value_name = "NAME=VALUE")]
    parameter: Vec<String>,
    /// How many states may be explored.
    #[arg(long, default_value_t = 1_000_000)]
    max_states: usize,
}

impl Which {
    fn parameters(&self) -> anyhow::Result<Parameters> {
        let mut parameters = Parameters::new();
        for text in &self.parameter {
            let Some((name, value)) = text.split_once('=') else {
                bail!("`{text}` is not a parameter: write name=value");
            };
            parameters.insert(name.trim().to_owned(), parameter_value(value.trim()));
        }
        Ok(parameters)
    }

    /// All parameters that are meant where `n=2..4` stands for three values.
    fn family(&self) -> anyhow::Result<Vec<Parameters>> {
        let mut family = vec![Parameters::new()];
        for (name, value) in self.parameters()? {
            let values = match &value {
                Value::Text(text) => range(text)?.unwrap_or_else(|| vec![value]),
                _ => vec![value],
            };
            family = family
                .iter()
                .flat_map(|known| {
                    values.iter().map(|value| {
                        let mut parameters = known.clone();
                        parameters.insert(name.clone(), value.clone());
                        parameters
                    })
                })
                .collect();
        }
        Ok(family)
    }

    /// The protocol's name, after its file.
    fn name(&self) -> String {
        name_of(&self.file)
    }

    fn protocol(&self) -> anyhow::Result<Protocol> {
        load(&self.file)
    }

    fn lts(&self, protocol: &Protocol) -> anyhow::Result<Lts> {
        Ok(Lts::build(protocol, self.session.as_deref(), &self.parameters()?, self.max_states)?)
    }
}

/// What a protocol is called: as its file.
fn name_of(file: &Path) -> String {
    file.file_stem().map_or_else(|| "protocol".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// The values of a range like `2..4`, the last one included; none if the text is no range.
fn range(text: &str) -> anyhow::Result<Option<Vec<Value>>> {
    let bounds = text.split_once("..").and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    let Some((from, to)): Option<(i64, i64)> = bounds else { return Ok(None) };
    if to < from || to - from >= 100 {
        bail!("`{text}` must have at least one value and at most a hundred");
    }
    Ok(Some((from..=to).map(Value::Integer).collect()))
}

/// Reads a protocol file.
fn load(file: &Path) -> anyhow::Result<Protocol> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(Protocol::parse(Source::new(file.display().to_string(), text))?)
}

/// Writes to `file`, all or nothing, or to the terminal.
fn write(file: Option<&Path>, text: &str) -> anyhow::Result<()> {
    use std::io::Write as _;
    let Some(file) = file else {
        let mut output = std::io::stdout().lock();
        // Nobody reads any further when a pipe is closed.
        if let Err(error) = output.write_all(text.as_bytes()).and_then(|()| output.flush())
            && error.kind() != std::io::ErrorKind::BrokenPipe
        {
            return Err(error.into());
        }
        return Ok(());
    };
    let name = file.file_name().with_context(|| format!("{} is not a file", file.display()))?;
    let directory = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let temporary = directory.join(format!(".{}.{}", name.to_string_lossy(), std::process::id()));
    let written = std::fs::write(&temporary, text).and_then(|()| std::fs::rename(&temporary, file));
    if written.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    written.with_context(|| format!("cannot write {}", file.display()))
}

/// Writes JSON, one document.
fn write_json(value: &serde_json::Value) -> anyhow::Result<()> {
    write(None, &format!("{}\n", serde_json::to_string_pretty(value)?))
}
