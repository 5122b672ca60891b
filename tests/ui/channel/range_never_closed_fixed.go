// Closing the channel of jobs lets the worker finish.
package main

import "sync"

func main() {
	jobs := make(chan int)
	var workers sync.WaitGroup
	workers.Add(1)
	go func() {
		defer workers.Done()
		for range jobs {
		}
	}()
	for job := 0; job < 2; job++ {
		jobs <- job
	}
	close(jobs)
	workers.Wait()
}
