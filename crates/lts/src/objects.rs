//! A small generator: the systems of concurrent objects under a bounded number of calls.
//!
//! `threads` threads each make `operations` calls, of any methods the object has, in all interleavings. A call and a
//! return are visible (`CALL !PUSH !5 !1`, `RET !POP !5 !2`: see [`crate::event`]), each access to shared memory in between
//! is one step with a name of its own, which is hidden unless [`Workload::detailed`] asks for it. An *atomic*
//! object does all its work in one step; it is the specification to which a linearizable object's system refines.
//!
//! Memory that nothing refers to any more is taken away and what stays is renumbered by reachability, so addresses do
//! not multiply states; pointers are never reused while somebody holds them, as in a language with a collector.

use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::lts::{Labels, Lts, State, Transition};

pub mod atomic;
pub mod ccas;
pub mod herlihy_wing;
pub mod michael_scott;
pub mod treiber;

/// A value that is put into an object.
pub type Value = u8;

/// Which values calls put. The choice matters: what cannot be told apart by its value is merged by every equivalence.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Values {
    /// No two calls put the same one.
    #[default]
    Unique,
    /// Each thread puts its own number.
    Thread,
}

impl FromStr for Values {
    type Err = String;

    fn from_str(name: &str) -> Result<Values, String> {
        match name {
            "unique" => Ok(Values::Unique),
            "thread" => Ok(Values::Thread),
            _ => Err(format!("values are unique or thread, not {name:?}")),
        }
    }
}

/// What a call of a method starts with.
pub struct Call<L> {
    /// The method and its arguments, as in the label: `PUSH !5`, `CCAS !0 !1`.
    pub name: String,
    /// Where the operation stands.
    pub local: L,
}

/// What an operation does next.
pub enum Step<S, L> {
    /// An access to shared memory, called so.
    Access(&'static str, S, L),
    /// The return, with what the label says of it: `PUSH`, `POP !5`.
    Return(String),
}

/// A concurrent object: what its operations do, step by step.
pub trait Object {
    /// What all threads share.
    type Shared: Clone + Eq + Hash;
    /// An operation in flight: where it stands, and what it remembers.
    type Local: Clone + Eq + Hash;

    /// The object before anyone has touched it, under so much work.
    fn initial(&self, workload: &Workload) -> Self::Shared;

    /// The calls that a thread may make; one that puts something puts `value`.
    fn calls(&self, value: Value) -> Vec<Call<Self::Local>>;

    /// The next steps of an operation of `thread`, counted from 1: one, or none while it has to wait.
    fn steps(
        &self,
        shared: &Self::Shared,
        local: &Self::Local,
        thread: u8,
    ) -> Vec<Step<Self::Shared, Self::Local>>;

    /// Takes away what cannot be reached, and numbers the rest by how it is reached.
    fn collect(&self, _shared: &mut Self::Shared, _locals: &mut [Option<Self::Local>]) {}
}

/// How much happens. Threads times operations must be below 255.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Workload {
    /// How many threads.
    pub threads: u8,
    /// How many calls each of them makes.
    pub operations: u8,
    /// What is put into the object.
    pub values: Values,
    /// Are accesses to memory visible, under their names?
    pub detailed: bool,
    /// The most states that may be made.
    pub limit: usize,
}

/// The system has more states than allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the system has more than {0} states; allow more with a larger limit, or ask for less work")]
pub struct TooManyStates(pub usize);

/// A state of the whole: the object, and for each thread its operation in flight and how many it has finished.
#[derive(Clone, PartialEq, Eq, Hash)]
struct World<S, L> {
    shared: S,
    locals: Vec<Option<L>>,
    done: Vec<u8>,
}

/// The system of `object` under `workload`. Breadth-first, so states are numbered by their distance.
pub fn generate<O: Object>(object: &O, workload: &Workload) -> Result<Lts, TooManyStates> {
    let threads = workload.threads as usize;
    let start =
        World { shared: object.initial(workload), locals: vec![None; threads], done: vec![0; threads] };
    let mut labels = Labels::new();
    let mut transitions = Vec::new();
    let mut numbers: FxHashMap<World<O::Shared, O::Local>, State> = FxHashMap::default();
    numbers.insert(start.clone(), 0);
    let mut layer = vec![start];
    let mut source: State = 0;
    while !layer.is_empty() {
        let mut next_layer = Vec::new();
        for world in layer {
            let mut step = |label: &str, mut next: World<O::Shared, O::Local>| {
                object.collect(&mut next.shared, &mut next.locals);
                let count = numbers.len() as State;
                let target = *numbers.entry(next).or_insert_with_key(|next| {
                    next_layer.push(next.clone());
                    count
                });
                transitions.push(Transition { source, label: labels.intern(label), target });
            };
            for thread in 0..threads {
                let name = thread as u8 + 1;
                match &world.locals[thread] {
                    None if world.done[thread] < workload.operations => {
                        let value = match workload.values {
                            Values::Unique => world.done[thread] * workload.threads + name,
                            Values::Thread => name,
                        };
                        for call in object.calls(value) {
                            let mut next = world.clone();
                            next.locals[thread] = Some(call.local);
                            step(&format!("CALL !{} !{name}", call.name), next);
                        }
                    }
                    None => {}
                    Some(local) => {
                        for after in object.steps(&world.shared, local, name) {
                            let mut next = world.clone();
                            match after {
                                Step::Access(what, shared, local) => {
                                    next.shared = shared;
                                    next.locals[thread] = Some(local);
                                    if workload.detailed {
                                        step(&format!("{what} !{name}"), next);
                                    } else {
                                        step(crate::lts::TAU_NAME, next);
                                    }
                                }
                                Step::Return(result) => {
                                    next.locals[thread] = None;
                                    next.done[thread] += 1;
                                    step(&format!("RET !{result} !{name}"), next);
                                }
                            }
                        }
                    }
                }
            }
            source += 1;
        }
        if numbers.len() > workload.limit {
            return Err(TooManyStates(workload.limit));
        }
        layer = next_layer;
    }
    Ok(Lts::new(0, numbers.len(), labels, &transitions))
}

/// The objects that there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Treiber's lock-free stack.
    Treiber,
    /// Michael and Scott's lock-free queue.
    MichaelScott,
    /// Herlihy and Wing's queue.
    HerlihyWing,
    /// Conditional compare-and-swap, as Turon and others have it.
    Ccas,
    /// A stack whose operations are one step.
    AtomicStack,
    /// A queue whose operations are one step.
    AtomicQueue,
    /// A queue whose operations are one step, and whose dequeue waits while it is empty.
    AtomicBlockingQueue,
    /// A conditional compare-and-swap that is one step.
    AtomicCcas,
}

/// All kinds, with their names.
pub const KINDS: [(&str, Kind); 8] = [
    ("treiber-stack", Kind::Treiber),
    ("ms-queue", Kind::MichaelScott),
    ("hw-queue", Kind::HerlihyWing),
    ("ccas", Kind::Ccas),
    ("atomic-stack", Kind::AtomicStack),
    ("atomic-queue", Kind::AtomicQueue),
    ("atomic-blocking-queue", Kind::AtomicBlockingQueue),
    ("atomic-ccas", Kind::AtomicCcas),
];

/// No object is called so.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no object is called {0:?}; there are {names}", names = KINDS.map(|(name, _)| name).join(", "))]
pub struct UnknownObject(String);

impl FromStr for Kind {
    type Err = UnknownObject;

    fn from_str(name: &str) -> Result<Kind, UnknownObject> {
        let found = KINDS.iter().find(|(known, _)| *known == name);
        found.map(|&(_, kind)| kind).ok_or_else(|| UnknownObject(name.into()))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = KINDS.iter().find(|(_, kind)| kind == self);
        f.write_str(named.expect("every kind is in the list").0)
    }
}

impl Kind {
    /// The system of this object under `workload`.
    pub fn generate(self, workload: &Workload) -> Result<Lts, TooManyStates> {
        match self {
            Kind::Treiber => generate(&treiber::Treiber, workload),
            Kind::MichaelScott => generate(&michael_scott::MichaelScott, workload),
            Kind::HerlihyWing => generate(&herlihy_wing::HerlihyWing, workload),
            Kind::Ccas => generate(&ccas::Ccas, workload),
            Kind::AtomicStack => generate(&atomic::Atomic(atomic::Stack), workload),
            Kind::AtomicQueue => generate(&atomic::Atomic(atomic::Queue { blocking: false }), workload),
            Kind::AtomicBlockingQueue => {
                generate(&atomic::Atomic(atomic::Queue { blocking: true }), workload)
            }
            Kind::AtomicCcas => generate(&atomic::Atomic(atomic::ConditionalCas), workload),
        }
    }

    /// The atomic object that this one should refine.
    pub fn specification(self) -> Kind {
        match self {
            Kind::Treiber | Kind::AtomicStack => Kind::AtomicStack,
            Kind::MichaelScott | Kind::AtomicQueue => Kind::AtomicQueue,
            Kind::HerlihyWing | Kind::AtomicBlockingQueue => Kind::AtomicBlockingQueue,
            Kind::Ccas | Kind::AtomicCcas => Kind::AtomicCcas,
        }
    }
}

/// A linked cell, and pointers to cells.
pub(crate) mod heap {
    use super::Value;

    /// A pointer to a cell; [`NULL`] is none.
    pub type Pointer = u8;
    /// No cell.
    pub const NULL: Pointer = u8::MAX;

    /// A value and the cell after it.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Cell {
        pub value: Value,
        pub next: Pointer,
    }

    /// Adds a cell.
    pub fn allocate(cells: &mut Vec<Cell>, value: Value) -> Pointer {
        cells.push(Cell { value, next: NULL });
        (cells.len() - 1) as Pointer
    }

    /// Keeps what the pointers reach, numbered in the order in which they reach it, and updates them.
    pub fn collect(cells: &mut Vec<Cell>, pointers: &mut [&mut Pointer]) {
        let mut moved = vec![NULL; cells.len()];
        let mut kept: Vec<Cell> = Vec::with_capacity(cells.len());
        for pointer in pointers.iter_mut() {
            let mut at = **pointer;
            while at != NULL && moved[at as usize] == NULL {
                moved[at as usize] = kept.len() as Pointer;
                kept.push(cells[at as usize]);
                at = cells[at as usize].next;
            }
            if **pointer != NULL {
                **pointer = moved[**pointer as usize];
            }
        }
        for cell in &mut kept {
            if cell.next != NULL {
                cell.next = moved[cell.next as usize];
            }
        }
        *cells = kept;
    }
}
