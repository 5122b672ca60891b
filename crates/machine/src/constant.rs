//! Memory that nobody writes once there are several goroutines.
//!
//! Networks are built first, and then only read: arrays of channels, structs that say who the neighbours are. Reading them
//! concerns nobody, and need not be a step. What is told apart is the package-level variable, the field of a struct type, and the
//! element type of arrays and slices. Such a *class* is constant if every store that may hit it is early ([`crate::early`]), or
//! goes to a variable that was made just before and that nobody else has seen. An address that is used otherwise than for
//! loading and storing spoils its class.

use rustc_hash::{FxHashMap, FxHashSet};
use vtrace_program::{
    Basic, Builtin, Call, Callee, Function, Image, Instruction, Kind, LocalId, Operand, Shape, TypeId,
    UnaryOp,
};

use crate::early::Early;

/// What is told apart in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Class {
    Global(u32),
    /// A field of a struct: by its underlying type, so that conversions do not matter.
    Field(TypeId, u32),
    /// The elements of arrays and slices of this element type.
    Element(TypeId),
}

/// The constant memory of a program.
pub(crate) struct Constant {
    spoiled: FxHashSet<Class>,
    /// For each function, the class of each local that is an address inside of something.
    addresses: Vec<FxHashMap<LocalId, Class>>,
    /// Whether there is anything to be said at all.
    known: bool,
}

impl Constant {
    /// Nothing is known to be constant.
    pub(crate) fn nothing() -> Constant {
        Constant { spoiled: FxHashSet::default(), addresses: Vec::new(), known: false }
    }

    /// Finds out what is constant in `image`.
    pub(crate) fn new(image: &Image) -> Constant {
        if writes_by_other_means(image) {
            return Constant::nothing();
        }
        let early = Early::new(image);
        let mut constant = Constant { spoiled: FxHashSet::default(), addresses: Vec::new(), known: true };
        for (index, function) in image.functions.iter().enumerate() {
            let chains = Chains::new(image, function);
            constant.function(image, function, index, &chains, &early);
            let innermost = chains.of.iter().map(|(local, link)| (*local, link.class));
            constant.addresses.push(innermost.collect());
        }
        constant
    }

    /// Whether what is at `address`, in the function with this index, is constant.
    pub(crate) fn is_constant(&self, function: usize, address: Operand) -> bool {
        let class = match address {
            Operand::Global(global, _) => Some(Class::Global(global.0)),
            Operand::Local(local) => self.addresses.get(function).and_then(|of| of.get(&local)).copied(),
            _ => None,
        };
        self.known && class.is_some_and(|class| !self.spoiled.contains(&class))
    }

    fn function(&mut self, image: &Image, function: &Function, index: usize, chains: &Chains, early: &Early) {
        let initialises = function.flags.synthetic && function.ssa_name.ends_with(".init");
        for (number, block) in function.blocks.iter().enumerate() {
            // Variables that were made in this block, and that only addresses inside of them refer to.
            let mut young: FxHashSet<LocalId> = FxHashSet::default();
            for (place, instruction) in block.instructions.iter().enumerate() {
                let is_early = initialises || early.is(index, number, place);
                if let (Kind::Alloc { .. }, Some(made)) = (&instruction.kind, instruction.result) {
                    young.insert(made);
                }
                for_each_escape(instruction, |operand| {
                    if let Operand::Local(local) = operand {
                        young.remove(&local);
                        if let Some(link) = chains.of.get(&local) {
                            young.remove(&link.root.unwrap_or(local));
                        }
                    }
                    chains.for_each_class(operand, |class| {
                        self.spoiled.insert(class);
                    });
                });
                if is_early {
                    continue;
                }
                match &instruction.kind {
                    Kind::Store { address, x } => {
                        if chains.is_private(function, *address, &young) {
                            continue;
                        }
                        chains.for_each_class(*address, |class| {
                            self.spoiled.insert(class);
                        });
                        self.spoil_inside(image, image.operand_type(function, *x));
                    }
                    Kind::Call(Call { callee: Callee::Builtin(builtin), arguments })
                    | Kind::Go(Call { callee: Callee::Builtin(builtin), arguments })
                    | Kind::Defer { call: Call { callee: Callee::Builtin(builtin), arguments }, .. }
                        if matches!(builtin, Builtin::Append | Builtin::Copy | Builtin::Clear) =>
                    {
                        let of = arguments.first().map(|&operand| image.operand_type(function, operand));
                        if let Some(Shape::Slice(element)) = of.map(|of| &image.ty(of).shape) {
                            self.spoiled.insert(Class::Element(*element));
                            self.spoil_inside(image, *element);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// A value of this type is written somewhere: so are its parts.
    fn spoil_inside(&mut self, image: &Image, ty: TypeId) {
        match &image.ty(ty).shape {
            Shape::Struct(fields) => {
                for (i, field) in fields.iter().enumerate() {
                    self.spoiled.insert(Class::Field(image.ty(ty).underlying, i as u32));
                    self.spoil_inside(image, field.ty);
                }
            }
            Shape::Array(_, element) => {
                self.spoiled.insert(Class::Element(*element));
                self.spoil_inside(image, *element);
            }
            _ => {}
        }
    }
}

/// How the addresses in a function lie inside of each other.
struct Chains {
    of: FxHashMap<LocalId, Link>,
}

struct Link {
    class: Class,
    /// The address that this one is inside of, if that is one in place.
    outer: Option<Operand>,
    /// The variable of this function at the end of the chain, if it ends in one.
    root: Option<LocalId>,
}

impl Chains {
    fn new(image: &Image, function: &Function) -> Chains {
        let mut chains = Chains { of: FxHashMap::default() };
        // Blocks are in an order in which definitions come before uses, but for Phis, which are no addresses here.
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            let Some(result) = instruction.result else { continue };
            let (x, class) = match instruction.kind {
                Kind::FieldAddr { x, field } => {
                    let Shape::Pointer(of) = image.ty(image.operand_type(function, x)).shape else {
                        continue;
                    };
                    (x, Class::Field(image.ty(of).underlying, field))
                }
                Kind::IndexAddr { x, .. } => match image.ty(image.operand_type(function, x)).shape {
                    Shape::Slice(element) => {
                        chains
                            .of
                            .insert(result, Link { class: Class::Element(element), outer: None, root: None });
                        continue;
                    }
                    Shape::Pointer(of) => match image.ty(of).shape {
                        Shape::Array(_, element) => (x, Class::Element(element)),
                        _ => continue,
                    },
                    _ => continue,
                },
                _ => continue,
            };
            let root = match x {
                Operand::Local(local) => match chains.of.get(&local) {
                    Some(link) => link.root,
                    None => Some(local),
                },
                _ => None,
            };
            chains.of.insert(result, Link { class, outer: Some(x), root });
        }
        chains
    }

    /// The classes of an address, from the inside out.
    fn for_each_class(&self, mut address: Operand, mut visit: impl FnMut(Class)) {
        loop {
            match address {
                Operand::Global(global, _) => return visit(Class::Global(global.0)),
                Operand::Local(local) => {
                    let Some(link) = self.of.get(&local) else { return };
                    visit(link.class);
                    let Some(outer) = link.outer else { return };
                    address = outer;
                }
                _ => return,
            }
        }
    }

    /// Whether an address lies in a variable of this function that nobody else can know.
    fn is_private(&self, function: &Function, address: Operand, young: &FxHashSet<LocalId>) -> bool {
        let Operand::Local(local) = address else { return false };
        let root = match self.of.get(&local) {
            Some(link) => link.root,
            None => Some(local),
        };
        root.is_some_and(|root| young.contains(&root) || is_on_stack(function, root))
    }
}

/// Whether a local is the address of a variable that does not outlive the call.
fn is_on_stack(function: &Function, local: LocalId) -> bool {
    let mut instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    instructions.any(|i| i.result == Some(local) && matches!(i.kind, Kind::Alloc { heap: false, .. }))
}

/// Calls `visit` with the operands that are used otherwise than as the address of a load or store, or to make one inside.
fn for_each_escape(instruction: &Instruction, mut visit: impl FnMut(Operand)) {
    match &instruction.kind {
        Kind::Unary { op: UnaryOp::Load, .. } | Kind::FieldAddr { .. } => {}
        Kind::IndexAddr { index, .. } => visit(*index),
        Kind::Store { x, .. } => visit(*x),
        // Printing an address changes nothing there.
        Kind::Call(Call { callee: Callee::Builtin(Builtin::Print | Builtin::Println), .. }) => {}
        kind => kind.for_each_operand(visit),
    }
}

/// Whether the program may write memory in ways that are not looked at here: through reflection, or through unsafe
/// pointers in the user's own code.
fn writes_by_other_means(image: &Image) -> bool {
    let is_unsafe = |ty: TypeId| matches!(image.ty(ty).shape, Shape::Basic(Basic::UnsafePointer));
    image.functions.iter().any(|function| {
        let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
        let converts = |i: &Instruction| match &i.kind {
            Kind::Convert { x } => {
                is_unsafe(image.operand_type(function, *x))
                    || i.result.is_some_and(|result| is_unsafe(function.locals[result.index()].ty))
            }
            _ => false,
        };
        let reflects = !function.has_body() && function.package == "reflect" && function.name.contains("Set");
        reflects || function.flags.user && instructions.clone().any(converts)
    })
}
