//! `vtrace lts`: arguments of its subcommands, and who carries them out.

mod compat;
mod files;
mod show;
mod systems;
mod traces;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Subcommand, ValueEnum};
use vtrace_lts::State;
use vtrace_lts::files::Format;
use vtrace_lts::objects::{Kind, Values};
use vtrace_lts::relation::Relation;

/// Compare, reduce and explain labelled transition systems.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Lts,
    /// How results are printed.
    #[arg(long, global = true, value_enum, default_value_t = Output::Text)]
    format: Output,
    /// How many threads read a file; as many as there are cores by default.
    #[arg(long, global = true, default_value_t = 0, hide_default_value = true)]
    threads: usize,
}

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Output {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Where a system that a command makes goes.
#[derive(clap::Args)]
struct Target {
    /// The file to write; a name that ends in .gz or .zst is compressed. Standard output by default.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// aut, dot or json; by default what the name of the file says, else aut.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
}

#[derive(Subcommand)]
enum Lts {
    /// k-trace equivalence: of all pairs that a silent step connects, or of two states.
    ///
    /// Files everywhere are .aut or JSON, plain or compressed; - is standard input.
    Equiv {
        /// The system.
        file: PathBuf,
        /// The two states to compare; without them, all pairs connected by a silent step.
        #[arg(num_args = 0..=2, value_names = ["S", "T"])]
        states: Vec<State>,
        /// Stop at this k instead of when the relation is stable.
        #[arg(short)]
        k: Option<usize>,
        /// Tell states that can take silent steps for ever from those that cannot.
        #[arg(long)]
        divergence: bool,
        /// Look at the branching quotient of the system instead of the system itself (all pairs only).
        #[arg(long)]
        quotient: bool,
    },
    /// Are two systems, or two states of one, equivalent? If not, why?
    Compare {
        /// The first system.
        left: PathBuf,
        /// The second system; without it, --states must name two states of the first.
        right: Option<PathBuf>,
        /// The relation: strong, branching, dp-branching, delay, weak, trace, weak-trace, completed-trace,
        /// weak-completed-trace, failures, weak-failures, simulation, ready-simulation, or k-trace:K.
        #[arg(short, long, default_value = "branching")]
        equivalence: Relation,
        /// The states to compare, instead of the initial ones.
        #[arg(long, num_args = 2, value_names = ["S", "T"])]
        states: Option<Vec<State>>,
        /// Ask whether the first is below the second in the preorder that belongs to the equivalence.
        #[arg(long)]
        preorder: bool,
    },
    /// The smallest equivalent quotient of a system.
    #[command(alias = "minimize")]
    Minimise {
        /// The system.
        file: PathBuf,
        /// The relation, as for compare.
        #[arg(short, long, default_value = "branching")]
        equivalence: Relation,
        /// Also write the class of each state to this file.
        #[arg(long, value_name = "FILE")]
        classes: Option<PathBuf>,
        /// First leave out what the initial state does not reach.
        #[arg(long)]
        reachable: bool,
        #[command(flatten)]
        target: Target,
    },
    /// Size, threads, methods, final states, branching, labels.
    Assess {
        /// The system.
        file: PathBuf,
        /// List the labels too.
        #[arg(long)]
        labels: bool,
    },
    /// Which states lie on a cycle, or lead to one.
    Circles {
        /// The system.
        file: PathBuf,
        /// List the states too.
        #[arg(long)]
        list: bool,
    },
    /// Make labels silent: all but calls and returns, or as a regular expression says.
    Hide {
        /// The system.
        file: PathBuf,
        /// Hide the labels that match this.
        #[arg(long, value_name = "REGEX", conflicts_with = "keep")]
        matching: Option<String>,
        /// Hide the labels that do not match this.
        #[arg(long, value_name = "REGEX")]
        keep: Option<String>,
        #[command(flatten)]
        target: Target,
    },
    /// A part of a system.
    #[command(group = clap::ArgGroup::new("part").required(true))]
    Extract {
        /// The system.
        file: PathBuf,
        /// What can be reached from these states.
        #[arg(long, value_name = "STATE", num_args = 1.., group = "part")]
        from: Vec<State>,
        /// What leads to these states.
        #[arg(long, value_name = "STATE", num_args = 1.., group = "part")]
        leading_to: Vec<State>,
        /// What lies on a path from the first state to the second.
        #[arg(long, num_args = 2, value_names = ["S", "T"], group = "part")]
        between: Vec<State>,
        /// What is near this state.
        #[arg(long, value_name = "STATE", group = "part")]
        around: Option<State>,
        /// How near.
        #[arg(long, default_value_t = 2, requires = "around")]
        radius: usize,
        #[command(flatten)]
        target: Target,
    },
    /// Put the original labels back on the silent steps of a quotient.
    Restore {
        /// The quotient.
        quotient: PathBuf,
        /// The class of each original state, as minimise --classes writes it.
        #[arg(long, value_name = "FILE")]
        classes: PathBuf,
        /// The system before anything was hidden.
        #[arg(long, value_name = "FILE")]
        original: PathBuf,
        #[command(flatten)]
        target: Target,
    },
    /// Is a concurrent object linearizable? If not, a history that is not.
    Linearizable {
        /// The object, with labels such as "CALL !PUSH !1" and "RET !POP !2", the thread last.
        implementation: PathBuf,
        /// Its specification: the system of the atomic object.
        specification: PathBuf,
        /// The specification is sequential instead: calls and returns alternate, and no threads are named.
        #[arg(long)]
        sequential: bool,
    },
    /// Translate a system to another format.
    Convert {
        /// The system.
        file: PathBuf,
        /// Leave out what the initial state does not reach.
        #[arg(long)]
        reachable: bool,
        #[command(flatten)]
        target: Target,
    },
    /// Make the system of a concurrent object: treiber-stack, ms-queue, hw-queue, ccas, and the specifications
    /// atomic-stack, atomic-queue, atomic-blocking-queue, atomic-ccas.
    Generate {
        /// The object.
        object: Kind,
        /// How many threads use it.
        #[arg(short = 'n', long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=8))]
        workers: u8,
        /// How many operations each of them does.
        #[arg(short = 'm', long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
        operations: u8,
        /// What they put into the object: unique values, or the number of the thread.
        #[arg(long, default_value = "unique", value_name = "unique|thread")]
        values: Values,
        /// Show the accesses to memory under their names instead of hiding them.
        #[arg(long)]
        detailed: bool,
        /// The most states to make.
        #[arg(long, default_value_t = 10_000_000)]
        limit: usize,
        #[command(flatten)]
        target: Target,
    },
    /// VeriTrace's own arguments and output: -e FILE [S T], -a FILE, -h FILE, -c FILE, -r QUOTIENT CLASSES ORIGINAL.
    #[command(disable_help_flag = true)]
    Compat {
        /// As VeriTrace takes them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, num_args = 1.., required = true)]
        args: Vec<String>,
    },
}

/// Carries out `vtrace lts`.
pub fn execute(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let context = files::Context { format: arguments.format, threads: arguments.threads };
    match arguments.command {
        Lts::Equiv { file, states, k, divergence, quotient } => {
            traces::equiv(&context, &file, &states, k, divergence, quotient)
        }
        Lts::Compare { left, right, equivalence, states, preorder } => {
            traces::compare(&context, &left, right.as_deref(), equivalence, states, preorder)
        }
        Lts::Linearizable { implementation, specification, sequential } => {
            traces::linearizable(&context, &implementation, &specification, sequential)
        }
        Lts::Minimise { file, equivalence, classes, reachable, target } => {
            systems::minimise(&context, &file, equivalence, classes.as_deref(), reachable, &target)
        }
        Lts::Assess { file, labels } => systems::assess(&context, &file, labels),
        Lts::Circles { file, list } => systems::circles(&context, &file, list),
        Lts::Hide { file, matching, keep, target } => {
            systems::hide(&context, &file, matching.as_deref(), keep.as_deref(), &target)
        }
        Lts::Extract { file, from, leading_to, between, around, radius, target } => {
            use vtrace_lts::extract::Part;
            let part = match (around, &between[..]) {
                (Some(state), _) => Part::Around(state, radius),
                (None, &[s, t]) => Part::Between(s, t),
                _ if !from.is_empty() => Part::From(from),
                _ => Part::To(leading_to),
            };
            systems::extract(&context, &file, &part, &target)
        }
        Lts::Restore { quotient, classes, original, target } => {
            systems::restore(&context, &quotient, &classes, &original, &target)
        }
        Lts::Convert { file, reachable, target } => systems::convert(&context, &file, reachable, &target),
        Lts::Generate { object, workers, operations, values, detailed, limit, target } => {
            let workload =
                vtrace_lts::objects::Workload { threads: workers, operations, values, detailed, limit };
            systems::generate(&context, object, &workload, &target)
        }
        Lts::Compat { args } => compat::execute(&context, &args),
    }
}
