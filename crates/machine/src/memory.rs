//! Memory: objects of slots, channels and maps, in flat tables that copy fast.
//!
//! Ordinary objects lie one after the other in one vector of slots; channels and maps have tables of their own and are
//! shared between copies of a state until one of them changes. Nothing is freed by hand: [`crate::collect`] moves
//! what is reachable to a new heap.

use std::sync::Arc;

use crate::channel::Channel;
use crate::map::{Map, MapIterator};
use crate::value::{ObjectId, Pointer, Value};

/// All objects of a state.
#[derive(Clone, Default)]
pub struct Heap {
    /// Slots of ordinary objects.
    pub(crate) slots: Vec<Value>,
    /// The object table. Entry 0 is the object that `nil` would be: never used.
    pub(crate) objects: Vec<Object>,
    pub(crate) channels: Vec<Arc<Channel>>,
    pub(crate) maps: Vec<Arc<Map>>,
    pub(crate) iterators: Vec<Arc<MapIterator>>,
    /// How many slots may be used before the next collection.
    pub(crate) threshold: usize,
    /// The heap as it was when it was settled, if it was.
    pub(crate) base: Option<Arc<Heap>>,
    /// Which of the settled objects were touched since.
    pub(crate) touched: Vec<ObjectId>,
}

/// An entry of the object table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Object {
    pub kind: ObjectKind,
    /// Whether more than one goroutine may reach it. Once shared, always shared: sharing is passed on by every
    /// store into a shared object, so that plain accesses to an unshared one never conflict.
    pub shared: bool,
    /// It is settled, and was touched since.
    pub touched: bool,
    /// A caller has made it, and may have done something with it already.
    pub callers: bool,
    /// For slots: where they start. For the others: the index in their table.
    pub start: u32,
    /// For slots: how many.
    pub len: u32,
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ObjectKind {
    Slots,
    Channel,
    Map,
    Iterator,
}

/// How many slots a heap may use before it is first collected.
const FIRST_THRESHOLD: usize = 1 << 18;

impl Heap {
    pub(crate) fn new() -> Heap {
        let none = Object {
            kind: ObjectKind::Slots,
            shared: false,
            touched: false,
            callers: false,
            start: 0,
            len: 0,
        };
        Heap { objects: vec![none], threshold: FIRST_THRESHOLD, ..Heap::default() }
    }

    /// Settles what there is: most of what the initialisation of packages has made never changes, and need not be looked
    /// at to see whether two states are equal. Settled objects keep their places from now on.
    pub(crate) fn settle(&mut self) {
        self.touched.clear();
        self.base = None;
        self.base = Some(Arc::new(self.clone()));
    }

    /// How many objects are settled.
    pub(crate) fn settled(&self) -> usize {
        self.base.as_ref().map_or(0, |base| base.objects.len())
    }

    /// Notes that an object changes.
    #[inline]
    fn touch(&mut self, id: ObjectId) {
        if let Some(base) = &self.base
            && id.index() < base.objects.len()
            && !self.objects[id.index()].touched
        {
            self.objects[id.index()].touched = true;
            self.touched.push(id);
        }
    }

    /// Whether a settled object is as it was.
    pub(crate) fn is_as_settled(&self, id: ObjectId) -> bool {
        let Some(base) = &self.base else { return false };
        let (now, then) = (self.objects[id.index()], base.objects[id.index()]);
        now.shared == then.shared
            && match now.kind {
                ObjectKind::Slots => self.slots_of(id) == base.slots_of(id),
                ObjectKind::Channel => {
                    let (now, then) = (self.channel(id), base.channel(id));
                    now.closed == then.closed
                        && now.count == then.count
                        && now.outside == then.outside
                        && now.buffer == then.buffer
                }
                ObjectKind::Map => {
                    Arc::ptr_eq(&self.maps[now.start as usize], &base.maps[then.start as usize])
                }
                ObjectKind::Iterator => false,
            }
    }

    /// Whether it is time to collect.
    pub(crate) fn is_full(&self) -> bool {
        self.slots.len() + self.objects.len() > self.threshold
    }

    /// A new object that holds `values`.
    pub(crate) fn allocate(&mut self, values: &[Value]) -> ObjectId {
        let start = self.slots.len();
        self.slots.extend_from_slice(values);
        self.register(ObjectKind::Slots, start, values.len())
    }

    /// A new object of `count` copies of `element`.
    pub(crate) fn allocate_array(&mut self, element: &[Value], count: usize) -> ObjectId {
        let start = self.slots.len();
        if let &[single] = element {
            self.slots.resize(start + count, single);
        } else {
            self.slots.reserve(element.len() * count);
            for _ in 0..count {
                self.slots.extend_from_slice(element);
            }
        }
        self.register(ObjectKind::Slots, start, element.len() * count)
    }

    pub(crate) fn allocate_channel(&mut self, channel: Channel) -> ObjectId {
        self.channels.push(Arc::new(channel));
        self.register(ObjectKind::Channel, self.channels.len() - 1, 0)
    }

    pub(crate) fn allocate_map(&mut self, map: Map) -> ObjectId {
        self.maps.push(Arc::new(map));
        self.register(ObjectKind::Map, self.maps.len() - 1, 0)
    }

    pub(crate) fn allocate_iterator(&mut self, iterator: MapIterator) -> ObjectId {
        self.iterators.push(Arc::new(iterator));
        self.register(ObjectKind::Iterator, self.iterators.len() - 1, 0)
    }

    pub(crate) fn register(&mut self, kind: ObjectKind, start: usize, len: usize) -> ObjectId {
        let id = ObjectId(self.objects.len() as u32);
        self.objects.push(Object {
            kind,
            shared: false,
            touched: false,
            callers: false,
            start: start as u32,
            len: len as u32,
        });
        id
    }

    /// The slots of an ordinary object; none for the others.
    pub(crate) fn slots_of(&self, id: ObjectId) -> &[Value] {
        let object = &self.objects[id.index()];
        match object.kind {
            ObjectKind::Slots => &self.slots[object.start as usize..(object.start + object.len) as usize],
            _ => &[],
        }
    }

    /// How many slots an ordinary object has.
    pub(crate) fn len_of(&self, id: ObjectId) -> u32 {
        self.objects[id.index()].len
    }

    /// Reads one slot.
    #[inline]
    pub(crate) fn load(&self, at: Pointer) -> Value {
        let object = &self.objects[at.object.index()];
        debug_assert!(at.slot < object.len, "slot {} of an object of {}", at.slot, object.len);
        self.slots[(object.start + at.slot) as usize]
    }

    /// Reads `n` slots.
    #[inline]
    pub(crate) fn load_range(&self, at: Pointer, n: u32) -> &[Value] {
        let start = (self.objects[at.object.index()].start + at.slot) as usize;
        &self.slots[start..start + n as usize]
    }

    /// Writes one slot of an unshared object, or a value that is no reference.
    #[inline]
    pub(crate) fn store(&mut self, at: Pointer, value: Value) {
        self.touch(at.object);
        let object = &self.objects[at.object.index()];
        let start = object.start;
        if object.shared
            && let Some(target) = value.object()
        {
            self.share(target);
        }
        self.slots[(start + at.slot) as usize] = value;
    }

    /// Writes some slots.
    #[inline]
    pub(crate) fn store_range(&mut self, at: Pointer, values: &[Value]) {
        for (i, &value) in values.iter().enumerate() {
            self.store(at.offset(i as u32), value);
        }
    }

    /// Whether more than one goroutine may reach the object.
    #[inline]
    pub(crate) fn is_shared(&self, id: ObjectId) -> bool {
        self.objects[id.index()].shared
    }

    /// Marks an object as one that a caller has made. Several goroutines may know it by its unknown address.
    pub(crate) fn give_to_caller(&mut self, id: ObjectId) {
        self.objects[id.index()].callers = true;
        self.share(id);
    }

    /// Whether a caller has made an object.
    pub(crate) fn is_callers(&self, id: ObjectId) -> bool {
        self.objects[id.index()].callers
    }

    /// Marks an object, and all that it reaches, as shared.
    pub(crate) fn share(&mut self, id: ObjectId) {
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            let object = &mut self.objects[id.index()];
            if object.shared || id == ObjectId::NONE {
                continue;
            }
            object.shared = true;
            let object = *object;
            self.touch(id);
            self.for_each_reference(object, |target| pending.push(target));
        }
    }

    /// Marks what a value refers to as shared.
    #[inline]
    pub(crate) fn share_value(&mut self, value: Value) {
        if let Some(target) = value.object() {
            self.share(target);
        }
    }

    /// Calls `visit` with each object to which `object` refers.
    pub(crate) fn for_each_reference(&self, object: Object, mut visit: impl FnMut(ObjectId)) {
        self.for_each_value(object, |value| {
            if let Some(target) = value.object() {
                visit(target);
            }
        });
    }

    /// Calls `visit` with each value that `object` holds.
    pub(crate) fn for_each_value(&self, object: Object, mut visit: impl FnMut(Value)) {
        let mut values = |values: &mut dyn Iterator<Item = Value>| values.for_each(&mut visit);
        let index = object.start as usize;
        match object.kind {
            ObjectKind::Slots => {
                values(&mut self.slots[index..index + object.len as usize].iter().copied());
            }
            ObjectKind::Channel => values(&mut self.channels[index].buffer.iter().copied()),
            ObjectKind::Map => values(&mut self.maps[index].values()),
            ObjectKind::Iterator => {
                values(&mut std::iter::once(Value::Ptr(Pointer::to(self.iterators[index].map))))
            }
        }
    }

    /// The channel that an object is.
    pub(crate) fn channel(&self, id: ObjectId) -> &Channel {
        &self.channels[self.objects[id.index()].start as usize]
    }

    pub(crate) fn channel_mut(&mut self, id: ObjectId) -> &mut Channel {
        self.touch(id);
        Arc::make_mut(&mut self.channels[self.objects[id.index()].start as usize])
    }

    /// The map that an object is.
    pub(crate) fn map(&self, id: ObjectId) -> &Map {
        &self.maps[self.objects[id.index()].start as usize]
    }

    pub(crate) fn map_mut(&mut self, id: ObjectId) -> &mut Map {
        self.touch(id);
        Arc::make_mut(&mut self.maps[self.objects[id.index()].start as usize])
    }

    /// Changes a map while the rest of the heap can be read, as comparing keys needs.
    pub(crate) fn with_map<T>(&mut self, id: ObjectId, f: impl FnOnce(&Heap, &mut Map) -> T) -> T {
        self.touch(id);
        let index = self.objects[id.index()].start as usize;
        let mut map = std::mem::replace(&mut self.maps[index], Arc::new(Map::default()));
        let result = f(self, Arc::make_mut(&mut map));
        self.maps[index] = map;
        result
    }

    pub(crate) fn iterator(&self, id: ObjectId) -> &MapIterator {
        &self.iterators[self.objects[id.index()].start as usize]
    }

    pub(crate) fn iterator_mut(&mut self, id: ObjectId) -> &mut MapIterator {
        self.touch(id);
        Arc::make_mut(&mut self.iterators[self.objects[id.index()].start as usize])
    }
}
