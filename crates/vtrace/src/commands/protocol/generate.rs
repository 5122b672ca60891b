//! `vtrace protocol generate` and `vtrace protocol certify`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde_json::json;
use vtrace_protocol::{
    GenerateOptions, Instance, Liberal, Lts, ModuleKind, certify, generate_go, generate_rust,
};

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
    /// How to tell what was generated. As JSON the module is part of it, unless it goes to a file.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
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
    let which = &arguments.which;
    let instances = which
        .family()?
        .into_iter()
        .map(|parameters| {
            let lts = Lts::build(&protocol, which.session.as_deref(), &parameters, which.max_states)?;
            Ok(Instance { parameters, lts })
        })
        .collect::<anyhow::Result<Vec<Instance>>>()?;
    let options = GenerateOptions {
        name: which.name(),
        kind: match arguments.kind {
            Kind::Strict => ModuleKind::Strict,
            Kind::Liberal => ModuleKind::Liberal,
        },
        package: arguments.package.clone(),
        max_states: which.max_states,
    };
    let generated = match arguments.language {
        Language::Go => generate_go(&instances, &options)?,
        Language::Rust => generate_rust(&instances, &options)?,
    };
    let certified = generated.certificates.iter().all(|one| one.certificate.is_certified());
    for one in generated.certificates.iter().filter(|one| !one.certificate.is_certified()) {
        let instance =
            if one.parameters.is_empty() { String::new() } else { format!("{}: ", one.parameters) };
        eprintln!("warning: {instance}{}", one.description);
    }
    let refused = arguments.require_certificate && !certified;
    if arguments.format == Format::Json {
        let certificates: Vec<serde_json::Value> = generated
            .certificates
            .iter()
            .map(|one| {
                json!({
                    "parameters": one.parameters,
                    "certified": one.certificate.is_certified(),
                    "description": one.description,
                })
            })
            .collect();
        let output =
            arguments.output.as_ref().filter(|_| !refused).map(|output| output.display().to_string());
        let text = if arguments.output.is_none() && !refused { Some(&generated.text) } else { None };
        write_json(&json!({ "certificates": certificates, "file": output, "text": text }))?;
    }
    if refused {
        return Ok(ExitCode::from(1));
    }
    if arguments.format == Format::Text || arguments.output.is_some() {
        write(arguments.output.as_deref(), &generated.text)?;
    }
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
