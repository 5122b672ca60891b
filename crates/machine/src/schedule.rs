//! What can happen next, and making it happen.
//!
//! Goroutines stand before visible operations. A [`Choice`] names who goes on and how: one goroutine whose operation is
//! possible by itself, or two that meet on a channel. Nothing else in the machine is nondeterministic.

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use vtrace_program::TypeId;

use crate::bind;
use crate::caller;
use crate::code::{Op, Src};
use crate::event::{Passing, What};
use crate::fault::Fault;
use crate::machine::{Options, TimeMode};
use crate::natives::{self, NativeCall};
use crate::program::Program;
use crate::state::{Goroutine, Park, State};
use crate::step::{Context, operation};
use crate::timer;
use crate::unknown;
use crate::value::{ObjectId, Value};

/// One of the things that can happen next. Goroutines are named by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Choice {
    /// A goroutine executes the operation before which it stands.
    Step {
        /// Who.
        goroutine: u32,
    },
    /// A goroutine's select takes a case that is ready by its channel's own state.
    Case {
        /// Who.
        goroutine: u32,
        /// The case, from 0; [`DEFAULT`] for the default.
        case: u32,
    },
    /// A send and a receive on an unbuffered channel happen together.
    Meet {
        /// Who sends.
        sender: u32,
        /// Which case, if it sends in a select.
        sender_case: Option<u32>,
        /// Who receives.
        receiver: u32,
        /// Which case, if it receives in a select.
        receiver_case: Option<u32>,
    },
    /// A goroutine goes on with one of several alternatives: the next key of a map, a random number, the value of
    /// an input.
    Pick {
        /// Who.
        goroutine: u32,
        /// Which alternative, from 0.
        alternative: u32,
    },
    /// A timer fires.
    Fire {
        /// The timer's number.
        timer: u32,
    },
}

impl Choice {
    /// The places of the goroutines that take part; none if those do not tell whether it is possible.
    fn goroutines(&self, state: &State) -> Option<SmallVec<[usize; 2]>> {
        let numbers: SmallVec<[u32; 2]> = match *self {
            Choice::Step { goroutine } | Choice::Case { goroutine, .. } | Choice::Pick { goroutine, .. } => {
                smallvec![goroutine]
            }
            Choice::Meet { sender, receiver, .. } => smallvec![sender, receiver],
            Choice::Fire { .. } => return None,
        };
        numbers.iter().map(|&number| state.index_of(number)).collect()
    }
}

/// The case number of a select's default.
pub const DEFAULT: u32 = u32::MAX;

/// A channel operation that a goroutine could do.
#[derive(Clone, Copy)]
struct Offer {
    goroutine: usize,
    case: Option<u32>,
    /// None for a nil channel.
    channel: ObjectId,
    send: bool,
    /// Whether the goroutine may already wait for it. Who finds a case that is ready, or has a default, never waits.
    waits: bool,
}

/// All choices in `state`, in a fixed order.
pub(crate) fn choices(program: &Program, options: &Options, state: &State, out: &mut Vec<Choice>) {
    out.clear();
    if state.end.is_some() {
        return;
    }
    let mut offers: Vec<Offer> = Vec::new();
    for index in 0..state.goroutines.len() {
        choices_at(program, options, state, index, out, &mut offers);
    }
    meetings(state, &offers, out);
    timer_choices(program, options, state, out);
}

/// What those of the goroutines at these places can do by themselves and with each other.
pub(crate) fn choices_among(
    program: &Program,
    options: &Options,
    state: &State,
    places: &[usize],
    out: &mut Vec<Choice>,
) {
    out.clear();
    if state.end.is_some() {
        return;
    }
    let mut offers: Vec<Offer> = Vec::new();
    for &index in places {
        choices_at(program, options, state, index, out, &mut offers);
    }
    meetings(state, &offers, out);
}

/// What goroutine `index` can do by itself, and what it could do with another one.
fn choices_at(
    program: &Program,
    options: &Options,
    state: &State,
    index: usize,
    out: &mut Vec<Choice>,
    offers: &mut Vec<Offer>,
) {
    let g = &state.goroutines[index];
    if g.down {
        return;
    }
    match &g.park {
        Park::Choose(count) => {
            out.extend((0..*count).map(|alternative| Choice::Pick { goroutine: g.number, alternative }));
        }
        // Somebody else has bound it meanwhile.
        Park::Bind { input, .. } if unknown::bound(&state.bindings, *input).is_some() => {
            out.push(Choice::Step { goroutine: g.number });
        }
        Park::Bind { input, needed } => {
            let count = bind::candidates(program, options, *input, *needed).len() as u32;
            out.extend((0..count).map(|alternative| Choice::Pick { goroutine: g.number, alternative }));
        }
        Park::Ending(_) => {}
        Park::Tired | Park::Fresh => out.push(Choice::Step { goroutine: g.number }),
        Park::Operation => {
            let waits = own_choices(program, state, index, out);
            collect_offers(program, g, index, waits, offers);
        }
    }
}

/// The pairs of a send and a receive that can happen together: one of the two has to wait for the other. Takes time in the number of offers and of pairs.
fn meetings(state: &State, offers: &[Offer], out: &mut Vec<Choice>) {
    let can_meet = |offer: &&Offer| {
        let channel = state.heap.channel(offer.channel);
        channel.capacity == 0 && !channel.closed && !channel.is_callers()
    };
    let mut receivers: FxHashMap<ObjectId, SmallVec<[&Offer; 4]>> = FxHashMap::default();
    for receive in offers.iter().filter(|offer| !offer.send).filter(can_meet) {
        receivers.entry(receive.channel).or_default().push(receive);
    }
    for send in offers.iter().filter(|offer| offer.send) {
        for receive in receivers.get(&send.channel).into_iter().flatten() {
            if send.goroutine != receive.goroutine && (send.waits || receive.waits) {
                out.push(Choice::Meet {
                    sender: state.goroutines[send.goroutine].number,
                    sender_case: send.case,
                    receiver: state.goroutines[receive.goroutine].number,
                    receiver_case: receive.case,
                });
            }
        }
    }
}

fn timer_choices(program: &Program, options: &Options, state: &State, out: &mut Vec<Choice>) {
    match options.time {
        TimeMode::Any => {
            let timers = state.timers.iter().filter(|timer| !timer::is_idle(state, timer));
            out.extend(timers.map(|timer| Choice::Fire { timer: timer.number }));
        }
        // Time passes only when nobody can go on.
        TimeMode::Virtual if out.is_empty() => {
            let next = timer::next_relevant(program, state);
            out.extend(next.map(|timer| Choice::Fire { timer: timer.number }));
        }
        TimeMode::Virtual => {}
    }
}

/// What goroutine `index` can do by itself. Says whether it waits at a channel if nobody else comes.
fn own_choices(program: &Program, state: &State, index: usize, out: &mut Vec<Choice>) -> bool {
    let g = &*state.goroutines[index];
    let goroutine = g.number;
    let ready = |channel: Value, send: bool| match channel {
        Value::Ptr(at) => {
            let channel = state.heap.channel(at.object);
            channel.closed
                || channel.is_callers()
                || if send { channel.has_room() } else { channel.count > 0 }
        }
        _ => false,
    };
    match *operation(program, g) {
        Op::Send { channel, .. } if !ready(register(program, g, channel), true) => return true,
        Op::Receive { channel, .. } if !ready(register(program, g, channel), false) => return true,
        Op::Select { spec } => {
            let spec = &program.specs.selects[spec as usize];
            let before = out.len();
            for (i, case) in spec.cases.iter().enumerate() {
                if ready(register(program, g, case.channel), case.send.is_some()) {
                    out.push(Choice::Case { goroutine, case: i as u32 });
                }
            }
            // Nobody knows when a caller is ready.
            let obliges = |choice: &Choice| match *choice {
                Choice::Case { case, .. } => match register(program, g, spec.cases[case as usize].channel) {
                    Value::Ptr(at) => {
                        let channel = state.heap.channel(at.object);
                        channel.closed || !channel.is_callers()
                    }
                    _ => true,
                },
                _ => true,
            };
            if out.len() == before && spec.blocking {
                return true;
            }
            if !spec.blocking && !out[before..].iter().any(obliges) {
                out.push(Choice::Case { goroutine, case: DEFAULT });
            }
        }
        Op::Native { native } => {
            let call = NativeCall::new(program, state, index);
            if (natives::get(native).ready)(&call) {
                out.push(Choice::Step { goroutine });
            }
        }
        _ => out.push(Choice::Step { goroutine }),
    }
    false
}

fn collect_offers(program: &Program, g: &Goroutine, index: usize, waits: bool, offers: &mut Vec<Offer>) {
    let mut offer = |channel: Src, case: Option<u32>, send: bool| {
        if let Value::Ptr(at) = register(program, g, channel) {
            offers.push(Offer { goroutine: index, case, channel: at.object, send, waits });
        }
    };
    match *operation(program, g) {
        Op::Send { channel, .. } => offer(channel, None, true),
        Op::Receive { channel, .. } => offer(channel, None, false),
        Op::Select { spec } => {
            for (i, case) in program.specs.selects[spec as usize].cases.iter().enumerate() {
                offer(case.channel, Some(i as u32), case.send.is_some());
            }
        }
        _ => {}
    }
}

/// The value of one slot of an operand of the top frame.
pub(crate) fn register(program: &Program, g: &Goroutine, src: Src) -> Value {
    match src.split() {
        Ok(register) => g.registers[g.top().base as usize + register],
        Err(constant) => program.constants[constant],
    }
}

pub(crate) fn registers(program: &Program, g: &Goroutine, src: Src, n: u32) -> Vec<Value> {
    (0..n).map(|i| register(program, g, src.offset(i))).collect()
}

impl State {
    /// A choice with the places of goroutines and timers in the state instead of their numbers: equal in states that are equal
    /// but for those numbers.
    pub fn placed(&self, choice: &Choice) -> Choice {
        let place = |number: u32| self.index_of(number).map_or(u32::MAX, |index| index as u32);
        match *choice {
            Choice::Step { goroutine } => Choice::Step { goroutine: place(goroutine) },
            Choice::Case { goroutine, case } => Choice::Case { goroutine: place(goroutine), case },
            Choice::Pick { goroutine, alternative } => {
                Choice::Pick { goroutine: place(goroutine), alternative }
            }
            Choice::Meet { sender, sender_case, receiver, receiver_case } => {
                Choice::Meet { sender: place(sender), sender_case, receiver: place(receiver), receiver_case }
            }
            Choice::Fire { timer } => {
                let key = |timer: &crate::timer::Timer| (timer.when, timer.sequence);
                let own = self.timers.iter().find(|other| other.number == timer).map(key);
                let earlier = self.timers.iter().filter(|other| Some(key(other)) < own).count();
                Choice::Fire { timer: earlier as u32 }
            }
        }
    }
}

impl Context<'_> {
    /// Makes `choice` happen, and runs everyone concerned to their next visible operation.
    ///
    /// The choice must be one of those that are possible in `state`; any other is refused with `false`, and the
    /// state stays as it is.
    pub fn apply(&mut self, state: &mut State, choice: &Choice) -> bool {
        let mut possible = Vec::new();
        match choice.goroutines(state) {
            // What the others could do does not matter for that.
            Some(places) => choices_among(self.program, self.options, state, &places, &mut possible),
            None => choices(self.program, self.options, state, &mut possible),
        }
        if !possible.contains(choice) {
            return false;
        }
        self.apply_possible(state, choice);
        true
    }

    /// [`Context::apply`] for a choice that is known to be possible.
    pub fn apply_possible(&mut self, state: &mut State, choice: &Choice) {
        state.marks.clear();
        state.passed.clear();
        self.perform(state, choice);
        self.settle(state);
    }

    /// If goroutine `index` stands before a channel operation that concerns nobody else, and has just one way to do it:
    /// that way.
    pub(crate) fn local_choice(&self, state: &State, index: usize) -> Option<Choice> {
        let g = &*state.goroutines[index];
        let unshared = |channel: Src| match register(self.program, g, channel) {
            Value::Ptr(at) => !state.heap.is_shared(at.object),
            _ => true,
        };
        let local = state.is_alone()
            || match *operation(self.program, g) {
                Op::Send { channel, .. } | Op::Receive { channel, .. } | Op::Close { channel } => {
                    unshared(channel)
                }
                Op::Select { spec } => {
                    self.program.specs.selects[spec as usize].cases.iter().all(|case| unshared(case.channel))
                }
                _ => false,
            };
        if !local {
            return None;
        }
        let mut out = Vec::new();
        own_choices(self.program, state, index, &mut out);
        match out[..] {
            [choice] => Some(choice),
            _ => None,
        }
    }

    /// Executes a channel operation in the middle of a run of local instructions.
    pub(crate) fn perform_alone(&mut self, state: &mut State, choice: &Choice) {
        match *choice {
            Choice::Step { goroutine } => {
                if let Some(index) = state.index_of(goroutine) {
                    self.channel_operation(state, index);
                }
            }
            Choice::Case { goroutine, case } => {
                if let Some(index) = state.index_of(goroutine) {
                    self.select_case(state, index, case);
                }
            }
            _ => {}
        }
    }

    fn perform(&mut self, state: &mut State, choice: &Choice) {
        match *choice {
            Choice::Step { goroutine } => {
                let Some(index) = state.index_of(goroutine) else { return };
                match operation(self.program, &state.goroutines[index]) {
                    Op::Send { .. } | Op::Receive { .. } | Op::Close { .. }
                        if state.goroutines[index].park == Park::Operation =>
                    {
                        self.channel_operation(state, index);
                        self.advance(state, goroutine, false);
                    }
                    _ => {
                        let park = &state.goroutines[index].park;
                        let permit = matches!(park, Park::Operation | Park::Bind { .. });
                        self.advance(state, goroutine, permit);
                    }
                }
            }
            Choice::Case { goroutine, case } => {
                let Some(index) = state.index_of(goroutine) else { return };
                self.select_case(state, index, case);
                self.advance(state, goroutine, false);
            }
            Choice::Meet { sender, sender_case, receiver, receiver_case } => {
                self.meet(state, sender, sender_case, receiver, receiver_case);
                self.advance(state, sender, false);
                self.advance(state, receiver, false);
            }
            Choice::Pick { goroutine, alternative } => {
                let Some(index) = state.index_of(goroutine) else { return };
                match state.goroutines[index].park.clone() {
                    Park::Bind { input, needed } => self.bind(state, index, input, needed, alternative),
                    _ => state.goroutine_mut(index).chosen = Some(alternative),
                }
                // The goroutine had its turn already: the operation that needs the choice is under way.
                self.advance(state, goroutine, true);
            }
            Choice::Fire { timer } => self.fire(state, timer),
        }
    }

    /// A send, receive or close that is possible by the channel's own state.
    fn channel_operation(&mut self, state: &mut State, index: usize) {
        let program = self.program;
        let g = &state.goroutines[index];
        match *operation(program, g) {
            Op::Send { channel, src, n } => {
                let values = registers(program, g, src, n);
                let channel = register(program, g, channel);
                self.note_channel(state, index, None, channel, &values, Passing::Send);
                match self.send(state, channel, &values) {
                    Ok(()) => state.goroutine_mut(index).top_mut().pc += 1,
                    Err(fault) => {
                        self.fault(state, index, fault);
                    }
                }
            }
            Op::Receive { dst, channel, element, ok } => {
                let channel = register(program, g, channel);
                let (mut values, received) = self.receive(state, channel, element);
                self.note_channel(state, index, None, channel, &values, Passing::Receive { received });
                if ok {
                    values.push(Value::bool(received));
                }
                self.finish(state, index, dst, &values);
            }
            Op::Close { channel } => {
                let channel = register(program, g, channel);
                let position = self.position(state, index);
                let (number, code) = (state.goroutines[index].number, state.goroutines[index].top().code);
                self.note(number, position, code, What::Close { channel: object_of(channel) });
                self.note_way(state, index, None);
                let fault = match channel {
                    Value::Ptr(at) if state.heap.channel(at.object).closed => {
                        Some(Fault::plain("close of closed channel"))
                    }
                    Value::Ptr(at) => {
                        state.heap.channel_mut(at.object).closed = true;
                        None
                    }
                    _ => Some(Fault::plain("close of nil channel")),
                };
                match fault {
                    Some(fault) => {
                        self.fault(state, index, fault);
                    }
                    None => state.goroutine_mut(index).top_mut().pc += 1,
                }
            }
            _ => {}
        }
    }

    fn send(&mut self, state: &mut State, channel: Value, values: &[Value]) -> Result<(), Fault> {
        let Value::Ptr(at) = channel else { return Ok(()) };
        if state.heap.channel(at.object).closed {
            return Err(Fault::plain("send on closed channel"));
        }
        if state.heap.is_shared(at.object) {
            values.iter().for_each(|&value| state.heap.share_value(value));
        }
        if state.heap.channel(at.object).is_callers() {
            caller::hand_over(self.program, state, values);
        }
        state.heap.channel_mut(at.object).push(values);
        Ok(())
    }

    /// Takes an element from a channel's buffer, or the zero value of a closed one.
    fn receive(&mut self, state: &mut State, channel: Value, element: TypeId) -> (Vec<Value>, bool) {
        let mut values = Vec::new();
        let Value::Ptr(at) = channel else { return (values, false) };
        let received = state.heap.channel_mut(at.object).pop(&mut values);
        if !received {
            self.program.layouts.zero(&self.program.image, element, &mut values);
        }
        (values, received)
    }

    /// Writes an operation's result and goes on behind it.
    fn finish(&mut self, state: &mut State, index: usize, dst: u32, values: &[Value]) {
        let g = state.goroutine_mut(index);
        let at = (g.top().base + dst) as usize;
        g.registers[at..at + values.len()].copy_from_slice(values);
        g.top_mut().pc += 1;
    }

    /// A select takes a case by itself.
    fn select_case(&mut self, state: &mut State, index: usize, case: u32) {
        let program = self.program;
        let g = &state.goroutines[index];
        let Op::Select { spec } = *operation(program, g) else { return };
        let spec = &program.specs.selects[spec as usize];
        if case == DEFAULT {
            self.note_default(state, index);
            self.finish_select(state, index, -1, false, None);
            return;
        }
        let chosen = &spec.cases[case as usize];
        let channel = register(program, g, chosen.channel);
        match chosen.send {
            Some((src, n)) => {
                let values = registers(program, g, src, n);
                self.note_channel(state, index, Some(case), channel, &values, Passing::Send);
                match self.send(state, channel, &values) {
                    Ok(()) => self.finish_select(state, index, case as i64, false, None),
                    Err(fault) => {
                        self.fault(state, index, fault);
                    }
                }
            }
            None => {
                let (values, received) = self.receive(state, channel, chosen.element);
                self.note_channel(state, index, Some(case), channel, &values, Passing::Receive { received });
                self.finish_select(state, index, case as i64, received, Some(&values));
            }
        }
    }

    /// Writes a select's results: which case, whether something was received, what; and zeros for the other cases.
    pub(crate) fn finish_select(
        &mut self,
        state: &mut State,
        index: usize,
        case: i64,
        ok: bool,
        values: Option<&[Value]>,
    ) {
        let program = self.program;
        let Op::Select { spec } = *operation(program, &state.goroutines[index]) else { return };
        let spec = &program.specs.selects[spec as usize];
        let g = state.goroutine_mut(index);
        let base = g.top().base as usize;
        for (i, other) in spec.cases.iter().enumerate().filter(|(_, other)| other.send.is_none()) {
            let mut zero = Vec::new();
            let values = match values {
                Some(values) if i as i64 == case => values,
                _ => {
                    program.layouts.zero(&program.image, other.element, &mut zero);
                    &zero
                }
            };
            let at = base + other.dst as usize;
            g.registers[at..at + values.len()].copy_from_slice(values);
        }
        let at = base + spec.dst as usize;
        g.registers[at..at + 2].copy_from_slice(&[Value::Int(case), Value::bool(ok)]);
        g.top_mut().pc += 1;
    }

    /// A send and a receive happen together.
    fn meet(
        &mut self,
        state: &mut State,
        sender: u32,
        send: Option<u32>,
        receiver: u32,
        receive: Option<u32>,
    ) {
        let program = self.program;
        let (Some(s), Some(r)) = (state.index_of(sender), state.index_of(receiver)) else { return };
        let g = &state.goroutines[s];
        let (channel, src, n) = match (*operation(program, g), send) {
            (Op::Send { channel, src, n }, _) => (channel, src, n),
            (Op::Select { spec }, Some(case)) => {
                let case = &program.specs.selects[spec as usize].cases[case as usize];
                let Some((src, n)) = case.send else { return };
                (case.channel, src, n)
            }
            _ => return,
        };
        let channel = register(program, g, channel);
        let values = registers(program, g, src, n);
        values.iter().for_each(|&value| state.heap.share_value(value));
        self.note_meeting(state, s, r, send, receive, channel, &values);
        match send {
            Some(case) => self.finish_select(state, s, case as i64, false, None),
            None => state.goroutine_mut(s).top_mut().pc += 1,
        }
        match (*operation(program, &state.goroutines[r]), receive) {
            (Op::Receive { dst, ok, .. }, _) => {
                let mut values = values;
                if ok {
                    values.push(Value::bool(true));
                }
                self.finish(state, r, dst, &values);
            }
            (_, Some(case)) => self.finish_select(state, r, case as i64, true, Some(&values)),
            _ => {}
        }
    }
}

pub(crate) fn object_of(value: Value) -> ObjectId {
    value.object().unwrap_or(ObjectId::NONE)
}

pub(crate) fn slot_of(value: Value) -> u32 {
    match value {
        Value::Ptr(at) => at.slot,
        _ => 0,
    }
}
