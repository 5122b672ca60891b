//! Comments that say what should hold at a place: assertions that are false, lines that are reached and should not be, and
//! lines that should be reached and are not.

use std::collections::BTreeSet;

use vtrace_machine::{Choice, Claim, Machine};
use vtrace_program::Position;
use vtrace_report::{Finding, Kind, Standing, Trace};

use crate::bugs::Bug;
use crate::describe::{finding, label};
use crate::trace::{location, play_to};

/// The marks among what was found.
pub fn reached<'a>(found: impl Iterator<Item = &'a Bug>) -> BTreeSet<u32> {
    let marks = found.filter_map(|bug| match bug {
        Bug::Marked(mark) => Some(*mark),
        _ => None,
    });
    marks.collect()
}

/// What a run that comes to a mark shows; nothing if the mark says that somebody should.
pub fn marked(machine: &Machine, run: &[Choice], index: u32) -> Option<Finding> {
    let mark = &machine.program.marks()[index as usize];
    let played = play_to(machine, run, Some(index));
    let who = played.name(played.marker?);
    let (kind, message, text) = match &mark.claim {
        Claim::Reachable => return None,
        Claim::Assertion(condition) => (
            Kind::Assertion,
            format!("the assertion {condition} does not hold"),
            format!("{who} finds it false"),
        ),
        Claim::Unreachable => (
            Kind::Unreachable,
            format!("{who} comes to a line that should be unreachable"),
            format!("{who} comes here"),
        ),
    };
    let at = location(machine, (mark.position, mark.function))?;
    Some(finding(&played, kind, message, vec![label(at, text)]))
}

/// The lines that should be reachable, and to which no run comes, all runs having been looked at.
pub fn unreached(machine: &Machine, reached: &BTreeSet<u32>) -> Vec<Finding> {
    let marks = machine.program.marks();
    // A line of a generic function has a mark in each of its instances, and one that is reached is enough.
    let mut done: BTreeSet<Position> = reached.iter().map(|&mark| marks[mark as usize].position).collect();
    let mut findings = Vec::new();
    for mark in marks.iter().filter(|mark| mark.claim == Claim::Reachable) {
        let Some(at) = location(machine, (mark.position, mark.function)) else { continue };
        if done.insert(mark.position) {
            findings.push(Finding {
                id: String::new(),
                kind: Kind::Reachable,
                standing: Standing::Certain,
                message: "no run comes to a line that should be reachable".to_string(),
                labels: vec![label(at, "all behaviours are covered, and none comes here")],
                inputs: Vec::new(),
                needs: None,
                trace: Trace::default(),
                help: Vec::new(),
                replay: None,
                entries: Vec::new(),
            });
        }
    }
    findings
}
