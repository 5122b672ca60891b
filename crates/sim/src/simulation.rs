//! A program whose nodes and links may fail, as a transition system.

use vtrace_machine::{Choice, Fingerprinter, Machine, Node, Options, Output, State, TimeMode};

use crate::faults::{Action, Faults};

/// A program and what may go wrong.
pub struct Simulation<'a> {
    /// The machine that executes it, with [`options`].
    pub machine: &'a Machine,
    /// What may go wrong.
    pub faults: Faults,
    /// The package-level variables that are asked for.
    pub observed: Vec<u32>,
}

/// How a machine is to execute a program that is simulated.
pub fn options(time: TimeMode) -> Options {
    Options { time, search: true, ends_for_all: true, fuel: 1_000_000, ..Options::default() }
}

/// A state of a program in its world.
#[derive(Clone)]
pub struct Situation {
    /// The program's state.
    pub state: State,
    /// How many more faults of each kind there may be.
    left: Left,
    /// The numbers of the nodes on one side, as bits, if the network has fallen apart.
    parted: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Left {
    crash: u8,
    recover: u8,
    lossy: u8,
    duplicate: u8,
    reorder: u8,
    partition: u8,
}

/// What a worker keeps.
#[derive(Default)]
pub struct Scratch {
    output: Output,
    fingerprinter: Fingerprinter,
    choices: Vec<Choice>,
}

/// The largest number of nodes for which all ways to part a network are tried.
const PARTED: usize = 8;

impl<'a> Simulation<'a> {
    /// What each worker needs.
    pub fn scratch(&self) -> Scratch {
        let mut scratch = Scratch::default();
        scratch.fingerprinter.symmetry = true;
        scratch.fingerprinter.observed = self.observed.clone();
        scratch
    }

    /// Where every run starts.
    pub fn initial(&self, scratch: &mut Scratch) -> Situation {
        let faults = &self.faults;
        let left = Left {
            crash: faults.crash.count,
            recover: faults.recover,
            lossy: faults.lossy.count,
            duplicate: faults.duplicate.count,
            reorder: faults.reorder.count,
            partition: faults.partition,
        };
        let mut cx = self.machine.context(&mut scratch.output);
        let state = self.machine.initial(&mut cx);
        Situation { state, left, parted: None }
    }

    /// What can happen next: what the program can do, then what can go wrong. Says how many are the program's.
    pub fn actions(&self, scratch: &mut Scratch, situation: &Situation, out: &mut Vec<Action>) -> usize {
        out.clear();
        self.machine.choices_into(&situation.state, &mut scratch.choices);
        out.extend(
            scratch.choices.iter().filter(|choice| self.connected(situation, choice)).map(|&c| Action::Go(c)),
        );
        let own = out.len();
        if situation.state.end().is_none() {
            self.node_faults(situation, out);
            self.message_faults(situation, out);
        }
        own
    }

    /// Whether no border is between the two who meet.
    fn connected(&self, situation: &Situation, choice: &Choice) -> bool {
        let (Some(set), Choice::Meet { sender, receiver, .. }) = (situation.parted, choice) else {
            return true;
        };
        let side = |goroutine: u32| {
            let node = self.machine.nodes(&situation.state).find(|node| node.goroutine() == goroutine);
            node.and_then(Node::id).map(|id| set >> id & 1)
        };
        side(*sender).is_none() || side(*receiver).is_none() || side(*sender) == side(*receiver)
    }

    fn node_faults(&self, situation: &Situation, out: &mut Vec<Action>) {
        let Situation { state, left, parted } = situation;
        let nodes = || self.machine.nodes(state).filter(|node| node.goroutine() != 1);
        if left.crash > 0 {
            let alive =
                |node: &&Node| !node.is_crashed() && state.goroutines().any(|g| g.number == node.goroutine());
            let on = self.faults.crash.on.as_deref();
            let meant = |node: &&Node| {
                on.is_none_or(|on| {
                    node.name(self.machine) == on || node.id().is_some_and(|id| id.to_string() == on)
                })
            };
            out.extend(nodes().filter(alive).filter(meant).map(|node| Action::Crash(node.goroutine())));
        }
        if left.recover > 0 {
            out.extend(
                nodes().filter(|node| node.is_crashed()).map(|node| Action::Recover(node.goroutine())),
            );
        }
        if parted.is_some() {
            out.push(Action::Heal);
        } else if left.partition > 0 {
            let ids: Vec<u32> = nodes()
                .filter_map(Node::id)
                .filter_map(|id| u32::try_from(id).ok())
                .filter(|id| *id < 32)
                .collect();
            if (2..=PARTED).contains(&ids.len()) {
                // The first node is always on the other side: each way counts once.
                for subset in 1u32..1 << (ids.len() - 1) {
                    let chosen = ids[1..].iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
                    out.push(Action::Partition(chosen.map(|(_, id)| 1 << id).sum()));
                }
            }
        }
    }

    fn message_faults(&self, situation: &Situation, out: &mut Vec<Action>) {
        let Situation { state, left, .. } = situation;
        if left.lossy == 0 && left.duplicate == 0 && left.reorder == 0 {
            return;
        }
        let meant = |channel: u32, on: &Option<String>| {
            on.as_ref().is_none_or(|on| {
                let object = self.machine.channel_object(state, channel);
                let name = object.and_then(|object| self.machine.channel_name(state, object));
                name.is_some_and(|name| name.starts_with(&**on))
            })
        };
        for message in self.machine.messages(state) {
            let channel = message.channel;
            if left.lossy > 0 && meant(channel, &self.faults.lossy.on) {
                out.extend((0..message.count).map(|position| Action::Lose { channel, position }));
            }
            if left.duplicate > 0
                && message.count < message.capacity
                && meant(channel, &self.faults.duplicate.on)
            {
                out.extend((0..message.count).map(|position| Action::Duplicate { channel, position }));
            }
            if left.reorder > 0 && meant(channel, &self.faults.reorder.on) {
                out.extend((1..message.count).map(|position| Action::Overtake { channel, position }));
            }
        }
        if left.lossy > 0 && self.faults.lossy.on.is_none() {
            let sends = self.machine.open_sends(state);
            out.extend(sends.into_iter().map(|(goroutine, case)| Action::LoseSend { goroutine, case }));
        }
    }

    /// Makes an action happen that is possible.
    pub fn apply(&self, scratch: &mut Scratch, situation: &mut Situation, action: &Action) {
        let mut cx = self.machine.context(&mut scratch.output);
        self.apply_in(&mut cx, situation, action);
        scratch.output.take();
    }

    /// [`Simulation::apply`], in a context of the caller's.
    pub fn apply_in(&self, cx: &mut vtrace_machine::Context, situation: &mut Situation, action: &Action) {
        let machine = self.machine;
        let Situation { state, left, parted } = situation;
        let place = |state: &State, goroutine: u32| {
            machine.nodes(state).position(|node| node.goroutine() == goroutine)
        };
        match *action {
            Action::Go(choice) => cx.apply_possible(state, &choice),
            Action::Crash(goroutine) => {
                left.crash -= 1;
                if let Some(node) = place(state, goroutine) {
                    machine.crash(state, node, self.faults.recover == 0);
                }
            }
            Action::Recover(goroutine) => {
                left.recover -= 1;
                if let Some(node) = place(state, goroutine) {
                    machine.recover(state, node);
                }
            }
            Action::Lose { channel, position } => {
                left.lossy -= 1;
                machine.lose(state, channel, position);
            }
            Action::LoseSend { goroutine, case } => {
                left.lossy -= 1;
                cx.lose_send(state, goroutine, case);
            }
            Action::Duplicate { channel, position } => {
                left.duplicate -= 1;
                machine.duplicate(state, channel, position);
            }
            Action::Overtake { channel, position } => {
                left.reorder -= 1;
                machine.overtake(state, channel, position);
            }
            Action::Partition(set) => {
                left.partition -= 1;
                *parted = Some(set);
            }
            Action::Heal => *parted = None,
        }
        if let Some(set) = *parted {
            self.cut(state, set);
        }
    }

    /// What is under way between two parts of the network gets lost.
    fn cut(&self, state: &mut State, set: u32) {
        let machine = self.machine;
        let crossing: Vec<(u32, u32)> = machine
            .messages(state)
            .filter(|message| {
                let ends = machine
                    .channel_object(state, message.channel)
                    .and_then(|object| self.ends(state, object));
                ends.is_some_and(|(from, to)| set >> from & 1 != set >> to & 1)
            })
            .map(|message| (message.channel, message.count))
            .collect();
        for (channel, count) in crossing {
            (0..count).for_each(|_| machine.lose(state, channel, 0));
        }
    }

    /// Between which nodes, by their numbers, a channel is, if it is one of an array with one for each pair.
    ///
    /// DiAlGo's arrays have n·(n−1), without those from a node to itself; those of our framework have n·n.
    pub fn ends(&self, state: &State, channel: vtrace_machine::ObjectId) -> Option<(u32, u32)> {
        let nodes = self.machine.nodes(state).filter(|node| node.goroutine() != 1);
        let n = nodes.filter_map(Node::id).max()? as u32 + 1;
        let (index, len) = self.machine.channel_place(state, channel)?;
        match len {
            len if len == n * n => Some((index / n, index % n)),
            len if n > 1 && len == n * (n - 1) => {
                let (from, to) = (index / (n - 1), index % (n - 1));
                Some((from, to + u32::from(to >= from)))
            }
            _ => None,
        }
    }

    /// Identifies a situation.
    pub fn fingerprint(&self, scratch: &mut Scratch, situation: &Situation) -> u128 {
        let print = scratch.fingerprinter.fingerprint(&self.machine.program, &situation.state);
        let Left { crash, recover, lossy, duplicate, reorder, partition } = situation.left;
        let left = [crash, recover, lossy, duplicate, reorder, partition];
        let faults = left.iter().fold(0u128, |sum, &count| sum << 8 | count as u128);
        let parted = situation.parted.map_or(0, |set| set as u128 + 1);
        // Odd multipliers: different counts of faults never cancel out.
        print ^ (faults << 40 | parted).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    /// Who acts, by the numbers of goroutines; 0 is nobody in particular.
    pub fn actors(&self, state: &State, action: &Action) -> [u32; 2] {
        match *action {
            Action::Go(
                Choice::Step { goroutine } | Choice::Case { goroutine, .. } | Choice::Pick { goroutine, .. },
            ) => [goroutine, goroutine],
            Action::Go(Choice::Meet { sender, receiver, .. }) => [sender, receiver],
            Action::Go(Choice::Fire { timer }) => {
                let sleeper = state.timers().find(|(number, _)| *number == timer);
                let sleeper = sleeper.and_then(|(_, sleeper)| sleeper).unwrap_or(TIMERS);
                [sleeper, sleeper]
            }
            _ => [0, 0],
        }
    }
}

/// Stands for all timers that wake nobody.
pub const TIMERS: u32 = 62;
