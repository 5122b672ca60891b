//! The programs of `tests/ui`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::annotation::{self, Marks};

/// A program, and what must be found in it.
pub struct Program {
    /// Its path below `tests/ui`, without the extension.
    pub name: String,
    /// The file, or the directory of the module.
    pub path: PathBuf,
    /// What is written in it.
    pub marks: Marks,
    /// It has no main function: its functions are checked, with unknown arguments.
    pub functions: bool,
}

impl Program {
    /// The directory in which it is checked.
    pub fn directory(&self) -> &Path {
        if self.path.is_dir() { &self.path } else { self.path.parent().expect("a file is in a directory") }
    }

    /// The packages to check.
    pub fn pattern(&self) -> &str {
        if self.path.is_dir() { "./..." } else { name(&self.path) }
    }
}

/// All programs, sorted.
pub fn read() -> Vec<Program> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui");
    let root = root.canonicalize().expect("tests/ui stands beside crates/");
    let mut programs = Vec::new();
    collect(&root, &root, &mut programs);
    assert!(!programs.is_empty(), "{} has no programs", root.display());
    programs
}

fn collect(root: &Path, dir: &Path, programs: &mut Vec<Program>) {
    for path in entries(dir) {
        let is_program = if path.is_dir() { path.join("go.mod").is_file() } else { is_go(&path) };
        if is_program {
            let below = path.strip_prefix(root).expect("it is below");
            let name = below.with_extension("").display().to_string();
            programs.push(Program { name, marks: marks(&path), functions: is_library(&path), path });
        } else if path.is_dir() {
            collect(root, &path, programs);
        }
    }
}

/// Whether a file is not of a main package.
fn is_library(path: &Path) -> bool {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().any(|line| line.starts_with("package ") && line != "package main")
}

/// What is written in a file, or in the files of a directory.
fn marks(path: &Path) -> Marks {
    let mut files = Vec::new();
    if path.is_dir() {
        go_files(path, &mut files)
    } else {
        files.push(path.to_path_buf())
    }
    let base = if path.is_dir() { path } else { path.parent().expect("a file is in a directory") };
    let mut marks = Marks::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let name = file.strip_prefix(base).expect("it is below").display().to_string();
        marks.extend(annotation::parse(&name, &text));
    }
    marks
}

fn go_files(dir: &Path, files: &mut Vec<PathBuf>) {
    for path in entries(dir) {
        if path.is_dir() {
            go_files(&path, files);
        } else if is_go(&path) {
            files.push(path);
        }
    }
}

fn is_go(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "go")
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).expect("names in the corpus are UTF-8")
}

fn entries(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a listed entry").path()).collect();
    paths.sort();
    paths
}
