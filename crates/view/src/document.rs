//! What the page is given: runs as a list of steps, each with what it adds and changes, so that a run can be sent while it
//! happens, and ten thousand steps stay small.
//!
//! Files, goroutines and cells (variables, channels, locks) are numbered in the order in which steps bring them up; acts are
//! numbered through the whole run. Everything else refers to these numbers.

use serde::Serialize;

/// The number of the schema. It grows when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

/// A run.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// `run`.
    pub form: &'static str,
    /// See [`SCHEMA`].
    pub schema: u32,
    /// What to call it.
    pub title: String,
    /// What is wrong with it, if something is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding: Option<Finding>,
    /// Whether the engine can go on from its steps.
    pub live: bool,
    /// What the reader should know about this record: why it has no values, say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What happens.
    pub steps: Vec<Step>,
    /// The step at which the part begins that repeats for ever, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle: Option<usize>,
    /// What could happen at its end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<Other>,
    /// The nearest run that ends well, if this one does not and such a one was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passing: Option<Passing>,
}

/// A run that is the same as another one up to a step.
#[derive(Clone, Debug, Serialize)]
pub struct Passing {
    /// The last step that they have in common.
    pub at: usize,
    /// What follows.
    pub steps: Vec<Step>,
}

impl Run {
    /// A run of which nothing else is known.
    pub fn new(title: &str, steps: Vec<Step>) -> Run {
        Run {
            form: "run",
            schema: SCHEMA,
            title: title.to_string(),
            finding: None,
            live: false,
            notes: Vec::new(),
            steps,
            cycle: None,
            next: Vec::new(),
            passing: None,
        }
    }
}

/// What is wrong with a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Finding {
    /// Its name.
    pub id: String,
    /// Its kind, as `vtrace explain` knows it.
    pub kind: String,
    /// How sure it is: `confirmed`, `certain`, `possible`.
    pub standing: String,
    /// What happens, in one sentence.
    pub message: String,
    /// The places concerned: file, line, column; and what happens there.
    pub labels: Vec<Label>,
    /// The inputs that it needs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<(String, String)>,
    /// What to try next.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub help: Vec<String>,
    /// Where it was found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<String>,
    /// Commands to copy, each with what it does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<(String, String)>,
    /// The runs that show it: made short, and as the search came upon it. Empty if only the short one is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<Version>,
}

/// One of several runs that show the same.
#[derive(Clone, Debug, Serialize)]
pub struct Version {
    /// The name of its document.
    pub name: String,
    /// What distinguishes it.
    pub title: &'static str,
    /// How many choices it has.
    pub choices: usize,
}

/// What happens at a place.
#[derive(Clone, Debug, Serialize)]
pub struct Label {
    /// Where.
    pub at: Place,
    /// What.
    pub text: String,
}

/// A place: the number of a file, line and column, both from 1.
pub type Place = (usize, u32, u32);

/// A step, and the state after it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Step {
    /// The choice that made it, in the notation of schedules; none for the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
    /// Files that come up for the first time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<SourceFile>,
    /// Goroutines that come up for the first time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lanes: Vec<Lane>,
    /// Cells that come up for the first time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Cell>,
    /// What happens, in order.
    pub acts: Vec<Act>,
    /// Cells that changed, each with its new value; none: it is gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<(usize, Option<String>)>,
    /// Goroutines that now stand differently.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stands: Vec<Stand>,
    /// What could have happened instead.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Other>,
    /// What the program printed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub output: String,
    /// The virtual time after it in nanoseconds, if it is not 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub clock: i64,
}

fn is_zero(clock: &i64) -> bool {
    *clock == 0
}

/// A source file.
#[derive(Clone, Debug, Serialize)]
pub struct SourceFile {
    /// As people see it, from where they are.
    pub name: String,
    /// Its text; none if it cannot be read.
    pub text: Option<String>,
}

/// A goroutine, node or role.
#[derive(Clone, Debug, Serialize)]
pub struct Lane {
    /// `main`, or the spawn path: `1.2`; the name of a node or role.
    pub name: String,
    /// The function that it runs.
    pub function: String,
    /// Where it was started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started: Option<Place>,
}

/// Something that holds a value.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Cell {
    /// What it is.
    pub kind: CellKind,
    /// Whose it is; none if it is everybody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lane: Option<usize>,
    /// The invocation that it belongs to, the outermost 0.
    pub depth: usize,
    /// The function of that invocation.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub function: String,
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
}

/// What a cell is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CellKind {
    /// A variable of a function.
    Local,
    /// A package-level variable.
    Global,
    /// A channel.
    Channel,
    /// A mutex.
    Lock,
    /// A wait group.
    Group,
}

/// What one goroutine does.
#[derive(Clone, Debug, Serialize)]
pub struct Act {
    /// Who; none for a timer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lane: Option<usize>,
    /// What kind of thing.
    pub kind: ActKind,
    /// In words: `sends 3 on jobs`.
    pub what: String,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
    /// The function there.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub function: String,
    /// What it is done to, by name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub object: String,
    /// The acts of others that it comes after, by number: the send of a receive, the unlock before a lock.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<usize>,
    /// Two that happen at once: the number of the other one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<usize>,
}

/// What kind of thing an act is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ActKind {
    /// Starts a goroutine.
    Go,
    /// Ends.
    Exit,
    /// Sends.
    Send,
    /// Receives.
    Receive,
    /// Closes a channel.
    Close,
    /// A select's default, or another local decision.
    Default,
    /// Locks.
    Lock,
    /// Unlocks.
    Unlock,
    /// Another call that synchronises.
    Sync,
    /// Reads memory that others see.
    Read,
    /// Writes it.
    Write,
    /// Panics.
    Panic,
    /// A timer fires.
    Timer,
    /// An input gets its value.
    Input,
    /// A fault: a crash, a lost message.
    Fault,
}

/// How a goroutine stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Stand {
    /// Who.
    pub lane: usize,
    /// Whether it can go on.
    pub state: StandState,
    /// Why not: `waits for mu, held by goroutine 2`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// For whom it waits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waits_for: Vec<usize>,
    /// The functions that it is in, the innermost first, each with its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<(String, Place)>,
}

/// Whether a goroutine can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StandState {
    /// It can.
    Ready,
    /// It cannot, now.
    Blocked,
    /// It has ended.
    Ended,
    /// It has panicked, or is about to end the program.
    Panicked,
}

/// Something else that could happen.
#[derive(Clone, Debug, Serialize)]
pub struct Other {
    /// In the notation of schedules.
    pub choice: String,
    /// In words.
    pub what: String,
    /// Who takes part.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lanes: Vec<usize>,
    /// Whether it is a fault, which nobody wants to happen.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fault: bool,
    /// The act that sent the message which it concerns, by number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<usize>,
}

/// A state graph.
#[derive(Clone, Debug, Serialize)]
pub struct Graph {
    /// `graph`.
    pub form: &'static str,
    /// See [`SCHEMA`].
    pub schema: u32,
    /// What to call it.
    pub title: String,
    /// What it shows, in one sentence.
    pub sentence: String,
    /// How many states.
    pub states: usize,
    /// Where it starts.
    pub initial: usize,
    /// The labels; 0 is the silent one.
    pub labels: Vec<String>,
    /// From, label, to.
    pub edges: Vec<(u32, u32, u32)>,
    /// States in which a run may end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub finals: Vec<usize>,
    /// A path through it, as indices of edges.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<usize>,
    /// Where in the path its cycle begins, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle: Option<usize>,
    /// What the reader should know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}
