//! Garbage collection: what is reachable moves to a new heap, in the order in which it is found.
//!
//! The order is that of a traversal from the globals, then the goroutines, so that a heap that was just collected is in
//! canonical form, whatever happened before.

use std::sync::Arc;

use crate::memory::{Heap, ObjectKind};
use crate::program::Program;
use crate::state::State;
use crate::timer::Target;
use crate::value::{ObjectId, Value};

/// Moves a state's objects to a new heap, and lets go of the rest.
pub(crate) fn collect(program: &Program, state: &mut State) {
    let old = std::mem::take(&mut state.heap);
    let mut collector =
        Collector { new: Heap::new(), moved: vec![0; old.objects.len()], pending: Vec::new(), old };
    // Globals keep their places, and so does what is settled.
    let kept = collector.old.settled().max(program.globals.len() + 1);
    for index in 1..kept {
        collector.object(ObjectId(index as u32));
    }
    collector.new.base = collector.old.base.take();
    collector.new.touched = std::mem::take(&mut collector.old.touched);
    collector.drain();
    for g in &mut state.goroutines {
        let g = Arc::make_mut(g);
        g.registers.iter_mut().for_each(|value| collector.value(value));
        for deferred in &mut g.deferred {
            deferred.environment = collector.object(deferred.environment);
            deferred.arguments.iter_mut().for_each(|value| collector.value(value));
        }
        for panic in &mut g.panics {
            panic.value.iter_mut().for_each(|value| collector.value(value));
        }
        collector.drain();
    }
    for timer in &mut state.timers {
        timer.handle = collector.object(timer.handle);
        timer.target = match timer.target {
            Target::Wake(goroutine) => Target::Wake(goroutine),
            Target::Send(channel) => Target::Send(collector.object(channel)),
            Target::Start(code, environment) => Target::Start(code, collector.object(environment)),
        };
    }
    for node in &mut state.nodes {
        for (_, at) in &mut Arc::make_mut(node).watches {
            at.object = collector.object(at.object);
        }
    }
    for (_, values) in &mut state.bindings {
        values.iter_mut().for_each(|value| collector.value(value));
    }
    collector.drain();
    let mut heap = collector.new;
    for index in 0..heap.maps.len() {
        let mut map = std::mem::take(&mut heap.maps[index]);
        Arc::make_mut(&mut map).rebuild(program, &heap);
        heap.maps[index] = map;
    }
    heap.threshold = (2 * (heap.slots.len() + heap.objects.len())).max(Heap::new().threshold);
    state.heap = heap;
}

struct Collector {
    old: Heap,
    new: Heap,
    /// The new place of each old object; 0 if it has none yet.
    moved: Vec<u32>,
    /// New objects whose contents still refer to the old heap.
    pending: Vec<ObjectId>,
}

impl Collector {
    fn value(&mut self, value: &mut Value) {
        match value {
            Value::Ptr(at) => at.object = self.object(at.object),
            Value::Func(_, environment) => *environment = self.object(*environment),
            _ => {}
        }
    }

    fn object(&mut self, id: ObjectId) -> ObjectId {
        if id == ObjectId::NONE {
            return id;
        }
        let moved = self.moved[id.index()];
        if moved != 0 {
            return ObjectId(moved);
        }
        let object = self.old.objects[id.index()];
        let index = object.start as usize;
        let new = match object.kind {
            ObjectKind::Slots => self.new.allocate(&self.old.slots[index..index + object.len as usize]),
            ObjectKind::Channel => {
                self.new.channels.push(self.old.channels[index].clone());
                self.new.register(object.kind, self.new.channels.len() - 1, 0)
            }
            ObjectKind::Map => {
                self.new.maps.push(std::mem::take(&mut self.old.maps[index]));
                self.new.register(object.kind, self.new.maps.len() - 1, 0)
            }
            ObjectKind::Iterator => {
                self.new.iterators.push(self.old.iterators[index].clone());
                self.new.register(object.kind, self.new.iterators.len() - 1, 0)
            }
        };
        self.new.objects[new.index()].shared = object.shared;
        self.new.objects[new.index()].touched = object.touched;
        self.new.objects[new.index()].callers = object.callers;
        self.moved[id.index()] = new.0;
        self.pending.push(new);
        new
    }

    fn drain(&mut self) {
        while let Some(id) = self.pending.pop() {
            let object = self.new.objects[id.index()];
            let index = object.start as usize;
            match object.kind {
                ObjectKind::Slots => {
                    for slot in index..index + object.len as usize {
                        let mut value = self.new.slots[slot];
                        self.value(&mut value);
                        self.new.slots[slot] = value;
                    }
                }
                ObjectKind::Channel => {
                    let mut channel = (*self.new.channels[index]).clone();
                    channel.buffer.iter_mut().for_each(|value| self.value(value));
                    self.new.channels[index] = Arc::new(channel);
                }
                ObjectKind::Map => {
                    let mut map = std::mem::take(&mut self.new.maps[index]);
                    Arc::make_mut(&mut map).rewrite(|value| self.value(value));
                    self.new.maps[index] = map;
                }
                ObjectKind::Iterator => {
                    let mut iterator = (*self.new.iterators[index]).clone();
                    iterator.map = self.object(iterator.map);
                    self.new.iterators[index] = Arc::new(iterator);
                }
            }
        }
    }
}
