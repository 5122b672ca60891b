// Every worker is counted before it starts.
package main

import "sync"

func main() {
	var workers sync.WaitGroup
	for range []int{1, 2, 3} {
		workers.Add(1)
		go func() {
			workers.Done()
		}()
	}
	workers.Wait()
}
