//! Any Go program as a model of its control flow, for UPPAAL, as Toph makes them (Philipeit 2020): what goroutines do with channels,
//! locks, wait groups and each other is kept, values are not, so conditions are open. Where nothing had to be left out, such a model can do
//! everything that the program can, and more.
//!
//! Functions are put in place where they are called, from `main` and from each `go` statement on. Channels, locks and wait groups are told
//! apart by where they are made, in which calls. What a variable may refer to is collected until nothing is added any more; where it
//! may be several things, the model has an edge for each. What is left out is told in notes: recursion, calls through interfaces,
//! what comes over channels.

mod calls;
mod flow;
mod operations;

use std::collections::{BTreeMap, BTreeSet};

use vtrace_program::{
    BinaryOp, BlockId, Call, EntryKind, Function, FunctionId, Image, Kind, Literal, LocalId, Operand,
    Position, Shape, UnaryOp,
};

use self::flow::{in_loop, matters};
use crate::build::OutsideOfSubset;
use crate::model::{Alternative, Expression, Instruction, Operation, Slot, Template, Variable};

/// The control flow of a program.
pub struct Abstraction {
    /// The channels, locks and wait groups.
    pub(crate) resources: Vec<Resource>,
    /// The goroutines: the first is main.
    pub(crate) processes: Vec<Process>,
    /// What the model leaves out, with its line.
    pub notes: BTreeSet<String>,
}

pub(crate) struct Resource {
    /// `ch1`, `mu2`, `wg3`, `once4`
    pub name: String,
    pub kind: ResourceKind,
    /// Where it is made or first used.
    pub place: String,
    /// Of a channel.
    pub capacity: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum ResourceKind {
    Channel,
    Lock,
    WaitGroup,
    Once,
}

pub(crate) struct Process {
    pub template: Template,
    /// How many of it there may be at once.
    pub instances: usize,
    /// Where it is started.
    pub place: String,
}

/// What a register may refer to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Value {
    Channel(usize),
    /// The address of a variable.
    Cell(usize),
    /// A copy of what a variable holds: a struct.
    Copy(usize),
    Closure(usize),
    Function(FunctionId),
}

type Values = BTreeSet<Value>;

/// A call in a call, with the place of each in its function: what is done there is told apart.
type Context = Vec<(u32, u32)>;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    Global(u32),
    /// Something that is made.
    Site(Context),
    /// A part of another: a field, or an element.
    Part(usize, u32),
}

/// The elements of an array are one cell.
const ELEMENT: u32 = u32::MAX;
/// How deep calls are put in place.
const DEPTH: usize = 16;
/// How long the code of a goroutine may become.
const LONGEST: usize = 20_000;
/// How many goroutines are told apart.
const MOST: usize = 100;
/// How often everything is looked at again, at most.
const ROUNDS: usize = 30;

#[derive(Default)]
struct Knowledge {
    cells: Vec<Origin>,
    contents: Vec<Values>,
    /// Which lock, wait group or once a cell is; or which channel is made at a site.
    of_cell: BTreeMap<(ResourceKind, usize), usize>,
    closures: BTreeMap<Context, usize>,
    bindings: Vec<(FunctionId, Vec<Values>)>,
    started: BTreeMap<Context, usize>,
    changed: bool,
}

struct Started {
    function: FunctionId,
    arguments: Vec<Values>,
    context: Context,
    instances: usize,
    place: String,
}

impl Abstraction {
    /// The control flow of the main function of `image`; of goroutines that are started in loops there are so many instances.
    pub fn new(image: &Image, instances: usize) -> Result<Abstraction, OutsideOfSubset> {
        let entry = image.entries.iter().find(|entry| entry.kind == EntryKind::Main);
        let entry =
            entry.ok_or_else(|| OutsideOfSubset::of_model("there is no main function".to_string()))?;
        let mut maker = Maker {
            image,
            matters: matters(image),
            users: image.functions.iter().filter(|f| f.flags.user).map(|f| f.package.clone()).collect(),
            instances,
            current: 0,
            known: Knowledge::default(),
            resources: Vec::new(),
            started: vec![Started {
                function: entry.function,
                arguments: Vec::new(),
                context: Vec::new(),
                instances: 1,
                place: maker_place(image, image.function(entry.function).position),
            }],
            notes: BTreeSet::new(),
        };
        let mut round = 0;
        loop {
            round += 1;
            maker.known.changed = false;
            let mut processes = Vec::new();
            let mut next = 0;
            while next < maker.started.len() {
                processes.push(maker.process(next, (next == 0).then_some(entry.init)));
                next += 1;
            }
            if !maker.known.changed || round == ROUNDS {
                return Ok(Abstraction { resources: maker.resources, processes, notes: maker.notes });
            }
        }
    }
}

fn maker_place(image: &Image, position: Position) -> String {
    match position.is_known() {
        true => {
            let path = &image.files[position.file.index()].path;
            format!("{}:{}", path.rsplit('/').next().unwrap_or(path), position.line)
        }
        false => String::new(),
    }
}

struct Maker<'a> {
    image: &'a Image,
    matters: Vec<bool>,
    /// The packages of the user's.
    users: BTreeSet<String>,
    instances: usize,
    /// The goroutine whose code is made.
    current: usize,
    known: Knowledge,
    resources: Vec<Resource>,
    started: Vec<Started>,
    notes: BTreeSet<String>,
}

/// The code of a goroutine while it is made.
#[derive(Default)]
struct Code {
    slots: Vec<Variable>,
    code: Vec<Instruction>,
    stack: Vec<FunctionId>,
    /// How many of the calls that lead here are in loops.
    loops: usize,
}

/// A function that is put in place.
struct Frame<'a> {
    id: FunctionId,
    function: &'a Function,
    context: Context,
    values: BTreeMap<LocalId, Values>,
    /// What is known of conditions: which case of a select it was, whether a channel was closed.
    conditions: BTreeMap<LocalId, Expression>,
    starts: Vec<usize>,
    jumps: Vec<(usize, BlockId, bool)>,
    returns: Vec<usize>,
    results: Vec<Values>,
    defers: Vec<(usize, Call, Vec<Values>, Position, u32)>,
}

impl<'a> Maker<'a> {
    fn process(&mut self, number: usize, init: Option<FunctionId>) -> Process {
        let Started { function, arguments, context, instances, place } = &self.started[number];
        let (function, arguments, context) = (*function, arguments.clone(), context.clone());
        let (instances, place) = (*instances, place.clone());
        self.current = number;
        let mut code = Code::default();
        if let Some(init) = init {
            self.call_function(&mut code, init, Vec::new(), vec![(u32::MAX, 0)]);
        }
        self.call_function(&mut code, function, arguments, context);
        let name = self.image.function(function).name.clone();
        let plain: String = name
            .rsplit('/')
            .next()
            .unwrap_or(&name)
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '_' })
            .collect();
        let plain = plain.trim_start_matches("main_").to_string();
        // Main takes everybody along when it ends.
        let operation = if number == 0 { Operation::Exit } else { Operation::End };
        code.code.push(Instruction::Operation { operation, line: 0 });
        let function = if number == 0 { plain } else { format!("{plain}_{number}") };
        Process {
            template: Template { function, parameters: Vec::new(), slots: code.slots, code: code.code },
            instances,
            place,
        }
    }

    fn note(&mut self, position: Position, what: &str) {
        let place = maker_place(self.image, position);
        self.notes.insert(if place.is_empty() { what.to_string() } else { format!("{place}: {what}") });
    }

    fn cell(&mut self, origin: Origin) -> usize {
        match self.known.cells.iter().position(|cell| *cell == origin) {
            Some(cell) => cell,
            None => {
                self.known.cells.push(origin);
                self.known.contents.push(Values::new());
                self.known.changed = true;
                self.known.cells.len() - 1
            }
        }
    }

    fn store(&mut self, cell: usize, values: &Values) {
        let before = self.known.contents[cell].len();
        for &value in values {
            self.known.contents[cell].insert(value);
            // The parts of a struct are copied along.
            if let Value::Copy(from) = value {
                let parts: Vec<(usize, u32)> = (0..self.known.cells.len())
                    .filter_map(|part| match self.known.cells[part] {
                        Origin::Part(of, field) if of == from => Some((part, field)),
                        _ => None,
                    })
                    .collect();
                for (part, field) in parts.into_iter().filter(|_| from != cell) {
                    let contents = self.known.contents[part].clone();
                    let to = self.cell(Origin::Part(cell, field));
                    if self.known.cells.len() < 10_000 && !contents.is_subset(&self.known.contents[to]) {
                        self.store(to, &contents);
                    }
                }
            }
        }
        self.known.changed |= self.known.contents[cell].len() > before;
    }

    /// Whether a lock, wait group or once is in a cell, or in a part of it.
    fn has_lock(&self, cell: usize) -> bool {
        let is_in = |mut inner: usize| loop {
            match self.known.cells[inner] {
                _ if inner == cell => return true,
                Origin::Part(of, _) => inner = of,
                _ => return false,
            }
        };
        self.known.of_cell.keys().any(|(kind, inner)| *kind != ResourceKind::Channel && is_in(*inner))
    }

    fn resource(&mut self, kind: ResourceKind, cell: usize, position: Position, capacity: i64) -> usize {
        if let Some(&known) = self.known.of_cell.get(&(kind, cell)) {
            return known;
        }
        let number = self.resources.len();
        let word = match kind {
            ResourceKind::Channel => "ch",
            ResourceKind::Lock => "mu",
            ResourceKind::WaitGroup => "wg",
            ResourceKind::Once => "once",
        };
        let place = maker_place(self.image, position);
        self.resources.push(Resource { name: format!("{word}{number}"), kind, place, capacity });
        self.known.of_cell.insert((kind, cell), number);
        self.known.changed = true;
        number
    }

    fn call_function(
        &mut self,
        code: &mut Code,
        id: FunctionId,
        arguments: Vec<Values>,
        context: Context,
    ) -> Vec<Values> {
        let function = self.image.function(id);
        let results = vec![Values::new(); function.results.len()];
        if code.stack.contains(&id) || code.stack.len() > DEPTH || code.code.len() > LONGEST {
            let why = if code.stack.contains(&id) {
                "from itself"
            } else {
                "where too much is put in place already"
            };
            self.note(
                function.position,
                &format!("{} is called {why}: that call is left out", function.name),
            );
            return results;
        }
        code.stack.push(id);
        let mut frame = Frame {
            id,
            function,
            context,
            values: (0..).map(LocalId).zip(arguments).collect(),
            conditions: BTreeMap::new(),
            starts: Vec::new(),
            jumps: Vec::new(),
            returns: Vec::new(),
            results,
            defers: Vec::new(),
        };
        // Twice: what comes around a loop is known the second time.
        let begin = (code.code.len(), code.slots.len());
        for _ in 0..2 {
            code.code.truncate(begin.0);
            code.slots.truncate(begin.1);
            (frame.starts, frame.jumps, frame.returns, frame.defers) = Default::default();
            for index in 0..function.blocks.len() {
                frame.starts.push(code.code.len());
                self.block(code, &mut frame, index);
            }
        }
        for (place, block, second) in &frame.jumps {
            let to = frame.starts[block.index()];
            match &mut code.code[*place] {
                Instruction::Jump(target) => *target = to,
                Instruction::Branch { yes, no, .. } | Instruction::Fork { yes, no, .. } => {
                    *(if *second { no } else { yes }) = to;
                }
                _ => {}
            }
        }
        let end = code.code.len();
        frame.returns.iter().for_each(|&place| code.code[place] = Instruction::Jump(end));
        // Whatever follows, there is a place to go to.
        code.code.push(Instruction::Jump(end + 1));
        code.stack.pop();
        frame.results
    }

    fn values(&mut self, frame: &Frame, operand: Operand) -> Values {
        match operand {
            Operand::Local(local) => frame.values.get(&local).cloned().unwrap_or_default(),
            Operand::Global(id, _) => Values::from([Value::Cell(self.cell(Origin::Global(id.0)))]),
            Operand::Function(id) => Values::from([Value::Function(id)]),
            Operand::Constant(_) => Values::new(),
        }
    }

    fn constant(&self, operand: Operand) -> Option<i64> {
        let Operand::Constant(id) = operand else { return None };
        match &self.image.constants[id.index()].value {
            Literal::Int(i) => Some(*i),
            Literal::Bool(b) => Some(i64::from(*b)),
            Literal::Zero => Some(0),
            _ => None,
        }
    }

    fn condition(&self, frame: &Frame, operand: Operand) -> Option<Expression> {
        match operand {
            Operand::Local(local) => frame.conditions.get(&local).cloned(),
            _ => self.constant(operand).map(Expression::Int),
        }
    }

    fn site(frame: &Frame, block: usize, place: usize) -> Context {
        let mut context = frame.context.clone();
        context.push((frame.id.0 << 12 | block as u32 & 0xfff, place as u32));
        context
    }

    fn block(&mut self, code: &mut Code, frame: &mut Frame<'a>, index: usize) {
        let block = &frame.function.blocks[index];
        for (place, instruction) in block.instructions.iter().enumerate() {
            let position = instruction.position;
            let line = position.line;
            let site = Self::site(frame, index, place);
            match &instruction.kind {
                Kind::Jump => {
                    frame.jumps.push((code.code.len(), block.successors[0], false));
                    code.code.push(Instruction::Jump(0));
                }
                Kind::If { condition } => {
                    let branch = match self.condition(frame, *condition) {
                        Some(condition) => Instruction::Branch { condition, yes: 0, no: 0, line },
                        None => Instruction::Fork { yes: 0, no: 0, line },
                    };
                    for (second, &to) in block.successors.iter().enumerate() {
                        frame.jumps.push((code.code.len(), to, second == 1));
                    }
                    code.code.push(branch);
                }
                Kind::Return { results } => {
                    for (i, &result) in results.iter().enumerate() {
                        let values = self.values(frame, result);
                        frame.results[i].extend(values);
                    }
                    frame.returns.push(code.code.len());
                    code.code.push(Instruction::Jump(0));
                }
                Kind::Panic { .. } => {
                    let alternative = Alternative {
                        updates: vec!["panicked = true".to_string(), "ended = true".to_string()],
                        ..stop()
                    };
                    self.operation(code, "Panic", vec![], vec![alternative], line);
                }
                Kind::RunDefers => self.run_defers(code, frame, index),
                Kind::Defer { call, .. } => {
                    let arguments: Vec<Values> =
                        call.arguments.iter().map(|&argument| self.values(frame, argument)).collect();
                    frame.defers.push((index, call.clone(), arguments, position, place as u32));
                }
                Kind::Go(call) => self.go(code, frame, call, site, index, position),
                Kind::Call(call) => {
                    let arguments =
                        call.arguments.iter().map(|&argument| self.values(frame, argument)).collect();
                    let results = self.call(code, frame, call, arguments, site, position);
                    if let Some(result) = instruction.result {
                        // Several results are one register: what each may be is not told apart.
                        frame.values.entry(result).or_default().extend(results.into_iter().flatten());
                    }
                }
                Kind::Send { channel, .. } => {
                    let channels = self.values(frame, *channel);
                    self.communicate(code, &[(channels, true)], None, false, "Send", position);
                }
                Kind::Unary { op: UnaryOp::Receive, x, .. } => {
                    let channels = self.values(frame, *x);
                    let ok = self.slot(code);
                    self.communicate(
                        code,
                        &[(channels, false)],
                        Some((None, ok)),
                        false,
                        "Receive",
                        position,
                    );
                    if let Some(result) = instruction.result {
                        frame.conditions.insert(result, Expression::Slot(ok));
                    }
                }
                Kind::Select { cases, blocking } => {
                    let list: Vec<(Values, bool)> = cases
                        .iter()
                        .map(|case| (self.values(frame, case.channel), case.send.is_some()))
                        .collect();
                    let (chosen, ok) = (self.slot(code), self.slot(code));
                    self.communicate(code, &list, Some((Some(chosen), ok)), !blocking, "Select", position);
                    if let Some(result) = instruction.result {
                        frame.conditions.insert(result, Expression::Slot(chosen));
                        // The second result is found by this.
                        frame.conditions.insert(LocalId(result.0 + OK), Expression::Slot(ok));
                    }
                }
                _ => self.plain(frame, instruction, site),
            }
        }
    }

    /// What only moves references around.
    fn plain(&mut self, frame: &mut Frame<'a>, instruction: &vtrace_program::Instruction, site: Context) {
        let Some(result) = instruction.result else {
            let (into, x) = match &instruction.kind {
                Kind::Store { address, x } => (*address, *x),
                Kind::MapUpdate { map, value, .. } => (*map, *value),
                _ => return,
            };
            let (addresses, values) = (self.values(frame, into), self.values(frame, x));
            if values.iter().any(|value| matches!(value, Value::Copy(cell) if self.has_lock(*cell))) {
                self.note(
                    instruction.position,
                    "a lock is copied, as it is: the copy is taken for a new one",
                );
            }
            for address in addresses {
                if let Value::Cell(mut cell) = address {
                    if let Kind::MapUpdate { .. } = instruction.kind {
                        cell = self.cell(Origin::Part(cell, ELEMENT));
                    }
                    self.store(cell, &values);
                }
            }
            return;
        };
        let mut new = Values::new();
        let block = site.last().map_or(0, |(at, _)| (at & 0xfff) as usize);
        match &instruction.kind {
            Kind::Alloc { .. } | Kind::MakeSlice { .. } | Kind::MakeMap { .. } => {
                new.insert(Value::Cell(self.cell(Origin::Site(site))));
            }
            Kind::MakeChan { size } => {
                let cell = self.cell(Origin::Site(site));
                let capacity = self.constant(*size);
                if capacity.is_none() {
                    self.note(
                        instruction.position,
                        "the capacity of this channel is not constant: it has room for one",
                    );
                }
                if in_loop(frame.function, block) {
                    self.note(instruction.position, "all channels that are made here are taken for one");
                }
                let channel =
                    self.resource(ResourceKind::Channel, cell, instruction.position, capacity.unwrap_or(1));
                new.insert(Value::Channel(channel));
            }
            Kind::MakeClosure { function, bindings } => {
                let bindings: Vec<Values> =
                    bindings.iter().map(|&binding| self.values(frame, binding)).collect();
                let closures = self.known.closures.len();
                let number = *self.known.closures.entry(site).or_insert(closures);
                if number == self.known.bindings.len() {
                    self.known.bindings.push((*function, vec![Values::new(); bindings.len()]));
                }
                for (old, values) in self.known.bindings[number].1.iter_mut().zip(bindings) {
                    self.known.changed |= !values.is_subset(old);
                    old.extend(values);
                }
                new.insert(Value::Closure(number));
            }
            Kind::FieldAddr { x, field } => {
                for value in self.values(frame, *x) {
                    if let Value::Cell(cell) = value {
                        new.insert(Value::Cell(self.cell(Origin::Part(cell, *field))));
                    }
                }
            }
            Kind::IndexAddr { x, .. } => {
                for value in self.values(frame, *x) {
                    if let Value::Cell(cell) = value {
                        new.insert(Value::Cell(self.cell(Origin::Part(cell, ELEMENT))));
                    }
                }
            }
            Kind::Field { x, field } => {
                for value in self.values(frame, *x) {
                    if let Value::Copy(cell) = value {
                        let part = self.cell(Origin::Part(cell, *field));
                        new.extend(self.known.contents[part].clone());
                    }
                }
            }
            Kind::Index { x, .. } | Kind::Lookup { x, .. } | Kind::Next { iterator: x, .. } => {
                for value in self.values(frame, *x) {
                    if let Value::Copy(cell) | Value::Cell(cell) = value {
                        let part = self.cell(Origin::Part(cell, ELEMENT));
                        new.extend(self.known.contents[part].clone());
                    }
                }
            }
            Kind::Unary { op: UnaryOp::Load, x, .. } => {
                let ty = frame.function.locals[result.index()].ty;
                let has_parts = matches!(self.image.ty(ty).shape, Shape::Struct(_) | Shape::Array(..));
                for value in self.values(frame, *x) {
                    if let Value::Cell(cell) = value {
                        if has_parts {
                            new.insert(Value::Copy(cell));
                        }
                        new.extend(self.known.contents[cell].clone());
                    }
                }
            }
            Kind::Phi { edges } => {
                for &edge in edges {
                    new.extend(self.values(frame, edge));
                }
            }
            Kind::Extract { tuple: Operand::Local(tuple), index } => {
                new.extend(frame.values.get(tuple).cloned().unwrap_or_default());
                let known = match *index {
                    0 => frame.conditions.get(tuple).cloned(),
                    // Of a receive the first is what was received; of a select, the case.
                    1 => {
                        frame.conditions.get(&LocalId(tuple.0 + OK)).or(frame.conditions.get(tuple)).cloned()
                    }
                    _ => None,
                };
                if let Some(known) = known {
                    frame.conditions.insert(result, known);
                }
            }
            Kind::Binary { op: op @ (BinaryOp::Equal | BinaryOp::NotEqual), x, y } => {
                if let (Some(x), Some(y)) = (self.condition(frame, *x), self.condition(frame, *y)) {
                    let sign = if *op == BinaryOp::Equal { "==" } else { "!=" };
                    frame.conditions.insert(result, Expression::Binary(sign, Box::new(x), Box::new(y)));
                }
            }
            Kind::Unary { op: UnaryOp::Not, x, .. } => {
                if let Some(x) = self.condition(frame, *x) {
                    frame.conditions.insert(result, Expression::Not(Box::new(x)));
                }
            }
            kind => kind.for_each_operand(|operand| new.extend(self.values(frame, operand))),
        }
        frame.values.entry(result).or_default().extend(new);
    }

    fn slot(&mut self, code: &mut Code) -> Slot {
        code.slots.push(Variable::default());
        Slot(code.slots.len() - 1)
    }
}

/// Far from the numbers of registers: under it lies what else is known of one.
const OK: u32 = 1 << 24;

fn go_on() -> Alternative {
    Alternative { guard: Vec::new(), synchronisation: None, updates: Vec::new(), next: Some(0) }
}

/// The goroutine goes no further.
fn stop() -> Alternative {
    Alternative { next: None, ..go_on() }
}
