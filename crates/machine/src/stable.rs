//! Variables that nobody writes once others can see them.
//!
//! A closure captures variables by address, so that a goroutine that only reads the channel it was started with seems to
//! share memory with everyone. Such a variable is *stable* if it is written only in the block that makes it, before
//! anything captures it; a package-level variable is, if only the initialisation of its package writes it. Reading a
//! stable variable concerns nobody, and need not be a step of its own.

use vtrace_program::{Builtin, Call, Callee, Function, Image, Instruction, Kind, LocalId, Operand, UnaryOp};

/// The stable variables of a program.
pub(crate) struct Stable {
    /// For each function, whether each local is the address of a stable variable.
    locals: Vec<Vec<bool>>,
    globals: Vec<bool>,
}

impl Stable {
    /// Finds the stable variables of `image`.
    pub(crate) fn new(image: &Image) -> Stable {
        let mut locals: Vec<Vec<bool>> = image.functions.iter().map(harmless).collect();
        // A variable is stable if it is so everywhere: in the function that makes it, and in all that capture it.
        let mut changed = true;
        while changed {
            changed = false;
            for (index, function) in image.functions.iter().enumerate() {
                for (captured, closure, free) in captures(image, function) {
                    // What is bound to anything but a variable of this function is none that was made for it.
                    let here = captured.is_some_and(|captured| locals[index][captured.index()]);
                    let there = locals[closure][free.index()];
                    if here != there {
                        if let Some(captured) = captured {
                            locals[index][captured.index()] = false;
                        }
                        locals[closure][free.index()] = false;
                        changed = true;
                    }
                }
            }
        }
        Stable { locals, globals: stable_globals(image) }
    }

    /// Whether `address` is that of a stable variable, in the function with this index.
    pub(crate) fn is_stable(&self, function: usize, address: Operand) -> bool {
        match address {
            Operand::Local(local) => self.locals[function][local.index()],
            Operand::Global(global, _) => self.globals[global.index()],
            Operand::Constant(_) | Operand::Function(_) => false,
        }
    }
}

/// For each local, whether it is a variable's address (made here, or captured) with which this function does nothing
/// but load, hand it on to closures, and, if it is made here, store before that.
fn harmless(function: &Function) -> Vec<bool> {
    let mut harmless = vec![false; function.locals.len()];
    let free = function.parameters..function.parameters + function.free_variables;
    free.for_each(|local| harmless[local as usize] = true);
    for block in &function.blocks {
        for instruction in &block.instructions {
            if let (Kind::Alloc { .. }, Some(made)) = (&instruction.kind, instruction.result) {
                harmless[made.index()] = true;
            }
        }
    }
    for block in &function.blocks {
        // What was made in this block, and not captured yet, may be stored to.
        let mut young: Vec<LocalId> = Vec::new();
        for instruction in &block.instructions {
            match (&instruction.kind, instruction.result) {
                (Kind::Alloc { .. }, Some(made)) => young.push(made),
                (Kind::MakeClosure { bindings, .. }, _) => {
                    young.retain(|local| !bindings.contains(&Operand::Local(*local)));
                }
                (Kind::Store { address: Operand::Local(local), .. }, _) if !young.contains(local) => {
                    harmless[local.index()] = false;
                }
                _ => {}
            }
            for_each_other_use(instruction, |operand| {
                if let Operand::Local(local) = operand {
                    harmless[local.index()] = false;
                }
            });
        }
    }
    harmless
}

/// Calls `visit` with each operand that is used otherwise than as the address of a load or store, or by a capture.
fn for_each_other_use(instruction: &Instruction, mut visit: impl FnMut(Operand)) {
    match &instruction.kind {
        Kind::Unary { op: UnaryOp::Load, .. } | Kind::MakeClosure { .. } => {}
        // Printing an address, as the front-end does to have a variable watched, changes nothing there.
        Kind::Call(Call { callee: Callee::Builtin(Builtin::Print), .. }) => {}
        Kind::Store { x, .. } => visit(*x),
        kind => kind.for_each_operand(visit),
    }
}

/// The captures in a function: the captured local, if it is one, the closure's function, and the local that it is there.
fn captures<'i>(
    image: &'i Image,
    function: &'i Function,
) -> impl Iterator<Item = (Option<LocalId>, usize, LocalId)> + 'i {
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    instructions
        .filter_map(|instruction| match &instruction.kind {
            Kind::MakeClosure { function, bindings } => Some((function.index(), bindings)),
            _ => None,
        })
        .flat_map(move |(closure, bindings)| {
            let first = image.functions[closure].parameters;
            bindings.iter().enumerate().map(move |(i, operand)| {
                let captured = match operand {
                    Operand::Local(local) => Some(*local),
                    _ => None,
                };
                (captured, closure, LocalId(first + i as u32))
            })
        })
}

/// For each global, whether it is only loaded, and stored to by the initialisation of packages alone.
fn stable_globals(image: &Image) -> Vec<bool> {
    let mut stable = vec![true; image.globals.len()];
    for function in &image.functions {
        let instructions = || function.blocks.iter().flat_map(|block| &block.instructions);
        let is_go = |i: &Instruction| matches!(i.kind, Kind::Go(_));
        let initialises =
            function.flags.synthetic && function.ssa_name.ends_with(".init") && !instructions().any(is_go);
        for instruction in instructions() {
            let mut unstable = |operand: Operand| {
                if let Operand::Global(global, _) = operand {
                    stable[global.index()] = false;
                }
            };
            match &instruction.kind {
                Kind::MakeClosure { bindings, .. } => bindings.iter().copied().for_each(&mut unstable),
                Kind::Store { address, .. } if !initialises => unstable(*address),
                _ => {}
            }
            for_each_other_use(instruction, unstable);
        }
    }
    stable
}
