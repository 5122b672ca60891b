// A million rounds as in mutex_loop_const, with the number in a variable.
package main

import "sync"

// Rounds is how often the door is moved.
var Rounds = 1_000_000

func main() {
	var door sync.Mutex
	door.Lock()
	for round := 0; round < Rounds; round++ {
		if round%2 == 1 {
			door.Lock()
			continue
		}
		door.Unlock()
	}
	door.Lock() //~ double-lock
}
