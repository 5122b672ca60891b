// The worker is counted before the closer starts.
package main

import "sync"

func main() {
	var group sync.WaitGroup
	results := make(chan int, 1)
	group.Add(1)
	go func() {
		results <- 1
		group.Done()
	}()
	go func() {
		group.Wait()
		close(results)
	}()
	for range results {
	}
}
