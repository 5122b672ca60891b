// The closer sees an empty group, because the worker has not counted itself yet, and closes the channel under it.
package main

import "sync"

func main() {
	var group sync.WaitGroup
	results := make(chan int, 1)
	go func() {
		group.Add(1) //~ waitgroup-misuse
		results <- 1 //~ send-on-closed
		group.Done()
	}()
	go func() {
		group.Wait()
		close(results)
	}()
	for range results {
	}
}
