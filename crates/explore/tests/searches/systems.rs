//! Small systems to search, and random ones: explicit graphs, and processes that share variables.

use std::collections::BTreeSet;

use proptest::prelude::*;
use vtrace_explore::{Property, System};

/// A graph that is written down. Each edge is an action, by its place among those of its state.
#[derive(Clone, Debug)]
pub struct Explicit {
    pub edges: Vec<Vec<u32>>,
    /// What is to be told about each state, if anything.
    pub marks: Vec<Option<u8>>,
}

impl Explicit {
    /// Any graph with a few states.
    pub fn any() -> impl Strategy<Value = Explicit> {
        (1..25usize).prop_flat_map(|n| {
            let edges = prop::collection::vec(prop::collection::vec(0..n as u32, 0..4), n);
            let marks = prop::collection::vec(prop::option::weighted(0.3, 0..4u8), n);
            (edges, marks).prop_map(|(edges, marks)| Explicit { edges, marks })
        })
    }
}

impl System for Explicit {
    type State = u32;
    type Action = u32;
    type Scratch = ();

    fn scratch(&self) {}

    fn initial(&self, _: &mut ()) -> u32 {
        0
    }

    fn actions(&self, _: &mut (), &state: &u32, out: &mut Vec<u32>) {
        out.extend(0..self.edges[state as usize].len() as u32);
    }

    fn apply(&self, _: &mut (), state: &mut u32, &action: &u32) {
        *state = self.edges[*state as usize][action as usize];
    }

    fn fingerprint(&self, _: &mut (), &state: &u32) -> u128 {
        state as u128
    }

    fn actors(&self, &action: &u32) -> [u32; 2] {
        [action, action]
    }
}

/// Tells the marks of states.
pub struct Marks;

impl Property<Explicit> for Marks {
    type Finding = u8;

    fn check(&self, system: &Explicit, _: &mut (), &state: &u32, _: &[u32], out: &mut Vec<u8>) {
        out.extend(system.marks[state as usize]);
    }
}

/// What a process does next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    /// Adds one to a variable, up to a small number, and then starts again from zero.
    Add(usize),
    /// Waits until a variable is not zero, and takes one from it.
    Take(usize),
    /// Goes on behind the next operation if a variable is zero.
    Skip(usize),
    /// Goes to an operation.
    Jump(usize),
    /// Does nothing, but it is worth telling that somebody is here.
    Mark,
}

impl Op {
    fn variable(self) -> Option<usize> {
        match self {
            Op::Add(v) | Op::Take(v) | Op::Skip(v) => Some(v),
            Op::Jump(_) | Op::Mark => None,
        }
    }
}

/// Processes with variables that all may share.
#[derive(Clone, Debug)]
pub struct Processes {
    pub code: Vec<Vec<Op>>,
}

const VARIABLES: usize = 3;

impl Processes {
    /// Any two to four short processes.
    pub fn any() -> impl Strategy<Value = Processes> {
        let variable = 0..VARIABLES;
        let op = prop_oneof![
            4 => variable.clone().prop_map(Op::Add),
            4 => variable.clone().prop_map(Op::Take),
            2 => variable.prop_map(Op::Skip),
            1 => (0..4usize).prop_map(Op::Jump),
            2 => Just(Op::Mark),
        ];
        let process = prop::collection::vec(op, 1..5);
        prop::collection::vec(process, 2..5).prop_map(|code| Processes { code })
    }

    fn next(&self, state: &Configuration, process: usize) -> Option<Op> {
        self.code[process].get(state.places[process]).copied()
    }

    fn can_go_on(&self, state: &Configuration, process: usize) -> bool {
        match self.next(state, process) {
            None => false,
            Some(Op::Take(v)) => state.variables[v] > 0,
            Some(_) => true,
        }
    }

    /// The variables that a process may still touch.
    fn ahead(&self, process: usize, place: usize) -> BTreeSet<usize> {
        let (mut seen, mut pending) = (BTreeSet::new(), vec![place]);
        while let Some(at) = pending.pop() {
            let Some(op) = self.code[process].get(at) else { continue };
            if !seen.insert(at) {
                continue;
            }
            match *op {
                Op::Jump(to) => pending.push(to),
                Op::Skip(_) => pending.extend([at + 1, at + 2]),
                _ => pending.push(at + 1),
            }
        }
        seen.into_iter().filter_map(|at| self.code[process][at].variable()).collect()
    }

    /// The processes that must come along if `start` goes on: whoever may touch what one of them touches next.
    fn together(&self, state: &Configuration, start: usize) -> BTreeSet<usize> {
        let (mut set, mut pending) = (BTreeSet::from([start]), vec![start]);
        while let Some(process) = pending.pop() {
            let Some(variable) = self.next(state, process).and_then(Op::variable) else { continue };
            for other in 0..self.code.len() {
                if self.ahead(other, state.places[other]).contains(&variable) && set.insert(other) {
                    pending.push(other);
                }
            }
        }
        set
    }
}

/// Where the processes are, and what the variables hold.
#[derive(Clone, Debug)]
pub struct Configuration {
    places: Vec<usize>,
    variables: [u8; VARIABLES],
}

impl System for Processes {
    type State = Configuration;
    type Action = usize;
    type Scratch = ();

    fn scratch(&self) {}

    fn initial(&self, _: &mut ()) -> Configuration {
        Configuration { places: vec![0; self.code.len()], variables: [0; VARIABLES] }
    }

    fn actions(&self, _: &mut (), state: &Configuration, out: &mut Vec<usize>) {
        out.extend((0..self.code.len()).filter(|&process| self.can_go_on(state, process)));
    }

    fn apply(&self, _: &mut (), state: &mut Configuration, &process: &usize) {
        let Some(op) = self.next(state, process) else { return };
        let place = &mut state.places[process];
        *place += 1;
        match op {
            Op::Add(v) => state.variables[v] = (state.variables[v] + 1) % 3,
            Op::Take(v) => state.variables[v] -= 1,
            Op::Skip(v) => *place += (state.variables[v] == 0) as usize,
            Op::Jump(to) => *place = to,
            Op::Mark => {}
        }
    }

    fn fingerprint(&self, _: &mut (), state: &Configuration) -> u128 {
        let numbers = state.places.iter().copied().chain(state.variables.iter().map(|&v| v as usize));
        numbers.fold(1, |sum, number| sum << 4 | number as u128)
    }

    fn actors(&self, &process: &usize) -> [u32; 2] {
        [process as u32; 2]
    }

    fn conflict(&self, _: &mut (), state: &Configuration, &one: &usize, &other: &usize) -> bool {
        let variable = |process| self.next(state, process).and_then(Op::variable);
        one == other || variable(one).is_some() && variable(one) == variable(other)
    }

    fn seat(&self, _: &mut (), _: &Configuration, &process: &usize) -> Option<u32> {
        Some(process as u32)
    }

    fn persistent(&self, _: &mut (), state: &Configuration, actions: &mut [usize], awake: usize) -> usize {
        let sets: Vec<_> = actions.iter().map(|&process| self.together(state, process)).collect();
        let awake = &mut actions[..awake];
        let count = |set: &BTreeSet<usize>| awake.iter().filter(|process| set.contains(process)).count();
        let Some(best) = sets.iter().filter(|set| count(set) > 0).min_by_key(|set| count(set)) else {
            return 0;
        };
        let count = count(best);
        awake.sort_by_key(|process| !best.contains(process));
        count
    }
}

/// The same processes without persistent sets: what remains are sleeping actions.
pub struct Sleepy<'a>(pub &'a Processes);

impl System for Sleepy<'_> {
    type State = Configuration;
    type Action = usize;
    type Scratch = ();

    fn scratch(&self) {}

    fn initial(&self, _: &mut ()) -> Configuration {
        self.0.initial(&mut ())
    }

    fn actions(&self, _: &mut (), state: &Configuration, out: &mut Vec<usize>) {
        self.0.actions(&mut (), state, out);
    }

    fn apply(&self, _: &mut (), state: &mut Configuration, process: &usize) {
        self.0.apply(&mut (), state, process);
    }

    fn fingerprint(&self, _: &mut (), state: &Configuration) -> u128 {
        self.0.fingerprint(&mut (), state)
    }

    fn conflict(&self, _: &mut (), state: &Configuration, one: &usize, other: &usize) -> bool {
        self.0.conflict(&mut (), state, one, other)
    }

    fn seat(&self, _: &mut (), state: &Configuration, process: &usize) -> Option<u32> {
        self.0.seat(&mut (), state, process)
    }
}

impl Property<Sleepy<'_>> for Telling {
    type Finding = News;

    fn check(
        &self,
        system: &Sleepy,
        _: &mut (),
        state: &Configuration,
        actions: &[usize],
        out: &mut Vec<News>,
    ) {
        self.check(system.0, &mut (), state, actions, out);
    }
}

/// What can be told about processes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum News {
    /// Nobody can go on: where they stand, and what the variables hold.
    Stuck(Vec<usize>, [u8; VARIABLES]),
    /// A process is at a mark.
    AtMark(usize, usize),
    /// Two processes, both able to go on, are about to touch the same variable, from these places.
    Race((usize, usize), (usize, usize)),
}

/// Tells [`News`].
pub struct Telling;

impl Property<Processes> for Telling {
    type Finding = News;

    fn check(
        &self,
        system: &Processes,
        _: &mut (),
        state: &Configuration,
        actions: &[usize],
        out: &mut Vec<News>,
    ) {
        if actions.is_empty() {
            out.push(News::Stuck(state.places.clone(), state.variables));
        }
        for (i, &one) in actions.iter().enumerate() {
            let Some(op) = system.next(state, one) else { continue };
            if op == Op::Mark {
                out.push(News::AtMark(one, state.places[one]));
            }
            for &other in &actions[i + 1..] {
                let same = system.next(state, other).and_then(Op::variable) == op.variable();
                if same && op.variable().is_some() {
                    out.push(News::Race((one, state.places[one]), (other, state.places[other])));
                }
            }
        }
    }
}
