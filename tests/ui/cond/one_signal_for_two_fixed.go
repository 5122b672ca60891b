// Broadcast wakes everybody.
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
				opened.Wait()
			}
		}()
	}
	mu.Lock()
	open = true
	opened.Broadcast()
	mu.Unlock()
	visitors.Wait()
}
