//! What main sets up: the channels, and the nodes that it starts.

use vtrace_program::{Call, Callee, Function, FunctionId, Image, Kind, Literal, LocalId, Operand, Shape};

use super::{OutsideOfSubset, outside};
use crate::model::Channels;

/// Whether main waits for its nodes, so that the program lasts as long as they do.
pub fn waits(image: &Image, main: &Function) -> bool {
    main.blocks.iter().flat_map(|block| &block.instructions).any(|instruction| match &instruction.kind {
        Kind::Call(Call { callee: Callee::Static(id), .. }) => {
            image.function(*id).ssa_name == "(*sync.WaitGroup).Wait"
        }
        _ => false,
    })
}

/// The package-level arrays of channels, with the capacity that main gives them.
pub fn channels(image: &Image, main: &Function) -> Result<Vec<(u32, Channels)>, OutsideOfSubset> {
    let mut found = Vec::new();
    for (index, global) in image.globals.iter().enumerate() {
        let Shape::Array(len, element) = image.ty(global.ty).shape else { continue };
        if !matches!(image.ty(element).shape, Shape::Chan(..)) {
            continue;
        }
        let name = global.name.rsplit('.').next().unwrap_or(&global.name).to_string();
        let Some(capacity) = capacity(image, main, index as u32) else {
            let what =
                format!("main does not make the channels of {name}, all with the same constant capacity");
            return Err(outside(image, global.position, what));
        };
        found.push((index as u32, Channels { name, len, capacity }));
    }
    Ok(found)
}

fn capacity(image: &Image, main: &Function, global: u32) -> Option<i64> {
    let instructions = || main.blocks.iter().flat_map(|block| &block.instructions);
    let made = |local: LocalId| instructions().find(|i| i.result == Some(local)).map(|i| &i.kind);
    let mut capacities = instructions().filter_map(|instruction| {
        let Kind::Store { address: Operand::Local(address), x: Operand::Local(x) } = instruction.kind else {
            return None;
        };
        match (made(address)?, made(x)?) {
            (Kind::IndexAddr { x: Operand::Global(id, _), .. }, Kind::MakeChan { size })
                if id.0 == global =>
            {
                Some(constant(image, *size))
            }
            _ => None,
        }
    });
    let first = capacities.next()??;
    capacities.all(|other| other == Some(first)).then_some(first)
}

/// The number that an operand is.
pub fn constant(image: &Image, operand: Operand) -> Option<i64> {
    let Operand::Constant(id) = operand else { return None };
    match &image.constants[id.index()].value {
        Literal::Int(i) => Some(*i),
        Literal::Bool(b) => Some(i64::from(*b)),
        Literal::Zero => Some(0),
        _ => None,
    }
}

/// The functions that main starts, with their arguments: `go f(1)`, or `go func() { f(1); … }()`.
pub fn nodes(image: &Image, main: &Function) -> Result<Vec<(FunctionId, Vec<i64>)>, OutsideOfSubset> {
    let instructions = || main.blocks.iter().flat_map(|block| &block.instructions);
    let closure = |local: LocalId| {
        instructions().find(|i| i.result == Some(local)).and_then(|i| match &i.kind {
            Kind::MakeClosure { function, .. } => Some(*function),
            _ => None,
        })
    };
    let arguments = |call: &Call| call.arguments.iter().map(|&argument| constant(image, argument)).collect();
    let users_call = |function: FunctionId| {
        let inside = image.function(function).blocks.iter().flat_map(|block| &block.instructions);
        inside.into_iter().find_map(|i| match &i.kind {
            Kind::Call(call) => match call.callee {
                Callee::Static(id) if image.function(id).flags.user => Some((id, arguments(call)?)),
                _ => None,
            },
            _ => None,
        })
    };
    let mut started = Vec::new();
    for instruction in instructions() {
        let Kind::Go(call) = &instruction.kind else { continue };
        let direct: Option<Vec<i64>> = arguments(call);
        let node = match call.callee {
            Callee::Static(id) if image.function(id).parent.is_none() => direct.map(|direct| (id, direct)),
            Callee::Static(id) | Callee::Dynamic(Operand::Function(id)) => users_call(id),
            Callee::Dynamic(Operand::Local(local)) => closure(local).and_then(users_call),
            _ => None,
        };
        let what = "a node that is not started by a call of a function with constant arguments";
        started.push(node.ok_or_else(|| outside(image, instruction.position, what))?);
    }
    Ok(started)
}
