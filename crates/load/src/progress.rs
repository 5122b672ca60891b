//! What a load tells about itself while it runs.

use std::fmt;

/// Something that takes long enough for the user to wonder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The front-end is being built; this happens once per version of vtrace and of Go.
    BuildingFrontend {
        /// With which Go.
        go: String,
    },
    /// Another vtrace is building the front-end.
    WaitingForFrontend,
    /// Packages are being loaded, and perhaps downloaded.
    LoadingPackages {
        /// Which ones.
        patterns: Vec<String>,
    },
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuildingFrontend { go } => write!(f, "building the Go front-end (once) with {go} …"),
            Self::WaitingForFrontend => write!(f, "waiting for another vtrace to build the Go front-end …"),
            Self::LoadingPackages { patterns } => write!(f, "loading {} …", patterns.join(" ")),
        }
    }
}
