// Philosophers who all take their left fork first, for ever: they can all starve.
package main

import "sync"

const n = 4

func dine(left, right *sync.Mutex) {
	for {
		left.Lock()
		right.Lock()
		right.Unlock()
		left.Unlock()
	}
}

func main() {
	var forks [n]*sync.Mutex
	for i := range forks {
		forks[i] = new(sync.Mutex)
	}
	for i := range n - 1 {
		go dine(forks[i], forks[i+1])
	}
	dine(forks[n-1], forks[0])
}
