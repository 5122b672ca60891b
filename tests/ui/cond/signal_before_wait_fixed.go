// A variable remembers what the signal was about.
package main

import "sync"

func main() {
	var mu sync.Mutex
	ready := sync.NewCond(&mu)
	isReady := false
	go func() {
		mu.Lock()
		isReady = true
		ready.Signal()
		mu.Unlock()
	}()
	mu.Lock()
	for !isReady {
		ready.Wait()
	}
	mu.Unlock()
}
