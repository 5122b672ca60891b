// A loop unlocks and locks in turns; after an even number of rounds the lock is still held.
package main

import "sync"

const rounds = 8

func main() {
	var door sync.Mutex
	door.Lock()
	for round := 0; round < rounds; round++ {
		if round%2 == 0 {
			door.Unlock()
		} else {
			door.Lock()
		}
	}
	door.Lock() //~ double-lock
}
