//! Times `vtrace-lts` beside MERC on the same files, and prints ratios.
//!
//! `cargo run --release -- [DIRECTORY]` writes its systems to the directory (a temporary one by default) and runs every
//! task in a process of its own, so that peak memory is that task's. Seconds are of processor time, all threads
//! together, so that a busy machine does not matter much; each figure is the best of three, or of one if it is
//! long. Reading is also given in seconds of the clock.

mod systems;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use merc_reduction::{Equivalence, reduce_lts};
use merc_utilities::Timing;
use vtrace_lts::aut::{ReadOptions, read_file};
use vtrace_lts::ktrace::KTrace;
use vtrace_lts::relation::Relation;

/// A peer that takes longer is not waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// The processor time that this process has used.
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[1..] {
        ["task", who, task, file] => run_task(who, task, Path::new(file)),
        ["generate", name, ref numbers @ ..] => systems::generate(name, numbers),
        _ => compare(args.get(1).map_or_else(std::env::temp_dir, PathBuf::from)),
    }
}

/// Does one task, and prints its seconds, its result and the peak memory of this process.
fn run_task(who: &str, task: &str, file: &Path) {
    let timing = Timing::new();
    let clock = Instant::now();
    let start = now();
    let (result, seconds) = match (who, task) {
        ("ours", "read") => {
            let lts = read_file(file, &ReadOptions::default()).expect("a readable file").lts;
            (format!("{}/{}", lts.state_count(), lts.transition_count()), now() - start)
        }
        ("ours", "read1") => {
            let lts = read_file(file, &ReadOptions { threads: 1 }).expect("a readable file").lts;
            (format!("{}/{}", lts.state_count(), lts.transition_count()), now() - start)
        }
        ("ours", "ktrace") => {
            let lts = read_file(file, &ReadOptions::default()).expect("a readable file").lts;
            let start = now();
            let mut levels = KTrace::new(&lts, false);
            levels.advance(2).expect("small enough");
            let pairs = levels.tau_pairs(&lts);
            let count =
                |k| pairs.iter().filter(|p| p.degree >= vtrace_lts::ktrace::Degree::Exactly(k)).count();
            let summary = format!(
                "quotient {}, of {} pairs {} and {}",
                levels.quotient().state_count(),
                pairs.len(),
                count(1),
                count(2)
            );
            (summary, now() - start)
        }
        ("ours", relation) => {
            let lts = read_file(file, &ReadOptions::default()).expect("a readable file").lts;
            let start = now();
            let relation: Relation = relation.parse().expect("a relation");
            let (quotient, _) = relation.minimise(&lts).expect("small enough").expect("a quotient");
            (format!("{}/{}", quotient.state_count(), quotient.transition_count()), now() - start)
        }
        ("merc", task) => {
            let input = std::fs::File::open(file).expect("a readable file");
            let lts = merc_lts::read_aut(std::io::BufReader::new(input)).expect("a readable file");
            use merc_lts::LTS;
            if task == "read" {
                (format!("{}/{}", lts.num_of_states(), lts.num_of_transitions()), now() - start)
            } else {
                let equivalence = match task {
                    "strong" => Equivalence::StrongBisim,
                    "branching" => Equivalence::BranchingBisim,
                    "weak" => Equivalence::WeakBisim,
                    _ => panic!("MERC does not do {task}"),
                };
                let start = now();
                let quotient = reduce_lts(lts, equivalence, true, &timing);
                (format!("{}/{}", quotient.num_of_states(), quotient.num_of_transitions()), now() - start)
            }
        }
        _ => panic!("nobody is called {who}"),
    };
    let clock = clock.elapsed().as_secs_f64();
    println!("{} {clock} {} {result}", seconds.as_secs_f64(), peak_kilobytes());
}

fn peak_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or(0)
}

struct Measured {
    seconds: f64,
    clock: f64,
    kilobytes: u64,
    result: String,
}

/// The best of three runs; `None` if one takes too long or fails.
fn measure(who: &str, task: &str, file: &Path) -> Option<Measured> {
    let mut best: Option<Measured> = None;
    for _ in 0..3 {
        let program = std::env::current_exe().expect("this program");
        let mut child = Command::new(program)
            .args(["task", who, task])
            .arg(file)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("this program runs");
        let start = Instant::now();
        while child.try_wait().expect("a child").is_none() {
            if start.elapsed() > PATIENCE {
                child.kill().expect("a child");
                child.wait().expect("a child");
                return None;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let output = child.wait_with_output().expect("a child");
        let text = String::from_utf8(output.stdout).expect("text");
        let mut fields = text.trim().splitn(4, ' ');
        let measured = Measured {
            seconds: fields.next()?.parse().ok()?,
            clock: fields.next()?.parse().ok()?,
            kilobytes: fields.next()?.parse().ok()?,
            result: fields.next()?.into(),
        };
        let long = measured.clock > 5.0;
        if best.as_ref().is_none_or(|b| measured.seconds < b.seconds) {
            best = Some(measured);
        }
        if long {
            break;
        }
    }
    best
}

fn compare(directory: PathBuf) {
    println!(
        "{:<28} {:<10} {:>9} {:>9} {:>7}  {:>8}  result",
        "system", "task", "vtrace s", "MERC s", "ratio", "MB"
    );
    for (name, path) in systems::all(&directory) {
        let transitions = systems::transitions(&path);
        for task in ["read", "read1", "strong", "branching", "weak", "ktrace"] {
            if !systems::asks(&name, task) {
                continue;
            }
            let ours = measure("ours", task, &path);
            let peer =
                ["read", "strong", "branching", "weak"].contains(&task).then(|| measure("merc", task, &path));
            let show =
                |m: &Option<Measured>| m.as_ref().map_or(">60".into(), |m| format!("{:.3}", m.seconds));
            let ratio = match (&ours, &peer) {
                (Some(ours), Some(Some(peer))) => format!("{:.2}", peer.seconds / ours.seconds),
                _ => "-".into(),
            };
            let (megabytes, result) =
                ours.as_ref().map_or((0, String::new()), |m| (m.kilobytes / 1024, m.result.clone()));
            let mut note = result;
            if let (Some(ours), true) = (&ours, task.starts_with("read")) {
                let bytes = std::fs::metadata(&path).map_or(0, |m| m.len());
                note += &format!(
                    ", {:.0} MB per CPU second, {:.2} s by the clock, {} bytes a transition at the peak",
                    bytes as f64 / 1e6 / ours.seconds,
                    ours.clock,
                    ours.kilobytes * 1024 / transitions.max(1)
                );
            }
            if let (Some(ours), Some(Some(peer))) = (&ours, &peer)
                && ours.result != peer.result
            {
                note += &format!(" BUT MERC SAYS {}", peer.result);
            }
            let peer = peer.as_ref().map_or("".into(), show);
            println!("{name:<28} {task:<10} {:>9} {peer:>9} {ratio:>7}  {megabytes:>8}  {note}", show(&ours));
        }
    }
}
