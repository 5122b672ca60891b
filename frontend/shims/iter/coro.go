//go:build vtrace

package iter

// A coro is a goroutine that runs only while the one that switched to it waits.
type coro struct {
	f       func(*coro)
	started bool
	inside  bool // the coroutine runs
	resume  chan struct{}
	yield   chan struct{}
}

func newcoro(f func(*coro)) *coro {
	return &coro{f: f, resume: make(chan struct{}), yield: make(chan struct{})}
}

func coroswitch(c *coro) {
	if c.inside {
		c.inside = false
		c.yield <- struct{}{}
		<-c.resume
		return
	}
	c.inside = true
	if c.started {
		c.resume <- struct{}{}
	} else {
		c.started = true
		go func() {
			defer func() {
				c.inside = false
				c.yield <- struct{}{}
			}()
			c.f(c)
		}()
	}
	<-c.yield
}
