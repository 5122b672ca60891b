// Each worker has its own element of a slice that is long enough.
package main

import "sync"

func main() {
	results := make([]int, 2)
	var workers sync.WaitGroup
	for id := range 2 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			results[id] = id
		}()
	}
	workers.Wait()
}
