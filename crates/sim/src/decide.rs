//! Answers to queries, each with a run that shows it where there is one.

use vtrace_property::{FiniteRuns, Formula, NOBODY, Options, System, Verdict};

use crate::expression::{Expression, Operator};
use crate::fair::{Fairness, stay};
use crate::faults::Action;
use crate::predicate::{Predicate, Unknown};
use crate::query::{Form, Query};
use crate::simulation::Simulation;
use crate::space::{Limits, PREDICATES, Space, actions_of};
use crate::walk::numbers;

/// The answers to some queries, and what they took.
pub struct Decision {
    /// In the order of the queries.
    pub answers: Vec<Answer>,
    /// The states that were looked at.
    pub space: Space,
}

/// The answer to a query.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Whether it holds; none if what was looked at does not tell.
    pub holds: Option<bool>,
    /// A witness or a counterexample.
    pub run: Option<Lasso>,
    /// Why there is no answer.
    pub reason: Option<String>,
}

/// A run: some steps, and perhaps others again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso {
    /// The steps.
    pub prefix: Vec<Action>,
    /// What is then repeated for ever; nothing if the run ends, or if what follows does not matter.
    pub cycle: Vec<Action>,
}

/// Answers queries. The simulation's machine must watch the variables that they name.
pub fn decide(
    simulation: &Simulation,
    queries: &[Query],
    fairness: Fairness,
    mut limits: Limits,
    interrupted: &(dyn Fn() -> bool + Sync),
) -> Result<Decision, Unknown> {
    let program = &simulation.machine.program;
    let nodes =
        if queries.iter().any(|query| query.form.quantifies()) { numbers(simulation) } else { Vec::new() };
    let mut predicates = Vec::new();
    let mut firsts = Vec::new();
    for query in queries {
        firsts.push(predicates.len());
        match &query.form {
            // What is looked for is what contradicts it.
            Form::Invariant(p) | Form::Preservable(p) => {
                let not = Expression::Unary(Operator::Not, Box::new(p.clone()));
                predicates.push(Predicate::over(&not, program, &nodes)?);
            }
            form => {
                for expression in form.expressions() {
                    predicates.push(Predicate::over(expression, program, &nodes)?);
                }
            }
        }
    }
    if predicates.len() > PREDICATES {
        return Err(Unknown::too_many(predicates.len(), PREDICATES));
    }
    limits.goals = queries.iter().all(|query| query.form.is_about_states());
    limits.edges = !limits.goals;
    let observed = predicates.iter().flat_map(Predicate::globals).collect();
    let simulation = Simulation { machine: simulation.machine, faults: simulation.faults.clone(), observed };
    let space = Space::explore(&simulation, &predicates, &limits, interrupted);
    let decider = Decider { simulation: &simulation, space: &space, fairness };
    let answers =
        queries.iter().zip(firsts).map(|(query, first)| decider.answer(&query.form, first)).collect();
    Ok(Decision { answers, space })
}

struct Decider<'a> {
    simulation: &'a Simulation<'a>,
    space: &'a Space,
    fairness: Fairness,
}

impl Decider<'_> {
    fn answer(&self, form: &Form, first: usize) -> Answer {
        let space = self.space;
        match form {
            Form::Reachable(_) => self.about_states(first, true),
            Form::Invariant(_) => self.about_states(first, false),
            _ if !space.is_complete() => self.unknown(),
            Form::Preservable(_) => self.about_runs(0, &|state| !space.holds(state, first), true),
            Form::Inevitable(_) => self.about_runs(0, &|state| !space.holds(state, first), false),
            Form::LeadsTo(..) => self.leads_to(first),
            Form::Ltl(formula, atoms) => self.ltl(formula, atoms, first),
        }
    }

    fn unknown(&self) -> Answer {
        let reason = match (&self.space.unsupported, &self.space.bounded) {
            (Some(text), _) => text.clone(),
            (_, Some(limit)) => format!("the search was ended by {limit}"),
            _ => "not all states were looked at".to_string(),
        };
        Answer { holds: None, run: None, reason: Some(reason) }
    }

    fn about_states(&self, predicate: usize, wanted: bool) -> Answer {
        match self.space.first(predicate) {
            Some(state) => self.shown(wanted, &self.space.path(state), &[]),
            None if self.space.is_complete() => Answer { holds: Some(!wanted), run: None, reason: None },
            None => self.unknown(),
        }
    }

    fn about_runs(&self, start: u32, inside: &dyn Fn(u32) -> bool, wanted: bool) -> Answer {
        match stay(self.space, start, inside, self.fairness) {
            Some(run) => {
                let mut prefix = self.space.path(start);
                prefix.extend(run.prefix);
                self.shown(wanted, &prefix, &run.cycle)
            }
            None => Answer { holds: Some(!wanted), run: None, reason: None },
        }
    }

    /// A run breaks it that comes to a state with p, and from there stays among states without q.
    fn leads_to(&self, first: usize) -> Answer {
        let space = self.space;
        let outside = |state: u32| !space.holds(state, first + 1);
        // From a state that was tried in vain, nothing else can be reached that is worth trying.
        let mut tried = vec![false; space.states()];
        for state in 0..space.states() as u32 {
            if !space.holds(state, first) || !outside(state) || tried[state as usize] {
                continue;
            }
            if let Some(run) = stay(space, state, &outside, self.fairness) {
                let mut prefix = space.path(state);
                prefix.extend(run.prefix);
                return self.shown(false, &prefix, &run.cycle);
            }
            let mut pending = vec![state];
            while let Some(state) = pending.pop() {
                if !std::mem::replace(&mut tried[state as usize], true) {
                    let targets = space.edges(state).iter().map(|(target, _)| *target);
                    pending.extend(targets.filter(|&target| outside(target) && !tried[target as usize]));
                }
            }
        }
        Answer { holds: Some(true), run: None, reason: None }
    }

    fn ltl(&self, formula: &Formula, atoms: &[(String, Expression)], first: usize) -> Answer {
        let system = Letters { space: self.space };
        let fairness = match self.fairness {
            Fairness::None => vtrace_property::Fairness::None,
            Fairness::Weak => vtrace_property::Fairness::Weak,
            Fairness::Strong => vtrace_property::Fairness::Strong,
        };
        let options =
            Options { finite_runs: FiniteRuns::Ignore, fairness, max_states: self.space.states() + 1 };
        let holds = |atom: &str, letter: &Letter| {
            let place = atoms.iter().position(|(name, _)| renamed(name) == atom);
            place.is_some_and(|place| self.space.holds(letter.from, first + place))
        };
        let outcome = vtrace_property::check(&system, &rename(formula), holds, &options);
        match outcome.map(|outcome| outcome.verdict) {
            Ok(Verdict::Holds) => Answer { holds: Some(true), run: None, reason: None },
            Ok(Verdict::Violated(lasso)) => {
                let places = |steps: &[vtrace_property::Step<Letter>]| -> Vec<u16> {
                    let letters = steps.iter().filter_map(|step| match step {
                        vtrace_property::Step::Action(letter) => letter.edge,
                        vtrace_property::Step::End { .. } => None,
                    });
                    letters.collect()
                };
                self.shown(false, &places(&lasso.prefix), &places(&lasso.cycle))
            }
            Err(error) => Answer { holds: None, run: None, reason: Some(error.to_string()) },
        }
    }

    fn shown(&self, holds: bool, prefix: &[u16], cycle: &[u16]) -> Answer {
        let path: Vec<u16> = prefix.iter().chain(cycle).copied().collect();
        let mut steps = actions_of(self.simulation, &path);
        let cycle = steps.split_off(prefix.len().min(steps.len()));
        Answer { holds: Some(holds), run: Some(Lasso { prefix: steps, cycle }), reason: None }
    }
}

/// The states of a space as a system whose letters say in which state a step begins. A run that has ended stays where it is.
struct Letters<'a> {
    space: &'a Space,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Letter {
    from: u32,
    /// Which of the state's edges; none for staying.
    edge: Option<u16>,
    group: u32,
}

impl System for Letters<'_> {
    type State = u32;
    type Action = Letter;
    type Error = std::convert::Infallible;

    fn initial(&self) -> Result<u32, Self::Error> {
        Ok(0)
    }

    fn successors(&self, &from: &u32) -> Result<Vec<(Letter, u32)>, Self::Error> {
        let edges = self.space.edges(from).iter().enumerate();
        let mut letters: Vec<(Letter, u32)> = edges
            .map(|(edge, &(target, actors))| {
                // Faults are nobody's.
                let group = if actors == 0 { NOBODY } else { actors.trailing_zeros() };
                (Letter { from, edge: Some(edge as u16), group }, target)
            })
            .collect();
        if self.space.is_stuck(from) {
            letters.push((Letter { from, edge: None, group: NOBODY }, from));
        }
        Ok(letters)
    }

    fn group(&self, letter: &Letter) -> u32 {
        letter.group
    }
}

/// Some atoms have a meaning of their own to the checker; here all of them are about states.
fn renamed(atom: &str) -> String {
    format!("state {atom}")
}

fn rename(formula: &Formula) -> Formula {
    match formula {
        Formula::True => Formula::True,
        Formula::False => Formula::False,
        Formula::Atom(name) => Formula::atom(&renamed(name)),
        Formula::Not(x) => rename(x).not(),
        Formula::Unary(operator, x) => Formula::unary(*operator, rename(x)),
        Formula::Binary(operator, x, y) => Formula::binary(*operator, rename(x), rename(y)),
    }
}
