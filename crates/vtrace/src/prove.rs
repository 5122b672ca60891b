//! Findings on the real program: which program to build for which entry, and what a replay says about a finding.
//!
//! A trace that the real program does not follow is refuted. Then the search goes on without the step that could not be followed,
//! until another trace is confirmed, there are none left, or as many were tried as the user allows.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use vtrace_check::{Another, Learnt, Settings, another};
use vtrace_explore::Progress;
use vtrace_load::Loader;
use vtrace_machine::{Choice, Given, Machine, Output, Program};
use vtrace_program::{Entry, EntryKind};
use vtrace_replay::process::Limits;
use vtrace_replay::{Expectation, Outcome, Plan, Session, Target, dump, verdict};
use vtrace_report::{Finding, Replay, Standing};

use crate::entry;
use crate::remembered;

/// What of an entry is built, and how.
pub fn target(program: &remembered::Program, entry: &Entry) -> Result<Target, String> {
    let test = match entry.kind {
        // A function is called by a test that is made for it.
        EntryKind::Main | EntryKind::Function => None,
        EntryKind::Test | EntryKind::Example | EntryKind::Fuzz => Some(entry.name.clone()),
        _ => {
            return Err(format!(
                "{} is no main function, test, example, fuzz target or function",
                entry.name
            ));
        }
    };
    // Go's name for a package that was given by its files.
    let patterns = match entry.package.as_str() {
        "command-line-arguments" | "command-line-arguments_test" => absolute(program),
        package if test.is_some() => vec![package.strip_suffix("_test").unwrap_or(package).to_string()],
        package => vec![package.to_string()],
    };
    Ok(Target {
        dir: program.dir.clone(),
        patterns,
        tags: program.tags.clone(),
        test,
        call: None,
        given: Vec::new(),
        race: false,
        memory: false,
        arguments: program.arguments.clone(),
    })
}

/// The patterns, with files by their full names: beside one that is added elsewhere, Go wants them all in one directory.
fn absolute(program: &remembered::Program) -> Vec<String> {
    let full = |pattern: &String| match pattern.ends_with(".go") {
        true => program.dir.join(pattern).to_string_lossy().into_owned(),
        false => pattern.clone(),
    };
    program.patterns.iter().map(full).collect()
}

/// The machine on which the traces of a check's findings are runs.
pub fn machine(code: &Arc<Program>, entry: usize, program: &remembered::Program) -> Machine {
    Machine::new(code.clone(), entry, program.options())
}

/// Replays findings on the real program.
pub struct Prover<'a> {
    /// Finds Go, and builds the front-end.
    pub loader: &'a Loader,
    /// What was checked.
    pub program: &'a remembered::Program,
    /// How it was checked.
    pub settings: Settings,
    /// How many traces of a finding are tried.
    pub traces: u32,
    /// Whether the program may use the network.
    pub network: bool,
    /// How long one run of it may take.
    pub time: Duration,
    /// What was built, or why it could not be.
    sessions: HashMap<Build, Result<Session, String>>,
}

/// What a program is built from: the packages; whether it is a test; its inputs; whether it has the race detector, and
/// gates in its own files.
type Build = (Vec<String>, bool, Inputs, bool, bool);

/// What a run needs from outside, and is built into the program.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Inputs {
    /// The call of a function that the run stands for. Other entries need none.
    pub call: Option<String>,
    /// What calls of functions that the machine does not execute return.
    pub given: Vec<Given>,
}

/// How long one search for another trace may take, and half of the time after which no other is looked for.
const PATIENCE: Duration = Duration::from_secs(10);

/// What came of one trace.
enum Tried {
    Confirmed(String),
    Refuted { step: usize, steps: usize, why: String, strayed: bool },
    Failed(String),
}

impl<'a> Prover<'a> {
    /// One that has built nothing yet.
    pub fn new(loader: &'a Loader, program: &'a remembered::Program, settings: Settings) -> Prover<'a> {
        let settings = Settings {
            budget: vtrace_explore::Budget { time: Some(PATIENCE), ..settings.budget },
            ..settings
        };
        let time = Limits::default().time;
        Prover { loader, program, settings, traces: 20, network: false, time, sessions: HashMap::new() }
    }

    /// Replays a finding until there is a verdict, and writes it into the finding.
    pub fn prove(&mut self, code: &Arc<Program>, finding: &mut Finding, progress: &Progress) {
        let entries = &code.image.entries;
        let Some(index) = entries.iter().position(|entry| entry::full_name(entry) == finding.trace.entry)
        else {
            return;
        };
        let machine = machine(code, index, self.program);
        let mut learnt = Learnt::default();
        let (mut agreed, start) = (true, Instant::now());
        for number in 1.. {
            let (step, steps, why) = match self.try_out(&machine, finding) {
                Tried::Confirmed(says) => {
                    finding.standing = Standing::Confirmed;
                    finding.replay = Some(Replay::Confirmed { says });
                    return;
                }
                Tried::Failed(why) => {
                    finding.replay = Some(Replay::Failed { why });
                    return;
                }
                Tried::Refuted { step, steps, why, strayed } => {
                    agreed &= !strayed;
                    (step, steps, why)
                }
            };
            let refuted = |all: bool| Replay::Refuted { traces: number, followed: (step, steps), why, all };
            // Inputs cannot be had in all cases: then a trace that is not followed says nothing about the others.
            let over = number >= self.traces || start.elapsed() > 2 * PATIENCE || progress.is_stopped();
            if over || !finding.inputs.is_empty() {
                return set_aside(finding, refuted(false));
            }
            let Ok(run) = schedule(finding) else { return set_aside(finding, refuted(false)) };
            learnt.refute(&machine, &run, step);
            match another(&machine, &self.settings, finding, &learnt, progress) {
                Another::Found(next) => {
                    let (id, entries) = (finding.id.clone(), finding.entries.clone());
                    let entry = finding.trace.entry.clone();
                    *finding = Finding { id, entries, ..*next };
                    finding.trace.entry = entry;
                }
                // Who does not agree with the machine on what the program does refutes nothing for good.
                Another::None => return set_aside(finding, refuted(agreed)),
                Another::Unknown => return set_aside(finding, refuted(false)),
            }
        }
    }

    /// Replays one trace. It is refuted only if it fails at the same step twice.
    fn try_out(&mut self, machine: &Machine, finding: &Finding) -> Tried {
        let (plan, expectation) = match vtrace_replay::finding::plan(machine, finding) {
            Ok(Some(planned)) => planned,
            Ok(None) => return Tried::Failed("Go's runtime has no word for this kind".to_string()),
            Err(text) => return Tried::Failed(text),
        };
        let entry = &machine.program.image.entries[machine.entry];
        let inputs = match inputs(machine, finding) {
            Ok(inputs) => inputs,
            Err(text) => return Tried::Failed(text),
        };
        let session = match self.session(entry, inputs, &plan, &expectation) {
            Ok(session) => session,
            Err(text) => return Tried::Failed(text),
        };
        let mut last = None;
        for _ in 0..3 {
            match session.replay(&plan, &expectation) {
                Outcome::Confirmed { evidence } => {
                    return Tried::Confirmed(verdict::headline(&expectation, &evidence));
                }
                Outcome::Failed { text } => return Tried::Failed(text),
                // Something is wrong with the program, if not this.
                Outcome::Refuted { said, .. } if dump::panic(&said).is_some() => {
                    let text = dump::panic(&said).unwrap_or_default().lines().next().unwrap_or_default();
                    return Tried::Failed(format!("it panicked on the way: {text}"));
                }
                Outcome::Refuted { step, why, strayed, .. } if last == Some(step) => {
                    return Tried::Refuted { step, steps: plan.choices, why, strayed };
                }
                Outcome::Refuted { step, .. } => last = Some(step),
            }
        }
        Tried::Failed("the real program went another way each time".to_string())
    }

    /// The program of an entry, built once for all that are replayed in the same way.
    fn session(
        &mut self,
        entry: &Entry,
        inputs: Inputs,
        plan: &Plan,
        expectation: &Expectation,
    ) -> Result<Session, String> {
        let mut target = target(self.program, entry)?;
        (target.call, target.given) = (inputs.call.clone(), inputs.given.clone());
        target.race = expectation.needs_race_detector();
        target.memory = plan.has_accesses();
        let test = target.test.clone();
        let key = (target.patterns.clone(), test.is_some(), inputs, target.race, target.memory);
        let built = self.sessions.entry(key).or_insert_with(|| {
            let session = Session::new(self.loader, target).map_err(|error| error.to_string())?;
            Ok(session)
        });
        let session = built.clone()?;
        // The call of a function is a test of its own.
        let mut session = if test.is_some() { session.with_test(test) } else { session };
        session.limits = Limits { network: self.network, time: self.time, ..session.limits };
        Ok(session)
    }
}

fn set_aside(finding: &mut Finding, refuted: Replay) {
    finding.standing = Standing::Possible;
    finding.replay = Some(refuted);
}

/// What a finding's run needs from outside.
pub fn inputs(machine: &Machine, finding: &Finding) -> Result<Inputs, String> {
    let is_function = machine.program.image.entries[machine.entry].kind == EntryKind::Function;
    if finding.inputs.is_empty() && !is_function {
        return Ok(Inputs::default());
    }
    let mut output = Output::default();
    let mut context = machine.context(&mut output);
    let mut state = machine.initial(&mut context);
    let choices = schedule(finding).map_err(|error| error.to_string())?;
    if !choices.iter().all(|choice| context.apply(&mut state, choice)) {
        return Err("its trace is no run of the program".to_string());
    }
    let call = machine.call(&state);
    if is_function && call.is_none() {
        return Err("what it needs cannot be passed in a call".to_string());
    }
    Ok(Inputs { call, given: machine.given(&state) })
}

/// A finding's choices.
fn schedule(finding: &Finding) -> Result<Vec<Choice>, vtrace_machine::NotAChoice> {
    finding.trace.schedule.iter().map(|choice| choice.parse()).collect()
}
