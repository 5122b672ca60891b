//! A directory with Go files, and vtrace in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A temporary directory with a program.
pub struct Project {
    dir: TempDir,
}

/// What vtrace did.
#[derive(Debug)]
pub struct Outcome {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Project {
    /// A directory with these files.
    pub fn new(files: &[(&str, &str)]) -> Project {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let project = Project { dir };
        files.iter().for_each(|(path, text)| project.write(path, text));
        project
    }

    /// A directory with only this `main.go`.
    pub fn main(text: &str) -> Project {
        Project::new(&[("main.go", text)])
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap_or(self.dir.path())).expect("a directory");
        fs::write(path, text).expect("a file");
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).expect("a file")
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join(path)
    }

    /// The files in which vtrace remembers a result that mentions `text`.
    #[allow(dead_code, reason = "not all tests that use this file need it")]
    pub fn results(&self, text: &str) -> Vec<PathBuf> {
        let files = fs::read_dir(cache().join("results")).into_iter().flatten().flatten();
        let mentions = |path: &PathBuf| fs::read_to_string(path).is_ok_and(|content| content.contains(text));
        files.map(|file| file.path()).filter(mentions).collect()
    }

    /// vtrace with these arguments, separated by spaces.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vtrace"));
        command.env("VTRACE_CACHE", cache()).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        let mut words: Vec<&str> = arguments.split_whitespace().collect();
        // Go would build every program once more. Tests of replays say how many they want.
        if words.first() == Some(&"check") && !words.contains(&"--replays") {
            words.insert(1, "--no-replay");
        }
        command.current_dir(self.dir.path()).args(words).stdin(Stdio::null());
        command
    }

    /// Runs vtrace with these arguments.
    pub fn vtrace(&self, arguments: &str) -> Outcome {
        outcome(&mut self.command(arguments))
    }
}

/// All tests share a cache: the front-end is built once.
fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("vtrace-cache")
}

/// Runs a command to its end.
pub fn outcome(command: &mut Command) -> Outcome {
    let output = command.output().expect("vtrace runs");
    let text = |bytes: Vec<u8>| {
        // The first test of all builds the front-end, and says so.
        let text = String::from_utf8(bytes).expect("UTF-8");
        let lines = text.split_inclusive('\n').filter(|line| !line.ends_with(" …\n"));
        lines.collect::<String>()
    };
    Outcome {
        code: output.status.code().unwrap_or(-1),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}
