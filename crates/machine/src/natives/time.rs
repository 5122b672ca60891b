//! Package time: the clock, sleeping, and the runtime's timers.

use super::{Flow, Native, NativeCall, Visible, always, argument, int, local, object, results};
use crate::fault::Fault;
use crate::state::State;
use crate::step::Context;
use crate::timer::{START_SECONDS, Target, TimerEvent};
use crate::value::{ObjectId, Pointer, Value};

pub(super) static NATIVES: &[Native] = &[
    Native { name: "time.Sleep", label: "", visible: Visible::Always, ready: awake, run: sleep },
    local("time.now", now),
    local("time.runtimeNow", now),
    local("time.runtimeNano", nano),
    local("time.newTimer", new_timer),
    timer("time.stopTimer", stop_timer),
    timer("time.resetTimer", reset_timer),
];

/// What races with the timer's firing.
const fn timer(
    name: &'static str,
    run: fn(&mut Context, &mut State, usize) -> Result<Flow, Fault>,
) -> Native {
    Native { name, label: "", visible: Visible::Always, ready: always, run }
}

/// A sleeper wakes up when its timer is gone.
fn awake(call: &NativeCall) -> bool {
    let number = call.state.goroutines[call.index].number;
    call.phase() == 0 || !call.state.timers.iter().any(|timer| timer.target == Target::Wake(number))
}

fn sleep(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let duration = int(cx.program, state, index, 0)?;
    let g = &state.goroutines[index];
    if g.phase > 0 || duration <= 0 {
        return Ok(Flow::Done);
    }
    let number = g.number;
    let when = state.clock.saturating_add(duration);
    arm(cx, state, index, when, 0, Target::Wake(number), ObjectId::NONE);
    Ok(Flow::Again)
}

/// Arms a timer for goroutine `index`.
fn arm(
    cx: &mut Context,
    state: &mut State,
    index: usize,
    when: i64,
    period: i64,
    target: Target,
    handle: ObjectId,
) {
    let number = state.arm(when, period, target, handle);
    if let Some(timers) = &mut cx.timers {
        timers.push(TimerEvent::Armed { timer: number, by: state.goroutines[index].number });
    }
}

fn now(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let seconds = START_SECONDS + state.clock.div_euclid(1_000_000_000);
    let nanoseconds = state.clock.rem_euclid(1_000_000_000);
    let values = [Value::Int(seconds), Value::Int(nanoseconds), Value::Int(state.clock + 1)];
    results(cx.program, state, index, &values);
    Ok(Flow::Done)
}

fn nano(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let now = Value::Int(state.clock + 1);
    results(cx.program, state, index, &[now]);
    Ok(Flow::Done)
}

/// `newTimer(when, period int64, f func(any, uintptr, int64), arg any, cp unsafe.Pointer) *Timer`: `arg` is the channel
/// on which to send the time, or the function to start.
fn new_timer(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let when = int(cx.program, state, index, 0)? - 1;
    let period = int(cx.program, state, index, 1)?;
    let payload = argument(cx.program, state, index, 4);
    let target = match payload {
        Value::Func(code, environment) => Target::Start(code, environment),
        Value::Ptr(at) => Target::Send(at.object),
        other => return Err(Fault::Unsupported(format!("a timer for {other:?}"))),
    };
    state.heap.share_value(payload);
    // The Timer and Ticker structs: a channel, and a flag that tells that it was made properly. Behind them, where
    // the program does not look, what Reset needs to know.
    let handle = state.heap.allocate(&[Value::Nil, Value::bool(true), payload]);
    arm(cx, state, index, when, period, target, handle);
    results(cx.program, state, index, &[Value::Ptr(Pointer::to(handle))]);
    Ok(Flow::Done)
}

fn stop_timer(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let handle = object(cx.program, state, index, 0);
    let pending = state.disarm(handle);
    let drained = drain(state, handle);
    results(cx.program, state, index, &[Value::bool(pending.is_some() || drained)]);
    Ok(Flow::Done)
}

/// A stopped or reset timer leaves no stale value in its channel (since Go 1.23). Tells whether there was one.
fn drain(state: &mut State, handle: ObjectId) -> bool {
    match state.heap.slots_of(handle).first() {
        Some(&Value::Ptr(channel)) if state.heap.channel(channel.object).count > 0 => {
            state.heap.channel_mut(channel.object).pop(&mut Vec::new());
            true
        }
        _ => false,
    }
}

fn reset_timer(cx: &mut Context, state: &mut State, index: usize) -> Result<Flow, Fault> {
    let handle = object(cx.program, state, index, 0);
    let when = int(cx.program, state, index, 1)? - 1;
    let period = int(cx.program, state, index, 2)?;
    let pending = state.disarm(handle);
    let drained = drain(state, handle);
    let target = match state.heap.slots_of(handle).get(2) {
        Some(&Value::Ptr(channel)) => Target::Send(channel.object),
        Some(&Value::Func(code, environment)) => Target::Start(code, environment),
        _ => return Err(Fault::Unsupported("Reset of a timer that was never set".into())),
    };
    arm(cx, state, index, when, period, target, handle);
    results(cx.program, state, index, &[Value::bool(pending.is_some() || drained)]);
    Ok(Flow::Done)
}
