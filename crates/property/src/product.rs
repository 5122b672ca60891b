//! The product of a system and an automaton, made node by node as a search asks for it.
//!
//! A *place* of the system is a state that is still running, or one where the run has ended. Ended places only stutter, so
//! that a run that stopped where it may cannot go on.

use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::automaton::Automaton;
use crate::check::{CheckError, Options};
use crate::finite::{ALIVE, FiniteRuns};
use crate::formula::{DEADLOCK, TERMINATED};
use crate::lasso::Step;
use crate::system::{Fairness, NOBODY, System};

/// Acceptance marks of the automaton in the low half, fairness marks in the high half.
pub(crate) type Marks = u128;

/// A step of the product: where it leads, what it shows, and by which step of the system.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arc {
    pub(crate) target: u32,
    pub(crate) marks: Marks,
    pub(crate) step: u32,
}

/// An explored part of the product: for each node its arcs, with their targets in front.
pub(crate) type Graph = Vec<Vec<(u32, Arc)>>;

/// A step that the system can take at a place.
#[derive(Clone, Copy)]
struct Move {
    step: u32,
    letter: u64,
    target: u32,
    fair: u64,
}

pub(crate) struct Product<'a, S: System, H> {
    system: &'a S,
    automaton: &'a Automaton,
    holds: H,
    options: &'a Options,
    states: IndexSet<S::State, FxBuildHasher>,
    steps: IndexSet<Step<S::Action>, FxBuildHasher>,
    letters: Vec<u64>,
    moves: FxHashMap<u32, Rc<[Move]>>,
    nodes: IndexSet<(u32, u32), FxBuildHasher>,
    arcs: Vec<Option<Rc<[Arc]>>>,
    groups: IndexSet<u32, FxBuildHasher>,
}

impl<'a, S: System, H: Fn(&str, &S::Action) -> bool> Product<'a, S, H> {
    pub(crate) fn new(
        system: &'a S,
        automaton: &'a Automaton,
        holds: H,
        options: &'a Options,
    ) -> Result<Self, CheckError<S::Error>> {
        let mut product = Self {
            system,
            automaton,
            holds,
            options,
            states: IndexSet::default(),
            steps: IndexSet::default(),
            letters: Vec::new(),
            moves: FxHashMap::default(),
            nodes: IndexSet::default(),
            arcs: Vec::new(),
            groups: IndexSet::default(),
        };
        product.states.insert(system.initial().map_err(CheckError::System)?);
        if options.fairness != Fairness::None {
            product.find_groups()?;
        }
        if let Some(initial) = automaton.initial {
            product.node(0, initial);
        }
        Ok(product)
    }

    /// All marks that a cycle must show.
    pub(crate) fn all_marks(&self) -> Marks {
        let fair = match self.options.fairness {
            Fairness::Weak => self.group_bits(),
            Fairness::None | Fairness::Strong => 0,
        };
        Marks::from(self.automaton.all_marks()) | Marks::from(fair) << 64
    }

    fn group_bits(&self) -> u64 {
        match self.groups.len() {
            0 => 0,
            count => u64::MAX >> (64 - count),
        }
    }

    pub(crate) fn state_count(&self) -> usize {
        self.states.len()
    }

    pub(crate) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn automaton_state(&self, node: u32) -> u32 {
        self.nodes[node as usize].1
    }

    /// The state of the system in `node`. A run that ends is in the same state before and after.
    pub(crate) fn place(&self, node: u32) -> u32 {
        self.nodes[node as usize].0 / 2
    }

    pub(crate) fn state(&self, node: u32) -> &S::State {
        &self.states[(self.nodes[node as usize].0 / 2) as usize]
    }

    pub(crate) fn step(&self, step: u32) -> &Step<S::Action> {
        &self.steps[step as usize]
    }

    /// The groups that could act in `node` and those that act by `arc`, as bits. For strong fairness.
    pub(crate) fn enabled_groups(&mut self, node: u32) -> Result<u64, CheckError<S::Error>> {
        let place = self.nodes[node as usize].0;
        if place % 2 == 1 {
            return Ok(0);
        }
        let moves = self.moves(place)?;
        Ok(moves.iter().fold(0, |bits, step| bits | self.group_bit(step.step)))
    }

    pub(crate) fn group_bit(&self, step: u32) -> u64 {
        match &self.steps[step as usize] {
            Step::Action(action) => {
                self.groups.get_index_of(&self.system.group(action)).map_or(0, |index| 1 << index)
            }
            Step::End { .. } => 0,
        }
    }

    fn find_groups(&mut self) -> Result<(), CheckError<S::Error>> {
        let mut next = 0;
        while next < self.states.len() {
            let state = self.states[next].clone();
            for (action, target) in self.system.successors(&state).map_err(CheckError::System)? {
                let group = self.system.group(&action);
                if group != NOBODY {
                    self.groups.insert(group);
                }
                self.states.insert(target);
                self.within_budget()?;
            }
            next += 1;
        }
        if self.groups.len() > 64 {
            return Err(CheckError::Groups(self.groups.len()));
        }
        Ok(())
    }

    fn within_budget(&self) -> Result<(), CheckError<S::Error>> {
        if self.states.len() > self.options.max_states {
            return Err(CheckError::States(self.options.max_states));
        }
        Ok(())
    }

    fn node(&mut self, place: u32, state: u32) -> u32 {
        self.nodes.insert_full((place, state)).0 as u32
    }

    fn step_number(&mut self, step: Step<S::Action>) -> u32 {
        let (number, new) = self.steps.insert_full(step);
        if new {
            let mut letter = 0;
            for (index, atom) in self.automaton.atoms.iter().enumerate() {
                let holds = match &self.steps[number] {
                    Step::Action(action) => match &**atom {
                        TERMINATED | DEADLOCK => false,
                        ALIVE => true,
                        atom => (self.holds)(atom, action),
                    },
                    Step::End { deadlock } => &**atom == if *deadlock { DEADLOCK } else { TERMINATED },
                };
                letter |= u64::from(holds) << index;
            }
            self.letters.push(letter);
        }
        number as u32
    }

    fn moves(&mut self, place: u32) -> Result<Rc<[Move]>, CheckError<S::Error>> {
        if let Some(moves) = self.moves.get(&place) {
            return Ok(moves.clone());
        }
        let state = self.states[(place / 2) as usize].clone();
        let mut moves = Vec::new();
        let mut ends = place % 2 == 1;
        let may_end = self.system.may_end(&state);
        if !ends {
            let successors = self.system.successors(&state).map_err(CheckError::System)?;
            ends = may_end || successors.is_empty();
            for (action, target) in successors {
                let step = self.step_number(Step::Action(action));
                let target = 2 * self.states.insert_full(target).0 as u32;
                self.within_budget()?;
                moves.push(Move { step, letter: self.letters[step as usize], target, fair: 0 });
            }
            if self.options.fairness == Fairness::Weak {
                let enabled = moves.iter().fold(0, |bits, step| bits | self.group_bit(step.step));
                let all = self.group_bits();
                for step in &mut moves {
                    step.fair = (all & !enabled) | self.group_bit(step.step);
                }
            }
        }
        if ends && self.options.finite_runs != FiniteRuns::Ignore {
            let step = self.step_number(Step::End { deadlock: !may_end });
            let fair = self.group_bits();
            moves.push(Move { step, letter: self.letters[step as usize], target: place | 1, fair });
        }
        let moves: Rc<[Move]> = moves.into();
        self.moves.insert(place, moves.clone());
        Ok(moves)
    }

    /// The arcs that leave `node`.
    pub(crate) fn arcs(&mut self, node: u32) -> Result<Rc<[Arc]>, CheckError<S::Error>> {
        if let Some(Some(arcs)) = self.arcs.get(node as usize) {
            return Ok(arcs.clone());
        }
        let (place, state) = self.nodes[node as usize];
        let automaton = self.automaton;
        let mut arcs = Vec::new();
        for step in self.moves(place)?.iter() {
            for edge in automaton.edges[state as usize].iter().filter(|edge| edge.admits(step.letter)) {
                let target = self.node(step.target, edge.target);
                let marks = Marks::from(edge.marks) | Marks::from(step.fair) << 64;
                arcs.push(Arc { target, marks, step: step.step });
            }
        }
        if self.nodes.len() > self.options.max_states.saturating_mul(8) {
            return Err(CheckError::States(self.options.max_states));
        }
        let arcs: Rc<[Arc]> = arcs.into();
        if self.arcs.len() < self.nodes.len() {
            self.arcs.resize(self.nodes.len(), None);
        }
        self.arcs[node as usize] = Some(arcs.clone());
        Ok(arcs)
    }

    /// The product as far as `limit` nodes, breadth first; what was explored before is in it in any case. The second
    /// result says whether that is all.
    pub(crate) fn graph(&mut self, limit: usize) -> Result<(Graph, bool), CheckError<S::Error>> {
        let mut next = 0;
        while next < self.nodes.len() && next < limit {
            self.arcs(next as u32)?;
            next += 1;
        }
        let complete = next == self.nodes.len();
        self.arcs.resize(self.nodes.len(), None);
        let graph = self
            .arcs
            .iter()
            .map(|arcs| arcs.iter().flat_map(|arcs| arcs.iter()).map(|arc| (arc.target, *arc)).collect())
            .collect();
        Ok((graph, complete))
    }
}
