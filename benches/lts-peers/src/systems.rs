//! The systems: concurrent objects, and random ones of several shapes. The same on every run.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use vtrace_lts::objects::{Kind, Values, Workload};

/// Which tasks make sense for which system: the large files are there for reading.
pub fn asks(name: &str, task: &str) -> bool {
    match task {
        "read" | "read1" => name.contains("lines") || name.starts_with("random 1M"),
        "ktrace" => name.contains("18520") || name.starts_with("ccas") || name.starts_with("treiber"),
        "weak" => name.starts_with("ccas") || name.starts_with("treiber 2x4"),
        _ => !name.contains("lines"),
    }
}

/// Writes all systems that are not there yet, and returns their names and files.
pub fn all(directory: &Path) -> Vec<(String, PathBuf)> {
    let mut systems = Vec::new();
    let mut add = |name: &str, write: &dyn Fn(&Path)| {
        let path = directory.join(format!("{}.aut", name.replace(' ', "_")));
        if !path.exists() {
            write(&path);
        }
        systems.push((name.to_owned(), path));
    };
    for (name, kind, threads, operations) in [
        ("treiber 2x4", Kind::Treiber, 2, 4),
        ("treiber 3x2", Kind::Treiber, 3, 2),
        ("ccas 2x4", Kind::Ccas, 2, 4),
        ("ms-queue 3x2 (2.1M)", Kind::MichaelScott, 3, 2),
    ] {
        add(name, &|path| object(path, kind, threads, operations));
    }
    add("random 18520 acyclic", &|path| random(path, 18_520, 72_900, 60, 8, true, 7));
    add("random 18520 cyclic", &|path| random(path, 18_520, 72_900, 2_000, 8, false, 8));
    add("random 1M transitions", &|path| random(path, 300_000, 1_000_000, 50, 3, false, 1));
    add("random 1M few labels", &|path| random(path, 500_000, 1_000_000, 3, 3, false, 2));
    add("cycles 1.6M interleaved", &|path| interleaved(path, 6, 8));
    add("chain 25k distinct labels", &|path| chain(path, 25_216));
    add("random 10M lines", &|path| random(path, 3_000_000, 10_000_000, 200, 3, false, 3));
    systems
}

/// For the command line: `generate random FILE STATES TRANSITIONS LABELS`.
pub fn generate(name: &str, numbers: &[&str]) {
    let [file, states, transitions, labels] = numbers else {
        panic!("generate NAME FILE STATES TRANSITIONS LABELS")
    };
    let number = |text: &str| text.parse().expect("a number");
    random(Path::new(file), number(states), number(transitions), number(labels), 3, name == "acyclic", 42);
}

/// How many transitions the header promises.
pub fn transitions(path: &Path) -> u64 {
    use std::io::BufRead;
    let file = std::fs::File::open(path).expect("a file");
    let mut line = String::new();
    std::io::BufReader::new(file).read_line(&mut line).expect("a header");
    line.split(',').nth(1).and_then(|n| n.trim().parse().ok()).unwrap_or(0)
}

fn object(path: &Path, kind: Kind, threads: u8, operations: u8) {
    let lts = kind
        .generate(&Workload {
            threads,
            operations,
            values: Values::Unique,
            detailed: false,
            limit: 10_000_000,
        })
        .expect("small enough");
    let mut out = BufWriter::new(std::fs::File::create(path).expect("a place to write"));
    vtrace_lts::aut::write(&lts, &mut out).expect("space to write");
}

/// A linear congruential generator, so that systems do not depend on a library.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((u128::from(self.0 >> 11) * u128::from(bound)) >> 53) as u64
    }
}

/// Random transitions, one in `silence` of them silent; silent ones and all acyclic ones lead to larger states nearby.
fn random(path: &Path, states: u64, transitions: u64, labels: u64, silence: u64, acyclic: bool, seed: u64) {
    let mut random = Random(seed);
    let mut out = BufWriter::with_capacity(1 << 18, std::fs::File::create(path).expect("a place to write"));
    writeln!(out, "des (0, {transitions}, {states})").expect("space to write");
    for i in 0..transitions {
        // Every state has a way out, as far as the transitions go.
        let source = if i < states { i } else { random.below(states) };
        let silent = random.below(silence) == 0;
        let target = if silent || acyclic {
            (source + 1 + random.below(40)).min(states - 1)
        } else {
            random.below(states)
        };
        if acyclic && target <= source {
            writeln!(out, "(0, i, 1)").expect("space to write");
        } else if silent {
            writeln!(out, "({source}, i, {target})").expect("space to write");
        } else {
            writeln!(out, "({source}, \"ACTION !{}\", {target})", random.below(labels))
                .expect("space to write");
        }
    }
    out.flush().expect("space to write");
}

/// `processes` processes that each go around a cycle of `length`, with one visible step, in all interleavings.
fn interleaved(path: &Path, processes: u32, length: u64) {
    let states = length.pow(processes);
    let mut out = BufWriter::with_capacity(1 << 18, std::fs::File::create(path).expect("a place to write"));
    writeln!(out, "des (0, {}, {states})", states * u64::from(processes)).expect("space to write");
    for state in 0..states {
        let mut weight = 1;
        for process in 0..processes {
            let at = state / weight % length;
            let target = state - at * weight + (at + 1) % length * weight;
            if at == 0 {
                writeln!(out, "({state}, \"go !{process}\", {target})").expect("space to write");
            } else {
                writeln!(out, "({state}, i, {target})").expect("space to write");
            }
            weight *= length;
        }
    }
    out.flush().expect("space to write");
}

/// One long path on which no two labels are equal.
fn chain(path: &Path, length: u64) {
    let mut out = BufWriter::new(std::fs::File::create(path).expect("a place to write"));
    writeln!(out, "des (0, {length}, {})", length + 1).expect("space to write");
    for i in 0..length {
        writeln!(out, "({i}, \"step {i}\", {})", i + 1).expect("space to write");
    }
    out.flush().expect("space to write");
}
