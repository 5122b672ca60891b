//! A state of a program: memory, goroutines, timers, and what was chosen for unknown inputs.
//!
//! A state is a value. It can be cloned (goroutines are shared until they move), compared and fingerprinted
//! ([`crate::fingerprint`]); nothing outside it, except the program itself, is needed to go on from it.

use std::sync::{Arc, LazyLock, OnceLock};

use vtrace_program::{FunctionId, Position};

use crate::caller;
use crate::footprint::{self, Footprint};
use crate::memory::Heap;
use crate::node::Node;
use crate::program::Program;
use crate::summary::Summary;
use crate::timer::{Target, Timer};
use crate::unknown::Bindings;
use crate::value::{ObjectId, StrId, Value};

/// The state of a program.
pub struct State {
    pub(crate) heap: Heap,
    /// The goroutines that have not ended, in the order in which they started, which is that of their numbers.
    pub(crate) goroutines: Vec<Arc<Goroutine>>,
    pub(crate) timers: Vec<Timer>,
    /// Nanoseconds since the program started.
    pub(crate) clock: i64,
    pub(crate) bindings: Bindings,
    /// How the program ended, if it did.
    pub(crate) end: Option<End>,
    /// Whether `main` has returned and the others go on ([`crate::Options::search`]).
    pub(crate) returned: bool,
    /// Where a test failed first.
    pub(crate) failed: Option<(Position, FunctionId)>,
    /// The marks that somebody came to since the last choice, in ascending order.
    pub(crate) marks: Vec<u32>,
    /// The goroutines that have names, in the order of these.
    pub(crate) nodes: Vec<Arc<Node>>,
    /// The named marks that goroutines, by their numbers, have passed since the last choice.
    pub(crate) passed: Vec<(u32, StrId)>,
    /// How many goroutines were ever started: names the next one. Not part of a state's identity.
    pub(crate) started: u32,
    /// How many timers were ever armed: names the next one. Not part of a state's identity.
    pub(crate) next_timer: u32,
}

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// `main` returned, or `os.Exit` was called.
    Exit(i32),
    /// A panic that nobody recovered from, in this goroutine: the text after `panic: `, all lines.
    Panic {
        /// The goroutine's number.
        goroutine: u32,
        /// What Go prints.
        text: String,
    },
    /// `fatal error: …`.
    Fatal {
        /// The goroutine's number.
        goroutine: u32,
        /// The text after `fatal error: `.
        text: String,
    },
    /// The machine could not go on: it lacks something that the program needs.
    Unsupported {
        /// The goroutine's number.
        goroutine: u32,
        /// What is missing, and how it was reached.
        text: String,
    },
}

/// A goroutine.
#[derive(Clone)]
pub struct Goroutine {
    /// 1 for main, then in the order of starting. Not part of a state's identity.
    pub number: u32,
    /// The spawn path: which child of which child of main. Not part of a state's identity.
    pub path: Arc<[u32]>,
    /// How many goroutines it has started. Not part of a state's identity.
    pub(crate) children: u32,
    /// The number of the goroutine that started it; 0 if none did. Not part of a state's identity.
    pub(crate) parent: u32,
    /// The code that started it, and where.
    pub(crate) created_by: Option<(u32, Position)>,
    pub(crate) frames: Vec<Frame>,
    /// The registers of all frames.
    pub(crate) registers: Vec<Value>,
    /// Deferred calls of all frames, the last one last.
    pub(crate) deferred: Vec<Deferred>,
    /// Panics that are under way, the newest last.
    pub(crate) panics: Vec<Panicking>,
    /// Why it stands still.
    pub(crate) park: Park,
    /// It is down: its node has crashed, and it does nothing until that recovers.
    pub(crate) down: bool,
    /// How far a native that takes several steps has come.
    pub(crate) phase: u32,
    /// What was chosen for the operation before which it stands.
    pub(crate) chosen: Option<u32>,
    /// The depth of the frame whose execution is one operation, if it is in one.
    pub(crate) atomic: Option<u32>,
    summary: Kept<Summary>,
    footprint: Kept<Footprint>,
}

/// What was computed from the rest, and is to be computed anew for a copy that may change.
#[derive(Debug)]
struct Kept<T>(OnceLock<T>);

impl<T> Clone for Kept<T> {
    fn clone(&self) -> Kept<T> {
        Kept(OnceLock::new())
    }
}

/// Why a goroutine stands still.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Park {
    /// It was just started, and has not come to its first visible operation.
    Fresh,
    /// Before a visible operation.
    Operation,
    /// One of so many alternatives must be chosen.
    Choose(u32),
    /// An input must be bound: the term of its first slot, and the term whose value is needed.
    Bind { input: u32, needed: u32 },
    /// It has run for very long without a visible operation.
    Tired,
    /// It is about to end the program ([`crate::Options::search`]).
    Ending(Arc<End>),
}

/// An invocation of a function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub code: u32,
    /// The next instruction; for all but the top frame, the one after the call.
    pub pc: u32,
    /// The first register.
    pub base: u32,
    /// Where, in the caller's registers, the results go.
    pub dst: u32,
    /// How many result slots the caller wants.
    pub results: u32,
    pub kind: FrameKind,
    /// It has recovered from a panic, and runs the rest of its deferred calls.
    pub recovering: bool,
}

/// Why a function was invoked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FrameKind {
    /// An ordinary call.
    Call,
    /// The goroutine's first function.
    Start,
    /// A deferred call, because the function returns.
    Deferred,
    /// A deferred call, because of a panic or Goexit.
    DeferredByPanic,
    /// The `Error` or `String` method of a panic value that nobody recovered from.
    PanicText,
}

/// A deferred call.
#[derive(Clone, Debug)]
pub(crate) struct Deferred {
    /// The depth of the frame that runs it.
    pub depth: u32,
    pub code: u32,
    pub environment: ObjectId,
    pub arguments: Box<[Value]>,
}

/// A panic, or a Goexit, under way.
#[derive(Clone, Debug)]
pub(crate) struct Panicking {
    /// The argument of `panic`.
    pub value: [Value; 2],
    pub goexit: bool,
    /// A deferred function has called `recover`, and has not returned yet.
    pub recovered: bool,
    /// A later panic has taken over.
    pub aborted: bool,
    /// The depth of the frame whose deferred calls it runs.
    pub depth: u32,
    /// The text of the value, once its `Error` or `String` method has given it.
    pub text: Option<Value>,
    /// Whether a nil dereference caused it: Go prints a line about the signal.
    pub signal: bool,
    /// Where it happened: code and instruction of each frame.
    pub trace: Arc<[(u32, u32)]>,
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            heap: self.heap.clone(),
            goroutines: self.goroutines.clone(),
            timers: self.timers.clone(),
            clock: self.clock,
            bindings: self.bindings.clone(),
            end: self.end.clone(),
            returned: self.returned,
            failed: self.failed,
            marks: self.marks.clone(),
            nodes: self.nodes.clone(),
            passed: self.passed.clone(),
            started: self.started,
            next_timer: self.next_timer,
        }
    }

    /// Keeps the memory that it has: a search makes copies by the million.
    fn clone_from(&mut self, from: &State) {
        // All fields by name and without `..`, so that none is forgotten.
        let State {
            heap,
            goroutines,
            timers,
            clock,
            bindings,
            end,
            returned,
            failed,
            marks,
            nodes,
            passed,
            started,
            next_timer,
        } = from;
        self.heap.clone_from(heap);
        clone_shared(&mut self.goroutines, goroutines);
        self.timers.clone_from(timers);
        self.clock = *clock;
        self.bindings.clone_from(bindings);
        self.end.clone_from(end);
        self.returned = *returned;
        self.failed = *failed;
        self.marks.clone_from(marks);
        clone_shared(&mut self.nodes, nodes);
        self.passed.clone_from(passed);
        self.started = *started;
        self.next_timer = *next_timer;
    }
}

/// Makes one list of shared things like another: most of them are the same ones already.
pub(crate) fn clone_shared<T>(to: &mut Vec<Arc<T>>, from: &[Arc<T>]) {
    to.truncate(from.len());
    for (to, from) in to.iter_mut().zip(from) {
        if !Arc::ptr_eq(to, from) {
            *to = from.clone();
        }
    }
    to.extend_from_slice(&from[to.len()..]);
}

impl State {
    /// How the program ended, if it did.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Whether `main` has returned, and a search lets the others go on.
    pub fn main_returned(&self) -> bool {
        self.returned
    }

    /// Where a test failed first: the place, and the function.
    pub fn failure(&self) -> Option<(Position, FunctionId)> {
        self.failed
    }

    /// The marks that somebody came to since the last choice: their places in [`crate::Program::marks`].
    pub fn marks(&self) -> &[u32] {
        &self.marks
    }

    /// The goroutines that have not ended.
    pub fn goroutines(&self) -> impl Iterator<Item = &Goroutine> {
        self.goroutines.iter().map(|g| &**g)
    }

    /// The numbers of the armed timers, each with the goroutine that sleeps until it fires.
    pub fn timers(&self) -> impl Iterator<Item = (u32, Option<u32>)> {
        self.timers.iter().map(|timer| match timer.target {
            Target::Wake(sleeper) => (timer.number, Some(sleeper)),
            _ => (timer.number, None),
        })
    }

    /// The goroutine with this number, if it has not ended.
    pub fn goroutine(&self, number: u32) -> Option<&Goroutine> {
        self.index_of(number).map(|index| &*self.goroutines[index])
    }

    /// The number of the goroutine that was started last.
    pub fn newest(&self) -> u32 {
        self.started
    }

    /// How many goroutines have not ended.
    pub fn goroutine_count(&self) -> usize {
        self.goroutines.len()
    }

    /// Whether values were chosen for unknown inputs.
    pub fn has_inputs(&self, program: &Program) -> bool {
        self.bindings.iter().any(|(input, _)| !caller::is_results(program, *input))
    }

    /// The virtual time, in nanoseconds since the start.
    pub fn clock(&self) -> i64 {
        self.clock
    }

    /// Whether nothing but this goroutine could ever act: then nothing needs to be a choice of schedule.
    pub(crate) fn is_alone(&self) -> bool {
        self.goroutines.len() == 1 && self.timers.is_empty()
    }

    /// What a step may change besides what its operation touches: which failure of a test was the first, which timers there
    /// were, who has a name, what was chosen for inputs.
    pub fn aside(&self) -> u64 {
        let failed = self.failed.map_or(0, |(at, _)| ((at.file.0 as u64) << 32) | (at.line as u64 + 1));
        let counts =
            (self.next_timer as u64) << 32 | (self.nodes.len() as u64) << 16 | self.bindings.len() as u64;
        failed.rotate_left(32) ^ counts
    }

    /// Where the goroutine with this number is in the list.
    pub fn index_of(&self, number: u32) -> Option<usize> {
        self.goroutines.binary_search_by_key(&number, |g| g.number).ok()
    }

    /// `index`, if there is a goroutine there.
    pub(crate) fn index_at(&self, index: usize) -> Option<usize> {
        (index < self.goroutines.len()).then_some(index)
    }

    pub(crate) fn goroutine_mut(&mut self, index: usize) -> &mut Goroutine {
        Goroutine::unshared(&mut self.goroutines[index])
    }
}

impl Goroutine {
    pub(crate) fn new(number: u32, path: Arc<[u32]>, created_by: Option<(u32, Position)>) -> Goroutine {
        Goroutine {
            number,
            path,
            children: 0,
            parent: 0,
            created_by,
            frames: Vec::new(),
            registers: Vec::new(),
            deferred: Vec::new(),
            panics: Vec::new(),
            park: Park::Fresh,
            down: false,
            phase: 0,
            chosen: None,
            atomic: None,
            summary: Kept(OnceLock::new()),
            footprint: Kept(OnceLock::new()),
        }
    }

    /// The goroutine to be changed: everybody who changes one gets it from here.
    pub(crate) fn unshared(this: &mut Arc<Goroutine>) -> &mut Goroutine {
        let g = Arc::make_mut(this);
        g.summary.0.take();
        g.footprint.0.take();
        g
    }

    /// What can be said about it without a look at the rest of the state, in whose heap the first `settled` objects
    /// keep their places.
    pub(crate) fn summary(&self, program: &Program, settled: usize) -> &Summary {
        self.summary.0.get_or_init(|| Summary::new(program, self, settled))
    }

    /// What it touches when it goes on. Nothing if that concerns itself alone.
    pub(crate) fn footprint(&self, program: &Program) -> &Footprint {
        self.footprint.0.get_or_init(|| footprint::footprint(program, self))
    }

    /// Stands in for a goroutine that is being changed.
    pub(crate) fn placeholder() -> Arc<Goroutine> {
        static PLACEHOLDER: LazyLock<Arc<Goroutine>> =
            LazyLock::new(|| Arc::new(Goroutine::new(0, Arc::from([]), None)));
        PLACEHOLDER.clone()
    }

    /// Drops the top frame and its registers.
    pub(crate) fn pop_frame(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.registers.truncate(frame.base as usize);
            if self.atomic == Some(self.frames.len() as u32) {
                self.atomic = None;
            }
        }
    }

    pub(crate) fn top(&self) -> &Frame {
        self.frames.last().expect("a goroutine that has not ended has a frame")
    }

    pub(crate) fn top_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a goroutine that has not ended has a frame")
    }

    /// How it is about to end the program, if it is and a search lets the others go on.
    pub fn ending(&self) -> Option<&End> {
        match &self.park {
            Park::Ending(end) => Some(end),
            _ => None,
        }
    }

    /// Whether this is the goroutine that runs `main`.
    pub fn is_main(&self) -> bool {
        self.number == 1
    }
}
