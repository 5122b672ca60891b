//! What the replay of a finding is to show.

use vtrace_machine::{Choice, Machine, NotAChoice};
use vtrace_report::{Finding, Kind, Location, Outcome};

use crate::plan::{Finale, Plan};
use crate::verdict::{Expectation, Place};

/// How often a circle is gone round.
const ROUNDS: usize = 3;

/// The plan for a finding, and what it is to show. None for what no single run can show: that a comment is never reached, or a
/// circle that is too long to be known.
pub fn plan(machine: &Machine, finding: &Finding) -> Result<Option<(Plan, Expectation)>, String> {
    let Some((expectation, finale)) = expectation(finding) else { return Ok(None) };
    let circle = &finding.trace.circle;
    let choices = finding.trace.schedule.iter().chain((0..ROUNDS).flat_map(|_| circle));
    let choices: Vec<Choice> = choices
        .map(|choice| choice.parse())
        .collect::<Result<_, NotAChoice>>()
        .map_err(|error| error.to_string())?;
    let plan = match &expectation {
        Expectation::Race { at } | Expectation::Misuse { at } => Plan::race(machine, &choices, at),
        Expectation::Livelock { .. } => Plan::circle(machine, &choices),
        _ => Plan::new(machine, &choices),
    };
    let mut plan = plan.map_err(|error| error.to_string())?;
    plan.finale = finale;
    if matches!(finding.kind, Kind::Assertion | Kind::Unreachable) {
        plan.mark = finding.place().map(mark);
    }
    Ok(Some((plan, expectation)))
}

/// What Go's runtime says when a finding is real, and what the program does at the end of the schedule. None for what no single run
/// can show.
pub fn expectation(finding: &Finding) -> Option<(Expectation, Finale)> {
    let panic = |text: &str| Some((Expectation::Panic { text: text.to_string() }, Finale::Exit));
    let places =
        |count: usize| finding.labels.iter().take(count).map(|label| place(&label.location)).collect();
    match finding.kind {
        Kind::Deadlock => Some((Expectation::Deadlock, Finale::Hold)),
        Kind::Leak
        | Kind::NilChannel
        | Kind::DoubleLock
        | Kind::LockOrder
        | Kind::RwmutexDeadlock
        | Kind::OnceReentry
        | Kind::MissedSignal => {
            let at = finding.place().map(|location| stuck(finding, location)).into_iter().collect();
            Some((Expectation::Leak { at }, Finale::Hold))
        }
        Kind::SendOnClosed => panic("send on closed channel"),
        Kind::CloseOfClosed => panic("close of closed channel"),
        Kind::CloseOfNil => panic("close of nil channel"),
        Kind::NegativeWaitgroup => panic("sync: negative WaitGroup counter"),
        Kind::UnlockOfUnlocked => Some((Expectation::Fatal { text: "sync: ".to_string() }, Finale::Exit)),
        Kind::Panic => {
            let text = finding.trace.lanes.iter().find_map(|lane| match &lane.outcome {
                Outcome::Panicked { text } => Some(text.as_str()),
                _ => None,
            })?;
            panic(text)
        }
        Kind::Race => Some((Expectation::Race { at: places(2) }, Finale::Hold)),
        // The race detector takes an Add from zero for a read of what Wait writes.
        Kind::WaitgroupMisuse => Some((Expectation::Misuse { at: places(2) }, Finale::Hold)),
        Kind::TestFailed => Some((Expectation::FailedTest { at: places(1) }, Finale::Free)),
        Kind::Assertion | Kind::Unreachable => {
            let text = format!("vtrace: {}: ", mark(finding.place()?));
            Some((Expectation::Fatal { text }, Finale::Hold))
        }
        Kind::Livelock if finding.trace.circle.is_empty() => None,
        Kind::Livelock => Some((Expectation::Livelock { at: places(usize::MAX) }, Finale::Stay)),
        Kind::Reachable => None,
    }
}

/// How the overlay names the place of a comment.
fn mark(location: &Location) -> String {
    let file = location.file.rsplit(['/', '\\']).next().unwrap_or(&location.file);
    format!("{file}:{}", location.line)
}

fn place(location: &Location) -> Place {
    let Location { file, line, function, .. } = location.clone();
    Place { file, line, function, reason: String::new() }
}

/// A place where a goroutine waits, with what the trace says that it waits for.
fn stuck(finding: &Finding, location: &Location) -> Place {
    let reason = finding.trace.lanes.iter().find_map(|lane| match &lane.outcome {
        Outcome::Blocked { location: Some(at), reason } if at == location => Some(reason.clone()),
        _ => None,
    });
    Place { reason: reason.unwrap_or_default(), ..place(location) }
}
