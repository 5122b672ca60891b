//! What is executed only before there are several goroutines.
//!
//! `main` begins alone, and so does whatever it calls before it starts anything. An instruction is *early* if its function is
//! called at early places only, and no way through the function leads to it from something that may start a goroutine.

use rustc_hash::FxHashSet;
use vtrace_program::{Callee, EntryKind, Function, Image, Instruction, Kind, Operand};

/// For each function, which of its instructions are early.
pub(crate) struct Early {
    /// For each function and block, where the first instruction is that may start a goroutine, or the end: what is before it
    /// is early. None if nothing in the block is.
    blocks: Vec<Vec<Option<usize>>>,
}

impl Early {
    pub(crate) fn new(image: &Image) -> Early {
        let (spawns, any_value) = spawning(image);
        let mut early = candidates(image, &spawns);
        loop {
            let functions = image.functions.iter().enumerate();
            let blocks: Vec<Vec<Option<usize>>> = functions
                .map(|(index, function)| match early[index] {
                    true => beginning(function, &spawns, any_value),
                    false => vec![None; function.blocks.len()],
                })
                .collect();
            let mut lost = FxHashSet::default();
            for (function, ends) in image.functions.iter().zip(&blocks) {
                for (block, end) in function.blocks.iter().zip(ends) {
                    // The first one that may start a goroutine is still called before there is any.
                    let calls = block.instructions.iter().enumerate();
                    let late = calls.filter(|(place, _)| end.is_none_or(|end| *place > end));
                    lost.extend(late.filter_map(|(_, instruction)| callee(instruction)));
                }
            }
            let before = early.iter().filter(|early| **early).count();
            lost.into_iter().for_each(|function: usize| early[function] = false);
            if early.iter().filter(|early| **early).count() == before {
                return Early { blocks };
            }
        }
    }

    /// Whether an instruction is early.
    pub(crate) fn is(&self, function: usize, block: usize, place: usize) -> bool {
        self.blocks[function][block].is_some_and(|end| place < end)
    }
}

fn callee(instruction: &Instruction) -> Option<usize> {
    match &instruction.kind {
        Kind::Call(call) => match call.callee {
            Callee::Static(id) => Some(id.index()),
            _ => None,
        },
        _ => None,
    }
}

/// The functions that are only ever called, and by nothing that is known to be late.
fn candidates(image: &Image, spawns: &[bool]) -> Vec<bool> {
    let mut early: Vec<bool> = image.functions.iter().map(Function::has_body).collect();
    for function in &image.functions {
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            let mut value = |operand: Operand| {
                if let Operand::Function(id) = operand {
                    early[id.index()] = false;
                }
            };
            instruction.kind.for_each_operand(&mut value);
            match &instruction.kind {
                Kind::MakeClosure { function, .. } => early[function.index()] = false,
                Kind::Go(call) | Kind::Defer { call, .. } => {
                    if let Callee::Static(id) = call.callee {
                        early[id.index()] = false;
                    }
                }
                _ => {}
            }
        }
    }
    for method in image.types.iter().flat_map(|ty| &ty.methods) {
        early[method.function.index()] = false;
    }
    for entry in &image.entries {
        if entry.kind != EntryKind::Main || spawns[entry.init.index()] {
            early[entry.function.index()] = false;
        }
    }
    early
}

/// The functions that may start a goroutine, themselves or by what they call; and whether one of those that are used as
/// values may.
fn spawning(image: &Image) -> (Vec<bool>, bool) {
    let is_timer = |function: &Function| {
        !function.has_body() && function.package == "time" && function.ssa_name.contains("Timer")
    };
    let mut spawns: Vec<bool> = image.functions.iter().map(is_timer).collect();
    let values: Vec<bool> = {
        let mut values = vec![false; image.functions.len()];
        for instruction in
            image.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.instructions)
        {
            instruction.kind.for_each_operand(|operand| {
                if let Operand::Function(id) = operand {
                    values[id.index()] = true;
                }
            });
            if let Kind::MakeClosure { function, .. } = &instruction.kind {
                values[function.index()] = true;
            }
        }
        image.types.iter().flat_map(|ty| &ty.methods).for_each(|m| values[m.function.index()] = true);
        values
    };
    loop {
        let mut changed = false;
        let any_value = values.iter().zip(&spawns).any(|(value, spawns)| *value && *spawns);
        for (index, function) in image.functions.iter().enumerate() {
            let may = |instruction: &Instruction| may_spawn(instruction, &spawns, any_value);
            if !spawns[index] && function.blocks.iter().flat_map(|block| &block.instructions).any(may) {
                spawns[index] = true;
                changed = true;
            }
        }
        if !changed {
            return (spawns, any_value);
        }
    }
}

fn may_spawn(instruction: &Instruction, spawns: &[bool], any_value: bool) -> bool {
    match &instruction.kind {
        Kind::Go(_) => true,
        Kind::Call(call) | Kind::Defer { call, .. } => match call.callee {
            Callee::Static(id) => spawns[id.index()],
            Callee::Dynamic(_) | Callee::Method(..) => any_value,
            Callee::Builtin(_) => false,
        },
        _ => false,
    }
}

/// For each block of a function that is called while nobody else is there, up to where it is executed so too.
fn beginning(function: &Function, spawns: &[bool], any_value: bool) -> Vec<Option<usize>> {
    let may = |instruction: &Instruction| may_spawn(instruction, spawns, any_value);
    let first: Vec<Option<usize>> =
        function.blocks.iter().map(|block| block.instructions.iter().position(may)).collect();
    let mut late = vec![false; function.blocks.len()];
    let mut pending: Vec<usize> = (0..first.len()).filter(|&block| first[block].is_some()).collect();
    while let Some(block) = pending.pop() {
        for successor in &function.blocks[block].successors {
            if !std::mem::replace(&mut late[successor.index()], true) {
                pending.push(successor.index());
            }
        }
    }
    let end = |block: usize| first[block].unwrap_or(function.blocks[block].instructions.len());
    (0..first.len()).map(|block| (!late[block]).then(|| end(block))).collect()
}
