//! Conditional compare-and-swap: the swap takes effect only while a flag is set. A thread that finds another's
//! descriptor in the cell completes that operation first.

use super::{Call, Object, Step, Value, Workload};

/// The object: a cell that holds 0 or 1, first 0, and a flag, first unset. `CCAS !o !n` returns what the cell held.
pub struct Ccas;

/// What the cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Content {
    /// A number.
    Number(u8),
    /// The operation of this thread, under way.
    Descriptor {
        /// Who.
        owner: u8,
        /// What the cell held.
        old: u8,
        /// What it will hold if the flag is set.
        new: u8,
    },
}

/// The memory.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Shared {
    cell: Content,
    flag: bool,
    /// Whose descriptor has just left the cell. Everyone who still holds it is told at the end of the step, so that it
    /// is not mistaken for a later one; between steps all of these are false.
    stale: Vec<bool>,
}

/// Where an operation stands: its own arguments are `old` and `new`; the operation that it completes, its own or
/// another's, is that of `owner`, whose descriptor is in the cell as long as it is `current`.
#[allow(missing_docs)] // the fields are named above
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Local {
    /// About to put its descriptor into the cell.
    Install { old: u8, new: u8 },
    /// About to read the flag for the operation of `owner`.
    ReadFlag { old: u8, new: u8, owner: u8, target_old: u8, target_new: u8, current: bool },
    /// About to replace the descriptor of `owner` by `result`.
    Resolve { old: u8, new: u8, owner: u8, result: u8, current: bool },
    /// Returns what the cell held.
    Done(u8),
    /// About to set the flag.
    SetFlag(bool),
    /// Has set it.
    FlagSet(bool),
}

impl Object for Ccas {
    type Shared = Shared;
    type Local = Local;

    fn initial(&self, workload: &Workload) -> Shared {
        Shared { cell: Content::Number(0), flag: false, stale: vec![false; workload.threads as usize] }
    }

    fn calls(&self, _: Value) -> Vec<Call<Local>> {
        vec![
            Call { name: "CCAS !0 !1".into(), local: Local::Install { old: 0, new: 1 } },
            Call { name: "CCAS !1 !0".into(), local: Local::Install { old: 1, new: 0 } },
            Call { name: "SETFLAG !0".into(), local: Local::SetFlag(false) },
            Call { name: "SETFLAG !1".into(), local: Local::SetFlag(true) },
        ]
    }

    fn steps(&self, shared: &Shared, local: &Local, thread: u8) -> Vec<Step<Shared, Local>> {
        let mut s = shared.clone();
        vec![match *local {
            Local::Install { old, new } => {
                let next = match s.cell {
                    Content::Number(held) if held == old => {
                        s.cell = Content::Descriptor { owner: thread, old, new };
                        Local::ReadFlag {
                            old,
                            new,
                            owner: thread,
                            target_old: old,
                            target_new: new,
                            current: true,
                        }
                    }
                    Content::Number(held) => Local::Done(held),
                    Content::Descriptor { owner, old: target_old, new: target_new } => {
                        Local::ReadFlag { old, new, owner, target_old, target_new, current: true }
                    }
                };
                Step::Access("CAS_INSTALL", s, next)
            }
            Local::ReadFlag { old, new, owner, target_old, target_new, current } => {
                let result = if s.flag { target_new } else { target_old };
                Step::Access("READ_FLAG", s, Local::Resolve { old, new, owner, result, current })
            }
            Local::Resolve { old, new, owner, result, current } => {
                if current && matches!(s.cell, Content::Descriptor { owner: there, .. } if there == owner) {
                    s.cell = Content::Number(result);
                    s.stale[owner as usize - 1] = true; // whoever helps with it comes too late
                }
                let next = if owner == thread { Local::Done(old) } else { Local::Install { old, new } };
                Step::Access("CAS_RESOLVE", s, next)
            }
            Local::Done(held) => Step::Return(format!("CCAS !{held}")),
            Local::SetFlag(flag) => {
                s.flag = flag;
                Step::Access("SET_FLAG", s, Local::FlagSet(flag))
            }
            Local::FlagSet(_) => Step::Return("SETFLAG".into()),
        }]
    }

    fn collect(&self, shared: &mut Shared, locals: &mut [Option<Local>]) {
        // A descriptor that left the cell never comes back: remember that with those who still hold it.
        for owner in 0..shared.stale.len() {
            if !std::mem::take(&mut shared.stale[owner]) {
                continue;
            }
            for local in locals.iter_mut().flatten() {
                match local {
                    Local::ReadFlag { owner: of, current, .. }
                    | Local::Resolve { owner: of, current, .. }
                        if *of as usize == owner + 1 =>
                    {
                        *current = false;
                    }
                    _ => {}
                }
            }
        }
    }
}
