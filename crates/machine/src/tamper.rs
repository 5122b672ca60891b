//! What goes wrong in the world outside of a program: nodes crash and come back; messages get lost, come twice, overtake
//! each other. None of it is a [`crate::Choice`]: whoever wants it does it to a state, between two choices.

use std::sync::Arc;

use crate::code::Op;
use crate::machine::Machine;
use crate::node::Node;
use crate::schedule::{register, registers};
use crate::state::{Park, State};
use crate::step::{Context, operation};
use crate::timer::Target;
use crate::value::{ObjectId, Value};

/// A channel with messages under way. Channels are counted in the order in which they were made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Message {
    /// The channel.
    pub channel: u32,
    /// How many messages are in its buffer.
    pub count: u32,
    /// How many it has room for.
    pub capacity: u32,
}

impl Machine {
    /// The channels that carry messages and have some in their buffers.
    pub fn messages<'s>(&self, state: &'s State) -> impl Iterator<Item = Message> + use<'s> {
        let channels = state.heap.channels().map(|id| state.heap.channel(id)).enumerate();
        channels.filter(|(_, channel)| channel.link && channel.element > 0 && channel.count > 0).map(
            |(index, channel)| Message {
                channel: index as u32,
                count: channel.count,
                capacity: channel.capacity,
            },
        )
    }

    /// How many channels there are.
    pub fn channel_count(&self, state: &State) -> u32 {
        state.heap.channels().count() as u32
    }

    /// The object that a channel is.
    pub fn channel_object(&self, state: &State, channel: u32) -> Option<ObjectId> {
        state.heap.channels().nth(channel as usize)
    }

    /// The number of the channel that an object is.
    pub fn channel_number(&self, state: &State, object: ObjectId) -> Option<u32> {
        state.heap.channels().position(|id| id == object).map(|number| number as u32)
    }

    /// A message gets lost.
    pub fn lose(&self, state: &mut State, channel: u32, position: u32) {
        self.rearrange(state, channel, |elements| {
            elements.remove(position as usize);
        });
    }

    /// A message is there twice.
    pub fn duplicate(&self, state: &mut State, channel: u32, position: u32) {
        self.rearrange(state, channel, |elements| {
            let copy = elements[position as usize].clone();
            elements.insert(position as usize + 1, copy);
        });
    }

    /// A message overtakes all that are before it.
    pub fn overtake(&self, state: &mut State, channel: u32, position: u32) {
        self.rearrange(state, channel, |elements| elements[..=position as usize].rotate_right(1));
    }

    fn rearrange(&self, state: &mut State, channel: u32, change: impl FnOnce(&mut Vec<Vec<Value>>)) {
        let Some(object) = self.channel_object(state, channel) else { return };
        state.marks.clear();
        state.passed.clear();
        let channel = state.heap.channel_mut(object);
        let size = (channel.element as usize).max(1);
        let buffer: Vec<Value> = channel.buffer.iter().copied().collect();
        let mut elements: Vec<Vec<Value>> = buffer.chunks(size).map(<[Value]>::to_vec).collect();
        change(&mut elements);
        channel.count = elements.len() as u32;
        channel.buffer = elements.into_iter().flatten().collect();
    }

    /// The sends on channels without buffers that somebody stands before: who, and in which case of a select.
    pub fn open_sends(&self, state: &State) -> Vec<(u32, Option<u32>)> {
        let mut sends = Vec::new();
        for g in state.goroutines.iter().filter(|g| g.park == Park::Operation && !g.down) {
            let link = |channel| match register(&self.program, g, channel) {
                Value::Ptr(at) => {
                    let channel = state.heap.channel(at.object);
                    channel.link && channel.capacity == 0 && channel.element > 0 && !channel.closed
                }
                _ => false,
            };
            match *operation(&self.program, g) {
                Op::Send { channel, .. } if link(channel) => sends.push((g.number, None)),
                Op::Select { spec } => {
                    let cases = self.program.specs.selects[spec as usize].cases.iter().enumerate();
                    let sending = cases.filter(|(_, case)| case.send.is_some() && link(case.channel));
                    sends.extend(sending.map(|(i, _)| (g.number, Some(i as u32))));
                }
                _ => {}
            }
        }
        sends
    }

    /// A node crashes, and whatever it has started. If it never comes back, nothing is kept but its variables.
    pub fn crash(&self, state: &mut State, node: usize, forever: bool) {
        state.marks.clear();
        state.passed.clear();
        Arc::make_mut(&mut state.nodes[node]).crashed = true;
        let family = self.family(state, node);
        if forever {
            let gone = |number: u32| family.contains(&number);
            state.goroutines.retain(|g| !gone(g.number));
            state.timers.retain(|timer| !matches!(timer.target, Target::Wake(sleeper) if gone(sleeper)));
        } else {
            self.set_down(state, &family, true);
        }
    }

    /// A node goes on where it was when it crashed.
    pub fn recover(&self, state: &mut State, node: usize) {
        state.marks.clear();
        state.passed.clear();
        Arc::make_mut(&mut state.nodes[node]).crashed = false;
        let family = self.family(state, node);
        self.set_down(state, &family, false);
    }

    fn set_down(&self, state: &mut State, goroutines: &[u32], down: bool) {
        for &number in goroutines {
            if let Some(index) = state.index_of(number) {
                state.goroutine_mut(index).down = down;
            }
        }
    }

    /// The numbers of a node's goroutine and of those that it, or one of these, has started.
    fn family(&self, state: &State, node: usize) -> Vec<u32> {
        let own = state.nodes[node].goroutine;
        let Some(index) = state.index_of(own) else { return vec![own] };
        let path = state.goroutines[index].path.clone();
        state.goroutines.iter().filter(|g| g.path.starts_with(&path)).map(|g| g.number).collect()
    }

    /// The nodes, in the order of their names.
    pub fn nodes<'s>(&self, state: &'s State) -> impl ExactSizeIterator<Item = &'s Node> + use<'s> {
        state.nodes.iter().map(|node| &**node)
    }

    /// The named marks that were passed since the last choice, each with the number of the goroutine.
    pub fn passed<'s>(&'s self, state: &'s State) -> impl Iterator<Item = (u32, &'s [u8])> {
        state.passed.iter().map(|&(number, name)| (number, self.program.strings.bytes(name)))
    }
}

impl Node {
    /// What it is called: `worker2`.
    pub fn name<'m>(&self, machine: &'m Machine) -> std::borrow::Cow<'m, str> {
        machine.program.strings.text(self.name)
    }

    /// The name without the number: `worker`.
    pub fn base<'m>(&self, machine: &'m Machine) -> std::borrow::Cow<'m, str> {
        machine.program.strings.text(self.base)
    }

    /// Its number, if it was given one.
    pub fn id(&self) -> Option<i64> {
        self.id
    }

    /// The goroutine's number. It may have ended.
    pub fn goroutine(&self) -> u32 {
        self.goroutine
    }

    /// Whether it has crashed, and not recovered.
    pub fn is_crashed(&self) -> bool {
        self.crashed
    }
}

impl Context<'_> {
    /// What a goroutine sends on a channel without a buffer gets lost: it goes on, and nobody receives anything.
    pub fn lose_send(&mut self, state: &mut State, goroutine: u32, case: Option<u32>) {
        let Some(index) = state.index_of(goroutine) else { return };
        state.marks.clear();
        state.passed.clear();
        match case {
            Some(case) => self.finish_select(state, index, case as i64, false, None),
            None => state.goroutine_mut(index).top_mut().pc += 1,
        }
        self.advance(state, goroutine, false);
        self.settle(state);
    }

    /// What a goroutine would send, as people read it.
    pub fn sending(&self, state: &State, goroutine: u32, case: Option<u32>) -> Option<(ObjectId, String)> {
        let index = state.index_of(goroutine)?;
        let g = &state.goroutines[index];
        let (channel, src, n) = match (*operation(self.program, g), case) {
            (Op::Send { channel, src, n }, _) => (channel, src, n),
            (Op::Select { spec }, Some(case)) => {
                let case = self.program.specs.selects[spec as usize].cases.get(case as usize)?;
                let (src, n) = case.send?;
                (case.channel, src, n)
            }
            _ => return None,
        };
        let ty = crate::event::element_type(self.program, state, index, case);
        let values = registers(self.program, g, src, n);
        let text = crate::render::value(self.program, &state.heap, ty, &values);
        Some((register(self.program, g, channel).object()?, text))
    }
}
