// The condition is changed under the lock; the signal may be given without it.
package main

import "sync"

func main() {
	var mu sync.Mutex
	opened := sync.NewCond(&mu)
	open := false
	go func() {
		mu.Lock()
		open = true
		mu.Unlock()
		opened.Signal()
	}()
	mu.Lock()
	for !open {
		opened.Wait()
	}
	mu.Unlock()
}
