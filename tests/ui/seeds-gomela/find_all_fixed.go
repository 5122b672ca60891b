// With a slot for every process main gets to the point where it receives.
package main

import "sync"

func findAll(processes, limit int) []int {
	var workers sync.WaitGroup
	workers.Add(processes)
	found := make(chan int)
	slots := make(chan bool, limit)

	for pid := 0; pid < processes; pid++ {
		slots <- true
		go func() {
			found <- pid
			workers.Done()
			<-slots
		}()
	}
	go func() {
		workers.Wait()
		close(found)
	}()
	var results []int
	for pid := range found {
		results = append(results, pid)
	}
	return results
}

func main() {
	findAll(2, 2)
}
