//! One finding, from the headline to what to try next.

use super::line::{BOLD, FRAME, Line, PLAIN, clean};
use super::list::few;
use super::rows::Rows;
use super::{TextOptions, list, snippet, table};
use crate::{Finding, Kind, Replay, Sources, Standing};

/// A finding for people.
pub fn render(finding: &Finding, sources: &Sources, options: &TextOptions) -> String {
    let (mut text, gutter) = snippet::render(finding, sources, options);
    let mut bar = Line::new(options.colour);
    bar.space(gutter + 1).push(FRAME, "|");
    text += &bar.finish();
    if !finding.trace.steps.is_empty() {
        text += &interleaving(finding, sources, options, gutter);
    }
    let note = |what: &str, says: &str| -> String {
        let mut line = Line::new(options.colour);
        line.space(gutter + 1).push(FRAME, "=").space(1).push(BOLD, &format!("{what}:"));
        line.space(1).push(PLAIN, &clean(says));
        line.finish()
    };
    if !finding.inputs.is_empty() {
        let inputs: Vec<String> =
            finding.inputs.iter().map(|input| format!("{} = {}", input.name, input.value)).collect();
        text += &note("with", &inputs.join(", "));
    }
    if let Some(needs) = &finding.needs {
        text += &note("note", &format!("needs a caller that {needs}: those in the program do not cause it"));
    }
    for help in &finding.help {
        text += &note("help", help);
    }
    text += &note("note", &standing(finding));
    let short = |entry: &String| {
        let entry = entry.rsplit('/').next().unwrap_or(entry);
        // Go's name for a package that was given by its files.
        entry.strip_prefix("command-line-arguments.").unwrap_or(entry).to_string()
    };
    let entries: Vec<String> = finding.entries.iter().map(short).collect();
    let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
    let found = match entries.is_empty() {
        true => String::new(),
        false => format!(", found in {}", few(&entries)),
    };
    if !finding.id.is_empty() {
        text += &note("note", &format!("this is {}{found}", finding.id));
    }
    if let Some(repeat) = &options.repeat {
        text += &note("note", &format!("to repeat it: {}", repeat.replace("{id}", &finding.id)));
    }
    text + &note("note", &format!("more about this kind: vtrace explain {}", finding.kind.name()))
}

fn standing(finding: &Finding) -> String {
    let replay = match &finding.replay {
        // There is no run to speak of: it is about all of them.
        _ if finding.kind == Kind::Reachable => return "certain: all behaviours were covered".to_string(),
        Some(Replay::Confirmed { says }) => format!("; Go says: {says}"),
        Some(Replay::Refuted { traces: 1, followed: (step, steps), why, .. }) => {
            format!("; the real program did not follow the run (step {step} of {steps}: {why})")
        }
        Some(Replay::Refuted { traces, followed: (step, steps), why, .. }) => format!(
            "; the real program followed none of {traces} runs (the last one: step {step} of {steps}: {why})"
        ),
        Some(Replay::Failed { why }) => format!("; it was not replayed on the real program: {why}"),
        None if finding.standing == Standing::Confirmed => String::new(),
        None => "; it was not replayed on the real program".to_string(),
    };
    match finding.standing {
        Standing::Confirmed if !finding.inputs.is_empty() => {
            format!("confirmed: the real program, run in this order and given these values, does it{replay}")
        }
        Standing::Confirmed => format!("confirmed: the real program, run in this order, does it{replay}"),
        Standing::Certain => format!("certain: every value on the way is known{replay}"),
        Standing::Possible if finding.inputs.is_empty() && finding.replay.is_some() => {
            format!("possible{replay}")
        }
        Standing::Possible => {
            "possible: it needs an assumption about an input or an external call".to_string()
        }
    }
}

fn interleaving(finding: &Finding, sources: &Sources, options: &TextOptions, gutter: usize) -> String {
    let rows = Rows::new(finding, sources, options.steps);
    let indent = gutter + 3;
    let mut line = Line::new(options.colour);
    line.space(gutter + 1).push(FRAME, "=").space(1).push(BOLD, "how it comes about:");
    let body = table::render(&rows, indent, options.width, options.colour)
        .unwrap_or_else(|| list::render(&rows, indent, options.width, options.colour));
    format!("{}\n{body}\n", line.finish())
}
