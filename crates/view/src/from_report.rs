//! A finding of a report as a document: as it stands in the report, without the machine; or the head of a recorded run.

use rustc_hash::FxHashMap;
use vtrace_report::{Finding, Location, Outcome, Trace};

use crate::document::{self, Act, ActKind, Lane, Place, Run, SourceFile, Stand, StandState, Step, Version};
use crate::record::Reader;

/// The run of a finding as the report tells it: without values, and with few arrows.
pub fn run(finding: &Finding, read: &Reader, why: &str) -> Run {
    let mut files = Files { read, known: FxHashMap::default(), new: Vec::new() };
    let mut steps = steps(&finding.trace, &mut files);
    let head = head(finding, &mut files);
    if let Some(first) = steps.first_mut() {
        first.files = files.new;
    }
    let mut notes = vec![format!("Values are not shown: {why}")];
    if let Some(omitted) = finding.trace.omitted {
        notes.push(format!("{} steps in the middle of this run are left out", omitted.steps));
    }
    Run { finding: Some(head), notes, ..Run::new(&finding.id, steps) }
}

/// Puts what a finding says at the head of its recorded run.
pub fn describe(run: &mut Run, finding: &Finding, read: &Reader) {
    let known = run.steps.iter().flat_map(|step| &step.files).enumerate();
    let known = known.map(|(index, file)| (file.name.clone(), index)).collect();
    let mut files = Files { read, known, new: Vec::new() };
    run.finding = Some(head(finding, &mut files));
    if let Some(last) = run.steps.last_mut() {
        last.files.extend(files.new);
    }
}

struct Files<'a> {
    read: &'a Reader,
    /// By the name that is shown.
    known: FxHashMap<String, usize>,
    new: Vec<SourceFile>,
}

impl Files<'_> {
    fn place(&mut self, location: &Location) -> Place {
        let (name, text) = (self.read)(&location.file);
        let next = self.known.len();
        let file = *self.known.entry(name.clone()).or_insert(next);
        if file == next {
            self.new.push(SourceFile { name, text });
        }
        (file, location.line, location.column)
    }
}

fn head(finding: &Finding, files: &mut Files) -> document::Finding {
    let labels = finding.labels.iter();
    let labels =
        labels.map(|label| document::Label { at: files.place(&label.location), text: label.text.clone() });
    document::Finding {
        id: finding.id.clone(),
        kind: finding.kind.name().to_string(),
        standing: finding.standing.name().to_string(),
        message: finding.message.clone(),
        labels: labels.collect(),
        inputs: finding.inputs.iter().map(|input| (input.name.clone(), input.value.clone())).collect(),
        help: finding.help.clone(),
        entries: finding.entries.clone(),
        commands: vec![
            ("play it back on the real program".into(), format!("vtrace replay {}", finding.id)),
            ("what this kind of finding is".into(), format!("vtrace explain {}", finding.kind.name())),
        ],
        versions: versions(finding),
    }
}

/// The runs that show a finding: the short one, and the one that was found first. Only one, if they are the same; none, if nobody knows
/// how it was found.
pub fn versions(finding: &Finding) -> Vec<Version> {
    let (schedule, found) = (&finding.trace.schedule, &finding.trace.found);
    let short = Version { name: finding.id.clone(), title: "made short", choices: schedule.len() };
    let raw = Version { name: format!("{}~found", finding.id), title: "as found", choices: found.len() };
    match found.is_empty() {
        true => Vec::new(),
        false if found == schedule => vec![short],
        false => vec![short, raw],
    }
}

fn steps(trace: &Trace, files: &mut Files) -> Vec<Step> {
    let mut start = Step::default();
    for lane in &trace.lanes {
        let started = lane.started.as_ref().map(|location| files.place(location));
        start.lanes.push(Lane { name: lane.name.clone(), function: lane.function.clone(), started });
    }
    let mut steps = vec![start];
    let mut number = 0;
    for step in &trace.steps {
        let mut acts = Vec::new();
        for (index, act) in step.acts.iter().enumerate() {
            let second = index == 1;
            acts.push(Act {
                lane: act.lane,
                kind: kind(&act.what),
                what: act.what.clone(),
                at: act.location.as_ref().map(|location| files.place(location)),
                function: act.location.as_ref().map_or_else(String::new, |at| at.function.clone()),
                object: String::new(),
                after: if second { vec![number - 1] } else { Vec::new() },
                with: match step.acts.len() {
                    2 => Some(if second { number - 1 } else { number + 1 }),
                    _ => None,
                },
            });
            number += 1;
        }
        steps.push(Step { acts, ..Step::default() });
    }
    let stands: Vec<Stand> =
        trace.lanes.iter().enumerate().map(|(lane, at)| stand(lane, &at.outcome, files)).collect();
    if let Some(last) = steps.last_mut() {
        last.stands = stands;
    }
    steps
}

fn stand(lane: usize, outcome: &Outcome, files: &mut Files) -> Stand {
    let (state, why, location) = match outcome {
        Outcome::Returned => (StandState::Ended, String::new(), None),
        Outcome::Running { location } => (StandState::Ready, String::new(), location.as_ref()),
        Outcome::Blocked { location, reason } => {
            (StandState::Blocked, crate::words::waits(reason, None), location.as_ref())
        }
        Outcome::Panicked { text } => (StandState::Panicked, format!("panic: {text}"), None),
    };
    let stack = location.iter().map(|&at| (at.function.clone(), files.place(at))).collect();
    Stand { lane, state, why, waits_for: Vec::new(), stack }
}

/// What kind of act a report means: its words begin with the verb.
fn kind(what: &str) -> ActKind {
    match what.split([' ', ':']).next().unwrap_or_default() {
        "starts" => ActKind::Go,
        "returns" => ActKind::Exit,
        "sends" => ActKind::Send,
        "receives" => ActKind::Receive,
        "closes" => ActKind::Close,
        "locks" => ActKind::Lock,
        "unlocks" => ActKind::Unlock,
        "reads" => ActKind::Read,
        "writes" => ActKind::Write,
        "panics" | "fails" | "finds" | "comes" => ActKind::Panic,
        "takes" => ActKind::Default,
        "assume" => ActKind::Input,
        "a" => ActKind::Timer,
        _ => ActKind::Sync,
    }
}
