//! Exhaustive search, depth first, by several workers.
//!
//! A worker follows one run and keeps, for each of its states, which actions are still to be taken. The state itself is
//! kept only as long as some are. A worker without work gets the unexplored rest of the shallowest state of another.
//!
//! With reduction, only a persistent set of the actions is taken in each state (Godefroid 1996). What it leaves out must not be
//! left out for ever on a cycle: a state all of whose chosen successors are *open*, which is to say that somebody is still
//! busy with what follows from them, is expanded fully. Who takes one that is new or closed goes to a state that is
//! closed earlier, and that cannot go on for ever.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};

use crate::budget::{Budget, Limit, Meter, Progress, Statistics};
use crate::visited::{Seen, Visited};
use crate::{Property, System};

/// How to search.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many workers.
    pub threads: usize,
    /// Whether to take only persistent sets of actions.
    pub reduce: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { threads: 1, reduce: true }
    }
}

/// What a search has found, and how much of the system it has seen.
#[derive(Clone, Debug)]
pub struct Exploration<F, A> {
    /// What was found, each with a run that leads there.
    pub findings: BTreeMap<F, Vec<A>>,
    /// What ended the search before it had seen everything.
    pub limit: Option<Limit>,
    /// How much work it was.
    pub statistics: Statistics,
    /// Whether a state was met again from which it had been reached: there are infinite runs.
    pub cyclic: bool,
}

/// Searches all states. See [`Progress`] for following and stopping a search.
pub fn depth_first<S: System, P: Property<S>>(
    system: &S,
    property: &P,
    options: &Options,
    budget: &Budget,
) -> Exploration<P::Finding, S::Action> {
    depth_first_with(system, property, options, budget, &Progress::default())
}

/// [`depth_first`] with a progress to look at.
pub fn depth_first_with<S: System, P: Property<S>>(
    system: &S,
    property: &P,
    options: &Options,
    budget: &Budget,
    progress: &Progress,
) -> Exploration<P::Finding, S::Action> {
    let search = Search {
        system,
        property,
        options,
        progress,
        visited: Visited::new(),
        shared: Mutex::new(Shared {
            jobs: vec![Job::start()],
            busy: 0,
            limit: None,
            findings: BTreeMap::new(),
        }),
        changed: Condvar::new(),
        idle: AtomicUsize::new(0),
        over: AtomicBool::new(false),
        cyclic: AtomicBool::new(false),
    };
    let totals: Vec<Statistics> = match options.threads {
        0 | 1 => vec![Worker::new(&search, budget).work()],
        threads => std::thread::scope(|scope| {
            let workers: Vec<_> =
                (0..threads).map(|_| scope.spawn(|| Worker::new(&search, budget).work())).collect();
            workers.into_iter().map(|worker| worker.join().expect("a worker does not panic")).collect()
        }),
    };
    let statistics = Statistics {
        states: search.visited.len(),
        transitions: totals.iter().map(|t| t.transitions).sum(),
        depth: totals.iter().map(|t| t.depth).max().unwrap_or(0),
    };
    let cyclic = search.cyclic.load(Ordering::Relaxed);
    let shared = search.shared.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    Exploration { findings: shared.findings, limit: shared.limit, statistics, cyclic }
}

/// What the workers share.
struct Search<'a, S: System, P: Property<S>> {
    system: &'a S,
    property: &'a P,
    options: &'a Options,
    progress: &'a Progress,
    visited: Visited,
    shared: Mutex<Shared<S, P::Finding>>,
    changed: Condvar,
    /// How many workers wait for a job.
    idle: AtomicUsize,
    over: AtomicBool,
    cyclic: AtomicBool,
}

struct Shared<S: System, F> {
    jobs: Vec<Job<S>>,
    /// How many workers have a job.
    busy: usize,
    limit: Option<Limit>,
    findings: BTreeMap<F, Vec<S::Action>>,
}

/// Actions to be taken in a state.
struct Job<S: System> {
    /// How the state is reached.
    path: Vec<S::Action>,
    /// None for the initial state, before it.
    state: Option<S::State>,
    actions: Vec<S::Action>,
}

impl<S: System> Job<S> {
    /// The whole search.
    fn start() -> Job<S> {
        Job { path: Vec::new(), state: None, actions: Vec::new() }
    }
}

impl<S: System, P: Property<S>> Search<'_, S, P> {
    fn lock(&self) -> MutexGuard<'_, Shared<S, P::Finding>> {
        self.shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The next job; none when the search is over.
    fn next_job(&self) -> Option<Job<S>> {
        let mut shared = self.lock();
        loop {
            if self.over.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(job) = shared.jobs.pop() {
                shared.busy += 1;
                return Some(job);
            }
            if shared.busy == 0 {
                self.over.store(true, Ordering::Relaxed);
                self.changed.notify_all();
                return None;
            }
            self.idle.fetch_add(1, Ordering::Relaxed);
            shared = self.changed.wait(shared).unwrap_or_else(|poisoned| poisoned.into_inner());
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn job_done(&self) {
        let mut shared = self.lock();
        shared.busy -= 1;
        if shared.busy == 0 {
            self.changed.notify_all();
        }
    }

    fn give(&self, job: Job<S>) {
        self.lock().jobs.push(job);
        self.changed.notify_one();
    }

    /// Notes that something was not seen; of several reasons, the first in their order is told.
    fn limited(&self, limit: Limit) {
        let mut shared = self.lock();
        shared.limit = Some(shared.limit.map_or(limit, |other| other.min(limit)));
    }

    fn stop(&self, limit: Limit) {
        self.limited(limit);
        self.over.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }
}

/// A state of the run that a worker follows.
struct Frame<S: System> {
    fingerprint: u128,
    /// Kept while there are actions to take.
    state: Option<S::State>,
    actions: Vec<S::Action>,
    /// The actions before this were taken; the one just before it is the one that the run goes on with.
    next: usize,
    /// The actions before this are to be taken.
    chosen: usize,
    /// One of the successors was new or closed.
    progressed: bool,
    /// Another worker has some of what follows from this state: it is never closed.
    shared: bool,
}

struct Worker<'a, 'b, S: System, P: Property<S>> {
    search: &'b Search<'a, S, P>,
    meter: Meter<'b>,
    scratch: S::Scratch,
    /// How the first frame's state is reached.
    prefix: Vec<S::Action>,
    frames: Vec<Frame<S>>,
    found: Vec<P::Finding>,
    statistics: Statistics,
}

impl<'a, 'b, S: System, P: Property<S>> Worker<'a, 'b, S, P> {
    fn new(search: &'b Search<'a, S, P>, budget: &'b Budget) -> Worker<'a, 'b, S, P> {
        Worker {
            search,
            meter: Meter::new(budget, search.progress),
            scratch: search.system.scratch(),
            prefix: Vec::new(),
            frames: Vec::new(),
            found: Vec::new(),
            statistics: Statistics::default(),
        }
    }

    fn work(mut self) -> Statistics {
        while let Some(job) = self.search.next_job() {
            self.prefix = job.path;
            match job.state {
                None => {
                    let state = self.search.system.initial(&mut self.scratch);
                    let fingerprint = self.search.system.fingerprint(&mut self.scratch, &state);
                    self.search.visited.insert(fingerprint);
                    self.enter(state, fingerprint);
                }
                state => self.frames.push(Frame {
                    fingerprint: 0,
                    state,
                    next: 0,
                    chosen: job.actions.len(),
                    actions: job.actions,
                    progressed: true,
                    shared: true,
                }),
            }
            while !self.frames.is_empty() && !self.search.over.load(Ordering::Relaxed) {
                self.step();
            }
            self.frames.clear();
            self.search.job_done();
        }
        self.statistics
    }

    /// Takes the next action of the last state, or goes back.
    fn step(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        if frame.next == frame.chosen && frame.chosen < frame.actions.len() && !frame.progressed {
            frame.chosen = frame.actions.len();
        }
        if frame.next == frame.chosen {
            return self.leave();
        }
        let action = frame.actions[frame.next].clone();
        frame.next += 1;
        let last = frame.next == frame.chosen && (frame.chosen == frame.actions.len() || frame.progressed);
        let state = if last { frame.state.take() } else { frame.state.clone() };
        let Some(mut state) = state else { return };
        let system = self.search.system;
        system.apply(&mut self.scratch, &mut state, &action);
        self.statistics.transitions += 1;
        let fingerprint = system.fingerprint(&mut self.scratch, &state);
        let seen = self.search.visited.insert(fingerprint);
        match seen {
            Seen::Open => self.search.cyclic.store(true, Ordering::Relaxed),
            Seen::New | Seen::Closed => frame.progressed = true,
        }
        if seen == Seen::New {
            self.enter(state, fingerprint);
        }
        if self.search.idle.load(Ordering::Relaxed) > 0 {
            self.share();
        }
    }

    /// Goes on from a state that nobody has seen before.
    fn enter(&mut self, state: S::State, fingerprint: u128) {
        let system = self.search.system;
        let mut actions = Vec::new();
        system.actions(&mut self.scratch, &state, &mut actions);
        self.search.property.check(system, &mut self.scratch, &state, &actions, &mut self.found);
        if !self.found.is_empty() {
            self.record();
        }
        let depth = (self.prefix.len() + self.frames.len()) as u64;
        self.statistics.depth = self.statistics.depth.max(depth);
        self.report(depth);
        let states = self.search.visited.len();
        if let Some(limit) = self.meter.check(states) {
            return self.search.stop(limit);
        }
        if !actions.is_empty()
            && let Some(limit) = self.meter.is_too_deep(depth + 1)
        {
            return self.search.limited(limit);
        }
        let chosen = match self.search.options.reduce && actions.len() > 1 {
            true => system.persistent(&mut self.scratch, &state, &mut actions),
            false => actions.len(),
        };
        self.frames.push(Frame {
            fingerprint,
            state: Some(state),
            actions,
            next: 0,
            chosen,
            progressed: false,
            shared: false,
        });
    }

    fn report(&self, depth: u64) {
        let progress = self.search.progress;
        progress.states.store(self.search.visited.len(), Ordering::Relaxed);
        progress.depth.store(depth, Ordering::Relaxed);
        progress.transitions.fetch_max(self.statistics.transitions, Ordering::Relaxed);
    }

    /// All that follows from the last state was seen.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        if !frame.shared {
            self.search.visited.close(frame.fingerprint);
        } else if let Some(parent) = self.frames.last_mut() {
            parent.shared = true;
        }
    }

    /// How the last state is reached.
    fn path(&self) -> Vec<S::Action> {
        self.path_to(self.frames.len())
    }

    /// How the state of a frame is reached.
    fn path_to(&self, frame: usize) -> Vec<S::Action> {
        let taken = self.frames[..frame].iter().map(|frame| frame.actions[frame.next - 1].clone());
        self.prefix.iter().cloned().chain(taken).collect()
    }

    /// Keeps what was found, with the shortest run that is known.
    fn record(&mut self) {
        let path = self.path();
        let mut shared = self.search.lock();
        for finding in self.found.drain(..) {
            match shared.findings.entry(finding) {
                std::collections::btree_map::Entry::Vacant(entry) => {
                    entry.insert(path.clone());
                    self.search.progress.findings.fetch_add(1, Ordering::Relaxed);
                }
                std::collections::btree_map::Entry::Occupied(mut entry) => {
                    if path.len() < entry.get().len() {
                        entry.insert(path.clone());
                    }
                }
            }
        }
    }

    /// Gives the rest of the shallowest state that has one to a worker without work.
    fn share(&mut self) {
        // The last one of the last frame is what this worker does next.
        let end = self.frames.len().saturating_sub(1);
        let Some(index) =
            self.frames[..end].iter().position(|frame| frame.next < frame.chosen && frame.state.is_some())
        else {
            return;
        };
        let path = self.path_to(index);
        let frame = &mut self.frames[index];
        let rest = frame.actions[frame.next..frame.chosen].to_vec();
        // Were it to be expanded fully later, the state would still be needed.
        frame.progressed |= frame.chosen == frame.actions.len();
        let state = frame.state.clone();
        frame.actions.drain(frame.next..frame.chosen);
        frame.chosen = frame.next;
        frame.shared = true;
        self.search.give(Job { path, state, actions: rest });
    }
}
