//! From Go packages to a program image: finds the user's Go, builds the Go front-end with it once, runs the
//! front-end, and remembers its results.
//!
//! ```no_run
//! # fn main() -> Result<(), vtrace_load::LoadError> {
//! let loader = vtrace_load::Loader::new().on_progress(|progress| eprintln!("{progress}"));
//! let loaded = loader.load(&vtrace_load::Request::new(".", "./cmd/server"))?;
//! println!("{} functions", loaded.image.functions.len());
//! # Ok(())
//! # }
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`request`], [`error`], [`diagnostic`], [`progress`], [`interrupt`] | what goes in and what comes out |
//! | `toolchain`, `sources`, `frontend` | the user's Go; the front-end's sources; its executable |
//! | `export`, `each`, [`subprocess`] | running it, for one program or for many packages |
//! | `workshop` | the same tools for those who build the real program |
//! | `images`, `deps`, `stamp`, `cache` | remembering what it made, and from what |
//!
//! Nothing here looks into an image. These variables are respected: `VTRACE_GO` (the go command), `VTRACE_CACHE`
//! (the cache directory), `VTRACE_FRONTEND` (a front-end that was built elsewhere), and all of Go's own.

pub mod cache;
mod deps;
pub mod diagnostic;
mod each;
pub mod environment;
pub mod error;
mod export;
mod frontend;
mod images;
pub mod interrupt;
mod list;
mod loader;
pub mod progress;
pub mod request;
mod sources;
mod stamp;
pub mod subprocess;
mod toolchain;
mod workshop;

pub use diagnostic::Diagnostic;
pub use each::Part;
pub use environment::Environment;
pub use error::LoadError;
pub use interrupt::Interrupt;
pub use loader::{Loaded, Loader, Skipped};
pub use progress::Progress;
pub use request::Request;
pub use workshop::Workshop;
