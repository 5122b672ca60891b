//! Where bytes come from: a file or standard input, plain or compressed.
//!
//! Compression is recognised by its first bytes, never by the name of the file, so a pipe works as a file does.
//! Files are read in large blocks rather than mapped: mapping needs `unsafe`, makes a file that is truncated
//! meanwhile a crash instead of an error, and would save only the copying, which overlaps with the parsing and is
//! much the smaller part (docs/lts.md has the figures).

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The name under which standard input is asked for.
pub const STDIN: &str = "-";

/// Opens `path`, or standard input for `-`, and undoes gzip or zstd compression.
pub fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    if path == Path::new(STDIN) {
        return decompress(io::stdin());
    }
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
    }
    decompress(file)
}

/// Wraps `raw` in what undoes its compression, if it has any.
pub fn decompress(mut raw: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut magic = [0u8; 4];
    let mut length = 0;
    while length < magic.len() {
        match raw.read(&mut magic[length..]) {
            Ok(0) => break,
            Ok(n) => length += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    let whole = io::Cursor::new(magic).take(length as u64).chain(raw);
    Ok(match &magic[..length] {
        [0x1f, 0x8b, ..] => {
            let buffered = io::BufReader::with_capacity(1 << 17, whole);
            Box::new(flate2::bufread::MultiGzDecoder::new(buffered))
        }
        [0x28, 0xb5, 0x2f, 0xfd] => Box::new(zstd::stream::read::Decoder::new(whole)?),
        _ => Box::new(whole),
    })
}
