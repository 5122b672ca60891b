// Dining philosophers with ordered forks never deadlock and all eat.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
)

func main() {
	const n, meals = 5, 3
	var forks [n]sync.Mutex
	var eaten [n]int
	var holding [n]bool
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go func(id int) {
			defer wg.Done()
			a, b := id, (id+1)%n
			if a > b {
				a, b = b, a
			}
			for range meals {
				forks[a].Lock()
				forks[b].Lock()
				if holding[a] || holding[b] {
					panic("fork shared")
				}
				holding[a], holding[b] = true, true
				eaten[id]++
				holding[a], holding[b] = false, false
				forks[b].Unlock()
				forks[a].Unlock()
			}
		}(i)
	}
	wg.Wait()
	fmt.Println(eaten)
}
