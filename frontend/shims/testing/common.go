//go:build vtrace

// Package testing runs tests as `go test -v` does. Its own bookkeeping is done in single visible operations, so that it adds
// little to the program's.
package testing

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"
)

const (
	indent      = "    "
	maxStackLen = 50
)

// A common is what T, B and F have in common. The root, which has no parent, stands for the whole run.
type common struct {
	name    string
	level   int
	parent  *common
	printed *printer

	failed   bool
	skipped  bool
	finished bool // the function returned, or called FailNow or SkipNow
	done     bool // all is reported
	inside   bool // its cleanup functions run

	reports  string // of its subtests, to be printed after its own
	cleanups []func()
	helpers  []string
	runner   string    // the function that calls the test's
	creator  []uintptr // the stack at which Run was called
	started  time.Time
	took     time.Duration

	ctx    context.Context
	cancel context.CancelFunc

	isParallel bool
	direct     bool // it runs in the main goroutine, and is the only test
	barrier    chan bool
	signal     chan bool
	sub        []*T
	temporary  int
}

// A printer is what all tests of a run share.
type printer struct {
	last  string // the test that the last output belongs to
	names map[string]int
}

// update prints a line that names its test itself.
//
//vtrace:atomic
func (c *common) update(text string) {
	c.printed.last = c.name
	os.Stdout.WriteString(text)
}

// print prints what a test logs, and says whose it is if that is not clear.
//
//vtrace:atomic
func (c *common) print(text string) {
	if last := c.printed.last; last != "" && last != c.name {
		os.Stdout.WriteString("=== NAME  " + c.name + "\n")
	}
	c.printed.last = c.name
	os.Stdout.WriteString(text)
}

// conclude prints how the test ended: at the top level at once, below it together with the parent.
func (c *common) conclude() {
	if c.parent == nil {
		return
	}
	word := "PASS"
	if c.hasFailed() {
		word = "FAIL"
	} else if c.Skipped() {
		word = "SKIP"
	}
	c.hand("--- " + word + ": " + c.name + " (" + fmtDuration(c.took) + ")\n")
}

func fmtDuration(d time.Duration) string { return fmt.Sprintf("%.2fs", d.Seconds()) }

//vtrace:atomic
func (c *common) hand(text string) {
	text += c.reports
	c.reports = ""
	if c.parent.parent == nil {
		c.printed.last = c.name
		os.Stdout.WriteString(text)
		return
	}
	for len(text) > 0 {
		end := strings.IndexByte(text, '\n') + 1
		if end == 0 {
			end = len(text)
		}
		c.parent.reports += indent + text[:end]
		text = text[end:]
	}
}

func (c *common) private() {}

func (c *common) Name() string { return c.name }

func (c *common) Fail() {
	if name := c.fail(); name != "" {
		panic("Fail in goroutine after " + name + " has completed")
	}
}

// fail marks a test and those around it as failed. It gives the name of one that has already ended.
//
//vtrace:atomic
func (c *common) fail() string {
	for p := c; p != nil; p = p.parent {
		if p.done {
			return p.name
		}
		p.failed = true
	}
	noteFailure()
	return ""
}

// noteFailure tells the machine that the test fails where the user's code is now.
func noteFailure()

func (c *common) Failed() bool { return c.hasFailed() }

//vtrace:atomic
func (c *common) hasFailed() bool { return c.failed }

//vtrace:atomic
func (c *common) finish() { c.finished = true }

//vtrace:atomic
func (c *common) hasFinished() bool { return c.finished }

func (c *common) FailNow() {
	c.Fail()
	c.finish()
	runtime.Goexit()
}

func (c *common) SkipNow() {
	c.skip()
	runtime.Goexit()
}

//vtrace:atomic
func (c *common) skip() { c.skipped, c.finished = true, true }

//vtrace:atomic
func (c *common) Skipped() bool { return c.skipped }

// destination is the test, or the nearest around it, that has not ended.
//
//vtrace:atomic
func (c *common) destination() *common {
	for c != nil && (c.done || c.parent == nil) {
		c = c.parent
	}
	return c
}

// log prints what a method that the test called has to say.
func (c *common) log(text string) {
	text = strings.TrimSuffix(text, "\n")
	text = strings.ReplaceAll(text, "\n", "\n"+indent+indent) + "\n"
	to := c.destination()
	if to == nil {
		panic("Log in goroutine after " + c.name + " has completed: " + text)
	}
	// The public function, and this one.
	to.print(indent + to.callSite(2) + text)
}

// callSite gives file and line of the innermost function that is no helper, after skip functions.
func (c *common) callSite(skip int) string {
	frame := c.frameSkip(skip + 1)
	file, line := frame.File, frame.Line
	if i := strings.LastIndexByte(file, '/'); i >= 0 {
		file = file[i+1:]
	}
	if file == "" {
		file = "???"
	}
	if line == 0 {
		line = 1
	}
	return fmt.Sprintf("%s:%d: ", file, line)
}

func (c *common) frameSkip(skip int) runtime.Frame {
	var pc [maxStackLen]uintptr
	// Two more: this function, and Callers itself.
	n := runtime.Callers(skip+2, pc[:])
	frames := runtime.CallersFrames(pc[:n])
	var first, previous, frame runtime.Frame
	for more := n > 0; more; previous = frame {
		frame, more = frames.Next()
		if first.PC == 0 {
			first = frame
		}
		if frame.Function == c.runner {
			// A subtest's helpers may go on in the test that runs it.
			if c.level > 1 && len(c.creator) > 0 {
				frames, more = runtime.CallersFrames(c.creator), true
				c = c.parent
				continue
			}
			return previous
		}
		if !c.isHelper(frame.Function) {
			return frame
		}
	}
	return first
}

//vtrace:atomic
func (c *common) isHelper(name string) bool {
	for _, h := range c.helpers {
		if h == name {
			return true
		}
	}
	return false
}

func (c *common) Helper() {
	if name := callerName(1); !c.isHelper(name) {
		c.addHelper(name)
	}
}

//vtrace:atomic
func (c *common) addHelper(name string) { c.helpers = append(c.helpers, name) }

// callerName gives the name of the function skip above the one that calls callerName.
func callerName(skip int) string {
	pc, _, _, _ := runtime.Caller(skip + 1)
	return runtime.FuncForPC(pc).Name()
}

func (c *common) Log(args ...any)                 { c.log(fmt.Sprintln(args...)) }
func (c *common) Logf(format string, args ...any) { c.log(fmt.Sprintf(format, args...)) }

func (c *common) Error(args ...any) {
	c.log(fmt.Sprintln(args...))
	c.Fail()
}

func (c *common) Errorf(format string, args ...any) {
	c.log(fmt.Sprintf(format, args...))
	c.Fail()
}

func (c *common) Fatal(args ...any) {
	c.log(fmt.Sprintln(args...))
	c.FailNow()
}

func (c *common) Fatalf(format string, args ...any) {
	c.log(fmt.Sprintf(format, args...))
	c.FailNow()
}

func (c *common) Skip(args ...any) {
	c.log(fmt.Sprintln(args...))
	c.SkipNow()
}

func (c *common) Skipf(format string, args ...any) {
	c.log(fmt.Sprintf(format, args...))
	c.SkipNow()
}

func (c *common) Attr(key, value string) {
	c.update("=== ATTR  " + c.name + " " + key + " " + value + "\n")
}

// Output gives a writer that prints lines as Log does, without the place.
func (c *common) Output() io.Writer { return &lineWriter{c: c} }

type lineWriter struct {
	c       *common
	partial string
}

func (w *lineWriter) Write(p []byte) (int, error) {
	to := w.c.destination()
	if to == nil {
		panic("Write called after " + w.c.name + " has completed")
	}
	text := w.partial + string(p)
	for {
		end := strings.IndexByte(text, '\n') + 1
		if end == 0 {
			break
		}
		to.print(indent + text[:end])
		text = text[end:]
	}
	w.partial = text
	return len(p), nil
}

func (c *common) Cleanup(f func()) { c.push(f) }

//vtrace:atomic
func (c *common) push(f func()) { c.cleanups = append(c.cleanups, f) }

//vtrace:atomic
func (c *common) pop() func() {
	last := len(c.cleanups) - 1
	if last < 0 {
		return nil
	}
	f := c.cleanups[last]
	c.cleanups = c.cleanups[:last]
	return f
}

// runCleanup calls the cleanup functions, the last one first, all of them even if one panics.
func (c *common) runCleanup(catch bool) (panicked any) {
	c.setInside(true)
	defer c.setInside(false)
	if catch {
		defer func() { panicked = recover() }()
	}
	defer func() {
		if c.hasCleanups() {
			c.runCleanup(false)
		}
	}()
	if cancel := c.cancelFunc(); cancel != nil {
		cancel()
	}
	for {
		f := c.pop()
		if f == nil {
			return nil
		}
		f()
	}
}

//vtrace:atomic
func (c *common) setInside(inside bool) { c.inside = inside }

//vtrace:atomic
func (c *common) isInside() bool { return c.inside }

//vtrace:atomic
func (c *common) hasCleanups() bool { return len(c.cleanups) > 0 }

//vtrace:atomic
func (c *common) cancelFunc() context.CancelFunc { return c.cancel }

// Context gives a context that is cancelled just before the cleanup functions run.
func (c *common) Context() context.Context {
	if ctx := c.context(); ctx != nil {
		return ctx
	}
	ctx, cancel := context.WithCancel(context.Background())
	return c.setContext(ctx, cancel)
}

//vtrace:atomic
func (c *common) context() context.Context { return c.ctx }

//vtrace:atomic
func (c *common) setContext(ctx context.Context, cancel context.CancelFunc) context.Context {
	if c.ctx == nil {
		c.ctx, c.cancel = ctx, cancel
	}
	return c.ctx
}

func (c *common) Setenv(key, value string) {
	before, ok := os.LookupEnv(key)
	if err := os.Setenv(key, value); err != nil {
		c.Fatalf("cannot set environment variable: %v", err)
	}
	c.Cleanup(func() {
		if ok {
			os.Setenv(key, before)
		} else {
			os.Unsetenv(key)
		}
	})
}

// TempDir gives the name of a directory. There is none: the machine has no files.
func (c *common) TempDir() string {
	return fmt.Sprintf("/tmp/%s/%03d", strings.ReplaceAll(c.name, "/", "_"), c.countTemporary())
}

func (c *common) ArtifactDir() string { return "/tmp/artifacts/" + c.name }

//vtrace:atomic
func (c *common) countTemporary() int {
	c.temporary++
	return c.temporary
}

func Short() bool       { return false }
func Verbose() bool     { return true }
func Testing() bool     { return true }
func CoverMode() string { return "" }
