//! Why a load failed. Each message says what to do next.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use vtrace_program::DecodeError;

use crate::diagnostic::Diagnostic;
use crate::subprocess::Failure;

/// Why there is no program image.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// There is no `go` command.
    #[error(
        "no Go toolchain: {looked}\n\
         install Go {minimum} or newer from https://go.dev/dl/, or set VTRACE_GO to the go command"
    )]
    NoGo {
        /// Where it was looked for.
        looked: String,
        /// The oldest version that would do.
        minimum: String,
    },

    /// The Go toolchain is older than vtrace or the program needs.
    #[error(
        "Go is too old: {found}\n\
         install Go {minimum} or newer from https://go.dev/dl/, or set VTRACE_GO to a newer go command"
    )]
    GoTooOld {
        /// Which one was found, or what it said itself.
        found: String,
        /// The oldest version that would do.
        minimum: String,
    },

    /// The go command does not work.
    #[error("`{command}` failed:\n{text}\ncheck that this command works in a shell")]
    GoFailed {
        /// The command line.
        command: String,
        /// What it printed.
        text: String,
    },

    /// The front-end's own sources did not build.
    #[error(
        "the Go front-end could not be built with {go}:\n{text}\n\
         it needs golang.org/x/tools, through the module proxy or the module cache; where neither can be reached, \
         build `frontend/` elsewhere and set VTRACE_FRONTEND to the result"
    )]
    FrontendBuild {
        /// The version of Go.
        go: String,
        /// What `go build` printed.
        text: String,
    },

    /// The user's packages have errors. The text is Go's own.
    #[error("{text}")]
    PackageErrors {
        /// The messages one by one.
        diagnostics: Vec<Diagnostic>,
        /// What Go printed.
        text: String,
    },

    /// The front-end failed by itself: a defect of vtrace, or of the machine it runs on.
    #[error(
        "the Go front-end failed ({status}):\n{text}\nthis is a defect of vtrace; please report it with the program"
    )]
    FrontendFailed {
        /// How it ended.
        status: String,
        /// What it printed.
        text: String,
    },

    /// The front-end and this binary do not speak the same form.
    #[error(
        "the program image could not be read: {source}\n\
         if VTRACE_FRONTEND is set, it must name a front-end of the same version as vtrace"
    )]
    Decode {
        /// What is wrong with it.
        source: DecodeError,
    },

    /// There is no place for the cache.
    #[error("no cache directory: {reason}\nset VTRACE_CACHE to a directory that only you can write")]
    NoCacheDirectory {
        /// Why not.
        reason: String,
    },

    /// A file could not be read or written.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// The verb.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },

    /// It was told to stop.
    #[error("interrupted")]
    Interrupted,

    /// It took longer than the request allows.
    #[error("loading took longer than {limit:?}\nallow more time, or name fewer packages")]
    TimedOut {
        /// The request's limit.
        limit: Duration,
    },
}

impl LoadError {
    /// For `map_err`: what was being done to which file.
    pub(crate) fn io(doing: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { doing, path, source }
    }

    /// Packages without a function that makes its own concurrency, in the front-end's words.
    pub(crate) fn nothing(patterns: &[String]) -> Self {
        let text = format!("no function that makes its own concurrency in {}", patterns.join(" "));
        Self::PackageErrors { diagnostics: Vec::new(), text }
    }

    /// A subprocess that did not come to its end.
    pub(crate) fn unfinished(failure: Failure, program: impl Into<PathBuf>, limit: Option<Duration>) -> Self {
        match failure {
            Failure::Interrupted => Self::Interrupted,
            Failure::TimedOut => Self::TimedOut { limit: limit.unwrap_or_default() },
            Failure::Io(source) => Self::Io { doing: "run", path: program.into(), source },
        }
    }
}
