// Deferred calls run last in, first out: main waits for the worker before it closes the worker's channel.
package main

import "sync"

func main() {
	jobs := make(chan int)
	var worker sync.WaitGroup
	worker.Go(func() {
		for range jobs { //~ deadlock
		}
	})
	defer close(jobs)
	defer worker.Wait()
	jobs <- 1
}
