//! What a term can do next, and whether it may terminate.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::ast::{Operator, Repetition};
use crate::label::{Label, RoleId};
use crate::source::{Fault, Result};
use crate::term::{Node, Term, Terms};

/// How many loops and calls may be unfolded inside each other before an action comes.
const UNFOLDINGS: usize = 150;

pub(crate) struct Stepper<'p> {
    pub(crate) terms: Terms<'p>,
    known: FxHashMap<Term, Rc<[(Label, Term)]>>,
    known_subjects: FxHashMap<Term, Rc<BTreeSet<RoleId>>>,
    /// The forms whose first action has been seen to happen.
    pub(crate) fired: BTreeSet<u32>,
    unfolding: Vec<Term>,
}

impl<'p> Stepper<'p> {
    pub(crate) fn new(terms: Terms<'p>) -> Self {
        let (known, known_subjects, fired, unfolding) = Default::default();
        Self { terms, known, known_subjects, fired, unfolding }
    }

    /// The steps of `term`, each once, in the order of the text.
    pub(crate) fn steps(&mut self, term: Term) -> Result<Rc<[(Label, Term)]>> {
        // What a term can do depends on what is being unfolded around it; it is only remembered when nothing is.
        let outermost = self.unfolding.is_empty();
        if outermost && let Some(steps) = self.known.get(&term) {
            return Ok(steps.clone());
        }
        let mut steps: Vec<(Label, Term)> = Vec::new();
        match self.terms.node(term).clone() {
            Node::End | Node::Stuck => {}
            Node::Action(label) => {
                let origins: Vec<u32> = self.terms.origins(term).collect();
                self.fired.extend(origins);
                steps.push((label, Terms::END));
            }
            Node::Cat(parts) => {
                for (place, &part) in parts.iter().enumerate() {
                    for &(label, next) in self.steps(part)?.iter() {
                        let mut rest = vec![next];
                        rest.extend(&parts[place + 1..]);
                        steps.push((label, self.terms.nary(Operator::Cat, rest)));
                    }
                    if !self.may_terminate(part)? {
                        break;
                    }
                }
            }
            Node::Weak(parts) => self.weak(&parts, &mut steps)?,
            Node::Alt(branches) => {
                for branch in branches {
                    steps.extend(self.steps(branch)?.iter());
                }
            }
            Node::Par(branches) => {
                for (place, &branch) in branches.iter().enumerate() {
                    for &(label, next) in self.steps(branch)?.iter() {
                        let mut after = branches.clone();
                        after[place] = next;
                        steps.push((label, self.terms.nary(Operator::Par, after)));
                    }
                }
            }
            Node::Graph { number, vertex } => {
                let protocol = self.terms.protocol;
                for edge in protocol.graphs[number as usize].edges.iter().filter(|edge| edge.source == vertex)
                {
                    let (from, to) = (self.named_role(&edge.from), self.named_role(&edge.to));
                    let label = self.terms.label(edge.kind, &edge.predicate, from, to);
                    steps.push((label, self.terms.graph_at(number, edge.target)));
                }
            }
            Node::Repeat(..) | Node::Loop { .. } | Node::Call { .. } => {
                if !self.unfolding.contains(&term) {
                    let inner = self.enter(term)?;
                    let inner_steps = self.steps(inner);
                    self.unfolding.pop();
                    steps.extend(inner_steps?.iter());
                }
            }
        }
        let mut seen = rustc_hash::FxHashSet::default();
        steps.retain(|step| seen.insert(*step));
        let steps: Rc<[(Label, Term)]> = steps.into();
        if outermost {
            self.known.insert(term, steps.clone());
        }
        Ok(steps)
    }

    fn named_role(&mut self, text: &str) -> RoleId {
        let role = crate::label::Role::from_text(text);
        self.terms.role(role.name, role.indices)
    }

    fn enter(&mut self, term: Term) -> Result<Term> {
        if self.unfolding.len() >= UNFOLDINGS {
            let span = self.terms.protocol.sessions[0].span;
            return Err(Fault::new(
                span,
                format!(
                    "more than {UNFOLDINGS} loops and calls are entered before any action: the recursion never reaches one, or the parameters are too large"
                ),
            ));
        }
        let inner = self.terms.unfold(term)?.unwrap_or(term);
        self.unfolding.push(term);
        Ok(inner)
    }

    fn weak(&mut self, parts: &[Term], steps: &mut Vec<(Label, Term)>) -> Result<()> {
        let Some((&head, tail)) = parts.split_first() else { return Ok(()) };
        for &(label, next) in self.steps(head)?.iter() {
            let mut after = vec![next];
            after.extend(tail);
            steps.push((label, self.terms.nary(Operator::Async, after)));
        }
        if tail.is_empty() {
            return Ok(());
        }
        let mut later = Vec::new();
        self.weak(tail, &mut later)?;
        let may_skip = self.may_terminate(head)?;
        let busy = self.subjects(head)?;
        for (label, next) in later {
            if may_skip {
                steps.push((label, next));
            }
            if label.subjects().iter().flatten().all(|role| !busy.contains(role)) {
                steps.push((label, self.terms.nary(Operator::Async, vec![head, next])));
            }
        }
        Ok(())
    }

    /// The roles that act anywhere in `term`, now or later.
    pub(crate) fn subjects(&mut self, term: Term) -> Result<Rc<BTreeSet<RoleId>>> {
        if let Some(known) = self.known_subjects.get(&term) {
            return Ok(known.clone());
        }
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::from([term]);
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            let inner = match self.terms.node(term).clone() {
                Node::End | Node::Stuck => Vec::new(),
                Node::Action(label) => {
                    found.extend(label.subjects().iter().flatten());
                    Vec::new()
                }
                Node::Cat(parts) | Node::Alt(parts) | Node::Par(parts) | Node::Weak(parts) => parts,
                Node::Repeat(_, body) => vec![body],
                Node::Graph { number, .. } => {
                    let protocol = self.terms.protocol;
                    for edge in &protocol.graphs[number as usize].edges {
                        let (from, to) = (self.named_role(&edge.from), self.named_role(&edge.to));
                        let label = self.terms.label(edge.kind, &edge.predicate, from, to);
                        found.extend(label.subjects().iter().flatten());
                    }
                    Vec::new()
                }
                Node::Loop { .. } | Node::Call { .. } => {
                    if seen.len() > 10_000 {
                        let span = self.terms.protocol.sessions[0].span;
                        return Err(Fault::new(
                            span,
                            "who acts before an `async` continues cannot be worked out: the recursion never repeats",
                        ));
                    }
                    self.terms.unfold(term)?.into_iter().collect()
                }
            };
            todo.extend(inner.into_iter().filter(|&inner| seen.insert(inner)));
        }
        let found = Rc::new(found);
        self.known_subjects.insert(term, found.clone());
        Ok(found)
    }

    /// Whether `term` may terminate without another action.
    pub(crate) fn may_terminate(&mut self, term: Term) -> Result<bool> {
        Ok(match self.terms.node(term).clone() {
            Node::End => true,
            Node::Stuck | Node::Action(_) => false,
            Node::Cat(parts) | Node::Par(parts) | Node::Weak(parts) => {
                for part in parts {
                    if !self.may_terminate(part)? {
                        return Ok(false);
                    }
                }
                true
            }
            Node::Alt(branches) => {
                for branch in branches {
                    if self.may_terminate(branch)? {
                        return Ok(true);
                    }
                }
                false
            }
            Node::Graph { number, vertex } => {
                let graph = &self.terms.protocol.graphs[number as usize];
                !graph.edges.iter().any(|edge| edge.source == vertex)
            }
            Node::Repeat(Repetition::Star | Repetition::WeakStar, _) => true,
            Node::Repeat(..) | Node::Loop { .. } | Node::Call { .. } => {
                if self.unfolding.contains(&term) {
                    return Ok(false);
                }
                let inner = self.enter(term)?;
                let result = self.may_terminate(inner);
                self.unfolding.pop();
                result?
            }
        })
    }
}
