//! Checks programs, replays every finding so many times, and prints a table: `corpus [-n TIMES] PROGRAM…`, where a program
//! is a file, or the directory of a module whose tests are run.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use vtrace_check::{Settings, check};
use vtrace_explore::{Budget, Progress};
use vtrace_load::{Loader, Request};
use vtrace_machine::{Machine, Options, Program};
use vtrace_program::EntryKind;
use vtrace_replay::{Outcome, Session, Target};

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
    let path = std::path::absolute(argument)?;
    let (dir, pattern) = match path.is_dir() {
        true => (path.clone(), "./...".to_string()),
        false => (
            path.parent().unwrap_or(Path::new(".")).to_path_buf(),
            path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        ),
    };
    let mut request = Request::new(&dir, &pattern);
    request.tests = true;
    let loaded = loader.load(&request)?;
    let code = Arc::new(Program::new(loaded.image)?);
    for (index, entry) in code.image.entries.iter().enumerate() {
        if !matches!(entry.kind, EntryKind::Main | EntryKind::Test) {
            continue;
        }
        let options = Options { search: true, ..Options::default() };
        let machine = Machine::new(code.clone(), index, options);
        let budget = Budget { time: Some(Duration::from_secs(10)), ..Budget::default() };
        let settings = Settings { budget, threads: 2, ..Settings::default() };
        let checked = check(&machine, &settings, &Progress::default());
        for finding in &checked.findings {
            let line = finding.place().map_or(0, |place| place.line);
            let name = format!("{argument}:{line} {} {}", entry.name, finding.kind.name());
            let Some((plan, expected)) = vtrace_replay::finding::plan(&machine, finding)? else {
                println!("{name}: not replayable");
                *totals.entry("not replayable").or_insert(0) += 1;
                continue;
            };
            let mut target = Target::main(&dir, vec![pattern.clone()]);
            target.race = expected.needs_race_detector();
            target.memory = plan.has_accesses();
            target.test = (entry.kind == EntryKind::Test).then(|| entry.name.clone());
            if target.test.is_some() {
                target.patterns = vec![entry.package.trim_end_matches("_test").to_string()];
            }
            let session = Session::new(loader, target)?;
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

            println!("{name}: {word} ({confirmed}/{times}, {each:.1} ms)");
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
