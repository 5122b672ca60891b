//! The loader with the real Go and the real front-end.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use tempfile::TempDir;
use vtrace_load::{Environment, LoadError, Loader, Request};

const MAIN: &str = "package main\n\nfunc main() { println(value()) }\n";
const VALUE: &str = "package main\n\nfunc value() int { return 1 }\n";

/// The environment of the tests: one cache for all of them, so that the front-end is built once.
fn environment() -> Environment {
    let mut environment = Environment::current();
    environment.remove("VTRACE_FRONTEND").set("VTRACE_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    environment
}

fn loader() -> Loader {
    Loader::new().with_environment(environment())
}

/// Writes files that look as if they had been there for an hour, so that the cache trusts them.
fn write(dir: &Path, files: &[(&str, &str)]) {
    let earlier = SystemTime::now() - Duration::from_secs(3600);
    for (name, text) in files {
        let path = dir.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        for path in path.ancestors().take_while(|path| path.starts_with(dir)) {
            File::open(path).unwrap().set_modified(earlier).unwrap();
        }
    }
}

fn program(files: &[(&str, &str)]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &[("go.mod", "module example.com/m\n\ngo 1.26\n")]);
    write(dir.path(), files);
    dir
}

#[test]
fn a_program_is_loaded_once_until_it_changes() {
    let dir = program(&[("main.go", MAIN), ("value.go", VALUE)]);
    let request = Request::new(dir.path(), ".");
    let load = || {
        let loaded = loader().load(&request).unwrap();
        (loaded.from_cache, loaded.image)
    };
    let (from_cache, first) = load();
    assert!(!from_cache);
    assert_eq!(first.entries.len(), 1);
    assert_eq!(load(), (true, first.clone()));

    write(dir.path(), &[("value.go", "package main\n\nfunc value() int { return 22 }\n")]);
    let (from_cache, second) = load();
    assert!(!from_cache, "after an edit");
    assert_ne!(second, first);

    write(dir.path(), &[("extra.go", "package main\n\nfunc init() { println(\"extra\") }\n")]);
    assert!(!load().0, "after a file was added");
    assert!(load().0);
    fs::remove_file(dir.path().join("extra.go")).unwrap();
    assert!(!load().0, "after a file was removed");

    write(dir.path(), &[("go.mod", "module example.com/m\n\ngo 1.25\n")]);
    assert!(!load().0, "after go.mod changed");
    assert!(load().0);
}

#[test]
fn a_package_added_below_a_pattern_is_noticed() {
    let dir = program(&[("main.go", MAIN), ("value.go", VALUE)]);
    let request = Request::new(dir.path(), "./...");
    assert_eq!(loader().load(&request).unwrap().image.entries.len(), 1);
    assert!(loader().load(&request).unwrap().from_cache);
    write(dir.path(), &[("cmd/other/main.go", "package main\n\nfunc main() {}\n")]);
    assert_eq!(loader().load(&request).unwrap().image.entries.len(), 2);
}

#[test]
fn a_file_without_a_module_can_be_loaded() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &[("hello.go", "package main\n\nfunc main() { println(\"hello\") }\n")]);
    let loaded = loader().load(&Request::new(dir.path(), "hello.go")).unwrap();
    assert_eq!(loaded.image.entries[0].name, "main");
    assert!(loader().load(&Request::new(dir.path(), "hello.go")).unwrap().from_cache);
}

#[test]
fn a_program_that_does_not_compile_gets_gos_message_and_its_place() {
    let dir = program(&[("main.go", "package main\n\nfunc main() {\n\tx := 1\n\ty()\n}\n")]);
    let error = loader().load(&Request::new(dir.path(), ".")).unwrap_err();
    let LoadError::PackageErrors { diagnostics, .. } = &error else { panic!("{error:?}") };
    let places: Vec<_> = diagnostics.iter().map(|d| (d.file.as_str(), d.line, d.column)).collect();
    assert_eq!(places, [("./main.go", 4, 2), ("./main.go", 5, 2)]);
    assert_eq!(diagnostics[0].message, "declared and not used: x");
    assert_eq!(diagnostics[1].message, "undefined: y");
}

#[test]
fn what_go_list_refuses_is_an_error_of_the_program() {
    let dir =
        program(&[("main.go", "package main\n\nimport _ \"example.com/m/missing\"\n\nfunc main() {}\n")]);
    for pattern in [".", "./nowhere"] {
        let error = loader().load(&Request::new(dir.path(), pattern)).unwrap_err();
        assert!(matches!(error, LoadError::PackageErrors { .. }), "{pattern}: {error:?}");
    }
    write(dir.path(), &[("go.mod", "module example.com/m\n\nnonsense\n")]);
    let error = loader().load(&Request::new(dir.path(), ".")).unwrap_err();
    let LoadError::PackageErrors { diagnostics, .. } = &error else { panic!("{error:?}") };
    assert!(diagnostics.iter().any(|d| d.file.ends_with("go.mod") && d.line == 3), "{error:?}");
}

#[test]
fn a_module_that_needs_a_newer_go_says_so() {
    let dir =
        program(&[("main.go", MAIN), ("value.go", VALUE), ("go.mod", "module example.com/m\n\ngo 1.99\n")]);
    let mut environment = environment();
    environment.set("GOTOOLCHAIN", "local");
    let error = Loader::new().with_environment(environment).load(&Request::new(dir.path(), ".")).unwrap_err();
    assert!(error.to_string().contains("1.99"), "{error}");
}

#[test]
fn another_system_can_be_loaded_for() {
    let dir = program(&[
        ("main.go", "package main\n\nfunc main() { println(name) }\n"),
        ("name_linux.go", "package main\n\nconst name = \"linux\"\n"),
        ("name_windows.go", "package main\n\nconst name = \"windows\"\n"),
    ]);
    let images = ["linux", "windows"].map(|os| {
        let mut environment = environment();
        environment.set("GOOS", os);
        Loader::new().with_environment(environment).load(&Request::new(dir.path(), ".")).unwrap().image
    });
    assert_ne!(images[0], images[1]);
}

#[test]
fn without_go_there_is_a_clear_message() {
    let dir = program(&[("main.go", MAIN), ("value.go", VALUE)]);
    let mut environment = environment();
    environment.remove("VTRACE_GO").set("PATH", dir.path());
    let error = Loader::new().with_environment(environment).load(&Request::new(dir.path(), ".")).unwrap_err();
    assert!(matches!(error, LoadError::NoGo { .. }), "{error:?}");
}

#[cfg(unix)]
#[test]
fn an_old_go_is_refused_with_a_clear_message() {
    let dir = program(&[("main.go", MAIN), ("value.go", VALUE)]);
    let mut environment = environment();
    environment.set("VTRACE_GO", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/old-go"));
    let error = Loader::new().with_environment(environment).load(&Request::new(dir.path(), ".")).unwrap_err();
    assert!(matches!(error, LoadError::GoTooOld { .. }), "{error:?}");
    assert!(error.to_string().contains("go1.4.2"), "{error}");
}

#[test]
fn two_processes_that_start_at_once_build_the_front_end_once() {
    let root = tempfile::tempdir().unwrap();
    let cache = root.path().join("cache");
    let dir = program(&[("main.go", MAIN), ("value.go", VALUE)]);
    let children: Vec<_> = (0..2)
        .map(|_| {
            Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "child_that_loads", "--nocapture"])
                .env("VTRACE_TEST_LOAD", dir.path())
                .env("VTRACE_CACHE", &cache)
                .env_remove("VTRACE_FRONTEND")
                .spawn()
                .unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let left: Vec<PathBuf> =
        fs::read_dir(cache.join("frontend")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(left.len(), 2, "one executable and the lock: {left:?}");
}

/// Not a test by itself: the process that the test above starts twice.
#[test]
fn child_that_loads() {
    let Some(dir) = std::env::var_os("VTRACE_TEST_LOAD") else { return };
    let loaded = Loader::new().load(&Request::new(dir, ".")).unwrap();
    assert_eq!(loaded.image.entries.len(), 1);
}

#[test]
fn a_build_works_inside_a_workspace_with_odd_settings() {
    let root = tempfile::tempdir().unwrap();
    let dir = root.path().join("m");
    write(&dir, &[("go.mod", "module example.com/m\n\ngo 1.26\n"), ("main.go", MAIN), ("value.go", VALUE)]);
    write(root.path(), &[("go.work", "go 1.26\n\nuse ./m\n")]);
    let mut environment = environment();
    environment
        .set("VTRACE_CACHE", dir.join("cache")) // inside the module
        .set("GOFLAGS", "-tags=odd -ldflags=-X=main.name=odd")
        .set("GOARCH", "arm64")
        .set("GOWORK", root.path().join("go.work"));
    let loader = Loader::new().with_environment(environment);
    assert_eq!(loader.load(&Request::new(&dir, ".")).unwrap().image.entries.len(), 1);
}
