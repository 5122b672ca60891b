//! Source files as people see them: short paths, and the text of lines.
//!
//! A report is about files that may have changed or gone since: what cannot be read is not shown, and that is no error.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf, is_separator};
use std::rc::Rc;

use crate::{Location, golang};

/// Reads source files when they are first asked for, and keeps them.
#[derive(Debug, Default)]
pub struct Sources {
    base: PathBuf,
    /// The lines of each file; none if it cannot be read.
    files: RefCell<HashMap<String, Option<Rc<[String]>>>>,
    /// For each directory, the root of the module that it is in.
    modules: RefCell<HashMap<PathBuf, Option<PathBuf>>>,
}

impl Sources {
    /// Files below `base` are named as seen from there.
    pub fn new(base: impl Into<PathBuf>) -> Sources {
        Sources { base: base.into(), ..Sources::default() }
    }

    /// Takes `text` for the content of `file`, whatever the disk has.
    pub fn insert(&mut self, file: &str, text: &str) {
        self.files.borrow_mut().insert(file.to_string(), Some(split(text)));
    }

    /// The directory that paths are shown relative to.
    pub fn base(&self) -> &Path {
        &self.base
    }

    /// The lines of a file, without line ends.
    pub fn lines(&self, file: &str) -> Option<Rc<[String]>> {
        let mut files = self.files.borrow_mut();
        let lines = files.entry(file.to_string()).or_insert_with(|| {
            let bytes = fs::read(self.base.join(file)).ok()?;
            Some(split(&String::from_utf8_lossy(&bytes)))
        });
        lines.clone()
    }

    /// A line of a file, from 1.
    pub fn line(&self, file: &str, line: u32) -> Option<String> {
        self.lines(file)?.get((line as usize).checked_sub(1)?).cloned()
    }

    /// What a line says, without indentation and comment; empty if it cannot be read.
    pub fn statement(&self, location: &Location) -> String {
        let line = self.line(&location.file, location.line).unwrap_or_default();
        golang::statement(&line).to_string()
    }

    /// The path of a file as seen from the base, if it lies below.
    pub fn below(&self, file: &str) -> Option<String> {
        // Not by components: what is taken away can be put back, whatever the path looks like.
        let base = self.base.display().to_string();
        let below = file.strip_prefix(base.trim_end_matches(is_separator))?.strip_prefix(is_separator)?;
        let odd = below.is_empty() || below.starts_with(is_separator) || Path::new(below).is_absolute();
        (!odd).then(|| slashes(Path::new(below)))
    }

    /// The path of a file: relative if it lies below the base, as imported if it belongs to a library.
    pub fn show(&self, file: &str) -> String {
        self.below(file).unwrap_or_else(|| library(file).unwrap_or(file).to_string())
    }

    /// `file:line`.
    pub fn place(&self, location: &Location) -> String {
        format!("{}:{}", self.show(&location.file), location.line)
    }

    /// The path of a file within its module: the same in every checkout. Its name, if there is no module.
    pub(crate) fn path_in_module(&self, file: &str) -> String {
        let path = Path::new(file);
        let root = path.parent().and_then(|directory| self.module(directory));
        let within = root.and_then(|root| path.strip_prefix(root).ok().map(slashes));
        within.unwrap_or_else(|| match library(file) {
            Some(path) => path.to_string(),
            None => path.file_name().map_or_else(|| file.to_string(), |name| name.to_string_lossy().into()),
        })
    }

    /// The root of the module that a directory is in.
    fn module(&self, directory: &Path) -> Option<PathBuf> {
        if let Some(root) = self.modules.borrow().get(directory) {
            return root.clone();
        }
        let has_module = |root: &&Path| {
            let file = root.join("go.mod");
            self.files.borrow().get(&*file.to_string_lossy()).is_some_and(Option::is_some) || file.is_file()
        };
        let root = directory.ancestors().find(has_module).map(Path::to_path_buf);
        self.modules.borrow_mut().insert(directory.to_path_buf(), root.clone());
        root
    }
}

/// The path by which a file of the standard library or of the module cache is imported.
fn library(file: &str) -> Option<&str> {
    let cached = file.rsplit_once("/pkg/mod/").map(|(_, path)| path);
    let in_root = |(at, _): (usize, &str)| {
        let root = file[..at].rsplit('/').next()?;
        (root == "go" || root.starts_with("go-") || root.starts_with("go1"))
            .then(|| &file[at + "/src/".len()..])
    };
    cached.or_else(|| file.match_indices("/src/").find_map(in_root))
}

fn slashes(path: &Path) -> String {
    let text = path.display().to_string();
    if cfg!(windows) { text.replace('\\', "/") } else { text }
}

fn split(text: &str) -> Rc<[String]> {
    text.lines().map(str::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_as_short_as_they_are_clear() {
        let sources = Sources::new("/home/me/p");
        assert_eq!(sources.show("/home/me/p/cmd/main.go"), "cmd/main.go");
        assert_eq!(sources.show("/home/me/pp/main.go"), "/home/me/pp/main.go");
        assert_eq!(sources.show("/usr/local/go/src/sync/mutex.go"), "sync/mutex.go");
        assert_eq!(sources.show("/usr/lib/go-1.27/src/sync/mutex.go"), "sync/mutex.go");
        assert_eq!(sources.show("/home/me/src/x.go"), "/home/me/src/x.go");
        let cached = "/home/me/go/pkg/mod/golang.org/x/sync@v0.1.0/errgroup/errgroup.go";
        assert_eq!(sources.show(cached), "golang.org/x/sync@v0.1.0/errgroup/errgroup.go");
        assert_eq!(sources.show(""), "");
    }

    #[test]
    fn a_file_that_is_not_there_has_no_lines() {
        let sources = Sources::new("/nowhere");
        assert_eq!(sources.line("/nowhere/a.go", 1), None);
        assert_eq!(sources.line("", 0), None);
    }

    #[test]
    fn line_ends_of_all_kinds_are_no_part_of_a_line() {
        let mut sources = Sources::new("/p");
        sources.insert("/p/a.go", "one\r\ntwo\nthree");
        assert_eq!(sources.line("/p/a.go", 1).as_deref(), Some("one"));
        assert_eq!(sources.line("/p/a.go", 3).as_deref(), Some("three"));
        assert_eq!(sources.line("/p/a.go", 4), None);
        assert_eq!(sources.line("/p/a.go", 0), None);
    }

    #[test]
    fn files_of_a_module_are_named_from_its_root() {
        let mut sources = Sources::new("/home/me");
        sources.insert("/home/me/p/go.mod", "module p");
        assert_eq!(sources.path_in_module("/home/me/p/pool/pool.go"), "pool/pool.go");
        assert_eq!(sources.path_in_module("/elsewhere/x/pool.go"), "pool.go");
        assert_eq!(sources.path_in_module("/usr/lib/go/src/sync/mutex.go"), "sync/mutex.go");
    }
}
