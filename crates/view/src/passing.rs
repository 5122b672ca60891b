//! The run that is nearest to a failing one and ends well: the same as long as possible, then another way, and on from there
//! with as few switches as possible. Beside each other, the two show which choice matters.

use std::time::{Duration, Instant};

use vtrace_machine::{Choice, End, Machine, Output, State};

use crate::document::{ActKind, Passing, Stand, StandState, Step};
use crate::record::{Reader, Recorder, keep_going};

/// Longer runs are not looked at, and no longer ones are made.
const LONGEST: usize = 3_000;
/// How long to look. Whoever opens a finding waits for it.
const PATIENCE: Duration = Duration::from_millis(800);

/// A run that ends well and has as much as possible in common with this one. None if none was found.
pub fn nearest(machine: &Machine, schedule: &[Choice], read: &Reader) -> Option<Passing> {
    if schedule.len() > LONGEST {
        return None;
    }
    let start = Instant::now();
    let mut output = Output::default();
    let mut states = vec![machine.initial(&mut machine.context(&mut output))];
    for choice in schedule {
        let mut state = states.last()?.clone();
        if !machine.context(&mut output).apply(&mut state, choice) {
            return None;
        }
        states.push(state);
    }
    for (at, taken) in schedule.iter().enumerate().rev() {
        for choice in machine.choices(&states[at]).iter().filter(|&choice| choice != taken) {
            if start.elapsed() > PATIENCE {
                return None;
            }
            let Some(rest) = finish(machine, &states[at], *choice) else { continue };
            if let Some(steps) = record(machine, &schedule[..at], &rest, read) {
                return Some(Passing { at, steps });
            }
        }
    }
    None
}

/// Goes on with a choice until nothing can happen any more. None if that takes too long, or ends badly.
fn finish(machine: &Machine, from: &State, first: Choice) -> Option<Vec<Choice>> {
    let mut output = Output::default();
    let mut state = from.clone();
    let mut made = Vec::new();
    let mut next = Some(first);
    while let Some(choice) = next {
        if made.len() >= LONGEST || !machine.context(&mut output).apply(&mut state, &choice) {
            return None;
        }
        made.push(choice);
        next = keep_going(machine, &state, Some(choice));
    }
    matches!(state.end(), None | Some(End::Exit(0))).then_some(made)
}

/// Records the second part of a run, if nothing goes wrong in it and everybody comes to an end.
fn record(machine: &Machine, prefix: &[Choice], rest: &[Choice], read: &Reader) -> Option<Vec<Step>> {
    let (mut recorder, first) = Recorder::start(machine, read);
    let mut stands: Vec<Option<Stand>> = Vec::new();
    let mut note = |step: &Step| {
        for stand in &step.stands {
            stands.resize(stands.len().max(stand.lane + 1), None);
            stands[stand.lane] = Some(stand.clone());
        }
    };
    note(&first);
    for choice in prefix {
        note(&recorder.step(choice)?);
    }
    let mut steps = Vec::new();
    for choice in rest {
        let step = recorder.step(choice)?;
        if step.acts.iter().any(|act| act.kind == ActKind::Panic) {
            return None;
        }
        note(&step);
        steps.push(step);
    }
    stands.iter().flatten().all(|stand| stand.state == StandState::Ended).then_some(steps)
}
