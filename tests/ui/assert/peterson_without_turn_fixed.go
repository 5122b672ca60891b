// Flag first, look then: at most one enters, and sometimes nobody.
package main

import (
	"sync"
	"sync/atomic"
)

func enter(mine, other *atomic.Bool, inside *atomic.Int32) {
	mine.Store(true)
	if !other.Load() {
		together := inside.Add(1)
		//vtrace:assert together == 1
		_ = together
		inside.Add(-1)
	}
	mine.Store(false)
}

func main() {
	var left, right atomic.Bool
	var inside atomic.Int32
	var both sync.WaitGroup
	both.Go(func() { enter(&left, &right, &inside) })
	both.Go(func() { enter(&right, &left, &inside) })
	both.Wait()
}
