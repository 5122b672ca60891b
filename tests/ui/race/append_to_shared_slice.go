// Workers append their results to one slice.
package main

import "sync"

func main() {
	var results []int
	var workers sync.WaitGroup
	for id := range 2 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			results = append(results, id) //~ race
		}()
	}
	workers.Wait()
}
