//! Package sync: mutexes, wait groups, and the notification list under Cond.
//!
//! They live in the fields of the real types, so that they work wherever those are embedded or copied:
//! a Mutex is locked if its first slot is not 0; a WaitGroup's first slot is its counter.

use super::{Flow, Native, NativeCall, Visible, always, int, local, pointer, results};
use crate::fault::Fault;
use crate::state::State;
use crate::step::Context;
use crate::value::{Pointer, Value};

/// The slots of an RWMutex: its writers' mutex, and (after the three semaphores' words) its counts.
mod rw {
    /// 1 if a writer holds it or waits for readers to leave; further writers wait for this.
    pub const WRITER: u32 = 0;
    /// How many readers hold it.
    pub const READERS: u32 = 4;
    /// 1 if a writer has come and keeps new readers out.
    pub const CLOSED: u32 = 5;
}

pub(super) static NATIVES: &[Native] = &[
    guarded("(*sync.Mutex).Lock", mutex_free, mutex_lock),
    guarded("(*sync.Mutex).TryLock", always, mutex_try_lock),
    guarded("(*sync.Mutex).Unlock", always, mutex_unlock),
    guarded("(*internal/sync.Mutex).Lock", mutex_free, mutex_lock),
    guarded("(*internal/sync.Mutex).TryLock", always, mutex_try_lock),
    guarded("(*internal/sync.Mutex).Unlock", always, mutex_unlock),
    guarded("(*sync.RWMutex).RLock", rw_open, rw_rlock),
    guarded("(*sync.RWMutex).TryRLock", always, rw_try_rlock),
    guarded("(*sync.RWMutex).RUnlock", always, rw_runlock),
    guarded("(*sync.RWMutex).Lock", rw_lockable, rw_lock),
    guarded("(*sync.RWMutex).TryLock", always, rw_try_lock),
    guarded("(*sync.RWMutex).Unlock", always, rw_unlock),
    guarded("(*sync.WaitGroup).Add", always, wait_group_add),
    guarded("(*sync.WaitGroup).Done", always, wait_group_done),
    guarded("(*sync.WaitGroup).Wait", wait_group_zero, done),
    guarded("sync.runtime_notifyListAdd", always, notify_add),
    guarded("sync.runtime_notifyListWait", notified, notify_leave),
    guarded("sync.runtime_notifyListNotifyOne", always, notify_one),
    guarded("sync.runtime_notifyListNotifyAll", always, notify_all),
    local("(*sync.copyChecker).check", check_copied),
    local("sync.fatal", fatal),
    local("sync.throw", fatal),
];

const fn guarded(
    name: &'static str,
    ready: fn(&NativeCall) -> bool,
    run: fn(&mut Context, &mut State, usize) -> Result<Flow, Fault>,
) -> Native {
    Native { name, label: "", visible: Visible::IfShared, ready, run }
}

fn done(_: &mut Context, _: &mut State, _: usize) -> Result<Flow, Fault> {
    Ok(Flow::Done)
}

/// A Cond remembers its first address, and panics when it is used at another.
fn check_copied(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = receiver(cx, state, index)?;
    match state.heap.load(at) {
        Value::Ptr(first) if first != at => Err(Fault::string("sync.Cond is copied")),
        Value::Ptr(_) => Ok(Flow::Done),
        _ => {
            state.heap.store(at, Value::Ptr(at));
            Ok(Flow::Done)
        }
    }
}

fn fatal(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let text = super::string(cx.program, state, index, 0)?;
    Err(Fault::Fatal(cx.program.strings.text(text).into_owned()))
}

fn load(state: &State, at: Pointer) -> Result<i64, Fault> {
    match state.heap.load(at) {
        Value::Int(i) => Ok(i),
        Value::Unknown(term) => Err(Fault::Unknown(term)),
        other => Err(Fault::Unsupported(format!("a lock's word holds {other:?}"))),
    }
}

fn receiver(cx: &Context, state: &State, index: usize) -> Result<Pointer, Fault> {
    pointer(cx.program, state, index, 0)
}

/// A caller has made it, and may have locked it or added to it before.
fn is_callers(state: &State, at: Pointer) -> bool {
    state.heap.is_callers(at.object)
}

fn mutex_free(call: &NativeCall) -> bool {
    call.field(0) == 0
}

fn mutex_lock(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = receiver(cx, state, index)?;
    state.heap.store(at, Value::Int(1));
    Ok(Flow::Done)
}

fn mutex_try_lock(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = receiver(cx, state, index)?;
    let free = load(state, at)? == 0;
    if free {
        state.heap.store(at, Value::Int(1));
    }
    results(cx.program, state, index, &[Value::bool(free)]);
    Ok(Flow::Done)
}

fn mutex_unlock(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = receiver(cx, state, index)?;
    if load(state, at)? == 0 && !is_callers(state, at) {
        return Err(Fault::Fatal("sync: unlock of unlocked mutex".to_string()));
    }
    state.heap.store(at, Value::ZERO);
    Ok(Flow::Done)
}

fn rw_open(call: &NativeCall) -> bool {
    call.field(rw::CLOSED) == 0
}

fn rw_rlock(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = receiver(cx, state, index)?.offset(rw::READERS);
    let readers = load(state, at)?;
    state.heap.store(at, Value::Int(readers + 1));
    Ok(Flow::Done)
}

fn rw_try_rlock(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = receiver(cx, state, index)?;
    let open = load(state, at.offset(rw::CLOSED))? == 0;
    if open {
        rw_rlock(cx, state, index)?;
    }
    results(cx.program, state, index, &[Value::bool(open)]);
    Ok(Flow::Done)
}

fn rw_runlock(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = receiver(cx, state, index)?.offset(rw::READERS);
    let readers = load(state, at)?;
    if readers == 0 && is_callers(state, at) {
        return Ok(Flow::Done);
    }
    if readers == 0 {
        return Err(Fault::Fatal("sync: RUnlock of unlocked RWMutex".to_string()));
    }
    state.heap.store(at, Value::Int(readers - 1));
    Ok(Flow::Done)
}

/// A writer first excludes other writers and keeps new readers out; then it waits for the readers inside.
fn rw_lockable(call: &NativeCall) -> bool {
    match call.phase() {
        0 => call.field(rw::WRITER) == 0,
        _ => call.field(rw::READERS) == 0,
    }
}

fn rw_lock(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = receiver(cx, state, index)?;
    if state.goroutines[index].phase > 0 {
        return Ok(Flow::Done);
    }
    state.heap.store(at.offset(rw::WRITER), Value::Int(1));
    state.heap.store(at.offset(rw::CLOSED), Value::Int(1));
    let readers = load(state, at.offset(rw::READERS))?;
    Ok(if readers == 0 { Flow::Done } else { Flow::Again })
}

fn rw_try_lock(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = receiver(cx, state, index)?;
    let free = load(state, at.offset(rw::WRITER))? == 0 && load(state, at.offset(rw::READERS))? == 0;
    if free {
        state.heap.store(at.offset(rw::WRITER), Value::Int(1));
        state.heap.store(at.offset(rw::CLOSED), Value::Int(1));
    }
    results(cx.program, state, index, &[Value::bool(free)]);
    Ok(Flow::Done)
}

fn rw_unlock(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = receiver(cx, state, index)?;
    let held = load(state, at.offset(rw::WRITER))? != 0 && load(state, at.offset(rw::READERS))? == 0;
    if !held && !is_callers(state, at) {
        return Err(Fault::Fatal("sync: Unlock of unlocked RWMutex".to_string()));
    }
    state.heap.store(at.offset(rw::WRITER), Value::ZERO);
    state.heap.store(at.offset(rw::CLOSED), Value::ZERO);
    Ok(Flow::Done)
}

fn wait_group_add(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let delta = int(cx.program, state, index, 1)?;
    add(cx, state, index, delta)
}

fn wait_group_done(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    add(cx, state, index, -1)
}

fn add(cx: &mut Context, state: &mut State, index: usize, delta: i64) -> Result<Flow, Fault> {
    let at = receiver(cx, state, index)?;
    let mut counter = load(state, at)? + delta;
    if is_callers(state, at) {
        counter = counter.max(0);
    }
    if counter < 0 {
        return Err(Fault::string("sync: negative WaitGroup counter"));
    }
    state.heap.store(at, Value::Int(counter));
    Ok(Flow::Done)
}

fn wait_group_zero(call: &NativeCall) -> bool {
    call.field(0) == 0
}

/// A notification list hands out tickets in `wait` (slot 0), counts in `notify` (slot 1) how many are called, and in
/// slot 2 how many have a ticket. When the last of those leaves, it starts anew: otherwise no two states of a loop would
/// be the same.
fn notify_add(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = receiver(cx, state, index)?;
    let ticket = load(state, at)?;
    let holders = load(state, at.offset(2))?;
    state.heap.store(at, Value::Int(ticket + 1));
    state.heap.store(at.offset(2), Value::Int(holders + 1));
    results(cx.program, state, index, &[Value::Int(ticket)]);
    Ok(Flow::Done)
}

fn notified(call: &NativeCall) -> bool {
    matches!(call.argument(1), Value::Int(ticket) if ticket < call.field(1))
}

fn notify_leave(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = receiver(cx, state, index)?;
    let holders = load(state, at.offset(2))? - 1;
    state.heap.store(at.offset(2), Value::Int(holders));
    if holders == 0 {
        state.heap.store(at, Value::ZERO);
        state.heap.store(at.offset(1), Value::ZERO);
    }
    Ok(Flow::Done)
}

fn notify_one(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = receiver(cx, state, index)?;
    let (wait, notify) = (load(state, at)?, load(state, at.offset(1))?);
    state.heap.store(at.offset(1), Value::Int(wait.min(notify + 1)));
    Ok(Flow::Done)
}

fn notify_all(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let at = receiver(cx, state, index)?;
    let wait = load(state, at)?;
    state.heap.store(at.offset(1), Value::Int(wait));
    Ok(Flow::Done)
}
