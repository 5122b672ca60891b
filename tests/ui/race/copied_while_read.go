// A buffer is filled again with copy while its reader still sums it up.
package main

import "sync"

func fill(buffer, data []int) {
	copy(buffer, data) //~ race
}

func sum(buffer []int) (total int) {
	for _, n := range buffer {
		total += n
	}
	return total
}

func main() {
	buffer := []int{1, 2}
	var both sync.WaitGroup
	both.Go(func() { sum(buffer) })
	both.Go(func() { fill(buffer, []int{3, 4}) })
	both.Wait()
}
