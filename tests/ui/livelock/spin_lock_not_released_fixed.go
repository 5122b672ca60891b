// The lock is released on all paths.
package main

import (
	"sync"
	"sync/atomic"
)

var locked atomic.Bool

func use(skip bool) {
	for !locked.CompareAndSwap(false, true) {
	}
	defer locked.Store(false)
	if skip {
		return
	}
}

func main() {
	var users sync.WaitGroup
	users.Go(func() { use(true) })
	users.Go(func() { use(false) })
	users.Wait()
}
