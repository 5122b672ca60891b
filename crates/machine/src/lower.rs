//! From the image's SSA to the machine's code.
//!
//! Each local gets registers of its own; Phis become parallel moves on the edges into their block, in stubs where an
//! edge leaves a block with two successors. A comparison that only feeds the branch after it becomes one instruction
//! with it.

mod flow;
mod instruction;

use rustc_hash::FxHashMap;
use vtrace_program::{
    BlockId, Builtin, Call, Callee, EntryKind, Function, FunctionId, Image, Literal, LocalId, Operand,
    Position, TypeId,
};

use crate::arith;
use crate::code::*;
use crate::constant::Constant;
use crate::layout::Layouts;
use crate::liveness;
use crate::natives;
use crate::node;
use crate::opaque::{self, Opaque};
use crate::stable::Stable;
use crate::standard;
use crate::strings::Strings;
use crate::unknown::{Input, Source};
use crate::value::{ObjectId, Pointer, Value};

/// Everything that lowering makes.
pub(crate) struct Lowered {
    pub codes: Vec<Code>,
    pub specs: Specs,
    pub constants: Vec<Value>,
    /// The code that starts each entry: it initialises the packages, then calls the entry's function.
    pub entries: Vec<u32>,
}

/// Lowers all functions of `image`.
///
/// With `functions`, its entries have unknown arguments, and what the standard library computes from those is unknown too. With
/// `constants`, reading memory that nobody writes any more is no step of a simulation.
pub(crate) fn lower(
    unknowns: Source,
    strings: &Strings,
    functions: bool,
    constants: bool,
    opaque: &mut Opaque,
) -> Lowered {
    let Source { image, layouts, .. } = unknowns;
    let mut lowering = Lowering {
        image,
        layouts,
        strings,
        unknowns,
        functions,
        stable: Stable::new(image),
        constant: match constants && node::is_watched(image) {
            true => Constant::new(image),
            false => Constant::nothing(),
        },
        specs: Specs::default(),
        // Entry 0 is for whoever has nothing to say.
        constants: vec![Value::Nil],
        pool: FxHashMap::default(),
        zeros: FxHashMap::default(),
        wrappers: Vec::new(),
    };
    let mut codes: Vec<Code> =
        (0..image.functions.len()).map(|index| lowering.function(FunctionId(index as u32))).collect();
    codes.append(&mut lowering.wrappers);
    let size = |ty: TypeId| layouts.size(ty);
    opaque::lower(image, size, |src, n| lowering.list([(src, n)].into()), opaque, &mut codes);
    let entries = lowering.entries(&mut codes);
    for code in &mut codes {
        liveness::annotate(code, &lowering.specs, layouts);
    }
    Lowered { codes, specs: lowering.specs, constants: lowering.constants, entries }
}

/// The object of a global: globals are the first objects of every heap, in order.
pub(crate) fn global_object(index: u32) -> ObjectId {
    ObjectId(index + 1)
}

struct Lowering<'a> {
    image: &'a Image,
    layouts: &'a Layouts,
    strings: &'a Strings,
    unknowns: Source<'a>,
    functions: bool,
    stable: Stable,
    constant: Constant,
    specs: Specs,
    constants: Vec<Value>,
    /// Where each operand that is no register is in the constant pool.
    pool: FxHashMap<(u8, u32), Src>,
    zeros: FxHashMap<TypeId, Src>,
    /// Code for built-in functions that are deferred or started as goroutines.
    wrappers: Vec<Code>,
}

/// A function under construction.
struct Body<'f> {
    function: &'f Function,
    id: FunctionId,
    /// The first register of each local.
    registers: Vec<u32>,
    /// How often each local is used.
    uses: Vec<u32>,
    ops: Vec<Op>,
    positions: Vec<Position>,
    /// The first instruction of each block, once known.
    starts: Vec<u32>,
    /// Edges into blocks with Phis that leave a branch: stubs to be emitted at the end.
    stubs: Vec<(BlockId, BlockId, usize, bool)>,
    /// The first register after those of the locals.
    scratch: u32,
    frame: u32,
}

impl Body<'_> {
    fn emit(&mut self, op: Op, position: Position) {
        self.ops.push(op);
        self.positions.push(position);
    }

    fn register(&self, local: LocalId) -> u32 {
        self.registers[local.index()]
    }
}

impl<'a> Lowering<'a> {
    fn entries(&mut self, codes: &mut Vec<Code>) -> Vec<u32> {
        let image = self.image;
        let mut starts = Vec::new();
        for entry in &image.entries {
            let function = image.function(entry.function);
            let arguments: List = match entry.runner {
                // A test's runner takes the test's name and the test.
                Some(_) => {
                    let name = self.strings.value(entry.name.as_bytes());
                    let arguments = self.constant(&[name, Value::Func(entry.function.0, ObjectId::NONE)]);
                    [(arguments, 2)].into()
                }
                None => {
                    let mut arguments = Vec::new();
                    for local in function.parameter_locals() {
                        let local = &function.locals[local.index()];
                        let name = local.name.clone().unwrap_or_else(|| "_".to_string());
                        let mut values = Vec::new();
                        self.unknowns.unknown(&Input::new(name, local.ty), &mut values);
                        arguments.push((self.constant(&values), values.len() as u32));
                    }
                    arguments.into()
                }
            };
            let mut call = |function: FunctionId, arguments: List| {
                let target = Target::Code(function.0);
                self.specs.calls.push(CallSpec { target, arguments, dst: 0, results: 0 });
                Op::Call { spec: self.specs.calls.len() as u32 - 1 }
            };
            let init = call(entry.init, Box::default());
            let main = call(entry.runner.unwrap_or(entry.function), arguments);
            let results = match entry.kind {
                EntryKind::Function | EntryKind::Caller => {
                    function.results.iter().map(|&ty| self.layouts.size(ty)).sum()
                }
                _ => 0,
            };
            if let Some(call) = self.specs.calls.last_mut() {
                call.results = results;
            }
            let list = self.list([(Src::register(0), results)].into());
            starts.push(codes.len() as u32);
            codes.push(Code {
                ops: vec![init, Op::Begin, main, Op::Return { list }],
                positions: vec![function.position; 4],
                function: entry.function,
                frame: results,
                parameters: 0,
                results: 0,
                recover: None,
                atomic: false,
                synthetic: true,
                live_before: Vec::new(),
                live_sets: Vec::new(),
            });
        }
        starts
    }

    fn size(&self, ty: TypeId) -> u32 {
        self.layouts.size(ty)
    }

    fn function(&mut self, id: FunctionId) -> Code {
        let image = self.image;
        let function = image.function(id);
        let mut registers = Vec::with_capacity(function.locals.len());
        let mut at = 0;
        for local in &function.locals {
            registers.push(at);
            at += self.size(local.ty);
        }
        let sum = |range: std::ops::Range<u32>| {
            range.map(|i| self.size(function.locals[i as usize].ty)).sum::<u32>()
        };
        let parameters = sum(0..function.parameters);
        let results = function.results.iter().map(|&ty| self.size(ty)).sum();
        let mut body = Body {
            function,
            id,
            registers,
            uses: count_uses(function),
            ops: Vec::new(),
            positions: Vec::new(),
            starts: vec![0; function.blocks.len()],
            stubs: Vec::new(),
            scratch: at,
            frame: at,
        };
        let pure = self.functions && standard::is_pure(function);
        if self.functions && standard::is_silenced(function) {
            self.without_body(&mut body, parameters, results);
        } else if function.has_body() {
            if pure {
                body.frame = body.frame.max(parameters + results);
                body.emit(Op::IfUnknown { function: id }, function.position);
                let list = self.list([(Src::register(parameters), results)].into());
                body.emit(Op::Return { list }, function.position);
            }
            self.body(&mut body);
        } else {
            self.without_body(&mut body, parameters, results);
        }
        Code {
            recover: function.recover.map(|block| body.starts[block.index()]),
            ops: body.ops,
            positions: body.positions,
            function: id,
            frame: body.frame,
            parameters,
            results,
            atomic: function.flags.atomic,
            synthetic: function.flags.synthetic,
            live_before: Vec::new(),
            live_sets: Vec::new(),
        }
    }

    /// A native function's frame has its parameters, then its results.
    fn without_body(&mut self, body: &mut Body, parameters: u32, results: u32) {
        let position = body.function.position;
        body.frame = parameters + results;
        match natives::find(&body.function.ssa_name) {
            Some(native) => body.emit(Op::Native { native }, position),
            None => body.emit(Op::External { function: body.id }, position),
        }
        let list = self.list([(Src::register(parameters), results)].into());
        body.emit(Op::Return { list }, position);
    }

    fn list(&mut self, list: List) -> u32 {
        self.specs.lists.push(list);
        self.specs.lists.len() as u32 - 1
    }

    fn constant(&mut self, values: &[Value]) -> Src {
        let src = Src::constant(self.constants.len() as u32);
        self.constants.extend_from_slice(values);
        src
    }

    fn zero(&mut self, ty: TypeId) -> Src {
        if let Some(&src) = self.zeros.get(&ty) {
            return src;
        }
        let mut values = Vec::new();
        self.layouts.zero(self.image, ty, &mut values);
        let src = self.constant(&values);
        self.zeros.insert(ty, src);
        src
    }

    fn src(&mut self, body: &Body, operand: Operand) -> Src {
        let key = match operand {
            Operand::Local(local) => return Src::register(body.register(local)),
            Operand::Constant(id) => (0, id.0),
            Operand::Global(id, _) => (1, id.0),
            Operand::Function(id) => (2, id.0),
        };
        if let Some(&src) = self.pool.get(&key) {
            return src;
        }
        let src = match operand {
            Operand::Constant(id) => {
                let constant = &self.image.constants[id.index()];
                match &constant.value {
                    Literal::Zero => self.zero(constant.ty),
                    Literal::Bool(b) => self.constant(&[Value::bool(*b)]),
                    Literal::Int(i) => match arith::float_kind(self.image, constant.ty) {
                        Some(_) => self.constant(&[Value::float(*i as f64)]),
                        None => self.constant(&[Value::Int(*i)]),
                    },
                    Literal::Float(f) => self.constant(&[Value::float(*f)]),
                    Literal::Complex(re, im) => self.constant(&[Value::float(*re), Value::float(*im)]),
                    Literal::String(bytes) => {
                        let value = self.strings.value(bytes);
                        self.constant(&[value])
                    }
                }
            }
            Operand::Global(id, _) => self.constant(&[Value::Ptr(Pointer::to(global_object(id.0)))]),
            Operand::Function(id) => self.constant(&[Value::Func(id.0, ObjectId::NONE)]),
            Operand::Local(_) => unreachable!("locals are registers"),
        };
        self.pool.insert(key, src);
        src
    }

    fn call(&mut self, body: &mut Body, call: &Call, dst: u32, results: u32, position: Position) -> u32 {
        let mut arguments = Vec::new();
        let target = match call.callee {
            Callee::Static(function) => Target::Code(function.0),
            Callee::Dynamic(operand) => Target::Dynamic(self.src(body, operand)),
            Callee::Method(receiver, method) => Target::Method(self.src(body, receiver), method),
            Callee::Builtin(builtin) => Target::Code(self.builtin_wrapper(body, builtin, call, position)),
        };
        for &operand in &call.arguments {
            let n = self.size(self.image.operand_type(body.function, operand));
            arguments.push((self.src(body, operand), n));
        }
        self.specs.calls.push(CallSpec { target, arguments: arguments.into(), dst, results });
        self.specs.calls.len() as u32 - 1
    }

    /// Code that calls `builtin` on its parameters, for `defer close(c)` and the like.
    fn builtin_wrapper(&mut self, body: &Body, builtin: Builtin, call: &Call, position: Position) -> u32 {
        let types: Vec<TypeId> =
            call.arguments.iter().map(|&a| self.image.operand_type(body.function, a)).collect();
        let parameters: u32 = types.iter().map(|&ty| self.size(ty)).sum();
        let mut at = 0;
        let mut arguments = Vec::new();
        for &ty in &types {
            arguments.push((Src::register(at), ty));
            at += self.size(ty);
        }
        let op = match builtin {
            Builtin::Recover => Op::Recover { dst: parameters },
            Builtin::Panic => Op::Panic { src: Src::register(0) },
            Builtin::Close => Op::Close { channel: Src::register(0) },
            _ => {
                let arguments = arguments.into();
                self.specs.builtins.push(BuiltinSpec { builtin, arguments, dst: parameters, result: None });
                Op::Builtin { spec: self.specs.builtins.len() as u32 - 1 }
            }
        };
        let list = self.list(Box::default());
        self.wrappers.push(Code {
            ops: vec![op, Op::Return { list }],
            positions: vec![position; 2],
            function: body.id,
            frame: parameters + 4,
            parameters,
            results: 0,
            recover: None,
            atomic: false,
            synthetic: true,
            live_before: Vec::new(),
            live_sets: Vec::new(),
        });
        (self.image.functions.len() + self.wrappers.len() - 1) as u32
    }
}

fn count_uses(function: &Function) -> Vec<u32> {
    let mut uses = vec![0; function.locals.len()];
    for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
        instruction.kind.for_each_operand(|operand| {
            if let Operand::Local(local) = operand {
                uses[local.index()] += 1;
            }
        });
    }
    uses
}
