// Two goroutines count visitors, and one of them forgets the lock.
package main

import "sync"

var (
	mu       sync.Mutex
	visitors int
)

func main() {
	done := make(chan bool)
	go func() {
		visitors++
		done <- true
	}()
	mu.Lock()
	visitors++
	mu.Unlock()
	<-done
}
