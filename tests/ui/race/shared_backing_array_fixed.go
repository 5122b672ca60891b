// The slice's capacity is cut to its length, so append must make a new array.
package main

import "sync"

func extend(base []int, id int) []int {
	return append(base, id)
}

func main() {
	base := make([]int, 1, 4)
	base = base[:1:1]
	var workers sync.WaitGroup
	workers.Go(func() { extend(base, 1) })
	workers.Go(func() { extend(base, 2) })
	workers.Wait()
}
