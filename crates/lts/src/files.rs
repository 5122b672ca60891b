//! Files of systems: which format, and how they are written without ever being half there.
//!
//! A system is read as JSON if its first character is `{`, else as `.aut`; compression is undone either way. It is
//! written to a temporary file beside the place where it belongs and renamed when it is complete; a name that ends in
//! `.gz` or `.zst` is written compressed.

use std::fmt;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;

use crate::aut::{self, ReadError, ReadOptions, Reading};
use crate::lts::Lts;
use crate::{dot, json, source};

/// The formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Aldebaran.
    Aut,
    /// Graphviz; only written.
    Dot,
    /// JSON.
    Json,
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Format, String> {
        match name {
            "aut" => Ok(Format::Aut),
            "dot" => Ok(Format::Dot),
            "json" => Ok(Format::Json),
            _ => Err(format!("no format is called {name:?}; there are aut, dot and json")),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Aut => "aut",
            Format::Dot => "dot",
            Format::Json => "json",
        })
    }
}

impl Format {
    /// The format that the name of a file asks for, `.gz` and `.zst` aside.
    pub fn of_name(path: &Path) -> Option<Format> {
        let name = path.file_name()?.to_str()?;
        let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(name);
        match name.rsplit_once('.')?.1 {
            "aut" => Some(Format::Aut),
            "dot" | "gv" => Some(Format::Dot),
            "json" => Some(Format::Json),
            _ => None,
        }
    }
}

/// A file could not be written.
#[derive(Debug, Error)]
#[error("{}: {error}", path.display())]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// What the system says.
    pub error: io::Error,
}

/// Reads the system at `path`; `-` is standard input.
pub fn read(path: &Path, options: &ReadOptions) -> Result<Reading, ReadError> {
    let io_error = |error| ReadError::Io { path: path.into(), error };
    let mut reader = source::open(path).map_err(io_error)?;
    let mut start = Vec::new();
    let mut byte = [0u8];
    // White space, and the first character after it. A header of white space only cannot be long.
    while start.len() < aut::read::MAX_LINE {
        match reader.read(&mut byte) {
            Ok(0) => break,
            Ok(_) => start.push(byte[0]),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(io_error(e)),
        }
        if !byte[0].is_ascii_whitespace() {
            break;
        }
    }
    let is_json = start.last() == Some(&b'{');
    let whole = io::Cursor::new(start).chain(reader);
    if is_json {
        let lts = json::read(whole, path)?;
        return Ok(Reading { lts, warnings: Vec::new(), bytes: 0 });
    }
    aut::read(whole, path, options)
}

/// Writes `lts` to `out`.
pub fn write(lts: &Lts, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Aut => aut::write(lts, out),
        Format::Dot => dot::write(lts, out),
        Format::Json => json::write(lts, out),
    }
}

/// Makes the file `path` out of what `content` writes: all of it, or nothing.
pub fn write_file(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    let attempt = || -> io::Result<()> {
        let directory = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = tempfile::Builder::new().prefix(".vtrace-").tempfile_in(directory)?;
        let mut out = BufWriter::with_capacity(1 << 18, file);
        let extension = path.extension().and_then(|e| e.to_str());
        match extension {
            Some("gz") => {
                let mut encoder = flate2::write::GzEncoder::new(&mut out, flate2::Compression::default());
                content(&mut encoder)?;
                encoder.finish()?;
            }
            Some("zst") => {
                let mut encoder = zstd::stream::write::Encoder::new(&mut out, 3)?;
                content(&mut encoder)?;
                encoder.finish()?;
            }
            _ => content(&mut out)?,
        }
        let file = out.into_inner().map_err(|e| e.into_error())?;
        permit_like_others(file.as_file())?;
        file.persist(path).map_err(|e| e.error)?;
        Ok(())
    };
    attempt().map_err(|error| WriteError { path: path.into(), error })
}

/// Temporary files are private; what is made of them should be as readable as any new file.
#[cfg(unix)]
fn permit_like_others(file: &std::fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn permit_like_others(_: &std::fs::File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_file_reads_back() {
        let lts = aut::parse(b"des (1,2,3)\n(0,\"a b\",1)\n(1,i,2)\n").unwrap().lts;
        let directory = tempfile::tempdir().unwrap();
        for name in ["x.aut", "x.aut.gz", "x.aut.zst", "x.json", "x.json.gz"] {
            let path = directory.path().join(name);
            let format = Format::of_name(&path).unwrap();
            write_file(&path, |out| write(&lts, format, out)).unwrap();
            let again = read(&path, &ReadOptions::default()).unwrap().lts;
            assert!(lts.transitions().eq(again.transitions()), "{name}");
            assert_eq!(again.initial(), 1, "{name}");
        }
    }

    #[test]
    fn a_failed_write_leaves_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.aut");
        std::fs::write(&path, "before").unwrap();
        let failed = write_file(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("no more"))
        });
        assert!(failed.is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "before");
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}
