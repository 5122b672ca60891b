//! The report, in the form that was asked for, to where it was asked for.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use vtrace_report::{Report, Sources, TextOptions, json, junit, sarif, text};

use super::{Arguments, Format};

/// Texts are no narrower, whatever the terminal says, and by default no wider.
const WIDTHS: (usize, usize) = (60, 160);

/// Writes the report.
pub fn write(arguments: &Arguments, report: &Report, sources: &Sources) -> anyhow::Result<()> {
    let rendered = match arguments.format {
        Format::Json => json::write(report, sources),
        Format::Sarif => sarif::write(report, sources, arguments.possible),
        Format::Junit => junit::write(report, sources, arguments.possible),
        Format::Text => {
            let usual = TextOptions::default();
            let options = TextOptions {
                colour: arguments.output.is_none(),
                width: width().filter(|_| arguments.output.is_none()).unwrap_or(usual.width),
                possible: arguments.possible,
                steps: usual.steps.filter(|_| !arguments.full),
                repeat: arguments.remembers().then(|| "vtrace replay {id}".to_string()),
            };
            text::report(report, sources, &options)
        }
    };
    match &arguments.output {
        Some(path) => replace(path, &rendered).with_context(|| format!("cannot write {}", path.display())),
        None => {
            // Drops the colours where nobody wants them.
            let mut out = anstream::stdout();
            out.write_all(rendered.as_bytes())?;
            Ok(out.flush()?)
        }
    }
}

/// The columns of the terminal.
fn width() -> Option<usize> {
    let (columns, _) = terminal_size::terminal_size_of(std::io::stdout())?;
    Some(usize::from(columns.0).clamp(WIDTHS.0, WIDTHS.1))
}

/// Writes a file, all of it or nothing.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let name = path.file_name().ok_or(std::io::ErrorKind::InvalidInput)?;
    // What is no file, such as /dev/stdout, cannot be replaced.
    if path.exists() && !path.is_file() {
        return std::fs::write(path, text);
    }
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // A temporary file is for its owner only, unless one says otherwise; this one is for everybody.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.prefix(name).tempfile_in(dir)?;
    file.write_all(text.as_bytes())?;
    file.persist(path)?;
    Ok(())
}
