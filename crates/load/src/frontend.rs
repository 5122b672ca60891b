//! The front-end's executable: found in the cache, or built into it.
//!
//! One build is kept per version of the sources and of Go. A build happens under a lock, so that two vtrace processes
//! that start at once do it once; and under a temporary name that is renamed at the end, so that even without
//! locks (some network file systems) nobody ever runs half an executable.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};
use std::{env, thread};

use xxhash_rust::xxh3::xxh3_128;

use crate::cache;
use crate::environment::Environment;
use crate::error::LoadError;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::sources;
use crate::subprocess::{self, Limits};
use crate::toolchain::Toolchain;

/// A build that takes longer is announced.
const SLOW: Duration = Duration::from_millis(700);
/// Builds kept in the cache: the current one, and for those who switch between versions.
const KEEP: usize = 4;
/// Nothing younger is cleaned away: somebody may be about to run it.
const YOUNG: Duration = Duration::from_secs(3600);

/// What a build needs to know.
pub struct Builder<'a> {
    /// The cache.
    pub cache: &'a Path,
    /// With which Go.
    pub toolchain: &'a Toolchain,
    /// The user's variables.
    pub environment: &'a Environment,
    /// Stops it.
    pub interrupt: &'a Interrupt,
    /// Hears what takes long.
    pub progress: &'a dyn Fn(Progress),
}

impl Builder<'_> {
    /// The executable, built if need be.
    pub fn ensure(&self) -> Result<PathBuf, LoadError> {
        let dir = self.cache.join("frontend");
        let executable = dir.join(self.file_name());
        if executable.is_file() {
            cache::touch(&executable);
            return Ok(executable);
        }
        fs::create_dir_all(&dir).map_err(|source| LoadError::NoCacheDirectory {
            reason: format!("cannot create {}: {source}", dir.display()),
        })?;
        let _lock = self.lock(&dir.join("lock"))?;
        if !executable.is_file() {
            self.build(&dir, &executable)?;
            clean(&dir, &executable, SystemTime::now());
        }
        Ok(executable)
    }

    /// The name says all that the executable depends on.
    fn file_name(&self) -> String {
        let Toolchain { version, os, arch, .. } = self.toolchain;
        let key = xxh3_128(format!("{:032x} {version} {os} {arch}", sources::fingerprint()).as_bytes());
        format!("{key:032x}{}", env::consts::EXE_SUFFIX)
    }

    /// Waits for the lock. A file system that has none gives `None`: the build is then done perhaps twice.
    fn lock(&self, path: &Path) -> Result<Option<File>, LoadError> {
        let file = File::create(path).map_err(LoadError::io("create", path))?;
        let started = Instant::now();
        let mut told = false;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(file)),
                Err(TryLockError::Error(_)) => return Ok(None),
                Err(TryLockError::WouldBlock) => {}
            }
            let _guard = self.interrupt.guard();
            thread::sleep(Duration::from_millis(20));
            if self.interrupt.is_raised() {
                return Err(LoadError::Interrupted);
            }
            if !told && started.elapsed() > SLOW {
                (self.progress)(Progress::WaitingForFrontend);
                told = true;
            }
        }
    }

    fn build(&self, dir: &Path, executable: &Path) -> Result<(), LoadError> {
        let temporary =
            tempfile::Builder::new().prefix("build-").tempdir_in(dir).map_err(LoadError::io("write", dir))?;
        let module = temporary.path().join("frontend");
        sources::extract(&module).map_err(LoadError::io("write", &module))?;
        let result = temporary.path().join("result");

        let mut command = Command::new(&self.toolchain.command);
        command.args(["build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o"]).arg(&result).arg(".");
        // The directory is named by PWD too, because go would believe an older one.
        command.current_dir(&module).env_clear().envs(self.build_environment().iter()).env("PWD", &module);
        let go = &self.toolchain.version;
        let tell = || (self.progress)(Progress::BuildingFrontend { go: go.clone() });
        let limits = Limits { interrupt: self.interrupt, deadline: None, slow: Some((SLOW, &tell)) };
        let output = subprocess::run(command, &limits)
            .map_err(|failure| LoadError::unfinished(failure, &self.toolchain.command, None))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
            return Err(LoadError::FrontendBuild { go: go.clone(), text });
        }
        fs::rename(&result, executable).map_err(LoadError::io("write", executable))
    }

    /// The user's environment without what would change the build: it must work in the middle of a workspace, for
    /// a program of another architecture, without a C compiler, and with any flags. An empty variable would not do:
    /// go then takes what `go env -w` says.
    fn build_environment(&self) -> Environment {
        let mut environment = self.environment.clone();
        environment
            .set("GOFLAGS", "-mod=readonly")
            .set("GOWORK", "off")
            .set("GOTOOLCHAIN", "local")
            .set("GO111MODULE", "on")
            .set("GOOS", &self.toolchain.os)
            .set("GOARCH", &self.toolchain.arch)
            .set("CGO_ENABLED", "0")
            .remove("GOEXPERIMENT");
        environment
    }
}

/// Removes old executables, and what builds that were killed have left.
fn clean(dir: &Path, current: &Path, now: SystemTime) {
    let mut executables = 0;
    for item in cache::items(dir) {
        if item.path.file_name() == Some("lock".as_ref()) || item.path == current {
            continue;
        }
        if item.path.is_file() {
            executables += 1;
            if executables < KEEP {
                continue;
            }
        }
        if cache::age(item.used, now) > YOUNG {
            // Another process may be faster, or may run it (on Windows): then it stays for the next time.
            let _ =
                if item.path.is_dir() { fs::remove_dir_all(&item.path) } else { fs::remove_file(&item.path) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_builds_are_cleaned_and_recent_ones_stay() {
        let dir = tempfile::tempdir().unwrap();
        let now = SystemTime::now();
        let file = |name: &str, hours: u64| {
            let file = File::create(dir.path().join(name)).unwrap();
            file.set_modified(now - Duration::from_secs(hours * 3600)).unwrap();
        };
        file("lock", 1000);
        for (name, hours) in [("current", 900), ("a", 2), ("b", 3), ("c", 4), ("d", 5), ("e", 6)] {
            file(name, hours);
        }
        let left = dir.path().join("build-killed");
        fs::create_dir(&left).unwrap();
        File::open(&left).unwrap().set_modified(now - Duration::from_secs(7200)).unwrap();
        fs::create_dir(dir.path().join("build-running")).unwrap();

        clean(dir.path(), &dir.path().join("current"), now);
        let mut names: Vec<_> =
            cache::items(dir.path()).iter().map(|i| i.path.file_name().unwrap().to_owned()).collect();
        names.sort();
        assert_eq!(names, ["a", "b", "build-running", "c", "current", "lock"]);
    }
}
