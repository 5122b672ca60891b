//go:build vtrace

package runtime

import (
	"internal/abi"
	"internal/runtime/maps"
	"unsafe"
)

// What the gates are to the rest of the runtime, and to the packages that call it. The instrumenter puts calls of these
// functions into Go's own source; those that stand for a function of Go's are called in its place, and call it.

// vtDo is what the gates do. It is set when there is a plan; a goroutine has a vtG only then. The calls are indirect because
// the compiler would take the gates in the allocator's reach, and the allocator in theirs, for a cycle of initialisation.
var vtDo struct {
	gate       func(op string, skip int) *vtEvent
	soft       func(op string, skip int, direct bool)
	chosen     func() bool
	choose     func(n int) int
	mapOrder   func(t *abi.MapType, m *maps.Map, it *maps.Iter)
	testing    func(op string)
	mark       func(place, text string)
	rest       func(name string)
	write      func(skip int)
	goes       func() *vtG
	exit       func()
	returned   func()
	parking    func(reason waitReason)
	unparking  func(gp *g)
	giveWay    func(v *vtG, e *vtEvent, cases []scase, nsends, want int)
	caseName   func(got, nsends, nrecvs int) string
	diverge    func(v *vtG, e *vtEvent, instead string)
	sleep      func(ns int64) bool
	newTimer   func(t *timeTimer, period int64, f func(arg any, seq uintptr, delay int64), arg any) bool
	stopTimer  func(t *timeTimer) (pending, ok bool)
	resetTimer func(t *timeTimer, period int64) (pending, ok bool)
}

// vtBegin reads the plan; main calls it before anything else of the program runs.
func vtBegin() {
	vtDo.gate, vtDo.soft, vtDo.rest, vtDo.write = vtGate, vtSoftNow, vtRestNow, vtWriteNow
	vtDo.chosen, vtDo.choose, vtDo.mapOrder = vtChosenNow, vtChooseNow, vtMapOrderNow
	vtDo.testing, vtDo.mark = vtTestingNow, vtMarkNow
	vtDo.goes, vtDo.exit, vtDo.returned = vtGoNow, vtExitNow, vtReturnedNow
	vtDo.parking, vtDo.unparking = vtParkingNow, vtUnparkingNow
	vtDo.giveWay, vtDo.caseName, vtDo.diverge = (*vtG).giveWay, vtCase, vtDiverge
	vtDo.sleep, vtDo.newTimer, vtDo.stopTimer, vtDo.resetTimer = vtSleepNow, vtNewTimerNow, vtStopTimerNow, vtResetTimerNow
	vt.maing = getg()
	if gogetenv("VTRACE_PLAN") != "" {
		// Before the goroutine belongs to the plan, so that these do not. Who first collects garbage would wait for its workers on a channel.
		go vtWatch()
		gcBgMarkStartWorkers()
		vtLoad()
	}
}

func vtRest(name string) {
	if getg().vt != nil {
		vtDo.rest(name)
	}
}

func vtWrite(skip int) {
	if getg().vt != nil {
		vtDo.write(skip)
	}
}

func vtGo() *vtG {
	if getg().vt == nil && !vt.late {
		return nil
	}
	return vtDo.goes()
}

func vtExit() {
	if getg().vt != nil {
		vtDo.exit()
	}
}

func vtReturned() {
	if getg().vt != nil {
		vtDo.returned()
	}
}

func vtParking(reason waitReason) {
	if getg().vt != nil {
		vtDo.parking(reason)
	}
}

func vtUnparking(gp *g) {
	if gp.vt != nil {
		vtDo.unparking(gp)
	}
}

func vtSleep(ns int64) bool { return getg().vt != nil && vtDo.sleep(ns) }

func vtNewTimer(t *timeTimer, period int64, f func(arg any, seq uintptr, delay int64), arg any) bool {
	return getg().vt != nil && vtDo.newTimer(t, period, f, arg)
}

func vtStopTimer(t *timeTimer) (pending, ok bool) {
	if t.vt == nil {
		return false, false
	}
	return vtDo.stopTimer(t)
}

func vtResetTimer(t *timeTimer, period int64) (pending, ok bool) {
	if t.vt == nil {
		return false, false
	}
	return vtDo.resetTimer(t, period)
}

// vtPlain is the gate before an operation that does nothing else: send, receive, close.
func vtPlain(op string) {
	if v := getg().vt; v != nil {
		v.busy = false
		vtDo.gate(op, 0)
	}
}

// vtCall is the gate before a function that a package gates itself.
func vtCall(name string) {
	if getg().vt != nil {
		vtDo.gate(name, 1)
	}
}

// vtLocal is vtCall for a function of the runtime's own.
func vtLocal(name string) {
	if getg().vt != nil {
		vtDo.gate(name, 0)
	}
}

// vtRest is the gate after a function that has taken two steps.
func vtRestNow(name string) {
	v := getg().vt
	if v == nil || vt.free {
		return
	}
	lock(&vt.lock)
	i := v.next
	for i < v.count && v.at(i).optional {
		i++
	}
	here := i < v.count && v.at(i).op == name && v.at(i).rest
	unlock(&vt.lock)
	if here {
		v.pass(name, "", 0, true)
	}
}

// Of the next ones, the function that calls them is the second frame: they bear a name of its package.

//go:linkname sync_vtCall sync.vtCall
func sync_vtCall(name string) { vtSecond(name) }

//go:linkname sync_vtRest sync.vtRest
func sync_vtRest(name string) { vtRest(name) }

//go:linkname atomic_vtCall sync/atomic.vtCall
func atomic_vtCall(name string) {
	if getg().vt != nil {
		vtDo.soft(name, 2, false)
	}
}

//go:linkname sync_vtSoft sync.vtSoft
func sync_vtSoft(name string) {
	if getg().vt != nil {
		vtDo.soft(name, 2, true)
	}
}

func vtSecond(name string) {
	if getg().vt != nil {
		vtDo.gate(name, 2)
	}
}

// vtSoftNow is the gate before an operation that may or may not be one of the plan's. With `direct`, it is none of the plan's
// if the standard library does it.
func vtSoftNow(op string, skip int, direct bool) {
	gp := getg()
	v := gp.vt
	if vt.free || gp.m.locks != 0 || gp.m.throwing != 0 || gp.m.dying != 0 {
		return
	}
	file, line, near, ok := vtCaller(v, skip)
	if !ok || direct && !near {
		return
	}
	v.soft(op, file, line)
}

//go:linkname vtAtomic
func vtAtomic(name string) {
	if getg().vt != nil {
		vtDo.soft(name, 1, false) // this one bears a name of package runtime
	}
}

//go:linkname sync_vtPlanned sync.vtPlanned
func sync_vtPlanned() bool { return vt.active }

//go:linkname os_vtWrite os.vtWrite
func os_vtWrite() { vtWrite(2) }

//go:linkname os_vtExit os.vtExit
func os_vtExit() {
	if v := getg().vt; v != nil && vt.test && (v.outer || v == vt.all[0]) {
		// All tests are over.
		vtReturned()
	}
}

// vtWrite is the gate before something is written to the terminal.
func vtWriteNow(skip int) {
	gp := getg()
	if v := gp.vt; v != nil && vt.writes && !vt.free && gp.m.locks == 0 && gp.m.throwing == 0 && gp.m.dying == 0 {
		if file, line, _, ok := vtCaller(v, skip); ok {
			lock(&vt.lock)
			// What is written while nobody else is there is no step.
			i := v.next
			for i < v.count && v.at(i).optional {
				i++
			}
			here := i == v.count || v.at(i).op == "write"
			unlock(&vt.lock)
			if here {
				v.pass("write", file, line, false)
			}
		}
	}
}

// vtGo names the goroutine that is about to be started.
func vtGoNow() *vtG {
	gp := getg()
	v := gp.vt
	if v == nil && vt.late && gp == vt.maing && gp.m.locks == 0 && vtStartsTest() {
		v = vt.all[0] // now it begins
	}
	if v == nil || gp.m.locks != 0 {
		return nil
	}
	if vt.free {
		lock(&vt.lock)
		vt.running++
		unlock(&vt.lock)
		return &vtG{path: "?", started: true}
	}
	test := vt.test && vtStartsTest()
	if test && gp == vt.maing {
		// The test's goroutine is the plan's main. The one that waits for it does nothing that is in the plan, but others may
		// notice when it has done it.
		lock(&vt.lock)
		gp.vt, vt.maing = &vtG{path: "0", outer: true, started: true}, nil
		vt.all = append(vt.all, gp.vt)
		vt.running++
		unlock(&vt.lock)
		return v
	}
	file, line, _, ok := vtCaller(v, 0)
	if !ok && !test {
		return nil
	}
	if v.pass("go", file, line, false) == nil {
		return nil
	}
	lock(&vt.lock)
	v.children++
	child := vtFind(v.path + "." + vtText(v.children))
	child.started = true
	vt.running++
	unlock(&vt.lock)
	return child
}

// vtExit is the end of a goroutine.
func vtExitNow() {
	gp := getg()
	v := gp.vt
	if v == nil {
		return
	}
	v.pass("exit", "", 0, false)
	gp.vt = nil
	lock(&vt.lock)
	v.ended = true
	vtBehind()
	vtArrive(v)
	vtWake()
	unlock(&vt.lock)
}

// vtReturned is the end of main, or of the test.
func vtReturnedNow() {
	v := getg().vt
	if v == nil || !vt.active {
		return
	}
	lock(&vt.lock)
	v.main = true
	vtSay("returned")
	if !vt.over {
		for v.next < v.count && v.at(v.next).optional {
			v.next++
		}
		if v.next < v.count && v.at(v.next).op != "exit" {
			vtDiverge(v, v.at(v.next), "the return of main")
		}
		v.wait(vtNever)
	}
	if vt.finale == 'h' {
		// For ever: what is left over is to be seen.
		v.waiting, v.stopped = true, true
		vtArrive(v)
		vtWake()
		goparkunlock(&vt.lock, waitReasonZero, traceBlockGeneric, 1)
	}
	getg().vt = nil
	unlock(&vt.lock)
}

// vtParking is called by a goroutine that is about to park. What it waits for has been noted already: whoever comes now
// finds it waiting.
func vtParkingNow(reason waitReason) {
	v := getg().vt
	if v == nil || reason < waitReasonChanReceiveNilChan || reason > waitReasonSyncWaitGroupWait {
		return
	}
	lock(&vt.lock)
	if p := v.partner; p != nil {
		v.partner = nil
		vtRelease(p)
	} else {
		if e := v.last; !vt.over && e != nil && !e.parks && e.op == vtWaits(reason) && v.isOwn(reason) {
			vtDiverge(v, e, "a wait: the operation was not possible")
		}
		v.parked = true
		vtArrive(v)
	}
	vtWake()
	unlock(&vt.lock)
}

// vtWaits gives the operation that parks for this reason, and in no plan does so. (A writer's first step may be to wait for readers.)
func vtWaits(reason waitReason) string {
	switch reason {
	case waitReasonChanReceive, waitReasonChanReceiveNilChan:
		return "receive"
	case waitReasonChanSend, waitReasonChanSendNilChan:
		return "send"
	case waitReasonSelect, waitReasonSelectNoCases:
		return "select"
	case waitReasonSyncMutexLock:
		return "sync.(*Mutex).Lock"
	case waitReasonSyncRWMutexRLock:
		return "sync.(*RWMutex).RLock"
	case waitReasonSyncWaitGroupWait:
		return "sync.(*WaitGroup).Wait"
	case waitReasonSyncCondWait:
		return "sync.runtime_notifyListWait"
	}
	return ""
}

// isOwn tells whether a channel operation that parks is one of the plan's, and not of a package that is no part of it.
func (v *vtG) isOwn(reason waitReason) bool {
	if reason >= waitReasonSyncCondWait {
		return true
	}
	_, _, _, ok := vtCaller(v, 0)
	return ok
}

// vtUnparking is called when gp is made runnable.
func vtUnparkingNow(gp *g) {
	v := gp.vt
	if v == nil || !v.parked {
		return
	}
	lock(&vt.lock)
	if v.parked {
		v.parked = false
		if !v.owed {
			vt.running++
		}
		v.owed = false
	}
	unlock(&vt.lock)
}

// selectgo is a select of several cases.
func selectgo(cas0 *scase, order0 *uint16, pc0 *uintptr, nsends, nrecvs int, block bool) (int, bool) {
	v := getg().vt
	if v == nil || vt.free {
		return vtSelectgo(cas0, order0, pc0, nsends, nrecvs, block)
	}
	v.busy = !block
	e := vtDo.gate("select", 0)
	if e == nil {
		return vtSelectgo(cas0, order0, pc0, nsends, nrecvs, block)
	}
	want := -1
	switch e.dir {
	case 's':
		want = e.rank
	case 'r':
		// The compiler puts receives behind the sends, the last one first.
		want = nsends + nrecvs - 1 - e.rank
	}
	if want >= nsends+nrecvs {
		vtDo.diverge(v, e, "a select of fewer cases")
	}
	if v.partner != nil && want >= 0 {
		vtDo.giveWay(v, e, (*[1 << 16]scase)(unsafe.Pointer(cas0))[:nsends+nrecvs], nsends, want)
	}
	v.first = want + 1
	got, ok := vtSelectgo(cas0, order0, pc0, nsends, nrecvs, block)
	v.first = 0
	if got != want && !vt.over {
		vtDo.diverge(v, e, vtDo.caseName(got, nsends, nrecvs))
	}
	return got, ok
}

// vtPollFirst puts the case that the plan wants first in the order in which a select looks at its cases.
func vtPollFirst(order []uint16) {
	v := getg().vt
	if v == nil || v.first == 0 {
		return
	}
	for i, o := range order {
		if int(o) == v.first-1 {
			order[0], order[i] = order[i], order[0]
			return
		}
	}
}

// giveWay lets v's partner go first if v's select would not wait for it, because another case of it is ready.
func (v *vtG) giveWay(e *vtEvent, cases []scase, nsends, want int) {
	ready := false
	for i := range cases {
		c := cases[i].c
		if c == nil || i == want {
			continue
		}
		if i < nsends {
			ready = ready || c.closed != 0 || c.qcount < c.dataqsiz
		} else {
			ready = ready || c.closed != 0 || c.qcount > 0 || c.timer != nil && c.timer.when > 0
		}
	}
	if !ready {
		return
	}
	lock(&vt.lock)
	p := v.partner
	v.partner = nil
	if p.yielded || p.busy {
		vtDiverge(v, e, "two selects of which neither would wait for the other, as both have another case that is ready")
	}
	v.yielded = true
	p.partner = v
	vtRelease(p)
	v.waiting, v.gp = true, getg()
	vtWake()
	for v.waiting {
		v.stopped = true
		goparkunlock(&vt.lock, waitReasonZero, traceBlockGeneric, 1)
		lock(&vt.lock)
	}
	v.yielded = false
	unlock(&vt.lock)
}

func vtCase(got, nsends, nrecvs int) string {
	switch {
	case got < 0:
		return "a select that took its default"
	case got < nsends:
		return "a select that took its send " + vtText(got)
	}
	return "a select that took its receive " + vtText(nsends+nrecvs-1-got)
}

// selectnbsend is a select of a send and a default.
func selectnbsend(c *hchan, elem unsafe.Pointer) (selected bool) {
	e := vtTry()
	selected = vtSelectnbsend(c, elem)
	vtTried(e, selected)
	return selected
}

// selectnbrecv is a select of a receive and a default.
func selectnbrecv(elem unsafe.Pointer, c *hchan) (selected, received bool) {
	e := vtTry()
	selected, received = vtSelectnbrecv(elem, c)
	vtTried(e, selected)
	return selected, received
}

func vtTry() *vtEvent {
	v := getg().vt
	if v == nil || vt.free {
		return nil
	}
	v.busy = true
	return vtDo.gate("select", 0)
}

func vtTried(e *vtEvent, selected bool) {
	if e == nil || vt.over || selected == (e.dir != 'd') {
		return
	}
	if selected {
		vtDo.diverge(getg().vt, e, "a select whose case was ready")
	}
	vtDo.diverge(getg().vt, e, "a select whose case was not ready")
}

// vtDiverge ends a run that does not follow the plan.
func vtDiverge(v *vtG, e *vtEvent, instead string) {
	vtSay("diverged " + vtText(e.step) + "\t" + v.path + "\t" + e.op + "\t" + vtText(e.line) + "\t" + e.file + "\t" + instead)
	exit(vtDiverged)
}

// vtCaller finds the place in the user's code where v's operation comes from. It is not ok if a package that vtrace does
// not execute comes first: what such a package does is no part of the plan. It is near if no other package comes first at all.
func vtCaller(v *vtG, skip int) (file string, line int, near, ok bool) {
	pcs := v.pcs[:]
	n := callers(1, pcs)
	known := vtKnownStack(pcs[:n], skip)
	if known != nil && known.is(pcs[:n], skip) {
		return known.file, known.line, known.near, known.ok
	}
	file, line, near, ok = vtFindCaller(v, pcs[:n], skip)
	if known != nil {
		*known = vtStack{n: n, skip: skip, file: file, line: line, near: near, ok: ok}
		copy(known.pcs[:], pcs[:n])
	}
	return file, line, near, ok
}

// A vtStack is a stack whose caller has been found: to find it takes much longer than to see that it is the same. Each goroutine keeps some.
type vtStack struct {
	n, skip  int
	pcs      [24]uintptr
	file     string
	line     int
	near, ok bool
}

func (s *vtStack) is(pcs []uintptr, skip int) bool {
	if s.n != len(pcs) || s.skip != skip {
		return false
	}
	for i, pc := range pcs {
		if s.pcs[i] != pc {
			return false
		}
	}
	return true
}

// vtKnownStack gives the place where a stack would be kept; nil if it is too deep.
func vtKnownStack(pcs []uintptr, skip int) *vtStack {
	v := getg().vt
	if v == nil || len(pcs) == 0 || len(pcs) > 24 {
		return nil
	}
	if v.lookups++; v.lookups < 8 {
		return nil // There may be very many goroutines that do little.
	}
	if v.stacks == nil {
		v.stacks = new([16]vtStack)
	}
	hash := uintptr(skip)
	for _, pc := range pcs {
		hash = hash*31 + pc
	}
	return &v.stacks[(hash^hash>>7)%16]
}

func vtFindCaller(v *vtG, pcs []uintptr, skip int) (file string, line int, near, ok bool) {
	frames := CallersFrames(pcs)
	began := false
	for {
		frame, more := frames.Next()
		name := frame.Function
		switch {
		case name == "runtime.goexit" || name == "runtime.main":
			return "", 0, false, v.path != "0"
		case name == "runtime.GC" || name == "runtime.gcStart":
			return "", 0, false, false // what it does there is the runtime's own
		case len(name) > 8 && name[:8] == "runtime.":
			// The operation itself; or what runs deferred functions.
		case !began && skip > 0:
			skip--
		case len(frame.File) < len(vtRoot) || frame.File[:len(vtRoot)] != vtRoot:
			return frame.File, frame.Line, !began, true
		default:
			began = true
			if !vtExecuted(name, frame.File[len(vtRoot):]) {
				return "", 0, false, false
			}
		}
		if !more {
			return "", 0, false, v.path != "0"
		}
	}
}

// vtExecuted tells whether vtrace executes this function of the standard library, in this file, from its own source. The
// package is known by the file: a function that is part of another by inlining is named after that one.
func vtExecuted(name, file string) bool {
	slash := len(file) - 1
	for slash > 0 && file[slash] != '/' {
		slash--
	}
	pkg := file[:slash]
	for _, p := range vtPackages {
		if p == pkg {
			return true
		}
	}
	for _, f := range vtFunctions {
		if len(f) > len(pkg) && f[:len(pkg)] == pkg && f[len(pkg)] == '.' && vtNames(name, f[len(pkg):]) {
			return true
		}
	}
	return false
}

// vtNames tells whether a function's name has an element, or several: ".(*Once).Do" in "sync.(*Once).Do.func1".
func vtNames(name, element string) bool {
	for i := 0; i+len(element) <= len(name); i++ {
		if name[i:i+len(element)] != element {
			continue
		}
		end := i + len(element)
		if end == len(name) || name[end] == '.' || name[end] == '[' {
			return true
		}
	}
	return false
}

// vtStartsTest tells whether the go statement is the one by which package testing starts a test.
func vtStartsTest() bool {
	pcs := make([]uintptr, 8)
	n := callers(1, pcs)
	frames := CallersFrames(pcs[:n])
	for {
		frame, more := frames.Next()
		switch name := frame.Function; {
		case name == "testing.(*T).Run", name == "testing.runFuzzTests":
			return true
		case len(name) > 17 && name[:17] == "testing.(*F).Fuzz":
			return true // a seed
		}
		if !more {
			return false
		}
	}
}
