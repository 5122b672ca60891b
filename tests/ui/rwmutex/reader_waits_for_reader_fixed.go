// The reader waits before it locks.
package main

import "sync"

func main() {
	var mu sync.RWMutex
	ready := make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		<-ready
		mu.RLock()
		mu.RUnlock()
	})
	all.Go(func() {
		mu.Lock()
		mu.Unlock()
	})
	all.Go(func() {
		mu.RLock()
		close(ready)
		mu.RUnlock()
	})
	all.Wait()
}
