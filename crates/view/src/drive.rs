//! Simulations that are driven from the page: from any step, anything that could have happened, and any fault, also those that
//! were not asked for when the simulation was made.

use std::io;
use std::sync::Arc;

use vtrace_machine::Machine;
use vtrace_sim::{Action, Fault, Faults, Player, Simulation};

use crate::document::{Other, Run, Step};
use crate::engine::{Engine, Reached, Sink, Wish, impossible};
use crate::record::Reader;
use crate::simulation::{self, Program, Teller};

/// As many faults as anybody wants to make by hand.
const MANY: u8 = 200;
/// In longer runs only what happened is told: what else could have happened takes as long at each step as the step itself.
const LONG: usize = 2_000;

/// What goes on from the runs of a simulation.
pub struct SimulationEngine {
    machine: Arc<Machine>,
    faults: Faults,
    read: Arc<Reader>,
}

impl SimulationEngine {
    /// An engine for a program that was simulated in this way.
    pub fn new(machine: Arc<Machine>, program: &Program, read: Arc<Reader>) -> SimulationEngine {
        let many = || Fault { count: MANY, on: None };
        let mut faults = Faults {
            crash: many(),
            // A node that cannot come back is another one than one that can: runs with crashes stay what they were.
            recover: if program.crash && !program.recover { 0 } else { MANY },
            lossy: many(),
            duplicate: many(),
            reorder: many(),
            partition: MANY,
        };
        // Where nobody knows between whom a link is, cutting the network would cut it at random.
        let simulation = Simulation { machine: &machine, faults: faults.clone(), observed: Vec::new() };
        if vtrace_sim::unplaced(&simulation).is_some() {
            faults.partition = 0;
        }
        SimulationEngine { machine, faults, read }
    }

    fn simulation(&self) -> Simulation<'_> {
        Simulation { machine: &self.machine, faults: self.faults.clone(), observed: Vec::new() }
    }

    /// Records a run, with all that else could have happened.
    pub fn record(&self, title: &str, schedule: &[Action], cycle: Option<usize>) -> Result<Run, String> {
        let simulation = self.simulation();
        let mut drive = Drive::start(&simulation, &self.read, schedule.len() <= LONG);
        let mut steps = vec![drive.first()];
        for action in schedule {
            let step = drive.take(action);
            steps.push(step.ok_or_else(|| format!("`{action}` is not possible any more"))?);
        }
        let notes = simulation::ending(&drive.player.end()).into_iter().collect();
        let cycle = cycle.filter(|&at| at < steps.len());
        Ok(Run { live: true, cycle, notes, next: drive.others(None), ..Run::new(title, steps) })
    }
}

/// A run under way.
struct Drive<'a> {
    player: Player<'a>,
    teller: Teller<'a>,
    first: Option<Step>,
    /// Whether to say what else could happen.
    thorough: bool,
}

impl<'a> Drive<'a> {
    fn start(simulation: &'a Simulation<'a>, read: &'a Arc<Reader>, thorough: bool) -> Drive<'a> {
        let (mut player, line) = Player::start(simulation);
        let mut teller = Teller::new(&**read);
        let standings = player.standings();
        let first = Some(teller.step(&line, &mut player.nodes(), Some(&standings), Vec::new()));
        Drive { player, teller, first, thorough }
    }

    fn first(&mut self) -> Step {
        self.first.take().unwrap_or_default()
    }

    fn take(&mut self, action: &Action) -> Option<Step> {
        let others = if self.thorough { self.others(Some(action)) } else { Vec::new() };
        let line = self.player.take(action)?;
        let standings = self.player.standings();
        Some(self.teller.step(&line, &mut self.player.nodes(), Some(&standings), others))
    }

    fn others(&mut self, except: Option<&Action>) -> Vec<Other> {
        let possible = self.player.possible();
        possible.iter().filter(|at| Some(&at.action) != except).map(|at| self.teller.other(at)).collect()
    }
}

impl Engine for SimulationEngine {
    fn understands(&self, schedule: &[String]) -> Result<(), String> {
        schedule
            .iter()
            .try_for_each(|action| action.parse::<Action>().map(|_| ()).map_err(|error| error.to_string()))
    }

    fn go(&self, wish: &Wish, send: &mut Sink) -> io::Result<Reached> {
        let simulation = self.simulation();
        let mut drive = Drive::start(&simulation, &self.read, wish.schedule.len() + wish.go_on <= LONG);
        let mut made = 0;
        let mut give = |step: &Step| {
            made += 1;
            if made > wish.known { send(step) } else { Ok(()) }
        };
        give(&drive.first())?;
        for text in &wish.schedule {
            match text.parse().ok().and_then(|action| drive.take(&action)) {
                Some(step) => give(&step)?,
                None => return Ok(impossible(text, drive.others(None))),
            }
        }
        // At random, and without faults: whoever polls for ever would keep the others from acting. The same run always goes on
        // in the same way.
        let mut random = wish.schedule.len() as u64;
        let mut left = wish.go_on;
        while left > 0 {
            let (actions, own) = drive.player.actions();
            if own == 0 {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let Some(step) = drive.take(&actions[(random >> 33) as usize % own]) else { break };
            give(&step)?;
            left -= 1;
        }
        let next = drive.others(None);
        let stopped = wish.go_on > 0 && left == 0 && next.iter().any(|other| !other.fault);
        let why = stopped.then(|| format!("it was stopped after {} more steps", wish.go_on));
        Ok(Reached { next, why, end: simulation::ending(&drive.player.end()) })
    }
}
