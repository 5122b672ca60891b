//! From a program's SSA to a model: node functions with everything that they call put in place, in integers and arrays of
//! channels. What does not fit is an error with its line.

mod setup;

use rustc_hash::FxHashMap;
use vtrace_program::{
    BinaryOp, BlockId, Builtin, Call, Callee, EntryKind, Function, FunctionId, Image, Kind, Literal, LocalId,
    Operand, Position, Shape, TypeId, UnaryOp,
};

use self::setup::{channels, constant, nodes, waits};
use crate::model::{
    Case, Channels, Expression, Instruction, Model, Operation, Process, Slot, Template, Variable,
};

/// A program that is not in the subset.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{place}{what}: that is outside of the subset that can be exported, which is DiAlGo's: nodes that main starts by go statements, integers and booleans, package-level arrays of channels"
)]
pub struct OutsideOfSubset {
    place: String,
    what: String,
}

impl OutsideOfSubset {
    /// Something that only one of the languages cannot say.
    pub(crate) fn of_model(what: String) -> OutsideOfSubset {
        OutsideOfSubset { place: String::new(), what }
    }
}

/// What a register stands for.
#[derive(Clone, Debug)]
enum Value {
    Plain(Expression),
    /// An array of channels, or the address of one.
    Array(usize),
    /// A channel, or the address of one in its array.
    Channel(usize, Expression),
    /// The address of an integer variable.
    Variable(Slot),
    /// The address of a variable that holds an array: which is known once one is stored there.
    Holder(usize),
    /// The results of a select: the case, then what was received.
    Chosen(Slot, Vec<Slot>),
    /// Several results of a call.
    Several(Vec<Slot>),
    /// Nothing that matters: text, lists of arguments to print.
    Ignored,
}

impl Model {
    /// Makes a model of the main function of `image`, whose variables are watched.
    pub fn new(image: &Image) -> Result<Model, OutsideOfSubset> {
        let fail = |what: &str| OutsideOfSubset { place: String::new(), what: what.to_string() };
        let entry = image.entries.iter().find(|entry| entry.kind == EntryKind::Main);
        let main = entry.ok_or_else(|| fail("there is no main function"))?.function;
        let main = image.function(main);
        let channels = channels(image, main)?;
        let (mut functions, mut templates, mut processes) = (Vec::new(), Vec::new(), Vec::new());
        for (function, arguments) in nodes(image, main)? {
            let template = match functions.iter().position(|known| *known == function) {
                Some(template) => template,
                None => {
                    functions.push(function);
                    templates.push(template(image, &channels, function)?);
                    templates.len() - 1
                }
            };
            let id = arguments.first().copied().unwrap_or(processes.len() as i64);
            let name = format!("{}{id}", templates[template].function);
            if processes.iter().any(|process: &Process| process.name == name) {
                return Err(fail(&format!("two nodes are called {name}")));
            }
            processes.push(Process { name, id, template, arguments });
        }
        if processes.is_empty() {
            return Err(fail("main starts no nodes by go statements"));
        }
        if !waits(image, main) {
            return Err(outside(image, main.position, "main does not wait for its nodes by a WaitGroup"));
        }
        let channels = channels.into_iter().map(|(_, channels)| channels).collect();
        Ok(Model { channels, templates, processes })
    }
}

fn outside(image: &Image, position: Position, what: impl Into<String>) -> OutsideOfSubset {
    let place = match position.is_known() {
        true => format!("{}:{}: ", image.files[position.file.index()].path, position.line),
        false => String::new(),
    };
    OutsideOfSubset { place, what: what.into() }
}

/// The function of a node.
fn template(image: &Image, arrays: &[(u32, Channels)], id: FunctionId) -> Result<Template, OutsideOfSubset> {
    let function = image.function(id);
    let mut builder =
        Builder { image, arrays, slots: Vec::new(), code: Vec::new(), holders: Vec::new(), depth: 0 };
    let given = (0..function.parameters as usize).map(|i| Value::Plain(Expression::Parameter(i))).collect();
    builder.function(id, given, None)?;
    let plain = function.name.rsplit('.').next().unwrap_or("node").to_string();
    let mut template =
        Template { function: plain, parameters: Vec::new(), slots: builder.slots, code: builder.code };
    for (i, local) in function.parameter_locals().enumerate() {
        let name = function.locals[local.index()].name.clone().unwrap_or_else(|| format!("p{i}"));
        constant_parameter(&mut template, i, &name);
        let taken = template.slots.iter().any(|slot| slot.name.as_ref() == Some(&name));
        template.parameters.push(if taken { format!("{name}Given") } else { name });
    }
    Ok(template)
}

/// A variable that is a parameter, and that nobody else writes, is the parameter.
fn constant_parameter(template: &mut Template, parameter: usize, name: &str) {
    let Some(slot) = template.slots.iter().position(|slot| slot.name.as_deref() == Some(name)).map(Slot)
    else {
        return;
    };
    let zero = Expression::Int(0);
    let own = |value: &Expression| *value == Expression::Parameter(parameter) || *value == zero;
    let mut written = template.code.iter().filter(|i| matches!(i, Instruction::Assign(to, _) if *to == slot));
    let others = template.code.iter().any(|instruction| match instruction {
        Instruction::Assign(to, value) => *to == slot && !own(value),
        _ => false,
    });
    if others || written.by_ref().count() > 2 {
        return;
    }
    let replace = |x: &mut Expression| {
        *x = x.replaced(&|read| (read == slot).then_some(Expression::Parameter(parameter)));
    };
    template.slots[slot.0].name = None;
    for instruction in &mut template.code {
        match instruction {
            Instruction::Assign(_, x) | Instruction::Branch { condition: x, .. } => replace(x),
            Instruction::Operation { operation: Operation::Choose { count, .. }, .. } => replace(count),
            Instruction::Operation { operation: Operation::Select { cases, .. }, .. } => {
                for case in cases {
                    replace(&mut case.index);
                    case.send.iter_mut().for_each(replace);
                }
            }
            _ => {}
        }
    }
}

/// How deep calls are put in place: deeper ones are recursion.
const DEPTH: u32 = 20;

struct Builder<'a> {
    image: &'a Image,
    arrays: &'a [(u32, Channels)],
    slots: Vec<Variable>,
    code: Vec<Instruction>,
    /// Which array each variable that holds one holds.
    holders: Vec<Option<usize>>,
    depth: u32,
}

/// A function that is put in place.
struct Inlined<'a> {
    function: &'a Function,
    values: FxHashMap<LocalId, Value>,
    /// Where each block begins, once known.
    starts: Vec<Option<usize>>,
    /// Jumps to blocks: where the number of the block stands in for the place.
    jumps: Vec<(usize, BlockId, bool)>,
    /// Where results go.
    results: Vec<Slot>,
    /// Jumps to the end.
    returns: Vec<usize>,
}

impl<'a> Builder<'a> {
    fn fail<T>(&self, position: Position, what: impl Into<String>) -> Result<T, OutsideOfSubset> {
        Err(outside(self.image, position, what))
    }

    fn slot(&mut self) -> Slot {
        self.slots.push(Variable::default());
        Slot(self.slots.len() - 1)
    }

    fn is_plain(&self, ty: TypeId) -> bool {
        use vtrace_program::Basic;
        match &self.image.ty(ty).shape {
            Shape::Basic(basic) => !matches!(basic, Basic::String | Basic::Float32 | Basic::Float64),
            Shape::Interface(_) => true,
            _ => false,
        }
    }

    /// Puts a function in place. Without `results` it is the node's own, and the process ends with it.
    fn function(
        &mut self,
        id: FunctionId,
        arguments: Vec<Value>,
        results: Option<Vec<Slot>>,
    ) -> Result<(), OutsideOfSubset> {
        let function = self.image.function(id);
        self.depth += 1;
        if self.depth > DEPTH {
            return self.fail(function.position, format!("{} calls itself", function.name));
        }
        let outermost = results.is_none();
        let mut inlined = Inlined {
            function,
            values: function.parameter_locals().zip(arguments).collect(),
            starts: vec![None; function.blocks.len()],
            jumps: Vec::new(),
            results: results.unwrap_or_default(),
            returns: Vec::new(),
        };
        for index in 0..function.blocks.len() {
            inlined.starts[index] = Some(self.code.len());
            self.block(&mut inlined, index)?;
        }
        for (place, block, second) in &inlined.jumps {
            let to = inlined.starts[block.index()].unwrap_or(0);
            match &mut self.code[*place] {
                Instruction::Jump(target) => *target = to,
                Instruction::Branch { yes, no, .. } => *(if *second { no } else { yes }) = to,
                _ => {}
            }
        }
        let end = self.code.len();
        for place in &inlined.returns {
            self.code[*place] = Instruction::Jump(end);
        }
        if outermost {
            self.operation(Operation::End, function.position);
        }
        self.depth -= 1;
        Ok(())
    }

    fn operation(&mut self, operation: Operation, position: Position) {
        self.code.push(Instruction::Operation { operation, line: position.line });
    }

    fn block(&mut self, inlined: &mut Inlined<'a>, index: usize) -> Result<(), OutsideOfSubset> {
        let block = &inlined.function.blocks[index];
        for instruction in &block.instructions {
            let position = instruction.position;
            match &instruction.kind {
                Kind::Phi { .. } => {
                    if let Some(result) = instruction.result {
                        self.merged(inlined, result);
                    }
                }
                Kind::Jump => self.jump(inlined, index, block.successors[0])?,
                Kind::If { condition } => {
                    let condition = self.plain(inlined, *condition, position)?;
                    let branch = self.code.len();
                    self.code.push(Instruction::Branch { condition, yes: 0, no: 0, line: position.line });
                    for (second, &successor) in [(false, &block.successors[0]), (true, &block.successors[1])]
                    {
                        let here = self.code.len();
                        if let Instruction::Branch { yes, no, .. } = &mut self.code[branch] {
                            *(if second { no } else { yes }) = here;
                        }
                        self.jump(inlined, index, successor)?;
                    }
                }
                Kind::Return { results } => {
                    for (i, &result) in results.iter().enumerate() {
                        if let Some(&slot) = inlined.results.get(i) {
                            let value = self.plain(inlined, result, position)?;
                            self.code.push(Instruction::Assign(slot, value));
                        }
                    }
                    inlined.returns.push(self.code.len());
                    self.code.push(Instruction::Jump(0));
                }
                Kind::Panic { .. } => self.operation(Operation::Exit, position),
                _ => self.instruction(inlined, instruction)?,
            }
        }
        Ok(())
    }

    /// The slot of a result.
    fn result(&mut self, inlined: &mut Inlined, local: LocalId) -> Slot {
        if let Some(Value::Plain(Expression::Slot(slot))) = inlined.values.get(&local) {
            return *slot;
        }
        let slot = self.slot();
        inlined.values.insert(local, Value::Plain(Expression::Slot(slot)));
        slot
    }

    /// The slot of a Phi; none if it stands for nothing that matters. A loop's variable is a new one in each round: where the
    /// addresses of several come together, their values are copied to one place, which is then the variable.
    fn merged(&mut self, inlined: &mut Inlined, local: LocalId) -> Option<Slot> {
        let ty = inlined.function.locals[local.index()].ty;
        match (inlined.values.get(&local), &self.image.ty(ty).shape) {
            (Some(Value::Variable(slot)), _) => Some(*slot),
            (None, Shape::Pointer(to)) if self.is_plain(*to) => {
                let slot = self.slot();
                inlined.values.insert(local, Value::Variable(slot));
                Some(slot)
            }
            _ if self.is_plain(ty) => Some(self.result(inlined, local)),
            _ => None,
        }
    }

    /// Goes on at a block, with what its Phis get on this edge.
    fn jump(&mut self, inlined: &mut Inlined, from: usize, to: BlockId) -> Result<(), OutsideOfSubset> {
        let target = &inlined.function.blocks[to.index()];
        let edge = target.predecessors.iter().position(|block| block.index() == from).unwrap_or(0);
        let mut moves = Vec::new();
        for instruction in &target.instructions {
            let (Kind::Phi { edges }, Some(result)) = (&instruction.kind, instruction.result) else { break };
            let Some(slot) = self.merged(inlined, result) else { continue };
            let value = match self.value(inlined, edges[edge]) {
                Value::Variable(variable) => Expression::Slot(variable),
                _ => self.plain(inlined, edges[edge], instruction.position)?,
            };
            moves.push((slot, value));
        }
        // All at once: first to new places, if one of them is read by another.
        if moves.len() > 1 {
            let fresh: Vec<Slot> = moves.iter().map(|_| self.slot()).collect();
            for (slot, (_, value)) in fresh.iter().zip(&moves) {
                self.code.push(Instruction::Assign(*slot, value.clone()));
            }
            for (slot, (_, value)) in fresh.iter().zip(&mut moves) {
                *value = Expression::Slot(*slot);
            }
        }
        self.code.extend(moves.into_iter().map(|(slot, value)| Instruction::Assign(slot, value)));
        inlined.jumps.push((self.code.len(), to, false));
        self.code.push(Instruction::Jump(0));
        Ok(())
    }

    fn value(&self, inlined: &Inlined, operand: Operand) -> Value {
        match operand {
            Operand::Local(local) => inlined.values.get(&local).cloned().unwrap_or(Value::Ignored),
            Operand::Global(id, _) => {
                let place = self.arrays.iter().position(|(global, _)| *global == id.0);
                place.map_or(Value::Ignored, Value::Array)
            }
            Operand::Constant(_) => match constant(self.image, operand) {
                Some(i) => Value::Plain(Expression::Int(i)),
                None => Value::Ignored,
            },
            Operand::Function(_) => Value::Ignored,
        }
    }

    fn plain(
        &self,
        inlined: &Inlined,
        operand: Operand,
        at: Position,
    ) -> Result<Expression, OutsideOfSubset> {
        match self.value(inlined, operand) {
            Value::Plain(expression) => Ok(expression),
            _ => self.fail(at, "a value that is no integer or boolean"),
        }
    }

    fn channel(
        &self,
        inlined: &Inlined,
        operand: Operand,
        at: Position,
    ) -> Result<(usize, Expression), OutsideOfSubset> {
        match self.value(inlined, operand) {
            Value::Channel(array, index) => Ok((array, index)),
            _ => self.fail(at, "a channel that is not in a package-level array"),
        }
    }

    fn instruction(
        &mut self,
        inlined: &mut Inlined<'a>,
        instruction: &vtrace_program::Instruction,
    ) -> Result<(), OutsideOfSubset> {
        let position = instruction.position;
        let set = |inlined: &mut Inlined, value: Value| {
            if let Some(result) = instruction.result {
                inlined.values.insert(result, value);
            }
        };
        match &instruction.kind {
            Kind::Alloc { element, .. } => {
                let value = match &self.image.ty(*element).shape {
                    Shape::Array(_, of) if matches!(self.image.ty(*of).shape, Shape::Chan(..)) => {
                        self.holders.push(None);
                        Value::Holder(self.holders.len() - 1)
                    }
                    _ if self.is_plain(*element) => {
                        let slot = self.slot();
                        self.slots[slot.0].boolean = matches!(
                            self.image.ty(*element).shape,
                            Shape::Basic(vtrace_program::Basic::Bool)
                        );
                        self.code.push(Instruction::Assign(slot, Expression::Int(0)));
                        Value::Variable(slot)
                    }
                    _ => Value::Ignored,
                };
                set(inlined, value);
            }
            Kind::Store { address, x } => match (self.value(inlined, *address), self.value(inlined, *x)) {
                (Value::Variable(slot), Value::Plain(value)) => {
                    self.code.push(Instruction::Assign(slot, value));
                }
                (Value::Variable(_), _) => {
                    return self.fail(position, "a value that is no integer or boolean");
                }
                (Value::Holder(holder), Value::Array(array)) => self.holders[holder] = Some(array),
                (Value::Array(_) | Value::Channel(..), _) => {
                    return self.fail(position, "a channel is changed by a node");
                }
                _ => {}
            },
            Kind::Unary { op: UnaryOp::Load, x, .. } => {
                let value = match self.value(inlined, *x) {
                    Value::Variable(slot) => {
                        let Some(result) = instruction.result else { return Ok(()) };
                        let into = self.result(inlined, result);
                        self.code.push(Instruction::Assign(into, Expression::Slot(slot)));
                        return Ok(());
                    }
                    Value::Holder(holder) => match self.holders[holder] {
                        Some(array) => Value::Array(array),
                        None => return self.fail(position, "an array of channels that is not known"),
                    },
                    other => other,
                };
                set(inlined, value);
            }
            Kind::IndexAddr { x, index } | Kind::Index { x, index } => {
                let array = match self.value(inlined, *x) {
                    Value::Array(array) => Some(array),
                    Value::Holder(holder) => self.holders[holder],
                    _ => None,
                };
                let value = match array {
                    Some(array) => Value::Channel(array, self.plain(inlined, *index, position)?),
                    None => Value::Ignored,
                };
                set(inlined, value);
            }
            Kind::Unary { op: UnaryOp::Receive, x, comma_ok: false } => {
                let (channels, index) = self.channel(inlined, *x, position)?;
                let into = instruction.result.map(|result| self.result(inlined, result));
                let next = self.code.len() + 1;
                let cases = vec![Case { channels, index, send: None, into, next }];
                self.operation(Operation::Select { cases, default: None, select: false }, position);
            }
            Kind::Send { channel, x } => {
                let (channels, index) = self.channel(inlined, *channel, position)?;
                let send = Some(self.plain(inlined, *x, position)?);
                let next = self.code.len() + 1;
                let cases = vec![Case { channels, index, send, into: None, next }];
                self.operation(Operation::Select { cases, default: None, select: false }, position);
            }
            Kind::Select { cases, blocking } => self.select(inlined, instruction, cases, *blocking)?,
            Kind::Extract { tuple, index } => {
                let value = match (self.value(inlined, *tuple), *index) {
                    (Value::Chosen(case, _), 0) => Value::Plain(Expression::Slot(case)),
                    (Value::Chosen(..), 1) => Value::Plain(Expression::Int(1)),
                    (Value::Chosen(_, received), i) => match received.get(i as usize - 2) {
                        Some(slot) => Value::Plain(Expression::Slot(*slot)),
                        None => Value::Ignored,
                    },
                    (Value::Several(slots), i) => match slots.get(i as usize) {
                        Some(slot) => Value::Plain(Expression::Slot(*slot)),
                        None => Value::Ignored,
                    },
                    _ => Value::Ignored,
                };
                set(inlined, value);
            }
            Kind::Binary { op, x, y } => {
                let (x, y) = (self.value(inlined, *x), self.value(inlined, *y));
                let Some(result) = instruction.result else { return Ok(()) };
                match (x, y, operator(*op)) {
                    (Value::Plain(x), Value::Plain(y), Some(operator)) => {
                        let into = self.result(inlined, result);
                        let value = Expression::Binary(operator, Box::new(x), Box::new(y));
                        self.code.push(Instruction::Assign(into, value));
                    }
                    // Texts are put together to be printed.
                    (Value::Ignored, _, _) | (_, Value::Ignored, _) => set(inlined, Value::Ignored),
                    _ => return self.fail(position, "an operator that is not known"),
                }
            }
            Kind::Unary { op: op @ (UnaryOp::Not | UnaryOp::Negate), x, .. } => {
                let x = Box::new(self.plain(inlined, *x, position)?);
                let value = if *op == UnaryOp::Not { Expression::Not(x) } else { Expression::Negate(x) };
                if let Some(result) = instruction.result {
                    let into = self.result(inlined, result);
                    self.code.push(Instruction::Assign(into, value));
                }
            }
            Kind::ChangeType { x }
            | Kind::Convert { x }
            | Kind::ChangeInterface { x }
            | Kind::MakeInterface { x }
            | Kind::TypeAssert { x, comma_ok: false, .. } => {
                let value = self.value(inlined, *x);
                set(inlined, value);
            }
            Kind::Call(call) => self.call(inlined, instruction, call)?,
            Kind::RunDefers | Kind::Slice { .. } | Kind::FieldAddr { .. } | Kind::Field { .. } => {}
            Kind::MakeClosure { .. } | Kind::Go(_) | Kind::Defer { .. } => {
                return self.fail(position, "a closure, a go statement or a defer statement in a node");
            }
            Kind::MakeChan { .. }
            | Kind::MakeMap { .. }
            | Kind::MakeSlice { .. }
            | Kind::MapUpdate { .. }
            | Kind::Lookup { .. } => {
                return self.fail(position, "something that is made while nodes run");
            }
            _ => return self.fail(position, "an instruction that is not known"),
        }
        Ok(())
    }

    fn select(
        &mut self,
        inlined: &mut Inlined,
        instruction: &vtrace_program::Instruction,
        cases: &[vtrace_program::SelectCase],
        blocking: bool,
    ) -> Result<(), OutsideOfSubset> {
        let position = instruction.position;
        let chosen = self.slot();
        let mut received = Vec::new();
        let mut list = Vec::new();
        for case in cases {
            let (channels, index) = self.channel(inlined, case.channel, position)?;
            let send = match case.send {
                Some(x) => Some(self.plain(inlined, x, position)?),
                None => None,
            };
            let into = send.is_none().then(|| self.slot());
            received.extend(into);
            list.push(Case { channels, index, send, into, next: 0 });
        }
        // Behind the select, each case says which it is, and goes on at the same place.
        let select = self.code.len();
        let count = list.len() + usize::from(!blocking);
        let end = select + 1 + 2 * count;
        for (i, case) in list.iter_mut().enumerate() {
            case.next = select + 1 + 2 * i;
        }
        let default = (!blocking).then_some(select + 1 + 2 * (count - 1));
        self.operation(Operation::Select { cases: list, default, select: true }, position);
        for i in 0..count {
            let number = if i < cases.len() { i as i64 } else { -1 };
            self.code.push(Instruction::Assign(chosen, Expression::Int(number)));
            self.code.push(Instruction::Jump(end));
        }
        if let Some(result) = instruction.result {
            inlined.values.insert(result, Value::Chosen(chosen, received));
        }
        Ok(())
    }

    fn call(
        &mut self,
        inlined: &mut Inlined<'a>,
        instruction: &vtrace_program::Instruction,
        call: &Call,
    ) -> Result<(), OutsideOfSubset> {
        let position = instruction.position;
        let id = match call.callee {
            Callee::Static(id) => id,
            Callee::Builtin(Builtin::Print) => {
                self.note(inlined, call, position);
                return Ok(());
            }
            Callee::Builtin(Builtin::Println) => {
                self.code.push(Instruction::Marker { name: None, line: position.line });
                return Ok(());
            }
            Callee::Builtin(Builtin::Len)
                if matches!(self.value(inlined, call.arguments[0]), Value::Array(_)) =>
            {
                return self.fail(position, "the length of an array of channels");
            }
            _ => {
                return self
                    .fail(position, "a call of a function value, of a method, or of a built-in function");
            }
        };
        let callee = self.image.function(id);
        match &*callee.ssa_name {
            "os.Exit" => {
                self.operation(Operation::Exit, position);
                return Ok(());
            }
            "math/rand.Intn" => {
                let count = self.plain(inlined, call.arguments[0], position)?;
                let into = match instruction.result {
                    Some(result) => self.result(inlined, result),
                    None => self.slot(),
                };
                self.operation(Operation::Choose { count, into }, position);
                return Ok(());
            }
            _ => {}
        }
        if !callee.flags.user {
            // What is printed, slept and counted does not matter to a model.
            let harmless = matches!(&*callee.package, "fmt" | "time" | "log" | "sync");
            if matches!(&*callee.package, "fmt" | "log") && callee.name.contains("Print") {
                self.code.push(Instruction::Marker { name: None, line: position.line });
            }
            return if harmless { Ok(()) } else { self.fail(position, format!("a call of {}", callee.name)) };
        }
        let arguments = call.arguments.iter().map(|&argument| self.value(inlined, argument)).collect();
        let slots: Vec<Slot> = callee.results.iter().map(|_| self.slot()).collect();
        self.function(id, arguments, Some(slots.clone()))?;
        if let Some(result) = instruction.result {
            let value = match slots[..] {
                [only] => Value::Plain(Expression::Slot(only)),
                _ => Value::Several(slots),
            };
            inlined.values.insert(result, value);
        }
        Ok(())
    }

    /// What the front-end notes: a mark, or a variable, which gets the name that the source gives it, with its line if another has
    /// the name already. Anything else is printed.
    fn note(&mut self, inlined: &Inlined, call: &Call, position: Position) {
        let text = match call.arguments.first() {
            Some(Operand::Constant(text)) => match &self.image.constants[text.index()].value {
                Literal::String(bytes) => String::from_utf8_lossy(bytes).into_owned(),
                _ => String::new(),
            },
            _ => String::new(),
        };
        let line = position.line;
        let Some(note) = text.strip_prefix("\x01vtrace:") else {
            self.code.push(Instruction::Marker { name: None, line });
            return;
        };
        if let Some(name) = note.strip_prefix("mark ") {
            self.code.push(Instruction::Marker { name: Some(name.to_string()), line });
        }
        // Variables of functions that are called are of no interest outside.
        let (Some(name), Some(&address), 1) =
            (note.strip_prefix("watch "), call.arguments.get(1), self.depth)
        else {
            return;
        };
        let Value::Variable(slot) = self.value(inlined, address) else { return };
        let taken = self
            .slots
            .iter()
            .enumerate()
            .any(|(i, other)| i != slot.0 && other.name.as_deref() == Some(name));
        self.slots[slot.0].name = Some(if taken { format!("{name}_{line}") } else { name.to_string() });
    }
}

fn operator(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Quo => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        _ => return None,
    })
}
