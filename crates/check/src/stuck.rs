//! Why goroutines that can never go on are stuck, and whose fault it is.
//!
//! Who waits for a lock waits for its holder. If that one is stuck elsewhere, the waiter is a symptom only; so is who waits
//! for a WaitGroup while others are stuck. What remains are the causes: a circle of locks, a lock that somebody holds
//! himself, a channel on which nobody will ever answer.

use rustc_hash::{FxHashMap, FxHashSet};
use vtrace_machine::{Goroutine, Machine, dump};
use vtrace_report::Kind;

use crate::trace::{Holders, Played};

/// A goroutine that is stuck.
#[derive(Clone, Debug)]
pub struct Stuck {
    /// Its number.
    pub goroutine: u32,
    /// Why, in the runtime's words: `chan send`.
    pub reason: String,
    /// What this is a case of, if it is the cause.
    pub kind: Kind,
    /// For whom it waits, if that is known.
    pub waits_for: Vec<u32>,
    /// Whether it would go on if somebody else were not stuck.
    pub symptom: bool,
}

/// All stuck goroutines of a run's last state. `general` is what a cause is a case of that is nothing more special.
pub fn analyse(machine: &Machine, played: &Played, general: Kind) -> Vec<Stuck> {
    let wakeable: FxHashSet<u32> = machine.wakeable(&played.state).into_iter().collect();
    let is_stuck = |g: &&Goroutine| g.ending().is_none() && !wakeable.contains(&g.number);
    let goroutines: Vec<&Goroutine> = played.state.goroutines().filter(is_stuck).collect();
    let mut all: Vec<Stuck> = goroutines.iter().map(|g| explain(machine, played, g, general)).collect();
    let places: FxHashMap<u32, usize> =
        all.iter().enumerate().map(|(i, stuck)| (stuck.goroutine, i)).collect();
    let waited: Vec<bool> = {
        let mut waited = vec![false; all.len()];
        let others = all.iter().flat_map(|stuck| &stuck.waits_for);
        others.filter_map(|other| places.get(other)).for_each(|&i| waited[i] = true);
        waited
    };
    // Most wait, and nobody waits for them.
    let on_circle: Vec<bool> = (0..all.len()).map(|i| waited[i] && reaches(&all, &places, i)).collect();
    for i in 0..all.len() {
        let waits_for_stuck = all[i].waits_for.iter().any(|other| places.contains_key(other));
        if on_circle[i] && !all[i].waits_for.contains(&all[i].goroutine) {
            let own_lock =
                matches!(all[i].kind, Kind::RwmutexDeadlock | Kind::DoubleLock | Kind::OnceReentry);
            if !own_lock {
                all[i].kind = Kind::LockOrder;
            }
        } else if waits_for_stuck && !on_circle[i] {
            all[i].symptom = true;
        }
    }
    // The other side of a circle in which somebody is in his own way is no cause of its own.
    if all.iter().any(|stuck| matches!(stuck.kind, Kind::RwmutexDeadlock)) {
        all.iter_mut().filter(|stuck| stuck.kind == Kind::LockOrder).for_each(|stuck| stuck.symptom = true);
    }
    let causes = |all: &[Stuck], weak: &dyn Fn(&Stuck) -> bool| all.iter().any(|s| !s.symptom && !weak(s));
    let waits = |stuck: &Stuck| stuck.reason == "sync.WaitGroup.Wait";
    let waits_or_cond = |stuck: &Stuck| waits(stuck) || stuck.kind == Kind::MissedSignal;
    if causes(&all, &waits_or_cond) {
        all.iter_mut().filter(|s| waits_or_cond(s)).for_each(|s| s.symptom = true);
    } else if causes(&all, &waits) {
        all.iter_mut().filter(|s| waits(s)).for_each(|s| s.symptom = true);
    }
    all
}

/// Whether the `start`th waits for itself in the end.
fn reaches(all: &[Stuck], places: &FxHashMap<u32, usize>, start: usize) -> bool {
    let mut seen = FxHashSet::default();
    let mut pending = vec![start];
    while let Some(i) = pending.pop() {
        for other in &all[i].waits_for {
            let Some(&j) = places.get(other) else { continue };
            if j == start {
                return true;
            }
            if seen.insert(j) {
                pending.push(j);
            }
        }
    }
    false
}

fn explain(machine: &Machine, played: &Played, g: &Goroutine, general: Kind) -> Stuck {
    let reason = dump::wait_reason(&machine.program, g);
    let touch = machine.footprint(&played.state, g.number).and_then(|f| f.touches.first().copied());
    let holders = touch.map(|touch| played.locks.holders(touch.object, touch.first)).unwrap_or_default();
    let me = g.number;
    let (kind, waits_for) = match reason.as_str() {
        "chan send (nil chan)" | "chan receive (nil chan)" => (Kind::NilChannel, Vec::new()),
        // All its channels are nil.
        "select" if touch.is_none() => (Kind::NilChannel, Vec::new()),
        "sync.Cond.Wait" => (Kind::MissedSignal, Vec::new()),
        "sync.Mutex.Lock" => match holders.writer {
            Some(holder) if holder == me && is_in_once(machine, g) => (Kind::OnceReentry, vec![me]),
            Some(holder) if holder == me => (Kind::DoubleLock, vec![me]),
            holder => (general, holder.into_iter().collect()),
        },
        "sync.RWMutex.Lock" => write_lock(me, &holders, general),
        "sync.RWMutex.RLock" => match holders.writer {
            Some(writer) if writer == me => (Kind::DoubleLock, vec![me]),
            Some(writer) if holders.readers.contains(&me) => (Kind::RwmutexDeadlock, vec![writer]),
            writer => (general, writer.into_iter().collect()),
        },
        _ => (general, Vec::new()),
    };
    Stuck { goroutine: me, reason, kind, waits_for, symptom: false }
}

fn write_lock(me: u32, holders: &Holders, general: Kind) -> (Kind, Vec<u32>) {
    match holders.writer {
        // It has locked it already.
        Some(writer) if writer == me && holders.readers.is_empty() => (Kind::DoubleLock, vec![me]),
        _ if holders.readers.contains(&me) => (Kind::RwmutexDeadlock, vec![me]),
        // It keeps new readers out, and waits for those inside.
        Some(writer) if writer == me => (general, holders.readers.clone()),
        Some(writer) => (general, vec![writer]),
        None => (general, holders.readers.clone()),
    }
}

/// Whether the innermost function that is not about the lock itself is one of sync.Once.
fn is_in_once(machine: &Machine, g: &Goroutine) -> bool {
    let image = &machine.program.image;
    let stack = dump::stack(&machine.program, g);
    let mut names = stack.iter().map(|at| image.function(at.function).name.as_str());
    names.find(|name| !name.ends_with(".Lock")).is_some_and(|name| name.starts_with("sync.(*Once)"))
}
