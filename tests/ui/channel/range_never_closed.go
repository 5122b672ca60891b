// The worker ranges over its jobs, but the one who hands them out forgets to close the channel.
package main

import "sync"

func main() {
	jobs := make(chan int)
	var workers sync.WaitGroup
	workers.Add(1)
	go func() {
		defer workers.Done()
		for range jobs { //~ deadlock
		}
	}()
	for job := 0; job < 2; job++ {
		jobs <- job
	}
	workers.Wait()
}
