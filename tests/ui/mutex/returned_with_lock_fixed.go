// Both unlock when they return, and nobody waits for what never comes.
package main

import "sync"

func main() {
	var mu sync.Mutex
	stop := make(chan int)
	go func() {
		mu.Lock()
		defer mu.Unlock()
		select {
		case <-stop:
		default:
		}
	}()
	go func() {
		mu.Lock()
		defer mu.Unlock()
	}()
	close(stop)
}
