//! What the user's variables hold in a state, for people: the variables of every invocation, the package's, and the channels,
//! locks and wait groups that can be reached from them, under the names by which they are reached.
//!
//! The image names registers after the variables that they hold. A variable whose address is taken has one register with
//! the address, and more that hold what was once read from it; those are passed over. Any other variable has a register for
//! each assignment; the one that still matters is shown, or else the last one that was written.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use vtrace_program::{Function, FunctionId, Kind, LocalId, Operand, Position, Shape, TypeId, UnaryOp};

use crate::code::Code;
use crate::machine::Machine;
use crate::program::Program;
use crate::render;
use crate::state::{Frame, Goroutine, State};
use crate::value::{ObjectId, Pointer, Value};

/// A variable and what it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type, as Go prints it.
    pub ty: String,
    /// Its value, short.
    pub value: String,
    /// What it refers to, if it is a channel or the address of something of package sync.
    pub target: Option<(ObjectId, u32)>,
}

/// The variables of one invocation of a function of the user's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// The function.
    pub function: FunctionId,
    /// Where it is.
    pub position: Position,
    /// Its variables, in the order of the source.
    pub variables: Vec<Variable>,
}

/// Something on which goroutines wait for each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resource {
    /// How it is reached: `jobs`, `joint.mu`, `forks[2]`.
    pub name: String,
    /// What it is.
    pub kind: ResourceKind,
    /// The object that it lies in.
    pub object: ObjectId,
    /// Where in that object.
    pub slot: u32,
    /// Its type, as Go prints it.
    pub ty: String,
    /// What it holds: a channel's elements, a wait group's counter.
    pub value: String,
}

/// What a [`Resource`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResourceKind {
    /// A channel.
    Channel,
    /// A Mutex or RWMutex.
    Lock,
    /// A WaitGroup.
    WaitGroup,
}

/// How many resources are named. More than that nobody looks at.
const RESOURCES: usize = 256;
/// How many elements of a slice or an array are looked at.
const ELEMENTS: u32 = 32;
/// How many pointers and fields a name may have.
const LENGTH: u32 = 4;
/// How many elements of a channel are shown.
const SHOWN: usize = 8;

/// Where a variable of a function is.
enum Place {
    /// At the address that this register holds.
    Behind(u32, TypeId),
    /// In one of these registers, in the order of the code.
    In(Vec<(u32, TypeId)>),
}

impl Machine {
    /// The invocations of functions of the user's that a goroutine is in, the innermost first.
    pub fn scopes(&self, state: &State, goroutine: u32) -> Vec<Scope> {
        let Some(index) = state.index_of(goroutine) else { return Vec::new() };
        let g = &*state.goroutines[index];
        let program = &*self.program;
        let mut scopes = Vec::new();
        for (depth, frame) in g.frames.iter().enumerate().rev() {
            let code = &program.codes[frame.code as usize];
            let function = program.image.function(code.function);
            if !function.flags.user || code.synthetic {
                continue;
            }
            let top = depth + 1 == g.frames.len();
            let at = if top { frame.pc as usize } else { (frame.pc as usize).saturating_sub(1) };
            let position = code.positions.get(at).copied().filter(|position| position.is_known());
            let mut variables = Vec::new();
            each_variable(program, state, g, frame, |name, ty, values| {
                variables.push(Variable {
                    name: name.to_string(),
                    ty: program.image.ty(ty).name.clone(),
                    value: render::value(program, &state.heap, Some(ty), values),
                    target: target(program, ty, values),
                });
            });
            let position = position.unwrap_or(function.position);
            scopes.push(Scope { function: code.function, position, variables });
        }
        scopes
    }

    /// The package-level variables of the user's.
    pub fn globals(&self, state: &State) -> Vec<Variable> {
        let mut variables = Vec::new();
        each_global(&self.program, state, |name, ty, values, _| {
            let value = render::value(&self.program, &state.heap, Some(ty), values);
            let target = target(&self.program, ty, values);
            variables.push(Variable { name, ty: self.program.image.ty(ty).name.clone(), value, target });
        });
        variables
    }

    /// The channels, locks and wait groups that the user's variables lead to, each once, under its shortest name.
    pub fn resources(&self, state: &State) -> Vec<Resource> {
        let program = &*self.program;
        let mut walk = Walk {
            program,
            state,
            seen: FxHashSet::default(),
            channels: FxHashSet::default(),
            queue: VecDeque::new(),
            found: Vec::new(),
        };
        each_global(program, state, |name, ty, _, at| walk.queue.push_back((name, ty, Node::At(at), 0)));
        for g in &state.goroutines {
            for frame in g.frames.iter().rev() {
                let code = &program.codes[frame.code as usize];
                // What only calls a function of the user's has registers of its own.
                if program.image.function(code.function).flags.user && !code.synthetic {
                    each_variable_place(program, state, g, frame, |name, ty, node| {
                        walk.queue.push_back((name.to_string(), ty, node, 0));
                    });
                }
            }
        }
        walk.run();
        walk.found
    }
}

fn target(program: &Program, ty: TypeId, values: &[Value]) -> Option<(ObjectId, u32)> {
    let image = &program.image;
    match (&image.ty(ty).shape, values) {
        (Shape::Chan(..), [Value::Ptr(at)]) => Some((at.object, at.slot)),
        (Shape::Pointer(to), [Value::Ptr(at)]) if image.ty(*to).name.starts_with("sync.") => {
            Some((at.object, at.slot))
        }
        _ => None,
    }
}

/// Calls `visit` with each package-level variable of the user's: name, type, slots, address.
fn each_global(program: &Program, state: &State, mut visit: impl FnMut(String, TypeId, &[Value], Pointer)) {
    for (index, global) in program.image.globals.iter().enumerate() {
        let user = global.position.is_known() && program.image.files[global.position.file.index()].user;
        if !user || global.cut {
            continue;
        }
        // Globals are the first objects, in their order: see `Machine::initial`.
        let at = Pointer::to(ObjectId(index as u32 + 1));
        let name = global.name.rsplit(['/', '.']).next().unwrap_or(&global.name).to_string();
        visit(name, global.ty, state.heap.load_range(at, program.layouts.size(global.ty)), at);
    }
}

fn each_variable(
    program: &Program,
    state: &State,
    g: &Goroutine,
    frame: &Frame,
    mut visit: impl FnMut(&str, TypeId, &[Value]),
) {
    each_variable_place(program, state, g, frame, |name, ty, node| match node {
        Node::At(at) => visit(name, ty, state.heap.load_range(at, program.layouts.size(ty))),
        Node::Values(values) => visit(name, ty, &values),
    });
}

/// Calls `visit` with each variable of an invocation that holds something.
fn each_variable_place(
    program: &Program,
    state: &State,
    g: &Goroutine,
    frame: &Frame,
    mut visit: impl FnMut(&str, TypeId, Node),
) {
    let code = &program.codes[frame.code as usize];
    let function = program.image.function(code.function);
    for (name, place) in variables_of(program, function) {
        let slots = |register: u32, n: u32| {
            let from = (frame.base + register) as usize;
            g.registers.get(from..from + n as usize)
        };
        match place {
            Place::Behind(register, ty) => {
                if let Some(&[Value::Ptr(at)]) = slots(register, 1)
                    && at.slot + program.layouts.size(ty) <= state.heap.len_of(at.object)
                {
                    visit(name, ty, Node::At(at));
                }
            }
            Place::In(registers) => {
                let written = |&&(register, ty): &&(u32, TypeId)| {
                    slots(register, program.layouts.size(ty))
                        .is_some_and(|values| values.iter().any(|value| *value != Value::Nil))
                };
                let live = |&&(register, _): &&(u32, TypeId)| is_live(code, frame.pc, register);
                let chosen = registers.iter().rev().find(live).or(registers.iter().rev().find(written));
                if let Some(&(register, ty)) = chosen
                    && let Some(values) = slots(register, program.layouts.size(ty))
                {
                    visit(name, ty, Node::Values(values.to_vec()));
                }
            }
        }
    }
}

fn is_live(code: &Code, pc: u32, register: u32) -> bool {
    let set = code.live_before.get(pc as usize).and_then(|&set| code.live_sets.get(set as usize));
    let word = set.and_then(|set| set.get(register as usize / 64));
    word.is_some_and(|word| word >> (register % 64) & 1 == 1)
}

/// The variables of a function, in the order in which their registers come.
fn variables_of<'a>(program: &Program, function: &'a Function) -> Vec<(&'a str, Place)> {
    let image = &program.image;
    let mut defined: FxHashMap<LocalId, &Kind> = FxHashMap::default();
    for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
        if let Some(result) = instruction.result {
            defined.insert(result, &instruction.kind);
        }
    }
    let captured = function.parameters..function.parameters + function.free_variables;
    let mut variables: Vec<(&str, Place)> = Vec::new();
    let mut register = 0;
    for (index, local) in function.locals.iter().enumerate() {
        let at = register;
        register += program.layouts.size(local.ty);
        let Some(name) = local.name.as_deref() else { continue };
        let kind = defined.get(&LocalId(index as u32));
        let address = matches!(kind, Some(Kind::Alloc { .. })) || captured.contains(&(index as u32));
        // A copy of what a variable elsewhere once held.
        if let Some(Kind::Unary { op: UnaryOp::Load, x: Operand::Global(..), .. }) = kind {
            continue;
        }
        let known = variables.iter_mut().find(|(known, _)| *known == name);
        match (&image.ty(local.ty).shape, known) {
            (Shape::Pointer(to), None) if address => variables.push((name, Place::Behind(at, *to))),
            (Shape::Pointer(to), Some((_, place @ Place::In(_)))) if address => {
                *place = Place::Behind(at, *to)
            }
            (_, Some((_, Place::Behind(..)))) => {}
            (_, Some((_, Place::In(registers)))) => registers.push((at, local.ty)),
            (_, None) => variables.push((name, Place::In(vec![(at, local.ty)]))),
        }
    }
    variables
}

/// A value on the way to a resource.
enum Node {
    /// In memory.
    At(Pointer),
    /// In registers.
    Values(Vec<Value>),
}

/// A walk from variables to resources, breadth first, so that short names win.
struct Walk<'a> {
    program: &'a Program,
    state: &'a State,
    seen: FxHashSet<(ObjectId, u32, TypeId)>,
    channels: FxHashSet<ObjectId>,
    queue: VecDeque<(String, TypeId, Node, u32)>,
    found: Vec<Resource>,
}

impl Walk<'_> {
    fn run(&mut self) {
        while let Some((name, ty, node, length)) = self.queue.pop_front() {
            if self.found.len() >= RESOURCES {
                return;
            }
            self.visit(name, ty, node, length);
        }
    }

    fn visit(&mut self, name: String, ty: TypeId, node: Node, length: u32) {
        let (program, state) = (self.program, self.state);
        let image = &program.image;
        let shape = &image.ty(ty).shape;
        let kind = match image.ty(ty).name.as_str() {
            "sync.Mutex" | "sync.RWMutex" => Some(ResourceKind::Lock),
            "sync.WaitGroup" => Some(ResourceKind::WaitGroup),
            _ => None,
        };
        if let Node::At(at) = node {
            if !self.seen.insert((at.object, at.slot, ty)) {
                return;
            }
            if let Some(kind) = kind {
                let values = state.heap.load_range(at, program.layouts.size(ty));
                let value = render::value(program, &state.heap, Some(ty), values);
                let ty = image.ty(ty).name.clone();
                self.found.push(Resource { name, kind, object: at.object, slot: at.slot, ty, value });
                return;
            }
        }
        let size = program.layouts.size(ty);
        let first = match &node {
            Node::At(at) if size > 0 => state.heap.load(*at),
            Node::Values(values) => values.first().copied().unwrap_or(Value::Nil),
            Node::At(_) => Value::Nil,
        };
        match (shape, first) {
            // A channel is the same one, whichever directions its type allows.
            (Shape::Chan(_, element), Value::Ptr(at)) if self.channels.insert(at.object) => {
                let value = self.channel(at.object, *element);
                let (kind, ty) = (ResourceKind::Channel, image.ty(ty).name.clone());
                self.found.push(Resource { name, kind, object: at.object, slot: 0, ty, value });
            }
            (Shape::Pointer(to), Value::Ptr(at)) if length < LENGTH => {
                // A pointer to a channel or to a struct is not worth a star: Go does without, too.
                self.queue.push_back((name, *to, Node::At(at), length + 1));
            }
            (Shape::Slice(element), Value::Ptr(at)) if length < LENGTH => {
                let len = match &node {
                    Node::At(header) => state.heap.load(header.offset(1)),
                    Node::Values(values) => values.get(1).copied().unwrap_or(Value::Nil),
                };
                if let Value::Len(len, _) = len {
                    self.elements(&name, *element, at, len, length);
                }
            }
            (Shape::Array(len, element), _) if length < LENGTH => {
                if let Node::At(at) = node {
                    self.elements(&name, *element, at, *len as u32, length);
                }
            }
            (Shape::Struct(fields), _) if length < LENGTH => {
                for (i, field) in fields.iter().enumerate() {
                    let at = program.layouts.offset(ty, i as u32);
                    let size = program.layouts.size(field.ty);
                    let part = match &node {
                        Node::At(base) => Node::At(base.offset(at)),
                        Node::Values(values) => {
                            let (from, to) = (at as usize, (at + size) as usize);
                            Node::Values(values.get(from..to).unwrap_or(&[]).to_vec())
                        }
                    };
                    if size > 0 {
                        self.queue.push_back((format!("{name}.{}", field.name), field.ty, part, length + 1));
                    }
                }
            }
            _ => {}
        }
    }

    fn elements(&mut self, name: &str, element: TypeId, at: Pointer, len: u32, length: u32) {
        let size = self.program.layouts.size(element);
        let interesting =
            !matches!(self.program.image.ty(element).shape, Shape::Basic(_) | Shape::Signature(..));
        if size > 0 && interesting {
            for i in 0..len.min(ELEMENTS) {
                let node = Node::At(at.offset(i * size));
                self.queue.push_back((format!("{name}[{i}]"), element, node, length + 1));
            }
        }
    }

    /// What a channel holds: `[1 2], 2 of 4`, `empty`, `closed`.
    fn channel(&self, object: ObjectId, element: TypeId) -> String {
        let channel = self.state.heap.channel(object);
        let closed = if channel.closed { ", closed" } else { "" };
        if channel.capacity == 0 {
            return format!("unbuffered{closed}");
        }
        let values: Vec<Value> = channel.buffer.iter().copied().collect();
        let size = channel.element as usize;
        let mut shown: Vec<String> = (0..channel.count as usize)
            .take(SHOWN)
            .map(|i| {
                let values = values.get(i * size..(i + 1) * size).unwrap_or(&[]);
                render::value(self.program, &self.state.heap, Some(element), values)
            })
            .collect();
        if channel.count as usize > SHOWN {
            shown.push("…".to_string());
        }
        format!("[{}] {} of {}{closed}", shown.join(" "), channel.count, channel.capacity)
    }
}
