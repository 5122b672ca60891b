//! Runs one command to its end, with everything it starts, and never leaves it behind.
//!
//! The command gets a process group of its own (a job object on Windows). An interrupt or a deadline ends the
//! whole group: politely first, because the go command then removes its temporary files, and then for good.

use std::io::{self, BufRead, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use crate::interrupt::Interrupt;

/// How often interrupts and deadlines are looked at.
const TICK: Duration = Duration::from_millis(20);
/// How long a group may take to end by itself.
const GRACE: Duration = Duration::from_millis(500);
/// How long the pipes of a command that has ended may take to close. Only a grandchild that left the group makes use
/// of it all.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a finished command left.
pub struct Output {
    /// How it ended.
    pub status: ExitStatus,
    /// All of its standard output.
    pub stdout: Vec<u8>,
    /// All of its standard error.
    pub stderr: Vec<u8>,
}

/// Why there is no [`Output`].
#[derive(Debug)]
pub enum Failure {
    /// The command could not be started or awaited.
    Io(io::Error),
    /// The interrupt was raised; the command is gone.
    Interrupted,
    /// The deadline passed; the command is gone.
    TimedOut,
}

/// When to stop, and whom to tell that it takes long.
pub struct Limits<'a> {
    /// Ends the command when raised.
    pub interrupt: &'a Interrupt,
    /// Ends the command when over.
    pub deadline: Option<Instant>,
    /// Called once if the command still runs after this time.
    pub slow: Option<(Duration, &'a dyn Fn())>,
}

/// Runs `command` without input and collects its output.
pub fn run(command: Command, limits: &Limits<'_>) -> Result<Output, Failure> {
    run_lines(command, limits, None)
}

/// [`run`], where somebody is told each line of the output as soon as it is there.
pub fn run_lines(
    mut command: Command,
    limits: &Limits<'_>,
    lines: Option<mpsc::Sender<String>>,
) -> Result<Output, Failure> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let _guard = limits.interrupt.guard();
    let started = Instant::now();
    let mut group = Group::spawn(command).map_err(Failure::Io)?;

    let (sender, receiver) = mpsc::channel();
    let stdout = group.child.stdout().take().map(|pipe| match lines {
        Some(lines) => pass_on(pipe, lines, sender.clone()),
        None => collect(pipe, sender.clone()),
    });
    let stderr = group.child.stderr().take().map(|pipe| collect(pipe, sender));

    let mut slow = limits.slow;
    loop {
        // Both pipes closed is how the end shows itself first; it comes without waiting for the next tick.
        let closed = match receiver.recv_timeout(TICK) {
            Ok(()) => continue,
            Err(RecvTimeoutError::Disconnected) => true,
            Err(RecvTimeoutError::Timeout) => false,
        };
        if let Some(status) = group.child.try_wait().map_err(Failure::Io)? {
            group.finished = true;
            let join = |pipe: Option<thread::JoinHandle<Vec<u8>>>| match pipe {
                // A grandchild that left the group may hold a pipe open for ever: do not wait for that, but long enough
                // for a reader that a busy machine has not given a turn yet.
                Some(pipe) if closed => pipe.join().unwrap_or_default(),
                Some(pipe) => {
                    let patience = Instant::now() + PATIENCE;
                    while !pipe.is_finished() && Instant::now() < patience {
                        thread::sleep(Duration::from_millis(1));
                    }
                    if pipe.is_finished() { pipe.join().unwrap_or_default() } else { Vec::new() }
                }
                None => Vec::new(),
            };
            return Ok(Output { status, stdout: join(stdout), stderr: join(stderr) });
        }
        if limits.interrupt.is_raised() {
            return Err(Failure::Interrupted);
        }
        if limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Failure::TimedOut);
        }
        if let Some((_, tell)) = slow.take_if(|(after, _)| started.elapsed() >= *after) {
            tell();
        }
        if closed {
            thread::sleep(Duration::from_micros(200));
        }
    }
}

/// Reads a pipe to its end on a thread; `done` is dropped then.
fn collect(mut pipe: impl Read + Send + 'static, done: mpsc::Sender<()>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is still worth showing.
        let _ = pipe.read_to_end(&mut bytes);
        drop(done);
        bytes
    })
}

/// Passes on the lines of a pipe on a thread, and collects nothing.
fn pass_on(
    pipe: impl Read + Send + 'static,
    lines: mpsc::Sender<String>,
    done: mpsc::Sender<()>,
) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        for line in io::BufReader::new(pipe).lines().map_while(Result::ok) {
            // The command is not held up by somebody who has stopped listening.
            let _ = lines.send(line);
        }
        drop(done);
        Vec::new()
    })
}

/// A running process group, which ends when this is dropped.
struct Group {
    child: Box<dyn ChildWrapper>,
    finished: bool,
}

impl Group {
    fn spawn(command: Command) -> io::Result<Self> {
        Ok(Self { child: start(command)?, finished: false })
    }
}

/// How long an executable may be busy.
const BUSY: Duration = Duration::from_secs(2);

/// Starts a command as the leader of a process group. An executable that was just built may be busy for a moment: a process that began while it
/// was written still has it open until it executes something else.
pub fn start(command: Command) -> io::Result<Box<dyn ChildWrapper>> {
    let mut wrap = CommandWrap::from(command);
    #[cfg(unix)]
    wrap.wrap(process_wrap::std::ProcessGroup::leader());
    #[cfg(windows)]
    wrap.wrap(process_wrap::std::JobObject);
    let began = Instant::now();
    loop {
        match wrap.spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy && began.elapsed() < BUSY => {
                thread::sleep(Duration::from_millis(5));
            }
            result => return result,
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if self.finished {
            return;
        }
        #[cfg(unix)]
        if self.child.signal(signal_hook::consts::SIGINT).is_ok() {
            let deadline = Instant::now() + GRACE;
            while Instant::now() < deadline {
                if let Ok(Some(_)) = self.child.try_wait() {
                    break;
                }
                thread::sleep(Duration::from_millis(5));
            }
        }
        // Also when the leader has ended: others of the group may not have.
        let _ = self.child.start_kill();
        let _ = self.child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn an_executable_that_is_still_open_is_waited_for() {
        use std::os::unix::fs::OpenOptionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("program");
        let mut options = std::fs::OpenOptions::new();
        let mut file = options.write(true).create(true).mode(0o755).open(&path).unwrap();
        io::Write::write_all(&mut file, b"#!/bin/sh\nexit 7\n").unwrap();
        let writer = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            drop(file);
        });
        let limits = Limits { interrupt: &never(), deadline: None, slow: None };
        let Ok(output) = run(Command::new(&path), &limits) else { panic!("it was not started") };
        assert_eq!(output.status.code(), Some(7));
        writer.join().unwrap();
    }

    fn never() -> Interrupt {
        Interrupt::from_flag(Arc::default())
    }

    #[test]
    fn output_and_status_are_collected() {
        let limits = Limits { interrupt: &never(), deadline: None, slow: None };
        let output = run(shell("echo out; echo err >&2; exit 3"), &limits).ok().unwrap();
        assert_eq!((output.stdout.as_slice(), output.stderr.as_slice()), (&b"out\n"[..], &b"err\n"[..]));
        assert_eq!(output.status.code(), Some(3));
    }

    #[test]
    fn more_output_than_a_pipe_holds_does_not_block() {
        let limits = Limits { interrupt: &never(), deadline: None, slow: None };
        let output =
            run(shell("head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2"), &limits).ok().unwrap();
        assert_eq!((output.stdout.len(), output.stderr.len()), (1_000_000, 1_000_000));
    }

    #[test]
    fn lines_are_passed_on_before_the_command_ends() {
        let (sender, receiver) = mpsc::channel();
        let command = thread::spawn(|| {
            let limits = Limits { interrupt: &never(), deadline: None, slow: None };
            run_lines(shell("echo one; echo two; sleep 1"), &limits, Some(sender))
        });
        let second = receiver.iter().nth(1);
        assert_eq!(second.as_deref(), Some("two"));
        assert!(!command.is_finished());
        assert!(command.join().unwrap().ok().unwrap().status.success());
    }

    #[test]
    fn a_deadline_ends_the_command_and_its_children() {
        let dir = tempfile::tempdir().unwrap();
        let pid = dir.path().join("pid");
        let deadline = Some(Instant::now() + Duration::from_millis(200));
        let limits = Limits { interrupt: &never(), deadline, slow: None };
        let started = Instant::now();
        let script = format!("sleep 60 & echo $! > {}; wait", pid.display());
        assert!(matches!(run(shell(&script), &limits), Err(Failure::TimedOut)));
        assert!(started.elapsed() < Duration::from_secs(10));
        let pid = std::fs::read_to_string(pid).unwrap();
        // Whoever inherits it may take a moment to notice that it is dead.
        let script =
            format!("for i in $(seq 100); do kill -0 {} || exit 0; sleep 0.1; done; exit 1", pid.trim());
        let gone = shell(&script).stderr(Stdio::null()).status().unwrap();
        assert!(gone.success(), "the grandchild {} still runs", pid.trim());
    }

    #[test]
    fn a_command_that_ignores_polite_requests_is_killed() {
        let deadline = Some(Instant::now() + Duration::from_millis(100));
        let limits = Limits { interrupt: &never(), deadline, slow: None };
        let started = Instant::now();
        let result = run(shell("trap '' INT TERM; while :; do sleep 1; done"), &limits);
        assert!(matches!(result, Err(Failure::TimedOut)));
        assert!(started.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn an_interrupt_ends_the_command() {
        let flag = Arc::new(AtomicBool::new(false));
        let interrupt = Interrupt::from_flag(flag.clone());
        let tell = || flag.store(true, Ordering::Relaxed);
        let limits =
            Limits { interrupt: &interrupt, deadline: None, slow: Some((Duration::from_millis(50), &tell)) };
        assert!(matches!(run(shell("sleep 60"), &limits), Err(Failure::Interrupted)));
    }
}
