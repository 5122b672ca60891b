//! The invariants of an image.
//!
//! [`Image::verify`] checks everything that a reader of images takes for granted: that indices point into their tables, that
//! blocks end where they should and agree about who follows whom, that registers have a value before they are used
//! (by position in the block, not by dominance), and that operands have types on which the instruction makes sense. It
//! finds mistakes of the front-end, and damaged files.

mod typing;

use crate::{
    Basic, Block, BlockId, Callee, Function, Image, Instruction, Kind, Literal, MethodId, Operand, Position,
    Shape, TypeId,
};
use typing::{Typing, is_complex, is_float, is_integer};

impl Image {
    /// Checks the invariants of the form; gives all that do not hold.
    pub fn verify(&self) -> Result<(), Vec<String>> {
        let mut verifier = Verifier { image: self, errors: Vec::new(), place: String::new() };
        verifier.tables();
        // Shapes are looked up freely below: only if all indices between tables are good.
        if verifier.errors.is_empty() {
            for (index, function) in self.functions.iter().enumerate() {
                verifier.place = format!("function {index} ({})", function.ssa_name);
                verifier.function(function);
            }
        }
        if verifier.errors.is_empty() { Ok(()) } else { Err(verifier.errors) }
    }
}

/// How many errors are enough to understand what is wrong.
const MAX_ERRORS: usize = 100;

struct Verifier<'a> {
    image: &'a Image,
    errors: Vec<String>,
    /// Where we are, for messages.
    place: String,
}

impl<'a> Verifier<'a> {
    fn error(&mut self, text: impl std::fmt::Display) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(format!("{}: {text}", self.place));
        }
    }

    fn check(&mut self, holds: bool, text: impl FnOnce() -> String) -> bool {
        if !holds {
            self.error(text());
        }
        holds
    }

    fn in_table(&mut self, index: u32, length: usize, what: &str) -> bool {
        self.check((index as usize) < length, || format!("{what} {index} is not in the table of {length}"))
    }

    fn ty(&mut self, id: TypeId) -> bool {
        self.in_table(id.0, self.image.types.len(), "type")
    }

    fn method(&mut self, id: MethodId) -> bool {
        self.in_table(id.0, self.image.methods.len(), "method")
    }

    fn function_id(&mut self, id: crate::FunctionId) -> bool {
        self.in_table(id.0, self.image.functions.len(), "function")
    }

    fn position(&mut self, position: Position) {
        if position.is_known() {
            self.in_table(position.file.0, self.image.files.len(), "file");
        }
    }

    /// Everything but the functions' bodies.
    fn tables(&mut self) {
        let image = self.image;
        for method in &image.methods {
            self.place = format!("method {}", method.name);
            if let Some(signature) = method.signature {
                self.ty(signature);
            }
        }
        for (index, ty) in image.types.iter().enumerate() {
            self.place = format!("type {index} ({})", ty.name);
            if self.ty(ty.underlying) {
                let underlying = image.ty(ty.underlying);
                self.check(underlying.underlying == ty.underlying, || {
                    "its underlying type has another one".into()
                });
                self.check(underlying.shape == ty.shape, || {
                    "its shape is not that of its underlying type".into()
                });
            }
            self.shape(&ty.shape);
            self.check(ty.methods.is_sorted_by(|a, b| a.method < b.method), || {
                "methods are not sorted".into()
            });
            for entry in &ty.methods {
                self.method(entry.method);
                if self.function_id(entry.function) {
                    let function = image.function(entry.function);
                    let receiver = match &image.types.get(function.signature.index()).map(|t| &t.shape) {
                        Some(Shape::Signature(parameters, _, _)) => parameters.first().copied(),
                        _ => None,
                    };
                    self.check(receiver == Some(TypeId(index as u32)), || {
                        format!("the receiver of {} is not of this type", function.ssa_name)
                    });
                }
            }
        }
        for (index, constant) in image.constants.iter().enumerate() {
            self.place = format!("constant {index}");
            if self.ty(constant.ty) {
                let shape = &image.ty(constant.ty).shape;
                let fits = match (&constant.value, shape) {
                    (Literal::Zero, _) => true,
                    (Literal::Bool(_), Shape::Basic(basic)) => *basic == Basic::Bool,
                    (Literal::Int(_), Shape::Basic(basic)) => {
                        is_integer(*basic) || *basic == Basic::UnsafePointer
                    }
                    (Literal::Float(_), Shape::Basic(basic)) => is_float(*basic),
                    (Literal::Complex(..), Shape::Basic(basic)) => is_complex(*basic),
                    (Literal::String(_), Shape::Basic(basic)) => *basic == Basic::String,
                    _ => false,
                };
                self.check(fits, || {
                    format!("its value does not have the type {}", image.ty(constant.ty).name)
                });
            }
        }
        for (index, global) in image.globals.iter().enumerate() {
            self.place = format!("global {index} ({})", global.name);
            self.ty(global.ty);
            self.position(global.position);
        }
        for (index, function) in image.functions.iter().enumerate() {
            self.place = format!("function {index} ({})", function.ssa_name);
            self.head(function);
        }
        for (index, entry) in image.entries.iter().enumerate() {
            self.place = format!("entry {index} ({})", entry.name);
            self.function_id(entry.init);
            self.function_id(entry.function);
            if let Some(runner) = entry.runner {
                self.function_id(runner);
            }
        }
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Basic(_) | Shape::Iterator => {}
            Shape::Pointer(t) | Shape::Slice(t) | Shape::Array(_, t) | Shape::Chan(_, t) => {
                self.ty(*t);
            }
            Shape::Map(k, v) => {
                self.ty(*k);
                self.ty(*v);
            }
            Shape::Struct(fields) => fields.iter().for_each(|field| {
                self.ty(field.ty);
            }),
            Shape::Signature(parameters, results, _) => parameters.iter().chain(results).for_each(|t| {
                self.ty(*t);
            }),
            Shape::Tuple(types) => types.iter().for_each(|t| {
                self.ty(*t);
            }),
            Shape::Interface(methods) => {
                self.check(methods.is_sorted(), || "methods are not sorted".into());
                methods.iter().for_each(|m| {
                    self.method(*m);
                });
            }
        }
    }

    fn head(&mut self, function: &Function) {
        let image = self.image;
        self.position(function.position);
        if let Some(parent) = function.parent {
            self.function_id(parent);
        }
        if let Some((from, position)) = function.reached_from {
            self.function_id(from);
            self.position(position);
        }
        for local in &function.locals {
            self.ty(local.ty);
        }
        function.results.iter().for_each(|t| {
            self.ty(*t);
        });
        let fixed = u64::from(function.parameters) + u64::from(function.free_variables);
        self.check(fixed <= function.locals.len() as u64, || "it has more parameters than registers".into());
        if !self.ty(function.signature) {
            return;
        }
        let Shape::Signature(parameters, results, _) = &image.ty(function.signature).shape else {
            return self.error("its type is not that of a function");
        };
        self.check(results == &function.results, || "its results are not those of its type".into());
        let locals = function.locals.iter().take(function.parameters as usize).map(|local| local.ty);
        self.check(
            parameters.len() == function.parameters as usize && locals.eq(parameters.iter().copied()),
            || "its parameters are not those of its type".into(),
        );
    }

    fn function(&mut self, function: &Function) {
        let blocks = function.blocks.len();
        let mut next = function.parameters + function.free_variables;
        for (index, block) in function.blocks.iter().enumerate() {
            let id = BlockId(index as u32);
            for other in block.successors.iter().chain(&block.predecessors) {
                if self.in_table(other.0, blocks, "block") {
                    let there = &function.blocks[other.index()];
                    let count = |list: &[BlockId], id| list.iter().filter(|&&x| x == id).count();
                    let agree = count(&block.successors, *other) == count(&there.predecessors, id)
                        && count(&block.predecessors, *other) == count(&there.successors, id);
                    self.check(agree, || format!("blocks {index} and {} disagree", other.0));
                }
            }
            self.block(function, index, block, &mut next);
        }
        if let Some(recover) = function.recover {
            self.in_table(recover.0, blocks, "block");
        }
        if function.has_body() {
            self.check(next as usize == function.locals.len(), || {
                "some registers have no instruction".into()
            });
        }
    }

    fn block(&mut self, function: &Function, index: usize, block: &Block, next: &mut u32) {
        let Some(last) = block.instructions.last() else {
            return self.error(format!("block {index} is empty"));
        };
        let expected = match last.kind {
            Kind::Jump => 1,
            Kind::If { .. } => 2,
            Kind::Return { .. } | Kind::Panic { .. } => 0,
            _ => return self.error(format!("block {index} does not end with a jump, if, return or panic")),
        };
        self.check(block.successors.len() == expected, || {
            format!("block {index} has {} successors where its end has {expected}", block.successors.len())
        });
        let results = block.instructions.iter().filter(|instruction| instruction.result.is_some()).count();
        let end = *next + results as u32;
        let mut phis = true;
        for (at, instruction) in block.instructions.iter().enumerate() {
            let outer = self.place.clone();
            self.place = format!("{outer}, block {index}, instruction {at}");
            let is_end = matches!(
                instruction.kind,
                Kind::Jump | Kind::If { .. } | Kind::Return { .. } | Kind::Panic { .. }
            );
            self.check(is_end == (at + 1 == block.instructions.len()), || {
                "a block ends in its middle".into()
            });
            if let Kind::Phi { edges } = &instruction.kind {
                self.check(phis, || "a phi stands behind other instructions".into());
                self.check(edges.len() == block.predecessors.len(), || {
                    format!("{} edges for {} predecessors", edges.len(), block.predecessors.len())
                });
            } else {
                phis = false;
            }
            // What comes later in the order of registers comes later in this block, or in another one.
            if !matches!(instruction.kind, Kind::Phi { .. }) {
                instruction.kind.for_each_operand(|operand| {
                    if let Operand::Local(local) = operand {
                        self.check(!(*next..end).contains(&local.0), || {
                            format!("register {} has no value yet", local.0)
                        });
                    }
                });
            }
            if let Some(result) = instruction.result {
                self.check(result.0 == *next, || format!("the result goes to {}, not {next}", result.0));
                *next += 1;
            }
            self.instruction(function, instruction);
            self.place = outer;
        }
    }

    fn instruction(&mut self, function: &Function, instruction: &Instruction) {
        let before = self.errors.len();
        self.position(instruction.position);
        instruction.kind.for_each_operand(|operand| self.operand(function, operand));
        if let Some(result) = instruction.result {
            self.in_table(result.0, function.locals.len(), "register");
        }
        match &instruction.kind {
            Kind::Alloc { element: ty, .. } | Kind::TypeAssert { asserted: ty, .. } => {
                self.ty(*ty);
            }
            Kind::MakeClosure { function, .. } => {
                self.function_id(*function);
            }
            Kind::Call(call) | Kind::Go(call) | Kind::Defer { call, .. } => match call.callee {
                Callee::Static(function) => {
                    self.function_id(function);
                }
                Callee::Method(_, method) => {
                    self.method(method);
                }
                Callee::Dynamic(_) | Callee::Builtin(_) => {}
            },
            _ => {}
        }
        // Types are only looked at where all indices are good.
        if self.errors.len() == before {
            Typing {
                image: self.image,
                function,
                result: instruction.result.map(|local| function.locals[local.index()].ty),
            }
            .kind(&instruction.kind)
            .unwrap_or_else(|text| self.error(text));
        }
    }

    fn operand(&mut self, function: &Function, operand: Operand) {
        match operand {
            Operand::Local(local) => {
                self.in_table(local.0, function.locals.len(), "register");
            }
            Operand::Constant(constant) => {
                self.in_table(constant.0, self.image.constants.len(), "constant");
            }
            Operand::Global(global, pointer) => {
                if self.in_table(global.0, self.image.globals.len(), "global") && self.ty(pointer) {
                    let fits =
                        self.image.ty(pointer).shape == Shape::Pointer(self.image.globals[global.index()].ty);
                    self.check(fits, || "the type of a global's address is not a pointer to its type".into());
                }
            }
            Operand::Function(id) => {
                self.function_id(id);
            }
        }
    }
}
