// The last philosopher takes the right fork first.
package main

import "sync"

const seats = 3

func dine(first, second *sync.Mutex) {
	first.Lock()
	second.Lock()
	second.Unlock()
	first.Unlock()
}

func main() {
	var forks [seats]sync.Mutex
	var table sync.WaitGroup
	for seat := range seats {
		table.Add(1)
		go func() {
			defer table.Done()
			left, right := &forks[seat], &forks[(seat+1)%seats]
			if seat == seats-1 {
				left, right = right, left
			}
			dine(left, right)
		}()
	}
	table.Wait()
}
