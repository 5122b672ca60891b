//! The programs, and what is known about them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::expectation::Expectation;

/// All of `tests/conformance`.
pub struct Corpus {
    /// Programs of one file.
    pub programs: Vec<Program>,
    /// Programs and tests of several.
    pub modules: Vec<Module>,
}

/// A program of one file.
#[derive(Clone)]
pub struct Program {
    /// `folder/file` without its extension.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// It runs under this many seeds, from 0.
    pub seeds: u64,
    /// What it does under Go.
    pub expectation: Expectation,
}

/// A module with a program or with tests.
pub struct Module {
    /// `modules/folder`.
    pub name: String,
    /// The folder.
    pub path: PathBuf,
    /// Whether it has tests, which are then what is run.
    pub tests: bool,
    /// Whether the order of lines is left open: both sides are sorted.
    pub sorted: bool,
    /// What it does under Go.
    pub expectation: Expectation,
}

/// Reads the corpus.
pub fn read() -> Corpus {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance");
    let root = root.canonicalize().expect("tests/conformance stands beside crates/");
    let mut corpus = Corpus { programs: Vec::new(), modules: Vec::new() };
    for folder in folders(&root) {
        let name = file_name(&folder);
        if name == "modules" {
            corpus.modules.extend(folders(&folder).into_iter().map(module));
        } else {
            let files = files(&folder).into_iter().filter(|file| has_extension(file, "go"));
            corpus.programs.extend(files.map(|file| program(&name, file)));
        }
    }
    corpus
}

fn program(folder: &str, path: PathBuf) -> Program {
    let name = format!("{folder}/{}", file_name(&path.with_extension("")));
    let text = read_text(&path);
    let seeds = directive(&text, "seeds").map_or(1, |count| {
        count.parse().unwrap_or_else(|_| panic!("{}: //conformance:seeds needs a number", path.display()))
    });
    let expectation = Expectation::read(&path.with_extension(""));
    Program { name, path, seeds, expectation }
}

fn module(path: PathBuf) -> Module {
    let tests: Vec<PathBuf> =
        all_files(&path).into_iter().filter(|file| file_name(file).ends_with("_test.go")).collect();
    let sorted = tests.iter().any(|file| directive(&read_text(file), "sorted").is_some());
    let name = format!("modules/{}", file_name(&path));
    let expectation = Expectation::read(&path);
    Module { name, path, tests: !tests.is_empty(), sorted, expectation }
}

/// The rest of a `//conformance:name` line.
fn directive<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let prefix = format!("//conformance:{name}");
    text.lines().find_map(|line| line.strip_prefix(&prefix)).map(str::trim)
}

/// The folders in a folder, sorted; names that begin with a dot are passed over.
fn folders(dir: &Path) -> Vec<PathBuf> {
    entries(dir).into_iter().filter(|path| path.is_dir()).collect()
}

/// The files in a folder, sorted.
fn files(dir: &Path) -> Vec<PathBuf> {
    entries(dir).into_iter().filter(|path| path.is_file()).collect()
}

/// The files below a folder, at any depth.
fn all_files(dir: &Path) -> Vec<PathBuf> {
    let below = folders(dir).into_iter().flat_map(|dir| all_files(&dir));
    files(dir).into_iter().chain(below).collect()
}

fn entries(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a listed entry can be read").path())
        .filter(|path| !file_name(path).starts_with('.'))
        .collect();
    paths.sort();
    paths
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

fn file_name(path: &Path) -> String {
    path.file_name().and_then(|name| name.to_str()).expect("names in the corpus are UTF-8").to_owned()
}

fn read_text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
