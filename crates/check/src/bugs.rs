//! What is wrong in a state: the key under which a search remembers it. What it means is worked out later, from a run.

use vtrace_explore::Property;
use vtrace_machine::{Choice, End, Footprint, Machine, Mode, Operation, State, dump};
use vtrace_program::{FunctionId, Position};
use vtrace_report::Kind;

use crate::describe::panic_kind;
use crate::system::{GoSystem, Scratch};

/// A place in the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Site {
    /// The file's index in the image.
    pub file: u32,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The function's index in the image.
    pub function: u32,
}

impl Site {
    /// A position in a function.
    pub fn new((position, function): (Position, FunctionId)) -> Site {
        Site { file: position.file.0, line: position.line, column: position.column, function: function.0 }
    }
}

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Bug {
    /// Nobody can go on, and main has not returned: where all stand.
    Stuck(Vec<Site>),
    /// Main has returned, and nobody of those who are left can ever go on: where they stand. All of them, because who is
    /// the cause in one run may be stuck only on somebody else's account in another.
    Leaked(Vec<Site>),
    /// Others go on for ever, and somebody can never go on from here.
    LeakedBesideOthers(Site),
    /// Somebody panics, or the runtime gives up.
    Crashes(Site),
    /// Two accesses to the same memory, at the same time: the first place, whether it writes, then the second.
    Races((Site, bool), (Site, bool)),
    /// A WaitGroup is added to, from zero, while somebody may wait for it.
    AddsBesideWait(Site),
    /// A test fails.
    Fails(Site),
    /// Goroutines run in circles.
    Spins(Vec<Site>),
    /// Somebody comes to a comment's mark: its place in [`vtrace_machine::Program::marks`]. No bug if it should be reachable.
    Marked(u32),
    /// The machine cannot go on. No bug, but a hole in what was seen.
    GivesUp(String),
}

/// Looks for bugs in states.
pub struct Bugs;

impl Property<GoSystem<'_>> for Bugs {
    type Finding = Bug;

    fn check(
        &self,
        system: &GoSystem<'_>,
        scratch: &mut Scratch,
        state: &State,
        actions: &[Choice],
        out: &mut Vec<Bug>,
    ) {
        let machine = system.machine;
        if system.is_set_aside(scratch, state) {
            return;
        }
        out.extend(state.marks().iter().map(|&mark| Bug::Marked(mark)));
        if let Some(End::Unsupported { text, .. }) = state.end() {
            out.push(Bug::GivesUp(text.clone()));
            return;
        }
        let (mut ending, mut crashes) = (false, false);
        for g in state.goroutines() {
            match g.ending() {
                None => {}
                Some(End::Exit(_)) => ending = true,
                Some(End::Panic { text, .. })
                    if let Some(package) =
                        dump::crashed_in_library_init(&machine.program, state, g.number) =>
                {
                    // Libraries do not, or nobody could use them. The machine is not what this one expects.
                    let text = text.lines().next().unwrap_or_default();
                    out.push(Bug::GivesUp(format!(
                        "{package} cannot be initialised on vtrace's machine: {text}"
                    )));
                    return;
                }
                Some(end) => {
                    (ending, crashes) = (true, true);
                    let plain = matches!(end, End::Panic { text, .. } if panic_kind(text) == Kind::Panic);
                    if plain && !system.panics {
                        continue;
                    }
                    out.extend(site(machine, state, g.number).map(Bug::Crashes));
                }
            }
        }
        // A test that panics fails, too; that goes without saying.
        if let Some(at) = state.failure()
            && !crashes
            && (state.main_returned() || ending || actions.is_empty())
        {
            out.push(Bug::Fails(Site::new(at)));
        }
        if actions.is_empty() && !ending {
            stuck(machine, state, out);
        }
        races(machine, state, out);
        if machine.has_unknowns() && (actions.is_empty() || !out.is_empty()) {
            system.observed.note(machine, state, out);
        }
    }
}

/// Where a goroutine is.
pub fn site(machine: &Machine, state: &State, goroutine: u32) -> Option<Site> {
    dump::place_of(&machine.program, state, goroutine, None).map(Site::new)
}

fn stuck(machine: &Machine, state: &State, out: &mut Vec<Bug>) {
    // Who waits for the caller of the function that is checked does not wait for ever.
    let wakeable = machine.wakeable(state);
    let left = || state.goroutines().filter(|g| !wakeable.contains(&g.number));
    let mut sites: Vec<Site> = left().filter_map(|g| site(machine, state, g.number)).collect();
    sites.sort_unstable();
    sites.dedup();
    let main_is_left = left().any(|g| g.is_main());
    match sites.is_empty() {
        true => {}
        false if state.main_returned() || !main_is_left => out.push(Bug::Leaked(sites)),
        false => out.push(Bug::Stuck(sites)),
    }
}

/// Pairs of goroutines whose next operations are in each other's way, without synchronisation.
fn races(machine: &Machine, state: &State, out: &mut Vec<Bug>) {
    let (mut plain, mut adds, mut waits) = (false, false, false);
    for (_, operation) in machine.operations(state) {
        match operation {
            Some(Operation::Memory) => plain = true,
            Some(Operation::Native("(*sync.WaitGroup).Add")) => adds = true,
            Some(Operation::Native("(*sync.WaitGroup).Wait")) => waits = true,
            _ => {}
        }
    }
    if !(plain || adds && waits) {
        return;
    }
    let mut accesses: Vec<(u32, Footprint)> = Vec::new();
    let mut adders = Vec::new();
    for (number, operation) in machine.operations(state) {
        match operation {
            Some(Operation::Native("(*sync.WaitGroup).Add")) => adders.push(number),
            Some(Operation::Memory | Operation::Native(_)) => {}
            _ => continue,
        }
        accesses.extend(machine.footprint(state, number).map(|footprint| (number, footprint)));
    }
    if waits {
        adds_beside_wait(machine, state, &adders, &accesses, out);
    }
    if !plain {
        return;
    }
    for (i, (one, first)) in accesses.iter().enumerate() {
        for (other, second) in &accesses[i + 1..] {
            let Some((a, b)) = first.race(second) else { continue };
            let sites = (site(machine, state, *one), site(machine, state, *other));
            let (Some(x), Some(y)) = sites else { continue };
            let writes = |mode: Mode| matches!(mode, Mode::Write | Mode::Atomic);
            let (x, y) = ((x, writes(a.mode)), (y, writes(b.mode)));
            // Writes first; of two, the one that comes first in the source.
            let order = |&(site, writes): &(Site, bool)| (!writes, site);
            let (x, y) = if order(&x) <= order(&y) { (x, y) } else { (y, x) };
            out.push(Bug::Races(x, y));
        }
    }
}

/// An Add of something positive to a counter that is zero, while another goroutine is about to wait for it.
fn adds_beside_wait(
    machine: &Machine,
    state: &State,
    adders: &[u32],
    accesses: &[(u32, Footprint)],
    out: &mut Vec<Bug>,
) {
    for &adder in adders {
        if !machine.adds_from_zero(state, adder) {
            continue;
        }
        let footprint = accesses.iter().find(|(number, _)| *number == adder).map(|(_, footprint)| footprint);
        let beside = accesses.iter().any(|(number, other)| {
            machine.operation(state, *number) == Some(Operation::Native("(*sync.WaitGroup).Wait"))
                && footprint.is_some_and(|footprint| footprint.conflicts(other))
        });
        if beside {
            out.extend(site(machine, state, adder).map(Bug::AddsBesideWait));
        }
    }
}
