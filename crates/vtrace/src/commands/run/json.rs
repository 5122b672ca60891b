//! The trace and the outcome as lines of JSON. Each line is an object whose `kind` says what it is.

use serde::Serialize;
use vtrace_machine::{Event, Stream, What};
use vtrace_program::Position;

use super::names::Names;
use crate::source::Sources;

/// A line.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Line<'a> {
    /// A visible operation was executed.
    Event {
        step: u64,
        #[serde(flatten)]
        goroutine: Option<Goroutine>,
        #[serde(flatten)]
        place: Option<Place>,
        /// A library reads or writes memory on behalf of the function.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        internal: bool,
        #[serde(flatten)]
        what: Operation<'a>,
    },
    /// The program wrote something. Bytes that are not UTF-8 are replaced.
    Output { stream: &'static str, text: String },
    /// How the run ended: always the last line.
    Outcome {
        /// `exit`, `panic`, `fatal`, `deadlock`, `unsupported`, `limit`, `interrupted`, `misfit`.
        ending: &'static str,
        code: u8,
        steps: u64,
        instructions: u64,
        /// What Go would print.
        #[serde(skip_serializing_if = "String::is_empty")]
        report: String,
        /// The goroutines that have not ended.
        goroutines: Vec<Standing>,
        /// Functions that were assumed to return unknown values.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        externals: Vec<String>,
    },
}

/// Who.
#[derive(Serialize)]
pub struct Goroutine {
    goroutine: u32,
    name: String,
    /// Which child of which child of main.
    path: Vec<u32>,
}

/// Where.
#[derive(Serialize)]
pub struct Place {
    file: String,
    line: u32,
    column: u32,
    source: String,
}

/// Where a goroutine is when the run has ended.
#[derive(Serialize)]
pub struct Standing {
    pub goroutine: u32,
    pub name: String,
    /// In the runtime's words: `chan receive`.
    pub status: String,
    /// The innermost function first.
    pub stack: Vec<Frame>,
}

/// An invocation of a function.
#[derive(Serialize)]
pub struct Frame {
    pub function: String,
    #[serde(flatten)]
    pub place: Option<Place>,
}

/// What happened.
#[derive(Serialize)]
#[serde(tag = "what", rename_all = "lowercase")]
pub enum Operation<'a> {
    Go { child: u32, child_name: String },
    Exit,
    Send { channel: u32, value: &'a str, to: Option<u32>, buffered: u32, capacity: u32 },
    Receive { channel: u32, value: &'a str, from: Option<u32>, buffered: u32, capacity: u32, closed: bool },
    Close { channel: u32 },
    Default,
    Call { function: &'a str, object: u32, arguments: &'a [String] },
    Read { value: &'a str },
    Write { value: &'a str },
    Print,
    Panic { value: &'a str },
    Mark { mark: u32 },
    Fire { at: i64 },
    Bind { input: &'a str, value: &'a str },
}

impl Line<'_> {
    /// The line of some output.
    pub fn output(stream: Stream, bytes: &[u8]) -> Line<'static> {
        let stream = match stream {
            Stream::Stdout => "stdout",
            Stream::Stderr => "stderr",
        };
        Line::Output { stream, text: String::from_utf8_lossy(bytes).into_owned() }
    }

    /// The line of an event.
    pub fn event<'a>(step: u64, event: &'a Event, names: &Names, sources: &mut Sources) -> Line<'a> {
        let goroutine = (event.goroutine != 0).then(|| {
            let name = names.get(event.goroutine);
            Goroutine { goroutine: event.goroutine, name: name.function, path: name.path }
        });
        let place = place(event.position, sources);
        Line::Event { step, goroutine, place, internal: event.internal, what: operation(&event.what, names) }
    }
}

/// A position, if it is one.
pub fn place(position: Position, sources: &mut Sources) -> Option<Place> {
    let file = sources.path(position)?.to_string();
    let source = sources.line(position).unwrap_or_default();
    Some(Place { file, line: position.line, column: position.column, source })
}

fn operation<'a>(what: &'a What, names: &Names) -> Operation<'a> {
    match what {
        What::Go { child } => Operation::Go { child: *child, child_name: names.get(*child).function },
        What::Exit => Operation::Exit,
        What::Send { channel, value, to, buffer: (buffered, capacity) } => {
            Operation::Send { channel: channel.0, value, to: *to, buffered: *buffered, capacity: *capacity }
        }
        What::Receive { channel, value, from, buffer: (buffered, capacity), closed } => Operation::Receive {
            channel: channel.0,
            value,
            from: *from,
            buffered: *buffered,
            capacity: *capacity,
            closed: *closed,
        },
        What::Close { channel } => Operation::Close { channel: channel.0 },
        What::Default => Operation::Default,
        What::Call { name, object, arguments, .. } => {
            Operation::Call { function: name, object: object.0, arguments }
        }
        What::Load { value } => Operation::Read { value },
        What::Store { value } => Operation::Write { value },
        What::Output { .. } => Operation::Print,
        What::Panic { value } => Operation::Panic { value },
        What::Mark { mark } => Operation::Mark { mark: *mark },
        What::Fire { at } => Operation::Fire { at: *at },
        What::Bind { input, value } => Operation::Bind { input, value },
    }
}
