//! Writes a table of the front-end's sources, which `src/sources.rs` includes into the binary.
//!
//! Not a macro crate: cargo then also notices files that are added or removed.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let frontend = manifest.join("../../frontend").canonicalize().expect("frontend/ stands beside crates/");
    println!("cargo::rerun-if-changed={}", frontend.display());

    let mut files = Vec::new();
    collect(&frontend, &frontend, &mut files);
    files.sort();

    let mut table = String::from("&[\n");
    for (name, path) in &files {
        writeln!(table, "    ({name:?}, include_bytes!({path:?})),").expect("writing to a string succeeds");
    }
    table.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("frontend.rs"), table).expect("cargo's output directory is writable");
}

/// All files below `dir` that the build of the front-end needs: (path relative to `root` with slashes, path).
fn collect(root: &Path, dir: &Path, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(dir).expect("frontend/ is readable") {
        let entry = entry.expect("frontend/ is readable");
        let path = entry.path();
        let name = entry.file_name().into_string().expect("names in frontend/ are UTF-8");
        if name.starts_with('.') || name == "testdata" {
            continue;
        }
        if entry.file_type().expect("frontend/ is readable").is_dir() {
            collect(root, &path, files);
            continue;
        }
        let relative = path.strip_prefix(root).expect("a walk stays below its root");
        let relative = relative.to_str().expect("names in frontend/ are UTF-8").replace('\\', "/");
        // A shim may be any kind of file, and may be called like a test.
        let shim = relative.split('/').any(|part| part == "shims");
        let source = name.ends_with(".go") && !name.ends_with("_test.go");
        if shim || source || name == "go.mod" || name == "go.sum" {
            files.push((relative, path));
        }
    }
}
