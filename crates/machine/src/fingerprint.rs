//! The canonical form of a state, and its fingerprint.
//!
//! Two states with the same canonical form behave alike. It leaves out what no goroutine can ever see: where objects
//! lie (they are numbered in the order of a traversal from the globals and goroutines), what garbage there is, and
//! registers that are written before they are read again.

use xxhash_rust::xxh3::xxh3_128;

use crate::memory::ObjectKind;
use crate::mentions;
use crate::program::Program;
use crate::state::{End, State};
use crate::symmetry;
use crate::timer::Target;
use crate::value::{ObjectId, Value};

/// Computes fingerprints. Keeps its buffers between calls.
#[derive(Default)]
pub struct Fingerprinter {
    /// Whether goroutines are taken for one another that are alike but for the order in which they started.
    pub symmetry: bool,
    /// Whether it matters where objects lie.
    pub addresses: bool,
    /// The globals that matter though no goroutine may touch them any more: somebody asks for them.
    pub observed: Vec<u32>,
    out: Vec<u64>,
    /// The number of each object, 0 if it was not met yet.
    numbers: Vec<u32>,
    /// Objects in the order of their numbers, which start at 1.
    order: Vec<ObjectId>,
    /// The goroutines' places in the state, in the order in which they are written.
    goroutines: Vec<u32>,
    /// How many objects keep their numbers.
    settled: usize,
    /// The globals that somebody may touch.
    touched: Vec<u64>,
}

impl Fingerprinter {
    /// 128 bits of hash of the canonical form.
    pub fn fingerprint(&mut self, program: &Program, state: &State) -> u128 {
        self.canonical(program, state);
        xxh3_128(bytemuck::cast_slice(&self.out))
    }

    /// The canonical form itself.
    pub fn canonical(&mut self, program: &Program, state: &State) -> &[u64] {
        self.out.clear();
        self.order.clear();
        self.numbers.clear();
        self.settled = state.heap.settled();
        self.numbers.resize(state.heap.len() - self.settled, 0);
        self.globals(program, state);
        self.out.push((state.goroutines.len() as u64) << 1 | state.returned as u64);
        self.arrange(program, state);
        for i in 0..state.goroutines.len() {
            let summary = state.goroutines[self.goroutines[i] as usize].summary(program, self.settled);
            self.out.extend([summary.part as u64, (summary.part >> 64) as u64]);
            summary.references.iter().for_each(|&id| {
                let number = self.number(id) as u64;
                self.out.push(number);
            });
        }
        self.timers(state);
        self.nodes(program, state);
        for (input, values) in &state.bindings {
            self.out.push(*input as u64);
            values.iter().for_each(|&value| self.value(program, value));
        }
        self.end(state);
        self.touched_objects(program, state);
        // Objects may refer to further objects, which go to the end of the list.
        let mut next = 0;
        while next < self.order.len() {
            self.object(program, state, self.order[next]);
            next += 1;
        }
        &self.out
    }

    /// Begins with the globals that somebody may still touch: what the others hold no longer matters.
    fn globals(&mut self, program: &Program, state: &State) {
        let mut set = std::mem::take(&mut self.touched);
        set.clear();
        set.resize(mentions::words(program), 0);
        for g in &state.goroutines {
            let own = &g.summary(program, self.settled).globals;
            set.iter_mut().zip(own).for_each(|(set, own)| *set |= own);
        }
        for &global in &self.observed {
            set[global as usize / 64] |= 1 << (global % 64);
        }
        for timer in &state.timers {
            if let Target::Start(code, _) = timer.target {
                mentions::add_code(program, code, &mut set);
            }
        }
        self.out.extend_from_slice(&set);
        mentions::members(&set).for_each(|global| {
            self.number(ObjectId(global + 1));
        });
        self.touched = set;
    }

    /// What has changed of what was there when the program started. The rest of it is the same in all states.
    fn touched_objects(&mut self, program: &Program, state: &State) {
        let heap = &state.heap;
        for &id in &heap.touched {
            let global = id.index() - 1;
            let dead =
                global < program.globals.len() && self.touched[global / 64] & (1 << (global % 64)) == 0;
            if !dead && !heap.is_as_settled(id) {
                self.out.push(id.0 as u64);
                self.object(program, state, id);
            }
        }
    }

    /// In which order to write the goroutines: that in which they started, or one that depends only on what they do.
    fn arrange(&mut self, program: &Program, state: &State) {
        self.goroutines.clear();
        self.goroutines.extend(0..state.goroutines.len() as u32);
        if self.symmetry && state.goroutines.len() > 1 {
            let key = |&i: &u32| state.goroutines[i as usize].summary(program, self.settled).part;
            let mut sorted = std::mem::take(&mut self.goroutines);
            sorted.sort_by_key(key);
            for alike in sorted.chunk_by_mut(|a, b| key(a) == key(b)).filter(|alike| alike.len() > 1) {
                alike.sort_by_cached_key(|&i| {
                    symmetry::data_key(program, state, &state.goroutines[i as usize])
                });
            }
            self.goroutines = sorted;
        }
    }

    /// The place of a goroutine in the canonical form of the state for which this was asked last, given its place in the state.
    pub fn rank(&self, index: usize) -> Option<u32> {
        self.goroutines.iter().position(|&i| i as usize == index).map(|rank| rank as u32)
    }

    fn number(&mut self, id: ObjectId) -> u32 {
        if id == ObjectId::NONE {
            return 0;
        }
        if id.index() < self.settled {
            return id.0;
        }
        let number = &mut self.numbers[id.index() - self.settled];
        if *number == 0 {
            self.order.push(id);
            *number = if self.addresses { id.0 } else { (self.settled + self.order.len()) as u32 };
        }
        *number
    }

    fn value(&mut self, program: &Program, value: Value) {
        let (tag, payload) = match value {
            Value::Nil => (0, 0),
            Value::Int(i) => (1, i as u64),
            Value::Float(bits) => (2, bits),
            Value::Str(s) => (3, program.strings.hash(s)),
            Value::Ptr(at) => (4, (self.number(at.object) as u64) << 32 | at.slot as u64),
            Value::Func(code, environment) => (5, (self.number(environment) as u64) << 32 | code as u64),
            Value::Type(ty) => (6, ty.0 as u64),
            Value::Len(len, cap) => (7, (len as u64) << 32 | cap as u64),
            Value::Unknown(term) => (8, term as u64),
        };
        self.out.push(tag);
        self.out.push(payload);
    }

    /// Who has which name, and the variables that are watched.
    fn nodes(&mut self, program: &Program, state: &State) {
        let goroutine = |this: &Fingerprinter, number: u32| {
            state.index_of(number).and_then(|index| this.rank(index)).map_or(0, |rank| rank as u64 + 1)
        };
        self.out.push(state.nodes.len() as u64);
        for node in &state.nodes {
            self.out.extend([program.strings.hash(node.name), goroutine(self, node.goroutine)]);
            self.out.push(node.crashed as u64);
            self.out.push(node.watches.len() as u64);
            for &(watch, at) in &node.watches {
                self.out.push(watch as u64);
                self.value(program, Value::Ptr(at));
            }
        }
        for &(number, name) in &state.passed {
            self.out.extend([goroutine(self, number), program.strings.hash(name)]);
        }
    }

    fn timers(&mut self, state: &State) {
        self.out.push(state.timers.len() as u64);
        self.out.push(state.clock as u64);
        let mut order: Vec<_> = state.timers.iter().collect();
        order.sort_by_key(|timer| (timer.when, timer.sequence));
        for timer in order {
            self.out.push(timer.when as u64);
            self.out.push(timer.period as u64);
            let handle = self.number(timer.handle) as u64;
            let target = match timer.target {
                Target::Wake(number) => {
                    state.index_of(number).and_then(|index| self.rank(index)).unwrap_or(0) as u64
                }
                Target::Send(channel) => self.number(channel) as u64,
                Target::Start(code, environment) => (self.number(environment) as u64) << 32 | code as u64,
            };
            self.out.extend([handle, target]);
        }
    }

    fn end(&mut self, state: &State) {
        let code = match &state.end {
            None => 0,
            Some(End::Exit(code)) => 1 << 32 | *code as u32 as u64,
            Some(End::Panic { .. }) => 2 << 32,
            Some(End::Fatal { .. }) => 3 << 32,
            Some(End::Unsupported { .. }) => 4 << 32,
        };
        self.out.push(code);
        let failed = state.failed.map_or(0, |(at, _)| ((at.line as u64) << 32) | (at.file.0 as u64 + 1));
        self.out.push(failed);
        self.out.push(state.marks.len() as u64);
        self.out.extend(state.marks.iter().map(|&mark| mark as u64));
    }

    fn object(&mut self, program: &Program, state: &State, id: ObjectId) {
        let heap = &state.heap;
        let object = heap.object(id);
        self.out.push((object.kind as u64) << 2 | (object.callers as u64) << 1 | object.shared as u64);
        match object.kind {
            ObjectKind::Slots => {
                self.out.push(object.len as u64);
                for &value in heap.slots_of(id) {
                    self.value(program, value);
                }
            }
            ObjectKind::Channel => {
                let channel = heap.channel(id);
                self.out.push((channel.capacity as u64) << 32 | channel.count as u64);
                self.out
                    .push(channel.outside.map_or(0, |left| (left as u64 + 1) << 1) | channel.closed as u64);
                for i in 0..channel.buffer.len() {
                    self.value(program, channel.buffer[i]);
                }
            }
            ObjectKind::Map => self.map(program, state, id),
            ObjectKind::Iterator => {
                let iterator = heap.iterator(id);
                let map = self.number(iterator.map);
                self.out.push(map as u64);
                // What matters of the remaining entries is which they are among those of the map.
                let serials = heap.map(iterator.map).serials();
                self.out.push(iterator.remaining.len() as u64);
                for serial in &iterator.remaining {
                    self.out.push(serials.binary_search(serial).map_or(u64::MAX, |rank| rank as u64));
                }
            }
        }
    }

    /// A map's entries, sorted by key where keys hold no addresses; in order of insertion otherwise.
    fn map(&mut self, program: &Program, state: &State, id: ObjectId) {
        let map = state.heap.map(id);
        self.out.push(map.len() as u64);
        let mut entries: Vec<_> = map.iter().collect();
        let key_of = |key: &[Value]| -> Vec<(u8, u64)> {
            key.iter()
                .map(|value| match value {
                    Value::Int(i) => (0, *i as u64),
                    Value::Float(bits) => (1, *bits),
                    Value::Str(s) => (2, program.strings.hash(*s)),
                    Value::Type(ty) => (3, ty.0 as u64),
                    _ => (4, 0),
                })
                .collect()
        };
        entries.sort_by_key(|(key, _)| key_of(key));
        for (key, value) in entries {
            key.iter().chain(value).for_each(|&value| self.value(program, value));
        }
    }
}
