//! The Aldebaran format, `.aut`: one line `des (first, transitions, states)`, then one transition a line.
//!
//! What tools write varies: labels with and without quotes, with quotes and commas inside, τ as `i`, `tau`, `"i"`
//! or `"tau"`, white space anywhere in a line, CRLF, counts that are wrong. [`mod@line`] takes a line apart from both
//! ends, so that whatever stands between the first and the last comma is the label; [`mod@read`] runs it over blocks of
//! the file in parallel; [`mod@write`] writes one canonical form.

pub mod line;
pub mod read;
pub mod write;

pub use read::{ReadError, ReadOptions, Reading, parse, read, read_file};
pub use write::{quote, write};
