//! Tells vtrace which vtrace it is: results that another one has left in the cache are not used.
//!
//! A hash of all Rust sources, so that two builds of the same sources are the same, wherever and whenever they were made.

use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let mut files = vec![PathBuf::from("../../Cargo.lock")];
    let crates = fs::read_dir("..").expect("this crate has neighbours");
    for sources in crates.flatten().map(|entry| entry.path().join("src")).filter(|path| path.is_dir()) {
        println!("cargo::rerun-if-changed={}", sources.display());
        collect(&sources, &mut files);
    }
    println!("cargo::rerun-if-changed=../../Cargo.lock");
    files.sort();
    // FNV-1a.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for file in files {
        let content = fs::read(&file).unwrap_or_default();
        let name = file.display().to_string();
        for byte in name.bytes().chain([0]).chain(content) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    println!("cargo::rustc-env=VTRACE_BUILD={hash:016x}");
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
