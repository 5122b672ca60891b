//! Many programs at once: one run of the front-end, and one `go build`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use vtrace_load::{Environment, Loader, Request};
use vtrace_machine::Program as Executable;

use crate::program::Program;

const MODULE: &str = "generated";

/// What a program printed, and how it exited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub stdout: String,
    /// Without the goroutines' stacks.
    pub stderr: String,
    pub code: i32,
}

/// Programs as packages of one module, and a main function that runs one of them.
pub struct Workshop {
    dir: PathBuf,
    count: usize,
}

impl Workshop {
    /// Writes the programs, each without the statements that are dropped. What did not change keeps its time stamp, for the caches.
    pub fn new(name: &str, programs: &[(&Program, &BTreeSet<usize>)]) -> Workshop {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated").join(name);
        let mut imports = String::new();
        let mut cases = String::new();
        let mut files = vec![(dir.join("go.mod"), format!("module {MODULE}\n\ngo 1.26\n"))];
        for (i, (program, dropped)) in programs.iter().enumerate() {
            let package = package(i);
            imports += &format!("\t\"{MODULE}/p/{package}\"\n");
            cases += &format!("\tcase \"{i}\":\n\t\t{package}.Run()\n");
            files.push((dir.join("p").join(&package).join("program.go"), program.text(&package, dropped)));
        }
        let main = format!(
            "package main\n\nimport (\n\t\"os\"\n{imports})\n\nfunc main() {{\n\tswitch os.Args[1] {{\n{cases}\t}}\n}}\n"
        );
        files.push((dir.join("main.go"), main));
        // More programs of an earlier run would only cost time.
        for entry in fs::read_dir(dir.join("p")).into_iter().flatten().flatten() {
            let path = entry.path();
            if !files.iter().any(|(file, _)| file.starts_with(&path)) {
                fs::remove_dir_all(&path).expect("cargo's directory is writable");
            }
        }
        for (path, text) in files {
            if fs::read_to_string(&path).is_ok_and(|old| old == text) {
                continue;
            }
            fs::create_dir_all(path.parent().expect("it is below dir"))
                .expect("cargo's directory is writable");
            fs::write(&path, text).expect("cargo's directory is writable");
        }
        Workshop { dir, count: programs.len() }
    }

    /// The programs for the machine. Program `i` is entry `i`.
    pub fn load(&self) -> Arc<Executable> {
        let mut environment = Environment::current();
        environment.set("VTRACE_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
        let mut request = Request::new(&self.dir, "./p/...");
        request.entries = (0..self.count).map(|i| format!("{MODULE}/p/{}.Run", package(i))).collect();
        let loaded = Loader::new().with_environment(environment).load(&request);
        let image = loaded.unwrap_or_else(|error| panic!("{error}")).image;
        image
            .verify()
            .unwrap_or_else(|errors| panic!("the front-end made a wrong image:\n{}", errors.join("\n")));
        let found: Vec<_> = image.entries.iter().map(|entry| entry.package.as_str()).collect();
        let wanted: Vec<_> = (0..self.count).map(|i| format!("{MODULE}/p/{}", package(i))).collect();
        assert_eq!(found, wanted, "the entries are in the order in which they were asked for");
        Arc::new(Executable::new(image).unwrap_or_else(|error| panic!("{error}")))
    }

    /// Builds the programs with Go. Without optimisation: where slices lie, and so how they grow, would depend on it.
    pub fn build(&self) {
        let flags = format!("-gcflags={MODULE}/...=-N -l");
        let output = Command::new("go")
            .args(["build", &flags, "-o", "programs", "."])
            .current_dir(&self.dir)
            .env("GOFLAGS", "")
            .output()
            .expect("Go is installed");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "generated programs compile, but in {}:\n{text}",
            self.dir.display()
        );
    }

    /// What Go makes of program `i`.
    pub fn go(&self, i: usize) -> Outcome {
        let output = Command::new(self.dir.join("programs"))
            .arg(i.to_string())
            .env("GOTRACEBACK", "single")
            .output()
            .expect("it was just built");
        Outcome {
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: stable(&output.stderr),
            code: output.status.code().unwrap_or(-1),
        }
    }
}

fn package(i: usize) -> String {
    format!("x{i:04}")
}

/// What comes before the stacks, without the address of a fault.
pub fn stable(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let lines = text.lines().take_while(|line| !line.starts_with("goroutine ") || line.contains("deadlock"));
    lines.filter(|line| !line.starts_with("[signal ")).collect::<Vec<_>>().join("\n").trim_end().to_string()
}
