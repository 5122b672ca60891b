//! Statements: at most one part of each can panic or call, as Go leaves the order open otherwise.

use crate::expression::{Scope, Variable};
use crate::program::Node;
use crate::snippets;
use crate::types::{INTS, Type};

/// Where a statement stands.
pub struct Body {
    pub scope: Scope,
    /// Parameters and result of `f0`, `f1`…
    signatures: Vec<(Vec<Type>, Type)>,
    /// How many of them may be called.
    pub callable: usize,
    names: usize,
    /// How deep blocks are nested.
    depth: usize,
    /// How deep loops are nested in this function.
    pub loops: usize,
    /// Whether `break` and `continue` are possible.
    in_loop: bool,
    /// Whether a plain `return` is possible.
    returns: bool,
}

impl Body {
    pub fn new(scope: Scope, signatures: Vec<(Vec<Type>, Type)>) -> Body {
        let (callable, names, depth, loops) = (0, 0, 0, 0);
        Body { scope, signatures, callable, names, depth, loops, in_loop: false, returns: true }
    }

    pub fn enter_function(&mut self) {
        (self.depth, self.loops, self.in_loop, self.returns) = (0, 0, false, true);
    }

    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// About this many statements, whose declarations stay in scope.
    pub fn statements(&mut self, count: usize) -> Vec<Node> {
        let mut out = Vec::new();
        for _ in 0..1 + self.scope.dice.below(count) + count / 3 {
            self.statement(&mut out);
        }
        out
    }

    /// A block of its own.
    pub fn nested(&mut self, count: usize) -> Vec<Node> {
        let mark = self.scope.variables.len();
        self.depth += 1;
        let out = self.statements(count);
        self.depth -= 1;
        self.scope.variables.truncate(mark);
        out
    }

    /// The body of a function literal.
    pub fn literal(&mut self, count: usize, returns: bool) -> Vec<Node> {
        let outer = (self.loops, self.in_loop, self.returns);
        (self.in_loop, self.returns) = (false, returns);
        let out = self.nested(count);
        (self.loops, self.in_loop, self.returns) = outer;
        out
    }

    /// The body of a loop, with variables of its own.
    pub fn iteration(&mut self, variables: &[(&str, Type)]) -> Vec<Node> {
        let mark = self.scope.variables.len();
        let mut out = Vec::new();
        for (name, ty) in variables {
            self.scope.variables.push(Variable { name: name.to_string(), ty: ty.clone() });
            out.push(Node::fixed(format!("_ = {name}")));
        }
        let outer = (self.loops, self.in_loop);
        (self.loops, self.in_loop) = (self.loops + 1, true);
        out.extend(self.nested(3));
        (self.loops, self.in_loop) = outer;
        self.scope.variables.truncate(mark);
        out
    }

    /// Prints the variables from `mark` on.
    pub fn digest(&mut self, mark: usize) -> Vec<Node> {
        let variables = self.scope.variables[mark..].to_vec();
        variables.iter().map(|v| self.show(v)).collect()
    }

    fn show(&mut self, v: &Variable) -> Node {
        let Variable { name, ty } = v;
        Node::line(match ty {
            Type::Pointer(_) => format!("show(\"{name}\", *{name})"),
            Type::Any => format!("show(\"{name}\", describe({name}))"),
            Type::Shape => format!("show(\"{name}\", {name}.Label(), describe({name}))"),
            Type::Slice(of) if of.printable(&self.scope.structs) => {
                format!("show(\"{name}\", {name}, len({name}), cap({name}), {name} == nil)")
            }
            _ if ty.printable(&self.scope.structs) => format!("show(\"{name}\", {name})"),
            Type::Slice(_) | Type::Map(..) => format!("show(\"{name}\", len({name}))"),
            _ => format!("_ = {name}"),
        })
    }

    fn declare(&mut self, ty: Type, value: String) -> Node {
        let name = self.fresh("v");
        let node = Node::fixed(format!("var {name} {} = {value}\n_ = {name}", ty.name()));
        self.scope.variables.push(Variable { name, ty });
        node
    }

    fn statement(&mut self, out: &mut Vec<Node>) {
        let nest = self.depth < 3;
        let roll = self.scope.dice.below(if nest { 46 } else { 24 });
        match roll {
            0..4 => {
                let ty = self.scope.random_type();
                let value = self.scope.of(&ty, 2);
                out.push(self.declare(ty, value));
            }
            4..10 => out.extend(self.assign()),
            10..12 => out.extend(self.update()),
            12..14 => out.extend(self.slice_operation()),
            14 => out.extend(self.map_operation()),
            15 => out.push(self.risky()),
            16 => {
                if let Some(v) = self.scope.any_variable(|_| true) {
                    out.push(self.show(&v));
                }
            }
            17 => out.extend(self.leave()),
            18 => out.extend(self.methods()),
            19 => out.extend(self.pointers()),
            20 => out.push(self.generic()),
            21 => out.extend(self.call()),
            22 => out.extend(self.panic()),
            23 => out.push(self.text()),
            24..27 => out.push(self.branch()),
            27 => out.push(self.switch()),
            28 => out.push(self.type_switch()),
            29..35 => out.extend(self.looping()),
            35 => self.closure(out),
            36 => out.push(self.closures()),
            37 => out.push(self.defers()),
            38 => {
                let body = self.literal(3, true);
                out.push(Node::block("try(func() {", body).closing("})"));
            }
            39 => out.push(self.risky()),
            _ => {
                let text = snippets::snippet(&mut self.scope).replace('\n', "\n\t");
                out.push(Node::line(format!("try(func() {{\n\t{text}\n}})")));
            }
        }
    }

    /// A place that can be assigned to, and its type. Its evaluation cannot panic where `guard` holds.
    fn place(&mut self) -> Option<(String, Type, Option<String>)> {
        let v = self.scope.any_variable(|_| true)?;
        if self.scope.dice.chance(45) {
            return Some((v.name, v.ty, None));
        }
        let index = self.scope.of(&Type::Int("int"), 1);
        let name = &v.name;
        Some(match &v.ty {
            Type::Slice(of) => (
                format!("{name}[mod({index}, len({name}))]"),
                (**of).clone(),
                Some(format!("len({name}) > 0")),
            ),
            Type::Array(n, of) => (format!("{name}[mod({index}, {n})]"), (**of).clone(), None),
            Type::Map(key, of) => (
                format!("{name}[{}]", self.scope.of(key, 1)),
                (**of).clone(),
                Some(format!("{name} != nil && len({name}) < 8")),
            ),
            Type::Struct(i) | Type::Pointer(i) => {
                let (field, ty) = self.scope.dice.pick(&self.scope.structs[*i]);
                (format!("{name}.{field}"), ty, None)
            }
            _ => (v.name, v.ty, None),
        })
    }

    fn assign(&mut self) -> Option<Node> {
        let (place, ty, guard) = self.place()?;
        let value = self.scope.of(&ty, 3);
        Some(guarded(format!("{place} = {value}"), guard))
    }

    /// `x += e`, `x++`, swaps.
    fn update(&mut self) -> Option<Node> {
        if self.scope.dice.chance(25) {
            let v = self.scope.any_variable(|_| true)?;
            let other = self.scope.variable(&v.ty)?;
            return Some(Node::line(format!("{}, {other} = {other}, {}", v.name, v.name)));
        }
        let (place, ty, guard) = self.place()?;
        let text = match &ty {
            Type::Int(_) if self.scope.dice.chance(30) => {
                format!("{place}{}", self.scope.dice.pick(&["++", "--"]))
            }
            Type::Int(_) => {
                let op = self.scope.dice.pick(&["+=", "-=", "*=", "&=", "|=", "^=", "&^="]);
                format!("{place} {op} {}", self.scope.of(&ty, 2))
            }
            Type::Float(_) | Type::Complex => {
                format!("{place} {} {}", self.scope.dice.pick(&["+=", "-=", "*="]), self.scope.of(&ty, 1))
            }
            Type::Str => format!("{place} = short({place} + {})", self.scope.of(&ty, 1)),
            _ => return None,
        };
        Some(guarded(text, guard))
    }

    fn slice_operation(&mut self) -> Option<Node> {
        let v = self.scope.any_variable(|ty| matches!(ty, Type::Slice(_)))?;
        let Type::Slice(of) = &v.ty else { return None };
        let (name, int) = (&v.name, Type::Int("int"));
        let other = self.scope.of(&v.ty, 1);
        let (i, j) = (self.scope.of(&int, 1), self.scope.of(&int, 1));
        Some(match self.scope.dice.below(7) {
            0 | 1 => {
                let elements: Vec<String> =
                    (0..1 + self.scope.dice.below(3)).map(|_| self.scope.of(of, 1)).collect();
                guarded(
                    format!("{name} = append({name}, {})", elements.join(", ")),
                    Some(format!("len({name}) < 12")),
                )
            }
            2 => guarded(format!("{name} = append({name}, {other}...)"), Some(format!("len({name}) < 8"))),
            3 => {
                let target = self.scope.variable(&v.ty)?;
                Node::line(format!("{target} = append(cut({name}, {i}, {j}), {})", self.scope.of(of, 1)))
            }
            4 => Node::line(format!("copy(cut({name}, {i}, len({name})), {name})")),
            5 => {
                let ways = [
                    format!("slices.Insert(cut3({name}, 0, 6), 0, {})", self.scope.of(of, 1)),
                    format!("cut({name}, {i}, {j})"),
                    format!("slices.Clip({name})"),
                    format!("slices.Repeat(cut({name}, 0, 3), 2)"),
                ];
                Node::line(format!("{name} = {}", self.scope.dice.pick(&ways)))
            }
            _ => Node::line(format!("clear(cut({name}, {i}, {j}))")),
        })
    }

    fn map_operation(&mut self) -> Option<Node> {
        let v = self.scope.any_variable(|ty| matches!(ty, Type::Map(..)))?;
        let Type::Map(key, of) = &v.ty else { return None };
        let (name, k) = (&v.name, self.scope.of(key, 1));
        Some(match self.scope.dice.below(5) {
            0 => Node::line(format!("delete({name}, {k})")),
            1 => Node::line(format!("if _, ok := {name}[{k}]; ok {{\n\tshow(\"has\", len({name}))\n}}")),
            2 => Node::line(format!("clear({name})")),
            3 => Node::line(format!("{name} = maps.Clone({name})")),
            _ => guarded(
                format!("{name}[{k}] = {}", self.scope.of(of, 2)),
                Some(format!("{name} != nil && len({name}) < 8")),
            ),
        })
    }

    /// One operation that may panic.
    fn risky(&mut self) -> Node {
        let scope = &mut self.scope;
        let name = scope.dice.pick(INTS);
        let ty = Type::Int(name);
        let int = Type::Int("int");
        let small = |scope: &mut Scope| format!("({} % 7)", scope.varying(&Type::Int("int"), 1));
        let text = match scope.dice.below(14) {
            0 => format!("show({} / {})", scope.varying(&ty, 1), scope.varying(&ty, 1)),
            1 => format!("show({} % {})", scope.varying(&ty, 1), scope.varying(&ty, 0)),
            2 => format!("show({} << {})", scope.varying(&ty, 1), scope.varying(&Type::Int("int16"), 1)),
            3 => {
                let s = scope.varying(&Type::Slice(Box::new(int.clone())), 1);
                format!("s := {s}\nshow(s[{}])", small(scope))
            }
            4 => {
                let s = scope.varying(&Type::Slice(Box::new(ty.clone())), 1);
                let (i, j, k) = (small(scope), small(scope), small(scope));
                match scope.dice.below(4) {
                    0 => format!("s := {s}\nshow(s[{i}:])"),
                    1 => format!("s := {s}\nshow(s[:{j}])"),
                    2 => format!("s := {s}\nshow(s[{i}:{j}])"),
                    _ => format!("s := {s}\nshow(s[{i}:{j}:{k}])"),
                }
            }
            5 => {
                let (i, j) = (small(scope), small(scope));
                format!("s := {}\nshow(s[{i}:{j}])", scope.varying(&Type::Str, 1))
            }
            6 => format!("s := {}\nshow(s[{}])", scope.varying(&Type::Str, 1), small(scope)),
            7 => format!("var m map[string]{name}\nm[\"x\"] = {}", scope.of(&ty, 1)),
            8 => {
                let i = scope.dice.below(scope.structs.len());
                format!("var p *S{i}\nif {} {{\n\tp = &S{i}{{}}\n}}\nshow(p.n)", scope.of(&Type::Bool, 1))
            }
            9 => {
                let (x, to) = (scope.of(&Type::Any, 1), scope.random_type());
                format!("x := {x}\ny := x.({})\nshow(fmt.Sprintf(\"%T\", y))", to.name())
            }
            10 => format!("show({} == {})", scope.of(&Type::Any, 1), scope.of(&Type::Any, 1)),
            11 => {
                let s = scope.varying(&Type::Slice(Box::new(ty.clone())), 1);
                format!("s := {s}\nshow([3]{name}(s))")
            }
            12 => format!("show(len(make([]{name}, {})))", small(scope)),
            _ => format!("m := map[any]int{{}}\nm[{}] = 1\nshow(len(m))", scope.of(&Type::Any, 1)),
        };
        Node::line(format!("try(func() {{\n\t{}\n}})", text.replace('\n', "\n\t")))
    }

    /// Leaves a loop or a function.
    fn leave(&mut self) -> Option<Node> {
        let condition = self.scope.of(&Type::Bool, 2);
        let how = match self.scope.dice.below(3) {
            0 if self.in_loop => "break",
            1 if self.in_loop => "continue",
            2 if self.returns => "return",
            _ => return None,
        };
        Some(Node::line(format!("if {condition} {{\n\t{how}\n}}")))
    }

    fn methods(&mut self) -> Option<Node> {
        let int = Type::Int("int");
        let k = self.scope.of(&int, 1);
        let target = self.scope.variable(&int)?;
        let v =
            self.scope.any_variable(|ty| matches!(ty, Type::Struct(_) | Type::Pointer(_) | Type::Shape))?;
        let name = &v.name;
        let i = match &v.ty {
            Type::Struct(i) | Type::Pointer(i) => *i,
            _ => return Some(Node::line(format!("{target} = {name}.Measure({k})"))),
        };
        // Promoted methods too.
        let embedded = self.scope.structs[i].iter().find_map(|(field, ty)| match ty {
            Type::Struct(of) if *field == format!("S{of}") => Some(*of),
            _ => None,
        });
        Some(Node::line(match self.scope.dice.below(6) {
            0 => format!("{target} = {name}.Own{i}({k})"),
            1 => format!("{target} = {name}.Own{}({k})", embedded.unwrap_or(i)),
            2 => {
                let at = self.fresh("m");
                format!("{at} := {name}.Pure{i}\n{}\n{target} = {at}()", format_args!("{name}.n++"))
            }
            3 => {
                let at = self.fresh("m");
                format!("{at} := {name}.Own{i}\n{at}(1)\n{target} = {at}({k})")
            }
            4 => {
                let star = if matches!(v.ty, Type::Pointer(_)) { "" } else { "&" };
                format!("{target} = (*S{i}).Own{i}({star}{name}, {k})")
            }
            _ => format!("{target} = {name}.Measure({k})"),
        }))
    }

    /// Makes two variables share memory.
    fn pointers(&mut self) -> Option<Node> {
        let v = self.scope.any_variable(|ty| matches!(ty, Type::Struct(_) | Type::Pointer(_)))?;
        match v.ty {
            Type::Struct(i) => {
                let p = self.scope.variable(&Type::Pointer(i))?;
                Some(Node::line(match self.scope.dice.below(2) {
                    0 => format!("{p} = &{}", v.name),
                    _ => format!("*{p} = {}", v.name),
                }))
            }
            Type::Pointer(i) => {
                let s = self.scope.of(&Type::Struct(i), 1);
                Some(Node::line(format!("*{} = {s}", v.name)))
            }
            _ => None,
        }
    }

    fn generic(&mut self) -> Node {
        let scope = &mut self.scope;
        let ty = Type::Int(scope.dice.pick(INTS));
        let slice = Type::Slice(Box::new(ty.clone()));
        Node::line(match scope.dice.below(6) {
            0 => format!("show(combine({}, {}))", scope.varying(&ty, 2), scope.of(&ty, 2)),
            1 => format!(
                "show(fold({}, {}, func(a {n}, b {n}) {n} {{ return a*3 + b }}))",
                scope.of(&slice, 2),
                scope.of(&ty, 1),
                n = ty.name()
            ),
            2 => {
                let map = Type::Map(Box::new(Type::key(&mut scope.dice)), Box::new(ty));
                format!("show(pairs({}))", scope.of(&map, 2))
            }
            3 => {
                let s = self.fresh("s");
                let n = ty.name();
                let (a, b) = (self.scope.of(&ty, 1), self.scope.of(&ty, 1));
                format!(
                    "var {s} Stack[{n}]\n{s}.Push({a})\n{s}.Push({b})\nfor i, x := range {s}.All() {{\n\tshow(i, x)\n}}\n\
                     {s}.Pop()\nshow({s})"
                )
            }
            4 => format!("show(slices.Max(append({}, {})))", scope.of(&slice, 1), scope.of(&ty, 1)),
            _ => format!("show(slices.Sorted(slices.Values({})))", scope.of(&slice, 2)),
        })
    }

    /// `x = f1(…)`.
    pub fn call(&mut self) -> Option<Node> {
        if self.callable == 0 {
            return None;
        }
        let index = self.scope.dice.below(self.callable);
        let (parameters, result) = self.signatures[index].clone();
        let arguments: Vec<String> = parameters.iter().map(|ty| self.scope.of(ty, 2)).collect();
        let call = format!("f{index}({})", arguments.join(", "));
        Some(Node::line(match self.scope.variable(&result) {
            Some(name) => format!("{name} = {call}"),
            None => call,
        }))
    }

    fn panic(&mut self) -> Option<Node> {
        let condition = self.scope.of(&Type::Bool, 2);
        let value = match self.scope.dice.below(5) {
            0 => format!("fmt.Errorf(\"bad %d\", {})", self.scope.of(&Type::Int("int"), 1)),
            1 => "errors.New(\"failed\")".into(),
            2 => "nil".into(),
            _ => {
                let ty = Type::scalar(&mut self.scope.dice);
                self.scope.of(&ty, 1)
            }
        };
        (self.depth > 0).then(|| Node::line(format!("if {condition} {{\n\tpanic({value})\n}}")))
    }

    fn text(&mut self) -> Node {
        let ty = self.scope.random_type();
        let ty = if ty.printable(&self.scope.structs) { ty } else { Type::scalar(&mut self.scope.dice) };
        let value = self.scope.of(&ty, 2);
        let verb = match &ty {
            Type::Str => self.scope.dice.pick(&["%s", "%q", "%x", "% x", "%10s|", "%-5.2s|", "%#q", "%+q"]),
            Type::Int(_) => {
                self.scope.dice.pick(&["%d", "%x", "%X", "%o", "%b", "%5d|", "%05d", "%+d", "%c", "%U", "%q"])
            }
            Type::Float(_) => self.scope.dice.pick(&["%v", "%g", "%e", "%.3f", "%8.2f|", "%G", "%+.2e"]),
            _ => self.scope.dice.pick(&["%v", "%+v", "%T", "%#v", "%d", "%s", "%x"]),
        };
        Node::line(format!("show(fmt.Sprintf(\"{verb}\", {value}))"))
    }
}

fn guarded(text: String, guard: Option<String>) -> Node {
    match guard {
        Some(guard) => Node::line(format!("if {guard} {{\n\t{text}\n}}")),
        None => Node::line(text),
    }
}
