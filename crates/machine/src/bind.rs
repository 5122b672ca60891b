//! Giving inputs their values, where a run needs them.
//!
//! Which values are tried depends on the type: both booleans; some integers, and those with which the input is compared,
//! give or take one; slices and maps of these lengths, their elements unknown in turn; nil, or something fresh. A channel
//! has a caller at its other end. A function or an interface is opaque ([`crate::opaque`]), or one of the program's own types.

use vtrace_program::{Basic, Direction, FunctionId, Position, Shape, TypeId};

use crate::behave;
use crate::channel::Channel;
use crate::code::Width;
use crate::event::{What, visible_position};
use crate::machine::Options;
use crate::map::Map;
use crate::program::Program;
use crate::state::State;
use crate::step::Context;
use crate::unknown::{self, DEEPEST, Input, Term};
use crate::value::{ObjectId, Pointer, Value};

/// A value that an input could have.
#[derive(Clone, PartialEq, Debug)]
pub enum Candidate {
    /// A boolean or an integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// A string.
    Str(String),
    /// The nil pointer, slice, map, channel, function or interface.
    Nil,
    /// A pointer to a new variable, whose parts are unknown in turn.
    Fresh,
    /// A slice of so many unknown elements.
    Slice(u32),
    /// A map of so many entries.
    Map(u32),
    /// A channel with somebody at its other end, who takes what is sent, and sends so many elements and closes it.
    Channel(u32),
    /// A function of which nothing is known.
    Function,
    /// An interface that holds an unknown value of this type.
    Holding(TypeId),
    /// An interface of which nothing more is known.
    Opaque,
}

/// The most types of the program that are tried for an interface.
const TYPES: usize = 3;

/// The values to try for an input. `needed` is the term that a run needs.
pub(crate) fn candidates(program: &Program, options: &Options, input: u32, needed: u32) -> Vec<Candidate> {
    let Some(input) = program.terms.input_at(input) else { return Vec::new() };
    if behave::is_behaviour(input) {
        return behave::candidates(input);
    }
    let mut constants = Vec::new();
    unknown::constants_in(&program.terms, needed, &mut constants);
    let image = &program.image;
    let integers = integers(options, input, &constants);
    let lengths = || integers.iter().filter(|&&i| (0..=LONGEST).contains(&i)).map(|&i| i as u32);
    let nil = (input.least == 0).then_some(Candidate::Nil);
    let deep = input.depth >= DEEPEST;
    match &image.ty(input.ty).shape {
        Shape::Basic(Basic::Bool) => vec![Candidate::Int(0), Candidate::Int(1)],
        Shape::Basic(Basic::String) => match fixed(options, &format!("len({})", input.shown)) {
            Some(len) => vec![Candidate::Str("a".repeat(len.clamp(0, LONGEST) as usize))],
            None => vec![Candidate::Str(String::new()), Candidate::Str("a".to_string())],
        },
        Shape::Basic(Basic::Float32 | Basic::Float64) => {
            integers.iter().map(|&i| Candidate::Float(i as f64)).collect()
        }
        Shape::Basic(_) => {
            let width = crate::arith::width(image, input.ty).unwrap_or(Width::I64);
            let fits = |v: i64| crate::arith::wrap(width, v) == v;
            integers.into_iter().filter(|&v| fits(v)).map(Candidate::Int).collect()
        }
        Shape::Pointer(_) if deep => vec![Candidate::Nil],
        Shape::Pointer(_) => nil.into_iter().chain([Candidate::Fresh]).collect(),
        Shape::Slice(_) | Shape::Map(..) if deep => vec![Candidate::Nil],
        Shape::Slice(_) => lengths().map(Candidate::Slice).collect(),
        Shape::Map(key, _) => {
            let most = distinct(program, *key);
            let mut all: Vec<Candidate> = lengths().filter(|&len| len <= most).map(Candidate::Map).collect();
            all.dedup();
            all
        }
        Shape::Chan(direction, element) => {
            // A channel of nothing is there to be closed.
            let silent = *direction == Direction::SendOnly || program.layouts.size(*element) == 0;
            let counts: Vec<Candidate> = lengths().map(Candidate::Channel).collect();
            if silent { vec![Candidate::Channel(0)] } else { counts }
        }
        Shape::Signature(..) if program.opaque.function(image, input.ty).is_some() => {
            nil.into_iter().chain([Candidate::Function]).collect()
        }
        Shape::Interface(_) if program.opaque.ty.is_some() => {
            let nil = nil.filter(|_| image.ty(input.ty).name != "context.Context");
            let own = if deep { Vec::new() } else { implementations(program, input.ty) };
            nil.into_iter()
                .chain(own.into_iter().map(Candidate::Holding))
                .chain([Candidate::Opaque])
                .collect()
        }
        _ => vec![Candidate::Nil],
    }
}

/// The largest length that is tried.
const LONGEST: i64 = 64;

/// The integers to try for an input, as it is or as its length.
fn integers(options: &Options, input: &Input, constants: &[i64]) -> Vec<i64> {
    let name = &input.shown;
    if let Some(value) = fixed(options, name).or_else(|| fixed(options, &format!("len({name})"))) {
        return vec![value];
    }
    let around = constants.iter().flat_map(|&c| [c.wrapping_sub(1), c, c.wrapping_add(1)]);
    // Negative numbers make sense only where the program asks for them.
    let negative = constants.iter().any(|&c| c < 0);
    let mut values: Vec<i64> = Vec::new();
    for value in options.integers.iter().copied().chain(around) {
        if (value >= input.least as i64 || negative) && !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// The value that the user has set for an input.
fn fixed(options: &Options, name: &str) -> Option<i64> {
    options.set.iter().find(|(set, _)| set == name).map(|(_, value)| *value)
}

/// How many different keys of a type the machine can think of.
fn distinct(program: &Program, key: TypeId) -> u32 {
    match &program.image.ty(key).shape {
        Shape::Basic(Basic::Bool) => 2,
        Shape::Basic(_) | Shape::Pointer(_) => u32::MAX,
        Shape::Interface(_) if program.opaque.ty.is_some() => u32::MAX,
        Shape::Struct(fields) => fields.iter().map(|field| distinct(program, field.ty)).max().unwrap_or(1),
        Shape::Array(len, element) if *len > 0 => distinct(program, *element),
        _ => 1,
    }
}

/// The types of the program that implement an interface that is declared in it.
fn implementations(program: &Program, interface: TypeId) -> Vec<TypeId> {
    let image = &program.image;
    let ty = image.ty(interface);
    let Shape::Interface(methods) = &ty.shape else { return Vec::new() };
    if methods.is_empty() || !program.users.contains(&ty.package) {
        return Vec::new();
    }
    let has_all = |id: TypeId| methods.iter().all(|&method| program.method(id, method).is_some());
    (0..image.types.len() as u32).map(TypeId).filter(|&id| has_all(id)).take(TYPES).collect()
}

impl Context<'_> {
    /// Gives an input its value.
    pub(crate) fn bind(
        &mut self,
        state: &mut State,
        index: usize,
        input: u32,
        needed: u32,
        alternative: u32,
    ) {
        let program = self.program;
        let options = candidates(program, self.options, input, needed);
        let Some(candidate) = options.get(alternative as usize) else { return };
        let Some(source) = program.terms.input_at(input) else { return };
        let values = self.value_of(state, input, source, candidate);
        let at = state.bindings.partition_point(|(bound, _)| *bound < input);
        state.bindings.insert(at, (input, values.into()));
        if self.events.is_some() {
            let (name, value) = in_words(program, source, candidate);
            let (position, code) = visible_position(program, state, index);
            self.note(state.goroutines[index].number, position, code, What::Bind { input: name, value });
        }
    }

    fn value_of(&mut self, state: &mut State, id: u32, input: &Input, candidate: &Candidate) -> Vec<Value> {
        let program = self.program;
        let image = &program.image;
        let source = program.unknowns();
        let mut values = Vec::new();
        program.layouts.zero(image, input.ty, &mut values);
        let give = |state: &mut State, object: ObjectId| {
            state.heap.give_to_caller(object);
            Value::Ptr(Pointer::to(object))
        };
        match (candidate, &image.ty(input.ty).shape) {
            (Candidate::Int(i), _) => values[0] = Value::Int(*i),
            (Candidate::Float(f), _) => values[0] = Value::float(*f),
            (Candidate::Str(s), _) => values[0] = program.strings.value(s.as_bytes()),
            (Candidate::Fresh, &Shape::Pointer(of)) => {
                let mut parts = Vec::new();
                source.unknown(&pointee(program, input, of), &mut parts);
                let object = state.heap.allocate(&parts);
                values[0] = give(state, object);
            }
            (Candidate::Slice(len), &Shape::Slice(of)) => {
                let mut elements = Vec::new();
                for i in 0..*len {
                    source.unknown(&element(input, i, of), &mut elements);
                }
                let object = state.heap.allocate(&elements);
                values[0] = give(state, object);
                values[1] = Value::Len(*len, *len);
            }
            (Candidate::Map(len), &Shape::Map(key, of)) => {
                let mut map = Map::new(program, key, of);
                for i in 0..*len {
                    let mut entry = Vec::new();
                    self.key(state, key, i, &mut entry);
                    let mut value = Vec::new();
                    source.unknown(&element(input, i, of), &mut value);
                    // A key of a type that the machine can compare.
                    let _ = map.insert(program, &state.heap, &entry, &value);
                }
                let object = state.heap.allocate_map(map);
                values[0] = give(state, object);
            }
            (Candidate::Channel(count), &Shape::Chan(_, of)) => {
                let mut elements = Vec::new();
                for i in 0..*count {
                    let name = format!("<-{}#{}", input.name, i + 1);
                    source.unknown(&Input { shown: name.clone(), ..input.beyond(name, of) }, &mut elements);
                }
                let channel = Channel::callers(program.layouts.size(of), elements, *count);
                let object = state.heap.allocate_channel(channel);
                values[0] = give(state, object);
            }
            (Candidate::Function, _) => {
                if let Some(code) = program.opaque.function(image, input.ty) {
                    let environment = state.heap.allocate(&[Value::Int(id as i64)]);
                    state.heap.give_to_caller(environment);
                    values[0] = Value::Func(code, environment);
                }
            }
            (Candidate::Opaque, _) => {
                if let Some(ty) = program.opaque.ty {
                    values = vec![Value::Type(ty), Value::Int(id as i64)];
                }
            }
            (&Candidate::Holding(ty), _) => {
                let mut parts = Vec::new();
                let inner =
                    Input { least: 1, ..input.beyond(format!("{}.({})", input.name, image.ty(ty).name), ty) };
                source.unknown(&inner, &mut parts);
                let payload = match parts[..] {
                    [part] => part,
                    _ => {
                        let object = state.heap.allocate(&parts);
                        give(state, object)
                    }
                };
                values = vec![Value::Type(ty), payload];
            }
            _ => {}
        }
        values
    }

    /// The `i`th of several different keys.
    fn key(&mut self, state: &mut State, ty: TypeId, i: u32, out: &mut Vec<Value>) {
        let program = self.program;
        let image = &program.image;
        match &image.ty(ty).shape {
            Shape::Basic(Basic::String) => out.push(program.strings.value(format!("key{i}").as_bytes())),
            Shape::Basic(Basic::Float32 | Basic::Float64) => out.push(Value::float(i as f64)),
            Shape::Basic(_) => {
                let start = out.len();
                program.layouts.zero(image, ty, out);
                if let Value::Int(_) = out[start] {
                    out[start] = Value::Int(i as i64);
                }
            }
            Shape::Pointer(of) => {
                let mut zero = Vec::new();
                program.layouts.zero(image, *of, &mut zero);
                let object = state.heap.allocate(&zero);
                state.heap.give_to_caller(object);
                out.push(Value::Ptr(Pointer::to(object)));
            }
            Shape::Interface(_) => match program.opaque.ty {
                Some(ty) => out.extend([Value::Type(ty), Value::Int(-1 - i as i64)]),
                None => out.extend([Value::Nil; 2]),
            },
            Shape::Struct(fields) => fields.iter().for_each(|field| self.key(state, field.ty, i, out)),
            Shape::Array(len, element) => (0..*len).for_each(|_| self.key(state, *element, i, out)),
            _ => program.layouts.zero(image, ty, out),
        }
    }

    /// The results of a call of which nothing is known. Equal calls have equal results.
    pub(crate) fn unknown_results(
        &self,
        state: &State,
        index: usize,
        callee: &Callee,
        arguments: &[Value],
        types: &[TypeId],
    ) -> Vec<Value> {
        let program = self.program;
        let position = self.call_position(state, index);
        let list: Vec<String> = arguments.iter().map(|&value| in_name(program, value)).collect();
        let name = format!("{}({})@{}:{}", callee.name, list.join(","), position.line, position.column);
        let variables = result_names(program, self.caller(state, index), position, types.len());
        let mut results = Vec::new();
        for (i, &ty) in types.iter().enumerate() {
            let name = if types.len() == 1 { name.clone() } else { format!("{name}#{i}") };
            let shown = match variables.get(i) {
                Some(Some(variable)) => variable.clone(),
                _ => format!("{}()", callee.shown),
            };
            let least = u8::from(callee.makes_something);
            let input = Input { name, shown, ty, depth: callee.depth.saturating_add(1), least };
            program.unknowns().unknown(&input, &mut results);
        }
        results
    }

    /// The function in which the innermost call in progress stands.
    fn caller(&self, state: &State, index: usize) -> Option<FunctionId> {
        let frames = &state.goroutines[index].frames;
        let frame = frames.len().checked_sub(2).map(|i| frames[i])?;
        Some(self.program.codes[frame.code as usize].function)
    }
}

/// Somebody who is called, and of whom nothing is known.
pub(crate) struct Callee {
    /// As in the names of inputs.
    pub name: String,
    /// As people call it.
    pub shown: String,
    pub depth: u8,
    /// It never gives nil: `errors.New`.
    pub makes_something: bool,
}

/// What a pointer that is an input points to.
pub(crate) fn pointee(program: &Program, pointer: &Input, of: TypeId) -> Input {
    let whole = matches!(program.image.ty(of).shape, Shape::Struct(_));
    let name = if whole { pointer.name.clone() } else { format!("*{}", pointer.name) };
    let shown = if whole { pointer.shown.clone() } else { format!("*{}", pointer.shown) };
    Input { shown, ..pointer.beyond(name, of) }
}

/// An element of a slice, or the value of a map's entry.
pub(crate) fn element(of: &Input, i: u32, ty: TypeId) -> Input {
    of.beyond(format!("{}[{i}]", of.name), ty)
}

/// A value as part of a name: the same for equal values, and without addresses.
fn in_name(program: &Program, value: Value) -> String {
    match value {
        Value::Int(i) => i.to_string(),
        Value::Float(bits) => f64::from_bits(bits).to_string(),
        Value::Str(s) => format!("{:?}", program.strings.text(s)),
        Value::Type(ty) => program.image.ty(ty).name.clone(),
        Value::Unknown(id) => match program.terms.get(id) {
            Term::Input(input) => input.name.clone(),
            _ => format!("#{id}"),
        },
        Value::Nil => "nil".to_string(),
        _ => "_".to_string(),
    }
}

/// The variables to which the results of the call at a position are assigned.
fn result_names(
    program: &Program,
    caller: Option<FunctionId>,
    position: Position,
    count: usize,
) -> Vec<Option<String>> {
    use vtrace_program::{Kind, Operand};
    let none = || vec![None; count];
    let Some(function) = caller.map(|id| program.image.function(id)) else { return none() };
    let all = || function.blocks.iter().flat_map(|block| &block.instructions);
    let call = all().find(|i| matches!(i.kind, Kind::Call(_)) && i.position == position);
    let Some(result) = call.and_then(|call| call.result) else { return none() };
    let name = |local: vtrace_program::LocalId| {
        function.locals[local.index()].name.clone().filter(|name| name != "_")
    };
    if count == 1 {
        return vec![name(result)];
    }
    let mut names = none();
    for instruction in all() {
        if let Kind::Extract { tuple: Operand::Local(tuple), index } = instruction.kind
            && tuple == result
            && let (Some(local), Some(slot)) = (instruction.result, names.get_mut(index as usize))
        {
            *slot = name(local);
        }
    }
    names
}

/// An input and its value as people read them.
fn in_words(program: &Program, input: &Input, candidate: &Candidate) -> (String, String) {
    let name = input.shown.clone();
    let length = || format!("len({name})");
    match candidate {
        Candidate::Int(i) if behave::is_behaviour(input) => (name, behave::in_words(*i)),
        Candidate::Int(i) => match program.image.ty(input.ty).shape {
            Shape::Basic(Basic::Bool) => (name, (*i != 0).to_string()),
            _ => (name, i.to_string()),
        },
        Candidate::Float(f) => (name, f.to_string()),
        Candidate::Str(s) => (name, format!("{s:?}")),
        Candidate::Nil => (name, "nil".to_string()),
        Candidate::Fresh => (name, "not nil".to_string()),
        Candidate::Slice(len) | Candidate::Map(len) => (length(), len.to_string()),
        Candidate::Channel(0) => (name, "a channel that the caller closes".to_string()),
        Candidate::Channel(n) => {
            (name, format!("a channel on which the caller sends {n}, and which it closes"))
        }
        Candidate::Function => (name, "some function".to_string()),
        Candidate::Holding(ty) => (name, format!("some {}", program.image.ty(*ty).name)),
        Candidate::Opaque => (name, "not nil".to_string()),
    }
}
