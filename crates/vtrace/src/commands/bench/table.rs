//! The results as the thesis prints them: a table for each primitive, contexts down, snippets across, and in each field what
//! each tool made of the program.

use std::fmt::Write;

use vtrace_synth::peers::{self, Mark};
use vtrace_synth::{CONTEXTS, Program, Role, SNIPPETS};

use super::{Outcome, Times, Verdict};

type Results = [(Program, Outcome)];

/// All of it.
pub fn render(results: &Results, times: &Times) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "✓ found   ✗ missed   † not supported   · not reported   ! found something else   ? not confirmed by replay"
    );
    let _ = writeln!(text, "in each field: {}, vtrace\n", peers::TOOLS.join(", "));
    for primitive in ["chan", "mutex", "rwmutex", "waitgroup"] {
        table(&mut text, results, primitive);
    }
    quiet(&mut text, results);
    sums(&mut text, results);
    wrong(&mut text, results);
    let slowest = results.iter().max_by_key(|(_, outcome)| outcome.time);
    if let Some((program, outcome)) = slowest {
        let _ = writeln!(
            text,
            "{} programs loaded in {:.1} s and checked in {:.1} s; the slowest, {}, took {:.1} s",
            results.len(),
            times.loading.as_secs_f64(),
            times.checking.as_secs_f64(),
            program.directory,
            outcome.time.as_secs_f64(),
        );
    }
    if let Some(time) = times.replaying {
        let count = results.iter().filter(|(_, outcome)| outcome.replay.is_some()).count();
        let seconds = time.as_secs_f64();
        let _ = writeln!(text, "{count} of them built by Go, and replayed, in {seconds:.1} s");
    }
    text
}

/// The programs with one primitive that have a bug.
fn table(text: &mut String, results: &Results, primitive: &str) {
    let snippets: Vec<&str> =
        SNIPPETS.iter().filter(|s| s.primitive.name() == primitive).map(|s| s.name).collect();
    let _ = write!(text, "{primitive:<30}");
    snippets.iter().for_each(|name| text.push_str(&format!("{name:<18}")));
    text.push('\n');
    for context in CONTEXTS {
        let title = context.title();
        let of = |snippet: &str| {
            results.iter().find(|(program, _)| {
                program.primitive == primitive
                    && program.snippet == snippet
                    && program.context == title
                    && matches!(program.role, Role::Buggy | Role::Harmless)
            })
        };
        let fields: Vec<String> = snippets.iter().map(|snippet| field(of(snippet))).collect();
        if fields.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        let row = format!("  {title:<28}{}", fields.concat());
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text.push('\n');
}

fn field(result: Option<&(Program, Outcome)>) -> String {
    let Some((program, outcome)) = result else { return " ".repeat(18) };
    let ours = match (program.role, outcome.verdict) {
        (Role::Harmless, Verdict::Right) => "no bug",
        (_, Verdict::Right) if matches!(outcome.replay, Some(Err(_))) => "?",
        (_, Verdict::Right) => Mark::Found.symbol(),
        (_, Verdict::Missed) => Mark::Missed.symbol(),
        (_, Verdict::FalseAlarm) => "!",
    };
    let others: Vec<&str> = peers::marks(program).iter().map(|mark| mark.symbol()).collect();
    format!("{:<18}", format!("{} {ours}", others.join(" ")))
}

/// The programs without a bug.
fn quiet(text: &mut String, results: &Results) {
    for (role, name) in
        [(Role::Empty, "empty contexts"), (Role::Correct, "correct twins"), (Role::Harmless, "harmless ones")]
    {
        let all: Vec<&Outcome> =
            results.iter().filter(|(program, _)| program.role == role).map(|(_, outcome)| outcome).collect();
        let clean = all.iter().filter(|outcome| outcome.verdict == Verdict::Right).count();
        let _ = writeln!(text, "{name}: {clean} of {} without findings", all.len());
    }
}

/// How many bugs each tool found.
fn sums(text: &mut String, results: &Results) {
    let buggy: Vec<&(Program, Outcome)> =
        results.iter().filter(|(program, _)| program.role == Role::Buggy).collect();
    for (tool, name) in peers::TOOLS.iter().enumerate() {
        let count = |wanted: Mark| buggy.iter().filter(|(p, _)| peers::marks(p)[tool] == wanted).count();
        let (found, missed, unsupported) =
            (count(Mark::Found), count(Mark::Missed), count(Mark::Unsupported));
        let all = found + missed + unsupported;
        let _ = writeln!(
            text,
            "{name}: {found} of {all} bugs found, {missed} missed, {unsupported} programs not supported"
        );
    }
    let found = buggy.iter().filter(|(_, outcome)| outcome.verdict == Verdict::Right).count();
    let missed = buggy.iter().filter(|(_, outcome)| outcome.verdict == Verdict::Missed).count();
    let confirmed = buggy.iter().filter(|(_, outcome)| matches!(outcome.replay, Some(Ok(())))).count();
    let replayed = match buggy.iter().any(|(_, outcome)| outcome.replay.is_some()) {
        true => format!(", {confirmed} confirmed by replay"),
        false => String::new(),
    };
    let all = buggy.len();
    let _ = writeln!(text, "vtrace: {found} of {all} bugs found{replayed}, {missed} missed or not supported");
}

/// What is not as it should be.
fn wrong(text: &mut String, results: &Results) {
    for (program, outcome) in results.iter().filter(|(_, outcome)| outcome.verdict != Verdict::Right) {
        let found = match outcome.findings.is_empty() {
            true => "nothing".to_string(),
            false => outcome.findings.join(", "),
        };
        let expected = match program.expected.is_empty() {
            true => "nothing".to_string(),
            false => program.expected.join(" or "),
        };
        let _ = writeln!(text, "wrong: {}: found {found}, expected {expected}", program.directory);
    }
    for (program, outcome) in results {
        if let Some(Err(why)) = &outcome.replay {
            let why = why.lines().next().unwrap_or_default();
            let _ = writeln!(text, "not confirmed: {}: {why}", program.directory);
        }
    }
}
