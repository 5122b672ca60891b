//! Images for human eyes, much as go/ssa prints them.
//!
//! ```text
//! func main.add (main.add) func(int, int) int  add.go:3:6 user
//!     a.0 int, b.1 int
//! 0:  t2 int = Add a.0, b.1  add.go:4:11
//!     return t2  add.go:4:2
//! ```

use std::fmt::{self, Display, Formatter};

use crate::{Block, Call, Callee, Constant, Function, Image, Instruction, Kind, Literal, Operand, Position};

impl Display for Image {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.go_version)?;
        for entry in &self.entries {
            let function =
                self.functions.get(entry.function.index()).map_or("?", |function| &function.ssa_name);
            writeln!(f, "entry {:?} {} of {}: {function}", entry.kind, entry.name, entry.package)?;
        }
        for global in &self.globals {
            let cut = if global.cut { " (cut)" } else { "" };
            writeln!(
                f,
                "var {} {}{cut}{}",
                global.name,
                self.type_name(global.ty),
                self.place(global.position)
            )?;
        }
        for ty in self.types.iter().filter(|ty| !ty.methods.is_empty()) {
            writeln!(f, "type {}", ty.name)?;
            for entry in &ty.methods {
                let method = self.methods.get(entry.method.index()).map_or("?", |method| &method.name);
                let function =
                    self.functions.get(entry.function.index()).map_or("?", |function| &function.ssa_name);
                writeln!(f, "    {method}: {function}")?;
            }
        }
        for function in &self.functions {
            write!(f, "\n{}", FunctionDump { image: self, function })?;
        }
        Ok(())
    }
}

impl Image {
    /// A function in the form in which the whole image is printed.
    pub fn dump<'a>(&'a self, function: &'a Function) -> impl Display + 'a {
        FunctionDump { image: self, function }
    }

    fn type_name(&self, id: crate::TypeId) -> &str {
        self.types.get(id.index()).map_or("?", |ty| &ty.name)
    }

    /// ` file:line:column`, or nothing.
    fn place(&self, position: Position) -> String {
        match self.files.get(position.file.index()) {
            Some(file) if position.is_known() => {
                let name = file.path.rsplit(['/', '\\']).next().unwrap_or_default();
                format!("  {name}:{}:{}", position.line, position.column)
            }
            _ => String::new(),
        }
    }
}

struct FunctionDump<'a> {
    image: &'a Image,
    function: &'a Function,
}

impl Display for FunctionDump<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { image, function } = self;
        let signature = image.type_name(function.signature);
        write!(
            f,
            "func {} ({}) {signature}{}",
            function.name,
            function.ssa_name,
            image.place(function.position)
        )?;
        for (flag, name) in [
            (function.flags.synthetic, "synthetic"),
            (function.flags.atomic, "atomic"),
            (function.flags.user, "user"),
        ] {
            if flag {
                write!(f, " {name}")?;
            }
        }
        writeln!(f)?;
        if !function.has_body() {
            let from = function.reached_from.and_then(|(from, _)| image.functions.get(from.index()));
            return writeln!(
                f,
                "    no body, reached from {}",
                from.map_or("an entry", |from| &from.ssa_name)
            );
        }
        let fixed = (function.parameters + function.free_variables) as usize;
        if fixed > 0 {
            let variable = |index: usize| {
                let kind = if index < function.parameters as usize { "" } else { "free " };
                let ty = function.locals.get(index).map_or("?", |local| image.type_name(local.ty));
                format!("{kind}{} {ty}", self.local(index))
            };
            writeln!(f, "    {}", (0..fixed).map(variable).collect::<Vec<_>>().join(", "))?;
        }
        for (index, block) in function.blocks.iter().enumerate() {
            self.block(f, index, block)?;
        }
        match function.recover {
            Some(block) => writeln!(f, "    recover: {}", block.0),
            None => Ok(()),
        }
    }
}

impl FunctionDump<'_> {
    /// A register: the name of its variable if that is unique enough to read, with its number.
    fn local(&self, index: usize) -> String {
        match self.function.locals.get(index).and_then(|local| local.name.as_deref()) {
            Some(name) => format!("{name}.{index}"),
            None => format!("t{index}"),
        }
    }

    fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Local(local) => self.local(local.index()),
            Operand::Constant(id) => {
                self.image.constants.get(id.index()).map_or("?".into(), |constant| self.constant(constant))
            }
            Operand::Global(id, _) => {
                self.image.globals.get(id.index()).map_or("?".into(), |global| global.name.clone())
            }
            Operand::Function(id) => {
                self.image.functions.get(id.index()).map_or("?".into(), |function| function.ssa_name.clone())
            }
        }
    }

    fn operands(&self, operands: &[Operand]) -> String {
        operands.iter().map(|operand| self.operand(*operand)).collect::<Vec<_>>().join(", ")
    }

    fn constant(&self, constant: &Constant) -> String {
        let ty = self.image.type_name(constant.ty);
        match &constant.value {
            Literal::Zero => format!("zero:{ty}"),
            Literal::Bool(value) => format!("{value}:{ty}"),
            Literal::Int(value) => format!("{value}:{ty}"),
            Literal::Float(value) => format!("{value}:{ty}"),
            Literal::Complex(re, im) => format!("({re}+{im}i):{ty}"),
            Literal::String(value) => format!("{:?}:{ty}", String::from_utf8_lossy(value)),
        }
    }

    fn block(&self, f: &mut Formatter<'_>, index: usize, block: &Block) -> fmt::Result {
        for (at, instruction) in block.instructions.iter().enumerate() {
            let label = if at == 0 { format!("{index}:") } else { String::new() };
            write!(f, "{label:<4}{}", self.instruction(instruction))?;
            match instruction.kind {
                Kind::Jump | Kind::If { .. } => {
                    let to = block.successors.iter().map(|block| block.0.to_string()).collect::<Vec<_>>();
                    write!(f, " -> {}", to.join(", "))?;
                }
                _ => {}
            }
            writeln!(f, "{}", self.image.place(instruction.position))?;
        }
        Ok(())
    }

    fn instruction(&self, instruction: &Instruction) -> String {
        let text = self.kind(&instruction.kind);
        match instruction.result {
            Some(local) => {
                let ty = self
                    .function
                    .locals
                    .get(local.index())
                    .map_or("?", |local| self.image.type_name(local.ty));
                format!("{} {ty} = {text}", self.local(local.index()))
            }
            None => text,
        }
    }

    fn kind(&self, kind: &Kind) -> String {
        let op = |operand: &Operand| self.operand(*operand);
        let optional = |operand: &Option<Operand>| operand.as_ref().map_or(String::new(), op);
        let ok = |comma_ok: &bool| if *comma_ok { ", ok" } else { "" };
        match kind {
            Kind::Alloc { element, heap } => {
                format!("{} {}", if *heap { "new" } else { "local" }, self.image.type_name(*element))
            }
            Kind::Phi { edges } => format!("phi [{}]", self.operands(edges)),
            Kind::Binary { op: operator, x, y } => format!("{operator:?} {}, {}", op(x), op(y)),
            Kind::Unary { op: operator, x, comma_ok } => format!("{operator:?} {}{}", op(x), ok(comma_ok)),
            Kind::ChangeType { x } => format!("change type {}", op(x)),
            Kind::Convert { x } => format!("convert {}", op(x)),
            Kind::ChangeInterface { x } => format!("change interface {}", op(x)),
            Kind::SliceToArrayPointer { x } => format!("slice to array pointer {}", op(x)),
            Kind::MakeInterface { x } => format!("make interface {}", op(x)),
            Kind::MakeClosure { function, bindings } => {
                format!(
                    "make closure {} [{}]",
                    self.operand(Operand::Function(*function)),
                    self.operands(bindings)
                )
            }
            Kind::MakeMap { reserve } => format!("make map {}", optional(reserve)),
            Kind::MakeChan { size } => format!("make chan {}", op(size)),
            Kind::MakeSlice { len, cap } => format!("make slice {}, {}", op(len), op(cap)),
            Kind::Slice { x, low, high, max } => {
                format!("slice {}[{}:{}:{}]", op(x), optional(low), optional(high), optional(max))
            }
            Kind::FieldAddr { x, field } => format!("&{}.{field}", op(x)),
            Kind::Field { x, field } => format!("{}.{field}", op(x)),
            Kind::IndexAddr { x, index } => format!("&{}[{}]", op(x), op(index)),
            Kind::Index { x, index } => format!("{}[{}]", op(x), op(index)),
            Kind::Lookup { x, index, comma_ok } => format!("{}[{}]{}", op(x), op(index), ok(comma_ok)),
            Kind::Range { x } => format!("range {}", op(x)),
            Kind::Next { iterator, .. } => format!("next {}", op(iterator)),
            Kind::TypeAssert { x, asserted, comma_ok } => {
                format!("{}.({}){}", op(x), self.image.type_name(*asserted), ok(comma_ok))
            }
            Kind::Extract { tuple, index } => format!("extract {} #{index}", op(tuple)),
            Kind::Jump => "jump".into(),
            Kind::If { condition } => format!("if {}", op(condition)),
            Kind::Return { results } => format!("return {}", self.operands(results)).trim_end().into(),
            Kind::RunDefers => "run defers".into(),
            Kind::Panic { x } => format!("panic {}", op(x)),
            Kind::Call(call) => format!("call {}", self.call(call)),
            Kind::Defer { call, stack } => {
                format!("defer {} {}", self.call(call), optional(stack)).trim_end().into()
            }
            Kind::Go(call) => format!("go {}", self.call(call)),
            Kind::Send { channel, x } => format!("send {} <- {}", op(channel), op(x)),
            Kind::Store { address, x } => format!("*{} = {}", op(address), op(x)),
            Kind::MapUpdate { map, key, value } => format!("{}[{}] = {}", op(map), op(key), op(value)),
            Kind::Select { cases, blocking } => {
                let case = |case: &crate::SelectCase| match &case.send {
                    Some(x) => format!("{} <- {}", op(&case.channel), op(x)),
                    None => format!("<-{}", op(&case.channel)),
                };
                let cases = cases.iter().map(case).collect::<Vec<_>>().join(", ");
                format!("select [{cases}]{}", if *blocking { "" } else { " or default" })
            }
        }
    }

    fn call(&self, call: &Call) -> String {
        let callee = match &call.callee {
            Callee::Static(function) => self.operand(Operand::Function(*function)),
            Callee::Dynamic(operand) => self.operand(*operand),
            Callee::Method(receiver, method) => {
                let name = self.image.methods.get(method.index()).map_or("?", |method| &method.name);
                format!("{}.{name}", self.operand(*receiver))
            }
            Callee::Builtin(builtin) => format!("{builtin:?}"),
        };
        format!("{callee}({})", self.operands(&call.arguments))
    }
}
