//! What an act comes after, besides what its own goroutine did before: the edges of happens-before between goroutines.
//!
//! As Go's memory model has them: a send comes before its receive, a close before the receives that see it, an unlock before the
//! next lock, `Done` before the `Wait` that it ends, an atomic operation before the next one on the same variable, a `go` statement
//! before the goroutine. Plain reads and writes order nothing.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use vtrace_machine::{Event, ObjectId, What};

use crate::document::ActKind;

/// What may come before a later act.
#[derive(Default)]
pub struct Causes {
    /// How many acts there are.
    acts: usize,
    /// The act that started a goroutine that has not acted yet, by its number.
    starts: FxHashMap<u32, usize>,
    /// The sends whose elements are in the buffer.
    sent: FxHashMap<ObjectId, VecDeque<usize>>,
    closed: FxHashMap<ObjectId, usize>,
    /// The last unlock of a lock by a writer, and those by readers since.
    unlocked: FxHashMap<(ObjectId, u32), (Option<usize>, Vec<usize>)>,
    /// All that `Wait` waits for.
    done: FxHashMap<(ObjectId, u32), Vec<usize>>,
    /// The last operation on anything else.
    last: FxHashMap<(ObjectId, u32), usize>,
}

impl Causes {
    /// The acts of others that an event comes after, and the one that happens at the same time. To be asked once for each
    /// event that is an act, in order.
    pub fn of(&mut self, event: &Event, kind: ActKind) -> (Vec<usize>, Option<usize>) {
        let me = self.acts;
        self.acts += 1;
        let mut after: Vec<usize> = self.starts.remove(&event.goroutine).into_iter().collect();
        let mut with = None;
        match &event.what {
            What::Go { child } => {
                self.starts.insert(*child, me);
            }
            What::Send { channel, to: None, .. } => self.sent.entry(*channel).or_default().push_back(me),
            What::Receive { from: Some(_), .. } => {
                // The send of a meeting is the act before.
                after.extend(me.checked_sub(1));
                with = me.checked_sub(1);
            }
            What::Receive { channel, closed: true, .. } => after.extend(self.closed.get(channel)),
            What::Receive { channel, .. } => {
                after.extend(self.sent.get_mut(channel).and_then(VecDeque::pop_front));
            }
            What::Close { channel } => {
                self.closed.insert(*channel, me);
            }
            What::Call { name, object, slot, .. } if *object != ObjectId::NONE => {
                self.call(&mut after, me, kind, name, (*object, *slot));
            }
            _ => {}
        }
        (after, with)
    }

    fn call(&mut self, after: &mut Vec<usize>, me: usize, kind: ActKind, name: &str, key: (ObjectId, u32)) {
        match kind {
            ActKind::Lock => {
                if let Some((writer, readers)) = self.unlocked.get(&key) {
                    after.extend(writer);
                    if !name.ends_with("RLock") {
                        after.extend(readers);
                    }
                }
            }
            ActKind::Unlock => {
                let (writer, readers) = self.unlocked.entry(key).or_default();
                if name.ends_with("RUnlock") {
                    readers.push(me);
                } else {
                    *writer = Some(me);
                    readers.clear();
                }
            }
            _ if name.starts_with("sync.(*WaitGroup)") => match name.ends_with("Wait") {
                true => after.extend(self.done.get(&key).into_iter().flatten()),
                false => self.done.entry(key).or_default().push(me),
            },
            _ => after.extend(self.last.insert(key, me)),
        }
    }
}
