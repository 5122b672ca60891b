//! The machine as others see it: where a program starts, what can happen next, and what follows.

use std::sync::Arc;

use vtrace_program::{Basic, Shape};

use crate::caller;
use crate::exits;
use crate::fingerprint::Fingerprinter;
use crate::footprint::{self, Footprint, Operation};
use crate::memory::Heap;
use crate::natives::NativeCall;
use crate::output::Output;
use crate::program::Program;
use crate::reach::Reach;
use crate::schedule::{self, Choice};
use crate::state::{Park, State};
use crate::step::Context;
use crate::unknown::Input;
use crate::value::{ObjectId, Value};

/// How a program is executed.
#[derive(Clone, Debug)]
pub struct Options {
    /// When timers fire.
    pub time: TimeMode,
    /// How many instructions a goroutine may execute between two visible operations before others get a turn.
    pub fuel: u64,
    /// The integers to try for an unknown one, besides those that it is compared with.
    pub integers: Vec<i64>,
    /// The values that the user has set for inputs, by name: `n`, `len(trees)`.
    pub set: Vec<(String, i64)>,
    /// Whether the surroundings are unknown too: the arguments of the program, and how many processors there are.
    pub unknown_surroundings: bool,
    /// How many slots of 16 bytes a state's live objects may take.
    pub memory: usize,
    /// Whether printing waits for its turn, so that the schedule decides who prints first. A search does without: it
    /// looks at no output.
    pub visible_output: bool,
    /// Whether `panic(nil)` is a panic with nothing, as before Go 1.21 (`GODEBUG=panicnil=1`). An entry of a module of
    /// that age sets it.
    pub panic_nil: bool,
    /// Whether a call of a function without Go code ends the run, instead of giving unknown results.
    pub strict_externals: bool,
    /// Whether a search asks. Then what would end the program does not end the others: `main` returns and they go on, so
    /// that whoever waits for ever shows; and who panics or exits stands still before that, as one that is only slow.
    pub search: bool,
    /// Whether, in a search all the same, what ends the program ends it for everybody.
    pub ends_for_all: bool,
    /// What the program finds in `os.Args` after its own name.
    pub arguments: Vec<String>,
}

/// When timers fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeMode {
    /// At any moment, in any order: sleeping is not synchronisation.
    Any,
    /// When nobody can go on, in the order of their deadlines.
    Virtual,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            time: TimeMode::Any,
            fuel: 10_000_000,
            integers: vec![0, 1, 3],
            set: Vec::new(),
            unknown_surroundings: false,
            memory: 1 << 27,
            visible_output: false,
            panic_nil: false,
            strict_externals: false,
            search: false,
            ends_for_all: false,
            arguments: Vec::new(),
        }
    }
}

/// A program and one of its entries, ready to be executed.
///
/// The machine itself never changes: all that does is in the [`State`]s that it makes.
pub struct Machine {
    /// The program.
    pub program: Arc<Program>,
    /// The index of the entry in the image.
    pub entry: usize,
    /// How to execute it.
    pub options: Options,
}

impl Machine {
    /// A machine for one entry of a program.
    pub fn new(program: Arc<Program>, entry: usize, mut options: Options) -> Machine {
        let settings = program.image.entries.get(entry).map_or("", |entry| &entry.godebug);
        options.panic_nil |= settings.split(',').any(|setting| setting == "panicnil=1");
        let mut machine = Machine { program, entry, options };
        machine.options.unknown_surroundings |= machine.is_function() || machine.program.functions;
        machine
    }

    /// A context for making steps, which writes to `output`.
    pub fn context<'a>(&'a self, output: &'a mut Output) -> Context<'a> {
        Context::new(&self.program, &self.options, output)
    }

    /// The state in which the entry's packages are about to be initialised, run up to the first choice.
    pub fn initial(&self, cx: &mut Context) -> State {
        let program = &*self.program;
        let mut heap = Heap::new();
        for (index, (zero, cut)) in program.globals.iter().enumerate() {
            let global = &program.image.globals[index];
            let object = if *cut {
                let mut values = Vec::new();
                let shown = global.name.rsplit('.').next().unwrap_or(&global.name).to_string();
                let input = Input { shown, ..Input::new(&global.name, global.ty) };
                program.unknowns().unknown(&input, &mut values);
                heap.allocate(&values)
            } else {
                heap.allocate(zero)
            };
            heap.share(object);
        }
        let mut state = State {
            heap,
            goroutines: Vec::new(),
            timers: Vec::new(),
            clock: 0,
            bindings: Vec::new(),
            end: None,
            returned: false,
            failed: None,
            marks: Vec::new(),
            nodes: Vec::new(),
            passed: Vec::new(),
            started: 0,
            next_timer: 0,
        };
        let no_arguments: [Value; 0] = [];
        let start = program.entries[self.entry];
        let position = program.image.function(program.image.entries[self.entry].function).position;
        cx.spawn(&mut state, None, start, ObjectId::NONE, &no_arguments, position);
        match self.options.search && self.is_function() {
            true => cx.initialise(&mut state),
            false => cx.settle(&mut state),
        }
        if self.options.search {
            state.heap.settle();
        }
        state
    }

    /// What can happen next, in a fixed order. Nothing: the program has ended, or is deadlocked.
    pub fn choices(&self, state: &State) -> Vec<Choice> {
        let mut out = Vec::new();
        self.choices_into(state, &mut out);
        out
    }

    /// [`Machine::choices`], into a buffer.
    pub fn choices_into(&self, state: &State, out: &mut Vec<Choice>) {
        schedule::choices(&self.program, &self.options, state, out);
    }

    /// What these goroutines, given by their numbers, can do next by themselves and with each other.
    pub fn choices_among(&self, state: &State, goroutines: &[u32], out: &mut Vec<Choice>) {
        let places: Vec<usize> = goroutines.iter().filter_map(|&number| state.index_of(number)).collect();
        schedule::choices_among(&self.program, &self.options, state, &places, out);
    }

    /// What the goroutine with this number touches when it goes on; none if there is no such goroutine.
    pub fn footprint(&self, state: &State, goroutine: u32) -> Option<Footprint> {
        state.index_of(goroutine).map(|index| state.goroutines[index].footprint(&self.program).clone())
    }

    /// Whether the order may matter in which two goroutines execute the operations before which they stand. They are given by
    /// their numbers; it may, if there is no such goroutine.
    pub fn conflict(&self, state: &State, one: u32, other: u32) -> bool {
        let (Some(a), Some(b)) = (state.index_of(one), state.index_of(other)) else { return true };
        let footprint = |index: usize| state.goroutines[index].footprint(&self.program);
        // Of an operation on something unknown nobody can tell what it touches.
        let vague = |index: usize| {
            state.goroutines[index].park == Park::Operation && footprint(index).touches.is_empty()
        };
        a == b || vague(a) || vague(b) || footprint(a).conflicts(footprint(b))
    }

    /// What a timer touches when it fires.
    pub fn timer_footprint(&self, state: &State, timer: u32) -> Footprint {
        footprint::of_timer(state, timer)
    }

    /// Whether every function that unlocks a mutex also locks one, and nobody only tries to: then, while a mutex is
    /// locked, nobody but its holder does anything with it.
    pub fn unlocks_what_it_locks(&self) -> bool {
        self.program.unlocks_what_it_locks
    }

    /// Whether the goroutine with this number is about to unlock a mutex that is locked.
    pub fn is_unlocking(&self, state: &State, goroutine: u32) -> bool {
        let unlock = matches!(
            self.operation(state, goroutine),
            Some(Operation::Native("(*sync.Mutex).Unlock" | "(*sync.RWMutex).Unlock"))
        );
        unlock
            && state
                .index_of(goroutine)
                .is_some_and(|index| NativeCall::new(&self.program, state, index).field(0) != 0)
    }

    /// What kind of operation the goroutine with this number stands before; none if it stands before none.
    pub fn operation(&self, state: &State, goroutine: u32) -> Option<Operation> {
        state.index_of(goroutine).and_then(|index| footprint::kind(&self.program, state, index))
    }

    /// What kind of operation each goroutine stands before, with their numbers.
    pub fn operations<'a>(
        &'a self,
        state: &'a State,
    ) -> impl Iterator<Item = (u32, Option<Operation>)> + use<'a> {
        let kind = |index: usize| footprint::kind(&self.program, state, index);
        state.goroutines.iter().enumerate().map(move |(index, g)| (g.number, kind(index)))
    }

    /// Whether the goroutine with this number is about to add something positive to a WaitGroup's counter that is zero.
    pub fn adds_from_zero(&self, state: &State, goroutine: u32) -> bool {
        let Some(index) = state.index_of(goroutine) else { return false };
        let call = NativeCall::new(&self.program, state, index);
        self.operation(state, goroutine) == Some(Operation::Native("(*sync.WaitGroup).Add"))
            && call.field(0) == 0
            && matches!(call.argument(1), Value::Int(1..))
    }

    /// Whether the functions of the user's that a goroutine is in can all come to an end: from where they are, a return
    /// can be reached.
    pub fn can_return(&self, state: &State, goroutine: u32) -> bool {
        state
            .index_of(goroutine)
            .is_some_and(|index| exits::can_return(&self.program, &state.goroutines[index]))
    }

    /// Whether the entry is a function that somebody calls, with arguments that nobody knows.
    pub fn is_function(&self) -> bool {
        let entry = self.program.image.entries.get(self.entry);
        entry.is_some_and(|entry| entry.kind.is_function() && entry.name != "main")
    }

    /// Whether the entry starts with unknown values.
    pub fn has_unknowns(&self) -> bool {
        self.options.unknown_surroundings
    }

    /// The numbers to which inputs are bound, and the lengths of those that have one, by the names that users have for them.
    pub fn numbers(&self, state: &State) -> Vec<(String, i64)> {
        let program = &*self.program;
        let number = |(input, values): &(u32, Box<[Value]>)| {
            let input = program.terms.input_at(*input)?;
            let length = || format!("len({})", input.shown);
            match (&program.image.ty(input.ty).shape, &values[..]) {
                (Shape::Basic(Basic::Bool), _) => None,
                (Shape::Basic(_), [Value::Int(i)]) => Some((input.shown.clone(), *i)),
                (Shape::Slice(_), [_, Value::Len(len, _)]) => Some((length(), *len as i64)),
                (Shape::Map(..), [Value::Ptr(at)]) => {
                    Some((length(), state.heap.map(at.object).len() as i64))
                }
                (Shape::Map(..), [Value::Nil]) => Some((length(), 0)),
                _ => None,
            }
        };
        state.bindings.iter().filter_map(number).collect()
    }

    /// Of goroutines that cannot go on by themselves, those that the caller of a function could wake.
    pub fn wakeable(&self, state: &State) -> Vec<u32> {
        match self.is_function() {
            true => caller::wakeable(&self.program, state),
            false => Vec::new(),
        }
    }

    /// Computes who can reach what. False if there are too many agents for that.
    pub fn reach(&self, state: &State, reach: &mut Reach) -> bool {
        let few = state.goroutines.len() + state.timers.len() <= Reach::AGENTS;
        if few {
            reach.compute(&self.program, state);
        }
        few
    }

    /// The same state without garbage.
    pub fn collected(&self, state: &State) -> State {
        let mut state = state.clone();
        crate::collect::collect(&self.program, &mut state);
        state
    }

    /// The same state without garbage, for whoever copies it often: copies share the memory that they do not change.
    pub fn settled(&self, state: &State) -> State {
        let mut state = self.collected(state);
        state.heap.settle();
        state
    }

    /// The fingerprint of a state: equal for states from which the same can happen.
    pub fn fingerprint(&self, state: &State) -> u128 {
        Fingerprinter::default().fingerprint(&self.program, state)
    }
}
