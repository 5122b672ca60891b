//! The family on disk: a Go module with a package for each program, and a manifest that says what each must show.

use std::fs;
use std::io;
use std::path::Path;

use crate::{Program, family};

/// The file that lists the programs.
pub const MANIFEST: &str = "synth.json";

const MODULE: &str = "module synth\n\ngo 1.24\n";

/// Writes all programs below `dir`, and says how many.
pub fn write(dir: &Path) -> io::Result<usize> {
    let programs = family();
    fs::create_dir_all(dir)?;
    for program in &programs {
        let place = dir.join(&program.directory);
        fs::create_dir_all(&place)?;
        fs::write(place.join("main.go"), &program.source)?;
    }
    fs::write(dir.join("go.mod"), MODULE)?;
    let manifest = serde_json::to_string_pretty(&programs).map_err(io::Error::other)?;
    fs::write(dir.join(MANIFEST), manifest + "\n")?;
    Ok(programs.len())
}

/// The programs that the manifest in `dir` lists, without their texts.
pub fn read(dir: &Path) -> io::Result<Vec<Program>> {
    let text = fs::read(dir.join(MANIFEST))?;
    serde_json::from_slice(&text).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let count = write(dir.path()).unwrap();
        let programs = read(dir.path()).unwrap();
        assert_eq!(programs.len(), count);
        for (program, made) in programs.iter().zip(family()) {
            assert_eq!(*program, Program { source: String::new(), ..made.clone() });
            let text = fs::read_to_string(dir.path().join(&program.directory).join("main.go")).unwrap();
            assert_eq!(text, made.source);
        }
    }
}
