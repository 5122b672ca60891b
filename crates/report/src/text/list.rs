//! The interleaving as a list, for more goroutines than fit side by side and for narrow terminals.
//!
//! The goroutine's name stands in front, and only where it changes, so that the context switches can be seen.

use super::line::{BAD, DIM, Line, PLAIN, cut, width, wrap};
use super::rows::{Cell, Row, Rows};

/// Sources are cut to this.
const MOST_SOURCE: usize = 36;
/// What happened goes on a line of its own if it has less room than this.
const LEAST_WHAT: usize = 24;

pub(super) fn render(rows: &Rows, indent: usize, columns: usize, colour: bool) -> String {
    let list = List::new(rows, indent, columns, colour);
    let mut text = String::new();
    let mut last = None;
    for row in &rows.rows {
        match row {
            Row::Step { number, cells } => {
                for (at, cell) in cells.iter().enumerate() {
                    let number = if at == 0 { number.to_string() } else { String::new() };
                    let joint = match (cells.len(), at) {
                        (0 | 1, _) => "",
                        (_, 0) => "┌─",
                        _ => "└▶",
                    };
                    text += &list.row(&number, joint, cell, last == Some(cell.lane));
                    last = Some(cell.lane);
                }
            }
            Row::Elided(steps) => {
                let mut line = Line::new(colour);
                line.space(list.names).push(DIM, &format!("… {steps} steps …"));
                text += &line.finish();
                last = None;
            }
        }
    }
    text + &list.ends()
}

struct List<'a> {
    rows: &'a Rows,
    indent: usize,
    columns: usize,
    colour: bool,
    /// The columns at which things begin.
    names: usize,
    places: usize,
    sources: usize,
    source: usize,
    /// None: on a line of its own.
    what: Option<usize>,
}

impl<'a> List<'a> {
    fn new(rows: &'a Rows, indent: usize, columns: usize, colour: bool) -> List<'a> {
        let most = |part: fn(&Cell) -> &str| rows.cells().map(|cell| width(part(cell))).max().unwrap_or(0);
        let part = |width: usize| if width > 0 { width + 2 } else { 0 };
        let names = indent + rows.number_width() + 2;
        let name = rows.lanes.iter().map(|lane| width(&lane.name)).max().unwrap_or(0);
        let meets = rows.rows.iter().any(|row| matches!(row, Row::Step { cells, .. } if cells.len() > 1));
        let places = names + name + 2 + if meets { 4 } else { 0 };
        let sources = places + part(most(|cell| &cell.place));
        let source = most(|cell| &cell.source).min(MOST_SOURCE).min(columns.saturating_sub(sources).max(8));
        let what = sources + part(source);
        let what = (what + LEAST_WHAT.min(most(|cell| &cell.what)) <= columns).then_some(what);
        List { rows, indent, columns, colour, names, places, sources, source, what }
    }

    fn row(&self, number: &str, joint: &str, cell: &Cell, same: bool) -> String {
        let lane = &self.rows.lanes[cell.lane];
        let mut line = Line::new(self.colour);
        line.column(self.names - 2 - width(number)).push(DIM, number).column(self.names);
        if !same {
            line.push(lane.style.bold(), &lane.name);
        }
        if !joint.is_empty() {
            line.column(self.places - 4).push(lane.style, joint);
        }
        if !cell.place.is_empty() {
            line.column(self.places).push(DIM, &cell.place);
            line.column(self.sources).push(PLAIN, &cut(&cell.source, self.source));
        }
        let (mut text, column) = match self.what {
            Some(column) => (String::new(), column),
            None if cell.place.is_empty() => (String::new(), self.places),
            None => (std::mem::replace(&mut line, Line::new(self.colour)).finish(), self.places + 2),
        };
        for what in wrap(&cell.what, self.columns.saturating_sub(column)) {
            line.column(column).push(lane.style, &what);
            text += &std::mem::replace(&mut line, Line::new(self.colour)).finish();
        }
        text
    }

    /// How the goroutines stand; those that stand alike together.
    fn ends(&self) -> String {
        let mut groups: Vec<(&Cell, Vec<&str>)> = Vec::new();
        for end in &self.rows.ends {
            let name = self.rows.lanes[end.lane].name.as_str();
            match groups.iter_mut().find(|(other, _)| other.what == end.what && other.place == end.place) {
                Some((_, names)) => names.push(name),
                None => groups.push((end, vec![name])),
            }
        }
        let mut text = String::new();
        for (at, (end, names)) in groups.iter().enumerate() {
            let mut line = Line::new(self.colour);
            line.space(self.indent);
            line.column(self.names - 2 - "end".len()).push(DIM, if at == 0 { "end" } else { "" });
            line.column(self.names).push(PLAIN, &format!("{}: ", few(names)));
            line.push(if end.bad { BAD } else { DIM }, &end.what);
            if !end.place.is_empty() {
                line.push(DIM, &format!(" at {}", end.place));
            }
            let room = self.columns.saturating_sub(line.width() + 2);
            if room >= 8 {
                line.space(2).push(PLAIN, &cut(&end.source, room));
            }
            text += &line.finish();
        }
        text
    }
}

/// `1, 2, 3 and 197 more`.
pub(super) fn few(names: &[&str]) -> String {
    const SHOWN: usize = 4;
    match names.len() {
        count if count > SHOWN + 1 => format!("{} and {} more", names[..SHOWN].join(", "), count - SHOWN),
        _ => names.join(", "),
    }
}
