//! `vtrace export`: a program, its state graph or one of its runs, for other tools.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use vtrace_export::abstraction::Abstraction;
use vtrace_export::{Model, promela, run, toph, uppaal};
use vtrace_sim::{Simulation, decide, graph, play};

use super::sim;
use crate::interrupt::Interrupt;

/// Write a distributed algorithm, its state graph or one of its runs for another tool
///
/// promela and uppaal take programs in DiAlGo's subset of Go: nodes that main starts by go statements, integers and booleans,
/// package-level arrays of channels. Their queries come along. aut and dot are the graph of all states, of any program, if it is
/// small; mermaid and shiviz are the run that answers the first query, or one at random.
#[derive(Args)]
#[group(skip)] // those of sim are inside
pub struct Arguments {
    /// For which tool
    #[arg(long, value_enum)]
    to: Target,

    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Give up if there are more states than this, for aut and dot
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    most: usize,

    /// With a location for each place that prints something, for uppaal; marks always have one
    #[arg(long)]
    markers: bool,

    /// Write the control flow of any program, without values, and questions about its channels, locks and wait groups, for uppaal
    #[arg(long = "abstract")]
    control_flow: bool,

    /// With --abstract: how many of the goroutines that are started in a loop there may be at once
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=20))]
    instances: u8,

    #[command(flatten)]
    sim: sim::Arguments,
}

/// For which tool.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// A model for UPPAAL 4 and 5
    Uppaal,
    /// A model for Spin
    Promela,
    /// The state graph, in Aldebaran's format, for vtrace lts, CADP and mCRL2
    Aut,
    /// The state graph, for Graphviz
    Dot,
    /// A run, as a sequence diagram
    Mermaid,
    /// A run, as a log with vector clocks
    Shiviz,
}

/// Carries out the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let interrupt = Interrupt::from_signals();
    let sim = &arguments.sim;
    if arguments.control_flow {
        if arguments.to != Target::Uppaal {
            bail!("--abstract makes models for UPPAAL: add --to uppaal");
        }
        let image = sim.image(&interrupt)?;
        let abstraction = Abstraction::new(&image, usize::from(arguments.instances))?;
        let mut out = anstream::stderr();
        for note in &abstraction.notes {
            writeln!(out, "vtrace: {note}")?;
        }
        return deliver(arguments, &toph::write(&abstraction)?);
    }
    let machine = sim.watched_machine(&interrupt)?;
    let simulation = Simulation { machine: &machine, faults: sim.faults(), observed: Vec::new() };
    let text = match arguments.to {
        Target::Promela | Target::Uppaal => {
            let model = Model::new(&machine.program.image)?;
            let queries = sim.all_queries(&machine.program)?;
            let faults = sim.faults();
            let others = [&faults.lossy, &faults.duplicate, &faults.reorder];
            if others.iter().any(|fault| fault.count > 0) || faults.partition > 0 {
                bail!(
                    "of the faults, models have only --crash and --recover; let vtrace sim look for the others"
                )
            }
            if !sim.is_plain() {
                bail!(
                    "models know neither time nor fairness; let vtrace sim answer with --time and --fairness"
                )
            }
            match arguments.to {
                Target::Promela => promela::write(&model, &queries, &faults),
                _ => uppaal::write(&model, &queries, &faults, arguments.markers)?,
            }
        }
        Target::Aut | Target::Dot => {
            // Without variables that nobody asks for: those would tell states apart.
            let machine = sim.bare_machine(&interrupt)?;
            let simulation = Simulation { machine: &machine, faults: sim.faults(), observed: Vec::new() };
            let Some(graph) = graph(&simulation, arguments.most) else {
                bail!(
                    "there are more than {} states: allow more by --most, or make the program smaller",
                    arguments.most
                )
            };
            let quoted = |label: &str| format!("\"{}\"", label.replace('\\', "\\\\").replace('"', "'"));
            let mut text = String::new();
            if arguments.to == Target::Aut {
                text += &format!("des (0, {}, {})\n", graph.edges.len(), graph.states);
                for (from, label, to) in &graph.edges {
                    text += &format!("({from}, {}, {to})\n", quoted(label));
                }
            } else {
                text +=
                    "digraph {\n  node [shape=circle, label=\"\", width=0.2];\n  0 [shape=doublecircle];\n";
                for (from, label, to) in &graph.edges {
                    text += &format!("  {from} -> {to} [label={}];\n", quoted(label));
                }
                text += "}\n";
            }
            text
        }
        Target::Mermaid | Target::Shiviz => {
            let queries = sim.all_queries(&machine.program)?;
            let lasso = match queries.first() {
                Some(first) => {
                    let asked = std::slice::from_ref(first);
                    let decision =
                        decide(&simulation, asked, sim.fairness(), sim.limits(), &|| interrupt.is_raised())?;
                    decision.answers.into_iter().next().and_then(|answer| answer.run)
                }
                None => None,
            };
            let played = match lasso {
                Some(run) => play(&simulation, &run.prefix, &run.cycle),
                None => play(&simulation, &vtrace_sim::walk(&simulation, sim.seed(), 1000).run, &[]),
            };
            if arguments.to == Target::Mermaid { run::mermaid(&played) } else { run::shiviz(&played) }
        }
    };
    deliver(arguments, &text)
}

fn deliver(arguments: &Arguments, text: &str) -> anyhow::Result<ExitCode> {
    match &arguments.output {
        Some(path) => std::fs::write(path, text).with_context(|| path.display().to_string())?,
        None => anstream::stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}
