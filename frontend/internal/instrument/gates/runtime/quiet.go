//go:build vtrace

package runtime

// When the schedule is over and nobody goes on any more, there is nothing left to wait for. Go's own detection of deadlocks says
// so at once, but not in programs with C code, of which those with the race detector are; and if goroutines are only held at gates, it would
// not be true. Then a goroutine of our own asks the runtime for what it prints on SIGQUIT.

var (
	vtWatcher *g
	// The watcher is parked.
	vtWatching bool
)

// vtQuiet is called when no goroutine of the plan is on its way. The lock is held.
func vtQuiet() {
	if vt.over && vtWatching && vtAsks() {
		vtWatching, vt.quiet = false, true
	}
}

// vtAsks tells whether the watcher is needed at the end of this plan.
func vtAsks() bool { return iscgo || vt.finale == 's' }

// vtWatch is the watcher.
func vtWatch() {
	vtWatcher = getg()
	for {
		lock(&vt.lock)
		if !vt.over || vt.running != 0 || !vtAsks() {
			vtWatching = true
			goparkunlock(&vt.lock, waitReasonZero, traceBlockGeneric, 1)
		} else {
			unlock(&vt.lock)
		}
		asleep, waits := vtAsleep()
		if asleep && (!waits || vt.finale == 's') {
			vtSay("quiet")
			raise(_SIGQUIT)
		}
		if waits {
			return // For something outside: nobody knows how long.
		}
		Gosched()
	}
}

// vtAsleep tells whether no goroutine can go on by itself, and whether one waits for something outside of the program: for time
// to pass, or for the system.
func vtAsleep() (asleep, waits bool) {
	asleep = vt.running == 0
	forEachG(func(gp *g) {
		if isSystemGoroutine(gp, false) {
			return
		}
		switch readgstatus(gp) &^ _Gscan {
		case _Gwaiting:
			reason := gp.waitreason
			waits = waits || reason != waitReasonZero && (reason < waitReasonChanReceiveNilChan || reason > waitReasonSyncWaitGroupWait)
		case _Gsyscall:
			waits = true
		case _Grunnable, _Grunning, _Gpreempted:
			asleep = false
		}
	})
	for _, pp := range allp {
		waits = waits || len(pp.timers.heap) > 0
	}
	return asleep, waits
}
