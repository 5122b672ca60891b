//go:build vtrace

package runtime

import "unsafe"

// The plan: what every goroutine will do, in its own order, and in which step of the schedule each of its operations
// may happen. It is read from the file that VTRACE_PLAN names; without one, nothing is gated. vtrace writes it, so that
// a malformed line is a mistake of vtrace: such a plan is refused.

// A vtEvent is an operation of a goroutine.
type vtEvent struct {
	// The step in which it happens. A step has at most one operation that waits for it, and any number that follow.
	step int
	// What: "send", "receive", "close", "select", "go", "exit", "write", "load", "store", "choose", or the name of a function.
	op string
	// The case of a select: 's' or 'r' and which of its sends or receives; 'd' for default; 0 for none. What is chosen: 'c' and the number.
	dir  byte
	rank int
	// The real program may not come by a gate for it.
	optional bool
	// It may have to wait, being the last of its goroutine.
	parks bool
	// The rest of an operation that an earlier event began: a writer that waited for readers, a sleeper that wakes up.
	rest bool
	// Where, in the user's own code; 0 if that is not to be compared. Of a key, which of the goroutine's visits of maps it belongs to.
	line int
	file string
	// The key of a map that comes next.
	key string
}

// A vtStep is a step of the schedule: nobody, one goroutine, two that meet on a channel, or a timer.
type vtStep struct {
	parties [2]*vtG
	// The timer to fire: which one of those that this goroutine has armed.
	owner *vtG
	timer int
	// And the time then.
	clock int64
}

// What the program is told about the number of processors, which is what vtrace's machine says. It runs on one: goroutines go on one after
// the other anyway.
const vtProcessors = 8

// vtSetProcessors is GOMAXPROCS, which changes nothing else.
func vtSetProcessors(n int) int {
	before := vt.processors
	if n > 0 {
		vt.processors = n
	}
	return before
}

var vt struct {
	lock mutex
	// There is a plan, and it is not over.
	active bool
	// All gates are open.
	free bool
	// The schedule is over.
	over bool
	// What happens then: 'h': all but main go on, and main does not return; 'e': main returns, and nobody else
	// moves; 'f': all go on; 's': nobody moves, and the runtime tells where all are.
	finale byte
	// The program is a test: goroutine 0 is the one that runs it.
	test bool
	// Nothing is said of what happens before that: packages initialise themselves as they like.
	late bool
	// Where a comment is to be found wrong at the end of the schedule: file:line.
	mark       string
	processors int
	// The time, and when by the real clock the schedule was over.
	clock, ended int64
	// Writing to the terminal is an operation.
	writes bool
	// So many steps are in order for the race detector.
	ordered int
	// How many operations of the plan were not done.
	skipped int
	log     int32
	// The file of all that is executed; 0 if there is none.
	lines int32
	step  int
	// How many goroutines are on their way to their next gate.
	running int
	steps   []vtStep
	// The goroutines of the plan, in the order of the file; and by their names.
	all   []*vtG
	names [1 << 14]*vtG
	// The goroutines to make runnable, and the timers whose functions to start, once the lock is released.
	ready *vtG
	start *vtTimer
	// The watcher is to be made runnable, too.
	quiet bool
	// The goroutine that runs main, until the test has a goroutine of its own.
	maing *g
}

func vtLoad() {
	text := vtRead(gogetenv("VTRACE_PLAN"))
	if log := gogetenv("VTRACE_LOG"); log != "" {
		vt.lines = open(vtCString(log), vtOpenLog, 0o600)
	}
	vt.log = 2
	if log := gogetenv("VTRACE_STEPS"); log != "" {
		// Write only, append, create.
		vt.log = open(vtCString(log), vtOpenLog, 0o600)
	}
	vt.finale = 'h'
	var v *vtG
	for len(text) > 0 {
		var line string
		line, text = vtCut(text, '\n')
		var fields [8]string
		n := 0
		for len(line) > 0 && n < len(fields) {
			fields[n], line = vtCut(line, '\t')
			n++
		}
		switch fields[0] {
		case "finale":
			vt.finale = fields[1][0]
		case "ordered":
			vt.ordered = vtNumber(fields[1])
		case "test":
			vt.test = true
		case "late":
			vt.late = true
		case "mark":
			vt.mark = fields[1]
		case "writes":
			vt.writes = true
		case "g":
			v = &vtG{path: fields[1]}
			vtKeep(v)
		case "e":
			e := vtEvent{step: vtNumber(fields[1]), op: fields[2], line: vtNumber(fields[5]), file: fields[6], key: fields[7]}
			if c := fields[3]; c != "" {
				e.dir, e.rank = c[0], vtNumber(c[1:])
			}
			for _, flag := range []byte(fields[4]) {
				e.optional = e.optional || flag == 'o'
				e.rest = e.rest || flag == 'r'
				e.parks = e.parks || flag == 'p'
			}
			v.events = append(v.events, e)
			v.count++
		case "r":
			v.again(vtNumber(fields[1]), vtNumber(fields[2]))
		case "s":
			var s vtStep
			for i, field := range fields[1:3] {
				if field != "" {
					s.parties[i] = vt.all[vtNumber(field)]
				}
			}
			vt.steps = append(vt.steps, s)
		case "f":
			vt.steps = append(vt.steps, vtStep{owner: vt.all[vtNumber(fields[1])], timer: vtNumber(fields[2]), clock: int64(vtNumber(fields[3]))})
		}
	}
	if len(vt.all) == 0 || vt.all[0].path != "0" {
		vtSay("bad plan")
		exit(vtRefused)
	}
	vt.active, vt.processors = true, vtProcessors
	vt.running = 1
	root := vt.all[0]
	root.started = true
	if !vt.late {
		getg().vt = root
	}
}

// A vtRepeat is a part of what a goroutine does in which it does the same over and over.
type vtRepeat struct {
	// The operations that belong to it, counted with all repetitions.
	start, end int
	// How many of them are done again and again, and where they are kept.
	period, kept int
	// How many operations are not kept, up to the end of this one.
	left int
}

// again notes that the last operations are done so many times more.
func (v *vtG) again(period, times int) {
	start, left := v.count-period, 0
	if n := len(v.repeats); n > 0 {
		left = v.repeats[n-1].left
	}
	v.count += period * times
	v.repeats = append(v.repeats, vtRepeat{start, v.count, period, len(v.events) - period, left + period*times})
}

// at gives one of the operations from the next one on.
func (v *vtG) at(i int) *vtEvent {
	for v.repeat < len(v.repeats) && v.repeats[v.repeat].end <= v.next {
		v.repeat++
	}
	r := v.repeat
	for r < len(v.repeats) && v.repeats[r].end <= i {
		r++
	}
	if r < len(v.repeats) && v.repeats[r].start <= i {
		return &v.events[v.repeats[r].kept+(i-v.repeats[r].start)%v.repeats[r].period]
	}
	left := 0
	if r > 0 {
		left = v.repeats[r-1].left
	}
	return &v.events[i-left]
}

// vtFind gives the goroutine of this name; one that the plan does not know has no events, and stops at its first gate.
func vtFind(path string) *vtG {
	for v := vt.names[vtHash(path)]; v != nil; v = v.same {
		if v.path == path {
			return v
		}
	}
	v := &vtG{path: path}
	vtKeep(v)
	return v
}

// vtKeep adds a goroutine to those that there are.
func vtKeep(v *vtG) {
	first := &vt.names[vtHash(v.path)]
	v.same, *first = *first, v
	vt.all = append(vt.all, v)
}

func vtHash(path string) int {
	hash := uint32(0)
	for i := 0; i < len(path); i++ {
		hash = hash*31 + uint32(path[i])
	}
	return int(hash % uint32(len(vt.names)))
}

func vtRead(name string) string {
	fd := open(vtCString(name), 0, 0)
	if fd < 0 {
		print("vtrace: cannot read ", name, "\n")
		exit(vtRefused)
	}
	var text []byte
	buffer := make([]byte, 1<<16)
	for {
		n := read(fd, unsafe.Pointer(&buffer[0]), int32(len(buffer)))
		if n <= 0 {
			break
		}
		text = append(text, buffer[:n]...)
	}
	closefd(fd)
	return string(text)
}

func vtCString(s string) *byte {
	b := append([]byte(s), 0)
	return &b[0]
}

func vtCut(s string, at byte) (before, after string) {
	for i := 0; i < len(s); i++ {
		if s[i] == at {
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

func vtNumber(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// vtText gives a number in decimal.
func vtText(n int) string {
	if n < 0 {
		return "-" + vtText(-n)
	}
	if n < 10 {
		return string("0123456789"[n : n+1])
	}
	return vtText(n/10) + vtText(n%10)
}

// vtSay writes a line to the log of steps.
func vtSay(line string) {
	b := append([]byte(line), '\n')
	write1(uintptr(vt.log), unsafe.Pointer(&b[0]), int32(len(b)))
}
