//! Verdicts: what a replay was to show, and whether the Go runtime says so.

use serde::{Deserialize, Serialize};

use crate::dump::{self, same_file};
use crate::plan::Plan;
use crate::process::{Ended, Run};

/// A place in the sources. The file is named by its path, or the end of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The function, as Go names it. What is deferred stands at another line of it than the runtime says.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub function: String,
    /// What a goroutine waits for there, as the runtime says: `chan send`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

/// What a replay is to show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Expectation {
    /// All goroutines are asleep, main among them.
    Deadlock,
    /// Goroutines wait for ever at these lines, though main may have returned.
    Leak {
        /// Where they wait.
        at: Vec<Place>,
    },
    /// A panic that nobody recovers from. `text` is what follows `panic: `, or its beginning.
    Panic {
        /// The text.
        text: String,
    },
    /// The runtime gives up. `text` is what follows `fatal error: `, or its beginning.
    Fatal {
        /// The text.
        text: String,
    },
    /// The race detector finds two accesses, at these lines.
    Race {
        /// Where they are.
        at: Vec<Place>,
    },
    /// The race detector finds that a WaitGroup's counter leaves zero while somebody waits for it. Its report names no lines; that it is
    /// about these two places, the plan knows: nobody else was on the way.
    Misuse {
        /// The Add, and the Wait.
        at: Vec<Place>,
    },
    /// A test fails, at one of these places, or anywhere if there are none.
    FailedTest {
        /// Where it says so.
        #[serde(default)]
        at: Vec<Place>,
    },
    /// Goroutines go on for ever without getting anywhere: the schedule led in a circle, and they are still at one of these places.
    Livelock {
        /// The places of the circle.
        at: Vec<Place>,
    },
    /// The program ends with this exit code.
    Exit {
        /// The code.
        code: i32,
    },
}

impl Expectation {
    /// Whether only the race detector can tell ([`crate::Target::race`]).
    pub fn needs_race_detector(&self) -> bool {
        matches!(self, Expectation::Race { .. } | Expectation::Misuse { .. })
    }
}

/// What came out of a replay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "outcome")]
pub enum Outcome {
    /// The Go runtime says what was expected.
    Confirmed {
        /// Its words.
        evidence: String,
    },
    /// The real program does not do what the trace says, or it does not lead where the trace says.
    Refuted {
        /// The index of the choice that could not be followed; the number of choices if all were.
        step: usize,
        /// Why.
        why: String,
        /// What was to happen in that step.
        expected: String,
        /// A goroutine came to another operation than it does on the machine: the two do not agree on what the program does, whatever the
        /// order.
        strayed: bool,
        /// What the program said.
        said: String,
    },
    /// There is no verdict.
    Failed {
        /// Why.
        text: String,
    },
}

/// Judges a run.
pub fn judge(plan: &Plan, expectation: &Expectation, run: &Run) -> Outcome {
    let stderr = String::from_utf8_lossy(&run.stderr);
    let said = || tail(&stderr).to_string();
    let last = run.steps.lines().rev().find_map(|line| line.strip_prefix("step ")?.parse::<usize>().ok());
    let refuted_or_strayed = |number: usize, why: String, strayed: bool| {
        let step = plan.choice(number);
        Outcome::Refuted {
            strayed,
            step: step.map_or(if number == 0 { 0 } else { plan.choices }, |step| step.choice),
            why,
            expected: step.map_or(String::new(), |step| step.text.clone()),
            said: said(),
        }
    };
    let refuted = |number, why| refuted_or_strayed(number, why, false);
    if let Some(line) = run.steps.lines().find_map(|line| line.strip_prefix("diverged ")) {
        let (number, why) = divergence(line);
        return refuted_or_strayed(number, why, true);
    }
    match run.ended {
        Some(Ended::Time) => {
            let seconds = run.duration.as_secs_f32();
            let at = last.map_or(String::new(), |step| format!(" in step {step} of {}", plan.steps.len()));
            return Outcome::Failed { text: format!("the program was ended after {seconds:.1} s{at}") };
        }
        Some(Ended::Memory) => {
            return Outcome::Failed { text: "the program took too much memory".to_string() };
        }
        Some(Ended::Quiet) | None => {}
    }
    let over = run.steps.lines().any(|line| line == "over");
    // Who panics does not come to the end of its step; what is left of the schedule then is only how the panic goes on.
    let needed = match expectation {
        Expectation::Panic { .. } => plan.panics.unwrap_or(plan.steps.len()),
        _ => plan.steps.len(),
    };
    let followed = over || last.unwrap_or(0) >= needed;
    let returned = run.steps.lines().any(|line| line == "returned");
    if let Some(evidence) = evidence(expectation, run, &stderr, followed, returned) {
        return Outcome::Confirmed { evidence };
    }
    let asleep = dump::fatal(&stderr).is_some_and(|text| text.starts_with("all goroutines are asleep"));
    if over {
        let why = match (asleep, returned, dump::panic(&stderr), dump::fatal(&stderr)) {
            (true, true, ..) => "goroutines are stuck, but not those, or not there".to_string(),
            (true, false, ..) => "all goroutines are asleep, which was not expected".to_string(),
            (_, _, Some(text), _) => format!("it panicked: {text}"),
            (_, _, _, Some(text)) => format!("fatal error: {text}"),
            _ => "the program went on, and nothing was wrong".to_string(),
        };
        return refuted(plan.steps.len() + 1, format!("the whole schedule was followed; then {why}"));
    }
    let number = last.unwrap_or(0);
    let why = match (asleep, dump::panic(&stderr), dump::fatal(&stderr)) {
        (true, ..) => "the operation was not possible, and nobody could go on".to_string(),
        (_, Some(text), _) => format!("the program panicked: {text}"),
        (_, _, Some(text)) => format!("fatal error: {text}"),
        _ => match run.code {
            Some(code) => format!("the program ended before the schedule, with exit code {code}"),
            None => "a signal ended the program before the schedule was over".to_string(),
        },
    };
    refuted(number, why)
}

/// What the runtime says that bears an expectation out.
fn evidence(
    expectation: &Expectation,
    run: &Run,
    stderr: &str,
    followed: bool,
    returned: bool,
) -> Option<String> {
    if !followed {
        return None;
    }
    let says = |word: &str| run.steps.lines().any(|line| line == word);
    let over = says("over");
    let skipped = run.steps.lines().any(|line| line.starts_with("skipped "));
    // The runtime was asked for its goroutines, and told them.
    let asked = run.ended == Some(Ended::Quiet) || says("quiet");
    let fatal = dump::fatal(stderr);
    let asleep = fatal.is_some_and(|text| text.starts_with("all goroutines are asleep"));
    let from = |head: &str| stderr.find(head).map(|start| tail(&stderr[start..]).to_string());
    match expectation {
        Expectation::Deadlock if over && asleep && !returned => from("fatal error: "),
        // Programs with C code have no detection of deadlocks. Then the goroutines themselves must show it.
        Expectation::Deadlock if over && asked && !returned => {
            let all: Vec<_> =
                dump::goroutines(stderr).into_iter().filter(|g| g.status != "running").collect();
            let stuck = !all.is_empty() && all.iter().all(dump::Goroutine::is_blocked);
            stuck.then(|| all.into_iter().map(|g| g.text).collect::<Vec<_>>().join("\n\n"))
        }
        Expectation::Leak { at } if over && (asleep || asked) => {
            let all = dump::goroutines(stderr);
            let mut text = Vec::new();
            let mut used = vec![false; all.len()];
            for place in at {
                let index = (0..all.len()).find(|&i| !used[i] && is_stuck(&all[i], place))?;
                used[index] = true;
                text.push(all[index].text.clone());
            }
            (!text.is_empty()).then(|| text.join("\n\n"))
        }
        Expectation::Panic { text }
            if dump::panic(stderr).is_some_and(|said| dump::same_panic(said, text.trim_end())) =>
        {
            from("panic: ")
        }
        Expectation::Fatal { text } if fatal.is_some_and(|said| said.starts_with(text.trim_end())) => {
            from("fatal error: ")
        }
        Expectation::Race { at } => races(stderr).into_iter().find(|report| is_between(report, at)),
        Expectation::Misuse { .. } if over => {
            let marks = |report: &String| {
                ["runtime.racewrite(", "runtime.raceread("].iter().all(|mark| report.contains(mark))
            };
            races(stderr).into_iter().find(marks)
        }
        Expectation::FailedTest { at } => {
            let stdout = String::from_utf8_lossy(&run.stdout);
            let failed = run.steps.lines().filter_map(|line| line.strip_prefix("failed "));
            let here = failed.filter_map(|place| place.rsplit_once(':')).any(|(path, line)| {
                at.is_empty()
                    || at.iter().any(|place| line.parse() == Ok(place.line) && same_file(path, &place.file))
            });
            // Whoever waits for the goroutine that failed may wait for ever, and the test never be over.
            let ends =
                run.code == Some(1) && stdout.lines().any(|line| line.trim_start().starts_with("--- FAIL: "));
            (here && (ends || asleep || asked)).then(|| format!("{}\n{}", tail(&stdout), tail(stderr)))
        }
        // A program that does other things is not in that circle.
        Expectation::Livelock { at } if over && asked && !skipped => {
            let all = dump::goroutines(stderr);
            // Of a select, compilers name the line of the keyword or of a case.
            let is = |g: &dump::Goroutine, place: &Place| {
                g.is_at(&place.file, place.line) || g.is_in(&place.function)
            };
            let here = |g: &&dump::Goroutine| at.iter().any(|place| is(g, place));
            let text: Vec<&str> = all.iter().filter(here).map(|g| g.text.as_str()).collect();
            let head =
                "the whole circle was followed several times, and these goroutines are where they were:";
            (!text.is_empty()).then(|| format!("{head}\n\n{}", text.join("\n\n")))
        }
        Expectation::Exit { code } if run.code == Some(*code) && over => {
            Some(format!("the program ended with exit code {code}"))
        }
        _ => None,
    }
}

/// Whether the runtime's word for what a goroutine waits for means what the machine says. Who wants to write-lock an RWMutex that
/// another one has locked for writing waits for the mutex inside it.
fn is_reason(status: &str, reason: &str) -> bool {
    status.starts_with(reason) || (reason == "sync.RWMutex.Lock" && status.starts_with("sync.Mutex.Lock"))
}

/// Whether a goroutine waits at a place.
fn is_stuck(goroutine: &dump::Goroutine, place: &Place) -> bool {
    goroutine.is_blocked()
        && is_reason(&goroutine.status, &place.reason)
        && (goroutine.is_at(&place.file, place.line)
            || (!place.reason.is_empty() && goroutine.is_in(&place.function)))
}

/// The reports of the race detector.
fn races(stderr: &str) -> Vec<String> {
    let parts = stderr.split("==================").filter(|part| part.contains("WARNING: DATA RACE"));
    parts.map(|part| part.trim().to_string()).collect()
}

/// Whether a report is about an access at one of the places and one at the other, or about two at the same place if there is one.
fn is_between(report: &str, at: &[Place]) -> bool {
    let (Some(first), Some(second)) = (at.first(), at.last()) else { return false };
    let Some((new, old)) = accesses(report) else { return false };
    names(new, first) && names(old, second) || names(new, second) && names(old, first)
}

/// The stacks of a report's two accesses, without those that tell where the goroutines were started.
fn accesses(report: &str) -> Option<(&str, &str)> {
    let mut stacks = report.split("\n\n");
    Some((stacks.next()?, stacks.next().filter(|stack| stack.trim_start().starts_with("Previous "))?))
}

/// Whether a stack has a frame at a place.
fn names(stack: &str, place: &Place) -> bool {
    stack.lines().any(|line| {
        let line = line.trim_start().split(" +0x").next().unwrap_or_default();
        line.rsplit_once(':')
            .is_some_and(|(path, number)| number.parse() == Ok(place.line) && same_file(path, &place.file))
    })
}

/// Reads what the gates said about a run that did not follow its plan.
fn divergence(line: &str) -> (usize, String) {
    let fields: Vec<&str> = line.split('\t').collect();
    let number = fields[0].trim().parse().unwrap_or(0);
    let why = match fields[..] {
        [_, path, op, line, file, instead] => {
            let file = file.rsplit('/').next().unwrap_or(file);
            let place = if line == "0" { String::new() } else { format!(" at {file}:{line}") };
            format!("goroutine {path} was to do {op}{place}, and came to {instead}")
        }
        [_, _, why] => why.to_string(),
        _ => line.to_string(),
    };
    (number, why)
}

/// What the runtime said, in one line that is the same in every replay: without addresses and times.
pub fn headline(expectation: &Expectation, evidence: &str) -> String {
    let first = |head: &str| {
        let line = evidence.lines().find(|line| line.trim_start().starts_with(head));
        line.unwrap_or_default().trim().to_string()
    };
    match expectation {
        Expectation::Deadlock => first("fatal error: "),
        Expectation::Panic { text } => format!("panic: {}", text.lines().next().unwrap_or_default()),
        Expectation::Fatal { .. } => first("fatal error: "),
        Expectation::Race { .. } | Expectation::Misuse { .. } => first("WARNING: "),
        Expectation::FailedTest { .. } => {
            let failed = first("--- FAIL: ");
            match failed.is_empty() {
                // Nobody ends the test.
                true => first("fatal error: "),
                false => failed.split(" (").next().unwrap_or_default().to_string(),
            }
        }
        Expectation::Livelock { .. } => "it went round and round".to_string(),
        Expectation::Exit { .. } => evidence.to_string(),
        Expectation::Leak { .. } => {
            let status = dump::goroutines(evidence).into_iter().map(|goroutine| goroutine.status);
            let mut said: Vec<String> = status.collect();
            said.dedup();
            match said.is_empty() {
                true => String::new(),
                false => format!("goroutine [{}]", said.join("], [")),
            }
        }
    }
}

/// The first lines of a text: as much as people read.
fn tail(text: &str) -> &str {
    match text.char_indices().nth(4000) {
        Some((end, _)) => &text[..end],
        None => text,
    }
    .trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "WARNING: DATA RACE
Write at 0x00c000012345 by goroutine 7:
  main.main.func1()
      /home/gopher/count/main.go:12 +0x3b

Previous read at 0x00c000012345 by main goroutine:
  main.total()
      /home/gopher/count/main.go:20 +0x28
  main.main()
      /home/gopher/count/main.go:15 +0x90

Goroutine 7 (running) created at:
  main.main()
      /home/gopher/count/main.go:11 +0x77";

    fn at(lines: &[u32]) -> Vec<Place> {
        let place = |&line| Place { file: "count/main.go".to_string(), line, ..Place::default() };
        lines.iter().map(place).collect()
    }

    #[test]
    fn a_second_writer_waits_for_the_mutex_inside() {
        assert!(is_reason("sync.RWMutex.Lock", "sync.RWMutex.Lock"));
        assert!(is_reason("sync.Mutex.Lock, 2 minutes", "sync.RWMutex.Lock"));
        assert!(!is_reason("sync.RWMutex.Lock", "sync.Mutex.Lock"));
        assert!(!is_reason("sync.RWMutex.RLock", "sync.RWMutex.Lock"));
    }

    #[test]
    fn a_race_is_between_its_two_accesses_in_either_order() {
        assert!(is_between(REPORT, &at(&[12, 20])));
        assert!(is_between(REPORT, &at(&[20, 12])));
    }

    #[test]
    fn where_a_goroutine_was_started_is_no_access() {
        assert!(!is_between(REPORT, &at(&[12, 11])));
    }

    #[test]
    fn two_lines_of_one_stack_are_no_race() {
        assert!(!is_between(REPORT, &at(&[20, 15])));
    }

    #[test]
    fn a_line_that_races_with_itself_is_in_both_stacks() {
        assert!(!is_between(REPORT, &at(&[12])));
        assert!(is_between(&REPORT.replace(":20 ", ":12 "), &at(&[12])));
    }
}
