//! Which inputs shape a function's concurrency, by its code alone.
//!
//! The capacity of a channel, what is added to a WaitGroup, and how often a loop starts goroutines must be known before
//! anything can be said: such parameters are *mandatory*. How often a loop communicates that starts none is *optional*. (The
//! words are those of J. Dilley's thesis on Gomela, section 4.2.1.) Names are traced back through variables, closures and
//! calls to where a value comes from.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use vtrace_program::{
    BlockId, Builtin, Call, Callee, EntryKind, Function, FunctionId, Image, Instruction, Kind, LocalId,
    Operand, Shape, UnaryOp,
};
use vtrace_report::parameters::Role;

/// How deep values are traced.
const DEPTH: u32 = 24;
/// How many calls are followed: there are very many ways through a large program.
const CALLS: u32 = 2_000;
/// How many values are looked at for one name.
const VALUES: u32 = 2_000;
/// How deep calls are followed to see whether they start goroutines or communicate.
const CALLED: u32 = 4;

/// The names of the parameters of an entry, in the order in which they are found, with their roles.
pub fn roles(image: &Image, entry: usize) -> Vec<(String, Role)> {
    let Some(entry) = image.entries.get(entry).filter(|entry| entry.kind == EntryKind::Function) else {
        return Vec::new();
    };
    let mut search = Search {
        image,
        found: Vec::new(),
        seen: BTreeSet::new(),
        calls: 0,
        starting: FxHashMap::default(),
        communicating: FxHashMap::default(),
    };
    search.function(entry.function, &Frame::default(), 0);
    search.found
}

/// How a function was called: what its parameters and captured variables are called further up.
#[derive(Clone, Default)]
struct Frame {
    parameters: BTreeMap<u32, BTreeSet<String>>,
    captured: BTreeMap<u32, BTreeSet<String>>,
    /// It is not the entry itself: parameters without a name further up are unknown.
    inner: bool,
}

struct Search<'a> {
    image: &'a Image,
    found: Vec<(String, Role)>,
    seen: BTreeSet<FunctionId>,
    /// How many were followed.
    calls: u32,
    /// Which functions start goroutines, and which communicate, as seen from so deep.
    starting: FxHashMap<(FunctionId, u32), bool>,
    communicating: FxHashMap<(FunctionId, u32), bool>,
}

impl Search<'_> {
    fn add(&mut self, names: BTreeSet<String>, role: Role) {
        for name in names {
            match self.found.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => *known = (*known).min(role),
                None => self.found.push((name, role)),
            }
        }
    }

    fn function(&mut self, id: FunctionId, frame: &Frame, depth: u32) {
        let function = self.image.function(id);
        if depth > 8 || self.calls == CALLS || !function.flags.user || !function.has_body() {
            return;
        }
        if !self.seen.insert(id) {
            return;
        }
        self.calls += 1;
        let trace = Trace::new(self.image, function, frame);
        for instruction in instructions(function) {
            match &instruction.kind {
                Kind::MakeChan { size } => self.add(trace.names(*size), Role::Mandatory),
                Kind::MakeClosure { function, bindings } => {
                    let captured = bindings.iter().enumerate();
                    let captured = captured.map(|(i, &operand)| (i as u32, trace.variable(operand)));
                    let frame = Frame { captured: captured.collect(), inner: true, ..Frame::default() };
                    self.function(*function, &frame, depth + 1);
                }
                Kind::Call(call) | Kind::Go(call) | Kind::Defer { call, .. } => {
                    self.call(&trace, call, depth)
                }
                _ => {}
            }
        }
        for body in loops(function) {
            let inside = || body.blocks.iter().flat_map(|block| &function.blocks[block.index()].instructions);
            let role = if inside().any(|i| self.starts(i, 0)) {
                Role::Mandatory
            } else if inside().any(|i| self.communicates(i, 0)) {
                Role::Optional
            } else {
                continue;
            };
            for condition in body.exits {
                self.add(trace.names(condition), role);
            }
        }
        self.seen.remove(&id);
    }

    fn call(&mut self, trace: &Trace, call: &Call, depth: u32) {
        let Callee::Static(callee) = call.callee else { return };
        if self.image.function(callee).ssa_name == "(*sync.WaitGroup).Add" {
            if let Some(&delta) = call.arguments.get(1) {
                self.add(trace.names(delta), Role::Mandatory);
            }
            return;
        }
        let parameters = call.arguments.iter().enumerate();
        let parameters = parameters.map(|(i, &operand)| (i as u32, trace.whole(operand)));
        let frame = Frame { parameters: parameters.collect(), inner: true, ..Frame::default() };
        self.function(callee, &frame, depth + 1);
    }

    /// Whether an instruction starts a goroutine, by itself or in what it calls.
    fn starts(&mut self, instruction: &Instruction, depth: u32) -> bool {
        match &instruction.kind {
            Kind::Go(_) => true,
            &Kind::Call(Call { callee: Callee::Static(callee), .. }) if depth < CALLED => {
                let function = self.image.function(callee);
                if !function.flags.user {
                    return function.ssa_name.ends_with(").Go");
                }
                if let Some(&known) = self.starting.get(&(callee, depth)) {
                    return known;
                }
                let starts = instructions(function).any(|i| self.starts(i, depth + 1));
                self.starting.insert((callee, depth), starts);
                starts
            }
            _ => false,
        }
    }

    /// Whether an instruction is one by which goroutines wait for each other.
    fn communicates(&mut self, instruction: &Instruction, depth: u32) -> bool {
        match &instruction.kind {
            Kind::Send { .. } | Kind::Select { .. } | Kind::Unary { op: UnaryOp::Receive, .. } => true,
            Kind::Call(call) | Kind::Defer { call, .. } => match call.callee {
                Callee::Builtin(builtin) => builtin == Builtin::Close,
                Callee::Static(callee) if depth < CALLED => {
                    let function = self.image.function(callee);
                    if !function.flags.user {
                        return function.ssa_name.starts_with("(*sync.");
                    }
                    if let Some(&known) = self.communicating.get(&(callee, depth)) {
                        return known;
                    }
                    let communicates = instructions(function).any(|i| self.communicates(i, depth + 1));
                    self.communicating.insert((callee, depth), communicates);
                    communicates
                }
                _ => false,
            },
            _ => false,
        }
    }
}

fn instructions(function: &Function) -> impl Iterator<Item = &Instruction> {
    function.blocks.iter().flat_map(|block| &block.instructions)
}

/// Values traced back to names, in one function.
struct Trace<'a> {
    image: &'a Image,
    function: &'a Function,
    frame: &'a Frame,
    /// The instruction that defines each local.
    definitions: Vec<Option<&'a Instruction>>,
    /// What is assigned to the variables whose addresses are locals.
    stores: FxHashMap<LocalId, Vec<Operand>>,
    /// How many more values may be looked at.
    left: Cell<u32>,
}

impl<'a> Trace<'a> {
    fn new(image: &'a Image, function: &'a Function, frame: &'a Frame) -> Trace<'a> {
        let mut definitions = vec![None; function.locals.len()];
        let mut stores: FxHashMap<LocalId, Vec<Operand>> = FxHashMap::default();
        for instruction in instructions(function) {
            if let Some(at) = instruction.result.and_then(|local| definitions.get_mut(local.index())) {
                *at = Some(instruction);
            }
            if let Kind::Store { address: Operand::Local(address), x } = instruction.kind {
                stores.entry(address).or_default().push(x);
            }
        }
        Trace { image, function, frame, definitions, stores, left: Cell::new(0) }
    }

    /// The names of the numbers on which a value depends.
    fn names(&self, operand: Operand) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        self.left.set(VALUES);
        self.value(operand, DEPTH, &mut Vec::new(), &mut names);
        names
    }

    /// The names of the variable at an address.
    fn variable(&self, address: Operand) -> BTreeSet<String> {
        self.left.set(VALUES);
        self.address(address, DEPTH)
    }

    /// The names of an argument: what it is called as a whole.
    fn whole(&self, operand: Operand) -> BTreeSet<String> {
        self.names(operand)
    }

    fn definition(&self, local: LocalId) -> Option<&'a Instruction> {
        self.definitions.get(local.index()).copied().flatten()
    }

    fn value(&self, operand: Operand, depth: u32, seen: &mut Vec<LocalId>, names: &mut BTreeSet<String>) {
        let Operand::Local(local) = operand else { return };
        if depth == 0 || self.left.get() == 0 || seen.contains(&local) {
            return;
        }
        self.left.set(self.left.get() - 1);
        seen.push(local);
        if local.0 < self.function.parameters {
            match self.frame.parameters.get(&local.0) {
                Some(known) => names.extend(known.iter().cloned()),
                None if self.frame.inner => {}
                None => names.extend(self.function.locals[local.index()].name.clone()),
            }
            return;
        }
        let Some(instruction) = self.definition(local) else { return };
        let named = || self.function.locals[local.index()].name.clone().filter(|name| name != "_");
        match &instruction.kind {
            Kind::Phi { edges } => edges.iter().for_each(|&edge| self.value(edge, depth - 1, seen, names)),
            Kind::Binary { x, y, .. } => {
                self.value(*x, depth - 1, seen, names);
                self.value(*y, depth - 1, seen, names);
            }
            Kind::Unary { op: UnaryOp::Load, x, .. } => names.extend(self.address(*x, depth - 1)),
            Kind::Unary { op: UnaryOp::Negate, x, .. } | Kind::Convert { x } | Kind::ChangeType { x } => {
                self.value(*x, depth - 1, seen, names);
            }
            Kind::Field { x, field } => {
                let mut whole = BTreeSet::new();
                self.value(*x, depth - 1, seen, &mut whole);
                names.extend(whole.iter().filter_map(|whole| self.field(*x, *field, whole)));
            }
            Kind::Call(Call { callee: Callee::Builtin(Builtin::Len | Builtin::Cap), arguments }) => {
                let mut whole = BTreeSet::new();
                arguments.iter().for_each(|&argument| self.value(argument, depth - 1, seen, &mut whole));
                names.extend(whole.iter().map(|whole| format!("len({whole})")));
            }
            Kind::Call(Call { callee: Callee::Static(callee), .. }) => {
                let function = self.image.function(*callee);
                names.insert(named().unwrap_or_else(|| format!("{}()", function.name)));
            }
            Kind::Call(_) => names.extend(named()),
            // The iterator of a map: how often there is a next one.
            Kind::Extract { tuple, index } => match self.next_of(*tuple) {
                Some(ranged) if *index == 0 => {
                    let mut whole = BTreeSet::new();
                    self.value(ranged, depth - 1, seen, &mut whole);
                    names.extend(whole.iter().map(|whole| format!("len({whole})")));
                }
                _ => names.extend(named()),
            },
            _ => {}
        }
    }

    /// What is ranged over, if a tuple is the next element of that.
    fn next_of(&self, tuple: Operand) -> Option<Operand> {
        let Operand::Local(tuple) = tuple else { return None };
        let Kind::Next { iterator: Operand::Local(iterator), .. } = self.definition(tuple)?.kind else {
            return None;
        };
        match self.definition(iterator)?.kind {
            Kind::Range { x } => Some(x),
            _ => None,
        }
    }

    /// The names of what lies at an address: a variable's, or a field's.
    fn address(&self, operand: Operand, depth: u32) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        let Operand::Local(local) = operand else {
            if let Operand::Global(id, _) = operand {
                let name = &self.image.globals[id.index()].name;
                names.extend(name.rsplit('.').next().map(str::to_string));
            }
            return names;
        };
        if depth == 0 {
            return names;
        }
        let free = self.function.parameters..self.function.parameters + self.function.free_variables;
        if free.contains(&local.0) {
            let captured = self.frame.captured.get(&(local.0 - self.function.parameters));
            return captured.cloned().unwrap_or_default();
        }
        let Some(instruction) = self.definition(local) else { return names };
        match &instruction.kind {
            // A variable: whatever is assigned to it.
            Kind::Alloc { .. } => {
                for &x in self.stores.get(&local).into_iter().flatten() {
                    self.value(x, depth - 1, &mut Vec::new(), &mut names);
                }
            }
            Kind::FieldAddr { x, field } => {
                let mut whole = BTreeSet::new();
                self.value(*x, depth - 1, &mut Vec::new(), &mut whole);
                names.extend(whole.iter().filter_map(|whole| self.field(*x, *field, whole)));
            }
            _ => {}
        }
        names
    }

    /// The name of a field of what is called `whole`.
    fn field(&self, of: Operand, field: u32, whole: &str) -> Option<String> {
        let mut ty = self.image.operand_type(self.function, of);
        if let Shape::Pointer(to) = self.image.ty(ty).shape {
            ty = to;
        }
        match &self.image.ty(ty).shape {
            Shape::Struct(fields) => Some(format!("{whole}.{}", fields.get(field as usize)?.name)),
            _ => None,
        }
    }
}

/// A loop: its blocks, and the conditions on which it is left.
struct Loop {
    blocks: BTreeSet<BlockId>,
    exits: Vec<Operand>,
}

/// The natural loops of a function: one for each edge back to a block that dominates its source.
fn loops(function: &Function) -> Vec<Loop> {
    let dominators = dominators(function);
    let mut found = Vec::new();
    for (index, block) in function.blocks.iter().enumerate() {
        let source = BlockId(index as u32);
        for &header in block.successors.iter().filter(|header| dominators[index].contains(header)) {
            let mut blocks = BTreeSet::from([header]);
            let mut pending = vec![source];
            while let Some(block) = pending.pop() {
                if blocks.insert(block) {
                    pending.extend(&function.blocks[block.index()].predecessors);
                }
            }
            let mut exits = Vec::new();
            for &block in &blocks {
                let block = &function.blocks[block.index()];
                if let Some(Kind::If { condition }) = block.instructions.last().map(|i| &i.kind)
                    && block.successors.iter().any(|successor| !blocks.contains(successor))
                {
                    exits.push(*condition);
                }
            }
            found.push(Loop { blocks, exits });
        }
    }
    found
}

/// For each block, those through which every way to it leads.
fn dominators(function: &Function) -> Vec<BTreeSet<BlockId>> {
    let all: BTreeSet<BlockId> = (0..function.blocks.len() as u32).map(BlockId).collect();
    let mut sets = vec![all; function.blocks.len()];
    if let Some(first) = sets.first_mut() {
        *first = BTreeSet::from([BlockId(0)]);
    }
    loop {
        let mut changed = false;
        for index in 1..function.blocks.len() {
            let mut predecessors = function.blocks[index].predecessors.iter();
            let mut set = predecessors.next().map_or_else(BTreeSet::new, |first| sets[first.index()].clone());
            predecessors.for_each(|p| set.retain(|block| sets[p.index()].contains(block)));
            set.insert(BlockId(index as u32));
            changed |= set != sets[index];
            sets[index] = set;
        }
        if !changed {
            return sets;
        }
    }
}
