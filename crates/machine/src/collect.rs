//! Garbage collection: what is reachable moves to a new heap, in the order in which it is found.
//!
//! The order is that of a traversal from the globals, then the goroutines, so that a heap that was just collected is in
//! canonical form, whatever happened before.

use std::sync::Arc;

use crate::memory::{Heap, ObjectKind};
use crate::program::Program;
use crate::state::{Goroutine, State};
use crate::timer::Target;
use crate::value::{ObjectId, Pointer, Value};

/// Moves a state's objects to a new heap, and lets go of the rest.
pub(crate) fn collect(program: &Program, state: &mut State) {
    let old = std::mem::take(&mut state.heap);
    let mut collector = Collector { new: old.emptied(), moved: vec![0; old.len()], pending: Vec::new(), old };
    // What is settled keeps its place; without it, the globals do. What was not touched refers to nothing that moves.
    let settled = collector.old.settled();
    for index in 1..settled {
        collector.moved[index] = index as u32;
    }
    for id in std::mem::take(&mut collector.old.touched) {
        collector.old.move_touched_to(id, &mut collector.new);
        collector.pending.push(id);
    }
    if settled == 0 {
        (1..=program.globals.len()).for_each(|index| {
            collector.object(ObjectId(index as u32));
        });
    }
    collector.drain();
    for g in &mut state.goroutines {
        let g = Goroutine::unshared(g);
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
    heap.rebuild_maps(program);
    heap.threshold = (2 * (heap.slots_in_use() + heap.len())).max(heap.threshold);
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
        let new = self.old.move_to(id, &mut self.new);
        self.moved[id.index()] = new.0;
        self.pending.push(new);
        new
    }

    fn drain(&mut self) {
        while let Some(id) = self.pending.pop() {
            match self.new.object(id).kind {
                ObjectKind::Slots => {
                    for slot in 0..self.new.len_of(id) {
                        let at = Pointer { object: id, slot };
                        let mut value = self.new.load(at);
                        self.value(&mut value);
                        self.new.store(at, value);
                    }
                }
                ObjectKind::Channel => {
                    let mut buffer = std::mem::take(&mut self.new.channel_mut(id).buffer);
                    buffer.iter_mut().for_each(|value| self.value(value));
                    self.new.channel_mut(id).buffer = buffer;
                }
                ObjectKind::Map => {
                    let mut map = std::mem::take(self.new.map_mut(id));
                    map.rewrite(|value| self.value(value));
                    *self.new.map_mut(id) = map;
                }
                ObjectKind::Iterator => {
                    let map = self.object(self.new.iterator(id).map);
                    self.new.iterator_mut(id).map = map;
                }
            }
        }
    }
}
