//! The subcommands that look at one system or make another out of it.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use regex::Regex;
use serde_json::json;
use vtrace_lts::extract::Part;
use vtrace_lts::files::write_file;
use vtrace_lts::objects::{Kind, Workload};
use vtrace_lts::partition::write_classes;
use vtrace_lts::relation::Relation;
use vtrace_lts::{Lts, State};

use super::Target;
use super::files::{Context, check_states};

fn size(lts: &Lts) -> String {
    format!("{} states, {} transitions", lts.state_count(), lts.transition_count())
}

fn size_json(lts: &Lts) -> serde_json::Value {
    json!({ "states": lts.state_count(), "transitions": lts.transition_count() })
}

fn only_reachable(lts: Lts) -> Lts {
    lts.reachable_from(&[lts.initial()]).0
}

pub fn minimise(
    context: &Context,
    file: &Path,
    relation: Relation,
    classes: Option<&Path>,
    reachable: bool,
    target: &Target,
) -> anyhow::Result<ExitCode> {
    let mut lts = context.read(file)?;
    if reachable {
        lts = only_reachable(lts);
    }
    let Some((quotient, partition)) = relation.minimise(&lts)? else {
        bail!("merging states that are {relation} equivalent does not preserve {relation} equivalence");
    };
    if let Some(path) = classes {
        write_file(path, |out| write_classes(&partition, out))?;
    }
    let on_stdout = context.write(&quotient, target)?;
    let text = format!("{} -> {} ({relation})\n", size(&lts), size(&quotient));
    let json = json!({
        "relation": relation.to_string(),
        "original": size_json(&lts),
        "quotient": size_json(&quotient),
    });
    context.print_beside(&text, &json, on_stdout)?;
    Ok(ExitCode::SUCCESS)
}

pub fn assess(context: &Context, file: &Path, labels: bool) -> anyhow::Result<ExitCode> {
    let lts = context.read(file)?;
    let facts = vtrace_lts::assess::assess(&lts);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "states:       {} ({} reachable from {})",
        facts.states, facts.reachable, facts.initial
    );
    let _ = writeln!(text, "transitions:  {} ({} silent)", facts.transitions, facts.silent);
    let _ = writeln!(text, "labels:       {}", facts.labels.len());
    let _ = writeln!(
        text,
        "branching:    {:.2} transitions a state, {} at most; {} states are nondeterministic",
        facts.branching.average, facts.branching.largest, facts.branching.nondeterministic
    );
    let cycles = match (facts.cyclic, facts.divergent) {
        (false, _) => "none",
        (true, false) => "some, none of them silent",
        (true, true) => "some, also silent ones",
    };
    let _ = writeln!(text, "cycles:       {cycles}");
    const MANY: usize = 10;
    let finals: Vec<String> =
        facts.finals.iter().take(MANY).map(|f| format!("<{}: {}>", f.state, f.incoming)).collect();
    let more = if facts.finals.len() > MANY { " …" } else { "" };
    let _ = writeln!(
        text,
        "final states: {} ({} reachable) {}{more}",
        facts.finals.len(),
        facts.deadlocks,
        finals.join(" ")
    );
    let _ = writeln!(text, "threads:      {}", facts.threads.len());
    for thread in &facts.threads {
        let calls = thread.calls.map_or("unboundedly many".into(), |calls| format!("at most {calls}"));
        let _ = writeln!(text, "  thread {}: {calls} calls, of {}", thread.name, thread.methods.join(", "));
    }
    if labels {
        for label in &facts.labels {
            let _ = writeln!(text, "{:>10}  {}", label.transitions, label.label);
        }
    }
    context.print(&text, &serde_json::to_value(&facts)?)?;
    Ok(ExitCode::SUCCESS)
}

pub fn circles(context: &Context, file: &Path, list: bool) -> anyhow::Result<ExitCode> {
    let lts = context.read(file)?;
    let found = vtrace_lts::circles::circles(&lts);
    let mut text = String::new();
    let mut line = |what: &str, states: &[State]| {
        let _ = writeln!(text, "{:>10} states {what}", states.len());
        if list && !states.is_empty() {
            let names: Vec<String> = states.iter().map(State::to_string).collect();
            let _ = writeln!(text, "           {}", names.join(" "));
        }
    };
    line("lie on a cycle", &found.on);
    line("lead to a cycle or lie on one", &found.leading);
    line("lie on a silent cycle", &found.on_silent);
    line("can diverge: reach a silent cycle by silent steps", &found.diverging);
    let _ = writeln!(text, "{:>10} strongly connected components are cyclic", found.components);
    let _ = writeln!(text, "{:>10} of silent steps are cyclic", found.silent_components);
    context.print(&text, &serde_json::to_value(&found)?)?;
    Ok(ExitCode::from(u8::from(!found.on.is_empty())))
}

pub fn hide(
    context: &Context,
    file: &Path,
    matching: Option<&str>,
    keep: Option<&str>,
    target: &Target,
) -> anyhow::Result<ExitCode> {
    let compile = |text: &str| Regex::new(text).with_context(|| format!("the regular expression {text:?}"));
    let matching = matching.map(compile).transpose()?;
    let keep = keep.map(compile).transpose()?;
    let lts = context.read(file)?;
    let hidden = match (matching, keep) {
        (Some(regex), _) => vtrace_lts::hide::hide(&lts, |name| regex.is_match(name)),
        (None, Some(regex)) => vtrace_lts::hide::hide(&lts, |name| !regex.is_match(name)),
        (None, None) => vtrace_lts::hide::hide_internal(&lts),
    };
    context.write(&hidden, target)?;
    Ok(ExitCode::SUCCESS)
}

pub fn extract(context: &Context, file: &Path, part: &Part, target: &Target) -> anyhow::Result<ExitCode> {
    let lts = context.read(file)?;
    match part {
        Part::From(states) | Part::To(states) => check_states(&lts, file, states)?,
        Part::Between(s, t) => check_states(&lts, file, &[*s, *t])?,
        Part::Around(state, _) => check_states(&lts, file, &[*state])?,
    }
    let Some((found, old)) = vtrace_lts::extract::extract(&lts, part) else {
        bail!("{}: no path leads from the first state to the second", file.display());
    };
    let on_stdout = context.write(&found, target)?;
    let text = format!("{} of {}\n", size(&found), size(&lts));
    let json = json!({ "original": size_json(&lts), "part": size_json(&found), "original_states": old });
    context.print_beside(&text, &json, on_stdout)?;
    Ok(ExitCode::SUCCESS)
}

pub fn restore(
    context: &Context,
    quotient: &Path,
    classes: &Path,
    original: &Path,
    target: &Target,
) -> anyhow::Result<ExitCode> {
    let original_lts = context.read(original)?;
    let quotient_lts = context.read(quotient)?;
    let class_of = context.read_classes(classes, original_lts.state_count())?;
    let restored = vtrace_lts::restore::restore(&quotient_lts, &class_of, &original_lts)
        .with_context(|| classes.display().to_string())?;
    let on_stdout = context.write(&restored.lts, target)?;
    let text = format!(
        "{} silent steps got their labels back, {} have none in the original\n",
        restored.restored, restored.left
    );
    let json =
        json!({ "restored": restored.restored, "left": restored.left, "result": size_json(&restored.lts) });
    context.print_beside(&text, &json, on_stdout)?;
    Ok(ExitCode::SUCCESS)
}

pub fn convert(context: &Context, file: &Path, reachable: bool, target: &Target) -> anyhow::Result<ExitCode> {
    let mut lts = context.read(file)?;
    if reachable {
        lts = only_reachable(lts);
    }
    context.write(&lts, target)?;
    Ok(ExitCode::SUCCESS)
}

pub fn generate(
    context: &Context,
    object: Kind,
    workload: &Workload,
    target: &Target,
) -> anyhow::Result<ExitCode> {
    let lts = object.generate(workload)?;
    let on_stdout = context.write(&lts, target)?;
    let text = format!(
        "{object}, {} threads, {} operations each: {}\n",
        workload.threads,
        workload.operations,
        size(&lts)
    );
    let json = json!({
        "object": object.to_string(),
        "threads": workload.threads,
        "operations": workload.operations,
        "system": size_json(&lts),
    });
    context.print_beside(&text, &json, on_stdout)?;
    Ok(ExitCode::SUCCESS)
}
