//! Persistent sets: which goroutines it is enough to let go on.
//!
//! Start with one goroutine. Whoever can reach what its next operation touches might do something there whose order matters,
//! now or later, so they belong to the set too; and so on for them. Nobody outside of the set can get at these objects
//! before somebody inside gives them away, so whatever happens outside commutes with the next operations inside. That holds
//! for those inside that are blocked too: only who reaches what they wait for can wake them.
//!
//! A race, which is two conflicting accesses that are possible next, is not lost by this: if one of the two is in the set,
//! so is the other, long before it is at its access.

use smallvec::{SmallVec, smallvec};
use vtrace_machine::{Choice, Footprint, Machine, Reach, State};

/// Computes persistent sets. Keeps its buffers between calls.
#[derive(Default)]
pub struct Persistent {
    reach: Reach,
    agents: Vec<Agent>,
}

/// A goroutine, or a timer that wakes nobody.
struct Agent {
    /// Its bit among those of [`Reach`].
    bit: u64,
    footprint: Option<Footprint>,
    /// How many actions it could take now.
    actions: u32,
    /// How many of them are awake.
    awake: u32,
}

impl Persistent {
    /// Moves those of a persistent set that are awake, which are some, to the front of `actions`, and says how many they
    /// are. The first `awake` actions are.
    pub fn choose(
        &mut self,
        machine: &Machine,
        state: &State,
        actions: &mut [Choice],
        awake: usize,
    ) -> usize {
        if state.goroutine_count() + state.timers().count() > Reach::AGENTS {
            return awake;
        }
        self.prepare(machine, state, actions, awake);
        if self.agents.iter().filter(|agent| agent.actions > 0).count() == 1 {
            return awake;
        }
        let actions = &mut actions[..awake];
        if let Some(set) = self.release(machine, state) {
            return front(state, actions, set);
        }
        machine.reach(state, &mut self.reach);
        let mut best: Option<((u32, u32), u64)> = None;
        for index in 0..self.agents.len() {
            if self.agents[index].actions == 0 {
                continue;
            }
            let (set, count) = self.close(index);
            if count.0 > 0 && best.is_none_or(|(fewest, _)| count < fewest) {
                best = Some((count, set));
            }
        }
        let Some((_, set)) = best else { return awake };
        front(state, actions, set)
    }

    /// A goroutine that unlocks. While it holds the lock, whoever wants it is blocked, so nothing that the others can do
    /// depends on the unlocking: unless somebody is about to unlock the same lock, too, or only tries to lock.
    fn release(&self, machine: &Machine, state: &State) -> Option<u64> {
        if !machine.unlocks_what_it_locks() {
            return None;
        }
        let numbers: Vec<u32> = state.goroutines().map(|g| g.number).collect();
        let unlocks: Vec<usize> =
            (0..numbers.len()).filter(|&i| machine.is_unlocking(state, numbers[i])).collect();
        let lock = |i: usize| self.agents[i].footprint.as_ref().and_then(|f| f.touches.first());
        let alone = |&&i: &&usize| {
            unlocks.iter().all(|&j| {
                i == j
                    || !matches!((lock(i), lock(j)), (Some(a), Some(b)) if a.object == b.object && a.first == b.first)
            })
        };
        unlocks.iter().filter(|&&i| self.agents[i].awake > 0).find(alone).map(|&i| self.agents[i].bit)
    }

    fn prepare(&mut self, machine: &Machine, state: &State, actions: &[Choice], awake: usize) {
        self.agents.clear();
        let mut bit = 1;
        for g in state.goroutines() {
            let footprint = machine.footprint(state, g.number);
            self.agents.push(Agent { bit, footprint, actions: 0, awake: 0 });
            bit = u64::wrapping_shl(bit, 1);
        }
        for (timer, _) in state.timers() {
            let footprint = Some(machine.timer_footprint(state, timer));
            self.agents.push(Agent { bit, footprint, actions: 0, awake: 0 });
            bit = u64::wrapping_shl(bit, 1);
        }
        for (i, action) in actions.iter().enumerate() {
            for agent in members(state, action) {
                self.agents[agent].actions += 1;
                self.agents[agent].awake += (i < awake) as u32;
            }
        }
    }

    /// The smallest set with this agent, and how many actions there are in it that are awake, and in all (those of two
    /// agents count twice).
    fn close(&self, start: usize) -> (u64, (u32, u32)) {
        let mut set = self.agents[start].bit;
        let mut pending = vec![start];
        let count = |set: u64| {
            let inside = self.agents.iter().filter(|agent| set & agent.bit != 0);
            inside.fold((0, 0), |(awake, all), agent| (awake + agent.awake, all + agent.actions))
        };
        let everybody = || (u64::MAX, count(u64::MAX));
        while let Some(index) = pending.pop() {
            let Some(footprint) = &self.agents[index].footprint else { return everybody() };
            if footprint.anything {
                return everybody();
            }
            for touch in &footprint.touches {
                let mut new = self.reach.of(touch.object) & !set;
                set |= new;
                while new != 0 {
                    pending.push(new.trailing_zeros() as usize);
                    new &= new - 1;
                }
            }
        }
        (set, count(set))
    }
}

/// Moves the actions of a set of agents to the front, and says how many they are.
fn front(state: &State, actions: &mut [Choice], set: u64) -> usize {
    let inside = |action: &Choice| members(state, action).iter().any(|&agent| set & (1 << agent) != 0);
    // Stable, so that the order of the actions stays.
    let mut sorted: Vec<Choice> = actions.iter().filter(|action| inside(action)).copied().collect();
    let count = sorted.len();
    sorted.extend(actions.iter().filter(|action| !inside(action)));
    actions.copy_from_slice(&sorted);
    count
}

/// The agents that take part in an action. A timer that wakes somebody is part of the sleeper.
fn members(state: &State, action: &Choice) -> SmallVec<[usize; 2]> {
    let of = |number: u32| state.index_of(number).unwrap_or(0);
    match *action {
        Choice::Step { goroutine } | Choice::Case { goroutine, .. } | Choice::Pick { goroutine, .. } => {
            smallvec![of(goroutine)]
        }
        Choice::Meet { sender, receiver, .. } => smallvec![of(sender), of(receiver)],
        Choice::Fire { timer } => {
            let at = state.timers().position(|(number, _)| number == timer).unwrap_or(0);
            match state.timers().nth(at) {
                Some((_, Some(sleeper))) => smallvec![of(sleeper)],
                _ => smallvec![state.goroutine_count() + at],
            }
        }
    }
}
