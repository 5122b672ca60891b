//! Running programs on the machine, and what must hold of every run.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use vtrace_machine::run::{self, Ending, Listener, Random, Run, Scheduler};
use vtrace_machine::{Choice, End, Machine, Options, Output, Program as Executable, State, Stream, TimeMode};

use crate::workshop::{Outcome, stable};

/// Generated programs are short: one that makes more choices hangs.
const CHOICES: u64 = 100_000;
/// A run that takes longer hangs inside one step.
const PATIENCE: Duration = Duration::from_secs(60);

pub fn machine(program: &Arc<Executable>, entry: usize, time: TimeMode) -> Machine {
    let options = Options { time, fuel: 1_000_000, strict_externals: true, ..Options::default() };
    Machine::new(Arc::clone(program), entry, options)
}

/// Does something that might panic, or never end.
pub fn guarded<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let result = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            Err(format!("the machine panicked: {}", text.unwrap_or("no message")))
        });
        let _ = sender.send(result);
    });
    receiver.recv_timeout(PATIENCE).unwrap_or_else(|_| Err(format!("still running after {PATIENCE:?}")))
}

/// What the machine makes of a program under one schedule.
pub fn outcome(program: &Arc<Executable>, entry: usize, seed: u64) -> Result<Outcome, String> {
    let machine = machine(program, entry, TimeMode::Virtual);
    guarded(move || {
        let mut printed = run::Outcome::default();
        let run = run::run(&machine, &mut Random::new(seed), &mut printed, CHOICES);
        complete(&run)?;
        let (report, code) = vtrace_machine::dump::report(&machine.program, &run);
        printed.stderr.extend_from_slice(report.as_bytes());
        Ok(Outcome {
            stdout: String::from_utf8_lossy(&printed.stdout).into_owned(),
            stderr: stable(&printed.stderr),
            code,
        })
    })
}

/// A run must end, and in a way that Go knows.
fn complete(run: &Run) -> Result<(), String> {
    match &run.ending {
        Ending::Stopped => Err(format!("not done after {} choices", run.steps)),
        Ending::End(End::Unsupported { text, .. }) => Err(format!("unsupported: {text}")),
        _ => Ok(()),
    }
}

/// A run as it was recorded: what was chosen at each step and what was printed; and for some steps, what else was possible
/// and which state that was.
#[derive(Default)]
struct Record {
    choices: Vec<Choice>,
    possible: Vec<Vec<Choice>>,
    fingerprints: Vec<u128>,
    printed: Vec<u8>,
}

struct Recorder<'a> {
    machine: &'a Machine,
    every: usize,
    record: Record,
}

impl Listener for Recorder<'_> {
    fn output(&mut self, _: Stream, bytes: &[u8]) {
        self.record.printed.extend_from_slice(bytes);
    }

    fn chosen(&mut self, state: &State, choice: &Choice) {
        if self.record.choices.len().is_multiple_of(self.every) {
            self.record.possible.push(self.machine.choices(state));
        }
        self.record.choices.push(*choice);
    }

    fn stepped(&mut self, state: &State) -> std::ops::ControlFlow<()> {
        if self.record.choices.len().is_multiple_of(self.every) {
            self.record.fingerprints.push(self.machine.fingerprint(state));
        }
        std::ops::ControlFlow::Continue(())
    }
}

/// Runs a program at random; then once more with the same choices, and with the same choices but garbage collected
/// in between: all three must pass the same states, of which one in so many is looked at. Returns how it ended.
pub fn replay(
    program: &Arc<Executable>,
    entry: usize,
    seed: u64,
    time: TimeMode,
    every: usize,
) -> Result<String, String> {
    let machine = machine(program, entry, time);
    guarded(move || {
        let mut recorder = Recorder { machine: &machine, every, record: Record::default() };
        let run = run::run(&machine, &mut Random::new(seed) as &mut dyn Scheduler, &mut recorder, CHOICES);
        let record = recorder.record;
        complete(&run)?;
        for collecting in [false, true] {
            again(&machine, &record, every, collecting).map_err(|error| {
                format!("{}: {error}", if collecting { "collecting" } else { "replaying" })
            })?;
        }
        Ok(match &run.ending {
            Ending::End(End::Exit(code)) => format!("exit {code}"),
            Ending::End(End::Panic { text, .. } | End::Fatal { text, .. }) => text.clone(),
            Ending::End(End::Unsupported { .. }) | Ending::Stopped => unreachable!("it is complete"),
            Ending::Deadlock => "deadlock".into(),
        })
    })
}

fn again(machine: &Machine, record: &Record, every: usize, collecting: bool) -> Result<(), String> {
    let mut output = Output { enabled: true, ..Output::default() };
    let mut printed = Vec::new();
    let mut cx = machine.context(&mut output);
    let mut state = machine.initial(&mut cx);
    for step in 0.. {
        printed.extend(cx.output.take().into_iter().flat_map(|(_, bytes)| bytes));
        let choice = record.choices.get(step);
        if step.is_multiple_of(every) {
            let expected = record.fingerprints[step / every];
            if machine.fingerprint(&state) != expected {
                return Err(format!("another state after {step} choices: {:?}", &record.choices[..step]));
            }
            if collecting {
                state = machine.collected(&state);
                if machine.fingerprint(&state) != expected {
                    return Err(format!("the state without garbage differs after {step} choices"));
                }
            }
            let possible = machine.choices(&state);
            if choice.is_some() && possible != record.possible[step / every] {
                return Err(format!(
                    "after {step} choices {possible:?}, not {:?}",
                    record.possible[step / every]
                ));
            }
        }
        match choice {
            Some(choice) => cx.apply_possible(&mut state, choice),
            None => break,
        }
    }
    if printed != record.printed {
        return Err("it printed something else".into());
    }
    Ok(())
}
