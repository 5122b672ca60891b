//! Channels: what one holds. Who waits on it is not kept here: a waiting goroutine simply stands before its operation,
//! and [`crate::schedule`] pairs those that can go on together.

use std::collections::VecDeque;

use crate::value::Value;

/// A channel.
#[derive(Clone, Debug)]
pub struct Channel {
    /// How many slots an element takes.
    pub element: u32,
    /// How many elements the buffer has room for.
    pub capacity: u32,
    /// How many elements are in the buffer. Kept apart from `buffer` because elements may take no slots.
    pub count: u32,
    /// Whether it was closed.
    pub closed: bool,
    /// Whether the user's own code made it, or our framework: then it carries messages, which can get lost.
    pub link: bool,
    /// The elements sent and not yet received.
    pub buffer: VecDeque<Value>,
}

impl Channel {
    /// An open, empty channel.
    pub fn new(element: u32, capacity: u32) -> Channel {
        Channel { element, capacity, count: 0, closed: false, link: false, buffer: VecDeque::new() }
    }

    /// Whether a send would find room.
    pub fn has_room(&self) -> bool {
        self.count < self.capacity
    }

    /// Appends an element.
    pub fn push(&mut self, element: &[Value]) {
        self.count += 1;
        self.buffer.extend(element);
    }

    /// Takes the oldest element.
    pub fn pop(&mut self, out: &mut Vec<Value>) -> bool {
        if self.count == 0 {
            return false;
        }
        self.count -= 1;
        out.extend(self.buffer.drain(..self.element as usize));
        true
    }
}
