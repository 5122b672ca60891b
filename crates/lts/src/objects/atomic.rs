//! Specifications: objects whose operations happen in one step between call and return.

use std::hash::Hash;

use super::{Call, Object, Step, Value, Workload};

/// A sequential object.
pub trait Sequential {
    /// Its state.
    type State: Clone + Eq + Hash;
    /// A method with its arguments.
    type Method: Clone + Eq + Hash;

    /// The state before anything happened.
    fn initial(&self) -> Self::State;

    /// All methods, with the text that their calls have in labels; one that puts something puts `value`.
    fn methods(&self, value: Value) -> Vec<(String, Self::Method)>;

    /// What `method` does, and what its return says; `None` if it has to wait.
    fn apply(&self, state: &mut Self::State, method: &Self::Method) -> Option<String>;
}

/// The concurrent object that does each operation of a sequential one in one step.
pub struct Atomic<T>(pub T);

/// Where an operation stands.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Local<M> {
    /// Called.
    Called(M),
    /// Done, and about to return this.
    Done(String),
}

impl<T: Sequential> Object for Atomic<T> {
    type Shared = T::State;
    type Local = Local<T::Method>;

    fn initial(&self, _: &Workload) -> T::State {
        self.0.initial()
    }

    fn calls(&self, value: Value) -> Vec<Call<Self::Local>> {
        let methods = self.0.methods(value);
        methods.into_iter().map(|(name, method)| Call { name, local: Local::Called(method) }).collect()
    }

    fn steps(&self, shared: &T::State, local: &Self::Local, _: u8) -> Vec<Step<T::State, Self::Local>> {
        match local {
            Local::Called(method) => {
                let mut shared = shared.clone();
                let result = self.0.apply(&mut shared, method);
                result.map(|result| Step::Access("DO", shared, Local::Done(result))).into_iter().collect()
            }
            Local::Done(result) => vec![Step::Return(result.clone())],
        }
    }
}

/// Takes and puts of a container.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Puts this.
    Put(Value),
    /// Takes one.
    Take,
}

/// A stack.
pub struct Stack;

impl Sequential for Stack {
    type State = Vec<Value>;
    type Method = Method;

    fn initial(&self) -> Vec<Value> {
        Vec::new()
    }

    fn methods(&self, value: Value) -> Vec<(String, Method)> {
        vec![(format!("PUSH !{value}"), Method::Put(value)), ("POP".into(), Method::Take)]
    }

    fn apply(&self, state: &mut Vec<Value>, method: &Method) -> Option<String> {
        Some(match method {
            Method::Put(value) => {
                state.push(*value);
                "PUSH".into()
            }
            Method::Take => state.pop().map_or("POP_E".into(), |value| format!("POP !{value}")),
        })
    }
}

/// A queue.
pub struct Queue {
    /// Does a dequeue wait while there is nothing?
    pub blocking: bool,
}

impl Sequential for Queue {
    type State = Vec<Value>;
    type Method = Method;

    fn initial(&self) -> Vec<Value> {
        Vec::new()
    }

    fn methods(&self, value: Value) -> Vec<(String, Method)> {
        vec![(format!("ENQ !{value}"), Method::Put(value)), ("DEQ".into(), Method::Take)]
    }

    fn apply(&self, state: &mut Vec<Value>, method: &Method) -> Option<String> {
        match method {
            Method::Put(value) => {
                state.push(*value);
                Some("ENQ".into())
            }
            Method::Take if state.is_empty() => (!self.blocking).then(|| "DEQ_E".into()),
            Method::Take => Some(format!("DEQ !{}", state.remove(0))),
        }
    }
}

/// A cell and a flag: see [`super::ccas`].
pub struct ConditionalCas;

/// Its methods.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum CcasMethod {
    /// From the first to the second, if the flag is set.
    Swap(u8, u8),
    /// Sets the flag.
    SetFlag(bool),
}

impl Sequential for ConditionalCas {
    type State = (u8, bool);
    type Method = CcasMethod;

    fn initial(&self) -> (u8, bool) {
        (0, false)
    }

    fn methods(&self, _: Value) -> Vec<(String, CcasMethod)> {
        vec![
            ("CCAS !0 !1".into(), CcasMethod::Swap(0, 1)),
            ("CCAS !1 !0".into(), CcasMethod::Swap(1, 0)),
            ("SETFLAG !0".into(), CcasMethod::SetFlag(false)),
            ("SETFLAG !1".into(), CcasMethod::SetFlag(true)),
        ]
    }

    fn apply(&self, state: &mut (u8, bool), method: &CcasMethod) -> Option<String> {
        Some(match *method {
            CcasMethod::Swap(old, new) => {
                let held = state.0;
                if held == old && state.1 {
                    state.0 = new;
                }
                format!("CCAS !{held}")
            }
            CcasMethod::SetFlag(flag) => {
                state.1 = flag;
                "SETFLAG".into()
            }
        })
    }
}
