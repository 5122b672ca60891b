// A spin lock is not released on one path, and the next user spins for ever.
package main

import (
	"sync"
	"sync/atomic"
)

var locked atomic.Bool

func use(skip bool) {
	for !locked.CompareAndSwap(false, true) { //~ livelock
	}
	if skip {
		return
	}
	locked.Store(false)
}

func main() {
	var users sync.WaitGroup
	users.Go(func() { use(true) })
	users.Go(func() { use(false) })
	users.Wait()
}
