//! From a bug and a run that shows it to a finding that people can read.

use vtrace_machine::{Choice, End, Machine, dump};
use vtrace_program::{FileId, FunctionId, Position};
use vtrace_report::{Finding, Kind, Label, Location, Outcome, Standing};

use crate::bugs::{Bug, Site, site};
use crate::stuck::{self, Stuck};
use crate::trace::{FIRES, Played, location, play};
use crate::{liveness, marks};

/// The findings that a run to `bug` shows. Several, if several goroutines are stuck for different reasons.
pub fn findings(machine: &Machine, bug: &Bug, run: &[Choice]) -> Vec<Finding> {
    if let Bug::Marked(mark) = bug {
        return marks::marked(machine, run, *mark).into_iter().collect();
    }
    let played = play(machine, run);
    let mut found: Vec<Finding> = match bug {
        Bug::Stuck(_) => blocked(machine, &played, Kind::Deadlock, None),
        Bug::Leaked(sites) => {
            sites.iter().flat_map(|&site| blocked(machine, &played, Kind::Leak, Some(site))).collect()
        }
        Bug::LeakedBesideOthers(site) => blocked_beside_others(machine, &played, *site),
        Bug::Crashes(at) => crash(machine, &played, *at).into_iter().collect(),
        Bug::Races(one, other) => race(machine, &played, *one, *other).into_iter().collect(),
        Bug::AddsBesideWait(at) => adds_beside_wait(machine, &played, *at).into_iter().collect(),
        Bug::Fails(at) => fails(machine, &played, *at).into_iter().collect(),
        Bug::Spins(sites) => spins(machine, &played, sites).into_iter().collect(),
        Bug::Marked(_) | Bug::GivesUp(_) => Vec::new(),
    };
    if let Some(call) = machine.call(&played.state) {
        found.iter_mut().for_each(|finding| finding.help.push(format!("the call that shows it: {call}")));
    }
    found
}

pub fn finding(played: &Played, kind: Kind, message: String, labels: Vec<Label>) -> Finding {
    // A test that gives up after some time does so whenever it likes here, where real time would be long enough.
    let gives_up = kind == Kind::TestFailed || message.contains("in goroutine after");
    let hasty =
        gives_up && played.trace.steps.iter().flat_map(|step| &step.acts).any(|act| act.what == FIRES);
    let standing = match played.inputs.is_empty() && !hasty {
        true => Standing::Certain,
        false => Standing::Possible,
    };
    let mut help: Vec<String> = help(kind).iter().map(ToString::to_string).collect();
    if hasty {
        help.push(
            "it needs a timer that fires early: `--time virtual` lets timers fire only when nobody can go on"
                .to_string(),
        );
    }
    Finding {
        id: String::new(),
        kind,
        standing,
        message,
        labels,
        inputs: played.inputs.clone(),
        needs: None,
        trace: played.trace.clone(),
        help,
        replay: None,
        entries: Vec::new(),
    }
}

fn place(machine: &Machine, site: Site) -> Option<Location> {
    let position = Position { file: FileId(site.file), line: site.line, column: site.column };
    location(machine, (position, FunctionId(site.function)))
}

pub fn label(location: Location, text: impl Into<String>) -> Label {
    Label { location, text: text.into() }
}

/// Where a goroutine of the last state is.
fn place_of(machine: &Machine, played: &Played, goroutine: u32) -> Option<Location> {
    site(machine, &played.state, goroutine).and_then(|site| place(machine, site))
}

/// What a goroutine waits for, in words.
fn waiting(reason: &str) -> &str {
    match reason {
        "chan send" => "to send",
        "chan receive" => "to receive",
        "chan send (nil chan)" => "to send on a nil channel",
        "chan receive (nil chan)" => "to receive from a nil channel",
        "select" => "for one of its cases",
        "select (no cases)" => "in an empty select",
        "sync.Mutex.Lock" | "sync.RWMutex.Lock" => "for the lock",
        "sync.RWMutex.RLock" => "to read-lock",
        "sync.WaitGroup.Wait" => "for the WaitGroup",
        "sync.Cond.Wait" => "for a signal",
        _ => "",
    }
}

/// A deadlock, or goroutines that leak: one finding for each cause, or only for the one at `only`.
fn blocked(machine: &Machine, played: &Played, general: Kind, only: Option<Site>) -> Vec<Finding> {
    let all = stuck::analyse(machine, played, general);
    let mut causes: Vec<&Stuck> = all.iter().filter(|stuck| !stuck.symptom).collect();
    causes.sort_by_key(|stuck| (rank(stuck), stuck.goroutine));
    match only {
        // A whole program that is stuck is one bug: the most telling cause.
        None => causes.truncate(1),
        // A circle of locks is one bug too.
        Some(site) => {
            let here =
                |stuck: &&Stuck| crate::bugs::site(machine, &played.state, stuck.goroutine) == Some(site);
            causes.retain(here);
            causes.truncate(1);
        }
    }
    causes.into_iter().filter_map(|cause| blocked_at(machine, played, &all, cause, general)).collect()
}

/// The most telling first.
fn rank(stuck: &Stuck) -> u32 {
    match stuck.kind {
        Kind::OnceReentry => 0,
        Kind::DoubleLock => 1,
        Kind::RwmutexDeadlock => 2,
        Kind::LockOrder => 3,
        Kind::NilChannel => 4,
        Kind::MissedSignal => 6,
        _ if stuck.reason == "sync.WaitGroup.Wait" => 7,
        _ => 5,
    }
}

fn blocked_at(
    machine: &Machine,
    played: &Played,
    all: &[Stuck],
    cause: &Stuck,
    general: Kind,
) -> Option<Finding> {
    let name = |stuck: &Stuck| played.name(stuck.goroutine);
    let who = name(cause);
    let rest = match general {
        Kind::Deadlock => "and nobody can go on",
        _ if played.state.main_returned() => "although the program is over",
        _ => "for ever",
    };
    let message = match cause.kind {
        Kind::OnceReentry => format!("{who} calls Do on a sync.Once inside its own function, {rest}"),
        Kind::DoubleLock => format!("{who} waits for a lock that it holds itself, {rest}"),
        Kind::RwmutexDeadlock if cause.reason == "sync.RWMutex.Lock" => {
            format!("{who} wants to write-lock while it holds the same lock for reading, {rest}")
        }
        Kind::RwmutexDeadlock => {
            format!("{who} read-locks a second time while a writer waits in between, {rest}")
        }
        Kind::LockOrder => format!("{} wait for each other's locks, {rest}", circle(played, all, cause)),
        Kind::NilChannel => format!("{who} waits for ever {}", waiting(&cause.reason)),
        Kind::MissedSignal => format!("{who} waits for a signal that never comes, {rest}"),
        Kind::Deadlock => format!("all goroutines are blocked: {who} waits {}", waiting(&cause.reason)),
        _ => format!("{who} is blocked for ever: it waits {}", waiting(&cause.reason)),
    };
    let text = |stuck: &Stuck| {
        let holders: Vec<String> = stuck.waits_for.iter().map(|&other| played.name(other)).collect();
        let waiting = waiting(&stuck.reason);
        match holders.is_empty() {
            true => format!("{} waits here {waiting}", name(stuck)),
            false => format!("{} waits here {waiting}, held by {}", name(stuck), holders.join(", ")),
        }
    };
    let mut labels = vec![label(place_of(machine, played, cause.goroutine)?, text(cause))];
    // Of a leak, only those who wait for the same reason matter.
    let related = |stuck: &&Stuck| {
        stuck.goroutine != cause.goroutine
            && (general == Kind::Deadlock || stuck.symptom || cause.waits_for.contains(&stuck.goroutine))
    };
    for other in all.iter().filter(related) {
        if let Some(at) = place_of(machine, played, other.goroutine)
            && !labels.iter().any(|label| label.location.line == at.line && label.location.file == at.file)
        {
            labels.push(label(at, text(other)));
        }
    }
    Some(finding(played, cause.kind, message, labels))
}

/// Those who wait for each other: `main and goroutine 1`.
fn circle(played: &Played, all: &[Stuck], cause: &Stuck) -> String {
    let members = all.iter().filter(|stuck| stuck.kind == Kind::LockOrder && !stuck.symptom);
    let mut names: Vec<String> = members.map(|stuck| played.name(stuck.goroutine)).collect();
    if names.len() < 2 {
        names = vec![played.name(cause.goroutine), "others".to_string()];
    }
    let last = names.pop().unwrap_or_default();
    format!("{} and {last}", names.join(", "))
}

/// Somebody is blocked for ever while others go on for ever.
fn blocked_beside_others(machine: &Machine, played: &Played, at: Site) -> Vec<Finding> {
    let state = &played.state;
    let here = state.goroutines().find(|g| site(machine, state, g.number) == Some(at));
    let Some(g) = here else { return Vec::new() };
    let reason = dump::wait_reason(&machine.program, g);
    let kind = match reason.as_str() {
        "chan send (nil chan)" | "chan receive (nil chan)" => Kind::NilChannel,
        "sync.Cond.Wait" => Kind::MissedSignal,
        _ => Kind::Leak,
    };
    let (who, waiting) = (played.name(g.number), waiting(&reason));
    let message = format!("{who} is blocked for ever while others go on: it waits {waiting}");
    let Some(location) = place(machine, at) else { return Vec::new() };
    vec![finding(played, kind, message, vec![label(location, format!("{who} waits here {waiting}"))])]
}

fn crash(machine: &Machine, played: &Played, at: Site) -> Option<Finding> {
    let state = &played.state;
    let g =
        state.goroutines().find(|g| g.ending().is_some() && site(machine, state, g.number) == Some(at))?;
    let who = played.name(g.number);
    let (kind, text) = match g.ending()? {
        End::Panic { text, .. } => (panic_kind(last_panic(text)), last_panic(text).to_string()),
        End::Fatal { text, .. } => match text.as_str() {
            text if text.contains("nlock of unlocked") => (Kind::UnlockOfUnlocked, text.to_string()),
            text => (Kind::Panic, format!("fatal error: {text}")),
        },
        _ => return None,
    };
    let message = match kind {
        Kind::Panic => format!("{who} panics: {text}"),
        Kind::SendOnClosed => format!("{who} sends on a closed channel"),
        Kind::CloseOfClosed => format!("{who} closes a channel that is closed already"),
        Kind::CloseOfNil => format!("{who} closes a nil channel"),
        Kind::NegativeWaitgroup => format!("{who} makes a WaitGroup's counter negative"),
        Kind::UnlockOfUnlocked => format!("{who} unlocks a lock that is not locked"),
        _ => format!("{who}: {text}"),
    };
    let mut labels = vec![label(place(machine, at)?, text)];
    if let Some(earlier) = earlier_cause(played, kind) {
        labels.push(earlier);
    }
    Some(finding(played, kind, message, labels))
}

/// Of panics that came one upon the other, what the last one says, in one line. That the one before was recovered, or panicked
/// again on its way, as in every test, is of no interest.
fn last_panic(text: &str) -> &str {
    let later = text.lines().rev().find_map(|line| line.strip_prefix("\tpanic: "));
    let line = later.or_else(|| text.lines().next()).unwrap_or_default();
    [" [recovered, repanicked]", " [recovered]"].iter().find_map(|end| line.strip_suffix(end)).unwrap_or(line)
}

/// Where the channel was closed before, or the lock unlocked: the last step of the run that did so.
fn earlier_cause(played: &Played, kind: Kind) -> Option<Label> {
    let (verb, text) = match kind {
        Kind::SendOnClosed | Kind::CloseOfClosed => ("closes", "closed here"),
        Kind::UnlockOfUnlocked => ("unlocks", "unlocked here"),
        _ => return None,
    };
    let acts = played.trace.steps.iter().flat_map(|step| &step.acts);
    let mut earlier = acts
        .filter(|act| act.what.starts_with(verb))
        .filter_map(|act| Some((act.lane?, act.location.clone()?)));
    let (lane, at) = match kind {
        // The last one is the crash itself.
        Kind::CloseOfClosed | Kind::UnlockOfUnlocked => {
            let all: Vec<_> = earlier.collect();
            all.len().checked_sub(2).map(|i| all[i].clone())?
        }
        _ => earlier.next_back()?,
    };
    let who = match played.trace.lanes[lane].name.as_str() {
        "main" => "main".to_string(),
        name => format!("goroutine {name}"),
    };
    Some(label(at, format!("{text} by {who}")))
}

/// What a panic is a case of; the text may have several lines.
pub fn panic_kind(text: &str) -> Kind {
    match last_panic(text) {
        "send on closed channel" => Kind::SendOnClosed,
        "close of closed channel" => Kind::CloseOfClosed,
        "close of nil channel" => Kind::CloseOfNil,
        "sync: negative WaitGroup counter" => Kind::NegativeWaitgroup,
        line if line.starts_with("sync: WaitGroup") => Kind::WaitgroupMisuse,
        _ => Kind::Panic,
    }
}

fn race(machine: &Machine, played: &Played, one: (Site, bool), other: (Site, bool)) -> Option<Finding> {
    let state = &played.state;
    let at = |wanted: Site, not: Option<u32>| {
        state
            .goroutines()
            .map(|g| g.number)
            .find(|&number| Some(number) != not && site(machine, state, number) == Some(wanted))
    };
    // Two goroutines at one place: any two.
    let first = at(one.0, None)?;
    let second = at(other.0, Some(first))?;
    let verb = |writes: bool| if writes { "writes" } else { "reads" };
    let (a, b) = (played.name(first), played.name(second));
    let message = match (one.1, other.1) {
        (true, true) => format!("{a} and {b} write the same memory at the same time"),
        _ => format!("{a} writes what {b} reads at the same time"),
    };
    let mut labels = vec![label(place(machine, one.0)?, format!("{a} {} here", verb(one.1)))];
    if one.0 != other.0 {
        labels.push(label(place(machine, other.0)?, format!("{b} {} here", verb(other.1))));
    } else {
        labels[0].text = format!("{a} and {b} are both here");
    }
    Some(finding(played, Kind::Race, message, labels))
}

fn adds_beside_wait(machine: &Machine, played: &Played, at: Site) -> Option<Finding> {
    let state = &played.state;
    let adder = state.goroutines().find(|g| site(machine, state, g.number) == Some(at))?;
    let waiter = state.goroutines().find(|g| {
        dump::wait_reason(&machine.program, g) == "sync.WaitGroup.Wait" && g.number != adder.number
    })?;
    let (a, b) = (played.name(adder.number), played.name(waiter.number));
    let message = format!("{a} adds to a WaitGroup whose counter is zero while {b} waits for it");
    let labels = [
        Some(label(place(machine, at)?, format!("{a} adds here: too late, if {b} goes first"))),
        place_of(machine, played, waiter.number).map(|at| label(at, format!("{b} waits here"))),
    ];
    Some(finding(played, Kind::WaitgroupMisuse, message, labels.into_iter().flatten().collect()))
}

fn fails(machine: &Machine, played: &Played, at: Site) -> Option<Finding> {
    let location = place(machine, at)?;
    let message = "the test fails".to_string();
    Some(finding(played, Kind::TestFailed, message, vec![label(location, "it fails here")]))
}

fn spins(machine: &Machine, played: &Played, sites: &[Site]) -> Option<Finding> {
    let mut labels = Vec::new();
    for &site in sites {
        let Some(at) = place(machine, site) else { continue };
        if !labels
            .iter()
            .any(|label: &Label| label.location.line == at.line && label.location.file == at.file)
        {
            labels.push(label(at, "over and over"));
        }
    }
    if labels.is_empty() {
        return None;
    }
    let lanes = &played.trace.lanes;
    let busy: Vec<&str> = lanes
        .iter()
        .filter(|lane| matches!(lane.outcome, Outcome::Running { .. }))
        .map(|lane| lane.name.as_str())
        .collect();
    let who = match busy[..] {
        ["main"] => "main runs".to_string(),
        [one] => format!("goroutine {one} runs"),
        _ => "goroutines run".to_string(),
    };
    let message = format!("{who} in a circle for ever, and nothing changes");
    let mut finding = finding(played, Kind::Livelock, message, labels);
    let circle = liveness::circle(machine, &played.state, sites);
    finding.trace.circle = circle.iter().map(ToString::to_string).collect();
    Some(finding)
}

/// What to try next.
fn help(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Deadlock => &["every send needs a receive on all paths, and every Wait its Done"],
        Kind::Leak => &[
            "let the goroutine end: receive on all paths, give the channel room for one, or select on a context",
        ],
        Kind::NilChannel => &["make the channel before it is used"],
        Kind::SendOnClosed | Kind::CloseOfClosed => &[
            "let the only sender close the channel, after its last send; or close a second channel to say stop",
        ],
        Kind::CloseOfNil => &["make the channel before it is closed"],
        Kind::NegativeWaitgroup => &["call Done as often as Add has counted, no more"],
        Kind::WaitgroupMisuse => &["call Add before the go statement, or use WaitGroup.Go"],
        Kind::UnlockOfUnlocked => &["unlock where it was locked: `defer mu.Unlock()` right after Lock"],
        Kind::DoubleLock => {
            &["unlock before calling what locks again, or give it a variant that expects the lock held"]
        }
        Kind::LockOrder => &["take the locks in the same order everywhere"],
        Kind::RwmutexDeadlock => {
            &["do not read-lock twice, or upgrade: a waiting writer keeps new readers out"]
        }
        Kind::OnceReentry => &["do not call Do inside the function given to it"],
        Kind::MissedSignal => &[
            "change the condition and signal while holding the lock, and wait in a loop that checks the condition first",
        ],
        Kind::Race => {
            &["guard both accesses by one mutex, use sync/atomic for both, or hand the data over a channel"]
        }
        Kind::Livelock => &["block instead of polling: a channel, a condition variable or a lock"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::last_panic;

    #[test]
    fn the_last_of_several_panics_is_told() {
        assert_eq!(last_panic("x"), "x");
        assert_eq!(last_panic("x [recovered, repanicked]"), "x");
        assert_eq!(last_panic("x [recovered]\n\tpanic: y"), "y");
        assert_eq!(last_panic("several\nlines"), "several");
        assert_eq!(last_panic(""), "");
    }
}
