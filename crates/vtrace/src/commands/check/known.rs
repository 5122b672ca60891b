//! Findings that are known: the baseline, which is read before the search and written after it.

use std::path::PathBuf;

use vtrace_report::{Baseline, Config, Report, Sources, config};

use super::Arguments;
use crate::load;

/// What is not to be told again.
pub enum Known {
    /// Everything is told.
    Nothing,
    /// What a file lists.
    Listed(Baseline),
    /// What is found now, which is written to this file.
    Now(PathBuf),
}

impl Known {
    /// What the command line or the configuration says.
    pub fn read(arguments: &Arguments, config: &Config) -> anyhow::Result<Known> {
        match arguments.baseline.clone().or_else(|| config.baseline()) {
            Some(path) if arguments.update_baseline => Ok(Known::Now(path)),
            Some(path) => Ok(Known::Listed(Baseline::read(&path)?)),
            None if arguments.update_baseline => anyhow::bail!(
                "there is no file to write to: name one with --baseline, or as `baseline` in {}",
                config::FILE
            ),
            None => Ok(Known::Nothing),
        }
    }

    /// Sets aside what is known.
    pub fn apply(&self, report: Report, sources: &Sources) -> anyhow::Result<Report> {
        match self {
            Known::Nothing => Ok(report),
            Known::Listed(baseline) => Ok(report.against(baseline)),
            Known::Now(path) => {
                let baseline = Baseline::of(&report, sources);
                baseline.write(path)?;
                load::tell(&format!("{} now lists {} findings", path.display(), baseline.findings.len()));
                Ok(report.against(&baseline))
            }
        }
    }
}
