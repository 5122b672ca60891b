//! One run of the built program: in a directory of its own, limited in time and memory, without a network where the system
//! allows that, and never left behind.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use process_wrap::std::ChildWrapper;
use vtrace_load::{Environment, Interrupt, subprocess};

/// How a run is limited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// It is ended when it has been busy, or has waited, for this time. If other programs keep it from its turn, it gets more: up to [`PATIENCE`]
    /// times as much.
    pub time: Duration,
    /// It is ended when it takes more memory than so many bytes.
    pub memory: u64,
    /// Whether it may use the network.
    pub network: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: Duration::from_secs(10), memory: 2 << 30, network: false }
    }
}

/// What to run.
pub(crate) struct Job<'a> {
    pub executable: &'a Path,
    pub arguments: &'a [String],
    pub environment: &'a Environment,
    pub plan: &'a str,
    pub log: bool,
    pub limits: &'a Limits,
    pub interrupt: &'a Interrupt,
    pub room: Option<&'a Room>,
}

/// What a run left.
#[derive(Clone, Debug)]
pub struct Run {
    /// The exit code; none if a signal ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error, with whatever the Go runtime said.
    pub stderr: Vec<u8>,
    /// What the gates said: a line for each step that was opened, and how it ended.
    pub steps: String,
    /// What every goroutine executed, if that was wanted.
    pub lines: Option<String>,
    /// Why it was ended from outside, if it was.
    pub ended: Option<Ended>,
    /// How long it took.
    pub duration: Duration,
    /// Whether it was kept from the network.
    pub isolated: bool,
}

/// Why a run was ended from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The schedule was over, and nothing moved any more: the runtime was asked for the goroutines.
    Quiet,
    /// It took too long.
    Time,
    /// It took too much memory.
    Memory,
}

/// How many times its time a program gets that other programs keep from its turn.
const PATIENCE: u32 = 6;
/// How often limits are looked at.
const TICK: Duration = Duration::from_millis(10);
/// How long after the end of its schedule a program is left alone before it is asked where its goroutines are. Only
/// programs come so far in which Go's own detection of deadlocks does not work, as there are timers or signals. And they must be
/// seen at rest several times: one that waits for its turn has not been left alone.
const QUIET: Duration = Duration::from_millis(300);
/// How many times in a row.
const SEEN_AT_REST: u32 = 5;
/// More output than this is not kept.
const OUTPUT: u64 = 16 << 20;

/// Runs a job to its end.
pub(crate) fn run(job: &Job) -> Result<Run, String> {
    let scratch = tempfile::Builder::new()
        .prefix("vtrace-replay-")
        .tempdir()
        .map_err(|error| format!("cannot make a directory to run in: {error}"))?;
    let told = |what: &str, error: io::Error| format!("cannot {what}: {error}");
    let (plan, steps) = (scratch.path().join("plan"), scratch.path().join("steps"));
    let (work, log) = (scratch.path().join("work"), scratch.path().join("log"));
    fs::write(&plan, job.plan).map_err(|error| told("write the plan", error))?;
    fs::create_dir(&work).map_err(|error| told("make a directory to run in", error))?;

    let isolated = !job.limits.network && can_isolate();
    let room = job.room.filter(|_| isolated);
    let mut command = match (isolated, room) {
        (true, None) => isolate(job.executable.as_os_str()),
        _ => Command::new(job.executable),
    };
    command.args(job.arguments).current_dir(&work).env_clear().envs(job.environment.iter());
    if let Some(room) = room {
        // The gates enter it when the program begins.
        command.env("VTRACE_ROOM", room.namespaces());
    }
    command.env("VTRACE_PLAN", &plan).env("VTRACE_STEPS", &steps).env("PWD", &work);
    command.env("GOTRACEBACK", "all").env("GOMEMLIMIT", (job.limits.memory * 3 / 4).to_string());
    // Goroutines go on one after the other; collecting garbage would empty pools and run finalizers at any time.
    command.env("GOMAXPROCS", "1").env("GOGC", "off");
    command.env("GORACE", "exitcode=66 atexit_sleep_ms=0 suppress_equal_addresses=0 suppress_equal_stacks=0");
    if job.log {
        command.env("VTRACE_LOG", &log);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());

    let _guard = job.interrupt.guard();
    let started = Instant::now();
    let mut group = Group::spawn(command).map_err(|error| told("start the program", error))?;
    let (sender, receiver) = mpsc::channel();
    let stdout = group.child.stdout().take().map(|pipe| collect(pipe, sender.clone()));
    let stderr = group.child.stderr().take().map(|pipe| collect(pipe, sender));
    let mut ended = None;
    let mut over: Option<Instant> = None;
    let mut at_rest = 0;
    let status = loop {
        let closed = match receiver.recv_timeout(TICK) {
            Ok(()) => continue,
            Err(RecvTimeoutError::Disconnected) => true,
            Err(RecvTimeoutError::Timeout) => false,
        };
        if let Some(status) = group.child.try_wait().map_err(|error| told("await the program", error))? {
            group.finished = true;
            break Some(status);
        }
        if closed {
            thread::sleep(Duration::from_micros(200));
            continue;
        }
        if job.interrupt.is_raised() {
            return Err("interrupted".to_string());
        }
        if over.is_none() && is_over(&steps) {
            over = Some(Instant::now());
        }
        let id = group.child.id();
        at_rest = if is_at_rest(id).unwrap_or(true) { at_rest + 1 } else { 0 };
        if ended.is_none() && over.is_some_and(|over| over.elapsed() > QUIET) && at_rest >= SEEN_AT_REST {
            ended = Some(Ended::Quiet);
            group.ask();
        }
        let (elapsed, limit) = (started.elapsed(), job.limits.time);
        let kept_waiting = at_rest == 0 && busy(id).is_some_and(|busy| busy < limit);
        if elapsed > limit * PATIENCE || elapsed > limit && !kept_waiting {
            ended = ended.or(Some(Ended::Time));
            break None;
        }
        if memory(id).is_some_and(|used| used > job.limits.memory) {
            ended = Some(Ended::Memory);
            break None;
        }
    };
    drop(group);
    let text = |pipe: Option<JoinHandle<Vec<u8>>>| pipe.and_then(|pipe| pipe.join().ok()).unwrap_or_default();
    let (stdout, stderr) = (text(stdout), text(stderr));
    let read = |path: &Path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let steps = read(&steps).unwrap_or_default();
    let lines = job.log.then(|| read(&log).unwrap_or_default());
    let code = status.and_then(|status| status.code());
    Ok(Run { code, stdout, stderr, steps, lines, ended, duration: started.elapsed(), isolated })
}

fn is_over(steps: &Path) -> bool {
    fs::read_to_string(steps).is_ok_and(|text| text.lines().any(|line| line == "over"))
}

/// Reads a pipe to its end on a thread; `done` is dropped then.
fn collect(mut pipe: impl Read + Send + 'static, done: mpsc::Sender<()>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.by_ref().take(OUTPUT).read_to_end(&mut bytes);
        // Whoever writes more is not to be kept waiting.
        let _ = io::copy(&mut pipe, &mut io::sink());
        drop(done);
        bytes
    })
}

/// A command that runs a program without a network.
fn isolate(program: &OsStr) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-current-user", "--net", "--"]).arg(program);
    command
}

/// Whether this system lets us start a program without a network.
pub fn can_isolate() -> bool {
    static CAN: OnceLock<bool> = OnceLock::new();
    *CAN.get_or_init(|| {
        let mut command = isolate(OsStr::new("true"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        cfg!(target_os = "linux") && command.status().is_ok_and(|status| status.success())
    })
}

/// A place without a network, for one replay after the other: to make a new one takes longer than most replays. A process that reads
/// from us keeps it, and so ends when we do. The gates in the program's runtime enter it before anything else.
pub(crate) struct Room {
    keeper: Child,
}

impl Room {
    /// Makes one, if this system can.
    pub(crate) fn new() -> Option<Room> {
        if !can_isolate() {
            return None;
        }
        let mut command = isolate(OsStr::new("sh"));
        command.args(["-c", "echo && exec cat"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut room = Room { keeper: command.spawn().ok()? };
        // It is there when the keeper says something.
        room.keeper.stdout.as_mut()?.read_exact(&mut [0]).ok()?;
        // Whether the program will be allowed to enter.
        let mut command = Command::new("nsenter");
        command.args(["--preserve-credentials", "--user", "--net", "--target"]);
        command.arg(room.keeper.id().to_string()).args(["--", "true"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success()).then_some(room)
    }

    fn namespaces(&self) -> String {
        format!("/proc/{}/ns", self.keeper.id())
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = self.keeper.kill();
        let _ = self.keeper.wait();
    }
}

/// How many bytes of memory a process has.
fn memory(id: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{id}/statm")).ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// Whether all threads of a process wait for something, and not for their turn. Where the system does not tell, nobody knows.
fn is_at_rest(id: u32) -> Option<bool> {
    let threads = fs::read_dir(format!("/proc/{id}/task")).ok()?;
    let states = threads.flatten().filter_map(|thread| {
        let text = fs::read_to_string(thread.path().join("stat")).ok()?;
        state(&text)
    });
    Some(!states.into_iter().any(|state| matches!(state, 'R' | 'D')))
}

/// The state of a thread, from its line: `7 (its name) S 1 …`.
fn state(stat: &str) -> Option<char> {
    stat.rsplit_once(") ")?.1.chars().next()
}

/// How long a process has had its turn.
fn busy(id: u32) -> Option<Duration> {
    spent(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
}

/// The time of a process in the program and in the kernel, from its line.
fn spent(stat: &str) -> Option<Duration> {
    let mut fields = stat.rsplit_once(") ")?.1.split(' ').skip(11);
    let mut hundredths = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (hundredths()? + hundredths()?)))
}

/// A running process group, which ends when this is dropped.
struct Group {
    child: Box<dyn ChildWrapper>,
    finished: bool,
}

impl Group {
    fn spawn(command: Command) -> io::Result<Self> {
        Ok(Self { child: subprocess::start(command)?, finished: false })
    }

    /// Asks the Go runtime for its goroutines, and to end.
    fn ask(&self) {
        #[cfg(unix)]
        let _ = self.child.signal(signal_hook::consts::SIGQUIT);
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.finished {
            // Also when the leader has ended: others of the group may not have.
            let _ = self.child.start_kill();
            let _ = self.child.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAT: &str =
        "812 (a (strange) name) S 1 812 812 0 -1 4194560 1509 0 0 0 150 25 0 0 20 0 7 0 99 1 2";

    #[test]
    fn a_thread_that_sleeps_is_at_rest() {
        assert_eq!(state(STAT), Some('S'));
        assert_eq!(state("nonsense"), None);
    }

    #[test]
    fn time_is_spent_in_the_program_and_in_the_kernel() {
        assert_eq!(spent(STAT), Some(Duration::from_millis(1750)));
    }
}
