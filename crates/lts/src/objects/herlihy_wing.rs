//! Herlihy and Wing's queue: an array, a counter that hands out its slots, and a dequeue that searches it again and again.

use super::{Call, Object, Step, Value, Workload};

/// The queue. DEQ searches until it finds something.
pub struct HerlihyWing;

/// The memory.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Shared {
    /// What the slots hold; 0 is nothing.
    items: Vec<Value>,
    /// The first slot that was not handed out.
    back: u8,
}

/// Where an operation stands.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Local {
    /// About to get a slot for this value.
    Enqueue(Value),
    /// About to put the value into the slot.
    EnqueueStore(Value, u8),
    /// Done.
    Enqueued,
    /// About to read how many slots were handed out.
    DequeueRange,
    /// About to take what is in the first slot, if anything; the second ends the search.
    DequeueSwap(u8, u8),
    /// Took this value.
    Dequeued(Value),
}

impl Object for HerlihyWing {
    type Shared = Shared;
    type Local = Local;

    fn initial(&self, workload: &Workload) -> Shared {
        Shared { items: vec![0; workload.threads as usize * workload.operations as usize], back: 0 }
    }

    fn calls(&self, value: Value) -> Vec<Call<Local>> {
        vec![
            Call { name: format!("ENQ !{value}"), local: Local::Enqueue(value) },
            Call { name: "DEQ".into(), local: Local::DequeueRange },
        ]
    }

    fn steps(&self, shared: &Shared, local: &Local, _: u8) -> Vec<Step<Shared, Local>> {
        let mut s = shared.clone();
        vec![match *local {
            Local::Enqueue(value) => {
                let slot = s.back;
                s.back += 1;
                Step::Access("INC_BACK", s, Local::EnqueueStore(value, slot))
            }
            Local::EnqueueStore(value, slot) => {
                s.items[slot as usize] = value;
                Step::Access("STORE", s, Local::Enqueued)
            }
            Local::Enqueued => Step::Return("ENQ".into()),
            Local::DequeueRange => {
                let back = s.back;
                let next = if back == 0 { Local::DequeueRange } else { Local::DequeueSwap(0, back) };
                Step::Access("READ_BACK", s, next)
            }
            Local::DequeueSwap(slot, end) => {
                let value = std::mem::take(&mut s.items[slot as usize]);
                let next = match value {
                    0 if slot + 1 == end => Local::DequeueRange,
                    0 => Local::DequeueSwap(slot + 1, end),
                    value => Local::Dequeued(value),
                };
                Step::Access("SWAP", s, next)
            }
            Local::Dequeued(value) => Step::Return(format!("DEQ !{value}")),
        }]
    }
}
