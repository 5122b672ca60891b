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
    /// It is the caller's: somebody outside takes whatever is sent, and how many elements the outside still sends
    /// before it closes the channel. Those are in `buffer`, but not in `count`.
    pub outside: Option<u32>,
}

impl Channel {
    /// An open, empty channel.
    pub fn new(element: u32, capacity: u32) -> Channel {
        Channel {
            element,
            capacity,
            count: 0,
            closed: false,
            link: false,
            buffer: VecDeque::new(),
            outside: None,
        }
    }

    /// A channel with a caller at its other end, who sends these elements and then closes it.
    pub fn callers(element: u32, elements: Vec<Value>, count: u32) -> Channel {
        Channel { buffer: elements.into(), outside: Some(count), ..Channel::new(element, 0) }
    }

    /// Whether a caller is at its other end.
    pub fn is_callers(&self) -> bool {
        self.outside.is_some()
    }

    /// Whether a send would find room.
    pub fn has_room(&self) -> bool {
        self.count < self.capacity
    }

    /// Appends an element. A caller takes it at once: see [`crate::caller`].
    pub fn push(&mut self, element: &[Value]) {
        if self.is_callers() {
            return;
        }
        self.count += 1;
        self.buffer.extend(element);
    }

    /// Takes the oldest element.
    pub fn pop(&mut self, out: &mut Vec<Value>) -> bool {
        let left = match &mut self.outside {
            Some(outside) => outside,
            None => &mut self.count,
        };
        if *left == 0 {
            return false;
        }
        *left -= 1;
        out.extend(self.buffer.drain(..self.element as usize));
        true
    }
}
