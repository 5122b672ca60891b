package main

import "sync"

func main() {
	jobs, results := make(chan int, 4), make(chan int)
	var mu sync.Mutex
	var group sync.WaitGroup
	total := 0
	for range 6 {
		group.Go(func() {
			for job := range jobs {
				mu.Lock()
				total += job
				mu.Unlock()
				results <- job
			}
		})
	}
	go func() {
		for i := range 1700 {
			jobs <- i
		}
		close(jobs)
		group.Wait()
		close(results)
	}()
	for r := range results {
		_ = r
	}
	println(total)
}
