//! Every finding is replayed on the real program, and what came out is remembered.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use vtrace_load::{Environment, cache};
use vtrace_machine::Program;
use vtrace_report::{Finding, Kind, Replay, Report, Standing};
use xxhash_rust::xxh3::xxh3_128;

use super::progress;
use super::watching::Watching;
use crate::interrupt::Interrupt;
use crate::prove::Prover;

/// All verdicts together may take this much, in bytes.
const LIMIT: u64 = 64 << 20;
/// A finding that is larger has a very long run, and would drive out many others.
const LARGEST: usize = 8 << 20;

/// The verdicts on the findings of one program, in the user's cache.
pub struct Verdicts {
    /// None: nothing is remembered.
    dir: Option<PathBuf>,
    /// Whether earlier ones count.
    fresh: bool,
    fingerprint: u128,
}

/// The content of a file.
#[derive(Serialize, Deserialize)]
struct Kept {
    key: String,
    finding: Finding,
}

impl Verdicts {
    /// Those on the program with this fingerprint.
    pub fn open(wanted: bool, fresh: bool, fingerprint: u128) -> Verdicts {
        let dir = || Some(cache::directory(&Environment::current()).ok()?.join("verdicts"));
        Verdicts { dir: if wanted { dir() } else { None }, fresh, fingerprint }
    }

    /// All that a verdict depends on.
    fn key(&self, finding: &Finding, prover: &Prover) -> String {
        let mut finding = finding.clone();
        // How it was found does not matter to what it is.
        finding.trace.found.clear();
        let finding = serde_json::to_string(&finding).unwrap_or_default();
        let (program, traces, network) = (prover.program, prover.traces, prover.network);
        let build = env!("VTRACE_BUILD");
        format!("{build} {:032x} {program:?} {traces} {network} {finding}", self.fingerprint)
    }

    fn path(&self, key: &str) -> Option<PathBuf> {
        Some(self.dir.as_ref()?.join(format!("{:032x}", xxh3_128(key.as_bytes()))))
    }

    fn find(&self, key: &str) -> Option<Finding> {
        let path = self.path(key).filter(|_| !self.fresh)?;
        let kept: Kept = serde_json::from_slice(&fs::read(&path).ok()?).ok()?;
        cache::touch(&path);
        (kept.key == key).then_some(kept.finding)
    }

    fn keep(&self, key: String, finding: &Finding) {
        let Some(path) = self.path(&key) else { return };
        let kept = Kept { key, finding: finding.clone() };
        if let Ok(bytes) = serde_json::to_vec(&kept)
            && bytes.len() <= LARGEST
            && cache::write_atomically(&path, &[&bytes]).is_ok()
            && let Some(dir) = path.parent()
        {
            cache::evict(dir, LIMIT, &path);
        }
    }
}

/// Replays the findings of a report, and sets aside those that are refuted for good.
pub fn replay(
    mut report: Report,
    prover: &mut Prover,
    program: &Arc<Program>,
    verdicts: &Verdicts,
    watching: &Watching,
    interrupt: &Interrupt,
) -> Report {
    let count = report.findings.len();
    for (done, finding) in
        report.findings.iter_mut().enumerate().filter(|(_, finding)| is_replayable(finding))
    {
        if interrupt.is_raised() {
            break;
        }
        let key = verdicts.key(finding, prover);
        if let Some(known) = verdicts.find(&key) {
            *finding = known;
            watching.replay(finding, true);
            continue;
        }
        watching.replay(finding, false);
        let name = format!("{} ({}/{count})", finding.id, done + 1);
        progress::replaying(&name, interrupt, |progress| prover.prove(program, finding, progress));
        watching.replay(finding, true);
        if matches!(finding.replay, Some(Replay::Confirmed { .. } | Replay::Refuted { .. })) {
            verdicts.keep(key, finding);
        }
    }
    report.without_refuted()
}

/// Whether there is a run, and one whose replay would say more than is known.
fn is_replayable(finding: &Finding) -> bool {
    // What is only possible without needing an input needs a timer that fires before its time, and a replay would let it.
    let early = finding.standing == Standing::Possible && finding.inputs.is_empty();
    finding.kind != Kind::Reachable && !early
}
