// Package vtracegate makes a program follow a schedule. It exists only in the overlay of an emitted test: the statements of
// the program call it, and one goroutine, the director, says who goes on.
//
// The director knows that nobody is on the way by asking the runtime for all goroutines and what each waits for. So gates
// only delay: whatever happens here can happen without them.
package vtracegate

import (
	"os"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A step is something that a goroutine must wait for. The test writes them, in a file next to this one.
type step struct {
	name string // the goroutine
	gate int
	skip int // how often it passes the gate before
	kind int
	pick int // the case that its select takes, or anyCase
}

const (
	wait = iota // it stands at the gate until the step comes
	pass        // it does not wait, but its select takes the case
	fire        // a timer of the goroutine fires; gate is its number
	last        // it stands at the gate until the schedule is over
	race        // the same, and then accesses memory while nobody else moves
)

const anyCase = -1

// Exit codes that tell the test what happened.
const (
	exitUnfit = 96 // a step could not be done
	exitStuck = 97 // nothing moves any more, and not all have ended
	exitDone  = 98 // the racing accesses were made
)

// A goroutine that came by. Lists are linked by hand: the race detector watches maps and append, even in here.
type goroutine struct {
	id       int64
	name     string
	children int
	timers   int
	next     int // its next step
	left     int // how often it still passes that step's gate
	at       int // the step at whose gate it stands, or -1
	wake     chan struct{}
	pick     int // the case for the select that it does
	picked   int // the step that said so
	woken    int // the gate where it is woken, or -1
	depth    int // of the stack at its last gate
	racing   bool
	older    *goroutine
}

var (
	mu         sync.Mutex
	goroutines *goroutine
	over       atomic.Bool // all gates are open
	halted     atomic.Bool // all gates are closed, even those that are in no step
	returned   atomic.Bool // main has
	finished   = make(chan struct{})
)

//go:norace
func init() {
	goroutines = &goroutine{id: self(), name: "main", at: -1, pick: anyCase, woken: -1}
	goroutines.advance(-1)
	if free {
		over.Store(true)
	}
	go direct()
}

// At is the gate before a statement.
//
//go:norace
func At(gate int) {
	if !over.Load() && (active[gate] || halted.Load()) {
		arrive(gate)
	}
}

// Then is the gate between the value of an assignment and the assignment.
func Then[T any](gate int, value T) T {
	At(gate)
	return value
}

// Cond is the gate before a condition.
func Cond(gate int) bool {
	At(gate)
	return true
}

//go:norace
func arrive(gate int) {
	ordered := !halted.Load()
	if ordered {
		raceRelease()
	}
	raceDisable()
	mu.Lock()
	g := current()
	g.pick = anyCase
	if g.next < len(steps) && steps[g.next].gate == gate && !over.Load() {
		if g.left > 0 {
			g.left--
		} else {
			at := g.next
			g.depth, g.racing = depth(), steps[at].kind == race
			if steps[at].kind != pass {
				g.park(at)
			}
			g.pick, g.picked = steps[at].pick, at
			g.advance(at)
		}
	} else if halted.Load() && (!g.racing || depth() <= g.depth) {
		g.park(-1) // but what its statement calls may run
	}
	mu.Unlock()
	raceEnable()
	if ordered {
		raceAcquire()
	}
}

// depth counts the frames of the calling goroutine.
//
//go:norace
func depth() int {
	var frames [1024]uintptr
	return runtime.Callers(0, frames[:])
}

// park waits until the director wakes the goroutine.
//
//go:norace
func (g *goroutine) park(at int) {
	wake := make(chan struct{})
	g.at, g.wake = at, wake
	mu.Unlock()
	<-wake
	mu.Lock()
}

// advance finds the goroutine's next step behind one.
//
//go:norace
func (g *goroutine) advance(from int) {
	for g.next = from + 1; g.next < len(steps); g.next++ {
		if s := steps[g.next]; s.name == g.name && s.kind != fire {
			g.left = s.skip
			return
		}
	}
}

// Pick gives the channel of a select's case, or nil if another case is to be taken. The gate is at the last one of so many.
//
//go:norace
func Pick[C any](gate, number, count int, channel C) C {
	if over.Load() || !active[gate] && !halted.Load() {
		return channel
	}
	if number == count-1 {
		arrive(gate)
	}
	raceDisable()
	mu.Lock()
	g := current()
	pick := g.pick
	if number < count-1 {
		pick = anyCase
		if g.next < len(steps) && steps[g.next].gate == gate && g.left == 0 {
			pick = steps[g.next].pick
		}
	}
	mu.Unlock()
	raceEnable()
	if pick == anyCase || pick == number {
		return channel
	}
	var none C
	return none
}

// Picked is told when a select has taken a case.
//
//go:norace
func Picked(gate int) {
	if active[gate] && !over.Load() {
		raceDisable()
		mu.Lock()
		current().pick = anyCase
		mu.Unlock()
		raceEnable()
	}
}

// Go gives a function that is f, but for the name of the goroutine that calls it.
//
//go:norace
func Go[F any](gate int, f F) F {
	v := reflect.ValueOf(f)
	if v.Kind() != reflect.Func || v.IsNil() {
		return f
	}
	raceDisable()
	mu.Lock()
	name := current().child()
	mu.Unlock()
	raceEnable()
	return reflect.MakeFunc(v.Type(), func(arguments []reflect.Value) []reflect.Value {
		begin(name)
		At(gate)
		return call(v, arguments)
	}).Interface().(F)
}

// Deferred gives a function that is f, but comes by a gate first.
func Deferred[F any](gate int, f F) F {
	v := reflect.ValueOf(f)
	if v.Kind() != reflect.Func || v.IsNil() {
		return f
	}
	return reflect.MakeFunc(v.Type(), func(arguments []reflect.Value) []reflect.Value {
		At(gate)
		return call(v, arguments)
	}).Interface().(F)
}

// Waiting is told before a goroutine waits for a Cond, or something else with a method Wait.
//
//go:norace
func Waiting(gate int) {
	if active[gate] && !over.Load() {
		raceDisable()
		mu.Lock()
		current().woken = gate
		mu.Unlock()
		raceEnable()
	}
}

// Locker gives a Cond's lock a gate for those who have been woken.
func Locker(l sync.Locker) sync.Locker { return &locker{l} }

type locker struct{ sync.Locker }

//go:norace
func (l *locker) Lock() {
	if !over.Load() {
		raceDisable()
		mu.Lock()
		g := current()
		gate := g.woken
		g.woken = -1
		mu.Unlock()
		raceEnable()
		if gate >= 0 {
			arrive(gate)
		}
	}
	l.Locker.Lock()
}

// Close is a deferred close.
func Close(gate int, channel any) {
	At(gate)
	reflect.ValueOf(channel).Close()
}

func call(f reflect.Value, arguments []reflect.Value) []reflect.Value {
	if f.Type().IsVariadic() {
		return f.CallSlice(arguments)
	}
	return f.Call(arguments)
}

// Main is called where main or the test begins, and what it gives where it ends: until the schedule is over, it does not.
//
//go:norace
func Main() func() {
	raceDisable()
	mu.Lock()
	for g := goroutines; g != nil; g = g.older {
		if g.name == "main" {
			g.id = self() // a test's is not the one that initialised the packages
		}
	}
	mu.Unlock()
	raceEnable()
	return func() {
		text := make([]byte, 1<<16)
		text = text[:runtime.Stack(text, false)]
		if hold && !strings.Contains(string(text), "\npanic(") {
			returned.Store(true)
			held()
		}
	}
}

func held() {
	raceDisable()
	<-finished
	raceEnable()
}

// child names the next goroutine that g starts.
//
//go:norace
func (g *goroutine) child() string {
	g.children++
	if g.name == "main" {
		return strconv.Itoa(g.children)
	}
	return g.name + "." + strconv.Itoa(g.children)
}

// begin gives the calling goroutine its name.
//
//go:norace
func begin(name string) {
	raceDisable()
	mu.Lock()
	add(self(), name)
	mu.Unlock()
	raceEnable()
}

//go:norace
func add(id int64, name string) *goroutine {
	g := &goroutine{id: id, name: name, at: -1, pick: anyCase, woken: -1, older: goroutines}
	g.advance(-1)
	goroutines = g
	return g
}

// current finds the calling goroutine. One that a library started is named when it first comes by.
//
//go:norace
func current() *goroutine {
	id := self()
	for g := goroutines; g != nil; g = g.older {
		if g.id == id {
			return g
		}
	}
	text := make([]byte, 1<<16)
	text = text[:runtime.Stack(text, false)]
	_, creator, _ := strings.Cut(string(text), " in goroutine ")
	parent := number(creator)
	for g := goroutines; g != nil; g = g.older {
		if g.id == parent {
			return add(id, g.child())
		}
	}
	return add(id, "?")
}

// self gives the number of the calling goroutine, which the runtime tells in its traces only.
//
//go:norace
func self() int64 {
	var text [64]byte
	return number(string(text[len("goroutine "):runtime.Stack(text[:], false)]))
}

func number(text string) int64 {
	n := int64(0)
	for i := 0; i < len(text) && text[i] >= '0' && text[i] <= '9'; i++ {
		n = n*10 + int64(text[i]-'0')
	}
	return n
}

// direct is the director.
//
//go:norace
func direct() {
	raceDisable()
	for i := 0; i < len(steps) && !free; i++ {
		if kind := steps[i].kind; kind == wait || kind == fire {
			settle()
			if !perform(i) {
				unfit(i)
			}
		}
	}
	settle()
	for g := goroutines; g != nil && !free; g = g.older {
		if g.pick != anyCase {
			unfit(g.picked) // it waits for one case only, which is our doing
		}
	}
	racing := false
	for i := 0; i < len(steps) && !free; i++ {
		if steps[i].kind == race {
			racing = true
			halted.Store(true)
			if !perform(i) {
				unfit(i)
			}
			settle()
		}
	}
	if racing {
		os.Exit(exitDone)
	}
	finish()
}

// perform does a step, if it can be done soon.
//
//go:norace
func perform(i int) bool {
	for end := time.Now().Add(time.Second); time.Now().Before(end); settle() {
		mu.Lock()
		if steps[i].kind == fire {
			for t := timers; t != nil; t = t.older {
				if t.owner == steps[i].name && t.number == steps[i].gate {
					mu.Unlock()
					return t.fire()
				}
			}
		}
		for g := goroutines; g != nil && steps[i].kind != fire; g = g.older {
			if g.at == i {
				g.at = -1
				close(g.wake)
				mu.Unlock()
				return true
			}
		}
		mu.Unlock()
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

func unfit(i int) {
	os.Stderr.WriteString("vtrace: step " + strconv.Itoa(i) + " does not fit\n\n" + dump())
	os.Exit(exitUnfit)
}

// finish opens all gates and lets the time pass. If something is stuck then, the runtime says what; otherwise main returns.
//
//go:norace
func finish() {
	mu.Lock()
	over.Store(true)
	for g := goroutines; g != nil; g = g.older {
		if g.at >= 0 {
			close(g.wake)
		}
	}
	mu.Unlock()
	for fired := 0; fired < 1000; fired++ {
		settle()
		mu.Lock()
		var first *timer
		for t := timers; t != nil; t = t.older {
			if first == nil || t.when <= first.when {
				first = t
			}
		}
		mu.Unlock()
		if first == nil {
			break
		}
		first.fire()
	}
	if moving, _, stuck := survey(); moving == 0 && stuck > 0 && hold {
		text := "vtrace: nothing moves any more; main has not returned\n\n"
		if returned.Load() {
			text = "vtrace: nothing moves any more; main has returned\n\n"
		}
		os.Stderr.WriteString(text + dump())
		os.Exit(exitStuck)
	}
	close(finished)
}

// settle waits until nobody moves, or for some time. Who waits for the system may do so for ever, or not.
func settle() {
	pause := 20 * time.Microsecond
	last := time.Now() // when somebody moved
	for end := last.Add(2 * time.Second); time.Now().Before(end); {
		runtime.Gosched()
		moving, outside, _ := survey()
		if moving > 0 {
			last = time.Now()
		} else if outside == 0 || time.Since(last) > 100*time.Millisecond {
			return
		}
		time.Sleep(pause)
		pause = min(2*pause, time.Millisecond)
	}
}

// survey counts those who move, those who wait for the system, and those who wait for others and belong neither to us nor to
// package testing.
func survey() (moving, outside, stuck int) {
	for i, block := range strings.Split(dump(), "\n\n") {
		_, status, found := strings.Cut(block, "[")
		if i == 0 || !found || !strings.HasPrefix(block, "goroutine ") {
			continue // the first is the director itself
		}
		switch {
		case strings.HasPrefix(status, "IO wait"), strings.HasPrefix(status, "syscall"):
			outside++
		case !blocked(status):
			moving++
		case strings.Contains(block, "vtracegate.held("), strings.Contains(block, "testing.(*T).Run("),
			strings.Contains(block, "testing.runTests("):
		default:
			stuck++
		}
	}
	return moving, outside, stuck
}

func blocked(status string) bool {
	for _, wait := range []string{"chan receive", "chan send", "select", "sync.", "semacquire", "coroutine"} {
		if strings.HasPrefix(status, wait) {
			return true
		}
	}
	return false
}

// dump is what the runtime says of all goroutines.
func dump() string {
	text := make([]byte, 1<<16)
	for {
		if n := runtime.Stack(text, true); n < len(text) {
			return string(text[:n])
		}
		text = make([]byte, 2*len(text))
	}
}
