//! Answers and runs, as text or JSON.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;
use vtrace_sim::{
    Action, Answer, Decision, Form, Happening, Line, Played, Query, Simulation, Statistics, play,
};

use vtrace_view::simulation::Program;

use super::{Arguments, Format};
use crate::paint;

/// Shows what was found.
pub struct Shower<'a> {
    pub arguments: &'a Arguments,
    pub cwd: PathBuf,
}

/// The whole answer, for programs. `docs/sim.md` describes it.
#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    program: &'a Program,
    queries: Vec<Asked<'a>>,
    states: usize,
    transitions: u64,
    complete: bool,
    bounded: Option<&'a str>,
    seconds: f64,
}

#[derive(Serialize)]
struct Asked<'a> {
    query: &'a str,
    /// `holds`, `violated` or `unknown`.
    verdict: &'static str,
    expected: Option<&'static str>,
    reason: Option<&'a str>,
    /// `witness` or `counterexample`.
    shows: Option<&'static str>,
    run: Option<Played>,
}

/// One run, for programs.
#[derive(Serialize)]
struct OneRun<'a> {
    schema: &'static str,
    program: &'a Program,
    run: Played,
}

const SCHEMA: &str = "vtrace-sim-1";

impl Shower<'_> {
    /// The answers to all queries.
    pub fn answers(
        &self,
        simulation: &Simulation,
        queries: &[Query],
        decision: &Decision,
    ) -> anyhow::Result<()> {
        let space = &decision.space;
        let played = |answer: &Answer| {
            answer.run.as_ref().map(|run| self.shortened(play(simulation, &run.prefix, &run.cycle)))
        };
        if self.arguments.format == Format::Json {
            let queries = queries.iter().zip(&decision.answers).map(|(query, answer)| Asked {
                query: &query.text,
                verdict: verdict(answer),
                expected: query.expected.map(|holds| if holds { "holds" } else { "violated" }),
                reason: answer.reason.as_deref(),
                shows: answer.run.as_ref().map(|_| shows(query, answer)),
                run: played(answer),
            });
            let document = Document {
                schema: SCHEMA,
                program: &self.arguments.described(),
                queries: queries.collect(),
                states: space.states(),
                transitions: space.transitions,
                complete: space.is_complete(),
                bounded: space.bounded.as_deref(),
                seconds: space.duration.as_secs_f64(),
            };
            return print_json(&document);
        }
        let mut out = anstream::stdout().lock();
        for (query, answer) in queries.iter().zip(&decision.answers) {
            let mut note = String::new();
            if let (Some(expected), Some(holds)) = (query.expected, answer.holds) {
                note = if expected == holds { "  (as expected)" } else { "  (NOT as expected)" }.to_string();
            }
            let style = if answer.holds == Some(true) { anstyle::Style::new().bold() } else { paint::ERROR };
            writeln!(
                out,
                "{}{:<9}{} {}{note}",
                style.render(),
                verdict(answer),
                style.render_reset(),
                query.text
            )?;
            if let Some(reason) = &answer.reason {
                writeln!(out, "          {reason}")?;
            }
            if let Some(played) = played(answer)
                && !self.arguments.brief
            {
                writeln!(out, "          {} in {} steps:", shows(query, answer), played.steps.len() - 1)?;
                self.write_run(&mut out, &played)?;
            }
        }
        let covered = match (&space.bounded, space.is_complete()) {
            (Some(limit), _) => format!("ended by {limit}"),
            (None, true) => "all behaviours covered".to_string(),
            (None, false) => "no more were needed".to_string(),
        };
        let seconds = space.duration.as_secs_f64();
        writeln!(out, "{covered} ({} states, {} steps, {seconds:.2} s)", space.states(), space.transitions)?;
        Ok(())
    }

    /// One run.
    pub fn run(&self, simulation: &Simulation, run: &[Action]) -> anyhow::Result<()> {
        let played = self.shortened(play(simulation, run, &[]));
        if self.arguments.format == Format::Json {
            return print_json(&OneRun { schema: SCHEMA, program: &self.arguments.described(), run: played });
        }
        let mut out = anstream::stdout().lock();
        self.write_run(&mut out, &played)?;
        writeln!(out, "{} steps; {}", played.steps.len() - 1, played.end)?;
        Ok(())
    }

    /// What many runs had in common.
    pub fn statistics(&self, statistics: &Statistics) -> anyhow::Result<()> {
        if self.arguments.format == Format::Json {
            return print_json(statistics);
        }
        let mut out = anstream::stdout().lock();
        let Statistics { runs, ended, stuck, steps, messages, faults } = statistics;
        writeln!(out, "{runs} runs, {ended} came to an end, {stuck} of them stuck")?;
        if let Some((least, mean, most)) = steps {
            writeln!(out, "steps to the end: {least} at least, {mean:.1} on average, {most} at most")?;
        }
        for (what, counts) in [("messages", messages), ("faults", faults)] {
            if !counts.is_empty() {
                writeln!(out, "{what} in a run, on average:")?;
            }
            for (name, count) in counts {
                writeln!(out, "  {name:<32} {count:>8.2}")?;
            }
        }
        Ok(())
    }

    /// With file names as seen from here.
    fn shortened(&self, mut played: Played) -> Played {
        for place in
            played.steps.iter_mut().flat_map(|line| &mut line.events).filter_map(|e| e.position.as_mut())
        {
            if let Ok(short) = Path::new(&place.file).strip_prefix(&self.cwd) {
                place.file = short.display().to_string();
            }
        }
        played
    }

    /// The steps of a run, with what they changed.
    pub fn write_run(&self, out: &mut impl Write, played: &Played) -> anyhow::Result<()> {
        let width = played.nodes.iter().map(|node| node.name.len()).max().unwrap_or(4).max(4);
        let nothing = BTreeMap::new();
        let mut before = &nothing;
        for line in &played.steps {
            if played.loop_from == Some(line.step) {
                writeln!(out, "     ┌ for ever:")?;
            }
            let changes = changes(before, line);
            let told: Vec<&Happening> = line.events.iter().filter(|event| self.is_told(event)).collect();
            for (i, event) in told.iter().enumerate() {
                let number = if i == 0 { line.step.to_string() } else { String::new() };
                let node = event.node.as_deref().unwrap_or("");
                let place = match &event.position {
                    Some(place) => {
                        let name = Path::new(&place.file)
                            .file_name()
                            .map_or(String::new(), |name| name.display().to_string());
                        format!("{name}:{}", place.line)
                    }
                    None => String::new(),
                };
                let style = if event.fault { paint::ERROR } else { anstyle::Style::new() };
                let changed = if i + 1 == told.len() { changes.join(", ") } else { String::new() };
                let text = format!(
                    "{number:>6}  {node:<width$}  {}{:<44}{} {place:<18} {changed}",
                    style.render(),
                    event.text,
                    style.render_reset()
                );
                writeln!(out, "{}", text.trim_end())?;
            }
            if told.is_empty() && !changes.is_empty() {
                writeln!(out, "{:>6}  {}", line.step, changes.join(", "))?;
            }
            before = &line.variables;
        }
        if played.loop_from.is_some() {
            writeln!(out, "     └ and again")?;
        }
        Ok(())
    }

    fn is_told(&self, event: &Happening) -> bool {
        let quiet = matches!(
            &*event.kind,
            "default" | "start" | "print" | "read" | "write" | "call" | "end" | "choose"
        );
        self.arguments.full || !quiet
    }
}

pub fn verdict(answer: &Answer) -> &'static str {
    match answer.holds {
        Some(true) => "holds",
        Some(false) => "violated",
        None => "unknown",
    }
}

pub fn shows(query: &Query, answer: &Answer) -> &'static str {
    match (answer.holds, &query.form) {
        (Some(true), _) => "witness",
        (_, Form::Reachable(_)) => "witness",
        _ => "counterexample",
    }
}

/// Which variables have other values than before: `worker1.weight = 2048`.
fn changes(before: &BTreeMap<String, BTreeMap<String, String>>, line: &Line) -> Vec<String> {
    let mut changes = Vec::new();
    for (node, variables) in line.variables.iter().filter(|(node, _)| *node != "main") {
        for (name, value) in variables {
            let old = before.get(node).and_then(|variables| variables.get(name));
            // What a variable is when it is declared is rarely worth a word.
            if old.is_some_and(|old| old != value) {
                changes.push(format!("{node}.{name} = {value}"));
            }
        }
    }
    changes
}

fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)?;
    Ok(())
}
