//! Images that were made before, in the cache.
//!
//! An entry is one file: a magic number, a checksum of all that follows, a header in JSON (what the image was made
//! from), and the image. An entry that is damaged, outdated or of another version is no entry: the image is then made
//! again, and nobody is told.
//!
//! Images are not compressed. They are compact already: zstd would halve one of 250 KB, for a quarter of the time that
//! loading it from here takes (0.6 of 2.7 ms), and for 37 s of each build of vtrace.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::cache;
use crate::deps::{Deps, Surroundings};
use crate::loader::Skipped;

/// The first bytes of an entry; the last of them is the version of this form.
const MAGIC: &[u8; 8] = b"vtimage\x02";
/// Magic, checksum, and the header's length.
const PREFIX: usize = 8 + 16 + 8;

/// What comes before the image itself.
#[derive(Serialize, Deserialize)]
struct Header {
    deps: Deps,
    surroundings: Surroundings,
    warnings: Vec<String>,
    functions: Option<u32>,
    skipped: Vec<Skipped>,
}

/// An image as it came from the front-end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The binary form.
    pub image: Vec<u8>,
    /// What the front-end remarked.
    pub warnings: Vec<String>,
    /// How many functions are its entries, if the front-end was asked for those of many packages. If there are none, there is no
    /// image either.
    pub functions: Option<u32>,
    /// The generic functions that were left out: only those, packages that were left out may be repaired.
    pub skipped: Vec<Skipped>,
}

/// The image cache.
pub struct Images {
    dir: PathBuf,
    /// The most that all entries together may take, in bytes.
    limit: u64,
}

impl Images {
    /// In the cache directory `cache`.
    pub fn new(cache: &Path, limit: u64) -> Self {
        Self { dir: cache.join("images"), limit }
    }

    /// The image under `key`, if all that it was made from is unchanged.
    pub fn lookup(&self, key: Key, surroundings: &Surroundings) -> Option<Stored> {
        let path = self.path(key);
        let mut bytes = fs::read(&path).ok()?;
        let (header, start) = parse(&bytes)?;
        if header.surroundings != *surroundings || !header.deps.hold() {
            return None;
        }
        cache::touch(&path);
        bytes.drain(..start);
        let Header { warnings, functions, skipped, .. } = header;
        Some(Stored { image: bytes, warnings, functions, skipped })
    }

    /// Stores an image. Failure is not an error: the next load is slower, that is all.
    pub fn store(&self, key: Key, stored: &Stored, deps: Deps, surroundings: Surroundings) {
        let header = Header {
            deps,
            surroundings,
            warnings: stored.warnings.clone(),
            functions: stored.functions,
            skipped: stored.skipped.clone(),
        };
        let Ok(header) = serde_json::to_vec(&header) else { return };
        let length = (header.len() as u64).to_le_bytes();
        let mut checksum = Xxh3::new();
        for part in [&length[..], &header, &stored.image] {
            checksum.update(part);
        }
        let checksum = checksum.digest128().to_le_bytes();
        let path = self.path(key);
        if cache::write_atomically(&path, &[MAGIC, &checksum, &length, &header, &stored.image]).is_ok() {
            cache::evict(&self.dir, self.limit, &path);
        }
    }

    fn path(&self, key: Key) -> PathBuf {
        self.dir.join(format!("{:032x}", key.0))
    }
}

/// The header, and where the image starts, if the entry is sound.
fn parse(bytes: &[u8]) -> Option<(Header, usize)> {
    let (prefix, rest) = bytes.split_at_checked(PREFIX)?;
    let checksum = u128::from_le_bytes(prefix[8..24].try_into().ok()?);
    if &prefix[..8] != MAGIC || xxh3_128(&bytes[24..]) != checksum {
        return None;
    }
    let length = u64::from_le_bytes(prefix[24..].try_into().ok()?).try_into().ok()?;
    let (header, _) = rest.split_at_checked(length)?;
    Some((serde_json::from_slice(header).ok()?, PREFIX + length))
}

/// What a load was asked, in 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(u128);

/// Makes a [`Key`] from parts, each of which counts with its borders.
#[derive(Default)]
pub struct KeyBuilder(Xxh3);

impl KeyBuilder {
    /// Adds bytes.
    pub fn add(&mut self, part: impl AsRef<OsStr>) -> &mut Self {
        let part = part.as_ref().as_encoded_bytes();
        self.0.update(&(part.len() as u64).to_le_bytes());
        self.0.update(part);
        self
    }

    /// Adds a list; two lists after each other do not run together.
    pub fn list<T: AsRef<OsStr>>(&mut self, parts: impl ExactSizeIterator<Item = T>) -> &mut Self {
        self.0.update(&(parts.len() as u64).to_le_bytes());
        for part in parts {
            self.add(part);
        }
        self
    }

    /// The key.
    pub fn finish(&self) -> Key {
        Key(self.0.digest128())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::Environment;

    fn key(name: &str) -> Key {
        KeyBuilder::default().add(name).finish()
    }

    fn nowhere() -> Surroundings {
        Surroundings::of(Path::new("/nonexistent"), &Environment::default())
    }

    fn stored(fill: u8) -> Stored {
        Stored { image: vec![fill; 1000], warnings: vec!["careful".into()], functions: None, skipped: vec![] }
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let dir = tempfile::tempdir().unwrap();
        let images = Images::new(dir.path(), 1 << 20);
        assert_eq!(images.lookup(key("a"), &nowhere()), None);
        images.store(key("a"), &stored(1), Deps::default(), nowhere());
        assert_eq!(images.lookup(key("a"), &nowhere()), Some(stored(1)));
        assert_eq!(images.lookup(key("b"), &nowhere()), None);
    }

    #[test]
    fn a_damaged_entry_is_no_entry() {
        let dir = tempfile::tempdir().unwrap();
        let images = Images::new(dir.path(), 1 << 20);
        images.store(key("a"), &stored(1), Deps::default(), nowhere());
        let path = images.path(key("a"));
        let sound = fs::read(&path).unwrap();
        for index in 0..sound.len() {
            let mut damaged = sound.clone();
            damaged[index] ^= 0x40;
            fs::write(&path, &damaged).unwrap();
            assert_eq!(images.lookup(key("a"), &nowhere()), None, "byte {index}");
            fs::write(&path, &sound[..index]).unwrap();
            assert_eq!(images.lookup(key("a"), &nowhere()), None, "cut at {index}");
        }
    }

    #[test]
    fn the_oldest_entries_go_when_space_is_short() {
        let dir = tempfile::tempdir().unwrap();
        let one = {
            let images = Images::new(dir.path(), 1 << 20);
            images.store(key("0"), &stored(0), Deps::default(), nowhere());
            images.path(key("0")).metadata().unwrap().len()
        };
        let images = Images::new(dir.path(), one * 2 + one / 2);
        for (age, name) in [(30, "0"), (20, "1"), (10, "2")] {
            images.store(key(name), &stored(0), Deps::default(), nowhere());
            let time = std::time::SystemTime::now() - std::time::Duration::from_secs(age);
            fs::File::options()
                .append(true)
                .open(images.path(key(name)))
                .unwrap()
                .set_modified(time)
                .unwrap();
        }
        images.store(key("3"), &stored(0), Deps::default(), nowhere());
        let present = |name| images.path(key(name)).exists();
        assert_eq!(["0", "1", "2", "3"].map(present), [false, false, true, true]);
    }

    #[test]
    fn keys_know_where_a_part_ends() {
        let key = |parts: &[&str]| KeyBuilder::default().list(parts.iter()).finish();
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
    }
}
