//! Looking at a program's values from outside, by the names that the source gives them.

use vtrace_program::{Basic, Shape, TypeId};

use crate::compare::unbox;
use crate::lower::global_object;
use crate::machine::Machine;
use crate::memory::Heap;
use crate::node::Node;
use crate::program::Program;
use crate::render;
use crate::state::State;
use crate::value::{ObjectId, Pointer, Value};

/// A value of a known type.
#[derive(Clone, Copy)]
pub struct View<'a> {
    program: &'a Program,
    heap: &'a Heap,
    ty: TypeId,
    values: &'a [Value],
}

/// A value without parts.
#[derive(Clone, PartialEq, Debug)]
pub enum Scalar {
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// A string.
    Text(String),
    /// No pointer, channel, map, slice, function or interface value.
    Nil,
}

impl Machine {
    /// The value of a node's watched variable; none if it has not declared it yet.
    pub fn variable<'a>(&'a self, state: &'a State, node: &Node, watch: u32) -> Option<View<'a>> {
        let place = node.watches.binary_search_by_key(&watch, |(watch, _)| *watch).ok()?;
        let ty = self.program.watches()[watch as usize].ty;
        Some(View::at(&self.program, &state.heap, ty, node.watches[place].1))
    }

    /// The watched variables that a node has declared so far.
    pub fn declared(&self, node: &Node) -> impl Iterator<Item = u32> {
        node.watches.iter().map(|(watch, _)| *watch)
    }

    /// The value of a package-level variable.
    pub fn global<'a>(&'a self, state: &'a State, global: u32) -> View<'a> {
        let ty = self.program.image.globals[global as usize].ty;
        View::at(&self.program, &state.heap, ty, Pointer::to(global_object(global)))
    }

    /// By which package-level variable of the user's a channel can be reached: `requests[3]`.
    pub fn channel_name(&self, state: &State, channel: ObjectId) -> Option<String> {
        (0..self.program.image.globals.len() as u32).find_map(|global| {
            let path = self.global(state, global).find(channel, 4)?;
            Some(format!("{}{path}", self.program.users_global(global)?))
        })
    }
}

impl Machine {
    /// Where a channel is in the array or slice that it belongs to, and how many that has.
    pub fn channel_place(&self, state: &State, channel: ObjectId) -> Option<(u32, u32)> {
        (0..self.program.image.globals.len() as u32)
            .find_map(|global| self.global(state, global).place(channel, 4))
    }
}

impl<'a> View<'a> {
    fn at(program: &'a Program, heap: &'a Heap, ty: TypeId, at: Pointer) -> View<'a> {
        View { program, heap, ty, values: heap.load_range(at, program.layouts.size(ty)) }
    }

    fn shape(&self) -> &'a Shape {
        &self.program.image.ty(self.ty).shape
    }

    /// What a pointer points to, or an interface holds; the value itself otherwise.
    fn inner(self) -> View<'a> {
        match (self.shape(), self.values) {
            (Shape::Pointer(to), [Value::Ptr(at)]) => View::at(self.program, self.heap, *to, *at).inner(),
            (Shape::Interface(_), [Value::Type(ty), payload]) => {
                let values = unbox(self.program, self.heap, *ty, payload);
                View { ty: *ty, values, ..self }.inner()
            }
            _ => self,
        }
    }

    /// The field of a struct, or of what a pointer or an interface leads to.
    pub fn field(self, name: &str) -> Option<View<'a>> {
        let this = self.inner();
        let Shape::Struct(fields) = this.shape() else { return None };
        let part = |index: usize| {
            let at = this.program.layouts.offset(this.ty, index as u32) as usize;
            let ty = fields[index].ty;
            let values = &this.values[at..at + this.program.layouts.size(ty) as usize];
            View { ty, values, ..this }
        };
        match fields.iter().position(|field| field.name == name) {
            Some(index) => Some(part(index)),
            None => (0..fields.len())
                .filter(|&index| fields[index].embedded)
                .find_map(|index| part(index).field(name)),
        }
    }

    /// The names of a struct's fields.
    pub fn fields(self) -> Vec<&'a str> {
        match self.inner().shape() {
            Shape::Struct(fields) => fields.iter().map(|field| &*field.name).collect(),
            _ => Vec::new(),
        }
    }

    /// An element of an array or slice, or a map's entry.
    pub fn index(self, key: &Scalar) -> Option<View<'a>> {
        let this = self.inner();
        let place = match key {
            Scalar::Int(i) => usize::try_from(*i).ok(),
            _ => None,
        };
        match (this.shape(), this.values) {
            (Shape::Array(len, element), values) => {
                let (place, size) = (place?, this.program.layouts.size(*element) as usize);
                let values = values.get(place * size..(place + 1) * size)?;
                (place < *len as usize).then_some(View { ty: *element, values, ..this })
            }
            (Shape::Slice(element), [Value::Ptr(at), Value::Len(len, _)]) => {
                let (place, size) = (place? as u32, this.program.layouts.size(*element));
                (place < *len).then(|| View::at(this.program, this.heap, *element, at.offset(place * size)))
            }
            (Shape::Map(of, element), [Value::Ptr(at)]) => {
                let map = this.heap.map(at.object);
                let is = |values: &[Value]| View { ty: *of, values, ..this }.scalar().as_ref() == Some(key);
                let (_, values) = map.iter().find(|(key, _)| is(key))?;
                Some(View { ty: *element, values, ..this })
            }
            _ => None,
        }
    }

    /// How many elements an array, slice, map or string has, or a channel's buffer holds.
    pub fn length(self) -> Option<i64> {
        let this = self.inner();
        match (this.shape(), this.values) {
            (Shape::Array(len, _), _) => Some(*len as i64),
            (Shape::Slice(_), [_, Value::Len(len, _)]) => Some(*len as i64),
            (Shape::Slice(_) | Shape::Map(..) | Shape::Chan(..), [Value::Nil, ..]) => Some(0),
            (Shape::Map(..), [Value::Ptr(at)]) => Some(this.heap.map(at.object).len() as i64),
            (Shape::Chan(..), [Value::Ptr(at)]) => Some(this.heap.channel(at.object).count as i64),
            (_, [Value::Str(text)]) => Some(text.len as i64),
            _ => None,
        }
    }

    /// The value, if it has no parts. What pointers and interfaces lead to counts.
    pub fn scalar(self) -> Option<Scalar> {
        let this = self.inner();
        match (this.shape(), this.values) {
            (Shape::Basic(Basic::Bool), [Value::Int(i)]) => Some(Scalar::Bool(*i != 0)),
            (_, [Value::Int(i)]) => Some(Scalar::Int(*i)),
            (_, [Value::Float(bits)]) => Some(Scalar::Float(f64::from_bits(*bits))),
            (_, [Value::Str(text)]) => Some(Scalar::Text(this.program.strings.text(*text).into_owned())),
            (_, [Value::Nil, ..]) => Some(Scalar::Nil),
            _ => None,
        }
    }

    /// As people read it.
    pub fn text(self) -> String {
        render::value(self.program, self.heap, Some(self.ty), self.values)
    }

    /// The path to a channel inside of the value.
    fn find(self, channel: ObjectId, depth: u32) -> Option<String> {
        match (self.shape(), self.values) {
            (Shape::Chan(..), [Value::Ptr(at)]) if at.object == channel => Some(String::new()),
            (Shape::Pointer(_), [Value::Ptr(_)]) if depth > 0 => self.inner().find(channel, depth - 1),
            (Shape::Struct(_), _) if depth > 0 => self
                .fields()
                .into_iter()
                .find_map(|name| Some(format!(".{name}{}", self.field(name)?.find(channel, depth - 1)?))),
            (Shape::Array(..) | Shape::Slice(_), _) if depth > 0 => (0..self.length()?).find_map(|i| {
                Some(format!("[{i}]{}", self.index(&Scalar::Int(i))?.find(channel, depth - 1)?))
            }),
            _ => None,
        }
    }

    /// The place of a channel in an array or slice inside of the value, and how many that has.
    fn place(self, channel: ObjectId, depth: u32) -> Option<(u32, u32)> {
        match self.shape() {
            Shape::Pointer(_) if depth > 0 && matches!(self.values, [Value::Ptr(_)]) => {
                self.inner().place(channel, depth - 1)
            }
            Shape::Struct(_) if depth > 0 => {
                self.fields().into_iter().find_map(|name| self.field(name)?.place(channel, depth - 1))
            }
            Shape::Array(..) | Shape::Slice(_) if depth > 0 => {
                let len = self.length()?;
                (0..len).find_map(|i| {
                    let element = self.index(&Scalar::Int(i))?;
                    match element.values {
                        [Value::Ptr(at)] if at.object == channel => Some((i as u32, len as u32)),
                        _ => element.place(channel, depth - 1),
                    }
                })
            }
            _ => None,
        }
    }
}
