//! Checks programs, replays every finding so many times, and prints a table: `corpus [-n TIMES] PROGRAM…`, where a program
//! is a file, or the directory of a module whose tests are run.

#[path = "../tests/common/corpus.rs"]
#[allow(missing_docs)]
mod corpus;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use vtrace_load::Loader;
use vtrace_replay::{Outcome, Session};

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut times = 1;
    if arguments.first().is_some_and(|argument| argument == "-n") {
        times = arguments.get(1).and_then(|number| number.parse().ok()).unwrap_or(1);
        arguments.drain(..2);
    }
    let mut totals = BTreeMap::new();
    let loader = Loader::new();
    for argument in &arguments {
        if let Err(error) = program(&loader, argument, times, &mut totals) {
            println!("{argument}: {error}");
            *totals.entry("error").or_insert(0) += 1;
        }
    }
    println!("{totals:?}");
}

fn program(
    loader: &Loader,
    argument: &str,
    times: u32,
    totals: &mut BTreeMap<&'static str, u32>,
) -> Result<(), Box<dyn std::error::Error>> {
    for subject in corpus::subjects(loader, Path::new(argument), true)? {
        for finding in &subject.findings {
            let line = finding.place().map_or(0, |place| place.line);
            let name = format!("{argument}:{line} {} {}", subject.entry, finding.kind.name());
            let Some((plan, expected)) = vtrace_replay::finding::plan(&subject.machine, finding)? else {
                println!("{name}: not replayable");
                *totals.entry("not replayable").or_insert(0) += 1;
                continue;
            };
            let start = Instant::now();
            let session = Session::new(loader, subject.target(&plan, &expected))?;
            let build = start.elapsed().as_secs_f64();
            let start = Instant::now();
            let outcomes: Vec<Outcome> = (0..times).map(|_| session.replay(&plan, &expected)).collect();
            let each = start.elapsed().as_secs_f64() * 1000.0 / f64::from(times);
            let confirmed = outcomes.iter().filter(|o| matches!(o, Outcome::Confirmed { .. })).count();
            let other = outcomes.iter().find(|o| !matches!(o, Outcome::Confirmed { .. }));
            let word = match other {
                None => "confirmed",
                Some(Outcome::Refuted { .. }) => "refuted",
                Some(_) => "failed",
            };
            *totals.entry(word).or_insert(0) += 1;
            println!("{name}: {word} ({confirmed}/{times}, build {build:.2} s, {each:.1} ms each)");
            match other {
                Some(Outcome::Refuted { step, why, expected, .. }) => {
                    println!(
                        "    step {step} of {}: {why} [{expected}] inputs {:?}",
                        plan.choices, plan.inputs
                    );
                }
                Some(Outcome::Failed { text }) => println!("    {text}"),
                _ => {}
            }
        }
    }
    Ok(())
}
