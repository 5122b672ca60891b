// A worker may be done before main has counted it.
package main

import "sync"

func main() {
	var workers sync.WaitGroup
	for range []int{1, 2, 3} {
		go func() {
			workers.Done() //~ negative-waitgroup
		}()
		workers.Add(1)
	}
	workers.Wait()
}
