//go:build vtrace

package runtime

import (
	"internal/runtime/sys"
	"unsafe"
)

// Timers of the program fire when the schedule says so, and never by themselves.

// A vtTimer is a timer that a goroutine of the plan has armed.
type vtTimer struct {
	t *timeTimer
	// It has not fired, and was not stopped.
	armed  bool
	period int64
	f      func(arg any, seq uintptr, delay int64)
	arg    any
	owner  *vtG
	number int
	link   *vtTimer
}

// vtSleep is time.Sleep; it gives false if that is to be done for real.
func vtSleepNow(ns int64) bool {
	v := getg().vt
	if v == nil || vt.free {
		return false
	}
	if vtGate("time.Sleep", 1) == nil {
		return false
	}
	if ns > 0 {
		lock(&vt.lock)
		x := &vtTimer{armed: true}
		v.timers = append(v.timers, x)
		unlock(&vt.lock)
		if e := v.pass("time.Sleep", "", 0, true); e != nil && x.armed {
			vtSay("diverged " + vtText(e.step) + "\t" + v.path + "\tgoroutine " + v.path + " still sleeps")
			exit(vtDiverged)
		}
	}
	return !vt.free
}

// vtNewTimer arms a timer of the plan; it gives false if it is not one.
func vtNewTimerNow(t *timeTimer, period int64, f func(arg any, seq uintptr, delay int64), arg any) bool {
	v := getg().vt
	if v == nil || vt.over {
		return false
	}
	if _, _, _, ok := vtCaller(v, 1); !ok {
		return false
	}
	x := &vtTimer{t: t, armed: true, period: period, f: f, arg: arg, owner: v, number: len(v.timers)}
	t.f, t.arg, t.vt = f, arg, x
	v.timers = append(v.timers, x)
	return true
}

// vtStopTimer stops a timer of the plan.
func vtStopTimerNow(t *timeTimer) (pending, ok bool) {
	x := t.vt
	if x == nil {
		return false, false
	}
	vtCall("time.stopTimer")
	armed := x.armed
	x.armed = false
	return t.stop() || armed, true
}

// vtResetTimer arms a timer of the plan again.
func vtResetTimerNow(t *timeTimer, period int64) (pending, ok bool) {
	x := t.vt
	v := getg().vt
	if x == nil || v == nil || vt.over {
		return false, false
	}
	vtCall("time.resetTimer")
	armed := x.armed
	x.armed = false
	pending = t.stop() || armed
	vtNewTimerAgain(v, t, period, x)
	return pending, true
}

func vtNewTimerAgain(v *vtG, t *timeTimer, period int64, x *vtTimer) {
	y := &vtTimer{t: t, armed: true, period: period, f: x.f, arg: x.arg, owner: v, number: len(v.timers)}
	t.vt = y
	v.timers = append(v.timers, y)
}

// vtFire makes a timer fire. The lock is held.
func vtFire(owner *vtG, number int, clock int64) {
	vt.clock = clock
	if number >= len(owner.timers) || !owner.timers[number].armed {
		vtSay("diverged " + vtText(vt.step) + "\t" + owner.path + "\ttimer " + vtText(number) + " of goroutine " + owner.path + " is not set")
		exit(vtDiverged)
	}
	x := owner.timers[number]
	if x.period == 0 {
		x.armed = false
	}
	if x.t == nil {
		return // A sleeper, whose next step this allows.
	}
	if x.t.isChan {
		// Due since the beginning: whoever looks at the channel finds the time in it.
		x.t.modify(1, 0, x.f, x.arg, 0)
		return
	}
	if _, ok := x.arg.(func()); ok {
		child := vtFind(owner.path + "~" + vtText(number))
		child.started = true
		vt.running++
	}
	x.link, vt.start = vt.start, x
}

// run starts the function of a timer that has fired.
func (x *vtTimer) run() {
	f, ok := x.arg.(func())
	if !ok {
		x.f(x.arg, 0, 0)
		return
	}
	lock(&vt.lock)
	child := vtFind(x.owner.path + "~" + vtText(x.number))
	unlock(&vt.lock)
	fn := *(**funcval)(unsafe.Pointer(&f))
	gp, pc := getg(), sys.GetCallerPC()
	systemstack(func() {
		newg := newproc1(fn, gp, pc, false, waitReasonZero)
		newg.vt = child
		runqput(getg().m.p.ptr(), newg, true)
		wakep()
	})
}

// The time is what vtrace's machine says that it is: it begins at vtEpoch, and stands still between the steps at which timers fire. At the end of
// the schedule it begins to go on.

// vtEpoch is in seconds since 1970.
const vtEpoch = 1257894000

// vtClock gives the time in nanoseconds since vtEpoch, if the goroutine is one of the plan's.
func vtClock() (ns int64, ok bool) {
	if getg().vt == nil {
		return 0, false
	}
	if vt.over {
		return vt.clock + nanotime() - vt.ended, true
	}
	return vt.clock, true
}

// vtReal makes of a moment by that clock one by the real clock.
func vtReal(when int64) int64 {
	ns, ok := vtClock()
	if !ok {
		return when
	}
	if when = when - 1 - ns + nanotime(); when < 0 {
		return maxWhen
	}
	return when
}
