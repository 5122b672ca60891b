//! What a file looked like without reading it: its size, and when it was written.

use std::fs::Metadata;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Two equal stamps of a path mean, for all practical purposes, the same content.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stamp {
    /// In bytes.
    pub size: u64,
    /// When it was written, in nanoseconds since 1970.
    pub mtime: i64,
}

impl Stamp {
    /// The stamp of a file now; links are followed.
    pub fn of(path: &Path) -> io::Result<Self> {
        std::fs::metadata(path).map(|data| Self::from_metadata(&data))
    }

    fn from_metadata(data: &Metadata) -> Self {
        let mtime = data.modified().map_or(0, nanoseconds);
        Self { size: data.len(), mtime }
    }
}

/// Nanoseconds since 1970; negative before.
pub fn nanoseconds(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => after.as_nanos() as i64,
        Err(before) => -(before.duration().as_nanos() as i64),
    }
}
