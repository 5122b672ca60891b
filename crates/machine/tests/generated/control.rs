//! Statements that contain others: branches, loops, function literals, deferred calls.

use crate::expression::Variable;
use crate::program::Node;
use crate::statement::Body;
use crate::types::{FLOATS, INTS, Type};

impl Body {
    pub fn branch(&mut self) -> Node {
        let condition = self.scope.of(&Type::Bool, 3);
        let mut sections = vec![(format!("if {condition} {{"), self.nested(3))];
        if self.scope.dice.chance(30) {
            let condition = self.scope.of(&Type::Bool, 2);
            sections.push((format!("}} else if {condition} {{"), self.nested(2)));
        }
        if self.scope.dice.chance(50) {
            sections.push(("} else {".into(), self.nested(2)));
        }
        Node::blocks(sections, "}")
    }

    pub fn switch(&mut self) -> Node {
        let ty = if self.scope.dice.chance(30) { Type::Str } else { Type::Int(self.scope.dice.pick(INTS)) };
        let value = self.scope.varying(&ty, 2);
        let value = if ty == Type::Str { value } else { format!("{value} & 7") };
        let mut sections = vec![(format!("switch ({value}) {{"), Vec::new())];
        // `break` means the switch in here, which is as good.
        for case in 0..2 + self.scope.dice.below(3) {
            let label = if ty == Type::Str {
                format!("\"{}\"", ["a", "go", "k1", "", "日本"][case])
            } else {
                format!("{}, {}", case, case + 10)
            };
            let mut body = self.nested(2);
            if self.scope.dice.chance(20) {
                body.push(Node::fixed("fallthrough"));
            }
            sections.push((format!("case {label}:"), body));
        }
        sections.push(("default:".into(), self.nested(2)));
        Node::blocks(sections, "}")
    }

    pub fn type_switch(&mut self) -> Node {
        let shape = self.scope.dice.chance(40);
        let value = self.scope.of(if shape { &Type::Shape } else { &Type::Any }, 1);
        let v = self.fresh("x");
        let mut sections = vec![(format!("switch {v} := ({value}).(type) {{"), Vec::new())];
        let types: Vec<Type> = match shape {
            true => (0..self.scope.structs.len())
                .map(|i| if i % 2 == 0 { Type::Struct(i) } else { Type::Pointer(i) })
                .collect(),
            false => vec![
                Type::Str,
                Type::Float(self.scope.dice.pick(FLOATS)),
                Type::Int(self.scope.dice.pick(INTS)),
                Type::Struct(0),
                Type::Slice(Box::new(Type::Str)),
            ],
        };
        for ty in types {
            let mark = self.scope.variables.len();
            self.scope.variables.push(Variable { name: v.clone(), ty: ty.clone() });
            let mut body = vec![Node::fixed(format!("_ = {v}"))];
            body.extend(self.nested(2));
            self.scope.variables.truncate(mark);
            sections.push((format!("case {}:", ty.name()), body));
        }
        if shape {
            sections.push(("case fmt.Stringer:".into(), vec![Node::fixed(format!("show({v}.String())"))]));
        } else {
            sections.push((
                "case fmt.Stringer, error, nil:".into(),
                vec![Node::fixed(format!("show(\"many\", describe({v}))"))],
            ));
        }
        sections.push(("default:".into(), vec![Node::fixed(format!("show(fmt.Sprintf(\"%T\", {v}))"))]));
        Node::blocks(sections, "}")
    }

    /// A loop of any kind, perhaps labelled.
    pub fn looping(&mut self) -> Option<Node> {
        if self.loops >= 2 {
            return None;
        }
        let (k, x) = (self.fresh("k"), self.fresh("x"));
        let (k, x) = (k.as_str(), x.as_str());
        let int = Type::Int("int");
        let (head, variables) = match self.scope.dice.below(9) {
            0 => (format!("for {k} := 0; {k} < {}; {k}++ {{", 1 + self.scope.dice.below(4)), vec![]),
            1 => {
                let ty = Type::Int(self.scope.dice.pick(INTS));
                (format!("for {k} := range ({} & 3) {{", self.scope.varying(&ty, 1)), vec![(k, ty)])
            }
            2 => {
                let v = self.scope.any_variable(|ty| matches!(ty, Type::Slice(_)))?;
                let Type::Slice(of) = &v.ty else { return None };
                (
                    format!("for {k}, {x} := range cut({}, 0, 4) {{", v.name),
                    vec![(k, int), (x, (**of).clone())],
                )
            }
            3 => {
                let v = self.scope.any_variable(|ty| matches!(ty, Type::Array(..)))?;
                let Type::Array(_, of) = &v.ty else { return None };
                (format!("for {k}, {x} := range {} {{", v.name), vec![(k, int), (x, (**of).clone())])
            }
            4 => {
                let s = self.scope.of(&Type::Str, 2);
                (
                    format!("for {k}, {x} := range cutText({s}, 0, 7) {{"),
                    vec![(k, int), (x, Type::Int("int32"))],
                )
            }
            5 => {
                let v = self.scope.any_variable(|ty| matches!(ty, Type::Map(..)))?;
                let Type::Map(key, _) = &v.ty else { return None };
                (format!("for {k}, {x} := range keys({}) {{", v.name), vec![(k, int), (x, (**key).clone())])
            }
            6 => {
                let ty = Type::Int(self.scope.dice.pick(INTS));
                (format!("for {k} := range upto({} & 3) {{", self.scope.varying(&ty, 1)), vec![(k, ty)])
            }
            7 => {
                let s = self.scope.of(&Type::Slice(Box::new(int.clone())), 1);
                (
                    format!("for {k}, {x} := range slices.Backward(cut({s}, 0, 3)) {{"),
                    vec![(k, int.clone()), (x, int)],
                )
            }
            _ => {
                // The order shows nowhere: the sum is the same in all.
                let v = self
                    .scope
                    .any_variable(|ty| matches!(ty, Type::Map(_, of) if matches!(**of, Type::Int(_))))?;
                let Type::Map(_, of) = &v.ty else { return None };
                let target = self.scope.variable(of)?;
                return Some(Node::line(format!("for _, {x} := range {} {{\n\t{target} += {x}\n}}", v.name)));
            }
        };
        let labelled = self.scope.dice.chance(30);
        let mut body = self.iteration(&variables);
        let mut label = String::new();
        if labelled {
            let name = self.fresh("L");
            let outer = self.scope.variables.len();
            for (name, ty) in &variables {
                self.scope.variables.push(Variable { name: name.to_string(), ty: ty.clone() });
            }
            let how = self.scope.dice.pick(&["break", "continue"]);
            let condition = self.scope.of(&Type::Bool, 2);
            let inner = self.scope.dice.pick(&["for range 2 {", "for range upto(3) {", "switch {\ndefault:"]);
            self.scope.variables.truncate(outer);
            let jump = Node::fixed(format!("{inner}\n\tif {condition} {{\n\t\t{how} {name}\n\t}}\n}}"));
            let at = variables.len() + self.scope.dice.below(body.len() - variables.len() + 1);
            body.insert(at, jump);
            label = format!("{name}:\n");
            // A label must be jumped to, and the jump may use only what is declared before the loop or by it.
        }
        Some(Node::block(format!("{label}{head}"), body))
    }

    /// A function literal in a variable, and calls of it.
    pub fn closure(&mut self, out: &mut Vec<Node>) {
        let (parameter, result) = (self.scope.random_type(), self.scope.random_type());
        let (f, p) = (self.fresh("c"), self.fresh("p"));
        let mark = self.scope.variables.len();
        self.scope.variables.push(Variable { name: p.clone(), ty: parameter.clone() });
        let zero = self.scope.of(&result, 0);
        let mut body = vec![Node::fixed(format!("if tick() {{\n\treturn {zero}\n}}"))];
        body.extend(self.literal(3, false));
        body.push(Node::fixed(format!("return {}", self.scope.of(&result, 2))));
        self.scope.variables.truncate(mark);
        out.push(
            Node::block(format!("{f} := func({p} {}) {} {{", parameter.name(), result.name()), body)
                .closing(format!("}}\n_ = {f}"))
                .keep(),
        );
        for _ in 0..1 + self.scope.dice.below(2) {
            let argument = self.scope.of(&parameter, 2);
            match self.scope.variable(&result) {
                Some(target) => out.push(Node::line(format!("{target} = {f}({argument})"))),
                None => out.push(Node::line(format!("{f}({argument})"))),
            }
        }
    }

    /// Function literals that capture loop variables, called later.
    pub fn closures(&mut self) -> Node {
        let (fs, k) = (self.fresh("fs"), self.fresh("k"));
        let int = Type::Int("int");
        let mark = self.scope.variables.len();
        self.scope.variables.push(Variable { name: k.clone(), ty: int.clone() });
        let value = self.scope.varying(&int, 3);
        self.scope.variables.truncate(mark);
        Node::line(format!(
            "var {fs} []func() int\nfor {k} := 0; {k} < 3; {k}++ {{\n\t{fs} = append({fs}, func() int {{ {k} += 10; return {value} }})\n}}\n\
             for _, f := range append({fs}, {fs}...) {{\n\tshow(f())\n}}"
        ))
    }

    pub fn defers(&mut self) -> Node {
        let v = self.scope.any_variable(|ty| matches!(ty, Type::Int(_) | Type::Str));
        match (self.scope.dice.below(4), v) {
            (0, Some(v)) => Node::line(format!("defer show(\"deferred\", {})", v.name)),
            (1, Some(v)) => {
                let value = self.scope.of(&v.ty, 2);
                Node::line(format!("defer func(x {}) {{ {} = x }}({value})", v.ty.name(), v.name))
            }
            (2, _) => Node::line(
                "defer func() {\n\te := recover()\n\tif e != nil {\n\t\tshow(\"again\", describe(e))\n\t\tpanic(fmt.Sprint(\"again \", describe(e)))\n\t}\n}()",
            ),
            _ => {
                let body = self.literal(2, true);
                Node::block("defer func() {", body).closing("}()")
            }
        }
    }
}
