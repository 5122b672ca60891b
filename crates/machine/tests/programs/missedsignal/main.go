// A signal that comes before the wait is lost.
package main

import "sync"

func main() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	done := make(chan bool)
	go func() {
		mu.Lock()
		c.Wait()
		mu.Unlock()
		done <- true
	}()
	mu.Lock()
	c.Signal()
	mu.Unlock()
	<-done
}
