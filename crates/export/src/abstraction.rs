//! Any Go program as a model of its control flow, for UPPAAL, as Toph makes them (Philipeit 2020): what goroutines do with channels,
//! locks, wait groups and each other is kept, values are not, so conditions are open. Such a model can do everything that the program
//! can, and more.
//!
//! Functions are put in place where they are called, from `main` and from each `go` statement on. Channels, locks and wait groups are told
//! apart by where they are made, in which calls. What a variable may refer to is collected until nothing is added any more; where it
//! may be several things, the model has an edge for each. What is left out is told in notes: recursion, calls through interfaces,
//! what comes over channels.

use std::collections::{BTreeMap, BTreeSet};

use vtrace_program::{
    BinaryOp, BlockId, Builtin, Call, Callee, EntryKind, Function, FunctionId, Image, Kind, Literal, LocalId,
    Operand, Position, Shape, UnaryOp,
};

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

/// The functions in which something happens that the model has, or in what they call.
fn matters(image: &Image) -> Vec<bool> {
    let mut matters = vec![false; image.functions.len()];
    loop {
        let mut changed = false;
        for (index, function) in image.functions.iter().enumerate() {
            let does = |kind: &Kind| match kind {
                Kind::Send { .. }
                | Kind::Select { .. }
                | Kind::MakeChan { .. }
                | Kind::Go(_)
                | Kind::Panic { .. } => true,
                Kind::Unary { op: UnaryOp::Receive, .. } => true,
                Kind::Call(call) | Kind::Defer { call, .. } => match call.callee {
                    Callee::Static(id) => matters[id.index()] || is_native(image.function(id)),
                    Callee::Dynamic(_) => function.flags.user,
                    Callee::Builtin(builtin) => matches!(builtin, Builtin::Close | Builtin::Print),
                    Callee::Method(..) => false,
                },
                _ => false,
            };
            if !matters[index] && function.blocks.iter().flat_map(|b| &b.instructions).any(|i| does(&i.kind))
            {
                matters[index] = true;
                changed = true;
            }
        }
        if !changed {
            return matters;
        }
    }
}

/// What the model does itself.
fn is_native(function: &Function) -> bool {
    function.ssa_name == "os.Exit"
        || function.package == "sync"
            && ["Mutex)", "RWMutex)", "WaitGroup)", "Once)"].iter().any(|of| function.ssa_name.contains(of))
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

    fn operation(
        &mut self,
        code: &mut Code,
        word: &'static str,
        resources: Vec<usize>,
        list: Vec<Alternative>,
        line: u32,
    ) {
        let operation = Operation::Alternatives { word, resources, list };
        code.code.push(Instruction::Operation { operation, line });
    }

    /// A send, receive or select: `told` is where it is told which case it was, if that matters, and whether a value was received.
    fn communicate(
        &mut self,
        code: &mut Code,
        cases: &[(Values, bool)],
        told: Option<(Option<Slot>, Slot)>,
        default: bool,
        word: &'static str,
        position: Position,
    ) {
        let mut list: Vec<(Alternative, i64, bool)> = Vec::new();
        let (mut resources, mut not_ready) = (Vec::new(), Vec::new());
        for (number, (values, send)) in cases.iter().enumerate() {
            let channels: Vec<usize> = values
                .iter()
                .filter_map(|v| if let Value::Channel(c) = v { Some(*c) } else { None })
                .collect();
            if channels.is_empty() && word != "Select" {
                self.note(position, "it is not known which channel this is: it is left out");
                list.push((go_on(), number as i64, true));
            }
            for channel in channels {
                resources.push(channel);
                let Resource { name, capacity, .. } = &self.resources[channel];
                let (buffered, guard) = (*capacity > 0, |text: String| vec![text]);
                let mut push =
                    |alternative: Alternative, ok: bool| list.push((alternative, number as i64, ok));
                match (send, buffered) {
                    (true, true) => {
                        let room = format!("!{name}_closed && {name}_count < {capacity}");
                        push(
                            Alternative {
                                guard: guard(room),
                                updates: vec![format!("{name}_count++")],
                                ..go_on()
                            },
                            true,
                        );
                        not_ready.push(format!("!{name}_closed && {name}_count == {capacity}"));
                    }
                    (true, false) => {
                        let (free, sync) = (guard(format!("!{name}_closed")), Some(format!("{name}_sync!")));
                        push(Alternative { guard: free, synchronisation: sync, ..go_on() }, true);
                        not_ready.push(format!("!{name}_closed"));
                    }
                    (false, true) => {
                        let some = guard(format!("{name}_count > 0"));
                        push(
                            Alternative { guard: some, updates: vec![format!("{name}_count--")], ..go_on() },
                            true,
                        );
                        not_ready.push(format!("{name}_count == 0 && !{name}_closed"));
                    }
                    (false, false) => {
                        push(Alternative { synchronisation: Some(format!("{name}_sync?")), ..go_on() }, true);
                        not_ready.push(format!("!{name}_closed"));
                    }
                }
                let misuse = vec![
                    format!("{name}_misused = true"),
                    "panicked = true".to_string(),
                    "ended = true".to_string(),
                ];
                match send {
                    true => push(
                        Alternative { guard: guard(format!("{name}_closed")), updates: misuse, ..stop() },
                        true,
                    ),
                    false => {
                        let drained = format!("{name}_closed && {name}_count == 0");
                        push(Alternative { guard: guard(drained), ..go_on() }, false);
                    }
                }
            }
        }
        if default {
            list.push((Alternative { guard: not_ready, ..go_on() }, -1, true));
        }
        // Behind it, each way tells which it is, and goes on at the same place.
        let place = code.code.len();
        let width = 3;
        let end = place + 1 + width * list.len();
        let tail: Vec<(i64, bool)> = list.iter().map(|(_, case, ok)| (*case, *ok)).collect();
        let mut alternatives: Vec<Alternative> =
            list.into_iter().map(|(alternative, ..)| alternative).collect();
        for (i, alternative) in alternatives.iter_mut().enumerate() {
            alternative.next = alternative.next.map(|_| place + 1 + width * i);
        }
        self.operation(code, word, resources, alternatives, position.line);
        for (case, ok) in tail {
            let assign = |slot: Option<Slot>, value: i64| match slot {
                Some(slot) => Instruction::Assign(slot, Expression::Int(value)),
                None => Instruction::Jump(0),
            };
            let (chosen, received) = (told.and_then(|told| told.0), told.map(|told| told.1));
            for (slot, value) in [(chosen, case), (received, i64::from(ok))] {
                let next = code.code.len() + 1;
                code.code.push(match assign(slot, value) {
                    Instruction::Jump(_) => Instruction::Jump(next),
                    other => other,
                });
            }
            code.code.push(Instruction::Jump(end));
        }
    }

    fn go(
        &mut self,
        code: &mut Code,
        frame: &mut Frame<'a>,
        call: &Call,
        site: Context,
        block: usize,
        position: Position,
    ) {
        let given: Vec<Values> =
            call.arguments.iter().map(|&argument| self.values(frame, argument)).collect();
        let callees = self.callees(frame, call);
        if callees.is_empty() {
            self.note(position, "it is not known which function is started here: it is left out");
        }
        // A goroutine that starts itself again is one of those that were started at that place first.
        let mut site = site;
        let own = site.last().copied();
        let first = site.iter().position(|at| Some(*at) == own).unwrap_or(0);
        let itself = first + 1 < site.len();
        site.truncate(first + 1);
        let several = self.started[self.current].instances > 1;
        let again = itself || several || code.loops > 0 || in_loop(frame.function, block);
        if self.started.len() >= MOST {
            return self.note(position, "there are too many goroutines already: this one is left out");
        }
        let mut alternatives = Vec::new();
        for (which, (function, bindings)) in callees.into_iter().enumerate() {
            let mut context = site.clone();
            context.push((which as u32, u32::MAX));
            let mut arguments = given.clone();
            arguments.extend(bindings);
            let started = self.started.len();
            let number = *self.known.started.entry(context.clone()).or_insert(started);
            if number == started {
                let instances = if again { self.instances } else { 1 };
                let place = maker_place(self.image, position);
                self.started.push(Started { function, arguments, context, instances, place });
                self.known.changed = true;
            } else {
                if again && self.started[number].instances < self.instances {
                    self.started[number].instances = self.instances;
                    self.known.changed = true;
                }
                let old = &mut self.started[number].arguments;
                old.resize(old.len().max(arguments.len()), Values::new());
                for (old, new) in old.iter_mut().zip(arguments) {
                    self.known.changed |= !new.is_subset(old);
                    old.extend(new);
                }
            }
            let next = Some(code.code.len() + 1);
            let free = format!("running{number} < {}", self.started[number].instances);
            let start = Some(format!("start{number}!"));
            alternatives.push(Alternative {
                guard: vec![free],
                synchronisation: start,
                updates: Vec::new(),
                next,
            });
            let full = format!("running{number} == {}", self.started[number].instances);
            let updates = vec!["bounded = true".to_string(), "ended = true".to_string()];
            alternatives.push(Alternative { guard: vec![full], updates, ..stop() });
        }
        if !alternatives.is_empty() {
            self.operation(code, "Go", Vec::new(), alternatives, position.line);
        }
    }

    /// The functions that may be called, with what they bind.
    fn callees(&mut self, frame: &Frame, call: &Call) -> Vec<(FunctionId, Vec<Values>)> {
        let values = match call.callee {
            Callee::Static(id) => return vec![(id, Vec::new())],
            Callee::Dynamic(operand) => self.values(frame, operand),
            _ => Values::new(),
        };
        self.functions(&values)
    }

    fn functions(&self, values: &Values) -> Vec<(FunctionId, Vec<Values>)> {
        let of = |value: &Value| match value {
            Value::Closure(number) => Some(self.known.bindings[*number].clone()),
            Value::Function(id) => Some((*id, Vec::new())),
            _ => None,
        };
        values.iter().filter_map(of).collect()
    }

    fn run_defers(&mut self, code: &mut Code, frame: &mut Frame<'a>, block: usize) {
        for (at, call, arguments, position, place) in frame.defers.clone().into_iter().rev() {
            let skip = code.code.len();
            if !dominates(frame.function, at, block) {
                code.code.push(Instruction::Fork { yes: skip + 1, no: 0, line: position.line });
            }
            let mut site = Self::site(frame, at, place as usize);
            site.push((block as u32, u32::MAX - 1));
            self.call(code, frame, &call, arguments, site, position);
            let end = code.code.len();
            if let Some(Instruction::Fork { no, .. }) = code.code.get_mut(skip)
                && *no == 0
            {
                *no = end;
            }
        }
    }

    fn call(
        &mut self,
        code: &mut Code,
        frame: &Frame<'a>,
        call: &Call,
        arguments: Vec<Values>,
        site: Context,
        position: Position,
    ) -> Vec<Values> {
        match call.callee {
            Callee::Builtin(builtin) => {
                self.builtin(code, builtin, call, &arguments, position);
                return arguments;
            }
            Callee::Method(..) => {
                self.note(position, "a call through an interface is left out");
                return Vec::new();
            }
            _ => {}
        }
        let callees = self.callees(frame, call);
        if callees.is_empty() {
            self.note(position, "it is not known which function is called here: it is left out");
        }
        let mut results: Vec<Values> = Vec::new();
        let mut ends = Vec::new();
        let count = callees.len();
        for (which, (id, bindings)) in callees.into_iter().enumerate() {
            let function = self.image.function(id);
            let fork = code.code.len();
            if which + 1 < count {
                code.code.push(Instruction::Fork { yes: fork + 1, no: 0, line: position.line });
            }
            if is_native(function) {
                self.native(code, function, call, &arguments, site.clone(), position);
            } else if self.goes_into(id) {
                let mut context = site.clone();
                context.push((which as u32, 0));
                let mut all = arguments.clone();
                all.extend(bindings);
                let block = site.last().map_or(0, |(at, _)| (at & 0xfff) as usize);
                let looped =
                    usize::from(block < frame.function.blocks.len() && in_loop(frame.function, block));
                code.loops += looped;
                let given = self.call_function(code, id, all, context);
                code.loops -= looped;
                results.resize(results.len().max(given.len()), Values::new());
                results.iter_mut().zip(given).for_each(|(all, values)| all.extend(values));
            } else {
                // What goes in may come out.
                results.push(arguments.iter().flatten().copied().collect());
            }
            ends.push(code.code.len());
            code.code.push(Instruction::Jump(0));
            let next = code.code.len();
            if let Instruction::Fork { no, .. } = &mut code.code[fork]
                && which + 1 < count
            {
                *no = next;
            }
        }
        let end = code.code.len();
        ends.into_iter().for_each(|place| code.code[place] = Instruction::Jump(end));
        results
    }

    /// Whether a function is put in place: one of the user's, or that of a package's variables, in which something happens.
    fn goes_into(&self, id: FunctionId) -> bool {
        let function = self.image.function(id);
        let own =
            function.flags.user || self.users.contains(&function.package) || function.package.is_empty();
        own && function.has_body() && self.matters[id.index()]
    }

    fn builtin(
        &mut self,
        code: &mut Code,
        builtin: Builtin,
        call: &Call,
        arguments: &[Values],
        position: Position,
    ) {
        match builtin {
            Builtin::Close => {
                let mut list = Vec::new();
                let mut resources = Vec::new();
                let next = Some(code.code.len() + 1);
                for value in arguments.iter().flatten() {
                    let Value::Channel(channel) = value else { continue };
                    resources.push(*channel);
                    let name = &self.resources[*channel].name;
                    let updates = vec![format!("{name}_closed = true")];
                    list.push(Alternative {
                        guard: vec![format!("!{name}_closed")],
                        updates,
                        next,
                        ..go_on()
                    });
                    let updates = vec![
                        format!("{name}_misused = true"),
                        "panicked = true".to_string(),
                        "ended = true".to_string(),
                    ];
                    list.push(Alternative { guard: vec![format!("{name}_closed")], updates, ..stop() });
                }
                if list.is_empty() {
                    self.note(position, "it is not known which channel this is: it is left out");
                } else {
                    self.operation(code, "Close", resources, list, position.line);
                }
            }
            Builtin::Print => {
                let text = match call.arguments.first() {
                    Some(Operand::Constant(id)) => match &self.image.constants[id.index()].value {
                        Literal::String(bytes) => String::from_utf8_lossy(bytes).into_owned(),
                        _ => String::new(),
                    },
                    _ => String::new(),
                };
                if let Some(mark) = text.strip_prefix("\x01vtrace:") {
                    let name = match mark.split_once(' ') {
                        Some(("mark", name)) => Some(name.to_string()),
                        None if matches!(mark, "reachable" | "unreachable") => Some(mark.to_string()),
                        _ => return,
                    };
                    code.code.push(Instruction::Marker { name, line: position.line });
                }
            }
            _ => {}
        }
    }

    /// What the model does itself: locks, wait groups, `Once`, `os.Exit`.
    fn native(
        &mut self,
        code: &mut Code,
        function: &Function,
        call: &Call,
        arguments: &[Values],
        site: Context,
        position: Position,
    ) {
        let line = position.line;
        let method = function.ssa_name.rsplit('.').next().unwrap_or_default().to_string();
        if method == "Exit" {
            let updates = vec!["ended = true".to_string()];
            return self.operation(code, "Exit", Vec::new(), vec![Alternative { updates, ..stop() }], line);
        }
        let kind = match () {
            () if function.ssa_name.contains("WaitGroup)") => ResourceKind::WaitGroup,
            () if function.ssa_name.contains("Once)") => ResourceKind::Once,
            () => ResourceKind::Lock,
        };
        let cells: Vec<usize> = arguments
            .first()
            .into_iter()
            .flatten()
            .filter_map(|value| if let Value::Cell(cell) = value { Some(*cell) } else { None })
            .collect();
        let resources: Vec<usize> =
            cells.into_iter().map(|cell| self.resource(kind, cell, position, 0)).collect();
        if resources.is_empty() {
            return self
                .note(position, &format!("it is not known on what {method} is called: it is left out"));
        }
        let amount = call.arguments.get(1).and_then(|&amount| self.constant(amount));
        if method == "Add" && amount.is_none() {
            self.note(position, "what is added is not constant: it is 1");
        }
        let next = Some(code.code.len() + 1);
        let mut list = Vec::new();
        let mut push = |guard: String, updates: &[String], next: Option<usize>| {
            let guard = if guard.is_empty() { Vec::new() } else { vec![guard] };
            list.push(Alternative { guard, updates: updates.to_vec(), synchronisation: None, next });
        };
        let mut word = "Lock";
        for &resource in &resources {
            let m = self.resources[resource].name.clone();
            let misuse =
                [format!("{m}_misused = true"), "panicked = true".to_string(), "ended = true".to_string()];
            match &*method {
                "Lock" => {
                    push(format!("!{m}_locked && {m}_readers == 0"), &[format!("{m}_locked = true")], next)
                }
                "RLock" => push(format!("!{m}_locked"), &[format!("{m}_readers++")], next),
                "TryLock" | "TryRLock" => {
                    // Whether it succeeds is open; if it does, the lock is held.
                    let (free, take) = match &*method {
                        "TryLock" => {
                            (format!("!{m}_locked && {m}_readers == 0"), format!("{m}_locked = true"))
                        }
                        _ => (format!("!{m}_locked"), format!("{m}_readers++")),
                    };
                    push(free, &[take], next);
                    push(String::new(), &[], next);
                }
                "Unlock" => {
                    word = "Unlock";
                    push(format!("{m}_locked"), &[format!("{m}_locked = false")], next);
                    push(format!("!{m}_locked"), &misuse, None);
                }
                "RUnlock" => {
                    word = "Unlock";
                    push(format!("{m}_readers > 0"), &[format!("{m}_readers--")], next);
                    push(format!("{m}_readers == 0"), &misuse, None);
                }
                "Wait" => {
                    word = "Wait";
                    push(format!("{m}_count == 0"), &[], next);
                }
                "Add" | "Done" => {
                    word = "Add";
                    let amount = if method == "Done" { -1 } else { amount.unwrap_or(1) };
                    push(
                        format!("{m}_count + ({amount}) >= 0"),
                        &[format!("{m}_count = {m}_count + ({amount})")],
                        next,
                    );
                    push(format!("{m}_count + ({amount}) < 0"), &misuse, None);
                }
                _ => {}
            }
        }
        match &*method {
            "Do" => {
                let m = self.resources[resources[0]].name.clone();
                if resources.len() > 1 {
                    self.note(position, "it may be one of several: it is taken for the first");
                }
                self.once(code, &m, resources[0], arguments.get(1).cloned().unwrap_or_default(), site, line);
            }
            _ if list.is_empty() => self.note(position, &format!("{method} is left out")),
            _ => self.operation(code, word, resources, list, line),
        }
    }

    fn once(
        &mut self,
        code: &mut Code,
        m: &str,
        resource: usize,
        functions: Values,
        site: Context,
        line: u32,
    ) {
        let place = code.code.len();
        let first = Alternative {
            guard: vec![format!("{m}_state == 0")],
            updates: vec![format!("{m}_state = 1")],
            next: Some(place + 1),
            ..go_on()
        };
        // Where that is, is known when the function stands there.
        let done = Alternative { guard: vec![format!("{m}_state == 2")], next: Some(0), ..go_on() };
        self.operation(code, "Once", vec![resource], vec![first, done], line);
        for (which, (id, bindings)) in self.functions(&functions).into_iter().enumerate() {
            if self.goes_into(id) {
                let mut context = site.clone();
                context.push((which as u32, 1));
                self.call_function(code, id, bindings, context);
            }
        }
        let next = Some(code.code.len() + 1);
        let finished = Alternative { updates: vec![format!("{m}_state = 2")], next, ..go_on() };
        self.operation(code, "OnceDone", Vec::new(), vec![finished], line);
        let end = code.code.len();
        if let Instruction::Operation { operation: Operation::Alternatives { list, .. }, .. } =
            &mut code.code[place]
        {
            list[1].next = Some(end);
        }
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

/// The blocks that can be reached from one, without coming by another.
fn reachable(function: &Function, from: usize, without: Option<usize>) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let mut pending = vec![from];
    while let Some(block) = pending.pop() {
        if Some(block) != without && seen.insert(block) {
            pending.extend(function.blocks[block].successors.iter().map(|successor| successor.index()));
        }
    }
    seen
}

fn in_loop(function: &Function, block: usize) -> bool {
    let successors = &function.blocks[block].successors;
    successors.iter().any(|successor| reachable(function, successor.index(), None).contains(&block))
}

fn dominates(function: &Function, block: usize, other: usize) -> bool {
    block == other || !reachable(function, 0, Some(block)).contains(&other)
}
