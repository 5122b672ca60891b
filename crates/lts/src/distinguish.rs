//! Formulas that tell two states apart.
//!
//! For the bisimulations: the partition is refined in rounds, the classes of round r by what states can do in terms of
//! those of round r−1; two states that differ first in round r are told apart by one step to where round r−1 already
//! tells its targets apart, so formulas are as shallow as possible (Cleaveland; for branching bisimulation Korver,
//! with the until-condition strengthened only as far as the other side's detours require). Each conjunct is added
//! only if those before it do not do its work, which a model checker decides.
//! For the simulations: the game on pairs of states is solved from its lost positions backwards.
//!
//! All of this runs on the quotient of what the two states reach, and gives up at a limit: a formula that nobody can
//! read explains nothing.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bisimulation::{
    SATURATION_LIMIT, branching, divergence_preserving, divergence_preserving_quotient, strong,
};
use crate::formula::{Checker, Formula, FormulaId, Formulas, Step};
use crate::lts::{Edge, Label, Lts, State, Transition};
use crate::silent::{Absorb, Collapsed, collapse, saturate};
use crate::simulation::Kind;

/// Which bisimilarity a formula must respect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bisimilarity {
    /// Strong.
    Strong,
    /// Branching.
    Branching,
    /// Divergence-preserving branching.
    DivergencePreserving,
    /// Delay.
    Delay,
    /// Weak.
    Weak,
}

/// A formula that holds in the first of two states and not in the second.
#[derive(Clone, Debug)]
pub struct Distinction {
    /// The table it lives in.
    pub formulas: Formulas,
    /// The formula.
    pub formula: FormulaId,
}

/// Rounds times states that may be kept, as classes of 4 bytes.
const MAX_HISTORY: usize = 1 << 27;
/// Formulas, or pairs of states, that may be made.
const MAX_WORK: usize = 1 << 21;
/// Nested steps that a formula may have: they are nested calls here, and where it is written.
const MAX_DEPTH: usize = 1_000;
/// Enough for [`MAX_DEPTH`]; only what is used of it is ever touched.
const STACK: usize = 1 << 28;

/// A formula for `s` and not for `t`, which must not be bisimilar. `None` if it would be too large to be of use.
pub fn bisimulation(lts: &Lts, s: State, t: State, kind: Bisimilarity) -> Option<Distinction> {
    on_a_large_stack(|| {
        let (part, old) = lts.reachable_from(&[s, t]);
        let new = |state: State| old.binary_search(&state).expect("roots are reachable") as State;
        let (system, s, t) = System::new(&part, new(s), new(t), kind)?;
        let mut search = Search::new(&system, s, t)?;
        let formula = search.tell_apart(s, t)?;
        let holds = search.checker.holds(&search.formulas, formula, s);
        debug_assert!(
            holds && !search.checker.holds(&search.formulas, formula, t),
            "the formula tells apart"
        );
        Some(Distinction { formulas: search.formulas, formula })
    })
}

fn on_a_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        match thread.expect("a thread can be started").join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// What the search runs on: a quotient, prepared for its bisimilarity.
struct System {
    lts: Lts,
    /// How steps are written; `None` for branching bisimilarity, where silent steps lead to smaller states, except
    /// for loops at divergent ones.
    step: Option<Step>,
    divergent: Vec<bool>,
}

impl System {
    fn new(part: &Lts, s: State, t: State, kind: Bisimilarity) -> Option<(System, State, State)> {
        if kind == Bisimilarity::Strong {
            let classes = strong(part);
            let lts = classes.quotient(part, |_| false);
            let system = System { lts, step: Some(Step::Strong), divergent: Vec::new() };
            return Some((system, classes.class(s), classes.class(t)));
        }
        let (classes, quotient) = if kind == Bisimilarity::DivergencePreserving {
            let classes = divergence_preserving(part);
            let quotient = divergence_preserving_quotient(part, &classes);
            (classes, quotient)
        } else {
            let classes = branching(part);
            let quotient = classes.silent_quotient(part);
            (classes, quotient)
        };
        let collapsed = collapse(&quotient);
        let (s, t) =
            (collapsed.state_of[classes.class(s) as usize], collapsed.state_of[classes.class(t) as usize]);
        let system = match kind {
            Bisimilarity::Delay | Bisimilarity::Weak => {
                let (absorb, step) = match kind {
                    Bisimilarity::Delay => (Absorb::Before, Step::Delay),
                    _ => (Absorb::BeforeAndAfter, Step::Weak),
                };
                let lts = saturate(&collapsed.lts, absorb, SATURATION_LIMIT)?;
                System { lts, step: Some(step), divergent: Vec::new() }
            }
            _ => System { lts: with_loops(&collapsed), step: None, divergent: collapsed.divergent },
        };
        Some((system, s, t))
    }
}

/// The collapsed system with the silent loops of its divergent states put back.
fn with_loops(collapsed: &Collapsed) -> Lts {
    let lts = &collapsed.lts;
    let loops = lts.states().filter(|&s| collapsed.divergent[s as usize]);
    let transitions: Vec<Transition> = lts
        .transitions()
        .chain(loops.map(|s| Transition { source: s, label: Label::TAU, target: s }))
        .collect();
    Lts::new(lts.initial(), lts.state_count(), lts.labels().clone(), &transitions)
}

/// The item of a signature that stands for divergence.
const DIVERGES: u64 = u64::MAX;

fn item(label: Label, class: u32) -> u64 {
    u64::from(label.0) << 32 | u64::from(class)
}

struct Search<'a> {
    system: &'a System,
    /// The classes of each round; in round 0 all states are alike.
    rounds: Vec<Vec<u32>>,
    formulas: Formulas,
    checker: Checker<'a>,
    made: FxHashMap<(State, State), FormulaId>,
}

impl<'a> Search<'a> {
    /// Refines in rounds until `s` and `t` differ.
    fn new(system: &'a System, s: State, t: State) -> Option<Search<'a>> {
        let states = system.lts.state_count();
        let mut rounds = vec![vec![0u32; states]];
        loop {
            let before = rounds.last().expect("round 0 is there");
            if before[s as usize] != before[t as usize] {
                break;
            }
            if rounds.len() > MAX_DEPTH || rounds.len() * states > MAX_HISTORY {
                return None;
            }
            let next = next_round(system, before);
            rounds.push(next);
        }
        let checker = Checker::new(&system.lts);
        Some(Search { system, rounds, formulas: Formulas::new(), checker, made: FxHashMap::default() })
    }

    /// A formula for `u` and not for `v`.
    fn tell_apart(&mut self, u: State, v: State) -> Option<FormulaId> {
        if let Some(&made) = self.made.get(&(u, v)) {
            return Some(made);
        }
        if self.formulas.len() > MAX_WORK {
            return None;
        }
        let round = self.rounds.partition_point(|classes| classes[u as usize] == classes[v as usize]);
        let formula = match self.one_sided(u, v, round - 1)? {
            Some(formula) => formula,
            None => {
                let opposite = self.one_sided(v, u, round - 1)?;
                self.formulas.add(Formula::Not(opposite.expect("one of the two can do more")))
            }
        };
        self.made.insert((u, v), formula);
        Some(formula)
    }

    /// A formula that says what `u` can do and `v` cannot, in terms of the classes of `round`. The inner `None` means
    /// that `u` can do nothing of the kind, the outer that this goes too far.
    fn one_sided(&mut self, u: State, v: State, round: usize) -> Option<Option<FormulaId>> {
        match self.system.step {
            Some(step) => self.step(u, v, round, step),
            None => self.until(u, v, round),
        }
    }

    fn step(&mut self, u: State, v: State, round: usize, step: Step) -> Option<Option<FormulaId>> {
        let lts = &self.system.lts;
        let class = &self.rounds[round];
        let answered = |e: &Edge| {
            lts.edges_with(v, e.label).iter().any(|f| class[f.target as usize] == class[e.target as usize])
        };
        // The step that leaves the other side the fewest answers to refute.
        let best =
            lts.edges(u).iter().filter(|e| !answered(e)).min_by_key(|e| lts.edges_with(v, e.label).len());
        let Some(&edge) = best else { return Some(None) };
        let answers: Vec<State> = lts.edges_with(v, edge.label).iter().map(|f| f.target).collect();
        let after = self.against(edge.target, &answers)?;
        Some(Some(self.formulas.add(Formula::Can(step, edge.label, after))))
    }

    /// A formula for `u` and for none of `others`.
    fn against(&mut self, u: State, others: &[State]) -> Option<FormulaId> {
        let mut parts = Vec::new();
        for &other in others {
            if parts.iter().all(|&part| self.checker.holds(&self.formulas, part, other)) {
                parts.push(self.tell_apart(u, other)?);
            }
        }
        Some(self.formulas.add(Formula::And(parts)))
    }

    fn until(&mut self, u: State, v: State, round: usize) -> Option<Option<FormulaId>> {
        let lts = &self.system.lts;
        let class = &self.rounds[round];
        let (ours, before) = inside(lts, class, u);
        let (theirs, _) = inside(lts, class, v);
        let block = class[u as usize];
        // What the other side can do from inside its class.
        let mut items: Vec<u64> = theirs.iter().flat_map(|&x| own_items(self.system, class, x)).collect();
        items.sort_unstable();
        let unmatched = |item: u64| items.binary_search(&item).is_err();

        let mut found: Option<(usize, Option<Edge>)> = None;
        'search: for (i, &y) in ours.iter().enumerate() {
            if self.system.divergent[y as usize] && unmatched(DIVERGES) {
                found = Some((i, None));
                break;
            }
            for &edge in lts.edges(y) {
                let target = class[edge.target as usize];
                if !(edge.label.is_tau() && target == block) && unmatched(item(edge.label, target)) {
                    found = Some((i, Some(edge)));
                    break 'search;
                }
            }
        }
        let Some((mut place, edge)) = found else { return Some(None) };
        let mut path = vec![ours[place]];
        while let Some(previous) = before[place] {
            place = previous;
            path.push(ours[place]);
        }
        let mut exits: Vec<State> =
            theirs.iter().flat_map(|&x| lts.tau_targets(x)).filter(|&x| class[x as usize] != block).collect();
        exits.sort_unstable();
        exits.dedup();

        let then = match edge {
            None => Formulas::TRUE,
            Some(edge) => {
                let mut answers: Vec<State> =
                    theirs.iter().flat_map(|&x| lts.edges_with(x, edge.label)).map(|e| e.target).collect();
                if edge.label.is_tau() {
                    answers.extend_from_slice(&theirs);
                }
                answers.sort_unstable();
                answers.dedup();
                self.against(edge.target, &answers)?
            }
        };
        let whole = |formulas: &mut Formulas, condition: FormulaId| match edge {
            None => formulas.add(Formula::Diverges(condition)),
            Some(edge) => formulas.add(Formula::Until(condition, edge.label, then)),
        };
        // Close the detours outside the class, as long as one of them still gives the other side what we have.
        let mut condition = Vec::new();
        let mut formula = whole(&mut self.formulas, Formulas::TRUE);
        for exit in exits {
            if !self.checker.holds(&self.formulas, formula, v) {
                break;
            }
            if !condition.iter().all(|&part| self.checker.holds(&self.formulas, part, exit)) {
                continue;
            }
            let mut parts: Vec<FormulaId> = Vec::new();
            for &y in &path {
                if !parts.iter().any(|&part| self.checker.holds(&self.formulas, part, y)) {
                    parts.push(self.tell_apart(y, exit)?);
                }
            }
            condition.push(self.formulas.add(Formula::Or(parts)));
            let all = self.formulas.add(Formula::And(condition.clone()));
            formula = whole(&mut self.formulas, all);
        }
        Some(Some(formula))
    }
}

/// The states that silent steps inside its class lead to from `start`, and for each the place of the one before it.
fn inside(lts: &Lts, class: &[u32], start: State) -> (Vec<State>, Vec<Option<usize>>) {
    let mut reached = vec![start];
    let mut seen = FxHashSet::from_iter([start]);
    let mut before = vec![None];
    let mut at = 0;
    while at < reached.len() {
        for t in lts.tau_targets(reached[at]) {
            if class[t as usize] == class[start as usize] && seen.insert(t) {
                reached.push(t);
                before.push(Some(at));
            }
        }
        at += 1;
    }
    (reached, before)
}

/// What `state` itself can do, silent steps inside its class aside.
fn own_items(system: &System, class: &[u32], state: State) -> Vec<u64> {
    let branching = system.step.is_none();
    let own = class[state as usize];
    let mut items: Vec<u64> = system
        .lts
        .edges(state)
        .iter()
        .map(|e| (e.label, class[e.target as usize]))
        .filter(|&(label, target)| !(branching && label.is_tau() && target == own))
        .map(|(label, target)| item(label, target))
        .collect();
    if branching && system.divergent[state as usize] {
        items.push(DIVERGES);
    }
    items
}

/// The classes of the round after the one whose classes are `before`.
fn next_round(system: &System, before: &[u32]) -> Vec<u32> {
    let lts = &system.lts;
    let mut numbers: FxHashMap<(u32, Vec<u64>), u32> = FxHashMap::default();
    let mut signatures: Vec<Vec<u64>> = Vec::new();
    let mut classes = Vec::with_capacity(before.len());
    for s in lts.states() {
        let mut items = own_items(system, before, s);
        if system.step.is_none() {
            for t in lts.tau_targets(s) {
                if t != s && before[t as usize] == before[s as usize] {
                    items.extend_from_slice(&signatures[t as usize]);
                }
            }
        }
        items.sort_unstable();
        items.dedup();
        if system.step.is_none() {
            signatures.push(items.clone());
        }
        let next = numbers.len() as u32;
        classes.push(*numbers.entry((before[s as usize], items)).or_insert(next));
    }
    classes
}

/// A formula that holds in `s` and not in `t`, where `t` does not simulate `s`. It uses no negation, except that for
/// ready simulation it may say that a label is not possible. `None` if it would be too large.
pub fn simulation(lts: &Lts, s: State, t: State, kind: Kind) -> Option<Distinction> {
    on_a_large_stack(|| {
        let (part, old) = lts.reachable_from(&[s, t]);
        let new = |state: State| old.binary_search(&state).expect("roots are reachable") as State;
        let classes = strong(&part);
        let quotient = classes.quotient(&part, |_| false);
        let (s, t) = (classes.class(new(s)), classes.class(new(t)));
        let mut game = Game::new(&quotient, s, t, kind)?;
        let formula = game.formula(0)?;
        Some(Distinction { formulas: game.formulas, formula })
    })
}

/// How the left state of a pair wins.
#[derive(Clone, Copy, Debug)]
enum Win {
    /// By this step, after which every answer is a pair that wins earlier.
    Step(Edge),
    /// By offering a label that the other does not.
    Offers(Label),
    /// By not offering a label that the other does.
    Refuses(Label),
}

struct Game<'a> {
    lts: &'a Lts,
    pairs: Vec<(State, State)>,
    numbers: FxHashMap<(State, State), u32>,
    won: Vec<Option<Win>>,
    formulas: Formulas,
    checker: Checker<'a>,
    made: FxHashMap<u32, FormulaId>,
}

impl<'a> Game<'a> {
    /// The game that starts with `s` on the left, solved for all pairs that can come up.
    fn new(lts: &'a Lts, s: State, t: State, kind: Kind) -> Option<Game<'a>> {
        let mut pairs = vec![(s, t)];
        let mut numbers = FxHashMap::from_iter([((s, t), 0u32)]);
        let mut won: Vec<Option<Win>> = Vec::new();
        // Steps of the left, each with how many answers do not win yet; and for each pair the steps it answers.
        let mut attacks: Vec<(u32, Edge, u32)> = Vec::new();
        let mut answers_to: Vec<Vec<u32>> = vec![Vec::new()];
        let mut queue = std::collections::VecDeque::new();
        let mut at = 0;
        while at < pairs.len() {
            if pairs.len() > MAX_WORK {
                return None;
            }
            let (p, q) = pairs[at];
            let lacks = |x: State, y: State| {
                lts.edges(x).iter().map(|e| e.label).find(|&label| lts.edges_with(y, label).is_empty())
            };
            let mut win = lacks(p, q).map(Win::Offers);
            if kind == Kind::Ready && win.is_none() {
                win = lacks(q, p).map(Win::Refuses);
            }
            won.push(win);
            if win.is_some() {
                queue.push_back(at as u32);
            } else {
                for &edge in lts.edges(p) {
                    let answers = lts.edges_with(q, edge.label);
                    let attack = attacks.len() as u32;
                    attacks.push((at as u32, edge, answers.len() as u32));
                    for answer in answers {
                        let pair = (edge.target, answer.target);
                        let next = pairs.len() as u32;
                        let number = *numbers.entry(pair).or_insert(next);
                        if number == next {
                            pairs.push(pair);
                            answers_to.push(Vec::new());
                        }
                        answers_to[number as usize].push(attack);
                    }
                }
            }
            at += 1;
        }
        let mut rank = vec![0usize; pairs.len()];
        while let Some(pair) = queue.pop_front() {
            if rank[pair as usize] > MAX_DEPTH {
                return None;
            }
            for &attack in &answers_to[pair as usize] {
                let (attacker, edge, open) = &mut attacks[attack as usize];
                *open -= 1;
                if *open == 0 && won[*attacker as usize].is_none() {
                    won[*attacker as usize] = Some(Win::Step(*edge));
                    rank[*attacker as usize] = rank[pair as usize] + 1;
                    queue.push_back(*attacker);
                }
            }
        }
        let checker = Checker::new(lts);
        Some(Game {
            lts,
            pairs,
            numbers,
            won,
            formulas: Formulas::new(),
            checker,
            made: FxHashMap::default(),
        })
    }

    fn formula(&mut self, pair: u32) -> Option<FormulaId> {
        if let Some(&made) = self.made.get(&pair) {
            return Some(made);
        }
        let (_, q) = self.pairs[pair as usize];
        let strong = |label, after| Formula::Can(Step::Strong, label, after);
        let formula = match self.won[pair as usize]? {
            Win::Offers(label) => self.formulas.add(strong(label, Formulas::TRUE)),
            Win::Refuses(label) => {
                let offers = self.formulas.add(strong(label, Formulas::TRUE));
                self.formulas.add(Formula::Not(offers))
            }
            Win::Step(edge) => {
                let mut parts: Vec<FormulaId> = Vec::new();
                for answer in self.lts.edges_with(q, edge.label) {
                    let target = answer.target;
                    if parts.iter().all(|&part| self.checker.holds(&self.formulas, part, target)) {
                        let next = self.numbers[&(edge.target, target)];
                        parts.push(self.formula(next)?);
                    }
                }
                let after = self.formulas.add(Formula::And(parts));
                self.formulas.add(strong(edge.label, after))
            }
        };
        self.made.insert(pair, formula);
        Some(formula)
    }
}
