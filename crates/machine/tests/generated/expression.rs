//! Expressions: typed, without side effects, and without panics, so that the order of evaluation, which Go leaves open
//! in part, cannot show.

use crate::random::Dice;
use crate::types::{FLOATS, INTS, Structs, Type};

/// A variable in scope.
#[derive(Clone)]
pub struct Variable {
    pub name: String,
    pub ty: Type,
}

/// An expression's text.
pub struct Expression {
    pub text: String,
    /// The compiler would evaluate it, and complain about overflow.
    constant: bool,
}

/// What expressions are made from.
pub struct Scope {
    pub dice: Dice,
    pub structs: Structs,
    pub variables: Vec<Variable>,
}

impl Scope {
    /// A type for a new variable.
    pub fn random_type(&mut self) -> Type {
        Type::random(&mut self.dice, self.structs.len(), 2)
    }

    /// A variable of this type.
    pub fn variable(&mut self, ty: &Type) -> Option<String> {
        let found: Vec<&Variable> = self.variables.iter().filter(|v| v.ty == *ty).collect();
        // Those declared last are more interesting than globals.
        let recent = &found[found.len().saturating_sub(3)..];
        (!found.is_empty()).then(|| {
            let from = if self.dice.chance(70) { recent } else { &found };
            self.dice.pick(from).name.clone()
        })
    }

    /// A variable whose type satisfies this.
    pub fn any_variable(&mut self, accept: impl Fn(&Type) -> bool) -> Option<Variable> {
        let found: Vec<Variable> = self.variables.iter().filter(|v| accept(&v.ty)).cloned().collect();
        (!found.is_empty()).then(|| self.dice.pick(&found))
    }

    /// An expression of this type.
    pub fn of(&mut self, ty: &Type, depth: usize) -> String {
        self.expression(ty, depth).text
    }

    /// One that is not constant.
    pub fn varying(&mut self, ty: &Type, depth: usize) -> String {
        let found = self.expression(ty, depth);
        if !found.constant {
            return found.text;
        }
        // There is always a global of a scalar type.
        self.variable(ty).unwrap_or_else(|| match ty {
            Type::Int("T") => "a".into(),
            _ => format!("*new({})", ty.name()),
        })
    }

    fn expression(&mut self, ty: &Type, depth: usize) -> Expression {
        if depth == 0 || self.dice.chance(25) {
            return self.leaf(ty, depth);
        }
        if self.dice.chance(20)
            && let Some(part) = self.part(ty, depth - 1)
        {
            return varying(part);
        }
        match ty {
            Type::Int(name) => self.integer(name, depth - 1),
            Type::Float(name) => self.float(name, depth - 1),
            Type::Bool => self.condition(depth - 1),
            Type::Str => self.string(depth - 1),
            Type::Complex => self.complex(depth - 1),
            Type::Slice(of) => self.slice(ty, of, depth - 1),
            _ => self.leaf(ty, depth),
        }
    }

    /// A variable or a literal.
    fn leaf(&mut self, ty: &Type, depth: usize) -> Expression {
        if self.dice.chance(65)
            && let Some(name) = self.variable(ty)
        {
            return varying(name);
        }
        let below = depth.saturating_sub(1);
        match ty {
            Type::Int(name) => Expression { text: integer_literal(&mut self.dice, name), constant: true },
            Type::Float(name) => {
                let value = self.dice.pick(&["0.5", "1", "3.25", "-2", "1e10", "0.1", "-1e-3", "100"]);
                Expression { text: format!("{name}({value})"), constant: true }
            }
            Type::Bool => varying(self.dice.pick(&["yes", "!yes"])),
            Type::Str => {
                let value =
                    self.dice.pick(&["", "a", "go", "ünï", "日本", "x\\x00y", "\\xff\\xfe", "Hello, 世界"]);
                Expression { text: format!("\"{value}\""), constant: true }
            }
            Type::Complex => Expression {
                text: format!("complex128({}+{}i)", self.dice.below(5), self.dice.below(5)),
                constant: true,
            },
            Type::Slice(of) | Type::Array(_, of) => {
                let n = match ty {
                    Type::Array(n, _) => *n,
                    _ => self.dice.below(5),
                };
                let elements: Vec<String> = (0..n).map(|_| self.of(of, below)).collect();
                varying(format!("{}{{{}}}", ty.name(), elements.join(", ")))
            }
            Type::Map(key, of) => {
                let mut entries: Vec<String> = Vec::new();
                for k in 0..self.dice.below(4) {
                    let key = match &**key {
                        Type::Str => format!("\"k{k}\""),
                        _ => format!("{}", k * 3),
                    };
                    entries.push(format!("{key}: {}", self.of(of, below)));
                }
                varying(format!("{}{{{}}}", ty.name(), entries.join(", ")))
            }
            Type::Struct(i) => varying(self.literal(*i, below)),
            Type::Pointer(i) => varying(format!("&{}", self.literal(*i, below))),
            Type::Any => {
                let ty = match self.dice.below(6) {
                    0 => return varying("any(nil)"),
                    1 => Type::Struct(self.dice.below(self.structs.len())),
                    2 => Type::Slice(Box::new(Type::scalar(&mut self.dice))),
                    _ => Type::scalar(&mut self.dice),
                };
                varying(format!("any({})", self.of(&ty, below)))
            }
            Type::Shape => match self.dice.below(self.structs.len() + 1) {
                i if i == self.structs.len() => {
                    varying(format!("Shape({})", self.of(&Type::Int("Level"), below)))
                }
                i if i % 2 == 0 => varying(format!("Shape({})", self.of(&Type::Struct(i), below))),
                i => varying(format!("Shape({})", self.of(&Type::Pointer(i), below))),
            },
        }
    }

    fn literal(&mut self, index: usize, depth: usize) -> String {
        let fields = self.structs[index].clone();
        let mut parts = Vec::new();
        for (name, ty) in &fields {
            if self.dice.chance(75) {
                parts.push(format!("{name}: {}", self.of(ty, depth)));
            }
        }
        format!("S{index}{{{}}}", parts.join(", "))
    }

    /// A part of a variable: a field, an element, an entry.
    fn part(&mut self, ty: &Type, depth: usize) -> Option<String> {
        let structs = self.structs.clone();
        let has_field = |i: usize| structs[i].iter().any(|(_, field)| field == ty);
        let v = self.any_variable(|v| match v {
            Type::Slice(of) | Type::Array(_, of) | Type::Map(_, of) => **of == *ty,
            Type::Struct(i) | Type::Pointer(i) => has_field(*i),
            _ => false,
        })?;
        let index = self.of(&Type::Int("int"), depth);
        Some(match &v.ty {
            Type::Slice(_) => format!("at({}, {index})", v.name),
            Type::Array(n, _) => format!("{}[mod({index}, {n})]", v.name),
            Type::Map(key, _) => format!("{}[{}]", v.name, self.of(key, depth)),
            Type::Struct(i) | Type::Pointer(i) => {
                let fields: Vec<_> = structs[*i].iter().filter(|(_, field)| field == ty).collect();
                format!("{}.{}", v.name, self.dice.pick(&fields).0)
            }
            _ => return None,
        })
    }

    fn integer(&mut self, name: &'static str, depth: usize) -> Expression {
        let ty = Type::Int(name);
        let int = Type::Int("int");
        let a = self.varying(&ty, depth);
        varying(match self.dice.below(16) {
            0..6 => {
                let op = self.dice.pick(&["+", "-", "*", "&", "|", "^", "&^"]);
                format!("({a} {op} {})", self.of(&ty, depth))
            }
            6 => format!("({a} / ({} | 1))", self.varying(&ty, depth)),
            7 => format!("({a} % ({} | 1))", self.varying(&ty, depth)),
            8 | 9 => {
                let op = self.dice.pick(&["<<", ">>"]);
                let count = Type::Int(self.dice.pick(INTS));
                format!("({a} {op} (uint({}) & 71))", self.varying(&count, depth))
            }
            10 => format!("({}{a})", self.dice.pick(&["-", "^"])),
            11 => {
                let from = Type::Int(self.dice.pick(INTS));
                format!("{name}({})", self.varying(&from, depth))
            }
            12 => {
                let from = Type::Float(self.dice.pick(FLOATS));
                format!("bounded[{name}]({})", self.varying(&from, depth))
            }
            13 => format!("{}({a}, {})", self.dice.pick(&["min", "max"]), self.of(&ty, depth)),
            14 => match self.dice.below(4) {
                0 => format!("{name}(len({}))", self.varying(&Type::Str, depth)),
                1 if !self.structs.is_empty() => {
                    let i = self.dice.below(self.structs.len());
                    format!("{name}({}.Pure{i}())", self.varying(&Type::Struct(i), 0))
                }
                2 => format!("choose({}, {a}, {})", self.of(&Type::Bool, depth), self.of(&ty, depth)),
                _ => {
                    let s = self.varying(&Type::Str, depth);
                    format!("{name}(at([]byte({s}), {}))", self.of(&int, depth))
                }
            },
            _ => match self.any_variable(|ty| matches!(ty, Type::Slice(_) | Type::Map(..))) {
                Some(v) => format!("{name}(len({}))", v.name),
                None => a,
            },
        })
    }

    fn float(&mut self, name: &'static str, depth: usize) -> Expression {
        let ty = Type::Float(name);
        let a = self.varying(&ty, depth);
        varying(match self.dice.below(9) {
            0..4 => {
                let op = self.dice.pick(&["+", "-", "*", "/"]);
                format!("({a} {op} {})", self.of(&ty, depth))
            }
            4 => format!("(-{a})"),
            5 | 6 => {
                let from = Type::Int(self.dice.pick(INTS));
                format!("{name}({})", self.varying(&from, depth))
            }
            7 => {
                let from = Type::Float(self.dice.pick(FLOATS));
                format!("{name}({})", self.varying(&from, depth))
            }
            _ => {
                let f = self.dice.pick(&["math.Sqrt", "math.Floor", "math.Abs", "math.Trunc"]);
                format!("{name}({f}(float64({a})))")
            }
        })
    }

    fn complex(&mut self, depth: usize) -> Expression {
        let a = self.varying(&Type::Complex, depth);
        varying(match self.dice.below(4) {
            0 => {
                let f = Type::Float("float64");
                format!("complex({}, {})", self.varying(&f, depth), self.of(&f, depth))
            }
            1 => format!("(-{a})"),
            _ => format!("({a} {} {})", self.dice.pick(&["+", "-", "*"]), self.of(&Type::Complex, depth)),
        })
    }

    fn condition(&mut self, depth: usize) -> Expression {
        let structs = self.structs.clone();
        varying(match self.dice.below(8) {
            0 => format!("({} && {})", self.varying(&Type::Bool, depth), self.of(&Type::Bool, depth)),
            1 => format!("({} || {})", self.varying(&Type::Bool, depth), self.of(&Type::Bool, depth)),
            2 => format!("(!{})", self.varying(&Type::Bool, depth)),
            3 => match self.any_variable(|ty| ty.comparable(&structs)) {
                Some(v) => {
                    let op = self.dice.pick(&["==", "!="]);
                    format!("({} {op} ({}))", v.name, self.of(&v.ty, depth))
                }
                None => "yes".into(),
            },
            _ => {
                let ty = match self.dice.below(4) {
                    0 => Type::Str,
                    1 => Type::Float(self.dice.pick(FLOATS)),
                    _ => Type::Int(self.dice.pick(INTS)),
                };
                let op = self.dice.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {op} {})", self.varying(&ty, depth), self.of(&ty, depth))
            }
        })
    }

    fn string(&mut self, depth: usize) -> Expression {
        let a = self.varying(&Type::Str, depth);
        let int = Type::Int("int");
        varying(match self.dice.below(11) {
            0..3 => format!("short({a} + {})", self.of(&Type::Str, depth)),
            3 => format!("cutText({a}, {}, {})", self.of(&int, depth), self.of(&int, depth)),
            4 => format!("string([]rune({a}))"),
            5 => format!("string(rune({}))", self.varying(&Type::Int("int32"), depth)),
            6 => format!("strconv.Itoa({})", self.of(&int, depth)),
            7 => format!("short(strings.ToUpper({a}))"),
            8 => format!("short(strconv.Quote({a}))"),
            9 => {
                let ty = Type::scalar(&mut self.dice);
                let verb = self.dice.pick(&["%v", "%+v", "%#v", "%T"]);
                format!("short(fmt.Sprintf(\"{verb}\", {}))", self.of(&ty, depth))
            }
            _ => {
                let verb = self.dice.pick(&["%d", "%x", "%08b", "%+d", "%q", "%c", "%U", "%-6d|", "%#o"]);
                let ty = Type::Int(self.dice.pick(INTS));
                format!("short(fmt.Sprintf(\"{verb}\", {}))", self.of(&ty, depth))
            }
        })
    }

    fn slice(&mut self, ty: &Type, of: &Type, depth: usize) -> Expression {
        let int = Type::Int("int");
        let s = self.of(ty, depth);
        varying(match self.dice.below(5) {
            0 => format!(
                "{}({}, {}, {})",
                self.dice.pick(&["cut", "cut3"]),
                s,
                self.of(&int, depth),
                self.of(&int, depth)
            ),
            1 => format!("append({}(nil), {s}...)", parenthesized(ty)),
            2 => format!("append(cut3({s}, 0, 3), {})", self.of(of, depth)),
            3 => format!("make({}, {}, 6)", ty.name(), self.dice.below(4)),
            _ => s,
        })
    }
}

fn parenthesized(ty: &Type) -> String {
    format!("({})", ty.name())
}

fn varying(text: impl Into<String>) -> Expression {
    Expression { text: text.into(), constant: false }
}

/// A typed constant, often at the edge of the type's range.
fn integer_literal(dice: &mut Dice, name: &str) -> String {
    let bits: u32 = match name {
        "int8" | "uint8" | "T" => 8,
        "int16" | "uint16" | "Level" => 16,
        "int32" | "uint32" => 32,
        _ => 64,
    };
    let signed = name.starts_with("int") || name == "Level";
    let max: i128 = if signed { (1 << (bits - 1)) - 1 } else { (1 << bits) - 1 };
    let min: i128 = if signed { -max - 1 } else { 0 };
    let (min, max) = if name == "T" { (0, 127) } else { (min, max) };
    let value = match dice.below(8) {
        0 => max,
        1 => min,
        2 => min / 3 - i128::from(signed),
        3 => max / 2 + 1,
        4 => i128::from(dice.next() as u8) & max.min(127),
        _ => dice.below(12) as i128,
    };
    format!("{name}({value})")
}
