//! Nodes: goroutines with names, whose variables can be looked at from outside as long as the program runs.
//!
//! The front-end puts calls of the built-in `print` with texts that no program prints into the user's functions, if it is
//! asked to (`Request::watch` of the loader); here they become instructions of their own. A goroutine that comes to a named
//! function of the user's is a node from then on, called after the function and its number: `worker2`. A variable that is
//! watched lies in memory, and its node knows where, even when the goroutine has ended. All of that is part of a state.

use std::sync::Arc;

use vtrace_program::{Builtin, Call, FunctionId, Image, Literal, Operand, Position, TypeId};

use crate::code::Src;
use crate::schedule::register;
use crate::state::State;
use crate::step::Context;
use crate::value::{Pointer, StrId, Value};

/// A goroutine with a name.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is called: the function's name and the number, `worker2`.
    pub(crate) name: StrId,
    /// The name without the number.
    pub(crate) base: StrId,
    /// The number that the function was given; none if it was given none.
    pub(crate) id: Option<i64>,
    /// The goroutine's number. It may have ended.
    pub(crate) goroutine: u32,
    /// The watched variables that it has declared, in the order of their places in [`Watch`]es, and where they are.
    pub(crate) watches: Vec<(u32, Pointer)>,
    /// Whether it has crashed, and not recovered.
    pub(crate) crashed: bool,
}

/// A variable that is watched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watch {
    /// Its name.
    pub name: String,
    /// The function that declares it.
    pub function: FunctionId,
    /// Where it is declared.
    pub position: Position,
    /// Its type.
    pub ty: TypeId,
}

/// What one of the front-end's calls means.
#[derive(Clone, Debug)]
pub(crate) enum Observation {
    /// The goroutine has come to a function: its name, or where that is; and its number.
    Node { name: Result<StrId, Src>, id: Option<Src> },
    /// A variable was declared.
    Watch { watch: u32, pointer: Src },
    /// A mark was passed.
    Passed { name: Result<StrId, Src> },
}

/// The text of the call that the front-end wrote, if it did: without its prefix, and with the arguments behind it.
pub(crate) fn text_of<'a>(
    image: &'a Image,
    builtin: Builtin,
    call: &'a Call,
) -> Option<(&'a str, &'a [Operand])> {
    let (Builtin::Print, [Operand::Constant(constant), rest @ ..]) = (builtin, &call.arguments[..]) else {
        return None;
    };
    let Literal::String(bytes) = &image.constants[constant.index()].value else { return None };
    let text = std::str::from_utf8(bytes).ok()?.strip_prefix("\x01vtrace:")?;
    let known = ["node ", "watch ", "passed", "mark "].iter().any(|word| text.starts_with(word));
    known.then_some((text, rest))
}

/// Whether the front-end was asked to make nodes and variables visible.
pub(crate) fn is_watched(image: &Image) -> bool {
    image.constants.iter().any(|constant| {
        matches!(&constant.value, Literal::String(bytes) if bytes.starts_with(b"\x01vtrace:node "))
    })
}

impl Context<'_> {
    /// Goroutine `index` has come to one of the front-end's calls.
    pub(crate) fn observe(&mut self, state: &mut State, index: usize, observation: u32) {
        let program = self.program;
        state.goroutine_mut(index).top_mut().pc += 1;
        let g = &state.goroutines[index];
        let known = state.nodes.iter().position(|node| node.goroutine == g.number);
        let text = |name: &Result<StrId, Src>| match name {
            Ok(text) => Some(*text),
            Err(src) => match register(program, g, *src) {
                Value::Str(text) => Some(text),
                _ => None,
            },
        };
        match &program.specs.observations[observation as usize] {
            Observation::Node { name, id } => {
                if known.is_some() {
                    return;
                }
                let Some(base) = text(name) else { return };
                let id = id.and_then(|id| match register(program, g, id) {
                    Value::Int(id) => Some(id),
                    _ => None,
                });
                let path: Vec<String> = g.path.iter().skip(1).map(u32::to_string).collect();
                let path = path.join("_");
                let plain = program.strings.text(base);
                let mut full = match id {
                    Some(id) => format!("{plain}{id}"),
                    None => format!("{plain}{path}"),
                };
                if state.nodes.iter().any(|node| program.strings.text(node.name) == full) {
                    full = format!("{full}_{path}");
                }
                let name = program.strings.intern(full.as_bytes());
                let node = Node { name, base, id, goroutine: g.number, watches: Vec::new(), crashed: false };
                let at = state.nodes.partition_point(|other| *program.strings.text(other.name) < *full);
                state.nodes.insert(at, Arc::new(node));
            }
            Observation::Watch { watch, pointer } => {
                let (Some(node), Value::Ptr(at)) = (known, register(program, g, *pointer)) else { return };
                let watches = &mut Arc::make_mut(&mut state.nodes[node]).watches;
                match watches.binary_search_by_key(watch, |(watch, _)| *watch) {
                    Ok(place) => watches[place].1 = at,
                    Err(place) => watches.insert(place, (*watch, at)),
                }
            }
            Observation::Passed { name } => {
                let (Some(name), number) = (text(name), g.number) else { return };
                if !state.passed.contains(&(number, name)) {
                    state.passed.push((number, name));
                }
            }
        }
    }
}
