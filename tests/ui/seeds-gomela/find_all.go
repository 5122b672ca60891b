// The limit is used up by workers who can only deliver once main has stopped starting workers.
package main

import "sync"

func findAll(processes, limit int) []int {
	var workers sync.WaitGroup
	workers.Add(processes)
	found := make(chan int)
	slots := make(chan bool, limit)

	for pid := 0; pid < processes; pid++ {
		slots <- true //~ deadlock
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
	findAll(2, 1)
}
