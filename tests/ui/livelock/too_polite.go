// Each of two steps back whenever the other wants the same, and both may step back and forth for ever.
package main

import (
	"sync"
	"sync/atomic"
)

func pass(mine, other *atomic.Bool) {
	mine.Store(true)
	for other.Load() { //~ livelock
		mine.Store(false)
		mine.Store(true)
	}
	mine.Store(false)
}

func main() {
	var left, right atomic.Bool
	var both sync.WaitGroup
	both.Go(func() { pass(&left, &right) })
	both.Go(func() { pass(&right, &left) })
	both.Wait()
}
