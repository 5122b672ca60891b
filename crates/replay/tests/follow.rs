//! The real program follows the machine: whatever schedule the machine takes, the real program takes too, prints the same,
//! and ends the same.

mod common;

use common::{Program, check};

/// Runs a program under so many schedules.
fn follows(name: &str, seeds: std::ops::Range<u64>) {
    let program = Program::load(name);
    for seed in seeds {
        let (plan, _) = program.plan(seed);
        check(&program, &plan, seed);
    }
}

#[test]
fn lock_order_inversion_deadlocks_when_the_machine_does() {
    follows("abba.go", 0..20);
}

#[test]
fn a_send_on_a_closed_channel_panics_when_it_does_on_the_machine() {
    follows("closed.go", 0..10);
}

#[test]
fn selects_conditions_and_reader_locks_are_followed() {
    follows("many.go", 0..10);
}

#[test]
fn contexts_logs_and_atomics_are_followed() {
    follows("contexts.go", 0..10);
}

#[test]
fn timers_fire_when_the_schedule_says() {
    follows("timers.go", 0..5);
}

#[test]
fn operations_in_unusual_places_are_followed() {
    follows("shapes.go", 0..10);
}

#[test]
fn random_numbers_and_the_clock_are_those_of_the_machine() {
    follows("choices.go", 0..20);
}

#[test]
fn maps_are_visited_in_the_order_of_the_machine() {
    follows("orders.go", 0..20);
}

#[test]
fn what_is_done_over_and_over_is_followed() {
    let program = Program::load("rounds.go");
    for seed in 0..10 {
        let (plan, _) = program.plan(seed);
        assert!(plan.text().lines().any(|line| line.starts_with("r\t")), "{}", plan.text());
        check(&program, &plan, seed);
    }
}

#[test]
fn collecting_garbage_is_no_step() {
    follows("collected.go", 0..5);
}
