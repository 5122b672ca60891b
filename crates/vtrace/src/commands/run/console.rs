//! Where a run writes: the program's own output, the trace, and vtrace's remarks.
//!
//! As text, the program has standard output and standard error for itself, and shares the latter with the trace. As
//! JSON, everything goes to standard output, a line for each thing. A reader who goes away ends the run.

use std::io::{self, ErrorKind, IsTerminal, Write};

use serde::Serialize;
use vtrace_machine::Stream;

use super::Format;

/// What may be written to, and whether it still can.
pub struct Console {
    pub format: Format,
    /// Nobody reads any more.
    closed: bool,
    /// The program's output and vtrace's own appear on one screen, and the program has written half a line.
    unfinished: bool,
    shared: bool,
}

impl Console {
    /// The process's streams.
    pub fn new(format: Format) -> Console {
        let shared = io::stdout().is_terminal() && io::stderr().is_terminal();
        Console { format, closed: false, unfinished: false, shared }
    }

    /// Whether a reader has gone away, so that there is no use in going on.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// What the program writes, at once.
    pub fn program(&mut self, stream: Stream, bytes: &[u8]) {
        let result = match stream {
            Stream::Stdout => write_all(&mut io::stdout().lock(), bytes),
            Stream::Stderr => write_all(&mut io::stderr().lock(), bytes),
        };
        self.check(result);
        if let Some(last) = bytes.last() {
            self.unfinished = *last != b'\n' && (self.shared || stream == Stream::Stderr);
        }
    }

    /// Whole lines of vtrace itself, on standard error.
    pub fn remark(&mut self, lines: &str) {
        if std::mem::take(&mut self.unfinished) {
            self.check(write_all(&mut io::stderr().lock(), b"\n"));
        }
        let result = write_all(&mut anstream::stderr().lock(), lines.as_bytes());
        self.check(result);
    }

    /// A line of JSON, on standard output.
    pub fn json(&mut self, line: &impl Serialize) {
        let mut text = serde_json::to_string(line).unwrap_or_default();
        text.push('\n');
        self.check(write_all(&mut io::stdout().lock(), text.as_bytes()));
    }

    fn check(&mut self, result: io::Result<()>) {
        // What else could be wrong with a terminal or a pipe, no message would reach it either.
        self.closed |= result.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe);
    }
}

fn write_all(stream: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    stream.write_all(bytes)?;
    stream.flush()
}
