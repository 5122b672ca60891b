// Three philosophers each take the left fork and then wait for the right one.
package main

import "sync"

const seats = 3

func dine(left, right *sync.Mutex) {
	left.Lock()
	right.Lock() //~ lock-order
	right.Unlock()
	left.Unlock()
}

func main() {
	var forks [seats]sync.Mutex
	var table sync.WaitGroup
	for seat := range seats {
		table.Add(1)
		go func() {
			defer table.Done()
			dine(&forks[seat], &forks[(seat+1)%seats])
		}()
	}
	table.Wait()
}
