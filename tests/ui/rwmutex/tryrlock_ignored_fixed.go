// Only who has the lock unlocks it.
package main

import "sync"

func main() {
	var mu sync.RWMutex
	var both sync.WaitGroup
	both.Go(func() {
		mu.Lock()
		mu.Unlock()
	})
	both.Go(func() {
		if mu.TryRLock() {
			mu.RUnlock()
		}
	})
	both.Wait()
}
