//! `vtrace protocol check`: formulas from the command line.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde_json::json;
use vtrace_property::{Fairness, FiniteRuns, Lasso, Options, Step};
use vtrace_protocol::{Action, Names, Property, Specification, chart};

use super::{Format, Which, write, write_json};

/// The arguments of `vtrace protocol check`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
    /// A formula. Give several to check several.
    #[arg(short, long, required = true)]
    formula: Vec<String>,
    /// How a run that ends is read.
    #[arg(long, value_enum, default_value_t = Finite::Stutter)]
    finite_runs: Finite,
    /// Which runs count: fairness is among roles.
    #[arg(long, value_enum, default_value_t = Fair::None)]
    fairness: Fair,
    /// How to write the result.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Finite {
    /// Its last state repeats with no action.
    Stutter,
    /// It is not judged.
    Infinite,
    /// By finite-trace semantics.
    Ltlf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Fair {
    /// All runs count.
    None,
    /// A role that can act without interruption does.
    Weak,
    /// A role that can act again and again does.
    Strong,
}

/// Checks, and tells.
pub fn execute(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let protocol = arguments.which.protocol()?;
    let lts = arguments.which.lts(&protocol)?;
    let specification = Specification::new(&lts);
    let options = Options {
        finite_runs: match arguments.finite_runs {
            Finite::Stutter => FiniteRuns::Stutter,
            Finite::Infinite => FiniteRuns::Ignore,
            Finite::Ltlf => FiniteRuns::Ltlf,
        },
        fairness: match arguments.fairness {
            Fair::None => Fairness::None,
            Fair::Weak => Fairness::Weak,
            Fair::Strong => Fairness::Strong,
        },
        max_states: arguments.which.max_states,
    };
    let mut results = Vec::new();
    let mut violated = false;
    for text in &arguments.formula {
        let property = Property::parse(text).map_err(|message| anyhow::anyhow!("the formula:{message}"))?;
        let checked = property.check(&specification, &lts.names, &options)?;
        violated |= checked.counterexample.is_some();
        let warnings = property.warnings_for(&specification);
        for warning in &warnings {
            eprintln!("warning: {warning}");
        }
        if arguments.format == Format::Json {
            results.push(json!({
                "formula": property.formula.to_string(),
                "holds": checked.counterexample.is_none(),
                "counterexample": checked.counterexample.as_ref().map(|lasso| lasso_json(&lts.names, lasso)),
                "warnings": warnings,
                "states": checked.statistics.states,
                "product": checked.statistics.product,
            }));
            continue;
        }
        let verdict = if checked.counterexample.is_some() { "violated" } else { "holds" };
        let mut shown = format!("{verdict}: {}\n", property.formula);
        if let Some(lasso) = &checked.counterexample {
            shown += &chart(&lts.names, lasso);
        }
        shown += &format!("  {}\n", checked.statistics);
        write(None, &shown)?;
    }
    if arguments.format == Format::Json {
        write_json(&json!({ "results": results }))?;
    }
    Ok(ExitCode::from(u8::from(violated)))
}

/// A counterexample for programs.
pub fn lasso_json<S>(names: &Names, lasso: &Lasso<S, Action>) -> serde_json::Value {
    let steps = |steps: &[Step<Action>]| -> Vec<serde_json::Value> {
        steps
            .iter()
            .map(|step| match step {
                Step::Action(action) => action.sentence(names).into(),
                Step::End { deadlock: true } => "deadlock".into(),
                Step::End { deadlock: false } => "terminated".into(),
            })
            .collect()
    };
    json!({ "prefix": steps(&lasso.prefix), "cycle": steps(&lasso.cycle), "shortest": lasso.shortest })
}
