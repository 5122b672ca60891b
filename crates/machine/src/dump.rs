//! What Go prints when a program ends badly: the reason, and where each goroutine is. Also what goroutines are called,
//! and what they are about to do.

use std::fmt::Write;

use vtrace_program::{Builtin, FunctionId, Image, Position};

use crate::code::Op;
use crate::event::case_position;
use crate::natives;
use crate::program::Program;
use crate::run::{Ending, Run};
use crate::schedule::{Choice, DEFAULT, register};
use crate::state::{End, Goroutine, Park, State};
use crate::timer::Target;
use crate::value::Value;

/// How a dump shows a position: as `file:line`, and perhaps the text of that line.
pub type Show<'a> = &'a mut dyn FnMut(Position) -> (String, Option<String>);

/// The report of how a run ended, as the Go runtime would write it to standard error, and the exit code.
pub fn report(program: &Program, run: &Run) -> (String, i32) {
    report_with(program, run, &mut |position| (place(program, position), None))
}

/// [`report`], with positions as `show` has them.
pub fn report_with(program: &Program, run: &Run, show: Show) -> (String, i32) {
    let mut text = String::new();
    let state = &run.state;
    // Writing to a string cannot fail.
    match &run.ending {
        // The system keeps only eight bits of it.
        Ending::End(End::Exit(code)) => return (text, *code & 0xff),
        Ending::End(End::Panic { goroutine, text: what }) => {
            let _ = writeln!(text, "panic: {what}\n");
            crashed(program, state, *goroutine, show, &mut text);
        }
        Ending::End(End::Fatal { goroutine, text: what }) => {
            let _ = writeln!(text, "fatal error: {what}\n");
            crashed(program, state, *goroutine, show, &mut text);
        }
        Ending::End(End::Unsupported { text: what, .. }) => {
            let _ = writeln!(text, "vtrace: the machine cannot go on: {what}");
        }
        Ending::Deadlock if state.goroutines.is_empty() => {
            text += "fatal error: no goroutines (main called runtime.Goexit) - deadlock!\n";
        }
        Ending::Deadlock => {
            text += "fatal error: all goroutines are asleep - deadlock!\n";
            goroutines(program, state, show, &mut text);
        }
        Ending::Stopped => {
            text += "vtrace: the run was stopped before the program ended\n";
            goroutines(program, state, show, &mut text);
        }
    }
    (text, 2)
}

/// All goroutines of a state, with an empty line before each.
pub fn goroutines(program: &Program, state: &State, show: Show, text: &mut String) {
    for g in &state.goroutines {
        text.push('\n');
        goroutine(program, g, &wait_reason(program, g), show, text);
    }
}

fn crashed(program: &Program, state: &State, number: u32, show: Show, text: &mut String) {
    for g in &state.goroutines {
        if g.number == number {
            goroutine(program, g, "running", show, text);
        }
    }
}

/// An invocation of a function, in a dump.
pub struct Invocation {
    /// The function.
    pub function: FunctionId,
    /// Where it is.
    pub position: Position,
}

/// The invocations that a goroutine is in, the innermost first. Wrappers are left out.
pub fn stack(program: &Program, g: &Goroutine) -> Vec<Invocation> {
    // Code, instruction, and whether that is about to be executed; otherwise it is the one after a call.
    let mut frames: Vec<(u32, u32, bool)> = Vec::new();
    let mut add = |trace: &[(u32, u32)], from: usize| {
        let top = trace.len().saturating_sub(1);
        frames.extend(trace.iter().enumerate().skip(from).map(|(i, &(code, pc))| (code, pc, i == top)));
    };
    // While a panic unwinds, frames go; it remembers where it began. A later panic began in a function that an
    // earlier one called, above the frames that both know.
    let mut known: &[(u32, u32)] = &[];
    for panic in g.panics.iter().filter(|panic| !panic.goexit) {
        add(&panic.trace, known.iter().zip(panic.trace.iter()).take_while(|(a, b)| a == b).count());
        known = &panic.trace;
    }
    if known.is_empty() {
        let trace: Vec<(u32, u32)> = g.frames.iter().map(|frame| (frame.code, frame.pc)).collect();
        add(&trace, 0);
    }
    let mut stack = Vec::new();
    for &(code, pc, exact) in frames.iter().rev() {
        let code = &program.codes[code as usize];
        if code.synthetic {
            continue;
        }
        let at = if exact { pc as usize } else { (pc as usize).saturating_sub(1) };
        let mut position = code.positions.get(at).copied().unwrap_or(Position::NONE);
        if !position.is_known() {
            position = program.image.function(code.function).position;
        }
        stack.push(Invocation { function: code.function, position });
    }
    stack
}

/// Who started a goroutine: the function, the place, and the goroutine's number. None for main.
pub fn created_by(program: &Program, g: &Goroutine) -> Option<(FunctionId, Position, u32)> {
    g.created_by.map(|(code, position)| (program.codes[code as usize].function, position, g.parent))
}

/// One goroutine: its header, then function and place for each invocation.
pub fn goroutine(program: &Program, g: &Goroutine, status: &str, show: Show, text: &mut String) {
    let mut at = |text: &mut String, position: Position| {
        let (place, line) = show(position);
        let _ = writeln!(text, "\t{place}");
        if let Some(line) = line {
            let _ = writeln!(text, "\t\t{line}");
        }
    };
    let _ = writeln!(text, "goroutine {} [{status}]:", g.number);
    for invocation in stack(program, g) {
        let _ = writeln!(text, "{}(...)", program.image.function(invocation.function).name);
        at(text, invocation.position);
    }
    if let Some((function, position, parent)) = created_by(program, g) {
        let _ = writeln!(text, "created by {} in goroutine {parent}", program.image.function(function).name);
        at(text, position);
    }
}

/// What to call a goroutine: `main`, or the function that it runs, without the package if that is `main`.
pub fn goroutine_name(program: &Program, state: &State, g: &Goroutine) -> String {
    if g.is_main() {
        return "main".to_string();
    }
    let user = |code: u32| {
        let function = program.codes[code as usize].function;
        let flags = program.image.function(function).flags;
        (flags.user && !flags.synthetic).then_some(function)
    };
    // A goroutine that `WaitGroup.Go` or `time.AfterFunc` starts is known by the user's function that it calls. Before
    // it calls it, it has it as an argument or in a variable.
    let called = || g.frames.iter().find_map(|frame| user(frame.code));
    let passed = || {
        g.registers.iter().find_map(|value| match value {
            Value::Func(code, _) => user(*code),
            Value::Ptr(at) => match state.heap.slots_of(at.object).get(at.slot as usize) {
                Some(Value::Func(code, _)) => user(*code),
                _ => None,
            },
            _ => None,
        })
    };
    let first = || g.frames.first().map(|frame| program.codes[frame.code as usize].function);
    let function = called().or_else(passed).or_else(first);
    function.map_or_else(String::new, |function| function_name(&program.image, function))
}

/// A function without its package's path, and without its package if that is `main`.
pub fn function_name(image: &Image, function: FunctionId) -> String {
    let name = &image.function(function).name;
    let name = name.rsplit_once('/').map_or(name.as_str(), |(_, name)| name);
    name.strip_prefix("main.").unwrap_or(name).to_string()
}

/// What a goroutine is about to do.
pub struct Pending {
    /// Its number; 0 for a timer.
    pub goroutine: u32,
    /// Where.
    pub position: Position,
    /// What, as `sends`, `calls sync.(*Mutex).Lock`, `takes the default`.
    pub what: String,
}

/// What would happen by `choice`, which must be possible in `state`: one entry for each party.
pub fn pending(program: &Program, state: &State, choice: &Choice) -> Vec<Pending> {
    let at = |goroutine: u32, case: Option<u32>, what: String| {
        let position = match state.index_of(goroutine) {
            Some(index) => case_position(program, state, index, case).0,
            None => Position::NONE,
        };
        Pending { goroutine, position, what }
    };
    match *choice {
        Choice::Step { goroutine } => vec![at(goroutine, None, about_to(program, state, goroutine))],
        Choice::Case { goroutine, case: DEFAULT } => {
            vec![at(goroutine, None, "takes the default".to_string())]
        }
        Choice::Case { goroutine, case } => vec![at(goroutine, Some(case), format!("takes case {case}"))],
        Choice::Meet { sender, sender_case, receiver, receiver_case } => vec![
            at(sender, sender_case, format!("sends to goroutine {receiver}")),
            at(receiver, receiver_case, format!("receives from goroutine {sender}")),
        ],
        Choice::Pick { goroutine, alternative } => {
            vec![at(goroutine, None, format!("picks alternative {alternative}"))]
        }
        Choice::Fire { timer } => {
            let target = state.timers.iter().find(|t| t.number == timer).map(|t| t.target);
            let what = match target {
                Some(Target::Wake(goroutine)) => format!("wakes goroutine {goroutine}"),
                Some(Target::Send(_)) => "sends the time".to_string(),
                Some(Target::Start(code, _)) => {
                    let function = program.codes[code as usize].function;
                    format!("starts {}", program.image.function(function).name)
                }
                None => "fires".to_string(),
            };
            vec![Pending { goroutine: 0, position: Position::NONE, what: format!("timer {timer} {what}") }]
        }
    }
}

fn about_to(program: &Program, state: &State, goroutine: u32) -> String {
    let Some(index) = state.index_of(goroutine) else { return "has ended".to_string() };
    let g = &*state.goroutines[index];
    if g.ending().is_some() {
        return "ends the program".to_string();
    }
    let what = match (&g.park, crate::step::operation(program, g)) {
        (Park::Operation, Op::Send { .. }) => "sends",
        (Park::Operation, Op::Receive { .. }) => "receives",
        (Park::Operation, Op::Close { .. }) => "closes",
        (Park::Operation, Op::Load { .. } | Op::Lookup { .. } | Op::RangeMap { .. } | Op::NextMap { .. }) => {
            "reads"
        }
        (Park::Operation, Op::Store { .. } | Op::MapUpdate { .. }) => "writes",
        (Park::Operation, Op::Builtin { spec }) => match program.specs.builtins[*spec as usize].builtin {
            Builtin::Print | Builtin::Println => "prints",
            other => return format!("calls {}", format!("{other:?}").to_lowercase()),
        },
        (Park::Operation, Op::Native { native })
            if natives::get(*native).visible == natives::Visible::Output =>
        {
            "prints"
        }
        (Park::Operation, Op::Native { .. }) => {
            let function = program.codes[g.top().code as usize].function;
            return format!("calls {}", program.image.function(function).name);
        }
        _ => "goes on",
    };
    what.to_string()
}

/// A position as `file:line`.
pub fn place(program: &Program, position: Position) -> String {
    match position.is_known() {
        true => format!("{}:{}", program.image.files[position.file.index()].path, position.line),
        false => "<autogenerated>:1".to_string(),
    }
}

/// Why a goroutine waits, in the runtime's words.
pub fn wait_reason(program: &Program, g: &Goroutine) -> String {
    if g.ending().is_some() {
        return "running".to_string();
    }
    let reason = match (&g.park, crate::step::operation(program, g)) {
        (Park::Operation, Op::Send { channel, .. }) => match register(program, g, *channel) {
            Value::Nil => "chan send (nil chan)",
            _ => "chan send",
        },
        (Park::Operation, Op::Receive { channel, .. }) => match register(program, g, *channel) {
            Value::Nil => "chan receive (nil chan)",
            _ => "chan receive",
        },
        (Park::Operation, Op::Select { spec }) if program.specs.selects[*spec as usize].cases.is_empty() => {
            "select (no cases)"
        }
        (Park::Operation, Op::Select { .. }) => "select",
        (Park::Operation, Op::Native { native }) => match natives::get(*native).name {
            "(*sync.Mutex).Lock" | "(*internal/sync.Mutex).Lock" => "sync.Mutex.Lock",
            "(*sync.RWMutex).Lock" => "sync.RWMutex.Lock",
            "(*sync.RWMutex).RLock" => "sync.RWMutex.RLock",
            "(*sync.WaitGroup).Wait" => "sync.WaitGroup.Wait",
            "sync.runtime_notifyListWait" => "sync.Cond.Wait",
            "time.Sleep" => "sleep",
            _ => "runnable",
        },
        _ => "runnable",
    };
    reason.to_string()
}

/// Where a goroutine is: its innermost place in the user's own code, and the function there; of a select, its case if
/// one is named.
pub fn place_of(
    program: &Program,
    state: &State,
    goroutine: u32,
    case: Option<u32>,
) -> Option<(Position, FunctionId)> {
    let g = &state.goroutines[state.index_of(goroutine)?];
    if g.frames.is_empty() {
        return crash_place(program, g);
    }
    let (position, code) = match g.park {
        Park::Operation => case_position(program, state, state.index_of(goroutine)?, case),
        Park::Tired if is_user(program, g.top()) => (nearest(program, g.top()), g.top().code),
        _ => crate::event::visible_position(program, state, state.index_of(goroutine)?),
    };
    Some((position, program.codes[code as usize].function))
}

/// Where a panic began that has unwound a goroutine.
fn crash_place(program: &Program, g: &Goroutine) -> Option<(Position, FunctionId)> {
    let is_user = |function: FunctionId| program.image.function(function).flags.user;
    let trace = g.panics.iter().rev().find(|panic| !panic.goexit).map_or(&[][..], |panic| &panic.trace);
    let innermost =
        trace.iter().rposition(|&(code, _)| is_user(program.codes[code as usize].function)).unwrap_or(0);
    if let [(code, pc), (called, _), ..] = trace[innermost.min(trace.len())..]
        && runs_deferred(&program.codes[code as usize].ops, pc as usize)
        && let Some(position) = crate::event::defer_position(program, code, called)
    {
        return Some((position, program.codes[code as usize].function));
    }
    let stack = stack(program, g);
    let known = |at: &&Invocation| is_user(at.function) && at.position.is_known();
    let at = stack.iter().find(known).or(stack.first())?;
    Some((at.position, at.function))
}

/// The library in whose initialisation a goroutine has panicked, if none of the user's functions has a part in it.
pub fn crashed_in_library_init(program: &Program, state: &State, goroutine: u32) -> Option<String> {
    let g = &state.goroutines[state.index_of(goroutine)?];
    let stack = stack(program, g);
    // The innermost comes first.
    let functions = || stack.iter().map(|at| program.image.function(at.function));
    // What initialises a package calls what initialises those that it imports, and belongs to nobody.
    let is_user =
        |function: &vtrace_program::Function| function.flags.user && !function.name.ends_with(".init");
    let package = functions().find_map(|function| {
        let name = function.name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(['.', '#']);
        name.strip_suffix(".init").map(str::to_string)
    });
    package.filter(|_| !functions().any(is_user))
}

/// Whether an invocation at `pc`, in the midst of a call, has called what it deferred.
fn runs_deferred(ops: &[Op], pc: usize) -> bool {
    let is_run = |op: Option<&Op>| matches!(op, Some(Op::RunDefers));
    match pc.checked_sub(1).and_then(|before| ops.get(before)) {
        Some(Op::Call { .. }) => false,
        before => is_run(before) || is_run(ops.get(pc)),
    }
}

/// The known position that is nearest to where an invocation is, the one before it first.
fn nearest(program: &Program, frame: &crate::state::Frame) -> Position {
    let positions = &program.codes[frame.code as usize].positions;
    let at = (frame.pc as usize + 1).min(positions.len());
    let (before, after) = positions.split_at(at);
    let known = |position: &&Position| position.is_known();
    before.iter().rev().find(known).or(after.iter().find(known)).copied().unwrap_or(Position::NONE)
}

fn is_user(program: &Program, frame: &crate::state::Frame) -> bool {
    program.image.function(program.codes[frame.code as usize].function).flags.user
}
