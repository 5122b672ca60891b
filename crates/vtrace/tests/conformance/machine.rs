//! The seam to the machine: everything here that knows its interface.

use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use vtrace_machine::{Machine, Options, Program, TimeMode, run};
use vtrace_program::Image;

use crate::expectation::Outcome;

/// A run that takes longer counts as failed. The slowest program needs a few seconds on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);
/// So does one that makes more choices.
const CHOICES: u64 = 20_000_000;

/// Prepares an image for execution.
pub fn prepare(image: Image) -> Result<Arc<Program>, String> {
    image.verify().map_err(|errors| format!("the front-end made a wrong image:\n{}", errors.join("\n")))?;
    Program::new(image).map(Arc::new).map_err(|error| error.to_string())
}

/// Runs an entry under one schedule. Time is virtual: under real Go sleeps order things too, as long as they are
/// long enough.
pub fn run(program: &Arc<Program>, entry: usize, seed: u64) -> Result<Outcome, String> {
    let options = Options { time: TimeMode::Virtual, visible_output: true, ..Options::default() };
    let machine = Machine::new(Arc::clone(program), entry, options);
    let (sender, receiver) = mpsc::channel();
    let runner = thread::spawn(move || {
        let run::Outcome { stdout, stderr, code } = run::outcome(&machine, seed, CHOICES);
        let _ = sender.send(Outcome { stdout, stderr, exit_code: code });
    });
    match receiver.recv_timeout(PATIENCE) {
        Ok(outcome) => Ok(outcome),
        Err(mpsc::RecvTimeoutError::Timeout) => Err(format!("seed {seed}: still running after {PATIENCE:?}")),
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            let panic = runner.join().err();
            let text = panic.as_deref().map_or("", |panic| match panic.downcast_ref::<String>() {
                Some(text) => text,
                None => panic.downcast_ref::<&str>().copied().unwrap_or("no message"),
            });
            Err(format!("seed {seed}: the machine panicked: {text}"))
        }
    }
}
