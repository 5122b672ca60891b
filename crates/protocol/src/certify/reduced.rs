//! Fewer runs of the liberal module: of those that differ only in the order of independent actions, one will do.
//!
//! With n roles at work on their own, there are exponentially many states, and nearly all of them say nothing new. Where nobody else can change
//! what a role can do next, its actions alone are a persistent set (Godefroid, *Partial-Order Methods for the Verification of
//! Concurrent Systems*, chapter 4). A state in which the run may end is not passed over either: the role is one that must act before that.

use crate::label::{Action, ActionKind};
use crate::liberal::{Liberal, LiberalState};

/// The steps of a role that can be looked at alone, if there is one.
pub(super) fn persistent(liberal: &Liberal, state: &LiberalState) -> Option<Vec<(Action, LiberalState)>> {
    let roles = (0..liberal.locals.len()).filter(|&role| is_settled(liberal, state, role));
    roles.map(|role| liberal.steps_of(state, role)).find(|steps| !steps.is_empty())
}

/// Whether nobody else can change what the role can do next, and it must do something: there is room for what it sends, and something has come on
/// each channel that it might receive from. A handshake is settled if it is the only thing that either of the two can do.
fn is_settled(liberal: &Liberal, state: &LiberalState, role: usize) -> bool {
    let place = |role: usize| state.places[role] as usize;
    let out = |role: usize| liberal.locals[role].transitions[place(role)].as_slice();
    let may_stop = |role: usize| liberal.locals[role].may_terminate[place(role)];
    if let [(action, _)] = out(role)
        && action.kind == ActionKind::Handshake
    {
        let both = (0..liberal.locals.len()).filter(|&other| action.concerns(liberal.locals[other].role));
        return !may_stop(role)
            && both.into_iter().all(|other| matches!(out(other), [(only, _)] if only == action));
    }
    let comes = |action: &Action| action.kind == ActionKind::Receive;
    (!may_stop(role) || out(role).iter().any(|(action, _)| comes(action)))
        && out(role).iter().all(|(action, _)| match action.kind {
            ActionKind::Send => liberal.under_way(state, action).is_some_and(|(count, room)| count < room),
            ActionKind::Receive => liberal.under_way(state, action).is_some_and(|(count, _)| count > 0),
            ActionKind::Close => true,
            ActionKind::Handshake => false,
        })
}
