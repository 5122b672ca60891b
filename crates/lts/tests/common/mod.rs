//! Random small systems, and the definitions of the relations written out as naively as possible.
#![allow(dead_code)] // each test file uses its own part

use proptest::prelude::*;
use vtrace_lts::{Label, Labels, Lts, Partition, State, Transition};

/// A relation on states, as a matrix.
pub type Relation = Vec<Vec<bool>>;

/// Builds a system from triples; label 0 is τ, label k is the k-th letter.
pub fn system(states: usize, triples: &[(u32, u32, u32)]) -> Lts {
    let mut labels = Labels::new();
    for name in ["a", "b", "c"] {
        labels.intern(name);
    }
    let transitions: Vec<Transition> =
        triples.iter().map(|&(s, l, t)| Transition { source: s, label: Label(l), target: t }).collect();
    Lts::new(0, states, labels, &transitions)
}

/// Systems with up to `max` states and `labels` labels, the first of which is τ; τ is as likely as all others.
pub fn any_system(max: usize, labels: u32) -> impl Strategy<Value = Lts> {
    (1..=max).prop_flat_map(move |n| {
        let state = 0..n as u32;
        let label = prop_oneof![Just(0u32), 0..labels];
        proptest::collection::vec((state.clone(), label, state), 0..=2 * n + 2)
            .prop_map(move |triples| system(n, &triples))
    })
}

/// As [`any_system`], but every transition leads to a larger state.
pub fn any_acyclic_system(max: usize, labels: u32) -> impl Strategy<Value = Lts> {
    (1..=max).prop_flat_map(move |n| {
        let label = prop_oneof![Just(0u32), 0..labels];
        proptest::collection::vec((0..n as u32, label, 0..n as u32), 0..=3 * n).prop_map(move |triples| {
            let forward: Vec<_> = triples
                .into_iter()
                .filter(|&(s, _, t)| s != t)
                .map(|(s, l, t)| (s.min(t), l, s.max(t)))
                .collect();
            system(n, &forward)
        })
    })
}

fn n(lts: &Lts) -> usize {
    lts.state_count()
}

/// Shrinks the full relation by `keep` until nothing changes.
fn greatest(lts: &Lts, keep: impl Fn(&Relation, State, State) -> bool) -> Relation {
    let mut relation = vec![vec![true; n(lts)]; n(lts)];
    loop {
        let mut next = relation.clone();
        let mut changed = false;
        for s in lts.states() {
            for t in lts.states() {
                if relation[s as usize][t as usize] && !keep(&relation, s, t) {
                    next[s as usize][t as usize] = false;
                    changed = true;
                }
            }
        }
        if !changed {
            return relation;
        }
        relation = next;
    }
}

/// τ*: what silent steps lead to.
pub fn silently(lts: &Lts, s: State) -> Vec<State> {
    let mut seen = vec![false; n(lts)];
    let mut stack = vec![s];
    seen[s as usize] = true;
    while let Some(x) = stack.pop() {
        for t in lts.tau_targets(x) {
            if !std::mem::replace(&mut seen[t as usize], true) {
                stack.push(t);
            }
        }
    }
    lts.states().filter(|&x| seen[x as usize]).collect()
}

fn related(r: &Relation, s: State, t: State) -> bool {
    r[s as usize][t as usize]
}

/// The partition that a relation, which must be an equivalence, is.
pub fn to_partition(relation: &Relation) -> Partition {
    let size = relation.len();
    for s in 0..size {
        assert!(relation[s][s], "reflexive");
        for t in 0..size {
            assert_eq!(relation[s][t], relation[t][s], "symmetric");
            for u in 0..size {
                assert!(!(relation[s][t] && relation[t][u]) || relation[s][u], "transitive");
            }
        }
    }
    let keys: Vec<u32> = (0..size).map(|s| (0..size).position(|t| relation[s][t]).unwrap() as u32).collect();
    Partition::from_keys(&keys, size)
}

/// s ≤ t and t ≤ s.
pub fn both_ways(preorder: &Relation) -> Relation {
    let size = preorder.len();
    (0..size).map(|s| (0..size).map(|t| preorder[s][t] && preorder[t][s]).collect()).collect()
}

pub fn strong(lts: &Lts) -> Relation {
    let half = |r: &Relation, s: State, t: State| {
        lts.edges(s).iter().all(|e| lts.edges_with(t, e.label).iter().any(|f| related(r, e.target, f.target)))
    };
    greatest(lts, |r, s, t| half(r, s, t) && half(r, t, s))
}

pub fn branching(lts: &Lts) -> Relation {
    let half = |r: &Relation, s: State, t: State| {
        lts.edges(s).iter().all(|e| {
            (e.label.is_tau() && related(r, e.target, t))
                || silently(lts, t).into_iter().any(|t1| {
                    related(r, s, t1)
                        && lts.edges_with(t1, e.label).iter().any(|f| related(r, e.target, f.target))
                })
        })
    };
    greatest(lts, |r, s, t| half(r, s, t) && half(r, t, s))
}

pub fn weak(lts: &Lts) -> Relation {
    let half = |r: &Relation, s: State, t: State| {
        lts.edges(s).iter().all(|e| {
            (e.label.is_tau() && silently(lts, t).iter().any(|&t1| related(r, e.target, t1)))
                || silently(lts, t).iter().any(|&t1| {
                    lts.edges_with(t1, e.label)
                        .iter()
                        .any(|f| silently(lts, f.target).iter().any(|&t2| related(r, e.target, t2)))
                })
        })
    };
    greatest(lts, |r, s, t| half(r, s, t) && half(r, t, s))
}

pub fn delay(lts: &Lts) -> Relation {
    let half = |r: &Relation, s: State, t: State| {
        lts.edges(s).iter().all(|e| {
            (e.label.is_tau() && silently(lts, t).iter().any(|&t1| related(r, e.target, t1)))
                || silently(lts, t)
                    .iter()
                    .any(|&t1| lts.edges_with(t1, e.label).iter().any(|f| related(r, e.target, f.target)))
        })
    };
    greatest(lts, |r, s, t| half(r, s, t) && half(r, t, s))
}

pub fn simulation(lts: &Lts) -> Relation {
    greatest(lts, |r, s, t| {
        lts.edges(s).iter().all(|e| lts.edges_with(t, e.label).iter().any(|f| related(r, e.target, f.target)))
    })
}

pub fn ready_simulation(lts: &Lts) -> Relation {
    let initials = |s: State| {
        let mut labels: Vec<Label> = lts.edges(s).iter().map(|e| e.label).collect();
        labels.dedup();
        labels
    };
    greatest(lts, |r, s, t| {
        initials(s) == initials(t)
            && lts
                .edges(s)
                .iter()
                .all(|e| lts.edges_with(t, e.label).iter().any(|f| related(r, e.target, f.target)))
    })
}

/// Divergence-preserving branching bisimilarity: the coarsest of all partitions that are one.
pub fn divergence_preserving(lts: &Lts) -> Partition {
    let size = n(lts);
    let mut best: Option<Partition> = None;
    for_each_partition(size, &mut |keys| {
        let partition = Partition::from_keys(keys, size);
        if best.as_ref().is_some_and(|b| b.class_count() <= partition.class_count()) {
            return;
        }
        if is_divergence_preserving(lts, &partition) {
            best = Some(partition);
        }
    });
    best.expect("identity is one")
}

fn is_divergence_preserving(lts: &Lts, p: &Partition) -> bool {
    let inside = |s: State| -> Vec<State> {
        let mut seen = vec![s];
        let mut at = 0;
        while at < seen.len() {
            for t in lts.tau_targets(seen[at]) {
                if p.same(s, t) && !seen.contains(&t) {
                    seen.push(t);
                }
            }
            at += 1;
        }
        seen
    };
    let transfers = |s: State, t: State| {
        lts.edges(s).iter().all(|e| {
            (e.label.is_tau() && p.same(e.target, t))
                || inside(t)
                    .iter()
                    .any(|&t1| lts.edges_with(t1, e.label).iter().any(|f| p.same(f.target, e.target)))
        })
    };
    let diverges = |s: State| {
        let reach = inside(s);
        // Some state inside comes back to itself inside.
        reach.iter().any(|&x| lts.tau_targets(x).any(|y| p.same(s, y) && inside(y).contains(&x)))
    };
    lts.states().all(|s| {
        lts.states()
            .all(|t| !p.same(s, t) || (transfers(s, t) && transfers(t, s) && diverges(s) == diverges(t)))
    })
}

fn for_each_partition(size: usize, visit: &mut dyn FnMut(&[u32])) {
    fn go(keys: &mut Vec<u32>, used: u32, size: usize, visit: &mut dyn FnMut(&[u32])) {
        if keys.len() == size {
            return visit(keys);
        }
        for key in 0..=used {
            keys.push(key);
            go(keys, used.max(key + 1), size, visit);
            keys.pop();
        }
    }
    go(&mut Vec::new(), 0, size, visit);
}

/// Trace-like relations through sets of states as bit masks, one pair of states at a time.
pub mod words {
    use super::*;
    use std::collections::HashSet;

    /// What is compared.
    #[derive(Clone, Copy, Debug)]
    pub struct Semantics {
        completed: bool,
        failures: bool,
        weak: bool,
    }

    impl Semantics {
        pub const TRACE: Semantics = Semantics { completed: false, failures: false, weak: false };
        pub const COMPLETED: Semantics = Semantics { completed: true, failures: false, weak: false };
        pub const FAILURES: Semantics = Semantics { completed: false, failures: true, weak: false };

        pub fn weak(self) -> Semantics {
            Semantics { weak: true, ..self }
        }
    }

    fn close(lts: &Lts, set: u32, semantics: Semantics) -> u32 {
        if !semantics.weak {
            return set;
        }
        lts.states()
            .filter(|s| set >> s & 1 == 1)
            .flat_map(|s| silently(lts, s))
            .fold(0, |all, s| all | 1 << s)
    }

    fn after(lts: &Lts, set: u32, label: Label, semantics: Semantics) -> u32 {
        let next = lts
            .states()
            .filter(|s| set >> s & 1 == 1)
            .flat_map(|s| lts.edges_with(s, label))
            .fold(0, |all, e| all | 1 << e.target);
        close(lts, next, semantics)
    }

    /// The sets of labels, as masks over all labels, that members of the set can refuse.
    fn refusals(lts: &Lts, set: u32, semantics: Semantics) -> HashSet<u32> {
        let labels = lts.labels().len() as u32;
        let mut all = HashSet::new();
        for s in lts.states().filter(|s| set >> s & 1 == 1) {
            if semantics.weak && !lts.tau_edges(s).is_empty() {
                continue;
            }
            let offered = lts.edges(s).iter().fold(0u32, |all, e| all | 1 << e.label.0);
            all.extend((0..1 << labels).filter(|refused| refused & offered == 0));
        }
        all
    }

    pub fn preorder(lts: &Lts, semantics: Semantics) -> Relation {
        let below = |s: State, t: State| {
            let start = (close(lts, 1 << s, semantics), close(lts, 1 << t, semantics));
            let mut seen = HashSet::from([start]);
            let mut stack = vec![start];
            while let Some((x, y)) = stack.pop() {
                let ends = |set: u32| lts.states().any(|s| set >> s & 1 == 1 && lts.edges(s).is_empty());
                if semantics.completed && ends(x) && !ends(y) {
                    return false;
                }
                if semantics.failures && !refusals(lts, x, semantics).is_subset(&refusals(lts, y, semantics))
                {
                    return false;
                }
                for (label, _) in lts.labels().iter().filter(|(l, _)| !(semantics.weak && l.is_tau())) {
                    let next = (after(lts, x, label, semantics), after(lts, y, label, semantics));
                    if next.0 != 0 && next.1 == 0 {
                        return false;
                    }
                    if next.0 != 0 && seen.insert(next) {
                        stack.push(next);
                    }
                }
            }
            true
        };
        lts.states().map(|s| lts.states().map(|t| below(s, t)).collect()).collect()
    }
}

/// k-traces as the definition says: sets of sequences; and, for systems with cycles, by bit masks.
pub mod ktraces {
    use super::*;
    use std::collections::{BTreeSet, HashMap, HashSet};

    /// A trace: the class it starts in, then actions and the classes they lead to.
    type Trace = Vec<(u32, u32)>;

    /// ≡₀ … ≡ₖ of a system without cycles, by writing down all traces.
    pub fn levels(lts: &Lts, k: usize) -> Vec<Partition> {
        let mut levels = vec![Partition::universal(lts.state_count())];
        for _ in 0..k {
            let before = levels.last().unwrap();
            let sets: Vec<BTreeSet<Trace>> =
                lts.states().map(|s| traces(lts, before, s).into_iter().collect()).collect();
            let keys: Vec<u32> =
                sets.iter().map(|set| sets.iter().position(|other| other == set).unwrap() as u32).collect();
            levels.push(Partition::from_keys(&keys, sets.len()));
        }
        levels
    }

    fn traces(lts: &Lts, classes: &Partition, s: State) -> Vec<Trace> {
        let start = (u32::MAX, classes.class(s));
        let mut all = vec![vec![start]];
        for e in lts.edges(s) {
            for tail in traces(lts, classes, e.target) {
                // `tail` starts with the class of the target; the step is dropped if it is τ inside a class.
                let mut trace = vec![start];
                if !(e.label.is_tau() && classes.same(s, e.target)) {
                    trace.push((e.label.0, classes.class(e.target)));
                }
                trace.extend_from_slice(&tail[1..]);
                all.push(trace);
            }
        }
        all
    }

    /// ≡₀ … ≡ₖ by comparing all pairs of states through sets of states.
    pub fn levels_by_sets(lts: &Lts, k: usize) -> Vec<Partition> {
        let mut levels = vec![Partition::universal(lts.state_count())];
        for _ in 0..k {
            let c = levels.last().unwrap();
            let close = |set: u32| {
                let mut set = set;
                loop {
                    let mut next = set;
                    for s in lts.states().filter(|s| set >> s & 1 == 1) {
                        for t in lts.tau_targets(s).filter(|&t| c.same(s, t)) {
                            next |= 1 << t;
                        }
                    }
                    if next == set {
                        return set;
                    }
                    set = next;
                }
            };
            let steps = |set: u32| {
                let mut next: HashMap<(u32, u32), u32> = HashMap::new();
                for s in lts.states().filter(|s| set >> s & 1 == 1) {
                    for e in lts.edges(s).iter().filter(|e| !(e.label.is_tau() && c.same(s, e.target))) {
                        *next.entry((e.label.0, c.class(e.target))).or_default() |= 1 << e.target;
                    }
                }
                next
            };
            let same = |s: State, t: State| {
                if !c.same(s, t) {
                    return false;
                }
                let mut stack = vec![(close(1 << s), close(1 << t))];
                let mut seen: HashSet<(u32, u32)> = stack.iter().copied().collect();
                while let Some((x, y)) = stack.pop() {
                    let (of_x, of_y) = (steps(x), steps(y));
                    if of_x.len() != of_y.len() {
                        return false;
                    }
                    for (symbol, x) in of_x {
                        let Some(&y) = of_y.get(&symbol) else { return false };
                        let pair = (close(x), close(y));
                        if seen.insert(pair) {
                            stack.push(pair);
                        }
                    }
                }
                true
            };
            let keys: Vec<u32> = lts.states().map(|s| lts.states().find(|&t| same(s, t)).unwrap()).collect();
            levels.push(Partition::from_keys(&keys, lts.state_count()));
        }
        levels
    }
}

/// Partitions by signatures, recomputed for all states until nothing changes: slow, but fit for hundreds of states.
pub fn by_signatures(lts: &Lts, branching: bool) -> Partition {
    use std::collections::{BTreeSet, HashMap};
    let mut partition = Partition::universal(lts.state_count());
    loop {
        let mut numbers: HashMap<(u32, BTreeSet<(Label, u32)>), u32> = HashMap::new();
        let keys: Vec<u32> = lts
            .states()
            .map(|s| {
                let mut inside = vec![s];
                let mut at = 0;
                while branching && at < inside.len() {
                    for t in lts.tau_targets(inside[at]) {
                        if partition.same(s, t) && !inside.contains(&t) {
                            inside.push(t);
                        }
                    }
                    at += 1;
                }
                let signature = inside
                    .iter()
                    .flat_map(|&x| lts.edges(x))
                    .filter(|e| !(branching && e.label.is_tau() && partition.same(s, e.target)))
                    .map(|e| (e.label, partition.class(e.target)))
                    .collect();
                let next = numbers.len() as u32;
                *numbers.entry((partition.class(s), signature)).or_insert(next)
            })
            .collect();
        let next = Partition::from_keys(&keys, numbers.len());
        if next.class_count() == partition.class_count() {
            return next;
        }
        partition = next;
    }
}

/// Systems with up to `max` states in which steps tend to stay near, so that classes are split slowly.
pub fn any_large_system(max: u32) -> impl Strategy<Value = Lts> {
    (20..=max, 1u32..4, 1u32..20).prop_flat_map(|(n, labels, reach)| {
        let step = (0..n, 0..labels + 2, 0..2 * reach).prop_map(move |(s, l, d)| {
            let target = (i64::from(s) + i64::from(d) - i64::from(reach) / 2).clamp(0, i64::from(n) - 1);
            (s, l.saturating_sub(2), target as u32)
        });
        proptest::collection::vec(step, n as usize..=2 * n as usize)
            .prop_map(move |triples| system(n as usize, &triples))
    })
}
