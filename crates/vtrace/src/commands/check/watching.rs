//! `--watch`: a page that shows how far the check is, and then what it found.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use vtrace_explore::{Progress, memory_in_use};
use vtrace_report::{Finding, Replay, Sources, Verdict};
use vtrace_view::{Board, Curator, Exhibit, Server};

use super::entries;
use crate::commands::view;

/// How often to tell.
const TICK: Duration = Duration::from_millis(250);

/// Those who watch; perhaps nobody.
pub struct Watching(Option<Watched>);

struct Watched {
    board: Arc<Board>,
    curator: Curator,
    content: Mutex<Content>,
    // The server runs as long as the process; its address was printed.
    _server: Server,
}

/// What the page shows meanwhile.
#[derive(Serialize, Default)]
struct Content {
    now: Option<Now>,
    /// Whether everything was searched, and findings are being played back.
    replaying: bool,
    entries: Vec<Entry>,
    findings: Vec<Found>,
    /// How many entries are of programs that are done.
    #[serde(skip)]
    before: usize,
}

impl Content {
    /// The entry with this number of the program that is checked now.
    fn entry(&mut self, index: usize) -> &mut Entry {
        &mut self.entries[self.before + index]
    }
}

#[derive(Serialize, Default)]
struct Now {
    entry: String,
    states: u64,
    rate: f64,
    depth: u64,
    waiting: u64,
    /// In megabytes.
    memory: u64,
    seconds: f64,
    /// How many seconds this may take; 0 if nobody knows.
    limit: f64,
}

#[derive(Serialize)]
struct Entry {
    name: String,
    state: &'static str,
    why: String,
}

#[derive(Serialize)]
struct Found {
    id: String,
    kind: &'static str,
    message: String,
    place: String,
    /// How far its replay on the real program is, if there is one: `waiting`, `running`, or what came out.
    replay: String,
}

impl Found {
    fn new(finding: &Finding, replay: &str, sources: &Sources) -> Found {
        Found {
            id: finding.id.clone(),
            kind: finding.kind.name(),
            message: finding.message.clone(),
            place: finding.place().map_or_else(String::new, |at| sources.place(at)),
            replay: replay.to_string(),
        }
    }
}

impl Watching {
    /// Starts the page, if somebody wants to watch.
    pub fn start(wanted: bool, title: &str) -> anyhow::Result<Watching> {
        if !wanted {
            return Ok(Watching(None));
        }
        let board = Arc::new(Board::default());
        let (server, curator) = Server::start(Exhibit::watching(title), Some(board.clone()))?;
        view::announce(&server, true)?;
        let watched = Watched { board, curator, content: Mutex::default(), _server: server };
        watched.write(false);
        Ok(Watching(Some(watched)))
    }

    /// Tells which entries a program has. Their numbers are meant from now on.
    pub fn expect(&self, entries: impl Iterator<Item = String>) {
        let Some(watched) = &self.0 else { return };
        let entries = entries.map(|name| Entry { name, state: "waiting", why: String::new() });
        watched.change(|content| {
            content.before = content.entries.len();
            content.entries.extend(entries);
        });
    }

    /// Works on the entry with this number, for so long at most, and tells how far that is.
    pub fn during<T>(
        &self,
        index: usize,
        limit: Duration,
        progress: &Progress,
        work: impl FnOnce() -> T,
    ) -> T {
        let Some(watched) = &self.0 else { return work() };
        let over = AtomicBool::new(false);
        watched.change(|content| content.entry(index).state = "running");
        std::thread::scope(|scope| {
            scope.spawn(|| watched.tick(index, limit, progress, &over));
            let result = work();
            over.store(true, Ordering::Release);
            result
        })
    }

    /// Tells what came out of an entry.
    pub fn done(&self, index: usize, (result, findings): &entries::Result, sources: &Sources) {
        let Some(watched) = &self.0 else { return };
        watched.change(|content| {
            content.now = None;
            let entry = content.entry(index);
            (entry.state, entry.why) = match &result.verdict {
                _ if !findings.is_empty() => ("found", String::new()),
                Verdict::Proved => ("proved", "all behaviours were covered".to_string()),
                Verdict::Bounded { by } => ("bounded", by.join("; ")),
                Verdict::NotAnalysed { why } => ("not analysed", why.clone()),
            };
            content.findings.extend(findings.iter().map(|finding| Found::new(finding, "", sources)));
        });
    }

    /// Tells that findings, of which each is now there once, are played back on the real program.
    pub fn replaying(&self, findings: &[Finding], sources: &Sources) {
        let Some(watched) = &self.0 else { return };
        watched.change(|content| {
            content.now = None;
            content.replaying = true;
            content.findings =
                findings.iter().map(|finding| Found::new(finding, "waiting", sources)).collect();
        });
    }

    /// Tells that a finding is being played back, or what came out of that.
    pub fn replay(&self, finding: &Finding, over: bool) {
        let Some(watched) = &self.0 else { return };
        let replay = match &finding.replay {
            _ if !over => "running",
            Some(Replay::Confirmed { .. }) => "confirmed",
            Some(Replay::Refuted { .. }) => "not followed by the real program",
            Some(Replay::Failed { .. }) | None => "without a verdict",
        };
        watched.change(|content| {
            let found = content.findings.iter_mut().filter(|found| found.id == finding.id);
            found.for_each(|found| found.replay = replay.to_string());
        });
    }

    /// The check is over: shows what it found. False if nobody watches.
    pub fn finish(&self, exhibit: impl FnOnce() -> Exhibit) -> bool {
        let Some(watched) = &self.0 else { return false };
        watched.curator.show(exhibit());
        watched.change(|content| content.now = None);
        watched.write(true);
        true
    }
}

impl Watched {
    fn change(&self, change: impl FnOnce(&mut Content)) {
        change(&mut self.content.lock().unwrap_or_else(PoisonError::into_inner));
        self.write(false);
    }

    fn write(&self, over: bool) {
        let content = self.content.lock().unwrap_or_else(PoisonError::into_inner);
        // Only maps with keys that are no strings cannot be written, and there are none.
        self.board.write(serde_json::to_string(&*content).unwrap_or_default(), over);
    }

    fn tick(&self, index: usize, limit: Duration, progress: &Progress, over: &AtomicBool) {
        let start = Instant::now();
        let mut last = (start, 0);
        while !over.load(Ordering::Acquire) {
            std::thread::sleep(Duration::from_millis(10));
            if last.0.elapsed() < TICK {
                continue;
            }
            let states = progress.states.load(Ordering::Relaxed);
            let rate = states.saturating_sub(last.1) as f64 / last.0.elapsed().as_secs_f64();
            last = (Instant::now(), states);
            self.change(|content| {
                content.now = Some(Now {
                    entry: content.entry(index).name.clone(),
                    states,
                    rate,
                    depth: progress.depth.load(Ordering::Relaxed),
                    waiting: progress.frontier.load(Ordering::Relaxed),
                    memory: memory_in_use().unwrap_or(0) >> 20,
                    seconds: start.elapsed().as_secs_f64(),
                    limit: limit.as_secs_f64(),
                });
            });
        }
    }
}
