// The waiter does not hold the other lock while it waits.
package main

import "sync"

func main() {
	var outer, inner sync.Mutex
	filled := sync.NewCond(&inner)
	full := false
	var both sync.WaitGroup
	both.Go(func() {
		inner.Lock()
		for !full {
			filled.Wait()
		}
		inner.Unlock()
		outer.Lock()
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
