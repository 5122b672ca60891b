//! Panics, recovery and Goexit.
//!
//! A panic runs the deferred calls of the top frame, one by one, as frames of kind `DeferredByPanic`; a frame without any
//! left is dropped. `recover` in such a frame marks the panic; when the frame then returns, the function that deferred
//! it runs what else it deferred and returns to its caller.

use vtrace_program::Position;

use crate::begin;
use crate::compare;
use crate::event::What;
use crate::exec::type_name;
use crate::fault::{PanicClass, RuntimePanic};
use crate::state::{End, FrameKind, Goroutine, Panicking, State};
use crate::step::{Context, push_frame};
use crate::value::{ObjectId, Pointer, Value};

impl Context<'_> {
    /// `panic(value)`.
    pub(crate) fn panic(&mut self, state: &mut State, index: usize, value: [Value; 2]) {
        if value[0] == Value::Nil && !self.options.panic_nil {
            let nil = RuntimePanic { class: PanicClass::NilPanic, text: String::new() };
            self.fault(state, index, crate::fault::Fault::Panic(nil));
            return;
        }
        self.start_panic(state, index, value, false);
    }

    /// The panic value that the runtime makes.
    pub(crate) fn runtime_panic(&self, state: &mut State, panic: &RuntimePanic) -> Option<[Value; 2]> {
        let ty = self.program.panic_type(panic.class)?;
        let text = self.program.strings.value(panic.text.as_bytes());
        let payload = match panic.class {
            PanicClass::Assertion => Value::Ptr(Pointer::to(state.heap.allocate(&[text]))),
            PanicClass::NilPanic => {
                let zeros = vec![Value::ZERO; 1];
                Value::Ptr(Pointer::to(state.heap.allocate(&zeros)))
            }
            _ => text,
        };
        Some([Value::Type(ty), payload])
    }

    /// Begins to unwind because of `value`.
    pub(crate) fn start_panic(&mut self, state: &mut State, index: usize, value: [Value; 2], signal: bool) {
        self.note_panic(state, index, &value);
        let g = state.goroutine_mut(index);
        let trace = g.frames.iter().map(|frame| (frame.code, frame.pc)).collect();
        g.panics.push(Panicking {
            value,
            goexit: false,
            recovered: false,
            aborted: false,
            depth: g.frames.len() as u32 - 1,
            text: None,
            signal,
            trace,
        });
        self.unwind(state, index);
    }

    /// `runtime.Goexit()`.
    pub(crate) fn goexit(&mut self, state: &mut State, index: usize) {
        let g = state.goroutine_mut(index);
        g.pop_frame();
        g.panics.push(Panicking {
            value: [Value::Nil; 2],
            goexit: true,
            recovered: false,
            aborted: false,
            depth: g.frames.len() as u32 - 1,
            text: None,
            signal: false,
            trace: [].into(),
        });
        self.unwind(state, index);
    }

    /// Goes on with the newest panic: its next deferred call, or the end.
    fn unwind(&mut self, state: &mut State, index: usize) {
        loop {
            let g = state.goroutine_mut(index);
            let Some(depth) = g.frames.len().checked_sub(1).map(|d| d as u32) else {
                return self.unwound(state, index);
            };
            if self.options.search && self.program.opaque.called && begin::is_between_packages(g) {
                // With the values that it was given, a package cannot be initialised. The others can.
                g.panics.clear();
                return;
            }
            let kind = g.top().kind;
            if kind == FrameKind::PanicText {
                // The method that should give the panic's text panics itself.
                let (number, value) = (g.number, g.panics.pop().map_or([Value::Nil; 2], |panic| panic.value));
                let text = format!("panic while printing panic value: {}", self.plain_panic_text(value));
                state.end = Some(End::Fatal { goroutine: number, text });
                return;
            }
            if let Some(panic) = g.panics.last_mut() {
                panic.depth = depth;
            }
            if g.deferred.last().is_some_and(|d| d.depth == depth) {
                return self.run_deferred(state, index, FrameKind::DeferredByPanic);
            }
            if kind == FrameKind::DeferredByPanic {
                // The panic for which this deferred call ran has been taken over.
                let newest = g.panics.len() - 1;
                let mut older = g.panics[..newest].iter_mut().rev();
                if let Some(panic) = older.find(|p| !p.aborted && p.depth + 1 == depth) {
                    panic.aborted = true;
                }
            }
            g.pop_frame();
        }
    }

    /// All frames are gone: the goroutine ends, or the program crashes.
    fn unwound(&mut self, state: &mut State, index: usize) {
        let g = state.goroutine_mut(index);
        if g.panics.last().is_none_or(|panic| panic.goexit) {
            let number = g.number;
            state.goroutines.remove(index);
            self.note_exit(number);
            return;
        }
        // Go asks error and Stringer values for their text first.
        let missing = g.panics.iter().find(|panic| !panic.goexit && panic.text.is_none());
        if let Some(panic) = missing {
            let value = panic.value;
            let method = match value[0] {
                Value::Type(ty) => self
                    .program
                    .method_named(ty, "Error")
                    .filter(|_| self.is_error(ty))
                    .or_else(|| self.program.method_named(ty, "String").filter(|_| self.is_stringer(ty)))
                    .map(|function| (ty, function)),
                _ => None,
            };
            match method {
                Some((ty, function)) => {
                    let receiver = compare::unbox(self.program, &state.heap, ty, &value[1]).to_vec();
                    let mut g = std::mem::replace(
                        &mut state.goroutines[index],
                        crate::state::Goroutine::placeholder(),
                    );
                    let goroutine = Goroutine::unshared(&mut g);
                    let kind = FrameKind::PanicText;
                    push_frame(self.program, state, goroutine, function.0, ObjectId::NONE, &receiver, kind);
                    state.goroutines[index] = g;
                    return;
                }
                None => {
                    let text = self.plain_panic_text(value);
                    let text = self.program.strings.value(text.as_bytes());
                    set_first_text(&mut state.goroutine_mut(index).panics, text);
                    return self.unwound(state, index);
                }
            }
        }
        let g = &state.goroutines[index];
        let text = self.panic_report(&g.panics);
        state.end = Some(End::Panic { goroutine: g.number, text });
    }

    fn is_error(&self, ty: vtrace_program::TypeId) -> bool {
        self.has_text_method(ty, "Error")
    }

    fn is_stringer(&self, ty: vtrace_program::TypeId) -> bool {
        self.has_text_method(ty, "String")
    }

    /// Whether a type has a method `name() string`.
    fn has_text_method(&self, ty: vtrace_program::TypeId, name: &str) -> bool {
        self.program.method_named(ty, name).is_some_and(|function| {
            let function = self.program.image.function(function);
            let is_string = |ty: &vtrace_program::TypeId| self.program.image.ty(*ty).name == "string";
            function.parameters == 1 && function.results.len() == 1 && is_string(&function.results[0])
        })
    }

    /// The `Error` or `String` method of a panic value has returned.
    pub(crate) fn panic_text_returned(&mut self, state: &mut State, index: usize) {
        let program = self.program;
        let g = state.goroutine_mut(index);
        let frame = *g.top();
        let text = match program.codes[frame.code as usize].ops[frame.pc as usize] {
            crate::code::Op::Return { list } => match program.specs.lists[list as usize].first() {
                Some(&(src, _)) => match src.split() {
                    Ok(register) => g.registers[frame.base as usize + register],
                    Err(constant) => program.constants[constant],
                },
                None => Value::EMPTY,
            },
            _ => Value::EMPTY,
        };
        g.pop_frame();
        set_first_text(&mut g.panics, text);
        self.unwound(state, index);
    }

    /// What Go prints after `panic: `, for the whole chain of panics.
    fn panic_report(&self, panics: &[Panicking]) -> String {
        let mut report = String::new();
        let shown: Vec<&Panicking> = panics.iter().filter(|panic| !panic.goexit).collect();
        for (i, panic) in shown.iter().enumerate() {
            // A recovered value that is panicked with again is told once.
            let repeats = |a: &Panicking, b: &Panicking| a.recovered && a.value == b.value;
            if i > 0 {
                if repeats(shown[i - 1], panic) {
                    continue;
                }
                report += "\n\tpanic: ";
            }
            if let Some(Value::Str(s)) = panic.text {
                report += &self.program.strings.text(s).replace('\n', "\n\t");
            }
            if shown.get(i + 1).is_some_and(|next| repeats(panic, next)) {
                report += " [recovered, repanicked]";
            } else if panic.recovered {
                report += " [recovered]";
            }
        }
        if panics.last().is_some_and(|panic| panic.signal) {
            report += "\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x0]";
        }
        report
    }

    /// A panic value that has no method for its text, as the runtime prints it.
    fn plain_panic_text(&self, value: [Value; 2]) -> String {
        let Value::Type(ty) = value[0] else { return "nil".to_string() };
        let image = &self.program.image;
        let name = type_name(self.program, ty);
        let predeclared = image.ty(ty).package.is_empty();
        let text = match value[1] {
            Value::Int(i) => match (crate::arith::basic(image, ty), crate::arith::width(image, ty)) {
                (Some(vtrace_program::Basic::Bool), _) => (i != 0).to_string(),
                (_, Some(width)) if !crate::arith::is_signed(width) => (i as u64).to_string(),
                _ => i.to_string(),
            },
            Value::Float(bits) => crate::builtin::print_float(
                f64::from_bits(bits),
                crate::arith::float_kind(image, ty) == Some(true),
            ),
            Value::Str(s) if predeclared => self.program.strings.text(s).into_owned(),
            Value::Str(s) => format!("\"{}\"", self.program.strings.text(s)),
            _ => return format!("({name}) 0xc000012345"),
        };
        if predeclared { text } else { format!("{name}({text})") }
    }

    /// `recover()`: only a function that a panic called directly gets the panic's value.
    pub(crate) fn recover(&mut self, state: &mut State, index: usize, dst: u32) {
        let program = self.program;
        let g = state.goroutine_mut(index);
        let mut depth = g.frames.len() - 1;
        // A deferred `recover()` itself counts as called by the function that deferred it.
        if g.top().code as usize >= program.image.functions.len() && depth > 0 {
            depth -= 1;
        }
        // Wrappers that go/ssa makes around methods do not count.
        while depth > 0
            && g.frames[depth].kind == FrameKind::Call
            && program.codes[g.frames[depth - 1].code as usize].synthetic
        {
            depth -= 1;
        }
        let deferred = g.frames[depth].kind == FrameKind::DeferredByPanic;
        let result = match g.panics.last_mut() {
            Some(panic)
                if deferred && !panic.recovered && !panic.goexit && panic.depth as usize + 1 == depth =>
            {
                panic.recovered = true;
                panic.value
            }
            _ => [Value::Nil; 2],
        };
        let at = (g.top().base + dst) as usize;
        g.registers[at..at + 2].copy_from_slice(&result);
        g.top_mut().pc += 1;
    }

    /// A deferred call that a panic made has returned, and its frame is gone.
    pub(crate) fn deferred_by_panic_returned(&mut self, state: &mut State, index: usize) {
        let g = state.goroutine_mut(index);
        if !g.panics.last().is_some_and(|panic| panic.recovered) {
            return self.unwind(state, index);
        }
        g.panics.pop();
        while let Some(panic) = g.panics.last_mut().filter(|panic| panic.aborted) {
            if panic.goexit {
                panic.aborted = false;
                return self.unwind(state, index);
            }
            g.panics.pop();
        }
        g.top_mut().recovering = true;
        self.continue_recovery(state, index);
    }

    /// After a recovery: the other deferred calls, then the return to the caller.
    pub(crate) fn continue_recovery(&mut self, state: &mut State, index: usize) {
        let g = state.goroutine_mut(index);
        let depth = g.frames.len() as u32 - 1;
        if g.deferred.last().is_some_and(|d| d.depth == depth) {
            return self.run_deferred(state, index, FrameKind::Deferred);
        }
        let frame = g.top_mut();
        frame.recovering = false;
        match self.program.codes[frame.code as usize].recover {
            Some(recover) => frame.pc = recover,
            None => {
                let goroutine = g.number;
                let text = "a function without a recover block recovered from a panic".to_string();
                state.end = Some(End::Unsupported { goroutine, text });
            }
        }
    }

    /// The source position of the instruction before which a goroutine stands.
    pub(crate) fn position(&self, state: &State, index: usize) -> Position {
        let frame = state.goroutines[index].top();
        let code = &self.program.codes[frame.code as usize];
        code.positions.get(frame.pc as usize).copied().unwrap_or(Position::NONE)
    }

    fn note_exit(&mut self, number: u32) {
        self.note(number, Position::NONE, 0, What::Exit);
    }
}

fn set_first_text(panics: &mut [Panicking], text: Value) {
    if let Some(panic) = panics.iter_mut().find(|panic| !panic.goexit && panic.text.is_none()) {
        panic.text = Some(text);
    }
}
