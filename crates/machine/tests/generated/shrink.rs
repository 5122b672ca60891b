//! Makes a failing program smaller by leaving out statements, many attempts in one build.

use std::collections::BTreeSet;

use crate::Bench;
use crate::program::Program;

/// Each round is a build.
const ROUNDS: usize = 12;
/// Attempts in one round.
const ATTEMPTS: usize = 60;

/// The text of the smallest program found that `check` still rejects, and why.
pub fn shrink(
    family: &str,
    program: &Program,
    go: bool,
    check: &impl Fn(&Bench, usize) -> Result<(), String>,
) -> String {
    let all = program.droppable();
    let mut dropped = BTreeSet::new();
    let mut error = String::new();
    let mut size = all.len().div_ceil(2);
    for _ in 0..ROUNDS {
        let left: Vec<usize> = all.iter().copied().filter(|n| !dropped.contains(n)).collect();
        size = size.max(left.len().div_ceil(ATTEMPTS)).max(1);
        let attempts: Vec<BTreeSet<usize>> =
            left.chunks(size).map(|chunk| dropped.iter().chain(chunk).copied().collect()).collect();
        if attempts.is_empty() {
            break;
        }
        let bench = Bench::new(
            &format!("{family}-smaller"),
            &attempts.iter().map(|d| (program, d)).collect::<Vec<_>>(),
            go,
        );
        let failing: Vec<&BTreeSet<usize>> = (0..attempts.len())
            .filter(|&i| match check(&bench, i) {
                Err(text) => {
                    error = text;
                    true
                }
                Ok(()) => false,
            })
            .map(|i| &attempts[i])
            .collect();
        // What can be left out one by one can mostly be left out together.
        let together: BTreeSet<usize> = failing.iter().flat_map(|d| d.iter().copied()).collect();
        let best = match failing.len() {
            0 => None,
            1 => Some(together),
            _ => {
                let bench = Bench::new(&format!("{family}-smaller"), &[(program, &together)], go);
                match check(&bench, 0) {
                    Err(_) => Some(together),
                    Ok(()) => failing.iter().max_by_key(|d| d.len()).map(|d| (*d).clone()),
                }
            }
        };
        match best {
            Some(best) => dropped = best,
            None if size == 1 => break,
            None => {}
        }
        size = (size / 3).max(1);
    }
    format!("{error}\n{}", program.text("smaller", &dropped))
}
