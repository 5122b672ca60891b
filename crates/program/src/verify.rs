//! The invariants of an image.
//!
//! [`Image::verify`] checks everything that a reader of images takes for granted: that indices point into their tables, that
//! blocks end where they should and agree about who follows whom, that registers have a value before they are used
//! (by position in the block, not by dominance), and that operands have types on which the instruction makes sense. It
//! finds mistakes of the front-end, and damaged files.

use crate::{
    Basic, BinaryOp, Block, BlockId, Builtin, Call, Callee, Function, Image, Instruction, Kind, Literal,
    MethodId, Operand, Position, Shape, TypeId, UnaryOp,
};

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

/// The types of one instruction's operands and result.
struct Typing<'a> {
    image: &'a Image,
    function: &'a Function,
    result: Option<TypeId>,
}

type Typed = Result<(), String>;

impl<'a> Typing<'a> {
    fn of(&self, operand: Operand) -> TypeId {
        self.image.operand_type(self.function, operand)
    }

    fn shape(&self, operand: Operand) -> &'a Shape {
        &self.image.ty(self.of(operand)).shape
    }

    fn name(&self, id: TypeId) -> &'a str {
        &self.image.ty(id).name
    }

    fn require(&self, holds: bool, what: &str, operand: Operand) -> Typed {
        if holds { Ok(()) } else { Err(format!("{what} has the type {}", self.name(self.of(operand)))) }
    }

    fn result(&self) -> Result<TypeId, String> {
        self.result.ok_or_else(|| "it has no result".into())
    }

    fn same(&self, what: &str, left: TypeId, right: TypeId) -> Typed {
        if left == right {
            Ok(())
        } else {
            Err(format!("{what}: {} against {}", self.name(left), self.name(right)))
        }
    }

    fn integer(&self, what: &str, operand: Operand) -> Typed {
        self.require(matches!(self.shape(operand), Shape::Basic(basic) if is_integer(*basic)), what, operand)
    }

    fn integers(&self, what: &str, operands: impl IntoIterator<Item = Operand>) -> Typed {
        operands.into_iter().try_for_each(|operand| self.integer(what, operand))
    }

    fn pointee(&self, operand: Operand) -> Result<TypeId, String> {
        match self.shape(operand) {
            Shape::Pointer(element) => Ok(*element),
            _ => Err(format!("the address has the type {}", self.name(self.of(operand)))),
        }
    }

    /// The type of a field, of a struct type.
    fn field(&self, ty: TypeId, field: u32) -> Result<TypeId, String> {
        match &self.image.ty(ty).shape {
            Shape::Struct(fields) => match fields.get(field as usize) {
                Some(field) => Ok(field.ty),
                None => Err(format!("{} has no field {field}", self.name(ty))),
            },
            _ => Err(format!("field {field} of {}", self.name(ty))),
        }
    }

    /// The result is of this type or, with `comma_ok`, a pair of it and a boolean.
    fn comma_ok(&self, value: TypeId, comma_ok: bool) -> Typed {
        let result = self.result()?;
        if !comma_ok {
            return self.same("result", result, value);
        }
        match &self.image.ty(result).shape {
            Shape::Tuple(types) if types.len() == 2 && types[0] == value => Ok(()),
            _ => Err(format!("the result with ok has the type {}", self.name(result))),
        }
    }

    fn kind(&self, kind: &Kind) -> Typed {
        match kind {
            Kind::Alloc { element, .. } => match self.image.ty(self.result()?).shape {
                Shape::Pointer(pointee) => self.same("allocated", pointee, *element),
                _ => Err("the result of an alloc is not a pointer".into()),
            },
            Kind::Phi { edges } => {
                let result = self.result()?;
                edges.iter().try_for_each(|edge| self.same("edge", self.of(*edge), result))
            }
            Kind::Binary { op, x, y } => self.binary(*op, *x, *y),
            Kind::Unary { op, x, comma_ok } => match op {
                UnaryOp::Load => self.same("load", self.pointee(*x)?, self.result()?),
                UnaryOp::Receive => match self.shape(*x) {
                    Shape::Chan(_, element) => self.comma_ok(*element, *comma_ok),
                    _ => self.require(false, "the channel", *x),
                },
                UnaryOp::Not | UnaryOp::Negate | UnaryOp::Complement => {
                    self.same("operand", self.of(*x), self.result()?)
                }
            },
            Kind::ChangeType { .. } | Kind::Convert { .. } | Kind::ChangeInterface { .. } => {
                self.result().map(drop)
            }
            Kind::SliceToArrayPointer { x } => {
                self.require(matches!(self.shape(*x), Shape::Slice(_)), "the slice", *x)
            }
            Kind::MakeInterface { x } => {
                self.require(!matches!(self.shape(*x), Shape::Interface(_)), "the concrete value", *x)?;
                match self.image.ty(self.result()?).shape {
                    Shape::Interface(_) => Ok(()),
                    _ => Err("the result is not an interface".into()),
                }
            }
            Kind::MakeClosure { function, bindings } => {
                let function = self.image.function(*function);
                if bindings.len() != function.free_variables as usize {
                    return Err(format!(
                        "{} bindings for {} free variables",
                        bindings.len(),
                        function.free_variables
                    ));
                }
                bindings.iter().enumerate().try_for_each(|(index, binding)| {
                    let variable = &function.locals[function.parameters as usize + index];
                    self.same("binding", self.of(*binding), variable.ty)
                })
            }
            Kind::MakeMap { reserve } => self.integers("the size", *reserve),
            Kind::MakeChan { size } => self.integer("the capacity", *size),
            Kind::MakeSlice { len, cap } => self.integers("a length", [*len, *cap]),
            Kind::Slice { x, low, high, max } => {
                let sliced = match self.shape(*x) {
                    Shape::Slice(_) | Shape::Basic(Basic::String) => true,
                    Shape::Pointer(array) => matches!(self.image.ty(*array).shape, Shape::Array(..)),
                    _ => false,
                };
                self.require(sliced, "what is sliced", *x)?;
                self.integers("a bound", [low, high, max].into_iter().flatten().copied())
            }
            Kind::FieldAddr { x, field } => {
                let ty = self.field(self.pointee(*x)?, *field)?;
                match self.image.ty(self.result()?).shape {
                    Shape::Pointer(element) => self.same("field", element, ty),
                    _ => Err("the result is not a pointer".into()),
                }
            }
            Kind::Field { x, field } => self.same("field", self.field(self.of(*x), *field)?, self.result()?),
            Kind::IndexAddr { x, index } => {
                let element = match self.shape(*x) {
                    Shape::Slice(element) => Some(*element),
                    Shape::Pointer(array) => match self.image.ty(*array).shape {
                        Shape::Array(_, element) => Some(element),
                        _ => None,
                    },
                    _ => None,
                };
                self.integer("the index", *index)?;
                match (element, &self.image.ty(self.result()?).shape) {
                    (Some(element), Shape::Pointer(pointee)) => self.same("element", element, *pointee),
                    _ => self.require(false, "what is indexed", *x),
                }
            }
            Kind::Index { x, index } => {
                self.integer("the index", *index)?;
                match self.shape(*x) {
                    Shape::Array(_, element) => self.same("element", *element, self.result()?),
                    Shape::Basic(Basic::String) => Ok(()),
                    _ => self.require(false, "what is indexed", *x),
                }
            }
            Kind::Lookup { x, index, comma_ok } => match self.shape(*x) {
                Shape::Map(key, value) => {
                    self.same("key", self.of(*index), *key)?;
                    self.comma_ok(*value, *comma_ok)
                }
                _ => self.require(false, "the map", *x),
            },
            Kind::Range { x } => self.require(
                matches!(self.shape(*x), Shape::Map(..) | Shape::Basic(Basic::String)),
                "the range",
                *x,
            ),
            Kind::Next { iterator, .. } => {
                self.require(matches!(self.shape(*iterator), Shape::Iterator), "the iterator", *iterator)
            }
            Kind::TypeAssert { x, asserted, comma_ok } => {
                self.require(matches!(self.shape(*x), Shape::Interface(_)), "the interface", *x)?;
                self.comma_ok(*asserted, *comma_ok)
            }
            Kind::Extract { tuple, index } => match self.shape(*tuple) {
                Shape::Tuple(types) => match types.get(*index as usize) {
                    Some(ty) => self.same("component", *ty, self.result()?),
                    None => Err(format!("component {index} of {}", self.name(self.of(*tuple)))),
                },
                _ => self.require(false, "the tuple", *tuple),
            },
            Kind::Jump | Kind::RunDefers => Ok(()),
            Kind::If { condition } => self.require(
                matches!(self.shape(*condition), Shape::Basic(Basic::Bool)),
                "the condition",
                *condition,
            ),
            Kind::Return { results } => {
                if results.len() != self.function.results.len() {
                    return Err(format!("{} results for {}", results.len(), self.function.results.len()));
                }
                let types = results.iter().zip(&self.function.results);
                types.into_iter().try_for_each(|(result, ty)| self.same("result", self.of(*result), *ty))
            }
            Kind::Panic { x } => {
                self.require(matches!(self.shape(*x), Shape::Interface(_)), "the panic value", *x)
            }
            Kind::Call(call) => self.call(call, true),
            Kind::Go(call) | Kind::Defer { call, .. } => self.call(call, false),
            Kind::Send { channel, x } => match self.shape(*channel) {
                Shape::Chan(_, element) => self.same("sent", self.of(*x), *element),
                _ => self.require(false, "the channel", *channel),
            },
            Kind::Store { address, x } => self.same("store", self.pointee(*address)?, self.of(*x)),
            Kind::MapUpdate { map, key, value } => match self.shape(*map) {
                Shape::Map(k, v) => {
                    self.same("key", self.of(*key), *k)?;
                    self.same("value", self.of(*value), *v)
                }
                _ => self.require(false, "the map", *map),
            },
            Kind::Select { cases, .. } => {
                cases.iter().try_for_each(|case| match (self.shape(case.channel), case.send) {
                    (Shape::Chan(_, element), Some(x)) => self.same("sent", self.of(x), *element),
                    (Shape::Chan(..), None) => Ok(()),
                    _ => self.require(false, "the channel", case.channel),
                })
            }
        }
    }

    fn binary(&self, op: BinaryOp, x: Operand, y: Operand) -> Typed {
        match op {
            BinaryOp::Shl | BinaryOp::Shr => {
                self.integer("the shift count", y)?;
                self.same("operand", self.of(x), self.result()?)
            }
            BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual => {
                self.result()?;
                // Named and unnamed types, and directions of channels, may differ.
                match (self.shape(x), self.shape(y)) {
                    (Shape::Chan(_, left), Shape::Chan(_, right)) => self.same("operands", *left, *right),
                    (left, right) if left == right => Ok(()),
                    _ => self.same("operands", self.of(x), self.of(y)),
                }
            }
            _ => {
                self.same("operands", self.of(x), self.of(y))?;
                self.same("operand", self.of(x), self.result()?)
            }
        }
    }

    fn call(&self, call: &Call, with_result: bool) -> Typed {
        let signature = match call.callee {
            Callee::Static(function) => &self.image.ty(self.image.function(function).signature).shape,
            Callee::Dynamic(operand) => self.shape(operand),
            Callee::Method(receiver, method) => {
                let Shape::Interface(methods) = self.shape(receiver) else {
                    return self.require(false, "the interface", receiver);
                };
                if !methods.contains(&method) {
                    let name = &self.image.methods[method.index()].name;
                    return Err(format!("{} has no method {name}", self.name(self.of(receiver))));
                }
                return Ok(());
            }
            Callee::Builtin(builtin) => return self.builtin(builtin, call),
        };
        let Shape::Signature(parameters, results, _) = signature else {
            return Err("a call of no function".into());
        };
        if parameters.len() != call.arguments.len() {
            return Err(format!("{} arguments for {} parameters", call.arguments.len(), parameters.len()));
        }
        for (argument, parameter) in call.arguments.iter().zip(parameters) {
            self.same("argument", self.of(*argument), *parameter)?;
        }
        if with_result && self.result.is_some() == results.is_empty() {
            return Err("the call's result is not that of its function".into());
        }
        Ok(())
    }

    fn builtin(&self, builtin: Builtin, call: &Call) -> Typed {
        let expected = match builtin {
            Builtin::Append
            | Builtin::Complex
            | Builtin::Copy
            | Builtin::Delete
            | Builtin::UnsafeAdd
            | Builtin::UnsafeSlice
            | Builtin::UnsafeString => 2..=2,
            Builtin::Max | Builtin::Min => 1..=usize::MAX,
            Builtin::Print | Builtin::Println => 0..=usize::MAX,
            Builtin::Recover | Builtin::DeferStack => 0..=0,
            Builtin::WrapNilCheck => 3..=3,
            _ => 1..=1,
        };
        let count = call.arguments.len();
        if expected.contains(&count) { Ok(()) } else { Err(format!("{count} arguments for {builtin:?}")) }
    }
}

fn is_integer(basic: Basic) -> bool {
    matches!(
        basic,
        Basic::Int
            | Basic::Int8
            | Basic::Int16
            | Basic::Int32
            | Basic::Int64
            | Basic::Uint
            | Basic::Uint8
            | Basic::Uint16
            | Basic::Uint32
            | Basic::Uint64
            | Basic::Uintptr
    )
}

fn is_float(basic: Basic) -> bool {
    matches!(basic, Basic::Float32 | Basic::Float64)
}

fn is_complex(basic: Basic) -> bool {
    matches!(basic, Basic::Complex64 | Basic::Complex128)
}
