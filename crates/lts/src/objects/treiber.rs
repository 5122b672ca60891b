//! Treiber's stack: a linked list whose top is exchanged by compare-and-swap.

use super::heap::{Cell, NULL, Pointer, allocate, collect};
use super::{Call, Object, Step, Value, Workload};

/// The stack. POP returns what it took, or `POP_E` from an empty stack.
pub struct Treiber;

/// The memory.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Shared {
    cells: Vec<Cell>,
    top: Pointer,
}

/// Where an operation stands.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Local {
    /// Before it has a cell of its own for this value.
    Push(Value),
    /// About to read the top and link its cell to it.
    PushRead(Pointer),
    /// About to swap the top, if it is still the one that the cell is linked to.
    PushSwap(Pointer),
    /// Done.
    Pushed,
    /// About to read the top.
    PopRead,
    /// About to read what follows this cell.
    PopNext(Pointer),
    /// About to swap the top from the first to the second.
    PopSwap(Pointer, Pointer),
    /// Took this value, or found nothing.
    Popped(Option<Value>),
}

impl Object for Treiber {
    type Shared = Shared;
    type Local = Local;

    fn initial(&self, _: &Workload) -> Shared {
        Shared { cells: Vec::new(), top: NULL }
    }

    fn calls(&self, value: Value) -> Vec<Call<Local>> {
        vec![
            Call { name: format!("PUSH !{value}"), local: Local::Push(value) },
            Call { name: "POP".into(), local: Local::PopRead },
        ]
    }

    fn steps(&self, shared: &Shared, local: &Local, _: u8) -> Vec<Step<Shared, Local>> {
        let mut shared = shared.clone();
        vec![match *local {
            Local::Push(value) => {
                let cell = allocate(&mut shared.cells, value);
                Step::Access("NEW", shared, Local::PushRead(cell))
            }
            Local::PushRead(cell) => {
                shared.cells[cell as usize].next = shared.top;
                Step::Access("READ_TOP", shared, Local::PushSwap(cell))
            }
            Local::PushSwap(cell) => {
                let next = if shared.top == shared.cells[cell as usize].next {
                    shared.top = cell;
                    Local::Pushed
                } else {
                    Local::PushRead(cell)
                };
                Step::Access("CAS_PUSH", shared, next)
            }
            Local::Pushed => Step::Return("PUSH".into()),
            Local::PopRead => {
                let next = if shared.top == NULL { Local::Popped(None) } else { Local::PopNext(shared.top) };
                Step::Access("READ_TOP", shared, next)
            }
            Local::PopNext(top) => {
                let next = Local::PopSwap(top, shared.cells[top as usize].next);
                Step::Access("READ_NEXT", shared, next)
            }
            Local::PopSwap(top, below) => {
                let next = if shared.top == top {
                    shared.top = below;
                    Local::Popped(Some(shared.cells[top as usize].value))
                } else {
                    Local::PopRead
                };
                Step::Access("CAS_POP", shared, next)
            }
            Local::Popped(Some(value)) => Step::Return(format!("POP !{value}")),
            Local::Popped(None) => Step::Return("POP_E".into()),
        }]
    }

    fn collect(&self, shared: &mut Shared, locals: &mut [Option<Local>]) {
        let mut pointers = vec![&mut shared.top];
        for local in locals.iter_mut().flatten() {
            match local {
                Local::PushRead(cell) | Local::PushSwap(cell) | Local::PopNext(cell) => pointers.push(cell),
                Local::PopSwap(top, below) => pointers.extend([top, below]),
                Local::Push(_) | Local::Pushed | Local::PopRead | Local::Popped(_) => {}
            }
        }
        collect(&mut shared.cells, &mut pointers);
    }
}
