// TryRLock fails while the writer is at work, and the reader unlocks nevertheless.
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
		mu.TryRLock()
		mu.RUnlock() //~ unlock-of-unlocked
	})
	both.Wait()
}
