// The loop remembers whether the lock is held, so the number of rounds does not matter.
package main

import "sync"

// Rounds is how often the door is moved.
var Rounds = 8

func main() {
	var door sync.Mutex
	door.Lock()
	held := true
	for round := 0; round < Rounds; round++ {
		if held {
			door.Unlock()
		} else {
			door.Lock()
		}
		held = !held
	}
	if !held {
		door.Lock()
	}
}
