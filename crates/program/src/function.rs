//! Functions, their blocks and locals.

use crate::{BlockId, FunctionId, Instruction, LocalId, Position, TypeId};

/// A function, method, closure or wrapper.
///
/// Locals are numbered: first the parameters, then the free variables (each a captured variable's address, or a
/// bound receiver), then one for each instruction that has a result, in the order of the blocks.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// As Go prints it in a stack trace: `main.main`, `main.(*T).Method`, `main.main.func1`.
    pub name: String,
    /// As go/ssa prints it: `(*sync.Mutex).Lock`, `main.main$1`. Natives are found by this name.
    pub ssa_name: String,
    /// The import path of its package; empty for some wrappers.
    pub package: String,
    /// Its type, receiver first.
    pub signature: TypeId,
    /// How many of the locals are parameters.
    pub parameters: u32,
    /// How many of the locals, after the parameters, are free variables.
    pub free_variables: u32,
    /// The types of the results.
    pub results: Vec<TypeId>,
    /// All registers.
    pub locals: Vec<Local>,
    /// The body; empty for a function without one: a native, or external. Block 0 is the entry.
    pub blocks: Vec<Block>,
    /// Where control goes when a deferred function has recovered from a panic; it returns the named results. None:
    /// the function returns zero values.
    pub recover: Option<BlockId>,
    /// Where it is declared.
    pub position: Position,
    /// The function in which it is a literal.
    pub parent: Option<FunctionId>,
    /// The function through which the front-end first reached it, and the place there: an error about a
    /// function that can't be run tells how it was reached.
    pub reached_from: Option<(FunctionId, Position)>,
    /// What else is known.
    pub flags: FunctionFlags,
}

/// What else is known of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FunctionFlags {
    /// Made by go/ssa: a wrapper, thunk, bound method or package initialiser.
    pub synthetic: bool,
    /// Its whole execution is one visible operation (`//vtrace:atomic` in a shim). It never blocks.
    pub atomic: bool,
    /// Belongs to the user's code, so that its lines are worth showing.
    pub user: bool,
}

/// A register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Local {
    /// Its type.
    pub ty: TypeId,
    /// The name of the source variable whose value it holds, if one does.
    pub name: Option<String>,
}

/// A basic block: instructions, the last of which is Jump, If, Return or Panic.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block {
    /// The instructions; Phis first.
    pub instructions: Vec<Instruction>,
    /// Predecessors, in the order of the Phis' edges.
    pub predecessors: Vec<BlockId>,
    /// Successors: none, one (Jump), or two (If: then, else).
    pub successors: Vec<BlockId>,
}

impl Function {
    /// Whether there is code to execute.
    pub fn has_body(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// The parameters' registers.
    pub fn parameter_locals(&self) -> impl Iterator<Item = LocalId> {
        (0..self.parameters).map(LocalId)
    }
}
