//! Maps. Entries keep the order in which they were inserted, and a number that is never used again, by which iterators
//! refer to them; a hash index finds an entry by its key.

use hashbrown::HashTable;
use vtrace_program::TypeId;

use crate::compare;
use crate::fault::Fault;
use crate::memory::Heap;
use crate::program::Program;
use crate::value::{ObjectId, Value};

/// A map.
#[derive(Clone)]
pub struct Map {
    /// The type of the keys.
    pub(crate) key: TypeId,
    key_size: usize,
    value_size: usize,
    /// Key and value of each entry, the removed ones' too.
    data: Vec<Value>,
    entries: Vec<Entry>,
    index: HashTable<u32>,
    next_serial: u32,
    live: usize,
}

#[derive(Clone, Copy)]
struct Entry {
    serial: u32,
    live: bool,
    hash: u64,
}

/// The state of a `range` over a map: what is still to come.
#[derive(Clone)]
pub struct MapIterator {
    /// The map.
    pub(crate) map: ObjectId,
    /// The serial numbers of the entries that were there when the loop began and have not been visited.
    pub(crate) remaining: Vec<u32>,
}

impl Default for Map {
    /// An empty map of nothing, which stands in for one that is being changed.
    fn default() -> Map {
        Map {
            key: TypeId(0),
            key_size: 0,
            value_size: 0,
            data: Vec::new(),
            entries: Vec::new(),
            index: HashTable::new(),
            next_serial: 0,
            live: 0,
        }
    }
}

impl Map {
    pub(crate) fn new(program: &Program, key: TypeId, value: TypeId) -> Map {
        Map {
            key,
            key_size: program.layouts.size(key) as usize,
            value_size: program.layouts.size(value) as usize,
            ..Map::default()
        }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.live
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    fn stride(&self) -> usize {
        self.key_size + self.value_size
    }

    fn key_at(&self, position: usize) -> &[Value] {
        &self.data[position * self.stride()..][..self.key_size]
    }

    fn value_at(&self, position: usize) -> &[Value] {
        &self.data[position * self.stride() + self.key_size..][..self.value_size]
    }

    /// All live keys and values.
    pub(crate) fn values(&self) -> impl Iterator<Item = Value> + '_ {
        self.live_positions().flat_map(|p| self.data[p * self.stride()..][..self.stride()].iter().copied())
    }

    /// Rewrites every slot with `f`, as the collector does when it moves objects. The index must be rebuilt afterwards.
    pub(crate) fn rewrite(&mut self, f: impl FnMut(&mut Value)) {
        self.compact();
        self.data.iter_mut().for_each(f);
    }

    /// Computes all hashes anew, since those of pointers depend on where objects lie.
    pub(crate) fn rebuild(&mut self, program: &Program, heap: &Heap) {
        for position in 0..self.entries.len() {
            // Keys that are in the map were hashed before, so this can't fail.
            let serial = self.entries[position].serial;
            let hash = self.entry_hash(program, heap, self.key_at(position), serial).unwrap_or(0);
            self.entries[position].hash = hash;
        }
        self.reindex();
    }

    fn reindex(&mut self) {
        let (index, entries) = (&mut self.index, &self.entries);
        index.clear();
        for (position, entry) in entries.iter().enumerate() {
            index.insert_unique(entry.hash, position as u32, |&p| entries[p as usize].hash);
        }
    }

    /// Drops the space of removed entries.
    fn compact(&mut self) {
        if self.live == self.entries.len() {
            return;
        }
        let stride = self.stride();
        let mut data = Vec::with_capacity(self.live * stride);
        for position in self.live_positions() {
            data.extend_from_slice(&self.data[position * stride..][..stride]);
        }
        self.data = data;
        self.entries.retain(|entry| entry.live);
        self.reindex();
    }

    fn live_positions(&self) -> impl Iterator<Item = usize> + '_ {
        self.entries.iter().enumerate().filter(|(_, entry)| entry.live).map(|(position, _)| position)
    }

    /// The live entries in order of insertion: key, value.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[Value], &[Value])> + '_ {
        self.live_positions().map(|p| (self.key_at(p), self.value_at(p)))
    }

    /// The serial numbers of the live entries.
    pub(crate) fn serials(&self) -> Vec<u32> {
        self.entries.iter().filter(|entry| entry.live).map(|entry| entry.serial).collect()
    }

    /// The entry with this serial number, if it is still there.
    pub(crate) fn by_serial(&self, serial: u32) -> Option<(&[Value], &[Value])> {
        let position = self.entries.binary_search_by_key(&serial, |entry| entry.serial).ok()?;
        self.entries[position].live.then(|| (self.key_at(position), self.value_at(position)))
    }

    /// The hash under which an entry is kept. A key that is not equal to itself, a NaN, is never found again; such
    /// keys must not pile up under one hash.
    fn entry_hash(&self, program: &Program, heap: &Heap, key: &[Value], serial: u32) -> Result<u64, Fault> {
        if compare::equal(program, heap, self.key, key, key)? {
            compare::hash(program, heap, self.key, key)
        } else {
            Ok((serial as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
        }
    }

    fn find(&self, program: &Program, heap: &Heap, key: &[Value], hash: u64) -> Result<Option<usize>, Fault> {
        let mut fault = None;
        let found = self.index.find(hash, |&p| {
            match compare::equal(program, heap, self.key, self.key_at(p as usize), key) {
                Ok(equal) => equal,
                Err(error) => {
                    fault = Some(error);
                    true
                }
            }
        });
        match fault {
            Some(fault) => Err(fault),
            None => Ok(found.map(|&p| p as usize)),
        }
    }

    /// The value at `key`.
    pub(crate) fn get(
        &self,
        program: &Program,
        heap: &Heap,
        key: &[Value],
    ) -> Result<Option<&[Value]>, Fault> {
        let hash = compare::hash(program, heap, self.key, key)?;
        Ok(self.find(program, heap, key, hash)?.map(|p| self.value_at(p)))
    }

    /// Sets the value at `key`. `heap` is the heap without this map's own changes.
    pub(crate) fn insert(
        &mut self,
        program: &Program,
        heap: &Heap,
        key: &[Value],
        value: &[Value],
    ) -> Result<(), Fault> {
        let hash = compare::hash(program, heap, self.key, key)?;
        if let Some(position) = self.find(program, heap, key, hash)? {
            let at = position * self.stride() + self.key_size;
            self.data[at..at + self.value_size].copy_from_slice(value);
            return Ok(());
        }
        let hash = self.entry_hash(program, heap, key, self.next_serial)?;
        let position = self.entries.len() as u32;
        self.data.extend_from_slice(key);
        self.data.extend_from_slice(value);
        self.entries.push(Entry { serial: self.next_serial, live: true, hash });
        self.next_serial += 1;
        self.live += 1;
        let entries = &self.entries;
        self.index.insert_unique(hash, position, |&p| entries[p as usize].hash);
        Ok(())
    }

    /// Removes the entry at `key`, if there is one.
    pub(crate) fn remove(&mut self, program: &Program, heap: &Heap, key: &[Value]) -> Result<(), Fault> {
        let hash = compare::hash(program, heap, self.key, key)?;
        if let Some(position) = self.find(program, heap, key, hash)? {
            if let Ok(slot) = self.index.find_entry(hash, |&p| p as usize == position) {
                slot.remove();
            }
            self.entries[position].live = false;
            self.live -= 1;
            if self.entries.len() > 32 && self.live < self.entries.len() / 2 {
                self.compact();
            }
        }
        Ok(())
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.data.clear();
        self.entries.clear();
        self.index.clear();
        self.live = 0;
    }
}
