// Both ways out of the function unlock.
package main

import "sync"

var (
	mu    sync.Mutex
	queue []int
)

func take() bool {
	mu.Lock()
	if len(queue) == 0 {
		mu.Unlock()
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
	mu.Lock()
	queue = append(queue, 1)
	mu.Unlock()
}
