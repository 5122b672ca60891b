//! Positions in source files.

use crate::FileId;

/// A place in a source file. Line and column count from 1, columns in bytes; line 0 means "no position".
///
/// Visible operations always have a position, the one that `frontend/` and replay agree on: a send's arrow, a
/// receive's `<-`, a select's keyword and each case's own, a call's left parenthesis, the keyword of go and defer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The file.
    pub file: FileId,
    /// The line, from 1; 0 if there is no position.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
}

impl Position {
    /// No position: code that the compiler made.
    pub const NONE: Position = Position { file: FileId(0), line: 0, column: 0 };

    /// Whether this is a place in a file at all.
    pub fn is_known(self) -> bool {
        self.line != 0
    }
}
