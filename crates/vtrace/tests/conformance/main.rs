//! Conformance: each program of `tests/conformance` does on the machine what it does under real Go.
//!
//! `tests/conformance/bless` has run the programs with Go and has written down what they print; here they run on the
//! machine and must print the same. Every program is a test of its own, named by its path:
//!
//! ```text
//! cargo test --test conformance                    all
//! cargo test --test conformance -- chans/          some
//! cargo test --test conformance -- --exact chans/closing
//! ```

mod corpus;
mod expectation;
mod machine;
mod module;
mod programs;

use std::sync::{Arc, LazyLock};

use libtest_mimic::{Arguments, Failed, Trial};

use crate::corpus::{Module, Program};
use crate::programs::Programs;

fn main() {
    let arguments = Arguments::from_args();
    let corpus = corpus::read();
    // Loaded when the first program runs: not for `--list`, and not if the filter leaves none.
    let files = corpus.programs.clone();
    let programs = Arc::new(LazyLock::new(move || Programs::load(&files)));

    let mut trials = Vec::new();
    for program in corpus.programs {
        let programs = Arc::clone(&programs);
        trials.push(Trial::test(program.name.clone(), move || run_program(&program, &programs)));
    }
    for module in corpus.modules {
        trials.push(Trial::test(module.name.clone(), move || run_module(&module)));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// Runs a program under all of its seeds.
fn run_program(program: &Program, programs: &Programs) -> Result<(), Failed> {
    let (image, entry) = programs.entry(&program.name)?;
    for seed in 0..program.seeds {
        let outcome = machine::run(&image, entry, seed)?;
        program.expectation.check(&outcome).map_err(|difference| {
            format!("tests/conformance/{}.go, seed {seed}:\n{difference}", program.name)
        })?;
    }
    Ok(())
}

/// Runs a module's program or its tests.
fn run_module(module: &Module) -> Result<(), Failed> {
    module
        .expectation
        .check(&module::run(module)?)
        .map_err(|difference| format!("tests/conformance/{}:\n{difference}", module.name).into())
}
