//! What generated modules cost at run time, beside channels used by hand: the communication of the four kernels, in Go and in Rust.
//!
//! `cargo bench -p vtrace-protocol --bench overhead [-- [go] [rust] [cg] … [2] [4] [8] [16] [pairs=41]]`. Needs Go and rustc.
//!
//! Each program runs hand-written channels and the generated module one after the other, some milliseconds each, many times. What is
//! printed is the median of the ratios of such pairs, with the quartiles beside it, so that one sees how much is noise; and the
//! ratio of the CPU time that all runs took, which other programs on the machine disturb least. All that once for the messages alone,
//! and once with some microseconds of work for each. Hand-written channels are as bare as can be; in Go, where a module's calls can be cancelled,
//! it is also measured beside channels that can be, too.

mod go;
mod rust;

use std::path::Path;
use std::process::Command;

use vtrace_protocol::{
    GenerateOptions, Instance, Lts, ModuleKind, Parameters, Protocol, Source, Value, generate_go,
    generate_rust,
};

/// A kernel: its workers' families with the message that starts a round and the one that answers it, and the messages at the end.
pub struct Kernel {
    name: &'static str,
    groups: &'static [(&'static str, &'static str, &'static str)],
    bye: &'static str,
}

const KERNELS: [Kernel; 4] = [
    Kernel { name: "cg", groups: &[("Worker", "Work", "ResultMessage")], bye: "Done" },
    Kernel { name: "is", groups: &[("Worker", "Keys", "Histogram")], bye: "Done" },
    Kernel {
        name: "ft",
        groups: &[("Evolver", "Evolve", "Done"), ("Transformer", "Transform", "Done")],
        bye: "Bye",
    },
    Kernel {
        name: "mg",
        groups: &[
            ("Interpolator", "Work", "Done"),
            ("Smoother", "Work", "Done"),
            ("Restrictor", "Work", "Done"),
            ("Residual", "Work", "Done"),
        ],
        bye: "Bye",
    },
];

fn main() {
    if !std::env::args().any(|argument| argument == "--bench") {
        println!("run with cargo bench");
        return;
    }
    let arguments: Vec<String> = std::env::args().collect();
    let chosen = |all: &[&'static str]| -> Vec<&'static str> {
        let given: Vec<&str> =
            all.iter().copied().filter(|word| arguments.iter().any(|a| a == word)).collect();
        if given.is_empty() { all.to_vec() } else { given }
    };
    let pairs = arguments.iter().find_map(|argument| argument.strip_prefix("pairs=")).unwrap_or("41");
    let folder = tempfile::tempdir().expect("a temporary folder");
    println!("time relative to hand-written channels: median (quartiles), CPU time");
    println!("{:<12}{:^46}{:^46}", "", "messages alone", "with work");
    let head = format!("{:>9}{:>24}{:>13}", "strict", "liberal", "cancellable");
    println!("{:<12}{head}{head}", "");
    for language in chosen(&["go", "rust"]) {
        for kernel in KERNELS.iter().filter(|kernel| chosen(&["cg", "is", "ft", "mg"]).contains(&kernel.name))
        {
            for n in chosen(&["2", "4", "8", "16"]) {
                let place = folder.path().join(format!("{language}-{}-{n}", kernel.name));
                std::fs::create_dir(&place).expect("a folder");
                let workers = n.parse().expect("a number");
                let build = if language == "go" { go::build } else { rust::build };
                let program = build(kernel, workers, &place);
                let output = run(&place, &program, &[pairs]);
                let (alone, work) = (Measured::read(&output, "0"), Measured::read(&output, "5000"));
                println!("{:<12}{alone}{work}", format!("{language} {} {n}", kernel.name));
            }
        }
    }
}

/// Pairs of runs, each by the clock and in CPU time.
struct Measured {
    hand: Vec<(f64, f64)>,
    liberal: Vec<(f64, f64)>,
    /// Zero where it was left out.
    strict: Vec<(f64, f64)>,
    /// By hand and liberal, if both can be cancelled; none in Rust.
    cancellable: [Vec<(f64, f64)>; 2],
}

impl Measured {
    /// The lines of a program's output for this effort.
    fn read(output: &str, effort: &str) -> Self {
        let of = |name: &str| {
            let lines = output.lines().map(|line| line.split(' ').collect::<Vec<_>>());
            let number = |word: &str| word.parse::<f64>().expect("a time");
            lines
                .filter(|words| words[0] == effort && words[1] == name)
                .map(|words| (number(words[2]), number(words[3])))
                .collect()
        };
        let cancellable = [of("cancellable-hand"), of("cancellable-liberal")];
        Self { hand: of("hand"), liberal: of("liberal"), strict: of("strict"), cancellable }
    }
}

/// The quartiles of the ratios of runs.
fn ratios(of: &[(f64, f64)], hand: &[(f64, f64)]) -> [f64; 3] {
    let pairs = of.iter().zip(hand).filter(|(run, _)| run.0 > 0.0);
    let mut ratios: Vec<f64> = pairs.map(|(run, hand)| run.0 / hand.0).collect();
    ratios.sort_unstable_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| ratios[(ratios.len() - 1) * quarter / 4])
}

/// The ratio of CPU times.
fn cpu(of: &[(f64, f64)], hand: &[(f64, f64)]) -> f64 {
    let total = |of: &[(f64, f64)]| of.iter().map(|run| run.1).sum::<f64>();
    total(of) / total(hand)
}

impl std::fmt::Display for Measured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [low, median, high] = ratios(&self.liberal, &self.hand);
        let liberal = format!("{median:.2} ({low:.2}–{high:.2}) {:.2}", cpu(&self.liberal, &self.hand));
        write!(f, "{:>9.2}{liberal:>24}", ratios(&self.strict, &self.hand)[1])?;
        let [hand, liberal] = &self.cancellable;
        if hand.is_empty() {
            return write!(f, "{:>13}", "–");
        }
        write!(f, "{:>13}", format!("{:.2} {:.2}", ratios(liberal, hand)[1], cpu(liberal, hand)))
    }
}

/// Runs a program to its end, and gives what it printed.
pub fn run(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .envs([("GOWORK", "off"), ("GOPROXY", "off"), ("GOTOOLCHAIN", "local")])
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The generated module of a kernel.
pub fn module(kernel: &Kernel, n: i64, kind: ModuleKind, package: &str, go: bool) -> String {
    let file = format!("{}/../../examples/protocols/{}.dcj", env!("CARGO_MANIFEST_DIR"), kernel.name);
    let text = std::fs::read_to_string(&file).expect("the protocol");
    let protocol = Protocol::parse(Source::new(file, text)).expect("a protocol");
    let parameters: Parameters = [("n".to_owned(), Value::Integer(n))].into_iter().collect();
    let lts = Lts::build(&protocol, None, &parameters, 1_000_000).expect("a small protocol");
    let options = GenerateOptions {
        name: kernel.name.into(),
        kind,
        package: Some(package.into()),
        max_states: 100_000,
    };
    let instances = [Instance { parameters, lts }];
    let generated = if go { generate_go(&instances, &options) } else { generate_rust(&instances, &options) };
    generated.unwrap_or_else(|error| panic!("{}: {error}", kernel.name)).text
}
