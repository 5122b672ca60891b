//! The baseline: findings that were there when vtrace was adopted, and that shall not fail the build of an old codebase.
//!
//! A file that is kept beside the sources. It is sorted, and has nothing in it that changes with unrelated edits, so that its
//! differences say what was fixed and what is new.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::config::{ConfigError, invalid};
use crate::{Finding, Kind, Report, Sources};

const VERSION: u32 = 1;

const INTRODUCTION: &str = "\
# Findings of vtrace that were known when this file was written. They are counted, but not shown, and do not fail a build.
# Written by vtrace: remove what you have fixed, or have the file written anew.

";

/// Findings that are known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    version: u32,
    /// What is known, by id.
    #[serde(default, rename = "finding")]
    pub findings: Vec<Known>,
}

/// A finding that is known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// Its name.
    pub id: String,
    /// What kind of bug.
    pub kind: Kind,
    /// The file and the function, for people.
    pub place: String,
    /// What happens, for people.
    pub message: String,
}

/// Why a baseline could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the baseline {}: {source}", path.display())]
pub struct WriteError {
    path: PathBuf,
    source: std::io::Error,
}

impl Baseline {
    /// All that a report has found and that is not ignored, known or not.
    pub fn of(report: &Report, sources: &Sources) -> Baseline {
        let known = |finding: &Finding| Known {
            id: finding.id.clone(),
            kind: finding.kind,
            place: finding.place().map_or_else(String::new, |place| {
                format!("{}, {}", sources.show(&place.file), place.function)
            }),
            message: finding.message.clone(),
        };
        let mut findings: Vec<Known> = report.findings.iter().chain(&report.known).map(known).collect();
        findings.sort();
        Baseline { version: VERSION, findings }
    }

    /// The baseline in a file.
    pub fn read(path: &Path) -> Result<Baseline, ConfigError> {
        let text = fs::read_to_string(path)
            .map_err(|source| ConfigError::Read { path: path.to_path_buf(), source })?;
        let baseline: Baseline = toml::from_str(&text).map_err(|error| invalid(&text, path, &error))?;
        if baseline.version != VERSION {
            let message =
                format!("this is a baseline of version {}, made by another vtrace", baseline.version);
            return Err(ConfigError::Invalid { path: path.to_path_buf(), line: 1, message });
        }
        Ok(baseline)
    }

    /// The content of the file.
    pub fn render(&self) -> String {
        // Strings, numbers and tables can always be written.
        let text = toml::to_string(self).unwrap_or_default();
        format!("{INTRODUCTION}{text}")
    }

    /// Writes the file, or leaves what is there as it is.
    pub fn write(&self, path: &Path) -> Result<(), WriteError> {
        let write = || {
            let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            let mut file = builder().tempfile_in(directory.unwrap_or(Path::new(".")))?;
            file.write_all(self.render().as_bytes())?;
            file.persist(path)?;
            Ok(())
        };
        write().map_err(|source: std::io::Error| WriteError { path: path.to_path_buf(), source })
    }
}

/// Temporary files are for their owner's eyes only, unless one says otherwise; this one is for everybody.
fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

impl Report {
    /// Sets aside what the baseline knows, and lists what it knows and was not found.
    pub fn against(mut self, baseline: &Baseline) -> Report {
        let is_known = |id: &str| baseline.findings.iter().any(|known| known.id == id);
        let (known, new): (Vec<Finding>, Vec<Finding>) =
            std::mem::take(&mut self.findings).into_iter().partition(|finding| is_known(&finding.id));
        self.findings = new;
        self.known.extend(known);
        let ignored = self.ignored.iter().map(|ignored| &ignored.finding);
        let found: Vec<&str> = self.known.iter().chain(ignored).map(|finding| finding.id.as_str()).collect();
        let gone = baseline.findings.iter().filter(|known| !found.contains(&known.id.as_str()));
        self.gone = gone.cloned().collect();
        self
    }
}
