// Looking whether a channel is closed before closing it does not help: two goroutines may look at the same time.
package main

import "sync"

func closeIfOpen(stop chan struct{}) {
	select {
	case <-stop:
	default:
		close(stop) //~ close-of-closed
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
