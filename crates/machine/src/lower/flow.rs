//! Control flow: blocks in order, Phis as moves on the edges, comparisons fused with the branches that they feed.

use vtrace_program::{Block, BlockId, Instruction, Kind, Operand, Position};

use super::{Body, Lowering};
use crate::arith;
use crate::code::{Op, Src};

impl Lowering<'_> {
    pub(super) fn body(&mut self, body: &mut Body) {
        let function = body.function;
        for (index, block) in function.blocks.iter().enumerate() {
            body.starts[index] = body.ops.len() as u32;
            self.block(body, BlockId(index as u32), block);
        }
        self.stubs(body);
        // Jumps name blocks until all blocks have their place.
        let starts = std::mem::take(&mut body.starts);
        for op in &mut body.ops {
            match op {
                Op::Jump { to } => resolve(to, &starts),
                Op::Branch { yes, no, .. } | Op::BranchCompare { yes, no, .. } => {
                    resolve(yes, &starts);
                    resolve(no, &starts);
                }
                _ => {}
            }
        }
        body.starts = starts;
    }

    pub(super) fn block(&mut self, body: &mut Body, id: BlockId, block: &Block) {
        let phis = block.instructions.iter().take_while(|i| matches!(i.kind, Kind::Phi { .. })).count();
        let rest = &block.instructions[phis..];
        for (index, instruction) in rest.iter().enumerate() {
            let fused = match rest.get(index + 1) {
                Some(next) => self.fuses(body, instruction, next),
                None => false,
            };
            if fused {
                let next = &rest[index + 1];
                self.branch_compare(body, id, block, instruction, next.position);
                return;
            }
            match &instruction.kind {
                Kind::Jump => {
                    self.moves(body, id, block.successors[0], instruction.position);
                    body.emit(Op::Jump { to: label(block.successors[0]) }, instruction.position);
                }
                Kind::If { condition } => {
                    let condition = self.src(body, *condition);
                    let at = body.ops.len();
                    let (yes, no) = (block.successors[0], block.successors[1]);
                    body.emit(Op::Branch { condition, yes: label(yes), no: label(no) }, instruction.position);
                    self.request_stubs(body, id, yes, no, at);
                }
                _ => self.instruction(body, instruction),
            }
        }
        if !block.instructions.last().is_some_and(|i| is_terminator(&i.kind)) {
            body.emit(Op::Unreachable, Position::NONE);
        }
    }

    pub(super) fn fuses(&self, body: &Body, instruction: &Instruction, next: &Instruction) -> bool {
        let (Kind::If { condition: Operand::Local(condition) }, Some(result)) =
            (&next.kind, instruction.result)
        else {
            return false;
        };
        let Kind::Binary { op, x, .. } = &instruction.kind else { return false };
        *condition == result
            && body.uses[result.index()] == 1
            && arith::comparison(*op).is_some()
            && arith::ordered(self.image, self.image.operand_type(body.function, *x)).is_some()
    }

    pub(super) fn branch_compare(
        &mut self,
        body: &mut Body,
        id: BlockId,
        block: &Block,
        compare: &Instruction,
        at: Position,
    ) {
        let Kind::Binary { op, x, y } = &compare.kind else { return };
        let ty = self.image.operand_type(body.function, *x);
        let (Some(op), Some(kind)) = (arith::comparison(*op), arith::ordered(self.image, ty)) else { return };
        let (a, b) = (self.src(body, *x), self.src(body, *y));
        let (yes, no) = (block.successors[0], block.successors[1]);
        let index = body.ops.len();
        body.emit(Op::BranchCompare { op, kind, a, b, yes: label(yes), no: label(no) }, at);
        self.request_stubs(body, id, yes, no, index);
    }

    pub(super) fn request_stubs(
        &mut self,
        body: &mut Body,
        from: BlockId,
        yes: BlockId,
        no: BlockId,
        branch: usize,
    ) {
        for (to, is_yes) in [(yes, true), (no, false)] {
            if has_phis(&body.function.blocks[to.index()]) {
                body.stubs.push((from, to, branch, is_yes));
            }
        }
    }

    pub(super) fn stubs(&mut self, body: &mut Body) {
        for (from, to, branch, is_yes) in std::mem::take(&mut body.stubs) {
            let at = body.ops.len() as u32;
            let position = body.positions[branch];
            match &mut body.ops[branch] {
                Op::Branch { yes, no, .. } | Op::BranchCompare { yes, no, .. } => {
                    *(if is_yes { yes } else { no }) = at;
                }
                _ => {}
            }
            self.edge_moves(body, from, to, is_yes, position);
            body.emit(Op::Jump { to: label(to) }, position);
        }
    }

    pub(super) fn moves(&mut self, body: &mut Body, from: BlockId, to: BlockId, position: Position) {
        self.edge_moves(body, from, to, true, position);
    }

    /// The parallel moves of the Phis of `to` for control that comes from `from`. If both successors of a branch are
    /// the same block, `first` says which of the two edges it is.
    pub(super) fn edge_moves(
        &mut self,
        body: &mut Body,
        from: BlockId,
        to: BlockId,
        first: bool,
        position: Position,
    ) {
        let function = body.function;
        let block = &function.blocks[to.index()];
        if !has_phis(block) {
            return;
        }
        let mut edges = block.predecessors.iter().enumerate().filter(|(_, p)| **p == from).map(|(i, _)| i);
        let edge = edges.next();
        let edge = if first { edge } else { edges.next().or(edge) };
        let Some(edge) = edge else { return };
        let mut pending: Vec<(u32, Src)> = Vec::new();
        for instruction in &block.instructions {
            let (Kind::Phi { edges }, Some(result)) = (&instruction.kind, instruction.result) else { break };
            let src = self.src(body, edges[edge]);
            let dst = body.register(result);
            for slot in 0..self.size(function.locals[result.index()].ty) {
                if src.offset(slot) != Src::register(dst + slot) {
                    pending.push((dst + slot, src.offset(slot)));
                }
            }
        }
        while !pending.is_empty() {
            let free =
                pending.iter().position(|&(dst, _)| !pending.iter().any(|&(_, s)| s == Src::register(dst)));
            match free {
                Some(index) => {
                    let (dst, src) = pending.swap_remove(index);
                    body.emit(Op::Move { dst, src }, position);
                }
                None => {
                    // Only cycles are left: park one source in a scratch register.
                    let temporary = body.scratch;
                    body.frame = body.frame.max(temporary + 1);
                    let victim = pending[0].1;
                    body.emit(Op::Move { dst: temporary, src: victim }, position);
                    for (_, src) in &mut pending {
                        if *src == victim {
                            *src = Src::register(temporary);
                        }
                    }
                    // The scratch register is read by exactly one chain, which is emitted before the next cycle is
                    // broken, since its head is free now.
                }
            }
        }
    }
}

/// Marks a jump target as a block's number, to be replaced by the place of its first instruction.
fn label(block: BlockId) -> u32 {
    block.0 | LABEL
}

const LABEL: u32 = 1 << 31;

fn resolve(target: &mut u32, starts: &[u32]) {
    if *target & LABEL != 0 {
        *target = starts[(*target & !LABEL) as usize];
    }
}

fn has_phis(block: &Block) -> bool {
    matches!(block.instructions.first(), Some(Instruction { kind: Kind::Phi { .. }, .. }))
}

fn is_terminator(kind: &Kind) -> bool {
    matches!(kind, Kind::Jump | Kind::If { .. } | Kind::Return { .. } | Kind::Panic { .. })
}
