//! `vtrace run`, as its users have it: the real binary, in a real directory, with the real Go.
//!
//! Expected texts are written by the tests themselves with `SNAPSHOTS=overwrite cargo test --test run`.

mod failures;
mod programs;
mod project;
mod schedules;
mod seeds;
mod traces;
