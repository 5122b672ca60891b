//! Choosing each step of a run in the terminal; and runs in files.

use std::io::{BufRead, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use vtrace_sim::{Action, Query, Simulation, decide, play};

use super::Arguments;
use super::show::Shower;

const HELP: &str = "\
  N            take the step with this number        b [N]        go back a step, or N
  r [N]        take a step at random, or N           q QUERY      jump to the witness of a query
  v            show all variables                    t            show the run so far
  save FILE    write the run to a file               load FILE    read one
  ?            this help                             x            leave";

/// Reads a run from a file: a step in each line.
pub fn read(path: &Path) -> anyhow::Result<Vec<Action>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let lines =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|(number, line)| {
            line.trim().parse().map_err(|error| anyhow!("{}:{}: {error}", path.display(), number + 1))
        })
        .collect()
}

/// Writes a run to a file.
pub fn write(path: &Path, run: &[Action]) -> anyhow::Result<()> {
    let text: String = run.iter().map(|action| format!("{action}\n")).collect();
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

/// Lets the user choose.
pub fn session(
    arguments: &Arguments,
    simulation: &Simulation,
    queries: &[Query],
    shower: &Shower,
) -> anyhow::Result<ExitCode> {
    let mut run = match &arguments.load {
        Some(path) => read(path)?,
        None => Vec::new(),
    };
    let mut out = anstream::stdout();
    writeln!(out, "{HELP}")?;
    for query in queries {
        writeln!(out, "  q {query}")?;
    }
    let mut input = std::io::stdin().lock();
    let mut seed = arguments.seed;
    loop {
        let (possible, texts) = what_next(simulation, &run);
        writeln!(out, "step {}:", run.len())?;
        for (number, text) in texts.iter().enumerate() {
            writeln!(out, "  {number:>3}  {text}")?;
        }
        if possible.is_empty() {
            writeln!(out, "  nothing can happen any more")?;
        }
        write!(out, "> ")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            writeln!(out)?;
            break;
        }
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let count = rest.trim().parse::<usize>().unwrap_or(1);
        match word {
            "x" | "quit" | "exit" => break,
            "?" | "help" => writeln!(out, "{HELP}")?,
            "b" => run.truncate(run.len().saturating_sub(count)),
            "r" => {
                for _ in 0..count {
                    let (possible, _) = what_next(simulation, &run);
                    seed =
                        seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    match possible.len() {
                        0 => break,
                        n => run.push(possible[(seed >> 33) as usize % n]),
                    }
                }
            }
            "t" => shower.write_run(&mut out, &play(simulation, &run, &[]))?,
            "v" => {
                let played = play(simulation, &run, &[]);
                for (node, variables) in played.steps.last().into_iter().flat_map(|line| &line.variables) {
                    let list: Vec<String> =
                        variables.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                    writeln!(out, "  {node}: {}", list.join(", "))?;
                }
            }
            "save" => match write(Path::new(rest.trim()), &run) {
                Ok(()) => writeln!(out, "{} steps written to {rest}", run.len())?,
                Err(error) => writeln!(out, "{error:#}")?,
            },
            "load" => match read(Path::new(rest.trim())) {
                Ok(loaded) => run = loaded,
                Err(error) => writeln!(out, "{error:#}")?,
            },
            "q" => match jump(arguments, simulation, rest) {
                Ok(Some(found)) => run = found,
                Ok(None) => writeln!(out, "there is no run to show")?,
                Err(error) => writeln!(out, "{error:#}")?,
            },
            number => match number.parse::<usize>().ok().and_then(|number| possible.get(number)) {
                Some(action) => run.push(*action),
                None => writeln!(out, "{number} is none of the steps; ? for help")?,
            },
        }
    }
    if let Some(path) = &arguments.save {
        write(path, &run)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What can happen after a run, and what each of it would do.
fn what_next(simulation: &Simulation, run: &[Action]) -> (Vec<Action>, Vec<String>) {
    let mut scratch = simulation.scratch();
    let mut situation = simulation.initial(&mut scratch);
    let mut actions = Vec::new();
    for action in run {
        simulation.actions(&mut scratch, &situation, &mut actions);
        if actions.contains(action) {
            simulation.apply(&mut scratch, &mut situation, action);
        }
    }
    simulation.actions(&mut scratch, &situation, &mut actions);
    let texts = actions.iter().map(|action| {
        let mut longer = run.to_vec();
        longer.push(*action);
        let played = play(simulation, &longer, &[]);
        let events = played.steps.last().map(|line| &line.events[..]).unwrap_or_default();
        let told = events.iter().filter(|event| event.kind != "print");
        let words: Vec<String> = told
            .map(|event| match &event.node {
                Some(node) => format!("{node} {}", event.text),
                None => event.text.clone(),
            })
            .collect();
        match words.is_empty() {
            true => action.to_string(),
            false => words.join("; "),
        }
    });
    let texts = texts.collect();
    (actions, texts)
}

/// The run that answers a query.
fn jump(arguments: &Arguments, simulation: &Simulation, text: &str) -> anyhow::Result<Option<Vec<Action>>> {
    let query = vtrace_sim::query::parse(text)?;
    let decision = decide(simulation, &[query], arguments.fairness(), arguments.limits(), &|| false)?;
    let run = decision.answers.into_iter().next().and_then(|answer| answer.run);
    Ok(run.map(|run| run.prefix.into_iter().chain(run.cycle).collect()))
}
