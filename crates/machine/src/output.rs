//! What a program writes. It is no part of the state: a run keeps it, an exploration throws it away.

/// Where a program writes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// The output of a run, in order.
#[derive(Default)]
pub struct Output {
    /// Whether anyone wants it.
    pub enabled: bool,
    /// The pieces not yet taken.
    pub chunks: Vec<(Stream, Vec<u8>)>,
}

impl Output {
    /// Writes some bytes.
    pub fn write(&mut self, stream: Stream, bytes: &[u8]) {
        if !self.enabled || bytes.is_empty() {
            return;
        }
        match self.chunks.last_mut() {
            Some((last, chunk)) if *last == stream => chunk.extend_from_slice(bytes),
            _ => self.chunks.push((stream, bytes.to_vec())),
        }
    }

    /// Takes what was written since the last time.
    pub fn take(&mut self) -> Vec<(Stream, Vec<u8>)> {
        std::mem::take(&mut self.chunks)
    }
}
