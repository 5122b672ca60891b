//! What both forms of the interleaving show: rows with cells in lanes.

use std::collections::{BTreeMap, BTreeSet};

use anstyle::Style;

use super::line::{self, clean};
use crate::{Finding, Lane, Location, Outcome, Sources, Trace};

/// A trace, ready to be laid out.
pub(super) struct Rows {
    /// The goroutines that do something or have something to say in the end.
    pub lanes: Vec<Heading>,
    pub rows: Vec<Row>,
    /// How each lane stands in the end.
    pub ends: Vec<Cell>,
}

pub(super) struct Heading {
    pub name: String,
    /// What it runs, without the path of its package.
    pub function: String,
    pub style: Style,
}

impl Heading {
    /// The name, with the word that says what a number is.
    pub fn title(&self) -> String {
        match self.name.starts_with(|c: char| c.is_ascii_digit()) {
            true => format!("goroutine {}", self.name),
            false => self.name.clone(),
        }
    }
}

pub(super) enum Row {
    Step {
        number: usize,
        /// One, or two if goroutines meet: then the first gives.
        cells: Vec<Cell>,
    },
    /// So many steps are left out here.
    Elided(usize),
}

#[derive(Clone)]
pub(super) struct Cell {
    pub lane: usize,
    /// `file:line`; empty if there is none.
    pub place: String,
    /// The text of the line.
    pub source: String,
    pub what: String,
    /// Worth to be seen.
    pub bad: bool,
}

impl Rows {
    /// The rows of `trace`: all, or the first third and the last two of at most `limit`.
    pub fn new(finding: &Finding, sources: &Sources, limit: Option<usize>) -> Rows {
        let trace = &finding.trace;
        let names = short_names(trace, sources);
        let columns = Columns::of(finding);
        let cell = |lane: usize, location: Option<&Location>, what: &str, bad: bool| Cell {
            lane,
            place: location.map_or_else(String::new, |location| {
                let name = names.get(&location.file).cloned().unwrap_or_default();
                format!("{}:{}", clean(&name), location.line)
            }),
            source: location.map_or_else(String::new, |location| clean(&sources.statement(location))),
            what: clean(what),
            bad,
        };
        let hidden = match limit {
            Some(limit) if trace.steps.len() > limit + 1 => {
                let head = limit / 3;
                head..trace.steps.len() - (limit - head)
            }
            _ => 0..0,
        };
        let mut rows = Vec::new();
        for (at, step) in trace.steps.iter().enumerate() {
            if hidden.contains(&at) {
                if at == hidden.start {
                    rows.push(Row::Elided(trace.number(hidden.end) - trace.number(hidden.start)));
                }
                continue;
            }
            if let Some(omitted) = trace.omitted.filter(|omitted| omitted.after == at && at != hidden.end) {
                rows.push(Row::Elided(omitted.steps));
            }
            let acts = step.acts.iter();
            let cells = acts.filter_map(|act| {
                let lane = columns.column(act.lane)?;
                Some(cell(lane, act.location.as_ref(), &act.what, false))
            });
            rows.push(Row::Step { number: trace.number(at), cells: cells.collect() });
        }
        let mut ends = Vec::new();
        for (lane, column) in columns.shown.iter().enumerate() {
            let Some(of) = column.and_then(|at| trace.lanes.get(at)) else { continue };
            let (location, what, bad) = outcome(&of.outcome);
            ends.push(cell(lane, location, &what, bad));
        }
        let lanes = columns.shown.iter().enumerate();
        let lanes = lanes.map(|(lane, column)| match column.and_then(|at| trace.lanes.get(at)) {
            Some(of) => Heading {
                name: clean(&of.name),
                function: clean(of.function.rsplit('/').next().unwrap_or_default()),
                style: line::lane(lane),
            },
            None => Heading { name: "timer".into(), function: String::new(), style: line::DIM },
        });
        Rows { lanes: lanes.collect(), rows, ends }
    }

    /// All cells of the steps.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.rows.iter().flat_map(|row| match row {
            Row::Step { cells, .. } => cells.as_slice(),
            Row::Elided(_) => &[],
        })
    }

    /// The columns that the greatest step number takes.
    pub fn number_width(&self) -> usize {
        let last = self.rows.iter().rev().find_map(|row| match row {
            Row::Step { number, .. } => Some(*number),
            Row::Elided(_) => None,
        });
        last.unwrap_or(0).to_string().len().max("end".len())
    }
}

/// Which goroutines are shown in which column.
struct Columns {
    /// None is the timers' column.
    shown: Vec<Option<usize>>,
}

impl Columns {
    /// Goroutines that do something, those that are stuck, and those at a place that the finding is about.
    fn of(finding: &Finding) -> Columns {
        let trace = &finding.trace;
        let concerned = |location: &Location| {
            let places = finding.labels.iter().map(|label| &label.location);
            places.into_iter().any(|place| (&place.file, place.line) == (&location.file, location.line))
        };
        let acts = || trace.steps.iter().flat_map(|step| &step.acts);
        let active: BTreeSet<usize> = acts().filter_map(|act| act.lane).collect();
        let says_something = |at: usize, lane: &Lane| {
            let says = match &lane.outcome {
                Outcome::Blocked { .. } | Outcome::Panicked { .. } => true,
                Outcome::Running { location } => location.as_ref().is_some_and(concerned),
                Outcome::Returned => false,
            };
            says || active.contains(&at)
        };
        let lanes = trace.lanes.iter().enumerate();
        let mut shown: Vec<Option<usize>> =
            lanes.filter(|(at, lane)| says_something(*at, lane)).map(|(at, _)| Some(at)).collect();
        if acts().any(|act| act.lane.is_none()) {
            shown.push(None);
        }
        Columns { shown }
    }

    fn column(&self, lane: Option<usize>) -> Option<usize> {
        self.shown.iter().position(|shown| *shown == lane)
    }
}

/// Where, what, and whether that is bad.
pub(super) fn outcome(outcome: &Outcome) -> (Option<&Location>, String, bool) {
    match outcome {
        Outcome::Returned => (None, "returned".into(), false),
        Outcome::Running { location } => (location.as_ref(), "could go on".into(), false),
        Outcome::Blocked { location, reason } => (location.as_ref(), format!("blocked: {reason}"), true),
        Outcome::Panicked { text } => (None, text.clone(), true),
    }
}

/// For each file of the trace the shortest end of its path that no other one has.
fn short_names(trace: &Trace, sources: &Sources) -> BTreeMap<String, String> {
    let acts = trace.steps.iter().flat_map(|step| &step.acts).filter_map(|act| act.location.as_ref());
    let ends = trace.lanes.iter().filter_map(|lane| outcome(&lane.outcome).0);
    let files: BTreeSet<&String> = acts.chain(ends).map(|location| &location.file).collect();
    let paths: BTreeMap<&String, String> = files.into_iter().map(|file| (file, sources.show(file))).collect();
    let end = |path: &str, parts: usize| {
        let at = path.rmatch_indices('/').nth(parts).map_or(0, |(at, _)| at + 1);
        path[at..].to_string()
    };
    let short = |path: &String| {
        let candidates = (0..=path.matches('/').count()).map(|parts| end(path, parts));
        let mut unique = candidates.filter(|name| {
            paths.values().filter(|other| *other == name || other.ends_with(&format!("/{name}"))).count() == 1
        });
        unique.next().unwrap_or_else(|| path.clone())
    };
    paths.iter().map(|(file, path)| ((*file).clone(), short(path))).collect()
}
