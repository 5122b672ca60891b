//! Labelled transition systems: reading and writing them, comparing, reducing, explaining.
//!
//! Start with [`Lts`], then [`aut`] for files, [`Partition`] for classes of states and quotients, and [`refine`], the
//! engine of the bisimulations.
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
