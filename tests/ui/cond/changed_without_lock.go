// The condition is changed without the lock, just after the waiter has looked and just before it waits.
package main

import "sync"

func main() {
	var mu sync.Mutex
	opened := sync.NewCond(&mu)
	open := false
	go func() {
		open = true //~ race
		opened.Signal()
	}()
	mu.Lock()
	for !open {
		opened.Wait() //~ missed-signal
	}
	mu.Unlock()
}
