//! Interned strings: equal contents have equal ids, so that comparing and copying strings costs nothing.
//!
//! Strings are only ever added. Readers take no lock; a writer locks the index of ids by hash. Ids depend on the
//! order of arrival, so nothing that is compared between runs may depend on them: fingerprints use [`Strings::hash`].

use std::sync::Mutex;

use hashbrown::HashTable;
use xxhash_rust::xxh3::xxh3_64;

use crate::value::{StrId, Value};

/// The strings of a program and of all its states.
pub struct Strings {
    entries: boxcar::Vec<Entry>,
    index: Mutex<HashTable<u32>>,
}

struct Entry {
    bytes: Box<[u8]>,
    hash: u64,
}

impl Default for Strings {
    fn default() -> Self {
        let strings = Strings { entries: boxcar::Vec::new(), index: Mutex::new(HashTable::new()) };
        let empty = strings.intern(b"");
        debug_assert_eq!(empty, StrId::EMPTY);
        strings
    }
}

impl Strings {
    /// The id of these bytes.
    pub fn intern(&self, bytes: &[u8]) -> StrId {
        let hash = xxh3_64(bytes);
        // A poisoned lock means that another thread panicked while it only read or appended: the table is whole.
        let mut index = self.index.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let found = index.find(hash, |&id| *self.entries[id as usize].bytes == *bytes);
        let id = match found {
            Some(&id) => id,
            None => {
                let id = self.entries.push(Entry { bytes: bytes.into(), hash }) as u32;
                index.insert_unique(hash, id, |&id| self.entries[id as usize].hash);
                id
            }
        };
        StrId { index: id, len: bytes.len() as u32 }
    }

    /// The id of these bytes, as a value.
    pub fn value(&self, bytes: &[u8]) -> Value {
        Value::Str(self.intern(bytes))
    }

    /// The contents.
    pub fn bytes(&self, id: StrId) -> &[u8] {
        &self.entries[id.index as usize].bytes
    }

    /// The contents, for people: invalid UTF-8 replaced.
    pub fn text(&self, id: StrId) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.bytes(id))
    }

    /// A hash of the contents.
    pub fn hash(&self, id: StrId) -> u64 {
        self.entries[id.index as usize].hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_contents_have_equal_ids() {
        let strings = Strings::default();
        let a = strings.intern(b"hello");
        let b = strings.intern(b"world");
        assert_ne!(a, b);
        assert_eq!(a, strings.intern(b"hello"));
        assert_eq!(strings.bytes(b), b"world");
        assert_eq!(strings.intern(b""), StrId::EMPTY);
    }
}
