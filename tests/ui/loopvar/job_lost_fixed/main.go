// The job is an argument, which each goroutine has for itself.
package main

import "sync"

func main() {
	var mu sync.Mutex
	done := map[string]bool{}
	var workers sync.WaitGroup
	for _, job := range []string{"wash", "dry"} {
		workers.Add(1)
		go func(job string) {
			defer workers.Done()
			mu.Lock()
			defer mu.Unlock()
			done[job] = true
		}(job)
	}
	workers.Wait()
	if len(done) != 2 {
		panic("a job was lost")
	}
}
