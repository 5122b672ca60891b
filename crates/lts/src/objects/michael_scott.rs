//! Michael and Scott's queue: a linked list with a head that is a dummy and a tail that may lag behind.

use super::heap::{Cell, NULL, Pointer, allocate, collect};
use super::{Call, Object, Step, Value, Workload};

/// The queue. DEQ returns what it took, or `DEQ_E` from an empty queue.
pub struct MichaelScott;

/// The memory.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Shared {
    cells: Vec<Cell>,
    head: Pointer,
    tail: Pointer,
}

/// Where an operation stands, and which pointers it has read.
#[allow(missing_docs)] // the fields are what they are called
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Local {
    /// Before it has a cell of its own for this value.
    Enqueue(Value),
    /// About to read the tail.
    EnqueueTail { cell: Pointer },
    /// About to read what follows the tail.
    EnqueueNext { cell: Pointer, tail: Pointer },
    /// About to see whether the tail is still the tail.
    EnqueueCheck { cell: Pointer, tail: Pointer, next: Pointer },
    /// About to link its cell behind the tail.
    EnqueueLink { cell: Pointer, tail: Pointer },
    /// About to help the tail forward, and to try again.
    EnqueueHelp { cell: Pointer, tail: Pointer, next: Pointer },
    /// About to move the tail to its own cell, which is linked.
    EnqueueMove { cell: Pointer, tail: Pointer },
    /// Done.
    Enqueued,
    /// About to read the head.
    DequeueHead,
    /// About to read the tail.
    DequeueTail { head: Pointer },
    /// About to read what follows the head.
    DequeueNext { head: Pointer, tail: Pointer },
    /// About to see whether the head is still the head.
    DequeueCheck { head: Pointer, tail: Pointer, next: Pointer },
    /// About to help the tail forward, and to try again.
    DequeueHelp { tail: Pointer, next: Pointer },
    /// About to move the head.
    DequeueMove { head: Pointer, next: Pointer },
    /// Took this value, or found nothing.
    Dequeued(Option<Value>),
}

impl Object for MichaelScott {
    type Shared = Shared;
    type Local = Local;

    fn initial(&self, _: &Workload) -> Shared {
        Shared { cells: vec![Cell { value: 0, next: NULL }], head: 0, tail: 0 }
    }

    fn calls(&self, value: Value) -> Vec<Call<Local>> {
        vec![
            Call { name: format!("ENQ !{value}"), local: Local::Enqueue(value) },
            Call { name: "DEQ".into(), local: Local::DequeueHead },
        ]
    }

    fn steps(&self, shared: &Shared, local: &Local, _: u8) -> Vec<Step<Shared, Local>> {
        let mut s = shared.clone();
        let swap = |place: &mut Pointer, from: Pointer, to: Pointer| {
            let same = *place == from;
            if same {
                *place = to;
            }
            same
        };
        vec![match *local {
            Local::Enqueue(value) => {
                let cell = allocate(&mut s.cells, value);
                Step::Access("NEW", s, Local::EnqueueTail { cell })
            }
            Local::EnqueueTail { cell } => {
                let tail = s.tail;
                Step::Access("READ_TAIL", s, Local::EnqueueNext { cell, tail })
            }
            Local::EnqueueNext { cell, tail } => {
                let next = s.cells[tail as usize].next;
                Step::Access("READ_NEXT", s, Local::EnqueueCheck { cell, tail, next })
            }
            Local::EnqueueCheck { cell, tail, next } => {
                let local = match (s.tail == tail, next) {
                    (false, _) => Local::EnqueueTail { cell },
                    (true, NULL) => Local::EnqueueLink { cell, tail },
                    (true, _) => Local::EnqueueHelp { cell, tail, next },
                };
                Step::Access("CHECK_TAIL", s, local)
            }
            Local::EnqueueLink { cell, tail } => {
                let linked = swap(&mut s.cells[tail as usize].next, NULL, cell);
                let local =
                    if linked { Local::EnqueueMove { cell, tail } } else { Local::EnqueueTail { cell } };
                Step::Access("CAS_NEXT", s, local)
            }
            Local::EnqueueHelp { cell, tail, next } => {
                swap(&mut s.tail, tail, next);
                Step::Access("CAS_TAIL", s, Local::EnqueueTail { cell })
            }
            Local::EnqueueMove { cell, tail } => {
                swap(&mut s.tail, tail, cell);
                Step::Access("CAS_TAIL", s, Local::Enqueued)
            }
            Local::Enqueued => Step::Return("ENQ".into()),
            Local::DequeueHead => {
                let head = s.head;
                Step::Access("READ_HEAD", s, Local::DequeueTail { head })
            }
            Local::DequeueTail { head } => {
                let tail = s.tail;
                Step::Access("READ_TAIL", s, Local::DequeueNext { head, tail })
            }
            Local::DequeueNext { head, tail } => {
                let next = s.cells[head as usize].next;
                Step::Access("READ_NEXT", s, Local::DequeueCheck { head, tail, next })
            }
            Local::DequeueCheck { head, tail, next } => {
                let local = match (s.head == head, head == tail, next) {
                    (false, _, _) => Local::DequeueHead,
                    (true, true, NULL) => Local::Dequeued(None),
                    (true, true, _) => Local::DequeueHelp { tail, next },
                    (true, false, _) => Local::DequeueMove { head, next },
                };
                Step::Access("CHECK_HEAD", s, local)
            }
            Local::DequeueHelp { tail, next } => {
                swap(&mut s.tail, tail, next);
                Step::Access("CAS_TAIL", s, Local::DequeueHead)
            }
            Local::DequeueMove { head, next } => {
                let value = s.cells[next as usize].value;
                let moved = swap(&mut s.head, head, next);
                let local = if moved { Local::Dequeued(Some(value)) } else { Local::DequeueHead };
                Step::Access("CAS_HEAD", s, local)
            }
            Local::Dequeued(Some(value)) => Step::Return(format!("DEQ !{value}")),
            Local::Dequeued(None) => Step::Return("DEQ_E".into()),
        }]
    }

    fn collect(&self, shared: &mut Shared, locals: &mut [Option<Local>]) {
        let mut pointers = vec![&mut shared.head, &mut shared.tail];
        for local in locals.iter_mut().flatten() {
            match local {
                Local::EnqueueTail { cell } => pointers.push(cell),
                Local::EnqueueNext { cell, tail }
                | Local::EnqueueLink { cell, tail }
                | Local::EnqueueMove { cell, tail } => pointers.extend([cell, tail]),
                Local::EnqueueCheck { cell, tail, next } | Local::EnqueueHelp { cell, tail, next } => {
                    pointers.extend([cell, tail, next]);
                }
                Local::DequeueTail { head } => pointers.push(head),
                Local::DequeueNext { head, tail } => pointers.extend([head, tail]),
                Local::DequeueCheck { head, tail, next } => pointers.extend([head, tail, next]),
                Local::DequeueHelp { tail, next } => pointers.extend([tail, next]),
                Local::DequeueMove { head, next } => pointers.extend([head, next]),
                Local::Enqueue(_) | Local::Enqueued | Local::DequeueHead | Local::Dequeued(_) => {}
            }
        }
        collect(&mut shared.cells, &mut pointers);
        // The dummy's value has been taken or was never one.
        let head = shared.head as usize;
        if !locals
            .iter()
            .flatten()
            .any(|l| matches!(l, Local::DequeueMove { next, .. } if *next as usize == head))
        {
            shared.cells[head].value = 0;
        }
    }
}
