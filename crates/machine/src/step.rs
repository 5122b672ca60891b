//! One step of a goroutine: from a visible operation to the next, with everything between that concerns more than the
//! goroutine's own registers and memory.

use std::sync::Arc;

use vtrace_program::{FunctionId, MethodId, Position, Shape, TypeId};

use crate::bind::Callee;
use crate::caller;
use crate::code::Op;
use crate::collect;
use crate::event::{Event, What, visible_position};
use crate::exec::{Access, Exec, NIL_FUNCTION, Trap};
use crate::fault::Fault;
use crate::machine::Options;
use crate::natives::{self, Flow, NativeCall};
use crate::output::Output;
use crate::program::Program;
use crate::state::{End, Frame, FrameKind, Goroutine, Park, State};
use crate::timer::TimerEvent;
use crate::unknown::{self, Evaluated};
use crate::value::{ObjectId, Value};

/// What a step may use besides the state.
pub struct Context<'a> {
    /// The program.
    pub program: &'a Program,
    /// How to execute it.
    pub options: &'a Options,
    /// Where its output goes.
    pub output: &'a mut Output,
    /// What happened, if someone wants to know.
    pub events: Option<&'a mut Vec<Event>>,
    /// The plain accesses to shared memory, if someone wants to know.
    pub accesses: Option<&'a mut Vec<Access>>,
    /// What became of timers, if someone wants to know.
    pub timers: Option<&'a mut Vec<TimerEvent>>,
    /// Whether the run stops before the entry is called.
    pub(crate) pauses: bool,
    /// How many instructions were executed.
    pub instructions: u64,
    /// The functions without Go code that were called, each once: their results were taken to be unknown.
    pub externals: Vec<FunctionId>,
    /// What packages could have done otherwise while they were initialised, or were not able to do here.
    pub untried: Vec<String>,
}

impl<'a> Context<'a> {
    /// A context that keeps nothing but output.
    pub fn new(program: &'a Program, options: &'a Options, output: &'a mut Output) -> Context<'a> {
        let (events, accesses, timers) = (None, None, None);
        let externals = Vec::new();
        Context {
            program,
            options,
            output,
            events,
            accesses,
            timers,
            pauses: false,
            instructions: 0,
            externals,
            untried: Vec::new(),
        }
    }

    /// Runs goroutine `number` up to its next visible operation. With `permit`, it first executes the one before which
    /// it stands.
    pub(crate) fn advance(&mut self, state: &mut State, number: u32, permit: bool) {
        self.run_to_visible(state, number, permit);
        // In a search, what ends the program is a state of one goroutine, and no end for the others.
        if self.options.search
            && !self.options.ends_for_all
            && !matches!(state.end, None | Some(End::Unsupported { .. }))
            && let (Some(end), Some(index)) = (state.end.take(), state.index_of(number))
        {
            park(state, index, Park::Ending(Arc::new(end)));
        }
    }

    fn run_to_visible(&mut self, state: &mut State, number: u32, mut permit: bool) {
        if permit {
            self.note_operation(state, number);
            // Alone, a plain access needs no permit, and would leave it to a later operation.
            permit = !state.is_alone() || self.is_at_native(state, number);
        }
        let mut fuel = self.options.fuel;
        let mut spawned = 0;
        while state.end.is_none() {
            let Some(index) = state.index_of(number) else { return };
            let company = !state.is_alone();
            let program = self.program;
            let before = fuel;
            let mut exec = Exec {
                program,
                heap: &mut state.heap,
                bindings: &state.bindings,
                g: Goroutine::unshared(&mut state.goroutines[index]),
                company,
                visible_output: self.options.visible_output,
                permit,
                fuel,
                accesses: self.accesses.as_deref_mut(),
                output: self.output,
            };
            let trap = exec.run();
            (permit, fuel) = (exec.permit, exec.fuel);
            self.instructions += before - fuel;
            match trap {
                Trap::Visible => match self.local_choice(state, index) {
                    Some(choice) => self.perform_alone(state, &choice),
                    None => return park(state, index, Park::Operation),
                },
                Trap::Native(native) => {
                    if !self.native(state, index, native, company, &mut permit) {
                        return;
                    }
                }
                Trap::External(function) => self.external(state, index, function),
                Trap::Opaque(signature, method) => self.opaque(state, index, signature, method),
                Trap::Begin => {
                    state.goroutine_mut(index).top_mut().pc += 1;
                    if std::mem::take(&mut self.pauses) {
                        return park(state, index, Park::Tired);
                    }
                }
                Trap::Behave(signature) => {
                    if !self.behave(state, index, signature) {
                        return;
                    }
                }
                Trap::Fault(fault) => {
                    if !self.fault(state, index, fault) {
                        return;
                    }
                }
                Trap::Panic(value) => self.panic(state, index, value),
                Trap::Go(spec) => {
                    if let Err(fault) = self.go(state, index, spec) {
                        self.fault(state, index, fault);
                    }
                    // Who starts very many gives them a turn, so that those that end at once do not pile up.
                    spawned += 1;
                    if spawned % SPAWN_BURST == 0 {
                        return park(state, index, Park::Tired);
                    }
                }
                Trap::RunDefers => self.run_deferred(state, index, FrameKind::Deferred),
                Trap::Recover(dst) => self.recover(state, index, dst),
                Trap::Mark(mark) => self.mark(state, index, mark),
                Trap::Observe(observation) => self.observe(state, index, observation),
                Trap::Choose(count) => return park(state, index, Park::Choose(count)),
                Trap::Returned => self.returned(state, index),
                Trap::Collect => self.collect(state, index),
                Trap::Tired => return park(state, index, Park::Tired),
            }
        }
    }

    fn collect(&mut self, state: &mut State, index: usize) {
        collect::collect(self.program, state);
        let (used, allowed) = (state.heap.slots_in_use(), self.options.memory);
        if used > allowed {
            let text = format!("the program's memory takes {used} slots, and the machine may use {allowed}");
            state.end = Some(End::Unsupported { goroutine: state.goroutines[index].number, text });
        }
    }

    fn is_at_native(&self, state: &State, number: u32) -> bool {
        let index = state.index_of(number);
        index.is_some_and(|index| {
            matches!(operation(self.program, &state.goroutines[index]), Op::Native { .. })
        })
    }

    /// Executes a native function; false if the goroutine must wait.
    fn native(
        &mut self,
        state: &mut State,
        index: usize,
        native: u32,
        company: bool,
        permit: &mut bool,
    ) -> bool {
        let native = natives::get(native);
        if let Some(term) = self.learn_receiver(state, index, native) {
            return self.fault(state, index, Fault::Unknown(term));
        }
        let call = NativeCall::new(self.program, state, index);
        let visible = call.is_visible(native)
            || (native.visible == natives::Visible::Output && self.options.visible_output);
        let visible = visible && company && state.goroutines[index].atomic.is_none();
        let permitted = std::mem::take(permit);
        if (visible && !permitted) || !(native.ready)(&call) {
            park(state, index, Park::Operation);
            return false;
        }
        let noted = self.events.as_ref().map_or(0, |events| events.len());
        if !permitted
            && !matches!(
                native.visible,
                natives::Visible::Never | natives::Visible::Read | natives::Visible::Write
            )
        {
            self.note_operation(state, state.goroutines[index].number);
        }
        match (native.run)(self, state, index) {
            Ok(Flow::Done) => {
                if let Some(index) = state.index_at(index) {
                    let g = state.goroutine_mut(index);
                    g.phase = 0;
                    g.top_mut().pc += 1;
                }
                true
            }
            Ok(Flow::Again) => {
                state.goroutine_mut(index).phase += 1;
                true
            }
            Ok(Flow::Choose(count)) => {
                park(state, index, Park::Choose(count));
                false
            }
            // The native has changed the goroutine's frames itself.
            Ok(Flow::Moved) => true,
            Err(fault) => {
                // It happens once what it needs is known.
                if let (Fault::Unknown(_), Some(events)) = (&fault, &mut self.events) {
                    events.truncate(noted);
                }
                state.goroutine_mut(index).phase = 0;
                self.fault(state, index, fault)
            }
        }
    }

    /// Writes down what a native works on, if that is an input: whoever looks at the goroutine sees registers only. Gives the
    /// term that must be known first.
    fn learn_receiver(&self, state: &mut State, index: usize, native: &natives::Native) -> Option<u32> {
        let g = &state.goroutines[index];
        let at = g.top().base as usize;
        let Some(&Value::Unknown(term)) = g.registers.get(at) else { return None };
        if matches!(native.visible, natives::Visible::Never | natives::Visible::Output) {
            return None;
        }
        match unknown::evaluate(self.program, &state.bindings, term) {
            Evaluated::Known(value) => state.goroutine_mut(index).registers[at] = value,
            Evaluated::Needs(_) => return Some(term),
        }
        None
    }

    /// A function that vtrace knows nothing of: its results are unknown.
    fn external(&mut self, state: &mut State, index: usize, function: FunctionId) {
        let image = &self.program.image;
        let f = image.function(function);
        if self.options.strict_externals {
            let text = format!(
                "{} has no Go code that the machine could run ({})",
                f.ssa_name,
                reached(self.program, function)
            );
            let goroutine = state.goroutines[index].number;
            state.end = Some(End::Unsupported { goroutine, text });
            return;
        }
        // What has a body is known, and was left out because its arguments are not.
        if !f.has_body() && !self.externals.contains(&function) {
            self.externals.push(function);
        }
        let callee = Callee {
            name: f.ssa_name.clone(),
            shown: f.name.clone(),
            depth: 0,
            makes_something: crate::standard::makes_something(f),
        };
        let parameters = self.program.codes[state.goroutines[index].top().code as usize].parameters;
        // Who is given a channel or a function may use it whenever he likes.
        let top = state.goroutines[index].top().base as usize;
        let passed = state.goroutines[index].registers[top..top + parameters as usize].to_vec();
        let kept = |value: &Value| match *value {
            Value::Func(..) => true,
            Value::Ptr(at) => state.heap.is_channel(at.object),
            _ => false,
        };
        let kept: Vec<Value> = passed.into_iter().filter(kept).collect();
        caller::hand_over(self.program, state, &kept);
        self.finish_unknown(state, index, &callee, 0..parameters, parameters, &f.results);
    }

    /// A function or a method of an input of which nothing is known.
    fn opaque(&mut self, state: &mut State, index: usize, signature: TypeId, method: Option<MethodId>) {
        let Shape::Signature(_, results, _) = &self.program.image.ty(signature).shape else { return };
        let parameters = self.program.codes[state.goroutines[index].top().code as usize].parameters;
        let (callee, arguments) = self.opaque_callee(state, index, method);
        if method.is_some() {
            self.pass(state, index, arguments.clone());
        }
        self.finish_unknown(state, index, &callee, arguments, parameters, results);
    }

    /// Who it is, and which registers are its arguments.
    pub(crate) fn opaque_callee(
        &self,
        state: &State,
        index: usize,
        method: Option<MethodId>,
    ) -> (Callee, std::ops::Range<u32>) {
        let parameters = self.program.codes[state.goroutines[index].top().code as usize].parameters;
        // Which input it is: the receiver's payload, or what the environment holds.
        let (which, arguments) = match method {
            Some(_) => (0, 1..parameters),
            None => (parameters - 1, 0..parameters - 1),
        };
        let input = match natives::argument(self.program, state, index, which) {
            Value::Int(id @ 0..) => self.program.terms.input_at(id as u32),
            _ => None,
        };
        let (name, shown, depth) = match input {
            Some(input) => (input.name.clone(), input.shown.clone(), input.depth),
            None => ("_".to_string(), "_".to_string(), 0),
        };
        let method = method.map(|id| self.program.image.methods[id.index()].name.as_str());
        let named = |of: String| method.map_or(of.clone(), |method| format!("{of}.{method}"));
        let callee = Callee { name: named(name), shown: named(shown), depth, makes_something: false };
        (callee, arguments)
    }

    /// Gives the arguments of a call to somebody outside.
    pub(crate) fn pass(&self, state: &mut State, index: usize, arguments: std::ops::Range<u32>) {
        let g = &state.goroutines[index];
        let base = g.top().base;
        let range = (base + arguments.start) as usize..(base + arguments.end) as usize;
        let passed = g.registers[range].to_vec();
        caller::hand_over(self.program, state, &passed);
    }

    /// Ends a call with unknown results, which go behind the parameters.
    fn finish_unknown(
        &mut self,
        state: &mut State,
        index: usize,
        callee: &Callee,
        arguments: std::ops::Range<u32>,
        parameters: u32,
        types: &[TypeId],
    ) {
        let g = &state.goroutines[index];
        let base = g.top().base as usize;
        let arguments = &g.registers[base + arguments.start as usize..base + arguments.end as usize];
        let results = self.unknown_results(state, index, callee, arguments, types);
        let g = state.goroutine_mut(index);
        let at = base + parameters as usize;
        g.registers[at..at + results.len()].copy_from_slice(&results);
        g.top_mut().pc += 1;
    }

    /// The position of the innermost call in progress: where the top frame was called.
    pub(crate) fn call_position(&self, state: &State, index: usize) -> Position {
        let frames = &state.goroutines[index].frames;
        match frames.len().checked_sub(2).map(|i| frames[i]) {
            Some(frame) => {
                let code = &self.program.codes[frame.code as usize];
                code.positions.get((frame.pc as usize).saturating_sub(1)).copied().unwrap_or(Position::NONE)
            }
            None => Position::NONE,
        }
    }

    /// Handles a failed instruction; false if the goroutine must wait for an input to be bound.
    pub(crate) fn fault(&mut self, state: &mut State, index: usize, fault: Fault) -> bool {
        let goroutine = state.goroutines[index].number;
        match fault {
            Fault::Panic(panic) => {
                let signal = panic.class == crate::fault::PanicClass::Memory;
                match self.runtime_panic(state, &panic) {
                    Some(value) => self.start_panic(state, index, value, signal),
                    None => {
                        let text = format!("the image lacks the runtime's error types (for: {})", panic.text);
                        state.end = Some(End::Unsupported { goroutine, text });
                    }
                }
                true
            }
            Fault::Fatal(text) => {
                state.end = Some(End::Fatal { goroutine, text });
                true
            }
            Fault::Unsupported(text) => {
                let at = self.describe_place(state, index);
                state.end = Some(End::Unsupported { goroutine, text: format!("{text}, at {at}") });
                true
            }
            Fault::Unknown(term) => match unknown::evaluate(self.program, &state.bindings, term) {
                Evaluated::Needs(input) => {
                    park(state, index, Park::Bind { input, needed: term });
                    false
                }
                // It found the term in memory, where nobody has put its value in its place.
                Evaluated::Known(value) if state.heap.learn(term, value) => true,
                Evaluated::Known(_) => {
                    let at = self.describe_place(state, index);
                    let text = format!("an instruction asked for a value that is known, at {at}");
                    state.end = Some(End::Unsupported { goroutine, text });
                    true
                }
            },
        }
    }

    /// Where a goroutine is, for messages.
    pub(crate) fn describe_place(&self, state: &State, index: usize) -> String {
        let g = &state.goroutines[index];
        for frame in g.frames.iter().rev() {
            let code = &self.program.codes[frame.code as usize];
            let position = code.positions.get(frame.pc as usize).copied().unwrap_or(Position::NONE);
            let function = self.program.image.function(code.function);
            if position.is_known() {
                let file = &self.program.image.files[position.file.index()].path;
                return format!("{file}:{}:{} in {}", position.line, position.column, function.name);
            }
        }
        "an unknown place".to_string()
    }

    /// `go f(args)`.
    fn go(&mut self, state: &mut State, index: usize, spec: u32) -> Result<(), Fault> {
        let program = self.program;
        let spec = &program.specs.calls[spec as usize];
        let g = Goroutine::unshared(&mut state.goroutines[index]);
        let frame = *g.top();
        let base = frame.base as usize;
        let exec = Exec {
            program,
            heap: &mut state.heap,
            bindings: &state.bindings,
            g,
            company: false,
            visible_output: false,
            permit: false,
            fuel: 0,
            accesses: None,
            output: self.output,
        };
        let (code, environment, receiver) = match exec.callee(base, spec.target) {
            Err(Fault::Panic(_)) if matches!(spec.target, crate::code::Target::Dynamic(_)) => {
                return Err(Fault::Fatal("go of nil func value".to_string()));
            }
            other => other?,
        };
        let mut arguments = receiver.unwrap_or_default();
        for &(src, n) in &spec.arguments {
            arguments.extend_from_slice(&exec.slots(base, src, n));
        }
        let (shown, shown_code) = visible_position(program, state, index);
        state.goroutine_mut(index).top_mut().pc += 1;
        let position = program.codes[frame.code as usize].positions[frame.pc as usize];
        let child = self.spawn(state, Some(index), code, environment, &arguments, position);
        let parent = state.goroutines[index].number;
        self.note(parent, shown, shown_code, What::Go { child });
        self.note_way(state, index, None);
        Ok(())
    }

    /// Starts a goroutine, and runs it to its first visible operation.
    pub(crate) fn spawn(
        &mut self,
        state: &mut State,
        parent: Option<usize>,
        code: u32,
        environment: ObjectId,
        arguments: &[Value],
        position: Position,
    ) -> u32 {
        for &value in arguments {
            state.heap.share_value(value);
        }
        state.heap.share(environment);
        state.started += 1;
        let number = state.started;
        let (path, created_by) = match parent {
            Some(parent) => {
                let g = state.goroutine_mut(parent);
                g.children += 1;
                let path: Arc<[u32]> = g.path.iter().copied().chain([g.children]).collect();
                (path, Some((g.top().code, position)))
            }
            None => (Arc::from([0u32].as_slice()), None),
        };
        let mut g = Goroutine::new(number, path, created_by);
        g.parent = parent.map_or(0, |parent| state.goroutines[parent].number);
        push_frame(self.program, state, &mut g, code, environment, arguments, FrameKind::Start);
        state.goroutines.push(Arc::new(g));
        number
    }

    /// Runs goroutines that were started during a step to their first visible operation.
    pub(crate) fn settle(&mut self, state: &mut State) {
        loop {
            // New goroutines are at the end, and have not moved before all older ones have.
            let first = state.goroutines.partition_point(|g| g.park != Park::Fresh);
            match state.goroutines.get(first).map(|g| g.number) {
                Some(number) if state.end.is_none() => self.advance(state, number, false),
                _ => return,
            }
        }
    }

    /// A frame that was not called in the ordinary way has returned.
    fn returned(&mut self, state: &mut State, index: usize) {
        let g = state.goroutine_mut(index);
        let frame = *g.top();
        match frame.kind {
            FrameKind::Call => {}
            FrameKind::Start => {
                let number = g.number;
                let main = g.is_main();
                let results = self.program.codes[frame.code as usize].frame as usize;
                if main && results > 0 {
                    let results: Vec<Value> = g.registers[..results].to_vec();
                    caller::keep_results(self.program, state, results);
                }
                if main && (!self.options.search || self.options.ends_for_all) {
                    state.end = Some(End::Exit(0));
                } else {
                    state.returned |= main;
                    state.goroutines.remove(index);
                }
                self.note(number, Position::NONE, frame.code, What::Exit);
            }
            FrameKind::Deferred => {
                g.pop_frame();
                if g.top().recovering {
                    self.continue_recovery(state, index);
                }
            }
            FrameKind::DeferredByPanic => {
                g.pop_frame();
                self.deferred_by_panic_returned(state, index);
            }
            FrameKind::PanicText => self.panic_text_returned(state, index),
        }
    }

    /// Starts the next deferred call of the top frame.
    pub(crate) fn run_deferred(&mut self, state: &mut State, index: usize, kind: FrameKind) {
        let g = state.goroutine_mut(index);
        let Some(deferred) = g.deferred.pop() else { return };
        if deferred.code == NIL_FUNCTION {
            self.fault(state, index, Fault::nil());
            return;
        }
        let mut g = std::mem::replace(&mut state.goroutines[index], Goroutine::placeholder());
        let goroutine = Goroutine::unshared(&mut g);
        push_frame(
            self.program,
            state,
            goroutine,
            deferred.code,
            deferred.environment,
            &deferred.arguments,
            kind,
        );
        state.goroutines[index] = g;
    }

    /// Records an event.
    pub(crate) fn note(&mut self, goroutine: u32, position: Position, code: u32, what: What) {
        if let Some(events) = &mut self.events {
            // What was written before the event comes before it.
            events.extend(self.output.take().into_iter().map(Event::output));
            events.push(Event {
                goroutine,
                position,
                function: self.program.codes[code as usize].function,
                internal: false,
                through: Box::default(),
                exact: false,
                case: None,
                what,
            });
        }
    }
}

/// How many goroutines one may start in one go.
const SPAWN_BURST: u32 = 256;

pub(crate) fn park(state: &mut State, index: usize, park: Park) {
    state.goroutine_mut(index).park = park;
}

/// Invokes `code` in goroutine `g`.
pub(crate) fn push_frame(
    program: &Program,
    state: &State,
    g: &mut Goroutine,
    code: u32,
    environment: ObjectId,
    arguments: &[Value],
    kind: FrameKind,
) {
    let base = match g.frames.last() {
        Some(frame) => frame.base + program.codes[frame.code as usize].frame,
        None => 0,
    };
    let callee = &program.codes[code as usize];
    g.registers.resize((base + callee.frame) as usize, Value::Nil);
    let mut at = base as usize;
    g.registers[at..at + arguments.len()].copy_from_slice(arguments);
    at += arguments.len();
    if environment != ObjectId::NONE {
        let values = state.heap.slots_of(environment);
        g.registers[at..at + values.len()].copy_from_slice(values);
    }
    g.frames.push(Frame { code, pc: 0, base, dst: 0, results: 0, kind, recovering: false });
}

/// How the front-end came to a function, for messages.
fn reached(program: &Program, function: FunctionId) -> String {
    let image = &program.image;
    match image.function(function).reached_from {
        Some((from, position)) if position.is_known() => {
            let file = &image.files[position.file.index()].path;
            format!("called by {} at {file}:{}", image.function(from).name, position.line)
        }
        Some((from, _)) => format!("called by {}", image.function(from).name),
        None => "an entry point".to_string(),
    }
}

/// The operation before which a goroutine stands.
pub(crate) fn operation<'p>(program: &'p Program, g: &Goroutine) -> &'p Op {
    let frame = g.top();
    &program.codes[frame.code as usize].ops[frame.pc as usize]
}
