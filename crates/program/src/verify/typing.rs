//! Whether the operands and the result of an instruction have types on which it makes sense.

use crate::{Basic, BinaryOp, Builtin, Call, Callee, Function, Image, Kind, Operand, Shape, TypeId, UnaryOp};

/// The types of one instruction's operands and result.
pub(super) struct Typing<'a> {
    pub(super) image: &'a Image,
    pub(super) function: &'a Function,
    pub(super) result: Option<TypeId>,
}

pub(super) type Typed = Result<(), String>;

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

    /// Checks an instruction whose indices are all good.
    pub(super) fn kind(&self, kind: &Kind) -> Typed {
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
            // The body of a range over a function is passed as it is, though the parameter's type may have a name.
            if !matches!(self.shape(*argument), Shape::Signature(..))
                || self.shape(*argument) != &self.image.ty(*parameter).shape
            {
                self.same("argument", self.of(*argument), *parameter)?;
            }
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

pub(super) fn is_integer(basic: Basic) -> bool {
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

pub(super) fn is_float(basic: Basic) -> bool {
    matches!(basic, Basic::Float32 | Basic::Float64)
}

pub(super) fn is_complex(basic: Basic) -> bool {
    matches!(basic, Basic::Complex64 | Basic::Complex128)
}
