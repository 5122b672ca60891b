//! `vtrace protocol generate` and `vtrace protocol certify`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde_json::json;
use vtrace_protocol::{GenerateOptions, Liberal, ModuleKind, certify, generate_go, generate_rust};

use super::{Format, Which, write, write_json};

/// The arguments of `vtrace protocol generate`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
    /// The language.
    #[arg(long, value_enum)]
    language: Language,
    /// The kind of module.
    #[arg(long, value_enum, default_value_t = Kind::Strict)]
    kind: Kind,
    /// The name of the Go package.
    #[arg(long)]
    package: Option<String>,
    /// Where to write it, instead of the terminal.
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Fail when the liberal module is not certified.
    #[arg(long)]
    require_certificate: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Language {
    /// A Go package in one file.
    Go,
    /// A Rust module.
    Rust,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// Exactly the specification's steps, under one lock.
    Strict,
    /// Each role follows its own part.
    Liberal,
}

/// The arguments of `vtrace protocol certify`.
#[derive(Args)]
pub struct CertifyArguments {
    #[command(flatten)]
    which: Which,
    /// How to write the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Generates a module.
pub fn execute(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let protocol = arguments.which.protocol()?;
    let lts = arguments.which.lts(&protocol)?;
    let parameters = arguments.which.parameters()?;
    let name = arguments
        .which
        .file
        .file_stem()
        .map_or_else(|| "protocol".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let options = GenerateOptions {
        name,
        parameters: parameters.iter().map(|(name, value)| (name.clone(), value.to_string())).collect(),
        kind: match arguments.kind {
            Kind::Strict => ModuleKind::Strict,
            Kind::Liberal => ModuleKind::Liberal,
        },
        package: arguments.package.clone(),
        max_states: arguments.which.max_states,
    };
    let generated = match arguments.language {
        Language::Go => generate_go(&lts, &options)?,
        Language::Rust => generate_rust(&lts, &options)?,
    };
    let uncertified = generated.certificate.filter(|certificate| !certificate.is_certified());
    if let Some(certificate) = &uncertified {
        eprintln!("warning: {}", certificate.describe(&lts));
        if arguments.require_certificate {
            return Ok(ExitCode::from(1));
        }
    }
    write(arguments.output.as_deref(), &generated.text)?;
    Ok(ExitCode::SUCCESS)
}

/// Compares the liberal module with the specification.
pub fn certify_command(arguments: &CertifyArguments) -> anyhow::Result<ExitCode> {
    let protocol = arguments.which.protocol()?;
    let lts = arguments.which.lts(&protocol)?;
    let liberal = Liberal::new(&lts, arguments.which.max_states)?;
    let certificate = certify(&lts, &liberal, arguments.which.max_states)?;
    let text = certificate.describe(&lts);
    match arguments.format {
        Format::Text => write(None, &format!("{text}\n"))?,
        Format::Json => write_json(&json!({ "certified": certificate.is_certified(), "description": text }))?,
    }
    Ok(ExitCode::from(u8::from(!certificate.is_certified())))
}
