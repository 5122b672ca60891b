package vtracegate

// The timers of the program are the director's: these functions stand for those of packages time and context.

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// A timer of the program. Time passes only when the schedule says so, or when it is over and nobody moves.
type timer struct {
	owner  string
	number int // from 1, counted for each goroutine
	handle any // what the program knows it by
	when   time.Duration
	period time.Duration
	ring   func()
	older  *timer
}

var (
	timers *timer
	now    time.Duration
)

const never = 1 << 62 * time.Nanosecond

//go:norace
func arm(handle any, after, period time.Duration, ring func()) *timer {
	raceDisable()
	mu.Lock()
	g := current()
	g.timers++
	t := &timer{g.name, g.timers, handle, now + max(after, 0), period, ring, timers}
	timers = t
	mu.Unlock()
	raceEnable()
	return t
}

// disarm forgets a timer.
//
//go:norace
func disarm(is func(*timer) bool) {
	raceDisable()
	mu.Lock()
	for at := &timers; *at != nil; {
		if is(*at) {
			*at = (*at).older
		} else {
			at = &(*at).older
		}
	}
	mu.Unlock()
	raceEnable()
}

// fire tells whether the timer was still armed.
//
//go:norace
func (t *timer) fire() bool {
	now = max(now, t.when)
	if t.period > 0 {
		t.when += t.period
	} else {
		disarm(func(other *timer) bool { return other == t })
	}
	if real, ok := t.handle.(*time.Timer); ok && !real.Stop() {
		return false
	}
	t.ring()
	return true
}

// Sleep is time.Sleep.
func Sleep(d time.Duration) {
	c := make(chan struct{})
	arm(nil, d, 0, func() { close(c) })
	<-c
}

// After is time.After.
func After(d time.Duration) <-chan time.Time { return channel(nil, d, 0) }

// Tick is time.Tick.
func Tick(d time.Duration) <-chan time.Time { return channel(nil, d, d) }

func channel(handle any, d, period time.Duration) <-chan time.Time {
	c := make(chan time.Time, 1)
	arm(handle, d, period, func() {
		select {
		case c <- time.Now():
		default:
		}
	})
	return c
}

// NewTicker is time.NewTicker.
func NewTicker(d time.Duration) *time.Ticker {
	t := time.NewTicker(never)
	t.C = channel(t, d, d)
	return t
}

// NewTimer is time.NewTimer.
func NewTimer(d time.Duration) *time.Timer {
	t := time.NewTimer(never)
	arm(t, d, 0, func() { ring(t) })
	return t
}

func ring(t *time.Timer) {
	t.Reset(0)
	time.Sleep(2 * time.Millisecond)
}

// AfterFunc is time.AfterFunc.
func AfterFunc(d time.Duration, f func()) *time.Timer {
	var name atomic.Value
	t := time.AfterFunc(never, func() {
		begin(name.Swap("").(string))
		f()
	})
	start(t, d, &name)
	functions.Store(t, &name)
	return t
}

// functions has the names that the timers' next goroutines get.
var functions sync.Map

func start(t *time.Timer, d time.Duration, name *atomic.Value) {
	var armed *timer
	armed = arm(t, d, 0, func() {
		name.Store(armed.owner + "~" + strconv.Itoa(armed.number))
		t.Reset(0)
		for name.Load() != "" {
			time.Sleep(50 * time.Microsecond)
		}
	})
}

// Reset is the method of timers and tickers.
func Reset(x any, d time.Duration) bool {
	disarm(func(other *timer) bool { return other.handle == x })
	switch t := x.(type) {
	case *time.Timer:
		was := t.Reset(never)
		if name, ok := functions.Load(t); ok {
			start(t, d, name.(*atomic.Value))
		} else {
			arm(t, d, 0, func() { ring(t) })
		}
		return was
	case *time.Ticker:
		t.C = channel(t, d, d)
	}
	return false
}

// Stopping is told before a ticker is stopped.
func Stopping(x any) {
	if ticker, ok := x.(*time.Ticker); ok {
		disarm(func(other *timer) bool { return other.handle == any(ticker) })
	}
}

// A deadline is a context whose time runs out when its timer fires.
type deadline struct {
	context.Context
	when    time.Time
	expired atomic.Bool
}

func (c *deadline) Deadline() (time.Time, bool) { return c.when, true }

func (c *deadline) Err() error {
	if err := c.Context.Err(); err == nil || !c.expired.Load() {
		return err
	}
	return context.DeadlineExceeded
}

// WithTimeout is context.WithTimeout.
func WithTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	inner, cancel := context.WithCancelCause(parent)
	c := &deadline{Context: inner, when: time.Now().Add(d)}
	t := arm(nil, d, 0, func() {
		c.expired.Store(inner.Err() == nil)
		cancel(context.DeadlineExceeded)
	})
	return c, func() {
		disarm(func(other *timer) bool { return other == t })
		cancel(context.Canceled)
	}
}

// WithDeadline is context.WithDeadline.
func WithDeadline(parent context.Context, when time.Time) (context.Context, context.CancelFunc) {
	return WithTimeout(parent, time.Until(when))
}
