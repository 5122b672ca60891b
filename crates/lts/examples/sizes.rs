//! Prints the sizes of generated systems and their quotients.
use vtrace_lts::objects::{KINDS, Workload};
use vtrace_lts::{
    bisimulation,
    ktrace::{Degree, KTrace},
};
fn main() {
    for (t, o) in [(2u8, 2u8), (2, 3), (3, 1), (2, 4), (3, 2)] {
        for (name, kind) in KINDS {
            let start = std::time::Instant::now();
            let lts = kind
                .generate(&Workload { threads: t, operations: o, detailed: false, limit: 5_000_000 })
                .unwrap();
            let g = start.elapsed();
            let start = std::time::Instant::now();
            let p = bisimulation::branching(&lts);
            let q = p.silent_quotient(&lts);
            let b = start.elapsed();
            let dp = bisimulation::divergence_preserving(&lts).class_count();
            let c = vtrace_lts::circles::circles(&lts).leading.len();
            let start = std::time::Instant::now();
            let mut k = KTrace::new(&q, false);
            let cap = k.advance_to_cap().unwrap();
            let kt = start.elapsed();
            let pairs = k.tau_pairs(&q);
            let counts: Vec<usize> =
                (1..=cap).map(|k| pairs.iter().filter(|p| p.degree >= Degree::Exactly(k)).count()).collect();
            println!(
                "{name} {t}x{o}: {}/{} -> {}/{} dp {dp} circles {c} cap {cap} {counts:?} gen {g:?} branching {b:?} ktrace {kt:?}",
                lts.state_count(),
                lts.transition_count(),
                q.state_count(),
                q.transition_count()
            );
        }
    }
}
