// One round more than a million, and the lock is free at the end.
package main

import "sync"

const rounds = 1_000_001

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
	door.Lock()
}
