//! A model: processes with integers, and arrays of channels.

/// A model of a program.
#[derive(Clone, Debug)]
pub struct Model {
    /// The arrays of channels.
    pub channels: Vec<Channels>,
    /// The nodes.
    pub processes: Vec<Process>,
}

/// An array of channels that carry integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Channels {
    /// The variable's name.
    pub name: String,
    /// How many there are.
    pub len: u64,
    /// How many messages each has room for.
    pub capacity: i64,
}

/// A node.
#[derive(Clone, Debug)]
pub struct Process {
    /// `worker2`
    pub name: String,
    /// `worker`
    pub function: String,
    /// Its number.
    pub id: i64,
    /// The names of its slots; none for those that the source does not name.
    pub slots: Vec<Option<String>>,
    /// What it does, from the first instruction on.
    pub code: Vec<Instruction>,
}

/// A place of a process that holds an integer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Slot(pub usize);

/// An expression over a process's slots. Booleans are 0 and 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A number.
    Int(i64),
    /// What a slot holds.
    Slot(Slot),
    /// `!x`
    Not(Box<Expression>),
    /// `-x`
    Negate(Box<Expression>),
    /// `x op y`, with the operator as C writes it.
    Binary(&'static str, Box<Expression>, Box<Expression>),
}

/// What a process does. Places in the code are indices.
#[derive(Clone, Debug)]
pub enum Instruction {
    /// `slot = x`
    Assign(Slot, Expression),
    /// Goes on there.
    Jump(usize),
    /// Goes on at the first if it is not 0, else at the second.
    Branch(Expression, usize, usize),
    /// Does something that others notice: a step begins.
    Operation {
        /// What.
        operation: Operation,
        /// The line of the source.
        line: u32,
    },
}

/// Something that others notice, or a choice.
#[derive(Clone, Debug)]
pub enum Operation {
    /// One of several sends and receives, or the default.
    Select {
        /// The cases.
        cases: Vec<Case>,
        /// Where to go on if none is possible.
        default: Option<usize>,
        /// Whether it is a select, and not a plain send or receive.
        select: bool,
    },
    /// A number from 0 up to this one is chosen.
    Choose {
        /// How many there are.
        count: Expression,
        /// Where it goes.
        into: Slot,
        /// Where to go on.
        next: usize,
    },
    /// The process is done.
    End,
    /// The program is done.
    Exit,
}

/// A send or receive.
#[derive(Clone, Debug)]
pub struct Case {
    /// The array.
    pub channels: usize,
    /// Which of its channels.
    pub index: Expression,
    /// What is sent; none for a receive.
    pub send: Option<Expression>,
    /// Where what is received goes, if anywhere.
    pub into: Option<Slot>,
    /// Where to go on.
    pub next: usize,
}

impl Expression {
    /// Calls `visit` with each slot in it.
    pub fn for_each_slot(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Expression::Int(_) => {}
            Expression::Slot(slot) => visit(*slot),
            Expression::Not(x) | Expression::Negate(x) => x.for_each_slot(visit),
            Expression::Binary(_, x, y) => {
                x.for_each_slot(visit);
                y.for_each_slot(visit);
            }
        }
    }

    /// As C writes it; `name` gives the names of slots.
    pub fn text(&self, name: &dyn Fn(Slot) -> String) -> String {
        match self {
            Expression::Int(i) if *i < 0 => format!("({i})"),
            Expression::Int(i) => i.to_string(),
            Expression::Slot(slot) => name(*slot),
            Expression::Not(x) => format!("!({})", x.text(name)),
            Expression::Negate(x) => format!("-({})", x.text(name)),
            Expression::Binary(operator, x, y) => format!("({} {operator} {})", x.text(name), y.text(name)),
        }
    }
}

impl Process {
    /// The places of its operations: where it can be between two steps.
    pub fn points(&self) -> Vec<usize> {
        let is_point = |i: &usize| matches!(self.code[*i], Instruction::Operation { .. });
        (0..self.code.len()).filter(is_point).collect()
    }

    /// What an operation is called: `Send1`, `Select2`, in the order of the code.
    pub fn point_name(&self, point: usize) -> String {
        let kind = |instruction: &Instruction| match instruction {
            Instruction::Operation { operation, .. } => match operation {
                Operation::Select { select: true, .. } => "Select",
                Operation::Select { cases, .. } if cases.iter().all(|case| case.send.is_some()) => "Send",
                Operation::Select { .. } => "Receive",
                Operation::Choose { .. } => "Choose",
                Operation::End => "End",
                Operation::Exit => "Exit",
            },
            _ => "",
        };
        let own = kind(&self.code[point]);
        let count = self.code[..=point].iter().filter(|instruction| kind(instruction) == own).count();
        format!("{own}{count}")
    }

    /// For each point, the nameless slots whose values matter there: they are read later, before they are written.
    pub fn live(&self) -> Vec<Vec<bool>> {
        let n = self.slots.len();
        let mut live: Vec<Vec<bool>> = vec![vec![false; n]; self.code.len()];
        loop {
            let mut changed = false;
            for i in (0..self.code.len()).rev() {
                let mut set = vec![false; n];
                self.for_each_successor(i, |next, written| {
                    for slot in 0..n {
                        set[slot] |= live[next][slot] && written != Some(Slot(slot));
                    }
                });
                self.for_each_read(i, &mut |slot| set[slot.0] = true);
                if set != live[i] {
                    live[i] = set;
                    changed = true;
                }
            }
            if !changed {
                return live;
            }
        }
    }

    /// Where an instruction goes on, and what it writes on the way there.
    fn for_each_successor(&self, i: usize, mut visit: impl FnMut(usize, Option<Slot>)) {
        match &self.code[i] {
            Instruction::Assign(slot, _) => visit(i + 1, Some(*slot)),
            Instruction::Jump(to) => visit(*to, None),
            Instruction::Branch(_, yes, no) => {
                visit(*yes, None);
                visit(*no, None);
            }
            Instruction::Operation { operation, .. } => match operation {
                Operation::Select { cases, default, .. } => {
                    cases.iter().for_each(|case| visit(case.next, case.into));
                    default.iter().for_each(|next| visit(*next, None));
                }
                Operation::Choose { into, next, .. } => visit(*next, Some(*into)),
                Operation::End | Operation::Exit => {}
            },
        }
    }

    fn for_each_read(&self, i: usize, visit: &mut dyn FnMut(Slot)) {
        match &self.code[i] {
            Instruction::Assign(_, x) | Instruction::Branch(x, ..) => x.for_each_slot(visit),
            Instruction::Jump(_) => {}
            Instruction::Operation { operation, .. } => match operation {
                Operation::Select { cases, .. } => {
                    for case in cases {
                        case.index.for_each_slot(visit);
                        case.send.iter().for_each(|x| x.for_each_slot(visit));
                    }
                }
                Operation::Choose { count, .. } => count.for_each_slot(visit),
                Operation::End | Operation::Exit => {}
            },
        }
    }
}
