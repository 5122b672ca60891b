// Two goroutines share the range variable: both may do the last job, and the first is lost.
package main

import "sync"

func main() {
	var mu sync.Mutex
	done := map[string]bool{}
	var workers sync.WaitGroup
	for _, job := range []string{"wash", "dry"} { //~ race
		workers.Add(1)
		go func() {
			defer workers.Done()
			mu.Lock()
			defer mu.Unlock()
			done[job] = true
		}()
	}
	workers.Wait()
	if len(done) != 2 {
		panic("a job was lost") //~ panic
	}
}
