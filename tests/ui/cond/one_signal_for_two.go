// Two goroutines wait for the gate to open, and Signal wakes only one of them.
package main

import "sync"

func main() {
	var mu sync.Mutex
	opened := sync.NewCond(&mu)
	open := false
	var visitors sync.WaitGroup
	for range 2 {
		visitors.Add(1)
		go func() {
			defer visitors.Done()
			mu.Lock()
			defer mu.Unlock()
			for !open {
				opened.Wait() //~ missed-signal
			}
		}()
	}
	mu.Lock()
	open = true
	opened.Signal()
	mu.Unlock()
	visitors.Wait()
}
