//! Programs under test: loaded for the machine, and built for replay.

#![allow(dead_code, missing_docs)]

use std::path::Path;
use std::sync::Arc;

use vtrace_load::{Loader, Request};
use vtrace_machine::run::{Listener, Random, run};
use vtrace_machine::{Choice, Machine, Options, Program as Code, State, TimeMode};
use vtrace_replay::verdict::judge;
use vtrace_replay::{Outcome, Plan, Session, Target};

pub struct Program {
    pub machine: Machine,
    pub session: Session,
}

impl Program {
    pub fn load(name: &str) -> Program {
        Program::load_as(name, true, TimeMode::Virtual)
    }

    pub fn load_as(name: &str, visible_output: bool, time: TimeMode) -> Program {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
        let loader = Loader::new();
        let loaded = loader.load(&Request::new(&dir, name)).unwrap_or_else(|error| panic!("{error}"));
        let options = Options { visible_output, time, ..Options::default() };
        let machine = Machine::new(Arc::new(Code::new(loaded.image).unwrap()), 0, options);
        let session = Session::new(&loader, Target::main(dir, vec![name.to_string()]));
        Program { machine, session: session.unwrap_or_else(|error| panic!("{error}")) }
    }

    /// The choices of a random run.
    pub fn choices(&self, seed: u64) -> Vec<Choice> {
        let mut record = Record::default();
        run(&self.machine, &mut Random::new(seed), &mut record, 100_000);
        record.0
    }

    pub fn plan(&self, seed: u64) -> (Plan, Vec<Choice>) {
        let choices = self.choices(seed);
        (Plan::new(&self.machine, &choices).unwrap(), choices)
    }
}

#[derive(Default)]
struct Record(Vec<Choice>);

impl Listener for Record {
    fn chosen(&mut self, _: &State, choice: &Choice) {
        self.0.push(*choice);
    }
}

/// The real program must follow the plan, end as the machine ended, and print the same.
pub fn check(program: &Program, plan: &Plan, seed: u64) {
    let expectation = plan.expectation().expect("the machine came to an end");
    let run = program.session.run(plan).unwrap();
    let outcome = judge(plan, &expectation, &run);
    assert!(matches!(outcome, Outcome::Confirmed { .. }), "seed {seed}: {outcome:#?}\n{}", plan.text());
    let (machine, real) = (String::from_utf8_lossy(&plan.output.0), String::from_utf8_lossy(&run.stdout));
    assert_eq!(machine, real, "seed {seed}\n{}", plan.text());
}
