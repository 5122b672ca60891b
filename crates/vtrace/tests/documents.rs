//! The documents tell the truth: what their `console` blocks show is what happens, and their tables are complete.
//!
//! `SNAPSHOTS=overwrite cargo test --test documents` writes the blocks anew.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use snapbox::IntoData;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn the_readme_shows_what_happens() {
    check("README.md");
}

#[test]
fn the_manual_of_run_shows_what_happens() {
    check("docs/run.md");
}

#[test]
fn the_manual_of_check_shows_what_happens() {
    check("docs/check.md");
}

#[test]
fn the_manual_of_lts_shows_what_happens() {
    check("docs/lts.md");
}

#[test]
fn the_manual_of_protocols_shows_what_happens() {
    check("docs/protocols.md");
}

#[test]
fn the_manual_of_sim_shows_what_happens() {
    check("docs/sim.md");
}

/// Runs the commands of a document's `console` blocks, in a directory with a copy of the examples.
fn check(document: &str) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    copy_examples(dir.path());
    let old = read(document);
    let mut new = String::new();
    let mut lines = old.lines();
    while let Some(line) = lines.next() {
        let _ = writeln!(new, "{line}");
        if line != "```console" {
            continue;
        }
        for line in lines.by_ref().take_while(|line| *line != "```") {
            if let Some(command) = line.strip_prefix("$ ") {
                let _ = writeln!(new, "{line}");
                new += &shell(dir.path(), command);
            }
        }
        new += "```\n";
    }
    if env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
        fs::write(root().join(document), &new).expect("the document can be written");
    } else {
        // Raw: a backslash is a backslash here.
        snapbox::assert_data_eq!(normal(&new).into_data().raw(), normal(&old).into_data().raw());
    }
}

fn copy_examples(to: &Path) {
    let distributed = fs::read_dir(root().join("examples/distributed")).expect("examples");
    let distributed =
        distributed.map(|entry| entry.expect("an example")).filter(|entry| entry.path().is_dir());
    let distributed: Vec<String> = distributed
        .map(|entry| format!("examples/distributed/{}", entry.file_name().to_string_lossy()))
        .collect();
    let folders = ["examples", "examples/protocols", "examples/distributed", "go/dialgo"].map(str::to_string);
    for folder in folders.into_iter().chain(distributed) {
        fs::create_dir_all(to.join(&folder)).expect("a directory");
        for entry in fs::read_dir(root().join(&folder)).expect("examples") {
            let path = entry.expect("an example").path();
            if let Some(name) = path.file_name().filter(|_| path.is_file()) {
                fs::copy(&path, to.join(&folder).join(name)).expect("a copy");
            }
        }
    }
}

/// What a command prints, with vtrace on the path.
fn shell(dir: &Path, command: &str) -> String {
    let vtrace = Path::new(env!("CARGO_BIN_EXE_vtrace"));
    let own = vtrace.parent().into_iter().map(Path::to_path_buf);
    let path = env::join_paths(own.chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())));
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("vtrace-cache");
    let output = Command::new("sh")
        .args(["-c", &format!("{command} 2>&1")])
        .env("PATH", path.expect("a path"))
        .env("VTRACE_CACHE", cache)
        .env("NO_COLOR", "1")
        .current_dir(dir)
        .output()
        .expect("a shell");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    // The first test of all builds the front-end, and says so.
    text.lines().filter(|line| !line.ends_with(" …")).map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Fingerprints, times, the version of Go and lines of its library may change without making a document wrong.
fn normal(text: &str) -> String {
    let library = |line: &str| line.starts_with("\tsync/");
    let lines = text.lines().map(|line| match (line.split_once('@'), line.strip_prefix("go go")) {
        (Some((before, rest)), _) if rest.len() >= 16 && rest.is_char_boundary(16) => {
            format!("{before}@…{}", &rest[16..])
        }
        (_, Some(_)) => "go …".to_string(),
        // What follows is how long it took.
        _ if line.contains(" explored in ") || line.starts_with("test result: ") => line
            .split(" explored in ")
            .flat_map(|part| part.split("; finished in "))
            .next()
            .unwrap_or(line)
            .into(),
        _ if line.contains(" states, ") && line.ends_with(')') => {
            line.rsplit_once('(').map_or(line, |(before, _)| before).to_string()
        }
        _ if library(line) => line.trim_end_matches(|c: char| c.is_ascii_digit()).to_string(),
        _ => line.to_string(),
    });
    lines.map(|line| line + "\n").collect()
}

#[test]
fn the_manual_of_check_names_every_kind() {
    let manual = read("docs/check.md");
    let kinds = vtrace_report::Kind::ALL.into_iter().map(vtrace_report::Kind::name);
    let missing: Vec<&str> = kinds.filter(|kind| !manual.contains(&format!("| `{kind}` |"))).collect();
    assert!(missing.is_empty(), "docs/check.md does not mention {missing:?}");
}

#[test]
fn the_manual_names_every_package_that_runs() {
    let mode = read("frontend/internal/std/mode.go");
    let manual = read("docs/run.md");
    let (_, run) = mode.split_once("var run = set(").expect("a list of packages");
    let (run, _) = run.split_once("\n)").expect("its end");
    let packages = run.split('"').skip(1).step_by(2).filter(|package| !package.contains("internal"));
    let missing: Vec<&str> = packages.filter(|package| !manual.contains(&format!("`{package}`"))).collect();
    assert!(missing.is_empty(), "docs/run.md does not mention {missing:?}");
}

#[test]
fn the_manual_names_every_package_with_natives() {
    let manual = read("docs/run.md");
    let package = |name: &'static str| {
        let name = name.trim_start_matches(['(', '*']);
        let (dir, base) = name.rsplit_once('/').map_or(("", name), |(dir, base)| (dir, base));
        let base = base.split('.').next().unwrap_or(base);
        if dir.is_empty() { base.to_string() } else { format!("{dir}/{base}") }
    };
    let natives = vtrace_machine::native_names();
    let packages = natives.into_iter().map(package).filter(|package| !package.contains("internal"));
    let missing: Vec<String> = packages.filter(|package| !manual.contains(&format!("`{package}`"))).collect();
    assert!(missing.is_empty(), "docs/run.md does not mention {missing:?}");
}
