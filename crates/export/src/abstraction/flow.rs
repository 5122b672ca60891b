//! Which functions matter to a model, and how the blocks of one lie to each other.

use std::collections::BTreeSet;

use vtrace_program::{Builtin, Callee, Function, Image, Kind, UnaryOp};

/// The functions in which something happens that the model has, or in what they call.
pub fn matters(image: &Image) -> Vec<bool> {
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
pub fn is_native(function: &Function) -> bool {
    function.ssa_name == "os.Exit"
        || function.package == "sync"
            && ["Mutex)", "RWMutex)", "WaitGroup)", "Once)"].iter().any(|of| function.ssa_name.contains(of))
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

/// Whether a block can come again.
pub fn in_loop(function: &Function, block: usize) -> bool {
    let successors = &function.blocks[block].successors;
    successors.iter().any(|successor| reachable(function, successor.index(), None).contains(&block))
}

/// Whether one block is always come by before another.
pub fn dominates(function: &Function, block: usize, other: usize) -> bool {
    block == other || !reachable(function, 0, Some(block)).contains(&other)
}
