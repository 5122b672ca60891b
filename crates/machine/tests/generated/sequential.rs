//! Sequential programs: everything that one goroutine can do, with a digest of it printed all along.
//!
//! They end: loops have few iterations, calls are counted, and strings and slices are kept short.

use crate::expression::{Scope, Variable};
use crate::program::{Node, Program};
use crate::random::Dice;
use crate::statement::Body;
use crate::types::{self, INTS, Type};

/// The program of this seed.
pub fn generate(seed: u64) -> Program {
    let mut dice = Dice::new(seed);
    let structs = types::structs(&mut dice);
    let mut scope = Scope { dice, structs, variables: Vec::new() };
    let prelude = format!("{}{}{}", types::PRELUDE, types::declarations(&scope.structs), globals(&mut scope));

    let mut functions = vec![combine(&mut scope)];
    let signatures: Vec<(Vec<Type>, Type)> = (0..2 + scope.dice.below(3))
        .map(|_| ((0..scope.dice.below(3)).map(|_| scope.random_type()).collect(), scope.random_type()))
        .collect();
    let mut body = Body::new(scope, signatures.clone());
    for (i, (parameters, result)) in signatures.iter().enumerate() {
        functions.push(function(&mut body, i, parameters, result));
    }
    functions.push(run(&mut body, signatures.len()));
    Program { seed, prelude, functions }
}

/// One variable of every scalar type, and a few of others.
fn globals(scope: &mut Scope) -> String {
    let mut types: Vec<Type> = INTS.iter().map(|name| Type::Int(name)).collect();
    types.extend([Type::Float("float32"), Type::Float("float64"), Type::Str, Type::Complex, Type::Bool]);
    types.extend((0..4).map(|_| scope.random_type()));
    let mut text = "var yes = ticks == 0\n\n".to_string();
    for (i, ty) in types.into_iter().enumerate() {
        let value = scope.of(&ty, 2);
        text += &format!("var g{i} {} = {value}\n", ty.name());
        scope.variables.push(Variable { name: format!("g{i}"), ty });
    }
    text
}

/// A generic function over all integer types.
fn combine(scope: &mut Scope) -> Node {
    let ty = Type::Int("T");
    let mark = scope.variables.len();
    for name in ["a", "b"] {
        scope.variables.push(Variable { name: name.into(), ty: ty.clone() });
    }
    let (first, second) = (scope.of(&ty, 3), scope.of(&ty, 3));
    let condition = scope.of(&Type::Bool, 2);
    scope.variables.truncate(mark);
    let body = vec![
        Node::line(format!("if {condition} {{\n\ta = {first}\n}}")),
        Node::line(format!("b = {second}")),
        Node::fixed("return a ^ b"),
    ];
    Node::block("func combine[T Integer](a, b T) T {", body).keep()
}

/// Function `f<i>`, which calls only those before it.
fn function(body: &mut Body, index: usize, parameters: &[Type], result: &Type) -> Node {
    let names: Vec<String> = (0..parameters.len()).map(|i| format!("p{i}")).collect();
    let list: Vec<String> =
        names.iter().zip(parameters).map(|(n, ty)| format!("{n} {}", ty.name())).collect();
    let head = format!("func f{index}({}) (result {}) {{", list.join(", "), result.name());
    let mark = body.scope.variables.len();
    for (name, ty) in names.iter().zip(parameters) {
        body.scope.variables.push(Variable { name: name.clone(), ty: ty.clone() });
    }
    let mut nodes = vec![Node::fixed(format!("result = {}", body.scope.of(result, 1)))];
    body.scope.variables.push(Variable { name: "result".into(), ty: result.clone() });
    nodes.push(Node::fixed("if tick() {\n\treturn\n}"));
    if body.scope.dice.chance(50) {
        nodes.push(Node::line(
            "defer func() {\n\tif e := recover(); e != nil {\n\t\tshow(\"caught\", describe(e))\n\t}\n}()",
        ));
    }
    body.callable = index;
    body.enter_function();
    nodes.extend(body.statements(9));
    nodes.extend(body.digest(mark));
    body.scope.variables.truncate(mark);
    nodes.push(Node::fixed("return"));
    Node::block(head, nodes).keep()
}

fn run(body: &mut Body, functions: usize) -> Node {
    let mark = body.scope.variables.len();
    body.callable = functions;
    body.enter_function();
    let mut nodes = Vec::new();
    // Somebody waits for ever: then shared memory is visible, and steps are small.
    if body.scope.dice.chance(40) {
        nodes.push(Node::line("never := make(chan int)\ngo func() { <-never }()"));
    }
    for _ in 0..2 {
        nodes.push(Node::block("try(func() {", body.literal(4, true)).closing("})"));
        if let Some(call) = body.call() {
            nodes.push(Node::block("try(func() {", vec![call]).closing("})"));
        }
    }
    nodes.extend(body.digest(0));
    if body.scope.dice.chance(15) {
        nodes.extend(body.statements(4));
        nodes.extend(body.call());
    }
    body.scope.variables.truncate(mark);
    Node::block("func Run() {", nodes).keep()
}
