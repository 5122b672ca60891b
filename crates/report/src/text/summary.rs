//! What was done, entry by entry, and the count of what was found.

use super::TextOptions;
use super::line::{BAD, BOLD, DIM, GOOD, Line, PLAIN, WARNING, clean, width};
use crate::{EntryResult, Finding, Replay, Report, Sources, Standing, Statistics, Verdict};

/// The summary for people.
pub fn render(report: &Report, sources: &Sources, options: &TextOptions) -> String {
    let mut text = String::new();
    let names: Vec<String> = names(report);
    let widest = names.iter().map(|name| width(name)).max().unwrap_or(0);
    for (entry, name) in report.entries.iter().zip(&names) {
        let (mark, style) = mark(entry, report);
        let mut line = Line::new(options.colour);
        line.push(style, &format!("{mark:>5}")).space(2).push(BOLD, name).column(7 + widest + 2);
        line.push(PLAIN, &clean(&verdict(entry, report)));
        let work = work(&entry.statistics);
        if !work.is_empty() {
            line.push(DIM, &format!(" ({work})"));
        }
        text += &line.finish();
        if let Some(parameters) = &entry.parameters {
            text +=
                &super::parameters::render(&entry.name, parameters, options.steps.is_none(), options.colour);
        }
    }
    let mut assumed: Vec<&str> =
        report.entries.iter().flat_map(|entry| &entry.assumed).map(String::as_str).collect();
    assumed.sort_unstable();
    assumed.dedup();
    if !assumed.is_empty() {
        let mut line = Line::new(options.colour);
        let calls = counted(assumed.len(), "external function", "external functions");
        line.push(DIM, &format!("{:>5}", "")).space(2);
        line.push(
            PLAIN,
            &format!("assumed not to block and to touch nothing: {calls}: {}", super::list::few(&assumed)),
        );
        text += &line.finish();
    }
    let remarks = report.remarks.iter().map(|remark| {
        let place = match remark.line {
            0 => sources.show(&remark.file),
            line => format!("{}:{line}", sources.show(&remark.file)),
        };
        format!("{place}: {}", remark.text)
    });
    let gone = report.gone.iter().map(|known| {
        format!("{} is in the baseline, but was not found: {}: {}", known.id, known.place, known.message)
    });
    for remark in remarks.chain(gone).chain(report.refuted.iter().map(|finding| refuted(finding, sources))) {
        let mut line = Line::new(options.colour);
        line.push(WARNING, " note").space(2).push(PLAIN, &clean(&remark));
        text += &line.finish();
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text + &last_line(report, options)
}

/// What the machine found and the real program does not do.
fn refuted(finding: &Finding, sources: &Sources) -> String {
    let place =
        finding.place().map_or(String::new(), |at| format!("{}:{}: ", sources.show(&at.file), at.line));
    let why = match &finding.replay {
        Some(Replay::Refuted { followed: (step, steps), why, .. }) => {
            format!(" (step {step} of {steps}: {why})")
        }
        _ => String::new(),
    };
    let (id, message) = (&finding.id, &finding.message);
    format!("{place}not counted, because the real program does not do it: {message}{why}; this is {id}")
}

/// The entries' names, without what all packages' paths have in common.
fn names(report: &Report) -> Vec<String> {
    let parts = |entry: &EntryResult| entry.package.split('/').map(str::to_string).collect::<Vec<_>>();
    let mut common = report.entries.first().map(parts).unwrap_or_default();
    let mut one_package = true;
    for entry in &report.entries {
        let other = parts(entry);
        one_package &= entry.package == report.entries[0].package;
        let same = common.iter().zip(&other).take_while(|(one, two)| one == two).count();
        common.truncate(same);
    }
    // What is left of a path begins with the last part in common, so that something is left.
    common.pop();
    let prefix: String = common.iter().map(|part| format!("{part}/")).collect();
    let name = |entry: &EntryResult| match one_package {
        true => clean(&entry.name),
        false => clean(entry.full_name().strip_prefix(&prefix).unwrap_or(&entry.full_name())),
    };
    report.entries.iter().map(name).collect()
}

/// What was found in an entry: sure ones, and possible ones.
fn found<'a>(entry: &EntryResult, report: &'a Report) -> (Vec<&'a Finding>, Vec<&'a Finding>) {
    let name = entry.full_name();
    let of_entry = report.findings.iter().filter(|finding| finding.entries.contains(&name));
    of_entry.partition(|finding| finding.standing != Standing::Possible)
}

fn mark(entry: &EntryResult, report: &Report) -> (&'static str, anstyle::Style) {
    let (sure, possible) = found(entry, report);
    match &entry.verdict {
        _ if !sure.is_empty() => ("FOUND", BAD),
        _ if !possible.is_empty() => ("maybe", WARNING),
        Verdict::NotAnalysed { .. } => ("skip", WARNING),
        Verdict::Proved | Verdict::Bounded { .. } => ("ok", GOOD),
    }
}

fn verdict(entry: &EntryResult, report: &Report) -> String {
    let (sure, possible) = found(entry, report);
    let covered = match &entry.verdict {
        Verdict::Proved if is_only_covered(entry) => "all behaviours covered".into(),
        Verdict::Proved => "proved: all behaviours covered".into(),
        Verdict::Bounded { by } if by.is_empty() => "bounded".into(),
        Verdict::Bounded { by } => format!("bounded: {}", by.join(", ")),
        Verdict::NotAnalysed { why } => format!("not analysed: {why}"),
    };
    let mut kinds: Vec<&str> = sure.iter().map(|finding| finding.kind.name()).collect();
    kinds.dedup();
    let mut parts: Vec<String> = Vec::new();
    if !kinds.is_empty() {
        parts.push(kinds.join(", "));
    }
    let count = |ids: &mut dyn Iterator<Item = &String>| ids.filter(|id| entry.findings.contains(id)).count();
    let ignored = count(&mut report.ignored.iter().map(|ignored| &ignored.finding.id));
    let known = count(&mut report.known.iter().map(|finding| &finding.id));
    let refuted = count(&mut report.refuted.iter().map(|finding| &finding.id));
    let aside = [(possible.len(), "possible"), (refuted, "refuted"), (ignored, "ignored"), (known, "known")];
    for (count, what) in aside {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    }
    parts.push(covered);
    parts.join("; ")
}

fn work(statistics: &Statistics) -> String {
    if statistics.states == 0 {
        return if statistics.cached { "cached".to_string() } else { String::new() };
    }
    let unit = if statistics.states == 1 { "state" } else { "states" };
    let states = format!("{} {unit}", grouped(statistics.states));
    match statistics.cached {
        true => format!("{states}, cached"),
        false => format!("{states}, {}", time(statistics.milliseconds)),
    }
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn time(milliseconds: u64) -> String {
    match milliseconds {
        ..1000 => format!("{milliseconds} ms"),
        1000..100_000 => format!("{:.1} s", milliseconds as f64 / 1000.0),
        _ => format!("{} min {} s", milliseconds / 60_000, milliseconds / 1000 % 60),
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count as u64), if count == 1 { one } else { many })
}

/// "Proved" is said only where nothing was found, minded or not.
fn is_proved(entry: &EntryResult) -> bool {
    entry.verdict == Verdict::Proved && entry.findings.is_empty()
}

/// All behaviours were looked at, and what was found is possible, ignored or known.
fn is_only_covered(entry: &EntryResult) -> bool {
    entry.verdict == Verdict::Proved && !entry.findings.is_empty()
}

fn last_line(report: &Report, options: &TextOptions) -> String {
    let count = |standing| report.findings.iter().filter(|finding| finding.standing == standing).count();
    let (confirmed, certain, possible) =
        (count(Standing::Confirmed), count(Standing::Certain), count(Standing::Possible));
    let mut line = Line::new(options.colour);
    match confirmed + certain {
        0 => line.push(GOOD, "nothing found"),
        found => line.push(BAD, &counted(found, "bug found", "bugs found")),
    };
    if confirmed > 0 {
        line.push(PLAIN, &format!(" ({confirmed} confirmed)"));
    }
    let (clean, bad): (Vec<&EntryResult>, Vec<&EntryResult>) =
        report.entries.iter().partition(|entry| found(entry, report).0.is_empty());
    let entries = counted(report.entries.len(), "entry", "entries");
    line.push(
        PLAIN,
        &match bad.len() {
            0 => format!(" in {entries}"),
            bad if bad == report.entries.len() => format!(" in {entries}"),
            bad => format!(" in {bad} of {entries}"),
        },
    );
    let verdicts = |of: fn(&Verdict) -> bool| clean.iter().filter(|entry| of(&entry.verdict)).count();
    let parts = [
        (clean.iter().filter(|entry| is_proved(entry)).count(), "proved"),
        (clean.iter().filter(|entry| is_only_covered(entry)).count(), "covered"),
        (verdicts(|verdict| matches!(verdict, Verdict::Bounded { .. })), "bounded"),
        (verdicts(|verdict| matches!(verdict, Verdict::NotAnalysed { .. })), "not analysed"),
    ];
    let parts: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    if !parts.is_empty() {
        let rest = if bad.is_empty() { ":" } else { "; of the others" };
        line.push(PLAIN, &format!("{rest} {}", parts.join(", ")));
    }
    if possible > 0 {
        let hint = if options.possible { "" } else { " (--possible shows them)" };
        line.push(PLAIN, &format!("; {possible} possible{hint}"));
    }
    let aside = [
        (report.refuted.len(), "refuted by replay"),
        (report.ignored.len(), "ignored"),
        (report.known.len(), "known"),
    ];
    for (count, what) in aside {
        if count > 0 {
            line.push(PLAIN, &format!("; {count} {what}"));
        }
    }
    line.finish()
}
