//! The interleaving with the goroutines side by side, as one draws it on a whiteboard.
//!
//! A cell has the place, what the source says there, and what happened. If all that fits on one line, it is one; otherwise
//! the source stands above the rest. Goroutines that meet are joined by an arrow from the one that gives to the one that takes.

use anstyle::Style;

use super::line::{BAD, BOLD, DIM, Line, PLAIN, cut, width, wrap};
use super::rows::{Cell, Row, Rows};

/// More goroutines than this are not readable side by side.
const MOST_LANES: usize = 4;
/// A lane narrower than this is not readable.
const LEAST_WIDTH: usize = 22;
/// Between two lanes: ` │ `.
const BETWEEN: usize = 3;

/// The table, or none if it does not fit into `columns`.
pub(super) fn render(rows: &Rows, indent: usize, columns: usize, colour: bool) -> Option<String> {
    let layout = Layout::new(rows, indent, columns)?;
    let mut text = String::new();
    let headings = rows.lanes.iter().zip(&layout.lanes).map(|(lane, width)| {
        let function = vec![(DIM, cut(&lane.function, *width))];
        Some(vec![vec![(lane.style.bold(), lane.title())], function])
    });
    text += &layout.row("", &headings.collect::<Vec<_>>(), None, colour);
    text += &layout.rule(colour);
    for row in &rows.rows {
        match row {
            Row::Step { number, cells } => {
                let mut lanes = vec![None; rows.lanes.len()];
                for cell in cells {
                    let lines: &mut Vec<_> = lanes[cell.lane].get_or_insert_default();
                    lines.extend(layout.cell(cell, rows.lanes[cell.lane].style));
                }
                let arrow = match cells.as_slice() {
                    [from, to] if from.lane != to.lane => Some((from.lane, to.lane)),
                    _ => None,
                };
                text += &layout.row(&number.to_string(), &lanes, arrow, colour);
            }
            Row::Elided(steps) => {
                let mut line = Line::new(colour);
                line.space(layout.left(0)).push(DIM, &format!("… {steps} steps …"));
                text += &line.finish();
            }
        }
    }
    if !rows.ends.is_empty() {
        let mut lanes = vec![None; rows.lanes.len()];
        for end in &rows.ends {
            lanes[end.lane] = Some(layout.end(end));
        }
        text += &layout.rule(colour);
        text += &layout.row("end", &lanes, None, colour);
    }
    Some(text)
}

/// A line of a cell, in pieces.
type Pieces = Vec<(Style, String)>;

struct Layout {
    indent: usize,
    number: usize,
    /// The width of each lane.
    lanes: Vec<usize>,
    /// For each lane the widths of places and sources, if cells are on one line.
    one_line: Option<Vec<(usize, usize)>>,
}

impl Layout {
    fn new(rows: &Rows, indent: usize, columns: usize) -> Option<Layout> {
        let count = rows.lanes.len();
        if count == 0 || count > MOST_LANES {
            return None;
        }
        let number = rows.number_width();
        let room = columns.checked_sub(indent + number + 2 + BETWEEN * (count - 1))?;
        let needs: Vec<Needs> = (0..count).map(|lane| Needs::of(rows, lane)).collect();
        let sources = needs.iter().map(|needs| needs.source).max().unwrap_or(0);
        for most in [sources, 40, 32, 24] {
            let widths: Vec<usize> = needs.iter().map(|needs| needs.one_line(most)).collect();
            if widths.iter().sum::<usize>() <= room {
                let one_line = needs.iter().map(|needs| (needs.place, needs.source.min(most))).collect();
                return Some(Layout { indent, number, lanes: widths, one_line: Some(one_line) });
            }
        }
        let wanted: Vec<usize> = needs.iter().map(Needs::two_lines).collect();
        let lanes = share(&wanted, room);
        let readable = lanes.iter().zip(&wanted).all(|(got, wanted)| got >= wanted || *got >= LEAST_WIDTH);
        readable.then_some(Layout { indent, number, lanes, one_line: None })
    }

    /// The column at which a lane begins.
    fn left(&self, lane: usize) -> usize {
        let before: usize = self.lanes[..lane].iter().map(|width| width + BETWEEN).sum();
        self.indent + self.number + 2 + before
    }

    /// The lines of a cell.
    fn cell(&self, cell: &Cell, style: Style) -> Vec<Pieces> {
        match &self.one_line {
            Some(widths) => {
                let (place, source) = widths[cell.lane];
                let mut pieces = Vec::new();
                if place > 0 {
                    pieces.push((DIM, pad(&cell.place, place + 2)));
                }
                if source > 0 {
                    pieces.push((PLAIN, pad(&cut(&cell.source, source), source + 2)));
                }
                pieces.push((style, cell.what.clone()));
                vec![pieces]
            }
            None => stack(cell, self.lanes[cell.lane], style),
        }
    }

    /// How a lane stands in the end.
    fn end(&self, end: &Cell) -> Vec<Pieces> {
        let width = self.lanes[end.lane];
        let style = if end.bad { BAD } else { DIM };
        let mut lines: Vec<Pieces> =
            wrap(&end.what, width).into_iter().map(|line| vec![(style, line)]).collect();
        if !end.place.is_empty() {
            lines.push(vec![(DIM, cut(&format!("at {}", end.place), width))]);
        }
        lines
    }

    /// A row of the table. The lanes' lines stand beside each other; an arrow joins two lanes on the first of them.
    fn row(
        &self,
        number: &str,
        lanes: &[Option<Vec<Pieces>>],
        arrow: Option<(usize, usize)>,
        colour: bool,
    ) -> String {
        let height = lanes.iter().flatten().map(Vec::len).max().unwrap_or(0);
        let mut text = String::new();
        for at in 0..height {
            let mut line = Line::new(colour);
            line.space(self.indent);
            if at == 0 {
                line.space(self.number.saturating_sub(width(number))).push(DIM, number);
            }
            for (lane, lines) in lanes.iter().enumerate() {
                if lane > 0 && line.width() < self.left(lane) {
                    line.column(self.left(lane) - 2).push(DIM, "│");
                }
                line.column(self.left(lane));
                let pieces = lines.as_ref().and_then(|lines| lines.get(at));
                for (style, piece) in pieces.into_iter().flatten() {
                    let kept = piece.trim_end();
                    line.push(*style, kept).space(width(piece) - width(kept));
                }
                if let Some((from, to)) = arrow
                    && at == 0
                    && lane == from.min(to)
                {
                    self.arrow(&mut line, from, to);
                }
            }
            text += &line.finish();
        }
        text
    }

    /// Draws from the end of the left lane's text to the beginning of the right lane's.
    fn arrow(&self, line: &mut Line, from: usize, to: usize) {
        let end = self.left(from.max(to)) - 1;
        line.space(1);
        let length = end.saturating_sub(line.width());
        let shaft = "─".repeat(length.saturating_sub(1));
        match from < to {
            true => line.push(BOLD, &format!("{shaft}▶")),
            false => line.push(BOLD, &format!("◀{shaft}")),
        };
        line.column(end + 1);
    }

    /// The line above how it ends.
    fn rule(&self, colour: bool) -> String {
        let lanes: Vec<String> = self.lanes.iter().map(|width| "─".repeat(*width)).collect();
        let mut line = Line::new(colour);
        line.space(self.indent).push(DIM, &format!("{}──{}", "─".repeat(self.number), lanes.join("─┼─")));
        line.finish()
    }
}

/// A cell on several lines: the source, then the place and what happened there.
fn stack(cell: &Cell, to: usize, style: Style) -> Vec<Pieces> {
    let mut lines = Vec::new();
    if !cell.source.is_empty() {
        lines.push(vec![(PLAIN, cut(&cell.source, to))]);
    }
    let both = width(&cell.place) + 2 + width(&cell.what);
    match cell.place.is_empty() {
        false if both <= to => {
            lines.push(vec![(DIM, format!("{}  ", cell.place)), (style, cell.what.clone())]);
            return lines;
        }
        false => lines.push(vec![(DIM, cut(&cell.place, to))]),
        true => {}
    }
    lines.extend(wrap(&cell.what, to).into_iter().map(|line| vec![(style, line)]));
    lines
}

fn pad(text: &str, to: usize) -> String {
    format!("{text}{}", " ".repeat(to.saturating_sub(width(text))))
}

/// What the cells of a lane need.
struct Needs {
    heading: usize,
    place: usize,
    source: usize,
    what: usize,
    /// The words at the end can wrap, the place there is better seen.
    end: usize,
}

impl Needs {
    fn of(rows: &Rows, lane: usize) -> Needs {
        let most = |part: fn(&Cell) -> &str| {
            rows.cells().filter(|cell| cell.lane == lane).map(|cell| width(part(cell))).max().unwrap_or(0)
        };
        let heading = &rows.lanes[lane];
        let end = rows.ends.iter().find(|end| end.lane == lane);
        Needs {
            heading: width(&heading.title()).max(width(&heading.function).min(LEAST_WIDTH)),
            place: most(|cell| &cell.place),
            source: most(|cell| &cell.source),
            what: most(|cell| &cell.what),
            end: end.map_or(0, |end| width(&end.what).min(30).max(width(&end.place) + 3)),
        }
    }

    fn one_line(&self, most: usize) -> usize {
        let part = |width: usize| if width > 0 { width + 2 } else { 0 };
        (part(self.place) + part(self.source.min(most)) + self.what).max(self.heading).max(self.end)
    }

    fn two_lines(&self) -> usize {
        (self.place + 2 + self.what).max(self.source).max(self.heading).max(self.end)
    }
}

/// Shares out `room`: who wants less than an equal share gets what they want, and the others share the rest.
fn share(wanted: &[usize], room: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|lane| wanted[*lane]);
    let mut shares = vec![0; wanted.len()];
    let mut left = room;
    for (served, lane) in order.iter().enumerate() {
        shares[*lane] = wanted[*lane].min(left / (wanted.len() - served));
        left -= shares[*lane];
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_shared_fairly() {
        assert_eq!(share(&[10, 50, 50], 70), [10, 30, 30]);
        assert_eq!(share(&[10, 10], 70), [10, 10]);
        assert_eq!(share(&[50, 50], 7), [3, 4]);
        assert_eq!(share(&[], 7), [0; 0]);
    }
}
