//! A system whose runs have few preemptions (Musuvathi and Qadeer 2007): most bugs need only one or two, and there are far
//! fewer such runs.
//!
//! A preemption is a change of actor while the one before could have gone on. What is left of the bound, and who acted
//! last, are part of the state; so there is no partial-order reduction here.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Property, System};

/// A system, with at most so many preemptions in a run.
pub struct Bounded<'a, S> {
    system: &'a S,
    bound: u32,
    /// Whether something was left out.
    cut: AtomicBool,
}

/// A state of a [`Bounded`] system.
#[derive(Clone)]
pub struct BoundedState<T> {
    /// The system's state.
    pub state: T,
    last: Option<[u32; 2]>,
    left: u32,
}

impl<'a, S: System> Bounded<'a, S> {
    /// `system` with at most `bound` preemptions.
    pub fn new(system: &'a S, bound: u32) -> Bounded<'a, S> {
        Bounded { system, bound, cut: AtomicBool::new(false) }
    }

    /// Whether the bound has left anything out so far.
    pub fn has_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }

    /// Whether taking `action` in this state is a preemption, `actions` being possible.
    fn preempts(&self, state: &BoundedState<S::State>, actions: &[S::Action], action: &S::Action) -> bool {
        let Some(last) = state.last else { return false };
        let concerns =
            |action: &S::Action| self.system.actors(action).iter().any(|actor| last.contains(actor));
        !concerns(action) && actions.iter().any(concerns)
    }
}

impl<S: System> System for Bounded<'_, S> {
    type State = BoundedState<S::State>;
    type Action = S::Action;
    type Scratch = S::Scratch;

    fn scratch(&self) -> S::Scratch {
        self.system.scratch()
    }

    fn initial(&self, scratch: &mut S::Scratch) -> Self::State {
        BoundedState { state: self.system.initial(scratch), last: None, left: self.bound }
    }

    fn actions(&self, scratch: &mut S::Scratch, state: &Self::State, out: &mut Vec<S::Action>) {
        self.system.actions(scratch, &state.state, out);
        if state.left == 0 {
            let all = out.clone();
            out.retain(|action| !self.preempts(state, &all, action));
            if out.len() < all.len() {
                self.cut.store(true, Ordering::Relaxed);
            }
        }
    }

    fn apply(&self, scratch: &mut S::Scratch, state: &mut Self::State, action: &S::Action) {
        let mut actions = Vec::new();
        self.system.actions(scratch, &state.state, &mut actions);
        if self.preempts(state, &actions, action) {
            state.left = state.left.saturating_sub(1);
        }
        state.last = Some(self.system.actors(action));
        self.system.apply(scratch, &mut state.state, action);
    }

    fn fingerprint(&self, scratch: &mut S::Scratch, state: &Self::State) -> u128 {
        let last = state.last.unwrap_or([u32::MAX; 2]);
        let extra = (last[0] as u128) << 96 | (last[1] as u128) << 64 | state.left as u128;
        // Multiplying by an odd number loses nothing.
        let mixed = extra.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        self.system.fingerprint(scratch, &state.state) ^ mixed.rotate_left(67)
    }

    fn actors(&self, action: &S::Action) -> [u32; 2] {
        self.system.actors(action)
    }
}

/// A property of a system is one of the bounded system too.
impl<'a, S: System, P: Property<S>> Property<Bounded<'a, S>> for Of<'_, P> {
    type Finding = P::Finding;

    fn check(
        &self,
        system: &Bounded<'a, S>,
        scratch: &mut S::Scratch,
        state: &BoundedState<S::State>,
        actions: &[S::Action],
        out: &mut Vec<P::Finding>,
    ) {
        self.0.check(system.system, scratch, &state.state, actions, out);
    }
}

/// A property of the system without a bound.
pub struct Of<'a, P>(pub &'a P);
