//! Why two states are not related: a trace where one suffices, a formula where none does.
//!
//! A trace is explained in terms of the system it was found in: who has it, a path with its silent steps, and the
//! sub-system of all such paths.

use crate::difference::{Ending, Side};
use crate::distinguish::{self, Bisimilarity, Distinction};
use crate::ktrace::{Degree, KTrace};
use crate::lts::{Label, Lts, State};
use crate::partition::{Class, Partition};
use crate::relation::{Relation, RelationError, Separation};
use crate::scc::components;
use crate::simulation::Kind;
use crate::subsets::DEFAULT_LIMIT;
use crate::witness::{Spelling, Witness, realise};

/// Why two states are not related.
#[derive(Clone, Debug)]
pub enum Explanation {
    /// One has a trace that the other lacks.
    Trace(TraceDifference),
    /// A formula holds in the one on this side and not in the other.
    Formula(Side, Distinction),
    /// They are not related, but the formula that says why would be too large.
    TooLarge,
}

/// A trace that one of two states has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceDifference {
    /// Who has it.
    pub side: Side,
    /// Its labels, each with the class in which the step ends.
    pub word: Vec<(Label, Class)>,
    /// What comes after it.
    pub ending: Ending,
    /// The trace in the system.
    pub witness: Witness,
    /// For k-traces: the k, and the classes of ≡ₖ₋₁ that the trace shows.
    pub level: Option<(usize, Partition)>,
}

/// How much of a subset construction is worth it for a trace that explains, where a formula would do.
const PATIENCE: usize = 1 << 22;

/// Why `s` and `t` are not equivalent; `None` if they are.
pub fn explain(
    lts: &Lts,
    s: State,
    t: State,
    relation: Relation,
) -> Result<Option<Explanation>, RelationError> {
    let formula = |kind| match distinguish::bisimulation(lts, s, t, kind) {
        Some(distinction) => Explanation::Formula(Side::Left, distinction),
        None => Explanation::TooLarge,
    };
    let bisimilarity = match relation {
        Relation::Strong => Bisimilarity::Strong,
        Relation::Branching => Bisimilarity::Branching,
        Relation::DivergencePreservingBranching => Bisimilarity::DivergencePreserving,
        Relation::Delay => Bisimilarity::Delay,
        Relation::Weak => Bisimilarity::Weak,
        Relation::Simulation | Relation::ReadySimulation => {
            if let Some(left) = explain_exclusion(lts, s, t, relation)? {
                return Ok(Some(left));
            }
            return Ok(explain_exclusion(lts, t, s, relation)?.map(turn));
        }
        Relation::KTrace(k) => {
            let mut levels = KTrace::new(lts, false);
            levels.advance(k)?;
            return Ok(explain_levels(lts, &levels, s, t)?.map(Explanation::Trace));
        }
        _ => {
            let found = relation.separating_word(lts, s, t, DEFAULT_LIMIT)?;
            return Ok(found.map(|found| spell(lts, s, t, relation.abstracts(), found)));
        }
    };
    if relation.equivalent(lts, s, t)? {
        return Ok(None);
    }
    Ok(Some(short_trace(lts, s, t, relation).unwrap_or_else(|| formula(bisimilarity))))
}

/// A trace that tells `s` from `t`, if there is one that can be had cheaply.
fn short_trace(lts: &Lts, s: State, t: State, relation: Relation) -> Option<Explanation> {
    let by = if relation.abstracts() { Relation::WeakTrace } else { Relation::Trace };
    let found = by.separating_word(lts, s, t, PATIENCE).ok()??;
    Some(spell(lts, s, t, relation.abstracts(), found))
}

fn turn(explanation: Explanation) -> Explanation {
    match explanation {
        Explanation::Trace(trace) => {
            Explanation::Trace(TraceDifference { side: trace.side.other(), ..trace })
        }
        Explanation::Formula(side, distinction) => Explanation::Formula(side.other(), distinction),
        Explanation::TooLarge => Explanation::TooLarge,
    }
}

/// Why `s` is not below `t` in the preorder of `relation`; `None` if it is.
pub fn explain_exclusion(
    lts: &Lts,
    s: State,
    t: State,
    relation: Relation,
) -> Result<Option<Explanation>, RelationError> {
    let kind = match relation {
        Relation::Simulation => Kind::Plain,
        Relation::ReadySimulation => Kind::Ready,
        _ => {
            let found = relation.excluded_word(lts, s, t, DEFAULT_LIMIT)?;
            return Ok(found.map(|found| spell(lts, s, t, relation.abstracts(), found)));
        }
    };
    // A trace that only `s` has settles it, and is cheaper to find than the whole preorder.
    if let Ok(Some(found)) = Relation::Trace.excluded_word(lts, s, t, PATIENCE) {
        return Ok(Some(spell(lts, s, t, false, found)));
    }
    if relation.included(lts, s, t)? {
        return Ok(None);
    }
    Ok(Some(match distinguish::simulation(lts, s, t, kind) {
        Some(distinction) => Explanation::Formula(Side::Left, distinction),
        None => Explanation::TooLarge,
    }))
}

/// The word in terms of the system itself.
fn spell(lts: &Lts, s: State, t: State, silent_tau: bool, found: Separation) -> Explanation {
    let start = if found.side == Side::Left { s } else { t };
    let word: Vec<(Label, Class)> = found.word.iter().map(|&label| (label, 0)).collect();
    let offers = |state: State| {
        let mut labels: Vec<Label> = lts.edges(state).iter().map(|e| e.label).collect();
        labels.dedup();
        labels
    };
    let is_end: &dyn Fn(State) -> bool = match &found.ending {
        Ending::Word | Ending::Divergence => &|_| true,
        Ending::Completion => &|state| lts.edges(state).is_empty(),
        Ending::Offers(labels) => &|state| offers(state) == *labels,
    };
    let is_silent = |step: crate::lts::Transition| silent_tau && step.label.is_tau();
    let spelling = Spelling { is_silent: &is_silent, class: &|_| 0, is_end };
    let witness = realise(lts, start, &word, &spelling).expect("the word was found in this system");
    Explanation::Trace(TraceDifference { side: found.side, word, ending: found.ending, witness, level: None })
}

/// Why `s` and `t` are not equivalent on the highest level that was computed: a trace of the first level that tells
/// them apart, shortest there. `None` if no computed level does.
pub fn explain_levels(
    lts: &Lts,
    levels: &KTrace,
    s: State,
    t: State,
) -> Result<Option<TraceDifference>, RelationError> {
    let Degree::Exactly(below) = levels.degree(s, t) else { return Ok(None) };
    if below == levels.computed() {
        return Ok(None);
    }
    let (words, u, v) = levels.view(below, s, t);
    let found = crate::difference::difference(&words, u, v)?.expect("the level above tells them apart");
    let mut word: Vec<(Label, Class)> = found.word.iter().map(|&symbol| words.symbol(symbol)).collect();
    let mut ending = Ending::Word;
    if let Some(&(last, _)) = word.last()
        && levels.is_divergence(last)
    {
        word.pop();
        ending = Ending::Divergence;
    }

    // From classes of the quotient to classes of the original states.
    let classes = levels.lifted(below);
    let mut original = vec![Class::MAX; levels.level(below).class_count()];
    for state in lts.states() {
        let class = levels.level(below).class(levels.quotient_state(state));
        original[class as usize] = classes.class(state);
    }
    for (_, class) in &mut word {
        *class = original[*class as usize];
    }

    let silent = |_, edge: crate::lts::Edge| edge.label.is_tau();
    let cycles = components(lts, silent);
    let cyclic = cycles.cyclic(lts, silent);
    let diverges = |state: State| cyclic[cycles.of[state as usize] as usize];
    let is_end: &dyn Fn(State) -> bool = match ending {
        Ending::Divergence => &diverges,
        _ => &|_| true,
    };
    let is_silent =
        |step: crate::lts::Transition| step.label.is_tau() && classes.same(step.source, step.target);
    let spelling = Spelling { is_silent: &is_silent, class: &|state| classes.class(state), is_end };
    let start = if found.side == Side::Left { s } else { t };
    let witness = realise(lts, start, &word, &spelling).expect("the quotient has what the system has");
    Ok(Some(TraceDifference { side: found.side, word, ending, witness, level: Some((below + 1, classes)) }))
}
