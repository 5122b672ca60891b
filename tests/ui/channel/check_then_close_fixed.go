// Look and close happen under one lock.
package main

import "sync"

var mu sync.Mutex

func closeIfOpen(stop chan struct{}) {
	mu.Lock()
	defer mu.Unlock()
	select {
	case <-stop:
	default:
		close(stop)
	}
}

func main() {
	stop := make(chan struct{})
	var callers sync.WaitGroup
	callers.Add(2)
	for range 2 {
		go func() {
			defer callers.Done()
			closeIfOpen(stop)
		}()
	}
	callers.Wait()
}
