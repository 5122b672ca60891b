// A reader waits for another reader, who stands behind a writer, who waits for the first.
package main

import "sync"

func main() {
	var mu sync.RWMutex
	ready := make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		mu.RLock()
		<-ready //~ deadlock
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
