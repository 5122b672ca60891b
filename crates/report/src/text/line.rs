//! A line of output that knows how wide it is, and the colours.

use anstyle::{AnsiColor, Color, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

pub(super) const PLAIN: Style = Style::new();
pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
pub(super) const BAD: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::BrightRed)));
pub(super) const GOOD: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::BrightGreen)));
pub(super) const WARNING: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::BrightYellow)));
/// The gutter of a snippet.
pub(super) const FRAME: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::BrightBlue)));

/// Colours that are readable on dark and on light, and are not mistaken for an error.
const LANES: [AnsiColor; 5] =
    [AnsiColor::Cyan, AnsiColor::Yellow, AnsiColor::Magenta, AnsiColor::Green, AnsiColor::Blue];

/// The colour of a goroutine.
pub(super) fn lane(number: usize) -> Style {
    Style::new().fg_color(Some(Color::Ansi(LANES[number % LANES.len()])))
}

/// Columns that a text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// The text without characters that would move the cursor, and without line ends.
pub(super) fn clean(text: &str) -> String {
    annotate_snippets::normalize_untrusted_str(&text.replace(['\n', '\r'], " "))
}

/// The text, cut to a width. An ellipsis tells that something is missing.
pub(super) fn cut(text: &str, to: usize) -> String {
    if width(text) <= to {
        return text.to_string();
    }
    let mut short = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used > to {
            break;
        }
        short.push(c);
    }
    format!("{}…", short.trim_end())
}

/// The text in lines that are at most so wide; words longer than that are broken.
pub(super) fn wrap(text: &str, to: usize) -> Vec<String> {
    let to = to.max(4);
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let space = usize::from(used > 0);
        if used > 0 && used + space + width(word) > to {
            lines.push(String::new());
            used = 0;
        } else if space > 0 {
            push(&mut lines, " ");
            used += 1;
        }
        for c in word.chars() {
            let wide = c.width().unwrap_or(0);
            if used + wide > to {
                lines.push(String::new());
                used = 0;
            }
            push(&mut lines, c.encode_utf8(&mut [0; 4]));
            used += wide;
        }
    }
    lines
}

fn push(lines: &mut [String], text: &str) {
    if let Some(last) = lines.last_mut() {
        last.push_str(text);
    }
}

/// A line under construction.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    text: String,
    width: usize,
    /// Spaces that are written when something follows, so that no line ends in them.
    pending: usize,
    colour: bool,
}

impl Line {
    pub fn new(colour: bool) -> Line {
        Line { colour, ..Line::default() }
    }

    pub fn push(&mut self, style: Style, text: &str) -> &mut Line {
        if text.is_empty() {
            return self;
        }
        self.text.extend(std::iter::repeat_n(' ', std::mem::take(&mut self.pending)));
        match self.colour && style != PLAIN {
            true => self.text += &format!("{style}{text}{style:#}"),
            false => self.text += text,
        }
        self.width += width(text);
        self
    }

    pub fn space(&mut self, columns: usize) -> &mut Line {
        self.pending += columns;
        self.width += columns;
        self
    }

    /// Goes on at this column, if it is not yet beyond.
    pub fn column(&mut self, column: usize) -> &mut Line {
        self.space(column.saturating_sub(self.width))
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn finish(self) -> String {
        self.text + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting_respects_wide_characters() {
        assert_eq!(cut("locks mu", 8), "locks mu");
        assert_eq!(cut("locks mu", 7), "locks…");
        assert_eq!(cut("数据数据", 5), "数据…");
        assert_eq!(cut("abc", 0), "…");
    }

    #[test]
    fn wrapping_breaks_at_words_if_it_can() {
        assert_eq!(wrap("receives 1 from main", 10), ["receives 1", "from main"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("", 4), [""]);
    }
}
