//! The environment variables that a load may look at, as a value.
//!
//! They come in as a parameter so that a load is a function of its inputs: tests change them without touching the
//! process, and the cache can tell exactly which ones it depends on.

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// A set of environment variables.
#[derive(Clone, Debug, Default)]
pub struct Environment(BTreeMap<OsString, OsString>);

/// Variables of the Go command that cannot change what a program means: where it fetches, how fast it runs.
const IRRELEVANT: &[&str] = &[
    "GOAUTH",
    "GOBIN",
    "GOCACHE",
    "GOCACHEPROG",
    "GOGC",
    "GOINSECURE",
    "GOMAXPROCS",
    "GOMEMLIMIT",
    "GONOPROXY",
    "GONOSUMDB",
    "GOPRIVATE",
    "GOPROXY",
    "GOSUMDB",
    "GOTELEMETRY",
    "GOTMPDIR",
    "GOTRACEBACK",
    "GOVCS",
];

impl Environment {
    /// The variables of this process.
    pub fn current() -> Self {
        Self(env::vars_os().collect())
    }

    /// The value of a variable, if it is set and not empty.
    pub fn get(&self, name: &str) -> Option<&OsStr> {
        // Windows calls it `Path`.
        let same = |key: &OsStr| key == name || (cfg!(windows) && key.eq_ignore_ascii_case(name));
        self.0.iter().find(|(key, _)| same(key)).map(|(_, value)| value.as_os_str()).filter(|v| !v.is_empty())
    }

    /// Sets a variable.
    pub fn set(&mut self, name: &str, value: impl Into<OsString>) -> &mut Self {
        self.remove(name);
        self.0.insert(name.into(), value.into());
        self
    }

    /// Removes a variable.
    pub fn remove(&mut self, name: &str) -> &mut Self {
        self.0.retain(|key, _| !(key == name || (cfg!(windows) && key.eq_ignore_ascii_case(name))));
        self
    }

    /// All variables, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.0.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }

    /// The variables on which the meaning of a Go program can depend, sorted by name.
    pub fn relevant(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.iter().filter(|(name, _)| {
            let Some(name) = name.to_str() else { return false };
            (name.starts_with("GO") || name.starts_with("CGO_")) && !IRRELEVANT.contains(&name)
        })
    }

    /// Puts a directory in front of `PATH`.
    pub fn prepend_path(&mut self, dir: PathBuf) -> Result<&mut Self, env::JoinPathsError> {
        let old = self.get("PATH").unwrap_or_default().to_owned();
        let new = env::join_paths(std::iter::once(dir).chain(env::split_paths(&old)))?;
        Ok(self.set("PATH", new))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_variable_counts_as_unset() {
        let mut environment = Environment::default();
        environment.set("VTRACE_GO", "");
        assert_eq!(environment.get("VTRACE_GO"), None);
    }

    #[test]
    fn only_what_changes_a_program_is_relevant() {
        let mut environment = Environment::default();
        environment
            .set("GOOS", "windows")
            .set("GOPROXY", "off")
            .set("HOME", "/home/me")
            .set("CGO_ENABLED", "0");
        let names: Vec<_> = environment.relevant().map(|(name, _)| name).collect();
        assert_eq!(names, ["CGO_ENABLED", "GOOS"]);
    }

    #[test]
    fn a_directory_goes_in_front_of_the_path() {
        let mut environment = Environment::default();
        environment.set("PATH", env::join_paths(["b", "c"]).unwrap());
        environment.prepend_path("a".into()).unwrap();
        let path = environment.get("PATH").unwrap();
        assert_eq!(env::split_paths(path).collect::<Vec<_>>(), [PathBuf::from("a"), "b".into(), "c".into()]);
    }
}
