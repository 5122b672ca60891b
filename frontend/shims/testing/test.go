//go:build vtrace

package testing

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"
)

type T struct {
	common
	denyParallel bool
}

var errNilPanicOrGoexit = errors.New("test executed panic(nil) or runtime.Goexit")

const parallelConflict = `testing: test using t.Setenv, t.Chdir, or cryptotest.SetGlobalRandom can not use t.Parallel`

// newRoot is the parent of the tests at the top.
func newRoot() *T {
	t := &T{}
	t.printed = &printer{names: map[string]int{}}
	t.signal = make(chan bool, 1)
	t.barrier = make(chan bool)
	return t
}

// newTest is a test below another.
func newTest(parent *common, name string) *T {
	t := &T{}
	t.name = name
	t.parent = parent
	t.level = parent.level + 1
	t.printed = parent.printed
	t.signal = make(chan bool, 1)
	t.barrier = make(chan bool)
	return t
}

// vtraceTest runs one test, and ends the program. The test runs in the main goroutine, which waits for nobody else.
func vtraceTest(name string, f func(*T)) {
	t := newTest(&newRoot().common, name)
	t.direct = true
	defer exit(&t.common)
	t.update("=== RUN   " + name + "\n")
	tRunner(t, f)
}

// exit tells how all went, and ends the program.
func exit(c *common) {
	if !c.done {
		return // a panic is on its way
	}
	if c.failed {
		os.Stdout.WriteString("FAIL\n")
		end(1)
	}
	os.Stdout.WriteString("PASS\n")
	end(0)
}

// end ends the program as os.Exit does; in a search, only the goroutine, as one that returns from main.
func end(code int)

// tRunner calls a test's function, and reports what became of it: the real one, without its timers and race reports.
func tRunner(t *T, fn func(t *T)) {
	t.runner = callerName(0)
	defer func() {
		err := recover()
		signal := true
		if !t.hasFinished() && err == nil {
			err = errNilPanicOrGoexit
			for p := t.parent; p != nil; p = p.parent {
				if p.hasFinished() {
					if !t.isParallel {
						t.Errorf("%v: subtest may have called FailNow on a parent test", err)
						err = nil
					}
					signal = false
					break
				}
			}
		}
		didPanic := false
		defer func() {
			if didPanic {
				return
			}
			if err != nil {
				panic(err)
			}
			if !t.direct {
				t.signal <- signal
			}
		}()
		doPanic := func(err any) {
			t.Fail()
			if r := t.runCleanup(true); r != nil {
				t.Logf("cleanup panicked with %v", r)
			}
			for root := &t.common; root.parent != nil; root = root.parent {
				root.took += time.Since(root.started)
				root.hand("--- FAIL: " + root.name + " (" + fmtDuration(root.took) + ")\n")
				if r := root.parent.runCleanup(true); r != nil {
					fmt.Printf("cleanup panicked with %v", r)
				}
			}
			didPanic = true
			panic(err)
		}
		if err != nil {
			doPanic(err)
		}
		t.took += time.Since(t.started)
		if subs := t.subs(); len(subs) > 0 {
			close(t.barrier)
			for _, sub := range subs {
				<-sub.signal
			}
			start := time.Now()
			if err := t.runCleanup(true); err != nil {
				doPanic(err)
			}
			t.took += time.Since(start)
		}
		t.conclude()
		t.end()
	}()
	defer func() {
		if len(t.subs()) == 0 {
			t.runCleanup(false)
		}
	}()
	t.started = time.Now()
	fn(t)
	t.finish()
}

//vtrace:atomic
func (t *T) subs() []*T { return t.sub }

//vtrace:atomic
func (t *T) end() { t.done = true }

func (t *T) Run(name string, f func(t *T)) bool {
	if t.isInside() {
		panic("testing: t.Run called during t.Cleanup")
	}
	if t.level > 0 {
		name = t.unique(rewrite(name))
	}
	sub := newTest(&t.common, name)
	var pc [maxStackLen]uintptr
	sub.creator = pc[:runtime.Callers(2, pc[:])]
	sub.update("=== RUN   " + name + "\n")
	go tRunner(sub, f)
	if !<-sub.signal {
		// FailNow was called on a parent of the subtest.
		runtime.Goexit()
	}
	return !sub.hasFailed()
}

// unique makes the name of a subtest one that no other has.
//
//vtrace:atomic
func (c *common) unique(subname string) string {
	base := c.name + "/" + subname
	names := c.printed.names
	for {
		n := names[base]
		names[base] = n + 1
		if n == 0 && subname != "" {
			prefix, number := parseSubtestNumber(base)
			if len(prefix) < len(base) && int(number) < names[prefix] {
				continue
			}
			return base
		}
		number := strconv.Itoa(n)
		if n < 10 {
			number = "0" + number
		}
		name := base + "#" + number
		if names[name] == 0 {
			return name
		}
	}
}

func (t *T) Parallel() {
	if t.isParallel {
		panic("testing: t.Parallel called multiple times")
	}
	if t.denyParallel {
		panic(parallelConflict)
	}
	t.isParallel = true
	t.took += time.Since(t.started)
	t.update("=== PAUSE " + t.name + "\n")
	if !t.direct {
		t.parent.add(t)
		t.signal <- true
		<-t.parent.barrier
	}
	t.update("=== CONT  " + t.name + "\n")
	t.started = time.Now()
}

//vtrace:atomic
func (c *common) add(t *T) { c.sub = append(c.sub, t) }

func (t *T) checkParallel() {
	for c := &t.common; c != nil; c = c.parent {
		if c.isParallel {
			panic(parallelConflict)
		}
	}
	t.denyParallel = true
}

func (t *T) Setenv(key, value string) {
	t.checkParallel()
	t.common.Setenv(key, value)
}

// Deadline is that of go test, when no other is given: ten minutes from the start.
func (t *T) Deadline() (deadline time.Time, ok bool) {
	return t.started.Add(10 * time.Minute), true
}
