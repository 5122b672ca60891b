//! `vtrace sim --framework DIR`: the Go package for authors, from inside of vtrace, so that nobody needs its sources.

use std::io::Write;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

/// The package.
const FILES: &[(&str, &str)] = &[
    ("go.mod", include_str!("../../../../../go/dialgo/go.mod")),
    ("dialgo.go", include_str!("../../../../../go/dialgo/dialgo.go")),
    ("links.go", include_str!("../../../../../go/dialgo/links.go")),
];

/// Where it is imported from.
const PATH: &str = "vtrace.dev/dialgo";

/// Writes the package to a directory, and tells the module of the current directory where it is.
pub fn write(dir: &Path) -> anyhow::Result<()> {
    if !Path::new("go.mod").is_file() {
        bail!("there is no go.mod here: make a module first, with go mod init NAME");
    }
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    for (name, text) in FILES {
        let path = dir.join(name);
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    // Go takes a path for one only if it begins like one.
    let place = if dir.is_absolute() { dir.display().to_string() } else { format!("./{}", dir.display()) };
    let arguments = ["mod", "edit", &format!("-require={PATH}@v0.0.0"), &format!("-replace={PATH}={place}")]
        .map(str::to_string);
    let status = Command::new("go").args(&arguments).status().context("go could not be started")?;
    if !status.success() {
        bail!("`go {}` failed", arguments.join(" "));
    }
    writeln!(anstream::stdout(), "{PATH} is in {place}, and go.mod knows")?;
    Ok(())
}
