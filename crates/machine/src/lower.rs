//! From the image's SSA to the machine's code.
//!
//! Each local gets registers of its own; Phis become parallel moves on the edges into their block, in stubs where an
//! edge leaves a block with two successors. A comparison that only feeds the branch after it becomes one instruction
//! with it.

use rustc_hash::FxHashMap;
use vtrace_program::{
    BinaryOp, Block, BlockId, Builtin, Call, Callee, Function, FunctionId, Image, Instruction, Kind, Literal,
    LocalId, Operand, Position, Shape, TypeId, UnaryOp,
};

use crate::arith;
use crate::code::*;
use crate::layout::Layouts;
use crate::liveness;
use crate::natives;
use crate::strings::Strings;
use crate::unknown::Terms;
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
pub(crate) fn lower(image: &Image, layouts: &Layouts, strings: &Strings, terms: &Terms) -> Lowered {
    let mut lowering = Lowering {
        image,
        layouts,
        strings,
        terms,
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
    terms: &'a Terms,
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
                        let values = self.terms.input(&name, local.ty, self.size(local.ty));
                        arguments.push((self.constant(&values), values.len() as u32));
                    }
                    arguments.into()
                }
            };
            let size = arguments.iter().map(|&(_, n)| n).sum();
            let mut call = |function: FunctionId, arguments: List, size: u32| {
                let target = Target::Code(function.0);
                self.specs.calls.push(CallSpec { target, arguments, size, dst: 0, results: 0 });
                Op::Call { spec: self.specs.calls.len() as u32 - 1 }
            };
            let init = call(entry.init, Box::default(), 0);
            let main = call(entry.runner.unwrap_or(entry.function), arguments, size);
            let list = self.list(Box::default());
            starts.push(codes.len() as u32);
            codes.push(Code {
                ops: vec![init, main, Op::Return { list }],
                positions: vec![function.position; 3],
                function: entry.function,
                frame: 0,
                parameters: 0,
                free_variables: 0,
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
        let free_variables = sum(function.parameters..function.parameters + function.free_variables);
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
        if function.has_body() {
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
            free_variables,
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

    fn body(&mut self, body: &mut Body) {
        let function = body.function;
        for (index, block) in function.blocks.iter().enumerate() {
            body.starts[index] = body.ops.len() as u32;
            self.block(body, BlockId(index as u32), block);
        }
        self.stubs(body);
        // Jumps name blocks until all blocks have their place.
        let starts = std::mem::take(&mut body.starts);
        for op in &mut body.ops {
            match op {
                Op::Jump { to } => resolve(to, &starts),
                Op::Branch { yes, no, .. } | Op::BranchCompare { yes, no, .. } => {
                    resolve(yes, &starts);
                    resolve(no, &starts);
                }
                _ => {}
            }
        }
        body.starts = starts;
    }

    fn block(&mut self, body: &mut Body, id: BlockId, block: &Block) {
        let phis = block.instructions.iter().take_while(|i| matches!(i.kind, Kind::Phi { .. })).count();
        let rest = &block.instructions[phis..];
        let run_defers_at = self.missing_run_defers(body.function, rest);
        for (index, instruction) in rest.iter().enumerate() {
            if run_defers_at == Some(index) {
                body.emit(Op::RunDefers, instruction.position);
            }
            let fused = match rest.get(index + 1) {
                Some(next) => self.fuses(body, instruction, next),
                None => false,
            };
            if fused {
                let next = &rest[index + 1];
                self.branch_compare(body, id, block, instruction, next.position);
                return;
            }
            match &instruction.kind {
                Kind::Jump => {
                    self.moves(body, id, block.successors[0], instruction.position);
                    body.emit(Op::Jump { to: label(block.successors[0]) }, instruction.position);
                }
                Kind::If { condition } => {
                    let condition = self.src(body, *condition);
                    let at = body.ops.len();
                    let (yes, no) = (block.successors[0], block.successors[1]);
                    body.emit(Op::Branch { condition, yes: label(yes), no: label(no) }, instruction.position);
                    self.request_stubs(body, id, yes, no, at);
                }
                _ => self.instruction(body, instruction),
            }
        }
        if !block.instructions.last().is_some_and(|i| is_terminator(&i.kind)) {
            body.emit(Op::Unreachable, Position::NONE);
        }
    }

    /// Where in a block deferred calls must run although go/ssa does not say so. It forgets about functions whose only
    /// defer statements are in the bodies of loops over functions: they hand out their defer stack, and never
    /// run it. The calls come before the loads of the results.
    fn missing_run_defers(&self, function: &Function, instructions: &[Instruction]) -> Option<usize> {
        let Some((Instruction { kind: Kind::Return { .. }, .. }, rest)) = instructions.split_last() else {
            return None;
        };
        let mut all = function.blocks.iter().flat_map(|block| &block.instructions);
        let hands_out = |i: &Instruction| {
            matches!(&i.kind, Kind::Call(Call { callee: Callee::Builtin(Builtin::DeferStack), .. }))
        };
        if !all.clone().any(hands_out) || all.any(|i| matches!(i.kind, Kind::RunDefers)) {
            return None;
        }
        let is_load = |i: &&Instruction| matches!(i.kind, Kind::Unary { op: UnaryOp::Load, .. });
        Some(rest.len() - rest.iter().rev().take_while(is_load).count())
    }

    fn fuses(&self, body: &Body, instruction: &Instruction, next: &Instruction) -> bool {
        let (Kind::If { condition: Operand::Local(condition) }, Some(result)) =
            (&next.kind, instruction.result)
        else {
            return false;
        };
        let Kind::Binary { op, x, .. } = &instruction.kind else { return false };
        *condition == result
            && body.uses[result.index()] == 1
            && arith::comparison(*op).is_some()
            && arith::ordered(self.image, self.image.operand_type(body.function, *x)).is_some()
    }

    fn branch_compare(
        &mut self,
        body: &mut Body,
        id: BlockId,
        block: &Block,
        compare: &Instruction,
        at: Position,
    ) {
        let Kind::Binary { op, x, y } = &compare.kind else { return };
        let ty = self.image.operand_type(body.function, *x);
        let (Some(op), Some(kind)) = (arith::comparison(*op), arith::ordered(self.image, ty)) else { return };
        let (a, b) = (self.src(body, *x), self.src(body, *y));
        let (yes, no) = (block.successors[0], block.successors[1]);
        let index = body.ops.len();
        body.emit(Op::BranchCompare { op, kind, a, b, yes: label(yes), no: label(no) }, at);
        self.request_stubs(body, id, yes, no, index);
    }

    fn request_stubs(&mut self, body: &mut Body, from: BlockId, yes: BlockId, no: BlockId, branch: usize) {
        for (to, is_yes) in [(yes, true), (no, false)] {
            if has_phis(&body.function.blocks[to.index()]) {
                body.stubs.push((from, to, branch, is_yes));
            }
        }
    }

    fn stubs(&mut self, body: &mut Body) {
        for (from, to, branch, is_yes) in std::mem::take(&mut body.stubs) {
            let at = body.ops.len() as u32;
            let position = body.positions[branch];
            match &mut body.ops[branch] {
                Op::Branch { yes, no, .. } | Op::BranchCompare { yes, no, .. } => {
                    *(if is_yes { yes } else { no }) = at;
                }
                _ => {}
            }
            self.edge_moves(body, from, to, is_yes, position);
            body.emit(Op::Jump { to: label(to) }, position);
        }
    }

    fn moves(&mut self, body: &mut Body, from: BlockId, to: BlockId, position: Position) {
        self.edge_moves(body, from, to, true, position);
    }

    /// The parallel moves of the Phis of `to` for control that comes from `from`. If both successors of a branch are
    /// the same block, `first` says which of the two edges it is.
    fn edge_moves(&mut self, body: &mut Body, from: BlockId, to: BlockId, first: bool, position: Position) {
        let function = body.function;
        let block = &function.blocks[to.index()];
        if !has_phis(block) {
            return;
        }
        let mut edges = block.predecessors.iter().enumerate().filter(|(_, p)| **p == from).map(|(i, _)| i);
        let edge = edges.next();
        let edge = if first { edge } else { edges.next().or(edge) };
        let Some(edge) = edge else { return };
        let mut pending: Vec<(u32, Src)> = Vec::new();
        for instruction in &block.instructions {
            let (Kind::Phi { edges }, Some(result)) = (&instruction.kind, instruction.result) else { break };
            let src = self.src(body, edges[edge]);
            let dst = body.register(result);
            for slot in 0..self.size(function.locals[result.index()].ty) {
                if src.offset(slot) != Src::register(dst + slot) {
                    pending.push((dst + slot, src.offset(slot)));
                }
            }
        }
        while !pending.is_empty() {
            let free =
                pending.iter().position(|&(dst, _)| !pending.iter().any(|&(_, s)| s == Src::register(dst)));
            match free {
                Some(index) => {
                    let (dst, src) = pending.swap_remove(index);
                    body.emit(Op::Move { dst, src }, position);
                }
                None => {
                    // Only cycles are left: park one source in a scratch register.
                    let temporary = body.scratch;
                    body.frame = body.frame.max(temporary + 1);
                    let victim = pending[0].1;
                    body.emit(Op::Move { dst: temporary, src: victim }, position);
                    for (_, src) in &mut pending {
                        if *src == victim {
                            *src = Src::register(temporary);
                        }
                    }
                    // The scratch register is read by exactly one chain, which is emitted before the next cycle is
                    // broken, since its head is free now.
                }
            }
        }
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
        let size = arguments.iter().map(|&(_, n)| n).sum();
        self.specs.calls.push(CallSpec { target, arguments: arguments.into(), size, dst, results });
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
            free_variables: 0,
            results: 0,
            recover: None,
            atomic: false,
            synthetic: true,
            live_before: Vec::new(),
            live_sets: Vec::new(),
        });
        (self.image.functions.len() + self.wrappers.len() - 1) as u32
    }

    fn instruction(&mut self, body: &mut Body, instruction: &Instruction) {
        let position = instruction.position;
        let dst = instruction.result.map_or(body.scratch, |local| body.register(local));
        let result = instruction.result.map(|local| body.function.locals[local.index()].ty);
        let result_size = result.map_or(0, |ty| self.size(ty));
        let op = match &instruction.kind {
            Kind::Phi { .. } | Kind::Jump | Kind::If { .. } => return,
            Kind::Alloc { element, .. } => {
                Op::Alloc { dst, zero: self.zero(*element), n: self.size(*element) }
            }
            Kind::Binary { op, x, y } => self.binary(body, *op, *x, *y, dst),
            Kind::Unary { op, x, comma_ok } => self.unary(body, *op, *x, *comma_ok, dst),
            Kind::ChangeType { x } | Kind::ChangeInterface { x } => {
                Op::MoveN { dst, src: self.src(body, *x), n: result_size }
            }
            Kind::Convert { x } => {
                let from = self.image.operand_type(body.function, *x);
                let Some(to) = result else { return };
                Op::Convert { dst, src: self.src(body, *x), from, to }
            }
            Kind::SliceToArrayPointer { x } => {
                let len = match result.map(|ty| &self.image.ty(ty).shape) {
                    Some(Shape::Pointer(array)) => self.array_len(*array),
                    _ => 0,
                };
                Op::ArrayPointer { dst, src: self.src(body, *x), len }
            }
            Kind::MakeInterface { x } => {
                let ty = self.image.operand_type(body.function, *x);
                Op::MakeInterface { dst, src: self.src(body, *x), ty, n: self.size(ty) }
            }
            Kind::MakeClosure { function, bindings } => {
                let list = self.operands(body, bindings);
                Op::MakeClosure { dst, function: function.0, list: self.list(list) }
            }
            Kind::MakeMap { .. } => {
                let Some(ty) = result else { return };
                Op::MakeMap { dst, ty }
            }
            Kind::MakeChan { size } => {
                let element = match result.map(|ty| &self.image.ty(ty).shape) {
                    Some(Shape::Chan(_, element)) => self.size(*element),
                    _ => 0,
                };
                Op::MakeChan { dst, size: self.src(body, *size), element }
            }
            Kind::MakeSlice { len, cap } => {
                let Some(Shape::Slice(element)) = result.map(|ty| &self.image.ty(ty).shape) else { return };
                let (len, cap) = (self.src(body, *len), self.src(body, *cap));
                let (zero, size) = (self.zero(*element), self.size(*element));
                self.specs.make_slices.push(MakeSliceSpec { dst, len, cap, element: *element, zero, size });
                Op::MakeSlice { spec: self.specs.make_slices.len() as u32 - 1 }
            }
            Kind::Slice { x, low, high, max } => self.slice(body, *x, [*low, *high, *max], dst),
            Kind::FieldAddr { x, field } => {
                let offset = match self.image.ty(self.image.operand_type(body.function, *x)).shape {
                    Shape::Pointer(of) => self.layouts.offset(of, *field),
                    _ => 0,
                };
                Op::FieldAddr { dst, pointer: self.src(body, *x), offset }
            }
            Kind::Field { x, field } | Kind::Extract { tuple: x, index: field } => {
                let of = self.image.operand_type(body.function, *x);
                let src = self.src(body, *x).offset(self.layouts.offset(of, *field));
                Op::MoveN { dst, src, n: result_size }
            }
            Kind::IndexAddr { x, index } => {
                let ty = self.image.operand_type(body.function, *x);
                let unsigned = self.is_unsigned(body, *index);
                let (x, index) = (self.src(body, *x), self.src(body, *index));
                match &self.image.ty(ty).shape {
                    Shape::Slice(element) => {
                        Op::IndexSlice { dst, slice: x, index, size: self.size(*element), unsigned }
                    }
                    Shape::Pointer(array) => {
                        let (len, size) = (self.array_len(*array), self.array_element_size(*array));
                        Op::IndexArray { dst, pointer: x, index, len, size, unsigned }
                    }
                    _ => Op::Unreachable,
                }
            }
            Kind::Index { x, index } => {
                let ty = self.image.operand_type(body.function, *x);
                let unsigned = self.is_unsigned(body, *index);
                let (src, index) = (self.src(body, *x), self.src(body, *index));
                match &self.image.ty(ty).shape {
                    Shape::Array(len, element) => {
                        Op::IndexValue { dst, src, index, len: *len as u32, size: self.size(*element) }
                    }
                    _ => Op::IndexString { dst, src, index, unsigned },
                }
            }
            Kind::Lookup { x, index, comma_ok } => {
                let ty = self.image.operand_type(body.function, *x);
                let (map, key) = (self.src(body, *x), self.src(body, *index));
                match self.image.ty(ty).shape {
                    Shape::Map(..) => Op::Lookup { dst, map, key, ty, ok: *comma_ok },
                    _ => Op::IndexString { dst, src: map, index: key, unsigned: false },
                }
            }
            Kind::Range { x } => {
                let ty = self.image.operand_type(body.function, *x);
                let src = self.src(body, *x);
                match self.image.ty(ty).shape {
                    Shape::Map(..) => Op::RangeMap { dst, map: src },
                    _ => Op::RangeString { dst, src },
                }
            }
            Kind::Next { iterator, is_string } => {
                let Ok(iterator) = self.src(body, *iterator).split() else { return };
                let iterator = iterator as u32;
                match (is_string, result) {
                    (true, _) | (_, None) => Op::NextString { dst, iterator },
                    (false, Some(ty)) => Op::NextMap { dst, iterator, ty },
                }
            }
            Kind::TypeAssert { x, asserted, comma_ok } => {
                let from = self.image.operand_type(body.function, *x);
                let src = self.src(body, *x);
                let interface = matches!(self.image.ty(*asserted).shape, Shape::Interface(_));
                self.specs.asserts.push(AssertSpec {
                    dst,
                    src,
                    from,
                    to: *asserted,
                    interface,
                    ok: *comma_ok,
                });
                Op::TypeAssert { spec: self.specs.asserts.len() as u32 - 1 }
            }
            Kind::Return { results } => {
                let list = self.operands(body, results);
                Op::Return { list: self.list(list) }
            }
            Kind::RunDefers => Op::RunDefers,
            Kind::Panic { x } => match self.range_panic(body.function, *x) {
                Some(state) => {
                    let state = state.map_or(Src::constant(0), |local| Src::register(body.register(local)));
                    Op::RangePanic { state }
                }
                None => Op::Panic { src: self.src(body, *x) },
            },
            Kind::Call(call) => match call.callee {
                Callee::Builtin(builtin) => self.builtin(body, builtin, call, dst, result),
                _ => Op::Call { spec: self.call(body, call, dst, result_size, position) },
            },
            Kind::Go(call) => Op::Go { spec: self.call(body, call, dst, 0, position) },
            Kind::Defer { call, stack } => {
                let stack = match stack {
                    Some(stack) => self.src(body, *stack),
                    None => self.constant(&[Value::Nil]),
                };
                Op::Defer { spec: self.call(body, call, dst, 0, position), stack }
            }
            Kind::Send { channel, x } => {
                let n = self.size(self.image.operand_type(body.function, *x));
                Op::Send { channel: self.src(body, *channel), src: self.src(body, *x), n }
            }
            Kind::Store { address, x } => {
                let n = self.size(self.image.operand_type(body.function, *x));
                Op::Store { pointer: self.src(body, *address), src: self.src(body, *x), n }
            }
            Kind::MapUpdate { map, key, value } => {
                let ty = self.image.operand_type(body.function, *map);
                let (map, key, value) = (self.src(body, *map), self.src(body, *key), self.src(body, *value));
                Op::MapUpdate { map, key, value, ty }
            }
            Kind::Select { cases, blocking } => {
                let mut at = dst + 2;
                let mut specs = Vec::new();
                for case in cases {
                    let ty = self.image.operand_type(body.function, case.channel);
                    let Shape::Chan(_, element) = self.image.ty(ty).shape else { continue };
                    let size = self.size(element);
                    let send = case.send.map(|x| (self.src(body, x), size));
                    let (channel, is_receive) = (self.src(body, case.channel), send.is_none());
                    specs.push(SelectCaseSpec { channel, send, dst: at, element, position: case.position });
                    if is_receive {
                        at += size;
                    }
                }
                self.specs.selects.push(SelectSpec { dst, cases: specs.into(), blocking: *blocking });
                Op::Select { spec: self.specs.selects.len() as u32 - 1 }
            }
        };
        match op {
            Op::MoveN { n: 0, .. } => {}
            Op::MoveN { dst, src, n: 1 } => body.emit(Op::Move { dst, src }, position),
            op => body.emit(op, position),
        }
        if instruction.result.is_none() {
            // An unwanted result goes to scratch registers; make room for it.
            body.frame = body.frame.max(body.scratch + 4);
        }
    }

    /// Recognises the panics that go/ssa puts where a range over a function goes wrong. Its texts are not the runtime's;
    /// which of the runtime's it is depends on the loop's state variable, which the function loads first.
    fn range_panic(&self, function: &Function, x: Operand) -> Option<Option<LocalId>> {
        let Operand::Local(panicked) = x else { return None };
        let mut all = function.blocks.iter().flat_map(|block| &block.instructions);
        let made = all.clone().find(|i| i.result == Some(panicked))?;
        let Kind::MakeInterface { x: Operand::Constant(text) } = made.kind else { return None };
        if made.position.is_known() {
            return None;
        }
        match &self.image.constants[text.index()].value {
            Literal::String(text) if text == b"yield function called after range loop exit" => {
                let load = all.find(|i| matches!(i.kind, Kind::Unary { op: UnaryOp::Load, .. }))?;
                Some(load.result)
            }
            Literal::String(text) if text == b"iterator call did not preserve panic" => Some(None),
            _ => None,
        }
    }

    fn operands(&mut self, body: &Body, operands: &[Operand]) -> List {
        operands
            .iter()
            .map(|&operand| {
                let n = self.size(self.image.operand_type(body.function, operand));
                (self.src(body, operand), n)
            })
            .collect()
    }

    /// Whether an index is of an unsigned 64-bit type.
    fn is_unsigned(&self, body: &Body, index: Operand) -> bool {
        let ty = self.image.operand_type(body.function, index);
        arith::width(self.image, ty) == Some(Width::U64)
    }

    fn array_len(&self, ty: TypeId) -> u32 {
        match self.image.ty(ty).shape {
            Shape::Array(len, _) => len as u32,
            _ => 0,
        }
    }

    fn array_element_size(&self, ty: TypeId) -> u32 {
        match self.image.ty(ty).shape {
            Shape::Array(_, element) => self.size(element),
            _ => 0,
        }
    }

    fn slice(&mut self, body: &Body, x: Operand, bounds: [Option<Operand>; 3], dst: u32) -> Op {
        let ty = self.image.operand_type(body.function, x);
        let of = match &self.image.ty(ty).shape {
            Shape::Slice(element) => Sliced::Slice { size: self.size(*element) },
            Shape::Pointer(array) => {
                Sliced::Array { len: self.array_len(*array), size: self.array_element_size(*array) }
            }
            _ => Sliced::String,
        };
        let unsigned = bounds.iter().flatten().any(|&bound| self.is_unsigned(body, bound));
        let [low, high, max] = bounds.map(|bound| bound.map(|operand| self.src(body, operand)));
        let src = self.src(body, x);
        self.specs.slices.push(SliceSpec { dst, src, of, unsigned, low, high, max });
        Op::Slice { spec: self.specs.slices.len() as u32 - 1 }
    }

    fn binary(&mut self, body: &mut Body, op: BinaryOp, x: Operand, y: Operand, dst: u32) -> Op {
        let ty = self.image.operand_type(body.function, x);
        let count = self.image.operand_type(body.function, y);
        let (a, b) = (self.src(body, x), self.src(body, y));
        // `x == nil` may have the constant on either side; the other side has the type.
        let ty = match self.image.ty(ty).shape {
            Shape::Basic(vtrace_program::Basic::UntypedNil) => count,
            _ => ty,
        };
        arith::binary_op(self.image, op, ty, count, dst, a, b)
    }

    fn unary(&mut self, body: &mut Body, op: UnaryOp, x: Operand, ok: bool, dst: u32) -> Op {
        let ty = self.image.operand_type(body.function, x);
        let a = self.src(body, x);
        match (op, &self.image.ty(ty).shape) {
            (UnaryOp::Not, _) => Op::Not { dst, a },
            (UnaryOp::Load, Shape::Pointer(of)) => Op::Load { dst, pointer: a, n: self.size(*of) },
            (UnaryOp::Receive, Shape::Chan(_, element)) => {
                Op::Receive { dst, channel: a, element: *element, ok }
            }
            (UnaryOp::Negate, _) => match arith::width(self.image, ty) {
                Some(width) => Op::Negate { width, dst, a },
                None => Op::NegateFloat { dst, a, n: self.size(ty) },
            },
            (UnaryOp::Complement, _) => {
                Op::Complement { width: arith::width(self.image, ty).unwrap_or(Width::I64), dst, a }
            }
            _ => Op::Unreachable,
        }
    }

    fn builtin(
        &mut self,
        body: &Body,
        builtin: Builtin,
        call: &Call,
        dst: u32,
        result: Option<TypeId>,
    ) -> Op {
        let argument = |i: usize| call.arguments[i];
        let ty = |i: usize| self.image.operand_type(body.function, argument(i));
        let shape = |i: usize| &self.image.ty(ty(i)).shape;
        match (builtin, call.arguments.len()) {
            (Builtin::Len, 1) if matches!(shape(0), Shape::Slice(_)) => {
                return Op::LenSlice { dst, src: self.src(body, argument(0)) };
            }
            (Builtin::Len, 1) if matches!(shape(0), Shape::Basic(_)) => {
                return Op::LenString { dst, src: self.src(body, argument(0)) };
            }
            (Builtin::Cap, 1) if matches!(shape(0), Shape::Slice(_)) => {
                return Op::CapSlice { dst, src: self.src(body, argument(0)) };
            }
            (Builtin::Close, 1) => return Op::Close { channel: self.src(body, argument(0)) },
            (Builtin::Panic, 1) => return Op::Panic { src: self.src(body, argument(0)) },
            (Builtin::Recover, _) => return Op::Recover { dst },
            _ => {}
        }
        let arguments = call
            .arguments
            .iter()
            .map(|&operand| (self.src(body, operand), self.image.operand_type(body.function, operand)))
            .collect();
        self.specs.builtins.push(BuiltinSpec { builtin, arguments, dst, result });
        Op::Builtin { spec: self.specs.builtins.len() as u32 - 1 }
    }
}

/// Marks a jump target as a block's number, to be replaced by the place of its first instruction.
fn label(block: BlockId) -> u32 {
    block.0 | LABEL
}

const LABEL: u32 = 1 << 31;

fn resolve(target: &mut u32, starts: &[u32]) {
    if *target & LABEL != 0 {
        *target = starts[(*target & !LABEL) as usize];
    }
}

fn has_phis(block: &Block) -> bool {
    matches!(block.instructions.first(), Some(Instruction { kind: Kind::Phi { .. }, .. }))
}

fn is_terminator(kind: &Kind) -> bool {
    matches!(kind, Kind::Jump | Kind::If { .. } | Kind::Return { .. } | Kind::Panic { .. })
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
