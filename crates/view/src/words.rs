//! What happens, in words that name the object: `sends 3 on jobs`, `locks joint.mu`, `waits to receive from done`.

use vtrace_machine::{Claim, Event, Machine, ObjectId, What};

use crate::document::ActKind;

/// An act in words.
pub struct Said {
    /// What kind of thing it is.
    pub kind: ActKind,
    /// In words.
    pub what: String,
    /// What it is done to.
    pub object: String,
}

/// What an event is called. None if it is not worth telling.
pub fn act(
    event: &Event,
    name: &dyn Fn(ObjectId, u32) -> String,
    who: &dyn Fn(u32) -> String,
    machine: &Machine,
) -> Option<Said> {
    let on = |object: &str, word: &str| {
        if object.is_empty() { String::new() } else { format!(" {word} {object}") }
    };
    let (kind, what, object) = match &event.what {
        What::Go { child } => (ActKind::Go, format!("starts {}", who(*child)), String::new()),
        What::Exit => (ActKind::Exit, "returns".to_string(), String::new()),
        What::Send { channel, value, to, buffer: (count, capacity) } => {
            let object = name(*channel, 0);
            let rest = match to {
                Some(to) => format!(" to {}", who(*to)),
                None if *capacity > 0 => format!(" ({count} of {capacity})"),
                None => String::new(),
            };
            (ActKind::Send, format!("sends {value}{}{rest}", on(&object, "on")), object)
        }
        What::Receive { channel, value, from, closed, .. } => {
            let object = name(*channel, 0);
            let rest = match (from, closed) {
                (Some(from), _) => format!(" from {}", who(*from)),
                (None, true) => ": it is closed".to_string(),
                (None, false) => String::new(),
            };
            (ActKind::Receive, format!("receives {value}{}{rest}", on(&object, "on")), object)
        }
        What::Close { channel } => {
            let object = name(*channel, 0);
            let what =
                if object.is_empty() { "closes a channel".to_string() } else { format!("closes {object}") };
            (ActKind::Close, what, object)
        }
        What::Default => (ActKind::Default, "takes the default".to_string(), String::new()),
        What::Call { name: function, .. } if function == "testing.(*common).fail" => {
            (ActKind::Panic, "fails the test".to_string(), String::new())
        }
        What::Call { name: function, .. } if function.starts_with("testing.(*") => return None,
        What::Call { name: function, object, slot, arguments } => {
            let object = name(*object, *slot);
            let (kind, what) = call(function, arguments, &object);
            (kind, what, object)
        }
        What::Load { value } => (ActKind::Read, format!("reads {value}"), String::new()),
        What::Store { value } => (ActKind::Write, format!("writes {value}"), String::new()),
        What::Panic { value } => (ActKind::Panic, format!("panics: {value}"), String::new()),
        What::Mark { mark } => {
            let what = match machine.program.marks().get(*mark as usize).map(|mark| &mark.claim) {
                Some(Claim::Assertion(condition)) => format!("finds that {condition} is false"),
                Some(Claim::Unreachable) => "comes to a line that should not be reached".to_string(),
                _ => return None,
            };
            (ActKind::Panic, what, String::new())
        }
        What::Fire { .. } => (ActKind::Timer, "a timer fires".to_string(), String::new()),
        What::Bind { input, value } => (ActKind::Input, format!("{input} is {value}"), input.clone()),
        What::Output { .. } => return None,
    };
    Some(Said { kind, what, object })
}

/// A call of the standard library, in words where there are good ones.
fn call(name: &str, arguments: &[String], object: &str) -> (ActKind, String) {
    let (kind, verb) = match name {
        "sync.(*Mutex).Lock" | "sync.(*RWMutex).Lock" => (ActKind::Lock, "locks"),
        "sync.(*Mutex).Unlock" | "sync.(*RWMutex).Unlock" => (ActKind::Unlock, "unlocks"),
        "sync.(*RWMutex).RLock" => (ActKind::Lock, "locks for reading"),
        "sync.(*RWMutex).RUnlock" => (ActKind::Unlock, "unlocks from reading"),
        "sync.(*WaitGroup).Wait" => (ActKind::Sync, "has waited for"),
        "sync.(*WaitGroup).Done" => (ActKind::Sync, "is done with"),
        "sync.runtime_notifyListAdd" => (ActKind::Sync, "begins to wait"),
        "sync.runtime_notifyListWait" => (ActKind::Sync, "wakes up"),
        "sync.runtime_notifyListNotifyOne" => (ActKind::Sync, "signals one"),
        "sync.runtime_notifyListNotifyAll" => (ActKind::Sync, "signals all"),
        "time.Sleep" => (ActKind::Sync, "sleeps"),
        _ => return (ActKind::Sync, other_call(name, arguments, object)),
    };
    let what = match (object, verb) {
        ("", "has waited for") => "has waited".to_string(),
        ("", "is done with") => "is done".to_string(),
        ("", verb) => verb.to_string(),
        (object, verb) => format!("{verb} {object}"),
    };
    (kind, what)
}

fn other_call(name: &str, arguments: &[String], object: &str) -> String {
    let short = last_part(name);
    let arguments = arguments.join(", ");
    // A method of something that has a name is called on it.
    match short.split_once("(*").and_then(|(_, rest)| rest.split_once(").")) {
        Some((_, method)) if !object.is_empty() => format!("{object}.{method}({arguments})"),
        _ => format!("{short}({arguments})"),
    }
}

/// A function's name without Go's word for a package that was given by its files.
pub fn function(name: String) -> String {
    name.strip_prefix("command-line-arguments.").map_or(name.clone(), ToString::to_string)
}

/// A name without the path of its package: `atomic.AddInt32`.
fn last_part(name: &str) -> &str {
    name.rsplit_once('/').map_or(name, |(_, short)| short)
}

/// A pending call without the standard library's way of writing methods.
pub fn short_call(what: &str) -> String {
    let word = match what {
        "calls sync.(*Mutex).Lock" | "calls sync.(*RWMutex).Lock" => "locks",
        "calls sync.(*Mutex).Unlock" | "calls sync.(*RWMutex).Unlock" => "unlocks",
        "calls sync.(*RWMutex).RLock" => "locks for reading",
        "calls sync.(*RWMutex).RUnlock" => "unlocks from reading",
        "calls sync.(*WaitGroup).Wait" => "ends its wait",
        "calls sync.(*WaitGroup).Done" => "is done",
        other => {
            return other
                .strip_prefix("calls ")
                .map_or_else(|| other.to_string(), |call| format!("calls {}", last_part(call)));
        }
    };
    word.to_string()
}

/// For what somebody waits, from the runtime's words and the object's name.
pub fn waits(reason: &str, name: Option<&str>) -> String {
    let on = |verb: &str, otherwise: &str| match name {
        Some(name) => format!("{verb} {name}"),
        None => otherwise.to_string(),
    };
    match reason {
        "chan send" => on("waits to send on", "waits to send"),
        "chan receive" => on("waits to receive from", "waits to receive"),
        "chan send (nil chan)" => "waits for ever to send on a nil channel".to_string(),
        "chan receive (nil chan)" => "waits for ever to receive from a nil channel".to_string(),
        "select" => "waits in a select".to_string(),
        "select (no cases)" => "waits for ever in an empty select".to_string(),
        "sync.Mutex.Lock" | "sync.RWMutex.Lock" => on("waits for", "waits for a lock"),
        "sync.RWMutex.RLock" => on("waits to read-lock", "waits for a read lock"),
        "sync.WaitGroup.Wait" => on("waits for the group", "waits for a group"),
        "sync.Cond.Wait" => "waits for a signal".to_string(),
        "sleep" => "sleeps".to_string(),
        other => format!("stands still ({other})"),
    }
}
