//! The user's cache directory: where it is, and how files appear and disappear in it.
//!
//! Many vtrace processes may use it at once, so a file appears under its name only when it is complete, and whoever
//! reads one must expect that it is gone.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use etcetera::BaseStrategy;

use crate::environment::Environment;
use crate::error::LoadError;

/// A file that was used this recently need not be marked as used again.
const FRESH: Duration = Duration::from_secs(60);

/// Where vtrace keeps what it can make again.
pub fn directory(environment: &Environment) -> Result<PathBuf, LoadError> {
    if let Some(explicit) = environment.get("VTRACE_CACHE") {
        return std::path::absolute(explicit).map_err(LoadError::io("use", explicit));
    }
    let strategy = etcetera::choose_base_strategy()
        .map_err(|error| LoadError::NoCacheDirectory { reason: error.to_string() })?;
    Ok(strategy.cache_dir().join("vtrace"))
}

/// Writes `parts`, one after the other, as the file `path`, all or nothing.
pub fn write_atomically(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let dir = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    fs::create_dir_all(dir)?;
    let mut file = tempfile::Builder::new().prefix(".new-").tempfile_in(dir)?;
    for part in parts {
        file.write_all(part)?;
    }
    file.persist(path)?;
    Ok(())
}

/// Marks a file as used now, by its modification time.
pub fn touch(path: &Path) {
    let now = SystemTime::now();
    let stale = |data: fs::Metadata| data.modified().is_ok_and(|time| age(time, now) > FRESH);
    if path.metadata().is_ok_and(stale) {
        // Only the order of eviction depends on it.
        let _ = File::options().append(true).open(path).and_then(|file| file.set_modified(now));
    }
}

/// A file in the cache.
pub struct Item {
    /// Where.
    pub path: PathBuf,
    /// In bytes.
    pub size: u64,
    /// When it was used last.
    pub used: SystemTime,
}

/// The entries of a directory of the cache, most recently used first.
pub fn items(dir: &Path) -> Vec<Item> {
    let Ok(entries) = fs::read_dir(dir) else { return Vec::new() };
    let mut items: Vec<Item> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let data = entry.metadata().ok()?;
            Some(Item { path: entry.path(), size: data.len(), used: data.modified().ok()? })
        })
        .collect();
    items.sort_by(|a, b| b.used.cmp(&a.used).then_with(|| a.path.cmp(&b.path)));
    items
}

/// Removes of the files in `dir` what was not used for longest until the rest fits into `limit` bytes; `current` stays.
pub fn evict(dir: &Path, limit: u64, current: &Path) {
    let mut total = 0;
    for item in items(dir) {
        total += item.size;
        if total > limit && item.path != current {
            // Another process may have removed it.
            let _ = fs::remove_file(&item.path);
            total -= item.size;
        }
    }
}

/// How long before `now` something happened; nothing if it is in the future.
pub fn age(time: SystemTime, now: SystemTime) -> Duration {
    now.duration_since(time).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_whole_and_replaces_the_old_one() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a/b");
        write_atomically(&path, &[b"one"]).unwrap();
        write_atomically(&path, &[b"two", b"three"]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"twothree");
        assert_eq!(items(path.parent().unwrap()).len(), 1, "no temporary file stays");
    }

    #[test]
    fn the_cache_can_be_put_elsewhere() {
        let mut environment = Environment::default();
        environment.set("VTRACE_CACHE", "/somewhere");
        assert_eq!(directory(&environment).unwrap(), Path::new("/somewhere"));
    }
}
