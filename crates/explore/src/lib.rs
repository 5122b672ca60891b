//! Search over any transition system.
//!
//! A [`System`] says where it starts, what can happen next, and which state follows. A [`Property`] says what is worth
//! telling about a state. The searches visit states and collect what the property tells, each thing with a run that
//! leads there:
//!
//! - [`depth_first`]: all states, on all cores, in little memory, with partial-order reduction if the system knows how;
//! - [`cheapest`]: runs with the fewest switches between actors, or simply the fewest steps;
//! - [`Graph`]: the whole state graph in memory and its strongly connected parts, for what concerns infinite runs;
//! - [`sample`]: random runs, for systems that are too large;
//! - [`walk`]: one run, for systems whose states are too large.
//!
//! All of them keep to a [`Budget`] and say whether they saw everything.
//!
//! ```
//! use vtrace_explore::{Budget, Property, System, depth_first};
//!
//! /// Two jugs of 3 and 5 litres. What can be measured with them?
//! struct Jugs;
//!
//! impl System for Jugs {
//!     type State = (u8, u8);
//!     type Action = &'static str;
//!     type Scratch = ();
//!     fn scratch(&self) {}
//!     fn initial(&self, _: &mut ()) -> (u8, u8) {
//!         (0, 0)
//!     }
//!     fn actions(&self, _: &mut (), _: &(u8, u8), out: &mut Vec<&'static str>) {
//!         out.extend(["fill 3", "fill 5", "empty 3", "empty 5", "3 to 5", "5 to 3"]);
//!     }
//!     fn apply(&self, _: &mut (), (a, b): &mut (u8, u8), action: &&'static str) {
//!         let poured = match *action {
//!             "3 to 5" => (*a).min(5 - *b) as i8,
//!             "5 to 3" => -((*b).min(3 - *a) as i8),
//!             _ => 0,
//!         };
//!         (*a, *b) = match *action {
//!             "fill 3" => (3, *b),
//!             "fill 5" => (*a, 5),
//!             "empty 3" => (0, *b),
//!             "empty 5" => (*a, 0),
//!             _ => ((*a as i8 - poured) as u8, (*b as i8 + poured) as u8),
//!         };
//!     }
//!     fn fingerprint(&self, _: &mut (), &(a, b): &(u8, u8)) -> u128 {
//!         (a as u128) << 8 | b as u128
//!     }
//! }
//!
//! /// Tells of four litres.
//! struct Four;
//!
//! impl Property<Jugs> for Four {
//!     type Finding = u8;
//!     fn check(&self, _: &Jugs, _: &mut (), &(_, b): &(u8, u8), _: &[&'static str], out: &mut Vec<u8>) {
//!         out.extend((b == 4).then_some(4));
//!     }
//! }
//!
//! let result = depth_first(&Jugs, &Four, &Default::default(), &Budget::default());
//! assert!(result.limit.is_none(), "all states were seen");
//! assert_eq!(result.statistics.states, 16);
//! assert!(result.findings.contains_key(&4));
//! ```

#![warn(missing_docs)]

mod budget;
mod cheapest;
mod cycle;
mod depth_first;
mod graph;
mod preemptions;
mod sample;
mod visited;
mod walk;

use std::fmt::Debug;
use std::hash::Hash;

pub use budget::{Budget, Limit, Meter, Progress, Statistics, memory_in_use};
pub use cheapest::{Cheapest, Cost, cheapest, shrink};
pub use depth_first::{Exploration, Options, depth_first, depth_first_with};
pub use graph::{Component, Graph};
pub use preemptions::{Bounded, BoundedState, Of};
pub use sample::{Policy, sample};
pub use walk::{Guide, walk};

/// A transition system.
///
/// It must be deterministic: the same action in the same state leads to the same state.
pub trait System: Sync {
    /// A state.
    type State: Clone + Send;
    /// Something that can happen.
    type Action: Clone + Send + Eq + Hash + Debug;
    /// What a worker keeps between calls, such as buffers.
    type Scratch;

    /// A new scratch space, for one worker.
    fn scratch(&self) -> Self::Scratch;

    /// Where it starts.
    fn initial(&self, scratch: &mut Self::Scratch) -> Self::State;

    /// Appends what can happen in `state`, in a fixed order.
    fn actions(&self, scratch: &mut Self::Scratch, state: &Self::State, out: &mut Vec<Self::Action>);

    /// Makes one of the possible actions happen.
    fn apply(&self, scratch: &mut Self::Scratch, state: &mut Self::State, action: &Self::Action);

    /// Identifies a state: states from which the same can happen should have equal fingerprints, others must not.
    fn fingerprint(&self, scratch: &mut Self::Scratch, state: &Self::State) -> u128;

    /// Who acts: one, twice, or two who act together. Runs with few changes of it are easy to follow.
    fn actors(&self, _action: &Self::Action) -> [u32; 2] {
        [0, 0]
    }

    /// Whether the order of two actions that are possible in `state` may matter.
    fn conflict(
        &self,
        _scratch: &mut Self::Scratch,
        _state: &Self::State,
        _one: &Self::Action,
        _other: &Self::Action,
    ) -> bool {
        true
    }

    /// A number below 32 for an action that may be left out of a state because a run that begins with it was explored already.
    /// In all states with the same fingerprint it must mean the same. None: it is never left out.
    ///
    /// It is asked about the state for which the scratch space computed a fingerprint last.
    fn seat(
        &self,
        _scratch: &mut Self::Scratch,
        _state: &Self::State,
        _action: &Self::Action,
    ) -> Option<u32> {
        None
    }

    /// What an action may change besides what [`System::conflict`] can tell from it: one that does commutes with nothing.
    fn aside(&self, _state: &Self::State) -> u64 {
        0
    }

    /// Chooses a *persistent set* of actions: whatever the others do, without one of these, commutes with all of these. The
    /// first `awake` of the actions can be taken, the others sleep; at least one of those chosen must be awake. Moves those
    /// that are to the front, and says how many they are. All of them if nothing better is known.
    ///
    /// It must not depend on the order of `actions`.
    fn persistent(
        &self,
        _scratch: &mut Self::Scratch,
        _state: &Self::State,
        _actions: &mut [Self::Action],
        awake: usize,
    ) -> usize {
        awake
    }
}

/// What is worth telling about a state.
pub trait Property<S: System>: Sync {
    /// What can be told. A search keeps one run for each.
    type Finding: Clone + Ord + Send + Debug;

    /// Appends what is to be told about `state`, in which `actions` are possible.
    fn check(
        &self,
        system: &S,
        scratch: &mut S::Scratch,
        state: &S::State,
        actions: &[S::Action],
        out: &mut Vec<Self::Finding>,
    );
}
