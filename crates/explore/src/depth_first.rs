//! Exhaustive search, depth first, by several workers.
//!
//! A worker follows one run and keeps, for each of its states, which actions are still to be taken. The state itself is
//! kept only as long as some are. A worker without work gets the unexplored rest of the shallowest state of another.
//!
//! With reduction, only a persistent set of the actions is taken in each state (Godefroid 1996). What it leaves out must not be
//! left out for ever on a cycle: a state all of whose chosen successors are *open*, which is to say that somebody is still
//! busy with what follows from them, is expanded fully. Who takes one that is new or closed goes to a state that is
//! closed earlier, and that cannot go on for ever.
//!
//! Of two actions that commute, both orders lead to the same state, and one is enough: what was taken in a state *sleeps*
//! in the states to which later actions lead, until something happens that does not commute with it (Godefroid 1996,
//! chapter 5). That saves no states, but most of the steps that would lead to a state known already, and those are most of the
//! work. The table remembers what sleeps in a state; one that is met again while less of it sleeps is explored for the
//! difference. A persistent set that sleeps as a whole will not do: nothing would be taken.
//!
//! Why the two go together: let w be any run from a state, none of whose steps could come first and sleeps there. If one
//! that could come first is taken, of those in the last visit that takes any, the first one: what sleeps after it is nothing that
//! could come first in the rest of w, which is shorter. If none is taken, w has nothing of the persistent set, and all of
//! it commutes with w; one that was taken leads to a state that is closed earlier, in which w is still to come.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};

use crate::budget::{Budget, Limit, Meter, Progress, Statistics};
use crate::visited::{Seen, Visit, Visited};
use crate::{Property, System, cycle};

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
    /// Whether some state can be reached from itself: there are infinite runs.
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
    let mut totals: Vec<(Statistics, Edges)> = match options.threads {
        0 | 1 => vec![Worker::new(&search, budget).work()],
        threads => std::thread::scope(|scope| {
            let workers: Vec<_> =
                (0..threads).map(|_| scope.spawn(|| Worker::new(&search, budget).work())).collect();
            workers.into_iter().map(|worker| worker.join().expect("a worker does not panic")).collect()
        }),
    };
    let statistics = Statistics {
        states: search.visited.len(),
        transitions: totals.iter().map(|(t, _)| t.transitions).sum(),
        depth: totals.iter().map(|(t, _)| t.depth).max().unwrap_or(0),
    };
    let edges: Vec<Edges> = totals.iter_mut().map(|(_, edges)| std::mem::take(edges)).collect();
    let cyclic = search.cyclic.load(Ordering::Relaxed) || cycle::is_cyclic(statistics.states, &edges);
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
    /// A cycle was met.
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
    /// None for the whole search.
    frame: Option<Frame<S>>,
}

impl<S: System> Job<S> {
    /// The whole search.
    fn start() -> Job<S> {
        Job { path: Vec::new(), frame: None }
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
    /// None if it is not for this frame to close the state.
    fingerprint: Option<u128>,
    /// Its number in the table of states.
    number: u32,
    /// Kept while there are actions to take.
    state: Option<S::State>,
    /// What can happen: first what is to be taken, then what could be, then what sleeps.
    actions: Vec<S::Action>,
    /// The actions before this were taken; the one just before it is the one that the run goes on with.
    next: usize,
    /// The actions before this are to be taken.
    chosen: usize,
    /// The actions from this on sleep.
    awake: usize,
    /// Those taken that did more than can be told from them, as bits: they commute with nothing.
    loud: u64,
    /// One of the successors was new or closed.
    progressed: bool,
    /// Another worker has some of what follows from this state: it is never closed.
    shared: bool,
}

impl<S: System> Frame<S> {
    /// What was taken before the action that the run goes on with, and what sleeps: nothing of that needs to be taken
    /// after it, as far as it commutes with it.
    fn drowsy(&self) -> impl Iterator<Item = &S::Action> {
        let taken = self.actions[..self.next - 1].iter().enumerate();
        let quiet = taken.filter(|(i, _)| *i < 64 && self.loud & (1 << i) == 0).map(|(_, action)| action);
        quiet.chain(&self.actions[self.awake..])
    }
}

/// Steps from one state to another, by their numbers.
type Edges = Vec<(u32, u32)>;

struct Worker<'a, 'b, S: System, P: Property<S>> {
    search: &'b Search<'a, S, P>,
    meter: Meter<'b>,
    scratch: S::Scratch,
    /// How the first frame's state is reached.
    prefix: Vec<S::Action>,
    frames: Vec<Frame<S>>,
    found: Vec<P::Finding>,
    statistics: Statistics,
    /// States that nobody needs any more: their memory serves for the next copies.
    spare: Vec<S::State>,
    /// What sleeps after the step that is being made.
    sleeping: Vec<S::Action>,
    /// The steps that were made, while it is not known whether there are cycles.
    edges: Edges,
}

/// How many states are kept for their memory.
const SPARE: usize = 64;

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
            spare: Vec::new(),
            sleeping: Vec::new(),
            edges: Edges::new(),
        }
    }

    /// A copy of a state.
    fn copy(spare: &mut Vec<S::State>, state: &S::State) -> S::State {
        match spare.pop() {
            Some(mut copy) => {
                copy.clone_from(state);
                copy
            }
            None => state.clone(),
        }
    }

    fn discard(&mut self, state: S::State) {
        if self.spare.len() < SPARE {
            self.spare.push(state);
        }
    }

    fn work(mut self) -> (Statistics, Edges) {
        while let Some(job) = self.search.next_job() {
            self.prefix = job.path;
            match job.frame {
                None => {
                    let state = self.search.system.initial(&mut self.scratch);
                    let fingerprint = self.search.system.fingerprint(&mut self.scratch, &state);
                    let visit = self.search.visited.insert(fingerprint, 0);
                    self.enter(state, fingerprint, visit.number);
                }
                Some(frame) => self.frames.push(frame),
            }
            while !self.frames.is_empty() && !self.search.over.load(Ordering::Relaxed) {
                self.step();
            }
            self.frames.clear();
            self.search.job_done();
        }
        (self.statistics, self.edges)
    }

    /// Takes the next action of the last state, or goes back.
    fn step(&mut self) {
        let system = self.search.system;
        let Some(frame) = self.frames.last_mut() else { return };
        if frame.next == frame.chosen && frame.chosen < frame.awake && !frame.progressed {
            frame.chosen = frame.awake;
        }
        if frame.next == frame.chosen {
            return self.leave();
        }
        let action = frame.actions[frame.next].clone();
        frame.next += 1;
        let last = frame.next == frame.chosen && (frame.chosen == frame.awake || frame.progressed);
        let Some(state) = &frame.state else { return };
        self.sleeping.clear();
        if self.search.options.reduce {
            for other in frame.drowsy() {
                if !system.conflict(&mut self.scratch, state, other, &action) {
                    self.sleeping.push(other.clone());
                }
            }
        }
        let aside = system.aside(state);
        let state = match last {
            true => frame.state.take(),
            false => frame.state.as_ref().map(|state| Self::copy(&mut self.spare, state)),
        };
        let Some(mut state) = state else { return };
        system.apply(&mut self.scratch, &mut state, &action);
        self.statistics.transitions += 1;
        if system.aside(&state) != aside {
            self.sleeping.clear();
            frame.loud |= 1u64.checked_shl(frame.next as u32 - 1).unwrap_or(0);
        }
        let fingerprint = system.fingerprint(&mut self.scratch, &state);
        let mut sleeping = 0;
        for action in &self.sleeping {
            sleeping |= system.seat(&mut self.scratch, &state, action).map_or(0, bit);
        }
        let visit = self.search.visited.insert(fingerprint, sleeping);
        let one_worker = self.search.options.threads <= 1;
        match visit.seen {
            // Of several workers, another one may be busy with it.
            Seen::Open if one_worker => self.search.cyclic.store(true, Ordering::Relaxed),
            Seen::Open => {}
            Seen::New | Seen::Closed => frame.progressed = true,
        }
        if !self.search.cyclic.load(Ordering::Relaxed) {
            self.edges.push((frame.number, visit.number));
        } else if !self.edges.is_empty() {
            self.edges = Edges::new();
        }
        match visit.seen {
            Seen::New => self.enter(state, fingerprint, visit.number),
            Seen::Open | Seen::Closed if visit.slept & !sleeping != 0 => {
                self.wake(state, fingerprint, visit, sleeping);
            }
            Seen::Open | Seen::Closed => self.discard(state),
        }
        if self.search.idle.load(Ordering::Relaxed) > 0 {
            self.share();
        }
    }

    /// Goes on from a state that nobody has seen before, in which [`Worker::sleeping`] sleeps.
    fn enter(&mut self, state: S::State, fingerprint: u128, number: u32) {
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
        let mut awake = actions.len();
        if !self.sleeping.is_empty() {
            // What has no seat in this state is not remembered as sleeping, and must be taken.
            self.sleeping.retain(|action| system.seat(&mut self.scratch, &state, action).map_or(0, bit) != 0);
            awake = partition(&mut actions, |action| !self.sleeping.contains(action));
        }
        let chosen = match self.search.options.reduce && awake > 1 {
            true => system.persistent(&mut self.scratch, &state, &mut actions, awake),
            false => awake,
        };
        self.frames.push(Frame {
            fingerprint: Some(fingerprint),
            number,
            state: Some(state),
            actions,
            next: 0,
            chosen,
            awake,
            loud: 0,
            progressed: false,
            shared: false,
        });
    }

    /// Goes on from a state that was seen before, with what slept then and does not now.
    fn wake(&mut self, state: S::State, fingerprint: u128, visit: Visit, sleeping: u32) {
        let system = self.search.system;
        let mut actions = Vec::new();
        system.actions(&mut self.scratch, &state, &mut actions);
        let depth = (self.prefix.len() + self.frames.len()) as u64;
        if let Some(limit) = self.meter.is_too_deep(depth + 1) {
            self.discard(state);
            return self.search.limited(limit);
        }
        let scratch = &mut self.scratch;
        let mut among = |set: u32, action: &S::Action| {
            system.seat(scratch, &state, action).is_some_and(|seat| set & bit(seat) != 0)
        };
        let awake = partition(&mut actions, |action| !among(visit.slept & sleeping, action));
        let chosen = partition(&mut actions[..awake], |action| among(visit.slept & !sleeping, action));
        // Who is still busy with the state closes it.
        if visit.seen == Seen::Closed {
            self.search.visited.reopen(fingerprint);
        }
        self.frames.push(Frame {
            fingerprint: (visit.seen == Seen::Closed).then_some(fingerprint),
            number: visit.number,
            state: Some(state),
            actions,
            next: 0,
            chosen,
            awake,
            loud: 0,
            progressed: true,
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
        if let Some(state) = frame.state {
            self.discard(state);
        }
        if !frame.shared {
            frame.fingerprint.into_iter().for_each(|fingerprint| self.search.visited.close(fingerprint));
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
        let given = Frame {
            fingerprint: None,
            number: frame.number,
            state: frame.state.clone(),
            actions: frame.actions.clone(),
            next: frame.next,
            chosen: frame.chosen,
            awake: frame.awake,
            loud: frame.loud,
            progressed: true,
            shared: true,
        };
        // Were it to be expanded fully later, the state would still be needed.
        frame.progressed |= frame.chosen == frame.awake;
        // What is given away counts as taken. The one that this run goes on with stays the last of those taken.
        frame.actions[frame.next - 1..frame.chosen].rotate_left(1);
        frame.loud = u64::MAX;
        frame.next = frame.chosen;
        frame.shared = true;
        self.search.give(Job { path, frame: Some(given) });
    }
}

/// The bit of a seat.
fn bit(seat: u32) -> u32 {
    1u32.checked_shl(seat).unwrap_or(0)
}

/// Moves what fulfils a condition to the front, in the same order, and says how many those are.
fn partition<A: Clone>(actions: &mut [A], mut condition: impl FnMut(&A) -> bool) -> usize {
    let mut front = 0;
    for i in 0..actions.len() {
        if condition(&actions[i]) {
            actions[front..=i].rotate_right(1);
            front += 1;
        }
    }
    front
}
