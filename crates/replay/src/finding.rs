//! What the replay of a finding is to show.

use vtrace_machine::{Choice, Machine, NotAChoice};
use vtrace_report::{Finding, Kind, Location, Outcome};

use crate::plan::{Finale, Plan};
use crate::verdict::{Expectation, Place};

/// The plan for a finding, and what it is to show. None for kinds of which Go's runtime knows nothing.
pub fn plan(machine: &Machine, finding: &Finding) -> Result<Option<(Plan, Expectation)>, String> {
    let Some((expectation, finale)) = expectation(finding) else { return Ok(None) };
    let choices = finding.trace.schedule.iter().map(|choice| choice.parse());
    let choices: Vec<Choice> =
        choices.collect::<Result<_, NotAChoice>>().map_err(|error| error.to_string())?;
    let plan = match &expectation {
        Expectation::Race { at } => Plan::race(machine, &choices, at),
        _ => Plan::new(machine, &choices),
    };
    let mut plan = plan.map_err(|error| error.to_string())?;
    plan.finale = finale;
    Ok(Some((plan, expectation)))
}

/// What Go's runtime says when a finding is real, and what the program does at the end of the schedule. None for kinds of which
/// the runtime knows nothing.
pub fn expectation(finding: &Finding) -> Option<(Expectation, Finale)> {
    let panic = |text: &str| Some((Expectation::Panic { text: text.to_string() }, Finale::Exit));
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
        Kind::Race => {
            let at = finding.labels.iter().take(2).map(|label| place(&label.location)).collect();
            Some((Expectation::Race { at }, Finale::Hold))
        }
        Kind::TestFailed => Some((Expectation::FailedTest, Finale::Free)),
        // The race detector sees a misused WaitGroup only if Wait has to wait.
        Kind::WaitgroupMisuse => None,
        Kind::Livelock | Kind::Assertion | Kind::Unreachable | Kind::Reachable => None,
    }
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
