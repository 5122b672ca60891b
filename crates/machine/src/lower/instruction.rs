//! Single instructions.

use vtrace_program::{
    BinaryOp, Builtin, Call, Callee, Function, Instruction, Kind, Literal, LocalId, Operand, Position, Shape,
    TypeId, UnaryOp,
};

use super::{Body, Lowering};
use crate::arith;
use crate::code::*;
use crate::mark::{Claim, Mark};
use crate::node::{self, Observation, Watch};
use crate::strings::Strings;
use crate::value::Value;

impl Lowering<'_> {
    pub(super) fn instruction(&mut self, body: &mut Body, instruction: &Instruction) {
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
                let methods = match &self.image.ty(*asserted).shape {
                    Shape::Interface(methods) => Some(methods.len()),
                    _ => None,
                };
                // The check asserts an interface to its own type. So may a program do; but an interface without methods
                // has no method values, unless it stands for a type parameter, and then there is no position.
                let check = from == *asserted && (methods > Some(0) || !position.is_known());
                self.specs.asserts.push(AssertSpec {
                    dst,
                    src,
                    from,
                    to: *asserted,
                    interface: methods.is_some(),
                    ok: *comma_ok,
                    check,
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
                Callee::Builtin(builtin) => self.builtin(body, builtin, call, dst, result, position),
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
    pub(super) fn range_panic(&self, function: &Function, x: Operand) -> Option<Option<LocalId>> {
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

    pub(super) fn operands(&mut self, body: &Body, operands: &[Operand]) -> List {
        operands
            .iter()
            .map(|&operand| {
                let n = self.size(self.image.operand_type(body.function, operand));
                (self.src(body, operand), n)
            })
            .collect()
    }

    /// Whether an index is of an unsigned 64-bit type.
    pub(super) fn is_unsigned(&self, body: &Body, index: Operand) -> bool {
        let ty = self.image.operand_type(body.function, index);
        arith::width(self.image, ty) == Some(Width::U64)
    }

    pub(super) fn array_len(&self, ty: TypeId) -> u32 {
        match self.image.ty(ty).shape {
            Shape::Array(len, _) => len as u32,
            _ => 0,
        }
    }

    pub(super) fn array_element_size(&self, ty: TypeId) -> u32 {
        match self.image.ty(ty).shape {
            Shape::Array(_, element) => self.size(element),
            _ => 0,
        }
    }

    pub(super) fn slice(&mut self, body: &Body, x: Operand, bounds: [Option<Operand>; 3], dst: u32) -> Op {
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

    pub(super) fn binary(&mut self, body: &mut Body, op: BinaryOp, x: Operand, y: Operand, dst: u32) -> Op {
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

    pub(super) fn unary(&mut self, body: &mut Body, op: UnaryOp, x: Operand, ok: bool, dst: u32) -> Op {
        let ty = self.image.operand_type(body.function, x);
        let a = self.src(body, x);
        match (op, &self.image.ty(ty).shape) {
            (UnaryOp::Not, _) => Op::Not { dst, a },
            (UnaryOp::Load, Shape::Pointer(of)) => {
                let function = body.id.index();
                let quiet = self.stable.is_stable(function, x) || self.constant.is_constant(function, x);
                Op::Load { dst, pointer: a, n: self.size(*of), quiet }
            }
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

    /// One of the front-end's calls about nodes and their variables.
    fn observation(&mut self, body: &Body, text: &str, rest: &[Operand], position: Position) -> Op {
        let (word, name) = text.split_once(' ').unwrap_or((text, ""));
        let mut rest = rest.iter().map(|&operand| (self.src(body, operand), operand)).collect::<Vec<_>>();
        let name_or_first = |strings: &Strings, rest: &mut Vec<(Src, Operand)>| match name {
            "" if !rest.is_empty() => Err(rest.remove(0).0),
            name => Ok(strings.intern(name.as_bytes())),
        };
        let observation = match word {
            "watch" => {
                let Some(&(pointer, operand)) = rest.first() else { return Op::Unreachable };
                let ty = self.image.operand_type(body.function, operand);
                let Shape::Pointer(ty) = self.image.ty(ty).shape else { return Op::Unreachable };
                self.specs.watches.push(Watch { name: name.to_string(), function: body.id, position, ty });
                Observation::Watch { watch: self.specs.watches.len() as u32 - 1, pointer }
            }
            "node" => {
                let name = name_or_first(self.strings, &mut rest);
                Observation::Node { name, id: rest.first().map(|(src, _)| *src) }
            }
            _ => Observation::Passed { name: name_or_first(self.strings, &mut rest) },
        };
        self.specs.observations.push(observation);
        Op::Observe { observation: self.specs.observations.len() as u32 - 1 }
    }

    pub(super) fn builtin(
        &mut self,
        body: &Body,
        builtin: Builtin,
        call: &Call,
        dst: u32,
        result: Option<TypeId>,
        position: Position,
    ) -> Op {
        if let Some(claim) = Claim::of_call(self.image, builtin, call) {
            self.specs.marks.push(Mark { claim, position, function: body.id });
            return Op::Mark { mark: self.specs.marks.len() as u32 - 1 };
        }
        if let Some((text, rest)) = node::text_of(self.image, builtin, call) {
            return self.observation(body, text, rest, position);
        }
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
