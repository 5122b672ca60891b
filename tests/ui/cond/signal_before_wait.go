// A signal is not remembered: if it comes before the Wait, the Wait lasts for ever.
package main

import "sync"

func main() {
	var mu sync.Mutex
	ready := sync.NewCond(&mu)
	go func() {
		mu.Lock()
		ready.Signal()
		mu.Unlock()
	}()
	mu.Lock()
	ready.Wait() //~ missed-signal
	mu.Unlock()
}
