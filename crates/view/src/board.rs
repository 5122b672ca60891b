//! How far a check is, for those who watch: a text that changes, and whoever waits for the change.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A text that changes.
#[derive(Default)]
pub struct Board {
    content: Mutex<Content>,
    changed: Condvar,
}

#[derive(Default)]
struct Content {
    version: u64,
    text: String,
    over: bool,
}

impl Board {
    /// Writes something else; `over` says that it is the last thing.
    pub fn write(&self, text: String, over: bool) {
        let mut content = self.lock();
        content.version += 1;
        content.text = text;
        content.over = over;
        self.changed.notify_all();
    }

    /// The text, if its version is not the one `seen`; waits for it, but not longer than `patience`.
    pub fn wait(&self, seen: u64, patience: Duration) -> Option<(u64, String, bool)> {
        let content = self.lock();
        let waited = self.changed.wait_timeout_while(content, patience, |content| content.version == seen);
        let (content, _) = waited.unwrap_or_else(PoisonError::into_inner);
        (content.version != seen).then(|| (content.version, content.text.clone(), content.over))
    }

    fn lock(&self) -> MutexGuard<'_, Content> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
