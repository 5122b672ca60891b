// A worker ends without unlocking, and main waits for a lock whose owner is gone.
package main

import "sync"

var (
	mu    sync.Mutex
	queue []int
)

func take() bool {
	mu.Lock()
	if len(queue) == 0 {
		return false
	}
	queue = queue[1:]
	mu.Unlock()
	return true
}

func main() {
	var worker sync.WaitGroup
	worker.Add(1)
	go func() {
		defer worker.Done()
		take()
	}()
	worker.Wait()
	mu.Lock() //~ deadlock
	queue = append(queue, 1)
	mu.Unlock()
}
