//! The loader: puts the parts together.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};
use vtrace_program::{DecodeError, Image};
use xxhash_rust::xxh3::xxh3_128;

use crate::environment::Environment;
use crate::error::LoadError;
use crate::frontend::Builder;
use crate::images::{Images, Key, KeyBuilder, Stored};
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::request::Request;
use crate::stamp::{Stamp, nanoseconds};
use crate::subprocess::Limits;
use crate::toolchain::{GoCommand, Toolchain};
use crate::{cache, deps, export, sources};

/// All cached images together may take this much. Those of all packages of a large module take some hundred megabytes.
const IMAGES_LIMIT: u64 = 2 << 30;
/// The coarsest clock of the file systems that programs lie on. (Older ones count seconds; on those a program that is
/// loaded, changed without changing its size, and loaded again, all in one second, could be mistaken.)
const CLOCK: Duration = Duration::from_millis(10);

/// Loads Go programs.
pub struct Loader {
    pub(crate) environment: Environment,
    /// Signals, unless the caller has another way. Set late: who handles signals by himself does not want them handled.
    interrupt: OnceLock<Interrupt>,
    progress: Box<dyn Fn(Progress) + Send + Sync>,
}

/// A loaded program.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Loaded<T = Image> {
    /// The program.
    pub image: T,
    /// A hash of the image's binary form: equal programs have equal ones.
    pub fingerprint: u128,
    /// Whether an earlier load's image could be used.
    pub from_cache: bool,
    /// How long it took.
    pub duration: Duration,
    /// What the front-end remarked, line by line.
    pub warnings: Vec<String>,
    /// Packages that were left out, since they do not compile; and generic functions whose types nobody knows.
    pub skipped: Vec<Skipped>,
}

/// A package that was left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Skipped {
    /// Its import path.
    pub package: String,
    /// A generic function in it that the package does not use: only that was left out.
    pub function: Option<String>,
    /// Go's messages about it; none if it imports another one that does not compile.
    #[serde(default)]
    pub messages: Vec<String>,
    /// That other one.
    pub imports: Option<String>,
}

/// Where packages are loaded, as it is when the load begins.
pub(crate) struct Place {
    /// When that is.
    begin: i64,
    pub(crate) dir: PathBuf,
    cache: PathBuf,
    pub(crate) images: Images,
    go: GoCommand,
    explicit: Option<PathBuf>,
    pub(crate) surroundings: deps::Surroundings,
    toolchain: Option<Toolchain>,
}

/// What loads them.
pub(crate) struct Tools {
    pub(crate) executable: PathBuf,
    pub(crate) environment: Environment,
}

impl Place {
    /// Under which key the image of a request is kept.
    pub(crate) fn key(&self, loader: &Loader, request: &Request) -> Key {
        loader.key(&self.dir, request, &self.go, self.toolchain.as_ref(), self.explicit.as_deref())
    }

    /// Keeps an image, unless something was changed while it was made.
    pub(crate) fn store(&self, key: Key, stored: &Stored, deps: deps::Deps) {
        if deps.newest().max(self.surroundings.newest()) < self.begin {
            self.images.store(key, stored, deps, self.surroundings.clone());
        }
    }
}

impl Default for Loader {
    fn default() -> Self {
        Self::new()
    }
}

impl Loader {
    /// A loader that sees this process's environment, stops on SIGINT and SIGTERM, and is silent.
    pub fn new() -> Self {
        Self { environment: Environment::current(), interrupt: OnceLock::new(), progress: Box::new(|_| {}) }
    }

    /// Uses these environment variables instead of the process's.
    #[must_use]
    pub fn with_environment(mut self, environment: Environment) -> Self {
        self.environment = environment;
        self
    }

    /// Stops when `interrupt` is raised, and leaves signals alone.
    #[must_use]
    pub fn with_interrupt(mut self, interrupt: Interrupt) -> Self {
        self.interrupt = OnceLock::from(interrupt);
        self
    }

    /// Tells `callback` what takes long. It may be called from any load.
    #[must_use]
    pub fn on_progress(mut self, callback: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.progress = Box::new(callback);
        self
    }

    pub(crate) fn interrupt(&self) -> &Interrupt {
        self.interrupt.get_or_init(Interrupt::from_signals)
    }

    /// Loads a program.
    pub fn load(&self, request: &Request) -> Result<Loaded, LoadError> {
        self.fetch(request, |bytes| Image::decode(&bytes))
    }

    /// Loads a program's image in its binary form.
    pub fn load_bytes(&self, request: &Request) -> Result<Loaded<Vec<u8>>, LoadError> {
        self.fetch(request, Ok)
    }

    fn fetch<T>(
        &self,
        request: &Request,
        decode: impl Fn(Vec<u8>) -> Result<T, DecodeError>,
    ) -> Result<Loaded<T>, LoadError> {
        let started = Instant::now();
        let place = self.place(request)?;
        let key = place.key(self, request);
        if request.cache
            && let Some(stored) = place.images.lookup(key, &place.surroundings)
        {
            if stored.functions == Some(0) {
                return Err(LoadError::nothing(&request.patterns));
            }
            let fingerprint = xxh3_128(&stored.image);
            if let Ok(image) = decode(stored.image) {
                return Ok(Loaded {
                    image,
                    fingerprint,
                    from_cache: true,
                    duration: started.elapsed(),
                    warnings: stored.warnings,
                    skipped: stored.skipped,
                });
            }
        }

        let tools = self.tools(&place)?;
        let tell = || (self.progress)(Progress::LoadingPackages { patterns: request.patterns.clone() });
        let limits = Limits {
            interrupt: self.interrupt(),
            deadline: request.timeout.map(|timeout| Instant::now() + timeout),
            slow: Some((export::SLOW, &tell)),
        };
        let export::Exported { stored, deps, broken } =
            export::run(&tools.executable, &place.dir, request, &tools.environment, &limits)?;
        // What was left out may be repaired, and nobody looks whether it was.
        if request.cache && broken.is_empty() {
            place.store(key, &stored, deps);
        }
        let fingerprint = xxh3_128(&stored.image);
        let image = decode(stored.image).map_err(|source| LoadError::Decode { source })?;
        Ok(Loaded {
            image,
            fingerprint,
            from_cache: false,
            duration: started.elapsed(),
            warnings: stored.warnings,
            skipped: broken.into_iter().chain(stored.skipped).collect(),
        })
    }

    /// Where a request's packages are, and what surrounds them now.
    pub(crate) fn place(&self, request: &Request) -> Result<Place, LoadError> {
        let begin = nanoseconds(SystemTime::now() - CLOCK);
        let dir = std::path::absolute(&request.dir).map_err(LoadError::io("open", &request.dir))?;
        std::fs::read_dir(&dir).map_err(LoadError::io("open", &request.dir))?;
        let cache = cache::directory(&self.environment)?;
        let images = Images::new(&cache, IMAGES_LIMIT);
        let go = GoCommand::find(&self.environment)?;
        let explicit = self.environment.get("VTRACE_FRONTEND").map(PathBuf::from);
        // Taken before anything is read: what changes later makes the entry invalid.
        let surroundings = deps::Surroundings::of(&dir, &self.environment);
        let toolchain = if go.direct { None } else { Some(self.resolve(&go, &dir)?) };
        Ok(Place { begin, dir, cache, images, go, explicit, surroundings, toolchain })
    }

    /// What is needed to load packages there.
    pub(crate) fn tools(&self, place: &Place) -> Result<Tools, LoadError> {
        let toolchain = match &place.toolchain {
            Some(toolchain) => toolchain.clone(),
            None => self.resolve(&place.go, &place.dir)?,
        };
        let executable = self.frontend(&place.cache, &toolchain, place.explicit.as_deref())?;
        Ok(Tools { executable, environment: self.export_environment(&toolchain) })
    }

    pub(crate) fn tell(&self, progress: Progress) {
        (self.progress)(progress);
    }

    pub(crate) fn resolve(&self, go: &GoCommand, dir: &Path) -> Result<Toolchain, LoadError> {
        let limits = Limits { interrupt: self.interrupt(), deadline: None, slow: None };
        go.resolve(dir, &self.environment, &limits)
    }

    /// The front-end's executable.
    pub(crate) fn frontend(
        &self,
        cache: &Path,
        toolchain: &Toolchain,
        explicit: Option<&Path>,
    ) -> Result<PathBuf, LoadError> {
        if let Some(explicit) = explicit {
            return std::path::absolute(explicit).map_err(LoadError::io("use", explicit));
        }
        let builder = Builder {
            cache,
            toolchain,
            environment: &self.environment,
            interrupt: self.interrupt(),
            progress: &*self.progress,
        };
        builder.ensure()
    }

    /// The user's environment, in which `go` is the toolchain that was chosen.
    pub(crate) fn export_environment(&self, toolchain: &Toolchain) -> Environment {
        let mut environment = self.environment.clone();
        if let Some(bin) = toolchain.command.parent() {
            // A directory whose name cannot stand in PATH cannot have been found through it: leave PATH alone.
            let _ = environment.prepend_path(bin.to_owned());
        }
        environment
    }

    /// All that an image depends on besides the contents of files.
    fn key(
        &self,
        dir: &Path,
        request: &Request,
        go: &GoCommand,
        toolchain: Option<&Toolchain>,
        explicit: Option<&Path>,
    ) -> Key {
        let Request {
            dir: _,
            patterns,
            tags,
            tests,
            entries,
            functions,
            watch,
            skip_broken,
            cache: _,
            timeout: _,
        } = request;
        let mut key = KeyBuilder::default();
        key.add(dir).list(patterns.iter()).list(tags.iter()).list(entries.iter()).list(watch.iter());
        key.add(format!("{tests} {functions} {skip_broken} {}", vtrace_program::SCHEMA));
        key.add(&go.path).add(format!("{:?}", go.stamp));
        key.add(toolchain.map_or("", |toolchain| &toolchain.version));
        match explicit {
            Some(path) => key.add(path).add(format!("{:?}", Stamp::of(path).ok())),
            None => key.add(format!("{:032x}", sources::fingerprint())),
        };
        for (name, value) in self.environment.relevant() {
            key.add(name).add(value);
        }
        key.finish()
    }
}
