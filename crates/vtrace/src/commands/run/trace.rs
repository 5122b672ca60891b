//! The trace as text: a row for each visible operation, in columns.
//!
//! Rows are printed as they happen, so the widths cannot depend on what is still to come. They are guessed from the
//! operations that the user's functions contain; a column that has to grow all the same stays wide.

use vtrace_machine::{Event, What, dump, duration};
use vtrace_program::{Callee, Image, Kind, UnaryOp};

use super::names::Names;
use crate::paint;
use crate::source::Sources;

/// The longest text of a source line that is shown.
const SOURCE: usize = 40;
/// The least widths of the columns for goroutine, place, source.
const WIDTHS: [usize; 3] = [12, 10, 16];

/// Writes rows.
pub struct Trace {
    widths: [usize; 3],
    /// The step of the last row: its number is not repeated.
    last: Option<u64>,
}

impl Trace {
    /// The trace of a program of which nothing has happened yet.
    pub fn new(image: &Image, sources: &mut Sources) -> Trace {
        let mut trace = Trace { widths: WIDTHS, last: None };
        for function in image.functions.iter().filter(|function| function.flags.user) {
            for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
                if !is_notable(&instruction.kind) {
                    continue;
                }
                let goroutine = match &instruction.kind {
                    Kind::Go(call) => started(image, function, call),
                    _ => String::new(),
                };
                let source = clip(&sources.line(instruction.position).unwrap_or_default());
                trace.widen([&goroutine, &sources.place(instruction.position), &source]);
            }
        }
        trace
    }

    fn widen(&mut self, columns: [&str; 3]) {
        for (width, text) in self.widths.iter_mut().zip(columns) {
            *width = (*width).max(text.chars().count());
        }
    }

    /// The row of an event, as a line with colours.
    pub fn row(&mut self, step: u64, event: &Event, names: &Names, sources: &mut Sources) -> String {
        let number = match self.last.replace(step) {
            Some(last) if last == step => String::new(),
            _ => step.to_string(),
        };
        let goroutine = names.text(event.goroutine);
        let place = sources.place(event.position);
        let source = clip(&sources.line(event.position).unwrap_or_default());
        self.widen([&goroutine, &place, &source]);
        if let What::Go { child } = event.what {
            self.widen([&names.text(child), "", ""]);
        }
        let [w0, w1, w2] = self.widths;
        let colour = paint::goroutine(event.goroutine);
        let (on, off) = (colour.render(), colour.render_reset());
        let (dim, undim) = (paint::DIM.render(), paint::DIM.render_reset());
        let what = describe(&event.what, names);
        format!(
            "{dim}{number:>6}{undim}  {on}{goroutine:<w0$}{off}  {dim}{place:<w1$}{undim}  {source:<w2$}  {on}{what}{off}\n"
        )
    }
}

/// Whether an instruction is one that traces show. Plain accesses are left out: most are not to shared memory.
fn is_notable(kind: &Kind) -> bool {
    match kind {
        Kind::Go(_) | Kind::Send { .. } | Kind::Select { .. } | Kind::Call(_) | Kind::Defer { .. } => true,
        Kind::Unary { op, .. } => *op == UnaryOp::Receive,
        _ => false,
    }
}

/// What the goroutine that `call` starts will probably be called.
fn started(image: &Image, function: &vtrace_program::Function, call: &vtrace_program::Call) -> String {
    let callee = match call.callee {
        Callee::Static(callee) => Some(callee),
        Callee::Dynamic(vtrace_program::Operand::Local(local)) => {
            let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
            instructions.filter(|i| i.result == Some(local)).find_map(|i| match i.kind {
                Kind::MakeClosure { function, .. } => Some(function),
                _ => None,
            })
        }
        _ => None,
    };
    callee.map_or_else(String::new, |callee| format!("g9 {}", dump::function_name(image, callee)))
}

/// A line of source text, short enough for a column.
fn clip(line: &str) -> String {
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SOURCE) {
        Some(_) => line.chars().take(SOURCE - 1).chain(['…']).collect(),
        None => line,
    }
}

/// What happened, as the rest of a sentence that begins with the goroutine.
fn describe(what: &What, names: &Names) -> String {
    match what {
        What::Go { child } => format!("starts {}", names.text(*child)),
        What::Exit => "ends".to_string(),
        What::Send { value, to: Some(to), .. } => format!("sends {value} to {}", names.text(*to)),
        What::Send { value, buffer: (count, capacity), .. } => {
            format!("sends {value}, buffer {count}/{capacity}")
        }
        What::Receive { value, from: Some(from), .. } => {
            format!("receives {value} from {}", names.text(*from))
        }
        What::Receive { value, closed: true, .. } => format!("receives {value}, the channel is closed"),
        What::Receive { value, buffer: (count, capacity), .. } => {
            format!("receives {value}, buffer {count}/{capacity}")
        }
        What::Close { .. } => "closes the channel".to_string(),
        What::Default => "takes the default".to_string(),
        What::Call { name, arguments, .. } => format!("{}({})", short(name), arguments.join(", ")),
        What::Load { value } => format!("reads {value}"),
        What::Store { value } => format!("writes {value}"),
        What::Output { .. } => "prints".to_string(),
        What::Panic { value } => format!("panics: {value}"),
        What::Mark { .. } => "comes to a mark".to_string(),
        What::Fire { at } => format!("a timer fires at {}", duration(*at)),
        What::Bind { input, value } => format!("input {input} is {value}"),
    }
}

/// `sync.(*Mutex).Lock` → `Mutex.Lock`; `time.Sleep` stays.
fn short(name: &str) -> String {
    let name = name.rsplit_once('/').map_or(name, |(_, name)| name);
    match name.split_once(".(*").and_then(|(_, rest)| rest.split_once(").")) {
        Some((ty, method)) => format!("{ty}.{method}"),
        None => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_methods_are_short() {
        assert_eq!(short("sync.(*Mutex).Lock"), "Mutex.Lock");
        assert_eq!(short("sync/atomic.(*Int64).Add"), "Int64.Add");
        assert_eq!(short("sync/atomic.AddInt64"), "atomic.AddInt64");
        assert_eq!(short("time.Sleep"), "time.Sleep");
    }

    #[test]
    fn long_lines_are_cut() {
        assert_eq!(clip("x :=   1"), "x := 1");
        assert_eq!(clip(&"é".repeat(41)).chars().count(), 40);
        assert_eq!(clip(&"é".repeat(40)), "é".repeat(40));
    }
}
