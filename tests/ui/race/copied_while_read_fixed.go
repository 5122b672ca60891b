// The reader has a copy of its own, made before anybody else can write.
package main

import (
	"slices"
	"sync"
)

func fill(buffer, data []int) {
	copy(buffer, data)
}

func sum(buffer []int) (total int) {
	for _, n := range buffer {
		total += n
	}
	return total
}

func main() {
	buffer := []int{1, 2}
	own := slices.Clone(buffer)
	var both sync.WaitGroup
	both.Go(func() { sum(own) })
	both.Go(func() { fill(buffer, []int{3, 4}) })
	both.Wait()
}
