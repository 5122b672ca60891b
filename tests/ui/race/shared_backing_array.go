// Two goroutines append to slices of their own, which share an array with room to spare.
package main

import "sync"

func extend(base []int, id int) []int {
	return append(base, id) //~ race
}

func main() {
	base := make([]int, 1, 4)
	var workers sync.WaitGroup
	workers.Go(func() { extend(base, 1) })
	workers.Go(func() { extend(base, 2) })
	workers.Wait()
}
