//! What a transition system must offer to be checked.

use std::fmt::Debug;
use std::hash::Hash;

/// A transition system whose steps are labelled with actions.
pub trait System {
    /// A state; equal states are the same state.
    type State: Clone + Eq + Hash;
    /// What a step is: the letter that atoms speak of.
    type Action: Clone + Eq + Hash + Debug;
    /// Why a state could not be explored.
    type Error;

    /// Where every run starts.
    fn initial(&self) -> Result<Self::State, Self::Error>;

    /// The steps that can be taken, in an order that is always the same.
    #[allow(clippy::type_complexity)] // a pair is what it is
    fn successors(&self, state: &Self::State) -> Result<Vec<(Self::Action, Self::State)>, Self::Error>;

    /// Whether a run may end here, even where steps are left.
    fn may_end(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Which party the action belongs to, for fairness. Actions of one group are served together; those of [`NOBODY`] need
    /// never happen.
    fn group(&self, action: &Self::Action) -> u32 {
        let _ = action;
        0
    }
}

/// The group of actions to which nobody has to be fair.
pub const NOBODY: u32 = u32::MAX;

/// Which runs count as real ones. A group is what [`System::group`] says: a role, a goroutine, an action.
///
/// A run that has ended is always fair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fairness {
    /// All of them.
    #[default]
    None,
    /// Those where a group that can act from some point on without interruption does act.
    Weak,
    /// Those where a group that can act again and again does act again and again.
    Strong,
}
