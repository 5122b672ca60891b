//! The generated Rust modules: up to date, equal to the models, with the expected properties, and usable by threads.
//!
//! `BLESS=1 cargo test -p vtrace-protocol --test modules` writes them anew.

mod common;
#[rustfmt::skip]
mod generated;

use std::collections::VecDeque;
use std::hash::Hash;
use std::path::PathBuf;

use common::{PROTOCOLS, lts, parameters, tests};
use vtrace_property::System;
use vtrace_protocol::{
    Action, ActionKind, Expected, GenerateOptions, Liberal, ModuleKind, Specification, generate_rust,
};

fn module_name(name: &str, kind: ModuleKind) -> String {
    let kind = if kind == ModuleKind::Strict { "strict" } else { "liberal" };
    format!("{}_{kind}", name.replace('-', "_"))
}

#[test]
fn the_generated_modules_are_up_to_date() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/generated");
    let bless = std::env::var_os("BLESS").is_some();
    for (name, n) in PROTOCOLS {
        for kind in [ModuleKind::Strict, ModuleKind::Liberal] {
            let options = GenerateOptions {
                name: name.to_owned(),
                parameters: parameters(n)
                    .iter()
                    .map(|(name, value)| (name.clone(), value.to_string()))
                    .collect(),
                kind,
                package: None,
                max_states: 100_000,
            };
            let text = generate_rust(&lts(name, n), &options).unwrap().text;
            let file = folder.join(format!("{}.rs", module_name(name, kind)));
            if bless {
                std::fs::write(&file, text).unwrap();
            } else {
                let known = std::fs::read_to_string(&file).unwrap_or_default();
                assert!(known == text, "{} is out of date: run this test with BLESS=1", file.display());
            }
        }
    }
}

/// A generated module's machine, seen from outside.
trait Machine: Clone + Eq + Hash {
    fn start() -> Self;
    /// Every action, in the terms of the specification.
    fn actions() -> Vec<Action>;
    fn try_step(&mut self, number: usize) -> bool;
    fn may_end(&self) -> bool;
}

macro_rules! machines {
    ($($module:ident),*) => { $(
        impl Machine for generated::$module::Machine {
            fn start() -> Self {
                Self::new()
            }
            fn actions() -> Vec<Action> {
                use generated::$module::Act;
                generated::$module::ACTIONS
                    .iter()
                    .map(|action| Action {
                        kind: match action.act {
                            Act::Send => ActionKind::Send,
                            Act::Receive => ActionKind::Receive,
                            Act::Handshake => ActionKind::Handshake,
                            Act::Close => ActionKind::Close,
                        },
                        message: if action.act == Act::Close { 0 } else { action.kind as u32 },
                        from: action.from as u32,
                        to: action.to as u32,
                    })
                    .collect()
            }
            fn try_step(&mut self, number: usize) -> bool {
                Self::try_step(self, generated::$module::ACTIONS[number])
            }
            fn may_end(&self) -> bool {
                Self::may_end(self)
            }
        }
    )* };
}

machines!(
    directed_ring_strict,
    directed_ring_liberal,
    undirected_ring_strict,
    undirected_ring_liberal,
    star_strict,
    star_liberal,
    tree_strict,
    tree_liberal,
    full_mesh_strict,
    full_mesh_liberal,
    mesh_2d_strict,
    mesh_2d_liberal,
    chess_strict,
    chess_liberal,
    tic_tac_toe_strict,
    tic_tac_toe_liberal,
    rock_paper_scissors_strict,
    rock_paper_scissors_liberal,
    go_fish_strict,
    go_fish_liberal,
    cg_strict,
    cg_liberal,
    is_strict,
    is_liberal,
    ft_strict,
    ft_liberal,
    mg_strict,
    mg_liberal
);

/// All that the generated code can do: every action is tried on a copy of every state.
struct Explored {
    transitions: Vec<Vec<(Action, usize)>>,
    ends: Vec<bool>,
}

impl Explored {
    fn of<M: Machine>() -> Self {
        let actions = M::actions();
        let mut numbers = std::collections::HashMap::from([(M::start(), 0)]);
        let mut states = vec![M::start()];
        let (mut transitions, mut ends) = (Vec::new(), Vec::new());
        while let Some(state) = states.get(transitions.len()).cloned() {
            let mut steps = Vec::new();
            for (number, action) in actions.iter().enumerate() {
                let mut copy = state.clone();
                if copy.try_step(number) {
                    let target = *numbers.entry(copy.clone()).or_insert_with(|| {
                        states.push(copy);
                        states.len() - 1
                    });
                    steps.push((*action, target));
                }
            }
            transitions.push(steps);
            ends.push(state.may_end());
        }
        Self { transitions, ends }
    }
}

impl System for Explored {
    type State = usize;
    type Action = Action;
    type Error = std::convert::Infallible;

    fn initial(&self) -> Result<usize, Self::Error> {
        Ok(0)
    }

    fn successors(&self, state: &usize) -> Result<Vec<(Action, usize)>, Self::Error> {
        Ok(self.transitions[*state].clone())
    }

    fn may_end(&self, state: &usize) -> bool {
        self.ends[*state]
    }

    fn group(&self, action: &Action) -> u32 {
        action.subject()
    }
}

/// Whether two systems have the same traces and may end after the same ones. Sets of states are followed, so neither need be deterministic.
fn same_traces<A: System<Action = Action>, B: System<Action = Action>>(
    one: &A,
    other: &B,
) -> Result<(), String>
where
    A::State: std::fmt::Debug,
{
    fn steps<S: System<Action = Action>>(system: &S, set: &[S::State]) -> Vec<(Action, Vec<S::State>)> {
        let mut found: Vec<(Action, Vec<S::State>)> = Vec::new();
        for state in set {
            for (action, next) in system.successors(state).ok().unwrap() {
                match found.iter_mut().find(|(known, _)| *known == action) {
                    Some((_, states)) if states.contains(&next) => {}
                    Some((_, states)) => states.push(next),
                    None => found.push((action, vec![next])),
                }
            }
        }
        found.sort_by_key(|(action, _)| *action);
        found
    }
    let mut seen = std::collections::HashSet::new();
    let mut queue =
        VecDeque::from([(vec![one.initial().ok().unwrap()], vec![other.initial().ok().unwrap()])]);
    while let Some((left, right)) = queue.pop_front() {
        if !seen.insert((left.clone(), right.clone())) {
            continue;
        }
        let (left_steps, right_steps) = (steps(one, &left), steps(other, &right));
        let left_actions: Vec<Action> = left_steps.iter().map(|step| step.0).collect();
        let right_actions: Vec<Action> = right_steps.iter().map(|step| step.0).collect();
        if left_actions != right_actions {
            return Err(format!("in {left:?}: {left_actions:?} and {right_actions:?}"));
        }
        if left.iter().any(|state| one.may_end(state)) != right.iter().any(|state| other.may_end(state)) {
            return Err(format!("in {left:?}: only one may end"));
        }
        for ((_, left), (_, right)) in left_steps.into_iter().zip(right_steps) {
            queue.push_back((left, right));
        }
    }
    Ok(())
}

fn judge<S: Machine, L: Machine>(name: &str, n: Option<i64>) -> usize {
    let lts = lts(name, n);
    let (strict, liberal) = (Explored::of::<S>(), Explored::of::<L>());
    same_traces(&Specification::new(&lts), &strict).unwrap_or_else(|error| panic!("{name}, strict: {error}"));
    same_traces(&Liberal::new(&lts, 100_000).unwrap(), &liberal)
        .unwrap_or_else(|error| panic!("{name}, liberal: {error}"));
    let file = tests(name);
    for test in &file.tests {
        let property = test.parsed().unwrap();
        let options = test.options(100_000);
        let verdict = |violated: bool| if violated { Expected::Violated } else { Expected::Holds };
        let on_strict = property.check(&strict, &lts.names, &options).unwrap().counterexample.is_some();
        assert_eq!(verdict(on_strict), test.expected_on(false), "{name}, strict: {}", test.name);
        let on_liberal = property.check(&liberal, &lts.names, &options).unwrap().counterexample.is_some();
        assert_eq!(verdict(on_liberal), test.expected_on(true), "{name}, liberal: {}", test.name);
    }
    file.tests.len()
}

#[test]
fn the_generated_code_does_what_the_models_do_and_has_the_expected_properties() {
    use generated::*;
    let start = std::time::Instant::now();
    let count =
        judge::<directed_ring_strict::Machine, directed_ring_liberal::Machine>("directed-ring", Some(4))
            + judge::<undirected_ring_strict::Machine, undirected_ring_liberal::Machine>(
                "undirected-ring",
                Some(4),
            )
            + judge::<star_strict::Machine, star_liberal::Machine>("star", Some(4))
            + judge::<tree_strict::Machine, tree_liberal::Machine>("tree", Some(4))
            + judge::<full_mesh_strict::Machine, full_mesh_liberal::Machine>("full-mesh", Some(4))
            + judge::<mesh_2d_strict::Machine, mesh_2d_liberal::Machine>("mesh-2d", Some(4))
            + judge::<chess_strict::Machine, chess_liberal::Machine>("chess", None)
            + judge::<tic_tac_toe_strict::Machine, tic_tac_toe_liberal::Machine>("tic-tac-toe", None)
            + judge::<rock_paper_scissors_strict::Machine, rock_paper_scissors_liberal::Machine>(
                "rock-paper-scissors",
                Some(3),
            )
            + judge::<go_fish_strict::Machine, go_fish_liberal::Machine>("go-fish", Some(3))
            + judge::<cg_strict::Machine, cg_liberal::Machine>("cg", Some(2))
            + judge::<is_strict::Machine, is_liberal::Machine>("is", Some(2))
            + judge::<ft_strict::Machine, ft_liberal::Machine>("ft", Some(2))
            + judge::<mg_strict::Machine, mg_liberal::Machine>("mg", Some(2));
    println!("{count} properties, each on strict and liberal code, in {:.2?}", start.elapsed());
    assert!(count >= 148);
}

#[test]
fn threads_play_chess_over_the_strict_module() {
    use generated::chess_strict::{Error, Kind, Role, start};
    let mut endpoints = start::<u32>();
    let (mut black, mut white) = (endpoints.remove(1), endpoints.remove(0));
    assert_eq!(black.try_receive(), Err(Error::NotYet));
    let player = std::thread::spawn(move || {
        for round in 0..100 {
            assert_eq!(black.receive().unwrap().payload, 2 * round);
            black.send(Role::White, Kind::Move, 2 * round + 1).unwrap();
        }
        // It is white's turn, and black may never send before it has received.
        assert_eq!(black.send(Role::White, Kind::Move, 0), Err(Error::Protocol));
    });
    for round in 0..100 {
        white.send(Role::Black, Kind::Move, 2 * round).unwrap();
        assert_eq!(white.receive().unwrap().payload, 2 * round + 1);
    }
    player.join().unwrap();
}

#[test]
fn threads_play_chess_over_the_liberal_module() {
    use generated::chess_liberal::{Error, Kind, Role, start, typed};
    let mut endpoints = start::<u32>();
    let (black, white) = (endpoints.remove(1), endpoints.remove(0));
    let player = std::thread::spawn(move || {
        let state = typed::start_black(black);
        let (payload, state) = state.receive_move_from_white().unwrap();
        state.send_move_to_white(payload + 1).unwrap()
    });
    let mut white = white;
    assert_eq!(white.receive(), Err(Error::Protocol));
    white.send(Role::Black, Kind::Move, 1).unwrap();
    assert_eq!(white.receive().unwrap().payload, 2);
    drop(player.join().unwrap());
    white.send(Role::Black, Kind::Move, 3).unwrap_err();
}

#[test]
fn threads_run_a_kernel_over_the_liberal_module_to_its_end() {
    use generated::cg_liberal::{Endpoint, Kind, Role, start};
    let mut endpoints = start::<u64>();
    let workers: Vec<Endpoint<u64>> = endpoints.split_off(1);
    let mut master = endpoints.remove(0);
    assert_eq!(master.role(), Role::Master);
    let threads: Vec<_> = workers
        .into_iter()
        .map(|mut worker| {
            std::thread::spawn(move || {
                loop {
                    let received = worker.receive().unwrap();
                    match received.kind {
                        Kind::Work => {
                            worker.send(Role::Master, Kind::ResultMessage, received.payload * 2).unwrap()
                        }
                        _ => break,
                    }
                }
                worker.send(Role::Master, Kind::Done, 0).unwrap();
                worker.close(Role::Master).unwrap();
                assert!(worker.may_end());
            })
        })
        .collect();
    let both = [Role::Worker0, Role::Worker1];
    for round in 0..50 {
        for worker in both {
            master.send(worker, Kind::Work, round).unwrap();
        }
        for worker in both {
            let received = master.receive().unwrap();
            assert_eq!((received.from, received.payload), (worker, round * 2));
        }
    }
    for worker in both {
        master.send(worker, Kind::Exit, 0).unwrap();
        master.receive().unwrap();
        master.close(worker).unwrap();
    }
    assert!(master.may_end());
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}
