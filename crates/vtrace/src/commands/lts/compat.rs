//! VeriTrace's arguments and output, so that scripts written for it go on working.
//!
//! What it prints is kept line by line; what it computes wrongly (parallel edges lost, every label with an `i` in it
//! silent, cycles not terminating) is not. `-h` hides, as there; there is no help here.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use serde_json::json;
use vtrace_lts::explain::explain_levels;
use vtrace_lts::ktrace::{Degree, KTrace};
use vtrace_lts::{Lts, State};

use super::Target;
use super::files::{Context, check_states};
use super::show::{self, Sides};
use super::{systems, traces};

/// What to do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Equiv,
    Assess,
    Hide,
    Circle,
    Restore,
}

const USAGE: &str = "expected -e FILE [S T], -a FILE, -h FILE, -c FILE, or -r QUOTIENT CLASSES ORIGINAL";

pub fn execute(context: &Context, args: &[String]) -> anyhow::Result<ExitCode> {
    let mut mode = Mode::Equiv;
    let mut operands = Vec::new();
    for arg in args {
        // Both `-equiv` and `--equiv` were common.
        match arg.strip_prefix('-').map(|rest| rest.strip_prefix('-').unwrap_or(rest)) {
            None | Some("") => operands.push(arg.as_str()),
            Some("e" | "equiv") => mode = Mode::Equiv,
            Some("a" | "assess") => mode = Mode::Assess,
            Some("h" | "hide") => mode = Mode::Hide,
            Some("c" | "circle") => mode = Mode::Circle,
            Some("r" | "restore") => mode = Mode::Restore,
            Some(_) => bail!("{arg}: {USAGE}"),
        }
    }
    let stdout = Target { output: None, to: None };
    match (mode, &operands[..]) {
        (Mode::Equiv, [file, states @ ..]) if states.is_empty() || states.len() == 2 => {
            let mut numbers = Vec::new();
            for state in states {
                match state.parse::<State>() {
                    Ok(number) => numbers.push(number),
                    Err(_) => bail!("{state} is not a state: {USAGE}"),
                }
            }
            let lts = context.read(Path::new(file))?;
            check_states(&lts, Path::new(file), &numbers)?;
            match numbers[..] {
                [s, t] => pair(context, &lts, s, t),
                _ => all_pairs(context, &lts),
            }
        }
        (Mode::Assess, [file]) => assess(context, Path::new(file)),
        (Mode::Circle, [file]) => circles(context, Path::new(file)),
        (Mode::Hide, [file]) => systems::hide(context, Path::new(file), None, None, &stdout),
        (Mode::Restore, [quotient, classes, original]) => {
            systems::restore(context, Path::new(quotient), Path::new(classes), Path::new(original), &stdout)
        }
        _ => bail!("{USAGE}"),
    }
}

/// VeriTrace prints four levels, whatever happens.
const LEVELS: usize = 4;

fn all_pairs(context: &Context, lts: &Lts) -> anyhow::Result<ExitCode> {
    let mut levels = KTrace::new(lts, false);
    let cap = levels.advance_to_cap()?;
    let pairs = levels.tau_pairs(lts);
    let counts = traces::counts(&pairs, cap.max(LEVELS));
    let mut text = String::new();
    for (k, &count) in counts.iter().enumerate().map(|(i, count)| (i + 1, count)) {
        if count == 0 {
            continue;
        }
        let _ = writeln!(text, "{k}-trace equivalent pairs:");
        for pair in pairs.iter().filter(|pair| pair.degree >= Degree::Exactly(k)) {
            let _ = writeln!(text, "\t{}\t{}", pair.source, pair.target);
        }
    }
    let _ = writeln!(text, "{}", traces::summary(&counts));
    context.print(&text, &json!({ "counts": counts }))?;
    Ok(ExitCode::SUCCESS)
}

fn pair(context: &Context, lts: &Lts, s: State, t: State) -> anyhow::Result<ExitCode> {
    let mut levels = KTrace::new(lts, false);
    levels.advance_to_cap()?;
    let sides = Sides { left: s.to_string(), right: t.to_string(), offset: None };
    let found = explain_levels(lts, &levels, s, t)?;
    let mut text = String::new();
    match &found {
        None => {
            let _ = writeln!(text, "{s} and {t} are k-trace equivalent for every k");
        }
        Some(found) => {
            if let Degree::Exactly(largest @ 1..) = levels.degree(s, t) {
                let _ = writeln!(text, "{s} and {t} are {largest}-trace equivalent");
            }
            let names: Vec<&str> = found.word.iter().map(|&(label, _)| lts.name(label)).collect();
            let _ = writeln!(text, "Find an inequivalent trace with length: {}", names.len());
            let _ = writeln!(text, "The trace is:");
            let _ = writeln!(text, "({}) {} (..)", found.witness.start, names.join(" "));
            let _ = writeln!(text, "The sub-LTS that leads to this trace is:");
            for &step in &found.witness.subsystem {
                let _ = writeln!(text, "{}", show::transition(lts, step, &sides));
            }
            let _ = writeln!(text, "The path (with tau transition) is:");
            let _ = writeln!(text, "{}", show::path(lts, &found.witness, &sides));
        }
    }
    let json = json!({ "difference": found.as_ref().map(|found| show::trace_json(lts, found, &sides)) });
    context.print(&text, &json)?;
    Ok(ExitCode::SUCCESS)
}

fn assess(context: &Context, file: &Path) -> anyhow::Result<ExitCode> {
    let lts = context.read(file)?;
    let facts = vtrace_lts::assess::assess(&lts);
    let calls = facts.threads.iter().map(|thread| thread.calls).max().flatten();
    let finals: Vec<String> = facts.finals.iter().map(|f| format!("<{}: {}>", f.state, f.incoming)).collect();
    let mut text = String::new();
    let _ = writeln!(text, "The number of threads: {}", facts.threads.len());
    let _ = match calls {
        Some(calls) => writeln!(text, "Invoked methods by each threads: {calls}"),
        None => writeln!(text, "Invoked methods by each threads: unbounded"),
    };
    let _ = writeln!(text, "\nThere are {} states, {} transitions", facts.states, facts.transitions);
    let _ = writeln!(text, "The number of final state(s): {}", facts.finals.len());
    let _ = writeln!(text, "The final state(s): {}", finals.join(" "));
    context.print(&text, &serde_json::to_value(&facts)?)?;
    Ok(ExitCode::SUCCESS)
}

fn circles(context: &Context, file: &Path) -> anyhow::Result<ExitCode> {
    let lts = context.read(file)?;
    let found = vtrace_lts::circles::circles(&lts);
    let mut text = String::new();
    for state in &found.leading {
        let _ = writeln!(text, "{state} leads to a circle");
    }
    let _ = writeln!(text, "{} circles were found", found.leading.len());
    context.print(&text, &serde_json::to_value(&found)?)?;
    Ok(ExitCode::SUCCESS)
}
