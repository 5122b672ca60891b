//! The tools with which a program is loaded, for those who build it for real.

use std::path::{Path, PathBuf};

use crate::cache;
use crate::environment::Environment;
use crate::error::LoadError;
use crate::interrupt::Interrupt;
use crate::loader::Loader;
use crate::sources;
use crate::toolchain::GoCommand;

/// The user's Go in a directory, and the front-end built with it.
#[derive(Clone, Debug)]
pub struct Workshop {
    /// The go command.
    pub go: PathBuf,
    /// Its GOROOT.
    pub root: PathBuf,
    /// Its version, as `go1.26.8`.
    pub version: String,
    /// The front-end's executable.
    pub frontend: PathBuf,
    /// Changes with the front-end's sources.
    pub fingerprint: u128,
    /// Where to keep what can be made again.
    pub cache: PathBuf,
    /// The environment in which to run the go command.
    pub environment: Environment,
    /// What stops it.
    pub interrupt: Interrupt,
}

impl Loader {
    /// Finds the user's Go as in [`Loader::load`], and builds the front-end if need be.
    pub fn workshop(&self, dir: &Path) -> Result<Workshop, LoadError> {
        let cache = cache::directory(&self.environment)?;
        let go = GoCommand::find(&self.environment)?;
        let toolchain = self.resolve(&go, dir)?;
        let explicit = self.environment.get("VTRACE_FRONTEND").map(Path::new);
        let frontend = self.frontend(&cache, &toolchain, explicit)?;
        let environment = self.export_environment(&toolchain);
        Ok(Workshop {
            go: toolchain.command,
            root: toolchain.root,
            version: toolchain.version,
            frontend,
            fingerprint: sources::fingerprint(),
            cache,
            environment,
            interrupt: self.interrupt().clone(),
        })
    }
}
