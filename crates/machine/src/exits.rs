//! Whether a function can come to an end from where it is, by its own control flow.

use crate::code::{Code, Op};
use crate::program::Program;
use crate::state::Goroutine;

/// Whether all of a goroutine's invocations can reach a return.
pub(crate) fn can_return(program: &Program, g: &Goroutine) -> bool {
    g.frames.iter().all(|frame| reaches_return(&program.codes[frame.code as usize], frame.pc as usize))
}

fn reaches_return(code: &Code, from: usize) -> bool {
    let mut seen = vec![false; code.ops.len()];
    let mut pending = vec![from];
    while let Some(pc) = pending.pop() {
        if pc >= seen.len() || std::mem::replace(&mut seen[pc], true) {
            continue;
        }
        match code.ops[pc] {
            Op::Return { .. } | Op::Panic { .. } | Op::Native { .. } => return true,
            Op::External { .. } | Op::Behave { .. } | Op::Opaque { .. } | Op::IfUnknown { .. } => {
                return true;
            }
            Op::Jump { to } => pending.push(to as usize),
            Op::Branch { yes, no, .. } | Op::BranchCompare { yes, no, .. } => {
                pending.extend([yes as usize, no as usize]);
            }
            _ => pending.push(pc + 1),
        }
    }
    false
}
