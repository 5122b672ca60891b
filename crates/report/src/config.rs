//! `vtrace.toml`: what a project always wants of `vtrace check`.
//!
//! ```toml
//! [check]
//! time = "60s"
//! memory = "2GB"
//! skip = ["race"]
//!
//! [[ignore]]
//! kind = "leak"
//! path = "legacy/..."
//! reason = "goes away with the old server"
//! ```

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::{Kind, Kinds};

/// The name of the file.
pub const FILE: &str = "vtrace.toml";

/// What the file says.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Config {
    /// The file; none if there is none.
    pub path: Option<PathBuf>,
    /// `[check]`.
    pub check: CheckConfig,
    /// `[[ignore]]`.
    pub ignore: Vec<IgnoreRule>,
}

/// How to check. What is not said is none or empty.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct CheckConfig {
    /// The time for all entries together: `"60s"`, `"1m30s"`.
    #[serde(deserialize_with = "optional_duration")]
    pub time: Option<Duration>,
    /// The memory in bytes: `"2GB"`, `"512MiB"`.
    #[serde(deserialize_with = "optional_bytes")]
    pub memory: Option<u64>,
    /// The most states.
    pub states: Option<u64>,
    /// The most steps of a run.
    pub depth: Option<u64>,
    /// The most preemptions of a run.
    pub preemptions: Option<u32>,
    /// Only these kinds of findings.
    pub only: Vec<Kind>,
    /// Not these kinds of findings.
    pub skip: Vec<Kind>,
    /// Threads to search with.
    pub threads: Option<usize>,
    /// How many runs of a finding are replayed before it counts as refuted; 0 to replay none.
    pub replays: Option<u32>,
    /// When timers fire.
    pub time_mode: Option<TimeMode>,
    /// The entry points to check: `main`, `TestPool`, `pool.Run`.
    pub entries: Vec<String>,
    /// The file that lists the findings not to be minded, as seen from the directory of `vtrace.toml`.
    pub baseline: Option<PathBuf>,
}

/// When timers fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeMode {
    /// In any order, at any time: sleeping is not synchronisation.
    Any,
    /// In the order of their deadlines, when everybody waits.
    Virtual,
}

/// What is not to be minded.
#[derive(Clone, PartialEq, Debug)]
pub struct IgnoreRule {
    /// Findings of these kinds,
    pub kind: Kinds,
    /// in these files, as seen from the directory of `vtrace.toml`: `legacy/...`, `*_test.go`,
    pub path: Option<String>,
    /// in these functions: `pool.(*Pool).work`, `pool.*`.
    pub function: Option<String>,
    /// Why.
    pub reason: String,
    /// The directory of `vtrace.toml`.
    pub base: PathBuf,
    /// The line of `vtrace.toml`.
    pub line: u32,
}

/// What is wrong with a file that the user wrote.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// It cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// It says something that it cannot say.
    #[error("{}:{line}: {message}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    check: CheckConfig,
    #[serde(default)]
    ignore: Vec<Spanned<WrittenRule>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRule {
    kind: Spanned<String>,
    path: Option<String>,
    function: Option<String>,
    reason: Spanned<String>,
}

impl Config {
    /// The file that lists the findings not to be minded, if one is named.
    pub fn baseline(&self) -> Option<PathBuf> {
        let named = self.check.baseline.as_ref()?;
        let base = self.path.as_ref().and_then(|path| path.parent());
        Some(base.map_or_else(|| named.clone(), |base| base.join(named)))
    }

    /// The configuration for what lies in `start`: the nearest `vtrace.toml`, from `start` up to the root of the repository,
    /// or of the module if there is no repository. The default, if there is none.
    pub fn find(start: &Path) -> Result<Config, ConfigError> {
        let start = start.canonicalize().unwrap_or_else(|_| start.to_path_buf());
        let has = |names: &'static [&'static str]| {
            start.ancestors().find(|directory| names.iter().any(|name| directory.join(name).exists()))
        };
        let root = has(&[".git", ".hg", ".jj", ".svn"]).or_else(|| has(&["go.mod"])).unwrap_or(&start);
        let within = start.ancestors().take_while(|directory| directory.starts_with(root));
        match within.map(|directory| directory.join(FILE)).find(|file| file.is_file()) {
            Some(file) => Config::read(&file),
            None => Ok(Config::default()),
        }
    }

    /// What this file says.
    pub fn read(path: &Path) -> Result<Config, ConfigError> {
        let text = fs::read_to_string(path)
            .map_err(|source| ConfigError::Read { path: path.to_path_buf(), source })?;
        Config::parse(&text, path)
    }

    /// What `text`, the content of `path`, says.
    pub fn parse(text: &str, path: &Path) -> Result<Config, ConfigError> {
        let written: Written = toml::from_str(text).map_err(|error| invalid(text, path, &error))?;
        let base = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let wrong = |span: Range<usize>, message: String| ConfigError::Invalid {
            path: path.to_path_buf(),
            line: line_of(text, span.start),
            message,
        };
        let mut ignore = Vec::new();
        for rule in written.ignore {
            let line = line_of(text, rule.span().start) as u32;
            let WrittenRule { kind, path, function, reason } = rule.into_inner();
            if reason.get_ref().trim().is_empty() {
                return Err(wrong(reason.span(), "an ignore needs a reason".into()));
            }
            let kinds = Kinds::parse(kind.get_ref()).map_err(|message| wrong(kind.span(), message))?;
            let reason = reason.into_inner();
            ignore.push(IgnoreRule { kind: kinds, path, function, reason, base: base.clone(), line });
        }
        Ok(Config { path: Some(path.to_path_buf()), check: written.check, ignore })
    }
}

/// What is wrong with `text`, the content of `path`, as toml says it.
pub(crate) fn invalid(text: &str, path: &Path, error: &toml::de::Error) -> ConfigError {
    let line = line_of(text, error.span().map_or(0, |span| span.start));
    ConfigError::Invalid { path: path.to_path_buf(), line, message: error.message().to_string() }
}

/// The line, from 1, in which a byte of a text is.
fn line_of(text: &str, byte: usize) -> usize {
    text.as_bytes().iter().take(byte).filter(|byte| **byte == b'\n').count() + 1
}

fn optional_duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let text = String::deserialize(deserializer)?;
    duration(&text).map(Some).map_err(D::Error::custom)
}

fn optional_bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let text = String::deserialize(deserializer)?;
    bytes(&text).map(Some).map_err(D::Error::custom)
}

/// A time as Go writes it: `90s`, `1m30s`, `500ms`, `1.5h`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a time: write it like 90s, 1m30s or 500ms");
    let mut rest = text.trim();
    let mut seconds = 0.0;
    if rest.is_empty() {
        return Err(wrong());
    }
    while !rest.is_empty() {
        let (number, after) = number(rest).ok_or_else(wrong)?;
        let end = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let unit = match &after[..end] {
            "ms" => 0.001,
            "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(wrong()),
        };
        seconds += number * unit;
        rest = after[end..].trim_start();
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

/// An amount of memory: `2GB`, `512MiB`, `4G`, `1000000`.
pub fn bytes(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not an amount of memory: write it like 2GB or 512MiB");
    let (number, unit) = number(text.trim()).ok_or_else(wrong)?;
    let unit = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1u64,
        "k" | "kb" => 1000,
        "m" | "mb" => 1000u64.pow(2),
        "g" | "gb" => 1000u64.pow(3),
        "t" | "tb" => 1000u64.pow(4),
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        "tib" => 1 << 40,
        _ => return Err(wrong()),
    };
    let bytes = number * unit as f64;
    if bytes < 1.0 || bytes > u64::MAX as f64 {
        return Err(wrong());
    }
    Ok(bytes as u64)
}

/// The number that a text begins with, and the rest.
fn number(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}
