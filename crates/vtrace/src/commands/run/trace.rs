//! The trace as text: a row for each visible operation, in columns.
//!
//! Rows are printed as they happen, so the widths cannot depend on what is still to come: columns have a usual width,
//! and one that has to grow stays wide.

use vtrace_machine::{Event, What};

use super::names::Names;
use crate::paint;
use crate::source::Sources;

/// The longest text of a source line that is shown.
const SOURCE: usize = 40;
/// The usual widths of the columns for goroutine, place, source.
const WIDTHS: [usize; 3] = [12, 14, 24];

/// Writes rows.
pub struct Trace {
    widths: [usize; 3],
    /// The step of the last row: its number is not repeated.
    last: Option<u64>,
}

impl Trace {
    /// An empty trace.
    pub fn new() -> Trace {
        Trace { widths: WIDTHS, last: None }
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
        for (width, text) in self.widths.iter_mut().zip([&goroutine, &place, &source]) {
            *width = (*width).max(text.chars().count());
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
        What::Panic => "panics".to_string(),
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

/// Nanoseconds in the largest unit that shows them all.
fn duration(nanoseconds: i64) -> String {
    let (n, units) = (nanoseconds, [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "µs")]);
    match units.into_iter().find(|(size, _)| n % size == 0) {
        Some((size, unit)) => format!("{}{unit}", n / size),
        None => format!("{n}ns"),
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
    fn durations_are_exact() {
        assert_eq!(duration(1_500_000_000), "1500ms");
        assert_eq!(duration(2_000_000_000), "2s");
        assert_eq!(duration(15_000), "15µs");
        assert_eq!(duration(7), "7ns");
    }

    #[test]
    fn long_lines_are_cut() {
        assert_eq!(clip("x :=   1"), "x := 1");
        assert_eq!(clip(&"é".repeat(41)).chars().count(), 40);
        assert_eq!(clip(&"é".repeat(40)), "é".repeat(40));
    }
}
