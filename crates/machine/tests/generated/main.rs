//! Generated programs: the machine does what Go does, whatever the program.
//!
//! Three families, a fixed number of each in the normal suite:
//!
//! - *sequential* programs print the same on the machine as under Go;
//! - *concurrent* ones whose output does not depend on the schedule do so under several schedules;
//! - *racy* ones end, in a way that Go knows, and a recorded run can be replayed state by state.
//!
//! `VTRACE_FUZZ_PROGRAMS=1000 VTRACE_FUZZ_SEED=7 cargo test --release -p vtrace-machine --test generated` runs more of each, from
//! another seed on. A failure shows the seed, what differs, and the smallest program that was found by leaving out statements.

mod concurrent;
mod control;
mod execution;
mod expression;
mod order;
mod program;
mod racy;
mod random;
mod sequential;
mod shrink;
mod snippets;
mod statement;
mod types;
mod workshop;

use std::collections::BTreeSet;
use std::env;

use vtrace_machine::TimeMode;

use crate::program::Program;
use crate::workshop::{Outcome, Workshop};

/// Programs of each family, where the environment does not say otherwise.
const PROGRAMS: u64 = 40;
/// Programs in one module: more take too much memory at once.
const BATCH: u64 = 100;

fn setting(name: &str, default: u64) -> u64 {
    let Ok(value) = env::var(name) else { return default };
    value.parse().unwrap_or_else(|_| panic!("{name} must be a number, not {value}"))
}

/// Generates programs, and checks them in batches. `check` gets the number of a program in its workshop.
fn for_programs(
    family: &str,
    generate: fn(u64) -> Program,
    go: bool,
    check: impl Fn(&Bench, usize) -> Result<(), String>,
) {
    let first = setting("VTRACE_FUZZ_SEED", 1);
    let count = setting("VTRACE_FUZZ_PROGRAMS", PROGRAMS);
    // Runs from different seeds may go on at the same time.
    let name = format!("{family}-{first}");
    let mut failures = Vec::new();
    for start in (first..first + count).step_by(BATCH as usize) {
        let programs: Vec<Program> = (start..(start + BATCH).min(first + count)).map(generate).collect();
        let nothing = BTreeSet::new();
        let bench = Bench::new(&name, &programs.iter().map(|p| (p, &nothing)).collect::<Vec<_>>(), go);
        for (i, program) in programs.iter().enumerate() {
            if let Err(error) = check(&bench, i) {
                failures.push((program.seed, error));
                eprintln!("{family} program {}: {}", program.seed, failures.last().map_or("", |f| &f.1));
            }
        }
    }
    let Some((seed, error)) = failures.first() else { return };
    let seeds: Vec<u64> = failures.iter().map(|(seed, _)| *seed).collect();
    if env::var("VTRACE_FUZZ_SHRINK").as_deref() == Ok("0") {
        panic!("{family} programs {seeds:?} fail. The first:\n{error}");
    }
    let smallest = shrink::shrink(&name, &generate(*seed), go, &check);
    panic!("{family} programs {seeds:?} fail. The first:\n{error}\n\nA smaller one:\n{smallest}");
}

/// Programs that are ready to run.
pub struct Bench {
    workshop: Workshop,
    program: std::sync::Arc<vtrace_machine::Program>,
}

impl Bench {
    fn new(name: &str, programs: &[(&Program, &BTreeSet<usize>)], go: bool) -> Bench {
        let workshop = Workshop::new(name, programs);
        if go {
            workshop.build();
        }
        let program = workshop.load();
        Bench { workshop, program }
    }
}

fn compare(go: &Outcome, machine: &Outcome) -> Result<(), String> {
    if go == machine {
        return Ok(());
    }
    let all = |o: &Outcome| format!("{}{}\nexit {}", o.stdout, o.stderr, o.code);
    let (go, machine) = (all(go), all(machine));
    let (mut a, mut b) = (go.lines(), machine.lines());
    loop {
        match (a.next(), b.next()) {
            (x, y) if x == y => {}
            (x, y) => {
                let (x, y) = (x.unwrap_or("(nothing)"), y.unwrap_or("(nothing)"));
                return Err(format!("Go:      {x}\nmachine: {y}"));
            }
        }
    }
}

#[test]
fn sequential_programs_print_what_they_print_under_go() {
    for_programs("sequential", sequential::generate, true, |bench, i| {
        compare(&bench.workshop.go(i), &execution::outcome(&bench.program, i, 0)?)?;
        execution::replay(&bench.program, i, 1, TimeMode::Virtual, 100).map(|_| ())
    });
}

#[test]
fn concurrent_programs_print_what_they_print_under_go_whatever_the_schedule() {
    for_programs("concurrent", concurrent::generate, true, |bench, i| {
        let go = bench.workshop.go(i);
        for seed in 0..4 {
            let machine = execution::outcome(&bench.program, i, seed)?;
            compare(&go, &machine).map_err(|error| format!("under schedule {seed}:\n{error}"))?;
        }
        execution::replay(&bench.program, i, 4, TimeMode::Virtual, 10).map(|_| ())
    });
}

#[test]
fn racy_programs_end_and_can_be_replayed() {
    for_programs("racy", racy::generate, false, |bench, i| {
        for seed in 0..2 {
            let time = if seed % 2 == 0 { TimeMode::Any } else { TimeMode::Virtual };
            execution::replay(&bench.program, i, seed, time, 1)
                .map_err(|error| format!("under schedule {seed}:\n{error}"))?;
        }
        Ok(())
    });
}

#[test]
fn expressions_are_evaluated_in_the_order_of_the_compiler() {
    for_programs("order", order::generate, true, |bench, i| {
        compare(&bench.workshop.go(i), &execution::outcome(&bench.program, i, 0)?)
    });
}
