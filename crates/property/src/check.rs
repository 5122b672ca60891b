//! Does every run of a system satisfy a formula?
//!
//! The product with the negated formula's automaton is searched on the fly for a component with all marks (Couvreur's
//! algorithm: Tarjan's, with the marks of merged components gathered on the root stack). Acceptance is thus read off one
//! component, never off the way to it, and all marks count. Safety formulas are searched breadth first for the shortest bad
//! prefix instead. Strong fairness needs components to be cut up again, which is done on the whole product.

use std::fmt;
use std::rc::Rc;

use crate::automaton::Automaton;
use crate::finite::{FiniteRuns, finite_trace};
use crate::formula::Formula;
use crate::lasso::{Distances, Lasso, Path, Step, shortest, some_cycle};
use crate::nnf::is_safety;
use crate::product::{Arc, Graph, Marks, Product};
use crate::scc::components_within;
use crate::system::{Fairness, System};
use crate::translate::TranslationError;

/// How to check.
#[derive(Clone, Debug)]
pub struct Options {
    /// What a formula means on a run that ends.
    pub finite_runs: FiniteRuns,
    /// Which infinite runs count.
    pub fairness: Fairness,
    /// How many states of the system may be visited. The product may have eight times as many.
    pub max_states: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { finite_runs: FiniteRuns::default(), fairness: Fairness::default(), max_states: 1_000_000 }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub enum Verdict<S, A> {
    /// Every run satisfies the formula.
    Holds,
    /// This one does not.
    Violated(Lasso<S, A>),
}

/// The verdict, and what it took.
#[derive(Clone, Debug)]
pub struct Outcome<S, A> {
    /// What was found.
    pub verdict: Verdict<S, A>,
    /// What it took.
    pub statistics: Statistics,
}

/// What a check took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// States of the system that were visited.
    pub states: usize,
    /// Nodes of the product that were visited.
    pub product: usize,
    /// States of the negated formula's automaton.
    pub automaton: usize,
    /// Its acceptance marks.
    pub marks: usize,
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { states, product, automaton, marks } = self;
        write!(
            f,
            "{states} states, {product} in the product with an automaton of {automaton} states and {marks} marks"
        )
    }
}

/// Why no verdict was reached.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError<E> {
    /// The system could not be explored.
    #[error("{0}")]
    System(E),
    /// The formula is too large.
    #[error(transparent)]
    Formula(#[from] TranslationError),
    /// The system is too large.
    #[error("more than {0} states; give a larger budget, or smaller parameters")]
    States(usize),
    /// There are too many parties to be fair to.
    #[error("fairness among {0} parties is not supported; at most 64 are")]
    Groups(usize),
}

/// How many nodes of the product are looked at for the sake of a shorter counterexample.
const SHORTENING: usize = 300_000;

/// What a check of a system gives.
pub type CheckResult<S> =
    Result<Outcome<<S as System>::State, <S as System>::Action>, CheckError<<S as System>::Error>>;

/// Checks that every run of `system` satisfies `formula`. `holds(atom, action)` says what the atoms mean; the atoms
/// `terminated` and `deadlock` are built in.
pub fn check<S: System>(
    system: &S,
    formula: &Formula,
    holds: impl Fn(&str, &S::Action) -> bool,
    options: &Options,
) -> CheckResult<S> {
    let read = match options.finite_runs {
        FiniteRuns::Ltlf => finite_trace(formula),
        FiniteRuns::Stutter | FiniteRuns::Ignore => formula.clone(),
    };
    let automaton = Automaton::of(&read.clone().not())?;
    let mut product = Product::new(system, &automaton, holds, options)?;
    let bad_prefixes = options.finite_runs != FiniteRuns::Ignore && is_safety(&read);
    let path = if automaton.initial.is_none() {
        None
    } else if bad_prefixes {
        bad_prefix(&mut product, &automaton)?
    } else if options.fairness == Fairness::Strong {
        strongly_fair(&mut product)?
    } else if accepting_component_exists(&mut product)? {
        let all = product.all_marks();
        let (graph, complete) = product.graph(SHORTENING)?;
        let mut path = shortest(&graph, all);
        if let Some(path) = &mut path {
            path.shortest &= complete;
        }
        path
    } else {
        None
    };
    let verdict = match path {
        None => Verdict::Holds,
        Some(path) => Verdict::Violated(lasso(&product, &automaton, path)),
    };
    let statistics = Statistics {
        states: product.state_count(),
        product: product.node_count(),
        automaton: automaton.edges.len(),
        marks: automaton.marks as usize,
    };
    Ok(Outcome { verdict, statistics })
}

/// Turns a path of the product into a run. Where the automaton no longer cares what follows, the run is cut.
fn lasso<S: System, H: Fn(&str, &S::Action) -> bool>(
    product: &Product<'_, S, H>,
    automaton: &Automaton,
    path: Path,
) -> Lasso<S::State, S::Action> {
    let Path { mut prefix, mut cycle, shortest } = path;
    let decided = |arc: &Arc| automaton.accept_all == Some(product.automaton_state(arc.target));
    if automaton.accept_all == automaton.initial {
        (prefix, cycle) = (Vec::new(), Vec::new());
    } else if let Some(place) = prefix.iter().chain(&cycle).position(decided) {
        prefix = prefix.iter().chain(&cycle).take(place + 1).copied().collect();
        cycle = Vec::new();
    }
    // A run that has ended stays as it is: once is enough to show it.
    if let Some(end) = prefix.iter().position(|arc| matches!(product.step(arc.step), Step::End { .. })) {
        cycle = vec![prefix[end]];
        prefix.truncate(end);
    }
    roll(&mut prefix, &mut cycle, product.place(0), |arc| (arc.step, product.place(arc.target)));
    let steps = |arcs: &[Arc]| arcs.iter().map(|arc| product.step(arc.step).clone()).collect();
    let states = std::iter::once(0)
        .chain(prefix.iter().chain(&cycle).map(|arc| arc.target))
        .map(|node| product.state(node).clone())
        .collect();
    Lasso { prefix: steps(&prefix), cycle: steps(&cycle), states, shortest }
}

/// Makes the lasso shorter without changing the run: the automaton may have needed more rounds than the system.
fn roll(prefix: &mut Vec<Arc>, cycle: &mut Vec<Arc>, initial: u32, key: impl Fn(&Arc) -> (u32, u32)) {
    let period = (1..cycle.len()).find(|period| {
        cycle.len().is_multiple_of(*period)
            && (*period..cycle.len()).all(|place| key(&cycle[place]) == key(&cycle[place - period]))
    });
    cycle.truncate(period.unwrap_or(cycle.len()));
    // The last step of the prefix belongs to the cycle when it is the cycle's last step from the same state.
    while let (Some(before), Some(last)) = (prefix.last(), cycle.last()) {
        let came_from = prefix.iter().rev().nth(1).map_or(initial, |arc| key(arc).1);
        let comes_from = key(cycle.iter().rev().nth(1).unwrap_or(last)).1;
        if key(before).0 != key(last).0 || came_from != comes_from {
            break;
        }
        prefix.pop();
        cycle.rotate_right(1);
    }
}

/// The shortest path to where the automaton accepts whatever follows.
fn bad_prefix<S: System, H: Fn(&str, &S::Action) -> bool>(
    product: &mut Product<'_, S, H>,
    automaton: &Automaton,
) -> Result<Option<Path>, CheckError<S::Error>> {
    let Some(goal) = automaton.accept_all else { return Ok(None) };
    let mut parents: Vec<Option<(u32, Arc)>> = vec![None];
    let mut node = 0;
    while (node as usize) < product.node_count() {
        if product.automaton_state(node) == goal {
            let mut prefix = Vec::new();
            while let Some((before, arc)) = parents[node as usize] {
                prefix.push(arc);
                node = before;
            }
            prefix.reverse();
            return Ok(Some(Path { prefix, cycle: Vec::new(), shortest: true }));
        }
        for arc in product.arcs(node)?.iter() {
            // New nodes are numbered as they are found, breadth first.
            if arc.target as usize == parents.len() {
                parents.push(Some((node, *arc)));
            }
        }
        node += 1;
    }
    Ok(None)
}

/// Whether some component of the product has all marks.
fn accepting_component_exists<S: System, H: Fn(&str, &S::Action) -> bool>(
    product: &mut Product<'_, S, H>,
) -> Result<bool, CheckError<S::Error>> {
    const UNSEEN: u32 = 0;
    const DEAD: u32 = u32::MAX;
    struct Root {
        order: u32,
        inside: Marks,
        incoming: Marks,
    }
    let all = product.all_marks();
    let mut order: Vec<u32> = Vec::new();
    let mut counter = 0;
    let mut live: Vec<u32> = Vec::new();
    let mut roots: Vec<Root> = Vec::new();
    let mut path: Vec<(u32, Rc<[Arc]>, usize)> = Vec::new();
    let mut enter = Some((0u32, 0));
    loop {
        if let Some((node, incoming)) = enter.take() {
            counter += 1;
            order.resize(order.len().max(node as usize + 1), UNSEEN);
            order[node as usize] = counter;
            live.push(node);
            roots.push(Root { order: counter, inside: 0, incoming });
            path.push((node, product.arcs(node)?, 0));
        }
        let Some((node, arcs, next)) = path.last_mut() else { return Ok(false) };
        if let Some(arc) = arcs.get(*next) {
            *next += 1;
            match order.get(arc.target as usize).copied().unwrap_or(UNSEEN) {
                UNSEEN => enter = Some((arc.target, arc.marks)),
                DEAD => {}
                target => {
                    let mut marks = arc.marks;
                    while roots.last().is_some_and(|root| root.order > target) {
                        if let Some(root) = roots.pop() {
                            marks |= root.inside | root.incoming;
                        }
                    }
                    if let Some(root) = roots.last_mut() {
                        root.inside |= marks;
                        if root.inside & all == all {
                            return Ok(true);
                        }
                    }
                }
            }
            continue;
        }
        let node = *node;
        path.pop();
        if roots.last().is_some_and(|root| root.order == order[node as usize]) {
            roots.pop();
            while let Some(member) = live.pop() {
                order[member as usize] = DEAD;
                if member == node {
                    break;
                }
            }
        }
    }
}

/// A strongly fair lasso, if there is one: a component with all marks where every group that can act does. When one
/// cannot, the nodes where it could are taken away, and what is left is looked at again.
fn strongly_fair<S: System, H: Fn(&str, &S::Action) -> bool>(
    product: &mut Product<'_, S, H>,
) -> Result<Option<Path>, CheckError<S::Error>> {
    let (mut graph, _) = product.graph(usize::MAX)?;
    let all = product.all_marks();
    let enabled: Vec<u64> = (0..product.node_count() as u32)
        .map(|node| product.enabled_groups(node))
        .collect::<Result<_, _>>()?;
    // The groups that act are shown as marks, so that a cycle can be asked to show them.
    for arcs in &mut graph {
        for (_, arc) in arcs {
            arc.marks |= Marks::from(product.group_bit(arc.step)) << 64;
        }
    }
    let distances = Distances::of(&graph);
    let mut regions: Vec<Vec<bool>> =
        vec![distances.distance.iter().map(|&distance| distance != u32::MAX).collect()];
    let mut best: Option<Path> = None;
    while let Some(region) = regions.pop() {
        for component in components_within(&graph, |node| region[node as usize]) {
            let mut member = vec![false; graph.len()];
            component.iter().for_each(|&node| member[node as usize] = true);
            let Some(seen) = marks_inside(&graph, &component, &member) else { continue };
            if seen & all != all {
                continue;
            }
            let could = component.iter().fold(0, |bits, &node| bits | enabled[node as usize]);
            let starved = could & !((seen >> 64) as u64);
            if starved != 0 {
                let mut rest = member;
                component
                    .iter()
                    .filter(|&&node| enabled[node as usize] & starved != 0)
                    .for_each(|&node| rest[node as usize] = false);
                regions.push(rest);
                continue;
            }
            let wanted = all | Marks::from(could) << 64;
            let Some(&start) = component.iter().min_by_key(|&&node| distances.distance[node as usize]) else {
                continue;
            };
            let cycle = some_cycle(&graph, start, wanted, &|node| member[node as usize]);
            let path = Path { prefix: distances.path_to(start), cycle, shortest: false };
            let length = |path: &Path| path.prefix.len() + path.cycle.len();
            if best.as_ref().is_none_or(|best| length(&path) < length(best)) {
                best = Some(path);
            }
        }
    }
    Ok(best)
}

fn marks_inside(graph: &Graph, component: &[u32], member: &[bool]) -> Option<Marks> {
    component
        .iter()
        .flat_map(|&node| &graph[node as usize])
        .filter(|(target, _)| member[*target as usize])
        .map(|(_, arc)| arc.marks)
        .reduce(|one, other| one | other)
}
