//go:build vtrace

// Gates: the real program follows a schedule.
//
// A gate stands before every operation by which goroutines notice each other. A goroutine that comes to one looks up
// what the plan says it does next. If that is something else, the program does not follow the plan, which is told, and
// the process ends. If its step has not come yet, it waits. Nobody directs: a goroutine that comes to a closed gate, ends or
// parks is no longer on its way, and whoever leaves nobody on the way opens the next step. So there are no sleeps and
// no time-outs, and at each moment only those are on their way who take part in the current step.
//
// Gates only ever delay. Operations are Go's own, done by Go's own runtime: so is their failure.
//
// Goroutines that are no part of the plan (the garbage collector's, and those of packages that vtrace does not execute)
// pass freely, and so does everything that those packages do for the program's own goroutines.

package runtime

import "unsafe"

// The exit codes of a run that does not follow its plan, and of one whose plan cannot be read.
const (
	vtDiverged = 97
	vtRefused  = 98
)

// A vtG is a goroutine of the plan, named by its spawn path: 0 for main, 0.2 for the second one that main starts.
type vtG struct {
	path string
	// What it does: so many operations, of which those that it does over and over are kept once.
	count   int
	events  []vtEvent
	repeats []vtRepeat
	// The next one, and the first repeat that is not over then.
	next   int
	repeat int
	// The operation that it did last, or is doing.
	last    *vtEvent
	started bool
	ended   bool
	// It has returned from main.
	main bool
	// It is the goroutine of package testing that waits for the test.
	outer bool
	// It waits at a gate, for this step; stopped: and has parked there.
	waiting bool
	stopped bool
	wants   int
	gp      *g
	// The next one in the list of those to be made runnable, and of those whose names have the same hash.
	link *vtG
	same *vtG
	// It is parked by an operation of its own, and not at a gate; owed: but a step counts on it.
	parked bool
	owed   bool
	// Who shall go on when this one has parked: they meet.
	partner *vtG
	// The operation at which it stands would not wait for a partner.
	busy bool
	// It has let its partner go first, because it could not wait.
	yielded bool
	// How many goroutines it has started, and the timers that it has armed.
	children int
	timers   []*vtTimer
	// How many maps of at least two keys it has begun to visit.
	ranges int
	// The stack of the operation before which it stands; stacks that are known; and how many were looked for.
	pcs     [64]uintptr
	stacks  *[16]vtStack
	lookups int
	// The poll order's first case, counted from 1, of the select that it is in.
	first int
}

// Never: the step after the last.
const vtNever = 1 << 62

// vtGate is the gate before operation op. The innermost frames that are not the operation itself begin after `skip`
// ones outside of package runtime. It gives the event, or nil if the operation is not gated.
func vtGate(op string, skip int) *vtEvent {
	gp := getg()
	v := gp.vt
	if v == nil || vt.free || gp.m.locks != 0 || gp.m.throwing != 0 || gp.m.dying != 0 {
		return nil
	}
	file, line, _, ok := vtCaller(v, skip)
	if !ok {
		return nil
	}
	return v.pass(op, file, line, false)
}

// pass waits until it is v's turn to do op.
func (v *vtG) pass(op, file string, line int, rest bool) *vtEvent {
	lock(&vt.lock)
	if vt.free {
		unlock(&vt.lock)
		return nil
	}
	for v.next < v.count && v.at(v.next).optional && !v.at(v.next).is(op, line, rest) {
		v.skip()
	}
	if v.next == v.count {
		// The trace ends before this.
		v.wait(vtNever)
		unlock(&vt.lock)
		return nil
	}
	e := v.at(v.next)
	if !e.is(op, line, rest) {
		if e.op == op && e.rest == rest {
			vtDiverge(v, e, op+" at line "+vtText(line)+" of "+file)
		}
		vtDiverge(v, e, op+" at "+file+":"+vtText(line))
	}
	v.next++
	v.last = e
	if e.step > vt.step {
		v.wait(e.step)
	}
	free := vt.free
	unlock(&vt.lock)
	if free {
		return nil
	}
	return e
}

// skip passes over an operation of the plan that the program does not do. Plain accesses may be done where there is no gate; what else is
// passed over is counted.
func (v *vtG) skip() {
	if op := v.at(v.next).op; op != "load" && op != "store" {
		vt.skipped++
	}
	v.next++
}

// soft is pass for an operation that may or may not be one of the plan's.
func (v *vtG) soft(op, file string, line int) {
	lock(&vt.lock)
	i := v.next
	for i < v.count && v.at(i).optional && !v.at(i).is(op, line, false) {
		i++
	}
	here := !vt.free && i < v.count && v.at(i).is(op, line, false)
	unlock(&vt.lock)
	if here {
		v.pass(op, file, line, false)
	}
}

func (e *vtEvent) is(op string, line int, rest bool) bool {
	return e.op == op && e.rest == rest && (e.line == 0 || line == 0 || e.line == line)
}

// wait closes the gate until a step. The lock is held before and after.
func (v *vtG) wait(step int) {
	v.waiting, v.wants, v.gp = true, step, getg()
	vtBehind()
	vtArrive(v)
	vtWake()
	for v.waiting {
		v.stopped = true
		goparkunlock(&vt.lock, waitReasonZero, traceBlockGeneric, 1)
		lock(&vt.lock)
	}
	vtBefore()
}

// The race detector tells of one race for each address, and should tell of the one to which the schedule leads. So the steps
// of the schedule are in order for it, and only what comes after them is not: it comes after all of them, and in no order.

func vtBehind() {
	if raceenabled && vt.step <= vt.ordered {
		racereleasemerge(unsafe.Pointer(&vt.running))
	}
}

func vtBefore() {
	if raceenabled {
		raceacquire(unsafe.Pointer(&vt.running))
	}
}

// vtArrive notes that v is no longer on its way. The lock is held.
func vtArrive(v *vtG) {
	if p := v.partner; p != nil {
		// It went through without waiting.
		v.partner = nil
		vtRelease(p)
	}
	vt.running--
	for vt.running == 0 && !vt.over {
		vt.step++
		if vt.step > len(vt.steps) {
			vtFinale()
			break
		}
		vtOpen(&vt.steps[vt.step-1])
	}
	if vt.running == 0 {
		vtQuiet()
	}
}

// vtOpen lets the parties of a step go on.
func vtOpen(s *vtStep) {
	vtSay("step " + vtText(vt.step))
	if s.owner != nil {
		vtFire(s.owner, s.timer, s.clock)
		return
	}
	var going [2]*vtG
	n := 0
	for _, v := range s.parties {
		if v == nil || v.ended || v.waiting && v.wants > vt.step {
			// It has nothing to wait for here: the machine stopped where the program does not.
			continue
		}
		if !v.started {
			vtSay("diverged " + vtText(vt.step) + "\t" + v.path + "\tgoroutine " + v.path + " has not been started")
			exit(vtDiverged)
		}
		if v.parked && (v.next == v.count || v.at(v.next).step > vt.step) {
			continue // It waits in a package that is no part of the plan, and the plan has nothing for it here.
		}
		vt.running++
		if v.parked {
			v.owed = true
			continue
		}
		going[n] = v
		n++
	}
	if n == 2 {
		// One waits in the channel's queue, and the other finds it there. Who would not wait comes second.
		first, second := going[0], going[1]
		if first.busy {
			first, second = second, first
		}
		first.partner = second
		vtRelease(first)
	} else if n == 1 {
		vtRelease(going[0])
	}
}

// vtRelease opens the gate at which v waits. The lock is held.
func vtRelease(v *vtG) {
	if !v.waiting {
		return
	}
	v.waiting = false
	if v.stopped {
		v.stopped = false
		v.link, vt.ready = vt.ready, v
	}
}

// vtWake makes those runnable who were released, and starts what timers start. The lock is held before and after, but not
// meanwhile.
func vtWake() {
	for vt.ready != nil || vt.start != nil || vt.quiet {
		if vt.quiet {
			vt.quiet = false
			unlock(&vt.lock)
			goready(vtWatcher, 1)
			lock(&vt.lock)
			continue
		}
		if v := vt.ready; v != nil {
			vt.ready, v.link = v.link, nil
			unlock(&vt.lock)
			goready(v.gp, 1)
			lock(&vt.lock)
			continue
		}
		t := vt.start
		vt.start, t.link = t.link, nil
		unlock(&vt.lock)
		t.run()
		lock(&vt.lock)
	}
}

// vtFinale is the end of the schedule.
func vtFinale() {
	vt.over, vt.ended = true, nanotime()
	if vt.skipped > 0 {
		vtSay("skipped " + vtText(vt.skipped))
	}
	vtSay("over")
	vt.free = vt.finale == 'h' || vt.finale == 'f'
	if vt.finale == 's' {
		return
	}
	for _, v := range vt.all {
		if v.waiting && (vt.finale == 'f' || v.main == (vt.finale == 'e')) {
			vt.running++
			vtRelease(v)
		}
	}
}
