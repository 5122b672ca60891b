//! Labelled transition systems: reading and writing them, comparing, reducing, explaining.
//!
//! Where to start reading: [`Lts`], the value that everything works on; then, by subject,
//! - files: [`files`], [`aut`], [`json`], [`dot`], [`source`];
//! - classes of states and quotients: [`Partition`]; the engine of the bisimulations, [`refine`], and what it runs on,
//!   [`bisimulation`], [`silent`], [`scc`];
//! - traces: [`words`], [`subsets`], [`language`], [`difference`]; k-traces: [`ktrace`]; [`simulation`];
//! - all equivalences and preorders by name: [`relation`]; why states are not related: [`explain`], [`witness`],
//!   [`distinguish`], [`formula`];
//! - concurrent objects: [`event`], [`linearize`], [`objects`];
//! - the companions: [`assess`], [`circles`], [`extract`], [`hide`], [`restore`].
//!
//! ```
//! use vtrace_lts::{aut, relation::Relation};
//!
//! let lts = aut::parse(b"des (0, 3, 4)\n(0, \"a\", 1)\n(0, i, 2)\n(2, \"a\", 3)\n")?.lts;
//! let (quotient, classes) = Relation::Branching.minimise(&lts)?.expect("branching has quotients");
//! assert_eq!(quotient.state_count(), 2);
//! assert!(classes.same(0, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here knows Go, protocols or the command line. No result depends on the order of a hash table, on the
//! number of threads, or on how a file was written.

pub mod assess;
pub mod aut;
pub mod bisimulation;
pub mod circles;
pub mod difference;
pub mod distinguish;
pub mod dot;
pub mod event;
pub mod explain;
pub mod extract;
pub mod files;
pub mod formula;
pub mod hide;
pub mod json;
pub mod ktrace;
pub mod language;
pub mod linearize;
pub mod lts;
pub mod objects;
pub mod partition;
pub mod refine;
pub mod relation;
pub mod restore;
pub mod scc;
pub mod silent;
pub mod simulation;
pub mod source;
pub mod subsets;
pub mod witness;
pub mod words;

pub use lts::{Edge, Label, Labels, Lts, State, Transition};
pub use partition::{Class, Partition};
