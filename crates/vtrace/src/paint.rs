//! Colours. Whether they are used at all is anstream's business: it drops them in a pipe, and respects `NO_COLOR`.

use anstyle::{AnsiColor, Color, Style};

/// What went wrong.
pub const ERROR: Style = Style::new().bold().fg_color(Some(Color::Ansi(AnsiColor::Red)));
/// What is less important than the rest.
pub const DIM: Style = Style::new().dimmed();

/// Colours that are readable on dark and on light, and are not mistaken for an error.
const GOROUTINES: [AnsiColor; 10] = [
    AnsiColor::Cyan,
    AnsiColor::Yellow,
    AnsiColor::Magenta,
    AnsiColor::Green,
    AnsiColor::Blue,
    AnsiColor::BrightCyan,
    AnsiColor::BrightYellow,
    AnsiColor::BrightMagenta,
    AnsiColor::BrightGreen,
    AnsiColor::BrightBlue,
];

/// The colour of a goroutine: always the same for the same number.
pub fn goroutine(number: u32) -> Style {
    match number {
        0 => DIM,
        n => {
            let colour = GOROUTINES[(n as usize - 1) % GOROUTINES.len()];
            Style::new().fg_color(Some(Color::Ansi(colour)))
        }
    }
}
