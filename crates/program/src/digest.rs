//! What an entry point depends on, in a number: as long as it is the same, the entry does the same, at the same lines.
//!
//! An image has the programs of all packages that were named. An entry reaches a part of it: functions by calls and as values,
//! types, and the methods of those, globals. Each of these has a hash of its own, in which others are named, not numbered,
//! since numbers change with whatever else is in the image. The digest is made of the hashes of all that is reached, and of the
//! texts of the user's files that functions come from, because findings show their lines.

use std::hash::Hash;
use std::mem::discriminant;

use xxhash_rust::xxh3::Xxh3;

use crate::{
    Call, Callee, Entry, Field, File, FileId, Function, FunctionId, Global, GlobalId, Image, Instruction,
    Kind, Literal, MethodId, Operand, Position, Shape, Type, TypeId,
};

/// The digests of an image's entries.
pub struct Digests<'a> {
    image: &'a Image,
    functions: Vec<Node>,
    types: Vec<Node>,
    globals: Vec<Node>,
}

/// Something that can be reached.
#[derive(Default)]
struct Node {
    hash: u128,
    functions: Vec<FunctionId>,
    types: Vec<TypeId>,
    globals: Vec<GlobalId>,
    files: Vec<FileId>,
}

impl<'a> Digests<'a> {
    /// Looks at everything in an image, once.
    pub fn new(image: &'a Image) -> Digests<'a> {
        let names = Names::new(image);
        Digests {
            image,
            functions: image.functions.iter().map(|function| names.function(function)).collect(),
            types: image.types.iter().map(|ty| names.ty(ty)).collect(),
            globals: image.globals.iter().map(|global| names.global(global)).collect(),
        }
    }

    /// The digest of an entry. `text` gives a hash of what one of the user's files says.
    pub fn of(&self, entry: &Entry, mut text: impl FnMut(&File) -> u128) -> u128 {
        let Entry { name, package, kind, init, function, runner, godebug } = entry;
        let mut reached = Reached::new(self.image);
        reached.functions.extend([*init, *function].into_iter().chain(*runner));
        // Hashes are added up, so that the order in which things are met, which is one of numbers, does not matter.
        let mut total = 0u128;
        while let Some(node) = self.next(&mut reached) {
            total = total.wrapping_add(node.hash);
            reached.functions.extend(&node.functions);
            reached.types.extend(&node.types);
            reached.globals.extend(&node.globals);
            node.files.iter().for_each(|file| _ = first(&mut reached.seen_files, file.index()));
        }
        for (file, seen) in self.image.files.iter().zip(&reached.seen_files) {
            if *seen && file.user {
                total = total.wrapping_add(sum(&(&file.path, text(file))));
            }
        }
        sum(&(&self.image.go_version, name, package, *kind as u8, godebug, total))
    }

    /// The next thing that was reached, and not looked at yet.
    fn next(&self, reached: &mut Reached) -> Option<&Node> {
        while let Some(id) = reached.functions.pop() {
            if first(&mut reached.seen_functions, id.index()) {
                return self.functions.get(id.index());
            }
        }
        while let Some(id) = reached.types.pop() {
            if first(&mut reached.seen_types, id.index()) {
                return self.types.get(id.index());
            }
        }
        while let Some(id) = reached.globals.pop() {
            if first(&mut reached.seen_globals, id.index()) {
                return self.globals.get(id.index());
            }
        }
        None
    }
}

/// What was reached, and what of that was looked at.
struct Reached {
    functions: Vec<FunctionId>,
    types: Vec<TypeId>,
    globals: Vec<GlobalId>,
    seen_functions: Vec<bool>,
    seen_types: Vec<bool>,
    seen_globals: Vec<bool>,
    seen_files: Vec<bool>,
}

impl Reached {
    fn new(image: &Image) -> Reached {
        Reached {
            functions: Vec::new(),
            types: Vec::new(),
            globals: Vec::new(),
            seen_functions: vec![false; image.functions.len()],
            seen_types: vec![false; image.types.len()],
            seen_globals: vec![false; image.globals.len()],
            seen_files: vec![false; image.files.len()],
        }
    }
}

/// Notes that something was seen; true the first time.
fn first(seen: &mut [bool], index: usize) -> bool {
    seen.get_mut(index).is_some_and(|seen| !std::mem::replace(seen, true))
}

/// Hashes of names, by which things refer to each other.
struct Names<'a> {
    image: &'a Image,
    functions: Vec<u128>,
    types: Vec<u128>,
    globals: Vec<u128>,
    constants: Vec<u128>,
    methods: Vec<u128>,
    files: Vec<u128>,
}

impl<'a> Names<'a> {
    fn new(image: &'a Image) -> Names<'a> {
        let files: Vec<u128> = image.files.iter().map(|file| sum(&(&file.path, file.user))).collect();
        let types: Vec<u128> =
            image.types.iter().map(|ty| sum(&(&ty.name, &ty.package, ty.named, ty.size))).collect();
        let place = |at: Position| place(&files, at);
        Names {
            functions: image
                .functions
                .iter()
                .map(|f| sum(&(&f.name, &f.ssa_name, &f.package, place(f.position))))
                .collect(),
            globals: image
                .globals
                .iter()
                .map(|global| sum(&(&global.name, place(global.position))))
                .collect(),
            constants: image
                .constants
                .iter()
                .map(|constant| sum(&(types.get(constant.ty.index()), literal(&constant.value))))
                .collect(),
            methods: image.methods.iter().map(|method| sum(&(&method.name, &method.package))).collect(),
            image,
            types,
            files,
        }
    }

    fn place(&self, at: Position) -> (Option<u128>, u32, u32) {
        place(&self.files, at)
    }

    fn function(&self, function: &Function) -> Node {
        let mut writer = Writer { names: self, sum: Xxh3::new(), node: Node::default() };
        // Through whom the front-end came to the function first depends on the other entries, and no finding tells it.
        let Function { reached_from: _, name, ssa_name, package, signature, parameters, .. } = function;
        let Function { free_variables, results, locals, blocks, recover, position, parent, flags, .. } =
            function;
        writer.put(&(name, ssa_name, package, parameters, free_variables, locals.len(), blocks.len()));
        writer.put(&(recover.map(|block| block.0), flags.synthetic, flags.atomic, flags.user));
        writer.position(*position);
        parent.iter().for_each(|&parent| writer.function(parent));
        results.iter().chain([signature]).for_each(|&ty| writer.ty(ty));
        for local in locals {
            writer.put(&local.name);
            writer.ty(local.ty);
        }
        for block in blocks {
            let ends = |blocks: &[crate::BlockId]| blocks.iter().map(|block| block.0).collect::<Vec<u32>>();
            writer.put(&(ends(&block.predecessors), ends(&block.successors), block.instructions.len()));
            block.instructions.iter().for_each(|instruction| writer.instruction(instruction));
        }
        writer.finish()
    }

    fn ty(&self, ty: &Type) -> Node {
        let mut writer = Writer { names: self, sum: Xxh3::new(), node: Node::default() };
        let Type { name, package, named, underlying, shape, size, comparable, methods } = ty;
        writer.put(&(name, package, named, size, comparable, discriminant(shape)));
        writer.ty(*underlying);
        match shape {
            Shape::Basic(basic) => writer.put(basic),
            Shape::Pointer(of) | Shape::Slice(of) => writer.ty(*of),
            Shape::Array(len, of) => {
                writer.put(len);
                writer.ty(*of);
            }
            Shape::Struct(fields) => {
                for Field { name, ty, embedded, package, tag } in fields {
                    writer.put(&(name, embedded, package, tag));
                    writer.ty(*ty);
                }
            }
            Shape::Map(key, value) => [key, value].into_iter().for_each(|&ty| writer.ty(ty)),
            Shape::Chan(direction, of) => {
                writer.put(&(*direction as u8));
                writer.ty(*of);
            }
            Shape::Signature(parameters, results, variadic) => {
                writer.put(&(parameters.len(), results.len(), variadic));
                parameters.iter().chain(results).for_each(|&ty| writer.ty(ty));
            }
            Shape::Interface(methods) => methods.iter().for_each(|&method| writer.method(method)),
            Shape::Tuple(parts) => parts.iter().for_each(|&ty| writer.ty(ty)),
            Shape::Iterator => {}
        }
        for entry in methods {
            writer.method(entry.method);
            writer.function(entry.function);
        }
        writer.finish()
    }

    fn global(&self, global: &Global) -> Node {
        let mut writer = Writer { names: self, sum: Xxh3::new(), node: Node::default() };
        let Global { name, ty, position, cut } = global;
        writer.put(&(name, cut));
        writer.ty(*ty);
        writer.position(*position);
        writer.finish()
    }
}

/// Writes the hash of one thing, and notes what it refers to.
struct Writer<'n, 'a> {
    names: &'n Names<'a>,
    sum: Xxh3,
    node: Node,
}

impl Writer<'_, '_> {
    fn finish(self) -> Node {
        Node { hash: self.sum.digest128(), ..self.node }
    }

    fn put(&mut self, value: &impl Hash) {
        value.hash(&mut self.sum);
    }

    fn function(&mut self, id: FunctionId) {
        self.put(&self.names.functions.get(id.index()));
        self.node.functions.push(id);
    }

    fn ty(&mut self, id: TypeId) {
        self.put(&self.names.types.get(id.index()));
        self.node.types.push(id);
    }

    fn method(&mut self, id: MethodId) {
        self.put(&self.names.methods.get(id.index()));
    }

    fn position(&mut self, at: Position) {
        self.put(&self.names.place(at));
        if at.is_known() && self.node.files.last() != Some(&at.file) {
            self.node.files.push(at.file);
        }
    }

    fn operand(&mut self, operand: Operand) {
        self.put(&discriminant(&operand));
        match operand {
            Operand::Local(local) => self.put(&local.0),
            Operand::Constant(id) => {
                self.put(&self.names.constants.get(id.index()));
                let constant = self.names.image.constants.get(id.index());
                constant.into_iter().for_each(|constant| self.node.types.push(constant.ty));
            }
            Operand::Global(id, ty) => {
                self.put(&self.names.globals.get(id.index()));
                self.node.globals.push(id);
                self.ty(ty);
            }
            Operand::Function(id) => self.function(id),
        }
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let Instruction { result, kind, position } = instruction;
        self.put(&(result.map(|local| local.0), discriminant(kind)));
        self.position(*position);
        let mut operands = 0;
        kind.for_each_operand(|operand| {
            operands += 1;
            self.operand(operand);
        });
        self.put(&operands);
        // What is no operand.
        match kind {
            Kind::Alloc { element, heap } => {
                self.put(heap);
                self.ty(*element);
            }
            Kind::Binary { op, .. } => self.put(op),
            Kind::Unary { op, comma_ok, .. } => self.put(&(op, comma_ok)),
            Kind::MakeClosure { function, .. } => self.function(*function),
            Kind::Slice { low, high, max, .. } => self.put(&(low.is_some(), high.is_some(), max.is_some())),
            Kind::FieldAddr { field, .. } | Kind::Field { field, .. } => self.put(field),
            Kind::Lookup { comma_ok, .. } => self.put(comma_ok),
            Kind::Next { is_string, .. } => self.put(is_string),
            Kind::TypeAssert { asserted, comma_ok, .. } => {
                self.put(comma_ok);
                self.ty(*asserted);
            }
            Kind::Extract { index, .. } => self.put(index),
            Kind::Call(call) | Kind::Go(call) => self.call(call),
            Kind::Defer { call, stack } => {
                self.put(&stack.is_some());
                self.call(call);
            }
            Kind::Select { cases, blocking } => {
                self.put(blocking);
                for case in cases {
                    self.put(&case.send.is_some());
                    self.position(case.position);
                }
            }
            Kind::Phi { .. }
            | Kind::ChangeType { .. }
            | Kind::Convert { .. }
            | Kind::ChangeInterface { .. }
            | Kind::SliceToArrayPointer { .. }
            | Kind::MakeInterface { .. }
            | Kind::MakeMap { .. }
            | Kind::MakeChan { .. }
            | Kind::MakeSlice { .. }
            | Kind::IndexAddr { .. }
            | Kind::Index { .. }
            | Kind::Range { .. }
            | Kind::Jump
            | Kind::If { .. }
            | Kind::Return { .. }
            | Kind::RunDefers
            | Kind::Panic { .. }
            | Kind::Send { .. }
            | Kind::Store { .. }
            | Kind::MapUpdate { .. } => {}
        }
    }

    fn call(&mut self, call: &Call) {
        self.put(&discriminant(&call.callee));
        match call.callee {
            Callee::Static(function) => self.function(function),
            Callee::Method(_, method) => self.method(method),
            Callee::Builtin(builtin) => self.put(&builtin),
            Callee::Dynamic(_) => {}
        }
    }
}

fn place(files: &[u128], at: Position) -> (Option<u128>, u32, u32) {
    match at.is_known() {
        true => (files.get(at.file.index()).copied(), at.line, at.column),
        false => (None, 0, 0),
    }
}

fn literal(value: &Literal) -> u128 {
    match value {
        Literal::Zero => sum(&0),
        Literal::Bool(value) => sum(&(1, value)),
        Literal::Int(value) => sum(&(2, value)),
        Literal::Float(value) => sum(&(3, value.to_bits())),
        Literal::Complex(re, im) => sum(&(4, re.to_bits(), im.to_bits())),
        Literal::String(value) => sum(&(5, value)),
    }
}

fn sum(value: &impl Hash) -> u128 {
    let mut sum = Xxh3::new();
    value.hash(&mut sum);
    sum.digest128()
}
