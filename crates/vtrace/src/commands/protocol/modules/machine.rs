//! A generated Go package on vtrace's own machine.
//!
//! Beside the package stands a driver (see `generate_driven_go`) whose select has a case for each action of the protocol. A state of the machine
//! in which all these cases can be taken is a state of the protocol; what happens from there up to the next such state is one action. A case
//! that leads to none was refused by the package.
//!
//! Only a handshake has two goroutines at work. Where they access plain memory it does not matter who is first, as the packages have no data
//! races (their tests run under Go's race detector, too; one that shows here is an error). So only synchronisation is tried in every order.

use std::collections::HashSet;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use indexmap::IndexMap;
use vtrace_machine::{
    Choice, Context, DEFAULT, End, Fingerprinter, Machine, Operation, Options, Output, Program, State,
};
use vtrace_protocol::{Action, Explored};

/// How many steps of the machine may lie between two states of the protocol. A strict package computes what there is to wait for by going through
/// all its states, and for each goroutine again.
const BETWEEN: usize = 10_000_000;

/// All that a package can do, breadth first.
pub fn explore(
    program: &Arc<Program>,
    package: &str,
    actions: &[Action],
    max_states: usize,
) -> anyhow::Result<Explored> {
    let entries = &program.image.entries;
    let entry = entries.iter().position(|entry| entry.package == package && entry.name == "Drive");
    let entry = entry.with_context(|| format!("the driver of {package} was not loaded"))?;
    let machine = Machine::new(program.clone(), entry, Options::default());
    let mut output = Output::default();
    let mut driver = Driver {
        machine: &machine,
        context: machine.context(&mut output),
        fingerprints: Fingerprinter::default(),
        cases: actions.len() + 1,
    };
    let initial = machine.initial(&mut driver.context);
    let Ok([start]) = <[State; 1]>::try_from(driver.settle(initial)?.rests) else {
        bail!("the driver of {package} does not start");
    };
    // Every try copies the state: the package's tables would be most of it.
    let start = machine.settled(&start);
    let mut states = IndexMap::new();
    driver.number(&mut states, &start);
    let mut explored = Explored::default();
    while let Some((_, state)) = states.get_index(explored.transitions.len()) {
        let state = state.clone();
        let (mut steps, mut end) = (Vec::new(), false);
        for (number, choice) in machine.choices(&state).into_iter().enumerate() {
            let mut next = state.clone();
            driver.context.apply(&mut next, &choice);
            let reached = driver.settle(next)?;
            let Some(&action) = actions.get(number) else {
                end = reached.ended;
                continue;
            };
            for rest in reached.rests {
                let step = (action, driver.number(&mut states, &rest));
                if !steps.contains(&step) {
                    steps.push(step);
                }
            }
        }
        explored.transitions.push(steps);
        explored.ends.push(end);
        if states.len() > max_states {
            bail!("the generated Go package has more than {max_states} states: give a larger --max-states");
        }
    }
    Ok(explored)
}

struct Driver<'m> {
    machine: &'m Machine,
    context: Context<'m>,
    fingerprints: Fingerprinter,
    /// How many cases the driver's select has.
    cases: usize,
}

/// What follows a choice of the driver.
#[derive(Default)]
struct Reached {
    /// The next states of the protocol.
    rests: Vec<State>,
    /// Whether the program has exited with code 0.
    ended: bool,
}

impl Driver<'_> {
    fn fingerprint(&mut self, state: &State) -> u128 {
        self.fingerprints.fingerprint(&self.machine.program, state)
    }

    /// The number of a state of the protocol.
    fn number(&mut self, states: &mut IndexMap<u128, State>, state: &State) -> u32 {
        let fingerprint = self.fingerprint(state);
        if let Some(number) = states.get_index_of(&fingerprint) {
            return number as u32;
        }
        states.insert_full(fingerprint, self.machine.collected(state)).0 as u32
    }

    /// Goes on, in every possible way, until the driver chooses again or the program ends.
    fn settle(&mut self, from: State) -> anyhow::Result<Reached> {
        let mut reached = Reached::default();
        let mut todo = vec![from];
        let mut seen = HashSet::new();
        let mut steps = 0;
        while let Some(state) = todo.pop() {
            steps += 1;
            if steps > BETWEEN {
                bail!("a call of the generated Go package takes more than {BETWEEN} steps");
            }
            match state.end() {
                None => {}
                Some(End::Exit(code)) => {
                    reached.ended |= *code == 0;
                    continue;
                }
                Some(End::Panic { text, .. } | End::Fatal { text, .. } | End::Unsupported { text, .. }) => {
                    bail!("the generated Go package failed: {text}");
                }
            }
            let choices = self.machine.choices(&state);
            // No other select of the package has as many cases.
            let of_driver = |choice: &Choice| matches!(choice, Choice::Case { case, .. } if *case != DEFAULT);
            if choices.len() == self.cases && choices.iter().all(of_driver) {
                reached.rests.push(state);
                continue;
            }
            if let Some(only) = self.only(&state, &choices)? {
                let mut after = state;
                self.context.apply(&mut after, &only);
                todo.push(after);
                continue;
            }
            for choice in choices {
                let mut after = state.clone();
                self.context.apply(&mut after, &choice);
                // An end needs no comparison.
                if after.end().is_some() || seen.insert(self.fingerprint(&after)) {
                    todo.push(after);
                }
            }
        }
        Ok(reached)
    }

    /// The choice that stands for all of them: the only one, or one whose order does not matter.
    fn only(&self, state: &State, choices: &[Choice]) -> anyhow::Result<Option<Choice>> {
        if let [] | [_] = choices {
            return Ok(choices.first().copied());
        }
        let accesses = |number: u32| self.machine.operation(state, number) == Some(Operation::Memory);
        let goroutines = choices.iter().filter_map(|choice| match *choice {
            Choice::Step { goroutine } => Some((goroutine, *choice)),
            _ => None,
        });
        for (one, choice) in goroutines.clone() {
            if accesses(one) {
                let mut others = goroutines.clone().filter(|&(other, _)| other != one && accesses(other));
                if others.any(|(other, _)| self.machine.conflict(state, one, other)) {
                    bail!("the generated Go package has a data race");
                }
                return Ok(Some(choice));
            }
            // While a lock is held, nobody else can do anything with it.
            if self.machine.is_unlocking(state, one) {
                return Ok(Some(choice));
            }
        }
        Ok(None)
    }
}
