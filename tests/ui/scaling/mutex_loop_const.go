// A million rounds of unlocking and locking in turns leave the lock held.
package main

import "sync"

const rounds = 1_000_000

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
