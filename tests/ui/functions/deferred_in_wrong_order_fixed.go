// The channel is closed first.
package main

import "sync"

func main() {
	jobs := make(chan int)
	var worker sync.WaitGroup
	worker.Go(func() {
		for range jobs {
		}
	})
	defer worker.Wait()
	defer close(jobs)
	jobs <- 1
}
