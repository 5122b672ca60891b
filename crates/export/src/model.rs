//! A model: processes with integers, and arrays of channels.

/// A model of a program.
#[derive(Clone, Debug)]
pub struct Model {
    /// The arrays of channels.
    pub channels: Vec<Channels>,
    /// The functions that nodes execute.
    pub templates: Vec<Template>,
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
    /// Its number.
    pub id: i64,
    /// Which of the templates it executes.
    pub template: usize,
    /// What the template's parameters are.
    pub arguments: Vec<i64>,
}

/// The function of a node, with everything that it calls put in place.
#[derive(Clone, Debug)]
pub struct Template {
    /// `worker`
    pub function: String,
    /// The names of its parameters.
    pub parameters: Vec<String>,
    /// Its variables.
    pub slots: Vec<Variable>,
    /// What it does, from the first instruction on.
    pub code: Vec<Instruction>,
}

/// A variable of a template.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Variable {
    /// None if the source does not name it.
    pub name: Option<String>,
    /// Whether it is a boolean.
    pub boolean: bool,
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
    /// A parameter of the template.
    Parameter(usize),
    /// `!x`
    Not(Box<Expression>),
    /// `-x`
    Negate(Box<Expression>),
    /// `x op y`, with the operator as C writes it.
    Binary(&'static str, Box<Expression>, Box<Expression>),
    /// The second if the first is not 0, else the third.
    Conditional(Box<Expression>, Box<Expression>, Box<Expression>),
}

/// What a process does. Places in the code are indices.
#[derive(Clone, Debug)]
pub enum Instruction {
    /// `slot = x`
    Assign(Slot, Expression),
    /// Goes on there.
    Jump(usize),
    /// Goes on at the first if it is not 0, else at the second.
    Branch {
        /// What decides.
        condition: Expression,
        /// Where it goes on if that is not 0.
        yes: usize,
        /// Where it goes on otherwise.
        no: usize,
        /// The line of the source.
        line: u32,
    },
    /// Goes on at one of the two.
    Fork {
        /// If it is so.
        yes: usize,
        /// If it is not.
        no: usize,
        /// The line of the source.
        line: u32,
    },
    /// Something was printed here, or a mark stands here.
    Marker {
        /// The mark's name.
        name: Option<String>,
        /// The line of the source.
        line: u32,
    },
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
    /// A number from 0 up to this one is chosen; it goes on at the next place.
    Choose {
        /// How many there are.
        count: Expression,
        /// Where it goes.
        into: Slot,
    },
    /// One of several, as UPPAAL writes them.
    Alternatives {
        /// What it is called.
        word: &'static str,
        /// The channels, locks and wait groups that it is about, by their numbers.
        resources: Vec<usize>,
        /// What may happen.
        list: Vec<Alternative>,
    },
    /// The process is done.
    End,
    /// The program is done.
    Exit,
}

/// Something that a process may do, in UPPAAL's language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// When it is possible.
    pub guard: Vec<String>,
    /// With whom.
    pub synchronisation: Option<String>,
    /// What it changes.
    pub updates: Vec<String>,
    /// Where to go on; none if it goes no further.
    pub next: Option<usize>,
}

/// A send or receive.
#[derive(Clone, PartialEq, Eq, Debug)]
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

/// How a language writes expressions: its names, and what it calls conditional ones.
pub(crate) struct Style<'a> {
    pub slot: &'a dyn Fn(Slot) -> String,
    pub parameter: &'a dyn Fn(usize) -> String,
    /// What stands behind the condition: `?` in C, `->` in Promela.
    pub then: &'static str,
}

impl Expression {
    /// Calls `visit` with each slot in it.
    pub fn for_each_slot(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Expression::Int(_) | Expression::Parameter(_) => {}
            Expression::Slot(slot) => visit(*slot),
            Expression::Not(x) | Expression::Negate(x) => x.for_each_slot(visit),
            Expression::Binary(_, x, y) => {
                x.for_each_slot(visit);
                y.for_each_slot(visit);
            }
            Expression::Conditional(c, x, y) => {
                c.for_each_slot(visit);
                x.for_each_slot(visit);
                y.for_each_slot(visit);
            }
        }
    }

    /// Whether it reads a slot.
    pub fn mentions(&self, slot: Slot) -> bool {
        let mut found = false;
        self.for_each_slot(&mut |other| found |= other == slot);
        found
    }

    /// How many parts it has.
    pub fn size(&self) -> usize {
        match self {
            Expression::Int(_) | Expression::Slot(_) | Expression::Parameter(_) => 1,
            Expression::Not(x) | Expression::Negate(x) => 1 + x.size(),
            Expression::Binary(_, x, y) => 1 + x.size() + y.size(),
            Expression::Conditional(c, x, y) => 1 + c.size() + x.size() + y.size(),
        }
    }

    /// The same with slots replaced by what `value` knows about them, and with what can be computed computed.
    pub fn replaced(&self, value: &dyn Fn(Slot) -> Option<Expression>) -> Expression {
        let inside = |x: &Expression| Box::new(x.replaced(value));
        let new = match self {
            Expression::Int(_) | Expression::Parameter(_) => self.clone(),
            Expression::Slot(slot) => value(*slot).unwrap_or_else(|| self.clone()),
            Expression::Not(x) => Expression::Not(inside(x)),
            Expression::Negate(x) => Expression::Negate(inside(x)),
            Expression::Binary(op, x, y) => Expression::Binary(op, inside(x), inside(y)),
            Expression::Conditional(c, x, y) => Expression::Conditional(inside(c), inside(x), inside(y)),
        };
        new.folded()
    }

    /// Computes the outermost operator, if its operands are known.
    fn folded(self) -> Expression {
        use Expression::{Binary, Conditional, Int, Negate, Not};
        let truth = |holds: bool| Some(Int(i64::from(holds)));
        let value = match &self {
            Not(x) => match &**x {
                Int(x) => truth(*x == 0),
                Not(x) => match &**x {
                    // Twice is not at all, where it is 0 or 1 anyway.
                    Not(_) | Binary("==" | "!=" | "<" | "<=" | ">" | ">=", ..) => Some((**x).clone()),
                    _ => None,
                },
                Binary(op, x, y) => opposite(op).map(|op| Binary(op, x.clone(), y.clone())),
                _ => None,
            },
            Negate(x) => match **x {
                Int(x) => x.checked_neg().map(Int),
                _ => None,
            },
            Conditional(c, x, y) => match **c {
                Int(c) => Some(if c != 0 { (**x).clone() } else { (**y).clone() }),
                _ if x == y => Some((**x).clone()),
                _ => None,
            },
            Binary(op, x, y) => match (&**x, &**y) {
                (Int(x), Int(y)) => match *op {
                    "+" => x.checked_add(*y).map(Int),
                    "-" => x.checked_sub(*y).map(Int),
                    "*" => x.checked_mul(*y).map(Int),
                    "/" => x.checked_div(*y).map(Int),
                    "%" => x.checked_rem(*y).map(Int),
                    "==" => truth(x == y),
                    "!=" => truth(x != y),
                    "<" => truth(x < y),
                    "<=" => truth(x <= y),
                    ">" => truth(x > y),
                    ">=" => truth(x >= y),
                    _ => None,
                },
                (x, Int(0)) if matches!(*op, "+" | "-") => Some(x.clone()),
                (Int(0), y) if *op == "+" => Some(y.clone()),
                _ => None,
            },
            _ => None,
        };
        value.unwrap_or(self)
    }

    /// As `style` writes it.
    pub(crate) fn text(&self, style: &Style) -> String {
        match self {
            Expression::Int(i) if *i < 0 => format!("({i})"),
            Expression::Int(i) => i.to_string(),
            Expression::Slot(slot) => (style.slot)(*slot),
            Expression::Parameter(i) => (style.parameter)(*i),
            Expression::Not(x) => format!("!{}", x.operand(style)),
            Expression::Negate(x) => format!("-{}", x.operand(style)),
            Expression::Binary(operator, x, y) => {
                format!("{} {operator} {}", x.operand(style), y.operand(style))
            }
            Expression::Conditional(c, x, y) => {
                let [c, x, y] = [c, x, y].map(|part| part.operand(style));
                format!("({c} {} {x} : {y})", style.then)
            }
        }
    }

    /// [`Expression::text`], in brackets if something may stand beside it.
    pub(crate) fn operand(&self, style: &Style) -> String {
        match self {
            Expression::Binary(..) | Expression::Negate(_) => format!("({})", self.text(style)),
            _ => self.text(style),
        }
    }
}

fn opposite(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "==" => "!=",
        "!=" => "==",
        "<" => ">=",
        ">=" => "<",
        ">" => "<=",
        "<=" => ">",
        _ => return None,
    })
}

impl Model {
    /// The template of a process.
    pub fn template(&self, process: &Process) -> &Template {
        &self.templates[process.template]
    }
}

impl Template {
    /// The same with marks if `named`, and with the places that print if `prints`; the others are gone.
    pub(crate) fn with_markers(&self, named: bool, prints: bool) -> Template {
        let mut template = self.clone();
        for (place, instruction) in template.code.iter_mut().enumerate() {
            if let Instruction::Marker { name, .. } = instruction
                && !(if name.is_some() { named } else { prints })
            {
                *instruction = Instruction::Jump(place + 1);
            }
        }
        template
    }
}
