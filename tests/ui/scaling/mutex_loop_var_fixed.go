// The loop remembers whether the lock is held.
package main

import "sync"

// Rounds is how often the door is moved.
var Rounds = 1_000_000

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
