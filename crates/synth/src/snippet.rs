//! The misuses, each in as few operations as it takes, and how to do the same properly.

/// A concurrency primitive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Primitive {
    Channel,
    Mutex,
    RwMutex,
    WaitGroup,
}

impl Primitive {
    /// Its name in the names of programs.
    pub fn name(self) -> &'static str {
        match self {
            Primitive::Channel => "chan",
            Primitive::Mutex => "mutex",
            Primitive::RwMutex => "rwmutex",
            Primitive::WaitGroup => "waitgroup",
        }
    }

    /// The variable that snippets use.
    pub(crate) fn variable(self) -> &'static str {
        match self {
            Primitive::Channel => "ch",
            Primitive::Mutex | Primitive::RwMutex => "mu",
            Primitive::WaitGroup => "wg",
        }
    }

    /// How it is declared.
    pub(crate) fn declaration(self) -> &'static str {
        match self {
            Primitive::Channel => "ch := make(chan int)",
            Primitive::Mutex => "var mu sync.Mutex",
            Primitive::RwMutex => "var mu sync.RWMutex",
            Primitive::WaitGroup => "var wg sync.WaitGroup",
        }
    }

    /// Its type as a parameter.
    pub(crate) fn parameter(self) -> &'static str {
        match self {
            Primitive::Channel => "chan int",
            Primitive::Mutex => "*sync.Mutex",
            Primitive::RwMutex => "*sync.RWMutex",
            Primitive::WaitGroup => "*sync.WaitGroup",
        }
    }

    /// How it is passed on.
    pub(crate) fn argument(self) -> &'static str {
        match self {
            Primitive::Channel => "ch",
            Primitive::Mutex | Primitive::RwMutex => "&mu",
            Primitive::WaitGroup => "&wg",
        }
    }
}

/// A misuse.
#[derive(Clone, Copy, Debug)]
pub struct Snippet {
    /// Of what.
    pub primitive: Primitive,
    /// Its name.
    pub name: &'static str,
    /// The code that is wrong, line by line.
    pub(crate) wrong: &'static [&'static str],
    /// The code that does it right, as often as one likes.
    pub(crate) right: &'static [&'static str],
    /// What must be found: one of these kinds.
    pub expected: &'static [&'static str],
    /// What may be found too, where the code is executed more than once.
    pub allowed: &'static [&'static str],
}

const BLOCKED: &[&str] = &["deadlock", "leak"];

/// Repeated, whoever has got a lock wants it again.
const LOCKED: &[&str] = &["deadlock", "leak", "double-lock", "lock-order", "rwmutex-deadlock"];

/// All misuses: those of the thesis, and those that its generator has besides.
pub const SNIPPETS: &[Snippet] = &[
    Snippet {
        primitive: Primitive::Channel,
        name: "blocking-send",
        wrong: &["ch <- 0"],
        right: &["go func() { <-ch }()", "ch <- 0"],
        expected: BLOCKED,
        allowed: BLOCKED,
    },
    Snippet {
        primitive: Primitive::Channel,
        name: "blocking-rcv",
        wrong: &["<-ch"],
        right: &["go func() { ch <- 0 }()", "<-ch"],
        expected: BLOCKED,
        allowed: BLOCKED,
    },
    Snippet {
        primitive: Primitive::Channel,
        name: "select",
        wrong: &["select {", "case <-ch:", "}"],
        right: &["go func() { ch <- 0 }()", "select {", "case <-ch:", "}"],
        expected: BLOCKED,
        allowed: BLOCKED,
    },
    Snippet {
        primitive: Primitive::Channel,
        name: "range",
        wrong: &["for range ch {", "}"],
        right: &["go func() { ch <- 0 }()", "for range ch {", "\tbreak", "}"],
        expected: BLOCKED,
        allowed: BLOCKED,
    },
    Snippet {
        primitive: Primitive::Channel,
        name: "double-close",
        wrong: &["close(ch)", "close(ch)"],
        right: &["once.Do(func() { close(ch) })"],
        expected: &["close-of-closed"],
        allowed: &["close-of-closed"],
    },
    Snippet {
        primitive: Primitive::Channel,
        name: "send-on-closed",
        wrong: &["close(ch)", "ch <- 0"],
        right: &["once.Do(func() {", "\tgo func() { <-ch }()", "\tch <- 0", "\tclose(ch)", "})"],
        expected: &["send-on-closed"],
        allowed: &["send-on-closed", "close-of-closed"],
    },
    Snippet {
        primitive: Primitive::Mutex,
        name: "blocking-lock",
        wrong: &["go func() { mu.Lock() }()", "mu.Lock()"],
        right: &["go func() { mu.Lock(); mu.Unlock() }()", "mu.Lock()", "mu.Unlock()"],
        expected: BLOCKED,
        allowed: LOCKED,
    },
    Snippet {
        primitive: Primitive::Mutex,
        name: "double-lock",
        wrong: &["mu.Lock()", "mu.Lock()"],
        right: &["mu.Lock()", "mu.Unlock()", "mu.Lock()", "mu.Unlock()"],
        expected: &["double-lock"],
        allowed: LOCKED,
    },
    Snippet {
        primitive: Primitive::Mutex,
        name: "unlock-unlocked",
        wrong: &["mu.Unlock()"],
        right: &["mu.Lock()", "mu.Unlock()"],
        expected: &["unlock-of-unlocked"],
        allowed: &["unlock-of-unlocked"],
    },
    Snippet {
        primitive: Primitive::RwMutex,
        name: "blocking-lock",
        wrong: &["go func() { mu.Lock() }()", "mu.Lock()"],
        right: &["go func() { mu.Lock(); mu.Unlock() }()", "mu.Lock()", "mu.Unlock()"],
        expected: BLOCKED,
        allowed: LOCKED,
    },
    Snippet {
        primitive: Primitive::RwMutex,
        name: "double-lock",
        wrong: &["mu.Lock()", "mu.Lock()"],
        right: &["mu.Lock()", "mu.Unlock()", "mu.Lock()", "mu.Unlock()"],
        expected: &["double-lock"],
        allowed: LOCKED,
    },
    Snippet {
        primitive: Primitive::RwMutex,
        name: "double-rlock",
        wrong: &["mu.RLock()", "mu.Lock()"],
        right: &["mu.RLock()", "mu.RUnlock()", "mu.Lock()", "mu.Unlock()"],
        expected: &["rwmutex-deadlock"],
        allowed: LOCKED,
    },
    Snippet {
        primitive: Primitive::RwMutex,
        name: "unlock-unlocked",
        wrong: &["mu.Unlock()"],
        right: &["mu.Lock()", "mu.Unlock()"],
        expected: &["unlock-of-unlocked"],
        allowed: &["unlock-of-unlocked"],
    },
    Snippet {
        primitive: Primitive::RwMutex,
        name: "runlock-unlocked",
        wrong: &["mu.RUnlock()"],
        right: &["mu.RLock()", "mu.RUnlock()"],
        expected: &["unlock-of-unlocked"],
        allowed: &["unlock-of-unlocked"],
    },
    Snippet {
        primitive: Primitive::WaitGroup,
        name: "blocking-wait",
        wrong: &["wg.Add(1)", "wg.Wait()"],
        // One at a time: who adds from zero while another one waits misuses the WaitGroup, too.
        right: &["guard.Lock()", "wg.Add(1)", "go func() { wg.Done() }()", "wg.Wait()", "guard.Unlock()"],
        expected: BLOCKED,
        allowed: BLOCKED,
    },
    Snippet {
        primitive: Primitive::WaitGroup,
        name: "negative-add",
        wrong: &["wg.Add(-1)"],
        right: &["wg.Add(1)", "wg.Add(-1)"],
        expected: &["negative-waitgroup"],
        allowed: &["negative-waitgroup"],
    },
    Snippet {
        primitive: Primitive::WaitGroup,
        name: "negative-done",
        wrong: &["wg.Done()"],
        right: &["wg.Add(1)", "wg.Done()"],
        expected: &["negative-waitgroup"],
        allowed: &["negative-waitgroup"],
    },
];
