// Two flags without a turn: each sees the other's flag before it is set, and both enter.
package main

import (
	"sync"
	"sync/atomic"
)

func enter(mine, other *atomic.Bool, inside *atomic.Int32) {
	if other.Load() {
		return
	}
	mine.Store(true)
	together := inside.Add(1)
	//vtrace:assert together == 1
	//~^ assertion
	_ = together
	inside.Add(-1)
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
