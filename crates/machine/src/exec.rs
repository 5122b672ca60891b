//! The inner loop: executes one goroutine's instructions until something needs the whole state.
//!
//! Everything here touches only the goroutine and the heap. What concerns other goroutines, and whatever ends the
//! run of local instructions, is a [`Trap`], which [`crate::step`] handles.

use smallvec::SmallVec;
use vtrace_program::{Builtin, FunctionId, MethodId, TypeId};

use crate::arith;
use crate::code::{Code, IntOp, Op, Ordered, Src, Target, Width};
use crate::compare;
use crate::fault::Fault;
use crate::memory::Heap;
use crate::output::Output;
use crate::program::Program;
use crate::state::{Deferred, Frame, FrameKind, Goroutine};
use crate::unknown::{Bindings, Term};
use crate::value::{ObjectId, Pointer, Value};

/// Why the inner loop stopped. The goroutine's `pc` is at the instruction that caused it, not yet executed, unless
/// said otherwise.
#[derive(Debug)]
pub(crate) enum Trap {
    /// Before a visible operation.
    Visible,
    /// A native function.
    Native(u32),
    /// A function that vtrace knows nothing of.
    External(FunctionId),
    /// A function, or a method, of an input of which nothing is known.
    Opaque(TypeId, Option<MethodId>),
    /// A function of which nothing is known begins.
    Behave(TypeId),
    /// The entry begins.
    Begin,
    /// The instruction failed.
    Fault(Fault),
    /// `panic(value)`.
    Panic([Value; 2]),
    /// A go statement.
    Go(u32),
    /// Deferred calls are to be run.
    RunDefers,
    /// `recover()`, with its destination.
    Recover(u32),
    /// A comment's mark.
    Mark(u32),
    /// Something that is seen from outside.
    Observe(u32),
    /// One of so many alternatives must be chosen.
    Choose(u32),
    /// A frame that was not invoked by an ordinary call has returned (and is still there).
    Returned,
    /// The heap is full.
    Collect,
    /// The budget of instructions is used up.
    Tired,
}

/// One goroutine in execution.
pub(crate) struct Exec<'a> {
    pub program: &'a Program,
    pub heap: &'a mut Heap,
    pub bindings: &'a Bindings,
    pub g: &'a mut Goroutine,
    /// Whether other goroutines or timers exist, so that accesses to shared memory must stop.
    pub company: bool,
    /// Whether printing is a visible operation.
    pub visible_output: bool,
    /// Whether the next visible operation may be executed: it was scheduled.
    pub permit: bool,
    /// How many instructions may still be executed.
    pub fuel: u64,
    /// Plain accesses to shared memory, if someone wants to know of them: address, slots, whether it writes.
    pub accesses: Option<&'a mut Vec<Access>>,
    pub output: &'a mut Output,
}

/// A plain access to memory that other goroutines can reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// Where.
    pub at: Pointer,
    /// How many slots.
    pub size: u32,
    /// Whether it writes.
    pub write: bool,
}

/// A short list of slots.
pub(crate) type Slots = SmallVec<[Value; 8]>;

impl<'a> Exec<'a> {
    fn code(&self) -> &'a Code {
        &self.program.codes[self.g.top().code as usize]
    }

    /// Executes until a trap.
    pub(crate) fn run(&mut self) -> Trap {
        let program = self.program;
        'frame: loop {
            let frame = *self.g.top();
            let code = self.code();
            let ops = &code.ops[..];
            let base = frame.base as usize;
            let mut pc = frame.pc as usize;
            if self.heap.is_full() {
                return Trap::Collect;
            }

            macro_rules! stop {
                ($trap:expr) => {{
                    self.g.top_mut().pc = pc as u32;
                    return $trap;
                }};
            }
            macro_rules! get {
                ($src:expr) => {
                    match $src.split() {
                        Ok(register) => self.g.registers[base + register],
                        Err(constant) => program.constants[constant],
                    }
                };
            }
            macro_rules! set {
                ($dst:expr, $value:expr) => {
                    self.g.registers[base + $dst as usize] = $value
                };
            }
            macro_rules! check {
                ($result:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(fault) => stop!(Trap::Fault(fault)),
                    }
                };
            }
            /// A value that must be known, of the given kind.
            macro_rules! int {
                ($src:expr) => {
                    match get!($src) {
                        Value::Int(i) => i,
                        other => check!(self.known_int(other)),
                    }
                };
            }
            macro_rules! pointer {
                ($src:expr) => {
                    match get!($src) {
                        Value::Ptr(pointer) => pointer,
                        other => {
                            let pointer = check!(self.known_pointer(other));
                            self.learn(base, $src, Value::Ptr(pointer));
                            pointer
                        }
                    }
                };
            }

            loop {
                if self.fuel == 0 {
                    stop!(Trap::Tired);
                }
                self.fuel -= 1;
                match ops[pc] {
                    Op::Move { dst, src } => set!(dst, get!(src)),
                    Op::MoveN { dst, src, n } => self.move_slots(base, dst, src, n),
                    Op::AddInt { dst, a, b } => {
                        let value = match (get!(a), get!(b)) {
                            (Value::Int(a), Value::Int(b)) => Value::Int(a.wrapping_add(b)),
                            (a, b) => check!(self.unknown_int(IntOp::Add, Width::I64, a, b)),
                        };
                        set!(dst, value);
                    }
                    Op::Int { op, width, dst, a, b } => {
                        let value = match (get!(a), get!(b)) {
                            (Value::Int(a), Value::Int(b)) => Value::Int(arith::int(op, width, a, b)),
                            (a, b) => check!(self.unknown_int(op, width, a, b)),
                        };
                        set!(dst, value);
                    }
                    Op::Divide { remainder, width, dst, a, b } => {
                        let (a, b) = (int!(a), int!(b));
                        set!(dst, Value::Int(check!(arith::divide(remainder, width, a, b))));
                    }
                    Op::Shift { left, width, count, dst, a, b } => {
                        let (a, b) = (int!(a), int!(b));
                        set!(dst, Value::Int(check!(arith::shift(left, width, count, a, b))));
                    }
                    Op::Float { op, single, dst, a, b } => {
                        let (a, b) = (check!(self.known_float(get!(a))), check!(self.known_float(get!(b))));
                        set!(dst, Value::float(arith::float(op, single, a, b)));
                    }
                    Op::Complex { op, single, dst, a, b } => {
                        let part = |src: Src| compare::as_float(get!(src));
                        let x = (part(a), part(a.offset(1)));
                        let y = (part(b), part(b.offset(1)));
                        let (re, im) = arith::complex(op, single, x, y);
                        set!(dst, Value::float(re));
                        set!(dst + 1, Value::float(im));
                    }
                    Op::Concat { dst, a, b } => {
                        let value = check!(self.concat(get!(a), get!(b)));
                        set!(dst, value);
                    }
                    Op::Compare { op, kind, dst, a, b } => {
                        let value = self.compare(op, kind, get!(a), get!(b));
                        set!(dst, value);
                    }
                    Op::Equal { negate, ty, dst, a, b } => {
                        let n = program.layouts.size(ty);
                        let (x, y) = (self.slots(base, a, n), self.slots(base, b, n));
                        let (x, y) = (self.resolve_slots(x), self.resolve_slots(y));
                        let equal = check!(compare::equal(program, self.heap, ty, &x, &y));
                        set!(dst, Value::bool(equal != negate));
                    }
                    Op::Not { dst, a } => {
                        let value = match get!(a) {
                            Value::Int(a) => Value::Int(a ^ 1),
                            other => program.terms.intern(Term::Not(other)),
                        };
                        set!(dst, value);
                    }
                    Op::Negate { width, dst, a } => {
                        let value = match get!(a) {
                            Value::Int(a) => Value::Int(arith::wrap(width, a.wrapping_neg())),
                            other => check!(self.unknown_int(IntOp::Sub, width, Value::ZERO, other)),
                        };
                        set!(dst, value);
                    }
                    Op::NegateFloat { dst, a, n } => {
                        for i in 0..n {
                            let x = check!(self.known_float(get!(a.offset(i))));
                            set!(dst + i, Value::float(-x));
                        }
                    }
                    Op::Complement { width, dst, a } => {
                        let a = int!(a);
                        set!(dst, Value::Int(arith::wrap(width, !a)));
                    }
                    Op::Jump { to } => {
                        pc = to as usize;
                        continue;
                    }
                    Op::Branch { condition, yes, no } => {
                        pc = if int!(condition) != 0 { yes } else { no } as usize;
                        continue;
                    }
                    Op::BranchCompare { op, kind, a, b, yes, no } => {
                        let taken = match (kind, get!(a), get!(b)) {
                            (Ordered::Signed, Value::Int(a), Value::Int(b)) => arith::compare(op, a, b),
                            (_, a, b) => match self.compare(op, kind, a, b) {
                                Value::Int(taken) => taken != 0,
                                other => check!(self.known_int(other)) != 0,
                            },
                        };
                        pc = if taken { yes } else { no } as usize;
                        continue;
                    }
                    Op::Alloc { dst, zero, n } => {
                        let object = match zero.split() {
                            Err(constant) => {
                                self.heap.allocate(&program.constants[constant..constant + n as usize])
                            }
                            Ok(_) => self.heap.allocate(&[]),
                        };
                        set!(dst, Value::Ptr(Pointer::to(object)));
                        if self.heap.is_full() {
                            pc += 1;
                            stop!(Trap::Collect);
                        }
                    }
                    Op::Load { dst, pointer, n, quiet } => {
                        let at = pointer!(pointer);
                        check!(self.in_bounds(at, n));
                        if n > 0 && !quiet {
                            if self.must_stop(at.object) {
                                stop!(Trap::Visible);
                            }
                            self.note_access(at, n, false);
                        }
                        if n == 1 {
                            set!(dst, self.heap.load(at));
                        } else {
                            let from = base + dst as usize;
                            let to = from + n as usize;
                            self.g.registers[from..to].copy_from_slice(self.heap.load_range(at, n));
                        }
                    }
                    Op::Store { pointer, src, n } => {
                        let at = pointer!(pointer);
                        check!(self.in_bounds(at, n));
                        if n > 0 && self.must_stop(at.object) {
                            stop!(Trap::Visible);
                        }
                        self.note_access(at, n, true);
                        if n == 1 {
                            self.heap.store(at, get!(src));
                        } else {
                            for i in 0..n {
                                let value = get!(src.offset(i));
                                self.heap.store(at.offset(i), value);
                            }
                        }
                    }
                    Op::FieldAddr { dst, pointer, offset } => {
                        let at = pointer!(pointer);
                        set!(dst, Value::Ptr(at.offset(offset)));
                    }
                    Op::IndexSlice { dst, slice, index, size, unsigned } => {
                        let index = int!(index);
                        let len = match get!(slice.offset(1)) {
                            Value::Len(len, _) => len,
                            other => check!(self.known_len(other)).0,
                        };
                        if index as u64 >= len as u64 {
                            stop!(Trap::Fault(index_fault(index, len, unsigned)));
                        }
                        let at = pointer!(slice);
                        set!(dst, Value::Ptr(at.offset(index as u32 * size)));
                    }
                    Op::IndexArray { dst, pointer, index, len, size, unsigned } => {
                        let index = int!(index);
                        let at = pointer!(pointer);
                        if index as u64 >= len as u64 {
                            stop!(Trap::Fault(index_fault(index, len, unsigned)));
                        }
                        set!(dst, Value::Ptr(at.offset(index as u32 * size)));
                    }
                    Op::IndexValue { dst, src, index, len, size } => {
                        let index = int!(index);
                        if index as u64 >= len as u64 {
                            stop!(Trap::Fault(index_fault(index, len, false)));
                        }
                        self.move_slots(base, dst, src.offset(index as u32 * size), size);
                    }
                    Op::IndexString { dst, src, index, unsigned } => {
                        let index = int!(index);
                        let s = check!(self.known_string(get!(src)));
                        if index as u64 >= s.len as u64 {
                            stop!(Trap::Fault(index_fault(index, s.len, unsigned)));
                        }
                        set!(dst, Value::Int(program.strings.bytes(s)[index as usize] as i64));
                    }
                    Op::LenSlice { dst, src } => {
                        let value = match get!(src.offset(1)) {
                            Value::Len(len, _) => Value::Int(len as i64),
                            other => program.terms.intern(Term::LenSlice(other)),
                        };
                        set!(dst, value);
                    }
                    Op::LenString { dst, src } => {
                        let value = match get!(src) {
                            Value::Str(s) => Value::Int(s.len as i64),
                            other => program.terms.intern(Term::LenString(other)),
                        };
                        set!(dst, value);
                    }
                    Op::CapSlice { dst, src } => {
                        let (_, cap) = check!(self.known_len(get!(src.offset(1))));
                        set!(dst, Value::Int(cap as i64));
                    }
                    Op::MakeInterface { dst, src, ty, n } => {
                        let payload = if n == 1 {
                            get!(src)
                        } else {
                            let values = self.slots(base, src, n);
                            Value::Ptr(Pointer::to(self.heap.allocate(&values)))
                        };
                        set!(dst, Value::Type(ty));
                        set!(dst + 1, payload);
                    }
                    Op::MakeClosure { dst, function, list } => {
                        let mut bindings = Slots::new();
                        for &(src, n) in &program.specs.lists[list as usize] {
                            bindings.extend_from_slice(&self.slots(base, src, n));
                        }
                        let environment = self.heap.allocate(&bindings);
                        set!(dst, Value::Func(function, environment));
                    }
                    Op::Call { spec } => {
                        let spec = &program.specs.calls[spec as usize];
                        let (callee, environment, receiver) = check!(self.callee(base, spec.target));
                        let callee_code = &program.codes[callee as usize];
                        if callee_code.atomic && self.g.atomic.is_none() {
                            if self.company && !self.permit {
                                stop!(Trap::Visible);
                            }
                            self.permit = false;
                            self.g.atomic = Some(self.g.frames.len() as u32);
                        }
                        self.g.top_mut().pc = pc as u32 + 1;
                        let new_base = base + code.frame as usize;
                        self.g.registers.resize(new_base + callee_code.frame as usize, Value::Nil);
                        let mut at = new_base;
                        if let Some(receiver) = receiver {
                            self.g.registers[at..at + receiver.len()].copy_from_slice(&receiver);
                            at += receiver.len();
                        }
                        for &(src, n) in &spec.arguments {
                            for i in 0..n {
                                self.g.registers[at] = get!(src.offset(i));
                                at += 1;
                            }
                        }
                        if environment != ObjectId::NONE {
                            let values = self.heap.slots_of(environment);
                            self.g.registers[at..at + values.len()].copy_from_slice(values);
                        }
                        self.g.frames.push(Frame {
                            code: callee,
                            pc: 0,
                            base: new_base as u32,
                            dst: spec.dst,
                            results: spec.results,
                            kind: FrameKind::Call,
                            recovering: false,
                        });
                        if self.g.frames.len() > MAX_DEPTH {
                            return Trap::Fault(Fault::Fatal("stack overflow".to_string()));
                        }
                        continue 'frame;
                    }
                    Op::Return { list } => {
                        if frame.kind != FrameKind::Call {
                            stop!(Trap::Returned);
                        }
                        if self.g.atomic == Some(self.g.frames.len() as u32 - 1) {
                            self.g.atomic = None;
                        }
                        self.return_values(base, frame, list);
                        continue 'frame;
                    }
                    Op::RunDefers => {
                        if self.g.deferred.last().is_some_and(|d| d.depth as usize == self.g.frames.len() - 1)
                        {
                            stop!(Trap::RunDefers);
                        }
                    }
                    Op::Defer { spec, stack } => {
                        let spec = &program.specs.calls[spec as usize];
                        let depth = match get!(stack) {
                            Value::Int(depth) => depth as u32,
                            _ => self.g.frames.len() as u32 - 1,
                        };
                        check!(self.defer(base, spec, depth));
                    }
                    Op::Go { spec } => stop!(Trap::Go(spec)),
                    Op::Panic { src } => {
                        let value = [get!(src), get!(src.offset(1))];
                        stop!(Trap::Panic(value));
                    }
                    Op::RangePanic { state } => {
                        let text = match get!(state) {
                            Value::Int(-1) => "range function continued iteration after loop body panic",
                            Value::Int(-2) => "range function continued iteration after whole loop exit",
                            Value::Int(_) => {
                                "range function continued iteration after function for loop body returned false"
                            }
                            _ => "range function recovered a loop body panic and did not resume panicking",
                        };
                        stop!(Trap::Fault(Fault::error(text)));
                    }
                    Op::Recover { dst } => stop!(Trap::Recover(dst)),
                    Op::Mark { mark } => stop!(Trap::Mark(mark)),
                    Op::Observe { observation } => stop!(Trap::Observe(observation)),
                    Op::Send { channel, .. } | Op::Receive { channel, .. } | Op::Close { channel } => {
                        check!(self.know(base, channel));
                        stop!(Trap::Visible)
                    }
                    Op::Select { spec } => {
                        for case in &program.specs.selects[spec as usize].cases {
                            check!(self.know(base, case.channel));
                        }
                        stop!(Trap::Visible)
                    }
                    Op::NextMap { dst, iterator, ty } => {
                        if let Some(choices) = check!(self.next_map(base, dst, iterator, ty)) {
                            stop!(Trap::Choose(choices));
                        }
                    }
                    Op::Lookup { map, .. } | Op::MapUpdate { map, .. } | Op::RangeMap { map, .. } => {
                        check!(self.know(base, map));
                        if let Value::Ptr(at) = get!(map) {
                            if self.must_stop(at.object) {
                                stop!(Trap::Visible);
                            }
                            self.note_access(at, 1, matches!(ops[pc], Op::MapUpdate { .. }));
                        }
                        check!(self.map_operation(base, ops[pc]));
                    }
                    Op::Builtin { spec } => {
                        let spec = &program.specs.builtins[spec as usize];
                        let prints = matches!(spec.builtin, Builtin::Print | Builtin::Println);
                        if prints && self.visible_output && self.company && self.g.atomic.is_none() {
                            if !std::mem::take(&mut self.permit) {
                                stop!(Trap::Visible);
                            }
                        } else if let Some(object) = self.shared_operand(base, spec)
                            && self.must_stop(object)
                        {
                            stop!(Trap::Visible);
                        }
                        check!(self.builtin(base, spec));
                    }
                    Op::Native { native } => stop!(Trap::Native(native)),
                    Op::External { function } => stop!(Trap::External(function)),
                    Op::Begin => stop!(Trap::Begin),
                    Op::Behave { signature } => stop!(Trap::Behave(signature)),
                    Op::Opaque { signature, method } => stop!(Trap::Opaque(signature, method)),
                    Op::IfUnknown { function } => {
                        if self.has_unknown(base, code.parameters) {
                            stop!(Trap::External(function));
                        }
                        pc += 1;
                    }
                    Op::Unreachable => {
                        stop!(Trap::Fault(Fault::Unsupported(
                            "control reached code that the compiler left out".into()
                        )))
                    }
                    Op::MakeSlice { spec } => check!(self.make_slice(base, spec)),
                    Op::Slice { spec } => check!(self.slice(base, spec)),
                    Op::TypeAssert { spec } => check!(self.type_assert(base, spec)),
                    Op::Convert { dst, src, from, to } => check!(self.convert(base, dst, src, from, to)),
                    op @ (Op::MakeMap { .. }
                    | Op::MakeChan { .. }
                    | Op::ArrayPointer { .. }
                    | Op::RangeString { .. }
                    | Op::NextString { .. }) => check!(self.rare(base, op)),
                }
                pc += 1;
            }
        }
    }

    /// Whether an access to this object must wait for its turn. Uses up the permit if there is one.
    #[inline(always)]
    fn must_stop(&mut self, object: ObjectId) -> bool {
        if !self.company || !self.heap.is_shared(object) || self.g.atomic.is_some() {
            return false;
        }
        !std::mem::take(&mut self.permit)
    }

    /// Checks that an object has the slots that an access wants. Only code that uses unsafe can ask for others.
    #[inline(always)]
    fn in_bounds(&self, at: Pointer, n: u32) -> Result<(), Fault> {
        if at.slot as u64 + n as u64 <= self.heap.len_of(at.object) as u64 {
            return Ok(());
        }
        Err(Fault::Unsupported("memory accessed at another type than it was made for, through unsafe".into()))
    }

    #[inline(always)]
    fn note_access(&mut self, at: Pointer, size: u32, write: bool) {
        if let Some(accesses) = &mut self.accesses
            && self.heap.is_shared(at.object)
        {
            accesses.push(Access { at, size, write });
        }
    }

    /// The code to call, its environment, and for a method the receiver.
    pub(crate) fn callee(
        &self,
        base: usize,
        target: Target,
    ) -> Result<(u32, ObjectId, Option<Slots>), Fault> {
        match target {
            Target::Code(code) => Ok((code, ObjectId::NONE, None)),
            Target::Dynamic(src) => match self.resolve(self.slot(base, src)) {
                Value::Func(code, environment) => Ok((code, environment, None)),
                Value::Unknown(term) => Err(Fault::Unknown(term)),
                _ => Err(Fault::nil()),
            },
            Target::Method(src, method) => {
                let ty = match self.resolve(self.slot(base, src)) {
                    Value::Type(ty) => ty,
                    Value::Unknown(term) => return Err(Fault::Unknown(term)),
                    _ => return Err(Fault::nil()),
                };
                let payload = self.resolve(self.slot(base, src.offset(1)));
                if Some(ty) == self.program.opaque.ty
                    && let Some(code) = self.program.opaque.method(method)
                {
                    return Ok((code, ObjectId::NONE, Some(Slots::from_slice(&[payload]))));
                }
                let Some(function) = self.program.method(ty, method) else {
                    let name = &self.program.image.methods[method.index()].name;
                    let ty = &self.program.image.ty(ty).name;
                    return Err(Fault::Unsupported(format!("the image has no method {name} of type {ty}")));
                };
                let receiver = Slots::from_slice(compare::unbox(self.program, self.heap, ty, &payload));
                Ok((function.0, ObjectId::NONE, Some(receiver)))
            }
        }
    }

    fn return_values(&mut self, base: usize, frame: Frame, list: u32) {
        self.g.frames.pop();
        let list = &self.program.specs.lists[list as usize];
        let caller = self.g.top().base as usize;
        let mut left = frame.results;
        let mut dst = caller + frame.dst as usize;
        if let [(src, 1)] = **list {
            if left > 0 {
                self.g.registers[dst] = self.slot(base, src);
            }
        } else {
            // The callee's registers lie above the caller's, so nothing is overwritten before it is read.
            for &(src, n) in list {
                for i in 0..n.min(left) {
                    self.g.registers[dst] = self.slot(base, src.offset(i));
                    dst += 1;
                }
                left -= n.min(left);
            }
        }
        self.g.registers.truncate(base);
    }

    fn defer(&mut self, base: usize, spec: &crate::code::CallSpec, depth: u32) -> Result<(), Fault> {
        // Deferring a nil function panics only when it is called.
        let (code, environment, receiver) = match self.callee(base, spec.target) {
            Err(Fault::Panic(_)) if matches!(spec.target, Target::Dynamic(_)) => {
                (NIL_FUNCTION, ObjectId::NONE, None)
            }
            other => other?,
        };
        let mut arguments = receiver.unwrap_or_default();
        for &(src, n) in &spec.arguments {
            arguments.extend_from_slice(&self.slots(base, src, n));
        }
        let deferred = Deferred { depth, code, environment, arguments: arguments.to_vec().into() };
        // The body of a range over a function defers into an enclosing frame: below what inner frames deferred.
        let at = self.g.deferred.iter().rposition(|d| d.depth <= depth).map_or(0, |i| i + 1);
        self.g.deferred.insert(at, deferred);
        Ok(())
    }
}

/// The deferred code that stands for a nil function value.
pub(crate) const NIL_FUNCTION: u32 = u32::MAX;

/// How deep calls may nest: Go's stack of 1 GB holds about this many small frames.
const MAX_DEPTH: usize = 1 << 20;

fn index_fault(index: i64, len: u32, unsigned: bool) -> Fault {
    if unsigned {
        Fault::bounds(format!("index out of range [{}] with length {len}", index as u64))
    } else if index < 0 {
        Fault::bounds(format!("index out of range [{index}]"))
    } else {
        Fault::bounds(format!("index out of range [{index}] with length {len}"))
    }
}

/// A type's name, as panics print it.
pub(crate) fn type_name(program: &Program, ty: TypeId) -> &str {
    &program.image.ty(ty).name
}
