//! That reading memory which nobody writes any more is no step of its own changes no answer: the examples get the same ones when every
//! read is a step.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use vtrace_load::{Loader, Request};
use vtrace_machine::{Machine, Program, TimeMode};
use vtrace_sim::{Fairness, Faults, Limits, Query, Simulation, decide, query};

/// The answers to an example's queries, and how many states that took.
fn answers(machine: &Machine, queries: &[Query], faults: &Faults) -> (Vec<Option<bool>>, usize) {
    let simulation = Simulation { machine, faults: faults.clone(), observed: Vec::new() };
    let limits = Limits {
        states: 1_000_000,
        time: Duration::from_secs(120),
        memory: 4 << 30,
        threads: 1,
        goals: false,
        edges: false,
    };
    let decision =
        decide(&simulation, queries, Fairness::None, limits, &|| false).expect("they can be asked");
    (decision.answers.iter().map(|answer| answer.holds).collect(), decision.space.states())
}

#[test]
fn constant_memory_changes_no_answer() {
    let crash = Faults { crash: "1".parse().expect("a number"), ..Faults::default() };
    let cases = [
        ("ring", "queries.q", Faults::default()),
        ("ring", "crash.q", crash),
        ("ring-broken", "queries.q", Faults::default()),
        ("philosophers-broken", "queries.q", Faults::default()),
        ("twophase", "queries.q", Faults::default()),
        ("twophase-broken", "queries.q", Faults::default()),
        ("snapshot", "queries.q", Faults::default()),
        ("snapshot-broken", "queries.q", Faults::default()),
        ("suzukikasami", "queries.q", Faults::default()),
    ];
    let mut fewer = 0;
    for (example, file, faults) in cases {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/distributed").join(example);
        let text = std::fs::read_to_string(dir.join(file)).expect("it can be read");
        let queries = query::parse_file(&text).expect("they can be read");
        let mut request = Request::new(&dir, ".");
        request.watch = vec!["*".to_string()];
        let image = || Loader::new().load(&request).expect("the example loads").image;
        let machine =
            |program: Program| Machine::new(Arc::new(program), 0, vtrace_sim::options(TimeMode::Any));
        let with = answers(&machine(Program::new(image()).expect("small")), &queries, &faults);
        let without = answers(&machine(Program::with_all_reads(image()).expect("small")), &queries, &faults);
        assert_eq!(with.0, without.0, "{example}/{file}");
        assert!(with.0.iter().all(Option::is_some), "{example}/{file}: {with:?}");
        assert!(with.1 <= without.1, "{example}/{file}: {} {}", with.1, without.1);
        fewer += usize::from(with.1 < without.1);
    }
    assert!(fewer > 0, "somewhere it pays");
}
