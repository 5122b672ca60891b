//! The reductions of the search lose nothing: on random programs, each of them, and two workers instead of one, give what
//! the plain search gives.
//!
//! `REDUCTIONS_SEED` and `REDUCTIONS_COUNT` choose other programs, and more; `REDUCTIONS_STATES` is how large they may be. A
//! program for which there is a difference is made as small as possible, and shown.

mod generate;

use std::collections::BTreeSet;
use std::sync::Arc;

use generate::{Program as Source, Random};
use vtrace_check::{Bug, Bugs, GoSystem, Settings, Symmetry, check, machine_options};
use vtrace_explore::{Budget, Options, Progress, depth_first};
use vtrace_load::{Loader, Request};
use vtrace_machine::{Machine, Program, TimeMode};

/// A way to search.
#[derive(Clone, Copy, Debug)]
struct Way {
    reduce: bool,
    goroutines: bool,
    heap: bool,
    threads: usize,
}

const PLAIN: Way = Way { reduce: false, goroutines: false, heap: false, threads: 1 };
const FULL: Way = Way { reduce: true, goroutines: true, heap: true, threads: 1 };
const WAYS: [Way; 6] = [
    FULL,
    Way { threads: 2, ..FULL },
    Way { reduce: true, ..PLAIN },
    Way { heap: true, ..PLAIN },
    Way { goroutines: true, heap: true, ..PLAIN },
    Way { threads: 2, ..PLAIN },
];

impl Way {
    fn symmetry(self) -> Symmetry {
        Symmetry { goroutines: self.goroutines, heap: self.heap }
    }
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).map_or(otherwise, |text| text.parse().expect("a number"))
}

/// Programs with more states, without reductions, are passed over.
fn most_states() -> Budget {
    Budget { states: Some(number("REDUCTIONS_STATES", 2_000)), ..Budget::default() }
}

/// A machine for each program.
fn machines(sources: &[Source]) -> Vec<Machine> {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("go.mod"), "module example.com/random\n\ngo 1.24\n").expect("go.mod");
    std::fs::write(dir.path().join("main.go"), generate::package(sources)).expect("main.go");
    let mut request = Request::new(dir.path(), ".");
    request.entries = (0..sources.len()).map(|i| format!("e{i}")).collect();
    request.cache = false;
    let image = Loader::new().load(&request).unwrap_or_else(|error| panic!("{error}")).image;
    let program = Arc::new(Program::new(image).expect("an image that the machine can execute"));
    let entry = |i: usize| {
        let name = format!("e{i}");
        program.image.entries.iter().position(|entry| entry.name == name).expect("an entry")
    };
    (0..sources.len())
        .map(|i| Machine::new(program.clone(), entry(i), machine_options(TimeMode::Any)))
        .collect()
}

/// What is wrong in the states, and how many there are; nothing if they are too many.
fn bugs(machine: &Machine, way: Way) -> Option<(BTreeSet<Bug>, u64)> {
    let system = GoSystem::new(machine, way.symmetry());
    let options = Options { threads: way.threads, reduce: way.reduce };
    let result = depth_first(&system, &Bugs, &options, &most_states());
    result.limit.is_none().then(|| (result.findings.into_keys().collect(), result.statistics.states))
}

/// What a user is told: kinds and places.
fn findings(machine: &Machine, way: Way) -> BTreeSet<String> {
    let settings = Settings {
        reduce: way.reduce,
        symmetry: way.symmetry(),
        threads: way.threads,
        budget: most_states(),
        ..Settings::default()
    };
    let checked = check(machine, &settings, &Progress::default());
    let place = |finding: &vtrace_report::Finding| {
        let location = finding.labels.first().map(|label| &label.location);
        location.map_or(String::new(), |at| format!("{}:{}", at.line, at.column))
    };
    checked.findings.iter().map(|finding| format!("{} at {}", finding.kind.name(), place(finding))).collect()
}

/// How the ways of searching one program came out.
enum Outcome {
    TooLarge,
    Same { bugs: usize, plain: u64, reduced: u64 },
    Different(String),
}

fn compare(machine: &Machine) -> Outcome {
    let Some((expected, plain)) = bugs(machine, PLAIN) else { return Outcome::TooLarge };
    let mut reduced = 0;
    for way in WAYS {
        let Some((actual, states)) = bugs(machine, way) else {
            return Outcome::Different(format!(
                "{way:?} has more than the {plain} states of the plain search"
            ));
        };
        if actual != expected {
            let (lost, extra): (Vec<_>, Vec<_>) =
                (expected.difference(&actual).collect(), actual.difference(&expected).collect());
            return Outcome::Different(format!("{way:?} loses {lost:?} and finds {extra:?}"));
        }
        if way.reduce && way.goroutines && way.threads == 1 {
            reduced = states;
        }
    }
    let expected = findings(machine, PLAIN);
    for way in [FULL, Way { threads: 2, ..FULL }] {
        let actual = findings(machine, way);
        if actual != expected {
            return Outcome::Different(format!("{way:?} tells {actual:?} instead of {expected:?}"));
        }
    }
    Outcome::Same { bugs: expected.len(), plain, reduced }
}

/// The smallest program found that still shows a difference.
fn shrink(mut source: Source, mut difference: String) -> String {
    loop {
        let candidates = source.smaller();
        if candidates.is_empty() {
            break;
        }
        let machines = machines(&candidates);
        let found =
            machines.iter().zip(&candidates).find_map(|(machine, candidate)| match compare(machine) {
                Outcome::Different(difference) => Some((candidate.clone(), difference)),
                _ => None,
            });
        let Some((smaller, why)) = found else { break };
        (source, difference) = (smaller, why);
    }
    format!("{}{difference}", source.function("e"))
}

#[test]
fn every_reduction_gives_what_the_plain_search_gives() {
    let mut random = Random(number("REDUCTIONS_SEED", 1));
    let count = number("REDUCTIONS_COUNT", 100) as usize;
    let sources: Vec<Source> = (0..count).map(|_| Source::random(&mut random)).collect();
    let (mut too_large, mut with_bugs, mut all, mut seen) = (0, 0, 0, 0);
    let mut different = Vec::new();
    for (source, machine) in sources.iter().zip(machines(&sources)) {
        match compare(&machine) {
            Outcome::TooLarge => too_large += 1,
            Outcome::Same { bugs, plain, reduced } => {
                with_bugs += (bugs > 0) as usize;
                (all, seen) = (all + plain, seen + reduced);
            }
            Outcome::Different(difference) => different.push((source, difference)),
        }
    }
    println!(
        "{count} programs: {with_bugs} with bugs, {too_large} too large; {all} states, {seen} with reductions"
    );
    let shown: Vec<String> =
        different.iter().take(5).map(|(source, why)| shrink((*source).clone(), why.clone())).collect();
    assert!(different.is_empty(), "{} programs differ:\n\n{}", different.len(), shown.join("\n\n"));
    assert!(with_bugs * 4 > count && too_large * 5 < count, "the programs are not of much use");
}
