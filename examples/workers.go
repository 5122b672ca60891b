// A pool of workers: jobs go out over one channel, results come back over another.
//
//	vtrace run --trace examples/workers.go
package main

import (
	"fmt"
	"sync"
)

func worker(id int, jobs <-chan int, results chan<- string) {
	for n := range jobs {
		results <- fmt.Sprintf("worker %d: %d² = %d", id, n, n*n)
	}
}

func main() {
	jobs := make(chan int, 4)
	results := make(chan string)
	var group sync.WaitGroup
	for id := range 2 {
		group.Go(func() { worker(id+1, jobs, results) })
	}
	for n := range 4 {
		jobs <- n + 1
	}
	close(jobs)
	go func() {
		group.Wait()
		close(results)
	}()
	for result := range results {
		fmt.Println(result)
	}
}
