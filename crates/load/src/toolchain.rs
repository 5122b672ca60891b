//! The user's Go: which command it is, and which version it amounts to in the user's directory.
//!
//! These are two questions. The first costs a few system calls and is asked by every load. The second runs the go
//! command, which may choose another toolchain because of a `toolchain` line in go.mod; it is only asked when there
//! is something to build or to load.

use std::env;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::environment::Environment;
use crate::error::LoadError;
use crate::sources;
use crate::stamp::Stamp;
use crate::subprocess::{self, Limits};

/// The go command that the user means.
#[derive(Clone, Debug)]
pub struct GoCommand {
    /// Its path.
    pub path: PathBuf,
    /// Changes when another Go is installed there.
    pub stamp: Stamp,
    /// Whether it is a go command itself, not something that chooses one by rules of its own, as the shims of
    /// version managers do: then only running it tells which Go it is.
    pub direct: bool,
}

impl GoCommand {
    /// `$VTRACE_GO`, or `go` on the path.
    pub fn find(environment: &Environment) -> Result<Self, LoadError> {
        let explicit = environment.get("VTRACE_GO");
        let name = PathBuf::from(explicit.unwrap_or("go".as_ref()));
        let found = if name.components().count() > 1 {
            Some(name.clone()).filter(|path| path.is_file())
        } else {
            search(environment, &name)
        };
        let command = found.and_then(|path| {
            // It will be run in another directory.
            let path = std::path::absolute(path).ok()?;
            // A link to a binary elsewhere, as distributions and version managers have it, changes with its target.
            let stamp = Stamp::of(&path).ok()?;
            let direct = is_direct(&path);
            Some(Self { path, stamp, direct })
        });
        command.ok_or_else(|| LoadError::NoGo {
            looked: match explicit {
                Some(_) => format!("VTRACE_GO is {}, which is not a command", name.display()),
                None => format!("there is no `go` on PATH{}", elsewhere()),
            },
            minimum: sources::minimum_go().to_owned(),
        })
    }

    /// Asks the command what it is in `dir`.
    pub fn resolve(
        &self,
        dir: &Path,
        environment: &Environment,
        limits: &Limits<'_>,
    ) -> Result<Toolchain, LoadError> {
        let mut command = Command::new(&self.path);
        command.args(["env", "-json", "GOVERSION", "GOROOT", "GOHOSTOS", "GOHOSTARCH"]);
        command.current_dir(dir).env_clear().envs(environment.iter());
        let output = subprocess::run(command, limits)
            .map_err(|failure| LoadError::unfinished(failure, &self.path, None))?;
        let minimum = sources::minimum_go();
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
            // go.mod asks for a newer toolchain, and none may be fetched.
            if let Some((_, needed)) = text.split_once("requires go >= ") {
                let minimum = needed.split([' ', '(']).next().unwrap_or(minimum).to_owned();
                return Err(LoadError::GoTooOld { found: text, minimum });
            }
            return Err(LoadError::GoFailed { command: format!("{} env", self.path.display()), text });
        }
        let broken =
            |text: String| LoadError::GoFailed { command: format!("{} env", self.path.display()), text };
        let facts: GoEnv =
            serde_json::from_slice(&output.stdout).map_err(|error| broken(error.to_string()))?;
        if version(&facts.version) < version(minimum) {
            let found = format!("{} is {}", self.path.display(), facts.version);
            return Err(LoadError::GoTooOld { found, minimum: minimum.to_owned() });
        }
        let bin = Path::new(&facts.root).join("bin");
        let inner = bin.join(format!("go{}", env::consts::EXE_SUFFIX));
        // Some distributions keep GOROOT and the command apart.
        let command = if inner.is_file() { inner } else { self.path.clone() };
        Ok(Toolchain {
            command,
            root: facts.root.into(),
            version: facts.version,
            os: facts.os,
            arch: facts.arch,
        })
    }
}

/// One version of Go.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// Its own go command, which need not choose again.
    pub command: PathBuf,
    /// Its GOROOT.
    pub root: PathBuf,
    /// As `go1.26.8`.
    pub version: String,
    /// The system it runs on.
    pub os: String,
    /// The architecture it runs on.
    pub arch: String,
}

/// What `go env -json` says.
#[derive(Deserialize)]
struct GoEnv {
    #[serde(rename = "GOVERSION")]
    version: String,
    #[serde(rename = "GOROOT")]
    root: String,
    #[serde(rename = "GOHOSTOS")]
    os: String,
    #[serde(rename = "GOHOSTARCH")]
    arch: String,
}

/// Looks for a command in the directories of `PATH`.
fn search(environment: &Environment, name: &Path) -> Option<PathBuf> {
    let mut name = name.to_owned();
    if name.extension().is_none() {
        name.set_extension(env::consts::EXE_EXTENSION);
    }
    env::split_paths(environment.get("PATH")?).map(|dir| dir.join(&name)).find(|path| is_executable(path))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

/// See [`GoCommand::direct`]: a shim is a script, or a link to a program of another name.
fn is_direct(path: &Path) -> bool {
    let named_go = path.canonicalize().is_ok_and(|path| path.file_stem() == Some("go".as_ref()));
    let mut start = [0; 2];
    let script =
        File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_err() || &start == b"#!";
    named_go && !script
}

/// Go's installer does not change PATH: a hint if that is all that is missing.
fn elsewhere() -> String {
    let usual = ["/usr/local/go/bin", "/usr/lib/go/bin", "/opt/homebrew/bin", r"C:\Program Files\Go\bin"];
    let file = format!("go{}", env::consts::EXE_SUFFIX);
    match usual.iter().find(|dir| Path::new(dir).join(&file).is_file()) {
        Some(dir) => format!(" (but there is one in {dir}: add that to PATH)"),
        None => String::new(),
    }
}

/// The numbers of a version, comparable: `go1.26.8`, `1.26`, `go1.27rc1`, `devel go1.28-3f2a1b`.
fn version(text: &str) -> [u32; 3] {
    let text = text.strip_prefix("devel ").unwrap_or(text);
    let text = text.strip_prefix("go").unwrap_or(text);
    let mut numbers = [0; 3];
    for (number, part) in numbers.iter_mut().zip(text.split('.')) {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        *number = part[..digits].parse().unwrap_or(0);
        if digits < part.len() {
            break; // a release candidate or a commit: close enough to its release
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_as_go_means_them() {
        assert_eq!(version("go1.26.8"), [1, 26, 8]);
        assert_eq!(version("1.26"), [1, 26, 0]);
        assert_eq!(version("go1.27rc1"), [1, 27, 0]);
        assert_eq!(version("devel go1.28-3f2a1b Mon"), [1, 28, 0]);
        assert!(version("go1.9") < version("go1.26"));
    }

    #[test]
    fn without_go_the_message_says_what_to_install() {
        let mut environment = Environment::default();
        environment.set("PATH", "/nonexistent");
        let message = GoCommand::find(&environment).unwrap_err().to_string();
        assert!(message.contains("no `go` on PATH"), "{message}");
        assert!(message.contains("install Go 1."), "{message}");
        environment.set("VTRACE_GO", "/nonexistent/go");
        let message = GoCommand::find(&environment).unwrap_err().to_string();
        assert!(message.contains("VTRACE_GO is /nonexistent/go"), "{message}");
    }
}
