// Wait gives up only its own lock; the signaller needs the other one that the waiter keeps.
package main

import "sync"

func main() {
	var outer, inner sync.Mutex
	filled := sync.NewCond(&inner)
	full := false
	var both sync.WaitGroup
	both.Go(func() {
		outer.Lock()
		inner.Lock()
		for !full {
			filled.Wait() //~ missed-signal
		}
		inner.Unlock()
		outer.Unlock()
	})
	both.Go(func() {
		outer.Lock()
		inner.Lock()
		full = true
		filled.Signal()
		inner.Unlock()
		outer.Unlock()
	})
	both.Wait()
}
