//! Memory: objects of slots, channels and maps, in flat tables that copy fast.
//!
//! Ordinary objects lie one after the other in one vector of slots; channels and maps have tables of their own and are
//! shared between copies of a state until one of them changes. Nothing is freed by hand: [`crate::collect`] moves
//! what is reachable to a new heap.
//!
//! A search copies heaps all the time, and most of what is there when it begins never changes. So that is *settled*: all
//! copies share it, and an object of it is moved to a copy's own tables when it is first touched there.

use std::sync::Arc;

use crate::channel::Channel;
use crate::map::{Map, MapIterator};
use crate::program::Program;
use crate::state::clone_shared;
use crate::value::{ObjectId, Pointer, Value};

/// All objects of a state.
#[derive(Default)]
pub struct Heap {
    /// What was there when the heap was settled, as it was then.
    base: Arc<Base>,
    /// How many objects, slots, channels, maps and iterators are settled. The tables below begin after these.
    settled_objects: u32,
    settled_slots: u32,
    settled_channels: u32,
    settled_maps: u32,
    settled_iterators: u32,
    /// The object table. Entry 0 is the object that `nil` would be: never used. Shared between copies until it changes.
    objects: Arc<Vec<Object>>,
    /// Slots of ordinary objects, as far as they are not settled.
    slots: Vec<Value>,
    channels: Vec<Arc<Channel>>,
    maps: Vec<Arc<Map>>,
    iterators: Vec<Arc<MapIterator>>,
    /// How many slots may be used before the next collection.
    pub(crate) threshold: usize,
    /// Which of the settled objects were touched since, in ascending order.
    pub(crate) touched: Vec<ObjectId>,
}

/// What is settled.
#[derive(Default)]
struct Base {
    slots: Vec<Value>,
    objects: Arc<Vec<Object>>,
    channels: Vec<Arc<Channel>>,
    maps: Vec<Arc<Map>>,
    iterators: Vec<Arc<MapIterator>>,
}

/// An entry of the object table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Object {
    pub kind: ObjectKind,
    /// Whether more than one goroutine may reach it. Once shared, always shared: sharing is passed on by every
    /// store into a shared object, so that plain accesses to an unshared one never conflict.
    pub shared: bool,
    /// It was settled, and was touched since.
    pub touched: bool,
    /// A caller has made it, or got it, and may have done something with it already.
    pub callers: bool,
    /// For slots: where they start. For the others: the index in their table.
    start: u32,
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

impl Clone for Heap {
    fn clone(&self) -> Heap {
        let mut copy = Heap::default();
        copy.clone_from(self);
        copy
    }

    /// Keeps the memory that it has: a search makes copies by the million.
    fn clone_from(&mut self, from: &Heap) {
        let Heap { base, objects, slots, channels, maps, iterators, touched, .. } = self;
        if !Arc::ptr_eq(base, &from.base) {
            base.clone_from(&from.base);
        }
        if !Arc::ptr_eq(objects, &from.objects) {
            objects.clone_from(&from.objects);
        }
        slots.clone_from(&from.slots);
        clone_shared(channels, &from.channels);
        clone_shared(maps, &from.maps);
        clone_shared(iterators, &from.iterators);
        touched.clone_from(&from.touched);
        self.settled_objects = from.settled_objects;
        self.settled_slots = from.settled_slots;
        self.settled_channels = from.settled_channels;
        self.settled_maps = from.settled_maps;
        self.settled_iterators = from.settled_iterators;
        self.threshold = from.threshold;
    }
}

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
        Heap { objects: Arc::new(vec![none]), threshold: FIRST_THRESHOLD, ..Heap::default() }
    }

    /// An empty heap on top of what is settled in this one.
    pub(crate) fn emptied(&self) -> Heap {
        let objects = match self.settled() {
            0 => Heap::new().objects,
            _ => self.base.objects.clone(),
        };
        Heap {
            base: self.base.clone(),
            objects,
            settled_objects: self.settled_objects,
            settled_slots: self.settled_slots,
            settled_channels: self.settled_channels,
            settled_maps: self.settled_maps,
            settled_iterators: self.settled_iterators,
            threshold: FIRST_THRESHOLD,
            ..Heap::default()
        }
    }

    /// Settles what there is, once: most of what the initialisation of packages has made never changes, and need not be
    /// copied, nor be looked at to see whether two states are equal. Settled objects keep their places from now on.
    pub(crate) fn settle(&mut self) {
        if self.settled() > 0 {
            return;
        }
        self.base = Arc::new(Base {
            slots: std::mem::take(&mut self.slots),
            objects: self.objects.clone(),
            channels: std::mem::take(&mut self.channels),
            maps: std::mem::take(&mut self.maps),
            iterators: std::mem::take(&mut self.iterators),
        });
        self.settled_objects = self.base.objects.len() as u32;
        self.settled_slots = self.base.slots.len() as u32;
        self.settled_channels = self.base.channels.len() as u32;
        self.settled_maps = self.base.maps.len() as u32;
        self.settled_iterators = self.base.iterators.len() as u32;
    }

    /// How many objects are settled.
    pub(crate) fn settled(&self) -> usize {
        self.settled_objects as usize
    }

    /// How many objects there are, with the one that is none.
    pub(crate) fn len(&self) -> usize {
        self.objects.len()
    }

    /// How many slots are in use.
    pub(crate) fn slots_in_use(&self) -> usize {
        self.settled_slots as usize + self.slots.len()
    }

    /// What is known about an object.
    #[inline]
    pub(crate) fn object(&self, id: ObjectId) -> Object {
        self.objects[id.index()]
    }

    pub(crate) fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        &mut Arc::make_mut(&mut self.objects)[id.index()]
    }

    /// Notes that an object changes.
    #[inline]
    fn touch(&mut self, id: ObjectId) {
        if id.index() < self.settled() && !self.objects[id.index()].touched {
            self.unsettle(id);
        }
    }

    /// Moves a settled object to the tables of this heap.
    fn unsettle(&mut self, id: ObjectId) {
        let object = self.object(id);
        let index = object.start as usize;
        let start = match object.kind {
            ObjectKind::Slots => {
                self.slots.extend_from_slice(&self.base.slots[index..index + object.len as usize]);
                self.settled_slots as usize + self.slots.len() - object.len as usize
            }
            ObjectKind::Channel => {
                self.channels.push(self.base.channels[index].clone());
                self.settled_channels as usize + self.channels.len() - 1
            }
            ObjectKind::Map => {
                self.maps.push(self.base.maps[index].clone());
                self.settled_maps as usize + self.maps.len() - 1
            }
            ObjectKind::Iterator => {
                self.iterators.push(self.base.iterators[index].clone());
                self.settled_iterators as usize + self.iterators.len() - 1
            }
        };
        *self.object_mut(id) = Object { touched: true, start: start as u32, ..object };
        let at = self.touched.partition_point(|&other| other < id);
        self.touched.insert(at, id);
    }

    /// Whether a settled object is as it was.
    pub(crate) fn is_as_settled(&self, id: ObjectId) -> bool {
        let Some(&then) = self.base.objects.get(id.index()) else { return false };
        let (now, index) = (self.object(id), then.start as usize);
        (now.shared, now.callers) == (then.shared, then.callers)
            && match now.kind {
                ObjectKind::Slots => self.slots_of(id) == &self.base.slots[index..index + then.len as usize],
                ObjectKind::Channel => {
                    let (now, then) = (self.channel(id), &*self.base.channels[index]);
                    now.closed == then.closed
                        && now.count == then.count
                        && now.outside == then.outside
                        && now.buffer == then.buffer
                }
                ObjectKind::Map => Arc::ptr_eq(self.map_arc(now), &self.base.maps[index]),
                ObjectKind::Iterator => false,
            }
    }

    /// Puts the value of a term in its place, wherever objects of slots hold it; false if none does.
    pub(crate) fn learn(&mut self, term: u32, value: Value) -> bool {
        let mut places = Vec::new();
        for index in 1..self.objects.len() {
            let id = ObjectId(index as u32);
            let slots = self.slots_of(id).iter().enumerate();
            let held = slots.filter(|(_, held)| **held == Value::Unknown(term));
            places.extend(held.map(|(slot, _)| Pointer { object: id, slot: slot as u32 }));
        }
        for &at in &places {
            self.store(at, value);
        }
        !places.is_empty()
    }

    /// Whether it is time to collect.
    pub(crate) fn is_full(&self) -> bool {
        self.slots.len() + self.objects.len() > self.threshold
    }

    /// A new object that holds `values`.
    pub(crate) fn allocate(&mut self, values: &[Value]) -> ObjectId {
        let start = self.slots_in_use();
        self.slots.extend_from_slice(values);
        self.register(ObjectKind::Slots, start, values.len())
    }

    /// A new object of `count` copies of `element`.
    pub(crate) fn allocate_array(&mut self, element: &[Value], count: usize) -> ObjectId {
        let start = self.slots_in_use();
        if let &[single] = element {
            self.slots.resize(self.slots.len() + count, single);
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
        self.register(ObjectKind::Channel, self.settled_channels as usize + self.channels.len() - 1, 0)
    }

    pub(crate) fn allocate_map(&mut self, map: Map) -> ObjectId {
        self.maps.push(Arc::new(map));
        self.register(ObjectKind::Map, self.settled_maps as usize + self.maps.len() - 1, 0)
    }

    pub(crate) fn allocate_iterator(&mut self, iterator: MapIterator) -> ObjectId {
        self.iterators.push(Arc::new(iterator));
        self.register(ObjectKind::Iterator, self.settled_iterators as usize + self.iterators.len() - 1, 0)
    }

    fn register(&mut self, kind: ObjectKind, start: usize, len: usize) -> ObjectId {
        let id = ObjectId(self.objects.len() as u32);
        Arc::make_mut(&mut self.objects).push(Object {
            kind,
            shared: false,
            touched: false,
            callers: false,
            start: start as u32,
            len: len as u32,
        });
        id
    }

    /// The slots from one place to another, which are both settled or both not.
    #[inline]
    fn slots_at(&self, start: u32, len: u32) -> &[Value] {
        match start.checked_sub(self.settled_slots) {
            Some(own) => &self.slots[own as usize..(own + len) as usize],
            None => &self.base.slots[start as usize..(start + len) as usize],
        }
    }

    /// The slots of an ordinary object; none for the others.
    pub(crate) fn slots_of(&self, id: ObjectId) -> &[Value] {
        let object = &self.objects[id.index()];
        match object.kind {
            ObjectKind::Slots => self.slots_at(object.start, object.len),
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
        self.slots_at(object.start + at.slot, 1)[0]
    }

    /// Reads `n` slots.
    #[inline]
    pub(crate) fn load_range(&self, at: Pointer, n: u32) -> &[Value] {
        self.slots_at(self.objects[at.object.index()].start + at.slot, n)
    }

    /// Writes one slot of an unshared object, or a value that is no reference.
    #[inline]
    pub(crate) fn store(&mut self, at: Pointer, value: Value) {
        self.touch(at.object);
        let object = self.objects[at.object.index()];
        if object.shared
            && let Some(target) = value.object()
        {
            self.share(target);
        }
        self.slots[(object.start - self.settled_slots + at.slot) as usize] = value;
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
        self.touch(id);
        self.object_mut(id).callers = true;
        self.share(id);
    }

    /// Marks an object as one that a caller has got. Who of the program's own goroutines knows it is another matter.
    pub(crate) fn hand_over(&mut self, id: ObjectId) {
        self.touch(id);
        self.object_mut(id).callers = true;
    }

    /// Whether an object is a channel.
    pub(crate) fn is_channel(&self, id: ObjectId) -> bool {
        self.objects[id.index()].kind == ObjectKind::Channel
    }

    /// The objects that a caller has.
    pub(crate) fn callers(&self) -> impl Iterator<Item = ObjectId> {
        let all = self.objects.iter().enumerate();
        all.filter(|(_, object)| object.callers).map(|(index, _)| ObjectId(index as u32))
    }

    /// Whether a caller has made an object, or got it.
    pub(crate) fn is_callers(&self, id: ObjectId) -> bool {
        self.objects[id.index()].callers
    }

    /// Marks an object, and all that it reaches, as shared.
    pub(crate) fn share(&mut self, id: ObjectId) {
        if self.is_shared(id) {
            return;
        }
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            if id == ObjectId::NONE || self.is_shared(id) {
                continue;
            }
            self.touch(id);
            self.object_mut(id).shared = true;
            self.for_each_reference(id, |target| pending.push(target));
        }
    }

    /// Marks what a value refers to as shared.
    #[inline]
    pub(crate) fn share_value(&mut self, value: Value) {
        if let Some(target) = value.object() {
            self.share(target);
        }
    }

    /// Calls `visit` with each object to which an object refers.
    pub(crate) fn for_each_reference(&self, id: ObjectId, mut visit: impl FnMut(ObjectId)) {
        self.for_each_value(id, |value| {
            if let Some(target) = value.object() {
                visit(target);
            }
        });
    }

    /// Calls `visit` with each value that an object holds.
    pub(crate) fn for_each_value(&self, id: ObjectId, mut visit: impl FnMut(Value)) {
        match self.object(id).kind {
            ObjectKind::Slots => self.slots_of(id).iter().copied().for_each(visit),
            ObjectKind::Channel => self.channel(id).buffer.iter().copied().for_each(visit),
            ObjectKind::Map => self.map(id).values().for_each(visit),
            ObjectKind::Iterator => visit(Value::Ptr(Pointer::to(self.iterator(id).map))),
        }
    }

    /// All channels, in the order of their places.
    pub(crate) fn channels(&self) -> impl Iterator<Item = ObjectId> + '_ {
        let objects = self.objects.iter().enumerate();
        objects
            .filter(|(_, object)| object.kind == ObjectKind::Channel)
            .map(|(index, _)| ObjectId(index as u32))
    }

    /// The channel that an object is.
    pub(crate) fn channel(&self, id: ObjectId) -> &Channel {
        let index = self.objects[id.index()].start;
        match index.checked_sub(self.settled_channels) {
            Some(own) => &self.channels[own as usize],
            None => &self.base.channels[index as usize],
        }
    }

    pub(crate) fn channel_mut(&mut self, id: ObjectId) -> &mut Channel {
        self.touch(id);
        let index = self.objects[id.index()].start - self.settled_channels;
        Arc::make_mut(&mut self.channels[index as usize])
    }

    /// The map that an object is.
    pub(crate) fn map(&self, id: ObjectId) -> &Map {
        self.map_arc(self.object(id))
    }

    fn map_arc(&self, object: Object) -> &Arc<Map> {
        match object.start.checked_sub(self.settled_maps) {
            Some(own) => &self.maps[own as usize],
            None => &self.base.maps[object.start as usize],
        }
    }

    pub(crate) fn map_mut(&mut self, id: ObjectId) -> &mut Map {
        self.touch(id);
        let index = self.objects[id.index()].start - self.settled_maps;
        Arc::make_mut(&mut self.maps[index as usize])
    }

    /// Changes a map while the rest of the heap can be read, as comparing keys needs.
    pub(crate) fn with_map<T>(&mut self, id: ObjectId, f: impl FnOnce(&Heap, &mut Map) -> T) -> T {
        self.touch(id);
        let index = (self.objects[id.index()].start - self.settled_maps) as usize;
        let mut map = std::mem::replace(&mut self.maps[index], Arc::new(Map::default()));
        let result = f(self, Arc::make_mut(&mut map));
        self.maps[index] = map;
        result
    }

    pub(crate) fn iterator(&self, id: ObjectId) -> &MapIterator {
        let index = self.objects[id.index()].start;
        match index.checked_sub(self.settled_iterators) {
            Some(own) => &self.iterators[own as usize],
            None => &self.base.iterators[index as usize],
        }
    }

    pub(crate) fn iterator_mut(&mut self, id: ObjectId) -> &mut MapIterator {
        self.touch(id);
        let index = self.objects[id.index()].start - self.settled_iterators;
        Arc::make_mut(&mut self.iterators[index as usize])
    }

    /// Moves an object as it is to another heap, and says where it is there.
    pub(crate) fn move_to(&mut self, id: ObjectId, to: &mut Heap) -> ObjectId {
        let object = self.object(id);
        let moved = match object.kind {
            ObjectKind::Slots => to.allocate(self.slots_of(id)),
            ObjectKind::Channel => to.allocate_channel(self.channel(id).clone()),
            // Not copied: a map is large, and nobody looks at it here any more.
            ObjectKind::Map => to.allocate_map(std::mem::take(self.map_mut(id))),
            ObjectKind::Iterator => to.allocate_iterator(self.iterator(id).clone()),
        };
        let new = to.object_mut(moved);
        (new.shared, new.callers) = (object.shared, object.callers);
        moved
    }

    /// [`Heap::move_to`] for an object that was settled and then touched: it keeps its place.
    pub(crate) fn move_touched_to(&mut self, id: ObjectId, to: &mut Heap) {
        self.move_to(id, to);
        if let Some(object) = Arc::make_mut(&mut to.objects).pop() {
            *to.object_mut(id) = Object { touched: true, ..object };
            to.touched.push(id);
        }
    }

    /// Indexes the maps that are not settled anew, since hashes of pointers depend on where objects lie.
    pub(crate) fn rebuild_maps(&mut self, program: &Program) {
        for index in 0..self.maps.len() {
            let mut map = std::mem::take(&mut self.maps[index]);
            Arc::make_mut(&mut map).rebuild(program, self);
            self.maps[index] = map;
        }
    }
}
