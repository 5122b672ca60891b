//! What generated code was seen to do, written out as a system that can be judged.

use vtrace_property::System;

use crate::label::Action;

/// A transition system of actions.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// For every state its steps. State 0 is the initial one.
    pub transitions: Vec<Vec<(Action, u32)>>,
    /// For every state, whether the protocol may end there.
    pub ends: Vec<bool>,
}

impl Explored {
    /// Reads what a program of [`crate::rust_explorer`] prints. `actions` are those of each module.
    pub fn read(text: &str, actions: &[Vec<Action>]) -> Result<Vec<Self>, String> {
        let mut all = Vec::new();
        let mut lines = text.lines();
        for actions in actions {
            let mut explored = Self::default();
            for line in lines.by_ref().take_while(|line| !line.is_empty()) {
                let mut words = line.split(' ');
                explored.ends.push(words.next() == Some("1"));
                let step = |word: &str| {
                    let (action, target) = word.split_once(':')?;
                    Some((*actions.get(action.parse::<usize>().ok()?)?, target.parse().ok()?))
                };
                let steps: Option<Vec<(Action, u32)>> = words.map(step).collect();
                explored.transitions.push(steps.ok_or_else(|| format!("not a state: `{line}`"))?);
            }
            let count = explored.transitions.len();
            if count == 0 || explored.transitions.iter().flatten().any(|step| step.1 as usize >= count) {
                return Err("the list of states is not complete".to_owned());
            }
            all.push(explored);
        }
        Ok(all)
    }
}

impl System for Explored {
    type State = u32;
    type Action = Action;
    type Error = std::convert::Infallible;

    fn initial(&self) -> Result<u32, Self::Error> {
        Ok(0)
    }

    fn successors(&self, state: &u32) -> Result<Vec<(Action, u32)>, Self::Error> {
        Ok(self.transitions[*state as usize].clone())
    }

    fn may_end(&self, state: &u32) -> bool {
        self.ends[*state as usize]
    }

    /// Fairness is among roles.
    fn group(&self, action: &Action) -> u32 {
        action.subject()
    }
}
