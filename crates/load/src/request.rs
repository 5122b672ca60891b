//! What a caller asks for.

use std::path::PathBuf;
use std::time::Duration;

/// Which packages to load, and what of them.
#[derive(Clone, Debug)]
pub struct Request {
    /// The directory in which patterns are meant, as for the go command.
    pub dir: PathBuf,
    /// Package patterns or files, as for `go build`: `.`, `./...`, `main.go`.
    pub patterns: Vec<String>,
    /// Additional build tags.
    pub tags: Vec<String>,
    /// Whether test files are loaded, and tests, examples and fuzz seeds are entries.
    pub tests: bool,
    /// Functions to take as entries, besides `main` and tests.
    pub entries: Vec<String>,
    /// Whether the entries are the functions that make their own concurrency, and nothing else.
    pub functions: bool,
    /// The names of local variables that are to be seen from outside; `*` stands for all of them.
    pub watch: Vec<String>,
    /// Whether packages that do not compile are left out, as long as others are left.
    pub skip_broken: bool,
    /// Whether an image of an earlier load may be used, and this one kept.
    pub cache: bool,
    /// How long the front-end may take.
    pub timeout: Option<Duration>,
}

impl Request {
    /// The package, or packages, that `pattern` names in `dir`.
    pub fn new(dir: impl Into<PathBuf>, pattern: impl Into<String>) -> Self {
        Self {
            dir: dir.into(),
            patterns: vec![pattern.into()],
            tags: Vec::new(),
            tests: false,
            entries: Vec::new(),
            functions: false,
            watch: Vec::new(),
            skip_broken: false,
            cache: true,
            timeout: None,
        }
    }
}
